"""What types and zones alone tell of a state: whether a game can have it at all."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, get_args

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Hand
from cardrules.errors import RecordError, ViewError
from cardrules.game import StateLike
from cardrules.hints import Hint, is_union, members_of, origin_of
from cardrules.seats import SEAT
from cardrules.zones import RULES, Visibility, card_fields, cards_in, hidden_cards, is_attrs, resolve_hints


def require_consistent(state: StateLike, start: StateLike | None, *, whole: bool) -> None:
    """Raise :class:`~cardrules.errors.RecordError` if no game that begins with ``start`` can have this state or view.

    ``whole`` forbids cards that lie face down. Without a start only what the state itself tells is checked.
    """
    parts = list(_parts_of(state, ""))
    first = [] if start is None else list(_parts_of(start, ""))
    if whole:
        _require_no_backs(parts)
    _require_same_rules(parts)
    seats = _seats(state, parts, first)
    if seats:
        _require_by_seat(parts, first, seats)
        _require_seats(state, parts, range(max(seats)))
    if start is not None:
        _require_pack(state, start)


@frozen
class _Field:
    """What the type of a field says, whatever object it belongs to."""

    name: str
    hint: Hint
    is_zone: bool
    is_owned: bool
    is_by_seat: bool
    """Whether it holds a tuple with an entry for each seat."""
    may_be_empty: bool
    """Whether that tuple may have no entries, as its default has."""


@frozen
class _Part:
    """A field of an object somewhere in a state."""

    place: str
    declared: _Field
    value: object


def _parts_of(value: object, place: str) -> Iterator[_Part]:
    """Yield the fields of a value and of the values within it, apart from those of the rules."""
    if isinstance(value, tuple) and not isinstance(value, Hand):
        for number, item in enumerate(value):
            yield from _parts_of(item, f"{place}[{number}]")
    elif is_attrs(value):
        for known in _fields_of(type(value)):
            part = _Part(f"{place}.{known.name}".removeprefix("."), known, getattr(value, known.name))
            yield part
            if known.name != RULES and not known.is_zone:
                yield from _parts_of(part.value, part.place)


@cache
def _fields_of(kind: type[attrs.AttrsInstance]) -> tuple[_Field, ...]:
    hints = resolve_hints(kind)
    visibilities = {part.name: part.visibility for part in card_fields(kind)}
    return tuple(
        _Field(
            known.name,
            hints[known.name],
            visibilities.get(known.name) is not None,
            visibilities.get(known.name) is Visibility.OWNER,
            known.metadata.get("by_seat", True) and _is_by_seat(hints[known.name]),
            may_be_empty=known.default == (),
        )
        for known in attrs.fields(kind)
        if known.init
    )


def _is_by_seat(hint: Hint) -> bool:
    return any(origin_of(member) is tuple and get_args(member)[1:] == (...,) for member in members_of(hint))


def _require_no_backs(parts: list[_Part]) -> None:
    for part in parts:
        if part.declared.is_zone and FACE_DOWN in _flat(part.value):
            raise RecordError(f"{part.place}: a whole state has no card {FACE_DOWN.ascii}, which stands in a view")


def _flat(held: object) -> Iterator[object]:
    if isinstance(held, tuple):
        for item in held:
            yield from _flat(item)
    else:
        yield held


def _require_pack(state: StateLike, start: StateLike) -> None:
    try:
        hidden_cards(state, cards_in(start))
    except ViewError as error:
        raise RecordError(str(error)) from None


def _require_same_rules(parts: list[_Part]) -> None:
    found = [part for part in parts if part.declared.name == RULES]
    for part in found:
        if part.value != found[0].value:
            raise RecordError(f"{part.place}: differ from the rules at {found[0].place}")


def _seats(state: StateLike, parts: list[_Part], first: list[_Part]) -> set[int]:
    """Return how many seats the table may have, the house counted or not; nothing for a single seat or an unknown number.

    ``first`` are the parts of the state before the first shuffle.
    """
    rules = getattr(state, RULES, None)
    counts = {getattr(rules, name, None) for name in ("players", "seats")}
    found = {count for count in counts if type(count) is int}
    if not found:
        found = {length for _, length in _lengths(first) if length}
    if not found:
        found = {length for part, length in _lengths(parts) if part.declared.is_owned}
    return found if max(found, default=1) > 1 else set()


def _lengths(parts: list[_Part]) -> Iterator[tuple[_Part, int]]:
    """Yield the tuples by seat with their lengths."""
    for part in parts:
        if part.declared.is_by_seat and isinstance(part.value, tuple):
            yield part, len(part.value)


def _require_by_seat(parts: list[_Part], first: list[_Part], seats: set[int]) -> None:
    at_first = {part.declared: length for part, length in _lengths(first)}
    for part, length in _lengths(parts):
        known = at_first.get(part.declared)
        allowed = {known} if known else seats | ({0} if known == 0 or part.declared.may_be_empty else set())
        if length not in allowed:
            wanted = " or ".join(map(str, sorted(allowed)))
            raise RecordError(
                f"{part.place}: must have {wanted} entries, one for each seat, not {length} "
                "(a tuple in another order is declared as field(metadata=NOT_BY_SEAT))"
            )


def _require_seats(state: StateLike, parts: list[_Part], seats: range) -> None:
    try:
        to_act = state.to_act
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        raise RecordError(f"to_act: the state does not tell who acts: {error}") from error
    named = [
        ("to_act", to_act),
        *((part.place, seat) for part in parts for seat in _named(part.declared.hint, part.value)),
    ]
    for place, seat in named:
        if isinstance(seat, int) and seat not in seats:
            raise RecordError(f"{place}: there is no seat {seat} at a table of {len(seats)}")


def _named(hint: Hint, value: object) -> Iterator[object]:
    """Yield the seats that a value of this type names."""
    if SEAT in getattr(hint, "__metadata__", ()):
        yield value
    elif origin_of(hint) is Annotated:
        yield from _named(get_args(hint)[0], value)
    elif is_union(hint):
        for member in get_args(hint):
            yield from _named(member, value)
    elif origin_of(hint) is tuple and isinstance(value, tuple):
        kinds = get_args(hint)
        for number, item in enumerate(value):
            yield from _named(kinds[0] if kinds[1:] == (...,) else kinds[number], item)

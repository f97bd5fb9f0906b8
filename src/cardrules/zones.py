"""Where cards lie and who may look: zones as annotations, and all that follows from them.

A field that holds cards declares who sees it::

    hands: Own[tuple[Hand, ...]]    # a tuple by seat: each sees its own
    stock: Closed[Deck]             # nobody
    trick: Open[Hand]               # everybody
    gone: Seen[Hand]                # everybody has seen them; they lie face down now

A zone holds a card, a hand, ``None``, or tuples of them. An ``Own`` zone of a state is a tuple by seat; in a move it
belongs to the seat that moves. Values made with attrs may be nested, alone or in tuples, and have zones of their own.
Nothing else says who sees what: a card that comes to be seen by others moves to another zone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from inspect import get_annotations
from operator import attrgetter, is_
from random import Random
from types import UnionType
from typing import (
    Annotated,
    Final,
    Literal,
    TypeAlias,
    TypeGuard,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Card, Hand, by_index
from cardrules.chance import shuffled
from cardrules.errors import ViewError
from cardrules.seats import Seat

T = TypeVar("T")
V = TypeVar("V", bound=attrs.AttrsInstance)


class Visibility(Enum):
    """Who sees the cards of a zone."""

    OPEN = "everybody"
    OWNER = "its owner"
    CLOSED = "nobody"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


Open: TypeAlias = Annotated[T, Visibility.OPEN]
"""Cards that everybody sees."""

Known: TypeAlias = Annotated[T, Visibility.OPEN, FACE_DOWN]
"""Cards that everybody has seen and that lie face down now: views show them, to those who remember, text a count."""

Own: TypeAlias = Annotated[T, Visibility.OWNER]
"""Cards that their owner sees: in a state a tuple by seat, in a move those of the seat that moves."""

Closed: TypeAlias = Annotated[T, Visibility.CLOSED]
"""Cards that nobody sees."""


RULES: Final = "rules"
"""The field of a state, or of a value in it, that holds the options of the game; cards that they name lie nowhere."""


@frozen
class CardField:
    """A field that can hold cards: a zone, or (``visibility`` is ``None``) a value that may have zones itself."""

    name: str
    alias: str
    visibility: Visibility | None
    covered: bool
    """Whether the cards lie face down, whoever may know them."""


def view(state: V, seat: Seat | None) -> V:
    """The state as ``seat`` sees it: the same phase, with ``FACE_DOWN`` for each card that it may not see.

    ``None`` is a spectator, who sees only what lies open. What a seat may do is the same in its own view. Raises
    :class:`~cardrules.errors.ViewError` for a seat that is not at the table, where a zone of owners tells it, and
    ``TypeError`` for zones that are not declared, or do not hold, what they should.
    """

    def seen(part: CardField, held: object) -> object:
        if part.visibility is Visibility.OPEN:
            return held
        if part.visibility is Visibility.OWNER and held is not None:
            if not _by_seat(held):
                raise TypeError(f"{part.name}: an Own zone of a state is a tuple by seat, not {held!r}")
            if held and seat is not None and seat not in range(len(held)):
                raise ViewError(f"there is no seat {seat!r} at a table of {len(held)}; None is a spectator")
            return tuple(own if place == seat else _backs(part, own) for place, own in enumerate(held))
        return _backs(part, held)

    return map_zones(state, seen)


def view_of_move(move: V, mover: Seat | None, seat: Seat | None) -> V:
    """The move of ``mover`` as ``seat`` sees it. As a mover ``None`` is chance, as a seat a spectator.

    Raises ``TypeError`` as :func:`view` does.
    """

    def seen(part: CardField, held: object) -> object:
        visible = part.visibility is Visibility.OPEN or (
            part.visibility is Visibility.OWNER and mover is not None and mover == seat
        )
        return held if visible else _backs(part, held)

    return map_zones(move, seen)


def _backs(part: CardField, held: object) -> object:
    return _map_cards(part, held, lambda _: FACE_DOWN)


def _map_cards(part: CardField, held: object, change: Callable[[Card], Card]) -> object:
    if isinstance(held, Card):
        return change(held)
    if isinstance(held, Hand):
        return type(held)(map(change, held))
    if isinstance(held, tuple):
        return tuple(_map_cards(part, item, change) for item in held)
    if held is None:
        return None
    raise TypeError(f"{part.name}: a zone holds cards, hands, None and tuples of them, not {held!r}")


def map_zones(value: V, change: Callable[[CardField, object], object]) -> V:
    """``value`` with what lies in each of its zones, nested ones too, replaced by what ``change`` gives for it.

    ``change`` is asked with each zone and what it holds, and gives back that very object where nothing changes.
    """
    changes: dict[str, object] = {}
    for part in card_fields(type(value)):
        held = getattr(value, part.name)
        new = change(part, held) if part.visibility else _with_nested_zones(held, change)
        if new is not held:
            changes[part.alias] = new
    return _evolved(value, changes) if changes else value


def _evolved(value: V, changes: dict[str, object]) -> V:
    return attrs.evolve(value, **changes)  # type: ignore[misc]  # every V is an attrs class, which mypy cannot see


def _with_nested_zones(held: object, change: Callable[[CardField, object], object]) -> object:
    if isinstance(held, tuple):
        items = tuple(_with_nested_zones(item, change) for item in held)
        return held if all(map(is_, items, held)) else items
    return map_zones(held, change) if is_attrs(held) else held


def is_attrs(value: object) -> TypeGuard[attrs.AttrsInstance]:
    """Whether a value is one made with attrs, whose fields may hold cards."""
    return attrs.has(type(value))


@frozen
class Zone:
    """Cards that lie together: the name of their field, who sees them, and the cards in order."""

    name: str
    visibility: Visibility
    cards: tuple[Card, ...]


def zones(state: attrs.AttrsInstance) -> Iterator[Zone]:
    """The zones of a state or move, those of nested values by dotted names."""
    return _zones_in(state, "")


def _zones_in(value: object, prefix: str) -> Iterator[Zone]:
    if isinstance(value, tuple):
        for item in value:
            yield from _zones_in(item, prefix)
    elif is_attrs(value):
        for part in card_fields(type(value)):
            name, held = prefix + part.name, getattr(value, part.name)
            if part.visibility:
                yield Zone(name, part.visibility, tuple(_flat(held)))
            else:
                yield from _zones_in(held, name + ".")


def _flat(held: object) -> Iterator[Card]:
    if isinstance(held, Card):
        yield held
    elif isinstance(held, tuple):
        for part in held:
            yield from _flat(part)


def visibilities(*kinds: object) -> dict[str, Visibility]:
    """Who sees each zone of some states or moves, nested ones too, by the name of its field: ``by_field(oh_hell.State)``.

    Takes classes and unions of them. Raises :class:`~cardrules.errors.ViewError` if two zones of one name differ.
    """
    found: dict[str, Visibility] = {}
    _find_visibilities(kinds, found, set())
    return found


def _find_visibilities(hints: Iterable[object], found: dict[str, Visibility], known: set[object]) -> None:
    for hint in map(_written_out, hints):
        if get_args(hint):
            _find_visibilities((get_origin(hint), *get_args(hint)), found, known)
        elif isinstance(hint, type) and attrs.has(hint) and hint not in known:
            known.add(hint)
            for field, inner in _hints(hint):
                visibility = _visibility(hint, field, inner)
                if visibility is None:
                    _find_visibilities([inner], found, known)
                elif found.setdefault(field.name, visibility) is not visibility:
                    other = found[field.name].value
                    raise ViewError(f"{hint.__name__}.{field.name} is seen by {visibility.value}, elsewhere by {other}")


def cards_in(state: attrs.AttrsInstance) -> Hand:
    """All the cards in the zones of a state, sorted as in a new pack."""
    cards: list[Card] = []
    _gather(state, cards)
    each = frozenset(cards)
    return _in_order(each) if len(each) == len(cards) else Hand(sorted(cards, key=by_index))


@lru_cache(maxsize=1 << 6)
def _in_order(cards: frozenset[Card]) -> Hand:
    """Cards that are all different, sorted: the same whole pack for every deal, in half the time of sorting it anew."""
    return Hand(sorted(cards, key=by_index))


def _gather(value: object, cards: list[Card]) -> None:
    # Every deal of every game asks this: gathering into one list takes a fifth of what walking zones() takes.
    if isinstance(value, tuple):
        for item in value:
            kind: type = type(item)
            if isinstance(item, Hand):
                cards += item
            elif _may_have_cards(kind):
                _gather(item, cards)
    elif isinstance(value, Card):
        cards.append(value)
    else:
        outer: type = type(value)
        _gather(_card_fields_of(outer)(value), cards)


@cache
def _may_have_cards(kind: type) -> bool:
    """Whether values of a class are cards, or may have some in them."""
    if issubclass(kind, tuple | Card):
        return True
    return attrs.has(kind) and bool(card_fields(kind))


@cache
def _card_fields_of(kind: type) -> Callable[[object], object]:
    """What gives the fields of a class that can hold cards: one, or a tuple of them."""
    names = [part.name for part in card_fields(kind)] if attrs.has(kind) else []
    return attrgetter(*names) if names else lambda _: ()


def hidden_cards(seen: attrs.AttrsInstance, pack: Iterable[Card]) -> Hand:
    """The cards of ``pack`` that a view does not show, sorted, as many as it has backs; none for a whole state.

    ``pack`` is all the cards of the game, ``cards_in(game.start(rules))``. Raises
    :class:`~cardrules.errors.ViewError` if the view is not one of that pack.
    """
    shown, left = cards_in(seen), Counter(pack)
    if FACE_DOWN in left:
        raise ViewError("the pack is all the cards of the game, as a whole state has them; these are from a view")
    left.subtract(card for card in shown if card is not FACE_DOWN)
    strange = Hand((-left).elements())
    if strange:
        raise ViewError(f"the view shows {strange.sorted()}, which the pack does not have, or not so often")
    hidden = shown.count(FACE_DOWN)
    if left.total() != hidden:
        raise ViewError(f"the view hides {hidden} cards; the pack has {left.total()} that it does not show")
    return Hand(left.elements()).sorted()


def determinize(seen: V, pack: Iterable[Card], rng: Random) -> V:
    """A state that looks like ``seen``: its face-down places filled with the cards of ``pack`` that it does not show.

    ``pack`` is all the cards of the game, as for :func:`hidden_cards`, which raises the same errors. Every filling is as
    likely as any other; it agrees with the view, not yet with all that the seat may remember. A zone called ``pack``,
    whose order tells nothing, is kept sorted.
    """
    fill = iter(shuffled(hidden_cards(seen, pack), rng))

    def turned(card: Card) -> Card:
        return next(fill) if card is FACE_DOWN else card

    return _with_sorted_pack(map_zones(seen, lambda part, held: _map_cards(part, held, turned)))


def _with_sorted_pack(state: V) -> V:
    part = next((part for part in card_fields(type(state)) if part.name == "pack"), None)
    held = part and getattr(state, part.name)
    return _evolved(state, {"pack": held.sorted()}) if isinstance(held, Hand) else state


def zone_errors(state: attrs.AttrsInstance) -> list[str]:
    """What is wrong with the zones of a state, in words: cards in ordinary fields, owners' zones not by seat.

    Cards that the rules of the game name, such as those declared wild, lie nowhere and are none of these.
    """
    return list(_misdeclared(state, ""))


def _misdeclared(value: object, prefix: str) -> Iterator[str]:
    if isinstance(value, Card | Hand):
        yield f"{prefix.removesuffix('.')} holds cards and is no zone"
    elif isinstance(value, tuple | list | AbstractSet):
        for item in value:
            yield from _misdeclared(item, prefix)
    elif is_attrs(value):
        by_field = {part.name: part.visibility for part in card_fields(type(value))}
        for field in attrs.fields(type(value)):
            held, name = getattr(value, field.name), prefix + field.name
            if field.name == RULES:
                continue
            if not by_field.get(field.name):
                yield from _misdeclared(held, name + ".")
            elif by_field[field.name] is Visibility.OWNER and held is not None and not _by_seat(held):
                yield f"{name} is seen by its owner and is no tuple by seat"


def _by_seat(held: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(held, tuple) and not isinstance(held, Hand)


@cache
def card_fields(kind: type[attrs.AttrsInstance]) -> tuple[CardField, ...]:
    """The fields of a class that can hold cards; raises ``TypeError`` for zones that are not declared as they should."""
    found = ((field, hint, _visibility(kind, field, hint)) for field, hint in _hints(kind))
    return tuple(
        CardField(
            field.name,
            field.alias or field.name,
            visibility,
            visibility is Visibility.CLOSED or FACE_DOWN in _marks(hint),
        )
        for field, hint, visibility in found
        if _may_hold(field.name, hint)
    )


def _hints(kind: type[attrs.AttrsInstance]) -> "Iterator[tuple[attrs.Attribute[object], object]]":
    """The fields of a class, each with its type."""
    try:
        hints = resolve_hints(kind)
    except NameError as error:
        raise TypeError(
            f"{kind.__qualname__}: {error}; what the type of a field names in quotes stands at the top of a module"
        ) from error
    for field in attrs.fields(kind):
        yield field, hints[field.name]


def resolve_hints(kind: type) -> dict[str, object]:
    """The types of the fields of a class, by name; type variables of the generic classes it is made of filled in."""
    hints = get_type_hints(kind, include_extras=True)
    meanings = dict(_meanings(kind))
    declared_in = {name: base for base in reversed(kind.__mro__) for name in get_annotations(base)}
    return {name: _filled_in(hint, meanings.get(declared_in[name], {})) for name, hint in hints.items()}


def _meanings(kind: type) -> Iterator[tuple[type, Mapping[object, object]]]:
    """The generic classes that a class is made of, each with what its type variables mean for this one."""
    for base in kind.__dict__.get("__orig_bases__", kind.__bases__):
        origin: object = get_origin(base) or base
        if not isinstance(origin, type):  # NamedTuple, which is a function
            continue
        given = zip(getattr(origin, "__parameters__", ()), get_args(base), strict=False)  # nothing for a plain base
        here: dict[object, object] = {variable: type_ for variable, type_ in given if isinstance(variable, TypeVar)}
        yield origin, here
        for further, meanings in _meanings(origin):
            yield further, {variable: _filled_in(meaning, here) for variable, meaning in meanings.items()}


def _filled_in(hint: object, meanings: Mapping[object, object]) -> object:
    """A type with what its type variables mean."""
    if isinstance(hint, TypeVar):
        return meanings.get(hint, hint)
    variables = () if isinstance(hint, type) else getattr(hint, "__parameters__", ())
    if not variables or not meanings.keys() >= set(variables):
        return hint
    meant = tuple(meanings[variable] for variable in variables)
    return hint[meant]  # type: ignore[index]  # as all types have it that are made with type variables


def _visibility(kind: type, field: "attrs.Attribute[object]", hint: object) -> Visibility | None:
    """The visibility that stands outermost in a type, or in a union; one further inside would hide nothing."""
    outermost = [mark for mark in _marks(hint) if isinstance(mark, Visibility)]
    within = list(_visibilities_within(hint))
    if len(set(within)) > 1 or len(within) > len(outermost):
        raise TypeError(
            f"{kind.__qualname__}.{field.name}: one visibility stands outermost in the type of a zone, not {hint}"
        )
    return outermost[0] if outermost else None


def _marks(hint: object) -> Iterator[object]:
    """What stands outermost in a type, or in a union, about its cards: a visibility, and ``FACE_DOWN`` in :data:`Known`."""
    hint = _written_out(hint)
    if get_origin(hint) in (Union, UnionType):
        for argument in get_args(hint):
            yield from _marks(argument)
    yield from getattr(hint, "__metadata__", ())


def _visibilities_within(hint: object) -> Iterator[Visibility]:
    if isinstance(hint, Visibility):
        yield hint
    for argument in get_args(_written_out(hint)):
        yield from _visibilities_within(argument)


_PLAIN: Final = (int, str, Enum, Fraction, type(None), Card, Hand)


def _may_hold(name: str, hint: object, within: tuple[object, ...] = ()) -> bool:
    """Whether cards may lie in a field of this name and type; those that the options of a game name lie nowhere."""
    return (name != RULES or any(_visibilities_within(hint))) and _may_nest(hint, within)


def _may_nest(hint: object, within: tuple[object, ...] = ()) -> bool:
    """Whether values of this type may have zones; what is not known to have none is looked into.

    Of a class marked as ``final`` it is known: none of its values has more fields than it says. Records of what was
    played are such, and as many as there were deals.
    """
    hint = _written_out(hint)
    if isinstance(hint, type):
        if attrs.has(hint) and getattr(hint, "__final__", False):
            fields = ((field.name, inner) for field, inner in _hints(hint))
            return hint not in within and any(_may_hold(name, inner, (*within, hint)) for name, inner in fields)
        return not issubclass(hint, _PLAIN)
    if get_origin(hint) in (Union, UnionType, tuple):
        return any(_may_nest(argument, within) for argument in get_args(hint))
    if get_origin(hint) is Annotated and not any(_visibilities_within(hint)):  # a seat
        return _may_nest(get_args(hint)[0], within)
    return hint is not ... and get_origin(hint) is not Literal


def _written_out(hint: object) -> object:
    """What an alias made by a ``type`` statement stands for."""
    while (meaning := getattr(hint, "__value__", None)) is not None:
        hint = meaning
    return hint

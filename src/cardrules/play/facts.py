"""The facts of a state or view of any game: its fields, with their labels, for texts and pictures.

How a field declares its label is in :mod:`cardrules.labels`.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

import attrs
from attrs import evolve, frozen

from cardrules.cards import Hand
from cardrules.game import is_omittable
from cardrules.seats import SEAT
from cardrules.zones import Visibility, card_fields, is_attrs, resolve_hints

OMITTED_FIELDS: Final = ("rules", "terms", "to_act")
"""The fields of states that texts leave out: the rules, which do not change, and who acts, which the first line says."""


@frozen
class Fact:
    """The label and the value of one field of a state. The fields of values nested in it are facts of their own."""

    field: str
    """The name of the field."""
    name: str
    """The label under which it is told: the name of the field in words, unless it declares another."""
    value: object
    visibility: Visibility | None
    """Who sees the cards in it; ``None`` if it is not a zone."""
    face_down: bool
    """Whether its cards lie face down, even for those who know them."""
    ordered: bool = False
    """Whether it is declared to be a tuple in another order than by seat."""
    is_seat: bool = False
    """Whether it is a seat, or a tuple of seats."""
    joined: bool = False
    """Whether it goes on with the fact before it, as in "trump ♣ by seat 1"."""
    zero: bool = True
    """Whether 0 says something."""
    empty: str = ""
    """What is said if it is empty; it is left out otherwise."""
    by_seat: tuple[object, ...] | None = None
    """The value, if it is a tuple by seat and the table has several seats."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to tell, of none of the seats if it is by seat."""
        values = (self.value,) if self.by_seat is None else self.by_seat
        return all(map(_is_empty, values)) or (not self.zero and not any(values))


def _is_empty(value: object) -> bool:
    """Return whether a value is ``None``, ``False``, a hand without cards or a tuple of such values, or an empty text."""
    if isinstance(value, tuple):
        return all(map(_is_empty, value))
    return value is None or value is False or value == ""


def facts(state: attrs.AttrsInstance) -> list[Fact]:
    """Return the facts of a state in the order of its fields; of fields with the same name, the outermost.

    :data:`OMITTED_FIELDS` are left out, and so are fields that attrs leaves out of a ``repr``, those that are
    :data:`~cardrules.labels.UNTOLD`, and those that are :data:`~cardrules.game.OMITTABLE` and have their default.
    """
    seats = seat_count(state)
    players = getattr(getattr(state, "rules", None), "players", seats)
    return [column for fact in own_facts(state) for column in _columns(fact, seats, players)]


def seat_count(state: attrs.AttrsInstance) -> int:
    """Return the number of seats at the table.

    It is the length of an ``Own`` zone that is not empty, else the ``seats`` or ``players`` of the rules, else 1.
    """
    for fact in own_facts(state):
        if fact.visibility is Visibility.OWNER and isinstance(fact.value, tuple) and fact.value:
            return len(fact.value)
    rules = getattr(state, "rules", None)
    seats = getattr(rules, "seats", getattr(rules, "players", 1))
    return seats if isinstance(seats, int) else 1


def own_facts(state: attrs.AttrsInstance) -> list[Fact]:
    """Return the facts of a state or of a value in it, by seat or not, as :func:`facts` does for a whole table."""
    nested = list(_nested_facts(state, 0))
    depths: dict[str, int] = {}
    for depth, fact in nested:
        depths[fact.field] = min(depth, depths.get(fact.field, depth))
    return [fact for depth, fact in nested if depth == depths[fact.field]]


def _nested_facts(value: attrs.AttrsInstance, depth: int) -> Iterator[tuple[int, Fact]]:
    for field in _fields(type(value)):
        fact = field.of(value)
        if field.omittable and fact.value == field.default:
            continue
        if fact.visibility is None and is_attrs(fact.value):
            yield from _nested_facts(fact.value, depth + 1)
        else:
            yield depth, fact


@frozen
class _Field:
    name: str
    label: str
    visibility: Visibility | None
    face_down: bool
    ordered: bool
    omittable: bool
    default: object
    is_seat: bool
    joined: bool
    zero: bool
    empty: str
    from_one: bool

    def of(self, value: object) -> Fact:
        return self.fact(getattr(value, self.name))

    def fact(self, value: object) -> Fact:
        return Fact(
            self.name,
            self.label,
            value + 1 if self.from_one and isinstance(value, int) else value,
            self.visibility,
            self.face_down,
            self.ordered,
            self.is_seat,
            self.joined,
            self.zero,
            self.empty,
        )


@cache
def _fields(kind: type[attrs.AttrsInstance]) -> tuple[_Field, ...]:
    zones = {zone.name: zone for zone in card_fields(kind)}
    hints = resolve_hints(kind)
    shown = [field for field in attrs.fields(kind) if field.repr and field.name not in OMITTED_FIELDS]
    return tuple(
        _Field(
            field.name,
            label=field.metadata.get("label") or field.name.replace("_", " "),
            visibility=zones[field.name].visibility if field.name in zones else None,
            face_down=field.name in zones and zones[field.name].face_down,
            ordered=not field.metadata.get("by_seat", True),
            omittable=is_omittable(field),
            default=field.default if field.init else None,
            is_seat=_is_seat(hints[field.name]),
            joined=field.metadata.get("joined", False),
            zero=field.metadata.get("zero", True),
            empty=field.metadata.get("empty", ""),
            from_one=field.metadata.get("from_one", False),
        )
        for field in shown
        if not field.metadata.get("untold", False)
    )


def _is_seat(hint: object) -> bool:
    return SEAT in getattr(hint, "__metadata__", ()) or any(map(_is_seat, get_args(hint)))


def _columns(fact: Fact, seats: int, players: int) -> Iterator[Fact]:
    """Yield the fact, marked if it is by seat; if each seat has an object, yield a fact by seat for each of its fields.

    An object with one field is shown as that field, under the name of the fact. A tuple for all players but the house is
    by seat too, with ``None`` for the house.
    """
    by_seat = fact.value
    if fact.ordered or not isinstance(by_seat, tuple) or isinstance(by_seat, Hand):
        yield fact
        return
    if seats == 1 or len(by_seat) not in (players, seats):
        yield fact
        return
    by_seat += (None,) * (seats - len(by_seat))
    kinds = {type(value) for value in by_seat if value is not None}
    if fact.visibility is not None or len(kinds) != 1 or not attrs.has(kind := kinds.pop()):
        yield evolve(fact, by_seat=by_seat)
        return
    fields = _fields(kind)
    for field in fields:
        values = tuple(None if value is None else getattr(value, field.name) for value in by_seat)
        if field.omittable and set(values) <= {None, field.default}:
            continue
        column = evolve(field.fact(values), ordered=False)
        alone = len(fields) == 1
        yield from _columns(evolve(column, field=fact.field, name=fact.name) if alone else column, seats, players)

"""What a seat sees as numbers: a list of the same length in every state of a game, in parts that have names.

The parts follow from the types of the phases in which a seat acts::

    >>> from cardrules.games import oh_hell
    >>> features = Features(oh_hell, oh_hell.Rules(players=3, deals=1))
    >>> features.size, features.shapes["hands"], features.shapes["table.trump"], features.shapes["to_act"]
    (381, (3, 53), (5,), (3,))

A zone has a row for each seat, or one row, with a column for each card of the pack and one that counts cards seen from
the back. Under a card stands 0 if it does not lie there, and else its place there, from 1: in a hand whose order does not
matter 1, in a row of piles the number of its pile. Of a zone that nobody sees, only the number of cards is told. Numbers
stand for themselves, one of several values is a 1 in the column of that value, and a tuple has :data:`SLOTS` places.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from fractions import Fraction
from functools import partial
from math import prod
from types import NoneType
from typing import Final, Generic, Literal, TypeAlias, TypeVar, get_args

import attrs
from attrs import frozen

from cardrules.canonical import canonical
from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.game import NATURE, Game, StateLike, promises_of, start_game
from cardrules.hints import Hint, field_hints, is_union, members_of, origin_of, parameter_hint, unalias
from cardrules.moves import kind_name
from cardrules.play.facts import OMITTED_FIELDS, seat_count
from cardrules.seats import SEAT, Seat
from cardrules.zones import CardField, Visibility, card_fields, cards_in, is_attrs, view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

SLOTS: Final = 8
"""The number of places for a tuple that is not of cards, at a larger table one for each seat; further items are left out."""

_Numbers: TypeAlias = list[float]


@frozen
class _Code:
    """How values of a type become numbers, always ``size`` of them."""

    size: int
    numbers: Callable[[object], _Numbers]


@frozen
class _Part:
    """A part of the list: its shape, and what stands in it for a state."""

    shape: tuple[int, ...]
    numbers: Callable[[object], _Numbers]


class Features(Generic[R, S, M]):
    """The parts of what a seat sees in a game by some rules, played with the usual pack or another."""

    def __init__(self, game: Game[R, S, M], rules: R, pack: Hand | None = None) -> None:
        """Find the parts from the type of the states, which the functions of the game must declare."""
        first, promises = start_game(game, rules, pack), promises_of(game, rules)
        self._seats: Final = promises.seats or seat_count(first)
        self._ordered: Final = promises.hand_order_matters
        self._pack: Final = cards_in(first)
        self._columns: Final = {card: self._pack.index(card) for card in self._pack}
        deciding = [hint for hint in members_of(parameter_hint(game.legal_moves)) if _has_moves(origin_of(hint))]
        phases = [origin_of(hint) for hint in deciding]
        someone = _one_of(range(self._seats))
        self._shared: Final[dict[str, Callable[[S, Seat | None], _Numbers]]] = {
            "seat": lambda _, seat: someone(seat),
            "to_act": lambda state, _: someone(state.to_act),
            "phase": lambda state, _: _one_of(phases)(type(state)),
        }
        self.shapes: Final[dict[str, tuple[int, ...]]] = {
            "seat": (self._seats,),
            "to_act": (self._seats,),
            "phase": (len(phases),),
        }
        """The shapes of the parts by name, in their order. Names of nested fields are dotted."""
        self._parts: Final[dict[object, dict[str, _Part]]] = {}
        for hint in deciding:
            self._parts[origin_of(hint)] = dict(self._named(hint))
        self.slices: Final[dict[str, slice]] = {}
        """Where each part stands in the list."""
        self.size: Final = self._placed()
        """The length of the list."""

    def _named(self, hint: Hint) -> Iterator[tuple[str, _Part]]:
        for name, part in self._fields(hint, "", lambda state: state):
            known = self.shapes.get(name, part.shape)
            unique = name if known == part.shape else f"{kind_name(origin_of(hint))}: {name}"
            self.shapes[unique] = part.shape
            yield unique, part

    def _placed(self) -> int:
        at = 0
        for name, shape in self.shapes.items():
            self.slices[name] = slice(at, at + prod(shape))
            at += prod(shape)
        return at

    def numbers(self, state: S, seat: Seat | None) -> _Numbers:
        """Return what a seat, or a spectator, sees of a state as numbers; parts that this phase does not have are 0."""
        seen = view(state, seat)
        seen = seen if self._ordered else canonical(seen)
        found = [0.0] * self.size
        for name, shared in self._shared.items():
            found[self.slices[name]] = shared(seen, seat)
        for name, part in self._parts.get(type(seen), {}).items():
            found[self.slices[name]] = part.numbers(seen)
        return found

    def _fields(self, hint: Hint, prefix: str, get: Callable[[object], object]) -> Iterator[tuple[str, _Part]]:
        """Yield the parts for the fields of a class, and for those of the objects in them."""
        hints, zones = field_hints(hint), {zone.name: zone for zone in card_fields(origin_of(hint))}
        for field in attrs.fields(origin_of(hint)):
            if field.name in OMITTED_FIELDS or not field.repr:
                continue
            name, inner = f"{prefix}{field.name}", hints[field.name]
            value = partial(_attribute, get, field.name)
            zone = zones.get(field.name)
            if zone and zone.visibility:
                by_seat = origin_of(unalias(inner)) is tuple and field.metadata.get("by_seat", True)
                yield name, self._zone(zone, value, self._seats if by_seat and self._seats > 1 else 0)
            elif attrs.has(origin_of(unalias(inner))):
                yield from self._fields(unalias(inner), f"{name}.", value)
            else:
                code = self._code(inner)
                if code.size:
                    yield name, _Part((code.size,), partial(_coded, code, value))
                for path, nested in _zones_within(inner):
                    yield ".".join((name, *path)), self._zone(nested, partial(_gathered, value, path), 0)

    def _zone(self, zone: CardField, get: Callable[[object], object], rows: int) -> _Part:
        ordered = self._ordered or zone.visibility is Visibility.OPEN
        row: Callable[[object], _Numbers] = partial(self._row, ordered=ordered)
        width = len(self._pack) + 1
        if zone.visibility is Visibility.CLOSED:
            row, width = _number_of_cards, 1
        if not rows:
            return _Part((width,), lambda state: row(get(state)))
        return _Part((rows, width), lambda state: _in_places(_Code(width, row), rows, get(state)))

    def _row(self, content: object, *, ordered: bool) -> _Numbers:
        found, seen = [0.0] * (len(self._pack) + 1), dict[Card, int]()
        for place, card in _places(content, ordered=ordered):
            if card is FACE_DOWN:
                found[-1] += 1
            else:
                copy = seen[card] = seen.get(card, -1) + 1
                found[self._columns[card] + copy] = place
        return found

    def _code(self, hint: Hint) -> _Code:
        """Return how the values of a type become numbers; cards in them are not told."""
        members = [member for member in _members(hint) if member is not NoneType]
        cases = dict(map(self._case, members))  # whole numbers and fractions are one case
        optional = len(members) < len(_members(hint))
        if len(cases) == 1 and not optional:
            return next(iter(cases.values()))
        start = len(cases) if cases else 0
        size = start + sum(code.size for code in cases.values())

        def numbers(value: object) -> _Numbers:
            found, at = [0.0] * size, start
            for number, (kinds, code) in enumerate(cases.items()):
                if isinstance(value, kinds):
                    found[number] = 1.0
                    found[at : at + code.size] = code.numbers(value)
                at += code.size
            return found

        return _Code(size, numbers)

    def _case(self, hint: Hint) -> tuple[tuple[type, ...], _Code]:
        """Return the classes of the values of a type that is no union, and how they become numbers."""
        kind = origin_of(unalias(hint))
        if SEAT in getattr(hint, "__metadata__", ()):
            return (int,), _Code(self._seats, _one_of(range(self._seats)))
        if kind in (int, bool, Fraction):
            return (int, Fraction), _Code(1, _number)
        if kind is Literal:
            values = get_args(unalias(hint))
            return tuple({type(value) for value in values}), _Code(len(values), _one_of(values))
        if issubclass(kind, Enum):
            return (kind,), _Code(len(kind), _one_of(kind))
        if kind is tuple:
            slots, item = max(SLOTS, self._seats), self._code(get_args(unalias(hint))[0])
            return (tuple,), _Code(slots * item.size, partial(_in_places, item, slots))
        parts = list(self._told(unalias(hint))) if attrs.has(kind) else []
        return (kind,), _Code(
            sum(code.size for _, code in parts),
            lambda value: [number for name, code in parts for number in code.numbers(getattr(value, name))],
        )

    def _told(self, hint: Hint) -> Iterator[tuple[str, _Code]]:
        hints, zones = field_hints(hint), {zone.name for zone in card_fields(origin_of(hint)) if zone.visibility}
        for field in attrs.fields(origin_of(hint)):
            if field.name not in OMITTED_FIELDS and field.name not in zones:
                yield field.name, self._code(hints[field.name])


def _has_moves(kind: type) -> bool:
    """Return whether a seat may act in a phase; where chance acts or nobody does, its class says so."""
    acting: object = getattr(kind, "to_act", kind)
    return acting is not NATURE and acting is not None


def _members(hint: Hint) -> tuple[Hint, ...]:
    """Return the members of a union with their marks, or the type itself."""
    named = getattr(hint, "__value__", hint)
    return tuple(part for member in get_args(named) for part in _members(member)) if is_union(named) else (named,)


def _attribute(get: Callable[[object], object], name: str, state: object) -> object:
    return getattr(get(state), name)


def _coded(code: _Code, get: Callable[[object], object], state: object) -> _Numbers:
    return code.numbers(get(state))


def _one_of(values: Iterable[object]) -> Callable[[object], _Numbers]:
    known = list(values)
    return lambda value: [float(value is one or (type(value) is type(one) and value == one)) for one in known]


def _number(value: object) -> _Numbers:
    assert isinstance(value, int | Fraction)
    return [float(value)]


def _in_places(code: _Code, places: int, values: object) -> _Numbers:
    assert isinstance(values, tuple)
    found = [number for value in values[:places] for number in code.numbers(value)]
    return found + [0.0] * (places * code.size - len(found))


def _places(content: object, *, ordered: bool) -> Iterator[tuple[int, Card]]:
    """Yield the cards of a zone, each with its place: that of its hand if there are several."""
    if isinstance(content, Card):
        yield 1, content
    elif isinstance(content, Hand):
        yield from enumerate(content, 1) if ordered else ((1, card) for card in content)
    elif isinstance(content, tuple):
        for place, pile in enumerate(content, 1):
            yield from ((place, card) for _, card in _places(pile, ordered=ordered))


def _number_of_cards(content: object) -> _Numbers:
    return [float(sum(1 for _ in _places(content, ordered=False)))]


def _zones_within(hint: Hint) -> Iterator[tuple[tuple[str, ...], CardField]]:
    """Yield the zones of the objects in a tuple or a union, each with the names of the fields that lead to it."""
    for member in map(unalias, members_of(hint)):
        kind = origin_of(member)
        if kind is tuple:
            yield from _zones_within(get_args(member)[0])
        elif attrs.has(kind):
            for zone in card_fields(kind):
                if zone.visibility:
                    yield (zone.name,), zone
                else:
                    inner = field_hints(member)[zone.name]
                    yield from (((zone.name, *path), found) for path, found in _zones_within(inner))


def _gathered(get: Callable[[object], object], path: Sequence[str], state: object) -> tuple[object, ...]:
    """Return the contents of the zones of this name in all the objects of a field."""
    found: list[object] = [get(state)]
    for name in path:
        found = [getattr(value, name) for value in _objects(found)]
    return tuple(found)


def _objects(value: object) -> Iterator[object]:
    if isinstance(value, tuple | list):
        for item in value:
            yield from _objects(item)
    elif is_attrs(value):
        yield value

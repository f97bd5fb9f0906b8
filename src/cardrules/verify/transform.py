"""Values of attrs classes taken apart and put together again: the same shape with other cards."""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Final, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Hand
from cardrules.chance import shuffled
from cardrules.renaming import replace_cards
from cardrules.seats import SEAT, Seat
from cardrules.zones import CardField, Visibility, resolve_hints

T = TypeVar("T")
M = TypeVar("M", bound=attrs.AttrsInstance)

BACKS: Final[Mapping[Card, Card]] = dict.fromkeys((*PACK_52, JOKER), FACE_DOWN)
"""The mapping that turns every card face down."""


def rebuilt(value: T) -> T:
    """Return an equal value of new objects, the rules apart: no cache that goes by identity knows it.

    It takes a twentieth of the time of a deep copy; what can change, such as a list, is still shared.
    """
    return replace_cards(value, {})


def replace_field(value: attrs.AttrsInstance, changed: "attrs.Attribute[object]", new: object) -> object:
    """Return ``value`` with another content of one field; raise what its class raises if it does not allow that."""
    kind = type(value)
    fields = [field for field in attrs.fields(kind) if field.init]
    return kind(**{field.alias: new if field is changed else getattr(value, field.name) for field in fields})


def same(ours: object, theirs: object) -> bool:
    """Return whether two values are equal in every field, also in those left out of their own equality."""
    if ours is theirs:
        return True
    kind: type = type(ours)
    if isinstance(ours, Hand):
        return ours == theirs
    if isinstance(ours, tuple | list) and isinstance(theirs, tuple | list):
        return kind is type(theirs) and _same_items(ours, theirs)
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _same_items(list(ours.items()), list(theirs.items()))
    names = _field_names(kind)
    if names is None:
        return ours == theirs
    return kind is type(theirs) and all(same(getattr(ours, name), getattr(theirs, name)) for name in names)


def _same_items(ours: Sequence[object], theirs: Sequence[object]) -> bool:
    return len(ours) == len(theirs) and all(map(same, ours, theirs))


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """Return the names of the fields of an attrs class; ``None`` for any other class."""
    return tuple(field.name for field in attrs.fields(kind)) if attrs.has(kind) else None


def reorder_hands(part: CardField, content: object, rng: Random, but: Seat | None = None) -> object:
    """Return the content of a zone of owners with all hands in another order ``but`` those of one seat."""
    if part.visibility is not Visibility.OWNER or not isinstance(content, tuple):
        return content
    return tuple(own if place == but else _shuffled_hands(own, rng) for place, own in enumerate(content))


def _shuffled_hands(content: object, rng: Random) -> object:
    if isinstance(content, Hand):
        return type(content)(shuffled(content, rng))
    return tuple(_shuffled_hands(part, rng) for part in content) if isinstance(content, tuple) else content


def turn_seats(move: M, by: int, seats: int) -> M:
    """Return a move as it is called at a table turned by some seats: fields of the type ``Seat`` name others."""
    turned = {name: (getattr(move, name) + by) % seats for name in _seat_fields(type(move))}
    return attrs.evolve(move, **turned) if turned else move  # type: ignore[misc]  # every M is an attrs class


@cache
def _seat_fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of an attrs class that hold a seat."""
    return tuple(name for name, hint in resolve_hints(kind).items() if SEAT in getattr(hint, "__metadata__", ()))

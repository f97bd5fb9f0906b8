"""Whether two states look alike to a seat, told without making its views of them."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TypeAlias

import attrs

from cardrules.cards import Hand, by_index
from cardrules.seats import Seat
from cardrules.zones import CardField, Visibility, card_fields

Test: TypeAlias = Callable[[object, object, Seat | None, bool], bool]


def alike(ours: attrs.AttrsInstance, theirs: attrs.AttrsInstance, seat: Seat | None, *, ordered: bool) -> bool:
    """Return whether a seat sees the same in two states; unless hands are ``ordered``, it may hold its cards as it likes.

    It takes a tenth of the time of two views.
    """
    return _same(ours, theirs, seat, ordered)


def _same(ours: object, theirs: object, seat: Seat | None, ordered: bool) -> bool:
    if ours is theirs:
        return True
    if type(ours) is not type(theirs):
        return False
    kind: type = type(ours)
    plan = _plan(kind)
    if plan is None:
        return ours == theirs if not isinstance(ours, tuple) else _same_items(ours, theirs, seat, ordered)
    plain, zones, nested = plan
    if plain is not None and plain(ours) != plain(theirs):
        return False
    for name, zone in zones:
        if not _same_zone(zone, getattr(ours, name), getattr(theirs, name), seat, ordered):
            return False
    return all(_same(getattr(ours, name), getattr(theirs, name), seat, ordered) for name in nested)


def _same_items(ours: tuple[object, ...], theirs: object, seat: Seat | None, ordered: bool) -> bool:
    assert isinstance(theirs, tuple)
    return len(ours) == len(theirs) and all(
        _same(one, other, seat, ordered) for one, other in zip(ours, theirs, strict=True)
    )


Plan: TypeAlias = tuple[Callable[[object], object] | None, tuple[tuple[str, Visibility], ...], tuple[str, ...]]
"""A getter of the fields without cards, the zones, and the fields that may have zones of their own."""


@cache
def _plan(kind: "type[object]") -> Plan | None:
    if not attrs.has(kind):
        return None
    parts: dict[str, CardField] = {part.name: part for part in card_fields(kind)}
    plain = [field.name for field in attrs.fields(kind) if field.name not in parts and field.eq]
    zones = tuple((part.name, part.visibility) for part in parts.values() if part.visibility is not None)
    nested = tuple(part.name for part in parts.values() if part.visibility is None)
    return attrgetter(*plain) if plain else None, zones, nested


def _same_zone(visibility: Visibility, ours: object, theirs: object, seat: Seat | None, ordered: bool) -> bool:
    if ours is theirs:
        return True
    if visibility is Visibility.OPEN:
        return ours == theirs
    if visibility is Visibility.OWNER and isinstance(ours, tuple) and isinstance(theirs, tuple):
        if len(ours) != len(theirs):
            return False
        for owner, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            if mine is other:
                continue
            if owner == seat:
                if mine != other and (ordered or not _same_hands(mine, other)):
                    return False
            elif not _same_size(mine, other):
                return False
        return True
    return _same_size(ours, theirs)


def _same_size(ours: object, theirs: object) -> bool:
    if isinstance(ours, Hand):
        return isinstance(theirs, Hand) and len(ours) == len(theirs)
    if isinstance(ours, tuple):
        return isinstance(theirs, tuple) and len(ours) == len(theirs) and all(map(_same_size, ours, theirs))
    return (ours is None) == (theirs is None)


def _same_hands(ours: object, theirs: object) -> bool:
    if isinstance(ours, Hand) and isinstance(theirs, Hand):
        return sorted(ours, key=by_index) == sorted(theirs, key=by_index)
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        return len(ours) == len(theirs) and all(map(_same_hands, ours, theirs))
    return ours == theirs

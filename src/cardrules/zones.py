"""Where cards lie and who may look: zones as annotations, and all that follows from them.

A field that holds cards declares who sees it::

    hands: Own[tuple[Hand, ...]]    # a tuple by seat: each sees its own
    stock: Closed[Deck]             # nobody
    trick: Open[Hand]               # everybody

A zone holds a card, a hand, ``None``, or tuples of them. An ``Own`` zone of a state is a tuple by seat; in a move it
belongs to the seat that moves. Values made with attrs may be nested, alone or in tuples, and have zones of their own.
Nothing else says who sees what: a card that comes to be seen by others moves to another zone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cache
from random import Random
from types import UnionType
from typing import Annotated, TypeAlias, TypeGuard, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Card, by_index
from cardrules.chance import shuffled
from cardrules.errors import ViewError
from cardrules.hands import Hand
from cardrules.seats import Seat

T = TypeVar("T")
V = TypeVar("V", bound=attrs.AttrsInstance)


class Sight(Enum):
    """Who sees the cards of a zone."""

    OPEN = "everybody"
    OWNER = "its owner"
    CLOSED = "nobody"


Open: TypeAlias = Annotated[T, Sight.OPEN]
"""Cards that everybody sees."""

Own: TypeAlias = Annotated[T, Sight.OWNER]
"""Cards that their owner sees: in a state a tuple by seat, in a move those of the seat that moves."""

Closed: TypeAlias = Annotated[T, Sight.CLOSED]
"""Cards that nobody sees."""


def view(state: V, seat: Seat | None) -> V:
    """The state as ``seat`` sees it: the same phase, with ``FACE_DOWN`` for each card that it may not see.

    ``None`` is a spectator, who sees only what lies open. What a seat may do is the same in its own view.
    """

    def seen(sight: Sight, held: object) -> object:
        if sight is Sight.OPEN:
            return held
        if sight is Sight.OWNER and isinstance(held, tuple) and not isinstance(held, Hand):
            return tuple(own if place == seat else _backs(own) for place, own in enumerate(held))
        return _backs(held)

    return _with_zones(state, seen)


def view_of_move(move: V, mover: Seat | None, seat: Seat | None) -> V:
    """The move of ``mover`` as ``seat`` sees it. As a mover ``None`` is chance, as a seat a spectator."""

    def seen(sight: Sight, held: object) -> object:
        visible = sight is Sight.OPEN or (sight is Sight.OWNER and mover is not None and mover == seat)
        return held if visible else _backs(held)

    return _with_zones(move, seen)


def _backs(held: object) -> object:
    return _map_cards(held, lambda _: FACE_DOWN)


def _map_cards(held: object, change: Callable[[Card], Card]) -> object:
    if isinstance(held, Card):
        return change(held)
    if isinstance(held, Hand):
        return type(held)(map(change, held))
    if isinstance(held, tuple):
        return tuple(_map_cards(part, change) for part in held)
    return held


def _with_zones(value: V, change: Callable[[Sight, object], object]) -> V:
    """``value`` with what lies in each of its zones, nested ones too, replaced by what ``change`` gives for it."""
    changes: dict[str, object] = {}
    for part in _parts(type(value)):
        held = getattr(value, part.name)
        new = change(part.sight, held) if part.sight else _with_nested_zones(held, change)
        if new is not held:
            changes[part.alias] = new
    return _evolved(value, changes) if changes else value


def _evolved(value: V, changes: dict[str, object]) -> V:
    return attrs.evolve(value, **changes)  # type: ignore[misc]  # every V is an attrs class, which mypy cannot see


def _with_nested_zones(held: object, change: Callable[[Sight, object], object]) -> object:
    if isinstance(held, tuple):
        return tuple(_with_nested_zones(part, change) for part in held)
    return _with_zones(held, change) if _is_record(held) else held


def _is_record(value: object) -> TypeGuard[attrs.AttrsInstance]:
    return attrs.has(type(value))


@frozen
class Zone:
    """Cards that lie together: the name of their field, who sees them, and the cards in order."""

    name: str
    sight: Sight
    cards: tuple[Card, ...]


def zones(state: attrs.AttrsInstance) -> Iterator[Zone]:
    """The zones of a state or move, those of nested values by dotted names."""
    return _zones_in(state, "")


def _zones_in(value: object, prefix: str) -> Iterator[Zone]:
    if isinstance(value, tuple):
        for item in value:
            yield from _zones_in(item, prefix)
    elif _is_record(value):
        for part in _parts(type(value)):
            name, held = prefix + part.name, getattr(value, part.name)
            if part.sight:
                yield Zone(name, part.sight, tuple(_flat(held)))
            else:
                yield from _zones_in(held, name + ".")


def _flat(held: object) -> Iterator[Card]:
    if isinstance(held, Card):
        yield held
    elif isinstance(held, tuple):
        for part in held:
            yield from _flat(part)


def sights(*kinds: object) -> dict[str, Sight]:
    """Who sees each zone of some states or moves, nested ones too, by the name of its field: ``sights(oh_hell.State)``.

    Takes classes and unions of them. Raises :class:`~cardrules.errors.ViewError` if two zones of one name differ.
    """
    found: dict[str, Sight] = {}
    _find_sights(kinds, found, set())
    return found


def _find_sights(hints: Iterable[object], found: dict[str, Sight], known: set[object]) -> None:
    for hint in hints:
        if not (isinstance(hint, type) and attrs.has(hint)):
            _find_sights(get_args(hint), found, known)
        elif hint not in known:
            known.add(hint)
            inner = get_type_hints(hint, include_extras=True)
            for field in attrs.fields(hint):
                sight = _sight(inner[field.name])
                if sight is None:
                    _find_sights([inner[field.name]], found, known)
                elif found.setdefault(field.name, sight) is not sight:
                    other = found[field.name].value
                    raise ViewError(f"{hint.__name__}.{field.name} is seen by {sight.value}, elsewhere by {other}")


def cards_in(state: attrs.AttrsInstance) -> Hand:
    """All the cards in the zones of a state, sorted as in a new pack."""
    cards: list[Card] = []
    _gather(state, cards)
    return Hand(sorted(cards, key=by_index))


def _gather(value: object, cards: list[Card]) -> None:
    # Every deal of every game asks this: gathering into one list takes a quarter of what walking zones() takes.
    if isinstance(value, Hand):
        cards += value
    elif isinstance(value, Card):
        cards.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _gather(item, cards)
    elif _is_record(value):
        for part in _parts(type(value)):
            _gather(getattr(value, part.name), cards)


def determinize(seen: V, pack: Iterable[Card], rng: Random) -> V:
    """A state that looks like ``seen``: its face-down places filled with the cards of ``pack`` that it does not show.

    ``pack`` is all the cards of the game, ``cards_in(game.start(rules))``. Every filling is as likely as any other; it
    agrees with the view, not yet with all that the seat may remember. A zone called ``pack``, whose order tells
    nothing, is kept sorted. Raises :class:`~cardrules.errors.ViewError` if the view is not one of that pack.
    """
    shown = cards_in(seen)
    places = shown.count(FACE_DOWN)
    unseen = Counter(pack)
    unseen.subtract(card for card in shown if card is not FACE_DOWN)
    if unseen.total() != places or min(unseen.values(), default=0) < 0:
        raise ViewError(f"the view hides {places} cards; the pack has {unseen.total()} that it does not show")
    fill = iter(shuffled(sorted(unseen.elements(), key=by_index), rng))
    filled = _with_zones(seen, lambda _, held: _map_cards(held, lambda card: next(fill) if card is FACE_DOWN else card))
    return _with_sorted_pack(filled)


def _with_sorted_pack(state: V) -> V:
    part = next((part for part in _parts(type(state)) if part.name == "pack"), None)
    held = part and getattr(state, part.name)
    return _evolved(state, {"pack": held.sorted()}) if isinstance(held, Hand) else state


@frozen
class _Part:
    """A field that can hold cards: a zone, or (``sight`` is ``None``) a value that may have zones itself."""

    name: str
    alias: str
    sight: Sight | None


@cache
def _parts(kind: type[attrs.AttrsInstance]) -> tuple[_Part, ...]:
    hints = get_type_hints(kind, include_extras=True)
    parts = (_Part(field.name, field.alias or field.name, _sight(hints[field.name])) for field in attrs.fields(kind))
    return tuple(part for part in parts if part.sight or _may_nest(hints[part.name], {kind}))


def _sight(hint: object) -> Sight | None:
    found = [extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, Sight)]
    if not found and get_origin(hint) in (Union, UnionType):
        found = [sight for sight in map(_sight, get_args(hint)) if sight]
    return found[0] if found else None


def _may_nest(hint: object, above: AbstractSet[object]) -> bool:
    """Whether values of this type can have zones, other than by way of a type they are nested in."""
    if hint in above:
        return False
    if isinstance(hint, TypeVar) or _sight(hint):
        return True
    if isinstance(hint, type) and attrs.has(hint):
        inner = get_type_hints(hint, include_extras=True)
        return any(_may_nest(inner[field.name], above | {hint}) for field in attrs.fields(hint))
    return any(_may_nest(argument, above) for argument in get_args(hint))

"""Zones: annotations that declare where cards lie and who sees them, and the functions that rely on them.

A field that holds cards declares who sees them::

    hands: Own[tuple[Hand, ...]]    # a tuple by seat: each seat sees its own
    stock: Closed[Deck]             # nobody
    trick: Open[Hand]               # everybody
    gone: Known[Hand]               # everybody has seen them; they lie face down now

A zone holds a card, a hand, ``None``, or tuples of these. An ``Own`` zone of a state is a tuple by seat; in a move it
belongs to the seat that moves. Fields may also hold other attrs objects, alone or in tuples, with zones of their own.
Nothing else declares who sees a card: when that changes, the card moves to another zone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import islice
from operator import attrgetter, is_
from random import Random
from typing import Annotated, TypeAlias, TypeGuard, TypeVar

import attrs
from attrs import frozen

from cardrules.cardfields import RULES as RULES
from cardrules.cardfields import CardField as CardField
from cardrules.cardfields import Visibility as Visibility
from cardrules.cardfields import card_fields as card_fields
from cardrules.cardfields import is_attrs as is_attrs
from cardrules.cardfields import resolve_hints as resolve_hints
from cardrules.cardfields import visibilities as visibilities
from cardrules.cards import FACE_DOWN, Card, Hand, by_index
from cardrules.chance import shuffled
from cardrules.errors import ViewError
from cardrules.seats import Seat

T = TypeVar("T")
V = TypeVar("V", bound=attrs.AttrsInstance)

Open: TypeAlias = Annotated[T, Visibility.OPEN]
"""Cards that everybody sees."""

Known: TypeAlias = Annotated[T, Visibility.OPEN, FACE_DOWN]
"""Cards that everybody has seen and that lie face down now: views show them, text shows only how many there are."""

Own: TypeAlias = Annotated[T, Visibility.OWNER]
"""Cards that only their owner sees: in a state a tuple by seat, in a move the cards of the seat that moves."""

Closed: TypeAlias = Annotated[T, Visibility.CLOSED]
"""Cards that nobody sees."""


def view(state: V, seat: Seat | None) -> V:
    """Return the state as ``seat`` sees it: the same phase, with ``FACE_DOWN`` for each card that the seat cannot see.

    ``None`` is a spectator, who sees open cards only. The legal moves of a seat are the same in its own view. Raises
    :class:`~cardrules.errors.ViewError` for a seat that is not at the table, if the state has an ``Own`` zone, and
    ``TypeError`` for a zone that is wrongly declared or holds anything but cards.
    """

    def visible(zone: CardField, content: object) -> object:
        if zone.visibility is Visibility.OPEN:
            return content
        if zone.visibility is Visibility.OWNER and content is not None:
            if not _is_by_seat(content):
                raise TypeError(f"{zone.name}: an Own zone of a state is a tuple by seat, not {content!r}")
            if content and seat is not None and seat not in range(len(content)):
                raise ViewError(f"there is no seat {seat!r} at a table of {len(content)}; None is a spectator")
            return tuple([own if owner == seat else _turned_down(zone, own) for owner, own in enumerate(content)])
        return _turned_down(zone, content)

    return map_zones(state, visible)


def view_of_move(move: V, mover: Seat | None, seat: Seat | None) -> V:
    """Return the move of ``mover`` as ``seat`` sees it. A mover ``None`` is chance, a seat ``None`` a spectator.

    Raises ``TypeError`` as :func:`view` does.
    """

    def visible(zone: CardField, content: object) -> object:
        is_visible = zone.visibility is Visibility.OPEN or (
            zone.visibility is Visibility.OWNER and mover is not None and mover == seat
        )
        return content if is_visible else _turned_down(zone, content)

    return map_zones(move, visible)


def _turned_down(zone: CardField, content: object) -> object:
    return map_hands(zone, content, lambda hand: _backs(type(hand), len(hand)))


@lru_cache(maxsize=1 << 10)
def _backs(kind: type[Hand], size: int) -> Hand:
    """Return a pile of cards that lie face down. Views have the same few of them; the cache makes one a third faster."""
    return kind((FACE_DOWN,) * size)


def map_hands(zone: CardField, content: object, change: Callable[[Hand], Hand]) -> object:
    """Return the content of a zone with each of its hands replaced by the result of ``change``; a card is a hand of one.

    If ``change`` returns the same hands, that is the very same content. Raises ``TypeError`` for anything that is not a card,
    a hand, ``None``, or a tuple of these.
    """
    if isinstance(content, Hand):
        return change(content)
    if isinstance(content, tuple):
        items = tuple([map_hands(zone, item, change) for item in content])
        return content if all(map(is_, items, content)) else items
    if isinstance(content, Card):
        return change(Hand((content,)))[0]
    if content is None:
        return None
    raise TypeError(f"{zone.name}: a zone holds cards, hands, None and tuples of these, not {content!r}")


def map_zones(value: V, change: Callable[[CardField, object], object]) -> V:
    """Return ``value`` with the content of each of its zones, nested ones too, replaced by the result of ``change``.

    ``change`` is called with each zone and its content, and returns the content itself to leave it unchanged.
    """
    changes: dict[str, object] = {}
    for part in card_fields(type(value)):
        content = getattr(value, part.name)
        new = change(part, content) if part.visibility else _map_nested_zones(content, change)
        if new is not content:
            changes[part.alias] = new
    return _evolve(value, changes) if changes else value


def _evolve(value: V, changes: dict[str, object]) -> V:
    """Return a value with some fields changed, by their aliases, in half the time of :func:`attrs.evolve`."""
    kind = type(value)
    for name, alias in _arguments(kind):
        if alias not in changes:
            changes[alias] = getattr(value, name)
    return kind(**changes)


@cache
def _arguments(kind: type[attrs.AttrsInstance]) -> tuple[tuple[str, str], ...]:
    """Return the names and aliases of the fields that the constructor of a class takes."""
    return tuple((field.name, field.alias or field.name) for field in attrs.fields(kind) if field.init)


def _map_nested_zones(content: object, change: Callable[[CardField, object], object]) -> object:
    kind: type = type(content)
    if not _may_have_cards(kind):
        return content
    if isinstance(content, tuple):
        items = tuple([_map_nested_zones(item, change) for item in content])
        return content if all(map(is_, items, content)) else items
    return map_zones(content, change) if is_attrs(content) else content


@frozen
class Zone:
    """A zone of a state: the name of its field, who sees it, and its cards in order."""

    name: str
    visibility: Visibility
    cards: tuple[Card, ...]


def zones(state: attrs.AttrsInstance) -> Iterator[Zone]:
    """Yield the zones of a state or move; those of nested objects have dotted names."""
    return _zones_in(state, "")


def _zones_in(value: object, prefix: str) -> Iterator[Zone]:
    if isinstance(value, tuple):
        for item in value:
            yield from _zones_in(item, prefix)
    elif is_attrs(value):
        for part in card_fields(type(value)):
            name, content = prefix + part.name, getattr(value, part.name)
            if part.visibility:
                yield Zone(name, part.visibility, tuple(_flatten(content)))
            else:
                yield from _zones_in(content, name + ".")


def _flatten(content: object) -> Iterator[Card]:
    if isinstance(content, Card):
        yield content
    elif isinstance(content, tuple):
        for item in content:
            yield from _flatten(item)


def cards_in(state: attrs.AttrsInstance) -> Hand:
    """Return all the cards in the zones of a state, sorted as in a new pack."""
    cards = cards_in_order(state)
    distinct = frozenset(cards)
    return _sorted(distinct) if len(distinct) == len(cards) else Hand(sorted(cards, key=by_index))


def cards_in_order(state: attrs.AttrsInstance) -> list[Card]:
    """Return all the cards in the zones of a state, in the order of the zones."""
    cards: list[Card] = []
    _gather(state, cards)
    return cards


@lru_cache(maxsize=1 << 6)
def _sorted(cards: frozenset[Card]) -> Hand:
    """Sort distinct cards. They are the same whole pack for every deal; the cache halves the time."""
    return Hand(sorted(cards, key=by_index))


def _gather(value: object, cards: list[Card]) -> None:
    # Every deal of every game calls this: appending to one list takes a fifth of the time of walking zones().
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
    """Return whether objects of a class are cards or may contain cards."""
    if issubclass(kind, tuple | Card):
        return True
    return attrs.has(kind) and bool(card_fields(kind))


@cache
def _card_fields_of(kind: type) -> Callable[[object], object]:
    """Return a getter for the fields of a class that can hold cards: the value of a single field, or a tuple of values."""
    names = [part.name for part in card_fields(kind)] if attrs.has(kind) else []
    return attrgetter(*names) if names else lambda _: ()


def hidden_cards(seen: attrs.AttrsInstance, pack: Iterable[Card]) -> Hand:
    """Return the cards of ``pack`` that a view hides, sorted; none for a state that is no view.

    ``pack`` is all the cards of the game, ``cards_in(game.start(rules))``. Raises
    :class:`~cardrules.errors.ViewError` if the cards of the view do not fit this pack.
    """
    shown = cards_in_order(seen)
    hidden, rest = shown.count(FACE_DOWN), set(pack := tuple(pack))
    if len(rest) == len(pack) and FACE_DOWN not in rest:  # all different, as in most games: half the time of counting
        rest.difference_update(shown)
        if len(rest) == hidden and len(shown) == len(pack):
            return Hand(sorted(rest, key=by_index))
    return _hidden_copies(Counter(shown), Counter(pack))


def _hidden_copies(shown: Counter[Card], remaining: Counter[Card]) -> Hand:
    if FACE_DOWN in remaining:
        raise ViewError("the pack must be all the cards of the game, face up; this pack was taken from a view")
    hidden = shown.pop(FACE_DOWN, 0)
    remaining.subtract(shown)
    if excess := Hand((-remaining).elements()):
        raise ViewError(f"the view shows more copies of {excess.sorted()} than the pack has")
    if remaining.total() != hidden:
        raise ViewError(f"the view hides {hidden} cards; the pack has {remaining.total()} that it does not show")
    return Hand(sorted(remaining.elements(), key=by_index))


def determinize(seen: V, pack: Iterable[Card], rng: Random) -> V:
    """Fill the face-down cards of a view at random with the cards of ``pack`` that it hides; return the whole state.

    ``pack`` is all the cards of the game, as for :func:`hidden_cards`, which raises the same errors. Every assignment is
    equally likely. This is the memoryless sample: the state agrees with the view, and the moves that led to it may have been
    impossible with these cards. ``cardrules.knowledge.worlds`` samples what agrees with all that a seat has seen. A zone that
    the state offers as its ``pack``, for chance to shuffle, is sorted as in every whole state.
    """
    fill = iter(shuffled(hidden_cards(seen, pack), rng))

    def turned_up(hand: Hand) -> Hand:
        hidden = hand.count(FACE_DOWN)
        if hidden == len(hand):  # hands are hidden as a whole, nearly always
            return type(hand)(islice(fill, hidden)) if hand else hand
        return type(hand)([next(fill) if card is FACE_DOWN else card for card in hand]) if hidden else hand

    return _with_sorted_pack(map_zones(seen, lambda zone, content: map_hands(zone, content, turned_up)))


def _with_sorted_pack(state: V) -> V:
    pack = getattr(state, "pack", None)
    if not isinstance(pack, Hand):
        return state
    return map_zones(state, lambda _zone, content: pack.sorted() if content is pack else content)


def zone_errors(value: attrs.AttrsInstance, *, by_seat: bool = True) -> list[str]:
    """Return a sentence for each fault in the zones of a state: cards outside of zones, ``Own`` zones not by seat.

    Cards that the rules of the game name, such as wild ones, need no zone. Pass ``by_seat=False`` for a move, whose ``Own``
    zones belong to the seat that moves.
    """
    return list(_zone_errors_in(value, "", by_seat))


def _zone_errors_in(value: object, prefix: str, by_seat: bool) -> Iterator[str]:
    if isinstance(value, Card | Hand):
        yield f"{prefix.removesuffix('.')} holds cards but is not a zone"
    elif isinstance(value, tuple | list | AbstractSet):
        for item in value:
            yield from _zone_errors_in(item, prefix, by_seat)
    elif is_attrs(value):
        by_field = {part.name: part.visibility for part in card_fields(type(value))}
        for field in attrs.fields(type(value)):
            content, name = getattr(value, field.name), prefix + field.name
            if field.name == RULES:
                continue
            if not by_field.get(field.name):
                yield from _zone_errors_in(content, name + ".", by_seat)
            elif (
                by_seat
                and by_field[field.name] is Visibility.OWNER
                and content is not None
                and not _is_by_seat(content)
            ):
                yield f"{name} is an Own zone but not a tuple by seat"


def _is_by_seat(content: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(content, tuple) and not isinstance(content, Hand)

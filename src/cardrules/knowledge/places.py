"""The places of cards: where each card of a state lies, and the same state with other cards in its places."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from math import gcd
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, Card, Deck, Hand
from cardrules.seats import Seat
from cardrules.zones import CardField, Visibility, card_fields, is_attrs, map_hands, map_zones

V = TypeVar("V", bound=attrs.AttrsInstance)

Key: TypeAlias = tuple[object, ...]
"""What tells one pile of cards from another: the name of the field, and the places in the tuples around the cards."""


class Place(NamedTuple):
    """A place for a card, and the card in it."""

    key: Key
    visibility: Visibility
    owner: Seat | None
    """The seat whose card it is, in an ``Own`` zone of a state."""
    card: Card
    loose: bool
    """Whether it is in a hand, in which the order of cards means nothing unless the game says so."""

    def shows(self, seat: Seat | None) -> bool:
        """Return whether ``seat`` sees the card."""
        return self.visibility is Visibility.OPEN or (seat is not None and self.owner == seat)


def places(state: attrs.AttrsInstance) -> list[Place]:
    """Return the places of a state in the order in which :func:`filled` fills them."""
    found: list[Place] = []
    _find_in(state, (), found)
    return found


def _find_in(value: object, outer: Key, found: list[Place]) -> None:
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            _find_in(item, (*outer, number), found)
    elif is_attrs(value):
        for part in card_fields(type(value)):
            content = getattr(value, part.name)
            if part.visibility is None:
                _find_in(content, outer, found)
            else:
                _in_zone(content, (part.name, *outer), part.visibility, None, found)


def _in_zone(content: object, key: Key, visibility: Visibility, owner: Seat | None, found: list[Place]) -> None:
    if isinstance(content, Card):
        found.append(_pile(key, visibility, owner, loose=False)[content])
    elif isinstance(content, Hand):
        by_seat = owner is not None or (visibility is Visibility.CLOSED and isinstance(key[-1], int))
        pile = _pile(key, visibility, owner, loose=by_seat and not isinstance(content, Deck))
        found += map(pile.__getitem__, content)
    elif isinstance(content, tuple):
        for number, item in enumerate(content):
            holder = number if owner is None and visibility is Visibility.OWNER else owner
            _in_zone(item, (*key, number), visibility, holder, found)


class _Pile(dict[Card, Place]):
    """The places of a pile by the card in them, each made once: states have the same piles again and again."""

    def __init__(self, key: Key, visibility: Visibility, owner: Seat | None, loose: bool) -> None:
        super().__init__()
        self._place = Place(key, visibility, owner, FACE_DOWN, loose)

    def __missing__(self, card: Card) -> Place:
        place = self[card] = self._place._replace(card=card)
        return place


_pile = cache(_Pile)


def filled(value: V, cards: Iterable[Card]) -> V:
    """Return a state or a move with other cards in its places."""
    following = iter(cards)

    def fill(zone: CardField, content: object) -> object:
        return map_hands(zone, content, lambda hand: type(hand)(islice(following, len(hand))))

    return map_zones(value, fill)


class Tokens:
    """The physical cards of a deal, numbered by their positions in its shuffle, and where each of them lies.

    Copies of a card look alike, so which of them has moved can be a guess. A wrong guess makes two copies trade their
    stories, which nobody can see.
    """

    def __init__(self, at: list[int], now: Sequence[Place]) -> None:
        """Give the numbers ``at`` to the cards in the places ``now``."""
        self.at: list[int] = at
        """The number of the card in each place, in the order of the places."""
        self.places: Sequence[Place] = now

    @classmethod
    def dealt(cls, cards: Sequence[Card], landing: Mapping[tuple[Key, int], int], now: Sequence[Place]) -> "Tokens":
        """Locate the cards of a shuffle that led to the places ``now``; ``landing`` tells where each position goes."""
        waiting = _by_card(range(len(cards)), cards)
        numbers: list[int | None] = []
        seen: Counter[Key] = Counter()
        for place in now:
            token = landing.get((place.key, seen[place.key]))
            seen[place.key] += 1
            right = token is not None and token in waiting[place.card]
            numbers.append(token if right else None)
            if right and token is not None:
                waiting[place.card].remove(token)
        pairs = zip(now, numbers, strict=True)
        return cls([waiting[place.card].pop(0) if token is None else token for place, token in pairs], now)

    def tell_apart(self) -> list[Card]:
        """Return an object for the card in each place, by which it can be told from its copies."""
        return told_apart([place.card for place in self.places])

    def follow(self, now: Sequence[Place], apart: Sequence[Card], cards: Sequence[Card]) -> None:
        """Follow the cards to where they lie now.

        ``apart`` has the objects by which the cards in the places before were told apart, and ``cards`` those in the places
        now. What a game has replaced by another object is followed as far as its looks tell.
        """
        tokens = dict(zip(map(id, apart), self.at, strict=True))
        objects = Counter(map(id, cards))
        once = ((place, id(card)) for place, card in enumerate(cards) if objects[id(card)] == 1)
        self.move(now, {place: tokens[number] for place, number in once if number in tokens})

    def move(self, now: Sequence[Place], known: Mapping[int, int] = MappingProxyType({})) -> None:
        """Follow the cards to where they lie now as far as their looks tell, but those in ``known`` places by their numbers."""
        settled = set(known.values())
        came_from: dict[Card, list[tuple[Key, int]]] = defaultdict(list)
        for place, token in zip(self.places, self.at, strict=True):
            if token not in settled:
                came_from[place.card].append((place.key, token))
        going: dict[Card, list[int]] = defaultdict(list)
        for number, place in enumerate(now):
            if number not in known:
                going[place.card].append(number)
        at = [known.get(number, -1) for number in range(len(now))]
        for card, old in came_from.items():
            for number, token in zip(*_matched(old, going[card], now), strict=True):
                at[number] = token
        self.at, self.places = at, now


def _matched(old: list[tuple[Key, int]], going: list[int], now: Sequence[Place]) -> tuple[list[int], list[int]]:
    """Return the places of equal cards, and which of them lies in each: those that can stay stay, the lowest first."""
    if len(old) == 1:
        return going, [old[0][1]]
    leaving = Counter(key for key, _ in old)
    leaving.subtract(now[number].key for number in going)
    staying: dict[Key, list[int]] = defaultdict(list)
    moved: list[int] = []
    for key, token in old:
        if leaving[key] > 0:
            leaving[key] -= 1
            moved.append(token)
        else:
            staying[key].append(token)
    return going, [staying[key].pop(0) if staying[key := now[number].key] else moved.pop(0) for number in going]


def _by_card(tokens: Iterable[int], cards: Iterable[Card]) -> dict[Card, list[int]]:
    found: dict[Card, list[int]] = defaultdict(list)
    for token, card in zip(tokens, cards, strict=True):
        found[card].append(token)
    return found


class Twin(Card):
    """A copy of a card that is another object; for a game it is as good as the card itself."""

    __slots__ = ("original",)
    original: Card

    def __eq__(self, other: object) -> bool:
        return self.original is getattr(other, "original", other)

    def __hash__(self) -> int:
        return hash(self.original)


@cache
def twin(card: Card, number: int) -> Card:
    """Return a twin of a card for each number; number 0 is the card itself. A joker has no twins: games ask for it by ``is``."""
    if number == 0 or type(card) is not Card:
        return card
    made = object.__new__(Twin)
    for slot in ("rank", "suit", "index", "text", "ascii"):
        object.__setattr__(made, slot, getattr(card, slot))
    object.__setattr__(made, "original", card)
    return made


def told_apart(cards: Sequence[Card]) -> list[Card]:
    """Return cards of which no two are the same object, jokers aside: copies of a card are replaced by twins."""
    count: Counter[Card] = Counter()
    found: list[Card] = []
    for card in cards:
        found.append(twin(card, count[card]))
        count[card] += 1
    return found


def codes(pack: Sequence[Card]) -> tuple[Sequence[Card], Sequence[Card]]:
    """Return two orders of a sorted pack in which no two positions have the same card in both."""
    size = len(pack)
    stride = max(Counter(pack).values())
    while gcd(stride, size) > 1:
        stride += 1
    return pack, [pack[position * stride % size] for position in range(size)]


def landings(
    codes: Iterable[Sequence[Card]], first: Sequence[Place], second: Sequence[Place]
) -> dict[tuple[Key, int], int]:
    """Return where the positions of a shuffle go: the pile and the place in it, from the places after both codes."""
    positions = {pair: position for position, pair in enumerate(zip(*codes, strict=True))}
    found: dict[tuple[Key, int], int] = {}
    seen: Counter[Key] = Counter()
    for one, other in zip(first, second, strict=False):
        if one.key == other.key and (one.card, other.card) in positions:
            found[one.key, seen[one.key]] = positions[one.card, other.card]
        seen[one.key] += 1
    return found

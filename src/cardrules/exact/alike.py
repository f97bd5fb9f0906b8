"""What is alike: cards that the game cannot tell apart, and positions that differ only in such cards or in their order."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final, Generic, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Hand, Suit
from cardrules.cards.unseen import Unseen, unseen_cards
from cardrules.exact.positions import Position
from cardrules.game import Promises, StateLike
from cardrules.zones import RULES, CardField, Visibility, card_fields, is_attrs, zones

S = TypeVar("S", bound=StateLike)

LOTS: Final = 8
"""The most lots of unknown cards at once: shuffles of a part of the cards each, one after another."""


class Likeness(Generic[S]):
    """What a game promises to be alike."""

    def __init__(self, promises: Promises[S], pack: Hand, *, merged: bool) -> None:
        """Read the promises of a game that is played with ``pack``; unless ``merged``, no different cards are alike."""
        self._alike = promises.alike if merged else None
        self._suits: Final = promises.symmetric_suits if merged and self._alike is None else ()
        self._sorts_hands: Final = not promises.hand_order_matters
        self._unordered: Final = promises.unordered
        self._size: Final = len(pack)
        self._copies: Final = Counter(pack)
        self._cards: Final = tuple(self._copies)
        self._unseen: Final = {id(card): ~lot for lot in range(LOTS) for card in unseen_cards(lot, len(pack))}
        self._plain: Final = self._numbered({card: card for card in self._cards})
        self._by_kind: dict[int, tuple[Mapping[Card, object], Mapping[int, int]]] = {}

    def kinds(self, position: Position[S]) -> Callable[[Card], object]:
        """Return a function that gives the kind of an unknown card: whichever of a kind it is makes no difference."""
        if self._alike is not None:
            return self._alike(position.state).__getitem__
        fresh = self._fresh_suits(position) if self._suits else {}
        return lambda card: card if card is JOKER or card.suit not in fresh else (card.rank, fresh[card.suit])

    def _fresh_suits(self, position: Position[S]) -> Mapping[Suit, object]:
        """Return the symmetric suits that nothing has shown or named yet, each with its cards, by which it can be told."""
        state, shuffle = position.state, position.shuffle
        known = {*named_suits(state), *_suits(shuffle.cards if shuffle else ())}
        anew = shuffle is not None and len(shuffle.cards) == self._size
        for zone in zones(state):
            if not (anew and zone.visibility is Visibility.CLOSED):  # where the cards lay before the shuffle is nothing
                known |= _suits(zone.cards)
        return {
            suit: tuple(tuple(card.rank for card in lot.of_suit(suit)) for lot in position.lots)
            for suit in self._suits
            if suit not in known
        }

    def trades(self, state: S) -> Mapping[Card, Card]:
        """Return for each card another one that is alike: the next of its kind, or that of the next symmetric suit."""
        kinds: Mapping[Card, object] = {}
        if self._alike is not None:
            kinds = self._alike(state)
        elif self._suits:
            named = set(named_suits(state))
            pack = Hand(self._copies.elements())
            suits = {suit: tuple(card.rank for card in pack.of_suit(suit)) for suit in self._suits if suit not in named}
            kinds = {card: (card.rank, suits[card.suit]) for card in PACK_52 if card.suit in suits}
        groups: dict[object, list[Card]] = {}
        for card in self._cards:
            if card in kinds:
                groups.setdefault((kinds[card], self._copies[card]), []).append(card)
        return {
            card: other for cards in groups.values() for card, other in zip(cards, cards[1:] + cards[:1], strict=True)
        }

    def key(self, position: Position[S]) -> Hashable:
        """Return a value that is equal for positions from which the game goes on alike."""
        code = self._code(position.state)
        shuffle = position.shuffle and _numbers(position.shuffle.cards, code, in_order=True)
        # The cards of a single lot are those that the state does not show.
        lots = _numbers(position.lots, code, in_order=False) if len(position.lots) > 1 else ()
        return self._key(position.state, code), shuffle, lots

    def key_of(self, value: attrs.AttrsInstance, state: S) -> Hashable:
        """Return a value that is equal for views or moves, seen in a ``state``, that differ only in what is alike."""
        return self._key(value, self._code(state))

    def _code(self, state: S) -> Mapping[int, int]:
        """Return a number for each card, by its identity; the same number for cards of a kind."""
        if self._alike is None:
            return self._plain
        kinds = self._alike(state)
        known = self._by_kind.get(id(kinds))
        if known is None:  # the kinds are stored too, so that no others can have their identity
            known = self._by_kind[id(kinds)] = kinds, self._numbered(kinds)
        return known[1]

    def _numbered(self, kinds: Mapping[Card, object]) -> Mapping[int, int]:
        """Return a number for each kind of card, 0 or more, and a negative one for the unseen cards of each lot."""
        numbers: dict[object, int] = {}
        known = {id(card): numbers.setdefault(kinds[card], len(numbers)) for card in self._cards}
        return {**self._unseen, **known, id(FACE_DOWN): len(numbers)}

    def _key(self, value: attrs.AttrsInstance, code: Mapping[int, int]) -> tuple[object, ...]:
        found: list[object] = [type(value)]
        for name, zone in _fields(type(value)):
            content = getattr(value, name)
            if zone is None:
                found.append(content)
            elif zone.visibility is None:
                found.append(self._nested(content, code))
            else:
                free = name in self._unordered or (self._sorts_hands and zone.visibility is Visibility.OWNER)
                found.append(_numbers(content, code, in_order=not free))
        return tuple(found)

    def _nested(self, content: object, code: Mapping[int, int]) -> object:
        if isinstance(content, tuple):
            return tuple([self._nested(item, code) for item in content])
        return self._key(content, code) if is_attrs(content) else content


@cache
def _fields(kind: type[attrs.AttrsInstance]) -> tuple[tuple[str, CardField | None], ...]:
    """Return the fields that tell objects of a class apart, but for the rules, each with what it is if it can hold cards."""
    found = {part.name: part for part in card_fields(kind)}
    return tuple(
        (field.name, found.get(field.name)) for field in attrs.fields(kind) if field.eq and field.name != RULES
    )


def _numbers(content: object, code: Mapping[int, int], *, in_order: bool) -> object:
    if isinstance(content, Hand):
        numbers = map(
            code.__getitem__, map(id, content)
        )  # loops in C: 5 µs for a stock of 100 cards, a third of the time
        return tuple(numbers if in_order else sorted(numbers))
    if isinstance(content, tuple):
        return tuple([_numbers(item, code, in_order=in_order) for item in content])
    return content if content is None else code[id(content)]


def _suits(cards: Iterable[Card]) -> set[Suit]:
    return {card.suit for card in cards if not isinstance(card, Unseen) and hasattr(card, "suit")}


def named_suits(value: object) -> Iterator[Suit]:
    """Yield the suits that a state or a move names outside of its zones and its rules."""
    if isinstance(value, Suit):
        yield value
    elif isinstance(value, tuple | AbstractSet):
        for item in value:
            yield from named_suits(item)
    elif isinstance(value, Mapping):
        yield from named_suits((*value.keys(), *value.values()))
    elif is_attrs(value):
        for name, zone in _fields(type(value)):
            if zone is None or zone.visibility is None:
                yield from named_suits(getattr(value, name))

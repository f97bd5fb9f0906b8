"""Poker hands: their ranking, their names, and the cards that wild cards stand for.

A :class:`PokerRanking` gives each hand of five cards a number, higher for a better hand and equal for equal hands:

>>> from cardrules.cards import Hand
>>> from cardrules.blocks.pokerhands import PokerRanking
>>> ranking = PokerRanking()
>>> ranking.value(Hand.parse("5H 5C 5D 9S 9H")) > ranking.value(Hand.parse("AS KS 10S 4S 3S"))
True
>>> ranking.words(Hand.parse("5H 5C 5D 9S 9H"))
'full house, fives over nines'

By default hands rank as in :mod:`cardrules.games.draw_poker`. That ranking has a class that most games lack, ace-king, and
suits break so many ties that no two hands dealt from one pack without wild cards are equal. :data:`STANDARD` is the usual
ranking, without ace-king and suits.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from itertools import combinations_with_replacement, pairwise
from operator import attrgetter
from typing import Final, Literal, TypeAlias

from attrs import Attribute, field, frozen

from cardrules.cards import JOKER, PACK_52, Card, Hand, Rank, Suit
from cardrules.errors import CardRulesError, RulesError
from cardrules.options import Permutation, with_validators


class PokerHandError(CardRulesError, ValueError):
    """Cards that are not a poker hand."""

    code = "poker_hand"


class PokerClass(IntEnum):
    """The classes of hands, from low to high."""

    NOTHING = 0
    ACE_KING = 1
    PAIR = 2
    TWO_PAIRS = 3
    THREE = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10
    FIVE = 11


SIZE: Final = 5
"""The number of cards in a hand."""

SUIT_ORDER: Final = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
"""The default order of the suits, from high to low."""

_CLASS: Final = 22
"""The number of bits of a value below its class: five ranks of thirteen take 19, a suit two."""

_SUIT_FIRST: Final = 1 << 20
"""The weight of a suit that is compared before the ranks."""

_RANKS: Final = tuple(Rank)
_PLACES: Final = {rank: place for place, rank in enumerate(_RANKS)}
_FIVE, _SIX, _EIGHT, _KING, _ACE = (_PLACES[Rank(text)] for text in ("5", "6", "8", "K", "A"))
_LOW_STRAIGHT: Final = tuple(_PLACES[Rank(text)] for text in ("A", "5", "4", "3", "2"))

_Ranks: TypeAlias = tuple[int, ...]
"""Ranks as numbers from 0 for two to 12 for ace, sorted from high to low."""


def _are_cards(_: object, attribute: "Attribute[frozenset[Card]]", value: object) -> None:
    if not isinstance(value, frozenset):
        raise RulesError(f"{attribute.name} must be a frozenset of cards of the pack, not {value!r}")
    if others := value - {*PACK_52, JOKER}:
        raise RulesError(f"{attribute.name} must be cards of the pack, not {' '.join(sorted(map(str, others)))}")


@frozen(field_transformer=with_validators)
class PokerRanking:
    """A ranking of hands of five cards. Aces are high, except in A 2 3 4 5 if that is a straight.

    By default hands of the same class compare by rank and then by the suit of one card: in two pairs the fifth card, in a
    pair the highest card outside it, in ace-king the ace, in straights and nothing the highest card. Flushes compare by suit
    before rank. In four of a kind, full house and three of a kind suits do not count.
    """

    wild: frozenset[Card] = field(default=frozenset(), validator=_are_cards)
    """The cards of the pack that are wild; jokers always are."""

    ace_low_straight: bool = True
    """Whether A 2 3 4 5 is a straight, the lowest."""

    five_of_a_kind: bool = False
    """Whether five of a kind is a class, the highest; otherwise it counts as four of a kind with a fifth card of that rank."""

    flush_by: Literal["suit", "rank"] = "suit"
    """Whether flushes compare by suit or by rank first."""

    straight_by: Literal["suit", "rank"] = "rank"
    """Whether straights compare by the suit or by the rank of their top cards first."""

    straight_flush_by: Literal["suit", "rank"] = "rank"
    """Whether straight flushes compare by suit or by rank first."""

    suit_order: tuple[Suit, ...] = field(default=SUIT_ORDER, validator=Permutation(SUIT_ORDER))
    """The suits from high to low."""

    suits: bool = True
    """Whether suits break ties."""

    ace_king: bool = True
    """Whether ace-king is a class, above nothing."""

    bug: bool = False
    """Whether jokers are bugs: each stands for an ace, or for a card that completes a straight or a flush.

    In a flush it stands for the highest card that the hand does not hold.
    """

    def value(self, hand: Sequence[Card]) -> int:
        """Return a number for a hand of five cards, which may include jokers: the better hand has the higher number.

        Raises :class:`PokerHandError` for anything but five cards.
        """
        codes = self._codes
        try:
            first, second, third, fourth, fifth = hand
            key = codes[first] + codes[second] + codes[third] + codes[fourth] + codes[fifth]
            suit = first.suit
            if suit is second.suit is third.suit is fourth.suit is fifth.suit:
                value, weights, rank = self._flushes[key]
            else:
                value, weights, rank = self._others[key]
        except (KeyError, ValueError):
            return self._learn_value(hand)
        # With a loop over the hand the whole function would take a quarter longer.
        if first.rank is rank:
            return value + weights[suit]
        if second.rank is rank:
            return value + weights[second.suit]
        if third.rank is rank:
            return value + weights[third.suit]
        if fourth.rank is rank:
            return value + weights[fourth.suit]
        if fifth.rank is rank:
            return value + weights[fifth.suit]
        return value

    @cached_property
    def _codes(self) -> Mapping[Card, int]:
        """A number for each card that is not wild. The sum over a hand determines how often it has each rank."""
        return {card: 8 ** _PLACES[card.rank] for card in PACK_52 if card not in self.wild}

    @cached_property
    def _strengths(self) -> Mapping[Suit, int]:
        """The strength of each suit, 0 for the lowest."""
        return {suit: strength for strength, suit in enumerate(reversed(self.suit_order))}

    @cached_property
    def _weights(self) -> Mapping[int, Mapping[Suit, int]]:
        """The number that each suit adds to a value, by weight and suit."""
        weights = (0, 1, _SUIT_FIRST)
        return {weight: {suit: weight * strength for suit, strength in self._strengths.items()} for weight in weights}

    @cached_property
    def _others(self) -> dict[int, "_Row"]:
        """The values of hands without wild cards and of several suits, by the sum of their codes.

        They are computed on first use: all of them together would take a tenth of a second.
        """
        return {}

    @cached_property
    def _flushes(self) -> dict[int, "_Row"]:
        """The values of hands without wild cards and of one suit, likewise."""
        return {}

    def _learn_value(self, hand: Sequence[Card]) -> int:
        """Return the value of a hand that has wild cards or is not in the tables yet, in which case it is added."""
        if not self._is_natural(hand):
            return self._best(hand).value
        worth, _ = self._natural(hand)
        key, suit = self._key(hand)
        rows = self._others if suit is None else self._flushes
        rows[key] = worth.value, self._weights[worth.weight], _RANKS[worth.suit_of] if worth.weight else None
        return self.value(hand)

    def _is_natural(self, hand: Sequence[Card]) -> bool:
        """Return whether a hand is five cards, none of them wild."""
        codes = self._codes
        return len(hand) == SIZE and all(card in codes for card in hand)

    def _key(self, hand: Sequence[Card]) -> tuple[int, Suit | None]:
        """Return the key of a natural hand in the tables: the sum of its codes, and its suit if all cards share it."""
        codes, suits = self._codes, {card.suit for card in hand}
        return sum([codes[card] for card in hand]), suits.pop() if len(suits) == 1 else None

    def _natural(self, hand: Sequence[Card]) -> "tuple[_Worth, Suit | None]":
        """Return the worth of a natural hand, and its suit if it counts as a flush."""
        if len({card.suit for card in hand}) == 1:  # with several packs it may be a full house
            reading = self._best(hand)
            return reading.worth, self._suit(reading)
        ranks = tuple(sorted([_PLACES[card.rank] for card in hand], reverse=True))
        return self._candidates(ranks, flush=False)[0], None

    def _suit(self, reading: "_Reading") -> Suit | None:
        return None if reading.flush is None else self.suit_order[3 - reading.flush]

    def _flush(self, ranks: _Ranks) -> "_Worth":
        """Return the worth of five cards of one suit."""
        top = self._straight_top(ranks)
        if top is None:
            return self._worth(PokerClass.FLUSH, ranks, ranks, ranks[0], suit_first=self.flush_by == "suit")
        kind = PokerClass.ROYAL_FLUSH if top == _ACE else PokerClass.STRAIGHT_FLUSH
        return self._worth(kind, (top,), ranks, top, suit_first=self.straight_flush_by == "suit")

    def _straight_top(self, ranks: _Ranks) -> int | None:
        """Return the rank of the top card if the ranks are a straight."""
        if ranks == _LOW_STRAIGHT and self.ace_low_straight:
            return _FIVE
        return ranks[0] if all(high - low == 1 for high, low in pairwise(ranks)) else None

    def _of_ranks(self, ranks: _Ranks) -> "_Worth":
        """Return the worth of five cards of several suits."""
        counts = Counter(ranks)
        order = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
        match sorted(counts.values(), reverse=True):
            case [5] if self.five_of_a_kind:
                return self._worth(PokerClass.FIVE, order, ranks)
            case [5]:
                return self._worth(PokerClass.FOUR, order * 2, ranks)
            case [4, 1]:
                return self._worth(PokerClass.FOUR, order, ranks)
            case [3, 2]:
                return self._worth(PokerClass.FULL_HOUSE, order, ranks)
            case [3, 1, 1]:
                return self._worth(PokerClass.THREE, order, ranks)
            case [2, 2, 1]:
                return self._worth(PokerClass.TWO_PAIRS, order, ranks, order[2])
            case [2, 1, 1, 1]:
                return self._worth(PokerClass.PAIR, order, ranks, order[1])
        top = self._straight_top(ranks)
        if top is not None:
            return self._worth(PokerClass.STRAIGHT, (top,), ranks, top, suit_first=self.straight_by == "suit")
        ace_king = self.ace_king and ranks[:2] == (_ACE, _KING)
        return self._worth(PokerClass.ACE_KING if ace_king else PokerClass.NOTHING, order, ranks, order[0])

    def _worth(
        self, kind: PokerClass, order: _Ranks, ranks: _Ranks, suit_of: int | None = None, *, suit_first: bool = False
    ) -> "_Worth":
        """Return the worth of ``ranks`` of a class, compared in this ``order``, with the suit of a card before or after."""
        number = 0
        for rank in order:
            number = 13 * number + rank
        if suit_of is None or not self.suits:
            return _Worth((kind << _CLASS) + 4 * number, 0, 0, ranks)
        if suit_first:
            return _Worth((kind << _CLASS) + number, _SUIT_FIRST, suit_of, ranks)
        return _Worth((kind << _CLASS) + 4 * number, 1, suit_of, ranks)

    def hand_class(self, hand: Sequence[Card]) -> PokerClass:
        """Return the class of a hand of five cards; raises as :meth:`value` does."""
        return class_of(self.value(hand))

    def _best(self, hand: Sequence[Card]) -> "_Reading":
        natural = [card for card in hand if card in self._codes]
        if len(hand) != SIZE or not all(card in self._codes or card is JOKER or card in self.wild for card in hand):
            raise PokerHandError(f"a poker hand is five face-up cards, not {' '.join(map(str, hand)) or 'none'}")
        bugs = sum([card is JOKER for card in hand]) if self.bug else 0
        return max(self._readings(natural, bugs), key=attrgetter("value"))

    def _readings(self, natural: Sequence[Card], bugs: int) -> Iterator["_Reading"]:
        """Yield the ways to read a hand that has these cards and is filled up with wild ones, some of them bugs."""
        ranks = tuple(sorted((_PLACES[card.rank] for card in natural), reverse=True))
        suits = {self._strengths[card.suit] for card in natural}
        if len(suits) <= 1:
            suit = max(suits, default=3)
            for worth in self._candidates(ranks, bugs, flush=True):
                yield _Reading(worth.with_suit(suit), worth, suit)
        for worth in self._candidates(ranks, bugs, flush=False):
            strengths = (self._strengths[card.suit] for card in natural if _PLACES[card.rank] == worth.suit_of)
            yield _Reading(worth.with_suit(max(strengths, default=3)), worth, None)

    def _candidates(self, natural: _Ranks, bugs: int = 0, *, flush: bool) -> tuple["_Worth", ...]:
        """Return what these ranks and wild cards can be worth, without what is worse whatever the suits are."""
        found = self._candidate_cache.get((natural, bugs, flush))
        if found is None and len(natural) == SIZE:
            found = ((self._flush if flush else self._of_ranks)(natural),)
        elif found is None:
            worths = [
                worth
                for more in _all_ranks(SIZE - len(natural))
                for worth in self._candidates(tuple(sorted(natural + more, reverse=True)), flush=flush)
                if not bugs or _bugs_may_be(more, bugs, worth)
            ]
            least = max(worth.value for worth in worths)
            found = tuple(worth for worth in worths if worth.with_suit(3) >= least)
        self._candidate_cache[natural, bugs, flush] = found
        return found

    @cached_property
    def _candidate_cache(self) -> dict[tuple[_Ranks, int, bool], tuple["_Worth", ...]]:
        """The results of :meth:`_candidates`, by its arguments."""
        return {}

    def best(self, hand: Sequence[Card]) -> Hand:
        """Replace the wild cards of a hand by the cards they best stand for; raises as :meth:`value` does.

        >>> print(PokerRanking().best(Hand.parse("9C JK 9H 4S JK")))
        9♣ 9♦ 9♥ 4♠ 9♠
        """
        reading, natural = self._best(hand), [card for card in hand if card in self._codes]
        missing = Counter(reading.worth.ranks) - Counter(_PLACES[card.rank] for card in natural)
        flush = self._suit(reading)
        stand_ins: list[Card] = []
        for rank in missing.elements():
            cards = [Card(_RANKS[rank], suit) for suit in (self.suit_order if flush is None else (flush,))]
            stand_ins.append(next((card for card in cards if card not in (*natural, *stand_ins)), cards[0]))
        return Hand(card if card in self._codes else stand_ins.pop(0) for card in hand)

    def words(self, hand: Sequence[Card]) -> str:
        """Return the name of a hand; raises as :meth:`value` does.

        >>> PokerRanking().words(Hand.parse("9C JK 9H 4S JK"))
        'four nines and a four'
        """
        if not self._is_natural(hand):
            reading = self._best(hand)
            return self._words(reading.worth, self._suit(reading))
        key = self._key(hand)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = self._words(*self._natural(hand))
        return name

    @cached_property
    def _names(self) -> dict[tuple[int, Suit | None], str]:
        """The names of natural hands, by their key, computed on first use. A look-up takes a fifth of the time, or less."""
        return {}

    def _words(self, worth: "_Worth", flush: Suit | None) -> str:
        ranks = worth.ranks
        counted = [rank for rank, _ in Counter(ranks).most_common()]
        first, second = counted[0], counted[min(1, len(counted) - 1)]
        top = self._straight_top(ranks)
        return _WORDS[class_of(worth.value)].format(
            first=_plural(first),
            second=_plural(second),
            a_second=_with_article(second),
            high=_singular(ranks[0] if top is None else top),
            suit="" if flush is None else flush.name.lower(),
        )


STANDARD: Final = PokerRanking(suits=False, ace_king=False)
"""The ranking of most games today: suits do not break ties, and ace with king is nothing."""

_WORDS: Final[Mapping[PokerClass, str]] = {
    PokerClass.FIVE: "five {first}",
    PokerClass.ROYAL_FLUSH: "royal flush in {suit}",
    PokerClass.STRAIGHT_FLUSH: "straight flush in {suit} to the {high}",
    PokerClass.FOUR: "four {first} and {a_second}",
    PokerClass.FULL_HOUSE: "full house, {first} over {second}",
    PokerClass.FLUSH: "flush in {suit}, {high} high",
    PokerClass.STRAIGHT: "straight to the {high}",
    PokerClass.THREE: "three {first}",
    PokerClass.TWO_PAIRS: "two pairs, {first} and {second}",
    PokerClass.PAIR: "pair of {first}",
    PokerClass.ACE_KING: "ace and king",
    PokerClass.NOTHING: "{high} high",
}


def class_of(value: int) -> PokerClass:
    """Return the class of the hands that have this value, in any ranking."""
    return PokerClass(value >> _CLASS)


_Row: TypeAlias = tuple[int, Mapping[Suit, int], Rank | None]
"""The value of a hand, and the numbers that suits add to it, for the suit of the card of some rank, if any."""


@frozen
class _Worth:
    """The worth of five ranks: a value, to which the suit of one card is added by a weight, 0 if suits do not count."""

    value: int
    weight: int
    suit_of: int
    """The rank of the card whose suit counts."""
    ranks: _Ranks

    def with_suit(self, suit: int) -> int:
        """Return the value with a suit, a number from 0 for the lowest to 3."""
        return self.value + self.weight * suit


@frozen
class _Reading:
    """One way to read a hand: its value, the worth of its ranks, and the suit if it is read as a flush."""

    value: int
    worth: _Worth
    flush: int | None


def _all_ranks(count: int) -> Iterator[_Ranks]:
    """Yield every selection of a number of ranks, from high to low, equal ones allowed."""
    return combinations_with_replacement(range(_ACE, -1, -1), count)


def _bugs_may_be(ranks: _Ranks, bugs: int, worth: _Worth) -> bool:
    """Return whether so many bugs may be among the wild cards that have these ranks in a hand of this worth."""
    kind = class_of(worth.value)
    if kind in _STRAIGHTS:
        return True
    if kind is PokerClass.FLUSH:
        return sum([worth.ranks.count(rank) == 1 for rank in ranks]) >= bugs
    return ranks.count(_ACE) >= bugs


_STRAIGHTS: Final = frozenset({PokerClass.STRAIGHT, PokerClass.STRAIGHT_FLUSH, PokerClass.ROYAL_FLUSH})

_NAMES: Final = tuple(rank.name.lower() for rank in _RANKS)


def _singular(rank: int) -> str:
    return _NAMES[rank]


def _with_article(rank: int) -> str:
    return f"{'an' if rank in {_ACE, _EIGHT} else 'a'} {_singular(rank)}"


def _plural(rank: int) -> str:
    return _singular(rank) + ("es" if rank == _SIX else "s")

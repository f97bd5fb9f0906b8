"""Tricks: what may be played, and who takes them."""

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen

from cardrules.cards import PACK_52, Card, Suit
from cardrules.hands import Hand
from cardrules.ranking import ACE_HIGH, Ranking
from cardrules.zones import Open


@frozen
class Play:
    """Play a card of one's hand to the trick."""

    card: Open[Card]


PLAYS: Final = {card: Play(card) for card in PACK_52}
"""The play of each card, made once: building moves anew costs a quarter of a random play-out."""


def following(hand: Hand, trick: Sequence[Card]) -> tuple[Play, ...]:
    """What may be played from ``hand`` to ``trick`` where one has to follow suit: if one cannot, or leads, any card."""
    if trick:
        led = trick[0].suit
        same = tuple([PLAYS[card] for card in hand if card.suit is led])
        if same:
            return same
    return tuple([PLAYS[card] for card in hand])


@frozen(eq=False)
class TrickOrder:
    """Which card takes a trick: the highest trump, else the highest of the suit led; of equal cards the first."""

    plain: Ranking = ACE_HIGH
    """The order of the suits that are not trump."""

    trump: Ranking = ACE_HIGH
    """The order of the trump suit."""

    _tables: dict[tuple[Suit | None, Suit], Mapping[Card, int]] = field(init=False, factory=dict, repr=False)

    def winner(self, trick: Sequence[Card], trump: Suit | None = None) -> int:
        """The place in ``trick`` of the card that takes it."""
        table = self.strengths(trump, trick[0].suit)
        strengths = [table[card] for card in trick]
        return strengths.index(max(strengths))

    def strengths(self, trump: Suit | None, led: Suit) -> Mapping[Card, int]:
        """The strength of each card when ``led`` was led: -1 for one that can take nothing."""
        key = (trump, led)
        if key not in self._tables:
            self._tables[key] = {card: self._strength(card, trump, led) for card in PACK_52}
        return self._tables[key]

    def _strength(self, card: Card, trump: Suit | None, led: Suit) -> int:
        if card.suit is trump:
            return len(self.plain.ranks) + self.trump.strength.get(card.rank, -1)
        return self.plain.strength.get(card.rank, -1) if card.suit is led else -1

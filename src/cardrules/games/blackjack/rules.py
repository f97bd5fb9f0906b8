"""The options of Blackjack."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal

from attrs import field, frozen

from cardrules.cards import Deck, pack
from cardrules.errors import RulesError
from cardrules.game import Amount
from cardrules.games.blackjack.moves import Bet
from cardrules.options import Range, at_least, between, require_listable, with_validators

MOST_DECKS: Final = 8
"""The most packs in a shoe (4.1)."""

DOUBLED: Final[Mapping[str, range]] = {
    "any": range(4, 21),
    "9-11": range(9, 12),
    "10-11": range(10, 12),
    "none": range(0),
}
"""The totals that may be doubled, by the option ``double`` (2.5); no soft hand has 11 or less."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Blackjack."""

    players: int = field(default=1, validator=between(1, 7))
    """The number of boxes; the dealer has the seat after the last one (2.1)."""

    decks: int = field(default=6, validator=between(1, MOST_DECKS))
    """The number of packs in the shoe (4.1)."""

    hole_card: bool = False
    """Whether the dealer gets a second card, face down, in the deal (2.1)."""

    peek: bool = False
    """Whether the dealer looks for Blackjack before the boxes play (2.1, 3.2)."""

    original_bets_only: bool = False
    """Whether a box loses no more than its first bet to the dealer's Blackjack (3.2)."""

    surrender: Literal["early", "late", "none"] = "early"
    """Whether a box may surrender before it is known if the dealer has Blackjack, only after that, or never (2.3)."""

    surrender_against_ace: bool = True
    """Whether a box may surrender if the dealer's first card is an ace (2.3)."""

    double: Literal["any", "9-11", "10-11", "none"] = "any"
    """Which totals of two cards may be doubled, an ace counted as in 1.1 (2.5)."""

    double_after_split: bool = True
    """Whether a hand may be doubled after a split, other than split aces (2.5)."""

    max_hands: int | None = field(default=None, validator=Range(1))
    """The most hands that a box may be split into; ``None`` for no limit (2.6)."""

    resplit_aces: bool = True
    """Whether split aces that get another ace may be split again (2.6)."""

    hit_split_aces: bool = False
    """Whether split aces may get more than one card each (2.6)."""

    soft_17: Literal["stand", "hit"] = "stand"
    """What the dealer does with a 17 in which an ace counts 11 (2.7)."""

    insurance: bool = True
    """Whether a box may insure against the dealer's ace (2.2)."""

    blackjack_pays: Amount = field(default=Fraction(3, 2), validator=Range(1, fractions=True))
    """The win of Blackjack for a bet of 1 (3.1)."""

    min_bet: int = field(default=1, validator=at_least(1))
    """The lowest bet (2.1)."""

    max_bet: int = field(default=10, validator=at_least(1))
    """The highest bet; there are at most 1,000 different bets (2.1)."""

    step: int = field(default=1, validator=at_least(1))
    """The difference between one bet and the next (2.1)."""

    reshuffle_at: Amount = field(default=Fraction(1, 4), validator=Range(0, 1, fractions=True))
    """The part of the shoe: all cards are shuffled before a round that would begin with no more than this (4.1)."""

    rounds: int = field(default=1, validator=at_least(1))
    """The number of rounds in the match (2.1)."""

    def __attrs_post_init__(self) -> None:
        if self.peek and not self.hole_card:
            raise RulesError("peek needs hole_card: without one there is nothing to look at")
        if self.peek and self.original_bets_only:
            raise RulesError("original_bets_only needs peek off: after a peek no bet meets a Blackjack of the dealer")
        if self.surrender == "late" and not self.peek:
            raise RulesError("surrender may be 'late' only with peek; without it choose 'early' or 'none'")
        if self.surrender == "none" and not self.surrender_against_ace:
            raise RulesError("surrender_against_ace may be off only with surrender: where that is 'none' leave it on")
        if self.max_bet < self.min_bet:
            raise RulesError(f"max_bet must be at least min_bet, which is {self.min_bet}, not {self.max_bet}")
        require_listable("max_bet", self.amounts)

    def may_double(self, points: int) -> bool:
        """Return whether a hand of two cards with this total may be doubled (2.5)."""
        return points in DOUBLED[self.double]

    @property
    def seats(self) -> int:
        """The number of seats: the boxes, and the dealer's after the last of them (2.1)."""
        return self.players + 1

    @cached_property
    def shoe(self) -> Deck:
        """All the cards, sorted, made once (4.1)."""
        return Deck(pack(copies=self.decks))

    @cached_property
    def cards_dealt(self) -> int:
        """The number of cards dealt at the start of a round (2.1)."""
        return 2 * self.players + 1 + self.hole_card

    def reserve(self, cards: int) -> int:
        """Return the number of cards in a shoe of so many ``cards`` with which no new round begins (4.1)."""
        return int(self.reshuffle_at * cards)

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """All bets from low to high, made once (2.1)."""
        return tuple(map(Bet, self.amounts))

    @property
    def amounts(self) -> range:
        """The amounts that may be bet (2.1)."""
        return range(self.min_bet, self.max_bet + 1, self.step)


EUROPEAN: Final = Rules(surrender="none", double="9-11", max_hands=4)
"""The usual game of European casinos: no hidden card, no surrender, and few totals that may be doubled."""

VEGAS_STRIP: Final = Rules(decks=4, hole_card=True, peek=True, surrender="none", max_hands=4, resplit_aces=False)
"""The usual game of Las Vegas: the dealer looks at a hidden card, and any two cards may be doubled."""

ATLANTIC_CITY: Final = Rules(decks=8, hole_card=True, peek=True, surrender="late", max_hands=4, resplit_aces=False)
"""The usual game of Atlantic City: that of Las Vegas from more packs, and with late surrender."""

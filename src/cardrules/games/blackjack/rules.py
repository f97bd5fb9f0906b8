"""The options of Blackjack."""

from fractions import Fraction
from functools import cached_property
from typing import Literal

from attrs import field, frozen

from cardrules.cards import Deck, pack
from cardrules.errors import RulesError
from cardrules.game import Amount
from cardrules.games.blackjack.moves import Bet
from cardrules.options import Range, at_least, between, with_validators


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Blackjack."""

    players: int = field(default=1, validator=between(1, 7))
    """Boxes; the dealer has the seat after the last (2.1)."""

    decks: int = field(default=6, validator=at_least(1))
    """Packs in the shoe (4.1)."""

    hole_card: bool = False
    """Whether the dealer deals himself a second card, face down (2.1)."""

    peek: bool = False
    """Whether the dealer looks for Blackjack before the boxes play (2.1, 3.2)."""

    original_bets_only: bool = False
    """Whether the dealer's Blackjack takes no more of a box than its first bet (3.2)."""

    surrender: Literal["early", "late", "none"] = "early"
    """Whether one may surrender before it is known if the dealer has Blackjack, or only after (2.3)."""

    double: Literal["any", "none"] = "any"
    """Whether one may double on two cards (2.5)."""

    double_after_split: bool = True
    """Whether one may double a hand that was split, other than aces (2.5)."""

    max_hands: int | None = field(default=None, validator=Range(1))
    """The most hands that a box may be split into, ``None`` for no limit (2.6)."""

    resplit_aces: bool = True
    """Whether split aces that get another ace may be split again (2.6)."""

    hit_split_aces: bool = False
    """Whether split aces may get more than one card each (2.6)."""

    soft_17: Literal["stand", "hit"] = "stand"
    """What the dealer does with 17 in which an ace counts 11 (2.7)."""

    insurance: bool = True
    """Whether one may insure against the dealer's ace (2.2)."""

    blackjack_pays: Amount = field(default=Fraction(3, 2), validator=Range(1, fractions=True))
    """What Blackjack wins for a bet of 1 (3.1)."""

    min_bet: int = field(default=1, validator=at_least(1))
    """The lowest bet (2.1)."""

    max_bet: int = field(default=10, validator=at_least(1))
    """The highest bet (2.1)."""

    step: int = field(default=1, validator=at_least(1))
    """By how much one bet differs from the next (2.1)."""

    reshuffle_at: Amount = field(default=Fraction(1, 4), validator=Range(0, 1, fractions=True))
    """The part of the shoe with which no new round begins: before it all cards are shuffled (4.1)."""

    rounds: int = field(default=1, validator=at_least(1))
    """Rounds in the match (2.1)."""

    def __attrs_post_init__(self) -> None:
        if self.peek and not self.hole_card:
            raise RulesError("peek needs hole_card: without one there is nothing to look at")
        if self.peek and self.original_bets_only:
            raise RulesError("original_bets_only needs peek off: after a peek no bet meets a Blackjack of the dealer")
        if self.surrender == "late" and not self.peek:
            raise RulesError("surrender may be 'late' only with peek; without it choose 'early' or 'none'")
        if self.max_bet < self.min_bet:
            raise RulesError(f"max_bet must be at least min_bet, which is {self.min_bet}, not {self.max_bet}")

    @property
    def seats(self) -> int:
        """The boxes, and the dealer's seat after the last of them (2.1)."""
        return self.players + 1

    @cached_property
    def shoe(self) -> Deck:
        """All the cards, sorted, put together once (4.1)."""
        return Deck(pack(copies=self.decks))

    @cached_property
    def reserve(self) -> int:
        """No new round begins with so many cards in the shoe, or fewer (4.1)."""
        return int(self.reshuffle_at * len(self.shoe))

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """All bets, from low to high, made once."""
        return tuple(map(Bet, range(self.min_bet, self.max_bet + 1, self.step)))

"""The options of Ruka dyavola."""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal

from attrs import field, frozen

from cardrules.blocks.betting import StakingTerms
from cardrules.cards import JOKER, PACK_52, Card, Deck, pack, rank_values
from cardrules.errors import RulesError
from cardrules.options import Range, at_least, between, require_listable, with_validators

CARDS: Final = 3
"""The number of cards in a hand, and the most that may be exchanged (1.4, 2.1)."""

RANKS: Final = MappingProxyType({card: card.rank for card in PACK_52} | {JOKER: None})
"""The rank of each card, by which lots are drawn; jokers have none (1.3)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Ruka dyavola."""

    players: int = field(default=4, validator=between(2, 8))
    """The number of players (1.1)."""

    ace: Literal[1, 11] = 1
    """The value of an ace (4.4)."""

    jokers: Literal[0, 2] = 0
    """The number of jokers added to the pack (4.1)."""

    joker_value: int = field(default=0, validator=between(0, 11))
    """The value of a joker that is kept (4.1)."""

    hands: int = field(default=1, validator=at_least(1))
    """The number of hands that each player plays in a deal, at most as many as the pack can serve (4.3)."""

    betting: Literal["none", "poker"] = "none"
    """Whether stakes are made in circles before the exchange (4.2)."""

    max_circles: int = field(default=3, validator=at_least(1))
    """The most circles of stakes for a hand (4.2)."""

    stake_limit: int | None = field(default=None, validator=Range(1))
    """The highest stake in a circle, at most 1,000 times ``stake``; by default ten times ``stake`` (4.2)."""

    exchange: Literal["together", "one_by_one"] = "together"
    """Whether cards are exchanged together or one by one (2.3)."""

    stake: int = field(default=1, validator=at_least(1))
    """The sum that each player puts in for a hand, and the price of a new card (1.2, 2.1)."""

    deals: int = field(default=1, validator=at_least(1))
    """The number of deals in the match (5.1)."""

    def __attrs_post_init__(self) -> None:
        cards = len(PACK_52) + self.jokers
        served = cards // (2 * CARDS * self.players)
        if self.hands > served:
            raise RulesError(
                f"hands must be at most {served} for {self.players} players and {cards} cards, "
                f"so that everybody can exchange all cards, not {self.hands}"
            )
        if self.highest_stake < self.stake:
            raise RulesError(f"stake_limit must be at least the stake, {self.stake}, not {self.stake_limit}")
        require_listable("stake_limit", range(self.stake, self.highest_stake + 1, self.stake))

    @property
    def highest_stake(self) -> int:
        """The highest stake in a circle (4.2)."""
        return 10 * self.stake if self.stake_limit is None else self.stake_limit

    @cached_property
    def cards(self) -> Deck:
        """All the cards, jokers included, unshuffled (1.1, 4.1)."""
        return Deck(pack(jokers=self.jokers))

    @cached_property
    def values(self) -> Mapping[Card, int]:
        """The value of each card (3.1, 4.1)."""
        ranks = rank_values(ACE=self.ace, JACK=10, QUEEN=10, KING=10)
        return {card: ranks[card.rank] for card in PACK_52} | {JOKER: self.joker_value}

    @cached_property
    def kinds(self) -> Mapping[Card, int | None]:
        """The value of each card; ``None`` for jokers, which can be exchanged free of charge (4.1)."""
        return {**self.values, JOKER: None}

    @cached_property
    def terms(self) -> StakingTerms:
        """The terms of the stakes in circles (4.2)."""
        return StakingTerms(self.stake, self.highest_stake, self.max_circles, enough=2)

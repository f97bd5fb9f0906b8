"""The options of Devil's Hand."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cardrules.blocks.betting import MatchingTerms
from cardrules.cards import COURTS_TEN, JOKER, PACK_52, Card, Deck, Rank, pack
from cardrules.errors import RulesError
from cardrules.options import at_least, between, with_validators

SEATS: Final = 8
"""The most players for each pack (1.1)."""

MOST_PACKS: Final = 8
"""The most packs that are mixed (1.1)."""

Ace: TypeAlias = Literal["one", "eleven", "either"]
"""The values of the option ``ace`` (2.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Devil's Hand."""

    players: int = field(default=4, validator=at_least(2))
    """The number of players, at most eight for each pack, and fewer if large hands need the cards (1.1, 1.3)."""

    packs: int = field(default=1, validator=between(1, MOST_PACKS))
    """The number of packs of 52 (1.1)."""

    hand_size: int = field(default=3, validator=between(1, 4))
    """The number of cards in each hand and in the Devil's (1.3)."""

    jokers: Literal[0, 2] = 0
    """The number of jokers added to each pack (1.1)."""

    ace: Ace = "one"
    """The value of an ace: 1, 11, or in a player's hand either (2.1, 2.2)."""

    instant_loss: bool = True
    """Whether a hand with the Devil's total must be shown and loses at once (4.1 to 4.5)."""

    betting: Literal["bid", "poker"] = "bid"
    """Whether each player bids one coin or nothing (5.1), or there is a round of betting (5.2)."""

    max_raises: int = field(default=3, validator=at_least(0))
    """The most raises in a round of betting (5.2)."""

    draw_fee_to: Literal["pot", "dealer"] = "pot"
    """Who gets the coin that is paid for new cards (3.2)."""

    coin: int = field(default=1, validator=at_least(1))
    """The value of a coin (1.2)."""

    deals: int = field(default=1, validator=at_least(1))
    """The number of deals in the match (7.1)."""

    def __attrs_post_init__(self) -> None:
        if self.players > SEATS * self.packs:
            raise RulesError(f"players must be at most {SEATS} for each pack, not {self.players} for {self.packs}")
        cards = len(PACK_52) * self.packs
        served = (cards - self.hand_size) // (2 * self.hand_size)
        if self.players > served:
            raise RulesError(
                f"players must be at most {served} for hand_size {self.hand_size} and {cards} cards, "
                f"so that everybody can replace all cards, not {self.players}"
            )

    @cached_property
    def cards(self) -> Deck:
        """All the cards, jokers included, unshuffled (1.1)."""
        return Deck(pack(copies=self.packs, jokers=self.jokers * self.packs))

    @cached_property
    def counts(self) -> Mapping[Card, tuple[int, ...]]:
        """The values that each card can have in a player's hand, from low to high (2.1, 2.3)."""
        aces = {"one": (1,), "eleven": (11,), "either": (1, 11)}[self.ace]
        each = {card: aces if card.rank is Rank.ACE else (COURTS_TEN[card.rank],) for card in PACK_52}
        return each | {JOKER: tuple(range(1, 11))}

    @cached_property
    def terms(self) -> MatchingTerms:
        """The terms of the round of betting (5.2)."""
        return MatchingTerms(self.coin, self.coin, self.max_raises, fold_unopened=True)

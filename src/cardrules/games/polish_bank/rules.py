"""The options of Polish Bank."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Final, Literal

from attrs import field, frozen

from cardrules.blocks.betting import Stake
from cardrules.cards import Deck, pack
from cardrules.errors import RulesError
from cardrules.games.polish_bank.moves import AddBet
from cardrules.options import Range, at_least, between, require_listable, with_validators

CARDS: Final = 3
"""The number of cards in a punter's hand (2.1)."""

FULL: Final = 3
"""The bank is over once it holds this many times the sum put in (1.3)."""

MOST_DEALS: Final = 10
"""The most deals of a bank (1.4): if each of 26 hands in eleven deals doubles it, a stake still has less than 100 digits."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Polish Bank."""

    players: int = field(default=4, validator=between(2, 27))
    """The number of players, the banker included (1.1)."""

    packs: Literal[1, 2] = 2
    """The number of packs (1.1)."""

    initial_bank: int = field(default=60, validator=at_least(1))
    """The sum that each banker puts in; up to three times this, there are at most 1,000 different stakes (1.1)."""

    bank_deals: int | None = field(default=None, validator=Range(1, MOST_DEALS))
    """The number of deals that a bank lasts unless it is empty before; ``None`` for a bank that ends by rule 1.3 (1.4)."""

    extra_deal: bool = False
    """Whether the banker may hold the bank for one deal more (1.4)."""

    min_stake: int = field(default=1, validator=at_least(1))
    """The lowest stake (2.2)."""

    step: int = field(default=1, validator=at_least(1))
    """The difference between one stake or side bet and the next, and the lowest side bet (2.2, 3.2)."""

    equal_card: Literal["wins", "loses"] = "wins"
    """Whether the punter wins or loses with a card equal to the one turned (2.3)."""

    reveal: Literal["hand", "winning_card"] = "hand"
    """What a punter shows once the card is turned: his hand, or one card that wins (2.3)."""

    reshuffle: Literal["used", "all"] = "used"
    """Which cards are shuffled after a deal (2.5)."""

    side_bets: bool = False
    """Whether punters may bet on each other's hands (3.1)."""

    early_exposure: bool = False
    """Whether the banker may turn a card before the punter stakes (4.1)."""

    banks: int | None = field(default=None, validator=Range(1))
    """The number of banks in the match; by default one for each player (5.1)."""

    max_deals: int | None = field(default=200, validator=Range(1))
    """The number of deals after which the match ends in any case; ``None`` for no limit (5.1)."""

    def __attrs_post_init__(self) -> None:
        if self.players > self.most_players:
            raise RulesError(
                f"players must be at most {self.most_players} when packs is {self.packs}, since each punter needs "
                f"three cards and one turned, not {self.players}"
            )
        if self.extra_deal and self.bank_deals is None:
            raise RulesError("extra_deal needs bank_deals: without it no deal is the last of a bank")
        if self.initial_bank < self.min_stake:
            raise RulesError(f"initial_bank must be at least min_stake, {self.min_stake}, not {self.initial_bank}")
        require_listable("initial_bank", self.amounts_below(self.full_bank))
        if self.side_bets:
            require_listable("initial_bank", self.side_amounts(self.full_bank - 1))

    @property
    def most_players(self) -> int:
        """The number of players that the packs can serve, the banker included (1.1)."""
        return len(self.cards) // (CARDS + 1) + 1

    @cached_property
    def cards(self) -> Deck:
        """All the cards, unshuffled (1.1)."""
        return Deck(pack(copies=self.packs))

    @property
    def cards_in_deal(self) -> int:
        """The number of cards that a deal needs: each punter's, and one turned for each (2.1, 2.3)."""
        return (CARDS + 1) * (self.players - 1)

    @cached_property
    def full_bank(self) -> int:
        """The sum at which a bank is over (1.3), which other stakes than the whole bank stay below (2.2)."""
        return FULL * self.initial_bank

    @property
    def longest_bank(self) -> int | None:
        """The number of deals that a bank can have; ``None`` for no limit (1.4)."""
        return None if self.bank_deals is None else self.bank_deals + self.extra_deal

    @property
    def last_bank(self) -> int:
        """The number of banks in the match (5.1)."""
        return self.players if self.banks is None else self.banks

    @property
    def last_deal(self) -> int | None:
        """The number of deals that the match can have; ``None`` for no limit (5.1)."""
        if self.longest_bank is None:
            return self.max_deals
        deals = self.last_bank * self.longest_bank
        return deals if self.max_deals is None else min(self.max_deals, deals)

    def amounts_below(self, bank: int) -> range:
        """Return the amounts other than the whole bank that may be staked (2.2)."""
        return range(self.min_stake, min(bank, self.full_bank), self.step)

    def side_amounts(self, rest: int) -> range:
        """Return the amounts that may be bet on another's cards when a ``rest`` of the bank is left (3.2)."""
        return range(self.step, min(rest + 1, self.full_bank), self.step)

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """All stakes but the whole bank, from low to high, made once (2.2)."""
        return tuple(map(Stake, self.amounts_below(self.full_bank)))

    @cached_property
    def stakes_by_bank(self) -> Callable[[int], tuple[Stake, ...]]:
        """A function that lists the stakes for what a bank holds, from low to high, the whole bank last (2.2).

        It keeps its last lists: to list them anew would make a decision take 1.05 of the time.
        """
        return lru_cache(maxsize=256)(lambda bank: (*self.stakes[: len(self.amounts_below(bank))], Stake(bank)))

    @cached_property
    def added_bets(self) -> tuple[AddBet, ...]:
        """All side bets from low to high, made once (3.2)."""
        return tuple(map(AddBet, self.side_amounts(self.full_bank - 1)))


SLIPPERY_SAM: Final = Rules(
    packs=1, bank_deals=3, extra_deal=True, equal_card="loses", reveal="winning_card", reshuffle="all"
)
"""Slippery Sam, or Shoot: one pack, which must be beaten by a higher card, and three deals a bank."""

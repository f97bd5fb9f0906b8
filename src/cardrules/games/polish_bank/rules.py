"""The options of Polish Bank."""

from functools import cached_property
from typing import Final

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

TWO_PACKS: Final = Deck(pack(copies=2))
"""All the cards, unshuffled (1.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Polish Bank."""

    players: int = field(default=4, validator=between(2, 27))
    """The number of players, the banker included (1.1)."""

    initial_bank: int = field(default=60, validator=at_least(1))
    """The sum that each banker puts in; up to three times this, there are at most 1,000 different stakes (1.1)."""

    min_stake: int = field(default=1, validator=at_least(1))
    """The lowest stake (2.2)."""

    step: int = field(default=1, validator=at_least(1))
    """The difference between one stake or side bet and the next, and the lowest side bet (2.2, 3.2)."""

    side_bets: bool = False
    """Whether punters may bet on each other's hands (3.1)."""

    early_exposure: bool = False
    """Whether the banker may turn a card before the punter stakes (4.1)."""

    banks: int | None = field(default=None, validator=Range(1))
    """The number of banks in the match; by default one for each player (5.1)."""

    max_deals: int | None = field(default=200, validator=Range(1))
    """The number of deals after which the match ends in any case; ``None`` for no limit (5.1)."""

    def __attrs_post_init__(self) -> None:
        if self.initial_bank < self.min_stake:
            raise RulesError(f"initial_bank must be at least min_stake, {self.min_stake}, not {self.initial_bank}")
        require_listable("initial_bank", self.amounts_below(self.full_bank))
        if self.side_bets:
            require_listable("initial_bank", self.side_amounts(self.full_bank - 1))

    @property
    def last_bank(self) -> int:
        """The number of banks in the match."""
        return self.players if self.banks is None else self.banks

    @property
    def full_bank(self) -> int:
        """The sum at which a bank is over (1.3)."""
        return FULL * self.initial_bank

    def amounts_below(self, bank: int) -> range:
        """Return the amounts other than the whole bank that may be staked (2.2)."""
        return range(self.min_stake, bank, self.step)

    def side_amounts(self, rest: int) -> range:
        """Return the amounts that may be bet on another's cards when a ``rest`` of the bank is left (3.2)."""
        return range(self.step, rest + 1, self.step)

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """All stakes but the whole bank, from low to high, made once (2.2)."""
        return tuple(map(Stake, self.amounts_below(self.full_bank)))

    @cached_property
    def added_bets(self) -> tuple[AddBet, ...]:
        """All side bets from low to high, made once (3.2)."""
        return tuple(map(AddBet, self.side_amounts(self.full_bank - 1)))

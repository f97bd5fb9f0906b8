"""The options of Thirteen."""

from functools import cached_property
from typing import Final, Literal

from attrs import field, frozen

from cardrules.blocks.betting import Stake
from cardrules.cards import ACE_HIGH, ACE_LOW, Deck, Rank, Ranking, pack
from cardrules.errors import RulesError
from cardrules.options import Range, at_least, require_listable, with_validators


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Thirteen."""

    players: int = field(default=4, validator=at_least(2))
    """The number of players, the banker included (1.1)."""

    packs: Literal[1, 2] = 1
    """The number of packs (1.2)."""

    first_call: Literal["two", "ace"] = "two"
    """The rank called first; from two the calls go up to the ace, which is high, and from the ace to the king (1.1, 2.2)."""

    min_stake: int = field(default=1, validator=at_least(1))
    """The lowest stake in a round (2.1)."""

    max_stake: int = field(default=10, validator=at_least(1))
    """The highest stake in a round; there are at most 1,000 different stakes (2.1)."""

    step: int = field(default=1, validator=at_least(1))
    """The difference between one stake and the next (2.1)."""

    sit_out: bool = False
    """Whether a punter may stake nothing (2.1)."""

    bank: int | None = field(default=None, validator=Range(1))
    """The sum that a banker puts in and can lose; ``None`` for no limit (2.1)."""

    on_exhausted: Literal["continue", "restart"] = "continue"
    """Whether the call goes on where it stopped or starts again when the pack has run out (2.5)."""

    banks: int | None = field(default=None, validator=Range(1))
    """The number of banks in the match; by default one for each player (3.1)."""

    max_rounds: int | None = field(default=200, validator=Range(1))
    """The number of rounds after which the match ends in any case; ``None`` for no limit (3.1)."""

    def __attrs_post_init__(self) -> None:
        if self.max_stake < self.min_stake:
            raise RulesError(f"max_stake must be at least min_stake, {self.min_stake}, not {self.max_stake}")
        require_listable("max_stake", self.amounts)
        if self.bank is not None and self.bank < self.min_stake:
            raise RulesError(f"bank must be at least min_stake, {self.min_stake}, not {self.bank}")
        if self.players > len(self.cards):
            raise RulesError(
                f"players must be at most {len(self.cards)}, since each draws a card for the lot, not {self.players}"
            )

    @property
    def last_bank(self) -> int:
        """The number of banks in the match."""
        return self.players if self.banks is None else self.banks

    @cached_property
    def cards(self) -> Deck:
        """All the cards, unshuffled (1.2)."""
        return Deck(pack(copies=self.packs))

    @property
    def ranking(self) -> Ranking:
        """The ranks from the first called, which is the lowest in the lot, to the last (1.1, 2.2)."""
        return ACE_LOW if self.first_call == "ace" else ACE_HIGH

    @cached_property
    def calls(self) -> tuple[Rank, ...]:
        """The ranks in the order in which they are called, looked up once (2.2)."""
        return self.ranking.ranks

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """All stakes from low to high, made once (2.1)."""
        return tuple(map(Stake, self.amounts))

    @property
    def amounts(self) -> range:
        """The amounts that may be staked (2.1)."""
        return range(self.min_stake, self.max_stake + 1, self.step)


TREIZE: Final = Rules(first_call="ace")
"""Treize, as Montmort describes it: the banker calls from ace to king."""

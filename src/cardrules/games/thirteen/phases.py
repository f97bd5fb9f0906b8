"""The phases of Thirteen."""

from functools import cached_property
from typing import TypeAlias

from attrs import field, frozen

from cardrules.blocks.phases import DrawingLots, Finished, LotsDrawn, Phase, Shuffling
from cardrules.cards import Deck, Hand, Rank
from cardrules.fastinit import FastInit
from cardrules.game import NATURE, OMITTABLE
from cardrules.games.thirteen.rules import Rules
from cardrules.labels import told
from cardrules.seats import Seat
from cardrules.zones import Closed, Open, cards_in


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    rules: Rules
    banker: Seat
    balances: tuple[int, ...] = field(metadata=told("balance"))
    """The winnings by seat, negative for losses; the banker's are less what lies in the bank."""
    bank: int = field(metadata=told("bank", zero=False))
    """The money in a limited bank, else 0."""
    lost: int = field(metadata=told("banks lost", zero=False))
    """The number of banks lost so far."""
    rounds: int = field(metadata=told("rounds played", zero=False))
    """The number of rounds played so far."""
    stock: Closed[Deck]
    turned: Open[Hand]
    """The cards turned since the last shuffle."""
    ranks: tuple[Rank, ...] = field(default=(), metadata=OMITTABLE)
    """The ranks of a pack that lacks some, in the order of the calls; empty if it has all."""

    @property
    def calls(self) -> tuple[Rank, ...]:
        """The ranks in the order in which they are called (2.2)."""
        return self.ranks or self.rules.calls


@frozen
class Staking(Phase[Table]):
    """The punters stake in turn."""

    stakes: tuple[int | None, ...] = field(metadata=told("stake"))
    """The stakes by seat; ``None`` for a seat that has not staked yet, and for the banker."""
    to_act: Seat


@frozen
class Turning(Phase[Table]):
    """The banker calls ranks and turns cards."""

    phase = "calling and turning"

    stakes: tuple[int, ...] = field(metadata=told("stake"))
    """The stakes by seat; 0 for a seat that sits out, and for the banker."""
    calls: int = field(default=0, metadata=told("ranks called", zero=False))
    """The number of ranks called so far in this round."""

    @property
    def to_act(self) -> Seat:
        """The banker."""
        return self.table.banker


@frozen
class Reshuffling:
    """Chance shuffles all the cards because none is left to turn; then the call goes on (2.5)."""

    turning: Turning
    """The phase that goes on after the shuffle."""
    to_act = NATURE

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.turning.rules

    @cached_property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        return cards_in(self)


State: TypeAlias = (
    DrawingLots[Table] | LotsDrawn[Table] | Shuffling[Table] | Staking | Turning | Reshuffling | Finished[Table]
)

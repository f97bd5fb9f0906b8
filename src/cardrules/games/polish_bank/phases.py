"""The money, the cards and the phases of Polish Bank."""

from functools import cached_property
from itertools import chain
from typing import TypeAlias

from attrs import field, frozen

from cardrules.blocks.phases import DrawingLots, Finished, LotsDrawn, Phase, Shuffling
from cardrules.cards import Deck, Hand, sorted_hand
from cardrules.fastinit import FastInit
from cardrules.game import NATURE, OMITTABLE
from cardrules.games.polish_bank.rules import Rules
from cardrules.labels import told
from cardrules.seats import Seat
from cardrules.zones import Closed, Open, Own, cards_in


@frozen
class Money(FastInit):
    """The banker, the bank and the balances."""

    rules: Rules
    banker: Seat
    number: int = field(metadata=told("bank number", zero=False))
    """The number of the bank in the match, from 1; 0 before the first bank."""
    deals: int = field(metadata=told("deals", zero=False))
    """The number of deals that have begun in the match."""
    balances: tuple[int, ...] = field(metadata=told("balance"))
    """The winnings by seat, negative for losses; the banker's are less what he has put in the bank."""
    bank: int
    """The money in the bank."""
    allowed: tuple[bool, ...] = field(metadata=told("open to bets"))
    """By seat, whether others may bet on its cards in this deal."""
    held: int = field(default=0, metadata=OMITTABLE)
    """The number of deals of this bank that have begun, where there is a limit to them (1.4); else 0."""


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    money: Money
    stock: Closed[Deck]
    unlooked: Closed[tuple[Hand, ...]] = field(metadata=told("face down"))
    """The hands that nobody has looked at yet, by seat."""
    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    """The hand of the punter whose turn it is, and what punters before him have not shown (2.3), by seat."""
    turned: Open[tuple[Hand, ...]] = field(metadata=told("turned card"))
    """The card that was turned against each hand, by seat."""
    shown: Open[tuple[Hand, ...]]
    """The hands that have won or lost, or the cards by which they have won (2.3), by seat."""
    unserved: Closed[Hand] = field(metadata=told("laid aside"))
    """The cards laid aside by punters who were not served before the bank was over."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.money.rules


@frozen
class Gathering(Phase[Table]):
    """Chance shuffles the used cards, which still lie on the table and then go under the stock; or all cards (2.5)."""

    to_act = NATURE

    @cached_property
    def pack(self) -> Hand:
        """The hands and the cards turned in this deal, or all the cards, sorted."""
        table = self.table
        if table.rules.reshuffle == "all":
            return cards_in(self)
        return sorted_hand(chain.from_iterable(table.shown + table.hands + table.turned))


@frozen
class Agreeing(Phase[Table]):
    """The punters say in turn whether others may bet on their cards in the next deal (3.1)."""

    to_act: Seat


@frozen
class _Coup(Phase[Table]):
    punter: Seat
    """The seat whose hand is played."""


@frozen
class Exposing(_Coup):
    """The banker may turn the card before the punter stakes (4.1)."""

    @property
    def to_act(self) -> Seat:
        """The banker."""
        return self.table.money.banker


@frozen
class Staking(_Coup):
    """The punter stakes; the card may already be turned (4.2)."""

    @property
    def to_act(self) -> Seat:
        """The punter."""
        return self.punter


@frozen
class Adding(_Coup):
    """The other punters bet on the punter's hand in turn, or decline (3.2)."""

    phase = "betting on the hand"

    stakes: tuple[int, ...] = field(metadata=told("stake"))
    """The money staked on the hand, by seat, the punter's own stake included."""
    waiting: tuple[Seat, ...] = field(metadata=told("still to be asked", by_seat=False))
    """The seats still to be asked, the next first."""

    @property
    def to_act(self) -> Seat:
        """The seat that is asked next."""
        return self.waiting[0]


@frozen
class Turning(_Coup):
    """The banker turns the card."""

    stakes: tuple[int, ...] = field(metadata=told("stake"))
    """The money staked on the hand, by seat."""

    @property
    def to_act(self) -> Seat:
        """The banker."""
        return self.table.money.banker


@frozen
class Revealing(_Coup):
    """The punter shows a card that wins, or concedes (2.3)."""

    stakes: tuple[int, ...] = field(metadata=told("stake"))
    """The money staked on the hand, by seat."""

    @property
    def to_act(self) -> Seat:
        """The punter."""
        return self.punter


@frozen
class Holding(Phase[Table]):
    """The banker may hold the bank for one deal more (1.4)."""

    @property
    def to_act(self) -> Seat:
        """The banker."""
        return self.table.money.banker


State: TypeAlias = (
    DrawingLots[Table]
    | LotsDrawn[Table]
    | Shuffling[Table]
    | Gathering
    | Agreeing
    | Exposing
    | Staking
    | Adding
    | Turning
    | Revealing
    | Holding
    | Finished[Table]
)

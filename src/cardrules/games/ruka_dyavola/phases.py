"""The phases of Ruka dyavola, and the table that they share."""

from typing import TypeAlias, final

from attrs import field, frozen

from cardrules.blocks.betting import Staking
from cardrules.blocks.money import credit
from cardrules.blocks.phases import DrawingLots, Finished, LotsDrawn, Phase
from cardrules.cards import Deck, Hand
from cardrules.fastinit import FastInit
from cardrules.games.ruka_dyavola.rules import Rules
from cardrules.labels import told
from cardrules.seats import NOT_BY_SEAT, Seat, replaced
from cardrules.zones import Closed, Open, Own


@final
@frozen
class DevilsHand:
    """A hand that won its bank (3.3)."""

    deal: int
    """The number of the deal in the match, from 1."""
    hand: int
    """The number of the hand in the deal, from 1."""
    seat: Seat = field(metadata=told("by", joined=True))
    total: int
    bank: int
    """The money that it won."""


@frozen
class Deal:
    """The facts that stay the same in a deal; the one before the first deal has the number 0."""

    rules: Rules
    number: int = field(metadata=told("deal", zero=False))
    """The number of the deal in the match, from 1."""
    dealer: Seat


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    deal: Deal
    playing: int = field(metadata=told("hand", from_one=True))
    """The place of the hand that is played among those of each player, from 0."""
    balances: tuple[int, ...] = field(metadata=told("balance"))
    """The winnings by seat, less what each has put in."""
    banks: tuple[int, ...] = field(metadata=NOT_BY_SEAT)
    """The money in the bank of each hand."""
    won: tuple[DevilsHand, ...] = field(metadata=told("won", by_seat=False))
    """The hands that have won a bank in this match."""
    stock: Closed[Deck]
    hands: Own[tuple[tuple[Hand, ...], ...]] = field(metadata=told("hand"))
    """The hands of each seat."""
    shown: Open[tuple[tuple[Hand, ...], ...]]
    """The hands of each seat that were shown."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    def paid(self, seat: Seat, price: int) -> "Table":
        """Return the table after ``seat`` has put ``price`` in the bank of the hand that is played."""
        balances = credit(self.balances, seat, -price)
        banks = replaced(self.banks, self.playing, self.banks[self.playing] + price)
        return Table(self.deal, self.playing, balances, banks, self.won, self.stock, self.hands, self.shown)

    def exchanged(self, seat: Seat, hand: Hand, stock: Deck, price: int) -> "Table":
        """Return the table after ``seat`` has paid ``price`` for an exchange that left this hand and this stock."""
        balances = credit(self.balances, seat, -price)
        banks = replaced(self.banks, self.playing, self.banks[self.playing] + price)
        hands = replaced(self.hands, seat, replaced(self.hands[seat], self.playing, hand))
        return Table(self.deal, self.playing, balances, banks, self.won, stock, hands, self.shown)


@frozen
class Betting(Phase[Table]):
    """The seats stake in circles."""

    betting: Staking

    @property
    def to_act(self) -> Seat:
        """The seat that stakes or passes next."""
        return self.betting.to_act


@frozen
class Exchanging(Phase[Table]):
    """The seats still in exchange cards in turn."""

    phase = "exchanging cards"

    left: tuple[Seat, ...] = field(metadata=told("still in", by_seat=False))
    """The seats still in, from the dealer's left."""
    to_act: Seat
    taken: Own[tuple[Hand, ...]] = field(metadata=told("new cards"))
    """The cards that the seat to act has taken one by one in this turn, by seat; empty for the other seats."""
    exchanged: int = field(default=0, metadata=told("cards exchanged", zero=False))
    """The number of cards that the seat to act has exchanged one by one in this turn."""


State: TypeAlias = DrawingLots[Table] | LotsDrawn[Table] | Betting | Exchanging | Finished[Table]

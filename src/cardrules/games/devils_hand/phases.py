"""The phases of Devil's Hand, and the table that they share."""

from collections.abc import Sequence
from typing import TypeAlias

from attrs import field, frozen

from cardrules.blocks.betting import Matching
from cardrules.blocks.money import credit
from cardrules.blocks.phases import Finished, Phase, Shuffling
from cardrules.cards import Deck, Hand
from cardrules.fastinit import FastInit
from cardrules.games.devils_hand.rules import Rules
from cardrules.labels import told
from cardrules.seats import Seat
from cardrules.zones import Closed, Open, Own


@frozen
class Deal:
    """The facts that stay the same in a deal; the one before the first deal has the number 0."""

    rules: Rules
    number: int = field(metadata=told("deal", zero=False))
    """The number of the deal in the match, from 1."""
    dealer: Seat
    devil: Open[Hand]
    aside: Open[Hand]
    """The jokers that were turned up for the Devil's Hand (2.3)."""
    target: int = field(metadata=told("Devil's total"))
    """The total of the Devil's Hand."""


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    deal: Deal
    balances: tuple[int, ...] = field(metadata=told("balance"))
    """The winnings by seat, less what each has put in."""
    pot: int
    stock: Closed[Deck]
    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    thrown: Own[tuple[Hand, ...]] = field(metadata=told("thrown away"))
    shown: Open[tuple[Hand, ...]]
    """The hands turned up, by seat."""
    totals: tuple[int | None, ...] = field(metadata=told("total"))
    """The totals in the showdown, by seat; ``None`` for a seat that is not in it or has not stated its total yet."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    def paid(self, seat: Seat, amount: int) -> "Table":
        """Return the table after ``seat`` has put an amount in the pot."""
        balances = credit(self.balances, seat, -amount)
        return Table(
            self.deal, balances, self.pot + amount, self.stock, self.hands, self.thrown, self.shown, self.totals
        )

    def turned_up(self, seats: Sequence[Seat]) -> "Table":
        """Return the table after ``seats`` have shown their hands."""
        hands, shown = list(self.hands), list(self.shown)
        for seat in seats:
            hands[seat], shown[seat] = Hand(), hands[seat].sorted()  # the hand's order would tell which cards are new
        return Table(
            self.deal, self.balances, self.pot, self.stock, tuple(hands), self.thrown, tuple(shown), self.totals
        )


@frozen
class Dealing(Shuffling[Table]):
    """Chance shuffles the cards for the next deal; the previous deal still lies on the table."""

    dealer: Seat


@frozen
class Drawing(Phase[Table]):
    """The seats replace cards in turn."""

    phase = "replacing cards"

    to_act: Seat
    replaced: bool = field(metadata=told("cards replaced"))
    """Whether the seat to act has replaced cards and has still to show or keep its new hand (4.5)."""


@frozen
class _InTurn(Phase[Table]):
    waiting: tuple[Seat, ...] = field(metadata=told("still to act", by_seat=False))
    """The seats still to act, the next first."""

    @property
    def to_act(self) -> Seat:
        """The seat that acts next."""
        return self.waiting[0]


@frozen
class Bidding(_InTurn):
    """The seats bid or fold in turn."""

    bidders: tuple[Seat, ...] = field(metadata=told("bid by", by_seat=False))
    """The seats that have bid, from the dealer's left."""


@frozen
class Betting(Phase[Table]):
    """The seats bet in one round."""

    betting: Matching

    @property
    def to_act(self) -> Seat:
        """The seat whose turn it is."""
        return self.betting.to_act


@frozen
class Declaring(_InTurn):
    """The hands of the showdown lie open, and the seats whose hands can have several totals state theirs in turn."""

    phase = "stating totals"


State: TypeAlias = Dealing | Drawing | Bidding | Betting | Declaring | Finished[Table]

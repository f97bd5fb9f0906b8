"""The moves, the table and the phases of five-card draw."""

from typing import TypeAlias, final

from attrs import field, frozen

from cardrules.blocks.betting import Bet, Call, Check, Fold, Matching, Pass, Raise, Stake, Staking
from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit, credit_amounts
from cardrules.blocks.phases import DrawingLots, Finished, Phase, Shuffling
from cardrules.blocks.pots import Chips, Pot, split_into_pots
from cardrules.blocks.table_stakes import TableStakes
from cardrules.cards import Deck, Hand, sorted_hand
from cardrules.fastinit import FastInit
from cardrules.game import NATURE, OMITTABLE, Outcome
from cardrules.games.draw_poker.rules import Rules
from cardrules.labels import told
from cardrules.seats import Seat, clockwise_from, left_of, replaced
from cardrules.zones import Closed, Open, Own, cards_in


@frozen
class Discard:
    """Throw away these cards, named in any order, for as many new ones; name none to stand pat."""

    cards: Own[Hand] = field(converter=sorted_hand)


Move: TypeAlias = Pass | Stake | Check | Bet | Call | Raise | Fold | Discard


@final
@frozen
class Win(FastInit):
    """The result of a deal, or of one of its pots: who won it, and with what."""

    seats: tuple[Seat, ...] = field(metadata=told("by", by_seat=False))
    """The winner, or those who shared the pot, from the dealer's left."""
    pot: int
    hand: str | None = field(metadata=told("with"))
    """The name of the winning hand; ``None`` if it was not shown (2.3)."""


@final
@frozen
class Deal(FastInit):
    """The facts that stay the same in a deal; the one before the first deal has the number 0."""

    rules: Rules
    number: int = field(metadata=told("deal", zero=False))
    """The number of the deal in the match, from 1."""
    dealer: Seat
    smaller_pack: bool = field(default=False, metadata=OMITTABLE)
    """Whether the pack lacks some of the usual cards."""


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    deal: Deal
    balances: tuple[int, ...] = field(metadata=told("balance"))
    """The winnings by seat, less what each has put in."""
    pot: int | Chips
    """What lies in the pot; at table stakes by the seat that has put it in, with what each has left (1.4)."""
    wins: tuple[Win, ...] = field(metadata=told("won", by_seat=False))
    """The results of the deals so far, in order; at table stakes of each pot, the main pot first."""
    stock: Closed[Deck]
    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    thrown: Own[tuple[Hand, ...]] = field(metadata=told("thrown away"))
    """The cards thrown away for the draw or by dropping out, by seat."""
    shown: Open[tuple[Hand, ...]]
    """The hands shown in the showdown, by seat."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    @property
    def in_pot(self) -> int:
        """All that lies in the pot."""
        return self.pot if isinstance(self.pot, int) else self.pot.pot

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that are not broke, from the dealer's left, at table stakes (6.2)."""
        assert isinstance(self.pot, Chips)
        stacks, paid = self.pot.stacks, self.pot.paid
        first = left_of(self.deal.dealer, len(stacks))
        return tuple([seat for seat in clockwise_from(first, len(stacks)) if stacks[seat] or paid[seat]])

    def pots(self, left: tuple[Seat, ...]) -> tuple[Pot, ...]:
        """Return the pots that the seats still in can win: the only one, or the main pot and the side pots (5.8)."""
        return (Pot(self.pot, left),) if isinstance(self.pot, int) else split_into_pots(self.pot.paid, left)

    def paid(self, seat: Seat, amount: int) -> "Table":
        """Return the table after ``seat`` has put an amount in the pot."""
        if not isinstance(self.pot, int):
            return self.with_chips(self.pot.put(seat, amount))
        balances, pot = credit(self.balances, seat, -amount), self.pot + amount
        return Table(self.deal, balances, pot, self.wins, self.stock, self.hands, self.thrown, self.shown)

    def with_chips(self, chips: Chips) -> "Table":
        """Return the table after the stacks of the seats have changed, at table stakes."""
        assert isinstance(self.pot, Chips)
        gains = [now - before for now, before in zip(chips.stacks, self.pot.stacks, strict=True)]
        balances = credit_amounts(self.balances, gains)
        return Table(self.deal, balances, chips, self.wins, self.stock, self.hands, self.thrown, self.shown)

    def folded(self, seat: Seat) -> "Table":
        """Return the table after ``seat`` has thrown away its hand."""
        hands = replaced(self.hands, seat, Hand())
        thrown = replaced(self.thrown, seat, self.thrown[seat].plus(self.hands[seat]))
        return Table(self.deal, self.balances, self.pot, self.wins, self.stock, hands, thrown, self.shown)

    def exchanged(self, seat: Seat, cards: Hand) -> "Table":
        """Return the table after ``seat`` has thrown away cards for as many from the stock, or for all of it."""
        new, stock = self.stock.draw(min(len(cards), len(self.stock)))
        hands = replaced(self.hands, seat, self.hands[seat].minus(cards).plus(new))
        thrown = replaced(self.thrown, seat, cards)
        return Table(self.deal, self.balances, self.pot, self.wins, stock, hands, thrown, self.shown)


@frozen
class Dealing(Shuffling[Table]):
    """Chance shuffles the cards for the next deal; the previous deal, or the lots, still lie on the table."""

    dealer: Seat
    lots: Lots | None = None

    @property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        # To gather them from where they lie would make a deal take 1.08 of the time.
        return cards_in(self) if self.table.deal.smaller_pack else self.table.deal.rules.cards


@frozen
class Betting(Phase[Table]):
    """The seats bet, before the draw or after it."""

    betting: Staking | Matching | TableStakes
    drawn: bool = field(metadata=told("after the draw"))
    """Whether this is the betting after the draw."""

    @property
    def to_act(self) -> Seat:
        """The seat whose turn it is."""
        return self.betting.to_act


@frozen
class Drawing(Phase[Table]):
    """The seats still in throw cards away for new ones in turn."""

    phase = "drawing cards"

    left: tuple[Seat, ...] = field(metadata=told("still in", by_seat=False))
    """The seats still in, from the dealer's left."""
    waiting: tuple[Seat, ...] = field(metadata=told("still to act", by_seat=False))
    """The seats still to draw, the next first."""

    @property
    def to_act(self) -> Seat:
        """The seat that draws next."""
        return self.waiting[0]


@frozen
class Refilling(Phase[Table]):
    """Chance shuffles what the others threw away into a new stock, because the stock ran out during a draw (3.2)."""

    pack: Closed[Hand]
    left: tuple[Seat, ...] = field(metadata=told("still in", by_seat=False))
    """The seats still in, from the dealer's left."""
    waiting: tuple[Seat, ...] = field(metadata=told("still to act", by_seat=False))
    """The seats that have not finished drawing; the first goes on after the shuffle."""
    missing: int
    """The number of cards that the first of them still gets."""
    to_act = NATURE


State: TypeAlias = DrawingLots[Table] | Dealing | Betting | Drawing | Refilling | Finished[Table]


@frozen
class Result(Outcome):
    """The outcome of a match."""

    wins: tuple[Win, ...] = field(metadata=told("won", by_seat=False))
    """The results of the deals, in order; at table stakes of each pot, the main pot first."""

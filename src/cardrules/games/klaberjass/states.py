"""The states of Klaberjass: the facts of a deal, and its phases."""

from collections.abc import Iterable
from typing import TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Finished, Phase, Shuffling
from cardrules.blocks.tricks import Playing
from cardrules.cards import Card, Deck, Hand
from cardrules.games.klaberjass.choosing import Call, Contract, Refuse
from cardrules.games.klaberjass.rules import Rules
from cardrules.games.klaberjass.sequences import Word, value
from cardrules.labels import UNTOLD, told
from cardrules.seats import Seat, replaced
from cardrules.zones import Closed, Open, Own


@frozen
class Deal:
    """The facts of a deal before trump is chosen."""

    rules: Rules
    dealer: Seat
    number: int = field(metadata=told("deal"))
    """The number of the deal in the match, from 1; void deals count."""
    scores: tuple[int, ...] = field(metadata=told("score"))
    """The totals before this deal, by seat."""
    turn_up: Open[Card] = field(metadata=told("turn-up"))
    """The card turned up, or the seven exchanged for it."""
    stock: Closed[Deck]
    bottom: Open[Card | None] = field(default=None, metadata=told("bottom card"))
    """The bottom card of the stock; ``None`` until it is shown."""
    held: int = field(default=0, metadata=told("points held over", omittable=True))
    """The points of earlier deals with equal totals, for the player who wins this one (7.2)."""

    @property
    def non_dealer(self) -> Seat:
        """The player who is dealt to, speaks and leads first."""
        return 1 - self.dealer

    def speaker(self, turn: int) -> Seat:
        """Return who speaks at a ``turn``, from 0: the non-dealer and the dealer alternate."""
        return (self.non_dealer, self.dealer)[turn % 2]


@frozen
class Table:
    """The facts of a deal after trump is chosen."""

    deal: Deal
    contract: Contract
    shown: Open[tuple[Hand, ...]]
    """The cards that each player holds and the other has seen, by seat; all other cards held are in ``hands``."""
    totals: tuple[int, ...] = field(default=(0, 0), metadata=told("points"))
    """The points of this deal, by seat: tricks, stich, sequences and bella."""
    royal: Seat | None = field(default=None, metadata=UNTOLD)
    """The last player of a king or queen of trump."""
    sequences: tuple[int, ...] = field(default=(0, 0), metadata=told("for sequences", omittable=True))
    """The points scored for sequences, by seat, where a player must take a trick to keep them (4.6)."""
    bella: Seat | None = field(default=None, metadata=told("bella by", omittable=True))
    """The player who has said bella, where a referee may have to know it (8.3, 8.4)."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    @property
    def number(self) -> int:
        """The number of the deal in the match."""
        return self.deal.number

    @property
    def scores(self) -> tuple[int, ...]:
        """The totals before this deal, by seat."""
        return self.deal.scores


@frozen
class Choosing(Phase[Deal]):
    """The players choose trump: in turn they may take the turned suit, and then name another."""

    phase = "choosing trump"

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    calls: tuple[Call, ...] = field(default=(), metadata=told("said", by_seat=False))
    """The calls of this deal, in order."""

    @property
    def to_act(self) -> Seat:
        """The player who speaks next."""
        turn = len(self.calls)
        if self.rules.refused_schmeiss == "refuser" and turn and self.calls[-1] == Refuse():
            turn -= 1  # 2.5: who has refused in the second round names a suit himself
        return self.table.speaker(turn)


@frozen
class Declaring(Phase[Table]):
    """The players find out in turn, and with as few words as possible, who has the better sequence."""

    phase = "declaring sequences"

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    words: tuple[Word, ...] = field(default=(), metadata=told("said", by_seat=False))
    """The words about sequences in this deal, in order."""

    @property
    def to_act(self) -> Seat:
        """The player who speaks next."""
        return self.table.deal.speaker(len(self.words))


@frozen
class Showing(Phase[Table]):
    """The player with the better sequence shows it, and may show others."""

    phase = "showing sequences"

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    to_act: Seat


Match: TypeAlias = BetweenDeals[Rules, int, Choosing | Playing[Table]]
State: TypeAlias = Shuffling[Match] | Choosing | Declaring | Showing | Playing[Table] | Finished[Match]


def whole_hand(state: Declaring | Showing | Playing[Table]) -> Hand:
    """Return all cards of the seat to act, those that the other has seen among them."""
    return state.hands[state.to_act].plus(state.table.shown[state.to_act])


def with_sequences(table: Table, seat: Seat, shown: Iterable[Hand]) -> Table:
    """Return the table with the points of the sequences that ``seat`` has shown, its only points so far (4.4)."""
    points = sum(map(value, shown))
    kept = replaced(table.sequences, seat, points) if table.rules.sequences_need_trick else table.sequences
    return evolve(table, totals=replaced(table.totals, seat, points), sequences=kept)

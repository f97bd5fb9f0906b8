"""The table of Blackjack, and its phases."""

from functools import cached_property
from typing import TypeAlias

from attrs import field, frozen

from cardrules.blocks.phases import Finished, Phase
from cardrules.cards import Card, Deck, Hand
from cardrules.fastinit import FastInit
from cardrules.game import NATURE, Amount
from cardrules.games.blackjack.boxes import Box
from cardrules.games.blackjack.rules import Rules
from cardrules.labels import told
from cardrules.seats import Seat
from cardrules.zones import Closed, Known, Open, Own, cards_in


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    rules: Rules
    number: int = field(metadata=told("round", zero=False))
    """The number of the round in the match, from 1; 0 before the first round."""
    balances: tuple[Amount, ...] = field(metadata=told("balance"))
    """The winnings by seat, the dealer's last; bets that are not settled yet still belong to the boxes."""
    boxes: tuple[Box, ...]
    """The boxes by seat; none before the first round."""
    dealer: Open[Hand]
    hole: Closed[Card | None] = field(metadata=told("hole card"))
    shoe: Closed[Deck]
    used: Known[Hand]
    """The cards of earlier rounds since the last shuffle."""

    @property
    def more(self) -> bool:
        """Whether a card is left to deal (4.1)."""
        return bool(self.shoe or self.used)


@frozen
class Shuffling(Phase[Table]):
    """Chance shuffles all the cards before a round; those of the last round still lie on the table."""

    to_act = NATURE

    @cached_property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        # Before the first round they are the shoe: to gather them takes a tenth of a match of one round from one pack.
        return self.table.shoe if self.table.number == 0 else cards_in(self)


@frozen
class Betting(Phase[Table]):
    """The boxes bet in turn; the cards of the last round still lie on the table."""

    bets: tuple[int, ...] = field(default=(), metadata=told("bets", by_seat=False))
    """The bets made so far, by seat."""

    @property
    def to_act(self) -> Seat:
        """The box that bets next."""
        return len(self.bets)


@frozen
class Insuring(Phase[Table]):
    """The boxes insure against the dealer's ace in turn, or do not."""

    to_act: Seat


@frozen
class Surrendering(Phase[Table]):
    """The boxes surrender in turn, or do not, before the dealer looks for Blackjack."""

    to_act: Seat


@frozen
class Peeking(Phase[Table]):
    """The dealer has looked at the hole card and says whether it makes Blackjack."""

    looked: Own[tuple[Card | None, ...]] = field(metadata=told("has seen"))
    """By seat, the dealer's last, who has looked at the hole card; ``None`` for the boxes."""

    @property
    def to_act(self) -> Seat:
        """The dealer."""
        return self.table.rules.players


@frozen
class Playing(Phase[Table]):
    """The boxes play in turn, each its hands one after the other."""

    to_act: Seat
    hand: int = field(metadata=told("hand", from_one=True))
    """The place of the hand that is played in its box, from 0."""


@frozen
class Drawing(Phase[Table]):
    """The dealer plays."""

    @property
    def to_act(self) -> Seat:
        """The dealer."""
        return self.table.rules.players


@frozen
class Refilling:
    """Chance shuffles the used cards, because the shoe has run out during a round (4.1)."""

    interrupted: Betting | Playing | Drawing
    """The phase that goes on with the missing card after the shuffle."""
    to_act = NATURE

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.interrupted.rules

    @cached_property
    def pack(self) -> Hand:
        """The used cards, sorted."""
        return self.interrupted.table.used.sorted()


State: TypeAlias = (
    Shuffling | Betting | Insuring | Surrendering | Peeking | Playing | Drawing | Refilling | Finished[Table]
)


def table_of(state: State) -> Table:
    """Return the table of any state."""
    return state.interrupted.table if isinstance(state, Refilling) else state.table

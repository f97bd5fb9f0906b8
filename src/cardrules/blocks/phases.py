"""What phases of many games have: a deal or a table with the rules; lots to be drawn, cards to be shuffled, the end.

In games of banks and stakes most phases have the same, the money and where the cards lie, and differ in what is done
next. They are made of :class:`Phase` and what lies on the table::

    @frozen
    class Staking(Phase[Table]):
        to_act: Seat

    State: TypeAlias = Shuffling[Table] | Staking | Finished[Table]
"""

from functools import cached_property
from typing import Generic, Protocol, TypeVar

from attrs import frozen

from cardrules.blocks.lots import Lots
from cardrules.cards import JOKER, Hand
from cardrules.game import NATURE
from cardrules.quick import Quick
from cardrules.zones import cards_in

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)


class OfRules(Protocol[R_co]):
    """What says by which rules it is played."""

    @property
    def rules(self) -> R_co:
        """The options of the game."""
        ...


@frozen
class Phase(Quick, Generic[T_co]):
    """What lies on the table: the money, the cards, and by which rules they lie there."""

    table: T_co

    @property
    def rules(self: "Phase[OfRules[R]]") -> R:
        """The options of the game."""
        return self.table.rules


@frozen
class DealPhase(Quick, Generic[T_co]):
    """What belongs to the deal that is played: its rules, who dealt, what was bid."""

    deal: T_co

    @property
    def rules(self: "DealPhase[OfRules[R]]") -> R:
        """The options of the game."""
        return self.deal.rules


@frozen
class DrawingLots(Phase[T_co]):
    """The cards are to be shuffled to draw lots; what was played before still lies there."""

    to_act = NATURE

    @cached_property
    def pack(self) -> Hand:
        """All the cards but the jokers, sorted."""
        return Hand([card for card in cards_in(self) if card is not JOKER])


@frozen
class Shuffling(Phase[T_co]):
    """All the cards are to be shuffled; the lots, or what was played before, still lie there."""

    lots: Lots | None = None
    to_act = NATURE
    pack = cached_property(cards_in)


@frozen
class Finished(Phase[T_co]):
    """The game is over; what was played last still lies there."""

    to_act = None

"""Phases that many games share: drawing lots, shuffling, and the end of the game.

The phases of a deal have most fields in common. A game declares these once, in a class ``Table``, and derives its phases
from :class:`Phase`::

    @frozen
    class Staking(Phase[Table]):
        to_act: Seat

    State: TypeAlias = Shuffling[Table] | Staking | Finished[Table]

A game of several deals has another table between the deals, :class:`BetweenDeals`.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Final, Generic, Protocol, TypeVar

from attrs import evolve, field, frozen

from cardrules.blocks.lots import Lots
from cardrules.cards import JOKER, Hand
from cardrules.fastinit import FastInit
from cardrules.game import NATURE, StateLike, cache_last
from cardrules.labels import told
from cardrules.seats import Seat
from cardrules.zones import Closed, cards_in

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)
Score_co = TypeVar("Score_co", covariant=True)
Played_co = TypeVar("Played_co", covariant=True)


class HasRules(Protocol[R_co]):
    """The protocol of an object that holds the rules of its game."""

    @property
    def rules(self) -> R_co:
        """The options of the game."""
        ...


@frozen
class Phase(FastInit, Generic[T_co]):
    """A phase of a game. The ``table`` holds the fields that all phases share, including the rules."""

    table: T_co

    @property
    def rules(self: "Phase[HasRules[R]]") -> R:
        """The options of the game."""
        return self.table.rules


@frozen
class DrawingLots(Phase[T_co]):
    """Chance shuffles the cards to draw lots from; the table still shows the last deal."""

    to_act = NATURE

    @cached_property
    def pack(self) -> Hand:
        """All the cards but the jokers, sorted."""
        return Hand([card for card in cards_in(self) if card is not JOKER])


_all_cards: Final[Callable[[StateLike], Hand]] = cache_last(cards_in)
"""Cached because the shuffle and ``apply`` both need the cards. With a cached property a trick game takes 1.05 of the time."""


@frozen
class LotsDrawn(Phase[T_co]):
    """Chance shuffles all the cards after lots were drawn; the lots are still on the table."""

    lots: Lots
    to_act = NATURE

    @property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        return _all_cards(self)


@frozen
class Shuffling(Phase[T_co]):
    """Chance shuffles all the cards; the table still shows the last deal."""

    to_act = NATURE

    @property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        return _all_cards(self)


@frozen
class Finished(Phase[T_co]):
    """The game is over; the table still shows the last deal."""

    to_act = None


@frozen
class BetweenDeals(FastInit, Generic[R_co, Score_co, Played_co]):
    """The table of a match before its first deal, between two deals, and after the last."""

    rules: R_co
    dealer: Seat
    """The seat that deals next; after the last deal, the one that would."""
    scores: tuple[Score_co, ...] = field(metadata=told("score"))
    """The scores by seat; partners have the same."""
    stock: Closed[Hand] = Hand()
    """All the cards before the first deal; empty after it, when they lie in ``played``."""
    played: Played_co | None = None
    """The last state of the last deal, with its cards."""

    def rotated(self, seats: int) -> "BetweenDeals[R_co, Score_co, Played_co]":
        """Return the same table with the deal moved a number of seats to the left."""
        return evolve(self, dealer=(self.dealer + seats) % len(self.scores))

"""Phases that many games share: chance draws lots or shuffles, and the game ends.

The phases of a deal have most of what lies on the table in common and differ in what is done next. A game declares its
``Table`` once, and bases each of its phases on :class:`Phase`::

    @frozen
    class Staking(Phase[Table]):
        to_act: Seat

    State: TypeAlias = Shuffling[Table] | Staking | Finished[Table]

A game of several deals has another table between them, :class:`BetweenDeals`.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Final, Generic, Protocol, TypeVar

from attrs import evolve, frozen

from cardrules.blocks.lots import Lots
from cardrules.cards import JOKER, Hand
from cardrules.fastinit import FastInit
from cardrules.game import NATURE, StateLike, cache_last
from cardrules.seats import Seat
from cardrules.zones import Closed, cards_in

R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
T_co = TypeVar("T_co", covariant=True)
Score_co = TypeVar("Score_co", covariant=True)
Played_co = TypeVar("Played_co", covariant=True)


class HasRules(Protocol[R_co]):
    """What knows by which rules it is played."""

    @property
    def rules(self) -> R_co:
        """The options of the game."""
        ...


@frozen
class Phase(FastInit, Generic[T_co]):
    """A phase of a game: ``table`` is what its phases have in common, the rules among it."""

    table: T_co

    @property
    def rules(self: "Phase[HasRules[R]]") -> R:
        """The options of the game."""
        return self.table.rules


@frozen
class DrawingLots(Phase[T_co]):
    """Chance shuffles the cards, from which lots are drawn; what was played before still lies there."""

    to_act = NATURE

    @cached_property
    def pack(self) -> Hand:
        """All the cards but the jokers, sorted."""
        return Hand([card for card in cards_in(self) if card is not JOKER])


_all_cards: Final[Callable[[StateLike], Hand]] = cache_last(cards_in)
"""The cards are asked for by the shuffle, and again by ``apply``; a cached property of attrs takes a trick game 1.05 of the time."""


@frozen
class LotsDrawn(Phase[T_co]):
    """Chance shuffles all the cards, after lots were drawn, which still lie there."""

    lots: Lots
    to_act = NATURE

    @property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        return _all_cards(self)


@frozen
class Shuffling(Phase[T_co]):
    """Chance shuffles all the cards; what was played before still lies there."""

    to_act = NATURE

    @property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        return _all_cards(self)


@frozen
class Finished(Phase[T_co]):
    """The game is over; what was played last still lies there."""

    to_act = None


@frozen
class BetweenDeals(FastInit, Generic[R_co, Score_co, Played_co]):
    """The table of a match before its first deal, between two deals, and after the last."""

    rules: R_co
    dealer: Seat
    """Who deals next; after the last deal, who would."""
    scores: tuple[Score_co, ...]
    """By seat, partners the same."""
    stock: Closed[Hand] = Hand()
    """All the cards before the first deal, none after it: they lie where they were played."""
    played: Played_co | None = None
    """The end of the last deal, with its cards."""

    def rotated(self, seats: int) -> "BetweenDeals[R_co, Score_co, Played_co]":
        """The same table with the deal moved that many seats to the left."""
        return evolve(self, dealer=(self.dealer + seats) % len(self.scores))

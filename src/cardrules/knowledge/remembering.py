"""Players that remember: functions of all that a seat has seen."""

from collections.abc import Callable
from random import Random
from typing import Generic, TypeAlias, TypeVar

import attrs
from attrs import frozen

from cardrules.game import Game, StateLike
from cardrules.knowledge.information import InformationSet, first_information
from cardrules.play.transcript import Step
from cardrules.seats import Seat

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Thought: TypeAlias = Callable[[InformationSet[S, M], tuple[M, ...], Random], M]
"""A function that picks one of the legal moves of a seat, given all that the seat has seen."""


@frozen
class Remembering(Generic[R, S, M]):
    """A player that decides by all that its seat has seen, for ``simulate`` and for tables.

    ``think`` gets the information set, the legal moves in its view, and random numbers. Equal knowledge gives an equal
    list of moves, however the hand was dealt. The player can be sent to another process if ``think`` can::

        def careful(known: InformationSet[oh_hell.State, oh_hell.Move], moves: tuple[...], rng: Random) -> oh_hell.Move:
            ...

        simulate(oh_hell, rules, [Remembering(careful), random_player, random_player])
    """

    think: Thought[S, M]

    def seated(self, game: Game[R, S, M], rules: R, seat: Seat) -> "Mind[R, S, M]":
        """Return the observer for a seat of a game that is about to begin."""
        return Mind(game, rules, seat, self.think)


class Mind(Generic[R, S, M]):
    """The memory of one seat in one game, and the player who decides by it."""

    def __init__(self, game: Game[R, S, M], rules: R, seat: Seat, think: Thought[S, M]) -> None:
        """Know what ``seat`` sees before the first move."""
        self.game = game
        self.think = think
        self.known: InformationSet[S, M] = first_information(game, rules, seat)

    def observe(self, step: Step[S, M]) -> None:
        """Remember a step."""
        self.known = self.known.observe(step.move, step.after)

    def __call__(self, _view: S, _moves: tuple[M, ...], rng: Random) -> M:
        """Return a legal move."""
        return self.think(self.known, self.game.legal_moves(self.known.view), rng)

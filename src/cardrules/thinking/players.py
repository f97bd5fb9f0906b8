"""Players that think: they search or sample the worlds that they think possible, and make the best move."""

from random import Random
from typing import Generic, Literal, TypeAlias, TypeVar

import attrs
from attrs import frozen

from cardrules.game import Game, StateLike
from cardrules.knowledge.information import InformationSet, first_information
from cardrules.play.transcript import Step
from cardrules.seats import Seat
from cardrules.thinking.budgets import USUAL, Budget
from cardrules.thinking.estimates import Estimate
from cardrules.thinking.playouts import Aim, Horizon, Playouts
from cardrules.thinking.possibilities import Possibilities, Worlds
from cardrules.thinking.sampling import Sampling
from cardrules.thinking.search import Search

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Method: TypeAlias = Literal["tree", "flat"]
"""How a player thinks: by tree search, or by flat sampling."""


@frozen
class Thinking:
    """A player that thinks, for any seat of any game: for ``simulate``, for tables, and for hints.

    ::

        simulate(oh_hell, rules, [Thinking(Budget(iterations=150)), random_player, random_player])
    """

    budget: Budget = USUAL
    method: Method = "tree"
    worlds: Worlds = "possible"
    horizon: Horizon = "deal"
    aim: Aim = "score"

    def seated(self, game: Game[R, S, M], rules: R, seat: Seat) -> "Thinker[R, S, M]":
        """Return the player for a seat of a game that is about to begin."""
        return Thinker(self, game, rules, seat)


class Thinker(Generic[R, S, M]):
    """A player that thinks, with its memory of one game."""

    def __init__(self, how: Thinking, game: Game[R, S, M], rules: R, seat: Seat) -> None:
        """Know what ``seat`` sees before the first move."""
        self.game: Game[R, S, M] = game
        self._how, self._seat = how, seat
        self._possible: Possibilities[R, S, M] = Possibilities(game, rules, how.worlds)
        self._playouts = Playouts(game, rules, how.horizon, how.aim)
        self.known: InformationSet[S, M] = first_information(game, rules, seat)
        """What the seat has seen."""

    def observe(self, step: Step[S, M]) -> None:
        """Remember a step."""
        self.known = self.known.observe(step.move, step.after)

    def __call__(self, _view: S, moves: tuple[M, ...], rng: Random) -> M:
        """Return the best move."""
        return moves[0] if len(moves) == 1 else self.estimates(rng)[0].move

    def estimates(self, rng: Random) -> list[Estimate[M]]:
        """Return what the player expects of each legal move of its seat, the best first."""
        how, game = self._how, self.game
        moves = game.legal_moves(self.known.view)
        draw = self._possible.given(self.known, rng)
        thinking = Search if how.method == "tree" else Sampling
        return thinking(self._playouts, self._seat, moves, rng).run(draw, how.budget)

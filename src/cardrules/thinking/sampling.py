"""Flat sampling (determinized Monte Carlo): each legal move is played out in the same worlds, without a tree."""

from collections.abc import Callable
from random import Random
from typing import Generic, TypeVar

import attrs

from cardrules.chance import shuffled
from cardrules.game import StateLike
from cardrules.seats import Seat
from cardrules.thinking.budgets import Budget
from cardrules.thinking.estimates import Estimate, Tallies
from cardrules.thinking.playouts import Playouts

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class Sampling(Generic[R, S, M]):
    """Samples that a seat takes while it thinks about one move."""

    def __init__(self, playouts: Playouts[R, S, M], seat: Seat, moves: tuple[M, ...], rng: Random) -> None:
        """Begin with the legal ``moves`` of ``seat`` now."""
        self._apply = playouts.game.apply
        self._playouts, self._seat, self._moves, self._rng = playouts, seat, moves, rng

    def run(self, draw: Callable[[], S], budget: Budget) -> list[Estimate[M]]:
        """Sample states that ``draw`` gives while the budget lasts; return the estimates, the best move first.

        All moves are tried in one state, in a random order, before the next is drawn. The best move has the highest mean.
        """
        playouts, rng = self._playouts, self._rng
        tallies = Tallies(self._moves)
        state = draw()
        waiting = shuffled(self._moves, rng)
        for _ in budget.spend():
            if not waiting:
                state = draw()
                waiting = shuffled(self._moves, rng)
            move = waiting.pop()
            rewards = playouts.rewards(playouts.standing(state), playouts.finish(self._apply(state, move), rng))
            tallies.add(move, rewards[self._seat] if rewards else 0.0)
        return sorted(tallies.estimates(), key=lambda estimate: -estimate.mean)

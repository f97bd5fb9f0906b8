"""Estimates: what a player expects of each move."""

from collections.abc import Iterable
from math import inf, sqrt
from typing import Generic, TypeVar

from attrs import define, frozen

M = TypeVar("M")


@frozen
class Estimate(Generic[M]):
    """What a player expects of a move.

    ``mean`` is how much more it earns than the average seat until the horizon, in points or money, and ``error`` the standard
    error of that, infinite for fewer than two visits. Where a seat plays alone, the mean is what it earns.
    """

    move: M
    mean: float
    error: float
    visits: int
    """The number of play-outs that began with the move."""


@define(eq=False)
class Tally:
    """The rewards of the play-outs that began with a move."""

    visits: int = 0
    mean: float = -inf
    """The mean reward; that of a move which was never tried is lower than any."""
    square: float = 0.0
    """The mean square of the rewards."""

    def add(self, reward: float) -> None:
        """Count the reward of another play-out."""
        self.visits += 1
        self.mean = reward if self.visits == 1 else self.mean + (reward - self.mean) / self.visits
        self.square += (reward * reward - self.square) / self.visits

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two rewards."""
        return inf if self.visits < 2 else sqrt(max(0.0, self.square - self.mean**2) / (self.visits - 1))


class Tallies(Generic[M]):
    """The rewards of the play-outs that began with each of some moves."""

    def __init__(self, moves: Iterable[M]) -> None:
        """Begin with no rewards."""
        self._by_move = {move: Tally() for move in moves}
        self._tried = 0
        self._means = self._squares = 0.0

    def add(self, move: M, reward: float) -> None:
        """Count the reward of another play-out that began with a move."""
        tally = self._by_move[move]
        if tally.visits:
            self._means -= tally.mean
            self._squares -= tally.square
        else:
            self._tried += 1
        tally.add(reward)
        self._means += tally.mean
        self._squares += tally.square

    @property
    def deviation(self) -> float:
        """The standard deviation of the rewards if each move that was tried counts alike; 0 without any.

        If each reward counted alike, it would vanish where a safe move is tried again and again, and nothing else would be.
        """
        tried = self._tried or 1
        return sqrt(max(0.0, self._squares / tried - (self._means / tried) ** 2))

    def estimates(self) -> list[Estimate[M]]:
        """Return what the rewards say about each move, in the order of the moves."""
        return [Estimate(move, tally.mean, tally.error, tally.visits) for move, tally in self._by_move.items()]

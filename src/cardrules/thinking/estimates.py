"""Estimates: what a player expects of each move."""

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
    total: float = 0.0
    squares: float = 0.0

    def add(self, reward: float) -> None:
        """Count the reward of another play-out."""
        self.visits += 1
        self.total += reward
        self.squares += reward * reward

    @property
    def mean(self) -> float:
        """The mean reward; that of a move which was never tried is lower than any."""
        return self.total / self.visits if self.visits else -inf

    @property
    def deviation(self) -> float:
        """The standard deviation of the rewards; 0 for fewer than two."""
        if self.visits < 2:
            return 0.0
        return sqrt(max(0.0, self.squares - self.total * self.mean) / (self.visits - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two rewards."""
        return inf if self.visits < 2 else self.deviation / sqrt(self.visits)

    def of(self, move: M) -> Estimate[M]:
        """Return what these rewards say about a move."""
        return Estimate(move, self.mean, self.error, self.visits)

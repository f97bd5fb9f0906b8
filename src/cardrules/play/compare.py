"""Comparison: variants of a game that play the same deals, and whether they differ.

Chance is the same for all variants: game number ``k`` has the same shuffles, as far as they shuffle the same cards. So the
difference of their scores varies less than the scores do, and fewer games tell it.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from math import isnan
from pathlib import Path
from typing import Final, Generic, TypeVar

import attrs
from attrs import field, frozen

from cardrules.chance import Seed
from cardrules.game import Amount, Game, StateLike
from cardrules.play.averages import mean_of, standard_error
from cardrules.play.charts import Chart
from cardrules.play.observers import AnyPlayer
from cardrules.play.shuffles import checked_seed
from cardrules.play.simulate import MAX_MOVES
from cardrules.play.simulation.counts import Counts
from cardrules.play.simulation.errors import SimulationError, positive_number, whole_number
from cardrules.play.simulation.games import Work
from cardrules.play.simulation.run import Report, Run
from cardrules.play.summary import Summary, chart_of, table_of
from cardrules.seats import Seat

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

NORMAL: Final = 1.959964
"""How many standard errors the 95 % interval of a mean extends to each side."""


@frozen
class Variant(Generic[R, S, M]):
    """Rules, and who plays by them: random moves without players."""

    rules: R
    players: Sequence[AnyPlayer[R, S, M]] | None = None


@frozen
class Difference:
    """How much higher a seat's score is in a variant than in the first one, in the same games."""

    variant: str
    seat: Seat
    counts: Mapping[Amount, int]
    """How often each difference occurred."""

    @property
    def mean(self) -> Fraction:
        """The exact mean of the differences."""
        return mean_of(self.counts)

    @property
    def error(self) -> float:
        """The standard error of the mean; not a number for fewer than two games."""
        return standard_error(self.counts)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean."""
        reach = NORMAL * self.error
        return float(self.mean) - reach, float(self.mean) + reach

    @property
    def is_real(self) -> bool:
        """Whether the interval lies to one side of 0: of variants that do not differ, one in twenty seems to."""
        low, high = self.interval
        return low > 0 or high < 0


@frozen
class Comparison:
    """What came of variants that played the same deals."""

    summaries: Mapping[str, Summary]
    """The summary of each variant."""

    differences: tuple[Difference, ...] = field(repr=False)
    """The differences of each other variant to the first one, by seat; only of seats that both have."""

    def plot(self) -> Chart:
        """Return a chart of the variants side by side, as :meth:`~cardrules.play.summary.Summary.plot`."""
        return chart_of(self.summaries)

    def __str__(self) -> str:
        """Return tables for people to read: the means by variant, then the differences."""
        return "\n\n".join(_tables(self))


def compare(  # noqa: PLR0913  # as for simulate
    game: Game[R, S, M],
    variants: Mapping[str, Variant[R, S, M]],
    n: int = 1000,
    seed: Seed = 0,
    *,
    max_moves: int = MAX_MOVES,
    error: float | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Report | None = None,
) -> Comparison:
    """Let every variant play the same ``n`` games, and compare the others with the first.

    ``error`` is that of the differences here. All else is as for :func:`~cardrules.play.simulate.simulate`, and so are the
    errors; :class:`~cardrules.play.simulation.errors.SimulationError` is also raised for fewer than two variants.
    """
    if len(variants) < 2:
        raise SimulationError(f"a comparison needs two variants or more, not {len(variants)}")
    rules = tuple(variant.rules for variant in variants.values())
    players = tuple(None if variant.players is None else tuple(variant.players) for variant in variants.values())
    work = Work(game, rules, players, checked_seed(seed), whole_number("max_moves", max_moves, 1))
    small = None if error is None else positive_number("error", error)
    done = Run(work, whole_number("n", n, 0), small, store, progress).carried_out(executor)
    counted = done.tally.variants if done.tally.games else [Counts()] * len(variants)
    names = list(variants)
    return Comparison(
        {
            name: counts.summary(done.seconds, interrupted=done.interrupted)
            for name, counts in zip(names, counted, strict=True)
        },
        tuple(
            Difference(name, seat, dict(sorted(counts.items())))
            for name, seats in zip(names[1:], done.tally.differences, strict=False)
            for seat, counts in enumerate(seats)
        ),
    )


def _tables(comparison: Comparison) -> Iterator[str]:
    first = next(iter(comparison.summaries))
    summary = comparison.summaries[first]
    interrupted = " until the interruption" * summary.interrupted
    yield f"{summary.games:,} game{'s' * (summary.games != 1)} of each variant{interrupted}, on the same deals"
    if not summary.games:
        return
    yield table_of(
        ("variant", "seat", f"mean {summary.score}", "error", "games won"),
        [
            (name, f"{seat}", f"{float(mean):.3f}", "-" if isnan(error) else f"{error:.3f}", f"{won:,}")
            for name, variant in comparison.summaries.items()
            for seat, (mean, error, won) in enumerate(
                zip(variant.means, variant.standard_errors, variant.wins, strict=True)
            )
        ],
    )
    yield table_of(
        (f"{summary.score} above {first}", "seat", "mean", "95 % interval", "real"),
        [
            (gain.variant, f"{gain.seat}", f"{float(gain.mean):+.3f}", _interval(gain), "yes" if gain.is_real else "no")
            for gain in comparison.differences
        ],
    )


def _interval(gain: Difference) -> str:
    low, high = gain.interval
    return "-" if isnan(low) else f"{low:+.3f} to {high:+.3f}"

"""Summaries: what came of many games, as exact counts and as tables for people to read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isnan, nan
from typing import Final

from attrs import field, frozen

from cardrules.game import Amount
from cardrules.play.averages import NoGamesError as NoGamesError
from cardrules.play.averages import mean_of, standard_error
from cardrules.play.charts import Bins, Chart, distribution, means, shares
from cardrules.play.text import format_value
from cardrules.seats import Seat


@frozen
class Summary:
    """What came of many games, as counts. Summaries of the same games are equal, however long it took to play them."""

    games: int
    """The number of games that were played to their end."""

    interrupted: bool
    """Whether Ctrl-C ended the simulation before all games were played."""

    scores: tuple[Mapping[Amount, int], ...]
    """How often each seat had which score, a tuple by seat."""

    winners: Mapping[tuple[Seat, ...], int]
    """How often which seats won; several seats when they shared the win."""

    details: Mapping[str, Mapping[object, int]]
    """How often each value occurred in the fields that the game adds to its outcomes, such as a grade."""

    lengths: Mapping[int, int]
    """How often a game took how many moves, shuffles included."""

    decisions: int
    """The number of moves by players."""

    seconds: float = field(eq=False)
    """The time that the games took."""

    lowest_wins: bool = False
    """Whether the scores are penalties, so that the lowest wins."""

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The exact mean score of each seat; empty if no games were played."""
        return tuple(map(mean_of, self.scores))

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each mean; not a number for fewer than two games."""
        return tuple(map(standard_error, self.scores))

    @property
    def mean_length(self) -> Fraction:
        """The exact mean number of moves of a game; raises :class:`~cardrules.play.averages.NoGamesError` if no games were played."""
        return mean_of(self.lengths)

    @property
    def wins(self) -> tuple[int, ...]:
        """The number of games that each seat won, alone or with others."""
        seats = range(len(self.scores))
        return tuple(sum(count for winners, count in self.winners.items() if seat in winners) for seat in seats)

    @property
    def score(self) -> str:
        """What a score is called: a penalty if the lowest wins."""
        return "penalty" if self.lowest_wins else "score"

    @property
    def decisions_per_second(self) -> float:
        """The number of decisions per second; not a number if no time was measured."""
        return self.decisions / self.seconds if self.seconds else nan

    def plot(self) -> Chart:
        """Return a chart of the scores, the winners, the means and the lengths; raises :class:`~cardrules.play.averages.NoGamesError` without games.

        ``print`` shows it as text, notebooks show it as a picture, and :meth:`~cardrules.play.charts.Chart.svg` returns that.
        """
        return chart_of({"": self})

    def __str__(self) -> str:
        """Return tables for people to read."""
        return "\n\n".join(_tables(self))


def chart_of(summaries: Mapping[str, Summary]) -> Chart:
    """Return a chart that shows summaries side by side, by their names; raises :class:`~cardrules.play.averages.NoGamesError` without games."""
    shown = list(summaries.values())
    if not all(summary.games for summary in shown):
        raise NoGamesError("no games were played, so there is nothing to show")
    first = shown[0]
    seats = range(max(len(summary.scores) for summary in shown))
    by_seat = [
        [summary.scores[seat] if seat in range(len(summary.scores)) else {} for summary in shown] for seat in seats
    ]
    bins = Bins([value for counts in by_seat for scores in counts for value in scores])
    lengths = [summary.lengths for summary in shown]
    values = [
        (f"seat {seat}", series, float(summary.means[seat]), summary.standard_errors[seat])
        for seat in seats
        for series, summary in enumerate(shown)
        if seat < len(summary.scores)
    ]
    return Chart(
        f"{first.games:,} game{'s' * (first.games != 1)}" + " of each" * (len(shown) > 1),
        tuple(summaries),
        (
            means(f"mean {first.score} and its error", values),
            shares("winners", [_winners(summary) for summary in shown]),
            *(distribution(f"{first.score} of seat {seat}", by_seat[seat], bins) for seat in seats),
            distribution("moves of a game", lengths, Bins([length for counts in lengths for length in counts])),
        ),
    )


def _winners(summary: Summary) -> dict[str, int]:
    """Return how often which seats won, in words, with the rarest added up as others."""
    named = {", ".join(map(str, seats)) or "nobody": times for seats, times in summary.winners.items()}
    rare = sum(list(named.values())[MOST:])
    return dict(list(named.items())[:MOST]) | ({"others": rare} if rare else {})


def _tables(summary: Summary) -> Iterator[str]:
    """Yield the paragraphs of a summary."""
    games = f"{summary.games:,} game{'s' * (summary.games != 1)}" + " until the interruption" * summary.interrupted
    if not summary.games:
        yield games
        return
    lengths = f"{float(summary.mean_length):.1f} moves each ({min(summary.lengths)} to {max(summary.lengths)})"
    pace = f"{summary.decisions:,} decisions in {summary.seconds:.1f} s: {summary.decisions_per_second:,.0f} a second"
    yield f"{games}, {lengths}\n{pace}"
    by_seat = zip(summary.means, summary.standard_errors, summary.wins, strict=True)
    rows = [
        (f"{seat}", f"{float(mean):.3f}", "-" if isnan(error) else f"{error:.3f}", f"{won:,}")
        for seat, (mean, error, won) in enumerate(by_seat)
    ]
    yield table_of(("seat", f"mean {summary.score}", "error", "games won"), rows)
    yield table_of(("winners", "games", ""), _frequencies(_winners(summary), summary.games))
    for name, counts in summary.details.items():
        values = {format_value(value): times for value, times in counts.items()}
        yield table_of((name.replace("_", " "), "games", ""), _frequencies(values, summary.games))


def _frequencies(counts: Mapping[str, int], games: int) -> Iterator[tuple[str, str, str]]:
    """Yield each value with its count and its share of the games; the rarest values are added up as others."""
    items = list(counts.items())
    rare = sum(times for _, times in items[MOST:])
    for value, times in [*items[:MOST], *([("others", rare)] if rare else [])]:
        yield value, f"{times:,}", f"{times / games:.1%}"


MOST: Final = 12
"""The number of values that a table of a summary lists."""


def table_of(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table with its first column aligned left and the others, which are numbers, aligned right."""
    table = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = (
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in table
    )
    return "\n".join(map(str.rstrip, lines))

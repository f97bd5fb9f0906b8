"""Summaries: what came of many games, as exact counts and as tables for people to read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from math import isnan, nan, sqrt
from types import NoneType
from typing import Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import attrs
from attrs import field, frozen

from cardrules.errors import CardRulesError
from cardrules.game import Amount, Outcome
from cardrules.play.text import format_value
from cardrules.seats import Seat

T = TypeVar("T")


class NoGamesError(CardRulesError, ValueError):
    """A mean of no games at all."""

    code = "no_games"


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

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The exact mean score of each seat; empty if no games were played."""
        return tuple(_mean(counts.items()) for counts in self.scores)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each mean; not a number for fewer than two games."""
        return tuple(map(_standard_error, self.scores))

    @property
    def mean_length(self) -> Fraction:
        """The exact mean number of moves of a game; raises :class:`NoGamesError` if no games were played."""
        return _mean(self.lengths.items())

    @property
    def wins(self) -> tuple[int, ...]:
        """The number of games that each seat won, alone or with others."""
        seats = range(len(self.scores))
        return tuple(sum(count for winners, count in self.winners.items() if seat in winners) for seat in seats)

    @property
    def decisions_per_second(self) -> float:
        """The number of decisions per second; not a number if no time was measured."""
        return self.decisions / self.seconds if self.seconds else nan

    def __str__(self) -> str:
        """Return tables for people to read."""
        return "\n\n".join(_tables(self))


def _mean(counts: Iterable[tuple[Amount, int]]) -> Fraction:
    """Return the mean of values, each with the number of times it occurred."""
    total, times = Fraction(0), 0
    for value, count in counts:
        total += value * count
        times += count
    if not times:
        raise NoGamesError("no games were played, so there is no mean")
    return total / times


def _standard_error(counts: Mapping[Amount, int]) -> float:
    games = sum(counts.values())
    if games < 2:
        return nan
    mean = _mean(counts.items())
    return sqrt(sum(count * (value - mean) ** 2 for value, count in counts.items()) / (games - 1) / games)


@frozen
class Played:
    """A finished game: its outcome, and the number of its moves and decisions."""

    outcome: Outcome
    moves: int
    decisions: int


class Counts:
    """The counts of a summary while they grow."""

    def __init__(self) -> None:
        self.games: int = 0
        self.decisions: int = 0
        self.scores: list[Counter[Amount]] = []
        self.winners: Counter[tuple[Seat, ...]] = Counter()
        self.details: dict[str, Counter[object]] = {}
        self.lengths: Counter[int] = Counter()
        self.counted: dict[type[Outcome], tuple[str, ...]] = {}
        """The fields of the details, by the class of outcome."""

    def plus(self, games: Iterable[Played]) -> "Counts":
        """Return these counts with ``games`` added; an interruption leaves these counts as they are."""
        counts = self.copy()
        for game in games:
            counts.add(game)
        return counts

    def copy(self) -> "Counts":
        """Return independent counts; ``copy.deepcopy`` would take five times as long."""
        counts = Counts()
        counts.games, counts.decisions = self.games, self.decisions
        counts.scores = [counter.copy() for counter in self.scores]
        counts.winners = self.winners.copy()
        counts.details = {name: counter.copy() for name, counter in self.details.items()}
        counts.lengths = self.lengths.copy()
        counts.counted = self.counted
        return counts

    def add(self, game: Played) -> None:
        """Count this game too."""
        outcome = game.outcome
        self.games += 1
        self.decisions += game.decisions
        self.lengths[game.moves] += 1
        self.winners[outcome.winners] += 1
        self.scores = self.scores or [Counter() for _ in outcome.scores]
        for counter, score in zip(self.scores, outcome.scores, strict=True):
            counter[score] += 1
        kind = type(outcome)
        if kind not in self.counted:
            self.counted[kind] = _details(kind)
        for name in self.counted[kind]:
            self.details.setdefault(name, Counter())[getattr(outcome, name)] += 1

    def summary(self, wanted: int, seconds: float) -> Summary:
        """Return the summary, in an order that does not depend on the order in which the games were counted."""
        return Summary(
            games=self.games,
            interrupted=self.games < wanted,
            scores=tuple(dict(sorted(counter.items())) for counter in self.scores),
            winners=_by_frequency(self.winners),
            details={name: _by_frequency(counter) for name, counter in sorted(self.details.items())},
            lengths=dict(sorted(self.lengths.items())),
            decisions=self.decisions,
            seconds=seconds,
        )


def _details(kind: type[Outcome]) -> tuple[str, ...]:
    """Return the fields of an outcome to count: not those of records or cards, which hardly ever repeat."""
    hints = get_type_hints(kind)
    added = (field.name for field in attrs.fields(kind) if field.name not in ("scores", "winners"))
    return tuple(name for name in added if _is_counted(hints[name]))


def _is_counted(hint: object) -> bool:
    if isinstance(hint, type) and not get_args(hint):
        return issubclass(hint, int | Fraction | str | Enum | NoneType)
    return get_origin(hint) is Literal or all(part is ... or _is_counted(part) for part in get_args(hint))


def _by_frequency(counter: Mapping[T, int]) -> dict[T, int]:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], str(item[0]))))


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
    yield _table(("seat", "mean score", "error", "games won"), rows)
    winners = {", ".join(map(str, seats)) or "nobody": times for seats, times in summary.winners.items()}
    yield _table(("winners", "games", ""), _frequencies(winners, summary.games))
    for name, counts in summary.details.items():
        values = {format_value(value): times for value, times in counts.items()}
        yield _table((name.replace("_", " "), "games", ""), _frequencies(values, summary.games))


def _frequencies(counts: Mapping[str, int], games: int) -> Iterator[tuple[str, str, str]]:
    """Yield each value with its count and its share of the games; the rarest values are added up as others."""
    items = list(counts.items())
    rare = sum(times for _, times in items[MOST:])
    for value, times in [*items[:MOST], *([("others", rare)] if rare else [])]:
        yield value, f"{times:,}", f"{times / games:.1%}"


MOST: Final = 12
"""The number of values that a table of a summary lists."""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
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

"""Counts of games, which are made where the games are played, and added up exactly in any order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import starmap
from types import NoneType
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from cardrules.game import Amount, Outcome
from cardrules.play.averages import standard_error
from cardrules.play.summary import Summary
from cardrules.seats import Seat

T = TypeVar("T")


@frozen
class Played:
    """A finished game: its outcome, and the number of its moves and decisions."""

    outcome: Outcome
    moves: int
    decisions: int


class Counts:
    """The counts of a summary. They do not change: those with more games are new ones, so nothing is half counted."""

    def __init__(self) -> None:
        """Begin with no games."""
        self.games: int = 0
        self.decisions: int = 0
        self.scores: tuple[Counter[Amount], ...] = ()
        self.winners: Counter[tuple[Seat, ...]] = Counter()
        self.details: dict[str, Counter[object]] = {}
        self.lengths: Counter[int] = Counter()
        self.lowest_wins: bool = False

    @classmethod
    def of(cls, games: Sequence[Played]) -> "Counts":
        """Return the counts of these games."""
        counts, outcomes = cls(), [game.outcome for game in games]
        counts.games = len(games)
        counts.decisions = sum(game.decisions for game in games)
        counts.scores = tuple(map(Counter, zip(*(outcome.scores for outcome in outcomes), strict=True)))
        counts.winners = Counter([outcome.winners for outcome in outcomes])
        counts.lengths = Counter([game.moves for game in games])
        counts.lowest_wins = any(outcome.lowest_wins for outcome in outcomes)
        for kind in set(map(type, outcomes)):
            alike = [outcome for outcome in outcomes if type(outcome) is kind]
            for name in _details(kind):
                counts.details.setdefault(name, Counter()).update([getattr(outcome, name) for outcome in alike])
        return counts

    def plus(self, other: "Counts") -> "Counts":
        """Return the counts of these and of other games."""
        if not self.games or not other.games:
            return self if self.games else other
        counts = Counts()
        counts.games = self.games + other.games
        counts.decisions = self.decisions + other.decisions
        counts.scores = tuple(starmap(_sum, zip(self.scores, other.scores, strict=True)))
        counts.winners = _sum(self.winners, other.winners)
        names = [*self.details, *(name for name in other.details if name not in self.details)]
        counts.details = {
            name: _sum(self.details.get(name, Counter()), other.details.get(name, Counter())) for name in names
        }
        counts.lengths = _sum(self.lengths, other.lengths)
        counts.lowest_wins = self.lowest_wins or other.lowest_wins
        return counts

    def summary(self, seconds: float, *, interrupted: bool) -> Summary:
        """Return the summary, in an order that does not depend on the order in which the games were counted."""
        return Summary(
            games=self.games,
            interrupted=interrupted,
            scores=tuple(dict(sorted(counter.items())) for counter in self.scores),
            winners=_by_frequency(self.winners),
            details={name: _by_frequency(counter) for name, counter in sorted(self.details.items())},
            lengths=dict(sorted(self.lengths.items())),
            decisions=self.decisions,
            lowest_wins=self.lowest_wins,
            seconds=seconds,
        )


@frozen
class Tally:
    """The counts of variants that play the same deals, and how their scores differ in the same game."""

    variants: tuple[Counts, ...]
    """The counts by variant."""

    differences: tuple[tuple[Counter[Amount], ...], ...] = ()
    """For each variant after the first, and each seat: how often its score is how much above that of the first."""

    @property
    def games(self) -> int:
        """The number of games that each variant has played."""
        return self.variants[0].games

    @classmethod
    def of(cls, games: Sequence[Sequence[Played]]) -> "Tally":
        """Return the tally of these games, each of which all variants have played."""
        columns = list(zip(*games, strict=True))
        return cls(tuple(map(Counts.of, columns)), tuple(_differences(columns[0], column) for column in columns[1:]))

    def plus(self, other: "Tally") -> "Tally":
        """Return the tally of these and of other games."""
        if not self.games or not other.games:
            return self if self.games else other
        return Tally(
            tuple(starmap(Counts.plus, zip(self.variants, other.variants, strict=True))),
            tuple(
                tuple(starmap(_sum, zip(*both, strict=True)))
                for both in zip(self.differences, other.differences, strict=True)
            ),
        )

    @property
    def error(self) -> float:
        """The greatest standard error: of the differences if there are several variants, else of the mean scores."""
        by_seat = self.differences or (self.variants[0].scores,)
        return max(standard_error(counts) for seats in by_seat for counts in seats)


NOTHING = Tally((Counts(),))
"""The tally of no games."""


def _differences(first: Sequence[Played], other: Sequence[Played]) -> tuple[Counter[Amount], ...]:
    """Return the differences by seat; a seat that only one of the variants has is left out."""
    games = zip(first, other, strict=True)
    gains = [[b - a for a, b in zip(one.outcome.scores, two.outcome.scores, strict=False)] for one, two in games]
    return tuple(map(Counter, zip(*gains, strict=True)))


def _sum(one: Counter[T], other: Counter[T]) -> Counter[T]:
    total = one.copy()
    total.update(other)
    return total


@cache
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

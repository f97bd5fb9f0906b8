"""Exact means of counted values, and their standard errors."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import nan, sqrt
from typing import TypeVar

from cardrules.errors import CardRulesError
from cardrules.game import Amount

N = TypeVar("N", bound=Amount)


class NoGamesError(CardRulesError, ValueError):
    """A mean of no games at all."""

    code = "no_games"


def mean_of(counts: Mapping[N, int]) -> Fraction:
    """Return the exact mean of values, each with the number of times it occurred."""
    times = sum(counts.values())
    if not times:
        raise NoGamesError("no games were played, so there is no mean")
    return _total(counts.items()) / times


def standard_error(counts: Mapping[N, int]) -> float:
    """Return the standard error of the mean; not a number for fewer than two values."""
    times = sum(counts.values())
    if times < 2:
        return nan
    mean = _total(counts.items()) / times
    return sqrt(_total([((value - mean) ** 2, count) for value, count in counts.items()]) / (times - 1) / times)


def _total(counts: Collection[tuple[Amount, int]]) -> Fraction:
    return sum((Fraction(value) * count for value, count in counts), Fraction(0))

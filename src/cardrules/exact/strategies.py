"""Ways to play of which an average can be computed: functions of what a seat sees, and the best of all."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from typing import Final, TypeAlias, TypeVar

import attrs

from cardrules.errors import CardRulesError
from cardrules.game import StateLike

S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

CERTAIN: Final = Fraction(1)
"""The probability of what happens in any case."""


class ExactError(CardRulesError, ValueError):
    """A question that has no exact answer, or none within reach; the message says what to do instead."""

    code = "exact"


class Best(Enum):
    """The type of :data:`BEST`."""

    BEST = "best"


BEST: Final = Best.BEST
"""The player that wins the most on average, given all that its seat has seen and how the others play."""

Answer: TypeAlias = M | Mapping[M, Fraction]
"""A move, or several with their probabilities."""

Strategy: TypeAlias = Callable[[S, tuple[M, ...]], Answer[M]]
"""A way to play: from a seat's view and its legal moves to one of them, or to several with their probabilities.

It depends on nothing else, so that the same view always has the same answer. The fewer cards it looks at, the less there is
to compute.
"""


def uniform(_view: object, moves: tuple[M, ...]) -> Mapping[M, Fraction]:
    """Make every legal move with the same probability."""
    return dict.fromkeys(moves, Fraction(1, len(moves)))


def weighted(answer: Answer[M]) -> Iterable[tuple[M, Fraction]]:
    """Return the moves of a strategy's answer, each with its probability.

    Raises :class:`ExactError` unless the probabilities add up to 1.
    """
    if not isinstance(answer, Mapping):
        return ((answer, CERTAIN),)
    if sum(answer.values()) != 1 or min(answer.values()) < 0:
        listed = ", ".join(map(str, answer.values()))
        raise ExactError(f"the probabilities of a player's moves are 0 or more and add up to 1, unlike {listed}")
    return answer.items()

"""Seats round a table: numbers from 0, clockwise, which is the order of dealing and play."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Final, TypeAlias, TypeVar

SEAT: Final = "seat"
"""The mark in the type of a field that holds a seat."""

Seat: TypeAlias = Annotated[int, SEAT]
"""A place at the table; the seat to the left of ``s`` is ``s + 1``."""

NOT_BY_SEAT: Final[Mapping[str, bool]] = MappingProxyType({"by_seat": False})
"""The metadata of a field with a tuple in another order: ``said: tuple[Call, ...] = field(metadata=NOT_BY_SEAT)``.

Any other tuple that is as long as the table is taken to be by seat when a state is told in text.
"""

T = TypeVar("T")


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise."""
    return (seat + 1) % seats


def clockwise_from(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All the seats clockwise, ``seat`` first."""
    return (*range(seat, seats), *range(seat))


def partner(seat: Seat) -> Seat:
    """The seat opposite, of four."""
    return seat ^ 2


def replaced(by_seat: Sequence[T], seat: Seat, value: T) -> tuple[T, ...]:
    """A tuple by seat with another ``value`` for ``seat``."""
    new = list(by_seat)
    new[seat] = value
    return tuple(new)


def leaders(scores: Sequence[int | Fraction]) -> tuple[Seat, ...]:
    """The seats with the highest of ``scores``, several when it is shared."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)

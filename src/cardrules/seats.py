"""Seats around a table: numbers from 0, clockwise, which is the order of dealing and play."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, TypeAlias, TypeVar

from cardrules.labels import told

SEAT: Final = "seat"
"""The mark in the type of a field that holds a seat."""

Seat: TypeAlias = Annotated[int, SEAT]
"""A place at the table; the seat to the left of ``s`` is ``s + 1``."""

NOT_BY_SEAT: Final[Mapping[str, object]] = told(by_seat=False)
"""The metadata of a field whose tuple is not by seat: ``calls: tuple[Call, ...] = field(metadata=NOT_BY_SEAT)``.

Without it, text shows a tuple that has one item per seat as a column of the table of seats. With a label it is
``told("said", by_seat=False)``.
"""

T = TypeVar("T")


def left_of(seat: Seat, seats: int) -> Seat:
    """Return the next seat clockwise."""
    return (seat + 1) % seats


def clockwise_from(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats clockwise, ``seat`` first."""
    return (*range(seat, seats), *range(seat))


def partner(seat: Seat) -> Seat:
    """Return the seat opposite, at a table of four."""
    return seat ^ 2


def replaced(by_seat: Sequence[T], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the values ``by_seat`` with ``value`` for ``seat``."""
    new = list(by_seat)
    new[seat] = value
    return tuple(new)


def leaders(scores: Sequence[int | Fraction], *, lowest: bool = False) -> tuple[Seat, ...]:
    """Return the seats with the highest of ``scores``, or the lowest: several if they share it."""
    best = min(scores) if lowest else max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)

"""Pots at table stakes, where a seat plays for no more than it has brought.

A seat that cannot pay the whole is all-in: it stays in for what it has. :class:`Chips` says what each seat has left and what
it has put in the pot, and :func:`split_into_pots` who can win how much of it. The betting is
:mod:`cardrules.blocks.table_stakes`.
"""

from collections.abc import Sequence
from itertools import pairwise

from attrs import field, frozen

from cardrules.fastinit import FastInit
from cardrules.labels import told
from cardrules.seats import NOT_BY_SEAT, Seat, replaced


@frozen
class Chips(FastInit):
    """What each seat has left, and what it has put in the pot in this deal."""

    stacks: tuple[int, ...] = field(metadata=told("chips"))
    """What each seat has left."""
    paid: tuple[int, ...] = field(metadata=told("in the pot"))
    """What each seat has put in the pot."""

    @classmethod
    def brought(cls, stacks: tuple[int, ...]) -> "Chips":
        """Return the chips before anybody has put anything in the pot."""
        return cls(stacks, (0,) * len(stacks))

    @property
    def pot(self) -> int:
        """All that lies in the pot."""
        return sum(self.paid)

    def owed(self, seat: Seat) -> int:
        """Return what ``seat`` lacks to the highest payment; it may have less left."""
        return max(self.paid) - self.paid[seat]

    def put(self, seat: Seat, amount: int) -> "Chips":
        """Return the chips after ``seat`` has put an amount in the pot, or all it has left if that is less."""
        cost = min(amount, self.stacks[seat])
        stacks = replaced(self.stacks, seat, self.stacks[seat] - cost)
        return Chips(stacks, replaced(self.paid, seat, self.paid[seat] + cost))

    def without_uncalled(self) -> "Chips":
        """Return the chips after the seat that has paid most has taken back what nobody else has matched."""
        second, highest = sorted(self.paid)[-2:]
        if second == highest:
            return self
        seat = self.paid.index(highest)
        stacks = replaced(self.stacks, seat, self.stacks[seat] + highest - second)
        return Chips(stacks, replaced(self.paid, seat, second))


@frozen
class Pot(FastInit):
    """The main pot or a side pot."""

    amount: int
    seats: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats that can win it, in the order in which odd units go to them."""


def split_into_pots(paid: Sequence[int], seats: Sequence[Seat]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots, by what each seat has ``paid`` and the ``seats`` that are still in.

    A seat can win as much from every other as it has paid itself. What others have paid above all that are still in belongs
    to the last pot.

    >>> split_into_pots((5, 20, 20, 3), (0, 1, 2))
    (Pot(amount=18, seats=(0, 1, 2)), Pot(amount=30, seats=(1, 2)))
    """
    levels = sorted({paid[seat] for seat in seats})
    pots: list[Pot] = []
    for below, level in pairwise([0, *levels]):
        top = level if level < levels[-1] else max(paid)
        amount = sum([min(put, top) - min(put, below) for put in paid])
        pots.append(Pot(amount, tuple([seat for seat in seats if paid[seat] >= level])))
    return tuple(pots)

"""Money: the balances of seats, and the shares of a pot, as exact numbers.

A balance is what a seat has won minus what it has paid; it starts at 0. All balances, pots and banks add up to 0 in every
state. A game declares this in its :class:`~cardrules.game.Promises`, and a law checks it.
"""

from collections.abc import Iterable
from typing import TypeVar

from cardrules.game import Amount
from cardrules.seats import Seat

A = TypeVar("A", int, Amount)


def credit(balances: tuple[A, ...], seat: Seat, amount: A) -> tuple[A, ...]:
    """Return the balances after ``seat`` gains an amount; if it is negative, the seat pays."""
    new = list(balances)
    new[seat] += amount
    return tuple(new)


def credit_each(balances: tuple[A, ...], amount: A) -> tuple[A, ...]:
    """Return the balances after every seat gains the same amount; if it is negative, as for an ante, each pays."""
    return tuple([balance + amount for balance in balances])


def credit_amounts(balances: tuple[A, ...], amounts: Iterable[A]) -> tuple[A, ...]:
    """Return the balances after each seat gains its own amount, of ``amounts`` by seat; if it is negative, the seat pays."""
    return tuple([balance + amount for balance, amount in zip(balances, amounts, strict=True)])


def split_pot(pot: int, sharers: int) -> tuple[int, ...]:
    """Split a pot into whole shares, from the first sharer to the last; the first ones get the odd units, one each."""
    each, odd = divmod(pot, sharers)
    return tuple([each + (place < odd) for place in range(sharers)])

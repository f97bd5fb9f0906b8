"""Money: balances by seat, what is paid into pots and banks, and what is won of them; always exact.

A balance is what a seat has won, less what it has put in; it begins at 0. All balances and what lies in pots and banks
add up to 0 in every state: a game says so in its :class:`~cardrules.game.Promises`, and a law holds it to that.
"""

from collections.abc import Iterable
from typing import TypeVar

from cardrules.game import Amount
from cardrules.seats import Seat

A = TypeVar("A", int, Amount)


def credit(balances: tuple[A, ...], seat: Seat, amount: A) -> tuple[A, ...]:
    """The balances after ``seat`` has gained an amount, or paid it if it is below 0."""
    new = list(balances)
    new[seat] += amount
    return tuple(new)


def credit_each(balances: tuple[A, ...], amount: A) -> tuple[A, ...]:
    """The balances after every seat has gained the same amount, or paid it if it is below 0, as an ante is."""
    return tuple([balance + amount for balance in balances])


def credit_amounts(balances: tuple[A, ...], amounts: Iterable[A]) -> tuple[A, ...]:
    """The balances after each seat has gained an amount of its own, or paid it if it is below 0."""
    return tuple([balance + amount for balance, amount in zip(balances, amounts, strict=True)])


def split_pot(pot: int, sharers: int) -> tuple[int, ...]:
    """What each of so many sharers has of a pot: odd units go one each to the first of them."""
    each, odd = divmod(pot, sharers)
    return tuple([each + (place < odd) for place in range(sharers)])

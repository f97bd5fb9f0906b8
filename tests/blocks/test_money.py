"""Money: changes of balances, and shares of a pot."""

from fractions import Fraction

import pytest

from cardrules.blocks.money import credit, credit_amounts, credit_each, split_pot
from cardrules.game import Amount


def test_one_seat_gains_or_pays() -> None:
    assert credit((0, 5, -5), 1, 3) == (0, 8, -5)
    assert credit((0, 5, -5), 2, -3) == (0, 5, -8)


def test_every_seat_gains_or_pays() -> None:
    assert credit_each((0, 5, -5), -1) == (-1, 4, -6)
    assert credit_amounts((0, 5, -5), (2, 0, -2)) == (2, 5, -7)
    with pytest.raises(ValueError, match="shorter"):
        credit_amounts((0, 5, -5), (2, 0))


def test_halves_are_exact() -> None:
    balances: tuple[Amount, ...] = (0, Fraction(1, 2))
    assert credit(balances, 1, Fraction(5, 2)) == (0, 3)


@pytest.mark.rule("draw_poker", "5.7")
@pytest.mark.parametrize(
    ("pot", "sharers", "parts"), [(101, 2, (51, 50)), (11, 3, (4, 4, 3)), (9, 3, (3, 3, 3)), (5, 1, (5,))]
)
def test_odd_units_go_to_the_first_sharers(pot: int, sharers: int, parts: tuple[int, ...]) -> None:
    assert split_pot(pot, sharers) == parts

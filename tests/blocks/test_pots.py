"""Pots at table stakes: what is put in, what comes back, and who can win what."""

import pytest

from cardrules.blocks.pots import Chips, Pot, split_into_pots

CHIPS = Chips.brought((20, 5, 9))


def test_nobody_has_paid_before_the_deal() -> None:
    assert Chips((20, 5, 9), (0, 0, 0)) == CHIPS
    assert (CHIPS.pot, CHIPS.owed(0)) == (0, 0)


def test_a_seat_puts_in_no_more_than_it_has_left() -> None:
    chips = CHIPS.put(0, 8).put(1, 8).put(2, 3)
    assert chips == Chips((12, 0, 6), (8, 5, 3))
    assert chips.pot == 16
    assert [chips.owed(seat) for seat in range(3)] == [0, 3, 5]


@pytest.mark.rule("draw_poker", "2.6")
def test_what_nobody_has_matched_comes_back() -> None:
    assert CHIPS.put(0, 8).put(1, 5).put(2, 3).without_uncalled() == Chips((15, 0, 6), (5, 5, 3))
    assert CHIPS.put(2, 4).without_uncalled() == CHIPS
    equal = CHIPS.put(0, 4).put(2, 4)
    assert equal.without_uncalled() is equal


@pytest.mark.rule("draw_poker", "5.8")
@pytest.mark.parametrize(
    ("paid", "seats", "pots"),
    [
        ((4, 4, 4), (1, 2, 0), (Pot(12, (1, 2, 0)),)),
        ((4, 4, 4), (2,), (Pot(12, (2,)),)),
        ((5, 20, 20), (1, 2, 0), (Pot(15, (1, 2, 0)), Pot(30, (1, 2)))),
        ((5, 20, 20), (2, 0), (Pot(15, (2, 0)), Pot(30, (2,)))),
        ((5, 12, 20, 20, 3), (0, 1, 2, 3), (Pot(23, (0, 1, 2, 3)), Pot(21, (1, 2, 3)), Pot(16, (2, 3)))),
        ((5, 12, 20, 20, 3), (0, 2, 3), (Pot(23, (0, 2, 3)), Pot(37, (2, 3)))),
        ((5, 7, 7, 9), (0, 1, 2), (Pot(20, (0, 1, 2)), Pot(8, (1, 2)))),  # what was folded above all is in the last
    ],
)
def test_the_main_pot_and_the_side_pots(paid: tuple[int, ...], seats: tuple[int, ...], pots: tuple[Pot, ...]) -> None:
    assert split_into_pots(paid, seats) == pots
    assert sum(pot.amount for pot in pots) == sum(paid)

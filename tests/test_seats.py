"""Seats around a table."""

from fractions import Fraction

import pytest

from cardrules.labels import told
from cardrules.seats import NOT_BY_SEAT, clockwise_from, leaders, left_of, partner, replaced


def test_play_goes_clockwise() -> None:
    assert [left_of(seat, 3) for seat in range(3)] == [1, 2, 0]


@pytest.mark.parametrize(("seat", "seats"), [(0, (0, 1, 2, 3)), (2, (2, 3, 0, 1)), (3, (3, 0, 1, 2))])
def test_clockwise_from_visits_every_seat_once(seat: int, seats: tuple[int, ...]) -> None:
    assert clockwise_from(seat, 4) == seats


def test_partners_sit_opposite() -> None:
    assert [partner(seat) for seat in range(4)] == [2, 3, 0, 1]


def test_replaced_changes_one_seat_and_leaves_the_original() -> None:
    before = (1, 2, 3)
    assert replaced(before, 1, 7) == (1, 7, 3)
    assert replaced([1, 2, 3], 0, 7) == (7, 2, 3)
    assert before == (1, 2, 3)
    with pytest.raises(IndexError):
        replaced(before, 3, 7)


@pytest.mark.parametrize(
    ("scores", "seats"),
    [((31, 20, 31), (0, 2)), ((-5, -2, -7), (1,)), ((0, 0), (0, 1)), ((Fraction(1, 2), 0), (0,)), ((4,), (0,))],
)
def test_the_highest_score_leads_and_equal_ones_share(
    scores: tuple[int | Fraction, ...], seats: tuple[int, ...]
) -> None:
    assert leaders(scores) == seats
    penalties = tuple(-score for score in scores)
    assert leaders(penalties, lowest=True) == seats


def test_a_tuple_in_another_order_is_told_so() -> None:
    assert NOT_BY_SEAT == told(by_seat=False) != told()

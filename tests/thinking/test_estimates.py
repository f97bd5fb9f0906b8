"""Tallies: means, errors, and how far rewards lie apart."""

from math import inf, sqrt

import pytest

from cardrules.thinking.estimates import Estimate, Tallies


def test_the_mean_and_the_error_of_the_rewards_of_a_move() -> None:
    """The rewards 1, 3 and 5 have the mean 3 and the variance 4."""
    tallies = Tallies(["bid", "fold"])
    for reward in (1.0, 3.0, 5.0):
        tallies.add("bid", reward)
    bid, fold = tallies.estimates()
    assert (bid.move, bid.visits) == ("bid", 3)
    assert bid.mean == pytest.approx(3.0)
    assert bid.error == pytest.approx(sqrt(4 / 3))
    assert fold == Estimate("fold", -inf, inf, 0)


def test_one_reward_has_no_error_that_is_known() -> None:
    tallies = Tallies(["bid"])
    tallies.add("bid", 2.0)
    assert tallies.estimates() == [Estimate("bid", 2.0, inf, 1)]


def test_each_move_counts_alike_in_the_deviation_however_often_it_was_tried() -> None:
    """A move always worth -7 and one that was once worth -17 lie 5 from their middle, after any number of visits."""
    tallies = Tallies(["pass", "stake", "raise"])
    assert tallies.deviation == 0
    tallies.add("stake", -17.0)
    for _ in range(1000):
        tallies.add("pass", -7.0)
    assert tallies.deviation == pytest.approx(5.0)

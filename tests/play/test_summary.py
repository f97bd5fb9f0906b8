"""Summaries: exact counts, and their tables."""

from fractions import Fraction
from math import isnan

import pytest
from attrs import evolve

from cardrules.play.simulate import simulate
from cardrules.play.summary import NoGamesError, Summary
from tests import bazaar


def test_a_summary_is_exact() -> None:
    summary = Summary(
        games=4,
        interrupted=False,
        scores=({Fraction(-1, 2): 3, 2: 1}, {1: 4}),
        winners={(1,): 3, (0, 1): 1},
        details={},
        lengths={5: 3, 6: 1},
        decisions=17,
        seconds=2.0,
    )
    assert summary.means == (Fraction(1, 8), Fraction(1))
    assert summary.standard_errors == (
        0.625,
        0.0,
    )  # 3 * (-1/2 - 1/8)² + (2 - 1/8)² is 75/16, by 3 and by 4 it is (5/8)²
    assert summary.wins == (1, 4)
    assert summary.mean_length == Fraction(21, 4)
    assert summary.decisions_per_second == 8.5
    assert isnan(evolve(summary, seconds=0.0).decisions_per_second)


def test_one_game_has_no_standard_error() -> None:
    one = simulate(bazaar, bazaar.Rules(), n=1)
    assert all(map(isnan, one.standard_errors))
    assert str(one).startswith("1 game, ")
    assert [line.split()[2] for line in str(one).split("\n\n")[1].splitlines()[1:]] == ["-"] * len(one.standard_errors)


NUMBERS: dict[object, int] = {value: 100 - value for value in range(13)}
SUMMARY = Summary(
    games=1200,
    interrupted=True,
    scores=({1: 600, 2: 600}, {Fraction(1, 2): 1200}),
    winners={(0,): 800, (0, 1): 300, (): 100},
    details={"game_value": NUMBERS, "grade": {bazaar.Grade.LOW: 1200}},
    lengths={5: 600, 6: 600},
    decisions=5000,
    seconds=2.0,
)
TEXT = """\
1,200 games until the interruption, 5.5 moves each (5 to 6)
5,000 decisions in 2.0 s: 2,500 a second

seat  mean score  error  games won
0          1.500  0.014      1,100
1          0.500  0.000        300

winners  games
0          800  66.7%
0, 1       300  25.0%
nobody     100   8.3%

game value  games
0             100  8.3%
1              99  8.2%
2              98  8.2%
3              97  8.1%
4              96  8.0%
5              95  7.9%
6              94  7.8%
7              93  7.8%
8              92  7.7%
9              91  7.6%
10             90  7.5%
11             89  7.4%
others         88  7.3%

grade  games
low    1,200  100.0%"""


def test_a_summary_as_text() -> None:
    assert str(SUMMARY) == TEXT


def test_penalties_are_called_so() -> None:
    text = str(evolve(SUMMARY, lowest_wins=True))
    assert "seat  mean penalty  error  games won" in text


def test_no_games() -> None:
    summary = simulate(bazaar, bazaar.Rules(), n=0)
    assert (summary.games, summary.means, summary.interrupted, str(summary)) == (0, (), False, "0 games")
    assert summary.wins == summary.standard_errors == ()
    with pytest.raises(NoGamesError, match=r"^no games were played, so there is no mean$"):
        summary.mean_length  # noqa: B018  # it raises

"""Charts: bins, bars and marks, as text."""

from fractions import Fraction
from math import nan

import pytest

from cardrules.games import macao, oh_hell
from cardrules.play.charts import BINS, WIDTH, Bins, Chart, Line, Panel, distribution, means, shares
from cardrules.play.simulate import simulate
from cardrules.play.summary import NoGamesError, chart_of


def test_few_values_are_shown_one_by_one() -> None:
    bins = Bins([3, 1, 1, -200])
    assert bins.names == ("-200", "1", "3")
    assert Bins([Fraction(1, 2), 1]).names == ("0.5", "1")


@pytest.mark.parametrize(
    ("values", "first", "last", "count"),
    [
        (range(BINS + 1), "0", "16", 17),
        (range(2 * BINS), "0 to 1", "30 to 31", 16),
        (
            range(-170, 170, 10),
            "-200 to -151",
            "150 to 199",
            8,
        ),  # a sixteenth of 330 is 20.6, the next round size is 50
        ([Fraction(n, 40) for n in range(41)], "0 up to 0.1", "1 up to 1.1", 11),
        ([*range(17), Fraction(1, 3)], "0 up to 1", "16 up to 17", 17),
    ],
)
def test_many_values_are_put_into_bins_of_a_round_size_without_gaps(
    values: list[int], first: str, last: str, count: int
) -> None:
    bins = Bins(list(values))
    assert (bins.names[0], bins.names[-1]) == (first, last)
    assert len(bins.names) == count
    assert {bins.name(value) for value in values} <= set(bins.names)


def test_a_distribution_has_the_shares_of_each_series() -> None:
    panel = distribution("points", [{0: 3, 2: 1}, {2: 5}], Bins([0, 1, 2]))
    assert panel == Panel(
        "points",
        (
            Line("0", 0, 0, 0.75, "75.0%"),
            Line("0", 1, 0, 0, "0.0%"),
            Line("1", 0, 0, 0, "0.0%"),
            Line("1", 1, 0, 0, "0.0%"),
            Line("2", 0, 0, 0.25, "25.0%"),
            Line("2", 1, 0, 1, "100.0%"),
        ),
    )
    assert shares("winners", [{"0": 1}, {}]).lines[1].text == "0.0%"  # a seat that only one variant has


def test_means_lie_between_the_least_and_the_greatest() -> None:
    low, high = means("mean", [("a", 0, 1.0, 0.5), ("b", 0, 2.0, 0.5)]).lines  # from 0.5 to 2.5, and a tenth more
    assert low.mark == pytest.approx(0.6 / 2.2)
    assert (low.start, low.end) == pytest.approx((0.1 / 2.2, 1.1 / 2.2))
    assert high.end == pytest.approx(2.1 / 2.2)
    (alone,) = means("mean", [("a", 0, 3.0, nan)]).lines
    assert alone == Line("a", 0, 0.5, 0.5, "3.000, error 0.000", 0.5)


def test_a_chart_as_text() -> None:
    marks = Panel("mean", (Line("seat 0", 0, 0.25, 0.75, "1", 0.5), Line("seat 1", 0, 1.0, 1.0, "2", 1.0)))
    bars = Panel("points", (Line("0", 0, 0, 1, "75%"), Line("10", 0, 0, 0.5, "25%")))
    quarter = WIDTH // 4
    assert str(Chart("", ("",), (marks, bars))) == "\n".join(  # lines
        [
            "mean",
            f"seat 0  {' ' * quarter}{'─' * quarter}●{'─' * (quarter - 1)}{' ' * quarter}  1",
            f"seat 1  {' ' * (WIDTH - 1)}●  2",
            "",
            "points",
            f" 0  {'█' * WIDTH}  75%",
            f"10  {'█' * (WIDTH // 2)}{' ' * (WIDTH // 2)}  25%",
        ]
    )


def test_series_stand_below_each_other() -> None:
    chart = Chart("", ("yes", "never"), (Panel("points", (Line("0", 0, 0, 1, "1"), Line("0", 1, 0, 0, "2"))),))
    assert str(chart).splitlines()[1:] == [f"0  yes    {'█' * WIDTH}  1", f"   never  {' ' * WIDTH}  2"]


def test_a_summary_is_plotted() -> None:
    summary = simulate(oh_hell, oh_hell.Rules(players=5, deals=2), n=300)
    chart = summary.plot()
    titles = ["mean score and its error", "winners", *(f"score of seat {n}" for n in range(5)), "moves of a game"]
    assert [panel.title for panel in chart.panels] == titles
    assert chart.title == "300 games"
    assert chart.panels[1].lines[-1].label == "others"
    assert chart._repr_svg_() == chart.svg() == chart_of({"": summary}).svg()
    assert simulate(macao, macao.Rules(), n=1).plot().title == "1 game"


def test_no_games_have_no_chart() -> None:
    with pytest.raises(NoGamesError, match=r"^no games were played, so there is nothing to show$"):
        simulate(oh_hell, oh_hell.Rules(), n=0).plot()

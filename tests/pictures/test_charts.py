"""Charts as SVG."""

from xml.etree import ElementTree as ET

import pytest

from cardrules.games import oh_hell
from cardrules.pictures import Theme, picture
from cardrules.pictures.charts import BARS, COLOURS, LABELS
from cardrules.pictures.theme import LIGHT
from cardrules.play.charts import Chart, Line, Panel
from cardrules.play.simulate import simulate

SVG = "{http://www.w3.org/2000/svg}"
CHART = Chart(
    "two & more",
    ("yes", "no"),
    (
        Panel("points", (Line("0", 0, 0, 1, "75%"), Line("0", 1, 0, 0.5, "25%"))),
        Panel("mean", (Line("seat 0", 0, 0.25, 0.75, "1.0", 0.5),)),
        Panel("moves", (Line("7", 1, 0, 1, "100%"),)),
    ),
)


def test_bars_are_as_long_as_the_values_in_the_colours_of_their_series() -> None:
    root = ET.fromstring(picture(CHART, theme=Theme(mode="light")))  # noqa: S314  # our own text
    bars = [rect for rect in root.iter(f"{SVG}rect") if rect.get("x") == f"{LABELS}"]
    colours = [LIGHT[name] for name in COLOURS]
    assert [(bar.get("width"), bar.get("fill")) for bar in bars] == [
        (f"{BARS}", colours[0]),
        (f"{BARS / 2:g}", colours[1]),
        (f"{BARS}", colours[1]),
    ]
    (mark,) = root.iter(f"{SVG}circle")
    assert mark.get("cx") == f"{LABELS + BARS / 2:g}"


def test_all_texts_are_shown_and_told() -> None:
    root = ET.fromstring(picture(CHART))  # noqa: S314  # our own text
    shown = [text.text for text in root.iter(f"{SVG}text")]
    for text in ("two & more", "yes", "no", "points", "0", "75%", "25%", "mean", "seat 0", "1.0", "moves", "7"):
        assert text in shown
    assert shown.count("0") == 1  # the label of both lines
    assert root.findtext(f"{SVG}title") == "two & more"
    assert root.findtext(f"{SVG}desc") == "points: 0 yes 75%, 0 no 25%. mean: seat 0 yes 1.0. moves: 7 no 100%"


def test_a_chart_of_one_series_has_no_legend() -> None:
    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1), n=20)
    assert picture(summary.plot()).count("rx=") == 0
    assert picture(CHART).count("rx=") == 2


@pytest.mark.parametrize("width", [None, 400])
def test_a_chart_has_the_width_that_is_wanted(width: float | None) -> None:
    root = ET.fromstring(picture(CHART, width=width))  # noqa: S314  # our own text
    assert root.get("width") == f"{width or 900}"

"""The table of the guide to exact answers."""

import re
from pathlib import Path

import exact
import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "howto" / "exact.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["the usual rules", 'overdraw="bust"', 'ties="nobody"', 'banker_natural="all"'])
def test_the_guide_shows_the_edge_when_both_play_as_usual(name: str) -> None:
    (shown,) = re.findall(rf"^{name} +(\S+) %", PAGE, flags=re.MULTILINE)
    assert shown == f"{float(100 * exact.edge(exact.VARIANTS[name], exact.usual, exact.usual)):+.2f}"


@pytest.mark.deep
def test_the_guide_shows_the_whole_table(capsys: pytest.CaptureFixture[str]) -> None:
    exact.main()
    assert f"$ python docs/howto/exact.py\n{capsys.readouterr().out}```" in PAGE

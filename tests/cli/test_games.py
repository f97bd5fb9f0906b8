"""``cardrules games``."""

import pytest

from cardrules.catalogue import NAMES
from cardrules.rulebooks import rulebook
from tests.cli.screen import carry_out


def test_each_game_of_the_library_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "games")
    assert done.code == 0
    assert len(done.lines) == len(NAMES)
    for name, line in zip(NAMES, done.lines, strict=True):
        assert line.split() == [name, *rulebook(name).title.split(), *rulebook(name).summary.split()]

"""``cardrules rules``."""

import pytest

from cardrules.rulebooks import rulebook
from tests.cli.screen import carry_out, refused


def test_the_whole_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(capsys, "rules", "oh_hell").out.rstrip() == rulebook("oh_hell").page.rstrip()


def test_one_rule_or_one_part(capsys: pytest.CaptureFixture[str]) -> None:
    book = rulebook("oh_hell")
    assert carry_out(capsys, "rules", "oh_hell", "3.2").lines == [str(book.rule("3.2"))]
    part = [str(book.rule(number)) for number in ("2.1", "2.2", "2.3")]
    assert carry_out(capsys, "rules", "oh_hell", "2").lines == part


def test_rules_and_games_that_do_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "rules", "oh_hell", "3.9") == "oh_hell has no rule 3.9"
    assert refused(capsys, "rules", "oh_hell", "9") == "oh_hell has no rule 9"
    assert refused(capsys, "rules", "chess").startswith("no game 'chess'; there are ")
    assert refused(capsys, "rules").startswith("the following arguments are required: GAME")

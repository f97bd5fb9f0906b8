"""``cardrules verify``."""

import sys
from collections.abc import Iterator

import pytest

from cardrules import verify
from cardrules.verify import LAWS, Verdict
from tests.cli.screen import carry_out, refused


def test_each_law_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "verify", "oh_hell", "-o", "deals=1", "--examples", "2", "--seed", "0")
    assert done.code == 0
    assert done.lines[0] == "Oh Hell · 2 games · seed 0"
    kinds = [line.split(maxsplit=1)[0] for line in done.lines[1:]]
    assert [kind in ("kept", "skipped") for kind in kinds[: len(LAWS)]] == [True] * len(LAWS)
    assert set(kinds[len(LAWS) :]) == {"unseen"}


def test_what_is_never_seen_fails_the_command_only_if_that_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verify, "verdicts", lambda *_, **__: iter(()))
    monkeypatch.setattr(verify, "never_seen", lambda *_, **__: ("no move pass is ever legal",))
    done = carry_out(capsys, "verify", "oh_hell")
    assert (done.code, done.lines[1:]) == (0, ["  unseen   no move pass is ever legal"])
    assert carry_out(capsys, "verify", "oh_hell", "--strict").code == 1
    monkeypatch.setattr(verify, "never_seen", lambda *_, **__: ())
    assert carry_out(capsys, "verify", "oh_hell", "--strict").code == 0


def test_help_names_the_default_number_of_games(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        carry_out(capsys, "verify", "--help")
    assert f"{verify.EXAMPLES} if not given" in " ".join(capsys.readouterr().out.split())
    assert (
        carry_out(capsys, "verify", "oh_hell", "-o", "deals=1", "--examples", "1")
        .lines[0]
        .startswith("Oh Hell · 1 game ·")
    )


def test_a_broken_law_fails_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def verdicts(_game: object, _rules: object, *, examples: int, seed: int) -> Iterator[Verdict]:
        assert examples == verify.EXAMPLES
        assert isinstance(seed, int)
        yield Verdict("play ends", "", "broken", "it does not")
        yield Verdict("money adds up", "", "kept")

    monkeypatch.setattr(verify, "verdicts", verdicts)
    monkeypatch.setattr(verify, "never_seen", lambda *_, **__: ())
    done = carry_out(capsys, "verify", "oh_hell")
    assert done.code == 1
    assert done.lines[1:] == ["  broken   play ends: it does not", "  kept     money adds up"]


def test_all_games_are_verified_if_none_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verify, "verdicts", lambda *_, **__: iter(()))
    monkeypatch.setattr(verify, "never_seen", lambda *_, **__: ())
    done = carry_out(capsys, "verify", "--seed", "3")
    assert done.code == 0
    assert done.lines[0].endswith("seed 3")


def test_bad_arguments_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "verify", "chess").startswith("no game 'chess'")
    assert "must be a whole number from 1 to 1000000000, not '0'" in refused(capsys, "verify", "--examples", "0")
    assert refused(capsys, "verify", "oh_hell", "oh_hell", "-o", "deals=1") == "options belong to one game: name it"
    for name in [name for name in sys.modules if name.startswith("cardrules.verify")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("cardrules.verify")
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    assert "needs the extra 'verify'" in refused(capsys, "verify", "oh_hell")

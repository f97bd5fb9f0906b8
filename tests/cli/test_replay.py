"""``cardrules replay``."""

import sys
from pathlib import Path
from random import Random

import pytest

from cardrules.cli import main
from cardrules.game import Record, playout
from cardrules.games import oh_hell
from cardrules.serial import Json
from tests.cli.screen import Tty, carry_out, refused


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A match of two deals in a file."""
    path = tmp_path / "game.json"
    Json(oh_hell).save(path, playout(oh_hell, oh_hell.Rules(players=3, deals=2), Random(0)))
    return path


def test_a_saved_game_is_told_as_when_it_was_played(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "played.json")
    played = carry_out(capsys, "play", "oh_hell", "--auto", "--seed", "1", "-o", "deals=2", "--save", path)
    assert played.lines[-1] == f"saved in {path}"
    assert carry_out(capsys, "replay", path).lines[1:] == played.lines[1:-1]
    assert carry_out(capsys, "replay", str(saved)).lines[0] == "Oh Hell"


def test_a_seat_is_told_what_it_saw(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "replay", str(saved), "--seat", "2")
    assert sum("2 (you)" in line for line in done.lines) == 2
    assert sum(line.endswith(" 1 card") for line in done.lines) == 2
    assert refused(capsys, "replay", str(saved), "--seat", "3") == "seat must be 0 to 2, not 3"


@pytest.mark.parametrize(
    ("moves", "last", "hidden"),
    [
        (0, "shuffling, the cards are to be shuffled", 0),
        (1, "bidding, seat 1 to act", 2),
        (3, "bidding, seat 0 to act", 2),
    ],
)
def test_a_game_that_was_left_ends_with_what_is_there(
    moves: int, last: str, hidden: int, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Json(oh_hell).load(saved)
    Json(oh_hell).save(saved, Record(record.rules, record.moves[:moves]))
    told = carry_out(capsys, "replay", str(saved)).out
    assert told.endswith("\n\nthe record ends here\n")
    assert told.split("\n\n")[-2].startswith(last)
    assert told.count(last) == 1
    seen = carry_out(capsys, "replay", str(saved), "--seat", "0").out
    assert seen.split("\n\n")[-2].count(" 1 card") == hidden
    assert "0 (you)" in seen.split("\n\n")[-2]


def test_at_a_terminal_each_line_waits_for_enter(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for typed, code, ended in [("\n" * 20, 0, True), ("\n\nq\n", 0, False), ("\n", 0, False)]:
        screen = Tty()
        monkeypatch.setattr(sys, "stdin", Tty(typed))
        monkeypatch.setattr(sys, "stdout", screen)
        assert main(["replay", str(saved)]) == code
        text = screen.getvalue()
        assert "Enter shows what comes next; q ends." in text
        assert ("scores by seat" in text) == ended
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", Tty())
    assert main(["replay", str(saved), "--all"]) == 0


def test_files_that_are_not_there_or_no_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    assert refused(capsys, "replay", str(path)) == f"{path}: No such file or directory"
    assert refused(capsys, "replay", str(tmp_path)) == f"{tmp_path}: Is a directory"
    for damaged in (b"", b"{", b"\xff", b"[]", b'{"cardrules": 1, "game": "chess", "rules": {}, "moves": []}'):
        path.write_bytes(damaged)
        assert refused(capsys, "replay", str(path)).startswith(f"{path}: ")

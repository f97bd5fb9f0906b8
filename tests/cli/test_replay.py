"""``cardrules replay``."""

import re
import sys
from pathlib import Path
from random import Random

import pytest

from cardrules.cli import main
from cardrules.game import Record, playout, replay
from cardrules.games import oh_hell
from cardrules.pictures import picture
from cardrules.serial import Json
from cardrules.zones import view
from tests.cli.own_games import GAME
from tests.cli.screen import Tty, carry_out, refused


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The file of a match of two deals."""
    path = tmp_path / "game.json"
    Json(oh_hell).save(path, playout(oh_hell, oh_hell.Rules(players=3, deals=2), Random(0)))
    return path


def test_a_saved_game_is_shown_as_when_it_was_played(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "played.json")
    played = carry_out(capsys, "play", "oh_hell", "--auto", "--seed", "1", "-o", "deals=2", "--save", path)
    assert played.lines[-1] == f"saved in {path}"
    assert carry_out(capsys, "replay", path).lines[1:] == played.lines[1:-1]
    assert carry_out(capsys, "replay", str(saved)).lines[0] == "Oh Hell"


def test_a_seat_is_shown_what_it_saw(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "replay", str(saved), "--seat", "2")
    assert sum("2 (you)" in line for line in done.lines) == 2
    assert sum(line.endswith(" 1 card") for line in done.lines) == 2
    assert refused(capsys, "replay", str(saved), "--seat", "3") == "seat must be 0 to 2, not 3"


@pytest.mark.parametrize(
    ("moves", "last", "hidden"),
    [
        (0, "shuffling, chance shuffles", 0),
        (1, "bidding, seat 1 to act", 2),
        (3, "bidding, seat 0 to act", 2),
    ],
)
def test_an_unfinished_game_ends_with_its_last_state(
    moves: int, last: str, hidden: int, saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Json(oh_hell).load(saved)
    Json(oh_hell).save(saved, Record(record.rules, record.moves[:moves]))
    out = carry_out(capsys, "replay", str(saved)).out
    assert out.endswith("\n\nthe record ends here\n")
    assert out.split("\n\n")[-2].startswith(last)
    assert out.count(last) == 1
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
        assert "Enter shows what comes next; picture FILE draws what is shown; q ends." in text
        assert ("scores by seat" in text) == ended
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys, "stdout", Tty())
    assert main(["replay", str(saved), "--all"]) == 0


@pytest.mark.parametrize(("encoding", "argv"), [("utf-8", ["--ascii"]), ("ascii", []), ("cp1252", [])])
def test_a_terminal_without_suits_gets_letters_in_its_prompts_too(
    encoding: str, argv: list[str], saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = Tty()
    stream.encoding = encoding
    monkeypatch.setattr(sys, "stdin", Tty("\n" * 20))
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["replay", str(saved), *argv]) == 0
    assert re.search(r"  play +1: (10|[2-9JQKA])[CDHS] ", stream.getvalue())
    assert stream.getvalue().isascii()


def test_the_game_of_a_user_is_named(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "reversis.py").write_text(GAME)
    played = carry_out(capsys, "play", "reversis.py", "--auto", "-o", "deals=1", "--save", "game.json")
    assert carry_out(capsys, "replay", "game.json", "--game", "reversis.py").lines[1:] == played.lines[1:-1]
    assert refused(capsys, "replay", "game.json").startswith("game.json: game: no game 'reversis'")
    assert refused(capsys, "replay", "game.json", "--game", "oh_hell").startswith("game.json: game: must be ")


def test_files_that_are_missing_or_damaged_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    assert refused(capsys, "replay", str(path)) == f"{path}: No such file or directory"
    assert refused(capsys, "replay", str(tmp_path)) == f"{tmp_path}: Is a directory"
    for damaged in (b"", b"{", b"\xff", b"[]", b'{"cardrules": 1, "game": "chess", "rules": {}, "moves": []}'):
        path.write_bytes(damaged)
        assert refused(capsys, "replay", str(path)).startswith(f"{path}: ")


def test_the_last_state_shown_is_drawn(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.svg"
    carry_out(capsys, "replay", str(saved), "--picture", str(path))
    assert ">finished, the game is over</title>" in path.read_text(encoding="utf-8")
    record = Json(oh_hell).load(saved)
    Json(oh_hell).save(saved, Record(record.rules, record.moves[:2]))
    carry_out(capsys, "replay", str(saved), "--picture", str(path), "--seat", "2")
    last = replay(oh_hell, Json(oh_hell).load(saved))
    assert path.read_text(encoding="utf-8") == picture(view(last, 2), you=2)
    assert carry_out(capsys, "replay", str(saved), "--picture", str(tmp_path)).code == 2


def test_what_is_shown_is_drawn_between_two_lines(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, last = tmp_path / "first.svg", tmp_path / "last.svg"
    monkeypatch.setattr(sys, "stdin", Tty(f"\npicture\npicture {path}\n\nq\n"))
    monkeypatch.setattr(sys, "stdout", screen := Tty())
    assert main(["replay", str(saved), "--picture", str(last)]) == 0
    assert "picture needs the name of a file: picture FILE" in screen.getvalue()
    assert f"drawn in {path}" in screen.getvalue()
    titles = [re.findall("<title.*?>(.*?)</title>", file.read_text(encoding="utf-8")) for file in (path, last)]
    assert titles == [["playing, seat 1 to act"], ["shuffling, chance shuffles"]]  # before and after the trick


def test_the_seats_of_a_saved_game_have_names(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "table.svg"
    done = carry_out(capsys, "replay", str(saved), "--names", "Ann,Bo,Cec", "--picture", str(path))
    assert "seat" not in done.out
    assert "bidding, Bo to act" in done.lines
    assert "Cec" in path.read_text(encoding="utf-8")
    assert refused(capsys, "replay", str(saved), "--names", "Ann").startswith("--names must have 3 names")

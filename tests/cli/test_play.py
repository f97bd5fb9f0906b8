"""``cardrules play``."""

import sys
from io import StringIO
from pathlib import Path

import pytest

from cardrules.games import oh_hell
from cardrules.serial import Json
from tests.cli.screen import Done, carry_out, refused

TWO = ("play", "oh_hell", "--seed", "4", "-o", "players=3", "-o", "deals=2")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Play":
    return Play(monkeypatch, capsys)


class Play:
    """A person who types lines while a match of two deals is played."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, typed: str, *argv: str) -> Done:
        self.monkeypatch.setattr(sys, "stdin", StringIO(typed.replace(", ", "\n") + "\n"))
        return carry_out(self.capsys, *TWO, *argv)


def test_random_players_play_a_whole_match(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "play", "oh_hell", "--auto", "--seed", "0")
    assert done.code == 0
    assert done.lines[0] == "Oh Hell · seed 0"
    assert sum(line.startswith("  play ") for line in done.lines) == sum(range(1, 14))
    assert sum(line.startswith("bidding, ") for line in done.lines) == 13
    assert "win" in done.lines[-1]
    assert max(map(len, done.lines)) <= 100


def test_the_seed_that_was_drawn_repeats_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "play", "oh_hell", "--auto", "-o", "deals=2")
    seed = done.lines[0].split()[-3]
    assert carry_out(capsys, "play", "oh_hell", "--auto", "-o", "deals=2", "--seed", seed) == done


def test_the_end_of_a_patience_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "play", "devils_grip", "--auto", "--seed", "1", "-o", "swaps=homing")
    assert "finished, the game is over" in done.lines
    assert "score" in done.lines[-1] + done.lines[-2]


def test_whoever_takes_part_is_shown_the_lots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    done = carry_out(capsys, "play", "thirteen", "--seed", "1")
    assert "lots drawn, the cards are to be shuffled" in done.lines
    (heads,) = [line.split() for line in done.lines if "seat" in line.split() and "drawn" in line]
    assert heads == ["seat", "balances", "drawn"]


def test_in_a_patience_each_move_is_told_by_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("turn\nturn\ngive up\n"))
    done = carry_out(capsys, "play", "devils_grip", "--seed", "1")
    told = [line for line in done.lines if line.startswith("  playing ")]
    assert [line.count("turn") for line in told] == [1, 1, 0]
    assert done.code == 0


def test_one_seat_may_look_on(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, *TWO, "--auto", "--seat", "1")
    assert sum("1 (you)" in line for line in done.lines) == 2
    assert sum(line.endswith(" 2 cards") for line in done.lines) == 2


def test_letters_stand_for_suits_if_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(capsys, *TWO, "--auto", "--ascii").out.isascii()


def test_a_person_plays_by_number_and_by_name_and_sees_no_cards_of_others(play: Play) -> None:
    done = play("1, , bid 0, 2, ")
    assert done.code == 0
    assert done.lines[0] == "Oh Hell · seed 4 · players=3 · deals=2 · you have seat 0 · ? for help"
    assert sum("0 (you)" in line for line in done.lines) == 5
    hidden = [line.split()[-1] for line in done.lines if line[3:5] in ("1 ", "2 ")]
    assert set(hidden) <= {"card", "cards", "-"}
    assert "; scores by seat" in done.lines[-1]


def test_a_line_that_goes_on_is_told_again_in_full(play: Play) -> None:
    lines = play("1, , bid 0, 2, ").lines
    bids = [line for line in lines if line.startswith("  bid ")]
    assert [line.count(":") for line in bids[:2]] == [2, 3]
    assert bids[1].startswith(bids[0])
    assert sum(line.startswith("  play") and line.count(":") >= 3 for line in lines) == 3


def test_no_line_is_told_twice_that_did_not_go_on(play: Play) -> None:
    lines = play(", ".join("1" * 40), "-o", "deals=6").lines
    told = [line for line in lines if line.startswith(("  bid ", "  play "))]
    assert len(set(told)) == len(told)
    whole = [line for line in told if line.count(":") >= 3]
    assert len(whole) == 6 + sum(range(1, 7))


def test_a_seat_of_ones_own(play: Play) -> None:
    assert "you have seat 2" in play("quit", "--seat", "2").lines[0]


def test_moves_are_taken_back(play: Play) -> None:
    done = play("undo, 1, undo, 0, quit")
    assert done.code == 0
    assert "there is no move to take back for seat 0" in done.out
    views = [line for line in done.lines if line.startswith(">  0 (you)")]
    assert views[0] == views[2] != views[1]
    assert done.out.count("  bid        1: ") == 4  # told, told in full, told again, told in full
    assert "scores by seat" not in done.out


def test_help_tells_the_commands(play: Play) -> None:
    out = play("?, quit").out
    for said in (
        "?     This help; so does help.",
        "undo  Take back your last move",
        "save  Write the game so far to a file",
        "quit  ",
    ):
        assert said in out


def test_a_game_is_saved_when_one_says_so(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "a game.json"
    done = play(f"save, 1, save {tmp_path}, save {path}, quit")
    assert "save needs the name of a file: save FILE" in done.out
    assert f"{tmp_path}: Is a directory" in " ".join(done.out.split())  # a long path breaks the line
    assert f"saved in {path}" in done.out
    assert len(Json(oh_hell).load(path).moves) == 4 + 2


@pytest.mark.parametrize(("typed", "code", "moves"), [("quit", 0, 3), ("1", 2, 6), ("1, , 0, 1, ", 0, 17)])
def test_a_game_is_saved_however_it_ends(typed: str, code: int, moves: int, play: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    done = play(typed, "--save", str(path))
    assert done.code == code
    assert f"saved in {path}" in done.out
    assert len(Json(oh_hell).load(path).moves) == moves


def test_a_game_that_random_players_play_is_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert carry_out(capsys, *TWO, "--auto", "--save", str(path)).code == 0
    assert len(Json(oh_hell).load(path).moves) == 17


def test_what_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(capsys, "play", "oh_hel") == "no game 'oh_hel'; did you mean oh_hell?"
    assert refused(capsys, *TWO, "-o", "hok=true") == "no option 'hok'; did you mean hook?"
    assert refused(capsys, *TWO, "-o", "players=8") == "players must be a whole number from 3 to 7, not 8"
    assert refused(capsys, *TWO, "--seat", "3") == "seat must be 0 to 2, not 3"
    assert "argument --seed: must be a whole number, not 'x'" in refused(capsys, *TWO, "--seed", "x")
    assert "argument --seat: must be a whole number, not '1.0'" in refused(capsys, *TWO, "--seat", "1.0")
    assert refused(capsys, *TWO, "--save", str(tmp_path)) == f"{tmp_path}: Is a directory"
    monkeypatch.delitem(sys.modules, "cardrules.serial")
    monkeypatch.setitem(sys.modules, "cattrs", None)
    assert "needs the extra 'json'" in refused(capsys, *TWO, "--save", str(tmp_path / "game.json"))

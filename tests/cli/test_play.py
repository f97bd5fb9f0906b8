"""``cardrules play``."""

import sys
from argparse import Namespace
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest

from cardrules.cli.lookup import ChosenGame
from cardrules.cli.play import _table
from cardrules.game import Record, Shuffled
from cardrules.games import oh_hell
from cardrules.pictures import picture
from cardrules.play.table import Table
from cardrules.serial import Json
from tests.cli.own_games import STEPS
from tests.cli.screen import Done, carry_out, refused

TWO = ("play", "oh_hell", "--seed", "4", "-o", "players=3", "-o", "deals=2", "--opponents", "random")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Play":
    return Play(monkeypatch, capsys)


class Play:
    """A person who plays a match of two deals and types lines."""

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


def test_the_drawn_seed_repeats_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "play", "oh_hell", "--auto", "-o", "deals=2")
    seed = done.lines[0].split()[-3]
    assert carry_out(capsys, "play", "oh_hell", "--auto", "-o", "deals=2", "--seed", seed) == done


def test_the_last_layout_of_a_patience_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "play", "devils_grip", "--auto", "--seed", "1", "-o", "swaps=homing")
    assert "finished, the game is over" in done.lines
    assert "score" in done.lines[-1] + done.lines[-2]


def test_a_person_is_shown_the_lots(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    done = carry_out(capsys, "play", "thirteen", "--seed", "1")
    assert "lots drawn, chance shuffles" in done.lines
    (heads,) = [line.split() for line in done.lines if "seat" in line.split() and "lots" in line]
    assert heads == ["seat", "balance", "lots"]


def test_each_move_of_a_patience_is_shown_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("turn\nturn\ngive up\n"))
    done = carry_out(capsys, "play", "devils_grip", "--seed", "1")
    moves = [line for line in done.lines if line.startswith("  playing ")]
    assert [line.count("turn") for line in moves] == [1, 1, 0]
    assert done.code == 0


def test_one_seat_may_watch(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, *TWO, "--auto", "--seat", "1")
    assert sum("1 (you)" in line for line in done.lines) == 2
    assert sum(line.endswith(" 2 cards") for line in done.lines) == 2


def test_letters_replace_suits_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(capsys, *TWO, "--auto", "--ascii").out.isascii()


def test_a_person_plays_by_number_and_by_name_and_sees_no_cards_of_others(play: Play) -> None:
    done = play("1, , bid 0, 2, ")
    assert done.code == 0
    assert done.lines[0] == "Oh Hell · seed 4 · players=3 · deals=2 · you have seat 0 · ? for help"
    assert sum("0 (you)" in line for line in done.lines) == 5
    hidden = [line.split()[-1] for line in done.lines if line[3:5] in ("1 ", "2 ")]
    assert set(hidden) <= {"card", "cards", "-"}
    assert "; scores by seat" in done.lines[-1]


def test_a_line_that_grew_is_printed_again_in_full(play: Play) -> None:
    lines = play("1, , bid 0, 2, ").lines
    bids = [line for line in lines if line.startswith("  bid ")]
    assert [line.count(":") for line in bids[:2]] == [2, 3]
    assert bids[1].startswith(bids[0])
    assert sum(line.startswith("  play") and line.count(":") >= 3 for line in lines) == 3


def test_no_line_is_printed_twice_unless_it_grew(play: Play) -> None:
    lines = play(", ".join("1" * 40), "-o", "deals=6").lines
    moves = [line for line in lines if line.startswith(("  bid ", "  play "))]
    assert all(line != next_line for line, next_line in pairwise(moves))
    whole = [line for line in moves if line.count(":") >= 3]
    assert len(whole) == 6 + sum(range(1, 7))


def test_the_seat_can_be_chosen(play: Play) -> None:
    assert "you have seat 2" in play("quit", "--seat", "2").lines[0]


def test_moves_are_taken_back(play: Play) -> None:
    done = play("undo, 1, undo, 0, quit")
    assert done.code == 0
    assert "there is no move to take back for seat 0" in done.out
    views = [line for line in done.lines if line.startswith(">  0 (you)")]
    assert views[0] == views[2] != views[1]
    assert done.out.count("  bid        1: ") == 4  # in part and in full, before and after the undo
    assert "scores by seat" not in done.out


def test_help_lists_the_commands(play: Play) -> None:
    out = play("?, quit").out
    for line in (
        "?        This help; so does help.",
        "undo     Take back your last move",
        "save     Write the game so far to a file",
        "picture  Draw what you see in an SVG file",
        "quit     ",
    ):
        assert line in out


def test_a_person_may_rule_as_the_referee(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("referee fine 1 9\nreferee fine 1 3\n?\nquit\n"))
    done = carry_out(capsys, "play", "semerik", "--seed", "1", "--seat", "0", "-o", "referee=true")
    assert done.code == 0
    assert "illegal move fine 1 9: no referee may rule so now" in done.out
    (line,) = [line for line in done.lines if line.startswith("  referee ")]
    assert line.startswith("  referee    fine 1 3 · score 1: ")
    assert "referee  Interrupt the game as the referee" in done.out


def test_where_no_referee_rules_there_is_no_such_command(play: Play) -> None:
    assert "no move 'referee fine 1 3' now" in play("referee fine 1 3, quit").out


def test_what_a_person_sees_is_drawn(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "a table.svg"
    done = play(f"picture, picture {path}, picture {path}, quit")
    assert "picture needs the name of a file" in done.out
    assert done.out.count(f"drawn in {path}") == 2
    table = Table(oh_hell, oh_hell.Rules(players=3, deals=2), seed=4)
    for words in ("bid 0", "bid 0"):  # as the others do
        table.play(words)
    assert path.read_text(encoding="utf-8") == picture(table.view(0), you=0)


def test_a_picture_never_replaces_anything_else(play: Play, tmp_path: Path) -> None:
    other, empty = tmp_path / "game.json", tmp_path / "empty.svg"
    other.write_text("{}", encoding="utf-8")
    empty.touch()
    done = play(f"picture {other}, picture {tmp_path}, picture {tmp_path / 'no' / 'x.svg'}, picture {empty}, quit")
    assert f"{other} exists and is no picture: name another file" in " ".join(done.out.split())
    assert other.read_text(encoding="utf-8") == "{}"
    assert done.out.count("drawn in") == 1
    assert empty.read_text(encoding="utf-8").startswith("<svg ")


def test_a_game_is_saved_on_request(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "a game.json"
    done = play(f"save, 1, save {tmp_path}, save {path}, quit")
    assert "save needs the name of a file: save FILE" in done.out
    assert f"{tmp_path}: Is a directory" in " ".join(done.out.split())  # a long path breaks the line
    assert f"saved in {path}" in done.out
    assert len(Json(oh_hell).load(path).moves) == 4 + 2


@pytest.mark.parametrize(("typed", "code", "moves"), [("quit", 0, 3), ("1", 2, 6), ("1, , 0, 1, ", 0, 17)])
def test_a_game_is_saved_at_the_end_whatever_the_reason(
    typed: str, code: int, moves: int, play: Play, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    done = play(typed, "--save", str(path))
    assert done.code == code
    assert f"saved in {path}" in done.out
    assert len(Json(oh_hell).load(path).moves) == moves


def test_a_game_that_random_players_play_is_saved(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert carry_out(capsys, *TWO, "--auto", "--save", str(path)).code == 0
    assert len(Json(oh_hell).load(path).moves) == 17


def test_a_name_or_a_file_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "play") == "name a game to play, or a file with --resume (see cardrules play --help)"


def test_a_file_with_another_game_is_not_overwritten(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    for content in ("not a record", Json(oh_hell).dumps(Record(oh_hell.Rules()))):
        path.write_text(content)
        sentence = f"{path} exists: save to another file, or go on with the game in it by --resume {path}"
        assert refused(capsys, *TWO, "--save", str(path)) == sentence
        assert f"{path} exists" in " ".join(play(f"save {path}, quit").out.split())
        assert path.read_text() == content


def test_an_empty_file_may_be_overwritten_and_the_own_file_again_and_again(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.touch()
    done = play(f"save {path}, 1, save {path}, quit")
    assert done.out.count(f"saved in {path}") == 2
    assert len(Json(oh_hell).load(path).moves) == 6


def test_a_saved_game_goes_on(play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    play("bid 1, quit", "--save", str(path))
    begun = Json(oh_hell).load(path)
    play.monkeypatch.setattr(sys, "stdin", StringIO("\nquit\n"))
    done = carry_out(capsys, "play", "--resume", str(path))
    assert done.code == 0
    assert done.lines[0].startswith("Oh Hell · seed ")
    assert done.lines[-1] == f"saved in {path}"
    moves = Json(oh_hell).load(path).moves
    assert moves[: len(begun.moves)] == begun.moves
    assert len(begun.moves) == 6  # a shuffle, three bids, two cards
    assert len(moves) == 9  # the last card, a shuffle, the bid of seat 2


def test_a_resumed_game_deals_the_cards_that_it_would_have_dealt(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, whole = tmp_path / "game.json", tmp_path / "whole.json"
    carry_out(capsys, *TWO, "--auto", "--save", str(whole))
    play("quit", "--save", str(path))
    assert carry_out(capsys, "play", "--resume", str(path), "--auto").code == 0
    shuffles = [
        [move for move in Json(oh_hell).load(file).moves if isinstance(move, Shuffled)] for file in (path, whole)
    ]
    assert len(shuffles[0]) == 2
    assert shuffles[0] == shuffles[1]


@pytest.mark.parametrize(("stored", "given", "seed"), [(5, None, 5), ("0:1", None, "0:1"), (5, 0, 0), (None, 3, 3)])
def test_a_resumed_game_goes_on_by_its_seed_unless_another_is_given(
    stored: int | str | None, given: int | None, seed: int | str
) -> None:
    record: Record[oh_hell.Rules, oh_hell.Move] = Record(oh_hell.Rules(players=3, deals=2), seed=stored)
    assert _table(ChosenGame("oh_hell", oh_hell), record, Namespace(seed=given)).seed == seed


def test_a_resumed_game_without_a_seed_draws_one() -> None:
    record: Record[oh_hell.Rules, oh_hell.Move] = Record(oh_hell.Rules(players=3, deals=2))
    seeds = {_table(ChosenGame("oh_hell", oh_hell), record, Namespace(seed=None)).seed for _ in range(9)}
    assert len(seeds) == 9


def test_a_resumed_game_shows_only_the_line_that_goes_on(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    first = play("1, , quit", "--save", str(path))  # a deal of one trick, and the bids of the next
    play.monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    done = carry_out(capsys, "play", "--resume", str(path))
    assert first.lines[-12:-1] == done.lines[-12:-1]
    assert not any(line.startswith("  play ") for line in done.lines)


def test_a_resumed_game_may_be_saved_elsewhere(tmp_path: Path, play: Play, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = tmp_path / "game.json", tmp_path / "other.json"
    play("quit", "--save", str(path))
    content = path.read_text()
    done = carry_out(capsys, "play", "oh_hell", "--resume", str(path), "--save", str(other), "--auto")
    assert done.code == 0
    assert path.read_text() == content
    assert len(Json(oh_hell).load(other).moves) == 17


def test_a_game_without_moves_goes_on(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The game of a user may begin without a shuffle, so that nothing has happened yet."""
    (own / "steps.py").write_text(STEPS)
    monkeypatch = pytest.MonkeyPatch()
    with monkeypatch.context() as patched:
        for typed, argv in [("up, undo, quit", ["--save", "game.json"]), ("quit", ["--resume", "game.json"])]:
            patched.setattr(sys, "stdin", StringIO(typed.replace(", ", "\n") + "\n"))
            done = carry_out(capsys, "play", "steps.py", *argv)
            assert (done.code, done.err) == (0, "")
            assert "playing, you are to act" in done.lines


def test_what_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    assert refused(capsys, "play", "--resume", str(path)) == f"{path}: No such file or directory"
    path.write_text("[]")
    assert refused(capsys, "play", "--resume", str(path)).startswith(f"{path}: ")
    assert refused(capsys, "play", "spades", "--resume", str(path)).startswith(f"{path}: ")
    assert refused(capsys, "play", "--resume", str(path), "-o", "deals=1") == (
        "a game that is resumed has its options: leave out -o"
    )
    assert path.read_text() == "[]"


def test_bad_arguments_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_the_seats_have_names(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    done = play(f"picture {path}, quit", "--names", "Ann,Bo,Cec")
    assert "you are Ann" in done.lines[0]
    assert ">  Ann (you)  0" in done.out
    assert "dealer Ann · hands of 1" in done.out
    assert "  bid        Bo: 0    Cec: " in done.out
    assert "Cec" in path.read_text(encoding="utf-8")


def test_all_that_is_printed_of_a_game_has_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, *TWO, "--auto", "--names", "Ann,Bo,Cec")
    assert "seat" not in "".join(done.lines[1:])
    assert "; scores  Ann: " in done.lines[-1]
    message = refused(capsys, *TWO, "--names", "Ann,Bo")
    assert message == "--names must have 3 names, one for each seat; 2 given"

"""The players that the command seats, and its hints."""

import sys
from io import StringIO
from typing import Any

import pytest

from cardrules.cli.opponents import named_players
from cardrules.play.players import random_player
from cardrules.seats import Seat
from cardrules.thinking.budgets import Budget
from cardrules.thinking.players import Thinker, Thinking
from tests.cli.screen import Done, carry_out, refused

DEAL = ("oh_hell", "--seed", "4", "-o", "players=3", "-o", "deals=1")
FEW = ("--think", "9i")


def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *argv: str) -> Done:
    """Run a command line and type lines."""
    monkeypatch.setattr(sys, "stdin", StringIO(lines.replace(", ", "\n") + "\n"))
    return carry_out(capsys, *argv)


def moves_in(done: Done) -> list[str]:
    return [line for line in done.lines if line.startswith(("  bid ", "  play "))]


def test_thinking_players_are_the_opponents_by_default(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[Budget, Seat]] = []
    seated = Thinking.seated

    def seat_one(self: Thinking, game: Any, rules: Any, seat: Seat) -> Thinker[Any, Any, Any]:
        asked.append((self.budget, seat))
        return seated(self, game, rules, seat)

    monkeypatch.setattr(Thinking, "seated", seat_one)
    typed(monkeypatch, capsys, "1, 1", "play", *DEAL)
    assert sorted(asked, key=str) == [(Budget(iterations=200), 1), (Budget(iterations=200), 2)]


def test_the_same_seed_gives_the_same_game_with_thinking_players(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = [typed(monkeypatch, capsys, "1, 1", "play", *DEAL, *FEW) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].lines[-1].count("scores by seat") == 1


def test_all_seats_may_think(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        carry_out(capsys, "play", *DEAL, *FEW, "--auto", "--opponents", name).lines for name in ("thinking", "random")
    ]
    assert [sum(line.startswith("  play ") for line in game) for game in lines] == [1, 1]


def test_a_hint_shows_what_the_moves_are_worth(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = typed(monkeypatch, capsys, "hint, quit", "play", *DEAL, "--opponents", "random")
    start = done.lines.index("move   worth  error  tries")
    rows = [line.split() for line in done.lines[start + 1 : start + 3]]
    assert sorted(row[:2] for row in rows) == [["bid", "0"], ["bid", "1"]]
    assert sum(int(row[-1]) for row in rows) == 200
    assert "points or money to the end of the deal, more than the average seat" in done.out


def test_a_hint_does_not_change_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    games = [typed(monkeypatch, capsys, lines, "play", *DEAL, *FEW) for lines in ("1, 1", "hint, 1, hint, 1")]
    assert moves_in(games[0]) == moves_in(games[1])


def test_a_hint_lists_the_best_moves_only(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    done = typed(monkeypatch, capsys, "look, hint, quit", "play", "spades", "--seed", "1", "--think", "2i")
    assert "... (14 moves)" in done.out
    assert sum(line.startswith("bid ") and line.split()[-3:] == ["-", "-", "0"] for line in done.lines) > 5


def test_a_hint_for_patience_compares_with_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = typed(monkeypatch, capsys, "hint, quit", "play", "devils_grip", "--seed", "1", "--think", "4i")
    assert "worth: points or money to the end of the deal" in done.lines


def test_players_of_a_simulation_are_named_from_seat_0_on(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, "simulate", *DEAL, "-n", "3", *FEW, "--players", "thinking,random")
    assert "3 games, 7.0 moves each" in done.out
    think = Budget(iterations=9)
    assert named_players("thinking,sampling,random", 4, think) == [
        Thinking(think),
        Thinking(think, "flat"),
        random_player,
        random_player,
    ]


def test_bad_players_and_budgets_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    expected = "no player 'thinkin'; did you mean thinking?"
    assert refused(capsys, "simulate", *DEAL, "--players", "thinkin") == expected
    assert refused(capsys, "play", *DEAL, "--opponents", "thinkin") == expected
    expected = "4 players are too many for 3 seats"
    assert refused(capsys, "simulate", *DEAL, "--players", "random,random,random,random") == expected
    assert "a budget is a number of iterations such as 200i" in refused(capsys, "play", *DEAL, "--think", "long")


def test_players_are_named_for_the_seats_that_the_game_tells(capsys: pytest.CaptureFixture[str]) -> None:
    """The first state of Klaberjass shows no seat yet."""
    argv = ("simulate", "klaberjass", "--players", "random,random", "-n", "2", "-o", "max_deals=1", "--seed", "1")
    assert "2 games" in carry_out(capsys, *argv).out

"""Many games: the same result for the same seed however they are played, exact counts, clear errors."""

import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import count
from math import isnan
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, field, frozen

from cardrules import catalogue
from cardrules.cards import FACE_DOWN
from cardrules.errors import WrongGameError
from cardrules.game import Shuffled, playout, replay
from cardrules.games import oh_hell
from cardrules.moves import IllegalMoveError
from cardrules.play.players import random_player
from cardrules.play.simulate import CHUNK, SimulationError, Summary, process_pool, simulate
from cardrules.zones import view
from tests import bazaar

RULES = oh_hell.Rules(players=3, deals=1)
SPAWN = multiprocessing.get_context("spawn")
MANY = 3 * CHUNK + 7
"""Games for which the last chunk is not full."""


def first_move(_view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
    return moves[0]


def last_move(_view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
    return moves[-1]


PLAYERS = (first_move, random_player, last_move)


@pytest.fixture(scope="module")
def alone() -> Summary:
    return simulate(oh_hell, RULES, PLAYERS, MANY, seed=5)


@pytest.mark.parametrize(
    "executor",
    [
        lambda: ThreadPoolExecutor(1),
        lambda: ThreadPoolExecutor(4),
        lambda: process_pool(1),
        lambda: process_pool(3),
        lambda: ProcessPoolExecutor(2, SPAWN),
    ],
)
def test_one_seed_gives_one_result_whoever_plays(executor: Callable[[], Executor], alone: Summary) -> None:
    with executor() as several:
        summary = simulate(oh_hell, RULES, PLAYERS, MANY, seed=5, executor=several)
    assert summary == alone
    assert str(summary).split("\n")[2:] == str(alone).split("\n")[2:]  # the second line tells the time


def test_another_seed_gives_another_result(alone: Summary) -> None:
    assert simulate(oh_hell, RULES, PLAYERS, MANY, seed=6).scores != alone.scores


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_without_players_moves_are_random_as_those_of_random_players(name: str) -> None:
    game = catalogue.game(name)
    fast = simulate(game, game.Rules(), n=2)
    assert fast == simulate(game, game.Rules(), [random_player] * len(fast.scores), n=2)
    assert fast == evolve(fast, seconds=fast.seconds + 1)


def test_game_number_k_has_chance_to_itself() -> None:
    records = [playout(bazaar, bazaar.Rules(), Random(f"7:{number}")) for number in range(MANY)]
    outcomes = [bazaar.outcome(replay(bazaar, record)) for record in records]
    results = [outcome for outcome in outcomes if outcome is not None]
    summary = simulate(bazaar, bazaar.Rules(), n=MANY, seed=7)
    assert summary.games == len(results) == MANY
    assert summary.scores == tuple(Counter(result.scores[seat] for result in results) for seat in (0, 1))
    assert summary.winners == Counter(result.winners for result in results)
    assert summary.details == {  # and not the moves that an outcome tells too
        "grade": Counter(result.grade for result in results),
        "word": Counter(result.word for result in results),
    }
    assert summary.lengths == Counter(len(record.moves) for record in records)
    assert summary.decisions == sum(not isinstance(move, Shuffled) for record in records for move in record.moves)
    assert not summary.interrupted
    assert list(summary.winners.values()) == sorted(summary.winners.values(), reverse=True)


def test_what_a_summary_says_is_exact() -> None:
    summary = Summary(
        games=4,
        interrupted=False,
        scores=({Fraction(-1, 2): 3, 2: 1}, {1: 4}),
        winners={(1,): 3, (0, 1): 1},
        details={},
        lengths={5: 3, 6: 1},
        decisions=17,
        seconds=2.0,
    )
    assert summary.means == (Fraction(1, 8), Fraction(1))
    assert summary.standard_errors == (
        0.625,
        0.0,
    )  # 3 * (-1/2 - 1/8)² + (2 - 1/8)² is 75/16, by 3 and by 4 it is (5/8)²
    assert summary.wins == (1, 4)
    assert summary.mean_length == Fraction(21, 4)
    assert summary.decisions_per_second == 8.5
    assert isnan(evolve(summary, seconds=0.0).decisions_per_second)


def test_of_one_game_there_is_no_error() -> None:
    one = simulate(bazaar, bazaar.Rules(), n=1)
    assert all(map(isnan, one.standard_errors))
    assert str(one).startswith("1 game, ")
    assert [line.split()[2] for line in str(one).split("\n\n")[1].splitlines()[1:]] == ["-"] * len(one.standard_errors)


NUMBERS: dict[object, int] = {value: 100 - value for value in range(13)}
SUMMARY = Summary(
    games=1200,
    interrupted=True,
    scores=({1: 600, 2: 600}, {Fraction(1, 2): 1200}),
    winners={(0,): 800, (0, 1): 300, (): 100},
    details={"game_value": NUMBERS, "grade": {bazaar.Grade.LOW: 1200}},
    lengths={5: 600, 6: 600},
    decisions=5000,
    seconds=2.0,
)
TEXT = """\
1,200 games until the interruption, 5.5 moves each (5 to 6)
5,000 decisions in 2.0 s: 2,500 a second

seat  mean score  error  games won
0          1.500  0.014      1,100
1          0.500  0.000        300

winners  games
0          800  66.7%
0, 1       300  25.0%
nobody     100   8.3%

game value  games
0             100  8.3%
1              99  8.2%
2              98  8.2%
3              97  8.1%
4              96  8.0%
5              95  7.9%
6              94  7.8%
7              93  7.8%
8              92  7.7%
9              91  7.6%
10             90  7.5%
11             89  7.4%
others         88  7.3%

grade  games
low    1,200  100.0%"""


def test_a_summary_as_text() -> None:
    assert str(SUMMARY) == TEXT


def test_no_games() -> None:
    summary = simulate(bazaar, bazaar.Rules(), n=0)
    assert (summary.games, summary.means, summary.interrupted, str(summary)) == (0, (), False, "0 games")


def test_players_see_their_own_views() -> None:
    seen = []

    def looking(shown: oh_hell.State, moves: tuple[oh_hell.Move, ...], rng: Random) -> oh_hell.Move:
        seen.append(shown)
        return random_player(shown, moves, rng)

    simulate(oh_hell, oh_hell.Rules(players=3, deals=2), [looking] * 3, n=1)
    assert len(seen) == 3 * (1 + 1) + 3 * (1 + 2)
    for shown in seen:
        assert isinstance(shown.to_act, int)
        assert shown == view(shown, shown.to_act)
    assert sum(isinstance(shown, oh_hell.Bidding) and shown.hands.count((FACE_DOWN,)) == 2 for shown in seen) == 3


class Mailing(Executor):
    """Sends calls as to another process, which has no module of the name ``lost``, and makes them here."""

    def __init__(self, lost: str = "") -> None:
        self.lost = lost

    def submit(self, function: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            sent = pickle.dumps((function, args))
            sys.modules.pop(self.lost, None)
            called, parts = pickle.loads(sent)
            future.set_result(called(*parts))
        except SimulationError as error:
            future.set_exception(error)
        return future


@pytest.mark.parametrize("executor", [Mailing, lambda: process_pool(2)])
@pytest.mark.parametrize("game", [bazaar, bazaar.FUNCTIONS, bazaar.Bazaar()])
def test_modules_records_and_objects_are_sent_to_other_processes(game: Any, executor: Callable[[], Executor]) -> None:
    with executor() as several:
        summary = simulate(game, bazaar.Rules(), n=MANY, executor=several)
    assert summary == simulate(bazaar, bazaar.Rules(), n=MANY)


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate(bazaar, bazaar.Rules(), n=MANY, progress=told.append)
    assert told == [CHUNK, 2 * CHUNK, 3 * CHUNK, MANY]
    told.clear()
    with ThreadPoolExecutor(2) as executor:
        simulate(bazaar, bazaar.Rules(), n=MANY, executor=executor, progress=told.append)
    assert len(told) == 4
    assert told[-1] == MANY


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ([random_player], "seat 1 has no player; there are 1"),
        ([], "seat 0 has no player; there are 0"),
        ([random_player] * 3, "there are 3 players for 2 seats"),
    ],
)
def test_there_is_a_player_for_each_seat(players: list[Any], message: str) -> None:
    with pytest.raises(SimulationError, match=f"^{message}$"):
        simulate(bazaar, bazaar.Rules(), players, n=1)


def test_a_number_of_games_is_not_negative() -> None:
    with pytest.raises(SimulationError, match=r"^n must be a whole number from 0 up, not -1$"):
        simulate(bazaar, bazaar.Rules(), n=-1)


def test_rules_of_another_game_are_refused() -> None:
    with pytest.raises(WrongGameError, match=r"oh_hell\.Rules, not Rules\("):
        simulate(oh_hell, bazaar.Rules())  # type: ignore[misc]  # the fault


def cheating(_view: object, _moves: object, _rng: Random) -> Any:
    return bazaar.Raise(100)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor, process_pool])
def test_what_games_and_players_raise_comes_through(executor: Callable[[int], Executor] | None) -> None:
    if executor is None:
        with pytest.raises(IllegalMoveError, match="illegal move raise 100"):
            simulate(bazaar, bazaar.Rules(), [cheating] * 2)
    else:
        with executor(2) as several, pytest.raises(IllegalMoveError, match="illegal move raise 100"):
            simulate(bazaar, bazaar.Rules(), [cheating] * 2, executor=several)


def test_a_game_that_is_over_has_an_outcome() -> None:
    game: Any = evolve(bazaar.FUNCTIONS, outcome=lambda _: None)
    with pytest.raises(TypeError, match=r"^nobody is to act in Over, yet the game gives no outcome$"):
        simulate(game, bazaar.Rules())


BY_LAMBDA: Any = SimpleNamespace(**vars(bazaar) | {"apply": lambda *_: None})


@pytest.mark.parametrize(
    ("game", "players", "message"),
    [
        (bazaar, [lambda _view, moves, _rng: moves[0]] * 2, "^players cannot be sent to another process: .*<lambda>"),
        (BY_LAMBDA, None, "^game cannot be sent to another process: .*<lambda>"),
        (
            ModuleType("whist"),
            None,
            "^game cannot be sent to another process: 'import whist' does not give this module$",
        ),
    ],
)
def test_what_cannot_be_sent_to_another_process(game: Any, players: Any, message: str) -> None:
    # By no real pool: one that cannot pickle its work may hang at its end in Python 3.11.2.
    with Mailing() as executor, pytest.raises(SimulationError, match=message):
        simulate(game, bazaar.Rules(), players, executor=executor)


@pytest.mark.parametrize("executor", [lambda: Mailing(lost="whist"), lambda: ProcessPoolExecutor(1, SPAWN)])
def test_what_another_process_cannot_import(executor: Callable[[], Executor], monkeypatch: pytest.MonkeyPatch) -> None:
    whist: Any = ModuleType("whist")
    monkeypatch.setitem(sys.modules, "whist", whist)
    message = "^game cannot be had in another process: No module named 'whist'$"
    with executor() as other, pytest.raises(SimulationError, match=message):
        simulate(whist, bazaar.Rules(), n=1, executor=other)


class Interrupting:
    """A player who presses Ctrl-C in the game of a number."""

    def __init__(self, game: int) -> None:
        self.left = 4 * game

    def __call__(self, _view: object, moves: tuple[Any, ...], rng: Random) -> Any:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return random_player(None, moves, rng)


def test_ctrl_c_ends_with_the_games_done_so_far() -> None:
    summary = simulate(bazaar, bazaar.Rules(), [Interrupting(CHUNK + 9)] * 2, n=MANY)
    assert summary.interrupted
    done = simulate(bazaar, bazaar.Rules(), n=CHUNK + 9)
    assert evolve(summary, interrupted=False) == done


class Pressing(Executor):
    """Plays a chunk, fails at the next, and leaves the third, at which Ctrl-C is pressed so many times."""

    def __init__(self, presses: int) -> None:
        self.presses = presses
        self.futures: list[Future[Any]] = []
        self.given = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        self.given += 1
        future: Future[Any] = Future()
        if self.given == 1:
            future.set_result(function(*args))
        elif self.given == 2:
            future.set_exception(IllegalMoveError(None, "played by somebody else"))
        else:
            for _press in range(self.presses):
                signal.raise_signal(signal.SIGINT)
        self.futures.append(future)
        return future


def test_ctrl_c_ends_with_what_others_have_done_so_far_and_breaks_nothing_off() -> None:
    executor = Pressing(1)
    summary = simulate(bazaar, bazaar.Rules(), n=10 * CHUNK, executor=executor)
    assert summary.interrupted
    assert evolve(summary, interrupted=False) == simulate(bazaar, bazaar.Rules(), n=CHUNK)
    assert [future.cancelled() for future in executor.futures] == [False, False, True]
    assert executor.given == 3
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_for_the_second_time_breaks_off() -> None:
    executor = Pressing(2)
    assert simulate(bazaar, bazaar.Rules(), n=10 * CHUNK, executor=executor).games == 0
    assert executor.given == 3
    assert len(executor.futures) == 2


def test_ctrl_c_breaks_off_what_a_forked_process_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.play.simulate.getpid", count().__next__)
    executor = Pressing(1)
    assert simulate(bazaar, bazaar.Rules(), n=10 * CHUNK, executor=executor).games == 0
    assert len(executor.futures) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="other systems do not fork")
def test_ctrl_c_in_another_process_ends_what_it_plays() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as executor:
        summary = simulate(bazaar, bazaar.Rules(), [interrupting, first_move], n=CHUNK, executor=executor)
    assert (summary.games, summary.interrupted) == (0, True)


def test_ctrl_c_does_not_break_in_while_games_are_counted_that_others_have_played() -> None:
    told: list[int] = []

    def press(games: int) -> None:
        if not told:
            signal.raise_signal(signal.SIGINT)
        told.append(games)

    summary = simulate(bazaar, bazaar.Rules(), n=3 * CHUNK, executor=Mailing(), progress=press)
    assert summary == simulate(bazaar, bazaar.Rules(), n=3 * CHUNK)  # all of them were played when it was pressed
    assert told == [CHUNK, 2 * CHUNK, 3 * CHUNK]


def test_a_handler_that_is_set_meanwhile_stays() -> None:
    def ignore(_games: int) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    before = signal.getsignal(signal.SIGINT)
    try:
        simulate(bazaar, bazaar.Rules(), n=1, executor=Mailing(), progress=ignore)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_left_to_whoever_sees_to_it() -> None:
    pressed = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        with ThreadPoolExecutor(1) as executor:
            players = [interrupting, first_move]
            summary = simulate(bazaar, bazaar.Rules(), players, n=MANY, executor=executor)
    finally:
        signal.signal(signal.SIGINT, before)
    assert summary == simulate(bazaar, bazaar.Rules(), [first_move] * 2, n=MANY)
    assert set(pressed) == {signal.SIGINT}


def test_ctrl_c_does_not_come_to_other_threads() -> None:
    with ThreadPoolExecutor(1) as outer, ThreadPoolExecutor(1) as inner:
        summary = outer.submit(simulate, bazaar, bazaar.Rules(), n=MANY, executor=inner).result()
    assert summary == simulate(bazaar, bazaar.Rules(), n=MANY)


@frozen
class InterruptingTheOther:
    """A player who presses Ctrl-C where the process listens that waits for the games."""

    waiting: int = field(factory=os.getpid)

    def __call__(self, _view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
        time.sleep(0.1)
        os.kill(self.waiting, signal.SIGINT)
        time.sleep(0.1)
        return moves[0]


def interrupting(_view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
    os.kill(os.getpid(), signal.SIGINT)
    return moves[0]


def test_ctrl_c_while_other_processes_play() -> None:
    """The one that waits is interrupted, the others are not, and can go on to play something else."""
    with process_pool(1) as executor:
        once: list[Any] = [
            InterruptingTheOther(),
            cheating,
        ]  # the second ends the game with an error, so that there is one Ctrl-C
        summary = simulate(bazaar, bazaar.Rules(), once, n=1, executor=executor)
        assert (summary.games, summary.interrupted) == (0, True)
        summary = simulate(bazaar, bazaar.Rules(), [interrupting, first_move], n=MANY, executor=executor)
        assert (summary.games, summary.interrupted) == (MANY, False)


def test_ctrl_c_while_games_are_counted_loses_none_that_were_counted_before() -> None:
    def pressed(games: int) -> None:
        if games:
            raise KeyboardInterrupt

    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1), n=100_000, progress=pressed)
    assert summary.interrupted
    assert 0 < summary.games < 100_000
    assert sum(summary.lengths.values()) == summary.games

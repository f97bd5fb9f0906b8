"""Simulation: the same result for the same seed however games are played, the same deals for all players, clear errors."""

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, field, frozen

from cardrules.cards import FACE_DOWN
from cardrules.chance import choice, stream
from cardrules.errors import WrongGameError
from cardrules.game import Outcome, Record, Shuffled, replay
from cardrules.games import klaberjass, oh_hell
from cardrules.moves import IllegalMoveError
from cardrules.play.players import random_player
from cardrules.play.shuffles import SeedError
from cardrules.play.simulate import Progress, SimulationError, process_pool, simulate
from cardrules.play.simulation.chunks import FIRST, Collected
from cardrules.play.simulation.counts import Counts, Played, Tally
from cardrules.play.simulation.executors import WORTHWHILE, _begin_process, workers_of
from cardrules.play.summary import Summary
from cardrules.play.table import Table
from cardrules.zones import view
from tests import bazaar

RULES = oh_hell.Rules(players=3, deals=1)
SPAWN = multiprocessing.get_context("spawn")
MANY = 157
"""A number of games for several chunks, of which the last one is not full."""


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


class Spy:
    """A game that keeps the shuffles and the moves that are made in it."""

    def __init__(self, game: Any) -> None:
        self.start, self.legal_moves, self.outcome = game.start, game.legal_moves, game.outcome
        self.Rules = game.Rules
        self.inner = game
        self.moves: list[Any] = []

    def apply(self, state: Any, move: Any) -> Any:
        """Return the state after the move, and keep the move."""
        self.moves.append(move)
        return self.inner.apply(state, move)


def moves_of(game: Any, rules: Any, players: Any, n: int) -> list[Any]:
    """Return all moves of ``n`` games."""
    spy: Any = Spy(game)
    simulate(spy, rules, players, n=n, seed=5)
    return list(spy.moves)


def shuffles_in(moves: list[Any]) -> list[Shuffled]:
    return [move for move in moves if isinstance(move, Shuffled)]


def meddling(view: Any, moves: tuple[Any, ...], rng: Random) -> Any:
    """Draw a lot, set the numbers back, seed them anew, and pick at random."""
    state = rng.getstate()
    for _ in range(700):
        rng.random()
    rng.setstate(state)
    rng.seed(len(moves))
    return random_player(view, moves, rng)


@pytest.mark.parametrize("player", [first_move, last_move, meddling, None])
def test_the_deals_depend_on_the_seed_alone(player: Any) -> None:
    rules = oh_hell.Rules(players=3, deals=4)
    random_moves = moves_of(oh_hell, rules, [random_player] * 3, 5)
    others = moves_of(oh_hell, rules, player and [player] * 3, 5)
    assert others != random_moves
    assert shuffles_in(others) == shuffles_in(random_moves)
    assert len(shuffles_in(others)) == 5 * 4


def test_the_deals_do_not_depend_on_the_number_of_moves_before() -> None:
    games = [moves_of(klaberjass, klaberjass.Rules(), players, 1) for players in (None, [first_move] * 2)]
    places = [[place for place, move in enumerate(moves) if isinstance(move, Shuffled)] for moves in games]
    common = min(map(len, places))
    assert common > 3
    assert places[0][:common] != places[1][:common]
    assert shuffles_in(games[0])[:common] == shuffles_in(games[1])[:common]


@pytest.mark.parametrize("other", [meddling, random_player, first_move])
def test_no_player_changes_the_numbers_of_another_seat(other: Any) -> None:
    drawn: list[float] = []

    def watched(_view: Any, moves: tuple[Any, ...], rng: Random) -> Any:
        drawn.append(rng.random())
        return moves[0]

    simulate(oh_hell, RULES, [other, watched, other], n=3, seed=5)
    expected = [stream(f"5:{number}", "seat", 1) for number in range(3)]
    assert drawn == [rng.random() for rng in expected for _ in range(2)]  # a bid and a card


def test_players_keep_no_hold_of_the_numbers_of_the_next_game() -> None:
    kept: list[Random] = []

    def keeping(_view: Any, moves: tuple[Any, ...], rng: Random) -> Any:
        kept.append(rng)
        return moves[0]

    simulate(oh_hell, RULES, [keeping] * 3, n=4)
    assert len({id(rng) for rng in kept}) == 3 * 4


def test_game_number_k_is_that_of_a_table_with_its_seed() -> None:
    def record(number: int) -> Record[bazaar.Rules, bazaar.Move]:
        table = Table(bazaar, bazaar.Rules(), seed=f"7:{number}")
        rng = stream(f"7:{number}", "moves")
        while table.to_act is not None:
            table.play(choice(table.legal_moves, rng))
        return table.record

    records = [record(number) for number in range(MANY)]
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


def test_players_see_their_own_views() -> None:
    seen = []

    def watching(shown: oh_hell.State, moves: tuple[oh_hell.Move, ...], rng: Random) -> oh_hell.Move:
        seen.append(shown)
        return random_player(shown, moves, rng)

    simulate(oh_hell, oh_hell.Rules(players=3, deals=2), [watching] * 3, n=1)
    assert len(seen) == 3 * (1 + 1) + 3 * (1 + 2)
    for shown in seen:
        assert isinstance(shown.to_act, int)
        assert shown == view(shown, shown.to_act)
    assert sum(isinstance(shown, oh_hell.Bidding) and shown.hands.count((FACE_DOWN,)) == 2 for shown in seen) == 3


class Mailing(Executor):
    """An executor that pickles calls as for another process, without the module ``lost``, and makes them here."""

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


def test_progress_is_reported() -> None:
    told: list[Progress] = []
    summary = simulate(bazaar, bazaar.Rules(), n=MANY, progress=told.append)
    assert [progress.games for progress in told] == sorted({progress.games for progress in told})
    assert (told[0].games, told[-1].games, told[-1].wanted) == (FIRST, MANY, MANY)
    assert (told[-1].means, told[-1].standard_errors) == (summary.means, summary.standard_errors)
    assert told[-1].error == max(summary.standard_errors)
    told.clear()
    with ThreadPoolExecutor(2) as executor:
        simulate(bazaar, bazaar.Rules(), n=MANY, executor=executor, progress=told.append)
    assert told[-1].games == MANY


def test_progress_tells_the_pace_and_the_time_that_is_left() -> None:
    games = Counts.of([Played(Outcome((score,), ()), 1, 1) for score in (0, 0, 2, 2)])  # error √(4/3/4)
    collected = Collected(1000, settled=Tally((games,)))
    progress = Progress(4, 1000, 2.0, 0, None, collected)
    assert (progress.games_per_second, progress.seconds_left) == (2, 498)
    assert evolve(progress, stored=2).games_per_second == 1
    assert evolve(progress, stored=4).seconds_left is None
    assert evolve(progress, target=0.1).seconds_left == pytest.approx((4 * (4 / 3 / 4) / 0.01 - 4) / 2)
    assert evolve(progress, target=0.01).seconds_left == 498
    assert evolve(progress, target=9.0).seconds_left == 0
    single = Collected(1000, settled=Tally((Counts.of([Played(Outcome((1,), ()), 1, 1)]),)))
    assert Progress(1, 1000, 1.0, 0, 0.1, single).seconds_left == 999  # one game has no error


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ([random_player], "seat 1 has no player; there are 1"),
        ([], "seat 0 has no player; there are 0"),
        ([random_player] * 3, "there are 3 players for 2 seats"),
    ],
)
def test_each_seat_needs_a_player(players: list[Any], message: str) -> None:
    with pytest.raises(SimulationError, match=f"^{message}$"):
        simulate(bazaar, bazaar.Rules(), players, n=1)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"n": -1}, "n must be a whole number from 0 up, not -1"),
        ({"n": 2.5}, r"n must be a whole number from 0 up, not 2\.5"),
        ({"n": "7"}, "n must be a whole number from 0 up, not '7'"),
        ({"max_moves": 0}, "max_moves must be a whole number from 1 up, not 0"),
    ],
)
def test_numbers_that_are_not_whole_or_too_small_are_refused(numbers: Any, message: str) -> None:
    with pytest.raises(SimulationError, match=f"^{message}$"):
        simulate(bazaar, bazaar.Rules(), **numbers)


def test_a_seed_is_a_whole_number_or_a_string() -> None:
    with pytest.raises(SeedError, match=r"^a seed must be a whole number or a string, not a float$"):
        simulate(bazaar, bazaar.Rules(), n=1, seed=0.0)  # type: ignore[arg-type]  # the fault
    results = [simulate(bazaar, bazaar.Rules(), n=20, seed=seed).scores for seed in (1, "1", "one")]
    assert results[0] == results[1] != results[2]


class Whole:
    """A whole number of another library, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def test_numbers_of_other_libraries_are_whole_numbers() -> None:
    numbers: Any = {"n": Whole(20), "seed": Whole(3), "max_moves": Whole(99)}
    assert simulate(bazaar, bazaar.Rules(), **numbers) == simulate(bazaar, bazaar.Rules(), n=20, seed=3)


@pytest.mark.parametrize("executor", [nullcontext, lambda: process_pool(2)])
def test_a_game_without_end_is_broken_off(executor: Any) -> None:
    endless: Any = bazaar.Rules(rounds=2)  # two seats: a shuffle and four moves
    assert simulate(bazaar, endless, n=1, max_moves=5).lengths == {5: 1}
    message = r"^game 0 has not ended after 4 moves; choose rules .*, or a larger max_moves$"
    with executor() as several, pytest.raises(SimulationError, match=message):
        simulate(bazaar, endless, n=1, max_moves=4, executor=several)
    with pytest.raises(SimulationError, match=message):
        simulate(bazaar, endless, [random_player] * 2, n=1, max_moves=4)


@pytest.mark.parametrize(
    ("count", "games", "processes"),
    [(3, None, 3), (3, 10**9, 3), (3, WORTHWHILE + 1, 2), (3, WORTHWHILE, 1), (3, 0, 1), (99, None, 61)],
)
def test_a_pool_has_no_more_processes_than_work(count: int, games: int | None, processes: int) -> None:
    with process_pool(count, games) as pool:
        assert workers_of(pool) == processes


@pytest.mark.parametrize("by_parent", [True, False])
def test_a_process_of_a_pool_ignores_ctrl_c_and_ends_when_told_or_with_its_parent(
    by_parent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ending, end), (sentinel, parent) = multiprocessing.Pipe(duplex=False), multiprocessing.Pipe(duplex=False)
    ended = Event()
    codes: list[int] = []

    def exit_process(code: int) -> None:
        codes.append(code)
        ended.set()

    monkeypatch.setattr(
        "cardrules.play.simulation.executors.parent_process", lambda: SimpleNamespace(sentinel=sentinel)
    )
    monkeypatch.setattr("cardrules.play.simulation.executors._exit", exit_process)
    handler = signal.getsignal(signal.SIGINT)
    try:
        _begin_process(ending)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, handler)
    assert not codes
    if by_parent:
        parent.close()
    else:
        end.send(None)
    assert ended.wait(10)
    assert codes == [1]


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_in_its_block_ends_the_processes_of_a_pool() -> None:
    def use(pool: Executor) -> None:
        with pool:
            tasks.append(pool.submit(time.sleep, 1000))
            raise KeyboardInterrupt

    tasks: list[Future[None]] = []
    with pytest.raises(KeyboardInterrupt):
        use(process_pool(2))
    assert isinstance(tasks[0].exception(timeout=60), BrokenProcessPool)


def test_ctrl_c_at_the_end_of_its_block_ends_the_processes_of_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    def use(pool: Executor) -> None:
        with pool:
            tasks.append(pool.submit(time.sleep, 1000))
            monkeypatch.setattr(pool, "shutdown", interrupted)

    tasks: list[Future[None]] = []
    pool = process_pool(2)
    with pytest.raises(KeyboardInterrupt):
        use(pool)
    assert isinstance(tasks[0].exception(timeout=60), BrokenProcessPool)
    monkeypatch.undo()
    pool.shutdown()


QUICKLY = """
import os, signal, threading, time
from cardrules.games import oh_hell
from cardrules.play.simulate import process_pool, simulate

def press():
    for _ in range(3):
        time.sleep({seconds})
        os.kill(os.getpid(), signal.SIGINT)

def progress(games):
    if not pressing.is_alive() and pressing.ident is None:
        pressing.start()

if __name__ == "__main__":
    pressing = threading.Thread(target=press)
    with process_pool(2) as pool:
        print(simulate(oh_hell, oh_hell.Rules(), n=10**7, executor=pool, progress=progress).interrupted, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of other systems")
@pytest.mark.parametrize("seconds", [0.01, 0.3])
def test_three_quick_ctrl_c_leave_no_process_behind(seconds: float, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(QUICKLY.format(seconds=seconds))
    argv = (sys.executable, str(program))
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603  # this interpreter and a program of our own
        try:
            process.communicate(timeout=60)  # its end and that of all who hold the pipes: its processes
        finally:
            process.kill()


@pytest.mark.parametrize("count", [0, -1, 1.5])
def test_a_pool_has_a_process(count: Any) -> None:
    with pytest.raises(SimulationError, match=rf"^count must be a whole number from 1 up, not {count}$"):
        process_pool(count)


def test_rules_of_another_game_are_refused() -> None:
    with pytest.raises(WrongGameError, match=r"oh_hell\.Rules, not Rules\("):
        simulate(oh_hell, bazaar.Rules())  # type: ignore[misc]  # the fault


def cheating(_view: object, _moves: object, _rng: Random) -> Any:
    return bazaar.Raise(100)


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor, process_pool])
def test_errors_of_games_and_players_come_through(executor: Callable[[int], Executor] | None) -> None:
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


BY_LAMBDA: Any = evolve(bazaar.FUNCTIONS, apply=lambda state, _move: state)


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
def test_parts_that_cannot_be_sent_to_another_process_are_refused(game: Any, players: Any, message: str) -> None:
    # By no real pool: one that cannot pickle its work may hang at its end in Python 3.11.2.
    with Mailing() as executor, pytest.raises(SimulationError, match=message):
        simulate(game, bazaar.Rules(), players, executor=executor)


@pytest.mark.parametrize("executor", [lambda: Mailing(lost="whist"), lambda: ProcessPoolExecutor(1, SPAWN)])
def test_a_module_that_another_process_cannot_import_is_refused(
    executor: Callable[[], Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    whist: Any = ModuleType("whist")
    monkeypatch.setitem(sys.modules, "whist", whist)
    message = "^game cannot be loaded in another process: No module named 'whist'$"
    with executor() as other, pytest.raises(SimulationError, match=message):
        simulate(whist, bazaar.Rules(), n=1, executor=other)


class Interrupting:
    """A player who presses Ctrl-C in one game."""

    def __init__(self, game: int) -> None:
        self.remaining = 4 * game

    def __call__(self, _view: object, moves: tuple[Any, ...], rng: Random) -> Any:
        if self.remaining == 0:
            raise KeyboardInterrupt
        self.remaining -= 1
        return random_player(None, moves, rng)


def test_ctrl_c_ends_with_the_games_done_so_far() -> None:
    summary = simulate(bazaar, bazaar.Rules(), [Interrupting(FIRST + 9)] * 2, n=MANY)
    assert summary.interrupted
    done = simulate(bazaar, bazaar.Rules(), [random_player] * 2, n=FIRST + 9)
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
    summary = simulate(bazaar, bazaar.Rules(), n=1000, executor=executor)
    assert summary.interrupted
    assert evolve(summary, interrupted=False) == simulate(bazaar, bazaar.Rules(), n=FIRST)
    assert [future.cancelled() for future in executor.futures] == [False, False, True]
    assert executor.given == 3
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_again_and_again_ends_as_if_pressed_once() -> None:
    executor = Pressing(3)
    assert simulate(bazaar, bazaar.Rules(), n=1000, executor=executor).games == FIRST
    assert [future.cancelled() for future in executor.futures] == [False, False, True]


def test_ctrl_c_pressed_again_after_seconds_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.play.simulation.executors.PATIENCE", 0)
    executor = Pressing(2)
    assert simulate(bazaar, bazaar.Rules(), n=1000, executor=executor).games == 0
    assert executor.given == 3
    assert len(executor.futures) == 2


def test_ctrl_c_breaks_off_what_a_forked_process_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.play.simulation.executors.getpid", count().__next__)
    executor = Pressing(1)
    assert simulate(bazaar, bazaar.Rules(), n=1000, executor=executor).games == 0
    assert len(executor.futures) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="other systems do not fork")
def test_ctrl_c_in_another_process_ends_what_it_plays() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as executor:
        summary = simulate(bazaar, bazaar.Rules(), [interrupting, first_move], n=FIRST, executor=executor)
    assert (summary.games, summary.interrupted) == (0, True)


def test_ctrl_c_does_not_break_in_while_games_are_counted_that_others_have_played() -> None:
    told: list[int] = []

    def press(progress: Progress) -> None:
        if not told:
            signal.raise_signal(signal.SIGINT)
        told.append(progress.games)

    summary = simulate(bazaar, bazaar.Rules(), n=3 * FIRST, executor=Mailing(), progress=press)
    assert summary == simulate(bazaar, bazaar.Rules(), n=3 * FIRST)  # all of them were played when it was pressed
    assert told == [*range(1, 3 * FIRST + 1)]  # so few games are given one by one


def test_a_handler_that_is_set_meanwhile_stays() -> None:
    def ignore(_progress: Progress) -> None:
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
    def pressed(progress: Progress) -> None:
        if progress.games:
            raise KeyboardInterrupt

    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1), n=100_000, progress=pressed)
    assert summary.interrupted
    assert 0 < summary.games < 100_000
    assert sum(summary.lengths.values()) == summary.games


def test_an_interruption_in_the_first_game_leaves_no_games() -> None:
    summary = simulate(bazaar, bazaar.Rules(), [Interrupting(0)] * 2, n=MANY)
    assert (summary.games, summary.interrupted) == (0, True)

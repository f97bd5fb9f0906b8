"""Simulations at scale: chunks, the error at which they stop, stores, workers that die."""

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from enum import Enum
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

from cardrules.game import Outcome
from cardrules.games import oh_hell
from cardrules.play.players import random_player
from cardrules.play.simulate import Progress, SimulationError, process_pool, simulate
from cardrules.play.simulation import store as store_module
from cardrules.play.simulation.chunks import FIRST, GROWTH, STAGE, TARGET, Chunks, stage_end
from cardrules.play.simulation.counts import Counts, Played, Tally
from cardrules.play.simulation.executors import TRIES, UNKNOWN, workers_of
from cardrules.play.simulation.games import BATCH, Chunk, Work, play_chunk
from tests import bazaar

RULES = oh_hell.Rules(players=3, deals=1)


def chunk_of(numbers: range, seconds: float) -> Chunk:
    """Return a chunk of games that all ended alike."""
    games = [[Played(Outcome((0,), (0,)), 1, 1)] for _ in numbers]
    return Chunk(numbers.start, Tally.of(games), seconds)


def test_chunks_grow_until_one_takes_a_quarter_of_a_second() -> None:
    chunks = Chunks(1_000_000)
    sizes = []
    for _ in range(6):
        numbers = next(chunks)
        sizes.append(len(numbers))
        chunks.learn(chunk_of(numbers, len(numbers) * 0.0001))
    assert sizes == [FIRST, FIRST * GROWTH, FIRST * GROWTH**2, 2500, 2500, 2500]
    assert TARGET == 2500 * 0.0001


def test_chunks_of_slow_games_are_single_games() -> None:
    chunks = Chunks(100)
    chunks.learn(chunk_of(next(chunks), 1000))
    assert len(next(chunks)) == 1


def test_chunks_shrink_near_the_end_so_that_all_workers_end_together() -> None:
    chunks = Chunks(10_000, workers=2)
    sizes = []
    for numbers in chunks:
        sizes.append(len(numbers))
        chunks.learn(chunk_of(numbers, len(numbers) * 0.0001))
    assert sum(sizes) == 10_000
    shrinking = sizes[sizes.index(max(sizes)) :]
    assert shrinking == sorted(shrinking, reverse=True)
    assert set(shrinking[-3:-1]) == {100}  # a hundredth of a second


def test_chunks_leave_out_what_is_done_and_keep_to_stages() -> None:
    chunks = Chunks(2000, [range(1500, 1600), range(10)], staged=True)
    chunks.learn(chunk_of(range(1000), 0.01))
    assert list(chunks) == [range(10, 1000), range(1000, 1100), range(1100, 1210), range(1210, 1331),
                            range(1331, 1464), range(1464, 1500), range(1600, 1610), range(1610, 1771),
                            range(1771, 1948), range(1948, 2000)]  # fmt: skip
    assert list(Chunks(10, [range(10)])) == []


def test_stages_add_a_tenth() -> None:
    assert [stage_end(number) for number in (0, 999, 1000, 1099, 1100)] == [STAGE, 1000, 1100, 1100, 1210]


def test_what_is_counted_does_not_depend_on_the_batches() -> None:
    games = play_chunk(Work(oh_hell, (RULES,), (None,), 5, 99), range(BATCH + 3)).tally
    ones = [play_chunk(Work(oh_hell, (RULES,), (None,), 5, 99), range(n, n + 1)).tally for n in range(BATCH + 3)]
    total = ones[0]
    for one in ones[1:]:
        total = total.plus(one)
    summaries = [tally.variants[0].summary(0, interrupted=False) for tally in (games, total)]
    assert summaries[0] == summaries[1]
    assert str(summaries[0]) == str(summaries[1])


def told_errors(**how: Any) -> float:
    return max(simulate(oh_hell, RULES, seed=3, **how).standard_errors)


@pytest.mark.parametrize("executor", [None, lambda: ThreadPoolExecutor(3), lambda: process_pool(2)])
def test_a_simulation_ends_when_the_error_is_small_enough(executor: Callable[[], Executor] | None) -> None:
    alone = simulate(oh_hell, RULES, n=10**6, seed=3, error=0.13)
    if executor is None:
        summary = alone
    else:
        with executor() as several:
            summary = simulate(oh_hell, RULES, n=10**6, seed=3, error=0.13, executor=several)
    assert summary == alone == simulate(oh_hell, RULES, n=summary.games, seed=3)
    assert not summary.interrupted
    assert max(summary.standard_errors) <= 0.13
    assert summary.games > STAGE
    before = max(end for end in map(stage_end, range(0, summary.games, 50)) if end < summary.games)
    assert told_errors(n=before) > 0.13


def test_an_error_that_is_not_reached_needs_all_games() -> None:
    assert simulate(oh_hell, RULES, n=1200, error=1e-9).games == 1200


@pytest.mark.parametrize("error", [0, -1, "much", None.__class__, float("nan"), float("inf")])
def test_an_error_is_a_number_above_0(error: Any) -> None:
    with pytest.raises(SimulationError, match=r"^error must be a number above 0, not "):
        simulate(oh_hell, RULES, error=error)


class Stopping:
    """Ends a simulation by Ctrl-C after so many reports."""

    def __init__(self, reports: int) -> None:
        self.left = reports

    def __call__(self, _progress: Progress) -> None:
        """Count a report."""
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt


def stored(path: Path, **how: Any) -> Any:
    return simulate(bazaar, bazaar.Rules(), seed=7, store=path, **how)


def test_a_run_that_was_stopped_goes_on_to_the_same_summary(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    whole = simulate(bazaar, bazaar.Rules(), n=3000, seed=7)
    first = stored(path, n=3000, progress=Stopping(4))
    assert first.interrupted
    assert 0 < first.games < 3000
    told: list[Progress] = []
    with ThreadPoolExecutor(2) as executor:
        second = stored(path, n=3000, progress=told.append, executor=executor)
    assert second == whole
    assert str(second).split("\n")[2:] == str(whole).split("\n")[2:]
    assert second.seconds > 0
    assert told[0].stored == first.games
    assert stored(path, n=3000, progress=told.clear) == whole  # nothing is played, so nothing is told
    assert told


def test_a_store_serves_fewer_games_and_more_and_an_error(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    stored(path, n=1777)
    for n in (1500, 4000, 0, 2222):
        assert stored(path, n=n) == simulate(bazaar, bazaar.Rules(), n=n, seed=7)
    small = simulate(bazaar, bazaar.Rules(), n=10**6, seed=7, error=0.05)
    assert stored(path, n=10**6, error=0.05) == small
    assert stored(path, n=10**6, error=0.05) == small


def test_a_store_keeps_runs_apart(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    for players in (None, [random_player] * 3, [Careful(1)] * 3, [Careful(2)] * 3):
        for seed in (1, 2):
            kept = simulate(oh_hell, RULES, players, 20, seed, store=path)
            assert (
                kept
                == simulate(oh_hell, RULES, players, 20, seed)
                == simulate(oh_hell, RULES, players, 20, seed, store=path)
            )
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT COUNT(*) FROM runs").fetchone() == (8,)
    database.close()


@frozen
class Careful:
    """A player that a text can tell from others."""

    care: int

    def __call__(self, _view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
        return moves[self.care % len(moves)]


class Unnamed:
    """A player that is told by its address alone."""

    def __call__(self, _view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
        return moves[0]


@pytest.mark.parametrize("player", [Unnamed(), lambda _view, moves, _rng: moves[0]])
def test_a_store_needs_players_with_names(player: Any, tmp_path: Path) -> None:
    with pytest.raises(
        SimulationError, match=r"^a store cannot tell .* from other players; use a function of a module"
    ):
        simulate(oh_hell, RULES, [player] * 3, store=tmp_path / "run.db")


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("Buy more cards. " * 100)
    with pytest.raises(SimulationError, match=r"note\.txt cannot keep games: file is not a database"):
        stored(path)


class Mood(Enum):
    """Values of an outcome."""

    GLAD = 1


def test_a_store_keeps_the_values_of_outcomes() -> None:
    values = [1, True, "word", None, Fraction(1, 2), Mood.GLAD, (1, (Mood.GLAD,)), frozenset({2})]
    assert [store_module._value_from(store_module._value_to(value)) for value in values] == values
    with pytest.raises(SimulationError, match=r"^a store cannot keep the float that an outcome of this game has$"):
        store_module._value_to(0.5)


@pytest.mark.parametrize(
    "path", [["os", "system"], ["builtins", "print"], ["nowhere", "Mood"], [__name__, "Unnamed.x"]]
)
def test_a_store_names_nothing_but_enums(path: list[str]) -> None:
    with pytest.raises(SimulationError, match=f"^the store names {path[0]}.{path[1]}, which is no enum here$"):
        store_module._value_from({"enum": [*path, "GLAD"]})


def deadly(path: str, _view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
    """Kill the process in which the player thinks, once."""
    try:
        Path(path).unlink()
    except FileNotFoundError:
        return moves[0]
    os.kill(os.getpid(), signal.SIGKILL)
    return None


@frozen
class Deadly:
    """A player who kills its process while there is a file."""

    path: str

    def __call__(self, view: object, moves: tuple[Any, ...], rng: Random) -> Any:
        return deadly(self.path, view, moves, rng)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of other systems")
def test_a_killed_process_of_a_pool_costs_a_retry_and_not_the_result(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    players: list[Any] = [Deadly(str(trap)), *[random_player] * 2]
    alone = simulate(oh_hell, RULES, players, 300)
    trap.touch()
    with process_pool(2) as pool:
        summary = simulate(oh_hell, RULES, players, 300, executor=pool)
    assert not trap.exists()
    assert summary == alone


class Broken(Executor):
    """An executor that loses everything."""

    def __init__(self) -> None:
        self.given: list[range] = []

    def submit(self, _function: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        self.given.append(args[1])
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("gone"))
        return future


def test_workers_that_die_again_and_again_end_the_simulation() -> None:
    executor = Broken()
    with pytest.raises(BrokenProcessPool):
        simulate(oh_hell, RULES, n=1, executor=executor)
    assert executor.given == [range(1)] * TRIES


def test_the_number_of_workers_is_what_the_executor_tells() -> None:
    for executor, count in (
        (process_pool(3), 3),
        (ThreadPoolExecutor(4), 4),
        (ProcessPoolExecutor(2), 2),
        (Broken(), UNKNOWN),
    ):
        with executor:
            assert workers_of(executor) == count


@pytest.mark.deep
def test_memory_does_not_grow_with_the_games() -> None:
    import resource  # noqa: PLC0415  # not on every system

    simulate(bazaar, bazaar.Rules(), n=10_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    simulate(bazaar, bazaar.Rules(), n=200_000)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 4096


def test_counts_of_no_games_add_nothing() -> None:
    nothing = Counts()
    assert nothing.plus(nothing) is nothing

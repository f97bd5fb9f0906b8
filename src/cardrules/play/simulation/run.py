"""One run of a simulation: chunks are taken from a store or played, counted, kept and reported, until they are enough."""

from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing, nullcontext, suppress
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from attrs import field, frozen

from cardrules.play.averages import mean_of, standard_error
from cardrules.play.simulation.chunks import Chunks, Collected
from cardrules.play.simulation.counts import Tally
from cardrules.play.simulation.executors import at_once, in_turn, workers_of
from cardrules.play.simulation.games import Chunk, Work
from cardrules.play.simulation.store import Store


@frozen
class Progress:
    """How far a simulation has come."""

    games: int
    """The number of games that are counted, those from a store included."""
    wanted: int
    """The most games that will be played."""
    seconds: float
    """The time since the simulation began."""
    stored: int
    """The number of games that came from a store."""
    target: float | None
    """The standard error at which the simulation ends, if there is one."""
    _collected: Collected = field(repr=False)

    @property
    def games_per_second(self) -> float:
        """The number of games a second in this run."""
        return (self.games - self.stored) / max(self.seconds, 1e-9)

    @property
    def seconds_left(self) -> float | None:
        """The time until the end, as it looks now; not known before a game is played."""
        if self.games == self.stored:
            return None
        return max(0, self._needed - self.games) / self.games_per_second

    @property
    def _needed(self) -> float:
        """The number of games at the end: an error shrinks with the square root of their number."""
        if self.target is None or not self.error >= 0:
            return self.wanted
        return min(self.wanted, self.games * (self.error / self.target) ** 2)

    @property
    def error(self) -> float:
        """The greatest standard error so far: of a mean score, or of a difference if variants are compared."""
        return self._collected.tally.error

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean score of each seat so far, in the first variant."""
        return tuple(map(mean_of, self._collected.tally.variants[0].scores))

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard errors of these means."""
        return tuple(map(standard_error, self._collected.tally.variants[0].scores))


Report: TypeAlias = Callable[[Progress], None]
"""A function that is told how far a simulation has come."""


@frozen
class Done:
    """What came of a run."""

    tally: Tally
    interrupted: bool
    seconds: float


class Run:
    """A run of ``work``, for ``wanted`` games or until the error is small enough."""

    def __init__(
        self,
        work: Work[Any, Any, Any],
        wanted: int,
        error: float | None,
        path: str | Path | None,
        report: Report | None,
    ) -> None:
        """Begin the run, with the file at ``path`` as its store."""
        self.work = work
        self.wanted = wanted
        self.error = error
        self.report = report
        self.begun: float = perf_counter()
        self.path = path
        self.staged: bool = error is not None or path is not None  # what is stored may serve a run to an error later
        self.collected: Collected = Collected(wanted, self.staged)
        self.enough: bool = wanted == 0
        self.stored: int = 0
        self.seconds_stored: float = 0.0

    def carried_out(self, executor: Executor | None) -> Done:
        """Play until there are enough games, or until Ctrl-C is pressed."""
        opened = nullcontext() if self.path is None else Store.opened(self.path, self.work)
        with opened as store, suppress(KeyboardInterrupt):  # Ctrl-C may also come while games are counted
            done = [] if store is None else self._taken_from(store)
            if not self.enough:
                self._play(done, executor, store)
        seconds = perf_counter() - self.begun + self.seconds_stored
        tally = self.collected.settled if self.enough else self.collected.tally
        return Done(tally, not self.enough, seconds)

    def _taken_from(self, store: Store) -> list[range]:
        done: list[range] = []
        for chunk in store.chunks(self.wanted):
            done.append(chunk.numbers)
            self._count(chunk)
            self.stored += chunk.tally.games
            self.seconds_stored += chunk.seconds
            if self.enough:
                break
        return done

    def _play(self, done: list[range], executor: Executor | None, store: Store | None) -> None:
        chunks = Chunks(self.wanted, done, 0 if executor is None else workers_of(executor), staged=self.staged)
        played: Generator[Chunk, None, None] = (
            in_turn(self.work, chunks) if executor is None else at_once(self.work, chunks, executor)
        )
        last = self.begun
        with closing(played):
            for chunk in played:
                self._count(chunk)
                if store is not None:
                    store.keep(chunk, perf_counter() - last)
                    last = perf_counter()
                if self.report is not None:
                    self.report(self._progress())
                if self.enough:
                    return

    def _count(self, chunk: Chunk) -> None:
        self.collected = self.collected.plus(chunk)
        while not self.enough and (settled := self.collected.settle()) is not None:
            self.collected = settled
            games = settled.settled.games
            self.enough = games == self.wanted or (self.error is not None and settled.settled.error <= self.error)

    def _progress(self) -> Progress:
        seconds = perf_counter() - self.begun
        return Progress(self.collected.games, self.wanted, seconds, self.stored, self.error, self.collected)

"""Who plays the chunks: this process, or any executor, whose workers may die; and how Ctrl-C ends it."""

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice, takewhile
from math import ceil
from multiprocessing import Pipe, parent_process
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from os import _exit, getpid
from threading import Thread, current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import Final, ParamSpec, TypeVar

import attrs

from cardrules.game import StateLike
from cardrules.play.simulation.chunks import Chunks
from cardrules.play.simulation.errors import whole_number
from cardrules.play.simulation.games import Chunk, Work, play_chunk

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")
P = ParamSpec("P")

MOST_PROCESSES: Final = 61
"""The most processes of a pool, which is all that Windows can wait for."""

WORTHWHILE: Final = 50
"""The number of games for which a process is worth starting."""

UNKNOWN: Final = 32
"""The number of workers that an executor is thought to have if it does not tell."""

LISTENING: Final = 0.2
"""The seconds between two looks whether Ctrl-C was pressed, while an executor plays."""

PATIENCE: Final = 3.0
"""The seconds after which Ctrl-C, pressed again, interrupts whatever is going on."""

TRIES: Final = 4
"""How often a chunk is given to an executor whose workers die."""


def in_turn(work: Work[R, S, M], chunks: Chunks) -> Generator[Chunk, None, None]:
    """Play the chunks here, up to an interruption."""
    for numbers in chunks:  # pragma: no branch  # whoever wants the games stops before there are no more
        chunk = play_chunk(work, numbers)
        if chunk.tally.games:
            chunks.learn(chunk)
            yield chunk
        if chunk.numbers != numbers:
            return


def workers_of(executor: Executor) -> int:
    """Return how many workers an executor has, as far as it tells: mpi4py's does, so do those of the standard library."""
    told = (getattr(executor, name, None) for name in ("num_workers", "_max_workers"))
    return next((number for number in told if isinstance(number, int) and number > 0), UNKNOWN)


def at_once(work: Work[R, S, M], chunks: Chunks, executor: Executor) -> Generator[Chunk, None, None]:
    """Let an executor play the chunks; a chunk that is lost with its worker is played again."""
    waiting: dict[Future[Chunk], tuple[range, int]] = {}
    most = 2 * workers_of(executor) + 1
    try:
        with _ctrl_c_deferred() as pressed:
            while not pressed:
                for numbers in takewhile(lambda _: not pressed, islice(chunks, most - len(waiting))):
                    waiting[executor.submit(play_chunk, work, numbers)] = (numbers, 1)
                if not waiting:
                    return
                for future in wait(waiting, LISTENING, FIRST_COMPLETED).done:
                    if pressed:
                        break
                    numbers, tries = waiting.pop(future)
                    if isinstance(future.exception(), BrokenExecutor) and tries < TRIES:
                        waiting[executor.submit(play_chunk, work, numbers)] = (numbers, tries + 1)
                        continue
                    chunk = future.result()
                    if chunk.tally.games:
                        chunks.learn(chunk)
                    yield chunk
            yield from (future.result() for future in waiting if future.done() and future.exception() is None)
    finally:
        for future in waiting:
            future.cancel()


def process_pool(count: int, games: int | None = None) -> Executor:
    """Return an executor of ``count`` processes, or of fewer if that many ``games`` do not keep all of them busy.

    The processes ignore Ctrl-C, leave it to the process that waits for them, and end when that does.
    Ctrl-C at the end of a ``with`` block, while they finish their tasks, ends them at once. If a process is killed, the
    tasks that were going on fail and new processes take on the next ones. Raise
    :class:`~cardrules.play.simulation.errors.SimulationError` for a ``count`` below 1.
    """
    tasks = MOST_PROCESSES if games is None else ceil(whole_number("games", games, 0) / WORTHWHILE)
    return _Pool(max(1, min(whole_number("count", count, 1), tasks, MOST_PROCESSES)))


class _Pool(Executor):
    """Processes that are replaced if one dies, and that Ctrl-C ends at once when it interrupts whoever waits for them.

    An executor of the standard library goes on waiting for processes that nobody has told to end.
    """

    def __init__(self, processes: int) -> None:
        self.num_workers: int = processes
        self._ending, self._end = Pipe(duplex=False)
        self._processes = self._started()

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.num_workers, initializer=_begin_process, initargs=(self._ending,))

    def submit(self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        try:
            return self._processes.submit(function, *args, **named)
        except BrokenProcessPool:
            self._processes.shutdown()
            self._processes = self._started()
            return self._processes.submit(function, *args, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._processes.shutdown(wait, cancel_futures=cancel_futures)

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if isinstance(error, KeyboardInterrupt):
                self._end.send(None)
            self.shutdown()
        except KeyboardInterrupt:
            self._end.send(None)
            raise


def _begin_process(ending: Connection) -> None:
    """Let this process of a pool ignore Ctrl-C, and end when it is told to or when its parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None  # only the processes of a pool call this

    def end() -> None:
        wait_for_any([ending, parent.sentinel])
        _exit(1)

    Thread(target=end, daemon=True).start()


@contextmanager
def _ctrl_c_deferred() -> Iterator[Sequence[float]]:
    """Yield the times at which Ctrl-C is pressed, and let it interrupt nothing.

    An interrupted future or pool may stay locked. Only a press :data:`PATIENCE` seconds after the first one interrupts,
    since something must be stuck by then. A handler that somebody else has set is left alone, and nothing is set in
    threads other than the main one, which get no signals.
    """
    pressed: list[float] = []
    process = getpid()

    def press(number: int, frame: FrameType | None) -> None:
        now = monotonic()
        late = bool(pressed) and now - pressed[0] >= PATIENCE
        pressed.append(now)
        if late or getpid() != process:  # a process that was forked meanwhile plays, and waits for nobody
            signal.default_int_handler(number, frame)

    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield pressed
    else:
        signal.signal(signal.SIGINT, press)
        try:
            yield pressed
        finally:
            if signal.getsignal(signal.SIGINT) is press:
                signal.signal(signal.SIGINT, signal.default_int_handler)

"""Simulation: play many games and count what comes of them.

Game number ``k`` of a simulation with the seed ``s`` has the seed ``f"{s}:{k}"``. Its full shuffles depend on that
alone, so different players get the same deals, those that ``Table(game, rules, seed=f"{s}:{k}")`` deals; each seat has
random numbers of its own. Results are counts, which add up exactly in any order. So a seed gives one result, on every
version of Python and with any number of processes.
"""

import pickle
import signal
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from itertools import islice, takewhile
from math import ceil, floor
from multiprocessing import Pipe, parent_process
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from operator import index
from os import _exit, getpid
from pickle import PicklingError
from random import Random
from threading import Thread, current_thread, main_thread
from time import monotonic, perf_counter
from types import FrameType
from typing import Any, Final, Generic, TypeVar

import attrs
from attrs import frozen

from cardrules.chance import Seed, stream
from cardrules.errors import CardRulesError
from cardrules.game import NATURE, Game, Outcome, Shuffled, StateLike, start_game
from cardrules.play.observers import AnyPlayer, Seating
from cardrules.play.pickling import dumps
from cardrules.play.players import Player
from cardrules.play.shuffles import Shuffles, checked_seed
from cardrules.play.summary import Counts, Played, Summary
from cardrules.seats import Seat
from cardrules.zones import cards_in, view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

MAX_MOVES: Final = 100_000
"""The most moves of a game, shuffles included, unless another limit is given."""

CHUNK: Final = 50
"""The number of games that are played as one task; progress is reported after each."""

MOST_TASKS: Final = 200
"""The most tasks that an executor is given at a time."""

MOST_PROCESSES: Final = 61
"""The most processes of a pool, which is all that Windows can wait for."""

LISTENING: Final = 0.2
"""The seconds between two looks whether Ctrl-C was pressed, while an executor plays."""

PATIENCE: Final = 3.0
"""The seconds after which Ctrl-C, pressed again, interrupts whatever is going on."""


class SimulationError(CardRulesError, ValueError):
    """A simulation with wrong numbers of players or games, a game without end, or parts that cannot be sent."""

    code = "simulation"


def simulate(  # noqa: PLR0913  # each is a part of the question, and most have a default
    game: Game[R, S, M],
    rules: R,
    players: Sequence[AnyPlayer[R, S, M]] | None = None,
    n: int = 1000,
    seed: Seed = 0,
    *,
    max_moves: int = MAX_MOVES,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play ``n`` games by ``rules`` and count what comes of them.

    ``players``, one for each seat, see their own views; without them all moves are random, which is faster than with
    :func:`~cardrules.play.players.random_player`. An :class:`~cardrules.play.observers.Attentive` player sends a fresh
    observer to each game, who is told every step to the end of it. With an ``executor`` games are played at the same time, in threads or
    in a :func:`process_pool`. ``progress`` is called now and then with the number of games that are done. Ctrl-C ends
    the simulation with the games that are finished; pressed again seconds later it ends it at once, with those that are
    counted.

    Raises :class:`SimulationError` if there is not one player for each seat, if a game does not end within
    ``max_moves`` moves, or if the game, the rules or the players cannot be sent to another process (modules are
    imported there by their names, everything else is pickled); and :class:`~cardrules.errors.WrongGameError` for rules
    of another game. Whatever games and players raise comes through.
    """
    begun = perf_counter()
    wanted = _whole("n", n, 0)
    by_seat = None if players is None else tuple(players)
    work = _Work(game, rules, by_seat, checked_seed(seed), _whole("max_moves", max_moves, 1))
    chunks = (range(first, min(first + CHUNK, wanted)) for first in range(0, wanted, CHUNK))
    counts = Counts()
    games = _in_turn(work, chunks) if executor is None else _at_once(work, chunks, executor)
    with closing(games) as done, suppress(KeyboardInterrupt):  # Ctrl-C may also come while games are counted
        for played in done:
            counts = counts.plus(played)
            if progress is not None:
                progress(counts.games)
    return counts.summary(wanted, perf_counter() - begun)


def process_pool(count: int, games: int | None = None) -> ProcessPoolExecutor:
    """Return an executor of ``count`` processes, or of fewer if that many ``games`` do not keep all of them busy.

    The processes ignore Ctrl-C, leave it to the process that waits for them, and end when that does.
    Ctrl-C at the end of a ``with`` block, while they finish their tasks, ends them at once. Raise
    :class:`SimulationError` for a ``count`` below 1.
    """
    tasks = MOST_PROCESSES if games is None else ceil(_whole("games", games, 0) / CHUNK)
    processes = max(1, min(_whole("count", count, 1), tasks, MOST_PROCESSES))
    return _Pool(processes)


class _Pool(ProcessPoolExecutor):
    """Processes that Ctrl-C ends at once when it interrupts whoever waits for them.

    An executor of the standard library goes on waiting for processes that nobody has told to end.
    """

    def __init__(self, processes: int) -> None:
        ending, self._end = Pipe(duplex=False)
        super().__init__(processes, initializer=_begin_process, initargs=(ending,))

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


def _whole(name: str, value: int, least: int) -> int:
    """Return ``value`` as an ``int``, also if it is a whole number of another library."""
    try:
        number = index(value)
    except TypeError:
        number = least - 1
    if number < least:
        raise SimulationError(f"{name} must be a whole number from {least} up, not {value!r}")
    return number


def _in_turn(work: "_Work[R, S, M]", chunks: Iterator[range]) -> Generator[list[Played], None, None]:
    for chunk in chunks:
        played = _play(work, chunk)
        yield played
        if len(played) < len(chunk):
            return


def _at_once(
    work: "_Work[R, S, M]", chunks: Iterator[range], executor: Executor
) -> Generator[list[Played], None, None]:
    waiting: set[Future[list[Played]]] = set()
    try:
        with _ctrl_c_deferred() as pressed:
            while not pressed:
                for chunk in takewhile(lambda _: not pressed, islice(chunks, MOST_TASKS - len(waiting))):
                    waiting.add(executor.submit(_play, work, chunk))
                if not waiting:
                    return
                for future in wait(waiting, LISTENING, FIRST_COMPLETED).done:
                    if pressed:
                        break
                    waiting.remove(future)
                    yield future.result()
            yield from (future.result() for future in waiting if future.done() and future.exception() is None)
            for future in waiting:
                future.cancel()
    finally:
        for future in waiting:
            future.cancel()


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
        return
    signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        if signal.getsignal(signal.SIGINT) is press:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _play(work: "_Work[R, S, M] | _Packed", numbers: range) -> list[Played]:
    """Play the games of these numbers; fewer of them if Ctrl-C is pressed meanwhile."""
    if isinstance(work, _Packed):
        work = work.unpacked()
    games = _Games(work)
    played: list[Played] = []
    with suppress(KeyboardInterrupt):
        for number in numbers:
            played.append(games.play(number))  # noqa: PERF401  # an interruption keeps what was played
    return played


@frozen
class _Work(Generic[R, S, M]):
    """What it takes to play games."""

    game: Game[R, S, M]
    rules: R
    players: tuple[AnyPlayer[R, S, M], ...] | None
    seed: Seed
    max_moves: int

    def __reduce__(self) -> "tuple[type[_Packed], tuple[dict[str, bytes]]]":
        names = (field.name for field in attrs.fields(_Work))
        return _Packed, ({name: _packed(name, getattr(self, name)) for name in names},)


class _Games(Generic[R, S, M]):
    """Games that are played one after the other."""

    def __init__(self, work: _Work[R, S, M]) -> None:
        self.work = work
        self.start = start_game(work.game, work.rules)
        self.cards = len(cards_in(self.start))

    def play(self, number: int) -> Played:
        """Play game number ``number``."""
        work, seed = self.work, f"{self.work.seed}:{number}"
        legal_moves, apply = work.game.legal_moves, work.game.apply
        shuffles = Shuffles(seed, self.cards)
        seating = None if work.players is None else Seating(work.game, work.rules, work.players)
        pick = self._random_move(seed) if seating is None else self._move_of_player(seed, seating.players)
        tell = seating.tell if seating is not None and seating.observers else None
        state = self.start
        moves = decisions = 0
        move: M | Shuffled
        while (seat := state.to_act) is not None:
            if moves == work.max_moves:
                raise SimulationError(_endless(number, moves))
            if seat is NATURE:
                move = shuffles.draw(state)
            else:
                move = pick(state, seat, legal_moves(state))
                decisions += 1
            before, state = state, apply(state, move)
            if tell is not None:
                tell(before, move, state)
            moves += 1
        return Played(self._outcome(state), moves, decisions)

    @staticmethod
    def _random_move(seed: Seed) -> Callable[[S, Seat, tuple[M, ...]], M]:
        draw = stream(seed, "moves").random
        return lambda _state, _seat, legal: legal[floor(draw() * len(legal))]

    @staticmethod
    def _move_of_player(seed: Seed, players: Sequence[Player[S, M]]) -> Callable[[S, Seat, tuple[M, ...]], M]:
        streams: dict[Seat, Random] = {}

        def pick(state: S, seat: Seat, legal: tuple[M, ...]) -> M:
            if seat >= len(players):
                raise SimulationError(f"seat {seat} has no player; there are {len(players)}")
            if seat not in streams:
                streams[seat] = stream(seed, "seat", seat)
            return players[seat](view(state, seat), legal, streams[seat])

        return pick

    def _outcome(self, state: S) -> Outcome:
        outcome = self.work.game.outcome(state)
        if outcome is None:
            raise TypeError(f"nobody is to act in {type(state).__name__}, yet the game gives no outcome")
        if self.work.players is not None and len(self.work.players) != len(outcome.scores):
            raise SimulationError(f"there are {len(self.work.players)} players for {len(outcome.scores)} seats")
        return outcome


def _endless(number: int, moves: int) -> str:
    return (
        f"game {number} has not ended after {moves:,} moves; choose rules by which it must end, such as a limit of"
        " deals, or a larger max_moves"
    )


def _packed(name: str, part: object) -> bytes:
    try:
        return dumps(part)
    except PicklingError as error:
        raise SimulationError(f"{name} cannot be sent to another process: {error}") from error


@frozen
class _Packed:
    """Work on its way to another process, whose parts are unpickled where a failure can be reported."""

    parts: Mapping[str, bytes]

    def unpacked(self) -> _Work[Any, Any, Any]:
        """Return the work in this process."""
        return _Work(**{name: _unpacked(name, data) for name, data in self.parts.items()})


def _unpacked(name: str, data: bytes) -> Any:
    try:
        return pickle.loads(data)  # noqa: S301  # pickled by the process that waits for the games
    except Exception as error:  # unpickling raises whatever the parts raise
        raise SimulationError(f"{name} cannot be loaded in another process: {error}") from error

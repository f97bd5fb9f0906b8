"""Many games: the scores by seat, how long they last, and how often what came of them.

Game number ``k`` has chance to itself, ``Random(f"{seed}:{k}")``, which depends on nothing else and is the same on
every version of Python: with random players it is the game ``playout(game, rules, Random(f"{seed}:{k}"))``. Results are
counts, which add up exactly in any order. So one seed gives one result, whoever plays the games and however many do so
at a time.
"""

import pickle
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from copy import deepcopy
from enum import Enum
from fractions import Fraction
from itertools import islice, takewhile
from math import isnan, nan, sqrt
from os import getpid
from pickle import PicklingError
from random import Random
from threading import current_thread, main_thread
from time import perf_counter
from types import FrameType, NoneType
from typing import Any, Final, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import attrs
from attrs import field, frozen

from cardrules.chance import choice
from cardrules.errors import CardRulesError
from cardrules.game import NATURE, Amount, Game, Outcome, Shuffled, StateLike, shuffle, start_game
from cardrules.play.pickling import dumps
from cardrules.play.players import Player
from cardrules.play.text import format_value
from cardrules.seats import Seat
from cardrules.zones import view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")

CHUNK: Final = 50
"""Games that are played in one go; progress is told after each."""

WAITING: Final = 200
"""The most chunks that an executor is given at a time."""

LISTENING: Final = 0.2
"""Seconds after which Ctrl-C is seen while others play."""


class SimulationError(CardRulesError, ValueError):
    """Games that cannot be played as they should be: players too few or too many, or what no other process can get."""

    code = "simulation"


@frozen
class Summary:
    """What came of many games, as counts. Summaries of the same games are equal, however long it took to play them."""

    games: int
    """Games that were played to their end."""

    interrupted: bool
    """Whether they are fewer than were wanted, because somebody pressed Ctrl-C."""

    scores: tuple[Mapping[Amount, int], ...]
    """By seat: how often it had which score."""

    winners: Mapping[tuple[Seat, ...], int]
    """How often which seats won; several when they shared."""

    details: Mapping[str, Mapping[object, int]]
    """What outcomes of this game add in numbers and words, such as a grade, by the field: how often it was which."""

    lengths: Mapping[int, int]
    """How often a game took so many moves, shuffles included."""

    decisions: int
    """Moves of players."""

    seconds: float = field(eq=False)
    """The time that it took."""

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean score by seat, exact."""
        return tuple(_mean(counts.items()) for counts in self.scores)

    @property
    def standard_errors(self) -> tuple[float, ...]:
        """The standard error of each mean; not a number for less than two games."""
        return tuple(map(_standard_error, self.scores))

    @property
    def mean_length(self) -> Fraction:
        """The mean number of moves of a game, exact."""
        return _mean(self.lengths.items())

    @property
    def wins(self) -> tuple[int, ...]:
        """The games that each seat has won, alone or with others."""
        seats = range(len(self.scores))
        return tuple(sum(count for winners, count in self.winners.items() if seat in winners) for seat in seats)

    @property
    def decisions_per_second(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds if self.seconds else nan

    def __str__(self) -> str:
        """Tables for people to read."""
        return "\n\n".join(_tables(self))


def _mean(counts: Iterable[tuple[Amount, int]]) -> Fraction:
    """The mean of values, each of which was there so many times."""
    total, times = Fraction(0), 0
    for value, count in counts:
        total += value * count
        times += count
    return total / times


def _standard_error(counts: Mapping[Amount, int]) -> float:
    games = sum(counts.values())
    if games < 2:
        return nan
    mean = _mean(counts.items())
    return sqrt(sum(count * (value - mean) ** 2 for value, count in counts.items()) / (games - 1) / games)


def simulate(  # noqa: PLR0913  # each is a part of the question, and most have an answer that is understood
    game: Game[R, S, M],
    rules: R,
    players: Sequence[Player[S, M]] | None = None,
    n: int = 1000,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play ``n`` games by ``rules`` and count what comes of them.

    ``players``, by seat, see their own views; without them all moves are random, as by
    :func:`~cardrules.play.players.random_player` but in less time. An ``executor`` lets games be played at the same time, in
    threads or :func:`process_pool`. ``progress`` is told now and then how many games are done. Ctrl-C ends with those that
    are finished; with an executor it is seen a moment later, and pressed once more it breaks off with those that are
    counted.

    Raises :class:`SimulationError` if there is not one player for each seat, or if game, rules or players do not get to
    another process: modules are imported there by their names, all else is pickled; and
    :class:`~cardrules.errors.WrongGameError` for rules of another game. Whatever games and players raise comes through.
    """
    if n < 0:
        raise SimulationError(f"n must be a whole number from 0 up, not {n}")
    begun = perf_counter()
    work = _Work(game, rules, None if players is None else tuple(players), seed)
    chunks = (range(first, min(first + CHUNK, n)) for first in range(0, n, CHUNK))
    counts = _Counts()
    games = _in_turn(work, chunks) if executor is None else _at_once(work, chunks, executor)
    with closing(games) as done, suppress(KeyboardInterrupt):  # it may come while games are counted, too
        for played in done:
            counts = counts.plus(played)
            if progress is not None:
                progress(counts.games)
    return counts.summary(n, perf_counter() - begun)


def process_pool(count: int) -> ProcessPoolExecutor:
    """An executor that plays in so many processes; they leave Ctrl-C to the one that waits for them."""
    return ProcessPoolExecutor(count, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))


@frozen
class _Played:
    """A finished game: how it ended, and how many moves and decisions it took."""

    outcome: Outcome
    moves: int
    decisions: int


def _in_turn(work: "_Work[R, S, M]", chunks: Iterator[range]) -> Generator[list[_Played], None, None]:
    for chunk in chunks:
        played = _play(work, chunk)
        yield played
        if len(played) < len(chunk):
            return


def _at_once(
    work: "_Work[R, S, M]", chunks: Iterator[range], executor: Executor
) -> Generator[list[_Played], None, None]:
    waiting: set[Future[list[_Played]]] = set()
    try:
        with _ctrl_c_in_mind() as pressed:
            while not pressed:
                for chunk in takewhile(lambda _: not pressed, islice(chunks, WAITING - len(waiting))):
                    waiting.add(executor.submit(_play, work, chunk))
                if not waiting:
                    return
                for future in wait(waiting, LISTENING, FIRST_COMPLETED).done:
                    if pressed:
                        break
                    waiting.remove(future)
                    yield future.result()
        yield from (future.result() for future in waiting if future.done() and future.exception() is None)
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def _ctrl_c_in_mind() -> Iterator[Sequence[int]]:
    """What tells whether Ctrl-C was pressed, which does not break in the first time: futures might stay locked.

    A handler of somebody else's is left alone, and threads other than the main one, which get no signals, set none.
    """
    pressed: list[int] = []
    process = getpid()

    def press(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if getpid() != process:  # one that was forked meanwhile, which keeps nothing in mind
            signal.default_int_handler(number, frame)
        pressed.append(number)

    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield pressed
        return
    signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        if signal.getsignal(signal.SIGINT) is press:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _play(work: "_Work[R, S, M] | _Packed", numbers: range) -> list[_Played]:
    """The games of these numbers; less of them if Ctrl-C is pressed meanwhile."""
    if isinstance(work, _Packed):
        work = work.unpacked()
    played: list[_Played] = []
    with suppress(KeyboardInterrupt):
        for number in numbers:
            played.append(work.play(Random(f"{work.seed}:{number}")))  # noqa: PERF401  # they are kept if it breaks off
    return played


@frozen
class _Work(Generic[R, S, M]):
    """What is needed to play games."""

    game: Game[R, S, M]
    rules: R
    players: tuple[Player[S, M], ...] | None
    seed: int

    def play(self, rng: Random) -> _Played:
        """A game by the chance of ``rng``."""
        game, players = self.game, self.players
        state = start_game(game, self.rules)
        moves = decisions = 0
        move: M | Shuffled
        while (seat := state.to_act) is not None:
            if seat is NATURE:
                move = shuffle(state, rng)
            else:
                legal = game.legal_moves(state)
                move = choice(legal, rng) if players is None else _player(players, seat)(view(state, seat), legal, rng)
                decisions += 1
            state = game.apply(state, move)
            moves += 1
        return _Played(self._outcome(state), moves, decisions)

    def _outcome(self, state: S) -> Outcome:
        outcome = self.game.outcome(state)
        if outcome is None:
            raise TypeError(f"nobody is to act in {type(state).__name__}, yet the game gives no outcome")
        if self.players is not None and len(self.players) != len(outcome.scores):
            raise SimulationError(f"there are {len(self.players)} players for {len(outcome.scores)} seats")
        return outcome

    def __reduce__(self) -> "tuple[type[_Packed], tuple[dict[str, bytes]]]":
        parts = {"game": self.game, "rules": self.rules, "players": self.players, "seed": self.seed}
        return _Packed, ({name: _packed(name, part) for name, part in parts.items()},)


def _player(players: tuple[T, ...], seat: Seat) -> T:
    if seat >= len(players):
        raise SimulationError(f"seat {seat} has no player; there are {len(players)}")
    return players[seat]


def _packed(name: str, part: object) -> bytes:
    try:
        return dumps(part)
    except PicklingError as error:
        raise SimulationError(f"{name} cannot be sent to another process: {error}") from error


@frozen
class _Packed:
    """What is needed to play games, on its way to another process: unpacked only when it can be told what is wrong."""

    parts: Mapping[str, bytes]

    def unpacked(self) -> _Work[Any, Any, Any]:
        """The same in this process."""
        return _Work(**{name: _unpacked(name, data) for name, data in self.parts.items()})


def _unpacked(name: str, data: bytes) -> Any:
    try:
        return pickle.loads(data)  # noqa: S301  # the process that waits for the games has packed it
    except Exception as error:  # unpickling raises whatever its parts do
        raise SimulationError(f"{name} cannot be had in another process: {error}") from error


class _Counts:
    """The counts of a summary while they grow."""

    def __init__(self) -> None:
        self.games = self.decisions = 0
        self.scores: list[Counter[Amount]] = []
        self.winners: Counter[tuple[Seat, ...]] = Counter()
        self.details: dict[str, Counter[object]] = {}
        self.lengths: Counter[int] = Counter()
        self.told: dict[type[Outcome], list[str]] = {}
        """The fields of the details, by the class of outcome."""

    def plus(self, games: Iterable[_Played]) -> "_Counts":
        """These counts and those of ``games``; if Ctrl-C comes meanwhile none of them are counted."""
        counts = deepcopy(self)
        counts.add(games)
        return counts

    def add(self, games: Iterable[_Played]) -> None:
        """Count these games too."""
        for game in games:
            outcome = game.outcome
            self.games += 1
            self.decisions += game.decisions
            self.lengths[game.moves] += 1
            self.winners[outcome.winners] += 1
            self.scores = self.scores or [Counter() for _ in outcome.scores]
            for counter, score in zip(self.scores, outcome.scores, strict=True):
                counter[score] += 1
            kind = type(outcome)
            if kind not in self.told:
                self.told[kind] = _details(kind)
            for name in self.told[kind]:
                self.details.setdefault(name, Counter())[getattr(outcome, name)] += 1

    def summary(self, wanted: int, seconds: float) -> Summary:
        """The counts, in an order that does not tell in which order they grew."""
        return Summary(
            games=self.games,
            interrupted=self.games < wanted,
            scores=tuple(dict(sorted(counter.items())) for counter in self.scores),
            winners=_by_frequency(self.winners),
            details={name: _by_frequency(counter) for name, counter in sorted(self.details.items())},
            lengths=dict(sorted(self.lengths.items())),
            decisions=self.decisions,
            seconds=seconds,
        )


def _details(kind: type[Outcome]) -> list[str]:
    """The fields of an outcome that are counted: what is told in records or cards is hardly ever twice the same."""
    hints = get_type_hints(kind)
    added = (field.name for field in attrs.fields(kind) if field.name not in ("scores", "winners"))
    return [name for name in added if _is_counted(hints[name])]


def _is_counted(hint: object) -> bool:
    if isinstance(hint, type) and not get_args(hint):
        return issubclass(hint, int | Fraction | str | Enum | NoneType)
    return get_origin(hint) is Literal or all(part is ... or _is_counted(part) for part in get_args(hint))


def _by_frequency(counter: Mapping[T, int]) -> dict[T, int]:
    return dict(sorted(counter.items(), key=lambda item: (-item[1], str(item[0]))))


def _tables(summary: Summary) -> Iterator[str]:
    """The paragraphs of a summary as text."""
    games = f"{summary.games:,} game{'s' * (summary.games != 1)}" + " until the interruption" * summary.interrupted
    if not summary.games:
        yield games
        return
    lengths = f"{float(summary.mean_length):.1f} moves each ({min(summary.lengths)} to {max(summary.lengths)})"
    pace = f"{summary.decisions:,} decisions in {summary.seconds:.1f} s: {summary.decisions_per_second:,.0f} a second"
    yield f"{games}, {lengths}\n{pace}"
    by_seat = zip(summary.means, summary.standard_errors, summary.wins, strict=True)
    rows = [
        (f"{seat}", f"{float(mean):.3f}", "-" if isnan(error) else f"{error:.3f}", f"{won:,}")
        for seat, (mean, error, won) in enumerate(by_seat)
    ]
    yield _table(("seat", "mean score", "error", "games won"), rows)
    winners = {", ".join(map(str, seats)) or "nobody": times for seats, times in summary.winners.items()}
    yield _table(("winners", "games", ""), _frequencies(winners, summary.games))
    for name, counts in summary.details.items():
        told = {format_value(value): times for value, times in counts.items()}
        yield _table((name.replace("_", " "), "games", ""), _frequencies(told, summary.games))


def _frequencies(counts: Mapping[str, int], games: int) -> Iterator[tuple[str, str, str]]:
    """How often it was what, and in which part of the games; what was rare is put together."""
    items = list(counts.items())
    rare = sum(times for _, times in items[MOST:])
    for value, times in [*items[:MOST], *([("others", rare)] if rare else [])]:
        yield value, f"{times:,}", f"{times / games:.1%}"


MOST: Final = 12
"""The lines of a table of a summary."""


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with its first column to the left and the others, which are numbers, to the right."""
    table = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = (
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in table
    )
    return "\n".join(map(str.rstrip, lines))

"""Files that keep the chunks of simulations, so that a run can be stopped and gone on with.

A file is a SQLite database. It may keep any number of runs; a run is known by its question: the game and its version, the
rules, the players, the seed and the limit of moves. Each chunk is one transaction. Nothing in the file is code: values
are JSON, and an enum's member is looked up by name in a module that the program has loaded.
"""

import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from contextlib import closing, contextmanager
from enum import Enum
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from cardrules.game import name_of
from cardrules.play.simulation.counts import Counts, Tally
from cardrules.play.simulation.errors import SimulationError
from cardrules.play.simulation.games import Chunk, Work

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS runs (run INTEGER PRIMARY KEY, question TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS chunks (
    run INTEGER NOT NULL REFERENCES runs, first INTEGER NOT NULL, games INTEGER NOT NULL, seconds REAL NOT NULL,
    tally TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS chunks_of_run ON chunks (run, first);
"""


class Store:
    """The chunks of one run in a file."""

    def __init__(self, database: sqlite3.Connection, run: int) -> None:
        """Keep the chunks of run number ``run``."""
        self._database = database
        self._run = run

    @classmethod
    @contextmanager
    def opened(cls, path: str | Path, work: Work[Any, Any, Any]) -> "Iterator[Store]":
        """Open a file for the chunks of ``work``, and make it if there is none."""
        question = question_of(work)
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as database:
                database.executescript(SCHEMA)
                database.execute("INSERT OR IGNORE INTO runs (question) VALUES (?)", (question,))
                (run,) = database.execute("SELECT run FROM runs WHERE question = ?", (question,)).fetchone()
                yield cls(database, run)
        except sqlite3.Error as error:
            raise SimulationError(f"{path} cannot keep games: {error}") from error

    def chunks(self, wanted: int) -> Iterator[Chunk]:
        """Yield the chunks of games below ``wanted``, in order and none twice."""
        end = 0
        rows = self._database.execute(
            "SELECT first, seconds, tally FROM chunks WHERE run = ? AND first + games <= ? ORDER BY first",
            (self._run, wanted),
        )
        for first, seconds, tally in rows:
            if first >= end:
                chunk = Chunk(first, _tally_from(json.loads(tally)), seconds)
                end = chunk.numbers.stop
                yield chunk

    def keep(self, chunk: Chunk, seconds: float) -> None:
        """Keep a chunk, for which ``seconds`` have passed here."""
        tally = json.dumps(_tally_to(chunk.tally), ensure_ascii=False, separators=(",", ":"))
        self._database.execute(
            "INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", (self._run, chunk.first, chunk.tally.games, seconds, tally)
        )


def question_of(work: Work[Any, Any, Any]) -> str:
    """Return what makes the games of ``work`` what they are, as text.

    Raises :class:`~cardrules.play.simulation.errors.SimulationError` for players that a text cannot tell apart: those whose ``repr`` is an address.
    """
    players = [[*map(_player, seats)] if seats else None for seats in work.players]
    parts = {
        "game": name_of(work.game),
        "version": [version("cardrules"), getattr(work.game, "RULES_VERSION", None)],
        "rules": [*map(repr, work.rules)],
        "players": players,
        "seed": str(work.seed),
        "max_moves": work.max_moves,
    }
    return json.dumps(parts, ensure_ascii=False)


def _player(player: object) -> str:
    if isinstance(player, FunctionType) and "<" not in player.__qualname__:
        return f"{player.__module__}.{player.__qualname__}"
    text = repr(player)
    if " at 0x" in text:
        raise SimulationError(f"a store cannot tell {text} from other players; use a function of a module or attrs")
    return f"{type(player).__module__}.{text}"


def _tally_to(tally: Tally) -> object:
    """Return a tally as JSON."""
    return {
        "variants": [
            {
                "games": counts.games,
                "decisions": counts.decisions,
                "lowest_wins": counts.lowest_wins,
                "scores": [*map(_pairs, counts.scores)],
                "winners": _pairs(counts.winners),
                "details": {name: _pairs(counter) for name, counter in counts.details.items()},
                "lengths": _pairs(counts.lengths),
            }
            for counts in tally.variants
        ],
        "differences": [[*map(_pairs, seats)] for seats in tally.differences],
    }


def _tally_from(data: Mapping[str, Any]) -> Tally:
    variants = []
    for part in data["variants"]:
        counts = Counts()
        counts.games, counts.decisions, counts.lowest_wins = part["games"], part["decisions"], part["lowest_wins"]
        counts.scores = tuple(map(_counter, part["scores"]))
        counts.winners = _counter(part["winners"])
        counts.details = {name: _counter(pairs) for name, pairs in part["details"].items()}
        counts.lengths = _counter(part["lengths"])
        variants.append(counts)
    return Tally(tuple(variants), tuple(tuple(map(_counter, seats)) for seats in data["differences"]))


def _pairs(counter: Mapping[Any, int]) -> list[list[object]]:
    return [[_value_to(value), times] for value, times in counter.items()]


def _counter(pairs: list[list[Any]]) -> Counter[Any]:
    return Counter({_value_from(value): times for value, times in pairs})


def _value_to(value: object) -> object:
    """Return a counted value as JSON: a number, a text or nothing as it is, anything else named by its type."""
    if isinstance(value, Enum):
        return {"enum": [type(value).__module__, type(value).__qualname__, value.name]}
    if value is None or isinstance(value, int | str):
        return value
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, tuple):
        return {"tuple": [*map(_value_to, value)]}
    if isinstance(value, frozenset):
        return {"frozenset": [*map(_value_to, value)]}
    raise SimulationError(f"a store cannot keep the {type(value).__name__} that an outcome of this game has")


def _value_from(data: Any) -> Hashable:
    if not isinstance(data, dict):
        return data  # type: ignore[no-any-return]  # a number, a text or None
    ((kind, value),) = data.items()
    if kind == "enum":
        return _member(*value)
    if kind == "fraction":
        return Fraction(value)
    parts = map(_value_from, value)
    return tuple(parts) if kind == "tuple" else frozenset(parts)


def _member(module: str, path: str, name: str) -> Enum:
    """Return a member of an enum, of nothing but an enum in a module that is loaded already."""
    found: Any = sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type) or not issubclass(found, Enum):
        raise SimulationError(f"the store names {module}.{path}, which is no enum here")
    return found[name]

"""The file of tables: an SQLite database that each move changes in one transaction.

A server that is killed at any moment has lost no move that it has answered. The file holds the seeds, all cards and the
links of all seats: nobody but the server may read it.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from attrs import field, frozen

from cardrules.chance import Seed
from cardrules.seats import Seat
from cardrules.web.errors import StoreError

VERSION: Final = 1
"""The version of the format of the file."""

IN_MEMORY: Final = ":memory:"
"""The name of a store that is no file and ends with the server."""

_SCHEMA: Final = f"""
BEGIN;
CREATE TABLE tables (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, seed TEXT NOT NULL, epoch INTEGER NOT NULL,
    undo TEXT, spectators TEXT NOT NULL UNIQUE, next INTEGER, touched REAL NOT NULL
);
CREATE TABLE seats (
    "table" INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL, kind TEXT NOT NULL,
    name TEXT NOT NULL, token TEXT UNIQUE, invitation TEXT UNIQUE, PRIMARY KEY ("table", seat)
) WITHOUT ROWID;
CREATE TABLE moves (
    "table" INTEGER NOT NULL REFERENCES tables ON DELETE CASCADE, number INTEGER NOT NULL, move TEXT NOT NULL,
    PRIMARY KEY ("table", number)
) WITHOUT ROWID;
CREATE INDEX touched ON tables (touched);
PRAGMA user_version = {VERSION};
COMMIT;
"""


@frozen(kw_only=True)
class StoredSeat:
    """Who sits at a seat."""

    kind: str
    """``person``, ``house`` or the kind of a robot."""
    name: str = ""
    token: str | None = field(default=None, repr=False)
    """The secret of the link to the seat, once a person has it."""
    invitation: str | None = field(default=None, repr=False)
    """The secret of the link by which a person may take the seat."""


@frozen(kw_only=True)
class StoredTable:
    """A table as it is stored; rules and moves are JSON."""

    game: str
    rules: str
    seed: Seed = field(repr=False)
    seats: tuple[StoredSeat, ...]
    spectators: str = field(repr=False)
    """The secret of the link by which anybody may watch."""
    moves: tuple[str, ...] = field(repr=False)
    epoch: int = 0
    undo: str | None = None
    """The open request for an undo, as JSON."""
    next: int | None = None
    """The table of the next game of the same people."""


class Store:
    """The tables of one server. All methods raise :class:`~cardrules.web.errors.StoreError` if the file fails them."""

    def __init__(self, path: str) -> None:
        """Open the file, or make it; no other server may have it open."""
        self.path = path
        try:
            if path != IN_MEMORY:
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
        try:
            with self._naming_the_file():
                self._prepare()
        except StoreError:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA locking_mode = EXCLUSIVE")  # the lock of a process that was killed is gone with it
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")  # survives a killed process; FULL takes 8 ms a move here, this 0.02
        run("PRAGMA foreign_keys = ON")
        (version,) = run("PRAGMA user_version").fetchone()
        if version == 0 and run("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
            self._connection.executescript(_SCHEMA)
        elif version != VERSION:
            raise StoreError(f"{self.path}: not a file of tables of this version of cardrules; name another one")
        with self._transaction():
            run("UPDATE tables SET epoch = epoch WHERE id = 0")  # takes the lock now, not at the first move

    @contextmanager
    def _naming_the_file(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            why = "another server has it open" if "locked" in str(error) else str(error)
            raise StoreError(f"{self.path}: {why}") from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Let all statements of a block have an effect, or none of them."""
        with self._naming_the_file():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")

    def _row(self, query: str, *values: object) -> tuple[object, ...] | None:
        with self._naming_the_file():
            row: tuple[object, ...] | None = self._connection.execute(query, values).fetchone()
        return row

    def add(self, table: StoredTable, after: int | None = None) -> int:
        """Store a new table and return its number; it is the next one ``after`` another if that is given."""
        with self._transaction() as connection:
            number = connection.execute(
                "INSERT INTO tables (game, rules, seed, epoch, undo, spectators, touched) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    table.game,
                    table.rules,
                    json.dumps(table.seed),
                    table.epoch,
                    table.undo,
                    table.spectators,
                    time.time(),
                ),
            ).lastrowid
            assert number is not None
            connection.executemany(
                "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (number, seat, sitter.kind, sitter.name, sitter.token, sitter.invitation)
                    for seat, sitter in enumerate(table.seats)
                ],
            )
            self._add_moves(number, 0, table.moves)
            if after is not None:
                connection.execute("UPDATE tables SET next = ? WHERE id = ?", (number, after))
        return number

    def _add_moves(self, number: int, first: int, moves: Sequence[str]) -> None:
        self._connection.executemany(
            "INSERT INTO moves VALUES (?, ?, ?)", [(number, place, move) for place, move in enumerate(moves, first)]
        )

    def load(self, number: int) -> StoredTable:
        """Return a table; raise ``LookupError`` if there is none with that number."""
        with self._naming_the_file():
            run = self._connection.execute
            row = run(
                "SELECT game, rules, seed, spectators, epoch, undo, next FROM tables WHERE id = ?", (number,)
            ).fetchone()
            if row is None:
                raise LookupError(number)
            seats = run('SELECT kind, name, token, invitation FROM seats WHERE "table" = ? ORDER BY seat', (number,))
            moves = run('SELECT move FROM moves WHERE "table" = ? ORDER BY number', (number,))
            game, rules, seed, spectators, epoch, undo, following = row
            return StoredTable(
                game=game,
                rules=rules,
                seed=json.loads(seed),
                seats=tuple(
                    StoredSeat(kind=kind, name=name, token=token, invitation=invitation)
                    for kind, name, token, invitation in seats
                ),
                spectators=spectators,
                moves=tuple(move for (move,) in moves),
                epoch=epoch,
                undo=undo,
                next=following,
            )

    def save(self, number: int, kept: int, moves: Sequence[str], epoch: int, undo: str | None) -> None:
        """Store what a move has changed: the moves after the first ``kept`` ones, the epoch and the request for an undo."""
        with self._transaction() as connection:
            connection.execute('DELETE FROM moves WHERE "table" = ? AND number >= ?', (number, kept))
            self._add_moves(number, kept, moves)
            connection.execute(
                "UPDATE tables SET epoch = ?, undo = ?, touched = ? WHERE id = ?", (epoch, undo, time.time(), number)
            )

    def seat(self, token: str) -> tuple[int, Seat | None] | None:
        """Return the table and the seat of a link, ``None`` for the seat of a spectator; ``None`` if there is none."""
        row = self._row(
            'SELECT "table", seat FROM seats WHERE token = ? UNION ALL SELECT id, NULL FROM tables WHERE spectators = ?',
            token,
            token,
        )
        return None if row is None else _place(row)

    def invited(self, invitation: str) -> tuple[int, Seat] | None:
        """Return the table and the seat of an invitation; ``None`` if there is none."""
        row = self._row('SELECT "table", seat FROM seats WHERE invitation = ?', invitation)
        if row is None:
            return None
        number, seat = _place(row)
        assert seat is not None
        return number, seat

    def take(self, number: int, seat: Seat, name: str, token: str) -> None:
        """Give a seat to a person."""
        with self._transaction() as connection:
            connection.execute(
                'UPDATE seats SET name = ?, token = ? WHERE "table" = ? AND seat = ?', (name, token, number, seat)
            )

    def __len__(self) -> int:
        """Return the number of tables."""
        row = self._row("SELECT count(*) FROM tables")
        assert row is not None
        (count,) = row
        assert isinstance(count, int)
        return count

    def forget(self, before: float) -> None:
        """Remove the tables at which nobody has moved since a time, in seconds since 1970."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM tables WHERE touched < ?", (before,))

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _place(row: tuple[object, ...]) -> tuple[int, Seat | None]:
    number, seat = row
    assert isinstance(number, int)
    assert seat is None or isinstance(seat, int)
    return number, seat

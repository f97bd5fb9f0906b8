"""The file of tables."""

import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardrules.web.errors import StoreError
from cardrules.web.storage import IN_MEMORY, Store, StoredSeat, StoredTable

SEATS = (
    StoredSeat(kind="person", name="Ann", token="a"),  # noqa: S106
    StoredSeat(kind="person", invitation="i"),
    StoredSeat(kind="thinking", name="Cleo"),
)


def table(spectators: str = "s", **changed: object) -> StoredTable:
    """Return a table to store."""
    values = {"game": "oh_hell", "rules": "{}", "seed": 2**200, "seats": SEATS, "moves": ("1", "2", "3")}
    return StoredTable(**{**values, "spectators": spectators, **changed})  # type: ignore[arg-type]  # values of all types


@pytest.fixture
def store(path: str) -> Store:
    """An empty store."""
    return Store(path)


def test_what_is_stored_is_loaded(store: Store) -> None:
    number = store.add(table(epoch=3, undo="{}"))
    assert store.load(number) == table(epoch=3, undo="{}")
    assert len(store) == 1


def test_a_number_without_a_table_is_a_lookup_error(store: Store) -> None:
    with pytest.raises(LookupError):
        store.load(1)


def test_moves_are_added_and_taken_back(store: Store) -> None:
    number = store.add(table())
    store.save(number, 3, ["4", "5"], 0, "asked")
    assert (store.load(number).moves, store.load(number).undo) == (("1", "2", "3", "4", "5"), "asked")
    store.save(number, 1, ["6"], 1, None)
    assert store.load(number) == table(moves=("1", "6"), epoch=1)


def test_a_failed_transaction_changes_nothing(store: Store) -> None:
    number = store.add(table())
    with pytest.raises(StoreError, match="UNIQUE"):
        store.add(table())  # the same links
    with pytest.raises(StoreError, match="NOT NULL"):
        store.save(number, 0, ["9"], None, None)  # type: ignore[arg-type]  # a mistake that the file finds
    assert (len(store), store.load(number)) == (1, table())


def test_links_lead_to_seats_and_spectators(store: Store) -> None:
    number = store.add(table())
    assert [store.seat(token) for token in ("a", "s", "i", "")] == [(number, 0), (number, None), None, None]
    assert (store.invited("i"), store.invited("a")) == ((number, 1), None)
    store.take(number, 1, "Bo", "b")
    assert store.seat("b") == (number, 1)
    assert store.load(number).seats[1] == StoredSeat(kind="person", name="Bo", token="b", invitation="i")  # noqa: S106


def test_the_next_table_is_stored_with_the_new_one(store: Store) -> None:
    first = store.add(table())
    seats = (StoredSeat(kind="random"),)
    second = store.add(table("t", seats=seats), after=first)
    assert (store.load(first).next, store.load(second).next) == (second, None)


def test_old_tables_are_removed_with_their_seats_and_moves(store: Store, path: str) -> None:
    store.add(table())
    store.forget(time.time() - 1)
    assert len(store) == 1
    store.forget(time.time() + 1)
    assert (len(store), store.seat("a")) == (0, None)
    store.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM moves").fetchone() == (0,)


def test_another_server_cannot_open_the_same_file(store: Store, path: str) -> None:
    store.add(table())
    with pytest.raises(StoreError, match=r"tables\.sqlite: another server has it open"):
        Store(path)
    store.close()
    assert len(Store(path)) == 1


def test_nobody_else_can_read_the_file(store: Store, path: str) -> None:
    store.add(table())
    if sys.platform != "win32":
        assert stat.S_IMODE(Path(path).stat().st_mode) == 0o600


def test_other_files_are_refused(path: str, tmp_path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE others (name TEXT)")
    connection.close()
    with pytest.raises(StoreError, match="not a file of tables of this version"):
        Store(path)
    text = tmp_path / "letter.txt"
    text.write_text("Dear Ann,\n" * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match=r"letter\.txt: file is not a database"):
        Store(str(text))
    with pytest.raises(StoreError, match=r"Is a directory|Permission denied"):
        Store(str(tmp_path))


def test_a_store_in_memory_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store(IN_MEMORY)
    assert store.load(store.add(table())) == table()
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, sys
from cardrules.web.storage import Store
from tests.web.test_storage import table
store = Store(sys.argv[1])
number = store.add(table())
store.save(number, 3, ["4"], 0, None)
os.kill(os.getpid(), 9)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_a_killed_process_has_lost_nothing(path: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, path], check=False, cwd=Path(__file__).parents[2])  # noqa: S603
    assert done.returncode == -9
    assert Store(path).load(1).moves == ("1", "2", "3", "4")

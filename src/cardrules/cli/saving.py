"""Save a game that is played, also when the window is closed, and never over another game."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Final

from cardrules.cli.screen import Screen
from cardrules.errors import RecordError
from cardrules.play.table import Table

ENDING: Final = ("SIGHUP", "SIGTERM")
"""The signals that end a program: the window was closed, the system shuts down."""


class Saver:
    """Saves the game of a table to files."""

    def __init__(self, table: Table[Any, Any, Any], resumed: str | None = None) -> None:
        """Save the game of ``table``, which may replace the file from which it was ``resumed``."""
        self.table = table
        self.own: set[Path] = set() if resumed is None else {Path(resumed).resolve()}

    def save(self, path: str) -> None:
        """Write the game to a file.

        Raises :class:`~cardrules.errors.RecordError` if the file cannot be written, or is there and was not written by
        this game.
        """
        from cardrules.serial import Json  # noqa: PLC0415  # needs an extra

        file = Path(path).resolve()
        if file not in self.own and file.is_file() and file.stat().st_size:
            raise RecordError(f"{path} exists: save to another file, or go on with the game in it by --resume {path}")
        try:
            Json(self.table.game).save(path, self.table.record)
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from error
        self.own.add(file)


@contextmanager
def saved_at_the_end(saver: Saver, path: str, screen: Screen) -> Iterator[None]:
    """Save the game when the block ends, for whatever reason.

    It is also saved at once, so that a path that cannot be written is refused before the first move.
    """
    saver.save(path)
    with _ended_by_signals():
        try:
            yield
        finally:
            saver.save(path)
            with suppress(OSError):  # a closed window shows nothing
                screen.say(f"saved in {path}")


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let :data:`ENDING` raise ``SystemExit`` with 128 and the number of the signal, as shells report it.

    Signals that somebody else handles or ignores, as ``nohup`` does, are left alone.
    """
    caught: list[signal.Signals] = []

    def end(number: int, _: FrameType | None) -> None:
        for other in caught:  # another one must not interrupt what is saved now
            signal.signal(other, signal.SIG_IGN)
        raise SystemExit(128 + number)

    if current_thread() is main_thread():  # the others receive no signals
        ending = (number for number in signal.Signals if number.name in ENDING)
        caught += (number for number in ending if signal.getsignal(number) is signal.SIG_DFL)
    for number in caught:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)

"""Saving a game when a signal ends it."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cardrules.cli.saving import Saver, saved_at_the_end
from cardrules.cli.screen import Screen
from cardrules.games import oh_hell
from cardrules.play.table import Table
from cardrules.serial import Json
from tests.cli.screen import Tty

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of other systems")

RULES = oh_hell.Rules(players=3, deals=1)


@pytest.fixture
def table() -> Table[oh_hell.Rules, oh_hell.State, oh_hell.Move]:
    return Table(oh_hell, RULES, seed=0)


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_signal_saves_the_game_and_is_the_exit_code(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    argv = (sys.executable, "-m", "cardrules", "play", "oh_hell", "--seed", "0", "--save", str(path))
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:  # noqa: S603  # the command itself
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"0\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith(b"play "):
            pass
        before = len(Json(oh_hell).load(path).moves)
        process.send_signal(number)
        try:
            assert process.wait(timeout=60) == 128 + number
        finally:
            process.kill()
        assert process.stderr.read() == b""
    assert len(Json(oh_hell).load(path).moves) > before


def test_a_second_signal_does_not_interrupt_the_saving(
    table: Table[oh_hell.Rules, oh_hell.State, oh_hell.Move], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"

    def play() -> None:
        table.play("bid 0")
        try:
            os.kill(os.getpid(), signal.SIGHUP)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    with pytest.raises(SystemExit) as ended, saved_at_the_end(Saver(table), str(path), Screen(Tty())):
        play()
    assert ended.value.code == 128 + signal.SIGHUP
    assert len(Json(oh_hell).load(path).moves) == 2
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_handlers_of_others_and_other_threads_are_left_alone(
    table: Table[oh_hell.Rules, oh_hell.State, oh_hell.Move], tmp_path: Path
) -> None:
    handlers = []

    def play(name: str) -> None:
        with saved_at_the_end(Saver(table), str(tmp_path / name), Screen(Tty())):
            handlers.append((signal.getsignal(signal.SIGHUP), signal.getsignal(signal.SIGTERM)))

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        play("ignored.json")
    finally:
        signal.signal(signal.SIGHUP, before)
    thread = threading.Thread(target=play, args=["thread.json"])
    thread.start()
    thread.join()
    assert handlers[0][0] is signal.SIG_IGN
    assert handlers[0][1] is not signal.SIG_DFL
    assert handlers[1] == (signal.SIG_DFL, signal.SIG_DFL)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ignored.json", "thread.json"]


class Closed(Tty):
    """A terminal whose window was closed."""

    def write(self, _: str) -> int:
        raise OSError(5, "Input/output error")


def test_a_closed_window_keeps_the_reason_of_the_end(
    table: Table[oh_hell.Rules, oh_hell.State, oh_hell.Move], tmp_path: Path
) -> None:
    with pytest.raises(EOFError, match="over"), saved_at_the_end(Saver(table), str(tmp_path / "g"), Screen(Closed())):
        raise EOFError("over")

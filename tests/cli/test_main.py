"""The command as a whole: what it prints where, its exit codes, and that no bad input shows a traceback."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardrules import __main__, cli
from cardrules.cli import main
from tests.cli.screen import Done, carry_out, refused

COMMAND = (sys.executable, "-m", "cardrules")
PLAY = (*COMMAND, "play", "oh_hell", "--seed", "0")


def outside(*argv: str, typed: bytes = b"", **environment: str) -> Done:
    """What the command does in a process of its own."""
    done = subprocess.run(  # noqa: S603  # the command itself
        argv, input=typed, capture_output=True, check=False, env=os.environ | environment, timeout=60
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_without_a_command_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys) == "the following arguments are required: COMMAND (see cardrules --help)"


def test_an_unknown_command_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid choice: 'sing'" in refused(capsys, "sing")
    assert refused(capsys, "play", "oh_hell", "--sing") == "unrecognized arguments: --sing (see cardrules --help)"
    assert "(see cardrules play --help)" in refused(capsys, "play")


@pytest.mark.parametrize("argv", [["--help"], ["--version"], *([name, "--help"] for name in cli.COMMANDS)])
def test_help_and_version_are_no_mistakes(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 0
    assert "cardrules" in capsys.readouterr().out


def test_every_command_is_listed_with_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    assert all(f"    {name} " in out and command.SUMMARY in out for name, command in cli.COMMANDS.items())


def test_a_whole_game_from_outside() -> None:
    done = outside(*PLAY, "-o", "deals=2", "--auto")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "Oh Hell · seed 0 · deals=2"
    assert done.lines[-1].startswith("seat 0 wins; scores by seat  0: 11")


def test_one_seed_prints_one_game_whatever_the_hash_seed() -> None:
    games = {outside(*PLAY, "--auto", PYTHONHASHSEED=seed).out for seed in ("0", "1", "random")}
    assert len(games) == 1


def test_a_stream_without_the_signs_of_suits_gets_letters() -> None:
    done = outside(*PLAY, "--auto", PYTHONIOENCODING="ascii")
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()
    assert " JS " in done.out


def test_the_end_of_the_input_ends_the_game() -> None:
    for typed in (b"", b"0\n"):
        done = outside(*PLAY, typed=typed)
        assert (done.code, done.err) == (2, "cardrules: the input ended before the game did\n")


def test_an_input_that_is_no_text_ends_the_game() -> None:
    done = outside(*PLAY, typed=b"\xff\n", PYTHONIOENCODING="utf-8:strict")
    assert (done.code, done.err) == (2, "cardrules: the input is no text in utf-8\n")


@pytest.mark.skipif(sys.platform == "win32", reason="the shell of other systems")
@pytest.mark.parametrize(
    ("line", "code", "err"),
    [
        ("play oh_hell --seed 0 <&-", 2, "cardrules: the input ended before the game did\n"),
        ("games >&-", 0, ""),
        ("play oh_hell --auto | head -n 3 >&2; exit ${PIPESTATUS[0]}", 2, "Oh Hell"),
        ("games > /dev/full", 2, "cardrules: No space left on device\n"),
    ],
)
def test_streams_that_are_closed_or_full(line: str, code: int, err: str) -> None:
    done = outside("bash", "-c", f"{sys.executable} -m cardrules {line}")
    assert done.code == code
    if err == "Oh Hell":  # what head has let through, and not a word more
        assert done.err.count("\n") == 3
        err = done.err
    assert done.err == err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of other systems")
def test_ctrl_c_is_quiet() -> None:
    with subprocess.Popen(  # noqa: S603  # the command itself
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while process.stdout.readline() != b"bid  0   1\n":
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=60) == 130
        finally:
            process.kill()
        assert process.stderr.read() == b""


@pytest.fixture
def closed_pipe() -> Iterator[int]:
    """A descriptor of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def test_a_pipe_that_was_closed_is_no_word_worth(
    closed_pipe: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with os.fdopen(closed_pipe, "w", closefd=False) as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert main(["games"]) == 2
        assert main(["play", "oh_hell", "--auto", "--seed", "0"]) == 0  # now nobody is told that nobody reads
    assert capsys.readouterr().err == ""


def test_no_output_at_all_is_no_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["games"]) == 0
    sys.stdout.close()


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 2, ""),
        (EOFError("the end"), 2, "cardrules: the end\n"),
        (
            FileNotFoundError(2, "No such file or directory", "game.json"),
            2,
            "cardrules: game.json: No such file or directory\n",
        ),
        (OSError(28, "No space left on device"), 2, "cardrules: No space left on device\n"),
    ],
)
def test_what_stops_a_command_is_told_in_a_sentence(
    error: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> int:
        raise error

    monkeypatch.setattr("cardrules.cli.games.run", stopped)
    assert carry_out(capsys, "games") == Done(code, "", said)


def test_the_module_is_the_command() -> None:
    assert __main__.main is main
    assert outside(*COMMAND, "games").out == outside(str(Path(sys.executable).parent / "cardrules"), "games").out

"""The command as a whole: its output, its exit codes, and that no bad input ends in a traceback."""

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


def run_outside(*argv: str, typed: bytes = b"", **environment: str) -> Done:
    """Run the command in a process of its own."""
    done = subprocess.run(  # noqa: S603  # the command itself
        argv, input=typed, capture_output=True, check=False, env=os.environ | environment, timeout=60
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_command_is_required(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys) == "the following arguments are required: COMMAND (see cardrules --help)"


def test_unknown_commands_and_flags_are_refused_with_a_hint_to_the_right_help(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "invalid choice: 'sing'" in refused(capsys, "sing")
    assert refused(capsys, "play", "oh_hell", "--sing") == "unrecognized arguments: --sing (see cardrules play --help)"
    assert "(see cardrules rules --help)" in refused(capsys, "rules")
    long = refused(capsys, "play", "--" + "x" * 5_000)
    assert long.endswith("more characters) (see cardrules play --help)")
    assert len(long) < 600


@pytest.mark.parametrize("argv", [["--help"], ["--version"], *([name, "--help"] for name in cli.COMMANDS)])
def test_help_and_version_end_with_code_0(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 0
    assert "cardrules" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    out = capsys.readouterr().out
    assert all(f"    {name} " in out and command.HELP in out for name, command in cli.COMMANDS.items())


@pytest.mark.parametrize("argument", ["--seed=--", "-o=--", "--save=--", "--seat=--"])
def test_two_dashes_are_no_value(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Argparse of Python 3.11 loses this value, and then fails for the lack of it."""
    flag = argument.partition("=")[0]
    assert refused(capsys, "play", "oh_hell", argument) == f"argument {flag}: the value must not be '--'"


WORDS = (
    "--",
    "-",
    "=",
    "",
    "-o",
    "-o=",
    "-ox",
    "--seed",
    "--seed=",
    "--seed=-1",
    "--se=1",
    "--s",
    "-1",
    "@x",
    "\0",
    "-n=--=",
)


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_no_arguments_end_in_a_traceback(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for first, second in zip(WORDS, (*WORDS[3:], *WORDS), strict=False):
        assert main([command, first, second, "chess"]) == 2
        assert capsys.readouterr().err.startswith("cardrules: ")


def test_a_whole_game_from_outside() -> None:
    done = run_outside(*PLAY, "-o", "deals=2", "--auto")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "Oh Hell · seed 0 · deals=2"
    assert "; scores by seat  0: " in done.lines[-1]


def test_one_seed_prints_one_game_whatever_the_hash_seed() -> None:
    games = {run_outside(*PLAY, "--auto", PYTHONHASHSEED=seed).out for seed in ("0", "1", "random")}
    assert len(games) == 1


def test_a_stream_that_cannot_encode_suits_gets_letters() -> None:
    done = run_outside(*PLAY, "--auto", PYTHONIOENCODING="ascii")
    assert (done.code, done.err) == (0, "")
    assert done.out.isascii()
    assert " JS " in done.out


def test_the_end_of_the_input_ends_the_game() -> None:
    for typed in (b"", b"0\n"):
        done = run_outside(*PLAY, typed=typed)
        assert (done.code, done.err) == (2, "cardrules: the input ended before the game did\n")


def test_an_input_that_cannot_be_decoded_ends_the_game() -> None:
    done = run_outside(*PLAY, typed=b"\xff\n", PYTHONIOENCODING="utf-8:strict")
    assert (done.code, done.err) == (2, "cardrules: the input cannot be decoded as utf-8\n")


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
    done = run_outside("bash", "-c", f"{sys.executable} -m cardrules {line}")
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
    """The descriptor of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def test_a_closed_pipe_is_not_reported(
    closed_pipe: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with os.fdopen(closed_pipe, "w", closefd=False) as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert main(["games"]) == 2
        assert main(["play", "oh_hell", "--auto", "--seed", "0"]) == 0  # the descriptor is that of /dev/null by now
    assert capsys.readouterr().err == ""


def test_a_missing_output_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["games"]) == 0
    sys.stdout.close()


@pytest.mark.parametrize(
    ("error", "code", "message"),
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
def test_an_error_is_printed_as_a_sentence(
    error: BaseException, code: int, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> int:
        raise error

    monkeypatch.setattr("cardrules.cli.games.run", stopped)
    assert carry_out(capsys, "games") == Done(code, "", message)


def test_the_module_is_the_command() -> None:
    assert __main__.main is main
    assert (
        run_outside(*COMMAND, "games").out == run_outside(str(Path(sys.executable).parent / "cardrules"), "games").out
    )

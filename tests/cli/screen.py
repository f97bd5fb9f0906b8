"""Run command lines in this process, and streams that stand for terminals."""

from io import StringIO

import pytest
from attrs import frozen

from cardrules.cli import main


@frozen
class Done:
    """The output of a command, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of the output."""
        return self.out.splitlines()


def carry_out(capsys: pytest.CaptureFixture[str], *argv: str) -> Done:
    """Run ``cardrules`` with these arguments."""
    code = main(argv)
    printed = capsys.readouterr()
    return Done(code, printed.out, printed.err)


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """Return the sentence with which a command line is refused."""
    done = carry_out(capsys, *argv)
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("cardrules: ")
    assert done.err.count("\n") == 1
    return done.err.removeprefix("cardrules: ").rstrip("\n")


class Tty(StringIO):
    """A stream that is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True

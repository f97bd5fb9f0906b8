"""The command ``cardrules``: play and simulate the library's games, read their rules and verify them.

Each command is a module here, with the ``SUMMARY`` of what it does, ``declare``, which declares its arguments, and
``run``, which carries it out. What goes wrong is told in one sentence, and the exit code is 2; after Ctrl-C it is 130.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, NoReturn, Protocol, TextIO

from cardrules.cli import games, play, replay, rules, simulate, verify
from cardrules.cli.screen import Screen
from cardrules.errors import CardRulesError

FAILED: Final = 2
"""The exit code for bad input."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class UsageError(CardRulesError):
    """A command line that makes no sense."""

    code = "usage"


class Command(Protocol):
    """What the module of a command has."""

    @property
    def SUMMARY(self) -> str:  # noqa: N802  # a constant of the module
        """What the command does, in a few words."""
        ...

    def declare(self, parser: ArgumentParser, /) -> None:
        """Declare the arguments."""
        ...

    def run(self, arguments: Namespace, screen: Screen, /) -> int:
        """Carry out the command and give the exit code."""
        ...


COMMANDS: Final[Mapping[str, Command]] = {
    "games": games,
    "rules": rules,
    "play": play,
    "replay": replay,
    "simulate": simulate,
    "verify": verify,
}
"""The commands by name."""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line and give the exit code."""
    out: TextIO | None = sys.stdout
    if out is None:  # nobody listens: the stream was closed before the program began
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # it stays open to the end
    code = _carried_out(argv)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _failed(error)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it closes the stream
    return code


def _carried_out(argv: Sequence[str] | None) -> int:
    try:
        arguments = _parser().parse_args(argv)
        command: Command = arguments.command
        return command.run(arguments, Screen(sys.stdout, ascii_only=arguments.ascii))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (CardRulesError, EOFError, OSError) as error:
        return _failed(error)


def _parser() -> ArgumentParser:
    parser = _Parser(prog="cardrules", description="Card-game rules, typed and verified.")
    parser.add_argument("--version", action="version", version=f"cardrules {version('cardrules')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        about = f"{command.SUMMARY[0].upper()}{command.SUMMARY[1:]}."
        subparser = commands.add_parser(name, help=command.SUMMARY, description=about)
        command.declare(subparser)
        subparser.add_argument("--ascii", action="store_true", help="letters for the signs of suits, and ASCII only")
        subparser.set_defaults(command=command)
    return parser


def _failed(error: Exception) -> int:
    """Tell what went wrong, but for a pipe that was closed: whoever read it has seen enough."""
    if not isinstance(error, BrokenPipeError):
        told = [error.filename, error.strerror] if isinstance(error, OSError) else [error]
        print("cardrules", *filter(None, told), sep=": ", file=sys.stderr)
    return FAILED

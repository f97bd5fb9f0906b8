"""The command ``cardrules``: play and simulate games, read their rules and verify them.

Each command is a module here with ``HELP``, a line about it, ``add_arguments``, which adds its arguments to a parser, and
``run``, which runs it. Errors are printed as one sentence, and the exit code is 2; after Ctrl-C it is 130.
"""

import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, NoReturn, Protocol, TextIO

from cardrules.cli import games, play, replay, rules, serve, simulate, verify
from cardrules.cli.screen import Screen
from cardrules.errors import CardRulesError, shortened

FAILED: Final = 2
"""The exit code for bad input."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class UsageError(CardRulesError):
    """The command line cannot be parsed."""

    code = "usage"


class Command(Protocol):
    """The contents of a command's module."""

    @property
    def HELP(self) -> str:  # noqa: N802  # a constant of the module
        """A line about the command."""
        ...

    def add_arguments(self, parser: ArgumentParser, /) -> None:
        """Add the arguments of the command to its parser."""
        ...

    def run(self, arguments: Namespace, screen: Screen, /) -> int:
        """Run the command and return the exit code."""
        ...


COMMANDS: Final[Mapping[str, Command]] = {
    "games": games,
    "rules": rules,
    "play": play,
    "replay": replay,
    "serve": serve,
    "simulate": simulate,
    "verify": verify,
}
"""The commands by name."""


class _Parser(ArgumentParser):
    """A parser that raises its errors, with a hint to its help."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{shortened(message, 500)} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit code."""
    out: TextIO | None = sys.stdout
    if out is None:  # the stream was closed before the program began
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # it stays open to the end
    code = _run(sys.argv[1:] if argv is None else argv)
    try:
        sys.stdout.flush()
    except OSError as error:
        code = _fail(error)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it closes the stream
    return code


def _run(argv: Sequence[str]) -> int:
    try:
        arguments = _parse(argv)
        command: Command = arguments.command
        return command.run(arguments, Screen(sys.stdout, ascii_only=arguments.ascii))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (CardRulesError, EOFError, OSError) as error:
        return _fail(error)


def _parse(argv: Sequence[str]) -> Namespace:
    for argument in argv:
        if re.fullmatch(r"-[^=]+=--", argument):  # some versions of argparse drop this value, and then miss it
            raise UsageError(f"argument {argument.partition('=')[0]}: the value must not be '--'")
    arguments, unknown = _parser().parse_known_args(argv)
    if unknown:
        parser: _Parser = arguments.parser  # that of the command: the parser of all commands would hint to its own help
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    return arguments


def _parser() -> ArgumentParser:
    parser = _Parser(prog="cardrules", description="Card-game rules, typed and verified.")
    parser.add_argument("--version", action="version", version=f"cardrules {version('cardrules')}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        description = f"{command.HELP[0].upper()}{command.HELP[1:]}."
        subparser = commands.add_parser(name, help=command.HELP, description=description)
        command.add_arguments(subparser)
        subparser.add_argument("--ascii", action="store_true", help="print ASCII only, with letters for suits")
        subparser.set_defaults(command=command, parser=subparser)
    return parser


def _fail(error: Exception) -> int:
    """Print the error, unless it is a closed pipe, whose reader wants no more; return the exit code."""
    if not isinstance(error, BrokenPipeError):
        parts = [error.filename, error.strerror] if isinstance(error, OSError) else [error]
        print("cardrules", *filter(None, parts), sep=": ", file=sys.stderr)
    return FAILED

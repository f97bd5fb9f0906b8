"""The settings of all tests. The code in the pages, the README and the rulebooks runs as tests too."""

import os
import shlex
import signal
from contextlib import redirect_stderr, redirect_stdout
from doctest import ELLIPSIS, OutputChecker
from importlib.util import find_spec
from io import StringIO
from unittest.mock import patch

from hypothesis import settings
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

from cardrules.cli import main

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("ci" if "CI" in os.environ else "dev")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell: some tests send themselves Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["tests/typing", "docs/conf.py"]  # the first is only for type checkers, the second for Sphinx
WITH_PACKAGE = {  # OpenSpiel is not for all systems
    "pyspiel": ["src/cardrules/adapters/openspiel", "docs/howto/learn.md", "docs/howto/learn.py"],
    "pettingzoo": ["src/cardrules/adapters/pettingzoo.py", "docs/howto/learn.md"],
    "gymnasium": ["src/cardrules/adapters/gymnasium.py", "docs/howto/learn.md"],
}
collect_ignore += [path for package, paths in WITH_PACKAGE.items() if find_spec(package) is None for path in paths]


def run_commands(example: Example) -> str | None:
    """Run the ``cardrules`` commands of a block whose output the page shows; return how one differs, or ``None``."""
    for entry in str(example.parsed).split("$ ")[1:]:
        command, _, expected = entry.partition("\n")
        program, *arguments = shlex.split(command)
        if program != "cardrules" or not expected:
            continue
        with redirect_stdout(StringIO()) as printed, redirect_stderr(printed), patch("sys.stdin", StringIO()):
            main(arguments)
        if not OutputChecker().check_output(expected, printed.getvalue(), ELLIPSIS):
            return f"{command} prints\n{printed.getvalue()}"
    return None


pytest_collect_file = Sybil(
    parsers=[
        PythonCodeBlockParser(doctest_optionflags=ELLIPSIS),
        CodeBlockParser("console", run_commands),
        SkipParser(),
    ],
    pattern="*.md",
).pytest()

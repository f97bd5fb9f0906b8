"""What all tests need; the code in the pages, README and rulebooks runs as tests."""

import os
import shlex
import signal
from contextlib import redirect_stderr, redirect_stdout
from doctest import ELLIPSIS, OutputChecker
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

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell: tests send themselves Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["tests/typing", "docs/conf.py"]  # for type checkers alone; for Sphinx


def run_commands(example: Example) -> str | None:
    """What is wrong with a block of commands, each after a ``$``: those of ours are run if what they print is shown."""
    for shown in str(example.parsed).split("$ ")[1:]:
        command, _, wanted = shown.partition("\n")
        program, *arguments = shlex.split(command)
        if program != "cardrules" or not wanted:
            continue
        with redirect_stdout(StringIO()) as printed, redirect_stderr(printed), patch("sys.stdin", StringIO()):
            main(arguments)
        if not OutputChecker().check_output(wanted, printed.getvalue(), ELLIPSIS):
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

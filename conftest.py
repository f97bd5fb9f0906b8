"""Profiles of hypothesis; the code in the pages, README and rulebooks runs as tests."""

import os
from doctest import ELLIPSIS

from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser, SkipParser

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("deep", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("ci" if "CI" in os.environ else "dev")

collect_ignore = ["tests/typing", "docs/conf.py"]  # for type checkers alone; for Sphinx

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS), SkipParser()], pattern="*.md"
).pytest()

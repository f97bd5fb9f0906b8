"""The pytest plugin: tests that name the rules they check, and the rules that no test names.

``@pytest.mark.rule("spades", "3.1")`` names a rule of a rulebook; several numbers may follow the name. With
``--rule-report`` the run ends with the rules that no test named, and fails if there are any. The rulebooks are those
of the directories in the setting ``rulebooks``, one Markdown page for each game (see :mod:`cardrules.rulebooks.parser`).

A test that names a rule or a rulebook that does not exist is refused when it is collected; so is a setting that names
no directory, and a page that is no rulebook.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cardrules.errors import RecordError
from cardrules.rulebooks.parser import Rulebook

_BOOKS: Final = pytest.StashKey[dict[str, Rulebook]]()
_NAMED: Final = pytest.StashKey[set[tuple[str, str]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--rule-report`` and the setting ``rulebooks``."""
    parser.getgroup("cardrules").addoption(
        "--rule-report", action="store_true", help="list the rules that no test names, and fail if there are any"
    )
    parser.addini("rulebooks", "directories with the rulebooks that tests name rules of", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Read the rulebooks."""
    config.addinivalue_line("markers", "rule(game, *numbers): the rules of a rulebook that the test checks")
    directories: list[Path] = config.getini("rulebooks")
    config.stash[_BOOKS] = {book.name: book for directory in directories for book in _books(directory)}
    config.stash[_NAMED] = set()


def _books(directory: Path) -> Iterator[Rulebook]:
    if not directory.is_dir():
        raise pytest.UsageError(f"rulebooks: there is no directory {directory}")
    for page in sorted(directory.glob("*.md")):
        try:
            yield Rulebook.parse(page.stem, page.read_text(encoding="utf-8"))
        except (RecordError, UnicodeDecodeError) as error:
            raise pytest.UsageError(f"{page}: {error}") from error


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note the rules that the tests name; refuse those that do not exist."""
    for item in items:
        for name, number in _named(item):
            book = config.stash[_BOOKS].get(name)
            if book is None:
                raise pytest.UsageError(f"{item.nodeid} names the rulebook {name!r}, which is not there")
            if number not in book.numbers:
                raise pytest.UsageError(f"{item.nodeid} names rule {number} of {name}, which is not there")
            config.stash[_NAMED].add((name, number))


def _named(item: pytest.Item) -> Iterator[tuple[str, str]]:
    for mark in item.iter_markers("rule"):
        if len(mark.args) < 2 or mark.kwargs or not all(isinstance(arg, str) for arg in mark.args):
            raise pytest.UsageError(f'{item.nodeid}: a rule is named as in rule("spades", "3.1"), not {mark.args}')
        name, *numbers = mark.args
        for number in numbers:
            yield name, number


def missing(config: pytest.Config) -> list[str]:
    """The rules that no collected test names, each as "name number: text"."""
    return [
        f"{name} {rule.number}: {rule.text}"
        for name, book in config.stash[_BOOKS].items()
        for rule in book.rules
        if (name, rule.number) not in config.stash[_NAMED]
    ]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let the run fail if a report was wanted and rules lack a test."""
    if exitstatus == pytest.ExitCode.OK and session.config.getoption("--rule-report") and missing(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the rules without a test."""
    if not config.getoption("--rule-report"):
        return
    gaps = missing(config)
    total = sum(len(book.rules) for book in config.stash[_BOOKS].values())
    terminalreporter.section("rules")
    if not config.stash[_BOOKS]:
        terminalreporter.write_line("there are no rulebooks: the setting rulebooks names no directory that has any")
    wanted = "; all have to be" if gaps else ""
    terminalreporter.write_line(f"{total - len(gaps)} of {total} rules are named by a test{wanted}", red=bool(gaps))
    for gap in gaps:
        terminalreporter.write_line(f"no test names {gap}")

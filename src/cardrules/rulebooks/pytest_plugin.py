"""The pytest plugin: tests that name the rules they check, and a report of the rules that no test names.

``@pytest.mark.rule("spades", "3.1")`` names a rule of a rulebook; several numbers may follow the name. With
``--rule-report`` the run ends with the rules that no test names, and fails if there are any. The setting ``rulebooks``
names the directories with the rulebooks, one Markdown page for each game (see :mod:`cardrules.rulebooks.parser`). Without
that setting the plugin does nothing: a mark ``rule`` means what the project wants it to mean.

Collection fails at a test that names a rule or a rulebook that does not exist. The run does not start if the setting names
no directory, or if a page is no rulebook.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import pytest

from cardrules.errors import RecordError
from cardrules.rulebooks.parser import Rulebook

_BOOKS: Final = pytest.StashKey[dict[str, Rulebook]]()
_NAMED: Final = pytest.StashKey[set[tuple[str, str]]]()
_OUTPUT: Final = "cardrules_rules"
"""The key under which a worker of pytest-xdist hands the rules that its tests name to the controller."""


class Worker(Protocol):
    """A worker of pytest-xdist, as its controller sees it."""

    config: pytest.Config
    workeroutput: dict[str, list[tuple[str, str]]]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option ``--rule-report`` and the setting ``rulebooks``."""
    parser.getgroup("cardrules").addoption(
        "--rule-report", action="store_true", help="list the rules that no test names, and fail if there are any"
    )
    parser.addini("rulebooks", "directories with the rulebooks whose rules tests name", type="paths", default=[])


def pytest_configure(config: pytest.Config) -> None:
    """Read the rulebooks, if there are any, and register the mark."""
    directories: list[Path] = config.getini("rulebooks")
    if directories:
        config.addinivalue_line("markers", "rule(game, *numbers): the rules of a rulebook that the test checks")
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
    """Note the rules that tests name, and raise ``pytest.UsageError`` for those that do not exist."""
    if not config.getini("rulebooks"):
        return
    for item in items:
        for name, number in _named(item):
            book = config.stash[_BOOKS].get(name)
            if book is None:
                raise pytest.UsageError(f"{item.nodeid} names the rulebook {name!r}, which does not exist")
            if number not in book.numbers:
                raise pytest.UsageError(f"{item.nodeid} names rule {number} of {name}, which does not exist")
            config.stash[_NAMED].add((name, number))


def _named(item: pytest.Item) -> Iterator[tuple[str, str]]:
    for mark in item.iter_markers("rule"):
        if len(mark.args) < 2 or mark.kwargs or not all(isinstance(arg, str) for arg in mark.args):
            raise pytest.UsageError(f'{item.nodeid}: a rule is named as in rule("spades", "3.1"), not {mark.args}')
        name, *numbers = mark.args
        for number in numbers:
            yield name, number


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Worker) -> None:
    """Take over the rules that the tests of a worker name: under pytest-xdist the controller collects no tests."""
    output: dict[str, list[tuple[str, str]]] = getattr(node, "workeroutput", {})  # a worker that crashed has none
    named = node.config.stash[_NAMED]
    for name, number in output.get(_OUTPUT, []):
        named.add((name, number))


def missing(config: pytest.Config) -> list[str]:
    """Return the rules that no collected test names, each as "name number: text"."""
    return [
        f"{name} {rule.number}: {rule.text}"
        for name, book in config.stash[_BOOKS].items()
        for rule in book.rules
        if (name, rule.number) not in config.stash[_NAMED]
    ]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail the run if a report was asked for and rules lack a test; a worker leaves that to its controller."""
    output: dict[str, object] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        named = session.config.stash[_NAMED]
        output[_OUTPUT] = sorted(named)
    elif exitstatus == pytest.ExitCode.OK and session.config.getoption("--rule-report") and missing(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the rules without a test."""
    if not config.getoption("--rule-report"):
        return
    gaps = missing(config)
    total = sum(len(book.rules) for book in config.stash[_BOOKS].values())
    terminalreporter.section("rules")
    if not config.stash[_BOOKS]:
        terminalreporter.write_line("no rulebooks: the setting rulebooks names no directory that has any")
    required = "; all must be" if gaps else ""
    terminalreporter.write_line(f"{total - len(gaps)} of {total} rules are named by a test{required}", red=bool(gaps))
    for gap in gaps:
        terminalreporter.write_line(f"no test names {gap}")

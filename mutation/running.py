"""Runs of the tests inside one session of pytest: all of them once, and then some for each mutant.

The session imports and collects everything once and then forks. A child puts the faulty code into the functions of its
module and runs the tests that reach it; where a fault is outside of functions, a new interpreter imports the module.
"""

import gc
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import FunctionType
from typing import Final

import coverage
import pytest
from attrs import define, field, frozen

from mutation.faults import Failures, functions_by_file, put_in
from mutation.mutants import SOURCE, Mutant

SPARE: Final = 30
"""The seconds that a mutant may take beyond four times those of its tests."""

AGAIN: Final = "again"
"""What a child answers that cannot put the fault in: a new interpreter must."""


@frozen
class Reached:
    """What a run of all tests shows: which tests reach a line of a module, and how many seconds of the processor each takes."""

    seconds: Mapping[str, float]
    tests: Mapping[str, Mapping[int, frozenset[str]]]
    """The tests by module and line."""

    def fitting(self, mutant: Mutant, most: float) -> list[str]:
        """Return tests that reach a mutant, as many as take ``most`` seconds: first those named like its function, then like its module, and the quickest of each kind.

        What runs as a module is imported is reached by all tests of the module.
        """
        lines = self.tests.get(mutant.module, {})
        first, last = mutant.lines
        found = frozenset[str]().union(*(tests for line, tests in lines.items() if first <= line <= last))
        found = found or frozenset[str]().union(*lines.values())
        *folders, stem = mutant.module.removesuffix(".py").split("/")
        names = {*folders[1:], stem} - {"__init__"} or set(folders)

        function = mutant.where.rpartition(".")[2].strip("_") or "?"

        def rank(test: str) -> tuple[bool, bool, float, str]:
            named = function in test.replace(" ", "_")
            return not named, not any(name.strip("_") in test for name in names), self.seconds[test], test

        chosen: list[str] = []
        for test in sorted(found, key=rank):
            most -= self.seconds[test]
            if chosen and most < 0:
                break
            chosen.append(test)
        return chosen


@define(eq=False)
class _Child:
    """A process that answers with an object, or is stopped at its limit."""

    pid: int
    answer: Path
    seconds: float
    """The most seconds of the processor; of the clock it may take eight times as many."""
    begin: float = field(factory=time.monotonic)

    @classmethod
    def running(cls, work: Callable[[Path], None], answer: Path, seconds: float) -> "_Child":
        """Fork a process that does some work, which writes an answer."""
        answer.unlink(missing_ok=True)
        pid = os.fork()
        if pid:
            return cls(pid, answer, seconds)
        try:
            os.setsid()
            for number in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), number)
            resource.setrlimit(resource.RLIMIT_CPU, (round(seconds), round(seconds)))
            work(answer)
        except Exception as error:  # noqa: BLE001  # whatever it is, the session raises it
            answer.write_bytes(pickle.dumps(error))
        finally:
            os._exit(0)

    @property
    def ended(self) -> bool:
        """Whether the process has ended; it is stopped if its time is up."""
        ended = os.waitpid(self.pid, os.WNOHANG)[0] != 0
        late = not ended and time.monotonic() - self.begin > 8 * self.seconds
        if ended or late:
            with suppress(ProcessLookupError):  # what it left behind
                os.killpg(self.pid, signal.SIGKILL)
        if late:
            os.waitpid(self.pid, 0)
        return ended or late


def _answered(file: Path) -> object:
    """Return the answer in a file; ``None`` if there is none."""
    return pickle.loads(file.read_bytes()) if file.exists() else None  # noqa: S301  # our own file


@define
class Session:
    """A plugin of pytest that collects the tests, and then tries mutants instead of running them."""

    mutants: Sequence[Mutant]
    told: Callable[[Mutant, str], None]
    """What is called with each mutant and the test that fails with it, empty if none does."""
    folder: Path
    """Where the processes leave their answers."""
    jobs: int = 1
    most: float = 20
    """The seconds of the processor that the tests of a mutant take together, without the fault."""
    file: Path | None = None
    """Where it is kept which tests reach which lines."""
    _killers: dict[tuple[str, str], list[str]] = field(factory=lambda: defaultdict(list), init=False)
    """The tests that failed with earlier mutants of a function, the latest first; they are tried first."""
    _functions: Mapping[str, Sequence[FunctionType]] = field(factory=dict, init=False)
    _numbers: Iterator[int] = field(factory=count, init=False)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Try all mutants, as many at once as there are jobs; leave errors of the collection to pytest."""
        if session.testsfailed:
            return None
        known = self._reached(session)
        tests = {item.nodeid: item for item in session.items}
        self._functions = functions_by_file()
        gc.freeze()  # a child that collects garbage would copy all pages
        waiting = list(reversed(self.mutants))
        running: dict[_Child, tuple[Mutant, bool]] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop()
                running[self._try(mutant, known, tests)] = mutant, False
            time.sleep(0.02)
            for child in [child for child in running if child.ended]:
                mutant, imported = running.pop(child)
                answer = _answered(child.answer)
                if isinstance(answer, Exception):
                    raise answer
                if answer == AGAIN and not imported:
                    running[self._import(mutant, known)] = mutant, True
                else:
                    self._killers[mutant.module, mutant.where].insert(0, str(answer))
                    self.told(mutant, "stopped at its limit" if answer is None else str(answer))
        return True

    def _reached(self, session: pytest.Session) -> Reached:
        answer = self.file or self._answer()
        if not answer.exists():
            child = _Child.running(lambda file: _reach(session, file), answer, 36_000)
            while not child.ended:
                time.sleep(0.1)
        known = _answered(answer)
        if not isinstance(known, Reached):
            raise pytest.UsageError(f"without any fault, {known or 'the tests are stopped'}")
        return known

    def _answer(self) -> Path:
        return self.folder / f"{next(self._numbers)}"

    def _try(self, mutant: Mutant, known: Reached, tests: Mapping[str, pytest.Item]) -> _Child:
        fitting = known.fitting(mutant, self.most)
        killers = [name for name in self._killers[mutant.module, mutant.where] if name in fitting]
        names = [name for name in dict.fromkeys((*killers, *fitting)) if name in tests]

        def work(answer: Path) -> None:
            possible = put_in(mutant, self._functions)
            answer.write_bytes(pickle.dumps(_run([tests[name] for name in names], Failures()) if possible else AGAIN))

        return _Child.running(work, self._answer(), self._limit(names, known))

    def _import(self, mutant: Mutant, known: Reached) -> _Child:
        names, given = known.fitting(mutant, self.most), self._answer()
        given.write_bytes(pickle.dumps((mutant, names)))

        def work(answer: Path) -> None:
            if names:
                os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
                os.execv(sys.executable, [sys.executable, "-m", "mutation.faults", str(given), str(answer)])  # noqa: S606  # ourselves
            answer.write_bytes(pickle.dumps(""))

        return _Child.running(work, self._answer(), self._limit(names, known))

    @staticmethod
    def _limit(names: Sequence[str], known: Reached) -> float:
        return SPARE + 4 * sum(known.seconds[name] for name in names)


def _reach(session: pytest.Session, answer: Path) -> None:
    """Run all tests and write what they reach, or which of them fail."""
    watch = coverage.Coverage(data_file=None, config_file=False, include=[f"{SOURCE}/*"])
    watch.start()
    failures = Failures()

    def switch(item: pytest.Item) -> None:
        watch.switch_context(item.nodeid)

    failed = _run(session.items, failures, switch)
    if failed:
        answer.write_bytes(pickle.dumps(f"{failed} fails"))
        return
    watch.stop()
    data = watch.get_data()
    tests = {
        Path(file).relative_to(SOURCE).as_posix(): {
            line: frozenset(names) - {""} for line, names in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    answer.write_bytes(pickle.dumps(Reached(failures.seconds, tests)))


def _run(
    items: Sequence[pytest.Item], failures: Failures, before: Callable[[pytest.Item], None] = lambda _: None
) -> str:
    """Run some tests of this session until one fails, and return its name, empty if none does."""
    if not items:
        return ""
    plugins, hook = items[0].config.pluginmanager, items[0].config.hook
    plugins.unregister(name="terminalreporter")
    plugins.register(failures)
    for item, following in zip(items, (*items[1:], None), strict=True):
        before(item)
        begin = time.process_time()
        hook.pytest_runtest_protocol(item=item, nextitem=following)
        failures.seconds[item.nodeid] = time.process_time() - begin
        if failures.failed:
            break
    return next(iter(failures.failed), "")

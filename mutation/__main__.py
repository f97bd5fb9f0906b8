"""Plant mutants, run the tests, and print a table of how many were noticed; with survivors the exit code is 1.

The sample depends on the seed and the module alone. ``--exhaustive`` plants all mutants of the modules named.
"""

import os
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from attrs import frozen

from mutation.faults import OPTIONS
from mutation.mutants import SOURCE, Mutant, mutants_of
from mutation.running import Session

LEFT_OUT = ("tests/test_typing.py", "tests/test_bench.py", "tests/test_mutation.py", "tests/web/test_browser.py")
"""The tests that are not run: they look at types, at the tools, or need a browser, and take long."""

EQUAL = Path(__file__).with_name("equal.toml")


def planted(prefixes: Sequence[str], *, sample: int | None, seed: int) -> list[Mutant]:
    """Return a sample of so many mutants of each module whose path begins so, all of them if there is no number."""
    found: list[Mutant] = []
    for path in sorted(SOURCE.rglob("*.py")):
        module = path.relative_to(SOURCE).as_posix()
        if module.startswith(tuple(prefixes) or ""):
            mutants = mutants_of(module, path.read_text(encoding="utf-8"))
            Random(f"{seed}:{module}").shuffle(mutants)
            found += mutants[:sample]
    return found


@frozen
class Equal:
    """Mutants that do as the module itself does, or differ in nothing that a test should notice."""

    module: str
    where: str
    changes: list[str]
    """The changes, as they are or as patterns of :mod:`fnmatch`."""
    reason: str
    line: str | None = None
    """The line that changes, if the change is not the same as itself elsewhere in the function."""

    def has(self, mutant: Mutant) -> bool:
        """Return whether a mutant is one of them."""
        here = (mutant.module, mutant.where) == (self.module, self.where) and self.line in {None, mutant.line}
        return here and any(mutant.change == change or fnmatchcase(mutant.change, change) for change in self.changes)


def equal_ones() -> list[Equal]:
    """Return the mutants that are listed as equal."""
    return [Equal(**entry) for entry in tomllib.loads(EQUAL.read_text(encoding="utf-8"))["equal"]]


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Return a table in Markdown of what became of the mutants, given by module: "killed", "equal" or "survived"."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for module, fate in rows:
        counts[part_of(module)][fate] += 1
    counts["all"] = sum(counts.values(), Counter())
    lines = ["| part | planted | equal | killed | survived |", "| --- | --: | --: | --: | --: |"]
    for part, fates in counts.items():
        numbers = (fates.total(), fates["equal"], fates["killed"], fates["survived"])
        lines.append(f"| {part} | {' | '.join(map(str, numbers))} |")
    return "\n".join(lines)


def part_of(module: str) -> str:
    """Return the row of the table to which a module belongs: its folder, but for laws, games and the engine."""
    folders = module.split("/")[:-1]
    return f"`{'/'.join(folders[:1] if folders[:2] != ['verify', 'laws'] else folders)}/`" if folders else "engine"


def arguments(words: Sequence[str] | None) -> Namespace:
    """Return the arguments of the command."""
    parser = ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("modules", nargs="*", help="paths below src/cardrules, or how they begin; all without any")
    parser.add_argument("--sample", type=int, default=5, help="how many mutants of each module are planted")
    parser.add_argument("--exhaustive", action="store_true", help="plant all mutants")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the sample")
    parser.add_argument("--tests", nargs="+", default=[], help="the tests to run; all without any")
    parser.add_argument(
        "--most", type=float, default=20, help="the seconds of tests, the fitting first, for each mutant"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many mutants are tried at once")
    parser.add_argument(
        "--reached", type=Path, help="a file that keeps which tests reach which lines, for the next time"
    )
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    given = arguments(words)
    mutants = planted(given.modules, sample=None if given.exhaustive else given.sample, seed=given.seed)
    equal = [mutant for mutant in mutants if any(entry.has(mutant) for entry in equal_ones())]
    tried = [mutant for mutant in mutants if mutant not in equal]
    fates = [(mutant.module, "equal") for mutant in equal]

    def told(mutant: Mutant, test: str) -> None:
        fates.append((mutant.module, "killed" if test else "survived"))
        print(f"{f'killed by {test}' if test else 'SURVIVED'}: {mutant}", file=sys.stderr, flush=True)

    os.environ["CI"] = "1"  # the same examples each time
    with TemporaryDirectory() as folder:
        session = Session(tried, told, Path(folder), given.jobs, given.most, given.reached)
        code = pytest.main([*OPTIONS, *(f"--ignore={path}" for path in LEFT_OUT), *given.tests], plugins=[session])
    if code:
        return int(code)
    print(table(sorted(fates)))
    return any(fate == "survived" for _, fate in fates)


if __name__ == "__main__":
    sys.exit(main())

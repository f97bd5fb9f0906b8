"""The mutation tests: what is planted, and that a run tells noticed faults from others; ``nox -s mutation`` runs them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from mutation.__main__ import Equal, equal_ones, planted, table
from mutation.mutants import SOURCE, Mutant, mutants_of
from mutation.running import Reached

MODULE = '''
"""A module."""

from typing import TypeAlias

Number: TypeAlias = int | None
LIMIT: int = 10


def clipped(number: int, *, wrap: bool = False) -> int:
    """Return a number."""
    assert number > -99
    if number < 0 or number > LIMIT:
        require(wrap, f"{number - 1} is too much")
        return number % LIMIT
    return max(*[one + 1 for one in (number, LIMIT) if one], key=abs)
'''

CHANGES = [
    (": 10 -> 11", ": 10 -> 9"),
    ("clipped: False -> True",),
    ("clipped: number < 0 or number > LIMIT -> not (number < 0 or number > LIMIT)",),
    ("clipped: number < 0 or number > LIMIT -> number < 0 and number > LIMIT",),
    ("clipped: number < 0 or number > LIMIT -> number > LIMIT", "clipped: number < 0 or number > LIMIT -> number < 0"),
    ("clipped: number < 0 -> number <= 0", "clipped: 0 -> 1", "clipped: 0 -> -1"),
    ("clipped: number > LIMIT -> number >= LIMIT",),
    ('clipped: require(wrap, f"{number - 1} is too much") -> pass',),
    ("clipped: return number % LIMIT -> pass", "clipped: number % LIMIT -> number // LIMIT"),
    ("clipped: abs -> None", "clipped: one -> True"),
    ("clipped: return max(*[one + 1 for one in (number, LIMIT) if one], key=abs) -> pass",),
    ("clipped: one + 1 -> one - 1", "clipped: 1 -> 2", "clipped: 1 -> 0"),
]
"""All changes of the module: neither its types and texts, nor what it asserts."""


def test_what_is_planted() -> None:
    mutants = mutants_of("module.py", MODULE)
    assert {f"{mutant.where}: {mutant.change}" for mutant in mutants} == {one for line in CHANGES for one in line}
    assert len({mutant.text for mutant in mutants}) == len(mutants)
    (less,) = [mutant for mutant in mutants if mutant.change == "number < 0 -> number <= 0"]
    assert less.text == MODULE.replace("number < 0", "(number <= 0)")
    assert str(less) == "module.py:13 clipped: number < 0 -> number <= 0"


def test_every_module_can_be_planted_and_the_sample_depends_on_the_seed_alone() -> None:
    sample = planted([], sample=3, seed=1)
    assert sample == planted([], sample=3, seed=1) != planted([], sample=3, seed=2)
    assert {mutant.module for mutant in sample} >= {"games/oh_hell.py", "game.py", "verify/laws/play.py"}


@pytest.mark.parametrize("entry", equal_ones(), ids=lambda entry: f"{entry.module}-{entry.where}")
def test_each_mutant_listed_as_equal_is_one(entry: Equal) -> None:
    mutants = mutants_of(entry.module, (SOURCE / entry.module).read_text(encoding="utf-8"))
    for change in entry.changes:
        assert any(evolve(entry, changes=[change]).has(mutant) for mutant in mutants), change
    assert entry.reason


def test_the_tests_that_fit_a_mutant_come_first() -> None:
    mutant = Mutant("games/spades/score.py", "scored", "1 -> 2", (3, 4), "", "")
    seconds = {"test_spades.py::test_bags": 2.0, "test_a.py::test_b": 0.1, "test_a.py::test_what_is scored": 3.0}
    lines = {
        3: frozenset({"test_spades.py::test_bags", "test_a.py::test_b"}),
        4: frozenset({"test_a.py::test_what_is scored"}),
    }
    names = ["test_a.py::test_what_is scored", "test_spades.py::test_bags", "test_a.py::test_b"]
    assert Reached(seconds, {mutant.module: lines}).fitting(mutant, 9) == names
    assert Reached(seconds, {mutant.module: {9: frozenset(names)}}).fitting(mutant, 9) == names
    assert Reached(seconds, {mutant.module: lines}).fitting(mutant, 5) == names[:2]
    assert Reached(seconds, {mutant.module: lines}).fitting(mutant, 0) == names[:1]
    assert Reached(seconds, {}).fitting(mutant, 9) == []


def test_the_table_counts_by_part() -> None:
    rows = [("game.py", "killed"), ("verify/laws/play.py", "equal"), ("games/spades/score.py", "survived")]
    assert table(rows).splitlines()[2:] == [
        "| engine | 1 | 0 | 1 | 0 |",
        "| `verify/laws/` | 1 | 1 | 0 | 0 |",
        "| `games/` | 1 | 0 | 0 | 1 |",
        "| all | 3 | 1 | 1 | 1 |",
    ]


@pytest.mark.parametrize(("tests", "code"), [("test_seats.py", 0), ("test_chance.py", 1)])
def test_a_fault_is_noticed_by_the_tests_of_its_module_alone(tests: str, code: int, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    ran = subprocess.run(  # noqa: S603  # ourselves
        [
            sys.executable,
            "-m",
            "mutation",
            "seats.py",
            "--seed",
            "3",
            "--sample",
            "2",
            "--jobs",
            "1",
            "--tests",
            f"tests/{tests}",
        ],
        cwd=SOURCE.parents[1],
        env=environment | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    fate = "killed by tests/test_seats.py::test_" if code == 0 else "SURVIVED: seats.py:"
    assert [line for line in ran.stderr.splitlines() if not line.startswith(fate)] == []
    assert ran.stdout.splitlines()[-1] == f"| all | 2 | 0 | {2 - 2 * code} | {2 * code} |"
    assert ran.returncode == code

"""Types: which objects mypy and pyright accept as games."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "tests" / "typing"

checkers = pytest.mark.parametrize("checker", ["mypy", "pyright"])


def check(checker: str, path: Path) -> "subprocess.CompletedProcess[str]":
    """Run a type checker on a file, with the settings of the project."""
    pytest.importorskip(checker)
    command = [sys.executable, "-m", checker, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S603


@checkers
def test_modules_records_of_functions_and_objects_are_games(checker: str) -> None:
    done = check(checker, PAGES / "accepted.py")
    assert done.returncode == 0, done.stdout


@checkers
def test_exactly_the_lines_with_errors_are_rejected(checker: str, tmp_path: Path) -> None:
    page = PAGES / "rejected.py"  # where it lies the checkers pass it over
    output = check(checker, Path(copy(page, tmp_path))).stdout
    reported = set(map(int, re.findall(r"rejected\.py:(\d+):(?:\d+ -)? error:", output)))
    lines = page.read_text(encoding="utf-8").splitlines()
    assert reported == {number for number, line in enumerate(lines, 1) if line.endswith("# rejected")}


def test_the_types_of_all_public_names_are_known() -> None:
    pytest.importorskip("pyright")
    command = [sys.executable, "-m", "pyright", "--verifytypes", "cardrules", "--ignoreexternal", "--outputjson"]
    path = os.pathsep.join(filter(None, (str(ROOT / "typings"), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": path}  # classes derive from those of packages that have stubs there
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)  # noqa: S603
    report = json.loads(done.stdout)["typeCompleteness"]
    names = [symbol["name"] for symbol in report["symbols"] if symbol["isExported"] and not symbol["isTypeKnown"]]
    assert (names, report["completenessScore"]) == ([], 1)

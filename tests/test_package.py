"""The package: its version, and the metadata that package indexes show."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import cardrules

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_that_of_the_project() -> None:
    assert cardrules.__version__ == PYPROJECT["project"]["version"]


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match="module 'cardrules' has no attribute '__author__'"):
        getattr(cardrules, "__author__")  # noqa: B009  # type checkers know that it is missing


def test_the_version_is_not_looked_up_on_import() -> None:
    code = "import cardrules, sys; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", code_on_path(code)], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout == "False\n"


def code_on_path(code: str) -> str:
    """Return the code with the import path of this process: without ``site``, which imports more for editable packages."""
    return f"import sys; sys.path[:] = {sys.path}; {code}"


def test_links_of_the_readme_are_absolute_in_package_indexes() -> None:
    (substitution,) = PYPROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.sub(substitution["pattern"], substitution["replacement"], readme)
    links = re.findall(r"\]\((.*?)\)", shown)
    assert [link for link in links if not link.startswith("https://")] == []
    source = PYPROJECT["project"]["urls"]["Source"] + "/"
    paths = [link.removeprefix(source) for link in links if link.startswith(source)]
    assert len(paths) > 5
    assert [path for path in paths if not (ROOT / path.partition("#")[0]).exists()] == []

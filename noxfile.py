"""The checks of the project: ``nox`` runs those that every change must pass, ``nox -s NAME`` runs one."""

import re
from pathlib import Path

import nox
from nox import Session
from nox.project import dependency_groups, load_toml, python_versions

PROJECT = load_toml("pyproject.toml")
PYTHONS = python_versions(PROJECT)
TESTS = dependency_groups(PROJECT, "tests")
EXTRAS = PROJECT["project"]["optional-dependencies"]
PYTEST = ("pytest", "-n", "auto", "--dist", "loadfile")  # the examples of a page stay in one process

nox.needs_version = ">=2025.2.9"
nox.options.sessions = ["lint", "typing", "docs", "build", "tests"]
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = False


@nox.session(python=PYTHONS)
def tests(session: Session) -> None:
    """Run the tests on every installed Python; require a test for each rule and full branch coverage."""
    session.install("-e", ".", *TESTS)
    here = Path.cwd()
    measuring = {"COVERAGE_PROCESS_START": str(here / "pyproject.toml"), "COVERAGE_FILE": str(here / ".coverage")}
    session.run(*PYTEST, "--rule-report", *session.posargs, env=None if session.posargs else measuring)
    if not session.posargs:
        session.run("coverage", "combine", "-q")
        session.run("coverage", "report")


@nox.session(python=PYTHONS[0])
def minimums(session: Session) -> None:
    """Run the tests with the lowest allowed versions of the dependencies."""
    wanted = [*PROJECT["project"]["dependencies"], *TESTS, *(need for extra in EXTRAS.values() for need in extra)]
    session.install("-e", ".", *(re.sub(r"^([\w\[\],-]+)>=", r"\1==", need) for need in wanted))
    session.run(*PYTEST, *session.posargs)


@nox.session
def typing(session: Session) -> None:
    """Check the types with mypy and pyright, and check that both reject modules that are not games."""
    session.install("-e", ".", *dependency_groups(PROJECT, "typing"))
    session.run("mypy")
    session.run("pyright", "--warnings")
    session.run("pytest", "--quiet", "tests/test_typing.py")


@nox.session
def lint(session: Session) -> None:
    """Check the style and the format."""
    session.install(*dependency_groups(PROJECT, "lint"))
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")


@nox.session
def docs(session: Session) -> None:
    """Build the documentation from scratch in docs/_build; its code blocks run with the tests."""
    session.install("-e", ".", *dependency_groups(PROJECT, "docs"))
    session.run("sphinx-build", "--quiet", "-E", "-W", "-n", "-b", "html", "docs", "docs/_build")


@nox.session
def deep(session: Session) -> None:
    """Run all tests, the slow ones included, with many more examples for each property."""
    session.install("-e", ".", *TESTS)
    session.run(*PYTEST, "-m", "deep or not deep", "--hypothesis-profile=deep", *session.posargs)


@nox.session(python=PYTHONS)
def bench(session: Session) -> None:
    """Measure decisions per second on every installed Python; ``nox -s bench -- --verify --check`` fails if a target is missed."""
    session.install("-e", ".[verify]", *dependency_groups(PROJECT, "bench"))
    session.run("python", "-m", "bench", *session.posargs)


@nox.session(python=PYTHONS[0])
def mutation(session: Session) -> None:
    """Plant faults in every module and see whether the tests notice; ``nox -s mutation -- games/ --sample 20``."""
    session.install("-e", ".", *TESTS)
    session.run("python", "-m", "mutation", *session.posargs)


@nox.session(reuse_venv=False)
def build(session: Session) -> None:
    """Build the wheel from the source distribution, install it, and play and verify a game away from the sources."""
    session.install(*dependency_groups(PROJECT, "build"))
    built = Path(session.create_tmp()).resolve()
    session.run("python", "-m", "build", "--outdir", str(built), silent=True)
    (wheel,) = built.glob("*.whl")
    session.install(f"{wheel}[verify,json,cli]")
    session.chdir(built)
    isolated = ("python", "-I", "-m", "cardrules")
    session.run(*isolated, "play", "oh_hell", "--auto", "--seed", "0", silent=True)
    session.run(*isolated, "verify", "oh_hell", "--examples", "10")

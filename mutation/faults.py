"""Faulty code in the place of a module: in its functions as they are, or when it is imported."""

import gc
import pickle
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from attrs import define, field

from mutation.mutants import SOURCE, Mutant

OPTIONS = ("-q", "-p", "no:cacheprovider", "--assert=plain")
"""The options of pytest in all runs; its hook for asserts would import the modules of the package itself."""


def functions_by_file() -> Mapping[str, Sequence[FunctionType]]:
    """Return all functions that there are, by the files in which they were written."""
    found: defaultdict[str, list[FunctionType]] = defaultdict(list)
    for made in gc.get_objects():
        if isinstance(made, FunctionType):
            found[made.__code__.co_filename].append(made)
    return found


def put_in(mutant: Mutant, by_file: Mapping[str, Sequence[FunctionType]]) -> bool:
    """Put the code of a mutant into the functions of its module; return whether that is all that it takes.

    Code at the top of a module or in a class has run already.
    """
    path = SOURCE / mutant.module
    functions = by_file.get(str(path), ())
    ours = list(_codes(compile(path.read_text(encoding="utf-8"), str(path), "exec")))
    theirs = list(_codes(compile(mutant.text, str(path), "exec")))
    if len(ours) != len(theirs) or not all(map(_fits, ours, theirs)):
        return False
    new = {(was.co_qualname, was.co_firstlineno): code for was, code in zip(ours, theirs, strict=True)}
    for function in functions:
        function.__code__ = new[function.__code__.co_qualname, function.__code__.co_firstlineno]
    return bool(functions) and len(new) == len(ours)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a module and of all that is defined in it."""
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _codes(part)


def _fits(ours: CodeType, theirs: CodeType) -> bool:
    """Return whether some code can take the place of other code: that of a function, or the same in other words."""
    if ours.co_flags & CO_OPTIMIZED:
        return (ours.co_qualname, ours.co_freevars) == (theirs.co_qualname, theirs.co_freevars)
    constants, others = (
        [None if isinstance(part, CodeType) else part for part in code.co_consts] for code in (ours, theirs)
    )
    return (ours.co_code, ours.co_names, constants) == (theirs.co_code, theirs.co_names, others)


@define
class Failures:
    """A plugin of pytest that runs chosen tests in their order, if there are any, and notes those that fail."""

    chosen: Sequence[str] = ()
    failed: list[str] = field(factory=list)
    seconds: dict[str, float] = field(factory=dict)
    """The seconds of the processor by test, where they are measured."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the chosen tests."""
        if self.chosen:
            by_name = {item.nodeid: item for item in items}
            items[:] = [by_name[name] for name in self.chosen if name in by_name]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails."""
        if report.failed:
            self.failed.append(report.nodeid)


@define
class _Finder(MetaPathFinder):
    """A finder of one module, that with the fault."""

    name: str
    mutant: Mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module as it is found, but with other code."""
        if fullname != self.name:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Loader(fullname, spec.origin, self.mutant)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, mutant: Mutant) -> None:
        super().__init__(fullname, path)
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self.mutant.text, self.get_filename(fullname), "exec")
        return code


def main(inward: str, outward: str) -> None:
    """Run the tests that a file names with the mutant that it names, and write the failed ones to another file."""
    mutant, tests = pickle.loads(Path(inward).read_bytes())  # noqa: S301  # our own file
    name = ".".join(("cardrules", *mutant.module.removesuffix(".py").removesuffix("__init__").strip("/").split("/")))
    sys.meta_path.insert(0, _Finder(name.rstrip("."), mutant))
    failures = Failures(tests)
    code = pytest.main([*OPTIONS, "-x", *dict.fromkeys(test.partition("::")[0] for test in tests)], plugins=[failures])
    result = (*failures.failed, "" if code == 0 else f"pytest ends with {code!r}")[0]
    Path(outward).write_bytes(pickle.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])

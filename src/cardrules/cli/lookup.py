"""Find the game that a command line names: one of the library's, a registered one, a module or a file.

Other packages register their games as entry points of the group ``cardrules.games``::

    [project.entry-points."cardrules.games"]
    hearts = "my_games.hearts"

The rulebook of such a game is the Markdown page of the same name beside its module, ``hearts.md`` beside ``hearts.py``,
or the file that the game names in ``RULEBOOK``.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module, invalidate_caches
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from traceback import format_exception
from typing import Any, Final

from attrs import frozen

from cardrules.catalogue import NAMES, AnyGame, game
from cardrules.errors import CardRulesError, RecordError, shortened
from cardrules.game import name_of
from cardrules.rulebooks import Rulebook, rulebook

GROUP: Final = "cardrules.games"
"""The group of entry points in which other packages register their games."""

PARTS: Final = ("Rules", "start", "legal_moves", "apply", "outcome")
"""What a game must have to be played by the command."""


class NoSuchChoiceError(CardRulesError, LookupError):
    """A name on the command line is not one of ``known``."""

    code = "no_such_choice"

    def __init__(self, kind: str, name: str, known: Sequence[str]) -> None:
        super().__init__(kind, name, known)
        self.kind = kind
        self.name = name
        self.known = known

    def __str__(self) -> str:
        missing = f"no {self.kind} {shortened(self.name)!r}"
        near = get_close_matches(self.name, self.known, n=3)
        return (
            f"{missing}; did you mean {' or '.join(near)}?" if near else f"{missing}; there are {', '.join(self.known)}"
        )


class OwnGameError(CardRulesError):
    """A game that is not one of the library's cannot be loaded, lacks something, or raised an error."""

    code = "own_game"


@frozen
class ChosenGame:
    """A game that was named on the command line."""

    name: str
    """The name by which it was chosen."""
    game: AnyGame
    file: Path | None = None
    """The file of its module, if it is not one of the library's and has one."""

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook of the game; raises :class:`OwnGameError` if it has none."""
        if self.name in NAMES:
            return rulebook(self.name)
        page = self._page
        if page is None:
            raise OwnGameError(f"{self.name} has no rulebook: write a page beside its module, or name one in RULEBOOK")
        return Rulebook.parse(name_of(self.game), page.read_text(encoding="utf-8"))

    @property
    def _page(self) -> Path | None:
        named: str | None = getattr(self.game, "RULEBOOK", None)
        if named is not None:
            return Path(named) if self.file is None else self.file.parent / named
        beside = None if self.file is None else self.file.with_suffix(".md")
        return beside if beside is not None and beside.is_file() else None

    @property
    def title(self) -> str:
        """The title of the rulebook, or else the name of the game."""
        with suppress(OwnGameError, RecordError, OSError, UnicodeDecodeError):
            return self.rulebook.title
        return name_of(self.game)

    @contextmanager
    def describing_errors(self) -> Iterator[None]:
        """Raise what goes wrong in a game that is not the library's as an :class:`OwnGameError`, which is one sentence."""
        try:
            yield
        except (CardRulesError, EOFError, OSError):
            raise
        except Exception as error:
            if self.name in NAMES:
                raise
            raise _described(self.name, error, self.file) from error


def find_game(name: str) -> ChosenGame:
    """Return the game of that name: one of the library's, a registered one, a dotted module or the path of a file.

    Raises :class:`NoSuchChoiceError` if there is none, and :class:`OwnGameError` if it cannot be loaded.
    """
    if name in NAMES:
        return ChosenGame(name, game(name))
    others = registered_games()
    if name in others:
        return _chosen(name, others[name].load)
    if name.endswith(".py") or "/" in name or os.sep in name:
        return _from_file(name)
    if "." in name and all(map(str.isidentifier, name.split("."))):
        _add_to_path(Path.cwd())
        return _from_module(name, name)
    raise NoSuchChoiceError("game", name, [*NAMES, *others])


def registered_games() -> dict[str, EntryPoint]:
    """Return the entry points of the games that other packages register, by name."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {entry.name: entry for entry in found if entry.name not in NAMES}


def _from_file(name: str) -> ChosenGame:
    """Import a file as other processes can import it too: by its name, with its directory on the path."""
    file = Path(name).resolve()
    if file.is_dir():
        file /= "__init__.py"
    if file.suffix != ".py" or not file.is_file():
        raise OwnGameError(f"{name}: there is no such Python file")
    parts = [] if file.stem == "__init__" else [file.stem]
    directory = file.parent
    while (directory / "__init__.py").is_file():
        parts.insert(0, directory.name)
        directory = directory.parent
    _add_to_path(directory)
    return _from_module(name, ".".join(parts), file)


def _add_to_path(directory: Path) -> None:
    """Let modules be imported from a directory, which goes last so that it hides no other module."""
    if str(directory) not in sys.path:
        sys.path.append(str(directory))
    invalidate_caches()


def _from_module(name: str, module: str, file: Path | None = None) -> ChosenGame:
    """Import a module, which must be that of ``file`` if one is given."""
    try:
        origin = _origin(module)
    except (Exception, SystemExit) as error:  # the packages above it raise what they like
        if not isinstance(error, ModuleNotFoundError) or not f"{module}.".startswith(f"{error.name}."):
            raise _described(name, error, _origin(module.partition(".")[0])) from error
        origin = None
    if file is not None and origin != file:
        raise OwnGameError(f"{name}: 'import {module}' does not import this file; rename it")
    if origin is None:
        raise OwnGameError(f"{name}: there is no module {module!r}")
    return _chosen(name, lambda: import_module(module), origin)


def _origin(module: str) -> Path | None:
    """Return the file of a module, importing the packages above it but not the module."""
    try:
        spec = find_spec(module)
    except ValueError:  # a module that was not imported from anywhere, such as __main__
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin).resolve()


def _chosen(name: str, load: Callable[[], Any], file: Path | None = None) -> ChosenGame:
    try:
        found: AnyGame = load()
    except (Exception, SystemExit) as error:
        raise _described(name, error, file) from error
    missing = [part for part in PARTS if not hasattr(found, part)]
    if missing:
        raise OwnGameError(f"{name} is not a game: it has no {', '.join(missing)}")
    module = sys.modules.get(getattr(found, "__name__", type(found).__module__))
    path = getattr(module, "__file__", None)
    return ChosenGame(name, found, file if path is None else Path(path))


def _described(name: str, error: BaseException, file: Path | None) -> OwnGameError:
    """Return the error as a sentence, with the last line of ``file`` that its traceback names."""
    lines = re.findall(rf'File "{re.escape(str(file))}", line (\d+)', "".join(format_exception(error)))
    where = f" (line {lines[-1]})" if lines else ""
    text = error.msg if isinstance(error, SyntaxError) else str(error)  # whose str has a line already
    message = shortened(" ".join(text.split()), 300)
    return OwnGameError(f"{name}: {': '.join(filter(None, [type(error).__name__, message]))}{where}")

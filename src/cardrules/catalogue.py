"""The games of the library by name.

Each game is a module of :mod:`cardrules.games`, imported on demand. The games share a protocol but no types, so the
states and moves of a game looked up by name are typed as ``Any``; import its module to have its types.
"""

from importlib import import_module
from typing import Any, Final, Protocol

from cardrules.errors import CardRulesError
from cardrules.game import Outcome, Promises


class AnyGame(Protocol):
    """Any of the library's games: the functions of :class:`~cardrules.game.Game`, its classes and its promises."""

    Rules: Any
    Move: Any
    State: Any

    def start(self, rules: Any, /) -> Any: ...
    def legal_moves(self, state: Any, /) -> tuple[Any, ...]: ...
    def apply(self, state: Any, move: Any, /) -> Any: ...
    def outcome(self, state: Any, /) -> Outcome | None: ...
    def promises(self, rules: Any, /) -> Promises[Any]: ...


NAMES: Final = (
    "blackjack",
    "devils_grip",
    "devils_hand",
    "draw_poker",
    "klaberjass",
    "konchinka",
    "macao",
    "oh_hell",
    "polish_bank",
    "ruka_dyavola",
    "semerik",
    "spades",
    "thirteen",
)
"""The names of the games."""


class NoSuchGameError(CardRulesError, LookupError):
    """A name that no game has."""

    code = "no_such_game"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"no game {self.name!r}; the games are {', '.join(NAMES)}"


def game(name: str) -> AnyGame:
    """Return the game of that name.

    Raises :class:`NoSuchGameError`, whose message lists the names, if there is none.
    """
    if name not in NAMES:
        raise NoSuchGameError(name)
    module: Any = import_module(f"cardrules.games.{name}")
    found: AnyGame = module
    return found


def presets(game: object) -> dict[str, Any]:
    """Return the presets of a game, the library's or another: well-known games that are a set of its options.

    They are the objects of its class ``Rules`` that it has as attributes, such as ``konchinka.KONTSINA``, by their names in
    lower case.
    """
    kind = getattr(game, "Rules", None)
    if not isinstance(kind, type):
        return {}
    named = ((name, getattr(game, name)) for name in sorted(dir(game)) if not name.startswith("_"))
    return {name.lower(): value for name, value in named if isinstance(value, kind)}

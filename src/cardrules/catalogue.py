"""The games of the library by name.

Each is a module of :mod:`cardrules.games`, loaded when it is asked for. Their states and moves have nothing in common
but the protocol, so what is found here by a name is typed as ``Any``; import a game's module to have its types.
"""

from importlib import import_module
from typing import Any, Final, Protocol

from cardrules.errors import CardRulesError
from cardrules.game import Outcome, Promises


class AnyGame(Protocol):
    """One of the library's games, whichever: the functions of :class:`~cardrules.game.Game` and what goes with them."""

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
    """A name that is no game's."""

    code = "no_such_game"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"no game {self.name!r}; the games are {', '.join(NAMES)}"


def game(name: str) -> AnyGame:
    """The game of that name; raises :class:`NoSuchGameError`, which lists the names, if there is none."""
    if name not in NAMES:
        raise NoSuchGameError(name)
    module: Any = import_module(f"cardrules.games.{name}")
    found: AnyGame = module
    return found

"""Games with fewer cards, for whatever takes a game."""

from typing import Any

from cardrules.game import start_game
from tests.sheets import hand


class Small:
    """A game of the library with a small pack."""

    def __init__(self, game: Any, cards: str) -> None:
        self._game = game
        self.pack = hand(cards)

    def start(self, rules: Any) -> Any:
        """Return the state before the first shuffle of the small pack."""
        return start_game(self._game, rules, self.pack)

    def __getattr__(self, name: str) -> Any:
        """Return what the game has, but for its start."""
        return getattr(self._game, name)

"""Games with fewer cards, for whatever takes a game."""

from typing import Any

from cardrules.game import start_game
from tests.sheets import hand


class Small:
    """A game of the library with a small pack; it has all else that the game has."""

    def __init__(self, game: Any, cards: str) -> None:
        self._game = game
        self.pack = hand(cards)
        self.legal_moves, self.apply, self.outcome = game.legal_moves, game.apply, game.outcome

    def start(self, rules: Any) -> Any:
        """Return the state before the first shuffle of the small pack."""
        return start_game(self._game, rules, self.pack)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

"""Games with few cards, and players that think about a position of one."""

from random import Random
from typing import Any

from cardrules.cards import Hand
from cardrules.game import Record, promises_of
from cardrules.play.transcript import steps
from cardrules.thinking.players import Thinker, Thinking
from tests.sheets import hand


class Small:
    """A game of the library with fewer cards."""

    def __init__(self, game: Any, cards: str) -> None:
        self.game = game
        self.pack: Hand = hand(cards)
        self.legal_moves, self.apply, self.outcome = game.legal_moves, game.apply, game.outcome

    def start(self, rules: Any) -> Any:
        return self.game.start(rules, self.pack)

    def promises(self, rules: Any) -> Any:
        return promises_of(self.game, rules)


def watched(game: Any, record: Record[Any, Any], seat: int, how: Thinking) -> Thinker[Any, Any, Any]:
    """Return the player of a seat who has watched a game from its start to the end of a record."""
    thinker = how.seated(game, record.rules, seat)
    for step in steps(game, record):
        thinker.observe(step.seen_by(seat))
    return thinker


def choice_of(thinker: Thinker[Any, Any, Any], seed: int) -> Any:
    """Return the move that a player makes with the random numbers of a seed."""
    moves = thinker.game.legal_moves(thinker.known.view)
    return thinker(thinker.known.view, moves, Random(seed))

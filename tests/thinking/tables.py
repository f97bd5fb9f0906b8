"""Games with few cards, and players that think about a position of one."""

from random import Random
from typing import Any

from cardrules.game import Record
from cardrules.play.transcript import steps
from cardrules.thinking.players import Thinker, Thinking


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

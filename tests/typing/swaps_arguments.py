"""A module that is not a game: its apply takes the move first."""

from cardrules.game import Shuffled
from cardrules.games import oh_hell
from cardrules.games.oh_hell import Move, State
from cardrules.games.oh_hell import legal_moves as legal_moves
from cardrules.games.oh_hell import outcome as outcome
from cardrules.games.oh_hell import start as start


def apply(move: Move | Shuffled, state: State) -> State:
    """Return the state after the move."""
    return oh_hell.apply(state, move)

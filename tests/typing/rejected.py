"""Type errors: each line with the comment "rejected" has one, and no other line has."""

from random import Random

from cardrules.cards import Hand
from cardrules.game import Record, playout, replay
from cardrules.games import oh_hell
from cardrules.games.oh_hell import Bid, Move, Rules, State
from cardrules.seats import Seat
from tests.typing import swaps_arguments, without_outcome

playout(without_outcome, Rules(), Random(0))  # rejected
playout(swaps_arguments, Rules(), Random(0))  # rejected
playout(oh_hell, Hand(), Random(0))  # rejected
replay(oh_hell, Record(Hand(), (Bid(1),)))  # rejected
Rules(players="four")  # rejected
Rules(nil_scoring="double")  # rejected
oh_hell.apply(oh_hell.start(Rules()), Hand())  # rejected


def who_acts(state: State) -> Seat:
    """Chance or nobody may act."""
    return state.to_act  # rejected


def trick_of(state: State) -> Hand:
    """Not every phase has a trick."""
    return state.trick  # rejected


def tricks_bid(move: Move) -> int:
    """Not every move is a bid."""
    return move.tricks  # rejected

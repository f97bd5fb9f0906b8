"""Games: a module, an object with functions as attributes, and an object with methods. Their types are inferred."""

from collections.abc import Callable, Iterator
from random import Random
from typing import assert_type

from attrs import frozen

from cardrules.game import Outcome, Promises, Record, Shuffled, SupportsPromises, playout, replay, states
from cardrules.games import devils_grip, oh_hell
from cardrules.games.oh_hell import Move, Rules, State
from cardrules.play.players import Player, random_player
from cardrules.play.table import Table
from cardrules.play.text import SupportsPicture
from cardrules.zones import view

a_module = playout(oh_hell, Rules(), Random(0))
assert_type(a_module, Record[Rules, Move])
assert_type(replay(oh_hell, a_module), State)
assert_type(states(oh_hell, a_module), Iterator[State])

table = Table(oh_hell, Rules(), seed=0)
assert_type(table, Table[Rules, State, Move])
assert_type(table.view(0), State)
assert_type(table.legal_moves, tuple[Move, ...])
player: Player[State, Move] = random_player

picturing: SupportsPicture[devils_grip.State] = devils_grip
promising: SupportsPromises[Rules, State] = oh_hell
assert_type(promising.promises(Rules()), Promises[State])


@frozen
class Functions:
    """A game whose functions are attributes."""

    start: Callable[[Rules], State]
    legal_moves: Callable[[State], tuple[Move, ...]]
    apply: Callable[[State, Move | Shuffled], State]
    outcome: Callable[[State], Outcome | None]


functions = Functions(oh_hell.start, oh_hell.legal_moves, oh_hell.apply, oh_hell.outcome)
assert_type(playout(functions, Rules(), Random(0)), Record[Rules, Move])


class Cautious:
    """A game whose functions are methods: Oh Hell without bids of more than half of the tricks."""

    def start(self, rules: Rules) -> State:
        return oh_hell.start(rules)

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        moves = oh_hell.legal_moves(state)
        return moves[: len(moves) // 2 + 1] if isinstance(state, oh_hell.Bidding) else moves

    def apply(self, state: State, move: Move | Shuffled) -> State:
        return oh_hell.apply(state, move)

    def outcome(self, state: State) -> Outcome | None:
        return oh_hell.outcome(state)


assert_type(playout(Cautious(), Rules(), Random(0)), Record[Rules, Move])


def seen_by_the_dealer(state: oh_hell.Bidding) -> oh_hell.Bidding:
    """Return a view, which has the same phase."""
    return view(state, state.table.dealer)

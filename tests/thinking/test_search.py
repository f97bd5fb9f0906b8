"""Tree search: what its nodes are, and that it gets by with what a seat sees."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from attrs import frozen

from cardrules.cards import FACE_DOWN, Hand
from cardrules.game import NATURE, Outcome, pack_of, playout, replay, shuffle, states
from cardrules.games import devils_hand, oh_hell, polish_bank
from cardrules.knowledge.information import information, remembered
from cardrules.knowledge.worlds import find
from cardrules.thinking.budgets import Budget
from cardrules.thinking.playouts import Playouts
from cardrules.thinking.possibilities import Possibilities
from cardrules.thinking.search import Node, Search
from cardrules.zones import Closed, Open, view
from tests.sheets import card, hand


def search_for(game: Any, rules: Any, moves: int, iterations: int) -> Search[Any, Any, Any]:
    """Return the search of the seat to act after so many moves of a random game."""
    record = playout(game, rules, Random(3), moves)
    state = replay(game, record)
    search: Search[Any, Any, Any] = Search(Playouts(game, rules), state.to_act, game.legal_moves(state), Random(0))
    sampler = find(game, rules, information(game, record, state.to_act), Random(0))
    search.run(lambda: sampler.draw().state, Budget(iterations=iterations))
    return search


def test_moves_of_others_are_nodes_as_they_are_seen() -> None:
    """The others throw away cards that nobody else sees: their eight ways are four, by the number of cards."""
    search = search_for(devils_hand, devils_hand.Rules(), 1, 300)
    mine = [key for key in search.root.after if isinstance(key, devils_hand.Replace)]
    below = (key for node in search.root.after.values() for key in keys_below(node))
    theirs = {key for key in below if isinstance(key, devils_hand.Replace)}
    assert len(mine) == 8
    assert theirs == {devils_hand.Replace(Hand([FACE_DOWN] * count)) for count in range(4)}


def keys_below(root: Node) -> Iterator[object]:
    """Yield what leads to each node of a tree."""
    for key, node in root.after.items():
        yield key
        yield from keys_below(node)


def test_chance_shuffles_a_part_of_the_cards_on_the_way() -> None:
    rules = polish_bank.Rules()
    game = playout(polish_bank, rules, Random(0))
    part = next(state for state in states(polish_bank, game) if state.to_act is NATURE and len(pack_of(state)) < 104)
    search: Search[Any, Any, Any] = Search(Playouts(polish_bank, rules), 0, (), Random(0))
    assert isinstance(search.past_chance(part).to_act, int)


def test_a_player_that_knows_nothing_possible_thinks_of_any_worlds() -> None:
    """What it saw of two deals does not fit together, as when it came late."""
    rules = oh_hell.Rules(players=3, deals=2)
    one, other = (
        view(replay(oh_hell, playout(oh_hell, rules, Random(seed), moves)), 1) for seed, moves in ((0, 2), (4, 3))
    )
    moves = playout(oh_hell, rules, Random(4), 3).moves
    known = remembered(1, False, one, [(moves[2], other)])
    game: Any = oh_hell
    draw = Possibilities(game, rules, "possible").given(known, Random(0))
    assert view(draw(), 1) == other


def test_a_safe_move_does_not_keep_a_better_one_from_being_tried() -> None:
    """To stop is always worth 1. To turn the card is worth 12 if it is the ace of two cards, and else -4, so 4 on average.

    Once in eight times the first three cards turned are not the ace.
    """
    game, start = Turning(), Dealing(hand("AS 2S"))
    for seed in range(12):
        rng = Random(seed)
        search: Search[Any, Any, Any] = Search(Playouts(game, None), 0, (Turn(), Stop()), rng)
        best, _ = search.run(partial(dealt, game, start, rng), Budget(iterations=600))
        assert best.move == Turn()


@frozen
class Turn:
    """Turn the card up."""


@frozen
class Stop:
    """Leave it."""


@frozen
class Dealing:
    """The phase before the shuffle."""

    pack: Closed[Hand]
    to_act = NATURE


@frozen
class Choosing:
    """The phase in which the card lies there."""

    pile: Closed[Hand]
    to_act = 0


@frozen
class Chosen:
    """The phase after the end."""

    pile: Open[Hand]
    score: int
    to_act = None


class Turning:
    """A game of one decision for one seat."""

    def start(self, _rules: None) -> Dealing:
        return Dealing(hand("AS 2S"))

    def legal_moves(self, state: Any) -> tuple[Any, ...]:
        return (Turn(), Stop()) if isinstance(state, Choosing) else ()

    def apply(self, state: Any, move: Any) -> Any:
        if isinstance(state, Dealing):
            return Choosing(move.cards)
        return Chosen(state.pile, 1 if move == Stop() else 12 if state.pile[0] == card("AS") else -4)

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome((state.score,), (0,)) if isinstance(state, Chosen) else None


def dealt(game: Turning, start: Dealing, rng: Random) -> Any:
    """Return the state after a shuffle."""
    return game.apply(start, shuffle(start, rng))

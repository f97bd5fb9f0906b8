"""Numbers of moves."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, frozen

from cardrules.cards import Rank, Suit
from cardrules.game import Promises, playout, shuffle, stacked, states
from cardrules.games import oh_hell
from cardrules.games.oh_hell import Bid, Play
from cardrules.numbering import Numbering, NumberingError
from tests.sheets import card, hand
from tests.verify import little
from tests.verify.little import Keep, Throw

RULES = oh_hell.Rules(players=3, deals=1)


def test_moves_have_their_place_among_all_that_there_are() -> None:
    numbering = Numbering(oh_hell, RULES)
    assert numbering.count == 2 + 52
    state: oh_hell.State = oh_hell.start(RULES)
    assert numbering.legal(state) == {}
    state = oh_hell.apply(state, stacked(state, hand("2C 3D AS")))
    assert numbering.legal(state) == {0: Bid(0), 1: Bid(1)}
    for _ in range(3):
        state = oh_hell.apply(state, numbering.move(state, 1))
    assert numbering.legal(state) == {2: Play(card("2C"))}
    assert numbering.number(state, Play(card("2C"))) == 2


def test_numbers_are_the_same_whenever_they_are_made() -> None:
    longer = Numbering(oh_hell, oh_hell.Rules(players=3))
    assert longer.count == 16 + 52
    for state in states(oh_hell, playout(oh_hell, oh_hell.Rules(players=3), Random(0))):
        legal = longer.legal(state)
        assert list(legal) == sorted(legal)
        assert set(legal.values()) == set(oh_hell.legal_moves(state))
        assert all(longer.move(state, number) == move for number, move in legal.items())


def test_a_kind_may_be_numbered_by_place_among_the_sorted_moves() -> None:
    """Two throws of the same hand have the same numbers in whatever order the hand is held."""
    game: Any = SimpleNamespace(**vars(little))
    game.promises = lambda _: Promises(moves=lambda: (Keep(),), by_place={Throw: 2})
    numbering: Any = Numbering(game, little.Rules())
    assert numbering.count == 3
    dealt: Any = little.apply(little.start(little.Rules()), stacked(little.start(little.Rules()), hand("3S 2C 2D 2H")))
    held = evolve(dealt, hands=tuple(pair.sorted() for pair in dealt.hands))
    assert numbering.legal(dealt) == numbering.legal(held) == {0: Keep(), 1: Throw(card("2D")), 2: Throw(card("3S"))}


@frozen
class Many:
    """A move with fields of all kinds."""

    what: object


def test_moves_by_place_are_sorted_by_all_that_they_name() -> None:
    moves = (Many(True), Many(3), Many((1, 2)), Many("b"), Many("a"), Many(Suit.SPADES), Many(Rank.ACE), Many(Many(7)))
    game: Any = SimpleNamespace(
        legal_moves=lambda _: moves, promises=lambda _: Promises(moves=tuple, by_place={Many: 9})
    )
    forwards: Any = Numbering(game, None)
    numbers = {move: number for number, move in forwards.legal(None).items()}
    assert sorted(numbers.values()) == list(range(8))
    moves = moves[::-1]
    assert {move: number for number, move in forwards.legal(None).items()} == numbers


def test_what_has_no_number_is_refused() -> None:
    numbering = Numbering(oh_hell, RULES)
    start = oh_hell.start(RULES)
    state = oh_hell.apply(start, shuffle(start, Random(0)))
    with pytest.raises(NumberingError, match=r"no legal move has the number 7; legal are 0, 1$"):
        numbering.move(state, 7)
    with pytest.raises(NumberingError, match=r"no legal move has the number 0; legal are none$"):
        numbering.move(start, 0)
    with pytest.raises(NumberingError, match=r"Bid\(tricks=2\) is not legal here, and only legal moves have numbers"):
        numbering.number(state, Bid(2))
    game: Any = SimpleNamespace(**vars(oh_hell))
    game.promises = lambda _: Promises()
    with pytest.raises(NumberingError, match="the game does not say which moves there are, so they have no numbers"):
        Numbering(game, RULES)

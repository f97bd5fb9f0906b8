"""One form for states that differ only in how hands are held."""

from random import Random

import pytest
from attrs import frozen

from cardrules import FACE_DOWN, catalogue, view
from cardrules.canonical import canonical
from cardrules.cards import Card, Hand
from cardrules.game import Shuffled, playout, states
from cardrules.games import ruka_dyavola
from cardrules.zones import Own
from tests.sheets import hand
from tests.verify import little


@frozen
class OneCard:
    looked: Own[tuple[Card | None, ...]]


def test_own_hands_are_sorted_and_all_else_stays() -> None:
    dealt = little.apply(little.start(little.Rules()), Shuffled(Hand(reversed(little.PACK))))
    assert isinstance(dealt, little.Changing)
    tidy = canonical(dealt)
    assert tidy.hands == tuple(own.sorted() for own in dealt.hands)
    assert tidy.hands != dealt.hands
    assert tidy.stock is dealt.stock
    assert canonical(tidy) is tidy


def test_hands_in_hands_are_sorted() -> None:
    """In Ruka dyavola each seat may hold several hands."""
    rules = ruka_dyavola.Rules(hands=2)
    last = list(states(ruka_dyavola, playout(ruka_dyavola, rules, Random(0), max_moves=2)))[-1]
    tidy = canonical(last)
    for held, sorted_ in zip(last.table.hands, tidy.table.hands, strict=True):
        assert sorted_ == tuple(own.sorted() for own in held)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_a_canonical_view_has_the_same_moves(name: str) -> None:
    game = catalogue.game(name)
    for state in states(game, playout(game, game.Rules(), Random(3), max_moves=60)):
        if isinstance(state.to_act, int) and not game.promises(game.Rules()).hand_order_matters:
            seen = view(state, state.to_act)
            moves = game.legal_moves(canonical(seen))
            assert sorted(map(repr, moves)) == sorted(map(repr, game.legal_moves(state)))


def test_hidden_hands_are_left_alone() -> None:
    dealt = little.apply(little.start(little.Rules()), Shuffled(Hand(little.PACK)))
    seen = canonical(view(dealt, 0))
    assert isinstance(seen, little.Changing)
    assert seen.hands[1] == Hand([FACE_DOWN] * 2)


def test_a_single_card_of_its_own_stays() -> None:
    """In Blackjack a seat may look at one card."""
    held = OneCard((None, hand("KS")[0]))
    assert canonical(held) is held

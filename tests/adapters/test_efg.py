"""Whole small games as trees: they are the games, and OpenSpiel's solvers solve them."""

import sys
from collections import Counter
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from cardrules.adapters.efg import Extensive, _alike, _deals, extensive
from cardrules.adapters.episodes import Task
from cardrules.cards import PACK_52, Suit
from cardrules.errors import MissingExtraError
from cardrules.games import devils_hand, oh_hell
from tests.adapters import guessing
from tests.sheets import hand

ONE_CARD = oh_hell.Rules(players=3, deals=1)


def test_deals_up_to_the_names_of_suits() -> None:
    task = Task(oh_hell, ONE_CARD)
    assert _alike(task) == (tuple(Suit),)
    deals = list(_deals(Counter(PACK_52), 3, _alike(task)))
    # of one suit 13 x 12 x 11, of two 3 x 13 x 12 x 13, of three 13 x 13 x 13
    assert len(deals) == 1_716 + 6_084 + 2_197 == 9_997
    assert sum(chance for _, chance in deals) == 1
    assert {cards[0].suit for cards, _ in deals} == {Suit.CLUBS}


def test_suits_with_other_ranks_are_not_alike() -> None:
    task = Task(oh_hell, ONE_CARD, hand("2C 3C 2D 3D 2H 2S"))
    assert _alike(task) == ((Suit.CLUBS, Suit.DIAMONDS), (Suit.HEARTS, Suit.SPADES))


def test_a_tree_as_text() -> None:
    tree = extensive(guessing, guessing.Rules())
    assert tree.text.splitlines()[0] == 'EFG 2 R "tests.adapters.guessing" { "seat 0" "seat 1" }'
    # seat 0 has a two or a three; seat 1 has the other card of its suit with one of the others, or both others
    assert tree.deals == 2 * 3 * 2


def test_a_seat_does_not_learn_from_the_names_of_suits() -> None:
    tree = extensive(guessing, guessing.Rules())
    # Two cards of one suit never win. With two of one rank, or with two of both, it is even which suit seat 0 has.
    assert best(tree) == pytest.approx((2 / 3) / 2)
    one, other = tree.decisions.values()  # with two of one rank there is no choice: it cannot tell the suits apart
    assert {len(decision.moves) for decision in (one, other)} == {2}
    assert all(len(moves) == 1 for decision in (one, other) for moves in decision.moves)


def best(tree: Extensive[Any, Any]) -> float:
    """Return what seat 1 can earn at best if it is the only one that has a choice."""
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    names = list(tree.decisions)

    def worth(state: Any, plan: dict[str, int]) -> float:
        if state.is_terminal():
            return float(state.returns()[1])
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return sum(chance * worth(state.child(action), plan) for action, chance in outcomes)
        return worth(state.child(plan[state.information_state_string(1)]), plan)

    plans = (dict(zip(names, actions, strict=True)) for actions in product(range(2), repeat=len(names)))
    return max(worth(tree.load().new_initial_state(), plan) for plan in plans)


def test_the_tree_up_to_suits_is_the_whole_game() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    pack = hand("2C 3C 4C 2D 3D 4D")

    def promises(rules: oh_hell.Rules) -> Any:
        return evolve(oh_hell.promises(rules), symmetric_suits=())

    apart: Any = SimpleNamespace(**vars(oh_hell) | {"promises": promises})
    small, large = extensive(oh_hell, ONE_CARD, pack), extensive(apart, ONE_CARD, pack)
    assert (small.deals, large.deals) == (60, 120)
    assert len(large.decisions) == 2 * len(small.decisions) == 2 * 3 * 7
    gains = [pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) for game in (small.load(), large.load())]
    assert gains[0] == pytest.approx(gains[1])


def solved(tree: Extensive[Any, Any], iterations: int) -> float:
    """Return how much the players could gain after this many iterations of CFR+, all together."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game = tree.load()
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    gain: float = pyspiel.nash_conv(game, solver.average_policy())
    return gain


def test_solve_devils_hand_with_a_few_cards() -> None:
    tree = extensive(devils_hand, devils_hand.Rules(players=2, hand_size=1), hand("AC 2C 3C 4C 5C"))
    assert tree.deals == 120
    assert solved(tree, 200) < 0.001


@pytest.mark.deep
def test_solve_oh_hell_with_all_cards() -> None:
    tree = extensive(oh_hell, ONE_CARD, relative=True)
    assert (tree.deals, len(tree.decisions)) == (9_997, 91)
    assert solved(tree, 100) < 0.002


def test_relative_payoffs_add_up_to_zero() -> None:
    tree = extensive(oh_hell, ONE_CARD, hand("2C 3C 4C 5C"), relative=True)
    ends = [line.split("{")[1].strip(" }").split() for line in tree.text.splitlines() if line.startswith("t")]
    assert ends
    assert all(abs(sum(map(float, payoffs))) < 1e-12 for payoffs in ends)


def test_the_text_needs_no_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    tree = extensive(guessing, guessing.Rules())
    with pytest.raises(MissingExtraError, match=r"pip install 'cardrules\[openspiel\]'"):
        tree.load()

"""Whole small games as trees: they are the games, and OpenSpiel's solvers solve them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import permutations, product
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from cardrules.adapters.efg import GameTree, _alike, _deals, game_tree
from cardrules.adapters.episodes import Task
from cardrules.cards import ACE_HIGH, PACK_52, Rank, Suit
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
    tree = game_tree(guessing, guessing.Rules())
    assert tree.text.splitlines()[0] == 'EFG 2 R "tests.adapters.guessing" { "seat 0" "seat 1" }'
    # seat 0 has a two or a three; seat 1 has the other card of its suit with one of the others, or both others
    assert tree.deals == 2 * 3 * 2


def test_a_seat_does_not_learn_from_the_names_of_suits() -> None:
    tree = game_tree(guessing, guessing.Rules())
    # Two cards of one suit never win. With two of one rank, or with two of both, it is even which suit seat 0 has.
    assert best(tree) == pytest.approx((2 / 3) / 2)
    one, other = tree.decisions.values()  # with two of one rank there is no choice: it cannot tell the suits apart
    assert {len(decision.moves) for decision in (one, other)} == {2}
    assert all(len(moves) == 1 for decision in (one, other) for moves in decision.moves)


def best(tree: GameTree[Any, Any]) -> float:
    """Return what seat 1 can earn at best if it is the only one that has a choice."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    names = list(tree.decisions)

    def worth(state: Any, plan: dict[str, int]) -> float:
        if state.is_terminal():
            return float(state.returns()[1])
        if state.is_chance_node():
            outcomes: list[tuple[int, float]] = state.chance_outcomes()
            return sum(chance * worth(state.child(action), plan) for action, chance in outcomes)
        return worth(state.child(plan[state.information_state_string(1)]), plan)

    plans = (dict(zip(names, actions, strict=True)) for actions in product(range(2), repeat=len(names)))
    start = pyspiel.load_efg_game(tree.text).new_initial_state()
    return max(worth(start, plan) for plan in plans)


def test_the_tree_up_to_suits_is_the_whole_game() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    pack = hand("2C 3C 4C 2D 3D 4D")

    def promises(rules: oh_hell.Rules) -> Any:
        return evolve(oh_hell.promises(rules), symmetric_suits=())

    apart: Any = SimpleNamespace(**vars(oh_hell) | {"promises": promises})
    small, large = game_tree(oh_hell, ONE_CARD, pack), game_tree(apart, ONE_CARD, pack)
    assert (small.deals, large.deals) == (60, 120)
    assert len(large.decisions) == 2 * len(small.decisions) == 2 * 3 * 7
    gains = [gain(tree, pyspiel.UniformRandomPolicy(pyspiel.load_efg_game(tree.text))) for tree in (small, large)]
    assert gains[0] == pytest.approx(gains[1])


def solved(tree: GameTree[Any, Any], iterations: int) -> Any:
    """Return a solver of OpenSpiel after this many iterations of CFR+."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    solver = pyspiel.CFRPlusSolver(pyspiel.load_efg_game(tree.text))
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver


def gain(tree: GameTree[Any, Any], policy: Any) -> float:
    """Return how much the players could gain, each against the others, all together."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    found: float = pyspiel.nash_conv(pyspiel.load_efg_game(tree.text), policy)
    return found


def test_solve_devils_hand_with_a_few_cards() -> None:
    tree = game_tree(devils_hand, devils_hand.Rules(players=2, hand_size=1), hand("AC 2C 3C AD 2D 3D"))
    assert tree.deals == 6 * 5 * 4 * 3 * 2 / 2  # two hands, the Devil's, and a draw for each; either suit first
    assert gain(tree, solved(tree, 100).average_policy()) < 0.001


@pytest.mark.deep
def test_solve_oh_hell_with_all_cards() -> None:
    tree = game_tree(oh_hell, ONE_CARD, zero_sum=True)
    assert (tree.deals, len(tree.decisions)) == (9_997, 91)
    assert gain(tree, solved(tree, 100).average_policy()) < 0.002


@pytest.mark.deep
def test_solve_oh_hell_for_points() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    tree = game_tree(oh_hell, ONE_CARD)
    assert len(tree.decisions) == 13 + 2 * 13 + 4 * 13  # ranks, and what was bid before
    # who bids at random keeps half of the bids; the better bid is worth 11 if won, or 10 if lost
    random = pyspiel.UniformRandomPolicy(pyspiel.load_efg_game(tree.text))
    lost = sum(abs(11 * wins - 10 * (deals - wins)) / 2 for wins, deals in chances_to_win()) / (52 * 51 * 50)
    assert gain(tree, random) == pytest.approx(lost)
    solver = solved(tree, 100)
    assert gain(tree, solver.current_policy()) == pytest.approx(0)
    # of the average, which is weighed by the number of the iteration, the first iteration is bids at random
    assert gain(tree, solver.average_policy()) == pytest.approx(lost / sum(range(101)), rel=0.25)


def chances_to_win() -> Iterable[tuple[int, int]]:
    """Yield in how many deals each seat wins with each rank, and in how many it has that rank."""
    found: dict[tuple[int, Rank], list[int]] = defaultdict(lambda: [0, 0])
    for cards in permutations(PACK_52, 3):
        led = [seat for seat in range(3) if cards[seat].suit is cards[0].suit]
        winner = max(led, key=lambda seat: ACE_HIGH.strength_of(cards[seat]))
        for seat, card in enumerate(cards):
            found[seat, card.rank][0] += seat == winner
            found[seat, card.rank][1] += 1
    return ((wins, deals) for wins, deals in found.values())


def test_payoffs_add_up_to_zero_if_wanted() -> None:
    tree = game_tree(oh_hell, ONE_CARD, hand("2C 3C 4C 5C"), zero_sum=True)
    ends = [line.split("{")[1].strip(" }").split() for line in tree.text.splitlines() if line.startswith("t")]
    assert ends
    assert all(abs(sum(map(float, payoffs))) < 1e-12 for payoffs in ends)

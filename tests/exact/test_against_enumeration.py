"""Exact answers for small packs, compared with all orders of all cards."""

from collections.abc import Iterable
from typing import Any, Final

import pytest

from cardrules.catalogue import game
from cardrules.exact import BEST, Exact, uniform
from cardrules.game import promises_of, start_game
from tests.exact import enumeration
from tests.sheets import hand

SMALL: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("macao", "7C 7D 10C KD", {"players": 2, "banks": 1}),
    ("macao", "4C 5D 9C 9D 10C", {"players": 2, "banks": 1, "overdraw": "bust"}),
    ("macao", "8C 10C 10D QH 2S", {"players": 2, "banks": 1, "zero_card": "free"}),
    ("macao", "3C 3C 7D 5H 10H", {"players": 2, "banks": 1, "draw_again": True, "ties": "nobody"}),
    ("thirteen", "2C 2D 3C 4C", {"players": 2, "banks": 1, "max_rounds": 2, "max_stake": 1}),
    ("thirteen", "2C 3C 3D", {"players": 2, "banks": 1, "max_rounds": 1, "max_stake": 2, "on_exhausted": "restart"}),
    ("polish_bank", "2C 9C 4D AD JC", {"players": 2, "max_deals": 1, "initial_bank": 2}),
    ("polish_bank", "2C 9C 4D 5H", {"players": 2, "max_deals": 2, "initial_bank": 1}),
    ("polish_bank", "2C 2C 4D 4D", {"players": 2, "max_deals": 1, "initial_bank": 2, "reveal": "winning_card"}),
    ("ruka_dyavola", "10C KC 2D 3D 3H", {"players": 2}),
    ("ruka_dyavola", "KC 2D 3D JK", {"players": 2, "jokers": 2, "joker_value": 5, "exchange": "one_by_one"}),
    ("devils_hand", "2C 3D 4C 5C 6C", {"players": 2, "hand_size": 1}),
    ("oh_hell", "2C 3C 2D 3D", {"players": 3, "deals": 1}),
    ("konchinka", "2C 3C 5D", {"max_packs": 1}),
    ("konchinka", "2H 3H 2S 3S 5D", {"max_packs": 1}),
    ("semerik", "KH AH 2S 3S", {"target": 1}),
    ("devils_grip", "2C 3D 4H 5S", {"swaps": "none"}),
)
"""Games with few cards, and perhaps with jokers or equal cards."""


LARGER: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("devils_hand", "2C JK 4C 5C JK AC 9D", {"players": 2, "hand_size": 1, "jokers": 2}),
)
"""Games that take longer, because all the cards that they need have many orders."""


def parameters(always: Iterable[object], deep: Iterable[object]) -> pytest.MarkDecorator:
    """Return the parameters of a test, those that take long marked as deep."""
    marked = [pytest.param(*case, marks=pytest.mark.deep) for case in deep if isinstance(case, tuple)]
    return pytest.mark.parametrize(("name", "cards", "options"), [*always, *marked])


@parameters(SMALL, LARGER)
def test_chances_are_those_of_all_orders(name: str, cards: str, options: dict[str, Any]) -> None:
    module, pack = game(name), hand(cards)
    rules = module.Rules(**options)
    seats = promises_of(module, rules).seats
    assert seats is not None
    players = [uniform] * seats

    def scores(state: Any) -> object:
        outcome = module.outcome(state)
        assert outcome is not None
        return outcome.scores

    expected = enumeration.chances(module, start_game(module, rules, pack), players, scores)
    assert sum(expected.values()) == 1
    for merged in (True, False):
        assert Exact(module, rules, players, pack=pack, merged=merged).chances(scores) == expected


DECISIONS: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("macao", "7C 10C KD 3C", {"players": 2, "banks": 1, "overdraw": "bust"}),
    ("polish_bank", "2C 9C 4D AD", {"players": 2, "max_deals": 1, "initial_bank": 2}),
    ("ruka_dyavola", "10C 2D 3D JK", {"players": 2, "jokers": 2, "joker_value": 5}),
    ("oh_hell", "2C 3C 2D 3D", {"players": 3, "deals": 1}),
)
"""Games in which a seat decides once or more."""

LONGER_DECISIONS: Final[tuple[tuple[str, str, dict[str, Any]], ...]] = (
    ("macao", "7C 7D 10C KD 3C", {"players": 2, "banks": 1}),
    ("macao", "3C 4C 7D 5H 2H", {"players": 2, "banks": 1, "overdraw": "bust", "draw_again": True}),
    ("polish_bank", "2C 9C 4D AD", {"players": 2, "max_deals": 1, "initial_bank": 4, "early_exposure": True}),
    ("ruka_dyavola", "10C KC 2D 3D 4H", {"players": 2}),
    ("ruka_dyavola", "10C 2D 3D JK", {"players": 2, "jokers": 2, "joker_value": 5, "exchange": "one_by_one"}),
    ("devils_hand", "2C 3D 4C 5C 6C", {"players": 2, "hand_size": 1, "betting": "poker"}),
)
"""Games with more orders, and more decisions one after another."""


@parameters(DECISIONS, LONGER_DECISIONS)
def test_the_best_player_wins_the_most_in_each_information_set(name: str, cards: str, options: dict[str, Any]) -> None:
    module, pack = game(name), hand(cards)
    rules = module.Rules(**options)
    promised, first = promises_of(module, rules), start_game(module, rules, pack)
    assert promised.seats is not None
    for seat in range(promised.seats):
        players = [BEST if other == seat else uniform for other in range(promised.seats)]
        expected = enumeration.best(module, first, players, ordered=promised.hand_order_matters)
        for merged in (True, False):
            assert Exact(module, rules, players, pack=pack, merged=merged).expectation()[seat] == expected
        usual = Exact(module, rules, pack=pack).expectation()[seat]
        assert usual <= expected

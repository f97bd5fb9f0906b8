"""The environments of PettingZoo pass its own suites, and say what the games say."""

import copy
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest

from cardrules.chance import choice
from cardrules.errors import MissingExtraError
from cardrules.games import blackjack, devils_grip, devils_hand, oh_hell
from cardrules.numbering import NumberingError
from tests.adapters.games import all_games, chosen, deep

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from cardrules.adapters.pettingzoo import CardEnv, env

pytestmark = [
    pytest.mark.filterwarnings(
        "ignore:Observation"
    ),  # an observation with a mask is a dictionary, which the suite wonders at
    pytest.mark.filterwarnings("ignore:.*ILLEGAL MOVE"),
]


@deep
@all_games
def test_the_suites_of_pettingzoo(name: str, short: bool) -> None:
    game, rules, pack = chosen(name, short=short)
    cycles = 20 if short else 1_000
    api_test(env(game, rules, pack=pack), num_cycles=cycles)
    seed_test(lambda: env(game, rules, pack=pack), num_cycles=cycles)
    parallel_api_test(turn_based_aec_to_parallel(env(game, rules, pack=pack)), num_cycles=cycles)
    parallel_seed_test(lambda: turn_based_aec_to_parallel(env(game, rules, pack=pack)), num_cycles=cycles)


def played(table: CardEnv[Any, Any, Any], seed: int) -> dict[str, float]:
    """Play a game by random moves that are allowed; return what each agent earned."""
    rng, earned = Random(seed), dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=seed)
    for agent in iter(lambda: table.agent_selection if table.agents else None, None):
        seen, reward, terminated, truncated, _ = table.last()
        earned[agent] += reward
        allowed = [action for action, legal in enumerate(seen["action_mask"]) if legal]
        table.step(None if terminated or truncated else choice(allowed, rng))
    return earned


def test_rewards_add_up_to_the_scores() -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=3))
    for seed in range(5):
        earned = played(table, seed)
        result = oh_hell.outcome(table.episode.state)
        assert result is not None
        assert tuple(earned.values()) == result.scores


def test_what_was_paid_before_the_first_decision_counts() -> None:
    table = CardEnv(devils_hand, devils_hand.Rules(players=2))  # everybody has put a coin in the pot
    for seed in range(5):
        earned = played(table, seed)
        result = devils_hand.outcome(table.episode.state)
        assert result is not None
        assert tuple(earned.values()) == result.scores


def test_to_lower_a_penalty_is_a_reward() -> None:
    table = CardEnv(devils_grip, devils_grip.Rules())
    (earned,) = played(table, 0).values()
    result = devils_grip.outcome(table.episode.state)
    assert result is not None
    assert 0 < earned == 72 - result.scores[0]  # the cards left in the talon, all 72 at first


def test_a_seat_that_never_decides_is_no_agent() -> None:
    table = CardEnv(blackjack, blackjack.Rules())
    assert table.possible_agents == ["seat_0"]  # the other seat is the dealer's
    assert played(table, 0)["seat_0"] != 0


def test_the_same_seed_gives_the_same_series_of_games() -> None:
    one, other = (CardEnv(oh_hell, oh_hell.Rules(deals=1)) for _ in range(2))
    one.reset(seed=3)
    other.reset(seed=3)
    first = one.episode.state
    assert other.episode.state == first
    one.reset()
    other.reset()
    assert one.episode.state == other.episode.state != first


@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_as_the_environment_does(again: Callable[[Any], Any]) -> None:
    table = env(oh_hell, oh_hell.Rules(players=3, deals=1))
    table.reset(seed=0)
    other = again(table)
    for same in (table, other):
        same.step(0)
    assert other.unwrapped.episode.state == table.unwrapped.episode.state  # type: ignore[attr-defined]  # of the wrapped


def test_games_without_a_seed_differ() -> None:
    one, other = (CardEnv(oh_hell, oh_hell.Rules(deals=3)) for _ in range(2))
    one.reset()
    other.reset()
    assert one.episode.state != other.episode.state


def test_a_long_game_is_truncated() -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(), max_moves=7)
    played(table, 0)
    assert len(table.possible_agents) == 4
    table.reset(seed=0)
    for _ in range(7):
        assert not any(table.truncations.values())
        table.step(int(table.last()[0]["action_mask"].argmax()))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_only_the_agent_to_act_has_actions_and_wrong_ones_are_refused() -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=1))
    table.reset(seed=0)
    assert table.agent_selection == "seat_1"  # the dealer is seat 0
    assert table.observe("seat_1")["action_mask"].tolist() == [1, 1] + [0] * 52
    assert not table.observe("seat_2")["action_mask"].any()
    with pytest.raises(NumberingError, match="no legal move has the number 2"):
        table.step(2)


def test_an_illegal_action_ends_the_usual_environment() -> None:
    table = env(oh_hell, oh_hell.Rules(players=3, deals=1), illegal_reward=-5.0)
    table.reset(seed=0)
    table.step(40)
    assert all(table.terminations.values())
    assert table.rewards == {"seat_0": 0, "seat_1": -5.0, "seat_2": 0}


def test_a_picture_shows_what_the_agent_to_act_sees() -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=1), render_mode="ansi")
    played(table, 0)
    assert table.render().startswith("finished")
    table.reset(seed=0)
    lines = table.render().splitlines()
    assert lines[0] == "bidding, you are to act"
    assert sum("1 card" in line for line in lines) == 2  # the hands of the others


def test_without_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "cardrules.adapters.pettingzoo")
    with pytest.raises(MissingExtraError, match=r"pip install 'cardrules\[pettingzoo\]'"):
        import_module("cardrules.adapters.pettingzoo")

"""The environments of Gymnasium pass its own check, and say what the games say."""

import copy
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest

from cardrules.chance import choice
from cardrules.errors import MissingExtraError, RulesError
from cardrules.games import blackjack, devils_grip, devils_hand, oh_hell
from cardrules.zones import view
from tests.adapters.games import all_games, chosen, deep

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import TimeLimit

from cardrules.adapters.gymnasium import CardEnv

check_warns = pytest.mark.filterwarnings("ignore:.*WARN")  # numbers in a card game have no bounds known to all


@check_warns
@deep
@all_games
def test_the_check_of_gymnasium(name: str, short: bool) -> None:
    game, rules, pack = chosen(name, short=short)
    check_env(CardEnv(game, rules, pack=pack))


@check_warns
@pytest.mark.parametrize("game", [devils_grip, blackjack])
def test_the_check_of_gymnasium_for_one_player(game: Any) -> None:
    check_env(CardEnv(game, game.Rules()))


def played(table: CardEnv[Any, Any, Any], seed: int) -> float:
    """Play a game by random moves that are allowed; return what the agent earned."""
    rng, earned, over = Random(seed), 0.0, False
    table.reset(seed=seed)
    while not over:
        allowed = [action for action, legal in enumerate(table.action_masks()) if legal]
        _, reward, terminated, truncated, info = table.step(choice(allowed, rng))
        assert info == {"illegal": False}
        earned, over = earned + reward, terminated or truncated
    return earned


@pytest.mark.parametrize("seat", range(3))
def test_rewards_add_up_to_the_score_whoever_moved(seat: int) -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=3), seat=seat)
    for seed in range(5):
        earned = played(table, seed)
        result = oh_hell.outcome(table.episode.state)
        assert result is not None
        assert earned == result.scores[seat]


def test_the_others_play_as_their_players_do() -> None:
    asked = []

    def shy(seen: oh_hell.State, moves: tuple[oh_hell.Move, ...], _rng: Random) -> oh_hell.Move:
        assert view(seen, seen.to_act) == seen  # type: ignore[arg-type]  # a seat is to act
        asked.append(seen.to_act)
        return moves[0]

    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=1), seat=2, others=shy)
    table.reset(seed=0)
    assert asked == [1]  # the dealer is seat 0, and bids last
    table.step(1)
    assert asked == [1, 0, 1]  # the dealer bids, and the first bidder leads
    assert isinstance(table.episode.state, oh_hell.Playing)
    assert table.episode.state.table.bids == (0, 0, 1)


@pytest.mark.parametrize("seat", range(2))
def test_what_was_paid_before_the_first_decision_counts(seat: int) -> None:
    table = CardEnv(devils_hand, devils_hand.Rules(players=2), seat=seat)  # everybody has put a coin in the pot
    for seed in range(5):
        earned = played(table, seed)
        result = devils_hand.outcome(table.episode.state)
        assert result is not None
        assert earned == result.scores[seat]


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=1))
    seen, info = table.reset(seed=0)
    assert info == {}
    after, reward, terminated, truncated, info = table.step(40)
    assert (reward, terminated, truncated, info) == (0.0, False, False, {"illegal": True})
    assert (after["observation"] == seen["observation"]).all()


def test_a_limit_truncates_an_episode() -> None:
    table = TimeLimit(CardEnv(oh_hell, oh_hell.Rules(players=3, deals=1)), max_episode_steps=2)
    table.reset(seed=0)
    assert table.step(40)[2:4] == (False, False)
    assert table.step(41)[2:4] == (False, True)  # illegal actions count too


@pytest.mark.parametrize("again", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_as_the_environment_does(again: Callable[[Any], Any]) -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=1))
    table.reset(seed=0)
    other = again(table)
    assert other.step(0)[1:] == table.step(0)[1:]
    assert other.episode.state == table.episode.state
    other.reset()
    table.reset()
    assert other.episode.state == table.episode.state


def test_a_seat_that_never_decides_has_no_environment() -> None:
    with pytest.raises(RulesError, match=r"^seat must be one that decides, \(0,\), not 1$"):
        CardEnv(blackjack, blackjack.Rules(), seat=1)


def test_a_picture_shows_what_the_agent_sees() -> None:
    table = CardEnv(oh_hell, oh_hell.Rules(players=3, deals=1), seat=1, render_mode="ansi")
    table.reset(seed=0)
    lines = table.render().splitlines()
    assert lines[0] == "bidding, you are to act"
    assert sum("1 card" in line for line in lines) == 2  # the hands of the others


def test_without_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "cardrules.adapters.gymnasium")
    with pytest.raises(MissingExtraError, match=r"pip install 'cardrules\[gymnasium\]'"):
        import_module("cardrules.adapters.gymnasium")

"""The games of OpenSpiel pass its own suites, and say what the games say."""

import copy
import pickle
import sys
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

import pytest

from cardrules.chance import choice
from cardrules.errors import MissingExtraError, RulesError
from cardrules.games import draw_poker, oh_hell
from cardrules.games.draw_poker import DEUCES_WILD
from tests.adapters.games import all_games, deep, parameters

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import pyspiel
from open_spiel.python.algorithms.generate_playthrough import playthrough_lines
from open_spiel.python.tests import games_sim_test

from cardrules.adapters.histories import LONGEST
from cardrules.adapters.openspiel import register
from cardrules.adapters.openspiel.states import CardGame, CardState


@deep
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
@all_games
def test_the_suites_of_openspiel(name: str, chance: str, short: bool) -> None:
    game = pyspiel.load_game(parameters(name, short=short, chance=chance))
    explicit = chance == "explicit"  # a sampled shuffle is drawn anew when a history is played again
    pyspiel.random_sim_test(game, num_sims=1, serialize=explicit, verbose=False)
    games_sim_test.GamesSimTest().sim_game(
        game, check_pyspiel_serialization=explicit, check_pickle_serialization=explicit
    )


@deep
@all_games
def test_playthroughs(name: str, short: bool) -> None:
    game = parameters(name, short=short)
    lines = playthrough_lines(game, seed=1)
    histories = [line.removeprefix("History() = ") for line in lines if line.startswith("History()")]
    actions = [int(action) for action in histories[-1].strip("[]").split(", ")]
    assert playthrough_lines(game, action_sequence=actions, seed=2) == lines
    assert "IsTerminal() = True" in lines


def load(name: str) -> CardGame:
    game = pyspiel.load_game(name)
    assert isinstance(game, CardGame)
    return game


def begin(game: CardGame) -> CardState:
    state = game.new_initial_state()
    assert isinstance(state, CardState)
    return state


def deal(state: CardState, cards: str) -> None:
    """Let chance draw these cards."""
    for card in cards.split():
        (action,) = [action for action, _ in state.chance_outcomes() if state.action_to_string(action) == card]
        state.apply_action(action)


ONE_CARD = "python_cardrules_oh_hell(players=3,deals=1)"


def test_a_game_tells_its_measures() -> None:
    game = load(ONE_CARD)
    assert (game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()) == (3, 54, 52)
    assert (game.min_utility(), game.max_utility()) == (0, 11)
    assert game.max_game_length() == 7  # a shuffle, three bids and three cards
    assert game.max_chance_nodes_in_history() == 7 * 52
    assert load("python_cardrules_oh_hell(players=3,deals=1,chance=sampled)").max_chance_nodes_in_history() == 7
    assert str(game) == ONE_CARD.replace("players=3,deals=1", "deals=1,players=3")
    grip = load("python_cardrules_devils_grip()")
    assert (grip.min_utility(), grip.max_utility()) == (0, 72)  # what is left at the end is a penalty
    assert grip.max_game_length() == LONGEST
    assert load("python_cardrules_blackjack()").num_players() == 1


def test_each_card_that_matters_is_a_node_of_chance() -> None:
    state = begin(load(ONE_CARD))
    assert state.chance_outcomes() == [(card, 1 / 52) for card in range(52)]
    deal(state, "KS")
    assert (0, 1 / 51) in state.chance_outcomes()
    assert len(state.chance_outcomes()) == 51
    assert str(state).endswith("drawn K♠")
    deal(state, "2C 3C")
    assert not state.is_chance_node()  # the other 49 cards do not matter
    assert [str(hand) for hand in state.played.state.hands] == ["3♣", "K♠", "2♣"]  # the dealer, seat 0, gets the last


def test_equal_cards_of_several_packs_are_one_outcome() -> None:
    state = begin(load("python_cardrules_blackjack(decks=2)"))
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(card, 2 / 104) for card in range(52)]


def test_a_sampled_shuffle_is_one_node() -> None:
    game = load("python_cardrules_oh_hell(players=3,deals=1,chance=sampled)")
    dealt = set()
    for _ in range(20):
        state = begin(game)
        assert state.chance_outcomes() == [(0, 1.0)]
        assert state.action_to_string(0) == "shuffle"
        state.apply_action(0)
        dealt.add(state.information_state_string(1))
    assert len(dealt) > 1


def test_sampled_shuffles_of_the_same_seed_are_the_same() -> None:
    def dealt(seed: str) -> list[str]:
        game = load(f"python_cardrules_oh_hell(players=3,deals=1,chance=sampled{seed})")
        states = [begin(game) for _ in range(5)]
        for state in states:
            state.apply_action(0)
        return [state.information_state_string(1) for state in states]

    assert dealt(",rng_seed=7") == dealt(",rng_seed=7") != dealt(",rng_seed=8")
    assert len(set(dealt(",rng_seed=7"))) > 1
    assert dealt("") != dealt("")


def test_information_states_tell_what_was_seen_and_no_more() -> None:
    def after(cards: str, *actions: int) -> CardState:
        state = begin(load(ONE_CARD))
        deal(state, cards)
        for action in actions:
            state.apply_action(action)
        return state

    one, other = after("KS 2C 3C", 1, 0), after("KS 4H 5H", 1, 0)
    assert one.information_state_string(1) == other.information_state_string(1)
    assert one.information_state_string(2) != other.information_state_string(2)
    assert one.information_state_string(1) != after("KS 2C 3C", 0, 0).information_state_string(1)
    assert one.observation_string(1) == other.observation_string(1)
    assert one.observation_tensor(1) == other.observation_tensor(1)
    assert one.observation_tensor(2) != other.observation_tensor(2)


def test_observers_tell_public_from_private_knowledge() -> None:
    game = load(ONE_CARD)
    one, other = begin(game), begin(game)
    deal(one, "KS 2C 3C")
    deal(other, "AS 2C 3C")
    public = game.make_py_observer(pyspiel.IIGObservationType(False, True, pyspiel.PrivateInfoType.NONE))
    private = game.make_py_observer(pyspiel.IIGObservationType(False, False))
    assert public.string_from(one, 1) == public.string_from(other, 1)
    assert private.string_from(one, 1) == "hand K♠"
    assert private.string_from(one, 1) != private.string_from(other, 1)
    assert private.string_from(one, 2) == private.string_from(other, 2)
    seen = game.make_py_observer()
    seen.set_from(one, 1)
    assert seen.dict["hands"].shape == (3, 53)
    assert seen.dict["hands"].sum(axis=0)[:-1].nonzero()[0].tolist() == [51 - 1]  # the king of spades
    recall = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(one, 1)
    assert recall.tensor is None


def test_rewards_are_what_was_earned_since_the_last_decision() -> None:
    state = begin(load("python_cardrules_devils_hand(players=2)"))
    rng = Random(0)
    while state.is_chance_node():
        state.apply_action(choice(state.chance_outcomes(), rng)[0])
    assert state.rewards() == state.returns() == [-1.0, -1.0]  # the ante
    state.apply_action(state.legal_actions()[0])
    assert sum(state.rewards()) in (0.0, -1.0)


def test_options_are_parameters() -> None:
    register(draw_poker, "python_cardrules_deuces_wild", DEUCES_WILD)
    wild = load("python_cardrules_deuces_wild(players=3)")
    assert (wild.task.rules.wild, wild.task.rules.players) == (DEUCES_WILD.wild, 3)
    blackjack = load("python_cardrules_blackjack(blackjack_pays=6/5)")
    assert blackjack.task.rules.blackjack_pays == Fraction(6, 5)
    assert load("python_cardrules_oh_hell(deals=-1)").task.rules == oh_hell.Rules()
    hook = load("python_cardrules_oh_hell(hook=true,nil_scoring=five_plus,deals=2)").task.rules
    assert hook == oh_hell.Rules(hook=True, nil_scoring="five_plus", deals=2)
    assert len(load("python_cardrules_oh_hell(deals=1,pack=2C 3C 4C 5C)").task.cards) == 4
    with pytest.raises(RulesError, match=r"^deals must be at most 13 for 4 players, not 14$"):
        pyspiel.load_game("python_cardrules_oh_hell(deals=14)")
    with pytest.raises(RulesError, match=r"^chance must be 'explicit' or 'sampled', not 'none'$"):
        pyspiel.load_game("python_cardrules_oh_hell(chance=none)")


def test_states_survive_pickling() -> None:
    state, rng = begin(load(parameters("oh_hell"))), Random(0)
    for _ in range(30):
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state)
        assert again.information_state_string(0) == state.information_state_string(0)
        assert copy.deepcopy(state.played) is state.played
        actions = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(choice(actions, rng))


def test_a_game_without_an_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.adapters.histories.LONGEST", 5)
    state: Any = begin(load("python_cardrules_devils_grip(chance=sampled)"))
    for _ in range(5):
        assert not state.is_terminal()
        state.apply_action(0 if state.is_chance_node() else state.legal_actions()[0])
    assert state.is_terminal()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_without_openspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "cardrules.adapters.openspiel")
    with pytest.raises(MissingExtraError, match=r"pip install 'cardrules\[openspiel\]'"):
        import_module("cardrules.adapters.openspiel")

"""Games as tasks for learners, and single games from a seed."""

import pickle
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from cardrules.adapters.episodes import Episode, Task
from cardrules.adapters.histories import begin
from cardrules.cards import PACK_52
from cardrules.errors import RulesError
from cardrules.game import Promises
from cardrules.games import blackjack, devils_grip, devils_hand, oh_hell
from cardrules.seats import Seat
from tests.sheets import hand

ONE_CARD = oh_hell.Rules(players=3, deals=1)


def test_only_games_that_tell_their_facts_are_tasks() -> None:
    untold: Any = SimpleNamespace(**vars(oh_hell) | {"promises": lambda _: Promises()})
    with pytest.raises(RulesError, match="must promise its seats, its moves and its standings"):
        Task(untold, ONE_CARD)


def test_a_range_that_is_not_promised_is_infinite() -> None:
    def promises(rules: oh_hell.Rules) -> Promises[oh_hell.State]:
        return evolve(oh_hell.promises(rules), score_range=None, reached=None)

    untold: Any = SimpleNamespace(**vars(oh_hell) | {"promises": promises})
    task = Task(untold, ONE_CARD)
    assert task.return_range == (-float("inf"), float("inf"))
    assert begin(task).reached == tuple(range(52))


def test_what_a_task_tells_beforehand() -> None:
    task = Task(oh_hell, ONE_CARD)
    assert (task.players, task.cards, task.kinds) == ((0, 1, 2), PACK_52, tuple(PACK_52))
    assert (task.numbering.count, task.return_range) == (2 + 52, (0, 11))
    assert Task(oh_hell, ONE_CARD, hand("2C 3C 4C")).kinds == tuple(hand("2C 3C 4C"))
    two_packs = Task(blackjack, blackjack.Rules(decks=2))
    assert (two_packs.players, len(two_packs.cards), len(two_packs.kinds)) == ((0,), 104, 52)


def test_penalties_are_losses() -> None:
    task = Task(devils_grip, devils_grip.Rules())
    assert task.return_range == (0.0, 72.0)  # no card of the talon can be played, or all
    assert task.returns(task.start) == [0]


@pytest.mark.parametrize(("seat", "actions"), [(0, []), (1, [0, 1]), (2, [])])
def test_only_the_seat_to_act_has_actions(seat: Seat, actions: list[int]) -> None:
    episode = Episode(Task(oh_hell, ONE_CARD), 0)
    assert episode.to_act == 1  # the dealer is seat 0
    mask = episode.task.mask(episode.state, seat)
    assert [action for action, allowed in enumerate(mask) if allowed] == actions
    assert len(mask) == 54


def test_the_first_reward_counts_an_ante() -> None:
    episode = Episode(Task(devils_hand, devils_hand.Rules(players=2)), 0)
    assert episode.task.returns(episode.state) == [-1, -1]
    stand, *_ = devils_hand.legal_moves(episode.state)
    first = episode.act(stand)
    assert first == episode.task.returns(episode.state)
    assert episode.moves == 1


def test_the_same_seed_gives_the_same_game() -> None:
    task = Task(oh_hell, oh_hell.Rules())
    assert Episode(task, 1).state == Episode(task, 1).state != Episode(task, 2).state
    assert Episode(task, 1).rng.random() == Episode(task, 1).rng.random()


def test_a_task_is_pickled_by_its_name_and_shared_by_copies() -> None:
    task = Task(oh_hell, ONE_CARD, hand("2C 3C 4C"))
    again = pickle.loads(pickle.dumps(task))
    assert (again.game, again.rules, again.pack) == (oh_hell, ONE_CARD, hand("2C 3C 4C"))
    assert deepcopy(task) is task

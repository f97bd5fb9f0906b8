"""Play-outs: how far they go, and what they earn each seat."""

from random import Random
from typing import Any

import hearts
import pytest

from cardrules.game import NATURE, pack_of, playout, replay, states
from cardrules.games import devils_grip, oh_hell, polish_bank, spades
from cardrules.thinking import playouts
from cardrules.thinking.playouts import Playouts, lowest_wins
from cardrules.zones import cards_in


def after_moves(game: Any, rules: Any, moves: int) -> Any:
    return replay(game, playout(game, rules, Random(1), moves))


def test_the_deal_ends_at_the_next_shuffle_of_all_cards() -> None:
    rules = oh_hell.Rules(players=3, deals=3)
    state = Playouts(oh_hell, rules).finish(after_moves(oh_hell, rules, 1), Random(0))
    assert isinstance(state, oh_hell.Shuffling)
    assert state.table.played is not None


def test_the_last_deal_ends_with_the_game() -> None:
    rules = oh_hell.Rules(players=3, deals=1)
    assert Playouts(oh_hell, rules).finish(after_moves(oh_hell, rules, 1), Random(0)).to_act is None


def test_a_shuffle_of_fewer_cards_ends_nothing() -> None:
    """The banker of Polish Bank shuffles what is left of the pack."""
    rules = polish_bank.Rules()
    found = Playouts(polish_bank, rules)
    game = playout(polish_bank, rules, Random(0))
    part = next(state for state in states(polish_bank, game) if state.to_act is NATURE and len(pack_of(state)) < 104)
    assert not found.ends(part)
    assert found.finish(part, Random(0)) != part


def test_a_number_of_moves_is_a_horizon_too() -> None:
    rules = oh_hell.Rules(players=3, deals=5)
    state: oh_hell.State = Playouts(oh_hell, rules, 2).finish(after_moves(oh_hell, rules, 1), Random(0))
    assert isinstance(state, oh_hell.Bidding)
    assert sum(bid is not None for bid in state.bids) == 2


def test_the_whole_game_is_a_horizon_too() -> None:
    rules = oh_hell.Rules(players=3, deals=5)
    assert Playouts(oh_hell, rules, "game").finish(oh_hell.start(rules), Random(0)).to_act is None


def test_points_are_compared_with_those_of_the_average_seat() -> None:
    rules = oh_hell.Rules(players=3, deals=1)
    found, state = Playouts(oh_hell, rules), after_moves(oh_hell, rules, 99)
    assert found.standing(state) == list(state.table.scores)
    assert found.rewards((0, 0, 0), state) == pytest.approx(centred(state.table.scores))


def centred(scores: tuple[int, ...]) -> list[float]:
    return [score - sum(scores) / len(scores) for score in scores]


def test_partners_want_the_same() -> None:
    rules = spades.Rules(max_deals=1)
    found, state = Playouts(spades, rules), after_moves(spades, rules, 999)
    rewards = found.rewards((0, 0, 0, 0), state)
    assert rewards[0] == rewards[2] == -rewards[1] == -rewards[3]


def test_the_points_of_patience_are_not_compared_and_penalties_are_negated() -> None:
    found = Playouts(devils_grip, devils_grip.Rules())
    assert lowest_wins(devils_grip, devils_grip.Rules())
    state = after_moves(devils_grip, devils_grip.Rules(), 40)
    assert isinstance(state, devils_grip.Playing)
    assert found.rewards((-72,), state) == [72 - len(cards_in(state.talon))]


def test_a_game_without_standings_is_played_to_its_end() -> None:
    class Silent:
        start, legal_moves = staticmethod(oh_hell.start), staticmethod(oh_hell.legal_moves)
        apply, outcome = staticmethod(oh_hell.apply), staticmethod(oh_hell.outcome)

    rules = oh_hell.Rules(players=3, deals=2)
    found: Playouts[Any, Any, Any] = Playouts(Silent(), rules)
    before = after_moves(oh_hell, rules, 1)
    assert found.standing(before) == ()
    state = found.finish(before, Random(0))
    assert state.to_act is None
    assert found.rewards((), state) == pytest.approx(centred(state.table.scores))
    assert found.rewards((), before) == []


def test_penalties_of_a_game_without_standings_are_negated() -> None:
    rules = hearts.Rules(target=30)
    found = Playouts(hearts, rules)
    state = found.finish(hearts.start(rules), Random(0))
    outcome = hearts.outcome(state)
    assert outcome is not None
    assert found.rewards((), state) == pytest.approx([sum(outcome.scores) / 4 - score for score in outcome.scores])


def test_a_win_counts_as_one_for_all_who_share_it() -> None:
    rules = oh_hell.Rules(players=3, deals=1)
    found = Playouts(oh_hell, rules, aim="win")
    won = set()
    for seed in range(20):
        state = found.finish(after_moves(oh_hell, rules, 1), Random(seed))
        outcome = oh_hell.outcome(state)
        assert outcome is not None
        winners = outcome.winners
        won.add(len(winners))
        expected = [(seat in winners) / len(winners) - 1 / 3 for seat in range(3)]
        assert found.rewards(found.standing(oh_hell.start(rules)), state) == pytest.approx(expected)
    assert {1, 2} <= won


def test_a_play_out_that_does_not_end_earns_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "LONGEST", 5)
    rules = oh_hell.Rules(players=3, deals=3)
    found = Playouts(oh_hell, rules, aim="win")
    state = found.finish(oh_hell.start(rules), Random(0))
    assert state.to_act is not None
    assert found.rewards((), state) == []
    assert not lowest_wins(oh_hell, rules)

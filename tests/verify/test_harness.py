"""The harness on games that users bring: modules, records of functions, objects."""

import importlib.util
import sys
from collections.abc import Callable

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from cardrules import verify as verify_package
from cardrules.cards import Deck, Hand
from cardrules.errors import MissingExtraError
from cardrules.game import Outcome, Record, Shuffled, replay
from cardrules.games import oh_hell
from cardrules.verify import (
    LAWS,
    BrokenLawError,
    cards,
    explore,
    packs,
    perft,
    playouts,
    rules_of,
    shuffles,
    states,
    traces,
    verdicts,
    verify,
)
from tests.verify import little
from tests.verify.little import Move, Rules, State


@frozen
class Functions:
    """A game as a record of functions, which promises nothing."""

    start: Callable[[Rules], State] = little.start
    legal_moves: Callable[[State], tuple[Move, ...]] = little.legal_moves
    apply: Callable[[State, Move | Shuffled], State] = little.apply
    outcome: Callable[[State], Outcome | None] = little.outcome


class Methods:
    """A game as an object."""

    def start(self, rules: Rules, /) -> State:
        return little.start(rules)

    def legal_moves(self, state: State, /) -> tuple[Move, ...]:
        return little.legal_moves(state)

    def apply(self, state: State, move: Move | Shuffled, /) -> State:
        return little.apply(state, move)

    def outcome(self, state: State, /) -> Outcome | None:
        return little.outcome(state)


def test_a_module_is_verified() -> None:
    assert [verdict.status for verdict in verify(little, Rules(), examples=5)] == ["kept"] * len(LAWS)


@pytest.mark.parametrize("game", [Functions(), Methods()], ids=["record", "object"])
def test_a_record_of_functions_and_an_object_are_verified_and_what_they_do_not_promise_is_skipped(
    game: Functions | Methods,
) -> None:
    found = {verdict.law: (verdict.status, verdict.text) for verdict in verify(game, Rules(), examples=5)}
    skipped = {law: text for law, (status, text) in found.items() if status == "skipped"}
    assert skipped == {
        "play ends": "the game promises no longest play",
        "money adds up": "the game promises no sum of money or points",
        "seats are symmetric": "the game does not promise that seats are alike",
        "suits are symmetric": "the game does not promise that suits are alike",
    }


def losing(state: State, move: Move | Shuffled) -> State:
    """A little game that loses the stock when the play begins."""
    after = little.apply(state, move)
    return evolve(after, stock=Deck()) if isinstance(after, little.Playing) else after


def test_a_broken_law_is_raised_with_a_program_that_shows_it() -> None:
    with pytest.raises(BrokenLawError) as caught:
        verify(Functions(apply=losing), Rules(players=2))
    text = str(caught.value)
    assert text.startswith("cards are conserved: lost: ")
    program = text.partition("\n\n")[2].replace("game = ...", "game = Functions(apply=losing)")
    place = {"Functions": Functions, "losing": losing}
    exec(program, place)  # noqa: S102  # the program is what is tested
    state = place["state"]
    assert isinstance(state, little.Playing)
    assert not state.stock


def test_a_crash_breaks_the_law_about_listed_moves() -> None:
    def crash(state: State, move: Move | Shuffled) -> State:
        known: dict[object, State] = {}
        return known[move] if isinstance(move, little.Keep) else little.apply(state, move)

    found = {verdict.law: verdict for verdict in verdicts(Functions(apply=crash), Rules(), examples=5)}
    assert found["listed moves apply"].status == "broken"
    assert "KeyError" in found["listed moves apply"].text
    assert str(found["listed moves apply"]).startswith("broken   listed moves apply: ")


def test_a_seat_without_moves_ends_the_trace_and_breaks_a_law() -> None:
    game = Functions(legal_moves=lambda state: () if isinstance(state, little.Playing) else little.legal_moves(state))
    found = {verdict.law: verdict for verdict in verdicts(game, Rules(), examples=5)}
    assert found["moves are listed while a seat acts"].text.startswith("0 legal moves while to_act is 1")


def test_the_same_seed_gives_the_same_verdicts() -> None:
    game = Functions(apply=losing)
    quick = LAWS[:3]
    texts = [[str(verdict) for verdict in verdicts(game, Rules(), examples=3, seed=5, laws=quick)] for _ in range(2)]
    assert texts[0] == texts[1]


@given(st.data())
def test_strategies_of_cards(data: st.DataObject) -> None:
    pack = data.draw(packs(least=3, most=9))
    assert 3 <= len(set(pack)) == len(pack) <= 9
    assert pack == pack.sorted()
    assert sorted(map(str, data.draw(shuffles(pack)).cards)) == sorted(map(str, pack))
    assert data.draw(cards(pack)) in pack


@given(rules_of(oh_hell.Rules))
def test_rules_of_gives_options_that_fit_each_other(rules: oh_hell.Rules) -> None:
    assert 1 <= rules.last_deal <= oh_hell.DEALS[rules.players]


@settings(max_examples=20)
@given(playouts(little, Rules()), states(little, Rules()))
def test_strategies_of_play(record: Record[Rules, Move], state: State) -> None:
    assert little.outcome(replay(little, record)) is not None
    assert state.rules == Rules()


@settings(max_examples=5, deadline=None)
@given(traces(oh_hell, oh_hell.Rules(players=3)))
def test_long_games_are_played_to_their_end(trace: object) -> None:
    assert repr(trace).endswith(" moves by Rules(players=3, deals=None, nil_scoring='flat', hook=False)>")


def test_explore_counts_every_state_of_a_small_pack() -> None:
    """Three players, one card each of three: 6 orders; bids 2 x 2 x 2; the three plays.

    Before the bids 1 + 6 states; while bidding 6 x (2 + 4); then 6 x 8 at the first play, as many after the first and
    after the second card, and as many ends.
    """
    rules = oh_hell.Rules(players=3, deals=1)
    small = evolve(oh_hell.start(rules).table, stock=Hand.parse("2C 3C 4D"))
    found = explore(oh_hell, rules, oh_hell.Shuffling(small))
    assert found.states == 1 + 6 + 6 * (2 + 4) + 4 * 6 * 8
    assert (found.ends, found.longest) == (6 * 8, 7)


def test_explore_shows_how_a_law_is_broken() -> None:
    game = Functions(apply=losing)
    start = little.Dealing(Rules(), 0, Hand.parse("2C 3C 2D 3D 2H"))
    with pytest.raises(BrokenLawError, match=r"lost: (?s:.*)state = game\.start"):
        explore(game, Rules(), start)


def test_explore_finds_play_that_can_go_round() -> None:
    round_and_round = Functions(
        apply=lambda state, move: state if isinstance(move, little.Keep) else losing(state, move)
    )
    start = little.Dealing(Rules(), 0, Hand.parse("2C 3C 2D 3D 2H"))
    assert explore(round_and_round, Rules(), start, laws=()).longest is None


def test_perft_counts_lines_of_play() -> None:
    """The first deal of Oh Hell for four: one shuffle, two bids each, one card each."""
    state = oh_hell.start(oh_hell.Rules())
    assert perft(oh_hell, state, 9) == (1, 1, 2, 4, 8, 16, 16, 16, 16, 16)
    assert perft(oh_hell, state, 0) == (1,)


def test_without_hypothesis_one_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    spec = importlib.util.spec_from_file_location("without_hypothesis", verify_package.__file__)
    assert spec is not None
    assert spec.loader is not None
    with pytest.raises(MissingExtraError, match=r"pip install 'cardrules\[verify\]'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))

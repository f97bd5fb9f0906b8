"""The harness on games that users bring: modules, records of functions, objects."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from attrs import evolve, frozen
from hypothesis import find, given, settings
from hypothesis import strategies as st

from cardrules import verify as verify_package
from cardrules.cards import Card, Deck, Hand
from cardrules.errors import MissingExtraError
from cardrules.game import Outcome, Record, Ruling, Shuffled, replay
from cardrules.games import oh_hell
from cardrules.verify import (
    LAWS,
    BrokenLawError,
    Law,
    cards,
    explore,
    packs,
    perft,
    playouts,
    rules_of,
    shrinking,
    shuffles,
    states,
    traces,
    verdicts,
    verify,
)
from cardrules.zones import cards_in
from tests.bazaar import Functions as GenericFunctions
from tests.verify import little
from tests.verify.little import Move, Rules, State

LAW = {law.name.replace(" ", "_"): law for law in LAWS}
cards_are_conserved, secrets_stay_secret = LAW["cards_are_conserved"], LAW["secrets_stay_secret"]
BOUNDS = LAW["play_ends"], LAW["scores_are_in_bounds"]


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
    found = verify(little, Rules(), examples=5)
    assert [verdict.law for verdict in found] == [law.name for law in LAWS]
    assert [verdict.law for verdict in found if verdict.status == "skipped"] == [
        "ranks are symmetric",
        "longer matches begin alike",
    ]
    assert {verdict.status for verdict in found} == {"kept", "skipped"}


@pytest.mark.parametrize("game", [Functions(), Methods()], ids=["record", "object"])
def test_a_record_of_functions_and_an_object_are_verified_and_what_they_do_not_promise_is_skipped(
    game: Functions | Methods,
) -> None:
    found = {verdict.law: (verdict.status, verdict.text) for verdict in verify(game, Rules(), examples=5)}
    skipped = {law: text for law, (status, text) in found.items() if status == "skipped"}
    assert skipped == {
        "play ends": "the game promises no shortest or longest play",
        "only the referee rules": "the game knows no rulings of a referee",
        "leaders win": "the game does not promise that the best score wins",
        "money adds up": "the game promises no sum of money or points",
        "funds are no debts": "the game names no funds",
        "seats are as told": "the game does not say how many seats there are",
        "standings end as scores": "the game does not say where the seats stand",
        "other places do not matter": "the game does not say how much of a shuffle matters",
        "moves have numbers": "the game does not say which moves there are",
        "what is alike makes no difference": "the game does not say what is alike",
        "seats are symmetric": "the game does not promise that seats are alike",
        "suits are symmetric": "the game does not promise that suits are alike",
        "ranks are symmetric": "the game does not promise that ranks are alike",
        "money scales": "the game does not say how its money is scaled",
        "longer matches begin alike": "the game does not say how a match is made longer",
    }


def test_a_kept_bound_says_how_near_the_games_came() -> None:
    """A shuffle, three changes of hands and two tricks of three cards; whoever takes both has four coins."""
    found = {verdict.law: verdict.text for verdict in verify(little, Rules(players=3), examples=60, laws=BOUNDS)}
    assert found == {
        "play ends": "10 moves at most, of 10 promised",
        "scores are in bounds": "from -2 to 4, of -2 to 4 promised",
    }


def test_without_a_bound_there_is_nothing_to_come_near() -> None:
    texts = [verdict.text for verdict in verify(Functions(), Rules(), examples=1, laws=BOUNDS)]
    assert texts == ["the game promises no shortest or longest play", ""]


def losing(state: State, move: Move | Shuffled) -> State:
    """A little game that loses the stock when the play begins."""
    after = little.apply(state, move)
    return evolve(after, stock=Deck()) if isinstance(after, little.Playing) else after


def test_a_broken_law_is_raised_with_a_program_that_shows_it() -> None:
    with pytest.raises(BrokenLawError) as caught:
        verify(Functions(apply=losing), Rules(players=2), examples=5, laws=LAWS[:-1])
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


def test_a_game_with_a_memory_breaks_laws_in_a_sentence() -> None:
    """Which moves are legal changes from call to call, so that no game is ever the same again."""
    calls = count()

    def legal_moves(state: State) -> tuple[Move, ...]:
        moves = little.legal_moves(state)
        return moves[: 1 + next(calls) % 2]

    found = {verdict.law: verdict for verdict in verdicts(Functions(legal_moves=legal_moves), Rules(), examples=5)}
    listed = found["moves are listed while a seat acts"]
    assert listed.text.startswith("asked again, legal_moves returns other moves, or another order")
    assert {verdict.status for verdict in found.values()} == {"kept", "skipped", "broken"}


def test_a_fault_that_shows_once_is_reported_with_a_sentence() -> None:
    """The first moment that is looked at is the only one at which the law is broken."""
    first = iter([True])

    def once(moment: object) -> None:
        if next(first, False):
            raise BrokenLawError("it is broken")

    (verdict,) = verdicts(little, Rules(), examples=2, laws=(Law(once, 1),))
    assert verdict.status == "broken"
    assert verdict.text.startswith(
        "it is broken; in the same game again the law was kept: the functions of the game are not pure\n"
    )


def losing_late(state: oh_hell.State, move: oh_hell.Move | Shuffled) -> oh_hell.State:
    """Oh Hell that loses the stock in the sixth deal, when the play begins: after 114 moves at least."""
    after = oh_hell.apply(state, move)
    if isinstance(after, oh_hell.Playing) and after.table.size == 6:
        return evolve(after, table=evolve(after.table, stock=Deck()))
    return after


def test_a_fault_late_in_a_long_game_is_shown_from_the_last_shuffle() -> None:
    """The state before the sixth deal, a shuffle and three bids of 0."""
    game = GenericFunctions(oh_hell.start, oh_hell.legal_moves, losing_late, oh_hell.outcome)
    rules = oh_hell.Rules(players=3, deals=8)
    (verdict,) = verdicts(game, rules, examples=1, laws=(cards_are_conserved,))
    fault, _, program = verdict.text.partition("\n\n")
    place: dict[str, object] = {"game": game}
    exec(program.replace("game = ...", "pass"), place)  # noqa: S102  # the program is what is tested
    state = place["state"]
    assert isinstance(state, oh_hell.Playing)
    lost = [card.text for card in cards_in(oh_hell.start(rules)) if card not in cards_in(state)]
    assert fault == f"lost: {' '.join(lost)}"
    assert program.count("Bid(0)") == 3
    assert len(program.splitlines()) < 20


@pytest.mark.parametrize("seed", range(20))
def test_a_leak_at_one_moment_of_a_match_is_found(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the play of the third deal begins, the holder of 2♣ is to act; a moment later nothing shows."""
    monkeypatch.setattr(shrinking, "SECONDS", -1)  # the simplest game is not what is tested here

    def apply(state: oh_hell.State, move: oh_hell.Move | Shuffled) -> oh_hell.State:
        after = oh_hell.apply(state, move)
        if isinstance(state, oh_hell.Bidding) and isinstance(after, oh_hell.Playing) and after.table.size == 3:
            holders = [seat for seat, hand in enumerate(after.hands) if Card.parse("2C") in hand]
            return evolve(after, to_act=holders[0]) if holders else after
        return after

    game = GenericFunctions(oh_hell.start, oh_hell.legal_moves, apply, oh_hell.outcome)
    (verdict,) = verdicts(game, oh_hell.Rules(players=3, deals=6), seed=seed, laws=(secrets_stay_secret,))
    assert verdict.status == "broken"
    assert "to_act" in verdict.text.partition("\n")[0]


def test_a_slow_game_is_shown_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs out before the first try: the game is shown as it was found."""
    monkeypatch.setattr(shrinking, "SECONDS", -1)
    (verdict,) = verdicts(Functions(apply=losing), Rules(), examples=3, laws=(cards_are_conserved,))
    assert verdict.text.startswith("lost: ")


def test_verify_leaves_no_files_runs_none_and_heeds_no_setting(tmp_path: Path) -> None:
    """A module of the working directory has the name of one that the harness imports."""
    (tmp_path / "attrs.py").write_text("raise SystemExit('this file was run')", encoding="utf-8")
    program = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "from cardrules.games import oh_hell\n"
        "from cardrules.verify import verify\n"
        "for verdict in verify(oh_hell, oh_hell.Rules(players=3, deals=1), examples=2): print(verdict)\n"
    )
    settings = {"PYTHONPATH": str(tmp_path), "PYTHONIOENCODING": "ascii", "PYTHONHASHSEED": "7", "CI": "1"}
    ran = subprocess.run(  # noqa: S603  # this interpreter and a program of our own
        [sys.executable, "-P", "-c", program],
        cwd=tmp_path,
        env=os.environ | settings | {"HYPOTHESIS_PROFILE": "ci", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    expected = verify(oh_hell, oh_hell.Rules(players=3, deals=1), examples=2)
    assert ran.stdout.splitlines() == list(map(str, expected)), ran.stderr
    assert expected[-1].status == "kept"
    assert [path.name for path in tmp_path.iterdir()] == ["attrs.py"]


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
    assert 1 <= max(rules.sizes) <= oh_hell.DEALS[rules.players]


@settings(max_examples=20)
@given(playouts(little, Rules()), states(little, Rules()))
def test_strategies_of_play(record: Record[Rules, Move], state: State) -> None:
    assert little.outcome(replay(little, record)) is not None
    assert state.rules == Rules()


@settings(max_examples=5, deadline=None)
@given(traces(oh_hell, oh_hell.Rules(players=3)))
def test_long_games_are_played_to_their_end(trace: object) -> None:
    assert repr(trace).endswith(f" moves by {oh_hell.Rules(players=3)}>")


def test_strategies_let_the_referee_rule_now_and_then() -> None:
    trace = find(
        traces(little, Rules(referee=True)), lambda trace: any(isinstance(move, Ruling) for move in trace.moves)
    )
    assert little.outcome(trace.states[-1]) is not None


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
    with pytest.raises(BrokenLawError, match=r"lost: (?s:.*)state = Dealing\(Rules\(\), 0, "):
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

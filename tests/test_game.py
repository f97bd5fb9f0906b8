"""Shuffles, caching, play-outs and records, tested with Oh Hell."""

import copy
import random
import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cards import JOKER, PACK_52, Deck, Hand
from cardrules.errors import NoSuchCardError, RecordError, RulesError, WrongGameError
from cardrules.game import (
    NATURE,
    Outcome,
    Promises,
    Record,
    Shuffled,
    cache_last,
    name_of,
    pack_for_play,
    pack_of,
    playout,
    refuse_state,
    replay,
    require_state,
    shuffle,
    shuffled_deck,
    stacked,
    start_game,
    states,
)
from cardrules.games import oh_hell, spades
from cardrules.games.oh_hell import Bid, Play, Rules
from cardrules.moves import IllegalMoveError
from cardrules.zones import cards_in
from tests.sheets import card, hand

SHORT = Rules(players=3, deals=2)
FOUR = hand("2C 2C 3C JK")


@given(st.permutations(FOUR))
def test_a_shuffle_of_the_pack_is_dealt_from_its_top(order: list[object]) -> None:
    cards = Hand(order)  # type: ignore[arg-type]  # cards, which strategies of tuples forget
    deck = shuffled_deck(FOUR, Shuffled(cards))
    assert (deck, type(deck)) == (cards, Deck)


@pytest.mark.parametrize(
    "cards",
    [
        hand(""),
        hand("2C 3C JK"),  # one too few
        hand("2C 2C 3C 4C JK"),  # one too many
        hand("2C 3C 3C JK"),  # another copied
        hand("2C 2C 3C ??"),
        hand("2C 2C 3D JK"),
        None,
        4,
        "2C 2C 3C JK",
        ["2C", "2C", "3C", "JK"],
        [None] * 4,
        (hand("2C 2C 3C JK"),),
    ],
)
def test_a_shuffle_of_other_cards_is_refused(cards: Hand) -> None:
    with pytest.raises(IllegalMoveError, match="a shuffle has the 4 cards of the pack and no others"):
        shuffled_deck(FOUR, Shuffled(cards))


@pytest.mark.parametrize("cards", ["2C 3C", "2C 3C 3C", "2C 3C 5C", "2C 3C ??", "2C 3C 4C 4C"])
def test_a_shuffle_of_a_pack_without_equal_cards(cards: str) -> None:
    pack = hand("2C 3C 4C")
    assert shuffled_deck(pack, Shuffled(hand("4C 2C 3C"))) == hand("4C 2C 3C")
    with pytest.raises(IllegalMoveError, match="a shuffle has the 3 cards of the pack and no others"):
        shuffled_deck(pack, Shuffled(hand(cards)))


def test_cards_from_an_iterator_are_not_lost() -> None:
    once: Iterable[object] = iter(FOUR)
    assert shuffled_deck(FOUR, Shuffled(once)) == FOUR  # type: ignore[arg-type]  # no hand


@pytest.mark.parametrize("move", [None, "", FOUR, Bid(1), Play(card("2C")), Shuffled])
def test_another_move_of_chance_is_refused(move: object) -> None:
    with pytest.raises(IllegalMoveError, match="expected a shuffle of the pack") as caught:
        shuffled_deck(FOUR, move)
    assert caught.value.move is move


def after(number: int) -> oh_hell.State:
    """Return the state after the first moves of a game."""
    game = playout(oh_hell, SHORT, Random(0))
    return replay(oh_hell, evolve(game, moves=game.moves[:number]))


def test_the_last_result_is_cached_by_identity() -> None:
    asked: list[oh_hell.State] = []

    @cache_last
    def legal_moves(state: oh_hell.State) -> tuple[oh_hell.Move, ...]:
        """Return the moves."""
        asked.append(state)
        return oh_hell.legal_moves(state)

    state = after(1)
    other = copy.copy(state)
    for one in (state, state, other, other, state):
        assert legal_moves(one) == (Bid(0), Bid(1))
    assert [one is state for one in asked] == [True, False, True]
    assert (legal_moves.__name__, legal_moves.__doc__) == ("legal_moves", "Return the moves.")


def test_nothing_is_cached_before_the_first_call() -> None:
    @cache_last
    def legal_moves(state: oh_hell.State) -> tuple[Bid, ...]:
        raise LookupError(state)

    with pytest.raises(LookupError):
        legal_moves(None)  # type: ignore[arg-type]  # the fault


def test_threads_do_not_mix_up_cached_results() -> None:
    @cache_last
    def legal_moves(state: oh_hell.State) -> tuple[Bid, ...]:
        return (Bid(id(state)),)

    played = list(states(oh_hell, playout(oh_hell, SHORT, Random(0))))

    def ask(seed: int) -> bool:
        rng = Random(seed)
        return all(legal_moves(state) == (Bid(id(state)),) for state in rng.choices(played, k=5_000))

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(ask, range(4)))


@frozen
class NoPack:
    """A phase of chance without a pack."""

    to_act = NATURE


@frozen
class OddPack:
    """A phase of chance whose pack is not a hand."""

    pack: tuple[str, ...] = ("2C",)
    to_act = NATURE


@pytest.mark.parametrize("state", [NoPack(), OddPack(), after(1)])
def test_only_a_phase_of_chance_with_a_pack_can_be_shuffled(state: NoPack) -> None:
    name = type(state).__name__
    for ask in (pack_of, lambda state: shuffle(state, Random(0)), lambda state: stacked(state, Hand())):
        with pytest.raises(TypeError, match=f"{name} has no pack to shuffle"):
            ask(state)


def test_the_pack_of_a_phase_is_shuffled() -> None:
    start = oh_hell.start(SHORT)
    assert pack_of(start) == PACK_52
    made = shuffle(start, Random(0))
    assert made != Shuffled(pack_of(start))
    assert made == shuffle(start, Random(0)) != shuffle(start, Random(1))
    assert shuffled_deck(pack_of(start), made) == made.cards


def test_a_pack_can_be_stacked() -> None:
    start = oh_hell.start(SHORT)
    made = stacked(start, hand("QS 2C"))
    assert made.cards[:5] == hand("QS 2C 3C 4C 5C")
    assert shuffled_deck(pack_of(start), made) == made.cards
    with pytest.raises(NoSuchCardError, match="no JK among "):
        stacked(start, Hand([JOKER]))
    with pytest.raises(NoSuchCardError, match="no Q♠ among "):
        stacked(start, hand("QS QS"))


def test_a_playout_reaches_the_end_and_depends_only_on_the_seed() -> None:
    game = playout(oh_hell, SHORT, Random(7))
    assert game == playout(oh_hell, SHORT, Random(7))
    assert game.rules is SHORT
    # two shuffles, three bids in each deal, and three and six plays
    assert len(game.moves) == 2 + 2 * 3 + 3 + 6
    assert replay(oh_hell, game).to_act is None
    assert len({playout(oh_hell, SHORT, Random(seed)).moves[0] for seed in range(20)}) == 20


def test_a_playout_neither_reads_nor_changes_the_global_generator() -> None:
    random.seed(1)
    before = random.getstate()
    game = playout(oh_hell, SHORT, Random(7))
    assert random.getstate() == before
    random.seed(2)
    assert playout(oh_hell, SHORT, Random(7)) == game


def test_states_and_replay_follow_the_moves_of_a_record() -> None:
    game = playout(oh_hell, SHORT, Random(7))
    played = list(states(oh_hell, game))
    assert len(played) == len(game.moves) + 1
    assert played[0] == oh_hell.start(SHORT) == replay(oh_hell, Record(SHORT))
    assert played[-1] == replay(oh_hell, game)
    for state, move, after in zip(played, game.moves, played[1:], strict=False):
        assert oh_hell.apply(state, move) == after


def test_apply_leaves_the_state_unchanged() -> None:
    for state in states(oh_hell, playout(oh_hell, SHORT, Random(7))):
        before, key = copy.deepcopy(state), hash(state)
        for move in oh_hell.legal_moves(state):
            assert oh_hell.apply(state, move) == oh_hell.apply(state, move)
        assert (state, hash(state)) == (before, key)
        assert cards_in(state) == PACK_52


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda moves: (*moves[:3], Bid(9), *moves[4:]), "move 4 of 17: illegal move bid 9: "),
        (lambda moves: (*moves, Bid(0)), "move 18 of 18: illegal move bid 0: no seat may move now"),
        (lambda moves: (None, *moves[1:]), "move 1 of 17: illegal move None: expected a shuffle of the pack"),
        (lambda moves: moves[1:], "move 1 of 16: illegal move bid "),
    ],
)
def test_the_error_names_the_illegal_move_of_a_record(
    change: Callable[[tuple[object, ...]], tuple[Bid, ...]], place: str
) -> None:
    game = playout(oh_hell, SHORT, Random(7))
    with pytest.raises(RecordError) as caught:
        replay(oh_hell, evolve(game, moves=change(game.moves)))
    assert str(caught.value).startswith(place)
    assert isinstance(caught.value.__cause__, IllegalMoveError)


@frozen
class Stuck:
    """A state in which a seat has to act but has no legal move."""

    to_act = 0


@frozen
class StuckGame:
    """A faulty game."""

    def start(self, _rules: None, /) -> Stuck:
        """Return the state."""
        return Stuck()

    def legal_moves(self, _state: Stuck, /) -> tuple[Bid, ...]:
        """Return no moves."""
        return ()

    def apply(self, state: Stuck, _move: Bid | Shuffled, /) -> Stuck:
        """Return the same state."""
        return state

    def outcome(self, _state: Stuck, /) -> None:
        """Return no outcome."""


def test_a_seat_without_a_legal_move_stops_a_playout() -> None:
    with pytest.raises(IndexError, match="out of range"):
        playout(StuckGame(), None, Random(0))


def test_the_name_of_a_game_is_that_of_its_module_or_class() -> None:
    assert name_of(oh_hell) == "oh_hell"
    assert name_of(random) == "random"
    assert name_of(StuckGame()) == "StuckGame"


def test_promises_are_optional() -> None:
    promised: Promises[Stuck] = Promises()
    assert promised == Promises(max_moves=None, score_range=None, outcome_total=None, rotated=None, symmetric_suits=())


def test_a_playout_can_be_limited_to_a_number_of_moves() -> None:
    whole, begun = (playout(oh_hell, oh_hell.Rules(), Random(3), max_moves) for max_moves in (None, 10))
    assert begun.moves == whole.moves[:10]


def test_rules_of_another_game_are_refused() -> None:
    message = r"^this game needs rules of the class cardrules\.games\.oh_hell\.Rules, not Rules\(target=500, "
    with pytest.raises(WrongGameError, match=message) as caught:
        playout(oh_hell, spades.Rules(), Random(0))  # type: ignore[misc]  # the fault
    assert caught.value.value == spades.Rules()
    with pytest.raises(WrongGameError, match=r"oh_hell\.Rules, not None"):
        replay(oh_hell, Record(None))  # type: ignore[misc]  # the fault


class Penalties(Outcome):
    lowest_wins = True


def test_a_smaller_pack_is_a_part_of_the_usual_one_and_large_enough() -> None:
    usual = Hand(PACK_52)
    assert pack_for_play(None, usual, 4) is usual
    assert pack_for_play(hand("AS 2C KD QD"), usual, 4, shares=2) == hand("2C QD KD AS")
    twice = Hand((*PACK_52, *PACK_52)).sorted()
    assert pack_for_play(hand("2C 2C"), twice, 1) == hand("2C 2C")
    with pytest.raises(RulesError, match=r"the pack must have at least 4 cards, not 3$"):
        pack_for_play(hand("AS 2C KD"), usual, 4)
    with pytest.raises(RulesError, match="the pack must have at least 2 cards and a multiple of 2, not 3"):
        pack_for_play(hand("AS 2C KD"), usual, 2, shares=2)
    with pytest.raises(RulesError, match="the pack must be a part of the usual one, which has no 2♣ more"):
        pack_for_play(hand("2C 2C"), usual, 1)


def test_payoffs_are_scores_of_which_more_is_better() -> None:
    assert Outcome((3, -1), (0,)).payoffs == (3, -1)
    assert Penalties((3, -1), (1,)).payoffs == (-3, 1)


def test_a_game_may_have_no_class_of_rules() -> None:
    assert start_game(StuckGame(), None) == Stuck()


@pytest.mark.parametrize("state", [spades.start(spades.Rules()), Stuck(), oh_hell.Rules(), None])
def test_a_state_with_rules_of_another_game_is_refused(state: object) -> None:
    require_state(oh_hell.start(SHORT), Rules)
    message = "this game needs a state with rules of the class cardrules.games.oh_hell.Rules, not "
    with pytest.raises(WrongGameError, match=re.escape(message + repr(state)[:20])) as caught:
        require_state(state, Rules)
    assert caught.value.value is state
    assert len(str(caught.value)) < 200


def test_a_state_of_no_phase_is_refused() -> None:
    with pytest.raises(WrongGameError, match=r"this game needs a state of one of its own phases, not Stuck\(\)"):
        refuse_state(Stuck())  # type: ignore[arg-type]  # the fault

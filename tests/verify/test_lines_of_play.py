"""Faults that a single line of the laws of play catches, and games that they must not take for faulty."""

import random
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import frozen

from cardrules.blocks.tricks import Play
from cardrules.cards import FACE_DOWN, PACK_52, Deck, Hand, Suit
from cardrules.game import Outcome, Promises, Shuffled, cache_last
from cardrules.moves import IllegalMoveError
from cardrules.verify import BrokenLawError, Trace, laws, verdicts
from cardrules.verify.laws import play as laws_of_play
from tests.sheets import hand
from tests.verify import little
from tests.verify.little import Changing, Dealing, Fine, Finished, Move, Playing, Rules, State, Throw
from tests.verify.test_faults import Broken, global_random_generator, told
from tests.verify.test_laws import broken, trace_of

Wrong = Callable[[State, Any], bool]


def accepting(wrong: Wrong) -> Broken:
    """Return the game that accepts some moves that it must refuse, and then stays as it is."""

    def apply(state: State, move: Move | Shuffled) -> State:
        return state if wrong(state, move) else little.apply(state, move)

    return Broken(apply=apply)


def shuffle_of(kind: type[State], cards: int, different: int) -> Wrong:
    """Return what accepts a shuffle of so many cards, so many of them different, in a phase of this kind."""
    return lambda state, move: (
        isinstance(state, kind)
        and isinstance(move, Shuffled)
        and (len(move.cards), len(set(move.cards))) == (cards, different)
    )


ACCEPTED: dict[str, Wrong] = {
    "a shuffle of nothing": shuffle_of(Dealing, 0, 0),
    "a shuffle of a card face down": lambda state, move: isinstance(move, Shuffled) and move.cards == (FACE_DOWN,),
    "a shuffle of all cards there are": lambda state, move: isinstance(move, Shuffled) and move.cards == PACK_52,
    "a shuffle without a card": shuffle_of(Dealing, 7, 7),
    "a shuffle with a card too many": shuffle_of(Dealing, 9, 8),
    "a shuffle with a card twice in place of another": shuffle_of(Dealing, 8, 7),
    "a shuffle of nothing while a seat acts": shuffle_of(Changing, 0, 0),
    "the deal again while a seat acts": shuffle_of(Changing, 8, 8),
    "None": lambda state, move: move is None,
    "an empty text": lambda state, move: move == "",
    "zero": lambda state, move: type(move) is int and move == 0,
    "an object": lambda state, move: type(move) is object,
    "a move of another game": lambda state, move: type(move).__name__ == "_Foreign",
    "a card that the seat does not hold": lambda state, move: (
        isinstance(state, Changing) and isinstance(move, Throw) and move.card in state.hands[1 - state.to_act]
    ),
    "a move of another phase": lambda state, move: isinstance(state, Changing) and isinstance(move, Play),
    "a ruling of another phase": lambda state, move: isinstance(state, Changing) and isinstance(move, Fine),
    "a ruling about nobody": lambda state, move: (
        isinstance(state, Playing) and isinstance(move, Fine) and move.seat not in (0, 1)
    ),
}


@pytest.mark.parametrize("wrong", ACCEPTED.values(), ids=ACCEPTED)
def test_each_kind_of_wrong_move_is_tried(wrong: Wrong) -> None:
    (of_law,) = [kept for kept in laws.LAWS if kept.check is laws.other_moves_are_refused]
    (verdict,) = verdicts(accepting(wrong), Rules(referee=True), laws=(of_law,))
    assert verdict.status == "broken"
    assert verdict.text.partition("\n")[0].endswith(" is not listed, yet it is accepted")


def test_with_equal_cards_a_wrong_shuffle_may_be_a_right_one() -> None:
    start = Dealing(Rules(), 0, hand("2C " * 8))
    laws.other_moves_are_refused(Trace(little, Rules(), (start,), ()).moment(0))


def test_a_changed_field_is_wrong_in_several_ways() -> None:
    def others(value: object) -> tuple[Any, ...]:
        return laws_of_play._others(value, list(cards), Random(0))

    cards = hand("2C 3C 2D 3D")
    assert others(3) == (2, 4, -4, 1003, Fraction(7, 2), None)
    assert others(False) == (True,)
    assert others((1, 2)) == ((2,), (1, 2, 1), None)
    assert others("word") == (None, "")
    assert set(others(Suit.HEARTS)) == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, None}
    *named, face_down, nothing = others(cards[0])
    assert (len(set(named) & set(cards)), face_down, nothing) == (3, FACE_DOWN, None)
    some, more, twice, fewer, nothing = others(hand("4C 5C"))
    assert (len(set(some) & set(cards)), nothing) == (3, None)
    assert (more, twice, fewer) == (hand("4C 5C").plus(some[:1]), hand("4C 5C 4C"), hand("5C"))


def test_a_crash_is_a_fault_of_the_last_moment() -> None:
    whole = trace_of()
    crashed = Trace(little, Rules(), whole.states[:3], whole.moves[:2], crash=KeyError("x"))
    laws.listed_moves_apply(crashed.moment(1))
    assert broken(laws.listed_moves_apply, crashed, 2) == "KeyError at a move that the game itself lists: 'x'"
    laws.listed_moves_apply(whole.moment(len(whole.moves)))


def message_of(game: Broken, law: laws.Check, rules: Rules | None = None) -> str:
    """Return how the law is broken in the first line."""
    (of_law,) = [kept for kept in laws.LAWS if kept.check is law]
    (verdict,) = verdicts(game, rules or Rules(), laws=(of_law,))
    assert verdict.status == "broken"
    return verdict.text.partition("\n")[0]


def test_a_random_move_differs_from_itself() -> None:
    assert message_of(global_random_generator(), laws.functions_are_pure).endswith(
        " leads to different states from equal ones"
    )


def test_a_state_that_is_changed_in_place_is_noticed() -> None:
    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        object.__setattr__(state, "noted", 7)
        return after

    assert broken(laws.functions_are_pure, trace_of(Broken(apply=apply)), 1) == (
        "a function changed the state that it was given"
    )


def test_random_numbers_behind_a_cache_are_noticed() -> None:
    def legal_moves(state: State) -> tuple[Move, ...]:
        random.random()
        return little.legal_moves(state)

    assert broken(laws.functions_are_pure, trace_of(Broken(legal_moves=cache_last(legal_moves))), 1) == (
        "a function used the global random generator of Python"
    )


def test_an_amount_that_is_not_exact_is_noticed() -> None:
    game = told(money_total=lambda _: 0.0)
    assert message_of(game, laws.money_adds_up) == "0.0 is no exact amount"


@pytest.mark.parametrize("seed", range(10))
def test_a_table_is_turned_by_a_seat_at_least(seed: int) -> None:
    """Seat 0 wins whoever deals."""
    game = Broken(outcome=lambda state: Outcome((1, -1), (0,)) if state.to_act is None else None)
    whole = trace_of()
    trace = Trace(game, Rules(), whole.states, whole.moves, seed=seed)
    assert broken(laws.seats_are_symmetric, trace) == "turned by 1 seats, the scores are (1, -1), not (-1, 1)"


def test_a_move_that_is_not_allowed_at_the_turned_table_is_named_by_its_number() -> None:
    """The game that is turned is one whose dealer is seat 1; there nobody may play."""

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Changing) and state.dealer == 1:
            raise IllegalMoveError(move, "the dealer is away")
        return little.apply(state, move)

    assert broken(laws.seats_are_symmetric, trace_of(Broken(apply=apply))) == (
        "turned by 1 seats, move 2, throw 2♣, is not allowed: illegal move throw 2♣: the dealer is away"
    )


def another_keep() -> type[Any]:
    """Return another class of the same name."""

    @frozen
    class Keep:
        pass

    return Keep


def test_two_moves_of_the_same_words_are_noticed() -> None:
    second = another_keep()()

    def legal_moves(state: State) -> tuple[Move, ...]:
        return (*little.legal_moves(state), second) if isinstance(state, Changing) else little.legal_moves(state)

    message = broken(laws.moves_parse_from_their_words, trace_of(Broken(legal_moves=legal_moves)), 1)
    assert message.endswith("Keep() are both called 'keep'")


def test_play_that_goes_on_or_crashed_does_not_stop_too_early() -> None:
    whole = trace_of()
    laws.play_ends(whole.moment(2))
    laws.play_ends(Trace(little, Rules(), whole.states[:3], whole.moves[:2], crash=KeyError("x")).moment(2))


def test_before_the_end_there_are_no_scores_to_check() -> None:
    laws.scores_are_in_bounds(trace_of().moment(2))


def test_words_that_are_parsed_as_another_move_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws_of_play, "parse_move", lambda _, moves: moves[0])
    messages = set()
    for seed in range(10):
        whole = trace_of()
        with suppress(BrokenLawError):
            laws.moves_parse_from_their_words(Trace(little, Rules(), whole.states, whole.moves, seed=seed).moment(1))
            continue
        trace = Trace(Broken(), Rules(), whole.states, whole.moves, seed=seed)
        messages.add(broken(laws.moves_parse_from_their_words, trace, 1))
    assert "'KEEP' is parsed as " in "".join(messages)


def test_the_move_that_is_listed_twice_is_named() -> None:
    game = Broken(legal_moves=lambda state: little.legal_moves(state) + little.legal_moves(state)[-1:])
    assert broken(laws.moves_are_listed_while_a_seat_acts, trace_of(game), 1) == "keep is listed twice"


def test_an_outcome_that_depends_on_a_suit_is_noticed() -> None:
    """Seat 0 wins if a spade is left on top of the stock."""

    def outcome(state: State) -> Outcome | None:
        if not isinstance(state, Finished):
            return None
        return Outcome((1, -1), (0,)) if state.stock[0].suit is Suit.SPADES else Outcome((-1, 1), (1,))

    message = message_of(Broken(outcome=outcome), laws.suits_are_symmetric)
    assert message.startswith("with the suits renamed ♣ ")
    assert message.endswith((", the scores are (-1, 1), not (1, -1)", ", the scores are (1, -1), not (-1, 1)"))


def test_money_alone_says_nothing_about_the_outcome() -> None:
    trace = trace_of(Broken(promises=lambda _: Promises(money_total=lambda _: 0)))
    laws.money_adds_up(trace.moment(len(trace.moves)))


@pytest.mark.parametrize(
    ("thrown", "message"),
    [("2C 2C", "twice in the state, or from another pack: 2♣"), ("", "lost: 2♣"), ("3C", "lost: 2♣")],
)
def test_the_cards_that_are_lost_or_new_are_named(thrown: str, message: str) -> None:
    """In the first state the pack lies open; then seat 0 has thrown away 2♣, or these."""
    start, rest = little.start(Rules()), Deck(hand("3C 2D 3D 2H 3H 2S 3S"))
    state = Changing(Rules(), 0, (Hand(), Hand()), (hand(thrown), Hand()), rest, 1)
    assert broken(laws.cards_are_conserved, Trace(Broken(), Rules(), (start, state), ())) == message

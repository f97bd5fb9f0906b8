"""Faults of play, one for each thing that a law says: the message shows which line of the law has caught it."""

import random
from collections.abc import Callable
from fnmatch import fnmatchcase
from itertools import count

import pytest
from attrs import evolve

from cardrules.game import Outcome, Shuffled
from cardrules.moves import IllegalMoveError
from cardrules.verify import laws, verdicts
from tests.verify import little
from tests.verify.little import Changing, Keep, Move, Playing, Rules, State
from tests.verify.test_faults import Broken, noting, told


def moves_as_a_list() -> Broken:
    return Broken(legal_moves=lambda state: list(little.legal_moves(state)))  # type: ignore[arg-type,return-value]  # the fault


def a_refusal_that_leaves_a_trace() -> Broken:
    """A state remembers in a list the moves that it has refused."""

    class Remembered(list[object]):
        __hash__ = object.__hash__  # type: ignore[assignment]  # the fault: a list that can be hashed

    def apply(state: State, move: Move | Shuffled) -> State:
        try:
            after = little.apply(state, move)
        except IllegalMoveError:
            if isinstance(state.noted, Remembered):
                state.noted.append(str(move))
            raise
        return evolve(after, noted=Remembered()) if isinstance(after, Changing) else after

    return Broken(apply=apply)


def a_result_that_changes() -> Broken:
    results = count()

    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, winners=(next(results) % 2,))

    return Broken(outcome=outcome)


def moves_that_use_up_random_numbers() -> Broken:
    def legal_moves(state: State) -> tuple[Move, ...]:
        random.random()
        return little.legal_moves(state)

    return Broken(legal_moves=legal_moves)


def a_hash_that_counts() -> Broken:
    hashes = count()

    class Counting:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Counting)

        def __hash__(self) -> int:
            return next(hashes)

        def __deepcopy__(self, _memo: object) -> "Counting":
            return self

    one = Counting()
    return noting(lambda _: one)


def a_hash_that_moves_change() -> Broken:
    moves = count()
    now = [0]

    class Moving:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Moving)

        def __hash__(self) -> int:
            return now[0]

        def __deepcopy__(self, _memo: object) -> "Moving":
            return self

    one = Moving()

    def apply(state: State, move: Move | Shuffled) -> State:
        now[0] = next(moves)
        return evolve(little.apply(state, move), noted=one)

    return Broken(apply=apply)


def one_move_more_than_promised() -> Broken:
    return told(max_moves=6)


def a_winner_from_another_table() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, winners=(7,))

    return Broken(outcome=outcome)


def a_winner_twice() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, winners=ended.winners * 2)

    return Broken(outcome=outcome)


def moves_in_turning_order() -> Broken:
    calls = count()
    return Broken(legal_moves=lambda state: little.legal_moves(state)[:: (1, -1)[next(calls) % 2]])


def a_seat_without_moves() -> Broken:
    def legal_moves(state: State) -> tuple[Move, ...]:
        return () if isinstance(state, Changing) else little.legal_moves(state)

    return Broken(legal_moves=legal_moves)


def a_fault_that_is_no_refusal() -> Broken:
    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Playing) and isinstance(move, Keep):
            raise KeyError(move)
        return little.apply(state, move)

    return Broken(apply=apply)


@pytest.mark.parametrize(
    ("fault", "law", "message"),
    [
        (moves_as_a_list, "moves are listed while a seat acts", "legal_moves returns a list, not a tuple"),
        (
            moves_in_turning_order,
            "moves are listed while a seat acts",
            "asked again, legal_moves returns other moves, or another order",
        ),
        (a_seat_without_moves, "moves are listed while a seat acts", "0 legal moves while to_act is [01]"),
        (a_refusal_that_leaves_a_trace, "other moves are refused", "a move that was refused changed the state"),
        (a_fault_that_is_no_refusal, "other moves are refused", "keep (Keep()) raises KeyError, not IllegalMoveError"),
        (a_result_that_changes, "functions are pure", "asked again, outcome returns another result"),
        (
            moves_that_use_up_random_numbers,
            "functions are pure",
            "a function used the global random generator of Python",
        ),
        (a_hash_that_counts, "functions are pure", "*leads to equal states that hash differently"),
        (a_hash_that_moves_change, "functions are pure", "the hash of the state has changed"),
        (
            one_move_more_than_promised,
            "play ends",
            "7 moves were made; the game promises to end after at most 6",
        ),
        (a_winner_from_another_table, "scores are in bounds", "the winners (7,) are not all seats"),
        (a_winner_twice, "scores are in bounds", "the winners (*) are named twice"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_each_thing_that_a_law_says_is_checked(fault: Callable[[], Broken], law: str, message: str) -> None:
    (of_law,) = [kept for kept in laws.LAWS if kept.name == law]
    (verdict,) = verdicts(fault(), Rules(), laws=(of_law,))
    assert verdict.status == "broken"
    assert fnmatchcase(verdict.text.partition("\n")[0], message), verdict.text

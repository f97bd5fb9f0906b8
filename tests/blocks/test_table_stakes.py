"""Betting at table stakes: all-in, the least raise, and what reopens the betting."""

import pytest
from attrs import evolve

from cardrules.blocks.betting import CALL, CHECK, FOLD, Bet, Raise, Wager
from cardrules.blocks.pots import Chips
from cardrules.blocks.table_stakes import TableStakes, TableStakesTerms
from cardrules.moves import because

NO_LIMIT = TableStakesTerms(least=10)
POT_LIMIT = TableStakesTerms(least=10, pot_limit=True)
FIXED = TableStakesTerms(least=10, limit=10, max_raises=2)
SPREAD = TableStakesTerms(least=5, limit=15, step=5)


def bet(terms: TableStakesTerms, stacks: tuple[int, ...], *moves: Wager) -> tuple[TableStakes, Chips]:
    """Return the betting of all seats after these moves in turn, and the chips."""
    chips = Chips.brought(stacks)
    betting = terms.begin(tuple(range(len(stacks))), chips)
    for move in moves:
        assert move in betting.legal_moves(chips), betting.legal_moves(chips)
        seat = betting.to_act
        cost, betting = betting.after(move, chips)
        chips = chips.put(seat, cost)
    return betting, chips


def amounts(terms: TableStakesTerms, stacks: tuple[int, ...], *moves: Wager) -> list[int]:
    """Return by how much the next seat may bet or raise after these moves."""
    betting, chips = bet(terms, stacks, *moves)
    legal = betting.legal_moves(chips)
    return [move.amount for move in legal if isinstance(move, Bet | Raise)]


def test_a_seat_checks_or_bets_and_then_the_others_call_raise_or_fold() -> None:
    betting, chips = bet(SPREAD, (50, 50))
    assert betting.legal_moves(chips) == (CHECK, Bet(5), Bet(10), Bet(15))
    betting, chips = bet(SPREAD, (50, 50), Bet(5))
    assert betting.legal_moves(chips) == (CALL, Raise(5), Raise(10), Raise(15), FOLD)


def test_a_raise_is_at_least_the_last_full_bet_or_raise() -> None:
    assert amounts(NO_LIMIT, (99, 99, 99))[0] == 10
    assert amounts(NO_LIMIT, (99, 99, 99), Bet(15))[0] == 15
    assert amounts(NO_LIMIT, (99, 99, 99), Bet(15), Raise(20))[0] == 20
    assert amounts(NO_LIMIT, (99, 22, 99), Bet(15), Raise(7))[0] == 15
    assert amounts(SPREAD, (99, 99), Bet(10)) == [10, 15]


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (FIXED, [10]),
        (SPREAD, [10, 15]),
        (POT_LIMIT, [*range(10, 31)]),  # the pot of 20 and the call of 10
        (NO_LIMIT, [*range(10, 41)]),
    ],
)
def test_the_highest_raise(terms: TableStakesTerms, expected: list[int]) -> None:
    assert amounts(terms, (50, 50, 50), Bet(10), CALL) == expected


def test_the_least_bet_may_be_more_than_the_pot() -> None:
    assert amounts(POT_LIMIT, (50, 50)) == [10]


def test_all_that_is_left_may_be_bet_off_the_steps_and_below_the_least() -> None:
    steps = evolve(NO_LIMIT, step=10)
    assert amounts(steps, (34, 99)) == [10, 20, 30, 34]
    assert amounts(steps, (30, 99)) == [10, 20, 30]
    assert amounts(steps, (99, 17), Bet(10)) == [7]
    assert amounts(SPREAD, (12, 99)) == [5, 10, 12]
    assert amounts(SPREAD, (17, 99)) == [5, 10, 15]  # above the limit
    assert amounts(FIXED, (9, 99)) == [9]


def test_a_seat_that_cannot_pay_calls_with_all_it_has() -> None:
    betting, chips = bet(NO_LIMIT, (99, 6, 99), Bet(10))
    assert betting.legal_moves(chips) == (CALL, FOLD)
    betting, chips = bet(NO_LIMIT, (99, 6, 99), Bet(10), CALL)
    assert chips == Chips((89, 0, 99), (10, 6, 0))
    assert (betting.to_act, betting.left) == (2, (0, 1, 2))
    betting, chips = bet(NO_LIMIT, (99, 10, 99), Bet(10))
    assert betting.legal_moves(chips) == (CALL, FOLD)  # nothing is left to raise by


def test_seats_that_are_all_in_act_no_more() -> None:
    betting, _ = bet(NO_LIMIT, (99, 6, 99), Bet(10), CALL, Raise(10), CALL)
    assert betting.over
    assert betting.left == (0, 1, 2)
    betting, chips = bet(NO_LIMIT, (99, 6, 99), Bet(10), CALL, Raise(10), Raise(20))
    assert betting.waiting == (2,)
    assert chips.owed(2) == 20


def test_nobody_raises_whom_no_other_could_answer() -> None:
    assert amounts(NO_LIMIT, (6, 99), Bet(6)) == []
    assert amounts(NO_LIMIT, (6, 99, 99), Bet(6))[0] == 10
    betting, chips = bet(NO_LIMIT, (6, 99, 99), Bet(6), CALL)
    assert Raise(10) in betting.legal_moves(chips)
    assert amounts(NO_LIMIT, (20, 20, 99), Bet(10), Raise(10)) == []


def test_a_betting_is_over_when_nobody_can_answer_who_owes_nothing() -> None:
    everybody = (0, 1, 2)
    assert NO_LIMIT.begin(everybody, Chips((0, 50, 0), (9, 9, 5))).over
    assert not NO_LIMIT.begin(everybody, Chips((0, 50, 0), (9, 7, 5))).over
    assert not NO_LIMIT.begin(everybody, Chips((0, 50, 1), (9, 9, 9))).over
    betting, _ = bet(NO_LIMIT, (6, 99), CHECK, Bet(10), CALL)
    assert betting.over
    chips = Chips((10, 0, 8), (0, 1, 2))  # a blind of 2 is asked no more when the only seat with chips folds
    _, betting = NO_LIMIT.begin(everybody, chips, opened=True).after(FOLD, chips)
    assert betting.over
    assert betting.left == (1, 2)


def test_a_short_raise_does_not_reopen_the_betting_to_those_who_have_acted() -> None:
    stacks = (99, 99, 14, 99)
    assert amounts(NO_LIMIT, stacks, Bet(10), CALL, Raise(4))[0] == 10  # this seat has not acted
    betting, chips = bet(NO_LIMIT, stacks, Bet(10), CALL, Raise(4), CALL)
    assert betting.legal_moves(chips) == (CALL, FOLD)
    betting, chips = bet(NO_LIMIT, stacks, Bet(10), CALL, Raise(4), CALL, CALL)
    assert betting.legal_moves(chips) == (CALL, FOLD)
    assert amounts(NO_LIMIT, stacks, Bet(10), CALL, Raise(4), Raise(10))[0] == 10


def test_a_short_bet_does_not_reopen_the_betting_to_those_who_have_checked() -> None:
    betting, chips = bet(NO_LIMIT, (99, 9, 99), CHECK, Bet(9), CALL)
    assert betting.legal_moves(chips) == (CALL, FOLD)
    assert amounts(NO_LIMIT, (99, 10, 99), CHECK, Bet(10), CALL)[0] == 10


def test_short_raises_that_are_together_a_full_one_reopen_it() -> None:
    stacks = (99, 14, 20, 99)
    moves = Bet(10), Raise(4), Raise(6), CALL
    assert amounts(NO_LIMIT, stacks, *moves)[0] == 10
    betting, chips = bet(NO_LIMIT, (99, 14, 99, 20), Bet(10), Raise(4), CALL, Raise(6), CALL)
    assert (betting.to_act, betting.legal_moves(chips)) == (2, (CALL, FOLD))  # for this seat it is a short one


def test_the_number_of_raises_is_limited_and_short_ones_count() -> None:
    assert amounts(FIXED, (99, 99), Bet(10), Raise(10)) == [10]
    assert amounts(FIXED, (99, 99), Bet(10), Raise(10), Raise(10)) == []
    assert amounts(FIXED, (99, 14, 99), Bet(10), Raise(4), Raise(10)) == []
    assert amounts(evolve(FIXED, max_raises=None), (99, 99), Bet(10), Raise(10), Raise(10)) == [10]


def test_a_blind_counts_as_a_bet_and_its_seat_may_raise() -> None:
    chips = Chips((99, 95, 90), (0, 5, 10))
    betting = FIXED.begin((0, 1, 2), chips, opened=True)
    assert betting.legal_moves(chips) == (CALL, Raise(10), FOLD)
    for seat in (0, 1):
        cost, betting = betting.after(CALL, chips)
        chips = chips.put(seat, cost)
    assert (betting.to_act, betting.legal_moves(chips)) == (2, (CHECK, Raise(10)))
    _, betting = betting.after(CHECK, chips)
    assert betting.over


def test_the_longest_and_most_expensive_betting() -> None:
    seats = 3
    late: list[Wager] = [CHECK, CHECK, Bet(10), CALL, Raise(10), CALL, Raise(10), CALL, CALL]
    betting, chips = bet(FIXED, (99,) * seats, *late)
    assert betting.over
    assert len(late) == FIXED.max_moves(seats)
    assert max(chips.paid) == FIXED.max_cost() == 30
    assert (FIXED.max_moves(seats, opened=True), FIXED.max_cost(8)) == (7, 28)
    assert (NO_LIMIT.max_moves(seats), NO_LIMIT.max_cost()) == (None, None)
    assert evolve(FIXED, limit=None).max_cost() is None


@pytest.mark.parametrize(
    ("stacks", "moves", "text"),
    [
        ((25, 99), (), "a bet is a multiple of 10 from 10 to 20, or 25, all that is left"),
        ((20, 99), (), "a bet is a multiple of 10 from 10 to 20"),
        ((99, 18), (Bet(10),), "a raise is 8, all that is left"),
    ],
)
def test_a_bet_or_a_raise_is_refused_because_there_is_no_such_amount(
    stacks: tuple[int, ...], moves: tuple[Wager, ...], text: str
) -> None:
    betting, chips = bet(evolve(NO_LIMIT, step=10), stacks, *moves)
    assert betting.why_not(Raise(1) if moves else Bet(1), chips, "2.5") == because(text, "2.5")

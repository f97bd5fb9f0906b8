"""Betting: who acts, which amounts are allowed, and when it is over."""

import pytest
from attrs import evolve

from cardrules.blocks.betting import (
    Bet,
    Call,
    Check,
    Fold,
    Matching,
    MatchingTerms,
    Pass,
    Raise,
    Stake,
    Staking,
    StakingTerms,
    Wager,
    amounts_in_words,
)
from cardrules.moves import because

CIRCLES = StakingTerms(step=1, limit=10, circles=3)
MATCHED = MatchingTerms(step=5, limit=10, max_raises=2)


def staked(terms: StakingTerms, seats: tuple[int, ...], *amounts: int | None) -> Staking:
    """Return the betting after these stakes in turn; ``None`` is a pass."""
    betting = terms.begin(seats)
    for amount in amounts:
        move = Pass() if amount is None else Stake(amount)
        assert move in betting.legal_moves()
        _, betting = betting.after(move)
    return betting


def bet(terms: MatchingTerms, seats: tuple[int, ...], *moves: Wager) -> Matching:
    """Return the betting after these moves in turn."""
    betting = terms.begin(seats)
    for move in moves:
        assert move in betting.legal_moves()
        _, betting = betting.after(move)
    return betting


def test_stakes_go_from_the_lowest_to_the_limit_in_steps() -> None:
    assert StakingTerms(step=5, limit=17, circles=1).begin((0, 1)).legal_moves() == (
        Pass(),
        Stake(5),
        Stake(10),
        Stake(15),
    )


def test_no_stake_is_lower_than_the_last_one_of_any_seat_and_circle() -> None:
    betting = staked(CIRCLES, (1, 2, 0), 3, 8)
    assert betting.legal_moves() == (Pass(), Stake(8), Stake(9), Stake(10))
    assert staked(CIRCLES, (1, 2, 0), 3, 8, None).legal_moves() == betting.legal_moves()
    assert staked(CIRCLES, (1, 2, 0), 3, 8, 10).legal_moves() == (Pass(), Stake(10))


def test_each_circle_visits_the_seats_still_in_from_the_first_of_them() -> None:
    order = []
    betting = CIRCLES.begin((1, 2, 3, 0))
    for amount in (None, 1, 2, 2, 2, 3, None, 4, 4):
        order.append(betting.to_act)
        _, betting = betting.after(Pass() if amount is None else Stake(amount))
    assert order == [1, 2, 3, 0, 2, 3, 0, 2, 3]
    assert betting.over
    assert betting.left == (2, 3)


def test_staking_is_over_after_the_last_circle() -> None:
    assert not staked(CIRCLES, (0, 1), 1, 1, 1, 1, 1).over
    assert staked(CIRCLES, (0, 1), 1, 1, 1, 1, 1, 1).over


def test_staking_is_over_when_few_enough_seats_are_still_in() -> None:
    assert not staked(CIRCLES, (0, 1, 2), None).over
    assert staked(CIRCLES, (0, 1, 2), None, None).over
    two = StakingTerms(step=1, limit=10, circles=3, enough=2)
    assert staked(two, (0, 1, 2, 3), None, 2, None).over
    assert two.begin((0, 1)).over


def test_staking_can_be_over_after_a_circle_without_a_raise() -> None:
    early = StakingTerms(step=1, limit=10, circles=3, until_no_raise=True)
    assert staked(early, (0, 1, 2), 2, 2, 2).over  # the first stake is no raise
    assert staked(early, (0, 1, 2), 2, 2, None).over
    assert not staked(early, (0, 1, 2), 2, 3, 3).over
    assert not staked(early, (0, 1, 2), 2, 3, None).over
    assert staked(early, (0, 1, 2), 2, 3, 3, 3, 3, 3).over
    assert not staked(early, (0, 1, 2), 2, 3, 3, 4, 4, 4).over  # the first of a later circle can raise
    assert not staked(CIRCLES, (0, 1, 2), 2, 2, 2).over


def test_a_stake_costs_its_amount_and_a_pass_nothing() -> None:
    betting = staked(CIRCLES, (0, 1), 3)
    assert [betting.after(move)[0] for move in (Stake(4), Pass())] == [4, 0]


def test_before_a_bet_a_seat_can_check_or_bet_and_by_some_terms_fold() -> None:
    assert MATCHED.begin((0, 1)).legal_moves() == (Check(), Bet(5), Bet(10))
    folding = MatchingTerms(step=1, limit=1, max_raises=2, fold_unopened=True)
    assert folding.begin((0, 1)).legal_moves() == (Check(), Bet(1), Fold())


def test_after_a_bet_a_seat_can_call_raise_or_fold() -> None:
    betting = bet(MATCHED, (0, 1, 2), Check(), Bet(10))
    assert betting.legal_moves() == (Call(), Raise(5), Raise(10), Fold())


def test_the_number_of_raises_is_limited_and_the_bet_does_not_count() -> None:
    betting = bet(MATCHED, (0, 1), Bet(5), Raise(5), Raise(10))
    assert betting.legal_moves() == (Call(), Fold())


def test_calls_and_raises_cost_the_difference_to_the_highest_payment_as_well() -> None:
    betting = bet(MATCHED, (0, 1, 2), Check(), Bet(10), Raise(5))
    assert betting.to_act == 0
    assert [betting.after(move)[0] for move in (Call(), Raise(10), Fold())] == [15, 25, 0]
    _, betting = betting.after(Raise(10))
    assert (betting.to_act, betting.after(Call())[0]) == (1, 15)  # 25 less the 10 it has paid
    assert [bet(MATCHED, (0, 1)).after(move)[0] for move in (Check(), Bet(5))] == [0, 5]


def test_a_seat_that_checked_acts_again_after_a_bet() -> None:
    order = []
    betting = MATCHED.begin((0, 1, 2))
    for move in (Check(), Bet(5), Call(), Call()):
        order.append(betting.to_act)
        assert not betting.over
        _, betting = betting.after(move)
    assert order == [0, 1, 2, 0]
    assert betting.over
    assert betting.paid == (5, 5, 5)


def test_after_a_raise_all_other_seats_still_in_act_again() -> None:
    betting = bet(MATCHED, (3, 0, 1, 2), Bet(5), Fold(), Call(), Raise(5))
    assert betting.left == (3, 1, 2)
    assert betting.waiting == (3, 1)
    assert bet(MATCHED, (3, 0, 1, 2), Bet(5), Fold(), Call(), Raise(5), Fold(), Call()).over


def test_matching_is_over_when_all_check() -> None:
    betting = bet(MATCHED, (0, 1, 2), Check(), Check(), Check())
    assert betting.over
    assert betting.left == (0, 1, 2)


def test_matching_is_over_when_one_seat_is_still_in_or_none_took_part() -> None:
    betting = bet(MATCHED, (0, 1, 2), Bet(5), Fold(), Fold())
    assert betting.over
    assert (betting.left, betting.paid) == ((0,), (5,))
    assert MATCHED.begin((0,)).over
    assert MATCHED.begin(()).over


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_longest_and_most_expensive_betting(seats: int) -> None:
    order = tuple(range(seats))
    circles = [1] * (seats * 2) + [10] * seats
    betting = staked(CIRCLES, order, *circles)
    assert betting.over
    assert len(circles) == CIRCLES.max_moves(seats)
    assert CIRCLES.max_cost == 30

    late: list[Wager] = [*[Check()] * (seats - 1), Bet(10)]
    for _ in range(2):
        late += [*[Call()] * (seats - 2), Raise(10)]
    late += [Call()] * (seats - 1)
    matching = bet(MATCHED, order, *late)
    assert matching.over
    assert len(late) == MATCHED.max_moves(seats)
    assert max(matching.paid) == MATCHED.max_cost == 30


@pytest.mark.parametrize(
    ("amounts", "words"),
    [
        (range(5, 6), "a stake is 5"),
        (range(5, 9, 5), "a stake is 5"),
        (range(2, 11), "a stake is a whole number from 2 to 10"),
        (range(10, 24, 5), "a stake is a multiple of 5 from 10 to 20"),
        (range(2, 10, 3), "a stake is from 2 to 8 in steps of 3"),
    ],
)
def test_amounts_in_words(amounts: range, words: str) -> None:
    assert amounts_in_words("stake", amounts) == words


def test_a_stake_is_refused_because_of_the_last_one_or_because_there_is_no_such_amount() -> None:
    betting = staked(CIRCLES, (1, 2, 0), 3, 8)
    assert betting.why_not(Stake(7), "2.1") == because("a stake is at least the last one, 8", "2.1")
    assert betting.why_not(Stake(11), "2.1") == because("a stake is a whole number from 1 to 10", "2.1")


def test_a_bet_or_a_raise_is_refused_because_there_is_no_such_amount() -> None:
    assert bet(MATCHED, (0, 1)).why_not(Bet(7), "2.2") == because("a bet is a multiple of 5 from 5 to 10", "2.2")
    opened = bet(MATCHED, (0, 1), Bet(10))
    assert opened.why_not(Raise(15), "2.2") == because("a raise is a multiple of 5 from 5 to 10", "2.2")
    by_ones = bet(evolve(MATCHED, step=1), (0, 1))
    assert by_ones.why_not(Bet(11), "2.2") == because("a bet is a whole number from 1 to 10", "2.2")

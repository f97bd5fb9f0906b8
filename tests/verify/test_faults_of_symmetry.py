"""Faults that only a comparison with another game shows, or a promise of winners, money and length."""

from collections.abc import Callable
from contextlib import suppress
from fnmatch import fnmatchcase
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from cardrules.blocks.tricks import Play
from cardrules.cards import Rank
from cardrules.game import Outcome, Shuffled
from cardrules.games import ruka_dyavola, thirteen
from cardrules.moves import IllegalMoveError
from cardrules.seats import leaders
from cardrules.verify import LAWS, BrokenLawError, NotPromisedError, Trace, laws, verdicts
from cardrules.verify.playing import Listed, Randomly, play
from tests.verify import little
from tests.verify.little import Changing, Fine, Finished, Keep, Move, Playing, Rules, State, Throw
from tests.verify.test_faults import Broken, afterwards, told

WITH_REFEREE = Rules(referee=True)


def a_fine_of_nothing() -> Broken:
    """A fine is listed and made, and nobody pays."""

    def apply(state: State, move: Move | Shuffled) -> State:
        return state if isinstance(move, Fine) and move in little.rulings(state) else little.apply(state, move)

    return Broken(apply=apply)


def a_fine_for_everybody() -> Broken:
    """Whoever is fined, each seat gives a coin to the next."""

    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        if isinstance(move, Fine) and isinstance(state, Playing) and isinstance(after, Playing):
            return evolve(after, coins=state.coins, noted=(state.noted or 0) + 1)  # type: ignore[operator]  # a number
        return after

    return Broken(apply=apply)


def the_last_wins() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, winners=leaders(ended.scores, lowest=True))

    return Broken(outcome=outcome)


def one_of_two_winners_left_out() -> Broken:
    """Of two with equally many coins only the one who took the last trick wins."""

    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        if ended is None or not isinstance(state, Finished) or len(ended.winners) == 1:
            return ended
        return evolve(ended, winners=(state.tricks.to_act,))

    return Broken(outcome=outcome)


def poorer_than_it_seems() -> Broken:
    """Each seat is said to have one coin at first; it can lose two."""
    return told(funds=lambda state: tuple(1 + coins for coins in little.won(state)))


def a_purse_that_is_a_float() -> Broken:
    return told(funds=lambda state: (float(state.rules.coin),))


def a_trick_that_costs_one() -> Broken:
    """The last trick costs 1, whatever a coin is worth."""

    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        if isinstance(state, Playing) and isinstance(after, Finished):
            return evolve(after, coins=little.paid(state.coins, after.tricks.to_act))
        return after

    return Broken(apply=apply)


def throws_for_the_poor() -> Broken:
    """Cards are thrown only where a coin is worth 1."""

    def legal_moves(state: State) -> tuple[Move, ...]:
        moves = little.legal_moves(state)
        rich = isinstance(state, Changing) and state.rules.coin > 1
        return tuple(move for move in moves if not (rich and isinstance(move, Throw)))

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(move, Throw) and move not in legal_moves(state):
            raise IllegalMoveError(move, "a card is not worth a coin", legal_moves(state))
        return little.apply(state, move)

    return Broken(apply=apply, legal_moves=legal_moves)


def seat_0_leads_again() -> Broken:
    """Seat 0 leads the second trick; the taker of the first is paid all the same."""

    def change(state: State) -> State:
        if isinstance(state, Playing) and state.tricks.full:
            return evolve(state, tricks=evolve(state.tricks, to_act=0))
        return state

    return afterwards(change)


def a_coin_on_its_way() -> Broken:
    """Between the tricks seat 0 has the coin; in the end it is where it belongs."""

    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        if not isinstance(state, Playing) or not isinstance(move, Play):
            return after
        if isinstance(after, Finished):
            first = state.noted if isinstance(state.noted, int) else 0
            paid = little.paid((0, 0), first, state.rules.coin)
            return evolve(after, coins=little.paid(paid, after.tricks.to_act, state.rules.coin), noted=None)
        if isinstance(after, Playing) and after.tricks.full:
            return evolve(after, coins=little.paid((0, 0), 0, state.rules.coin), noted=after.tricks.to_act)
        return after

    return Broken(apply=apply)


def a_game_shorter_than_promised() -> Broken:
    return told(min_moves=8, max_moves=None)


def a_longer_match_for_more() -> Broken:
    """What is called a longer match is one in which a coin is worth 2."""
    return told(longer=lambda state: little.start(evolve(state.rules, coin=2)))


def a_longer_match_with_more_seats() -> Broken:
    return told(longer=lambda state: little.start(evolve(state.rules, players=3)))


def twos_like_threes() -> Broken:
    return told(symmetric_ranks=((Rank.TWO, Rank.THREE),))


FAULTS = [
    (a_fine_of_nothing, WITH_REFEREE, "moves differ", "fine [01] changes nothing"),
    (a_fine_for_everybody, WITH_REFEREE, "moves differ", "fine [01] and fine [01] lead to equal states"),
    (the_last_wins, Rules(), "leaders win", "the winners are (*,), and (*,) have the best score"),
    (one_of_two_winners_left_out, Rules(), "leaders win", "the winners are ([01],), and (0, 1) have the best score"),
    (poorer_than_it_seems, Rules(), "funds are no debts", "a fund holds -1"),
    (a_purse_that_is_a_float, Rules(), "funds are no debts", "1.0 is no exact amount"),
    (
        a_trick_that_costs_one,
        Rules(),
        "money scales",
        "with 2 times the money, the seats stand at (*) after 7 moves, not (*)",
    ),
    (
        throws_for_the_poor,
        Rules(),
        "money scales",
        "with 2 times the money, 1 moves are listed after 1 moves, not 3",
    ),
    (
        seat_0_leads_again,
        Rules(),
        "seats are symmetric",
        "turned by 1 seats, to_act is 0 after 5 moves, not 1",
    ),
    (
        a_coin_on_its_way,
        Rules(),
        "seats are symmetric",
        "turned by 1 seats, the seats stand at (1, -1) after 5 moves, not (-1, 1)",
    ),
    (
        a_game_shorter_than_promised,
        Rules(),
        "play ends",
        "the game is over after 7 moves; it promises at least 8",
    ),
    (
        a_longer_match_for_more,
        Rules(),
        "longer matches begin alike",
        "in a longer match, the seats stand at (*) after 5 moves, not (*)",
    ),
    (
        a_longer_match_with_more_seats,
        Rules(),
        "longer matches begin alike",
        "in a longer match, the seats stand at (0, 0, 0) after 0 moves, not (0, 0)",
    ),
    (twos_like_threes, Rules(), "ranks are symmetric", "with the ranks renamed 2 3, 3 2, *"),
]


@pytest.mark.parametrize(("fault", "rules", "law", "message"), FAULTS, ids=lambda value: getattr(value, "__name__", ""))
def test_one_law_catches_it_and_no_other(fault: Callable[[], Broken], rules: Rules, law: str, message: str) -> None:
    found = verdicts(fault(), rules, laws=LAWS[:-1])
    broken = {verdict.law: verdict.text.partition("\n")[0] for verdict in found if verdict.status == "broken"}
    assert list(broken) == [law]
    assert fnmatchcase(broken[law], message), broken[law]


def swapping_seats_0_and_1(game: Any, is_due: Callable[[Any], bool]) -> SimpleNamespace:
    """Return a game in which seats 0 and 1 get what belongs to the other where the swap is due."""

    def apply(state: Any, move: object) -> object:
        after = game.apply(state, move)
        if not hasattr(state, "table") or not hasattr(after, "table") or not is_due(after):  # while all are shuffled
            return after
        gains = [now - before for now, before in zip(after.table.balances, state.table.balances, strict=True)]
        gains[:2] = gains[1::-1]
        balances = tuple(before + gain for before, gain in zip(state.table.balances, gains, strict=True))
        return evolve(after, table=evolve(after.table, balances=balances))

    return SimpleNamespace(
        start=game.start, legal_moves=game.legal_moves, apply=apply, outcome=game.outcome, promises=game.promises
    )


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (swapping_seats_0_and_1(thirteen, lambda _: True), thirteen.Rules()),
        (
            swapping_seats_0_and_1(ruka_dyavola, lambda state: state.table.deal.number == 2),
            ruka_dyavola.Rules(deals=2),
        ),
    ],
    ids=["lots once", "lots before each deal"],
)
def test_tables_are_turned_after_lots_are_drawn(game: Any, rules: Any) -> None:
    """The money adds up, and lots favour nobody: balances of two seats that are swapped show only at a turned table."""
    found = verdicts(game, rules, examples=3, laws=LAWS[:-1])
    broken = {verdict.law: verdict.text.partition("\n")[0] for verdict in found if verdict.status == "broken"}
    assert list(broken) == ["seats are symmetric"]
    assert fnmatchcase(
        broken["seats are symmetric"], "turned by * seats, the seats stand at (*) after * moves, not (*)"
    )


def test_laws_of_symmetry_look_at_the_end_of_play() -> None:
    """Nothing is compared before; nor at a table of which only the shuffle for the lots was seen, and not how it ended."""
    trace = play(told(longer=little.start), Rules(), Randomly(Random(0)))
    for law in (laws.ranks_are_symmetric, laws.money_scales, laws.longer_matches_begin_alike):
        with suppress(NotPromisedError):
            law(trace.moment(1))
    before_lots = play(thirteen, thirteen.Rules(), Randomly(Random(0)), most=0)
    laws.seats_are_symmetric(before_lots.moment(0))
    laws.longer_matches_begin_alike(before_lots.moment(0))


def test_a_move_may_be_refused_at_the_turned_table() -> None:
    """Seat 0 alone may keep both its cards."""

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(move, Keep) and isinstance(state, Changing) and state.to_act == 1:
            raise IllegalMoveError(move, "seat 1 draws")
        return little.apply(state, move)

    trace = play(Broken(), Rules(), Listed([tuple(range(8)), 0, 2]))
    assert isinstance(trace.moves[2], Keep)
    other = Trace(Broken(apply=apply), Rules(), trace.states, trace.moves)
    with pytest.raises(BrokenLawError, match=r"turned by 1 seats, move 3, keep, is not allowed: .*seat 1 draws"):
        laws.seats_are_symmetric(other.moment(len(trace.states) - 1))

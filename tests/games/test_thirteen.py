"""Thirteen, rule by rule."""

from fractions import Fraction
from itertools import product
from math import comb, perm

import pytest
from attrs import evolve

from cardrules.cards import Deck, Hand, Rank
from cardrules.errors import RulesError
from cardrules.game import Outcome
from cardrules.games import thirteen
from cardrules.games.thirteen import (
    TREIZE,
    DrawingLots,
    Finished,
    LotsDrawn,
    Reshuffling,
    Rules,
    Shuffling,
    SitOut,
    Stake,
    Staking,
    State,
    Table,
    Turn,
    Turning,
)
from cardrules.moves import IllegalMoveError, because
from tests.facts import shows_fewer_places
from tests.sheets import after, hand, refusal, stacked

TWO = Rules(players=2)

CALLS = tuple(Rank)
"""The calls by default, from two to ace."""


def opened(rules: Rules, top: str = "", banker: int = 0) -> Staking:
    """Return the first round of a match, with this banker and these cards on top of the pack."""
    state: State = thirteen.start(rules)
    lots = " ".join("2C" if seat == banker else f"{7 + seat % 4}D" for seat in range(rules.players))
    state = thirteen.apply(state, stacked(state, lots))
    state = thirteen.apply(state, stacked(state, top))
    assert isinstance(state, Staking)
    return state


def turned(state: State, count: int) -> State:
    """Return the state after ``count`` turns."""
    return after(thirteen, state, *[Turn()] * count)


MISSES = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
"""Thirteen cards, none of which is turned when its rank is called: ace at two, two at three, and so on to king at ace."""


MISSES_OF_TREIZE = "KS AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS"
"""The same where the calls go from ace to king."""


@pytest.mark.rule("thirteen", "1.1")
@pytest.mark.parametrize(
    ("lots", "banker"),
    [
        ("AC 3C 2D KC", 2),  # the lowest has the bank
        ("AC 3C KD 4C", 1),  # ace high
        ("5C 3C 3D 9C 8C 7C", 2),  # seats 1 and 2 draw again: eight and seven
        ("5C 3C 3D 9C 8C 8D 2S AS", 1),  # and again: two and ace
    ],
)
def test_the_lowest_card_has_the_first_bank_ace_high(lots: str, banker: int) -> None:
    state = thirteen.start(Rules())
    assert isinstance(state, DrawingLots)
    shuffling = thirteen.apply(state, stacked(state, lots))
    assert isinstance(shuffling, LotsDrawn)
    assert shuffling.table.banker == banker


@pytest.mark.rule("thirteen", "1.1")
@pytest.mark.parametrize(("lots", "banker"), [("2C 3C AD KC", 2), ("5C 2C 2D 9C 8C AC", 2)])
def test_the_ace_is_low_where_it_is_called_first(lots: str, banker: int) -> None:
    state = thirteen.start(Rules(first_call="ace"))
    shuffling = thirteen.apply(state, stacked(state, lots))
    assert isinstance(shuffling, LotsDrawn)
    assert shuffling.table.banker == banker


@pytest.mark.rule("thirteen", "1.2")
@pytest.mark.parametrize("packs", [1, 2])
def test_the_banker_shuffles_the_pack(packs: int) -> None:
    state = thirteen.start(Rules(players=2, packs=2 if packs == 2 else 1))
    shuffling = thirteen.apply(state, stacked(state, "2C 3C"))
    assert isinstance(shuffling, LotsDrawn)
    assert len(shuffling.pack) == 52 * packs
    assert isinstance(thirteen.apply(shuffling, stacked(shuffling, "")), Staking)


@pytest.mark.rule("thirteen", "2.1")
def test_punters_stake_in_turn_within_the_limits() -> None:
    state: State = opened(Rules(min_stake=2, max_stake=7, step=2), banker=1)
    for seat in (2, 3, 0):
        assert state.to_act == seat
        assert thirteen.legal_moves(state) == (Stake(2), Stake(4), Stake(6))
        state = thirteen.apply(state, Stake(4))
    assert isinstance(state, Turning)
    assert (state.to_act, state.stakes) == (1, (4, 0, 4, 4))


@pytest.mark.rule("thirteen", "2.1")
def test_a_punter_may_sit_out_where_that_is_agreed() -> None:
    state = opened(Rules(players=2, max_stake=2, sit_out=True))
    assert thirteen.legal_moves(state) == (Stake(1), Stake(2), SitOut())
    with pytest.raises(IllegalMoveError, match=r"sit out: expected stake"):
        thirteen.apply(opened(TWO), SitOut())


@pytest.mark.rule("thirteen", "2.1")
def test_no_other_stake_is_allowed() -> None:
    for wrong in (0, 11):
        reason = because("a stake is a whole number from 1 to 10", "2.1")
        assert refusal(thirteen, opened(TWO), Stake(wrong)) == reason
    in_steps = opened(Rules(players=2, min_stake=2, step=3))
    assert refusal(thirteen, in_steps, Stake(4)) == because("a stake is from 2 to 8 in steps of 3", "2.1")
    limited = after(thirteen, opened(Rules(players=3, bank=5)), Stake(2))
    assert refusal(thirteen, limited, Stake(4)) == because("the rest of the bank covers only 3", "2.1")


@pytest.mark.rule("thirteen", "2.1")
def test_if_all_sit_out_the_banker_turns_all_the_same() -> None:
    state: State = opened(Rules(players=3, sit_out=True))
    for _ in range(2):
        state = thirteen.apply(state, SitOut())
    assert isinstance(state, Turning)
    assert (state.to_act, state.stakes) == (0, (0, 0, 0))


@pytest.mark.rule("thirteen", "2.1")
def test_a_limited_bank_is_put_in_and_bounds_the_stakes_of_a_round_together() -> None:
    state: State = opened(Rules(bank=5, max_stake=4, min_stake=2))
    assert isinstance(state, Staking)
    assert (state.table.bank, state.table.balances) == (5, (-5, 0, 0, 0))
    assert thirteen.legal_moves(state) == (Stake(2), Stake(3), Stake(4))
    state = thirteen.apply(state, Stake(2))
    assert thirteen.legal_moves(state) == (Stake(2), Stake(3))
    state = thirteen.apply(state, Stake(2))
    assert thirteen.legal_moves(state) == (SitOut(),)  # 1 is left
    assert isinstance(thirteen.apply(state, SitOut()), Turning)


@pytest.mark.rule("thirteen", "2.1")
def test_hits_go_into_a_limited_bank_and_what_is_left_after_the_loss_is_the_bankers_again() -> None:
    state = turned(after(thirteen, opened(Rules(players=2, bank=5), top="2H " + MISSES), Stake(3)), 1)
    assert isinstance(state, Staking)
    assert (state.table.bank, state.table.balances) == (8, (-5, -3))
    state = turned(after(thirteen, state, Stake(7)), 13)
    assert isinstance(state, Shuffling)
    assert (state.table.bank, state.table.balances) == (0, (-4, 4))


@pytest.mark.rule("thirteen", "2.2")
@pytest.mark.parametrize("place", range(13))
def test_the_ranks_are_called_from_two_to_ace(place: int) -> None:
    """After misses, the two of hearts is a hit at the first call, and so on to the ace at the thirteenth."""
    rank = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][place]
    top = [card.ascii for card in hand(MISSES)[:place]] + [f"{rank}H"]
    state = turned(after(thirteen, opened(TWO, top=" ".join(top)), Stake(1)), place)
    assert isinstance(state, Turning)
    hit = thirteen.apply(state, Turn())
    assert isinstance(hit, Staking)
    assert hit.table.balances == (1, -1)


@pytest.mark.rule("thirteen", "2.2")
def test_a_card_of_a_rank_that_is_not_called_is_no_hit() -> None:
    state = turned(after(thirteen, opened(TWO, top=MISSES), Stake(1)), 12)
    assert isinstance(state, Turning)
    assert state.calls == 12


@pytest.mark.rule("thirteen", "2.2")
@pytest.mark.parametrize("place", range(13))
def test_the_ranks_may_be_called_from_ace_to_king(place: int) -> None:
    """After misses, the ace of hearts is a hit at the first call, and so on to the king at the thirteenth."""
    rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][place]
    misses = ["KS", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS"][:place]
    rules = evolve(TREIZE, players=2)
    state = turned(after(thirteen, opened(rules, top=" ".join([*misses, f"{rank}H", "AC"])), Stake(3)), place)
    assert isinstance(state, Turning)
    hit = thirteen.apply(state, Turn())
    assert isinstance(hit, Staking)
    assert hit.table.balances == (3, -3)
    again = turned(after(thirteen, hit, Stake(2)), 1)  # the call starts again at the ace
    assert isinstance(again, Staking)
    assert again.table.balances == (5, -5)


@pytest.mark.rule("thirteen", "2.2", "2.4")
def test_what_the_first_call_is_decides_a_round() -> None:
    """Ace, two and so on to king miss every call from two to ace, and the first call from ace to king is a hit."""
    from_two = turned(after(thirteen, opened(TWO, top=MISSES), Stake(3)), 13)
    assert isinstance(from_two, Shuffling)
    assert from_two.table.balances == (-3, 3)
    from_ace = turned(after(thirteen, opened(Rules(players=2, first_call="ace"), top=MISSES), Stake(3)), 1)
    assert isinstance(from_ace, Staking)
    assert from_ace.table.balances == (3, -3)


@pytest.mark.rule("thirteen", "2.3")
def test_a_hit_takes_all_stakes_and_the_call_starts_again_with_the_rest() -> None:
    state = after(thirteen, opened(Rules(players=3), top="KS 3H 5D 2D"), Stake(3), Stake(5))
    state = turned(state, 2)
    assert isinstance(state, Staking)
    assert state.table.balances == (8, -3, -5)
    assert state.table.stock[:2] == hand("5D 2D")
    state = turned(after(thirteen, state, Stake(1), Stake(1)), 1)
    assert isinstance(state, Turning)
    assert state.calls == 1


@pytest.mark.rule("thirteen", "2.4")
def test_thirteen_misses_are_paid_and_the_bank_passes_to_the_left_with_all_cards_shuffled() -> None:
    state = turned(after(thirteen, opened(Rules(players=3), top=MISSES, banker=2), Stake(3), Stake(5)), 13)
    assert isinstance(state, Shuffling)
    assert (state.table.balances, state.table.banker, state.table.lost) == ((3, 5, -8), 0, 1)
    assert len(state.pack) == 52


def nearly_out(rules: Rules, calls: int) -> Turning:
    """Return a round with one card left in the stock, a king that is no hit, after ``calls`` calls."""
    state = after(thirteen, opened(rules), Stake(1))
    assert isinstance(state, Turning)
    cards = state.table.stock.minus(hand("KS"))
    table = evolve(state.table, stock=state.table.stock.minus(cards), turned=hand("").plus(cards))
    return evolve(state, table=table, calls=calls)


@pytest.mark.rule("thirteen", "2.5")
@pytest.mark.parametrize(("option", "calls"), [("continue", 6), ("restart", 0)])
def test_when_the_pack_has_run_out_all_cards_are_shuffled_and_the_call_goes_on(option: str, calls: int) -> None:
    rules = Rules(players=2, on_exhausted="continue" if option == "continue" else "restart")
    state = turned(nearly_out(rules, 5), 1)
    assert isinstance(state, Reshuffling)
    assert len(state.pack) == 52
    state = thirteen.apply(state, stacked(state, "AS"))
    assert isinstance(state, Turning)
    assert (state.calls, state.stakes, len(state.table.stock), len(state.table.turned)) == (calls, (0, 1), 52, 0)


@pytest.mark.rule("thirteen", "2.5")
def test_after_a_hit_with_the_last_card_stakes_are_made_first() -> None:
    state = turned(nearly_out(TWO, 11), 1)
    assert isinstance(state, Staking)
    state = thirteen.apply(state, Stake(1))
    assert isinstance(state, Reshuffling)
    assert state.rules == TWO
    state = thirteen.apply(state, stacked(state, ""))
    assert isinstance(state, Turning)
    assert state.calls == 0


@pytest.mark.rule("thirteen", "3.1")
def test_the_match_ends_after_the_banks_have_been_lost() -> None:
    state = turned(after(thirteen, opened(Rules(players=2, banks=1), top=MISSES), Stake(3)), 13)
    assert isinstance(state, Finished)
    assert thirteen.outcome(state) == Outcome((-3, 3), (1,))
    assert thirteen.outcome(opened(TWO)) is None
    assert Rules(players=7).last_bank == 7


@pytest.mark.rule("thirteen", "3.1")
@pytest.mark.parametrize("top", ["2S", MISSES])
def test_the_match_ends_after_the_last_round_and_the_bank_goes_back(top: str) -> None:
    state = turned(after(thirteen, opened(Rules(players=2, bank=9, max_rounds=1), top=top), Stake(3)), len(hand(top)))
    assert isinstance(state, Finished)
    assert state.table.balances == ((3, -3) if top == "2S" else (-3, 3))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_stake": 5, "max_stake": 4}, "max_stake must be at least min_stake, 5, not 4"),
        ({"min_stake": 5, "bank": 4}, "bank must be at least min_stake, 5, not 4"),
        ({"players": 53}, "players must be at most 52, since each draws a card for the lot, not 53"),
        ({"max_stake": 1_001}, "max_stake gives 1001 amounts from 1 to 1001 in steps of 1; there may be at most 1000"),
        ({"max_stake": 10**12, "step": 100}, "max_stake gives 10000000000 amounts"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules(**options)  # type: ignore[arg-type]  # whole numbers all of them


def test_a_thousand_stakes_may_be_offered() -> None:
    state = opened(Rules(players=2, min_stake=5, max_stake=5_000, step=5))
    assert len(thirteen.legal_moves(state)) == 1_000


def test_promises_without_a_last_round() -> None:
    promised = thirteen.promises(Rules(max_rounds=None))
    assert (promised.max_moves, promised.score_range) == (None, None)


def ended(state: State, *packs: str) -> tuple[Finished[Table], int]:
    """Return the end of a match with the highest stakes, in which the packs are shuffled so, and its moves from here."""
    shuffles, moves = iter(packs), 0
    while not isinstance(state, Finished):
        move = stacked(state, next(shuffles)) if isinstance(state, Shuffling) else thirteen.legal_moves(state)[-1]
        state = thirteen.apply(state, move)
        moves += 1
    return state, moves


@pytest.mark.parametrize(
    "rules",
    [
        Rules(players=2, max_rounds=1, banks=1),
        Rules(players=3, max_rounds=4, banks=4, max_stake=7),
        Rules(players=4, max_rounds=3, min_stake=2, max_stake=9, step=3),  # the highest stake is 8
        Rules(players=3, max_rounds=2, first_call="ace"),
    ],
)
def test_the_longest_match_and_the_best_and_the_worst_score_are_as_promised(rules: Rules) -> None:
    """Every bank is lost at once; or seat 0 has a bank that wins with each first card, or the next banker has it."""
    promised = thirteen.promises(rules)
    assert rules.max_rounds is not None
    hits, misses = ("2C 2D 2H 2S", MISSES) if rules.first_call == "two" else ("AC AD AH AS", MISSES_OF_TREIZE)
    won, _ = ended(opened(rules, hits))
    lost, _ = ended(opened(rules, misses), hits)
    _, moves = ended(opened(rules, misses), *[misses] * (rules.max_rounds - 1))
    assert promised.score_range == (lost.table.balances[0], won.table.balances[0])
    assert promised.max_moves == 2 + moves


def test_a_limited_bank_is_the_bankers_while_it_stands() -> None:
    standing = thirteen.promises(Rules(players=2, bank=20)).standing
    assert standing
    state = opened(Rules(players=2, bank=20), top=MISSES)
    assert (state.table.balances, standing(state)) == ((-20, 0), (0, 0))
    assert standing(after(thirteen, state, Stake(7), *[Turn()] * 13)) == (-7, 7)


@pytest.mark.parametrize(
    ("rules", "first", "in_round"),
    [
        (Rules(), 52, 52),
        (Rules(packs=2, max_rounds=8), 104, 7 * 13 - 6),  # thirteen cards a round; after six calls of the second round
        (Rules(max_rounds=3), 39, 26 - 6),
        (Rules(max_rounds=3, on_exhausted="restart"), 39, 26),
        (Rules(max_rounds=None), 52, 52),
    ],
)
def test_a_card_is_reached_if_there_can_be_as_many_rounds(rules: Rules, first: int, in_round: int) -> None:
    """All cards are turned when six ranks have been called in the second round."""
    reached = thirteen.promises(rules).reached
    assert reached
    state = thirteen.start(rules)
    assert reached(state) == range(len(rules.cards))
    shuffling = thirteen.apply(state, stacked(state, "2C 3C 4C 5C"))
    assert reached(shuffling) == range(first)
    table = evolve(opened(rules).table, rounds=1, stock=Deck(), turned=Hand(rules.cards))
    assert reached(Reshuffling(Turning(table, (0, 1, 1, 1), 6))) == range(in_round)


@pytest.mark.parametrize(
    ("rules", "phase", "cards"),
    [
        (Rules(players=2, max_rounds=1), LotsDrawn, None),
        (Rules(players=2, max_rounds=5), Shuffling, None),
        (Rules(players=2, max_rounds=2), Reshuffling, "2C 2D 3C 4C 4D"),
        (Rules(players=2, max_rounds=2, on_exhausted="restart"), Reshuffling, "2C 2D 3C 4C 4D"),
    ],
)
def test_the_last_place_reached_matters(rules: Rules, phase: type, cards: str | None) -> None:
    assert shows_fewer_places(thirteen, rules, phase, cards)


@pytest.mark.parametrize(
    ("rules", "stakes", "sits_out"),
    [
        (Rules(), 10, False),
        (Rules(min_stake=2, max_stake=11, step=3), 4, False),  # 2, 5, 8, 11
        (Rules(sit_out=True), 10, True),
        (Rules(bank=1_000), 10, False),  # twenty at most are staked before the last punter
        (Rules(bank=21), 10, False),
        (Rules(bank=20), 10, True),
        (Rules(players=2, bank=1), 10, False),  # a bank that always wins grows to 10
        (Rules(players=2, bank=1, max_rounds=1), 1, False),
        (Rules(bank=2, max_rounds=3), 8, True),  # a bank of 2 may grow to 8 in two rounds
        (Rules(bank=2, max_rounds=None), 10, True),
    ],
)
def test_the_moves_that_there_are(rules: Rules, stakes: int, *, sits_out: bool) -> None:
    promised = thirteen.promises(rules)
    assert promised.moves
    assert promised.moves() == [*rules.stakes[:stakes], *([SitOut()] if sits_out else []), Turn()]
    assert not promised.by_place


def test_of_a_smaller_pack_the_ranks_that_it_has_are_called() -> None:
    """King, two and four are turned when two, four and king are called; then two is called, and four is a hit."""
    drawing = thirteen.start(Rules(players=2), hand("2C 4C KC KH"))
    assert drawing.pack == hand("2C 4C KC KH")
    drawn = thirteen.apply(drawing, stacked(drawing, "2C KC"))
    state = turned(after(thirteen, drawn, stacked(drawn, "KC 2C 4C KH"), Stake(3)), 3)
    assert isinstance(state, Shuffling)
    assert state.table.balances == (-3, 3)
    state = turned(after(thirteen, state, stacked(state, "KC 4C 2C KH"), Stake(3)), 2)
    assert isinstance(state, Staking)
    assert state.table.balances == (-6, 6)
    with pytest.raises(RulesError, match="the pack must have at least 2 cards, not 1"):
        thirteen.start(Rules(players=2), hand("2C"))


def chance(rules: Rules, rounds: list[tuple[Rank, ...]], hits: list[bool]) -> Fraction:
    """Return the chance that every round lasts for its calls and then ends with a hit, or without one.

    For each rank some of its calls must be hits and the others must not: inclusion and exclusion of the latter.
    """
    must = [called[-1] for called, hit in zip(rounds, hits, strict=True) if hit]
    calls = [rank for called in rounds for rank in called]
    ways = [1]
    for rank in CALLS:
        copies = sum(card.rank is rank for card in rules.cards)
        forced, free = must.count(rank), calls.count(rank) - must.count(rank)
        factor = [0] * forced + [
            (-1) ** more * comb(free, more) * perm(copies, forced + more) for more in range(free + 1)
        ]
        product_ = [0] * (len(ways) + len(factor) - 1)
        for (power, count), (other_power, other_count) in product(enumerate(ways), enumerate(factor)):
            product_[power + other_power] += count * other_count
        ways = product_
    cards = len(rules.cards)
    return sum((Fraction(way, perm(cards, placed)) for placed, way in enumerate(ways)), Fraction(0))


@pytest.mark.parametrize(
    ("packs", "exact"),
    [
        (1, Fraction(9571721884148096, 26816424180170625)),
        (2, Fraction(91722103545809243504, 258301029741823443375)),
    ],
)
def test_the_chance_of_thirteen_misses(packs: int, exact: Fraction) -> None:
    rules = Rules(packs=2 if packs == 2 else 1)
    assert chance(rules, [CALLS], [False]) == exact
    if packs == 1:
        assert 1 - 2 * exact == Fraction(7672980411874433, 26816424180170625)  # the banker's gain on a stake of 1


def test_the_chances_of_the_first_hit_at_each_call() -> None:
    exact = ["1/13", "47/663", "361/5525", "3763/62475", "27061/487305", "50119/978775"]
    assert [chance(Rules(), [CALLS[: call + 1]], [True]) for call in range(6)] == list(map(Fraction, exact))


@pytest.mark.parametrize(("rounds", "figure"), [(2, "0.4135342170"), (3, "0.2659315388")])
def test_the_chance_that_a_banker_hits_in_each_of_his_first_rounds(rounds: int, figure: str) -> None:
    ends = product(range(1, 14), repeat=rounds)
    total = sum((chance(Rules(), [CALLS[:end] for end in lengths], [True] * rounds) for lengths in ends), Fraction(0))
    assert round(total, 10) == Fraction(figure)

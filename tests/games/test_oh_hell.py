"""Oh Hell, rule by rule."""

from fractions import Fraction
from itertools import pairwise, product
from math import comb
from random import Random
from typing import Literal

import pytest
from attrs import evolve

from cardrules.blocks.tricks import first_lead
from cardrules.cards import PACK_52, Deck, Hand, Suit
from cardrules.errors import RulesError
from cardrules.game import Outcome, playout, states
from cardrules.games import oh_hell
from cardrules.games.oh_hell import (
    Bid,
    Bidding,
    Finished,
    Match,
    Play,
    Playing,
    Rules,
    Shuffling,
    State,
    Table,
    points_for,
)
from cardrules.moves import IllegalMoveError, because
from cardrules.play.text import format_state
from cardrules.zones import view
from tests.sheets import after, card, hand, hands, one_by_one, refusal, stacked

THREE = Rules(players=3)


def dealing(rules: Rules, number: int, dealer: int = 0) -> Shuffling[Match]:
    """Return the state before the deal of this ``number``; nobody has scored."""
    match = evolve(oh_hell.start(rules).table, dealer=dealer)
    if number == 1:
        return Shuffling(match)
    table = Table(rules, dealer, rules.sizes[number - 2], match.scores, None, None, Deck(), (0,) * rules.players)
    done = evolve(first_lead(table, (Hand(),) * rules.players, 0), gone=Hand(PACK_52))
    return Shuffling(evolve(match, stock=Hand(), played=done))


def dealt(rules: Rules, text: str, turn_up: str = "", dealer: int = 0) -> Bidding:
    """Return the bidding after a deal of these hands, by seat, and this card turned up.

    It is the first deal with hands of that size.
    """
    before = dealing(rules, 1 + rules.sizes.index(len(hands(text)[0])), dealer)
    top = one_by_one(text, first=(dealer + 1) % rules.players, then=turn_up)
    state = oh_hell.apply(before, stacked(before, top))
    assert isinstance(state, Bidding)
    return state


def bid(state: State, *bids: int) -> State:
    """Return the state after these bids, in the order in which the seats make them."""
    return after(oh_hell, state, *map(Bid, bids))


def play(state: State, text: str) -> State:
    """Return the state after these cards, each played by the seat to act."""
    return after(oh_hell, state, *map(Play, hand(text)))


def playing(state: State) -> Playing[Table]:
    assert isinstance(state, Playing)
    return state


@pytest.mark.rule("oh_hell", "1.1")
@pytest.mark.parametrize(("players", "deals"), [(3, 15), (4, 13), (5, 10), (6, 8), (7, 7)])
def test_deal_number_k_gives_k_cards(players: int, deals: int) -> None:
    game = playout(oh_hell, Rules(players=players), Random(0))
    sizes = [
        len(state.hands[0])
        for state in states(oh_hell, game)
        if isinstance(state, Bidding) and not any(bid is not None for bid in state.bids)
    ]
    assert sizes == list(range(1, deals + 1))


@pytest.mark.rule("oh_hell", "1.1")
def test_a_match_may_have_fewer_deals_but_not_more() -> None:
    game = playout(oh_hell, Rules(players=5, deals=2), Random(0))
    assert sum(isinstance(state, Shuffling) for state in states(oh_hell, game)) == 2
    with pytest.raises(RulesError, match="deals must be at most 10 for 5 players, not 11"):
        Rules(players=5, deals=11)


@pytest.mark.rule("oh_hell", "1.5")
@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        (Rules(players=7), [1, 2, 3, 4, 5, 6, 7]),
        (Rules(players=7, order="down"), [7, 6, 5, 4, 3, 2, 1]),
        (Rules(players=7, order="up_down"), [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]),
        (Rules(players=7, order="down_up"), [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]),
        (Rules(players=3, deals=3, order="down"), [3, 2, 1]),
        (Rules(players=3, deals=3, order="up_down"), [1, 2, 3, 2, 1]),
        (Rules(players=3, deals=2, order="down_up"), [2, 1, 2]),
        (Rules(players=3, deals=1, order="up_down"), [1]),
        (Rules(players=3, deals=1, order="down_up"), [1]),
    ],
)
def test_the_hands_may_shrink_or_turn(rules: Rules, sizes: list[int]) -> None:
    played = list(states(oh_hell, playout(oh_hell, rules, Random(0))))
    dealt_out = [now for before, now in pairwise(played) if isinstance(before, Shuffling)]
    assert all(isinstance(state, Bidding) for state in dealt_out)
    assert [len(state.hands[0]) for state in dealt_out if isinstance(state, Bidding)] == sizes
    assert [state.table.number for state in dealt_out if isinstance(state, Bidding)] == list(range(1, len(sizes) + 1))
    assert isinstance(played[-1], Finished)


@pytest.mark.rule("oh_hell", "1.5")
@pytest.mark.parametrize("order", ["up", "down", "up_down", "down_up"])
def test_the_hands_are_at_most_those_of_a_full_match(order: Literal["up", "down", "up_down", "down_up"]) -> None:
    assert max(Rules(players=6, order=order).sizes) == 8
    with pytest.raises(RulesError, match="deals must be at most 8 for 6 players, not 9"):
        Rules(players=6, deals=9, order=order)


@pytest.mark.rule("oh_hell", "1.2")
def test_cards_go_round_one_at_a_time_from_the_dealers_left() -> None:
    before = dealing(THREE, 2, dealer=1)
    state = oh_hell.apply(before, stacked(before, "2C 3C 4C 5C 6C 7C"))
    assert isinstance(state, Bidding)
    assert state.hands == hands("3C 6C | 4C 7C | 2C 5C")


@pytest.mark.rule("oh_hell", "1.2")
def test_the_deal_passes_clockwise_from_seat_0() -> None:
    game = playout(oh_hell, Rules(players=3, deals=5), Random(0))
    assert [state.table.dealer for state in states(oh_hell, game) if isinstance(state, Shuffling)] == [0, 1, 2, 0, 1]


@pytest.mark.rule("oh_hell", "1.3")
def test_the_suit_of_the_card_turned_up_is_trump() -> None:
    table = dealt(THREE, "2C | 3C | 4C", turn_up="9H").table
    assert (table.turn_up, table.trump) == (card("9H"), Suit.HEARTS)
    assert len(table.stock) == 52 - 3 - 1


@pytest.mark.rule("oh_hell", "1.4")
@pytest.mark.parametrize(("players", "deals"), [(3, 15), (4, 13), (4, 2), (6, 1)])
def test_the_last_deal_has_no_trump(players: int, deals: int) -> None:
    game = playout(oh_hell, Rules(players=players, deals=deals), Random(0))
    turned = {
        state.table.size: (state.table.turn_up is None, state.table.trump is None)
        for state in states(oh_hell, game)
        if isinstance(state, Playing)
    }
    assert turned == {size: (size == deals, size == deals) for size in range(1, deals + 1)}


@pytest.mark.rule("oh_hell", "1.4", "1.5")
@pytest.mark.parametrize(
    ("rules", "without"),
    [
        (Rules(order="up"), [13]),
        (Rules(order="down"), [1, 13]),  # in the first deal no card is left to turn up
        (Rules(order="up_down"), [13, 25]),
        (Rules(order="down_up"), [1, 25]),
        (Rules(players=3, deals=2, order="up_down"), [3]),
        (Rules(order="up", last_turn_up=True), [13]),
        (Rules(order="down", last_turn_up=True), [1]),
        (Rules(order="up_down", last_turn_up=True), [13]),
        (Rules(order="down_up", last_turn_up=True), [1, 25]),
        (Rules(deals=12, last_turn_up=True), []),
        (Rules(players=3, last_turn_up=True), []),
        (Rules(players=5, order="down_up", last_turn_up=True), []),
        (Rules(players=6, deals=1, last_turn_up=True), []),
    ],
)
def test_the_deals_without_a_card_turned_up(rules: Rules, without: list[int]) -> None:
    game = playout(oh_hell, rules, Random(0))
    tables = {state.table.number: state.table for state in states(oh_hell, game) if isinstance(state, Playing)}
    assert list(tables) == list(range(1, len(rules.sizes) + 1))
    assert [number for number, table in tables.items() if table.turn_up is None] == without
    assert [number for number, table in tables.items() if table.trump is None] == without


@pytest.mark.rule("oh_hell", "1.4")
def test_the_last_deal_may_have_a_trump() -> None:
    one_deal = Rules(players=3, deals=1, last_turn_up=True)
    table = dealt(one_deal, "2C | 3C | 4C", turn_up="9H").table
    assert (table.turn_up, table.trump, len(table.stock)) == (card("9H"), Suit.HEARTS, 52 - 3 - 1)
    state = play(bid(dealt(one_deal, "AC | 2H | 4C", turn_up="9H"), 1, 0, 0), "2H 4C AC")
    assert oh_hell.outcome(state) == Outcome((10, 11, 10), (1,))


@pytest.mark.rule("oh_hell", "2.1")
def test_each_seat_bids_once_from_none_to_all_from_the_dealers_left() -> None:
    state: State = dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H", dealer=1)
    for seat in (2, 0, 1):
        assert state.to_act == seat
        assert oh_hell.legal_moves(state) == (Bid(0), Bid(1), Bid(2))
        for wrong in (-1, 3):
            assert refusal(oh_hell, state, Bid(wrong)) == because("a bid is a whole number from 0 to 2", "2.1")
        state = bid(state, 1)
    assert playing(state).table.bids == (1, 1, 1)


@pytest.mark.rule("oh_hell", "2.2")
def test_the_bids_may_add_up_to_the_number_of_tricks() -> None:
    state = bid(dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H"), 1, 1)
    assert Bid(0) in oh_hell.legal_moves(state)


@pytest.mark.rule("oh_hell", "2.2")
def test_everybody_hears_each_bid_at_once() -> None:
    state = bid(dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H"), 2, 0)
    for seat in (0, 1, 2, None):
        seen = view(state, seat)
        assert isinstance(seen, Bidding)
        assert seen.bids == (None, 2, 0)


@pytest.mark.rule("oh_hell", "2.2")
@pytest.mark.parametrize(
    ("bids", "bid_sum"),
    [((1, 1, 1), "over"), ((2, 2, 2), "over"), ((0, 0, 1), "under"), ((0, 0, 0), "under"), ((1, 0, 1), "even")],
)
def test_the_table_hears_whether_the_bids_are_over_under_or_even(bids: tuple[int, ...], bid_sum: str) -> None:
    before = dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H")
    state = playing(bid(before, *bids))
    assert state.table.bid_sum == bid_sum
    for seat in (0, 1, 2, None):
        assert f"bid sum {bid_sum}" in format_state(view(state, seat))
    assert "bid sum" not in format_state(bid(before, *bids[:2]))  # before all have bid


@pytest.mark.rule("oh_hell", "2.3")
def test_with_the_hook_the_dealer_may_not_make_the_bids_add_up_to_the_tricks() -> None:
    five = "2C 3C 4C 5C 6C | 2D 3D 4D 5D 6D | 2H 3H 4H 5H 6H | 2S 3S 4S 5S 6S"
    state = bid(dealt(Rules(hook=True), five, turn_up="AS", dealer=3), 2, 0, 1)
    assert state.to_act == 3
    assert oh_hell.legal_moves(state) == (Bid(0), Bid(1), Bid(3), Bid(4), Bid(5))
    assert refusal(oh_hell, state, Bid(2)) == because(
        "bid 2 would make the bids add up to 5, the number of tricks", "2.3"
    )
    assert refusal(oh_hell, state, Bid(6)) == because("a bid is a whole number from 0 to 5", "2.1")


@pytest.mark.rule("oh_hell", "2.3")
def test_the_hook_binds_only_the_last_bidder() -> None:
    state = dealt(Rules(players=3, hook=True), "2C 3C 4C | 2D 3D 4D | 2H 3H 4H", turn_up="AS")
    assert Bid(3) in oh_hell.legal_moves(state)
    assert Bid(0) in oh_hell.legal_moves(bid(state, 3))


@pytest.mark.rule("oh_hell", "3.1")
def test_the_dealers_left_leads_and_then_the_winner_of_each_trick() -> None:
    state = bid(dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H", dealer=1), 0, 0, 0)
    assert state.to_act == 2
    state = playing(play(state, "QS AS KS"))
    assert (state.trick, state.to_act, state.taken) == (hand("QS AS KS"), 0, (1, 0, 0))
    assert playing(play(state, "3D")).trick == hand("3D")


@pytest.mark.rule("oh_hell", "3.2")
def test_follow_suit_if_possible() -> None:
    state = play(bid(dealt(THREE, "AS 3D | KS 2H | 9S QS", turn_up="4H", dealer=1), 0, 0, 0), "QS")
    assert oh_hell.legal_moves(state) == (Play(card("AS")),)
    assert refusal(oh_hell, state, Play(card("3D"))) == because("must follow spades", "3.2")
    with pytest.raises(
        IllegalMoveError, match=r"illegal move play 3♦: must follow spades \(rule 3\.2\); legal: play A♠"
    ):
        play(state, "3D")


@pytest.mark.rule("oh_hell", "3.2")
def test_a_card_of_another_hand_is_refused_without_a_word_about_that_hand() -> None:
    state = bid(dealt(THREE, "AS 3D | KS 2H | 9S QS", turn_up="4H", dealer=1), 0, 0, 0)
    for elsewhere in ("AS", "2H", "4H", "2C"):  # in a hand, in another, turned up, in the stock
        assert refusal(oh_hell, state, Play(card(elsewhere))) == because(
            f"{card(elsewhere)} is not in this hand", "3.2"
        )


@pytest.mark.rule("oh_hell", "3.2")
def test_without_the_suit_any_card_may_be_played_and_nobody_has_to_trump() -> None:
    state = play(bid(dealt(THREE, "AC 3D | KH 2H | 9S QS", turn_up="4H", dealer=1), 0, 0, 0), "QS")
    assert oh_hell.legal_moves(state) == (Play(card("AC")), Play(card("3D")))
    state = play(state, "3D")
    assert oh_hell.legal_moves(state) == (Play(card("KH")), Play(card("2H")))


@pytest.mark.rule("oh_hell", "3.3")
@pytest.mark.parametrize(
    ("text", "trick", "taker"),
    [
        ("KS | AS | QS", "AS QS KS", 1),  # no trump: the highest of the suit led, ace high
        ("2H | AS | QS", "AS QS 2H", 0),  # any trump beats any other card
        ("2H | AS | 3H", "AS 3H 2H", 2),  # the highest trump
        ("AD | 2S | AC", "2S AC AD", 1),  # a card of a third suit takes nothing
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_suit_led_takes_the_trick(
    text: str, trick: str, taker: int
) -> None:
    state = play(bid(dealt(THREE, text, turn_up="4H"), 0, 0, 0), trick)
    assert isinstance(state, Shuffling)
    assert state.table.played is not None
    assert state.table.played.taken == tuple(int(seat == taker) for seat in range(3))


@pytest.mark.rule("oh_hell", "3.4")
def test_everybody_sees_how_many_tricks_each_has_taken() -> None:
    state = play(bid(dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H", dealer=1), 1, 1, 0), "QS AS KS")
    for seat in (0, 1, 2, None):
        assert playing(view(state, seat)).taken == (1, 0, 0)


@pytest.mark.rule("oh_hell", "4.1")
@pytest.mark.parametrize(("tricks_bid", "taken", "points"), [(0, 0, 10), (1, 1, 11), (7, 7, 17), (1, 0, 0), (2, 3, 0)])
def test_exactly_the_tricks_bid_score_10_and_the_bid(tricks_bid: int, taken: int, points: int) -> None:
    assert points_for(Rules(), 7, tricks_bid, taken) == points


@pytest.mark.rule("oh_hell", "4.1")
@pytest.mark.parametrize(
    ("tricks_bid", "taken", "nothing", "tricks", "minus_difference"),
    [
        (3, 3, 13, 13, 13),
        (0, 0, 10, 10, 10),
        (3, 1, 0, 1, -2),
        (1, 3, 0, 3, -2),
        (0, 7, 0, 7, -7),
        (7, 0, 0, 0, -7),
    ],
)
def test_what_a_missed_bid_scores(
    tricks_bid: int, taken: int, nothing: int, tricks: int, minus_difference: int
) -> None:
    assert points_for(Rules(missed_bid="nothing"), 7, tricks_bid, taken) == nothing
    assert points_for(Rules(missed_bid="tricks"), 7, tricks_bid, taken) == tricks
    assert points_for(Rules(missed_bid="minus_difference"), 7, tricks_bid, taken) == minus_difference


@pytest.mark.rule("oh_hell", "4.1")
def test_the_example_of_the_rulebook() -> None:
    state = bid(dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H", dealer=1), 1, 1, 0)
    state = play(state, "QS AS KS 3D 2H 9D")
    assert isinstance(state, Shuffling)
    assert state.table.scores == (11, 0, 0)


@pytest.mark.rule("oh_hell", "4.2")
def test_a_kept_bid_of_none_may_score_5_and_the_number_of_tricks() -> None:
    five_plus = Rules(nil_scoring="five_plus")
    assert [points_for(five_plus, 7, *kept) for kept in [(0, 0), (2, 2), (0, 1)]] == [12, 12, 0]


@pytest.mark.rule("oh_hell", "4.3")
@pytest.mark.parametrize(("scores", "winners"), [((31, 20, 31), (0, 2)), ((10, 20, 0), (1,))])
def test_the_highest_total_wins_and_equal_ones_share(scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
    last = playing(bid(dealt(THREE, "2C | 3C | 4C", turn_up="9H"), 0, 0, 0))
    match = evolve(oh_hell.start(THREE).table, scores=scores, stock=Hand(), played=last)
    assert oh_hell.outcome(Finished(match)) == Outcome(scores, winners)
    assert oh_hell.outcome(last) is None


@pytest.mark.rule("oh_hell", "4.4")
def test_everybody_sees_the_bids_and_the_totals() -> None:
    state = bid(dealt(THREE, "AS 3D | KS 2H | QS 9D", turn_up="4H", dealer=1), 1, 1, 0)
    for seat in (0, 1, 2, None):
        assert playing(view(state, seat)).table.bids == (1, 0, 1)
    state = play(state, "QS AS KS 3D 2H 9D")  # seat 0 takes the first trick, seat 1 the other
    for seat in (0, 1, 2, None):
        seen = view(state, seat)
        assert isinstance(seen, Shuffling)
        assert seen.table.scores == (11, 0, 0)


@pytest.mark.parametrize(("players", "best"), [(3, 270), (4, 221), (5, 155), (6, 116), (7, 98)])
def test_best_possible_score(players: int, best: int) -> None:
    """The best score is that of a player who bids and takes all tricks in every deal."""
    promised = oh_hell.promises(Rules(players=players))
    assert promised.score_range == (0, best)


def test_the_worst_possible_score() -> None:
    """The worst score is that of a player who bids none and takes all tricks in every deal."""
    assert oh_hell.promises(Rules(missed_bid="tricks")).score_range == (0, 221)
    assert oh_hell.promises(Rules(missed_bid="minus_difference")).score_range == (-91, 221)
    worst = Rules(missed_bid="minus_difference", players=7, order="up_down")
    assert oh_hell.promises(worst).score_range == (-49, 13 * 10 + 49)


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        (Rules(players=3, deals=2), (1 + 3 + 3) + (1 + 3 + 6)),
        (Rules(players=3, deals=2, order="down_up"), 2 * (1 + 3 + 6) + (1 + 3 + 3)),
    ],
)
def test_a_match_is_as_long_as_promised(rules: Rules, moves: int) -> None:
    assert oh_hell.promises(rules).max_moves == moves == len(playout(oh_hell, rules, Random(0)).moves)


def chance_of_the_leader(players: int, *, trump: bool) -> Fraction:
    """Return the chance that the leader takes the only trick: no card of the others beats the card led."""
    taken = total = 0
    for turn_up, led in product(PACK_52 if trump else (None,), PACK_52):
        if led is turn_up:
            continue
        others = [other for other in PACK_52 if other is not led and other is not turn_up]
        weaker = sum(oh_hell.ORDER.winner((led, other), turn_up.suit if turn_up else None) == 0 for other in others)
        taken += comb(weaker, players - 1)
        total += comb(len(others), players - 1)
    return Fraction(taken, total)


@pytest.mark.rule("oh_hell", "3.3")
@pytest.mark.parametrize(
    ("players", "exact"),
    [
        (3, "31303/62475"),
        (4, "7699/20825"),
        (5, "550539/1957550"),
        (6, "425786/1929585"),
        (7, "24093929/135070950"),
    ],
)
def test_the_chance_that_the_leader_takes_the_only_trick(players: int, exact: str) -> None:
    assert chance_of_the_leader(players, trump=True) == Fraction(exact)


@pytest.mark.rule("oh_hell", "1.4", "3.3")
@pytest.mark.parametrize(("players", "exact"), [(3, "997/1275"), (4, "14498/20825")])
def test_the_chance_of_the_leader_without_trump(players: int, exact: str) -> None:
    assert chance_of_the_leader(players, trump=False) == Fraction(exact)


def test_a_smaller_pack_has_the_cards_of_the_largest_hands() -> None:
    """Two cards each are left with no turn-up."""
    rules = Rules(players=3, deals=2, order="down")
    start = oh_hell.start(rules, hand("2C 3C 4C 5C 6C 7C"))
    reached = oh_hell.promises(rules).reached
    assert reached
    assert reached(start) == range(6)
    state = oh_hell.apply(start, stacked(start, ""))
    assert isinstance(state, Bidding)
    assert (state.table.turn_up, state.table.stock) == (None, Deck())
    with pytest.raises(RulesError, match="the pack must have at least 6 cards, not 5"):
        oh_hell.start(rules, hand("2C 3C 4C 5C 6C"))

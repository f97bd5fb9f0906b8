"""Oh Hell, rule by rule."""

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

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
from tests.sheets import after, card, hand, hands, one_by_one, refusal, stacked

THREE = Rules(players=3)


def dealing(rules: Rules, size: int, dealer: int = 0) -> Shuffling[Match]:
    """Return the state before the deal of ``size`` cards each; nobody has scored."""
    match = evolve(oh_hell.start(rules).table, dealer=dealer)
    if size == 1:
        return Shuffling(match)
    table = Table(rules, dealer, size - 1, match.scores, None, None, Deck(), (0,) * rules.players)
    done = evolve(first_lead(table, (Hand(),) * rules.players, 0), gone=Hand(PACK_52))
    return Shuffling(evolve(match, stock=Hand(), played=done))


def dealt(rules: Rules, text: str, turn_up: str = "", dealer: int = 0) -> Bidding:
    """Return the bidding after a deal of these hands, by seat, and this card turned up."""
    before = dealing(rules, len(hands(text)[0]), dealer)
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


@pytest.mark.rule("oh_hell", "4.1")
@pytest.mark.parametrize(("tricks_bid", "taken", "points"), [(0, 0, 10), (1, 1, 11), (7, 7, 17), (1, 0, 0), (2, 3, 0)])
def test_exactly_the_tricks_bid_score_10_and_the_bid(tricks_bid: int, taken: int, points: int) -> None:
    assert points_for(Rules(), 7, tricks_bid, taken) == points


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


@pytest.mark.parametrize(("players", "best"), [(3, 270), (4, 221), (5, 155), (6, 116), (7, 98)])
def test_best_possible_score(players: int, best: int) -> None:
    """The best score is that of a player who bids and takes all tricks in every deal."""
    promised = oh_hell.promises(Rules(players=players))
    assert promised.score_range == (0, best)


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

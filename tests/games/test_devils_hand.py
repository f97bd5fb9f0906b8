"""Devil's Hand, rule by rule."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import Literal

import pytest
from attrs import evolve

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Hand, Rank, Suit, pack
from cardrules.chance import shuffled
from cardrules.errors import RulesError, ViewError
from cardrules.game import playout, states
from cardrules.games import devils_hand
from cardrules.games.devils_hand import (
    Ace,
    Bet,
    Betting,
    Bid,
    Bidding,
    Call,
    Check,
    Dealing,
    Declare,
    Declaring,
    Drawing,
    Finished,
    Fold,
    Keep,
    Move,
    Raise,
    Replace,
    Result,
    Rules,
    Show,
    State,
    closest,
    devils_total,
    totals,
)
from cardrules.moves import IllegalMoveError, because
from cardrules.zones import cards_in, view
from tests.counting import Worth, deals
from tests.sharpness import listed, promised, reached, seen
from tests.sheets import after, hand, hands, one_by_one, refusal, stacked

THREE = Rules(players=3)
DEVIL = "10S 7S 6S"
"""A Devil's Hand with a total of 23."""

CLOSE = "KS QS 3S | KH QH 2H | KD QD 4D"
"""Hands by seat with totals of 23, 22 and 24; seat 0 deals."""

UNLIKE = "KS QS 2S | KH QH 5H | KD QD 4D"
"""Hands by seat with totals of 22, 25 and 24, at distances 1, 2 and 1."""

PAT = Replace(Hand())


def dealt(rules: Rules, text: str, devil: str = DEVIL, then: str = "", dealer: int = 0) -> Drawing:
    """Return the first draw with these hands, by seat, this Devil's Hand, and ``then`` on top of the stock."""
    before = evolve(devils_hand.start(rules), dealer=dealer)
    top = one_by_one(text, first=(dealer + 1) % rules.players, then=f"{devil} {then}")
    state = devils_hand.apply(before, stacked(before, top))
    assert isinstance(state, Drawing)
    return state


def play(state: State, *moves: Move) -> State:
    """Return the state after these moves, each made by the seat to act."""
    return after(devils_hand, state, *moves)


def replace(text: str) -> Replace:
    return Replace(hand(text))


def pat(state: State, *rest: Move) -> State:
    """Return the state after all seats still to draw have stood pat, and then these moves."""
    while isinstance(state, Drawing):
        state = play(state, PAT)
    return play(state, *rest)


def bidding(state: State) -> Bidding:
    assert isinstance(state, Bidding)
    return state


@pytest.mark.rule("devils_hand", "1.1")
def test_at_least_two_players_and_at_most_eight_for_each_pack() -> None:
    assert Rules(players=2).players == 2
    assert Rules(players=8).players == 8
    assert Rules(players=16, packs=2).players == 16
    with pytest.raises(RulesError, match="players must be a whole number from 2 up, not 1"):
        Rules(players=1)
    with pytest.raises(RulesError, match="players must be at most 8 for each pack, not 9 for 1"):
        Rules(players=9)
    with pytest.raises(RulesError, match="players must be at most 8 for each pack, not 17 for 2"):
        Rules(players=17, packs=2)


@pytest.mark.rule("devils_hand", "1.1")
def test_at_most_eight_packs() -> None:
    assert len(devils_hand.start(Rules(packs=8, players=64, jokers=2)).pack) == 8 * 54
    for packs in (0, 9, 10_000_000):
        with pytest.raises(RulesError, match=f"packs must be a whole number from 1 to 8, not {packs}"):
            Rules(packs=packs)


def test_a_view_that_hides_the_hand_lists_no_moves() -> None:
    for instant_loss in (True, False):
        state = dealt(Rules(players=3, instant_loss=instant_loss), UNLIKE)
        assert devils_hand.legal_moves(view(state, 1)) == devils_hand.legal_moves(state)
        for seat in (0, 2, None):
            with pytest.raises(ViewError, match="this view does not show the "):
                devils_hand.legal_moves(view(state, seat))


@pytest.mark.rule("devils_hand", "1.1")
@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (2, 0), (1, 2), (2, 2)])
def test_packs_are_mixed_and_each_may_have_two_jokers(packs: int, jokers: int) -> None:
    rules = Rules(packs=packs, jokers=2) if jokers else Rules(packs=packs)
    assert cards_in(devils_hand.start(rules)) == pack(copies=packs, jokers=jokers * packs)


@pytest.mark.rule("devils_hand", "1.2")
def test_everybody_puts_a_coin_in_the_pot() -> None:
    state = dealt(Rules(players=3, coin=5), CLOSE)
    assert state.table.balances == (-5, -5, -5)
    assert state.table.pot == 15


@pytest.mark.rule("devils_hand", "1.3")
@pytest.mark.parametrize(
    ("size", "packs", "most"), [(1, 1, 8), (2, 1, 8), (3, 1, 8), (4, 1, 6), (3, 2, 16), (4, 2, 12)]
)
def test_the_cards_serve_every_draw(size: int, packs: int, most: int) -> None:
    rules = Rules(hand_size=size, packs=packs, players=most, instant_loss=False)
    state = devils_hand.apply(devils_hand.start(rules), stacked(devils_hand.start(rules), ""))
    while isinstance(state, Drawing):
        held = state.table.hands[state.to_act]
        assert len(held) == size
        state = play(state, Replace(held))
    assert len(state.table.deal.devil) == size
    assert len(state.table.stock) == 52 * packs - size * (2 * most + 1)
    with pytest.raises(RulesError, match=f"players must be at most {most if size == 4 else 8}"):
        Rules(hand_size=size, packs=packs, players=most + 1, instant_loss=False)


@pytest.mark.rule("devils_hand", "1.3")
def test_jokers_serve_no_draw() -> None:
    with pytest.raises(
        RulesError, match=r"at most 6 for hand_size 4 and 52 cards, so that everybody can replace all cards, not 7"
    ):
        Rules(hand_size=4, players=7, jokers=2)


@pytest.mark.rule("devils_hand", "1.4")
def test_cards_go_round_one_at_a_time_from_the_dealers_left_and_then_the_devils() -> None:
    before = evolve(devils_hand.start(Rules(players=3, hand_size=2)), dealer=1)
    state = devils_hand.apply(before, stacked(before, "2C 3C 4C 5C 6C 7C 8C 9C 10C"))
    assert state.table.hands == hands("3C 6C | 4C 7C | 2C 5C")
    assert state.table.deal.devil == hand("8C 9C")
    assert state.table.stock[0] == hand("10C")[0]


@pytest.mark.rule("devils_hand", "1.5")
def test_the_deal_passes_to_the_left_from_seat_0() -> None:
    game = playout(devils_hand, Rules(players=3, deals=5), Random(0))
    assert [state.dealer for state in states(devils_hand, game) if isinstance(state, Dealing)] == [0, 1, 2, 0, 1]


@pytest.mark.rule("devils_hand", "2.1")
@pytest.mark.parametrize(
    ("ace", "held", "counts"),
    [
        ("one", "KS QH JD", (30,)),
        ("one", "AS 2H 10D", (13,)),
        ("eleven", "AS 2H 10D", (23,)),
        ("either", "AS 2H 10D", (13, 23)),
        ("either", "AS AH 9D", (11, 21, 31)),
        ("either", "9S 8H 7D", (24,)),
    ],
)
def test_the_values_of_cards_and_of_the_ace_by_the_option(
    ace: devils_hand.Ace, held: str, counts: tuple[int, ...]
) -> None:
    assert totals(Rules(ace=ace), hand(held)) == counts


@pytest.mark.rule("devils_hand", "2.2")
@pytest.mark.parametrize(("ace", "total"), [("one", 13), ("eleven", 23), ("either", 13)])
def test_an_ace_of_the_devil_has_one_value(ace: devils_hand.Ace, total: int) -> None:
    assert devils_total(Rules(ace=ace), hand("AS 2H 10D")) == total
    assert dealt(Rules(ace=ace, players=3), CLOSE, devil="AS 2C 10C").table.deal.target == total


@pytest.mark.rule("devils_hand", "2.3")
@pytest.mark.parametrize(
    ("ace", "held", "least", "most"),
    [("one", "JK 5H 2D", 8, 17), ("one", "JK JK 5H", 7, 25), ("one", "JK AS", 2, 11), ("either", "JK AS", 2, 21)],
)
def test_a_joker_has_any_value_that_its_holder_likes(ace: devils_hand.Ace, held: str, least: int, most: int) -> None:
    assert totals(Rules(ace=ace, jokers=2), hand(held)) == tuple(range(least, most + 1))


@pytest.mark.rule("devils_hand", "2.3")
@pytest.mark.parametrize(("turned", "aside"), [("10S JK 7S JK 6S", 2), ("JK JK 10S 7S 6S", 2), ("10S 7S JK 6S", 1)])
def test_a_joker_turned_up_for_the_devil_is_set_aside_and_replaced(turned: str, aside: int) -> None:
    deal = dealt(Rules(players=3, jokers=2), CLOSE, devil=turned, then="2C").table.deal
    assert deal.devil == hand(DEVIL)
    assert deal.aside == Hand([JOKER] * aside)


@pytest.mark.rule("devils_hand", "3.1")
def test_any_cards_of_the_hand_may_be_replaced_once_for_one_coin() -> None:
    state: State = dealt(Rules(players=3, coin=5), UNLIKE, then="2C 3C 4C 5C")
    assert state.to_act == 1
    choices = ["", "5H", "QH", "KH", "5H QH", "5H KH", "QH KH", "5H QH KH"]
    assert devils_hand.legal_moves(state) == tuple(map(replace, choices))
    state = play(state, replace("KH 5H"), Keep())
    assert state.to_act == 2
    assert state.table.hands[1] == hand("QH 2C 3C")
    assert state.table.thrown[1] == hand("5H KH")
    assert (state.table.balances[1], state.table.pot) == (-10, 20)
    state = play(state, replace("4D"), Keep())
    assert (state.to_act, state.table.balances[2]) == (0, -10)
    assert isinstance(play(state, PAT), Bidding)


@pytest.mark.rule("devils_hand", "3.1")
def test_to_stand_pat_is_free() -> None:
    state = play(dealt(THREE, UNLIKE), PAT)
    assert (state.to_act, state.table.balances, state.table.pot) == (2, (-1, -1, -1), 3)


@pytest.mark.rule("devils_hand", "3.1")
def test_cards_are_named_in_any_order_and_must_be_in_the_hand() -> None:
    state = dealt(THREE, UNLIKE)
    assert play(state, replace("KH 5H")) == play(state, replace("5H KH"))
    for wrong, name in (("2S", "2♠"), ("5H 2S", "2♠"), ("JK", "JK"), ("??", "??")):
        assert refusal(devils_hand, state, replace(wrong)) == because(f"{name} is not in this hand", "3.1")
    twice = because("K♥ is named more often than it is in this hand", "3.1")
    assert refusal(devils_hand, state, replace("KH KH")) == twice


@pytest.mark.rule("devils_hand", "3.1")
def test_replacing_either_of_two_equal_cards_is_the_same_move() -> None:
    state = dealt(Rules(players=2, packs=2), "KS QS 2S | KH KH 5H", devil=DEVIL)
    choices = ["", "5H", "KH", "5H KH", "KH KH", "5H KH KH"]
    assert devils_hand.legal_moves(state) == tuple(map(replace, choices))


@pytest.mark.rule("devils_hand", "3.1")
def test_only_their_owner_sees_cards_thrown_away() -> None:
    state = play(dealt(THREE, UNLIKE), replace("KH QH"))
    assert view(state, 1).table.thrown[1] == hand("QH KH")
    assert view(state, 0).table.thrown[1] == view(state, None).table.thrown[1] == (FACE_DOWN, FACE_DOWN)


@pytest.mark.rule("devils_hand", "3.2")
@pytest.mark.parametrize(
    ("draw_fee_to", "balances", "pot"), [("pot", (-10, -10, -10), 30), ("dealer", (5, -10, -10), 15)]
)
def test_the_coin_for_new_cards_goes_to_the_pot_or_to_the_dealer(
    draw_fee_to: str, balances: tuple[int, ...], pot: int
) -> None:
    rules = Rules(players=3, coin=5, draw_fee_to="dealer" if draw_fee_to == "dealer" else "pot")
    state: State = dealt(rules, UNLIKE, then="2C 3C 4C")
    for text in ("KH", "KD", "KS"):
        state = play(state, replace(text), Keep())
    assert (state.table.balances, state.table.pot) == (balances, pot)


@pytest.mark.rule("devils_hand", "4.1", "4.2")
def test_a_hand_with_the_devils_total_is_shown_at_the_turn_to_draw_and_is_lost() -> None:
    state: State = dealt(Rules(players=3, coin=5), CLOSE, dealer=2)
    assert state.to_act == 0
    assert devils_hand.legal_moves(state) == (Show(),)
    for escape in (PAT, replace("KS")):
        with pytest.raises(IllegalMoveError, match="expected show; legal: show"):
            play(state, escape)
    state = play(state, Show())
    assert state.table.shown == hands("3S QS KS | | ")
    assert state.table.hands[0] == Hand()
    assert (state.table.balances, state.table.pot) == ((-10, -5, -5), 20)
    assert bidding(pat(state)).waiting == (1, 2)


@pytest.mark.rule("devils_hand", "4.1", "4.5")
def test_new_cards_that_make_the_devils_total_are_shown_and_lost() -> None:
    state = play(dealt(THREE, UNLIKE, then="3C"), replace("5H"))
    assert state.to_act == 1
    assert devils_hand.legal_moves(state) == (Show(),)
    state = play(state, Show())
    assert state.table.shown[1] == hand("3C QH KH")
    assert (state.to_act, state.table.balances, state.table.pot) == (2, (-1, -3, -1), 5)


@pytest.mark.rule("devils_hand", "4.2")
def test_nobody_learns_of_such_a_hand_before_the_turn_of_its_owner() -> None:
    state = dealt(THREE, CLOSE)  # seat 0, who has it, draws last
    other = dealt(THREE, "KS QS 9S | KH QH 2H | KD QD 4D")
    for seat in (1, 2):
        before, after_pat = view(state, seat), view(play(state, PAT), seat)
        assert before == view(other, seat)
        assert after_pat == view(play(other, PAT), seat)
    assert devils_hand.legal_moves(play(state, PAT, PAT)) == (Show(),)


@pytest.mark.rule("devils_hand", "4.3")
def test_a_hand_that_can_also_count_another_total_is_not_lost() -> None:
    state = dealt(Rules(players=3, ace="either"), "KS QS 9S | AH 9H 3H | KD QD 4D")  # 13 or 23
    assert PAT in devils_hand.legal_moves(state)
    state = dealt(Rules(players=3, jokers=2), "KS QS 9S | JK 9H 4H | KD QD 4D")  # 14 to 23
    assert PAT in devils_hand.legal_moves(state)
    new = play(dealt(Rules(players=3, jokers=2), "KS QS 9S | 2H 9H 4H | KD QD 4D", then="JK"), replace("2H"))
    assert devils_hand.legal_moves(new) == (Keep(),)


@pytest.mark.rule("devils_hand", "4.4")
def test_without_instant_loss_such_a_hand_draws_and_bids_and_cannot_win() -> None:
    state: State = dealt(Rules(players=3, instant_loss=False), CLOSE, dealer=2)
    assert len(devils_hand.legal_moves(state)) == 8
    ended = pat(state, Bid(), Fold(), Fold())
    assert devils_hand.outcome(ended) == Result((-2, -1, -1), (1, 2), 4)
    state = pat(state, Bid(), Bid(), Fold())
    assert devils_hand.outcome(state) == Result((-2, 3, -1), (1,), 0)


@pytest.mark.rule("devils_hand", "4.5")
def test_a_seat_that_has_replaced_cards_says_that_its_new_hand_is_not_lost() -> None:
    state = play(dealt(THREE, UNLIKE, then="7C"), replace("5H"))
    assert (state.to_act, devils_hand.legal_moves(state)) == (1, (Keep(),))
    assert play(state, Keep()).to_act == 2


@pytest.mark.rule("devils_hand", "4.5")
def test_without_instant_loss_nothing_is_said() -> None:
    for new in ("3C", "7C"):
        state: State = dealt(Rules(players=3, instant_loss=False), UNLIKE, then=new)
        state = play(state, replace("5H"))
        assert (state.to_act, len(devils_hand.legal_moves(state))) == (2, 8)


@pytest.mark.rule("devils_hand", "5.1")
def test_each_seat_still_in_bids_a_coin_or_folds_once_from_the_dealers_left() -> None:
    state: State = pat(dealt(Rules(players=3, coin=5), UNLIKE, dealer=1))
    paid = []
    for seat, move in ((2, Bid()), (0, Fold()), (1, Bid())):
        assert state.to_act == seat
        assert devils_hand.legal_moves(state) == (Bid(), Fold())
        paid.append((state.table.pot, state.table.balances))
        state = play(state, move)
    assert paid == [(15, (-5, -5, -5)), (20, (-5, -5, -10)), (20, (-5, -5, -10))]
    assert isinstance(state, Finished)
    assert state.table.shown == hands(" | 5H QH KH | 4D QD KD")
    assert state.table.balances == (-5, -10, 15)


@pytest.mark.rule("devils_hand", "5.1")
def test_a_seat_that_has_lost_at_once_does_not_bid() -> None:
    state = play(dealt(THREE, CLOSE), PAT, PAT, Show())
    assert bidding(state).waiting == (1, 2)
    everybody = "KS QS 3S | KH QH 3H"
    assert isinstance(play(dealt(Rules(players=2), everybody), Show(), Show()), Finished)


@pytest.mark.rule("devils_hand", "5.2")
def test_a_round_of_betting_from_the_dealers_left() -> None:
    rules = Rules(players=3, coin=5, betting="poker", max_raises=1)
    state: State = pat(dealt(rules, UNLIKE))
    assert isinstance(state, Betting)
    assert state.to_act == 1
    assert devils_hand.legal_moves(state) == (Check(), Bet(5), Fold())
    state = play(state, Check(), Bet(5))
    assert devils_hand.legal_moves(state) == (Call(), Raise(5), Fold())
    state = play(state, Raise(5))
    assert (state.to_act, devils_hand.legal_moves(state)) == (1, (Call(), Fold()))
    assert (state.table.balances, state.table.pot) == ((-15, -5, -10), 30)
    state = play(state, Call())
    assert (state.to_act, state.table.balances[1]) == (2, -15)
    state = play(state, Fold())
    assert isinstance(state, Finished)
    assert state.table.shown == hands("2S QS KS | 5H QH KH | ")
    assert state.table.balances == (25, -15, -10)


@pytest.mark.rule("devils_hand", "5.2")
def test_a_bet_and_a_raise_are_one_coin() -> None:
    state = pat(dealt(Rules(players=3, betting="poker"), UNLIKE))
    assert refusal(devils_hand, state, Bet(2)) == because("a bet is 1", "5.2")
    dear = pat(dealt(Rules(players=3, betting="poker", coin=5), UNLIKE), Bet(5))
    assert refusal(devils_hand, dear, Raise(1)) == because("a raise is 5", "5.2")


@pytest.mark.rule("devils_hand", "5.2")
@pytest.mark.parametrize("most", [0, 1, 3])
def test_the_number_of_raises_is_limited(most: int) -> None:
    rules = Rules(players=2, betting="poker", max_raises=most)
    state = pat(dealt(rules, "KS QS 2S | KH QH 5H"), Bet(1), *[Raise(1)] * most)
    assert devils_hand.legal_moves(state) == (Call(), Fold())


@pytest.mark.rule("devils_hand", "5.2")
def test_all_may_check_and_go_to_the_showdown_for_nothing() -> None:
    state = pat(dealt(Rules(players=3, betting="poker"), UNLIKE), Check(), Check(), Check())
    assert devils_hand.outcome(state) == Result((-1, 2, -1), (1,), 0)  # 22 and 24 are tied, and 25 wins


@pytest.mark.rule("devils_hand", "5.2")
def test_the_round_is_over_when_one_seat_is_left_which_shows() -> None:
    state = pat(dealt(Rules(players=3, betting="poker"), UNLIKE), Fold(), Bet(1), Fold())
    assert state.table.shown == hands(" | | 4D QD KD")
    assert devils_hand.outcome(state) == Result((-1, -1, 2), (2,), 0)
    losing = play(dealt(Rules(players=2, betting="poker"), "KS QS 3S | KH QH 2H"), PAT, Show())
    assert losing.table.shown == hands("3S QS KS | 2H QH KH")  # only seat 1 was left, and nobody had to bet
    assert devils_hand.outcome(losing) == Result((-2, 2), (1,), 0)


@pytest.mark.rule("devils_hand", "6.1")
def test_over_and_under_are_alike_and_only_bidders_show() -> None:
    state = pat(dealt(THREE, UNLIKE), Fold(), Bid(), Bid())  # 24 and 22
    assert state.table.shown == hands("2S QS KS | | 4D QD KD")
    assert state.table.totals == (22, None, 24)
    assert devils_hand.outcome(state) == Result((-2, -1, -2), (1,), 5)


@pytest.mark.rule("devils_hand", "6.1", "6.2", "6.4", "6.5")
@pytest.mark.parametrize(
    ("counts", "winner"),
    [
        ((22, 25, None), 0),
        ((20, 25, 30), 1),
        ((22, 24, 26), 2),  # those at 1 are out
        ((22, 24, 26, 20, 18), 4),  # those at 1 are out, and those at 3
        ((22, 22, 24, 4), 3),
        ((22, 24, 26, 20), None),
        ((22, 22), None),
        ((23, 4), 1),  # the Devil's total cannot win
        ((23, 22, 24), None),
        ((23, 23), None),
        ((None, 3), 1),
        ((None, 23), None),
        ((None, None), None),
    ],
)
def test_the_smallest_distance_that_is_not_shared_wins(counts: tuple[int | None, ...], winner: int | None) -> None:
    assert closest(23, counts) == winner


@pytest.mark.rule("devils_hand", "6.2")
def test_the_winner_takes_the_pot() -> None:
    state = pat(dealt(THREE, UNLIKE), Bid(), Bid(), Bid())
    assert devils_hand.outcome(state) == Result((-2, 4, -2), (1,), 0)


@pytest.mark.rule("devils_hand", "6.3")
def test_seats_whose_hands_can_have_several_totals_state_one_in_turn() -> None:
    rules = Rules(players=3, jokers=2)
    state: State = pat(dealt(rules, "JK 9S 5S | KH QH 5H | JK KD 4D"), Bid(), Bid(), Bid())
    assert isinstance(state, Declaring)
    assert state.table.shown == hands("5S 9S JK | 5H QH KH | 4D KD JK")
    assert (state.to_act, state.table.totals) == (2, (None, 25, None))
    assert devils_hand.legal_moves(state) == tuple(map(Declare, range(15, 25)))
    reason = because("this hand can count 15, 16, 17, 18, 19, 20, 21, 22, 23 or 24", "6.3")
    assert refusal(devils_hand, state, Declare(25)) == refusal(devils_hand, state, Declare(14)) == reason
    state = play(state, Declare(22))
    assert (state.to_act, state.table.totals) == (0, (None, 25, 22))
    assert devils_hand.legal_moves(state) == tuple(map(Declare, range(15, 25)))
    assert devils_hand.outcome(play(state, Declare(24))) == Result((-2, 4, -2), (1,), 0)  # both at 1, so 25 wins
    assert devils_hand.outcome(play(state, Declare(15))) == Result((-2, -2, 4), (2,), 0)


@pytest.mark.rule("devils_hand", "6.3")
def test_the_devils_total_may_be_stated_and_cannot_win() -> None:
    state = pat(dealt(Rules(players=2, ace="either"), "KS QS 2S | AH 9H 3H"), Bid(), Bid())
    assert devils_hand.legal_moves(state) == (Declare(13), Declare(23))
    ended = play(state, Declare(23))
    assert ended.table.totals == (22, 23)
    assert devils_hand.outcome(ended) == Result((2, -2), (0,), 0)


@pytest.mark.rule("devils_hand", "6.3")
def test_a_single_bidder_with_a_choice_states_nothing_and_wins() -> None:
    state = pat(dealt(Rules(players=2, jokers=2), "KS QS 2S | JK 9H 4H"), Bid(), Fold())
    assert devils_hand.outcome(state) == Result((-1, 1), (1,), 0)
    assert state.table.totals == (None, None)


@pytest.mark.rule("devils_hand", "6.4")
@pytest.mark.parametrize(
    ("text", "moves", "left"),
    [
        (UNLIKE, (Fold(), Fold(), Fold()), 3),
        (UNLIKE, (Fold(), Bid(), Bid()), 5),  # tied
        ("KS QS 3S | KH QH 3H | KD QD 3D", (Bid(), Bid(), Bid()), 6),  # all have the Devil's total
    ],
)
def test_if_nobody_wins_the_pot_stays_for_the_next_deal(text: str, moves: tuple[Move, ...], left: int) -> None:
    state = pat(dealt(Rules(players=3, deals=2, instant_loss=False), text), *moves)
    assert isinstance(state, Dealing)
    assert state.table.pot == left
    state = devils_hand.apply(state, stacked(state, ""))
    assert state.table.pot == left + 3


@pytest.mark.rule("devils_hand", "6.4")
def test_if_all_have_lost_at_once_the_pot_stays() -> None:
    state = play(dealt(Rules(players=2, deals=2), "KS QS 3S | KH QH 3H"), Show(), Show())
    assert isinstance(state, Dealing)
    assert (state.table.pot, state.table.balances) == (4, (-2, -2))


@pytest.mark.rule("devils_hand", "6.5")
def test_a_single_bidder_wins_however_far_from_the_devil() -> None:
    state = pat(dealt(Rules(players=2), "KS QS 2S | AH AD AC"), Bid(), Fold())
    assert devils_hand.outcome(state) == Result((-1, 1), (1,), 0)


@pytest.mark.rule("devils_hand", "6.1")
def test_a_folded_hand_is_neither_shown_nor_compared() -> None:
    state = pat(dealt(THREE, "KS QS 2S | KH QH 5H | AD AC AH"), Bid(), Bid(), Fold())  # the best hand folds
    assert state.table.hands == hands("KS QS 2S | | ")
    assert devils_hand.outcome(state) == Result((-1, 3, -2), (1,), 0)
    assert view(state, 1).table.hands[0] == (FACE_DOWN,) * 3


@pytest.mark.rule("devils_hand", "4.1", "6.1")
@pytest.mark.parametrize("third", ["8H", "3H"])  # with which the hand does not have the Devil's total, or has it
def test_a_hand_that_is_shown_does_not_reveal_which_of_its_cards_are_new(third: str) -> None:
    last = Show() if third == "3H" else Keep()
    ends: list[State] = []
    for held, new in (("KH", "QH"), ("QH", "KH")):
        first = play(dealt(THREE, f"KS QS 2S | {held} {third} 2C | KD QD 4D", then=new), replace("2C"), last)
        ends.append(play(first, PAT, PAT, *[Bid()] * (2 if third == "3H" else 3)))
    assert view(ends[0], 0).table.shown == view(ends[1], 0).table.shown
    assert ends[0].table.shown[1] == hand(f"{third} QH KH")


@pytest.mark.rule("devils_hand", "7.1")
@pytest.mark.parametrize("count", [1, 4])
def test_all_cards_are_shuffled_before_each_of_the_deals(count: int) -> None:
    game = playout(devils_hand, Rules(deals=count), Random(0))
    shuffles = [state.pack for state in states(devils_hand, game) if isinstance(state, Dealing)]
    assert shuffles == [PACK_52] * count


@pytest.mark.rule("devils_hand", "7.2")
def test_the_result_names_the_money_left_in_the_pot() -> None:
    before = pat(dealt(THREE, UNLIKE), Bid(), Fold())
    assert devils_hand.outcome(before) is None
    ended = play(before, Bid())
    assert isinstance(ended, Finished)
    assert devils_hand.outcome(ended) == Result((3, -2, -1), (0,), 0)
    tied = evolve(ended, table=evolve(ended.table, balances=(4, -10, 4), pot=2))
    assert devils_hand.outcome(tied) == Result((4, -10, 4), (0, 2), 2)


def test_promises_for_a_match() -> None:
    promised = devils_hand.promises(Rules(players=3, deals=2, coin=5))
    assert promised.max_moves == 2 * (1 + 3 * 2 + 3)
    assert promised.score_range == (-30, 60)  # in each deal the ante, new cards and the bid
    poker = devils_hand.promises(Rules(players=3, betting="poker", max_raises=1, instant_loss=False, ace="either"))
    assert poker.max_moves == 1 + 3 + (3 + 2 * 2) + 3
    assert poker.score_range == (-4, 8)


def worths(ace: devils_hand.Ace) -> tuple[Worth, Worth]:
    """Return the functions for the total of the Devil's Hand and of a player's."""
    rules = Rules(ace=ace)

    def held(cards: Hand) -> int:
        (total,) = totals(rules, cards)
        return total

    return (lambda cards: devils_total(rules, cards)), held


TOTALS = (
    "3:4 4:24 5:48 6:92 7:136 8:200 9:268 10:352 11:440 12:620 13:824 14:960 15:1124 16:1216 17:1336 18:1388 19:1464 "
    "20:1472 21:1772 22:1544 23:1384 24:1180 25:1040 26:856 27:740 28:576 29:480 30:560"
)


def test_how_many_hands_have_which_total() -> None:
    told = {(int(total),): int(count) for total, count in (pair.split(":") for pair in TOTALS.split())}
    assert deals(worths("one")[1]) == told


def share(found: Counter[tuple[int, ...]], *wanted: tuple[int, ...]) -> Fraction:
    return Fraction(sum(found[one] for one in wanted), found.total())


@pytest.mark.parametrize(("ace", "chance"), [("one", Fraction(2843, 57575)), ("eleven", Fraction(8009, 149695))])
def test_the_chance_to_be_dealt_the_devils_total(ace: devils_hand.Ace, chance: Fraction) -> None:
    found = deals(*worths(ace))
    assert share(found, *(pair for pair in found if pair[0] == pair[1])) == chance


def test_the_chance_of_distance_1() -> None:
    found = deals(*worths("one"))
    nearest = [(devil, total) for devil, total in found if closest(devil, (total, devil + 2)) == 0]
    assert share(found, *nearest) == Fraction(1250232, 12724075)


@cache
def showdowns() -> Counter[tuple[int, ...]]:
    """Return the number of deals for each total of the Devil and of two players, as dealt."""
    devil, held = worths("one")
    return deals(devil, held, held)


@pytest.mark.parametrize(
    ("winner", "equal", "chance"),
    [
        (0, 0, Fraction(13385353847, 32191909750)),  # each is closer
        (1, 0, Fraction(13385353847, 32191909750)),
        (1, 1, Fraction(1500885007, 32191909750)),  # player 1 alone has the Devil's total
        (None, 0, Fraction(1500885007, 32191909750) + Fraction(414912726, 16095954875)),  # tied
        (None, 2, Fraction(88721583, 32191909750)),  # both have the Devil's total
    ],
)
def test_how_often_each_of_two_wins(winner: int | None, equal: int, chance: Fraction) -> None:
    found = showdowns()
    wanted = [
        (devil, *counts)
        for devil, *counts in found
        if closest(devil, counts) == winner and counts.count(devil) == equal and (equal != 1 or counts[0] == devil)
    ]
    assert share(found, *wanted) == chance


@pytest.mark.parametrize(
    ("opposite", "chance"), [(False, Fraction(1500885007, 32191909750)), (True, Fraction(414912726, 16095954875))]
)
def test_how_often_two_are_tied_on_one_side_or_on_both(opposite: bool, chance: Fraction) -> None:
    found = showdowns()
    tied = [(devil, *counts) for devil, *counts in found if closest(devil, counts) is None and devil not in counts]
    assert share(found, *(deal for deal in tied if (deal[1] != deal[2]) == opposite)) == chance


def test_money_adds_up_with_what_is_left_in_the_pot() -> None:
    promised = devils_hand.promises(THREE)
    state = pat(dealt(THREE, UNLIKE), Fold(), Bid())
    assert promised.money_total is not None
    assert promised.money_total(state) == 0
    assert promised.money_total(evolve(state, table=evolve(state.table, pot=3))) == -1
    assert promised.outcome_total is not None
    assert promised.outcome_total(Result((-1, -2, -2), (0,), 5)) == 0
    assert promised.outcome_total(Result((-1, -2, -2), (0,), 4)) == -1


def test_in_a_rotated_start_another_seat_deals() -> None:
    turned = devils_hand.promises(THREE).rotated
    assert turned is not None
    assert turned(devils_hand.start(THREE), 2) == evolve(devils_hand.start(THREE), dealer=2)


def test_nobody_moves_while_cards_are_shuffled_or_after_the_end() -> None:
    ended = pat(dealt(THREE, UNLIKE), Fold(), Fold(), Fold())
    for state in (devils_hand.start(THREE), ended):
        assert devils_hand.legal_moves(state) == ()


@pytest.mark.parametrize(
    ("rules", "fixed"),
    [
        (Rules(), [Show(), Keep(), Bid(), Fold()]),
        (Rules(instant_loss=False, packs=2, hand_size=1), [Bid(), Fold()]),
        (Rules(betting="poker", coin=5), [Show(), Keep(), Check(), Bet(5), Call(), Raise(5), Fold()]),
        (Rules(betting="poker", max_raises=0), [Show(), Keep(), Check(), Bet(1), Call(), Fold()]),
        (Rules(hand_size=2, ace="either"), [Show(), Keep(), Bid(), Fold()]),
        (Rules(hand_size=1, jokers=2, ace="eleven"), [Show(), Keep(), Bid(), Fold()]),
    ],
)
def test_all_moves_that_there_are(rules: Rules, fixed: list[Move]) -> None:
    moves = promised(devils_hand, rules)
    found, most = listed(devils_hand, rules, 400)
    assert moves == {move for move in found if not isinstance(move, Replace)}
    assert {move for move in moves if not isinstance(move, Declare)} == set(fixed)
    assert dict(devils_hand.promises(rules).by_place) == {Replace: most[Replace]} == {Replace: 2**rules.hand_size}


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("ace", ["one", "eleven", "either"])
@pytest.mark.parametrize("jokers", [0, 2])
def test_all_totals_that_a_player_may_state(size: int, ace: Ace, jokers: Literal[0, 2]) -> None:
    """Counted over all hands of clubs, aces and jokers that can have several."""
    rules = Rules(hand_size=size, ace=ace, jokers=jokers)
    kinds = [held for held in rules.cards if held is JOKER or held.suit is Suit.CLUBS or held.rank is Rank.ACE]
    hands = combinations(kinds, size)
    stated = {total for held in hands if len(several := totals(rules, Hand(held))) > 1 for total in several}
    assert {move for move in promised(devils_hand, rules) if isinstance(move, Declare)} == set(map(Declare, stated))


@pytest.mark.rule("devils_hand", "3.1")
@pytest.mark.parametrize(("players", "size"), [(2, 1), (3, 2), (4, 3)])
def test_the_cards_of_a_shuffle_that_may_be_dealt(players: int, size: int) -> None:
    """The hands, the Devil's, and as many new cards as the hands had."""
    rules = Rules(players=players, hand_size=size)
    orders = [Hand(shuffled(PACK_52, Random(seed))) for seed in range(5)]
    found = set[int]().union(*(seen(devils_hand, devils_hand.start(rules), order, all_new) for order in orders))
    assert found == reached(devils_hand, rules) == set(range((2 * players + 1) * size))


def all_new(legal: Sequence[Move]) -> Move:
    """Replace all cards; the selections are listed last."""
    return legal[-1]


@pytest.mark.rule("devils_hand", "2.3")
def test_each_joker_that_comes_to_the_devil_lets_one_more_card_be_dealt() -> None:
    rules = Rules(players=2, hand_size=1, jokers=2)
    start = devils_hand.start(rules)
    found = seen(devils_hand, start, stacked(start, "2C 3C JK JK 5D 7H 9S").cards, all_new)
    assert found | {2, 3} == reached(devils_hand, rules) == set(range(7))


def test_the_seats_stand_at_their_balances() -> None:
    rules = Rules(players=2, hand_size=1, deals=2)
    standing = devils_hand.promises(rules).standing
    assert standing is not None
    state: State = devils_hand.start(rules, hand("2C 3C 5D 9H 10S"))
    assert standing(state) == (0, 0)
    state = play(after(devils_hand, state, stacked(state, "3C 9H 5D")), PAT, PAT, Bid(), Bid())
    assert isinstance(state, Dealing)
    assert standing(state) == (-2, 2)  # 3 is at distance 2, and 9 at distance 4

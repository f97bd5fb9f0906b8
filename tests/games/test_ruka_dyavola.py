"""Ruka dyavola, rule by rule."""

from fractions import Fraction
from random import Random
from typing import Literal

import pytest
from attrs import evolve

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Deck, Hand, pack
from cardrules.errors import RulesError, ViewError
from cardrules.game import Shuffled, playout, shuffle, states
from cardrules.games import ruka_dyavola
from cardrules.games.ruka_dyavola import (
    Betting,
    DevilsHand,
    DrawingLots,
    Exchange,
    Exchanging,
    Finished,
    LotsDrawn,
    Move,
    Pass,
    Result,
    Rules,
    Stake,
    State,
    Stop,
    Table,
    highest,
    total,
)
from cardrules.moves import because, words
from cardrules.zones import cards_in, view
from tests.counting import deals
from tests.sharpness import listed, promised, reached, seen
from tests.sheets import after, hand, hands, one_by_one, refusal, stacked

THREE = Rules(players=3)

UNLIKE = "KS QS 2S | KH 9H 5H | KD 8D 4D"
"""Hands by seat with totals of 22, 24 and 22."""

NOTHING = Exchange(Hand())


def exchange(text: str, free: int | None = None) -> Exchange:
    return Exchange(hand(text), free)


def lots(rules: Rules, dealer: int) -> LotsDrawn[Table]:
    """Return the state before the deal of ``dealer``, who has drawn the lowest card."""
    before = ruka_dyavola.start(rules)
    drawn = " ".join("AS" if seat == dealer else f"{seat + 2}H" for seat in range(rules.players))
    state = ruka_dyavola.apply(before, stacked(before, drawn))
    assert isinstance(state, LotsDrawn)
    return state


def dealt(rules: Rules, *texts: str, then: str = "", dealer: int = 0) -> State:
    """Return the play of these hands, one text for each hand of the seats, with ``then`` on top of the stock."""
    before = lots(rules, dealer)
    top = " ".join(one_by_one(text, first=(dealer + 1) % rules.players) for text in texts)
    return ruka_dyavola.apply(before, stacked(before, f"{top} {then}"))


def play(state: State, *moves: Move | Shuffled) -> State:
    """Return the state after these moves, each made by the seat to act."""
    return after(ruka_dyavola, state, *moves)


def shown(state: State) -> State:
    """Return the state after the seats still to act in this hand have exchanged nothing."""
    number = (state.table.deal.number, state.table.playing)
    while isinstance(state, Exchanging) and (state.table.deal.number, state.table.playing) == number:
        state = play(state, NOTHING)
    return state


def held(state: State, seat: int) -> Hand:
    """Return the hand that a seat plays, with the cards just taken."""
    taken = state.taken[seat] if isinstance(state, Exchanging) else Hand()
    return state.table.hands[seat][state.table.playing].plus(taken)


@pytest.mark.rule("ruka_dyavola", "1.1")
def test_two_to_eight_play_with_a_pack_of_52() -> None:
    assert cards_in(ruka_dyavola.start(Rules(players=2))) == PACK_52
    assert Rules(players=8).players == 8
    for players in (1, 9):
        with pytest.raises(RulesError, match=f"players must be a whole number from 2 to 8, not {players}"):
            Rules(players=players)


@pytest.mark.rule("ruka_dyavola", "1.1", "1.3")
@pytest.mark.parametrize(("drawn", "dealer"), [("AS 2H KD", 0), ("QS JH KD", 1), ("10S 9H 3D", 2)])
def test_the_lowest_card_deals_and_the_ace_is_the_lowest(drawn: str, dealer: int) -> None:
    before = ruka_dyavola.start(THREE)
    state = ruka_dyavola.apply(before, stacked(before, drawn))
    assert isinstance(state, LotsDrawn)
    assert state.lots.drawn == hands(drawn.replace(" ", "|"))
    assert ruka_dyavola.apply(state, stacked(state, "")).table.deal.dealer == dealer


@pytest.mark.rule("ruka_dyavola", "1.2")
def test_everybody_puts_a_stake_in_the_bank() -> None:
    state = dealt(Rules(players=3, stake=5), UNLIKE)
    assert (state.table.balances, state.table.banks) == ((-5, -5, -5), (15,))


@pytest.mark.rule("ruka_dyavola", "1.3")
def test_those_who_share_the_lowest_draw_again() -> None:
    before = ruka_dyavola.start(Rules(players=4))
    state = ruka_dyavola.apply(before, stacked(before, "3S 4H 3D 3C KS 2H QS"))
    assert isinstance(state, LotsDrawn)
    assert state.lots.drawn == hands("3S KS | 4H | 3D 2H | 3C QS")
    assert state.lots.lowest == 2


@pytest.mark.rule("ruka_dyavola", "1.3")
def test_if_the_pack_cannot_serve_them_the_first_in_the_order_of_seats_deals() -> None:
    before = ruka_dyavola.start(THREE)
    small = evolve(before, table=evolve(before.table, stock=Deck.parse("4H 3S 3D 5C")))
    state = ruka_dyavola.apply(small, stacked(small, "4H 3D 3S"))
    assert isinstance(state, LotsDrawn)
    assert state.lots.lowest == 1


@pytest.mark.rule("ruka_dyavola", "1.3")
def test_a_smaller_pack_may_have_one_joker() -> None:
    few = hand("9C KC 2D 3D JK")
    first = ruka_dyavola.start(Rules(players=2, jokers=2), few)
    drawn = ruka_dyavola.apply(first, stacked(first, "9C KC"))
    assert isinstance(drawn, LotsDrawn)
    assert drawn.pack == few.sorted()


@pytest.mark.rule("ruka_dyavola", "1.3")
def test_the_lots_of_every_deal_are_drawn_from_the_pack_without_jokers() -> None:
    game = playout(ruka_dyavola, Rules(jokers=2, deals=3), Random(0))
    before = [state for state in states(ruka_dyavola, game) if isinstance(state, DrawingLots)]
    drawn = [state for state in states(ruka_dyavola, game) if isinstance(state, LotsDrawn)]
    assert [state.pack for state in before] == [PACK_52] * 3
    assert all(JOKER not in card for state in drawn for card in state.lots.drawn)
    assert [state.lots.aside for state in drawn] == [(JOKER, JOKER)] * 3
    assert [state.pack for state in drawn] == [pack(jokers=2)] * 3


@pytest.mark.rule("ruka_dyavola", "1.3")
def test_everybody_sees_the_lots() -> None:
    state = lots(THREE, 1)
    assert view(state, None).lots.drawn == hands("2H | AS | 4H")


@pytest.mark.rule("ruka_dyavola", "1.4")
def test_all_the_cards_are_shuffled_again_and_three_go_to_each_from_the_dealers_left() -> None:
    before = lots(THREE, 1)
    assert before.pack == PACK_52
    state = ruka_dyavola.apply(before, stacked(before, "2C 3C 4C 5C 6C 7C 8C 9C 10C JC"))
    assert [each for (each,) in state.table.hands] == [hand("3C 6C 9C"), hand("4C 7C 10C"), hand("2C 5C 8C")]
    assert state.table.stock[0] == hand("JC")[0]
    assert len(state.table.stock) == 52 - 9
    assert state.to_act == 2


@pytest.mark.rule("ruka_dyavola", "2.1")
def test_each_exchanges_none_to_three_cards_once_for_a_stake_each() -> None:
    state = dealt(Rules(players=3, stake=5), UNLIKE, then="2C 3C 4C 5C")
    assert state.to_act == 1
    choices = ["", "5H", "9H", "KH", "5H 9H", "5H KH", "9H KH", "5H 9H KH"]
    assert ruka_dyavola.legal_moves(state) == tuple(map(exchange, choices))
    state = play(state, exchange("KH 5H"))
    assert (state.to_act, held(state, 1)) == (2, hand("9H 2C 3C"))
    assert (state.table.balances, state.table.banks) == ((-5, -15, -5), (25,))
    state = play(state, exchange("KD 8D 4D"))
    assert (state.to_act, held(state, 2)) == (0, hand("4C 5C 6C"))
    assert (state.table.balances, state.table.banks) == ((-5, -15, -20), (40,))
    assert isinstance(play(state, NOTHING), Finished)


@pytest.mark.rule("ruka_dyavola", "2.1")
def test_only_cards_of_the_hand_are_exchanged() -> None:
    state = dealt(THREE, UNLIKE)
    assert play(state, exchange("KH 5H")) == play(state, exchange("5H KH"))
    for wrong, name in (("2S", "2♠"), ("KH 2S", "2♠"), ("JK", "JK"), ("??", "??")):
        reason = because(f"{name} is not in this hand", "2.1")
        assert refusal(ruka_dyavola, state, exchange(wrong)) == reason
    twice = because("K♥ is named more often than it is in this hand", "2.1")
    assert refusal(ruka_dyavola, state, exchange("KH KH")) == twice


@pytest.mark.rule("ruka_dyavola", "2.2")
def test_the_cards_go_under_the_stock_where_nobody_sees_them() -> None:
    state = play(dealt(THREE, UNLIKE, then="2C 3C"), exchange("KH 5H"))
    assert state.table.stock[-2:] == hand("5H KH")
    assert len(state.table.stock) == 52 - 9
    assert view(state, 1).table.stock == (FACE_DOWN,) * 43


@pytest.mark.rule("ruka_dyavola", "2.2")
@pytest.mark.parametrize("rules", [Rules(players=8), Rules(players=3, hands=3, jokers=2), Rules(players=4, hands=2)])
def test_nobody_ever_gets_back_an_exchanged_card(rules: Rules) -> None:
    state = dealt(rules)
    assert len(state.table.stock) == 52 + rules.jokers - 3 * rules.players * rules.hands
    returned: set[object] = set()
    while isinstance(state, Exchanging):
        cards = held(state, state.to_act)
        assert JOKER in cards or not returned & set(cards)
        returned.update(cards)
        state = play(state, Exchange(cards, cards.count(JOKER) or None))
    last = [cards for each in state.table.shown for cards in each]
    assert not any(set(cards) & returned - {JOKER} for cards in last)


@pytest.mark.rule("ruka_dyavola", "2.3")
def test_cards_exchanged_together_are_chosen_before_any_is_seen() -> None:
    state = play(dealt(THREE, UNLIKE, then="2C 3C"), exchange("5H"))
    assert (state.to_act, held(state, 1)) == (2, hand("KH 9H 2C"))


@pytest.mark.rule("ruka_dyavola", "2.3")
def test_one_by_one_a_card_is_seen_before_the_next_is_exchanged_up_to_three() -> None:
    state = dealt(Rules(players=3, exchange="one_by_one"), UNLIKE, then="2C 3C 4C")
    assert ruka_dyavola.legal_moves(state) == (Stop(), *map(exchange, ("KH", "9H", "5H")))
    state = play(state, exchange("5H"))
    assert (state.to_act, held(state, 1)) == (1, hand("KH 9H 2C"))
    assert ruka_dyavola.legal_moves(state) == (Stop(), *map(exchange, ("KH", "9H", "2C")))
    state = play(state, exchange("2C"))  # the card just taken
    assert (state.to_act, held(state, 1)) == (1, hand("KH 9H 3C"))
    assert state.table.balances == (-1, -3, -1)
    third = play(state, exchange("9H"))
    assert (third.to_act, held(third, 1)) == (2, hand("KH 3C 4C"))
    assert third.table.stock[-3:] == hand("5H 2C 9H")
    stopped = play(state, Stop())
    assert (stopped.to_act, held(stopped, 1)) == (2, hand("KH 9H 3C"))
    assert stopped.table.balances == state.table.balances


@pytest.mark.rule("ruka_dyavola", "2.3")
def test_one_by_one_no_more_than_a_card_is_exchanged_at_once() -> None:
    state = dealt(Rules(players=3, exchange="one_by_one"), UNLIKE, then="2C 3C 4C")
    for wrong, count in (("", 0), ("KH 5H", 2), ("KH 9H 5H", 3)):
        reason = because(f"cards are exchanged one by one, not {count} at once", "2.3")
        assert refusal(ruka_dyavola, state, exchange(wrong)) == reason
    state = play(state, exchange("5H"))
    assert refusal(ruka_dyavola, state, exchange("5H")) == because("5♥ is not in this hand", "2.1")
    assert refusal(ruka_dyavola, state, exchange("2C KH")).rules == ("2.3",)  # both are there


@pytest.mark.rule("ruka_dyavola", "2.3")
def test_one_by_one_each_seat_begins_anew() -> None:
    state = dealt(Rules(players=3, exchange="one_by_one"), UNLIKE)
    state = play(state, exchange("5H"), Stop())
    assert isinstance(state, Exchanging)
    assert (state.to_act, state.exchanged, state.taken) == (2, 0, hands(" | | "))


@pytest.mark.rule("ruka_dyavola", "3.1")
@pytest.mark.parametrize(
    ("text", "count"), [("KS QH JD", 30), ("AS 2H 10D", 13), ("9S 8H 7D", 24), ("AS AH AD", 3), ("6S 5H 4D", 15)]
)
def test_the_total_of_a_hand(text: str, count: int) -> None:
    assert total(THREE, hand(text)) == count


@pytest.mark.rule("ruka_dyavola", "3.1")
def test_all_show_and_the_highest_takes_the_bank() -> None:
    state = shown(dealt(THREE, UNLIKE))
    assert [each for (each,) in state.table.shown] == [each.sorted() for each in hands(UNLIKE)]
    assert state.table.hands == ((Hand(),),) * 3
    assert ruka_dyavola.outcome(state) == Result((-1, 2, -1), (1,), (0,), (DevilsHand(1, 1, 1, 24, 3),))


@pytest.mark.rule("ruka_dyavola", "3.1")
def test_a_hand_that_is_shown_does_not_reveal_which_of_its_cards_are_new() -> None:
    for held, new in (("KH", "QH"), ("QH", "KH")):
        state = play(dealt(THREE, f"KS QS 2S | {held} 9H 2C | KD 8D 4D", then=new), exchange("2C"), NOTHING, NOTHING)
        assert view(state, 0).table.shown[1] == hands("9H QH KH")


@pytest.mark.rule("ruka_dyavola", "3.1", "3.2")
@pytest.mark.parametrize(
    ("totals", "seat"), [({1: 24, 2: 20, 0: 22}, 1), ({1: 24, 0: 24, 2: 30}, 2), ({2: 24, 0: 24}, None), ({1: 3}, 1)]
)
def test_the_highest_total_wins_unless_it_is_shared(totals: dict[int, int], seat: int | None) -> None:
    assert highest(totals) == seat


@pytest.mark.rule("ruka_dyavola", "3.2")
def test_if_several_have_the_highest_the_bank_stays_for_the_next_deal_and_all_put_in_again() -> None:
    state = shown(dealt(Rules(players=3, deals=2), "KS QS 2S | KH 7H 5H | KD 8D 4D"))
    assert isinstance(state, DrawingLots)
    assert (state.table.balances, state.table.banks) == ((-1, -1, -1), (3,))
    state = play(state, stacked(state, "2C 3C 4C"))
    state = play(state, stacked(state, one_by_one(UNLIKE, first=1)))
    assert (state.table.balances, state.table.banks) == ((-2, -2, -2), (6,))
    result = ruka_dyavola.outcome(shown(state))
    assert result == Result((-2, 4, -2), (1,), (0,), (DevilsHand(2, 1, 1, 24, 6),))


@pytest.mark.rule("ruka_dyavola", "3.3")
def test_the_result_names_the_devils_hand_of_each_deal() -> None:
    rules = Rules(players=2, hands=2, deals=2)
    first = shown(shown(dealt(rules, "KS QS 2S | KH QH 3H", "9S 8S 7S | 2H 4H 6H")))
    second = play(first, stacked(first, "3C 2C"))
    second = play(second, stacked(second, f"{one_by_one('KS QS 2S | KH QH 2H')} {one_by_one('9S 8S 7S | JH QD JD')}"))
    assert isinstance(second, Exchanging)
    result = ruka_dyavola.outcome(shown(shown(second)))
    assert result is not None
    assert result.devils_hands == (DevilsHand(1, 1, 1, 23, 2), DevilsHand(1, 2, 0, 24, 2), DevilsHand(2, 2, 1, 30, 2))
    assert result.banks == (2, 0)


JOKERS = Rules(players=3, jokers=2)


@pytest.mark.rule("ruka_dyavola", "4.1")
def test_a_joker_from_the_deal_is_exchanged_free_of_charge() -> None:
    state = dealt(JOKERS, "KS QS 2S | JK 9H 5H | KD 8D 4D", then="2C 3C 4C")
    choices = ["", "5H", "9H", "JK", "5H 9H", "5H JK", "9H JK", "5H 9H JK"]
    assert ruka_dyavola.legal_moves(state) == tuple(exchange(text, 1 if "JK" in text else None) for text in choices)
    free = play(state, exchange("JK", free=1))
    assert (free.to_act, held(free, 1), free.table.balances[1]) == (2, hand("9H 5H 2C"), -1)
    assert play(state, exchange("JK 9H 5H", free=1)).table.balances[1] == -3
    for wrong in (exchange("JK"), exchange("JK", free=2), exchange("JK 9H", free=0)):
        reason = because("the free cards are the jokers from the deal, here 1", "4.1")
        assert refusal(ruka_dyavola, state, wrong) == reason
    none = because("the free cards are the jokers from the deal, here none", "4.1")
    assert refusal(ruka_dyavola, state, exchange("5H", free=1)) == none


@pytest.mark.rule("ruka_dyavola", "4.1")
def test_two_jokers_from_the_deal_are_both_free_and_count_among_the_three() -> None:
    state = dealt(JOKERS, "KS QS 2S | JK JK 5H | KD 8D 4D", then="2C 3C 4C")
    choices = [("", None), ("5H", None), ("JK", 1), ("5H JK", 1), ("JK JK", 2), ("5H JK JK", 2)]
    assert ruka_dyavola.legal_moves(state) == tuple(exchange(*choice) for choice in choices)
    assert play(state, exchange("5H JK JK", free=2)).table.balances[1] == -2


@pytest.mark.rule("ruka_dyavola", "4.1")
def test_a_joker_taken_in_the_exchange_costs_a_stake() -> None:
    rules = evolve(JOKERS, exchange="one_by_one")
    state = play(dealt(rules, "KS QS 2S | JK 9H 5H | KD 8D 4D", then="JK 3C 4C"), exchange("5H"))
    assert ruka_dyavola.legal_moves(state) == (*(Stop(), exchange("JK", free=1), exchange("9H"), exchange("JK")),)
    assert [words(move) for move in ruka_dyavola.legal_moves(state)] == [
        *("stop", "exchange JK 1", "exchange 9♥", "exchange JK"),
    ]
    assert state.table.balances[1] == -2
    free, paid = play(state, exchange("JK", free=1)), play(state, exchange("JK"))
    assert (free.table.balances[1], paid.table.balances[1]) == (-2, -3)
    assert held(free, 1) == hand("9H JK 3C")
    assert held(paid, 1) == hand("JK 9H 3C")
    assert exchange("JK") in ruka_dyavola.legal_moves(free)  # what is left is the joker taken
    assert exchange("JK", free=1) in ruka_dyavola.legal_moves(paid)
    later = play(state, Stop())
    assert later.to_act == 2


@pytest.mark.rule("ruka_dyavola", "4.1")
def test_only_a_joker_taken_in_the_exchange_is_not_free() -> None:
    rules = evolve(JOKERS, exchange="one_by_one")
    state = play(dealt(rules, "KS QS 2S | KH 9H 5H | KD 8D 4D", then="JK 3C 4C"), exchange("5H"))
    none = because("the free cards are the jokers from the deal, here none", "4.1")
    assert refusal(ruka_dyavola, state, exchange("JK", free=1)) == none


@pytest.mark.rule("ruka_dyavola", "4.1")
def test_a_free_joker_counts_among_the_three_one_by_one_too() -> None:
    rules = evolve(JOKERS, exchange="one_by_one")
    state = dealt(rules, "KS QS 2S | JK 9H 5H | KD 8D 4D", then="2C 3C 4C")
    state = play(state, exchange("JK", free=1), exchange("9H"), exchange("5H"))
    assert (state.to_act, state.table.balances[1]) == (2, -3)


@pytest.mark.rule("ruka_dyavola", "4.1")
@pytest.mark.parametrize(("value", "count"), [(0, 14), (5, 19), (11, 25)])
def test_a_joker_that_is_kept_counts_nothing_or_the_value_in_the_options(value: int, count: int) -> None:
    assert total(evolve(JOKERS, joker_value=value), hand("JK 9H 5H")) == count
    assert total(JOKERS, hand("JK JK 5H")) == 5


POKER = Rules(players=4, betting="poker")
FOUR = "KS QS 2S | KH 9H 5H | KD 8D 4D | KC 7C 3C"
"""Hands by seat with totals of 22, 24, 22 and 20."""


@pytest.mark.rule("ruka_dyavola", "4.2")
def test_stakes_go_round_from_the_dealers_left_and_are_not_less_than_the_last() -> None:
    state = dealt(evolve(POKER, stake=5, stake_limit=17), FOUR)
    assert isinstance(state, Betting)
    assert state.to_act == 1
    assert ruka_dyavola.legal_moves(state) == (Pass(), Stake(5), Stake(10), Stake(15))
    state = play(state, Stake(10))
    assert (state.to_act, ruka_dyavola.legal_moves(state)) == (2, (Pass(), Stake(10), Stake(15)))
    assert (state.table.balances, state.table.banks) == ((-5, -15, -5, -5), (30,))
    assert refusal(ruka_dyavola, state, Stake(5)) == because("a stake is at least the last one, 10", "4.2")
    assert refusal(ruka_dyavola, state, Stake(12)) == because("a stake is a multiple of 5 from 5 to 15", "4.2")
    state = play(state, Pass(), Stake(15), Stake(15))  # a circle
    assert (state.to_act, ruka_dyavola.legal_moves(state)) == (1, (Pass(), Stake(15)))
    assert state.table.banks == (60,)


@pytest.mark.rule("ruka_dyavola", "4.2")
def test_the_limit_is_ten_stakes_by_default() -> None:
    state = dealt(evolve(POKER, stake=5), FOUR)
    assert ruka_dyavola.legal_moves(state) == (Pass(), *map(Stake, range(5, 51, 5)))
    with pytest.raises(RulesError, match="stake_limit must be at least the stake, 5, not 4"):
        Rules(betting="poker", stake=5, stake_limit=4)


def test_more_stakes_than_can_be_listed_are_refused() -> None:
    state = dealt(evolve(POKER, stake=5, stake_limit=5_004), FOUR)
    assert len(ruka_dyavola.legal_moves(state)) == 1 + 1000
    with pytest.raises(RulesError, match="stake_limit gives 1001 amounts from 5 to 5005 in steps of 5; there may be"):
        Rules(stake=5, stake_limit=5_005)


@pytest.mark.parametrize("option", ["together", "one_by_one"])
def test_a_view_that_hides_the_hand_lists_no_moves(option: Literal["together", "one_by_one"]) -> None:
    state = dealt(Rules(players=2, exchange=option), "KS QS 2S | KH 9H 5H")
    assert ruka_dyavola.legal_moves(view(state, 1)) == ruka_dyavola.legal_moves(state)
    for seat in (0, None):
        for _ in range(2):
            with pytest.raises(ViewError, match="this view does not show the "):
                ruka_dyavola.legal_moves(view(state, seat))
    if option == "one_by_one":
        state = play(state, exchange("KH"), exchange("9H"))
        assert len(ruka_dyavola.legal_moves(view(state, 1))) == 4
        with pytest.raises(ViewError, match="this view does not show the "):
            ruka_dyavola.legal_moves(view(state, 0))


@pytest.mark.rule("ruka_dyavola", "4.2")
def test_staking_is_over_at_once_when_two_seats_are_left() -> None:
    state = play(dealt(POKER, FOUR), Pass(), Stake(1), Pass())
    assert isinstance(state, Exchanging)
    assert (state.left, state.to_act) == ((2, 0), 2)
    state = play(state, NOTHING, exchange("2S"))
    assert isinstance(state, Finished)
    assert [bool(cards) for (cards,) in state.table.shown] == [True, False, True, False]
    assert [bool(cards) for (cards,) in state.table.hands] == [False, True, False, True]
    assert view(state, 0).table.hands[1] == ((FACE_DOWN,) * 3,)


@pytest.mark.rule("ruka_dyavola", "4.2")
@pytest.mark.parametrize("most", [1, 2, 3])
def test_staking_is_over_after_the_last_circle(most: int) -> None:
    state = dealt(evolve(POKER, max_circles=most), FOUR)
    state = play(state, *[Stake(1)] * (4 * most - 1))
    assert isinstance(state, Betting)
    state = play(state, Stake(1))
    assert isinstance(state, Exchanging)
    assert (state.left, state.table.banks) == ((1, 2, 3, 0), (4 + 4 * most,))


@pytest.mark.rule("ruka_dyavola", "4.2")
def test_a_seat_that_has_passed_shows_and_wins_nothing_and_plays_the_next_deal() -> None:
    state = play(dealt(evolve(POKER, deals=2), FOUR), Pass(), Stake(1), Pass())  # seat 1 has the best hand
    state = shown(state)
    assert isinstance(state, DrawingLots)
    assert (state.table.balances, state.table.banks) == ((-1, -1, -2, -1), (5,))  # 22 and 22
    state = play(state, stacked(state, "2C 3C 4C 5C"))
    state = play(state, stacked(state, ""))
    assert isinstance(state, Betting)
    assert state.betting.left == (1, 2, 3, 0)
    assert state.table.banks == (9,)


@pytest.mark.rule("ruka_dyavola", "4.2")
def test_two_players_do_not_bet() -> None:
    assert isinstance(dealt(Rules(players=2, betting="poker"), "KS QS 2S | KH QH 3H"), Exchanging)


@pytest.mark.rule("ruka_dyavola", "4.2")
def test_without_the_option_nobody_bets() -> None:
    assert isinstance(dealt(THREE, UNLIKE), Exchanging)


@pytest.mark.rule("ruka_dyavola", "4.3")
def test_several_hands_are_dealt_one_after_another_and_played_one_after_another() -> None:
    rules = Rules(players=2, hands=2, stake=5)
    state = dealt(rules, "KS QS 2S | KH QH 3H", "9S 8S 7S | 2H 4H 6H", then="2C 3C")
    assert state.table.hands == (hands("KS QS 2S | 9S 8S 7S"), hands("KH QH 3H | 2H 4H 6H"))
    assert view(state, 0).table.hands[0] == hands("KS QS 2S | 9S 8S 7S")
    assert (state.table.balances, state.table.banks) == ((-10, -10), (10, 10))
    assert ruka_dyavola.legal_moves(state)[-1] == exchange("3H QH KH")
    state = play(state, exchange("3H"), NOTHING)  # 22 and 22
    assert (state.table.balances, state.table.banks) == ((-10, -15), (15, 10))
    assert state.table.shown == (hands("2S QS KS | "), hands("2C QH KH | "))
    assert state.table.hands == (hands(" | 9S 8S 7S"), hands(" | 2H 4H 6H"))
    assert (state.to_act, ruka_dyavola.legal_moves(state)[-1]) == (1, exchange("2H 4H 6H"))
    state = play(state, exchange("2H"), NOTHING)
    assert ruka_dyavola.outcome(state) == Result((5, -20), (0,), (15, 0), (DevilsHand(1, 2, 0, 24, 15),))


@pytest.mark.rule("ruka_dyavola", "4.3")
def test_a_tied_bank_waits_for_the_hand_of_its_number_in_the_next_deal() -> None:
    state = shown(shown(dealt(Rules(players=2, hands=2, deals=2), "KS QS 2S | KH QH 2H", "9S 8S 7S | 2C 4H 6H")))
    assert isinstance(state, DrawingLots)
    assert state.table.banks == (2, 0)
    state = play(state, stacked(state, "2C 3C"))
    state = play(state, stacked(state, ""))
    assert (state.table.banks, state.table.playing) == ((4, 2), 0)


@pytest.mark.rule("ruka_dyavola", "4.3")
def test_a_pass_is_for_that_hand_only() -> None:
    state = dealt(Rules(players=3, hands=2, betting="poker", max_circles=1), UNLIKE, "9S 7S 6S | 3H 4H 6H | 3D 5D 7D")
    state = play(state, Pass())  # hand 1: seats 2 and 0 are left
    state = shown(state)
    assert isinstance(state, Betting)
    assert (state.to_act, state.betting.left, state.table.playing) == (1, (1, 2, 0), 1)
    assert state.table.banks == (3, 3)


@pytest.mark.rule("ruka_dyavola", "4.3")
@pytest.mark.parametrize(
    ("rules", "most"),
    [
        (Rules(players=2), 4),
        (Rules(players=3), 2),
        (Rules(players=3, jokers=2), 3),
        (Rules(players=4), 2),
        (Rules(players=8, jokers=2), 1),
    ],
)
def test_more_hands_than_the_cards_serve_are_refused(rules: Rules, most: int) -> None:
    assert evolve(rules, hands=most).hands == most
    with pytest.raises(RulesError, match=rf"hands must be at most {most} for {rules.players} players and 5\d cards"):
        evolve(rules, hands=most + 1)


@pytest.mark.rule("ruka_dyavola", "4.4")
def test_an_ace_may_count_11() -> None:
    assert [total(Rules(ace=11), hand(text)) for text in ("AS 2H 10D", "AS AH AD", "KS QH JD")] == [23, 33, 30]


@pytest.mark.rule("ruka_dyavola", "5.1")
def test_the_result_names_the_money_left_in_the_banks() -> None:
    state = dealt(THREE, "KS QS 2S | KH 7H 5H | KD 8D 4D")
    assert ruka_dyavola.outcome(state) is None
    assert ruka_dyavola.outcome(shown(state)) == Result((-1, -1, -1), (0, 1, 2), (3,), ())


@pytest.mark.rule("ruka_dyavola", "5.1")
def test_a_match_has_the_number_of_deals_in_the_options() -> None:
    game = playout(ruka_dyavola, Rules(deals=3), Random(0))
    assert sum(isinstance(state, LotsDrawn) for state in states(ruka_dyavola, game)) == 3


def test_promises_for_a_match() -> None:
    promised = ruka_dyavola.promises(Rules(players=3, deals=2, stake=5))
    assert promised.max_moves == 2 * (2 + 3)
    assert promised.score_range == (-40, 80)  # in each deal a stake and three cards
    longest = ruka_dyavola.promises(Rules(players=3, hands=2, betting="poker", exchange="one_by_one"))
    assert longest.max_moves == 2 + 2 * (3 * 3 + 3 * 3)
    assert longest.score_range == (-2 * (4 + 30), 2 * 2 * (4 + 30))
    assert ruka_dyavola.promises(Rules(players=2, betting="poker")).score_range == (-4, 4)


TOTALS = {
    1: (
        "3:4 4:24 5:48 6:92 7:136 8:200 9:268 10:352 11:440 12:620 13:824 14:960 15:1124 16:1216 17:1336 18:1388 "
        "19:1464 20:1472 21:1772 22:1544 23:1384 24:1180 25:1040 26:856 27:740 28:576 29:480 30:560"
    ),
    11: (
        "6:4 7:24 8:48 9:92 10:136 11:200 12:268 13:352 14:512 15:740 16:896 17:1080 18:1196 19:1336 20:1408 21:1508 "
        "22:1800 23:1856 24:1652 25:1472 26:1264 27:1108 28:920 29:784 30:840 31:504 32:96 33:4"
    ),
}


@pytest.mark.parametrize("rules", [Rules(), Rules(ace=11)])
def test_how_many_hands_have_which_total(rules: Rules) -> None:
    told = {(int(count),): int(ways) for count, ways in (pair.split(":") for pair in TOTALS[rules.ace].split())}
    assert deals(lambda cards: total(rules, cards)) == told


def test_the_chance_that_two_hands_count_the_same() -> None:
    found = deals(*[lambda cards: total(Rules(), cards)] * 2)
    equal = sum(ways for (one, other), ways in found.items() if highest({0: one, 1: other}) is None)
    assert Fraction(equal, found.total()) == Fraction(2843, 57575)


def test_money_adds_up_with_what_is_left_in_the_banks() -> None:
    promised = ruka_dyavola.promises(THREE)
    state = play(dealt(THREE, UNLIKE), exchange("KH"))
    assert promised.money_total is not None
    assert promised.money_total(state) == 0
    assert promised.money_total(evolve(state, table=evolve(state.table, banks=(3,)))) == -1
    assert promised.outcome_total is not None
    assert promised.outcome_total(Result((-1, -2, -2), (0,), (2, 3), ())) == 0
    assert promised.outcome_total(Result((-1, -2, -2), (0,), (2, 2), ())) == -1


def test_nobody_moves_while_cards_are_shuffled_or_after_the_end() -> None:
    for state in (ruka_dyavola.start(THREE), lots(THREE, 0), shown(dealt(THREE, UNLIKE))):
        assert ruka_dyavola.legal_moves(state) == ()


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (Rules(), 0),
        (Rules(players=2, betting="poker"), 0),  # two players do not stake
        (Rules(players=3, betting="poker", stake=5, stake_limit=20, jokers=2), 1 + 4),
        (Rules(players=2, exchange="one_by_one"), 1 + 52),
        (Rules(players=3, exchange="one_by_one", jokers=2, betting="poker"), 1 + 52 + 2 + 1 + 10),
    ],
)
def test_all_moves_that_there_are(rules: Rules, count: int) -> None:
    """A joker from the deal is exchanged by another move than one that was taken."""
    moves = promised(ruka_dyavola, rules)
    assert len(moves) == count
    found, most = listed(ruka_dyavola, rules, 400)
    together = rules.exchange == "together"
    assert moves == {move for move in found if not (together and isinstance(move, Exchange))}
    by_place = dict(ruka_dyavola.promises(rules).by_place)
    assert by_place == ({Exchange: 8} if together else {})
    assert not together or most[Exchange] == 8


@pytest.mark.rule("ruka_dyavola", "2.1")
@pytest.mark.parametrize(
    ("players", "number", "exchange"), [(2, 1, "together"), (3, 2, "together"), (4, 1, "one_by_one")]
)
def test_the_cards_of_a_shuffle_that_may_be_dealt(
    players: int, number: int, exchange: Literal["together", "one_by_one"]
) -> None:
    """The hands, and as many new cards; those that were put under the stock do not come back."""
    rules = Rules(players=players, hands=number, exchange=exchange)
    state = lots(rules, 0)
    found = seen(ruka_dyavola, state, Hand(PACK_52), lambda legal: legal[-1])
    assert found == reached(ruka_dyavola, rules, state) == set(range(6 * players * number))


@pytest.mark.rule("ruka_dyavola", "1.3")
@pytest.mark.parametrize("players", [2, 4])
def test_ties_may_go_on_until_all_cards_are_drawn_as_lots(players: int) -> None:
    rules = Rules(players=players)
    order = Hand(sorted(PACK_52, key=lambda drawn: drawn.rank.name))
    found = seen(ruka_dyavola, ruka_dyavola.start(rules), order, lambda legal: legal[-1])
    assert found == reached(ruka_dyavola, rules) == set(range(52))


@pytest.mark.parametrize(("cards", "number", "size"), [(4, 1, 1), (8, 1, 2), (11, 1, 2), (12, 1, 3), (16, 2, 2)])
@pytest.mark.parametrize("exchange", ["together", "one_by_one"])
def test_a_small_pack_is_dealt_in_smaller_hands(
    cards: int, number: int, size: int, exchange: Literal["together", "one_by_one"]
) -> None:
    """So that all cards of all hands can be exchanged."""
    rules = Rules(players=2, hands=number, exchange=exchange)
    start: State = ruka_dyavola.start(rules, Hand(PACK_52[:cards]))
    state = after(ruka_dyavola, start, shuffle(start, Random(0)))
    assert reached(ruka_dyavola, rules, state) == set(range(4 * number * size))
    found = seen(ruka_dyavola, state, Hand(PACK_52[:cards]), lambda legal: legal[-1])
    assert found == set(range(4 * number * size))


def test_the_seats_stand_at_their_balances() -> None:
    standing = ruka_dyavola.promises(THREE).standing
    assert standing is not None
    assert standing(ruka_dyavola.start(THREE)) == (0, 0, 0)
    state = dealt(THREE, UNLIKE)
    assert standing(state) == (-1, -1, -1)
    ended = after(ruka_dyavola, state, NOTHING, NOTHING, NOTHING)
    assert standing(ended) == (-1, 2, -1)

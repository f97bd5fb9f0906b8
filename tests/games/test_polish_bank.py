"""Polish Bank, rule by rule."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, groupby
from math import comb, prod
from random import Random

import pytest
from attrs import evolve

from cardrules.cards import FACE_DOWN, PACK_52, Deck, Hand, Suit, pack
from cardrules.errors import RulesError
from cardrules.game import NATURE, Outcome, Shuffled, playout, replay, states
from cardrules.games import polish_bank
from cardrules.games.polish_bank import (
    SLIPPERY_SAM,
    AddBet,
    Adding,
    Agreeing,
    Allow,
    Concede,
    Decline,
    Expose,
    Exposing,
    Finished,
    Forbid,
    Gathering,
    HoldBank,
    Holding,
    LotsDrawn,
    Move,
    PassBank,
    Revealing,
    Rules,
    Show,
    Shuffling,
    Stake,
    Staking,
    State,
    Table,
    Turn,
    Turning,
    Wait,
    beats,
)
from cardrules.moves import because
from cardrules.numbering import Numbering
from cardrules.verify import LAWS, verify
from cardrules.zones import cards_in, view
from tests.facts import shows_fewer_places
from tests.sheets import after, card, hand, hands, one_by_one, refusal, stacked

THREE = Rules(players=3, initial_bank=10)
FOUR = Rules(initial_bank=10)

ACES = "AS AH AD"
LOW = "2S 3H 4D"

TWO_LOW = f" | {ACES} | {LOW}"
"""Hands of seats 1 and 2; the banker, seat 0, has none."""


def lots(rules: Rules, banker: int = 0) -> LotsDrawn[Table]:
    """Return the state after lots, by which ``banker`` has the first bank."""
    before = polish_bank.start(rules)
    drawn = " ".join("2S" if seat == banker else f"{seat + 3}H" for seat in range(rules.players))
    state = polish_bank.apply(before, stacked(before, drawn))
    assert isinstance(state, LotsDrawn)
    return state


def opened(rules: Rules, text: str, then: str = "") -> State:
    """Return the first bank, held by seat 0, with these hands by seat on top of the stock, and ``then`` below them."""
    before = lots(rules)
    _, served = text.split("|", maxsplit=1)
    return polish_bank.apply(before, stacked(before, one_by_one(served, then=then)))


def play(state: State, *moves: Move | Shuffled) -> State:
    """Return the state after these moves, each made by the seat to act."""
    return after(polish_bank, state, *moves)


def coup(state: State, amount: int) -> State:
    """Return the state after the punter has staked and the banker has turned the card."""
    return play(state, Stake(amount), Turn())


def deal_of_ones(state: State) -> State:
    """Return the state after the rest of a deal in which every punter stakes 1."""
    while isinstance(state, Staking):
        state = coup(state, 1)
    return state


def some_games(rules: Rules, count: int = 5) -> Iterator[State]:
    """Yield the states of some matches played at random."""
    for seed in range(count):
        yield from states(polish_bank, playout(polish_bank, rules, Random(seed)))


@pytest.mark.rule("polish_bank", "1.1")
@pytest.mark.parametrize(
    ("drawn", "banker"), [("AS KH QD", 2), ("2S AH KD", 0), ("9S 3H 10D", 1), ("5S 5S KH AD 3C", 1)]
)
def test_the_lowest_card_has_the_first_bank_and_the_ace_is_the_highest(drawn: str, banker: int) -> None:
    before = polish_bank.start(THREE)
    assert (before.to_act, before.pack) == (NATURE, pack(copies=2))
    state = polish_bank.apply(before, stacked(before, drawn))
    assert isinstance(state, LotsDrawn)
    assert state.table.money.banker == banker
    assert state.pack == pack(copies=2)


@pytest.mark.rule("polish_bank", "1.1")
def test_the_first_banker_puts_in_the_sum_agreed_on() -> None:
    state = opened(THREE, TWO_LOW)
    assert (state.table.money.bank, state.table.money.balances) == (10, (-10, 0, 0))
    assert opened(Rules(), f"{TWO_LOW} | 5S 6H 7D").table.money.bank == 60


@pytest.mark.rule("polish_bank", "1.1")
def test_two_to_27_play_and_a_bank_holds_a_stake() -> None:
    for players in (1, 28):
        with pytest.raises(RulesError, match=f"players must be a whole number from 2 to 27, not {players}"):
            Rules(players=players)
    assert Rules(initial_bank=3, min_stake=3).initial_bank == 3
    with pytest.raises(RulesError, match="initial_bank must be at least min_stake, 4, not 3"):
        Rules(initial_bank=3, min_stake=4)


@pytest.mark.rule("polish_bank", "1.1", "2.1")
def test_two_packs_serve_26_punters_to_the_last_card() -> None:
    state: State = polish_bank.start(Rules(players=27, initial_bank=100))
    for _ in range(2):
        state = play(state, stacked(state, ""))
    served = 0
    while not isinstance(state, Gathering):
        state, served = coup(state, 1), served + 1
    assert (served, state.table.stock, state.pack) == (26, Deck(), pack(copies=2))
    assert isinstance(play(state, stacked(state, "")), Staking)


@pytest.mark.rule("polish_bank", "1.1")
def test_one_pack_serves_13_punters() -> None:
    state: State = polish_bank.start(Rules(players=14, packs=1, initial_bank=100))
    assert state.table.stock == PACK_52
    for _ in range(2):
        state = play(state, stacked(state, ""))
    state = deal_of_ones(state)
    assert isinstance(state, Gathering)
    assert (state.table.stock, state.pack) == (Deck(), PACK_52)
    message = "players must be at most 14 when packs is 1, since each punter needs three cards and one turned, not 15"
    with pytest.raises(RulesError, match=message):
        Rules(players=15, packs=1)


@pytest.mark.rule("polish_bank", "1.2")
def test_the_banker_moves_no_money_of_his_own() -> None:
    every = Rules(players=3, initial_bank=10, side_bets=True, early_exposure=True, max_deals=20)
    for state in some_games(every):
        if not isinstance(state, Finished) and state.to_act == state.table.money.banker:
            assert set(polish_bank.legal_moves(state)) <= {Turn(), Expose(), Wait()}


@pytest.mark.rule("polish_bank", "1.2", "1.3")
def test_the_bank_passes_to_the_left_so_that_nobody_holds_it_twice_running() -> None:
    for rules in (Rules(players=2, initial_bank=5, banks=3), Rules(players=3, initial_bank=5, banks=4)):
        before = [state for state in some_games(rules, 1) if isinstance(state, LotsDrawn | Shuffling)]
        first = before[0].table.money.banker
        assert [state.table.money.banker for state in before] == [
            (first + n) % rules.players for n in range(rules.last_bank)
        ]


@pytest.mark.rule("polish_bank", "1.3")
def test_a_bank_that_is_empty_is_over_and_the_next_begins() -> None:
    state = coup(opened(THREE, TWO_LOW, then="KS"), 10)
    assert isinstance(state, Shuffling)
    assert (state.table.money.banker, state.table.money.bank, state.table.money.balances) == (1, 0, (-10, 10, 0))
    assert state.table.shown[1] == hand(ACES).sorted()
    assert state.pack == pack(copies=2)
    state = play(state, stacked(state, ""))
    assert (state.to_act, state.table.money.bank, state.table.money.balances) == (2, 10, (-10, 0, 0))
    assert (state.table.money.number, state.table.money.deals) == (2, 2)


@pytest.mark.rule("polish_bank", "1.3")
def test_a_bank_that_has_reached_three_times_the_sum_put_in_is_over_and_goes_to_the_banker() -> None:
    state = coup(coup(opened(THREE, f" | {LOW} | {LOW}", then="AC KC"), 10), 9)
    assert isinstance(state, Gathering)  # 29
    assert (state.table.money.bank, state.table.money.balances) == (29, (-10, -10, -9))
    state = coup(coup(opened(THREE, f" | {LOW} | {LOW}", then="AC KC"), 10), 10)
    assert isinstance(state, Shuffling)  # 30
    assert (state.table.money.banker, state.table.money.bank, state.table.money.balances) == (1, 0, (20, -10, -10))
    state = coup(coup(opened(THREE, f" | {LOW} | {LOW}", then="AC KC"), 10), 20)
    assert isinstance(state, Shuffling)  # 40
    assert state.table.money.balances == (30, -10, -20)


@pytest.mark.rule("polish_bank", "1.3")
def test_punters_who_are_not_served_lay_their_cards_aside_unseen() -> None:
    state = coup(opened(FOUR, f" | {ACES} | {LOW} | 5C 6C 7C", then="KS"), 10)
    assert isinstance(state, Shuffling)
    assert state.table.unserved == hand(f"{LOW} 5C 6C 7C")
    assert state.table.unlooked == (Hand(),) * 4
    for seat in range(4):
        assert view(state, seat).table.unserved == (FACE_DOWN,) * 6


THREE_DEALS = evolve(THREE, bank_deals=3)
LOST_TO_LOW = f" | {LOW} | {LOW}"


@pytest.mark.rule("polish_bank", "1.4")
def test_a_bank_may_last_a_number_of_deals_however_much_it_holds() -> None:
    """Ten and twenty are lost, so that the bank holds four times what was put in."""
    assert isinstance(coup(coup(opened(THREE, LOST_TO_LOW, then="AC KC"), 10), 20), Shuffling)
    state = coup(coup(opened(THREE_DEALS, LOST_TO_LOW, then="AC KC"), 10), 20)
    for deal in (2, 3):
        assert isinstance(state, Gathering)
        assert state.table.money.banker == 0
        state = play(state, stacked(state, ""))
        assert state.table.money.deals == deal
        state = deal_of_ones(state)
    assert isinstance(state, Shuffling)
    assert (state.table.money.banker, state.table.money.bank) == (1, 0)
    assert sum(state.table.money.balances) == 0


@pytest.mark.rule("polish_bank", "1.4")
def test_a_bank_of_some_deals_is_over_before_if_it_is_empty_and_the_next_has_all_of_its_deals() -> None:
    state = coup(opened(THREE_DEALS, TWO_LOW, then="KS"), 10)
    assert isinstance(state, Shuffling)
    assert (state.table.money.banker, state.table.money.deals) == (1, 1)
    for deal in (2, 3, 4):
        state = play(state, stacked(state, ""))
        assert (state.table.money.number, state.table.money.deals, state.table.money.banker) == (2, deal, 1)
        state = deal_of_ones(state)
    assert isinstance(state, Shuffling)


ONE_MORE = evolve(THREE, bank_deals=1, extra_deal=True)


@pytest.mark.rule("polish_bank", "1.4")
def test_the_banker_may_hold_the_bank_for_one_deal_more() -> None:
    """He loses three to seat 1 and wins one from seat 2 in his first deal."""
    state = coup(coup(opened(ONE_MORE, TWO_LOW, then="KS KC"), 3), 1)
    assert isinstance(state, Holding)
    assert (state.to_act, polish_bank.legal_moves(state)) == (0, (HoldBank(), PassBank()))
    passed = play(state, PassBank())
    assert isinstance(passed, Shuffling)
    assert (passed.table.money.banker, passed.table.money.balances) == (1, (-2, 3, -1))
    held = play(state, HoldBank())
    assert isinstance(held, Gathering)
    again = play(held, stacked(held, ""))
    assert (again.table.money.banker, again.table.money.bank) == (0, 8)
    over = deal_of_ones(again)
    assert isinstance(over, Shuffling)
    assert over.table.money.banker == 1


@pytest.mark.rule("polish_bank", "1.4")
def test_a_deal_more_needs_a_number_of_deals() -> None:
    with pytest.raises(RulesError, match="extra_deal needs bank_deals: without it no deal is the last of a bank"):
        Rules(extra_deal=True)
    with pytest.raises(RulesError, match="bank_deals must be a whole number from 1 to 10 or None, not 11"):
        Rules(bank_deals=11)


@pytest.mark.rule("polish_bank", "2.1")
def test_three_cards_go_to_each_punter_one_at_a_time_from_the_bankers_left() -> None:
    before = lots(FOUR, banker=1)
    state = polish_bank.apply(before, stacked(before, "2C 3C 4C 5C 6C 7C 8C 9C 10C JC"))
    assert isinstance(state, Staking)
    assert state.table.hands == hands(" | | 2C 5C 8C | ")
    assert state.table.unlooked == hands("4C 7C 10C | | | 3C 6C 9C")
    assert (len(state.table.stock), state.table.stock[0]) == (104 - 9, card("JC"))


@pytest.mark.rule("polish_bank", "2.2")
def test_a_punter_looks_at_his_cards_in_his_turn_only() -> None:
    state = opened(THREE, TWO_LOW, then="KS")
    assert state.to_act == 1
    assert view(state, 1).table.hands[1] == hand(ACES)
    for seat in (0, 2, None):
        assert view(state, seat).table.hands[1] == (FACE_DOWN,) * 3
    assert view(state, 2).table.unlooked[2] == (FACE_DOWN,) * 3
    state = coup(state, 1)
    assert (state.to_act, view(state, 2).table.hands[2]) == (2, hand(LOW))


@pytest.mark.rule("polish_bank", "2.2")
@pytest.mark.parametrize(
    ("rules", "amounts"),
    [
        (Rules(players=3, initial_bank=5), (1, 2, 3, 4, 5)),
        (Rules(players=3, initial_bank=10, min_stake=2, step=3), (2, 5, 8, 10)),
        (Rules(players=3, initial_bank=8, min_stake=2, step=3), (2, 5, 8)),
        (Rules(players=3, initial_bank=4, min_stake=4), (4,)),
    ],
)
def test_a_punter_stakes_some_steps_or_the_whole_bank_and_may_not_pass(rules: Rules, amounts: tuple[int, ...]) -> None:
    assert polish_bank.legal_moves(opened(rules, TWO_LOW)) == tuple(map(Stake, amounts))


@pytest.mark.rule("polish_bank", "2.2")
def test_on_a_bank_not_above_the_least_stake_the_whole_bank_is_staked() -> None:
    state = coup(opened(Rules(players=3, initial_bank=5, min_stake=3), TWO_LOW, then="KS"), 3)
    assert (state.table.money.bank, polish_bank.legal_moves(state)) == (2, (Stake(2),))


@pytest.mark.rule("polish_bank", "2.2")
def test_other_stakes_than_a_large_bank_are_below_three_times_the_sum_put_in() -> None:
    state = coup(coup(opened(evolve(FOUR, bank_deals=1), f"{LOST_TO_LOW} | {ACES}", then="AC KC"), 10), 20)
    assert polish_bank.legal_moves(state) == (*map(Stake, range(1, 30)), Stake(40))
    reason = because("a stake is a whole number from 1 to 29, or the whole bank, 40", "2.2")
    for wrong in (30, 39, 41):
        assert refusal(polish_bank, state, Stake(wrong)) == reason


@pytest.mark.rule("polish_bank", "2.2")
def test_no_other_stake_is_allowed() -> None:
    state = opened(Rules(players=3, initial_bank=10, min_stake=2, step=3), TWO_LOW)
    reason = because("a stake is from 2 to 8 in steps of 3, or the whole bank, 10", "2.2")
    for wrong in (0, 1, 3, 9, 11):
        assert refusal(polish_bank, state, Stake(wrong)) == reason
    small = opened(Rules(players=3, initial_bank=4, min_stake=4), TWO_LOW)
    assert refusal(polish_bank, small, Stake(3)) == because("a stake is the whole bank, 4", "2.2")


@pytest.mark.rule("polish_bank", "2.3")
@pytest.mark.parametrize(
    ("held", "turned", "wins"),
    [
        ("QS 2H 3D", "QS", True),
        ("AC 2H 3D", "AC", True),
        ("2H 5S 6S", "2H", True),
        ("KS 2H 3D", "QS", True),
        ("JS 2H 3D", "QS", False),
        ("AS AH AD", "2C", False),
        ("10S 2H 3D", "JS", False),
        ("AS 2H 3D", "KS", True),
        ("2S KS 3D", "QS", True),
        ("KH QD AC", "2S", False),
    ],
)
def test_a_card_of_the_suit_that_is_not_lower_wins(held: str, turned: str, *, wins: bool) -> None:
    assert beats(hand(held), card(turned)) is wins
    state = coup(opened(THREE, f" | {held} | 9S 9H 9D", then=turned), 4)
    assert (state.table.money.bank, state.table.money.balances) == ((6, (-10, 4, 0)) if wins else (14, (-10, -4, 0)))


@pytest.mark.rule("polish_bank", "2.3")
@pytest.mark.parametrize(("held", "wins"), [("QS 2H 3D", False), ("KS 2H 3D", True), ("JS QS 3D", False)])
def test_an_equal_card_may_lose(held: str, *, wins: bool) -> None:
    assert beats(hand(held), card("QS"), equal_wins=False) is wins
    rules = evolve(THREE, equal_card="loses")
    state = coup(opened(rules, f" | {held} | 9S 9H 9D", then="QS"), 4)
    assert (state.table.money.bank, state.table.money.balances) == ((6, (-10, 4, 0)) if wins else (14, (-10, -4, 0)))


CARD_ONLY = evolve(THREE, reveal="winning_card")


@pytest.mark.rule("polish_bank", "2.3")
def test_a_punter_may_show_only_a_card_that_wins() -> None:
    """He chooses between the ace and the king of spades, which beat the queen."""
    state = coup(opened(CARD_ONLY, f" | AS KS AD | {LOW}", then="QS"), 4)
    assert isinstance(state, Revealing)
    assert (state.to_act, polish_bank.legal_moves(state)) == (1, (Show(card("KS")), Show(card("AS"))))
    reason = because("only a card in this hand that beats the one turned is shown", "2.3")
    for wrong in ("AD", "AC", "2S"):
        assert refusal(polish_bank, state, Show(card(wrong))) == reason
    assert (state.table.money.bank, view(state, None).table.hands[1]) == (10, (FACE_DOWN,) * 3)
    state = play(state, Show(card("KS")))
    assert (state.to_act, state.table.money.bank, state.table.money.balances) == (2, 6, (-10, 4, 0))
    assert (state.table.shown[1], state.table.hands[1]) == (hand("KS"), hand("AS AD"))
    assert view(state, 1).table.hands[1] == hand("AS AD")
    for seat in (0, 2, None):
        assert view(state, seat).table.hands[1] == (FACE_DOWN,) * 2


@pytest.mark.rule("polish_bank", "2.3")
def test_of_two_cards_alike_one_is_offered() -> None:
    state = coup(opened(CARD_ONLY, f" | AS AS AD | {LOW}", then="QS"), 4)
    assert polish_bank.legal_moves(state) == (Show(card("AS")),)


@pytest.mark.rule("polish_bank", "2.3")
def test_a_punter_who_concedes_keeps_his_hand_face_down_until_it_is_shuffled() -> None:
    state = coup(opened(CARD_ONLY, TWO_LOW, then="KC KC"), 1)
    assert polish_bank.legal_moves(state) == (Concede(),)
    state = play(state, Concede())
    assert (state.to_act, state.table.money.bank, state.table.shown[1]) == (2, 11, Hand())
    assert view(state, None).table.hands[1] == (FACE_DOWN,) * 3
    state = play(coup(state, 1), Concede())
    assert isinstance(state, Gathering)
    assert state.pack == hand(f"{ACES} {LOW} KC KC").sorted()
    state = play(state, stacked(state, ""))
    assert [len(cards) for cards in state.table.hands] == [0, 3, 0]
    emptied = play(coup(opened(CARD_ONLY, TWO_LOW, then="KS"), 10), Show(card("AS")))
    assert isinstance(emptied, Shuffling)
    assert emptied.pack == pack(copies=2)


@pytest.mark.rule("polish_bank", "2.3", "4.2")
def test_after_an_early_card_a_punter_stakes_before_he_shows() -> None:
    state = play(opened(evolve(CARD_ONLY, early_exposure=True), TWO_LOW, then="KS"), Expose(), Stake(5))
    assert isinstance(state, Revealing)
    assert polish_bank.legal_moves(state) == (Show(card("AS")),)


@pytest.mark.rule("polish_bank", "2.3")
def test_the_banker_turns_the_top_card_and_the_hand_lies_open() -> None:
    state = play(opened(THREE, TWO_LOW, then="KS"), Stake(4))
    assert (state.to_act, polish_bank.legal_moves(state)) == (0, (Turn(),))
    assert view(state, 2).table.hands[1] == (FACE_DOWN,) * 3
    state = play(state, Turn())
    assert view(state, None).table.shown[1] == hand(ACES).sorted()
    assert view(state, None).table.turned[1] == hand("KS")


@pytest.mark.rule("polish_bank", "2.4")
def test_the_next_punter_stakes_after_the_card_was_turned_and_three_more_are_dealt_from_the_rest() -> None:
    state = coup(opened(THREE, TWO_LOW, then="KS KC 5C 6C 7C 8C 9C 10C QD"), 1)
    assert isinstance(state, Staking)
    assert state.to_act == 2
    state = coup(state, 1)
    assert isinstance(state, Gathering)
    stock = state.table.stock
    state = play(state, stacked(state, ""))
    assert isinstance(state, Staking)
    assert (state.to_act, state.table.money.banker, state.table.money.deals, state.table.money.number) == (1, 0, 2, 1)
    assert (state.table.hands[1], state.table.unlooked[2]) == (hand("5C 7C 9C"), hand("6C 8C 10C"))
    assert state.table.stock[: len(stock) - 6] == stock[6:]


@pytest.mark.rule("polish_bank", "2.5")
def test_the_used_cards_are_shuffled_and_go_under_the_stock() -> None:
    state = coup(coup(opened(THREE, TWO_LOW, then="KS KC"), 1), 1)
    assert state.to_act is NATURE
    assert isinstance(state, Gathering)
    assert state.pack == hand(f"{ACES} {LOW} KS KC").sorted()
    state = play(state, stacked(state, "KC AS 2S"))
    assert state.table.stock[-8:] == hand("KC AS 2S 4D AD 3H AH KS")
    assert len(state.table.stock) == 104 - 6
    assert not any(state.table.shown + state.table.turned)


@pytest.mark.rule("polish_bank", "2.5")
def test_all_the_cards_may_be_shuffled_after_a_deal() -> None:
    state = coup(coup(opened(evolve(THREE, reshuffle="all"), TWO_LOW, then="KS KC"), 1), 1)
    assert isinstance(state, Gathering)
    assert state.pack == pack(copies=2)
    state = play(state, stacked(state, "KC 2C AS 3C 4C 5C 6C"))
    assert (state.table.hands[1], state.table.unlooked[2]) == (hand("KC AS 4C"), hand("2C 3C 5C"))
    assert (state.table.stock[0], len(state.table.stock)) == (card("6C"), 104 - 6)


SIDE = evolve(FOUR, side_bets=True)
SERVED = f" | {ACES} | {LOW} | 5C 6C 7C"


@pytest.mark.rule("polish_bank", "3.1")
def test_each_punter_says_before_the_deal_whether_others_may_bet_on_his_cards() -> None:
    state = opened(SIDE, SERVED)
    for seat in (1, 2, 3):
        assert isinstance(state, Agreeing)
        assert (state.to_act, len(state.table.stock)) == (seat, 104)
        assert polish_bank.legal_moves(state) == (Allow(), Forbid())
        state = play(state, Forbid() if seat == 2 else Allow())
    assert isinstance(state, Staking)
    assert (state.to_act, state.table.money.allowed) == (1, (False, True, False, True))


@pytest.mark.rule("polish_bank", "3.1")
def test_permission_is_given_anew_in_each_deal() -> None:
    state = play(opened(SIDE, SERVED, then="KS KC KC"), Allow(), Forbid(), Forbid())
    for _ in range(3):
        state = coup(state, 1)
    assert isinstance(state, Gathering)
    state = play(state, stacked(state, ""))
    assert isinstance(state, Agreeing)
    assert (state.to_act, state.table.money.allowed) == (1, (False,) * 4)


@pytest.mark.rule("polish_bank", "3.1")
def test_without_the_option_nobody_bets_on_others() -> None:
    assert isinstance(opened(FOUR, SERVED), Staking)
    assert isinstance(play(opened(FOUR, SERVED), Stake(1)), Turning)


@pytest.mark.rule("polish_bank", "3.1", "3.2")
def test_a_punter_who_forbids_bets_is_not_asked_and_nobody_bets_on_his_cards() -> None:
    state = play(opened(SIDE, SERVED, then="KS KC"), Allow(), Forbid(), Allow(), Stake(1))
    assert isinstance(state, Adding)
    assert state.waiting == (3,)
    state = play(state, Decline(), Turn())
    assert state.to_act == 2
    assert isinstance(play(state, Stake(1)), Turning)


@pytest.mark.rule("polish_bank", "3.2")
def test_the_others_bet_once_each_from_the_punters_left_up_to_what_is_left_of_the_bank() -> None:
    state = play(opened(SIDE, SERVED, then="KS KC"), Allow(), Allow(), Allow(), Stake(6))
    assert (state.to_act, polish_bank.legal_moves(state)) == (2, (*map(AddBet, (1, 2, 3, 4)), Decline()))
    reason = because("a side bet is a whole number from 1 to 4, with 4 left in the bank", "3.2")
    assert refusal(polish_bank, state, AddBet(5)) == refusal(polish_bank, state, AddBet(0)) == reason
    state = play(state, AddBet(3))
    assert (state.to_act, polish_bank.legal_moves(state)) == (3, (AddBet(1), Decline()))
    state = play(state, Decline())
    assert isinstance(state, Turning)
    assert state.stakes == (0, 6, 3, 0)
    state = play(state, Turn())
    assert (state.table.money.bank, state.table.money.balances) == (1, (-10, 6, 3, 0))
    assert isinstance(play(state, Stake(1)), Turning)


@pytest.mark.rule("polish_bank", "3.2")
def test_from_the_second_punters_left_the_turn_goes_past_the_banker() -> None:
    state = play(opened(SIDE, SERVED, then="KS KC"), Allow(), Allow(), Allow(), Stake(1), Decline(), Decline(), Turn())
    state = play(state, Stake(1))
    assert isinstance(state, Adding)
    assert state.waiting == (3, 1)


@pytest.mark.rule("polish_bank", "3.2")
def test_nobody_is_asked_when_less_than_a_step_is_left() -> None:
    asked = play(opened(evolve(SIDE, step=3), SERVED), Allow(), Allow(), Allow(), Stake(4))
    assert polish_bank.legal_moves(asked) == (AddBet(3), AddBet(6), Decline())
    asked = play(asked, AddBet(3))
    assert polish_bank.legal_moves(asked) == (AddBet(3), Decline())
    assert isinstance(play(asked, AddBet(3)), Turning)
    full = play(opened(SIDE, SERVED), Allow(), Allow(), Allow(), Stake(6), AddBet(4))
    assert isinstance(full, Turning)
    for left in (0, 1):
        rules = evolve(SIDE, step=4, min_stake=10 - left)
        assert isinstance(play(opened(rules, SERVED), Allow(), Allow(), Allow(), Stake(10 - left)), Turning)


@pytest.mark.rule("polish_bank", "3.2")
def test_side_bets_on_a_large_bank_are_below_three_times_the_sum_put_in() -> None:
    rules = evolve(SIDE, bank_deals=1)
    state = play(opened(rules, f"{LOST_TO_LOW} | {ACES}", then="AC KC KS"), Allow(), Forbid(), Allow())
    state = play(state, Stake(10), Turn(), Stake(20), Turn(), Stake(1))
    assert (state.to_act, state.table.money.bank) == (1, 40)
    assert polish_bank.legal_moves(state) == (*map(AddBet, range(1, 30)), Decline())
    reason = because("a side bet is a whole number from 1 to 29, with 39 left in the bank", "3.2")
    assert refusal(polish_bank, state, AddBet(30)) == reason


@pytest.mark.rule("polish_bank", "3.2")
def test_a_side_bet_loses_with_the_hand() -> None:
    state = play(opened(SIDE, SERVED, then="KC"), Allow(), Allow(), Allow(), Stake(6), AddBet(3), AddBet(1), Turn())
    assert (state.table.money.bank, state.table.money.balances) == (20, (-10, -6, -3, -1))


EARLY = evolve(THREE, early_exposure=True)


@pytest.mark.rule("polish_bank", "4.1")
def test_the_banker_may_turn_the_card_before_each_stake() -> None:
    state = opened(EARLY, TWO_LOW, then="KS KC")
    assert isinstance(state, Exposing)
    assert (state.to_act, state.punter, polish_bank.legal_moves(state)) == (0, 1, (Expose(), Wait()))
    waited = play(state, Wait())
    assert (waited.to_act, waited.table.turned[1]) == (1, Hand())
    assert polish_bank.legal_moves(waited) == tuple(map(Stake, range(1, 11)))
    exposed = play(state, Expose())
    assert (exposed.to_act, view(exposed, None).table.turned[1]) == (1, hand("KS"))
    following = coup(waited, 1)
    assert isinstance(following, Exposing)
    assert following.punter == 2
    assert isinstance(opened(THREE, TWO_LOW), Staking)


@pytest.mark.rule("polish_bank", "4.2")
@pytest.mark.parametrize(
    ("rules", "turned", "amounts"),
    [
        (EARLY, "KS", (1, 2, 3, 4, 5)),
        (EARLY, "KC", (1,)),
        (evolve(EARLY, equal_card="loses"), "AS", (1,)),
        (evolve(EARLY, initial_bank=11, step=2), "KS", (1, 3, 5)),
        (evolve(EARLY, min_stake=6), "KS", (6,)),
        (evolve(EARLY, min_stake=6), "KC", (6,)),
        (evolve(EARLY, min_stake=10), "KS", (10,)),
        (evolve(EARLY, min_stake=5), "KS", (5,)),
        (evolve(EARLY, initial_bank=1), "KS", (1,)),
    ],
)
def test_the_punter_knows_the_card_and_stakes_the_least_or_up_to_half_the_bank_if_he_beats_it(
    rules: Rules, turned: str, amounts: tuple[int, ...]
) -> None:
    state = play(opened(rules, TWO_LOW, then=turned), Expose())
    assert polish_bank.legal_moves(state) == tuple(map(Stake, amounts))


@pytest.mark.rule("polish_bank", "4.2")
def test_no_other_stake_is_allowed_once_the_card_is_turned() -> None:
    beaten = play(opened(EARLY, TWO_LOW, then="KS"), Expose())
    half = because("once the card is turned, a stake is the least or at most half the bank, 5", "4.2")
    assert refusal(polish_bank, beaten, Stake(6)) == refusal(polish_bank, beaten, Stake(10)) == half
    whole = because("a stake is a whole number from 1 to 9, or the whole bank, 10", "2.2")
    assert refusal(polish_bank, beaten, Stake(11)) == whole
    unbeaten = play(opened(EARLY, TWO_LOW, then="KC"), Expose())
    least = because("the turned card is not beaten, so the stake is the least, 1", "4.2")
    assert refusal(polish_bank, unbeaten, Stake(2)) == least


@pytest.mark.rule("polish_bank", "4.2")
def test_where_the_bank_is_below_the_least_stake_all_of_it_is_staked() -> None:
    state = play(opened(evolve(EARLY, min_stake=4, initial_bank=5), TWO_LOW, then="KS KS"), Wait())
    state = play(coup(state, 4), Expose())
    assert state.table.money.bank == 1
    assert polish_bank.legal_moves(state) == (Stake(1),)


@pytest.mark.rule("polish_bank", "4.2")
def test_nothing_more_is_turned_and_nobody_else_bets_on_a_known_card() -> None:
    rules = evolve(SIDE, early_exposure=True)
    state = play(opened(rules, SERVED, then="KS"), Allow(), Allow(), Allow(), Expose())
    stock = state.table.stock
    assert view(state, 2).table.hands[1] == (FACE_DOWN,) * 3
    state = play(state, Stake(5))
    assert isinstance(state, Exposing)
    assert (state.punter, state.table.stock, state.table.money.balances) == (2, stock, (-10, 5, 0, 0))
    assert view(state, None).table.shown[1] == hand(ACES).sorted()
    lost = play(opened(rules, SERVED, then="KC"), Allow(), Allow(), Allow(), Expose(), Stake(1))
    assert (lost.table.money.bank, lost.table.money.balances) == (11, (-10, -1, 0, 0))


@pytest.mark.rule("polish_bank", "5.1")
def test_the_match_is_over_after_its_banks() -> None:
    for rules, banks in ((THREE, 3), (evolve(THREE, banks=1), 1), (evolve(THREE, banks=5), 5)):
        state = opened(rules, TWO_LOW, then="KS")
        assert polish_bank.outcome(state) is None
        held = 1
        while not isinstance(state, Finished):
            if isinstance(state, LotsDrawn | Shuffling):
                held += 1
                state = play(state, stacked(state, "AS 2H AH 3H AD 4D KS"))
            state = coup(state, 10)
        assert held == banks
    assert polish_bank.outcome(coup(opened(evolve(THREE, banks=1), TWO_LOW, then="KS"), 10)) == Outcome(
        (-10, 10, 0), (1,)
    )


@pytest.mark.rule("polish_bank", "5.1")
def test_after_the_last_deal_an_open_bank_goes_to_its_banker() -> None:
    rules = evolve(THREE, max_deals=1)
    state = coup(coup(opened(rules, TWO_LOW, then="KS KC"), 4), 1)
    assert isinstance(state, Finished)
    assert polish_bank.legal_moves(state) == ()
    assert (state.table.money.bank, polish_bank.outcome(state)) == (0, Outcome((-3, 4, -1), (1,)))
    ended = coup(opened(rules, TWO_LOW, then="KS"), 10)
    assert polish_bank.outcome(ended) == Outcome((-10, 10, 0), (1,))
    second = coup(coup(opened(evolve(rules, max_deals=2), TWO_LOW, then="KS KC"), 4), 1)
    assert isinstance(second, Gathering)
    assert isinstance(coup(coup(play(second, stacked(second, "")), 1), 1), Finished)


@pytest.mark.rule("polish_bank", "5.1")
@pytest.mark.parametrize("max_deals", [1, 2, 3, 4, 5])
def test_of_a_bank_that_was_over_early_only_the_deals_that_it_had_count(max_deals: int) -> None:
    """The first bank of three deals is empty after its first hand."""
    state = coup(opened(evolve(THREE_DEALS, max_deals=max_deals), TWO_LOW, then="KS"), 10)
    for _ in range(max_deals - 1):
        assert not isinstance(state, Finished)
        state = deal_of_ones(play(state, stacked(state, "")))
    assert isinstance(state, Finished)


@pytest.mark.rule("polish_bank", "5.1")
def test_more_amounts_than_can_be_listed_are_refused() -> None:
    """The bank can grow to just below three times the sum put in, and stakes and side bets with it."""
    assert len(Rules(initial_bank=333).stakes) == 998
    with pytest.raises(RulesError, match="initial_bank gives 1001 amounts from 1 to 1001 in steps of 1"):
        Rules(initial_bank=334)
    assert len(Rules(initial_bank=334, min_stake=2).stakes) == 1000
    with pytest.raises(RulesError, match="initial_bank gives 1001 amounts from 1 to 1001 in steps of 1"):
        Rules(initial_bank=334, min_stake=3, side_bets=True)


def test_without_a_limit_of_deals_no_length_is_promised() -> None:
    unlimited = polish_bank.promises(evolve(THREE, max_deals=None))
    assert (unlimited.max_moves, unlimited.score_range) == (None, None)
    game = playout(polish_bank, evolve(THREE, max_deals=None, initial_bank=1), Random(0), max_moves=500)
    assert polish_bank.outcome(replay(polish_bank, game)) is not None


def test_promises_for_a_match() -> None:
    promised = polish_bank.promises(Rules(players=3, initial_bank=10, max_deals=2))
    assert promised.max_moves == 1 + 2 * (1 + 2 * 2)
    assert promised.score_range == (-4 * 29, 4 * 29)
    longest = polish_bank.promises(evolve(SIDE, early_exposure=True, max_deals=2))
    assert longest.max_moves == 1 + 2 * (1 + 3 + 3 * (2 + 1 + 2))


def test_promises_for_banks_of_some_deals() -> None:
    """Two banks of two deals and four hands each: the bank of 10 can double four times, and 150 be won from it."""
    rules = evolve(THREE, bank_deals=2, banks=2, max_deals=None)
    promised = polish_bank.promises(rules)
    assert (promised.max_moves, promised.score_range) == (1 + 4 * (1 + 2 * 2), (-2 * 150, 2 * 150))
    answered = polish_bank.promises(evolve(rules, reveal="winning_card"))
    assert answered.max_moves == 1 + 4 * (1 + 2 * 3)
    longer = polish_bank.promises(evolve(rules, extra_deal=True))
    assert longer.max_moves == 1 + 2 * (3 * (1 + 2 * 2) + 1)
    assert polish_bank.promises(evolve(rules, max_deals=1)).score_range == (-30, 30)


def test_of_three_deals_a_bank_of_two_can_win_most_and_one_banker_is_asked() -> None:
    """A deal of the second bank has two hands, in which 10 grow to 40; nobody is asked after the last deal of the match."""
    rules = evolve(THREE, bank_deals=2, max_deals=3)
    assert polish_bank.promises(rules).score_range == (-150 - 30, 150 + 30)
    for extra_deal, asked in ((False, 0), (True, 1)):
        promised = polish_bank.promises(evolve(rules, extra_deal=extra_deal))
        assert promised.max_moves == 1 + 3 * (1 + 2 * 2) + asked
    assert polish_bank.promises(evolve(rules, extra_deal=True, max_deals=2)).max_moves == 1 + 2 * (1 + 2 * 2)


def test_a_bank_is_the_bankers_while_it_stands() -> None:
    standing = polish_bank.promises(THREE).standing
    assert standing
    state = opened(THREE, TWO_LOW, then="KC KC")
    assert (state.table.money.balances, standing(state)) == ((-10, 0, 0), (0, 0, 0))
    assert standing(coup(state, 4)) == (4, -4, 0)


@pytest.mark.parametrize(
    ("rules", "first", "second"),
    [
        (Rules(), 104, 104 - (104 - 12)),  # twelve cards a deal, and a bank may have any number of deals
        (THREE_DEALS, 3 * 8, 0),  # the next deals are from the stock
        (evolve(THREE, bank_deals=10, extra_deal=True), 11 * 8, 0),
        (evolve(THREE, max_deals=3), 3 * 8, 0),
        (evolve(THREE, max_deals=14), 104, 8),  # the last deal is of the cards used in the first
        (evolve(THREE, max_deals=None), 104, 8),
        (evolve(THREE, packs=1, bank_deals=7, min_stake=2), 52, 4),  # 44 cards of the stock serve five deals and a half
        (evolve(THREE, reshuffle="all"), 8, 8),
    ],
)
def test_a_card_is_reached_if_the_bank_can_have_as_many_deals(rules: Rules, first: int, second: int) -> None:
    reached = polish_bank.promises(rules).reached
    assert reached
    assert reached(polish_bank.start(rules)) == range(len(rules.cards))
    state: State = lots(rules)
    assert reached(state) == range(first)
    state = play(state, stacked(state, ""))
    while isinstance(state, Staking):
        state = coup(state, 2 if rules.min_stake == 2 else 1)
    assert isinstance(state, Gathering)
    assert reached(state) == range(second)


@pytest.mark.parametrize(
    ("rules", "phase"),
    [
        (evolve(THREE, bank_deals=2), LotsDrawn),
        (evolve(THREE, bank_deals=2), Shuffling),
        (evolve(THREE, max_deals=2), LotsDrawn),
        (evolve(THREE, reshuffle="all", max_deals=3), Gathering),
        (Rules(players=13, packs=1, bank_deals=10), Gathering),
    ],
)
def test_the_last_place_reached_matters(rules: Rules, phase: type) -> None:
    assert shows_fewer_places(polish_bank, rules, phase)


@pytest.mark.parametrize(
    ("rules", "stakes", "others", "whole_banks"),
    [
        (Rules(), 179, 1, 0),  # stakes, and to turn
        (THREE, 29, 1, 0),
        (evolve(THREE, min_stake=2, step=3), 10, 1, 1),  # the whole bank may be 1, or 3
        (THREE_DEALS, 29, 1, 1),  # or 40
        (evolve(THREE, max_deals=1), 20, 1, 0),  # the first hand can double the bank
        (Rules(players=2, initial_bank=10, max_deals=1), 10, 1, 0),
        (evolve(FOUR, side_bets=True), 29, 1 + 2 + 28 + 1, 0),  # 28 at most after the stake; to allow, forbid, decline
        (evolve(THREE_DEALS, side_bets=True), 29, 1 + 2 + 29 + 1, 1),
        (Rules(players=2, initial_bank=10, side_bets=True), 29, 1 + 2, 0),  # there is nobody to ask
        (evolve(THREE, early_exposure=True), 29, 1 + 2, 0),
        (evolve(THREE, reveal="winning_card"), 29, 1 + 52 + 1, 0),  # each card wins against its equal
        (evolve(THREE, reveal="winning_card", packs=1), 29, 1 + 48 + 1, 0),  # no two wins
        (evolve(THREE, reveal="winning_card", equal_card="loses"), 29, 1 + 48 + 1, 0),
        (evolve(THREE_DEALS, extra_deal=True), 29, 1 + 2, 1),
        (evolve(THREE_DEALS, extra_deal=True, max_deals=3), 29, 1, 1),  # nobody is asked after the last deal
        (SLIPPERY_SAM, 179, 1 + 48 + 1 + 2, 1),
    ],
)
def test_the_moves_that_there_are(rules: Rules, stakes: int, others: int, whole_banks: int) -> None:
    promised = polish_bank.promises(rules)
    assert promised.moves
    moves = promised.moves()
    assert [isinstance(move, Stake) for move in moves].count(True) == stakes
    assert len(moves) == stakes + others
    assert promised.by_place == ({Stake: 1} if whole_banks else {})
    assert Numbering(polish_bank, rules).count == stakes + others + whole_banks


def test_a_whole_bank_that_no_steps_lead_to_has_the_last_number() -> None:
    state = coup(coup(opened(evolve(FOUR, bank_deals=1), f"{LOST_TO_LOW} | {ACES}", then="AC KC"), 10), 20)
    numbering = Numbering(polish_bank, evolve(FOUR, bank_deals=1))
    assert numbering.move(state, numbering.count - 1) == Stake(40)
    assert numbering.number(state, Stake(29)) == 28


def test_a_smaller_pack_serves_a_deal() -> None:
    state = polish_bank.start(THREE, hand("2C 3C 4C 5C 6C 7C 8C AC"))
    assert state.pack == hand("2C 3C 4C 5C 6C 7C 8C AC")
    with pytest.raises(RulesError, match="the pack must have at least 8 cards, not 7"):
        polish_bank.start(THREE, hand("2C 3C 4C 5C 6C 7C 8C"))


def test_slippery_sam() -> None:
    """Seat 1 stakes all of the bank of seat 0 and takes it; then seat 0 loses three times, and takes all in the last deal."""
    rules = evolve(SLIPPERY_SAM, players=2, initial_bank=10)
    state = play(coup(opened(rules, " | AS KH QD", then="QS"), 10), Show(card("AS")))
    assert isinstance(state, Shuffling)
    assert (len(state.pack), state.table.money.balances) == (52, (-10, 10))
    for number in range(3):
        state = play(state, stacked(state, "QS KH AD KS"))
        assert (state.to_act, state.table.hands[0]) == (0, hand("QS KH AD"))
        state = play(coup(state, 2), Concede())
        assert (state.table.money.bank, state.table.shown[0]) == (12 + 2 * number, Hand())
    assert isinstance(state, Holding)
    state = play(state, HoldBank())
    state = play(coup(play(state, stacked(state, "QS KH AD JS")), 16), Show(card("QS")))
    assert polish_bank.outcome(state) == Outcome((0, 0), (0, 1))


def test_the_laws_hold_for_slippery_sam() -> None:
    verify(polish_bank, evolve(SLIPPERY_SAM, banks=2), examples=2, laws=LAWS[:-1])


@pytest.mark.parametrize("early_exposure", [False, True])
def test_the_bank_is_never_negative_and_every_card_lies_somewhere(*, early_exposure: bool) -> None:
    rules = evolve(SIDE, early_exposure=early_exposure, step=2, max_deals=30)
    for state in some_games(rules):
        assert state.table.money.bank >= 0
        assert sum(state.table.money.balances) + state.table.money.bank == 0
        assert cards_in(state) == pack(copies=2)


def chance(cards: Hand) -> Fraction:
    """Return the chance that a hand wins against a random one of the other cards of the two packs."""
    others = [other for other in PACK_52 for _ in range(2 - cards.count(other))]
    return Fraction(sum(beats(cards, other) for other in others), 101)


def kinds() -> dict[Hand, int]:
    """Return one hand of each kind of three cards from two packs, and the number of hands that differ in suits only."""
    example: dict[tuple[tuple[int, ...], ...], Hand] = {}
    ways: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for cards in map(Hand, combinations_with_replacement(PACK_52, 3)):
        copies = [len(tuple(alike)) for _, alike in groupby(cards)]
        kind = tuple(sorted(tuple(one.index % 13 for one in cards.of_suit(suit)) for suit in Suit))
        example.setdefault(kind, cards)
        ways[kind] += prod(comb(2, count) for count in copies)
    return {example[kind]: count for kind, count in ways.items() if count}


def test_the_chances_of_all_hands() -> None:
    hands_of = kinds()
    count = sum(hands_of.values())
    assert count == comb(104, 3)
    chances = {cards: chance(cards) for cards in hands_of}
    assert sum(chances[cards] * ways for cards, ways in hands_of.items()) / count == Fraction(56879, 176851)
    likely = sum(ways for cards, ways in hands_of.items() if chances[cards] > Fraction(1, 2))
    assert Fraction(likely, count) == Fraction(140, 1751)


@pytest.mark.parametrize(("held", "cards"), [("AS AH AD", 75), ("AS AS AD", 49), ("2S 2H 2D", 3), ("AS KS QS", 23)])
def test_the_chances_of_some_hands(held: str, cards: int) -> None:
    assert chance(hand(held)) == Fraction(cards, 101)

"""Five-card draw, rule by rule."""

from collections.abc import Iterable
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from attrs import evolve

from cardrules.blocks.betting import PASS
from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Deck, Hand, Suit, pack
from cardrules.errors import CardRulesError, RulesError
from cardrules.game import NATURE, Shuffled, playout, states
from cardrules.games import draw_poker
from cardrules.games.draw_poker import (
    DEUCES_WILD,
    STANDARD,
    Bet,
    Betting,
    Call,
    Check,
    Chips,
    Deal,
    Dealing,
    Discard,
    Drawing,
    DrawingLots,
    Finished,
    Fold,
    Move,
    Pass,
    Raise,
    Refilling,
    Result,
    Rules,
    Stake,
    State,
    Table,
    Win,
)
from cardrules.moves import IllegalMoveError, because, words
from cardrules.numbering import Numbering
from cardrules.verify import LAWS, verify
from cardrules.zones import cards_in, view
from tests.sheets import after, card, hand, hands, one_by_one, refusal, stacked

TWO = Rules(players=2)
THREE = Rules(players=3)
MATCHING = Rules(players=3, betting="matching")
STAKES = Rules(players=3, betting="matching", stacks=20, structure="no_limit")

UNLIKE = "AS KD 9H 5C 3D | QS QD 8H 7C 4D | JS 10D 6H 5S 2C"
"""Hands by seat: ace-king, a pair of queens, and nothing."""

UNLIKE_TWO = "AS KD 9H 5C 3D | QS QD 8H 7C 4D"
"""The first two of these hands."""

PAT = Discard(Hand())


def chips(state: State) -> Chips:
    """Return the chips at table stakes."""
    assert isinstance(state.table.pot, Chips)
    return state.table.pot


def dealing(rules: Rules, dealer: int) -> Dealing:
    """Return the state after lots, by which ``dealer`` has the first deal."""
    before = draw_poker.start(rules)
    drawn = " ".join("2S" if seat == dealer else f"{'3456789JQK'[seat]}H" for seat in range(rules.players))
    state = draw_poker.apply(before, stacked(before, drawn))
    assert isinstance(state, Dealing)
    return state


def dealt(rules: Rules, text: str, then: str = "", dealer: int = 0) -> Betting:
    """Return the first betting with these hands, by seat, and ``then`` on top of the stock."""
    before = dealing(rules, dealer)
    top = one_by_one(text, first=(dealer + 1) % rules.players, then=then)
    state = draw_poker.apply(before, stacked(before, top))
    assert isinstance(state, Betting)
    return state


def play(state: State, *moves: Move | Shuffled) -> State:
    """Return the state after these moves, each made by the seat to act."""
    return after(draw_poker, state, *moves)


def stakes(*amounts: int) -> Iterable[Stake | Pass]:
    """Return stakes of these amounts, with a pass for 0."""
    return [Stake(amount) if amount else PASS for amount in amounts]


def drawing(state: State) -> Drawing:
    assert isinstance(state, Drawing)
    return state


def refilling(state: State) -> Refilling:
    assert isinstance(state, Refilling)
    return state


def drawn(rules: Rules, text: str) -> Betting:
    """Return the second betting with these hands, by seat, when all have stayed in and stood pat."""
    state: State = dealt(rules, text)
    if rules.betting == "matching":
        state = play(state, *[Check()] * rules.players)
    else:
        state = play(state, *[Stake(1)] * rules.players * (rules.circles or 0))
    state = play(state, *[PAT] * rules.players)
    assert isinstance(state, Betting)
    assert state.drawn
    return state


def shown(rules: Rules, text: str) -> Result:
    """Return the end of a deal with these hands, by seat, when all stake 1 in each circle and stand pat."""
    after_draw = drawn(rules, text)
    end = play(after_draw, *[Check() if rules.betting == "matching" else Stake(1)] * rules.players)
    result = draw_poker.outcome(end)
    assert result is not None
    return result


@pytest.mark.rule("draw_poker", "1.1")
def test_two_to_ten_play_with_a_pack_or_two_and_jokers() -> None:
    assert cards_in(draw_poker.start(Rules(players=2))) == PACK_52
    assert cards_in(draw_poker.start(Rules(players=10, packs=2, jokers=3))) == pack(copies=2, jokers=3)
    for players in (1, 11):
        with pytest.raises(RulesError, match=f"players must be a whole number from 2 to 10, not {players}"):
            Rules(players=players)
    with pytest.raises(RulesError, match="packs must be 1 or 2, not 3"):
        Rules(packs=3)  # type: ignore[arg-type]  # that is what is refused


@pytest.mark.rule("draw_poker", "1.1")
def test_jokers_and_cards_declared_wild_are_four_at_most() -> None:
    assert Rules(packs=2, wild=hand("2C 2D 2H 2S")).ranking.wild == set(hand("2C 2D 2H 2S"))
    assert Rules(jokers=2, wild=hand("JS JH")).jokers == 2
    message = "jokers and wild cards together must be at most 4, not 2 and 3 cards declared wild"
    with pytest.raises(RulesError, match=message):
        Rules(jokers=2, wild=hand("JS JH JC"))
    for refused in ("2C 2D 2H 2S 3C", "2C 2C", "JK", "??"):
        with pytest.raises(RulesError, match="wild must be a hand of at most 4 different cards of the pack, not Hand"):
            Rules(wild=hand(refused))


@pytest.mark.rule("draw_poker", "1.1")
def test_with_two_packs_the_same_card_may_be_dealt_twice_and_with_one_never() -> None:
    twice = "AS KD 9H 5C 3D | AS QD 8H 7C 4D"
    assert dealt(Rules(players=2, packs=2), twice).table.hands == hands(twice)
    with pytest.raises(CardRulesError):
        dealt(TWO, twice)
    before = dealing(TWO, 0)
    with pytest.raises(IllegalMoveError, match="a shuffle has the 52 cards of the pack and no others"):
        draw_poker.apply(before, Shuffled(Hand(before.pack[1:] + before.pack[1:2])))


@pytest.mark.rule("draw_poker", "1.2")
@pytest.mark.parametrize(("lots", "dealer"), [("2S 3H 4D", 0), ("AS 5H KD", 1), ("AS KH QD", 2)])
def test_the_lowest_card_deals_and_the_ace_is_high(lots: str, dealer: int) -> None:
    before = draw_poker.start(THREE)
    state = draw_poker.apply(before, stacked(before, lots))
    assert isinstance(state, Dealing)
    assert state.dealer == dealer
    assert state.lots is not None
    assert state.lots.drawn == hands(lots.replace(" ", "|"))
    assert state.pack == PACK_52


@pytest.mark.rule("draw_poker", "1.2")
def test_those_who_share_the_lowest_draw_again_and_jokers_are_no_lots() -> None:
    before = draw_poker.start(Rules(players=3, jokers=2))
    assert before.pack == PACK_52
    state = draw_poker.apply(before, stacked(before, "3S 4H 3D 9C 8C"))
    assert isinstance(state, Dealing)
    assert state.lots is not None
    assert (state.lots.drawn, state.lots.aside) == (hands("3S 9C | 4H | 3D 8C"), (JOKER, JOKER))
    assert (state.dealer, state.pack) == (2, pack(jokers=2))


@pytest.mark.rule("draw_poker", "1.2")
def test_if_the_pack_cannot_serve_them_the_first_in_the_order_of_seats_deals() -> None:
    before = draw_poker.start(THREE)
    small = evolve(before, table=evolve(before.table, stock=Deck.parse("5C 3D 4H 3S")))
    state = draw_poker.apply(small, stacked(small, "4H 3D 3S"))
    assert isinstance(state, Dealing)
    assert state.dealer == 1


@pytest.mark.rule("draw_poker", "1.2")
def test_the_deal_passes_clockwise() -> None:
    game = playout(draw_poker, Rules(players=3, deals=5), Random(0))
    deals = [state for state in states(draw_poker, game) if isinstance(state, Dealing)]
    first = deals[0].dealer
    assert [state.dealer for state in deals] == [(first + number) % 3 for number in range(5)]
    assert sum(isinstance(state, DrawingLots) for state in states(draw_poker, game)) == 1


@pytest.mark.rule("draw_poker", "1.3")
def test_everybody_antes_and_gets_five_cards_one_at_a_time_from_the_dealers_left() -> None:
    before = dealing(Rules(players=3, ante=4), 1)
    state = draw_poker.apply(before, stacked(before, "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D"))
    assert isinstance(state, Betting)
    assert state.table.hands == hands("3C 6C 9C QC 2D | 4C 7C 10C KC 3D | 2C 5C 8C JC AC")
    assert (state.table.balances, state.table.pot) == ((-4, -4, -4), 12)
    assert (len(state.table.stock), state.to_act) == (37, 2)


@pytest.mark.rule("draw_poker", "1.4")
def test_at_table_stakes_each_plays_for_what_he_has_brought() -> None:
    assert chips(draw_poker.start(STAKES)) == Chips((20, 20, 20), (0, 0, 0))
    by_seat = evolve(STAKES, stacks=(5, 9, 7), ante=2)
    state = dealt(by_seat, UNLIKE)
    assert chips(state) == Chips((3, 7, 5), (2, 2, 2))
    assert state.table.balances == (-2, -2, -2)
    assert draw_poker.legal_moves(state) == (Check(), *map(Bet, range(1, 8)))
    rich = dealt(evolve(MATCHING, ante=1000), UNLIKE)  # without the option nobody's money ends
    assert rich.table.balances == (-1000, -1000, -1000)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stacks": 20}, "stacks need betting='matching', not 'circles': unmatched stakes have no side pots"),
        ({"betting": "matching", "stacks": (9, 9)}, "stacks by seat must be 4, as many as players, not 2"),
        ({"structure": "no_limit"}, "structure 'no_limit' needs stacks, which say what the players bring"),
        ({"betting": "matching", "circles": None}, "circles may be None only with stacks, which end the raises"),
        ({"ante": 0}, "ante must be at least 1, not 0, unless there is a big blind"),
        ({"small_blind": 1}, "small_blind must be at most the big blind, 0, not 1"),
        ({"betting": "matching", "big_blind": 2}, "big_blind needs stacks: blinds are for table stakes"),
    ],
)
def test_options_that_do_not_fit_together(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(**options)
    assert str(caught.value) == message


def test_amounts_at_table_stakes_that_do_not_fit_together() -> None:
    with pytest.raises(RulesError, match="big_blind must be at most the step, 2, in fixed limit, not 3"):
        evolve(STANDARD, big_blind=3)
    with pytest.raises(RulesError, match="big_blind must be at most the limit, 10, not 11"):
        evolve(STAKES, structure="spread_limit", big_blind=11)
    with pytest.raises(RulesError, match="limit must be at least the step, 5, not 4"):
        evolve(STANDARD, step=5)
    assert evolve(STAKES, step=20, stacks=99).limit == 10  # which nothing depends on
    for structure in ("pot_limit", "no_limit"):
        assert evolve(STAKES, structure=structure, stacks=(990, 1, 10)).stacks == (990, 1, 10)
        with pytest.raises(RulesError, match="stacks gives 1001 amounts from 1 to 1001 in steps of 1; there may be"):
            evolve(STAKES, structure=structure, stacks=(990, 1, 11))
    assert evolve(STANDARD, stacks=10**9).stacks == 10**9


@pytest.mark.rule("draw_poker", "2.1")
def test_stakes_go_three_times_round_and_are_never_less_than_the_last() -> None:
    state: State = dealt(THREE, UNLIKE)
    assert draw_poker.legal_moves(state) == (PASS, *map(Stake, range(1, 11)))
    state = play(state, *stakes(2, 5, 5))
    assert draw_poker.legal_moves(state) == (PASS, *map(Stake, range(5, 11)))
    assert refusal(draw_poker, state, Stake(4)) == because("a stake is at least the last one, 5", "2.1")
    for wrong in (0, 11):
        assert refusal(draw_poker, state, Stake(wrong)) == because("a stake is a whole number from 1 to 10", "2.1")
    state = play(state, *stakes(5, 7, 0, 10, 10))
    assert isinstance(state, Drawing)
    assert (state.left, state.table.balances, state.table.pot) == ((1, 2), (-6, -18, -23), 47)


@pytest.mark.rule("draw_poker", "2.1")
def test_a_pass_throws_the_cards_away_and_leaves_the_stakes_in_the_pot() -> None:
    state = play(dealt(THREE, UNLIKE), *stakes(2, 0))
    assert isinstance(state, Betting)
    assert (state.table.hands[2], state.table.thrown[2]) == (Hand(), hands(UNLIKE)[2])
    assert (state.betting.left, state.table.balances, state.to_act) == ((1, 0), (-1, -3, -1), 0)


@pytest.mark.rule("draw_poker", "2.1")
def test_circles_step_and_limit_are_options() -> None:
    state: State = dealt(Rules(players=2, circles=1, step=4, limit=10), UNLIKE_TWO)
    assert draw_poker.legal_moves(state) == (PASS, Stake(4), Stake(8))
    assert isinstance(play(state, *stakes(4, 8)), Drawing)
    with pytest.raises(RulesError, match="limit must be at least the step, 4, not 3"):
        Rules(step=4, limit=3)


def test_more_amounts_than_can_be_listed_are_refused() -> None:
    assert len(draw_poker.legal_moves(dealt(Rules(players=2, limit=3000, step=3), UNLIKE_TWO))) == 1 + 1000
    for betting in ("circles", "matching"):
        with pytest.raises(RulesError, match="limit gives 1001 amounts from 3 to 3003 in steps of 3; there may be at"):
            Rules(betting=betting, limit=3003, step=3)


@pytest.mark.rule("draw_poker", "2.2")
def test_matched_stakes() -> None:
    state: State = dealt(MATCHING, UNLIKE)
    assert draw_poker.legal_moves(state) == (Check(), *map(Bet, range(1, 11)))
    state = play(state, Check(), Bet(4))
    assert draw_poker.legal_moves(state) == (Call(), *map(Raise, range(1, 11)), Fold())
    state = play(state, Raise(1), Call())
    assert isinstance(state, Betting)
    assert (state.to_act, state.table.balances, state.table.pot) == (2, (-6, -6, -5), 17)
    state = play(state, Call())
    assert isinstance(state, Drawing)
    assert (state.table.balances, state.table.pot) == ((-6, -6, -6), 18)


@pytest.mark.rule("draw_poker", "2.2")
def test_a_seat_that_has_checked_acts_once_more_after_a_bet_and_then_no_more() -> None:
    state: State = dealt(MATCHING, UNLIKE)
    turns = []
    for move in (Check(), Bet(1), Call(), Call()):
        turns.append(state.to_act)
        state = play(state, move)
    assert turns == [1, 2, 0, 1]
    assert isinstance(state, Drawing)


@pytest.mark.rule("draw_poker", "2.2")
def test_the_betting_is_over_when_all_have_checked() -> None:
    assert isinstance(play(dealt(MATCHING, UNLIKE), Check(), Check(), Check()), Drawing)


@pytest.mark.rule("draw_poker", "2.2")
def test_the_number_of_raises_is_limited() -> None:
    state = play(dealt(evolve(MATCHING, circles=2, step=5), UNLIKE), Bet(10), Raise(5))
    assert draw_poker.legal_moves(state) == (Call(), Raise(5), Raise(10), Fold())
    assert draw_poker.legal_moves(play(state, Raise(10))) == (Call(), Fold())
    assert refusal(draw_poker, state, Raise(7)) == because("a raise is a multiple of 5 from 5 to 10", "2.2")
    unopened = dealt(evolve(MATCHING, limit=8), UNLIKE)
    assert refusal(draw_poker, unopened, Bet(9)) == because("a bet is a whole number from 1 to 8", "2.2")


@pytest.mark.rule("draw_poker", "2.3")
@pytest.mark.parametrize("rules", [THREE, MATCHING])
def test_the_last_seat_in_takes_the_pot_without_showing(rules: Rules) -> None:
    first, drop = (Bet(3), Fold()) if rules is MATCHING else (Stake(3), PASS)
    state = play(dealt(rules, UNLIKE), first, drop, drop)
    assert draw_poker.outcome(state) == Result((-1, 2, -1), (1,), (Win((1,), 6, None),))
    assert isinstance(state, Finished)
    assert state.table.shown == hands("||")
    assert view(state, 0).table.hands == (Hand(), Hand((FACE_DOWN,) * 5), Hand())


@pytest.mark.rule("draw_poker", "2.3")
def test_the_last_seat_in_after_the_draw_takes_the_pot_too() -> None:
    state = play(drawn(THREE, UNLIKE), *stakes(0, 1, 0))
    assert draw_poker.outcome(state) == Result((-4, -4, 8), (2,), (Win((2,), 13, None),))
    assert isinstance(state, Finished)
    assert not any(state.table.shown)


@pytest.mark.rule("draw_poker", "2.4")
def test_a_player_who_cannot_pay_is_all_in_and_draws_like_the_others() -> None:
    state: State = dealt(evolve(STAKES, stacks=(20, 20, 5)), UNLIKE)
    state = play(state, Bet(9))
    assert draw_poker.legal_moves(state) == (Call(), Fold())
    state = play(state, Call(), Call())
    assert isinstance(state, Drawing)
    assert (state.left, chips(state)) == ((1, 2, 0), Chips((10, 10, 0), (10, 10, 5)))
    state = play(state, PAT)
    assert state.to_act == 2
    state = play(state, PAT, PAT, Check())
    assert state.to_act == 0
    assert isinstance(play(state, Check()), Finished)


@pytest.mark.rule("draw_poker", "2.4")
def test_with_nobody_left_to_bet_the_cards_are_drawn_and_shown_at_once() -> None:
    state = play(dealt(evolve(STAKES, stacks=(20, 20, 5)), UNLIKE), Bet(19), Call(), Call())
    assert isinstance(state, Drawing)
    end = play(state, PAT, PAT, PAT)
    assert isinstance(end, Finished)
    everybody_in_by_the_ante = dealing(evolve(STAKES, stacks=2, ante=2), 0)
    after_deal = draw_poker.apply(everybody_in_by_the_ante, Shuffled(everybody_in_by_the_ante.pack))
    assert isinstance(after_deal, Drawing)
    assert after_deal.left == (1, 2, 0)


def amounts(rules: Rules, *moves: Move, drawn: bool = False) -> list[int]:
    """Return by how much the next player may bet or raise after these moves, before the draw or after it."""
    state: State = dealt(rules, UNLIKE)
    if drawn:
        state = play(state, Check(), Check(), Check(), PAT, PAT, PAT)
    return [move.amount for move in draw_poker.legal_moves(play(state, *moves)) if isinstance(move, Bet | Raise)]


@pytest.mark.rule("draw_poker", "2.5")
@pytest.mark.parametrize(
    ("structure", "bets", "raises"),
    [
        ("spread_limit", [2, 4, 6], [4, 6]),
        ("fixed_limit", [2], [2]),
        ("pot_limit", [2], [4, 6, 8, 10]),  # the three antes; then 3 + 4 and the call of 4
        ("no_limit", [2, 4, 6, 8, 10, 12, 14, 16, 18, 19], [4, 6, 8, 10, 12, 14, 15]),
    ],
)
def test_what_limits_bets_and_raises(structure: Any, bets: list[int], raises: list[int]) -> None:
    rules = evolve(STAKES, structure=structure, step=2, limit=6)
    assert amounts(rules) == bets
    if structure == "pot_limit":
        assert amounts(evolve(rules, ante=2, stacks=21), Bet(4)) == [4, 6, 8, 10, 12, 14]  # 6 + 4 + 4
    elif structure == "fixed_limit":
        assert amounts(rules, Bet(2)) == raises
        assert amounts(rules, drawn=True) == [6]
    else:
        assert amounts(rules, Bet(4)) == raises


@pytest.mark.rule("draw_poker", "2.5")
def test_all_that_is_left_may_be_bet_below_the_least_and_reopens_nothing() -> None:
    short = evolve(STAKES, stacks=(20, 20, 12), step=4)
    assert amounts(short, Bet(8)) == [3]
    state = play(dealt(short, UNLIKE), Bet(8), Raise(3))
    assert draw_poker.legal_moves(state) == (Call(), Raise(8), Fold())
    state = play(state, Call())
    assert draw_poker.legal_moves(state) == (Call(), Fold())
    assert refusal(draw_poker, state, Raise(8)) == because("expected call or fold")
    refused = play(dealt(short, UNLIKE), Bet(8))
    assert refusal(draw_poker, refused, Raise(4)) == because("a raise is 3, all that is left", "2.5")


@pytest.mark.rule("draw_poker", "2.5")
def test_the_number_of_raises_at_table_stakes_is_limited_or_not() -> None:
    once = evolve(STAKES, circles=1)
    assert amounts(once, Bet(1), Raise(1)) == []
    assert amounts(evolve(once, circles=None), Bet(1), *[Raise(1)] * 7) == [*range(1, 19 - 8 + 1)]


@pytest.mark.rule("draw_poker", "2.5")
def test_nobody_raises_if_no_other_could_pay_more() -> None:
    assert amounts(evolve(STAKES, stacks=(5, 10, 20)), Bet(9)) == []
    assert amounts(evolve(STAKES, stacks=(11, 10, 20)), Bet(9)) == [9, 10]
    state = play(dealt(evolve(STAKES, stacks=(5, 4, 20)), UNLIKE), Bet(3))
    assert amounts(evolve(STAKES, stacks=(5, 4, 20)), Bet(3)) == [*range(3, 17)]
    assert draw_poker.legal_moves(play(state, Call())) == (Call(), Raise(1), Fold())


@pytest.mark.rule("draw_poker", "2.6")
def test_what_nobody_has_matched_is_taken_back() -> None:
    state = play(dealt(evolve(STAKES, stacks=(9, 20, 5)), UNLIKE), Bet(15), Call(), Call())
    assert isinstance(state, Drawing)
    assert chips(state) == Chips((0, 11, 0), (9, 9, 5))
    assert state.table.balances == (-9, -9, -5)
    before = dealing(evolve(STAKES, stacks=(9, 20, 5), ante=12), 0)
    dealt_in = draw_poker.apply(before, Shuffled(before.pack))
    assert isinstance(dealt_in, Drawing)
    assert chips(dealt_in) == Chips((0, 11, 0), (9, 9, 5))


@pytest.mark.rule("draw_poker", "2.7")
def test_blinds_count_as_a_bet_and_the_player_after_them_begins() -> None:
    rules = evolve(STAKES, players=4, stacks=20, small_blind=2, big_blind=4, ante=1)
    state: State = dealt(rules, f"{UNLIKE} | 9S 8S 7H 5D 3H")
    assert chips(state) == Chips((19, 17, 15, 19), (1, 3, 5, 1))
    assert state.to_act == 3
    assert draw_poker.legal_moves(state) == (Call(), *map(Raise, range(4, 16)), Fold())
    state = play(state, Call(), Call(), Call())
    assert state.to_act == 2
    assert draw_poker.legal_moves(state) == (Check(), *map(Raise, range(4, 16)))
    state = play(state, Check())
    assert isinstance(state, Drawing)
    assert state.left == (1, 2, 3, 0)
    state = play(state, *[PAT] * 4)
    assert (state.to_act, draw_poker.legal_moves(state)[1]) == (1, Bet(4))
    assert evolve(rules, ante=0).ante == 0


@pytest.mark.rule("draw_poker", "2.7")
def test_of_two_players_the_dealer_puts_in_the_small_blind_and_begins() -> None:
    rules = evolve(STAKES, players=2, small_blind=2, big_blind=4, ante=0)
    state: State = dealt(rules, UNLIKE_TWO)
    assert (chips(state), state.to_act) == (Chips((18, 16), (2, 4)), 0)
    state = play(state, Call(), Check())
    assert isinstance(state, Drawing)
    assert state.left == (1, 0)
    state = play(state, PAT, PAT)
    assert state.to_act == 1


@pytest.mark.rule("draw_poker", "2.7")
def test_a_blind_that_cannot_be_paid_takes_all_that_is_left() -> None:
    rules = evolve(STAKES, stacks=(20, 20, 3), small_blind=2, big_blind=5)
    state = dealt(rules, UNLIKE)
    assert (chips(state), state.to_act) == (Chips((19, 17, 0), (1, 3, 3)), 0)
    assert chips(play(state, Call(), Check())) == Chips((17, 17, 0), (3, 3, 3))


@pytest.mark.rule("draw_poker", "3.1")
def test_at_most_three_cards_or_four_beside_an_ace() -> None:
    three = evolve(THREE, max_discards=3)
    state = drawing(play(dealt(three, UNLIKE), *stakes(*[1] * 9)))
    for cards in (list(hands(UNLIKE)[1][:4]), list(hands(UNLIKE)[1])):
        reason = because("no more than three may be thrown away, or four beside an ace", "3.1")
        assert refusal(draw_poker, state, Discard(Hand(cards))) == reason
        assert Discard(Hand(cards)) in draw_poker.legal_moves(drawing(play(dealt(THREE, UNLIKE), *stakes(*[1] * 9))))
    assert len(draw_poker.legal_moves(state)) == 1 + 5 + 10 + 10
    beside_an_ace = [move for move in draw_poker.legal_moves(play(state, PAT, PAT)) if len(words(move).split()) == 5]
    assert beside_an_ace == [Discard(hand("KD 9H 5C 3D"))]
    assert refusal(draw_poker, state, Discard(hand("9C"))) == because("9♣ is not in this hand", "3.1")
    with_joker = play(
        dealt(evolve(three, jokers=1), "JK KD 9H 5C 3D | QS QD 8H 7C 4D | JS 10D 6H 5S 2C"), *stakes(*[1] * 9)
    )
    assert Discard(hand("KD 9H 5C 3D")) not in draw_poker.legal_moves(play(with_joker, PAT, PAT))


@pytest.mark.rule("draw_poker", "3.1")
def test_each_seat_throws_away_any_cards_and_gets_as_many() -> None:
    before = play(dealt(THREE, UNLIKE, then="2D 3S 4S 6D 7D 8D 9D"), *stakes(0, *[1] * 6))
    assert isinstance(before, Drawing)
    assert (before.left, before.to_act) == ((2, 0), 2)
    assert len(draw_poker.legal_moves(before)) == 2**5
    state = play(before, Discard(hand("6H 2C")))
    assert isinstance(state, Drawing)
    assert (state.table.hands[2], state.table.thrown[2]) == (hand("JS 10D 5S 2D 3S"), hand("2C 6H"))
    assert state.to_act == 0
    state = play(state, Discard(hands(UNLIKE)[0]))
    assert isinstance(state, Betting)
    assert (state.table.hands[0], len(state.table.stock)) == (hand("4S 6D 7D 8D 9D"), 37 - 7)
    assert play(before, PAT).table.hands == before.table.hands


@pytest.mark.rule("draw_poker", "3.1")
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("9D", "9♦ is not in this hand"),
        ("2C 2C", "2♣ is named more often than it is in this hand"),
        ("JS JS JS", "J♠ is named more often than it is in this hand"),
        ("JS 10D 6H 5S 2C 9D", "9♦ is not in this hand"),
        ("??", "?? is not in this hand"),
    ],
)
def test_cards_thrown_away_must_be_in_the_hand(cards: str, reason: str) -> None:
    before = play(dealt(THREE, UNLIKE), *stakes(0, *[1] * 6))
    assert refusal(draw_poker, before, Discard(hand(cards))) == because(reason, "3.1")


@pytest.mark.rule("draw_poker", "3.1")
def test_each_choice_is_listed_once_even_of_equal_cards() -> None:
    state = play(dealt(Rules(players=2, packs=2, circles=1), "AS AS KD KD 3C | QS QD 8H 7C 4D"), *stakes(1, 1), PAT)
    legal = draw_poker.legal_moves(state)
    assert len(legal) == len(set(legal)) == 3 * 3 * 2
    assert words(legal[0]) == "discard nothing"


TEN = Rules(players=10, circles=1)


def ten(passing: int = 0) -> Drawing:
    """Return the draw of ten players with a stock of two cards, when the first ``passing`` seats have passed."""
    before = dealing(TEN, 9)
    state = draw_poker.apply(before, Shuffled(before.pack))
    return drawing(play(state, *stakes(*[0] * passing, *[1] * (10 - passing))))


def most(state: Drawing) -> int:
    """Return the most cards that the seat to act may throw away."""
    return max(len(move.cards) for move in draw_poker.legal_moves(state) if isinstance(move, Discard))


@pytest.mark.rule("draw_poker", "3.2")
def test_nobody_throws_away_more_than_can_be_replaced() -> None:
    first = ten()
    assert (first.to_act, len(first.table.stock), most(first)) == (0, 2, 2)
    three = Discard(Hand(first.table.hands[0][:3]))
    assert refusal(draw_poker, first, three) == because("no more than 2 can be replaced", "3.2")
    second = drawing(play(first, Discard(first.table.hands[0][:2])))
    assert (len(second.table.stock), most(second)) == (0, 2)  # what seat 0 has thrown away can be dealt again
    assert most(drawing(play(second, PAT))) == 2
    assert most(ten(passing=1)) == 5


@pytest.mark.rule("draw_poker", "3.2")
def test_the_discards_and_passed_hands_of_the_others_are_the_new_stock() -> None:
    first = ten(passing=1)
    passed, thrown = first.table.thrown[0], Hand(first.table.hands[1][:2])
    second = drawing(play(first, Discard(thrown)))
    whole = second.table.hands[2]
    before = refilling(play(second, Discard(whole)))
    assert (before.to_act, before.missing, before.pack) == (NATURE, 5, passed.plus(thrown).sorted())
    assert before.table.thrown == (Hand(), Hand(), whole.sorted(), *[Hand()] * 7)
    with pytest.raises(IllegalMoveError, match="a shuffle has the 7 cards of the pack and no others"):
        play(before, Shuffled(Hand(before.pack[1:])))
    top = before.pack[::-1]
    after_it = drawing(play(before, Shuffled(Hand(top))))
    assert (after_it.table.hands[2], after_it.table.stock, after_it.to_act) == (top[:5], top[5:], 3)


@pytest.mark.rule("draw_poker", "3.2")
def test_the_rest_of_the_stock_is_dealt_first() -> None:
    first = ten(passing=2)
    stock, held = first.table.stock, first.table.hands[2]
    before = refilling(play(first, Discard(held[1:])))
    assert (before.table.hands[2], before.missing, len(before.pack)) == ((*held[:1], *stock), 2, 10)
    after_it = drawing(play(before, Shuffled(before.pack)))
    assert (len(after_it.table.hands[2]), len(after_it.table.stock)) == (5, 8)


@pytest.mark.rule("draw_poker", "3.2")
def test_a_stock_that_suffices_is_not_filled_again() -> None:
    first = ten(passing=1)
    second = drawing(play(first, Discard(first.table.hands[1][:2])))
    assert (len(second.table.stock), second.to_act) == (0, 2)


@pytest.mark.rule("draw_poker", "3.2")
def test_discards_never_come_back_in_the_same_draw_but_may_be_dealt_to_later_seats() -> None:
    first = ten(passing=1)
    own = first.table.hands[1]
    before = refilling(play(first, Discard(own)))
    assert not set(own) & set(before.pack)
    second = drawing(play(before, Shuffled(before.pack)))
    assert set(own) <= set(refilling(play(second, Discard(second.table.hands[2]))).pack)


@pytest.mark.rule("draw_poker", "3.2")
def test_the_last_draw_may_need_a_new_stock_too() -> None:
    last = drawing(play(ten(passing=1), *[PAT] * 8))
    before = refilling(play(last, Discard(last.table.hands[9])))
    state = play(before, Shuffled(before.pack))
    assert isinstance(state, Betting)
    assert (state.drawn, state.to_act) == (True, 1)


@pytest.mark.rule("draw_poker", "3.2")
def test_only_their_owner_sees_cards_thrown_away_and_nobody_sees_a_new_stock() -> None:
    first = ten(passing=1)
    second = drawing(play(first, Discard(first.table.hands[1][:2])))
    passed, thrown = second.table.thrown[:2]
    assert view(second, 0).table.thrown[:2] == (passed, Hand((FACE_DOWN,) * 2))
    assert view(second, 1).table.thrown[:2] == (Hand((FACE_DOWN,) * 5), thrown)
    before = refilling(play(second, Discard(second.table.hands[2])))
    assert all(set(view(before, seat).pack) == {FACE_DOWN} for seat in range(10))


@pytest.mark.rule("draw_poker", "4.1")
def test_the_least_stake_starts_again_after_the_draw() -> None:
    state: State = dealt(THREE, UNLIKE)
    state = play(state, *stakes(*[10] * 9), PAT, PAT, PAT)
    assert isinstance(state, Betting)
    assert (state.to_act, draw_poker.legal_moves(state)[1]) == (1, Stake(1))


@pytest.mark.rule("draw_poker", "4.1")
@pytest.mark.parametrize(
    "amounts",
    [
        (3, 3, 3),  # the first stake is no raise
        (3, 0, 3),
        (3, 4, 4, 4, 4, 4),  # one raise, and a circle without
        (1, 1, 2, 2, 3, 3, 3, 3, 3),  # the third circle is the last
        (1, 1, 2, 2, 3, 3, 4, 5, 6),
    ],
)
def test_hands_are_shown_after_a_circle_without_a_raise_or_three(amounts: tuple[int, ...]) -> None:
    state: State = drawn(THREE, UNLIKE)
    for amount in stakes(*amounts):
        assert isinstance(state, Betting)
        state = play(state, amount)
    assert isinstance(state, Finished)
    assert state.table.shown[1] == hands(UNLIKE)[1].sorted()


@pytest.mark.rule("draw_poker", "4.1")
def test_matched_stakes_go_on_after_the_draw() -> None:
    state: State = play(drawn(MATCHING, UNLIKE), Check(), Bet(2), Call())
    assert isinstance(state, Betting)
    assert isinstance(play(state, Fold()), Finished)


@pytest.mark.rule("draw_poker", "4.2")
def test_the_betting_before_the_draw_may_end_early_as_well() -> None:
    assert isinstance(play(dealt(THREE, UNLIKE), *stakes(3, 3, 3)), Betting)
    both = evolve(THREE, stop_early="both")
    assert isinstance(play(dealt(both, UNLIKE), *stakes(3, 3, 3)), Drawing)
    assert isinstance(play(dealt(both, UNLIKE), *stakes(3, 4, 4)), Betting)


LADDER = (
    "KS QD 9H 4S 3C",
    "AS KD 4H 3S 2C",
    "2S 2D 5H 4S 3C",
    "6S 6D 5H 5S 4C",
    "2S 2D 2H 4S 3C",
    "6S 5D 4H 3S 2C",
    "QS 9S 4S 3S 2S",
    "2S 2D 2H 3S 3C",
    "10S 10D 10H 10C 8C",
    "6S 5S 4S 3S 2S",
    "AS KS QS JS 10S",
)
"""A hand of each class, from nothing to a royal flush."""

TWO_PACKS = Rules(players=2, packs=2)


def better(rules: Rules, high: str, low: str) -> bool:
    """Return whether the first of these hands wins the whole pot against the second, whichever seat holds it."""
    wins = [shown(rules, f"{first} | {second}").winners for first, second in ((high, low), (low, high))]
    return wins == [(0,), (1,)]


@pytest.mark.rule("draw_poker", "5.1")
def test_classes_from_low_to_high() -> None:
    for (place, low), (other, high) in product(enumerate(LADDER), enumerate(LADDER)):
        if place < other:
            assert better(TWO_PACKS, high, low)


@pytest.mark.rule("draw_poker", "5.1")
def test_the_low_straight() -> None:
    low, three, six = "AC 2D 3H 4S 5C", "AD AH AS 9S 8C", "6S 5D 4H 3S 2C"
    assert better(TWO_PACKS, low, three)
    assert better(TWO_PACKS, six, low)
    assert better(evolve(TWO_PACKS, ace_low_straight=False), three, low)


@pytest.mark.rule("draw_poker", "5.1")
def test_ace_king_may_be_nothing() -> None:
    ace_king, ace_queen = "AS KD 4H 3S 2C", "AD QD JD 10S 9H"
    assert better(TWO, ace_king, ace_queen)
    assert better(evolve(TWO, ace_king=False), ace_king, ace_queen)  # by the second card
    without = shown(evolve(TWO, ace_king=False), f"{ace_king} | {ace_queen}")
    assert without.wins[0].hand == "ace high"


@pytest.mark.rule("draw_poker", "5.2")
def test_a_joker_may_be_a_bug() -> None:
    wild = evolve(TWO, jokers=1)
    bug = evolve(wild, joker="bug")
    assert better(wild, "JK 9S 9D 4H 3C", "AS AD KC KH QD")  # three nines
    assert better(bug, "AS AD KC KH QD", "JK 9S 9D 4H 3C")  # a pair of nines and an ace
    assert better(bug, "JK 9S 8D 7H 6C", "AS AD AC KH QD")  # a straight
    assert better(bug, "JK 9S 8S 3S 2S", "10S 9D 8D 7H 6C")  # a flush
    natural, with_joker = "AC KC QC JC 2C", "JK AS KS 10S 9S"
    assert better(evolve(wild, flush_by="rank"), with_joker, natural)  # a second ace
    assert better(evolve(bug, flush_by="rank"), natural, with_joker)  # a queen
    deuces = evolve(DEUCES_WILD, players=2, joker="bug")
    assert better(deuces, "2C 9D 9H 5S 3S", "8C 8D 7H AS KS")


@pytest.mark.rule("draw_poker", "5.2")
def test_wild_cards() -> None:
    jokers = evolve(TWO_PACKS, jokers=4)
    assert better(jokers, "KC JC QC JK JK", "AS KS QS JS 10S")  # clubs before spades
    assert better(jokers, "AH 9H 4H 2H JK", "AH KH 9H 4H 2H")  # a second ace of hearts
    assert better(evolve(DEUCES_WILD, players=2), "2C 9D 9H 5S 3S", "8C 8D 8H AS KS")
    assert better(TWO, "8C 8D 8H AS KS", "2C 9D 9H 5S 3S")


@pytest.mark.rule("draw_poker", "5.2")
def test_five_of_a_kind() -> None:
    five, royal, four = "9C 9D 9H 9S JK", "AS KS QS JS 10S", "9C 9D 9H 9S KD"
    jokers = evolve(TWO_PACKS, jokers=1)
    assert better(jokers, royal, five)
    assert better(jokers, five, four)
    assert better(evolve(jokers, five_of_a_kind=True), five, royal)
    natural = "9C 9C 9D 9H 9S"
    assert better(TWO_PACKS, "10C 10D 10H 10S 2C", natural)
    assert better(evolve(TWO_PACKS, five_of_a_kind=True), natural, royal)


@pytest.mark.rule("draw_poker", "5.3")
def test_four_full_house_and_three_count_by_rank_alone() -> None:
    for high, low in [
        ("3S 3H 3C 3D 2H", "2S 2H 2D 2C AH"),
        ("9S 9H 9C 9D KH", "9S 9H 9C 9D QH"),
        ("3S 3H 3C 2S 2H", "2S 2H 2D 3S 3H"),
        ("3S 3H 3D 10S 10H", "3S 3H 3C 9S 9H"),
        ("4S 4H 4D KC 3S", "4S 4H 4C KD 2H"),
    ]:
        assert better(TWO_PACKS, high, low)
    for one, other in [
        ("9S 9H 9C 9D KH", "9S 9H 9C 9D KS"),
        ("4S 4H 4D KC KS", "4S 4H 4C KD KH"),
        ("4S 4H 4D KC 2S", "4S 4H 4C KD 2H"),
    ]:
        assert shown(TWO_PACKS, f"{one} | {other}").winners == (0, 1)


@pytest.mark.rule("draw_poker", "5.4")
def test_two_pairs_a_pair_ace_king_and_nothing() -> None:
    for high, low in [
        ("KC KD 3C 3D 4S", "QS QH JS JH AC"),
        ("KC KD 3C 3D 4S", "KS KH 2S 2H AC"),
        ("KC KD 3C 3D 5S", "KS KH 3S 3H 4C"),
        ("KC KD 3C 3D 4C", "KS KH 3S 3H 4D"),
        ("5S 5D 4S 3S 2S", "4H 4C AH KH QH"),
        ("5C 5D AS KD 6H", "5S 5H AC QD JS"),
        ("5S 5D AC KD QD", "5H 5C AD KH QH"),
        ("AD KD 10S 5D 2S", "AS KS 10H 4C 3S"),
        ("AD KS QS JS 9S", "AS KH QH JH 9H"),
        ("KS JS 10D 3S 2S", "KH JH 9H 7C 5H"),
        ("QC JS 9S 8S 7S", "QD JH 9H 8H 7H"),
    ]:
        assert better(TWO, high, low)


@pytest.mark.rule("draw_poker", "5.4")
def test_the_order_of_suits() -> None:
    by_suit = ["QH JS 9S 8S 7S", "QC JH 9H 8H 7H", "QD JC 9C 8C 7C", "QS JD 9D 8D 7D"]
    for high, low in pairwise(by_suit):
        assert better(TWO, high, low)
    bridge = evolve(TWO, suit_order=(Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS))
    assert better(bridge, by_suit[3], by_suit[0])
    assert better(bridge, by_suit[2], by_suit[1])
    with pytest.raises(RulesError, match="suit_order must be ♥ ♣ ♦ ♠ in any order, not "):
        Rules(suit_order=(Suit.SPADES,))


@pytest.mark.rule("draw_poker", "5.4")
def test_suits_may_count_nowhere() -> None:
    no_suits = evolve(TWO, suits=False)
    for one, other in [
        ("QH JS 9S 8S 7S", "QC JH 9H 8H 7H"),
        ("7H 5H 4H 3H 2H", "7S 5S 4S 3S 2S"),
        ("6H 5S 4S 3S 2S", "6S 5H 4H 3H 2H"),
        ("6H 5H 4H 3H 2H", "6S 5S 4S 3S 2S"),
        ("KC KD 3C 3D 4C", "KS KH 3S 3H 4D"),
    ]:
        assert shown(TWO, f"{one} | {other}").winners == (0,)
        assert shown(no_suits, f"{one} | {other}").winners == (0, 1)
    assert better(no_suits, "AS KS QS JS 9S", "7H 5H 4H 3H 2H")  # between flushes


@pytest.mark.rule("draw_poker", "5.5")
def test_a_flush_counts_by_its_suit_and_then_by_its_cards() -> None:
    low_hearts, high_spades, lower = "7H 5H 4H 3H 2H", "AS KS QS JS 9S", "KS QS JS 10S 8S"
    assert better(TWO, low_hearts, high_spades)
    assert better(TWO_PACKS, high_spades, lower)
    assert better(evolve(TWO, flush_by="rank"), high_spades, low_hearts)
    assert better(evolve(TWO, flush_by="rank"), "7H 5H 4H 3H 2H", "7S 5S 4S 3S 2S")


@pytest.mark.rule("draw_poker", "5.6")
def test_straights_count_by_their_top_card_and_then_by_its_suit() -> None:
    low, high = "6H 5S 4S 3S 2S", "7S 6D 5H 4H 3H"
    assert better(TWO, high, low)
    assert better(evolve(TWO, straight_by="suit"), low, high)
    assert better(TWO, "6H 5S 4S 3S 2S", "6S 5H 4H 3H 2H")
    low, high = "6H 5H 4H 3H 2H", "9S 8S 7S 6S 5S"
    assert better(TWO, high, low)
    assert better(evolve(TWO, straight_flush_by="suit"), low, high)
    assert better(TWO, "AC KC QC JC 10C", "AD KD QD JD 10D")


@pytest.mark.rule("draw_poker", "5.7")
def test_equal_hands_share_and_odd_units_go_to_the_first_from_the_dealers_left() -> None:
    equal = "4S 4H 4D KC 2S | QS QD 8H 7C 4D | 4S 4H 4C KD 2H"
    result = shown(evolve(THREE, packs=2, ante=2), equal)  # seat 0 deals, so that seat 2 is the first of the sharers
    assert (result.winners, result.wins) == ((0, 2), (Win((2, 0), 18, "three fours"),))
    assert result.scores == (3, -6, 3)
    state = play(drawn(evolve(THREE, packs=2, ante=3), equal), *stakes(1, 2, 2), *stakes(2, 2, 2))
    outcome = draw_poker.outcome(state)
    assert outcome is not None
    assert (outcome.wins[0].pot, outcome.scores) == (29, (4, -9, 5))


@pytest.mark.rule("draw_poker", "5.7")
def test_with_one_pack_and_without_wild_cards_no_pot_is_shared() -> None:
    for seed in range(100):
        outcome = draw_poker.outcome(list(states(draw_poker, playout(draw_poker, MATCHING, Random(seed))))[-1])
        assert outcome is not None
        assert len(outcome.wins[0].seats) == 1


FIVE = Rules(players=5, betting="matching", stacks=(30, 5, 12, 30, 30), structure="no_limit", suits=False)

RISING = "8S 8D 7H 5C 4D | AS AD AC KH QH | KS KD QC JC 9C | 10S 10D 9H 6C 4H | JS JD 9D 6H 3C"
"""Hands by seat: eights, three aces, kings, tens, jacks."""


@pytest.mark.rule("draw_poker", "5.8")
def test_the_main_pot_and_the_side_pots_go_to_the_best_who_have_paid_for_them() -> None:
    state: State = dealt(FIVE, RISING)
    state = play(state, Bet(4), Raise(7), Call(), Call(), Call(), *[PAT] * 5)
    assert chips(state) == Chips((18, 0, 0, 18, 18), (12, 5, 12, 12, 12))
    state = play(state, Bet(10), Call(), Fold())
    assert isinstance(state, Finished)
    assert state.table.wins == (
        Win((1,), 25, "three aces"),
        Win((2,), 28, "pair of kings"),
        Win((4,), 20, "pair of jacks"),
    )
    assert chips(state) == Chips((18, 25, 28, 8, 28), (0,) * 5)
    assert state.table.balances == (-12, 20, 16, -22, -2)


@pytest.mark.rule("draw_poker", "5.8")
@pytest.mark.rule("draw_poker", "5.7")
def test_each_pot_is_shared_by_itself() -> None:
    three = "KS QD 9H 5C 3D | KD QS 9C 5H 3S | KC QC 8H 7C 4D"
    rules = evolve(STAKES, stacks=(20, 20, 3), suits=False, ante=3)
    state = play(dealt(rules, three), Bet(4), Call(), PAT, PAT, PAT, Check(), Check())
    assert isinstance(state, Finished)
    # seats 1 and 0 share 9 and 8 and not 17: the odd unit of the main pot goes to seat 1
    assert state.table.wins == (Win((1, 0), 9, "king high"), Win((1, 0), 8, "king high"))
    assert chips(state).stacks == (21, 22, 0)


def test_passed_hands_are_never_compared() -> None:
    four = "9S 9H 9C 9D KH | QS QD 8H 7C 4D | JS 10D 6H 5S 2C"
    result = draw_poker.outcome(play(drawn(THREE, four), *stakes(1, 1, 0)))
    assert result == Result((-4, 9, -5), (1,), (Win((1,), 14, "pair of queens"),))


def test_everybody_sees_the_hands_that_are_shown_and_no_others() -> None:
    state = play(drawn(THREE, UNLIKE), *stakes(1, 1, 0))
    assert isinstance(state, Finished)
    assert view(state, None).table.shown == hands("| 7C 4D QD 8H QS | 2C 10D 6H 5S JS")
    assert view(state, 1).table.thrown[0] == Hand((FACE_DOWN,) * 5)


def test_a_hand_that_is_shown_does_not_reveal_which_of_its_cards_are_new() -> None:
    for held, new in (("KH", "QH"), ("QH", "KH")):
        state: State = dealt(TWO, f"AS KD 9H 5C 3D | {held} 9D 8C 5H 2C", then=new)
        state = play(state, *stakes(*[1] * 6), Discard(hand("2C")), PAT, *stakes(1, 1))
        assert isinstance(state, Finished)
        assert view(state, 0).table.shown[1] == hand("8C 9D 5H QH KH")


@pytest.mark.rule("draw_poker", "6.1")
def test_a_match_has_any_number_of_deals_and_the_highest_balance_wins() -> None:
    rules = Rules(players=2, circles=1, deals=2)
    state: State = dealt(rules, "AS KD 9H 5C 3D | QS QD 8H 7C 4D")
    state = play(state, *stakes(3, 0))
    assert isinstance(state, Dealing)
    assert (state.table.balances, state.table.pot, state.dealer) == ((-1, 1), 0, 1)
    assert draw_poker.outcome(state) is None
    state = draw_poker.apply(state, stacked(state, one_by_one("AS KD 9H 5C 3D | QS QD 8H 7C 4D")))
    state = play(state, *stakes(2, 0))
    assert draw_poker.outcome(state) == Result((0, 0), (0, 1), (Win((1,), 5, None), Win((0,), 4, None)))


@pytest.mark.rule("draw_poker", "6.2")
def test_who_is_broke_is_dealt_no_more_and_deal_and_blinds_pass_over_him() -> None:
    rules = evolve(STAKES, players=4, stacks=(20, 4, 20, 20), ante=0, small_blind=1, big_blind=2, deals=9)
    state: State = dealt(rules, "KS KD 9H 5C 3D | QS JD 8H 7C 4D | AS AD 6H 5S 2C | 9S 8S 7H 5D 3H")
    state = play(state, Fold(), Fold(), Raise(2), Call(), PAT, PAT)
    assert isinstance(state, Dealing)  # seat 1 has lost all to seat 2, and does not deal
    assert (chips(state).stacks, state.dealer) == ((20, 0, 24, 20), 2)
    state = draw_poker.apply(state, Shuffled(state.pack))
    assert isinstance(state, Betting)
    assert [len(cards) for cards in state.table.hands] == [5, 0, 5, 5]
    assert (chips(state).paid, state.to_act) == ((2, 0, 0, 1), 2)
    assert len(state.table.stock) == 52 - 15
    state = play(state, Fold(), Fold())
    assert isinstance(state, Dealing)
    assert state.dealer == 3


@pytest.mark.rule("draw_poker", "6.2")
def test_the_match_is_over_when_one_player_has_all() -> None:
    rules = evolve(STAKES, players=2, deals=5)
    state = play(dealt(rules, UNLIKE_TWO), Bet(19), Call(), PAT, PAT)
    assert draw_poker.outcome(state) == Result((-20, 20), (1,), (Win((1,), 40, "pair of queens"),))


def test_promises_at_table_stakes() -> None:
    fixed = draw_poker.promises(evolve(STANDARD, players=3, stacks=(10, 500, 50), deals=2))
    assert fixed.max_moves == 1 + 2 * (1 + 11 + 11 + 6)
    deal = 1 + 4 * 2 + 4 * 4
    assert fixed.score_range == (-2 * deal, 2 * deal + 2 * deal)
    assert draw_poker.promises(STANDARD).score_range == (-100, 300)
    blinds = draw_poker.promises(evolve(STANDARD, players=3, stacks=99, ante=0, small_blind=1, big_blind=2, deals=1))
    assert blinds.max_moves == 1 + (1 + 9 + 11 + 6)
    assert blinds.score_range == (-(2 + 6 + 16), 2 * (2 + 6 + 16))
    no_limit = draw_poker.promises(evolve(STAKES, stacks=(5, 20, 9), circles=None))
    assert (no_limit.max_moves, no_limit.score_range) == (None, (-20, 29))


UNEQUAL = evolve(STANDARD, players=3, stacks=(15, 9, 12), deals=4)


@pytest.mark.parametrize(
    "rules",
    [
        evolve(STANDARD, deals=4),
        UNEQUAL,
        evolve(UNEQUAL, structure="spread_limit", limit=5),
        evolve(UNEQUAL, structure="pot_limit"),
        evolve(UNEQUAL, structure="no_limit", step=1, circles=None),
        evolve(UNEQUAL, ante=0, small_blind=1, big_blind=2),
        evolve(UNEQUAL, structure="no_limit", ante=2, small_blind=2, big_blind=5, ace_king=True, suits=True),
        evolve(UNEQUAL, players=2, stacks=(3, 30), structure="pot_limit", small_blind=1, big_blind=2),
        evolve(UNEQUAL, players=10, stacks=8, structure="no_limit", max_discards=3),
        evolve(UNEQUAL, packs=2, jokers=2, joker="bug", wild=hand("2S"), structure="no_limit", five_of_a_kind=True),
    ],
)
def test_the_laws_hold_at_table_stakes(rules: Rules) -> None:
    """Table stakes need other options than the default ones, so that changing one option does not reach them."""
    verify(draw_poker, rules, examples=5, laws=LAWS[:-1])
    for state in states(draw_poker, playout(draw_poker, rules, Random(0))):
        stacks = chips(state).stacks
        assert list(stacks) == list(map(sum, zip(rules.brought, state.table.balances, strict=True)))
        assert min(stacks) >= 0
        assert sum(stacks) + chips(state).pot == sum(rules.brought)


def test_promises_for_a_match() -> None:
    promised = draw_poker.promises(Rules(players=3, ante=2, deals=2))
    assert promised.score_range == (-2 * (2 + 60), 2 * 2 * (2 + 60))
    assert promised.max_moves == 1 + 2 * (1 + 9 + 9 + 6)
    matching = draw_poker.promises(Rules(players=3, betting="matching"))
    assert matching.score_range == (-(1 + 2 * 40), 2 * (1 + 2 * 40))


def test_no_seat_moves_while_cards_are_to_be_shuffled() -> None:
    for state in (draw_poker.start(TWO), dealing(TWO, 0)):
        assert draw_poker.legal_moves(state) == ()
        with pytest.raises(IllegalMoveError, match="expected a shuffle of the pack"):
            draw_poker.apply(state, PASS)
    with pytest.raises(IllegalMoveError, match="expected pass or stake"):
        draw_poker.apply(dealt(TWO, UNLIKE_TWO), PAT)
    assert card("2C") in DEUCES_WILD.wild


def test_what_is_in_the_pot_is_nobodys_yet() -> None:
    standing = draw_poker.promises(THREE).standing
    assert standing
    assert standing(play(dealt(THREE, UNLIKE), *stakes(4))) == (-1, -5, -1)


ACES_AND_OTHERS = "AS KD 9H 5C 3D | AD QD 8H 7C 4D | AH 10D 6H 5S 2C"


@pytest.mark.parametrize(
    ("rules", "thrown", "reached"),
    [
        (THREE, 5, 30),
        (evolve(THREE, max_discards=3), 4, 27),  # four each, beside an ace
        (evolve(MATCHING, stacks=20), 5, 30),
    ],
)
def test_all_cards_are_reached_that_are_dealt_or_drawn(rules: Rules, thrown: int, reached: int) -> None:
    promised = draw_poker.promises(rules).reached
    assert promised
    assert promised(draw_poker.start(rules)) == range(52)
    assert promised(dealing(rules, 0)) == range(reached)
    state: State = dealt(rules, ACES_AND_OTHERS)
    while isinstance(state, Betting):
        state = play(state, *(stakes(1) if rules.betting == "circles" else [Check()]))
    while isinstance(state, Drawing):
        cards = Hand(one for one in state.table.hands[state.to_act] if thrown == 5 or one not in draw_poker.ACES)
        state = play(state, Discard(cards))
    assert len(state.table.stock) == 52 - reached


@pytest.mark.parametrize(
    ("rules", "reached"),
    [
        (Rules(), 40),
        (Rules(players=10), 52),
        (Rules(max_discards=3), 4 * 5 + 4 * 3 + 4),  # with the four aces
        (Rules(players=5, max_discards=3, jokers=2), 5 * 5 + 5 * 3 + 4),  # no joker is an ace
        (Rules(players=5, max_discards=3, packs=2), 5 * 5 + 5 * 4),
    ],
)
def test_a_deal_reaches_as_many_cards_as_may_be_thrown_away(rules: Rules, reached: int) -> None:
    promised = draw_poker.promises(rules).reached
    assert promised
    assert promised(dealing(rules, 0)) == range(reached)


def test_a_seat_that_is_broke_reaches_no_cards() -> None:
    promised = draw_poker.promises(STAKES).reached
    assert promised
    state = dealing(STAKES, 0)
    broke = evolve(state, table=evolve(state.table, pot=Chips((30, 30, 0), (0, 0, 0))))
    assert promised(broke) == range(20)


@pytest.mark.parametrize(
    ("options", "waiting", "cards", "reached"),
    [
        ({}, (1,), "2C 3C 4C", 2),  # the two that are missing
        ({}, (1, 2), "2C 3C 4C 5C 6C 7C 8C 9C", 7),
        ({}, (1, 2, 0), "2C 3C 4C 5C 6C 7C 8C 9C", 8),
        ({"max_discards": 3}, (1, 2, 0), "2C 3C 4C 5C 6C 7C 8C 9C AC", 2 + 3 + 3 + 1),
        ({"max_discards": 3}, (1, 2), "2C 3C 4C 5C 6C 7C 8C 9C", 2 + 3),  # nobody has an ace
    ],
)
def test_a_new_stock_is_reached_by_those_who_still_draw(
    options: dict[str, Any], waiting: tuple[int, ...], cards: str, reached: int
) -> None:
    rules = evolve(THREE, **options)
    promised = draw_poker.promises(rules).reached
    assert promised
    nobody = (Hand(),) * 3
    table = Table(Deal(rules, 1, 0), (0, 0, 0), 3, (), Deck(), nobody, nobody, nobody)
    assert promised(Refilling(table, hand(cards), (1, 2, 0), waiting, 2)) == range(reached)


@pytest.mark.parametrize(
    ("rules", "moves", "wagers", "discards"),
    [
        (Rules(), 1 + 10, 0, 32),  # to pass, and stakes
        (Rules(max_discards=3), 1 + 10, 0, 30),
        (Rules(limit=10, step=4), 1 + 2, 0, 32),
        (MATCHING, 3 + 10 + 10, 0, 32),  # to check, call or fold, bets and raises
        (STAKES, 3, 19, 32),  # the ante is paid
        (evolve(STAKES, deals=20), 3, 57, 32),  # of 60 another has two, one of them in the pot, like one of the seat's
        (evolve(STAKES, structure="pot_limit"), 3, 19, 32),
        (evolve(STAKES, structure="pot_limit", deals=20), 3, 29, 32),  # the pot and what is left, 59, are shared
        (evolve(STAKES, structure="spread_limit", step=3), 3, 4, 32),  # 3, 6, 9, and 10 if that is all that is left
        (evolve(STAKES, structure="fixed_limit", limit=4, step=2), 3, 1, 32),
        (evolve(STAKES, ante=0, big_blind=2, small_blind=1), 3, 18, 32),  # 2 to 18, or 19 if the blind is all-in with 1
    ],
)
def test_the_moves_that_there_are(rules: Rules, moves: int, wagers: int, discards: int) -> None:
    promised = draw_poker.promises(rules)
    assert promised.moves
    assert len(set(promised.moves())) == len(promised.moves()) == moves
    assert promised.by_place == ({Bet: wagers, Raise: wagers} if wagers else {}) | {Discard: discards}
    assert Numbering(draw_poker, rules).count == moves + 2 * wagers + discards


@pytest.mark.parametrize(
    ("rules", "paid", "stacks", "most"),
    [
        (evolve(STAKES, deals=20), (1, 1, 0), (57, 1, 0), 57),
        (evolve(STAKES, structure="pot_limit", deals=20), (15, 15, 0), (29, 1, 0), 29),
        (evolve(STAKES, structure="spread_limit", step=3, deals=20), (10, 10, 10), (10, 10, 10), 4),
    ],
)
def test_so_many_bets_are_listed_at_once(
    rules: Rules, paid: tuple[int, ...], stacks: tuple[int, ...], most: int
) -> None:
    state = dealt(rules, UNLIKE)
    pot = Chips(stacks, paid)
    betting = rules.stack_terms[0].begin((0, 1), pot)
    moves = draw_poker.legal_moves(evolve(state, table=evolve(state.table, pot=pot), betting=betting))
    assert [type(move) for move in moves].count(Bet) == most
    assert draw_poker.promises(rules).by_place[Bet] == most


def test_four_aces_and_another_card_can_be_thrown_away_in_thirty_ways() -> None:
    rules = evolve(TWO, max_discards=3)
    state = play(dealt(rules, "AS AD AH AC 3D | KS QD 8H 7C 4D"), *stakes(1, 1, 1, 1, 1, 1))
    assert isinstance(state, Drawing)
    state = play(state, PAT)
    assert len(draw_poker.legal_moves(state)) == 30


def test_a_smaller_pack_is_shuffled_for_each_deal_and_its_jokers_are_put_aside() -> None:
    rules = Rules(players=2, deals=2, jokers=4)
    cards = Hand((*hand("2C 3C 4C 5C 7C 2D 3D 4D 5D 8D"), JOKER))
    drawing = draw_poker.start(rules, cards)
    assert drawing.pack == cards[:10]
    drawn = draw_poker.apply(drawing, stacked(drawing, "2C 3C"))
    assert isinstance(drawn, Dealing)
    assert drawn.lots
    assert (drawn.lots.aside, drawn.pack) == ((JOKER,), cards)
    second = play(drawn, Shuffled(cards), PASS)
    assert isinstance(second, Dealing)
    assert second.pack == cards
    with pytest.raises(RulesError, match="the pack must have at least 10 cards, not 9"):
        draw_poker.start(rules, Hand(cards[:9]))

"""Macao, rule by rule."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import Literal

import pytest
from attrs import evolve

from cardrules.cards import Card, Deck, Hand, Rank, Suit
from cardrules.errors import RulesError
from cardrules.game import Outcome
from cardrules.games import macao
from cardrules.games.macao import (
    CARDS,
    Draw,
    Drawing,
    DrawingLots,
    Finished,
    LotsDrawn,
    Made,
    Move,
    Replace,
    Rules,
    Show,
    Shuffling,
    Stand,
    State,
    made,
    total,
    won,
)
from cardrules.moves import IllegalMoveError, because
from cardrules.zones import view
from tests.facts import shows_fewer_places
from tests.sheets import after, hand, hands, one_by_one, refusal, stacked

TWO = Rules(players=2)
BUST = Rules(players=2, overdraw="bust")
FREE = Rules(players=2, zero_card="free")
AGAIN = Rules(players=2, draw_again=True)


def opened(rules: Rules, dealt: str = "", then: str = "", banker: int = 0) -> Drawing:
    """Return the first coup of a match, with this banker, these first cards by seat, and ``then`` on top of the stock."""
    state: State = macao.start(rules)
    lots = [card.ascii for card in CARDS if card.rank is not Rank.ACE][: rules.players]
    lots[banker] = "AC"
    state = macao.apply(state, stacked(state, " ".join(lots)))
    top = one_by_one(dealt, (banker + 1) % rules.players, then) if dealt else then
    state = macao.apply(state, stacked(state, top))
    assert isinstance(state, Drawing)
    return state


def balances(state: State) -> tuple[int, ...]:
    """Return the winnings by seat."""
    return state.table.balances


@pytest.mark.rule("macao", "1.1")
@pytest.mark.parametrize(
    ("lots", "banker"),
    [
        ("5C 3C 2D KC", 2),  # the lowest has the bank
        ("5C 3C KD AC", 3),  # ace low
        ("5C 3C 3D 9C 8C 7C", 2),  # seats 1 and 2 draw again: eight and seven
        ("5C 3C 3C 9C 8C 8C 2S AS", 2),  # and again: two and ace
    ],
)
def test_the_lowest_card_has_the_first_bank_ace_low(lots: str, banker: int) -> None:
    state = macao.start(Rules())
    assert isinstance(state, DrawingLots)
    assert len(state.pack) == 104
    assert macao.legal_moves(state) == ()
    shuffling = macao.apply(state, stacked(state, lots))
    assert isinstance(shuffling, LotsDrawn)
    assert shuffling.table.banker == banker


@pytest.mark.rule("macao", "1.1")
def test_two_packs_are_mixed() -> None:
    assert set(Counter(CARDS).values()) == {2}
    assert len(set(CARDS)) == 52


def nearly_out(rules: Rules, left: int, dealt: str = "", then: str = "") -> Drawing:
    """Return a coup with these first cards and ``left`` cards in the stock; the others are gone in earlier coups."""
    state = opened(rules, dealt, then)
    gone, stock = state.table.stock[left:], state.table.stock[:left]
    return evolve(state, table=evolve(state.table, stock=Deck(stock), gone=Hand(gone)))


def played_out(state: State, *moves: Move) -> State:
    """Return the state after these moves, when all others stand to the end of the coup."""
    state = after(macao, state, *moves)
    assert isinstance(state, Drawing)
    return after(macao, state, *[Stand()] * ((state.table.banker - state.to_act) % state.rules.players + 1))


@pytest.mark.rule("macao", "1.2")
def test_a_bank_lasts_while_two_cards_for_each_at_the_table_remain() -> None:
    rules = Rules(players=3)
    again = played_out(nearly_out(rules, 6))
    assert isinstance(again, Drawing)
    assert (again.table.banker, again.to_act, again.table.held, len(again.table.stock)) == (0, 1, 0, 3)
    over = played_out(nearly_out(rules, 6), Draw())
    assert isinstance(over, Shuffling)
    assert (over.table.banker, over.table.held, len(over.pack)) == (1, 1, 104)
    opened_again = macao.apply(over, stacked(over, "2C 3C 4C"))
    assert isinstance(opened_again, Drawing)
    assert (opened_again.to_act, opened_again.table.hands) == (2, hands("3C | 4C | 2C"))
    assert len(opened_again.table.stock) == 101


@pytest.mark.rule("macao", "1.2")
def test_fifty_two_players_have_one_coup_a_bank() -> None:
    state = played_out(opened(Rules(players=52)))
    assert isinstance(state, Shuffling)
    assert state.table.held == 1


@pytest.mark.rule("macao", "2.1")
def test_all_stake_the_same_and_nobody_is_asked() -> None:
    state = opened(Rules(players=3, stake=7), "5C | 6C | 4C")
    assert macao.legal_moves(state) == (Draw(), Stand())
    assert balances(played_out(state)) == (0, 7, -7)


@pytest.mark.rule("macao", "2.2")
def test_each_seat_gets_one_card_from_the_bankers_left_that_only_its_owner_sees() -> None:
    state: State = opened(Rules(players=3), then="2C 3C 4C 5C", banker=1)
    assert state.table.hands == hands("3C | 4C | 2C")
    assert view(state, 2).table.hands == (Hand.parse("??"), Hand.parse("??"), hand("2C"))
    assert macao.start(TWO).table.stock == CARDS


@pytest.mark.rule("macao", "2.3")
def test_what_each_rank_counts() -> None:
    counted = [total(TWO, Hand((Card(rank, Suit.CLUBS),))) for rank in Rank]
    assert counted == [2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1]


@pytest.mark.rule("macao", "2.4")
def test_punters_from_the_bankers_left_and_then_the_banker_may_draw_one_card() -> None:
    state: State = opened(Rules(players=3), "2C | 3C | 4C", "5D 6D AD", banker=1)
    for seat in (2, 0, 1):
        assert state.to_act == seat
        assert macao.legal_moves(state) == (Draw(), Stand())
        state = macao.apply(state, Draw())
    assert isinstance(state, Drawing)
    assert state.table.settled == hands("2C 6D | 3C AD | 4C 5D")
    assert balances(state) == (1, -2, 1)


@pytest.mark.rule("macao", "2.4")
def test_nobody_draws_twice_or_makes_a_move_that_is_not_offered() -> None:
    state = opened(TWO)
    with pytest.raises(IllegalMoveError, match="illegal move show: expected draw or stand"):
        macao.apply(state, Show())
    assert macao.apply(state, Draw()).to_act == 0


def test_what_only_looks_like_a_move_is_refused() -> None:
    class Peek(Draw):
        """A class derived from that of a move."""

    assert refusal(macao, opened(TWO), Peek()) == because("expected draw or stand")


@pytest.mark.rule("macao", "2.5")
@pytest.mark.parametrize(
    ("cards", "reverted", "whole"),
    [("3C 8C", 3, 11), ("5C 9C", 5, 14), ("9C AC", 9, 10), ("3C 6C", 9, 9), ("KC 9C", 9, 9), ("9C KC", 9, 9)],
)
def test_a_card_that_would_bring_more_than_nine_does_not_count(cards: str, reverted: int, whole: int) -> None:
    assert total(TWO, hand(cards)) == reverted
    assert total(BUST, hand(cards)) == whole


@pytest.mark.rule("macao", "2.5")
def test_a_punter_over_nine_shows_at_once_and_pays_whatever_the_banker_has() -> None:
    state = macao.apply(opened(BUST, "8C | 5C", "6D 7D"), Draw())
    assert (state.to_act, macao.legal_moves(state)) == (1, (Show(),))
    state = macao.apply(state, Show())
    assert (state.table.shown, state.table.hands) == (hands(" | 5C 6D"), hands("8C | "))
    assert (state.to_act, macao.legal_moves(state)) == (0, (Draw(), Stand()))
    assert balances(macao.apply(state, Stand())) == (1, -1)
    state = macao.apply(state, Draw())  # the banker is over nine too
    assert (balances(state), state.table.settled) == ((1, -1), hands("8C 7D | 5C 6D"))
    assert state.table.shown == hands(" | ")


@pytest.mark.rule("macao", "2.5")
def test_a_punter_who_has_drawn_and_is_not_over_nine_stands() -> None:
    state = macao.apply(opened(BUST, "8C | 5C", "4D 7D"), Draw())
    assert (state.to_act, macao.legal_moves(state)) == (1, (Stand(),))
    assert balances(after(macao, state, Stand(), Draw())) == (-1, 1)


@pytest.mark.rule("macao", "2.5")
@pytest.mark.parametrize(("card", "paid"), [("9C", 3), ("8C", 2), ("7C", 1), ("KC", 1)])
def test_a_banker_over_nine_pays_naturals_in_full(card: str, paid: int) -> None:
    state = after(macao, opened(BUST, f"5C | {card}", "5D"), Stand(), Draw())
    assert balances(state) == (-paid, paid)


@pytest.mark.rule("macao", "2.6")
def test_by_default_replacing_a_card_worth_nothing_is_the_one_draw() -> None:
    state = opened(TWO, "8C | KC", "9D")
    assert macao.legal_moves(state) == (Draw(), Stand())
    assert balances(after(macao, state, Draw(), Stand())) == (-1, 1)


@pytest.mark.rule("macao", "2.6")
def test_cards_worth_nothing_are_thrown_aside_before_the_draw_where_that_is_free() -> None:
    state: State = opened(FREE, "9C | KC", "10D 6D 3D")
    for thrown in ("KC", "KC 10D"):
        assert (state.to_act, macao.legal_moves(state)) == (1, (Draw(), Replace(), Stand()))
        state = macao.apply(state, Replace())
        assert state.table.thrown == (hand(""), hand(thrown))
        assert view(state, 0).table.thrown == (hand(""), Hand.parse(" ".join(["??"] * len(hand(thrown)))))
    assert macao.legal_moves(state) == (Draw(), Stand())
    state = after(macao, state, Draw(), Stand())
    assert state.table.settled == hands("9C | 6D 3D KC 10D")
    assert state.table.thrown == hands(" | ")
    assert balances(state) == (3, -3)


@pytest.mark.rule("macao", "2.6")
def test_there_is_no_natural_after_a_card_was_thrown_aside() -> None:
    assert balances(after(macao, opened(FREE, "8C | KC", "9D"), Replace(), Stand(), Stand())) == (-1, 1)
    assert balances(after(macao, opened(FREE, "KC | 9C", "9D"), Stand(), Replace(), Stand())) == (1, -1)


@pytest.mark.rule("macao", "2.6")
@pytest.mark.parametrize(("left", "may"), [(4, True), (3, False)])
def test_the_stock_must_hold_more_cards_than_seats_have_not_finished(left: int, may: bool) -> None:
    state = macao.apply(nearly_out(Rules(zero_card="free"), left, "KC | KD | KH | KS"), Stand())
    assert isinstance(state, Drawing)  # seats 2, 3 and 0 have not finished
    assert (Replace() in macao.legal_moves(state)) is may


@pytest.mark.rule("macao", "2.7")
def test_a_seat_may_draw_again_until_it_stands() -> None:
    """Two, three and three are eight and beat the banker's six, which a two alone had lost to."""
    once = macao.apply(opened(TWO, "6C | 2C", "3D 3H"), Draw())
    assert once.to_act == 0
    state = macao.apply(opened(AGAIN, "6C | 2C", "3D 3H"), Draw())
    assert (state.to_act, macao.legal_moves(state)) == (1, (Draw(), Stand()))
    state = macao.apply(state, Draw())
    assert isinstance(state, Drawing)
    assert (state.to_act, state.table.hands[1]) == (1, hand("2C 3D 3H"))
    state = after(macao, state, Stand(), Stand())
    assert (balances(state), state.table.settled) == ((-1, 1), hands("6C | 2C 3D 3H"))


@pytest.mark.rule("macao", "2.7")
def test_the_banker_may_draw_again_too() -> None:
    state = after(macao, opened(AGAIN, "2C | 7C", "3D 3H"), Stand(), Draw())
    assert (state.to_act, macao.legal_moves(state)) == (0, (Draw(), Stand()))
    assert balances(after(macao, state, Draw(), Stand())) == (1, -1)


@pytest.mark.rule("macao", "2.7")
def test_a_drawn_card_that_does_not_count_is_the_last() -> None:
    """Five and three are eight; the nine does not count, and nobody else learns that the seat must stand."""
    state = after(macao, opened(AGAIN, "8C | 5C", "3D 9D 4H"), Draw(), Draw())
    assert (state.to_act, macao.legal_moves(state)) == (1, (Stand(),))
    assert total(AGAIN, hand("5C 3D 9D")) == 8
    assert view(state, 0).table.hands[1] == Hand.parse("?? ?? ??")
    with pytest.raises(IllegalMoveError, match="expected stand"):
        macao.apply(state, Draw())
    assert balances(after(macao, state, Stand(), Stand())) == (2, -2)  # the banker's eight at once wins the tie


@pytest.mark.rule("macao", "2.7")
def test_whoever_draws_over_nine_shows_where_that_loses() -> None:
    rules = Rules(players=2, draw_again=True, overdraw="bust")
    state = after(macao, opened(rules, "5C | 4C", "4D KD 2D 3H 9H"), Draw(), Draw())
    assert macao.legal_moves(state) == (Draw(), Stand())
    state = macao.apply(state, Draw())
    assert (state.to_act, macao.legal_moves(state)) == (1, (Show(),))
    stood = after(macao, opened(rules, "5C | 4C", "4D 3H 9H"), Draw(), Stand(), Draw(), Draw())
    assert (stood.to_act, macao.legal_moves(stood)) == (0, (Show(),))
    assert balances(macao.apply(stood, Show())) == (-1, 1)
    state = macao.apply(state, Show())
    assert state.table.shown == hands(" | 4C 4D KD 2D")
    assert balances(macao.apply(state, Stand())) == (1, -1)


@pytest.mark.rule("macao", "2.7")
def test_a_card_is_left_for_each_seat_that_has_not_finished() -> None:
    """Of seven cards, seat 1 may draw until two are left, one for seat 2 and one for the banker."""
    worthless = "KC KD KH KS QC QD QH"
    state: State = nearly_out(Rules(players=3, draw_again=True), 7, "AC | AD | AH", worthless)
    for _ in range(5):
        assert (state.to_act, macao.legal_moves(state)) == (1, (Draw(), Stand()))
        state = macao.apply(state, Draw())
    assert macao.legal_moves(state) == (Stand(),)
    for seat in (2, 0):
        state = macao.apply(state, Stand())
        assert (state.to_act, macao.legal_moves(state)) == (seat, (Draw(), Stand()))
        state = macao.apply(state, Draw())
        assert macao.legal_moves(state) == (Stand(),)


NATURAL = [Made(value, natural=True) for value in range(10)]
DRAWN = [Made(value, natural=False) for value in range(10)]


@pytest.mark.rule("macao", "3.1")
def test_a_punter_with_more_is_paid_more_for_a_nine_or_eight_with_the_first_card_alone() -> None:
    for rules in (TWO, Rules(banker_natural="all")):
        assert [won(rules, punter, DRAWN[0]) for punter in NATURAL[1:]] == [1, 1, 1, 1, 1, 1, 1, 2, 3]
        assert [won(rules, punter, NATURAL[0]) for punter in DRAWN[1:]] == [1] * 9


@pytest.mark.rule("macao", "3.1")
def test_a_hand_with_a_drawn_card_is_no_natural_even_if_the_card_does_not_count() -> None:
    assert made(TWO, hand("9C 4C"), hand("")) == Made(9, natural=False)
    assert made(TWO, hand("9C"), hand("")) == Made(9, natural=True)
    assert balances(after(macao, opened(TWO, "8C | 9C", "4D"), Draw(), Stand())) == (-1, 1)


@pytest.mark.rule("macao", "3.2")
@pytest.mark.parametrize("banker", [*NATURAL[1:], *DRAWN[1:]])
def test_a_punter_with_less_pays_one_stake(banker: Made) -> None:
    for punter in (NATURAL[0], DRAWN[banker.total - 1]):
        assert won(TWO, punter, banker) == -1


@pytest.mark.rule("macao", "3.3")
def test_equal_totals_lose_to_the_banker_and_pay_more_for_his_nine_or_eight_at_once() -> None:
    for value, paid in enumerate([1, 1, 1, 1, 1, 1, 1, 1, 2, 3]):
        for punter in (NATURAL[value], DRAWN[value]):
            assert won(TWO, punter, NATURAL[value]) == -paid
            assert won(TWO, punter, DRAWN[value]) == -1


@pytest.mark.rule("macao", "3.3")
def test_equal_totals_may_be_nobodys() -> None:
    ties = Rules(ties="nobody", overdraw="bust")
    every = evolve(ties, banker_natural="all")
    for rules in (ties, every):
        for value in range(10):
            for punter in (NATURAL[value], DRAWN[value]):
                assert won(rules, punter, NATURAL[value]) == won(rules, punter, DRAWN[value]) == 0
        assert won(rules, NATURAL[9], NATURAL[8]) == 3
        assert won(rules, Made(11, natural=False), Made(11, natural=False)) == -1  # both over nine
    assert (won(ties, NATURAL[8], NATURAL[9]), won(every, NATURAL[8], NATURAL[9])) == (-1, -3)


@pytest.mark.rule("macao", "3.3")
@pytest.mark.parametrize(
    ("rules", "paid"), [(Rules(players=3), (4, -3, -1)), (Rules(players=3, ties="nobody"), (1, 0, -1))]
)
def test_who_wins_equal_totals_decides_a_coup(rules: Rules, paid: tuple[int, ...]) -> None:
    """The banker has a nine; seat 1 has another, and seat 2 an eight."""
    assert balances(played_out(opened(rules, "9C | 9D | 8C"))) == paid


@pytest.mark.rule("macao", "3.3")
def test_a_bankers_nine_or_eight_may_collect_more_from_every_loser() -> None:
    rules = Rules(banker_natural="all", overdraw="bust")
    assert [won(rules, DRAWN[0], banker) for banker in NATURAL] == [-1, -1, -1, -1, -1, -1, -1, -1, -2, -3]
    assert [won(rules, DRAWN[0], banker) for banker in DRAWN] == [-1] * 10
    assert won(rules, Made(12, natural=False), NATURAL[9]) == -1  # but not from one over nine
    assert won(rules, NATURAL[9], NATURAL[8]) == 3


@pytest.mark.rule("macao", "4.1")
def test_the_match_ends_after_the_banks() -> None:
    first = nearly_out(Rules(players=2, banks=2), 4, "2C | 9C")
    shuffling = played_out(first, Draw())
    assert isinstance(shuffling, Shuffling)
    assert macao.outcome(shuffling) is None
    last = evolve(first, table=evolve(first.table, held=1))
    over = played_out(last, Draw())
    assert isinstance(over, Finished)
    assert (over.table.held, macao.outcome(over)) == (2, Outcome((-1, 1), (1,)))
    assert Rules(players=7).last_bank == 7


def test_the_hands_of_a_coup_stay_on_the_table_until_the_next_is_settled() -> None:
    state = played_out(opened(TWO, "2C | 3C", "5D 6D"))
    assert (state.table.settled, state.table.gone) == (hands("2C | 3C"), hand(""))
    assert state.table.hands == hands("6D | 5D")
    state = played_out(state)
    assert (state.table.settled, state.table.gone) == (hands("6D | 5D"), hand("2C 3C"))


def test_promises() -> None:
    """A bank of two players has at most 51 coups, while four of the 104 cards remain, each of two moves."""
    assert macao.promises(Rules(players=2, banks=1, stake=2)).max_moves == 1 + 1 + 51 * 2
    assert macao.promises(Rules(players=2, banks=1, stake=2)).score_range == (-306, 306)


def test_promises_where_a_seat_has_several_moves() -> None:
    """With 104 cards there are 104 moves: a draw for each card drawn, and a last move for each card dealt."""
    for rules in (AGAIN, BUST, FREE):
        assert macao.promises(evolve(rules, banks=1)).max_moves == 1 + 1 + 104


def test_where_seats_stand_is_what_they_have_won() -> None:
    standing = macao.promises(TWO).standing
    assert standing
    state = after(macao, opened(TWO, "KC | 9C"), Stand(), Stand())
    assert standing(state) == balances(state) == (-3, 3)


@pytest.mark.parametrize(
    ("rules", "cards", "reached"),
    [
        (Rules(), None, 104),
        (Rules(players=34), None, 104),  # 36 cards in the first coup, if two seats draw, and 68 in the second
        (Rules(players=35), None, 70),  # there is one coup, in which everybody may draw a card
        (Rules(players=52), None, 104),
        (Rules(players=35, zero_card="free"), None, 102),  # and replace 32 cards
        (Rules(players=40, zero_card="free"), None, 104),
        (Rules(players=35, draw_again=True), None, 104),
        (TWO, "2C 3C 4C 5C", 4),
        (TWO, "2C 3C 4C 5C 6C", 4),
        (TWO, "2C 3C 4C 5C 6C 7C", 6),
        (FREE, "2C 3C 4C 5C 6C", 4),
        (FREE, "2C 3C 4C 5C KC", 5),
    ],
)
def test_a_card_is_reached_if_coups_can_use_as_many(rules: Rules, cards: str | None, reached: int) -> None:
    promised = macao.promises(rules).reached
    assert promised
    drawing = macao.start(rules, None if cards is None else hand(cards))
    assert promised(macao.apply(drawing, stacked(drawing, ""))) == range(reached)
    if cards is not None:  # of different ranks
        assert promised(drawing) == range(2)


@pytest.mark.parametrize(
    ("rules", "phase", "cards"),
    [
        (TWO, DrawingLots, "2C 3C 4C 5C"),
        (TWO, LotsDrawn, "2C 3C 4C 5C 6C"),
        (TWO, Shuffling, "2C 3C 4C 5C 6C"),
        (Rules(players=3, zero_card="free"), LotsDrawn, "2C 3C 4C 5C 6C 7C 8C KC"),
    ],
)
def test_the_last_place_reached_matters(rules: Rules, phase: type, cards: str) -> None:
    assert shows_fewer_places(macao, rules, phase, cards)


@pytest.mark.parametrize(
    ("rules", "moves"),
    [
        (TWO, (Draw(), Stand())),
        (FREE, (Draw(), Replace(), Stand())),
        (BUST, (Draw(), Stand(), Show())),
        (AGAIN, (Draw(), Stand())),
        (evolve(BUST, zero_card="free", draw_again=True), (Draw(), Replace(), Stand(), Show())),
    ],
)
def test_the_moves_that_there_are(rules: Rules, moves: tuple[Move, ...]) -> None:
    promised = macao.promises(rules).moves
    assert promised
    assert tuple(promised()) == moves


def test_a_smaller_pack_has_two_cards_for_each_at_the_table() -> None:
    assert macao.start(TWO, hand("2C 2C 3C 4C")).pack == hand("2C 2C 3C 4C")
    with pytest.raises(RulesError, match="the pack must have at least 4 cards, not 3"):
        macao.start(TWO, hand("2C 3C 4C"))


def expectation(rules: Rules, most: int) -> Fraction:
    """Return what a lone punter wins on average for his stake when both draw on totals up to ``most`` only.

    Both have a first card and another that they may draw. Only the values of these four cards matter.
    """
    copies = Counter(total(rules, Hand((card,))) for card in CARDS)
    cards = {total(rules, Hand((card,))): card for card in CARDS}
    gains = 0
    for values in product(copies, repeat=4):
        ways = prod(perm(copies[value], values.count(value)) for value in set(values))
        punter, banker = (
            made(rules, Hand((cards[first], cards[other]) if first <= most else (cards[first],)), hand(""))
            for first, other in (values[:2], values[2:])
        )
        gains += ways * won(rules, punter, banker)
    return Fraction(gains, perm(len(CARDS), 4))


@pytest.mark.parametrize(
    ("overdraw", "natural", "most", "exact"),
    [
        ("revert", "ties", 6, "419548/6897189"),
        ("revert", "all", 6, "-899108/6897189"),
        ("bust", "ties", 4, "507476/6897189"),
        ("bust", "all", 4, "-744520/6897189"),
    ],
)
def test_what_a_punter_wins_on_average(
    overdraw: Literal["revert", "bust"], natural: Literal["ties", "all"], most: int, exact: str
) -> None:
    assert expectation(Rules(players=2, overdraw=overdraw, banker_natural=natural), most) == Fraction(exact)


def test_how_often_the_first_card_is_nine_or_worth_nothing() -> None:
    counted = Counter(total(TWO, Hand((card,))) for card in CARDS)
    assert Fraction(counted[9], 104) == Fraction(1, 13)
    assert Fraction(counted[0], 104) == Fraction(4, 13)

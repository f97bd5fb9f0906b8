"""Blackjack, rule by rule."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from attrs import evolve

from cardrules.cards import PACK_52, Deck, Hand, Rank, pack
from cardrules.errors import RulesError
from cardrules.game import NATURE, Amount, Outcome
from cardrules.games import blackjack
from cardrules.games.blackjack import (
    ATLANTIC_CITY,
    EUROPEAN,
    VEGAS_STRIP,
    Bet,
    Betting,
    Blackjack,
    Box,
    BoxHand,
    Double,
    Draw,
    Drawing,
    Finished,
    Hit,
    Insure,
    Insuring,
    Move,
    NoBlackjack,
    NoInsurance,
    NoSurrender,
    Peeking,
    Playing,
    Refilling,
    Rules,
    Shuffling,
    Split,
    Stand,
    State,
    Stay,
    Surrender,
    Surrendering,
    Table,
)
from cardrules.games.blackjack.hands import Total, is_blackjack, total
from cardrules.moves import because
from cardrules.zones import view
from tests.facts import shows_fewer_places
from tests.sheets import after, card, hand, refusal, stacked

PEEK = Rules(hole_card=True, peek=True)
LATE = Rules(hole_card=True, peek=True, surrender="late")
PLAIN = Rules(surrender="none", insurance=False)
"""Rules without insurance and surrender, which come before the play."""


def betting(rules: Rules, shoe: str, used: str = "") -> Betting:
    """Return the state before the first bets, with these cards in the shoe, the top one first."""
    balances = (0,) * (rules.players + 1)
    return Betting(Table(rules, 0, balances, (), Hand(), None, Deck.parse(shoe), hand(used)))


def dealt(rules: Rules, shoe: str, *bets: int, used: str = "") -> State:
    """Return the state after the deal; ``shoe`` begins with the cards for boxes, dealer, boxes, hole card; bets are 10."""
    bets = bets or (10,) * rules.players
    return play(betting(rules, shoe, used), *map(Bet, bets))


def play(state: State, *moves: Move) -> State:
    """Return the state after these moves, each made by the seat to act."""
    return after(blackjack, state, *moves)


def played_out(state: State, *moves: Move) -> State:
    """Return the state after these moves and then all of the dealer's, up to the next choice of a box."""
    state = play(state, *moves)
    while isinstance(state, Drawing | Peeking):
        (forced,) = blackjack.legal_moves(state)
        state = play(state, forced)
    return state


def legal(state: State) -> set[type]:
    """Return the classes of the legal moves."""
    return set(map(type, blackjack.legal_moves(state)))


def table(state: State) -> Table:
    """Return the table of a state in which no phase is interrupted."""
    assert not isinstance(state, Refilling)
    return state.table


def cards(state: State, seat: int = 0) -> list[str]:
    """Return the hands of a box as text."""
    return [" ".join(card.ascii for card in hand.cards) for hand in table(state).boxes[seat].hands]


def balances(state: State) -> tuple[Amount, ...]:
    """Return the winnings by seat."""
    return table(state).balances


def playing(state: State) -> tuple[int, int]:
    """Return the box and the place of the hand that is to be played."""
    assert isinstance(state, Playing)
    return state.to_act, state.hand


# 1 Cards


@pytest.mark.rule("blackjack", "1.1")
@pytest.mark.parametrize(
    ("text", "points", "soft"),
    [
        ("2S 3S", 5, False),
        ("10S JS", 20, False),
        ("QS KS", 20, False),
        ("AS 9S", 20, True),
        ("AS AH", 12, True),
        ("AS AH AD 6C", 19, True),
        ("5S AH AD 5C", 12, False),
        ("AS 4S 7S", 12, False),
        ("AS", 11, True),
        ("10S 5H 7D", 22, False),
    ],
)
def test_one_ace_counts_11_if_that_does_not_pass_21(text: str, points: int, soft: bool) -> None:
    assert total(hand(text)) == Total(points, soft)


@pytest.mark.rule("blackjack", "1.1")
def test_several_aces_win_as_a_soft_19() -> None:
    state = play(dealt(PLAIN, "AS 10H AH AD 6C 7S"), Hit(), Hit(), Stand())
    assert balances(played_out(state)) == (10, -10)


@pytest.mark.rule("blackjack", "1.1")
def test_a_hand_with_two_aces_counted_1_is_not_over_21() -> None:
    state = play(dealt(PLAIN, "5S 10H AS AH 5H 9D"), Hit(), Hit())
    assert legal(state) == {Hit, Stand}


@pytest.mark.rule("blackjack", "1.1")
def test_the_dealer_draws_on_with_a_hard_12() -> None:
    state = played_out(dealt(PLAIN, "10S AD 8S 4C 7H 6D"), Stand())
    assert (str(table(state).dealer), balances(state)) == ("A♦ 4♣ 7♥ 6♦", (0, 0))


@pytest.mark.rule("blackjack", "1.2")
@pytest.mark.parametrize(
    ("text", "yes"), [("AS KD", True), ("10S AD", True), ("AS 9S AD", False), ("10S KS", False), ("7S 7H 7D", False)]
)
def test_blackjack_is_an_ace_and_a_ten_card(text: str, yes: bool) -> None:
    assert is_blackjack(hand(text)) == yes


# 2 Round


@pytest.mark.rule("blackjack", "2.1")
def test_bets_and_cards_go_round_the_boxes_and_then_to_the_dealer() -> None:
    rules = Rules(players=2, hole_card=True, min_bet=2, max_bet=9, step=3, insurance=False)
    state: State = betting(rules, "2S 3S 4S 5S 6S 7S 8S")
    for seat, amount in ((0, 8), (1, 2)):
        assert state.to_act == seat
        assert blackjack.legal_moves(state) == (Bet(2), Bet(5), Bet(8))
        state = play(state, Bet(amount))
    assert [box.bet for box in table(state).boxes] == [8, 2]
    assert rules.seats == 3
    assert (cards(state, 0), cards(state, 1)) == (["2S 5S"], ["3S 6S"])
    assert (table(state).dealer, table(state).hole, table(state).shoe) == (hand("4S"), card("7S"), hand("8S"))
    reason = because("a bet is from 2 to 8 in steps of 3", "2.1")
    for wrong in (1, 3, 9):
        assert refusal(blackjack, betting(rules, "2S"), Bet(wrong)) == reason


@pytest.mark.rule("blackjack", "2.1")
def test_without_a_hole_card_the_dealer_has_one_card_until_he_plays() -> None:
    state = dealt(PLAIN, "9S 4S 10S 6S 7S 10H")
    assert (table(state).dealer, table(state).hole) == (hand("4S"), None)
    assert table(play(state, Stand(), Draw())).dealer == hand("4S 6S")


@pytest.mark.rule("blackjack", "2.1")
def test_nobody_sees_the_hole_card_until_it_is_turned_up() -> None:
    state = dealt(Rules(hole_card=True), "9S 4S 10S 6S 7S 10H")
    for seat in (0, 1, None):
        assert str(view(state, seat).table.hole) == "??"  # type: ignore[union-attr]  # a phase of play
    state = play(state, Stand())
    assert (table(state).dealer, table(state).hole) == (hand("4S 6S"), None)


@pytest.mark.rule("blackjack", "2.1")
def test_insurance_surrender_and_the_peek_come_before_the_play() -> None:
    rules = Rules(players=2, hole_card=True, peek=True)
    state = dealt(rules, "9S 8S AH 7S 6S 5H 10C 10D")
    assert (type(state), state.to_act) == (Insuring, 0)
    state = play(state, Insure())
    assert (type(state), state.to_act) == (Insuring, 1)
    state = play(state, NoInsurance())
    assert (type(state), state.to_act) == (Surrendering, 0)
    assert legal(state) == {Surrender, NoSurrender}
    state = play(state, NoSurrender())
    assert (type(state), state.to_act) == (Surrendering, 1)
    state = play(state, Surrender())
    assert (type(state), state.to_act) == (Peeking, 2)
    assert blackjack.legal_moves(state) == (NoBlackjack(),)
    state = play(state, NoBlackjack())
    assert playing(state) == (0, 0)
    assert legal(state) == {Hit, Stand, Double}
    state = play(state, Stand())  # seat 1 is out
    assert (type(state), state.to_act) == (Drawing, 2)


@pytest.mark.rule("blackjack", "2.1")
@pytest.mark.parametrize("up", ["AH", "10H", "KH"])
def test_a_blackjack_that_the_dealer_has_looked_at_ends_the_round(up: str) -> None:
    hole = "AD" if up != "AH" else "QD"
    state = dealt(LATE, f"9S {up} 8S {hole} 2S")
    if up == "AH":
        state = play(state, NoInsurance())
    assert blackjack.legal_moves(state) == (Blackjack(),)
    assert str(view(state, 0).looked[-1]) == "??"  # type: ignore[union-attr]  # while the dealer looks
    assert blackjack.legal_moves(view(state, 1)) == (Blackjack(),)
    state = play(state, Blackjack())
    assert isinstance(state, Finished)
    assert (table(state).dealer, balances(state)) == (hand(f"{up} {hole}"), (-10, 10))


@pytest.mark.rule("blackjack", "2.1")
def test_the_dealer_looks_only_with_an_ace_or_a_ten_card() -> None:
    assert isinstance(dealt(LATE, "9S 9H 8S AD 2S"), Playing)
    assert isinstance(dealt(LATE, "9S JH 8S 9D 2S"), Peeking)
    assert isinstance(dealt(Rules(hole_card=True), "9S JH 8S 9D 2S"), Playing)


@pytest.mark.rule("blackjack", "2.1")
def test_a_hand_of_21_has_no_choice() -> None:
    state = dealt(Rules(players=2), "AS 9S 9H KS 6S 2S 3S")
    assert playing(state) == (1, 0)
    assert isinstance(play(state, Hit(), Hit()), Playing)
    assert isinstance(dealt(Rules(), "AS 9H KS 8H"), Drawing)
    peeked = dealt(Rules(players=2, hole_card=True, peek=True), "AS 9S 9H KS 6S 2S 3S")
    assert (type(peeked), peeked.to_act) == (Surrendering, 1)


@pytest.mark.rule("blackjack", "2.1")
def test_balances_go_on_from_round_to_round_and_the_highest_wins() -> None:
    state = dealt(Rules(rounds=2, decks=1, reshuffle_at=0), "10S 7H 9S 10D 10C 9C 8C KC QC", 4)
    state = played_out(state, Stand())
    assert isinstance(state, Betting)
    assert balances(state) == (4, -4)
    assert cards(state) == ["10S 9S"]  # what was played last still lies there
    state = played_out(state, Bet(10), Stand())
    assert blackjack.outcome(state) == Outcome((-6, 6), (1,))
    assert blackjack.outcome(dealt(PLAIN, "9S 9H 8S")) is None


@pytest.mark.rule("blackjack", "2.1")
def test_seats_with_equal_balances_share_the_win() -> None:
    state = played_out(dealt(PLAIN, "10S 7H 7S 10D"), Stand())
    assert blackjack.outcome(state) == Outcome((0, 0), (0, 1))


@pytest.mark.rule("blackjack", "2.2")
def test_insurance_is_offered_against_an_ace_alone() -> None:
    assert isinstance(dealt(Rules(), "9S AH 8S"), Insuring)
    assert isinstance(dealt(Rules(), "9S KH 8S"), Playing)
    assert isinstance(dealt(Rules(insurance=False), "9S AH 8S"), Playing)
    assert isinstance(dealt(Rules(hole_card=True), "9S 8H 8S AH"), Playing)


@pytest.mark.rule("blackjack", "2.2")
@pytest.mark.parametrize("rules", [Rules(), LATE])
def test_insurance_is_half_the_bet_and_pays_2_to_1(rules: Rules) -> None:
    with_blackjack = played_out(dealt(rules, "9S AH 8S KH", 5), Insure())
    if isinstance(with_blackjack, Playing):
        with_blackjack = played_out(with_blackjack, Stand())
    assert balances(with_blackjack) == (0, 0)  # 5 lost, and 5 won for 5/2
    without = played_out(dealt(rules, "9S AH 9D 7H", 5), Insure())
    assert balances(without) == ((0, 0) if rules == Rules() else (Fraction(-5, 2), Fraction(5, 2)))
    assert balances(played_out(without, Stand())) == (Fraction(-5, 2), Fraction(5, 2))  # equal totals


@pytest.mark.rule("blackjack", "2.2")
def test_insurance_is_settled_even_if_the_box_surrenders() -> None:
    with_blackjack = dealt(Rules(), "9S AH 8S KH 2S", 10)
    assert balances(played_out(with_blackjack, Insure(), Surrender())) == (5, -5)
    without = dealt(Rules(), "9S AH 8S 2H KS", 10)
    assert balances(played_out(without, Insure(), Surrender())) == (-10, 10)


@pytest.mark.rule("blackjack", "2.2")
def test_an_insured_blackjack_wins_the_bet_in_any_case() -> None:
    for second in ("KH", "2H"):
        assert balances(played_out(dealt(Rules(), f"AS AH KS {second} 5S", 4), Insure())) == (4, -4)


@pytest.mark.rule("blackjack", "2.3")
@pytest.mark.parametrize(("bet", "lost"), [(10, 5), (5, Fraction(5, 2)), (1, Fraction(1, 2))])
def test_a_surrender_loses_half_the_bet(bet: int, lost: Amount) -> None:
    state = dealt(Rules(), "10S 10H 6S AH", bet)
    assert legal(state) == {Hit, Stand, Double, Surrender}
    state = play(state, Surrender())
    assert balances(state) == (-lost, lost)
    assert balances(played_out(state)) == (-lost, lost)


@pytest.mark.rule("blackjack", "2.3")
def test_surrender_is_for_the_first_two_cards() -> None:
    state = dealt(Rules(), "6S 10H 6H 2S 3S 4S 5S")
    assert Surrender in legal(state)
    assert Surrender not in legal(play(state, Hit()))
    assert Surrender not in legal(play(state, Split()))
    assert Surrender not in legal(dealt(PLAIN, "6S 10H 6H 2S"))


@pytest.mark.rule("blackjack", "2.3")
def test_early_surrender_comes_before_the_dealer_looks_and_late_after() -> None:
    early = dealt(PEEK, "10S KH 6S AH")
    assert isinstance(early, Surrendering)
    assert balances(played_out(early, Surrender())) == (-5, 5)
    assert balances(played_out(early, NoSurrender())) == (-10, 10)
    late = dealt(LATE, "10S KH 6S AH")
    assert balances(played_out(late)) == (-10, 10)
    state = played_out(dealt(LATE, "10S KH 6S 9H"))
    assert Surrender in legal(state)
    assert balances(played_out(state, Surrender())) == (-5, 5)
    assert Surrender not in legal(played_out(dealt(PEEK, "10S KH 6S 9H"), NoSurrender()))


@pytest.mark.rule("blackjack", "2.3")
@pytest.mark.parametrize("against_ace", [True, False])
def test_surrender_may_be_forbidden_against_an_ace(against_ace: bool) -> None:
    rules = Rules(surrender_against_ace=against_ace)
    assert (Surrender in legal(play(dealt(rules, "10S AH 6S"), NoInsurance()))) is against_ace
    assert Surrender in legal(dealt(rules, "10S KH 6S"))
    assert Surrender in legal(dealt(rules, "AS KH 5S"))  # the box's ace does not matter
    hidden = evolve(PEEK, surrender_against_ace=against_ace)
    state = play(dealt(hidden, "10S AH 6S 9D"), NoInsurance())
    assert type(state) is (Surrendering if against_ace else Peeking)
    assert isinstance(dealt(hidden, "10S KH 6S AD"), Surrendering)
    late = evolve(LATE, surrender_against_ace=against_ace)
    asked = played_out(dealt(late, "10S AH 6S 9D 2S"), NoInsurance())
    assert legal(asked) == {Hit, Stand, Double} | ({Surrender} if against_ace else set())


@pytest.mark.rule("blackjack", "2.3")
def test_surrender_is_asked_before_a_peek_against_any_card() -> None:
    assert isinstance(dealt(PEEK, "10S 5H 6S 9H"), Surrendering)


@pytest.mark.rule("blackjack", "2.4")
def test_hit_and_stand_and_no_card_to_a_total_of_21() -> None:
    state = play(dealt(Rules(), "2S 9H 4S 5S 10S"), Hit())
    assert (legal(state), cards(state)) == ({Hit, Stand}, ["2S 4S 5S"])
    assert isinstance(play(state, Hit()), Drawing)  # 21
    assert isinstance(play(state, Stand()), Drawing)


@pytest.mark.rule("blackjack", "2.4")
def test_over_21_the_bet_is_lost_at_once_and_the_dealer_takes_no_card() -> None:
    state = play(dealt(Rules(hole_card=True), "10S 10H 6S 6H 6D KH"), Hit())
    assert balances(state) == (-10, 10)
    assert blackjack.legal_moves(state) == (Stay(),)
    state = play(state, Stay())
    assert (balances(state), table(state).shoe) == ((-10, 10), hand("KH"))


@pytest.mark.rule("blackjack", "2.5")
def test_double_doubles_the_bet_for_one_card() -> None:
    state = dealt(PLAIN, "5S 10H 6S 2H 7H")
    assert legal(state) == {Hit, Stand, Double}
    state = play(state, Double())
    assert (type(state), cards(state), table(state).boxes[0].hands[0].bet) == (Drawing, ["5S 6S 2H"], 20)
    assert balances(played_out(state)) == (-20, 20)
    over = dealt(PLAIN, "10S 10H 6S KH 7H")
    assert balances(play(over, Double())) == (-20, 20)


@pytest.mark.rule("blackjack", "2.5")
def test_double_is_for_two_cards_and_may_be_forbidden() -> None:
    assert legal(play(dealt(PLAIN, "5S 10H 6S 2H 7H"), Hit())) == {Hit, Stand}
    assert legal(dealt(Rules(double="none", surrender="none"), "5S 10H 6S 2H 7H")) == {Hit, Stand}


@pytest.mark.rule("blackjack", "2.5")
@pytest.mark.parametrize(
    ("cards", "doubled_by"),
    [
        ("5S 3S", {"any"}),
        ("7S 2S", {"any", "9-11"}),
        ("6S 4S", {"any", "9-11", "10-11"}),
        ("5S 6S", {"any", "9-11", "10-11"}),
        ("10S 2S", {"any"}),
        ("AS AD", {"any"}),
        ("AS 8S", {"any"}),  # 19, and not 9
        ("10S KS", {"any"}),
    ],
)
def test_only_some_totals_may_be_doubled(cards: str, doubled_by: set[str]) -> None:
    first, second = cards.split()
    for double in ("any", "9-11", "10-11", "none"):
        state = dealt(evolve(PLAIN, double=double), f"{first} 9H {second} 2H 3H")
        assert (Double in legal(state)) is (double in doubled_by)


@pytest.mark.rule("blackjack", "2.5")
def test_only_some_totals_may_be_doubled_after_a_split() -> None:
    limited = evolve(PLAIN, double="10-11")
    assert Double not in legal(play(dealt(limited, "6S 9H 6H 3S 4S 5S"), Split()))
    assert Double in legal(play(dealt(limited, "6S 9H 6H 4S 3S 5S"), Split()))


@pytest.mark.rule("blackjack", "2.5")
def test_double_after_a_split_but_not_on_aces() -> None:
    assert legal(play(dealt(PLAIN, "8S 9H 8H 3S 4S 5S"), Split())) == {Hit, Stand, Double}
    forbidden = Rules(double_after_split=False)
    assert legal(play(dealt(forbidden, "8S 9H 8H 3S 4S 5S"), Split())) == {Hit, Stand}
    assert Double in legal(dealt(forbidden, "8S 9H 8H 3S 4S 5S"))
    assert legal(play(dealt(Rules(hit_split_aces=True), "AS 9H AH 3S 4S 5S"), Split())) == {Hit, Stand}


@pytest.mark.rule("blackjack", "2.5")
def test_a_double_does_not_change_the_next_round() -> None:
    rules = Rules(rounds=2, min_bet=5, max_bet=5, decks=1, reshuffle_at=0)
    state = played_out(dealt(rules, "5S 7H 6S 10S 10D 5C 7C 6C 10C KC", 5), Double())
    assert balances(state) == (10, -10)
    assert blackjack.legal_moves(state) == (Bet(5),)
    state = play(state, Bet(5))
    assert table(state).boxes[0].hands[0].bet == 5
    assert balances(played_out(state, Double())) == (20, -20)


@pytest.mark.rule("blackjack", "2.6")
def test_two_cards_that_count_the_same_may_be_split() -> None:
    for pair in ("8S 9H 8H", "10S 9H QH", "KS 9H JH", "AS 9H AH"):
        assert Split in legal(dealt(Rules(), f"{pair} 2S 3S"))
    for other in ("8S 9H 9S", "AS 9H 9S"):
        assert Split not in legal(dealt(Rules(), f"{other} 2S 3S"))
    assert legal(play(dealt(Rules(), "6S 10H 6H AS 5S"), Hit())) == {Hit, Stand}
    assert legal(play(dealt(Rules(), "4S 10H 4H KS 5S"), Hit())) == {Hit, Stand}


@pytest.mark.rule("blackjack", "2.6")
def test_the_first_hand_is_played_out_before_the_second_gets_its_card() -> None:
    state = play(dealt(PLAIN, "8S 9H 8H 3S 10D 9D 10C"), Split())
    assert (playing(state), cards(state)) == ((0, 0), ["8S 3S", "8H"])
    assert [hand.bet for hand in table(state).boxes[0].hands] == [10, 10]
    state = play(state, Hit())
    assert (playing(state), cards(state)) == ((0, 1), ["8S 3S 10D", "8H 9D"])
    state = played_out(state, Stand())
    assert ([hand.won for hand in table(state).boxes[0].hands], balances(state)) == ([10, -10], (0, 0))


@pytest.mark.rule("blackjack", "2.6")
def test_a_hand_split_again_is_followed_by_its_new_half() -> None:
    state = play(dealt(PLAIN, "8S 9H 8H 8D 2S 3S 8C 4S 5S 7H"), Split())
    state = play(state, Split())
    assert (playing(state), cards(state)) == ((0, 0), ["8S 2S", "8D", "8H"])
    state = play(state, Stand(), Stand())
    assert (playing(state), cards(state)) == ((0, 2), ["8S 2S", "8D 3S", "8H 8C"])
    state = play(state, Split(), Stand())
    assert (playing(state), cards(state)) == ((0, 3), ["8S 2S", "8D 3S", "8H 4S", "8C 5S"])


@pytest.mark.rule("blackjack", "2.6")
@pytest.mark.parametrize(("most", "splits"), [(None, 4), (4, 3), (2, 1), (1, 0)])
def test_a_box_is_split_without_limit_or_up_to_one(most: int | None, splits: int) -> None:
    state = dealt(Rules(max_hands=most, decks=2), "8S 9H 8H 8D 8C 8S 9S 9C")
    made = 0
    while Split in legal(state):
        state = play(state, Split())
        made += 1
    assert made == splits


@pytest.mark.rule("blackjack", "2.6")
def test_split_aces_get_one_card_each() -> None:
    state = play(dealt(Rules(), "AS 9H AH 3S 4S 5S"), Split())
    assert (type(state), cards(state)) == (Drawing, ["AS 3S", "AH 4S"])
    more = play(dealt(Rules(hit_split_aces=True), "AS 9H AH 3S 4S 5S"), Split())
    assert cards(play(more, Hit())) == ["AS 3S 4S", "AH"]


@pytest.mark.rule("blackjack", "2.6")
def test_split_aces_may_be_split_again() -> None:
    state = play(dealt(Rules(), "AS 9H AH AD 4S 5S 6S"), Split())
    assert blackjack.legal_moves(state) == (Stand(), Split())
    assert cards(play(state, Split())) == ["AS 4S", "AD 5S", "AH 6S"]
    assert cards(play(state, Stand())) == ["AS AD", "AH 4S"]
    never = play(dealt(Rules(resplit_aces=False), "AS 9H AH AD 4S 5S 6S"), Split())
    assert (type(never), cards(never)) == (Drawing, ["AS AD", "AH 4S"])
    hit_only = play(dealt(Rules(resplit_aces=False, hit_split_aces=True), "AS 9H AH AD 4S 5S 6S"), Split())
    assert legal(hit_only) == {Hit, Stand}
    assert Split in legal(dealt(Rules(resplit_aces=False), "AS 9H AH AD"))


@pytest.mark.rule("blackjack", "2.6")
def test_ace_and_ten_after_a_split_are_no_blackjack() -> None:
    state = played_out(dealt(PLAIN, "AS 7H AH KS QS 10D"), Split())
    assert balances(state) == (20, -20)
    tens = played_out(dealt(PLAIN, "KS AH QH AS AD 10D"), Split())
    assert balances(tens) == (-20, 20)  # to the dealer's Blackjack


@pytest.mark.rule("blackjack", "2.7")
@pytest.mark.parametrize(
    ("shoe", "dealer"),
    [
        ("10S 10H 10D 6H 9D", "10♥ 6♥ 9♦"),
        ("10S 10H 10D 7H 9D", "10♥ 7♥"),
        ("10S 6H 10D AH 9D", "6♥ A♥"),
    ],
)
def test_the_dealer_draws_below_17_and_stays_with_17(shoe: str, dealer: str) -> None:
    assert str(table(played_out(dealt(PLAIN, shoe), Stand())).dealer) == dealer


@pytest.mark.rule("blackjack", "2.7")
def test_the_dealer_may_hit_a_soft_17_but_no_other() -> None:
    hits = Rules(surrender="none", soft_17="hit")
    assert str(table(played_out(dealt(hits, "10S 6H 10D AH 9D KD"), Stand())).dealer) == "6♥ A♥ 9♦ K♦"
    for shoe, dealer in (("10S 10H 10D 7H 9D", "10♥ 7♥"), ("10S 7H 10D AH 9D", "7♥ A♥")):
        assert str(table(played_out(dealt(hits, shoe), Stand())).dealer) == dealer


@pytest.mark.rule("blackjack", "2.7")
def test_the_dealer_draws_though_he_is_ahead() -> None:
    state = played_out(dealt(PLAIN, "10S 10H 2S 6H 9D"), Stand())
    assert (str(table(state).dealer), balances(state)) == ("10♥ 6♥ 9♦", (10, -10))


@pytest.mark.rule("blackjack", "2.7")
def test_against_blackjack_the_dealer_draws_only_for_a_blackjack() -> None:
    state = dealt(PLAIN, "AS 9H KS 2H")
    assert blackjack.legal_moves(state) == (Stay(),)  # he cannot have it
    state = dealt(PLAIN, "AS 10H KS 2H 3H")
    assert blackjack.legal_moves(state) == (Draw(),)
    state = play(state, Draw())
    assert blackjack.legal_moves(state) == (Stay(),)
    hidden = dealt(Rules(hole_card=True), "AS 10H KS 2H 3H")
    assert blackjack.legal_moves(hidden) == (Stay(),)


@pytest.mark.rule("blackjack", "2.7")
def test_for_insurance_the_dealer_draws_one_card() -> None:
    state = play(dealt(Rules(), "10S AH 5S KS 2H 3H"), Insure(), Hit())
    assert blackjack.legal_moves(state) == (Draw(),)
    state = play(state, Draw())
    assert (blackjack.legal_moves(state), balances(played_out(state))) == ((Stay(),), (-15, 15))
    without = play(dealt(Rules(), "10S AH 5S KS 2H 3H"), NoInsurance(), Hit())
    assert blackjack.legal_moves(without) == (Stay(),)


# 3 Settlement


@pytest.mark.rule("blackjack", "3.1")
@pytest.mark.parametrize(
    ("shoe", "won"),
    [
        ("10S 10H 9S 8H", 10),  # 19 against 18
        ("10S 10H 8S 9H", -10),
        ("10S 10H 8S 8H", 0),
        ("10S 10H 2S 6H 9D", 10),  # the dealer is over 21
        ("AS 9H KS", 15),
        ("AS 10H KS AH", 0),  # both have Blackjack
        ("AS 10H KS 2H 9D", 15),
        ("10S 10H 5S AH", -10),
    ],
)
def test_the_higher_total_wins_and_blackjack_beats_all_else(shoe: str, won: int) -> None:
    state = dealt(PLAIN, shoe)
    state = played_out(state, Stand()) if isinstance(state, Playing) else played_out(state)
    assert balances(state) == (won, -won)


@pytest.mark.rule("blackjack", "3.1")
def test_blackjack_of_either_side_beats_another_21() -> None:
    three_cards = play(dealt(PLAIN, "10S 10H 5S 6S AH"), Hit())
    assert balances(played_out(three_cards)) == (-10, 10)
    state = dealt(Rules(players=2, surrender="none"), "AS 9S 7H KS 9D 6H 8H")
    assert balances(played_out(state, Stand())) == (15, -10, -5)


@pytest.mark.rule("blackjack", "3.1")
@pytest.mark.parametrize(("pays", "won"), [(Fraction(6, 5), 12), (1, 10), (2, 20)])
def test_blackjack_pays_as_the_options_say(pays: Amount, won: int) -> None:
    assert balances(played_out(dealt(Rules(blackjack_pays=pays), "AS 9H KS"))) == (won, -won)


@pytest.mark.rule("blackjack", "3.2")
def test_a_blackjack_of_the_dealer_takes_doubled_and_split_bets() -> None:
    doubled = dealt(PLAIN, "5S 10H 6S 2H AH")
    assert balances(played_out(doubled, Double())) == (-20, 20)
    split = dealt(PLAIN, "8S 10H 8H 2H 3H AH")
    assert balances(played_out(split, Split(), Stand(), Stand())) == (-20, 20)


ORIGINAL = Rules(surrender="none", original_bets_only=True)


@pytest.mark.rule("blackjack", "3.2")
@pytest.mark.parametrize(
    ("shoe", "moves", "won"),
    [
        ("5S 10H 6S 2H AH", [Double()], [-10]),
        ("8S 10H 8H 2H 3H AH", [Split(), Stand(), Stand()], [-10, 0]),
        ("8S 10H 8H 10S KS 3H AH", [Split(), Hit(), Stand()], [-10, 0]),  # one is over 21
        ("8S 10H 8H 5S KS 3H AH", [Split(), Double(), Stand()], [-20, 0]),  # and doubled: more is lost by then
        ("8S 10H 8H 2H 3H 10S AH", [Split(), Stand(), Double()], [-10, 0]),
        ("AS 10H KH AH", [], [0]),  # equal
    ],
)
def test_a_blackjack_of_the_dealer_may_take_the_first_bet_only(shoe: str, moves: list[Move], won: list[int]) -> None:
    state = played_out(dealt(ORIGINAL, shoe), *moves)
    assert str(table(state).dealer) == "10♥ A♥"
    assert [hand.won for hand in table(state).boxes[0].hands] == won
    assert balances(state) == (sum(won), -sum(won))


@pytest.mark.rule("blackjack", "3.2")
def test_original_bets_count_against_a_blackjack_only() -> None:
    assert balances(played_out(dealt(ORIGINAL, "5S 10H 6S 2H KH"), Double())) == (-20, 20)


@pytest.mark.rule("blackjack", "3.3")
@pytest.mark.parametrize(("bet", "won"), [(5, Fraction(15, 2)), (1, Fraction(3, 2)), (100, 150)])
def test_halves_are_exact(bet: int, won: Amount) -> None:
    state = played_out(dealt(Rules(max_bet=100), "AS 9H KS", bet))
    assert balances(state) == (won, -won)
    assert type(balances(state)[0]) is type(won)


@pytest.mark.rule("blackjack", "3.3")
def test_two_halves_are_a_whole_number() -> None:
    rules = Rules(rounds=2, decks=1, reshuffle_at=0)
    state = played_out(dealt(rules, "AS 9H KS AD 9D KD 2S", 5))
    state = played_out(state, Bet(5))
    assert balances(state) == (15, -15)
    assert type(balances(state)[0]) is int


# 4 Shoe


@pytest.mark.rule("blackjack", "4.1")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_the_shoe_has_the_packs_in_the_options(decks: int) -> None:
    state = blackjack.start(Rules(decks=decks))
    assert state.to_act is NATURE
    assert state.pack == pack(copies=decks)
    assert len(table(play_shuffle(state)).shoe) == 52 * decks


def play_shuffle(state: State, top: str = "") -> State:
    """Return the state after a shuffle that leaves these cards on top."""
    return blackjack.apply(state, stacked(state, top))


@pytest.mark.rule("blackjack", "4.1")
@pytest.mark.parametrize(
    ("part", "left", "kind"),
    [
        (Fraction(1, 4), 13, Shuffling),
        (Fraction(1, 4), 14, Betting),
        (0, 0, Shuffling),
        (0, 1, Betting),
        (1, 48, Shuffling),
    ],
)
def test_all_cards_are_shuffled_before_a_round_when_few_are_left(part: Amount, left: int, kind: type) -> None:
    rules = Rules(decks=1, rounds=2, reshuffle_at=part)
    first = hand("10S 10H 9S 8H")
    rest = Hand(PACK_52).minus(first)
    shoe, used = Deck(first.plus(rest[:left])), Hand(rest[left:])
    before = Betting(Table(rules, 0, (0, 0), (), Hand(), None, shoe, used))
    state = played_out(before, Bet(1), Stand())
    assert type(state) is kind
    assert len(table(state).shoe) == left
    if isinstance(state, Shuffling):
        assert state.pack == Hand(PACK_52)
        state = play_shuffle(state, "2H")
        assert (table(state).shoe[0], table(state).used, table(state).boxes) == (card("2H"), Hand(), ())


@pytest.mark.rule("blackjack", "4.1")
def test_used_cards_go_under_the_last_ones_before_a_deal() -> None:
    state: State = play(betting(PLAIN, "10S 9H", used="2S 3S 4S 5S"), Bet(10))
    assert isinstance(state, Refilling)
    assert state.pack == hand("2S 3S 4S 5S")
    state = play_shuffle(state, "5S 3S")
    assert (cards(state), table(state).dealer, table(state).shoe) == (["10S 5S"], hand("9H"), hand("3S 2S 4S"))
    assert table(state).used == Hand()


@pytest.mark.rule("blackjack", "4.1")
def test_used_cards_are_shuffled_and_dealt_when_the_shoe_runs_out() -> None:
    used = "2S 3S 4S 5S"
    hit = play(dealt(PLAIN, "10S 9H 2H", used=used), Hit())
    assert isinstance(hit, Refilling)
    assert cards(play_shuffle(hit, "5S")) == ["10S 2H 5S"]
    doubled = play_shuffle(play(dealt(PLAIN, "10S 9H 2H", used=used), Double()), "5S")
    assert (type(doubled), cards(doubled)) == (Drawing, ["10S 2H 5S"])
    split = play(dealt(PLAIN, "8S 9H 8H 2D", used=used), Split(), Stand())
    assert isinstance(split, Refilling)
    assert cards(play_shuffle(split, "5S")) == ["8S 2D", "8H 5S"]
    dealer = play(dealt(PLAIN, "8S 9H 8H", used=used), Stand(), Draw())
    assert isinstance(dealer, Refilling)
    dealer = play_shuffle(dealer, "5S")
    assert (table(dealer).dealer, blackjack.legal_moves(dealer)) == (hand("9H 5S"), (Draw(),))


@pytest.mark.rule("blackjack", "4.1")
def test_nobody_shuffles_before_the_shoe_runs_out() -> None:
    state = dealt(PLAIN, "8S 9H 8H", used="2S 3S")
    assert legal(state) == {Hit, Stand, Double, Split}
    assert isinstance(play(state, Stand()), Drawing)


@pytest.mark.rule("blackjack", "4.1")
def test_without_any_card_left_nobody_gets_one() -> None:
    state = dealt(Rules(insurance=False), "8S 9H 8H")
    assert legal(state) == {Stand, Surrender}
    state = play(state, Stand())
    assert blackjack.legal_moves(state) == (Stay(),)
    assert balances(play(state, Stay())) == (10, -10)


@pytest.mark.rule("blackjack", "4.1")
def test_a_hand_just_split_stays_with_its_one_card() -> None:
    state = play(dealt(PLAIN, "8S 9H 8H 2D"), Split(), Stand())
    assert (type(state), cards(state)) == (Drawing, ["8S 2D", "8H"])
    assert balances(played_out(state)) == (0, 0)  # 10 and 8 against 9
    aces = play(dealt(Rules(hit_split_aces=True), "AS 9H AH AD 5S"), Split())
    assert legal(aces) == {Hit, Stand, Split}
    aces = play(aces, Hit())
    assert (type(aces), legal(aces), cards(aces)) == (Playing, {Stand}, ["AS AD 5S", "AH"])
    again = play(dealt(Rules(), "AS 9H AH AD"), Split())
    assert (type(again), cards(again)) == (Drawing, ["AS AD", "AH"])


@pytest.mark.rule("blackjack", "4.1")
def test_insurance_is_lost_if_the_dealer_gets_no_second_card() -> None:
    state = played_out(dealt(Rules(), "10S AH 8S"), Insure(), Stand())
    assert balances(state) == (10 - 5, 5 - 10)


# Options


def test_nobody_moves_while_cards_are_shuffled_or_when_all_is_over() -> None:
    refilling = play(dealt(PLAIN, "10S 9H 2H", used="2S"), Hit())
    assert refilling.rules is PLAIN
    for state in (blackjack.start(PLAIN), refilling, played_out(dealt(PLAIN, "AS 9H KS"))):
        assert blackjack.legal_moves(state) == ()


def test_promises_for_a_match() -> None:
    hit_or_stand = Rules(double="none", max_hands=1, surrender="none", insurance=False, decks=1, blackjack_pays=2)
    assert blackjack.promises(hit_or_stand).score_range == (-20, 20)
    one_pack = Rules(decks=1, surrender="none", insurance=False)
    for rules, bets in (
        (one_pack, 32),  # 16 tens, each doubled
        (evolve(one_pack, double="9-11"), 16),  # 16 tens, which cannot be doubled, or 4 other cards, which can
        (evolve(one_pack, double="10-11", max_hands=12), 12),
        (evolve(one_pack, double="10-11", max_hands=6), 8),
        (evolve(one_pack, double="10-11", max_hands=3), 6),
        (evolve(one_pack, double_after_split=False), 16),
        (evolve(one_pack, double_after_split=False, max_hands=1), 2),
        (evolve(one_pack, double="none", max_hands=3), 3),
    ):
        assert blackjack.promises(rules).score_range == (-10 * bets, 10 * bets)
    four_hands = Rules(players=2, rounds=3, max_hands=4)
    assert blackjack.promises(four_hands).score_range == (-2 * 3 * 90, 2 * 3 * 90)  # 4 doubled bets and insurance
    money = blackjack.promises(PLAIN).money_total
    assert money is not None
    assert [money(state) for state in (blackjack.start(PLAIN), play(dealt(PLAIN, "10S 9H 2H", used="2S"), Hit()))] == [
        0,
        0,
    ]


def test_presets_differ_as_the_games_do() -> None:
    """European boxes may double only on 9 to 11 and never surrender; an American dealer looks for Blackjack first."""
    european = dealt(EUROPEAN, "10S 10H 6S 2H 3H")
    assert (legal(european), table(european).hole) == ({Hit, Stand}, None)
    assert Double in legal(dealt(EUROPEAN, "7S 10H 2S 2H 3H"))
    strip = dealt(VEGAS_STRIP, "10S 10H 6S 9D 3H")
    assert (type(strip), legal(played_out(strip))) == (Peeking, {Hit, Stand, Double})
    city = played_out(dealt(ATLANTIC_CITY, "10S 10H 6S 9D 3H"))
    assert legal(city) == {Hit, Stand, Double, Surrender}
    assert [preset.decks for preset in (EUROPEAN, VEGAS_STRIP, ATLANTIC_CITY)] == [6, 4, 8]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: Rules(peek=True), "peek needs hole_card: "),
        (lambda: Rules(peek=True, hole_card=True, original_bets_only=True), "original_bets_only needs peek off: "),
        (lambda: Rules(surrender="late"), "surrender may be 'late' only with peek; "),
        (lambda: Rules(surrender="none", surrender_against_ace=False), "surrender_against_ace may be off only with "),
        (lambda: Rules(min_bet=11), "max_bet must be at least min_bet, which is 11, not 10"),
        (lambda: Rules(max_bet=5010, step=5, min_bet=10), "max_bet gives 1001 amounts from 10 to 5010 in steps of 5; "),
        (lambda: Rules(decks=9), "decks must be a whole number from 1 to 8, not 9"),
        (lambda: Rules(blackjack_pays=Fraction(1, 2)), "blackjack_pays must be a number from 1 up, not Fraction"),
        (lambda: Rules(reshuffle_at=2), "reshuffle_at must be a number from 0 to 1, not 2"),
    ],
)
def test_options_that_contradict_each_other_are_refused(wrong: Callable[[], Rules], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        wrong()


def test_a_thousand_bets_may_be_offered() -> None:
    assert len(blackjack.legal_moves(betting(Rules(max_bet=5005, step=5, min_bet=10), "2S"))) == 1000


def test_the_dealer_has_a_seat_and_never_a_choice() -> None:
    promised = blackjack.promises(Rules(players=3))
    assert (promised.seats, promised.deciding) == (4, (0, 1, 2))


def test_bets_that_are_not_settled_belong_to_the_boxes() -> None:
    standing = blackjack.promises(PLAIN).standing
    assert standing
    state = after(blackjack, betting(PLAIN, "10C 9C 5C 8C 9D"), Bet(4))
    assert standing(state) == (0, 0)
    assert standing(after(blackjack, state, Hit())) == (-4, 4)


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        (Rules(), 312),  # a hand that is split without limit can take all cards
        (
            EUROPEAN,
            60,
        ),  # three hands pass 21 from 20, one stands with 20, and the dealer passes 21 from 16: 56 low cards
        (VEGAS_STRIP, 52),  # 48 low cards of 4 packs, and 4 others
        (Rules(max_hands=1), 31),  # 24 aces, 6 twos, and another card
        (evolve(EUROPEAN, rounds=2), 120),
        (evolve(EUROPEAN, rounds=10), 312 - 79 + 60),  # the last round begins with 79 cards, one more than a quarter
        (evolve(EUROPEAN, rounds=10, reshuffle_at=0), 312),
        (Rules(players=2, max_hands=1, decks=1), 21),  # 20, 20 and 16 of four aces to fours and three fives, two others
    ],
)
def test_a_card_is_reached_if_rounds_can_take_as_many(rules: Rules, cards: int) -> None:
    reached = blackjack.promises(rules).reached
    assert reached
    assert reached(blackjack.start(rules)) == range(cards)


def test_a_round_takes_all_the_cards_that_are_reached() -> None:
    """Four hands of four twos, two threes and six aces; three of them get a ten. The dealer has eight twos and a ten."""
    twos, threes, aces, tens = ([f"{rank}{suit}" for suit in "CDHS"] * 6 for rank in ("2", "3", "A", "10"))
    shoe = [twos.pop() for _ in range(6)]
    for number in range(4):
        shoe += [twos.pop() for _ in range(2 if number == 0 else 3)]
        shoe += [threes.pop(), threes.pop(), *(aces.pop() for _ in range(6))]
        shoe += [tens.pop()] if number < 3 else []
    shoe += [*(twos.pop() for _ in range(7)), tens.pop()]
    start = blackjack.start(EUROPEAN)
    hits: list[Move] = [Hit()] * 10
    moves: list[Move] = [Bet(1), *[Split()] * 3, *([*hits, Hit()] * 3), *hits, Stand(), *[Draw()] * 8, Stay()]
    state = after(blackjack, start, stacked(start, " ".join(shoe)), *moves)
    assert isinstance(state, Finished)
    assert len(shoe) == 60
    assert len(state.table.shoe) == 312 - 60


SMALL = evolve(PLAIN, max_hands=1, double="none", decks=1)
TENS = Deck(one for one in PACK_52 if one.rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING))
"""Of these a round takes four cards: the box hits with two and is bust, or stands, and the dealer draws one."""


@pytest.mark.parametrize(
    ("rules", "phase", "reached"),
    [
        (evolve(SMALL, rounds=2), Betting, 4 - 2),  # two are in the shoe
        (evolve(SMALL, rounds=3), Betting, 2 * 4 - 2),
        (evolve(SMALL, rounds=3, reshuffle_at=1), Betting, 4 - 2),  # all are shuffled before the next round
        (evolve(SMALL, rounds=9), Betting, 14 - 5 + 4),  # the last round may begin with five, one more than a quarter
        (evolve(SMALL, rounds=9, reshuffle_at=0), Betting, 14),  # all of them
        (evolve(SMALL, rounds=2), Playing, 4 - 3),  # three are dealt
        (evolve(SMALL, rounds=3), Playing, 2 * 4 - 3),
        (evolve(SMALL, rounds=3, reshuffle_at=1), Playing, 4 - 3),
        (evolve(SMALL, rounds=2, max_hands=None), Drawing, 13),
    ],
)
def test_of_the_used_cards_are_reached_what_this_round_and_later_ones_can_take(
    rules: Rules, phase: type, reached: int
) -> None:
    """The second round is to be dealt, or to be played."""
    promised = blackjack.promises(rules).reached
    assert promised
    table = Table(rules, 1, (0, 0), (), Hand(), None, Deck(TENS[:2]), Hand(TENS[2:]))
    boxes = (Box(1, (BoxHand(Hand(TENS[:2]), 1),)),)
    laid = Table(rules, 2, (0, 0), boxes, Hand(TENS[2:3]), None, Deck(), Hand(TENS[3:]))
    interrupted = Betting(table, (1,)), Playing(laid, 0, 0), Drawing(laid)
    assert [promised(Refilling(state)) for state in interrupted if type(state) is phase] == [range(reached)]


@pytest.mark.parametrize(
    ("rules", "phase", "cards"),
    [
        (SMALL, Shuffling, "2C 3C 4C 5C 6C 7C 8C 9C 10C JC"),
        (evolve(SMALL, rounds=2, reshuffle_at=0), Refilling, "10C JC QC KC 10D JD"),
    ],
)
def test_the_last_place_reached_matters(rules: Rules, phase: type, cards: str) -> None:
    assert shows_fewer_places(blackjack, rules, phase, cards)


ALWAYS = (Hit(), Stand(), Draw(), Stay())


@pytest.mark.parametrize(
    ("rules", "others"),
    [
        (Rules(), {Insure(), NoInsurance(), Surrender(), Double(), Split()}),
        (SMALL, set()),
        (PLAIN, {Double(), Split()}),
        (PEEK, {Insure(), NoInsurance(), Surrender(), NoSurrender(), Double(), Split(), Blackjack(), NoBlackjack()}),
        (LATE, {Insure(), NoInsurance(), Surrender(), Double(), Split(), Blackjack(), NoBlackjack()}),
    ],
)
def test_the_moves_that_there_are(rules: Rules, others: set[Move]) -> None:
    promised = blackjack.promises(rules)
    assert promised.moves
    moves = promised.moves()
    assert len(moves) == 10 + len(ALWAYS) + len(others)
    assert set(moves) == {*map(Bet, range(1, 11)), *ALWAYS, *others}
    assert not promised.by_place


def test_a_smaller_shoe_is_shuffled_when_a_part_of_it_is_left() -> None:
    """Of six cards three are dealt and one is drawn; a round begins with two if that is more than a quarter, not a half."""
    cards = "2C 3C 10C 10D 10H 10S"
    for part, phase in ((Fraction(1, 4), Betting), (Fraction(1, 2), Shuffling)):
        rules = evolve(SMALL, rounds=2, reshuffle_at=part)
        start = blackjack.start(rules, hand(cards))
        assert start.pack == hand(cards)
        state = after(blackjack, start, stacked(start, "10C 10D 10H 10S 2C 3C"), Bet(1), Stand(), Draw(), Stay())
        assert type(state) is phase
    with pytest.raises(RulesError, match="the pack must have at least 4 cards, not 3"):
        blackjack.start(Rules(hole_card=True), hand("2C 3C 4C"))


def test_all_cards_are_reached_if_they_are_few() -> None:
    reached = blackjack.promises(SMALL).reached
    assert reached
    assert reached(blackjack.start(SMALL, hand("2C 3C 4C 5C"))) == range(4)

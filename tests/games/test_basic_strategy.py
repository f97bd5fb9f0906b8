"""The best play in Blackjack: published figures, and exact counts made independently of the library."""

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product

import pytest
from attrs import evolve

from cardrules.cards import Hand
from cardrules.errors import NoSuchCardError, RulesError
from cardrules.games.blackjack import EUROPEAN, VEGAS_STRIP, Double, Hit, Rules, Split, Stand, Surrender
from cardrules.games.blackjack.basic_strategy import Against, Shoe, dealer_results, expectation, insurance_value, table
from tests.sheets import card, hand

PUBLISHED = Rules(hole_card=True, peek=True, surrender="none", max_hands=4, resplit_aces=False)
"""The rules of the published figures; other rules differ from these as they say."""


def nine_digits(value: Fraction) -> str:
    return f"{float(value):.9f}"


@pytest.mark.rule("blackjack", "2.7")
def test_how_the_dealer_ends_with_an_endless_shoe() -> None:
    chances = dealer_results(Rules(), Hand())
    assert {worth: nine_digits(chance) for worth, chance in chances.items() if 17 <= worth <= 21} == {
        17: "0.145125905",
        18: "0.139496927",
        19: "0.133463956",
        20: "0.180252424",
        21: "0.072730664",
    }
    assert chances[22] == Fraction(8, 169)
    assert chances[0] == Fraction(6560574127830, 23298085122481)
    assert sum(chances.values()) == 1


@pytest.mark.rule("blackjack", "2.7")
def test_how_the_dealer_ends_with_a_shoe_of_some_packs() -> None:
    one = dealer_results(Rules(), Hand(), Shoe.of(1))
    assert (one[0], one[22]) == (Fraction(2039239971, 7190920100), Fraction(32, 663))
    six = dealer_results(Rules(), Hand(), Shoe.of(6))
    assert (nine_digits(six[0]), six[22]) == ("0.281921342", Fraction(192, 4043))


def test_a_dealer_who_has_all_his_cards() -> None:
    assert dealer_results(Rules(), hand("10S 7S")) == {17: 1}
    assert dealer_results(Rules(), hand("10S 6S"), Shoe((0, 0, 0, 0, 1, 0, 0, 0, 0, 1))) == {
        0: Fraction(1, 2),
        21: Fraction(1, 2),
    }
    assert 17 not in dealer_results(Rules(soft_17="hit"), hand("AS 6S"), Shoe((0, 0, 0, 1, 0, 0, 0, 0, 0, 0)))


def test_a_shoe_that_runs_out() -> None:
    with pytest.raises(ValueError, match="the shoe is empty, and the dealer, who has 10♠ 2♠ A♠, must draw"):
        dealer_results(Rules(), hand("10S 2S"), Shoe((1, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    assert Shoe.of(1).without(hand("AS KS QS")).cards == (3, 4, 4, 4, 4, 4, 4, 4, 4, 14)
    with pytest.raises(NoSuchCardError):
        Shoe.of(1).without(hand("AS AS AS AS AS"))


@pytest.mark.rule("blackjack", "2.2")
def test_insurance_is_a_bad_bet() -> None:
    assert insurance_value() == Fraction(-1, 13)
    assert insurance_value(Shoe.of(1).without(hand("AS"))) == Fraction(16 * 3, 51) - 1
    assert insurance_value(Shoe((0, 0, 0, 0, 0, 0, 0, 0, 0, 1))) == 2


@pytest.mark.rule("blackjack", "2.3")
@pytest.mark.rule("blackjack", "2.5")
@pytest.mark.rule("blackjack", "2.6")
@pytest.mark.rule("blackjack", "3.1")
@pytest.mark.rule("blackjack", "3.2")
@pytest.mark.parametrize(
    ("rules", "value"),
    [
        (PUBLISHED, "-0.005117336"),
        (evolve(PUBLISHED, double_after_split=False), "-0.006525383"),
        (evolve(PUBLISHED, max_hands=2), "-0.005703880"),
        (evolve(PUBLISHED, soft_17="hit"), "-0.007310958"),
        (evolve(PUBLISHED, surrender="late"), "-0.004262232"),
        (evolve(PUBLISHED, surrender="early"), "0.001216257"),
        (evolve(PUBLISHED, hole_card=False, peek=False), "-0.006252640"),
        (evolve(PUBLISHED, double="none", max_hands=1), "-0.024208122"),
        (Rules(), "0.000979594"),
    ],
)
def test_the_average_win_of_the_best_play(rules: Rules, value: str) -> None:
    assert nine_digits(expectation(rules)) == value


@pytest.mark.rule("blackjack", "2.3")
@pytest.mark.rule("blackjack", "2.5")
@pytest.mark.parametrize(
    ("rules", "other", "effect", "within"),
    [
        (evolve(PUBLISHED, double="9-11"), PUBLISHED, -0.09, 0.005),
        (evolve(PUBLISHED, double="10-11"), PUBLISHED, -0.18, 0.005),
        (evolve(EUROPEAN, surrender="early", surrender_against_ace=False), EUROPEAN, 0.24, 0.03),
        (
            evolve(EUROPEAN, surrender="early"),
            evolve(EUROPEAN, surrender="early", surrender_against_ace=False),
            0.39,
            0.03,
        ),
    ],
)
def test_what_a_rule_changes(rules: Rules, other: Rules, effect: float, within: float) -> None:
    """Published effects in percent for many packs: of few doubles, and of early surrender against tens and aces.

    The former are in most lists of the effects of rules, such as that after P. Griffin, "The Theory of Blackjack", which
    gives -0.09 and -0.18; the latter are in a list on the site Blackjack Review, for six packs.
    """
    assert float(expectation(rules) - expectation(other)) * 100 == pytest.approx(effect, abs=within)


def test_the_presets_of_las_vegas_have_the_published_rules() -> None:
    assert evolve(VEGAS_STRIP, decks=6) == PUBLISHED


@pytest.mark.parametrize("up", ["2S", "6S", "10S", "AS"])
@pytest.mark.parametrize("pair", ["AS AS", "8S 8S", "9S 9S", "10S 10S"])
def test_a_high_limit_of_hands_makes_almost_no_difference(up: str, pair: str) -> None:
    """A limit matters most with tens, since 4 of 13 cards make another pair."""
    limited, free = (Against(Rules(max_hands=most), card(up)).values(hand(pair))[Split()] for most in (60, None))
    assert abs(free - limited) < Fraction(1, 10**4)
    assert limited <= free


def test_the_values_of_moves() -> None:
    play = Against(evolve(PUBLISHED, surrender="late"), card("10S"))
    values = play.values(hand("10S 6S"))
    assert set(values) == {Hit(), Stand(), Double(), Surrender()}
    assert values[Surrender()] == Fraction(-1, 2) > max(values[Hit()], values[Stand()])
    assert play.best(hand("10S 6S")) == Fraction(-1, 2)
    # The bet is won only if the dealer goes over 21, once it is known that he has no Blackjack.
    assert values[Stand()] == 2 * play.results(hand("10S 6S"))[0] - 1
    assert 22 not in play.results(hand("10S 6S"))
    assert play.blackjack(hand("10S 6S")) == Fraction(1, 13)
    assert play.values(hand("10S 9S 2S")) == {}


def test_surrender_before_the_dealer_looks() -> None:
    play = Against(evolve(PUBLISHED, surrender="early"), card("AS"))
    assert [play.gives_up(hand(text)) for text in ("10S 6S", "4S 3S", "9S 9S", "AS KS")] == [True, True, False, False]
    late = Against(evolve(PUBLISHED, surrender="late"), card("AS"))
    assert not late.gives_up(hand("10S 6S"))


FINITE = Rules(hole_card=True, peek=True, surrender="none", max_hands=1)
HITS_SOFT_17 = evolve(FINITE, soft_17="hit")


@pytest.mark.rule("blackjack", "2.7")
@pytest.mark.parametrize(
    ("rules", "decks", "cards", "values"),
    [
        (FINITE, 1, "6S 5S", ("-0.634013", "0.172946", "0.240259")),
        (FINITE, 1, "7S AS", ("-0.101015", "-0.108386", "-0.357778")),
        (HITS_SOFT_17, 1, "6S 5S", ("-0.575374", "0.143003", "0.234296")),
        (HITS_SOFT_17, 2, "6S 5S", ("-0.587564", "0.121079", "0.166650")),
        (evolve(HITS_SOFT_17, hole_card=False, peek=False), 6, "6S 5S", ("-0.720879", "-0.235772", "-0.535879")),
        (evolve(HITS_SOFT_17, hole_card=False, peek=False), 6, "6S 4S", ("-0.720814", "-0.286818", "-0.639108")),
    ],
)
def test_the_values_of_moves_with_a_shoe_of_some_packs(
    rules: Rules, decks: int, cards: str, values: tuple[str, str, str]
) -> None:
    """Published figures to stand, hit and double against an ace, when the cards seen are gone from the shoe."""
    found = Against(rules, card("AH"), Shoe.of(decks)).values(hand(cards))
    assert tuple(f"{float(found[move]):.6f}" for move in (Stand(), Hit(), Double())) == values


SMALL = Shoe((2, 0, 0, 0, 0, 0, 0, 1, 1, 3))
"""A shoe from which the dealer draws two cards, or three with two aces."""


@pytest.mark.parametrize("looks", [(True, True), (True, False), (False, False)])
def test_the_best_play_with_a_small_shoe_is_that_of_all_orders_of_its_cards(looks: tuple[bool, bool]) -> None:
    hole_card, peek = looks
    rules = evolve(FINITE, double="none", hole_card=hole_card, peek=peek)
    assert expectation(rules, SMALL) == by_all_orders(SMALL, peek=peek)
    assert expectation(evolve(rules, insurance=False), SMALL) < expectation(rules, SMALL)


def by_all_orders(shoe: Shoe, *, peek: bool) -> Fraction:
    """Return what a box wins that may hit, stand and insure; the dealer's second card is the fourth of each order."""
    values = [value for value, count in enumerate(shoe.cards, 1) for _ in range(count)]
    orders = list(permutations(values))
    won = Fraction(0)
    for start in product(sorted(set(values)), repeat=3):  # the box's two cards, and the dealer's between them
        alike = [order for order in orders if order[:3] == start]
        if not alike:
            continue
        (first, up, second), part = start, Fraction(len(alike), len(orders))
        natural = points((first, second)) == 21
        blackjacks = Fraction(sum(points((up, order[3])) == 21 for order in alike), len(alike))
        if up == 1:
            won += part * max(Fraction(0), blackjacks - (1 - blackjacks) / 2)
        if natural:
            won += part * (1 - blackjacks) * Fraction(3, 2)
            continue
        played = [order for order in alike if points((up, order[3])) != 21] if peek else alike
        won += part * (best((first, second), played, 4) * Fraction(len(played), len(alike)) if played else 0)
        won -= part * Fraction(len(alike) - len(played), len(alike))
    return won


def points(cards: tuple[int, ...]) -> int:
    total = sum(cards)
    return total + 10 if 1 in cards and total <= 11 else total


def best(mine: tuple[int, ...], orders: list[tuple[int, ...]], drawn: int) -> Fraction:
    """Return what a hand wins by the best play when its next card is at the place ``drawn`` of each order."""
    if points(mine) > 21:
        return Fraction(-1)
    stand = Fraction(sum(against(mine, order, drawn) for order in orders), len(orders))
    if points(mine) == 21 or drawn == len(orders[0]):
        return stand
    hit = Fraction(0)
    for value in sorted({order[drawn] for order in orders}):
        alike = [order for order in orders if order[drawn] == value]
        hit += Fraction(len(alike), len(orders)) * best((*mine, value), alike, drawn + 1)
    return max(stand, hit)


def against(mine: tuple[int, ...], order: tuple[int, ...], drawn: int) -> int:
    rest = iter(order[drawn:])
    dealer: tuple[int, ...] = (order[1], order[3])
    while points(dealer) < 17:
        dealer += (next(rest),)
    theirs = points(dealer) if points(dealer) <= 21 else 0
    if len(dealer) == 2 and theirs == 21:
        return -1
    return (points(mine) > theirs) - (points(mine) < theirs)


def test_the_dealer_is_sure_to_have_blackjack() -> None:
    play = Against(FINITE, card("AS"), Shoe((1, 0, 0, 0, 0, 0, 1, 0, 1, 2)))
    assert play.before(hand("9S 7S")) == -1
    for ask in (play.values, play.results, lambda cards: list(play.draws(cards))):
        with pytest.raises(
            ValueError, match="no box plays: with the rest of the shoe the dealer is sure to have Black"
        ):
            ask(hand("9S 7S"))


def test_the_last_card_is_not_drawn_if_it_is_the_dealers_hole_card() -> None:
    shoe = Shoe((0, 0, 0, 0, 0, 0, 1, 1, 1, 1))
    assert Against(FINITE, card("10S"), shoe).values(hand("9S 7S")) == {Stand(): -1}  # 16 against 18
    play = Against(evolve(FINITE, hole_card=False, peek=False, double="none"), card("10S"), shoe)
    assert play.values(hand("9S 7S")) == {Hit(): -1, Stand(): -1}


def test_with_original_bets_only_a_doubled_hand_loses_the_first_bet_to_blackjack() -> None:
    """With 11 against an ace and 9 10 10 left, 21 beats A 9 or loses to Blackjack, and 20 always loses to Blackjack."""
    rules = Rules(max_hands=1)
    shoe = Shoe((1, 0, 0, 0, 1, 1, 0, 0, 1, 2))
    for only, value in ((False, Fraction(-2, 3)), (True, Fraction(0))):
        play = Against(evolve(rules, original_bets_only=only), card("AS"), shoe)
        assert play.values(hand("6S 5S"))[Double()] == value
    play = Against(evolve(rules, original_bets_only=True), card("10S"), Shoe((1, 0, 0, 0, 0, 0, 0, 1, 1, 2)))
    assert play.values(hand("9S 8S"))[Double()] == -2  # over 21 with the ten, and 18 with the ace against 20


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: Against(Rules(), card("JK")), "a shoe has cards of the pack, not JK"),
        (lambda: Against(Rules(), card("6H")).values(hand("JK 8D")), "a shoe has cards of the pack, not JK"),
        (lambda: dealer_results(Rules(), hand("JK")), "a shoe has cards of the pack, not JK"),
        (lambda: Against(Rules(), card("8H"), SMALL).left(hand("8D 9D")), "no 8♦ among A♠ 9♠ 10♠"),
        (lambda: Shoe.of(0), "a shoe has 1 pack or more, not 0"),
        (lambda: Shoe((1, 2)), r"a shoe has 10 numbers of cards, each 0 or more, not \(1, 2\)"),
        (lambda: Shoe((-1, *9 * (1,))), r"a shoe has 10 numbers of cards, each 0 or more, not \(-1, 1"),
        (lambda: insurance_value(Shoe((0,) * 10)), "the shoe has no card left"),
        (lambda: expectation(FINITE, Shoe((0, 0, 0, 0, 0, 0, 0, 0, 0, 2))), "the shoe has no card left"),
    ],
)
def test_cards_that_the_shoe_lacks_are_refused(ask: Callable[[], object], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        ask()


def test_original_bets_only_has_no_basic_strategy() -> None:
    with pytest.raises(RulesError, match="original_bets_only has no basic strategy where hands may be split, because"):
        expectation(Rules(original_bets_only=True))


TABLE = """\
hard   2   3   4   5   6   7   8   9   10  A
5      h   h   h   h   h   h   h   h   h   h
6      h   h   h   h   h   h   h   h   h   h
7      h   h   h   h   h   h   h   h   h   h
8      h   h   h   h   h   h   h   h   h   h
9      h   Dh  Dh  Dh  Dh  h   h   h   h   h
10     Dh  Dh  Dh  Dh  Dh  Dh  Dh  Dh  h   h
11     Dh  Dh  Dh  Dh  Dh  Dh  Dh  Dh  Dh  h
12     h   h   s   s   s   h   h   h   h   h
13     s   s   s   s   s   h   h   h   h   h
14     s   s   s   s   s   h   h   h   h   h
15     s   s   s   s   s   h   h   h   Rh  h
16     s   s   s   s   s   h   h   Rh  Rh  Rh
17     s   s   s   s   s   s   s   s   s   s
18     s   s   s   s   s   s   s   s   s   s
19     s   s   s   s   s   s   s   s   s   s
"""


def test_the_table_of_best_play() -> None:
    """The published table for many packs, a dealer who stands on all 17, and late surrender."""
    text = table(evolve(PUBLISHED, surrender="late"))
    assert text.startswith(TABLE)
    assert [part.split()[0] for part in text.split("\n\n")] == ["hard", "soft", "pair"]
    assert "\nA 7    s   Ds  Ds  Ds  Ds  s   s   h   h   h\n" in text
    assert "\n8 8    Ps  Ps  Ps  Ps  Ps  Ph  Ph  Ph  Ph  Ph\n" in text


def test_the_table_includes_surrender_before_the_peek() -> None:
    rows = table(evolve(PUBLISHED, surrender="early")).splitlines()
    assert rows[1].split() == ["5", *["h"] * 9, "Rh"]

"""The best play in Blackjack: the figures are published ones, or exact counts made apart from the library."""

from fractions import Fraction

import pytest
from attrs import evolve

from cardrules.basic_strategy import Against, Shoe, dealer_results, expectation, insurance_value, table
from cardrules.errors import NoSuchCardError, RulesError
from cardrules.games.blackjack import Double, Hit, Rules, Split, Stand, Surrender
from cardrules.hands import Hand
from tests.sheets import card, hand

PUBLISHED = Rules(hole_card=True, peek=True, surrender="none", max_hands=4, resplit_aces=False)
"""The rules for which the figures are published; each of the others differs from them in what it names."""


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
    with pytest.raises(ValueError, match="no card for the dealer, who has 10♠ 2♠ A♠ and must draw"):
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
def test_what_the_best_play_is_worth(rules: Rules, value: str) -> None:
    assert nine_digits(expectation(rules)) == value


@pytest.mark.parametrize("up", ["2S", "6S", "10S", "AS"])
@pytest.mark.parametrize("pair", ["AS AS", "8S 8S", "9S 9S", "10S 10S"])
def test_a_high_limit_of_hands_is_nearly_none(up: str, pair: str) -> None:
    """A limit is felt most with tens: 4 of 13 cards make another pair."""
    limited, free = (Against(Rules(max_hands=most), card(up)).values(hand(pair))[Split()] for most in (60, None))
    assert abs(free - limited) < Fraction(1, 10**4)
    assert limited <= free


def test_what_moves_are_worth() -> None:
    play = Against(evolve(PUBLISHED, surrender="late"), card("10S"))
    values = play.values(hand("10S 6S"))
    assert set(values) == {Hit(), Stand(), Double(), Surrender()}
    assert values[Surrender()] == Fraction(-1, 2) > max(values[Hit()], values[Stand()])
    assert play.best(hand("10S 6S")) == Fraction(-1, 2)
    # The bet is won only if the dealer goes over 21, once it is known that he has no Blackjack.
    assert values[Stand()] == 2 * play.results[0] - 1
    assert 22 not in play.results
    assert play.blackjack == Fraction(1, 13)
    assert play.values(hand("10S 9S 2S")) == {}


def test_surrender_before_the_dealer_looks() -> None:
    play = Against(evolve(PUBLISHED, surrender="early"), card("AS"))
    assert [play.gives_up(hand(text)) for text in ("10S 6S", "4S 3S", "9S 9S", "AS KS")] == [True, True, False, False]
    late = Against(evolve(PUBLISHED, surrender="late"), card("AS"))
    assert not late.gives_up(hand("10S 6S"))


def test_original_bets_only_has_no_basic_strategy() -> None:
    with pytest.raises(RulesError, match="no basic strategy for original_bets_only: the hands of a box"):
        expectation(Rules(original_bets_only=True))


TABLE = """\
hard  2   3   4   5   6   7   8   9   10  A
5     h   h   h   h   h   h   h   h   h   h
6     h   h   h   h   h   h   h   h   h   h
7     h   h   h   h   h   h   h   h   h   h
8     h   h   h   h   h   h   h   h   h   h
9     h   Dh  Dh  Dh  Dh  h   h   h   h   h
10    Dh  Dh  Dh  Dh  Dh  Dh  Dh  Dh  h   h
11    Dh  Dh  Dh  Dh  Dh  Dh  Dh  Dh  Dh  h
12    h   h   s   s   s   h   h   h   h   h
13    s   s   s   s   s   h   h   h   h   h
14    s   s   s   s   s   h   h   h   h   h
15    s   s   s   s   s   h   h   h   Rh  h
16    s   s   s   s   s   h   h   Rh  Rh  Rh
17    s   s   s   s   s   s   s   s   s   s
18    s   s   s   s   s   s   s   s   s   s
19    s   s   s   s   s   s   s   s   s   s
"""


def test_the_table_of_best_play() -> None:
    """Published for a dealer who stands on all 17, many packs, late surrender."""
    text = table(evolve(PUBLISHED, surrender="late"))
    assert text.startswith(TABLE)
    assert [part.split()[0] for part in text.split("\n\n")] == ["hard", "soft", "pair"]
    assert "\nA 7   s  Ds  Ds  Ds  Ds  s  s  h  h   h\n" in text
    assert "\n8 8    Ps  Ps  Ps  Ps  Ps  Ph  Ph  Ph  Ph  Ph\n" in text


def test_the_table_tells_of_surrender_before_the_peek() -> None:
    rows = table(evolve(PUBLISHED, surrender="early")).splitlines()
    assert rows[1].split() == ["5", *["h"] * 9, "Rh"]

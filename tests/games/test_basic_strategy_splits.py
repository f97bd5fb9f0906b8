"""Splits from a real shoe: published figures, and small shoes dealt in order, all halves one after the other."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

import pytest
from attrs import evolve

from cardrules.cards import Hand
from cardrules.games.blackjack import VEGAS_STRIP, Double, Rules, Split, Stand
from cardrules.games.blackjack.basic_strategy import FACES, Against, Shoe, expectation
from cardrules.games.blackjack.hands import VALUES
from cardrules.games.blackjack.moves import HandMove
from tests.sheets import card, hand

Doubles: TypeAlias = Literal["any", "9-11", "10-11", "none"]
"""The values of the option ``double``."""

LOOKS = Rules(hole_card=True, peek=True, surrender="none")


def split(rules: Rules, up: str, pair: str, shoe: Shoe) -> Fraction:
    """Return what a split of the first two cards wins."""
    return Against(rules, card(up), shoe).values(hand(pair))[Split()]


@pytest.mark.rule("blackjack", "2.5")
@pytest.mark.rule("blackjack", "2.6")
@pytest.mark.parametrize(
    ("up", "pair", "double", "hands", "value"),
    [
        ("10H", "AS AD", "any", 2, 0.194252),
        ("10H", "AS AD", "any", 3, 0.256082),
        ("10H", "AS AD", "any", 4, 0.259524),
        ("7H", "7S 7D", "10-11", 4, -0.0512847),
        ("7H", "8S 8D", "none", 2, 0.202329),
        ("7H", "8S 8D", "none", 3, 0.249110),
        ("7H", "8S 8D", "10-11", 4, 0.303664),
        pytest.param("AH", "8S 8D", "none", 3, -0.325769, marks=pytest.mark.deep),
        pytest.param("AH", "8S 8D", "any", 4, -0.317635, marks=pytest.mark.deep),
        pytest.param("AH", "AS AD", "any", 4, 0.261074, marks=pytest.mark.deep),
        pytest.param("6H", "8S 8D", "10-11", 4, 0.384873, marks=pytest.mark.deep),
        pytest.param("6H", "8S 8D", "any", 4, 0.385294, marks=pytest.mark.deep),
        pytest.param("6H", "AS AD", "any", 3, 0.828269, marks=pytest.mark.deep),
    ],
)
def test_the_value_of_a_split_from_one_pack(up: str, pair: str, double: Doubles, hands: int, value: float) -> None:
    """J. A. Nairn, "Exact Calculation of Expected Values for Splitting Pairs in Blackjack": tables for one deck.

    They are for one fixed way of playing, and are counted in single precision. These are the pairs for which that way
    is the best.
    """
    found = split(evolve(LOOKS, double=double, max_hands=hands), up, pair, Shoe.of(1))
    assert float(found) == pytest.approx(value, abs=1.5e-6)


@pytest.mark.rule("blackjack", "2.6")
@pytest.mark.parametrize(
    ("up", "pair", "value"),
    [
        ("10H", "10S 10D", 0.0600557),
        ("10H", "8S 8D", -0.452319),
        ("10H", "7S 7D", -0.612578),
        pytest.param("7H", "3S 3D", -0.0572504, marks=pytest.mark.deep),
        pytest.param("6H", "2S 2D", 0.272414, marks=pytest.mark.deep),
    ],
)
def test_the_best_play_wins_more_than_a_fixed_one(up: str, pair: str, value: float) -> None:
    """Other pairs in the same tables, whose way of playing is not the best."""
    assert 0 < float(split(evolve(LOOKS, max_hands=2), up, pair, Shoe.of(1))) - value < 0.01


@pytest.mark.rule("blackjack", "2.6")
@pytest.mark.parametrize(
    ("up", "pair", "value"),
    [
        ("10H", "AS AD", 0.186732),
        pytest.param("AH", "AS AD", 0.164548, marks=pytest.mark.deep),
        pytest.param("2H", "AS AD", 0.517051, marks=pytest.mark.deep),
        pytest.param("2H", "8S 8D", 0.0523917, marks=pytest.mark.deep),
    ],
)
def test_the_value_of_a_split_from_two_packs(up: str, pair: str, value: float) -> None:
    """The same author's tables for two decks, without another split, where his quick method is exact."""
    assert float(split(evolve(LOOKS, max_hands=2), up, pair, Shoe.of(2))) == pytest.approx(value, abs=1.5e-6)


@pytest.mark.rule("blackjack", "2.5")
def test_two_twos_against_a_six() -> None:
    """A discussion of programs for one deck gives 26.56 % for doubles on 9 to 11 and no other split."""
    rules = evolve(LOOKS, double="9-11", max_hands=2)
    assert f"{float(split(rules, '6H', '2S 2D', Shoe.of(1))):.2%}" == "26.56%"


Counts: TypeAlias = tuple[int, ...]
"""The number of cards that count 1, 2, and so on to 10."""

Dealt: TypeAlias = tuple[int, ...]
"""The values of the cards of a hand."""

Choose: TypeAlias = Callable[[Dealt, int], HandMove]
"""The move of a hand that may not split, by its cards and the number of hands in its box."""


def draws(shoe: Counts) -> Iterator[tuple[int, Fraction, Counts]]:
    """Yield the value of each card that may come next, its probability, and the shoe without it."""
    for at, count in enumerate(shoe):
        if count:
            yield at + 1, Fraction(count, sum(shoe)), (*shoe[:at], count - 1, *shoe[at + 1 :])


def points(cards: Dealt) -> int:
    total = sum(cards)
    return total + 10 if 1 in cards and total <= 11 else total


def soft(cards: Dealt) -> bool:
    return points(cards) != sum(cards)


@cache
def dealer_ends(dealer: Dealt, shoe: Counts, *, hits_soft_17: bool) -> dict[int, Fraction]:
    """Return the probability of each total of the dealer, 0 for over 21 and 22 for Blackjack."""
    if points(dealer) >= 17 and not (hits_soft_17 and soft(dealer) and points(dealer) == 17):
        natural = len(dealer) == 2 and points(dealer) == 21
        return {22 if natural else points(dealer) * (points(dealer) <= 21): Fraction(1)}
    ends: dict[int, Fraction] = {}
    for value, part, rest in draws(shoe):
        for end, chance in dealer_ends((*dealer, value), rest, hits_soft_17=hits_soft_17).items():
            ends[end] = ends.get(end, Fraction(0)) + part * chance
    return ends


class InOrder:
    """A box that has been split, and whose hands are dealt and played to the end one after the other."""

    def __init__(self, rules: Rules, dealer: Dealt, most: int, choose: Choose, before: int) -> None:
        self.rules, self.dealer, self.most, self.choose = rules, dealer, most, choose
        self.before = before  # hands of the box that have been played, and are not counted here

    def wins(
        self, shoe: Counts, ended: tuple[tuple[int, int], ...], hands: tuple[Dealt, ...], bet: int = 1
    ) -> Fraction:
        """Return the average win of all hands: those ``ended``, as total and bet, and those to play, the next first."""
        if not hands:
            ends = dealer_ends(self.dealer, shoe, hits_soft_17=self.rules.soft_17 == "hit").items()
            return sum((part * self.settled(ended, end) for end, part in ends), Fraction(0))
        cards, others = hands[0], hands[1:]
        number = self.before + len(ended) + len(hands)
        if len(cards) == 2 and cards[0] == cards[1] and number < self.most:
            return self.wins(shoe, ended, (cards[:1], cards[1:], *others))
        if len(cards) > 1:
            total = points(cards)
            only_one = cards[0] == 1 and not self.rules.hit_split_aces
            move = Stand() if bet == 2 or total >= 21 or only_one else self.choose(cards, number)
            if move == Stand():
                return self.wins(shoe, (*ended, (total * (total <= 21), bet)), others)
            bet = 2 if move == Double() else 1
        return sum(
            (part * self.wins(rest, ended, ((*cards, value), *others), bet) for value, part, rest in draws(shoe)),
            Fraction(0),
        )

    @staticmethod
    def settled(ended: tuple[tuple[int, int], ...], dealers: int) -> int:
        return sum(bet * ((mine > dealers) - (mine < dealers) if mine else -1) for mine, bet in ended)


def dealt_in_order(play: Against, value: int, most: int, before: int = 0) -> Fraction:
    """Return what two new halves of a pair of this ``value`` win if the box splits up to ``most`` hands."""
    faces = [FACES[value - 1]] * (2 + before)
    shoe = play.shoe.without((play.up, *faces)).cards
    up = VALUES[play.up]

    @cache
    def choose(cards: Dealt, hands: int) -> HandMove:
        """Return the best move other than a split, according to the library."""
        values = dict(play.values(Hand(FACES[value - 1] for value in cards), hands))
        values.pop(Split(), None)
        return max(values, key=values.__getitem__)

    def played(dealer: Dealt, rest: Counts) -> Fraction:
        return InOrder(play.rules, dealer, most, choose, before).wins(rest, (), ((value,), (value,)))

    if not play.rules.hole_card:
        return played((up,), shoe)
    hidden = [(hole, part, rest) for hole, part, rest in draws(shoe) if points((up, hole)) != 21 or not play.rules.peek]
    playing = sum((part for _, part, _ in hidden), Fraction(0))
    return sum((part / playing * played((up, hole), rest) for hole, part, rest in hidden), Fraction(0))


FEW = Shoe((0, 0, 2, 0, 0, 0, 2, 4, 2, 6))
"""Threes, sevens, eights, nines and tens."""

ACES = Shoe((4, 0, 0, 0, 0, 2, 0, 3, 0, 7))
"""Aces, sixes, eights and tens."""


@pytest.mark.rule("blackjack", "2.6")
@pytest.mark.parametrize(
    ("rules", "up", "value", "shoe"),
    [
        (evolve(LOOKS, max_hands=2), "10S", 8, FEW),
        (evolve(LOOKS, max_hands=3), "10S", 8, FEW),
        (evolve(LOOKS, max_hands=3, double="9-11"), "9S", 8, FEW),
        (evolve(LOOKS, max_hands=3, double_after_split=False), "7S", 8, FEW),
        (Rules(max_hands=3, double="10-11"), "10S", 8, FEW),
        (Rules(max_hands=3, hole_card=True, soft_17="hit"), "AS", 8, ACES),
        (evolve(LOOKS, max_hands=None), "10S", 1, ACES),
        (evolve(LOOKS, max_hands=3, resplit_aces=False), "AS", 1, ACES),
        (evolve(LOOKS, max_hands=3, hit_split_aces=True), "10S", 1, ACES),
    ],
)
def test_a_split_wins_what_its_hands_win_together_dealt_in_order(rules: Rules, up: str, value: int, shoe: Shoe) -> None:
    """Dealt card by card, with all that one half draws gone for the other, from shoes of a few values."""
    play = Against(rules, card(up), shoe)
    most = (rules.max_hands or 4) if value != 1 or rules.resplit_aces else 2
    pair = Hand([FACES[value - 1]] * 2)
    assert play.values(pair)[Split()] == max(dealt_in_order(play, value, limit) for limit in range(2, most + 1))


def test_a_split_of_a_box_with_more_hands_counts_their_first_cards() -> None:
    play = Against(evolve(LOOKS, max_hands=3), card("10S"), FEW)
    assert play.left(hand("8S 8D"), 2).cards == (0, 0, 2, 0, 0, 0, 2, 1, 2, 5)
    assert play.values(hand("8S 8D"), 2)[Split()] == dealt_in_order(play, 8, 3, before=1)
    assert dealt_in_order(play, 8, 3, before=1) != dealt_in_order(play, 8, 2)


def test_a_half_is_played_as_the_values_of_its_moves_say() -> None:
    """Without another split, each half wins as much as the other; the first gets any card but its pair's."""
    play = Against(evolve(LOOKS, max_hands=2), card("10S"), FEW)
    one = sum((part * play.best(hand(f"8S {drawn}"), 2) for drawn, part in play.draws(hand("8S"), 2)), Fraction(0))
    assert play.values(hand("8S 8D"))[Split()] == 2 * one
    assert play.blackjack(hand("8S"), 2) == 0
    assert sum(play.results(hand("8S"), 2).values()) == 1


def test_a_split_needs_enough_cards_for_all_hands() -> None:
    small = Shoe((0, 0, 4, 0, 0, 0, 0, 4, 0, 2))
    with pytest.raises(ValueError, match="the shoe may run out of cards after 8♠ 8♦ are split"):
        split(LOOKS, "10S", "8S 8D", small)
    # From this shoe a third hand might leave too few cards for the dealer.
    few = Shoe((0, 0, 4, 0, 0, 0, 0, 4, 0, 6))
    assert split(LOOKS, "10S", "8S 8D", few) == split(evolve(LOOKS, max_hands=2), "10S", "8S 8D", few)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("rules", "decks", "value"),
    [
        (VEGAS_STRIP, 1, 0.001839),
        (evolve(VEGAS_STRIP, double_after_split=False), 1, 0.000423),
        (evolve(VEGAS_STRIP, soft_17="hit"), 2, -0.003797),
    ],
)
def test_the_average_win_from_one_and_two_packs(rules: Rules, decks: int, value: float) -> None:
    """M. Shackleford, "The Wizard of Odds", appendix 9 on blackjack: composition-dependent returns of whole games.

    His splits, too, take into account how often a box has split, but no other cards of its other hands.
    """
    assert float(expectation(rules, Shoe.of(decks))) == pytest.approx(value, abs=1e-5)


@pytest.mark.deep
@pytest.mark.rule("blackjack", "2.5")
def test_what_few_doubles_cost_with_one_pack() -> None:
    """The tables of J. A. Nairn for one deck without splits: -0.656 % with doubles on 10 and 11, else -0.385 %."""
    any_total = evolve(VEGAS_STRIP, max_hands=1)
    few = evolve(any_total, double="10-11")
    cost = expectation(few, Shoe.of(1)) - expectation(any_total, Shoe.of(1))
    assert float(cost) * 100 == pytest.approx(-0.65595 + 0.38485, abs=0.01)

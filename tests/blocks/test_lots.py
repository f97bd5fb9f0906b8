"""Lots: the lowest card decides, and seats that tie draw again."""

from itertools import permutations

import pytest

from cardrules.blocks.lots import Lots
from cardrules.cards import ACE_HIGH, ACE_LOW, JOKER, Deck, Hand, Ranking, pack
from tests.sheets import hands


@pytest.mark.parametrize(
    ("ranking", "drawn", "lowest"),
    [
        (ACE_LOW, "5C KD AS", 2),
        (ACE_HIGH, "5C KD AS", 0),
        (ACE_HIGH, "5C 2D AS", 1),
    ],
)
def test_each_seat_draws_a_card_and_the_lowest_decides(ranking: Ranking, drawn: str, lowest: int) -> None:
    lots = Lots.draw(Deck.parse(drawn + " 3H 4H"), 3, ranking)
    assert lots.drawn == hands(drawn.replace(" ", "|"))
    assert (lots.lowest, lots.stock) == (lowest, Deck.parse("3H 4H"))


def test_only_seats_tied_for_the_lowest_draw_again() -> None:
    lots = Lots.draw(Deck.parse("3C 9D 3S 3D KH 7H 7C 2S 8S 5C"), 4, ACE_LOW)
    assert lots.drawn == hands("3C KH | 9D | 3S 7H 2S | 3D 7C 8S")
    assert (lots.lowest, lots.stock) == (2, Deck.parse("5C"))


def test_when_too_few_cards_remain_the_first_tied_seat_is_lowest() -> None:
    lots = Lots.draw(Deck.parse("9C 3D 9S 3H 3S 4C 4D"), 5, ACE_LOW)
    assert lots.drawn == hands("9C | 3D | 9S | 3H | 3S")
    assert (lots.lowest, lots.stock) == (1, Deck.parse("4C 4D"))


def test_with_more_seats_than_cards_seat_0_is_lowest() -> None:
    lots = Lots.draw(Deck.parse("9C 3D"), 3, ACE_LOW)
    assert (lots.drawn, lots.lowest) == ((Hand(),) * 3, 0)


@pytest.mark.parametrize(
    ("cards", "seats", "drawn"),
    [
        (pack(), 4, 52),  # thirteen ties of all four
        (pack(), 2, 52),  # twenty-six ties
        (pack(), 50, 52),  # two seats tie, and draw the last two cards
        (pack(), 51, 51),  # one card is left, and two would have to draw
        (pack(copies=2), 27, 104),
        (Hand.parse("2C 3C 4C 5C"), 2, 2),  # no two cards are alike
        (Hand.parse("2C 2D 3C 4C 5C"), 2, 4),  # after one tie the cards differ
        (Hand.parse("2C 2D 3C 3D 4C"), 2, 4),  # a second tie would need two cards more
        (Hand.parse("2C 2D 3C 3D 4C 5C"), 3, 5),  # 2 2 4, 3 3
        (Hand.parse("2C 2D 2H 3C 4C 5C"), 3, 6),  # 2 2 2, 3 4 5
        (Hand.parse("2C 2D 2H 3C 4C 5C 6C"), 3, 6),  # the same, and a card is left
        (Hand.parse("2C 2D 2H 3C"), 3, 3),  # two would have to draw one card
    ],
)
def test_ties_decide_how_many_cards_are_drawn_at_most(cards: Hand, seats: int, drawn: int) -> None:
    assert Lots.reach(cards, seats) == drawn


@pytest.mark.parametrize(
    "cards", ["2C 3C 4C", "2C 2D 3C 3D 4C", "2C 2D 2H 3C 4C 5C", "2C 2D 2H 2S 3C 3D", "2C 2D 2H 3C 3D"]
)
def test_no_order_of_a_small_pack_draws_more_and_one_draws_as_many(cards: str) -> None:
    for seats in range(2, len(Hand.parse(cards)) + 1):
        orders = (Lots.draw(Deck(order), seats, ACE_LOW) for order in permutations(Hand.parse(cards)))
        assert Lots.reach(Hand.parse(cards), seats) == max(sum(map(len, lots.drawn)) for lots in orders)


def test_jokers_are_put_aside() -> None:
    assert Lots.draw(Deck.parse("9C 3D"), 2, ACE_LOW).aside == Hand()
    assert Lots.draw(Deck.parse("9C 3D"), 2, ACE_LOW, jokers=2).aside == (JOKER, JOKER)


def test_lots_are_moved_to_the_left() -> None:
    """The lots of seats 0, 1 and 2 are those of seats 2, 0 and 1 at the turned table, and the lowest moves with its card."""
    lots = Lots.draw(Deck.parse("9C 3D 7S 4H"), 3, ACE_LOW)
    turned = lots.rotated(2)
    assert turned.drawn == (lots.drawn[1], lots.drawn[2], lots.drawn[0])
    assert (lots.lowest, turned.lowest) == (1, 0)
    assert (turned.stock, turned.aside) == (lots.stock, lots.aside)

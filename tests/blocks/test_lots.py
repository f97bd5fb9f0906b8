"""Lots: the lowest card decides, and seats that tie draw again."""

import pytest

from cardrules.blocks.lots import Lots
from cardrules.cards import ACE_HIGH, ACE_LOW, JOKER, Deck, Hand, Ranking
from tests.sheets import hands


@pytest.mark.parametrize(
    ("ranking", "pack", "lowest"),
    [
        (ACE_LOW, "5C KD AS", 2),
        (ACE_HIGH, "5C KD AS", 0),
        (ACE_HIGH, "5C 2D AS", 1),
    ],
)
def test_each_seat_draws_a_card_and_the_lowest_decides(ranking: Ranking, pack: str, lowest: int) -> None:
    lots = Lots.draw(Deck.parse(pack + " 3H 4H"), 3, ranking)
    assert lots.drawn == hands(pack.replace(" ", "|"))
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


def test_jokers_are_put_aside() -> None:
    assert Lots.draw(Deck.parse("9C 3D"), 2, ACE_LOW).aside == Hand()
    assert Lots.draw(Deck.parse("9C 3D"), 2, ACE_LOW, jokers=2).aside == (JOKER, JOKER)

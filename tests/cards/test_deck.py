"""Decks: drawing and dealing, without losing a card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cards import PACK_52, Deck, Hand
from cardrules.errors import NotEnoughCardsError
from tests.sheets import hand, hands

NINE = Deck.parse("2C 3C 4C 5C 6C 7C 8C 9C 10C")


def test_the_top_cards_are_drawn_in_their_order() -> None:
    assert NINE.draw() == (hand("2C"), hand("3C 4C 5C 6C 7C 8C 9C 10C"))
    assert NINE.draw(3) == (hand("2C 3C 4C"), hand("5C 6C 7C 8C 9C 10C"))
    assert NINE.draw(0) == (Hand(), NINE)
    assert NINE.draw(9) == (NINE, Deck())
    assert [type(made) for made in NINE.draw(3)] == [Hand, Deck]


@pytest.mark.parametrize(
    ("seats", "count", "packet", "first", "dealt", "rest"),
    [
        (3, 2, 1, 0, "2C 5C | 3C 6C | 4C 7C", "8C 9C 10C"),
        (3, 2, 1, 1, "4C 7C | 2C 5C | 3C 6C", "8C 9C 10C"),
        (3, 2, 1, 2, "3C 6C | 4C 7C | 2C 5C", "8C 9C 10C"),
        (2, 4, 2, 0, "2C 3C 6C 7C | 4C 5C 8C 9C", "10C"),
        (2, 4, 3, 0, "2C 3C 4C 8C | 5C 6C 7C 9C", "10C"),  # three each, then one each
        (2, 4, 3, 1, "5C 6C 7C 9C | 2C 3C 4C 8C", "10C"),
        (2, 4, 9, 0, "2C 3C 4C 5C | 6C 7C 8C 9C", "10C"),
        (1, 9, 1, 0, "2C 3C 4C 5C 6C 7C 8C 9C 10C", ""),
        (3, 0, 1, 0, " | | ", "2C 3C 4C 5C 6C 7C 8C 9C 10C"),
    ],
)
def test_cards_are_dealt_in_turn(  # noqa: PLR0913, PLR0917  # a table of deals
    seats: int, count: int, packet: int, first: int, dealt: str, rest: str
) -> None:
    assert NINE.deal(seats, count, packet=packet, first=first) == (hands(dealt), hand(rest))


@given(
    deck=st.permutations(PACK_52).map(Deck),
    seats=st.integers(1, 8),
    count=st.integers(0, 6),
    packet=st.integers(1, 7),
    first=st.integers(0, 7),
)
def test_a_deal_goes_packet_by_packet_and_keeps_every_card(  # all that a deal depends on
    deck: Deck, seats: int, count: int, packet: int, first: int
) -> None:
    """A deal equals drawing packets from the top, one for each seat in turn, until all have their cards."""
    dealt, rest = deck.deal(seats, count, packet=packet, first=first % seats)
    expected = [Hand()] * seats
    left = deck
    while any(len(held) < count for held in expected):
        for turn in range(seats):
            seat = (first + turn) % seats
            taken, left = left.draw(min(packet, count - len(expected[seat])))
            expected[seat] = expected[seat].plus(taken)
    assert dealt == tuple(expected)
    assert (rest, type(rest)) == (left, Deck)


def test_drawing_or_dealing_too_many_cards_is_refused() -> None:
    with pytest.raises(NotEnoughCardsError, match="cards requested: 10, available: 9; none were taken") as caught:
        NINE.draw(10)
    assert (caught.value.requested, caught.value.available) == (10, 9)
    with pytest.raises(NotEnoughCardsError, match="cards requested: 12, available: 9; none were taken"):
        NINE.deal(3, 4, packet=2)
    assert hand("2C 3C 4C 5C 6C 7C 8C 9C 10C") == NINE


@pytest.mark.parametrize(
    ("seats", "count", "packet"), [(2, -1, 1), (2, -1, 2), (0, 1, 1), (-1, -2, 1), (2, 2, 0), (2, 2, -1)]
)
def test_dealing_to_no_seat_or_a_negative_number_of_cards_is_refused(seats: int, count: int, packet: int) -> None:
    with pytest.raises(ValueError, match=r"^(a number of cards must be at least 0|deal to at least 1 seat)"):
        NINE.deal(seats, count, packet=packet)


def test_drawing_a_negative_number_of_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="a number of cards must be at least 0, not -1"):
        NINE.draw(-1)


def test_cards_are_put_under_the_deck() -> None:
    deck = Deck.parse("2C 3C").put_under(hand("KS QS"))
    assert (deck, type(deck)) == (hand("2C 3C KS QS"), Deck)

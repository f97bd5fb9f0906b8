"""Orders and values of ranks."""

import pickle
from collections.abc import Callable

import pytest

from cardrules.cards import ACE_HIGH, ACE_LOW, COURTS_TEN, FACE_DOWN, JOKER, Card, Rank, Ranking, rank_values
from cardrules.errors import TextError
from tests.sheets import card, hand

JASS_TRUMP = Ranking.parse("7 8 Q K 10 A 9 J")


def test_ranks_sort_by_their_order_not_by_their_text() -> None:
    ranks = [Rank(text) for text in ("3", "J", "10", "2", "A", "9")]
    for ranking, expected in [(ACE_HIGH, "2 3 9 10 J A"), (ACE_LOW, "A 2 3 9 10 J")]:
        assert [str(rank) for rank in sorted(ranks, key=ranking.strength.__getitem__)] == expected.split()


def test_each_game_has_its_own_order() -> None:
    strongest_first = sorted(hand("7H 8H 9H 10H JH QH KH AH"), key=JASS_TRUMP.strength_of, reverse=True)
    assert strongest_first == list(hand("JH 9H AH 10H KH QH 8H 7H"))
    assert [JASS_TRUMP.strength_of(card(text)) for text in ("7S", "7D", "JC")] == [0, 0, 7]


def test_by_suit_sorts_suits_apart_and_jokers_last() -> None:
    keys = [JASS_TRUMP.by_suit(card(text)) for text in ("7C", "JC", "7S", "AS")]
    assert keys == [(0, 0), (0, 7), (3, 0), (3, 5)]
    assert keys[-1] < JASS_TRUMP.by_suit(JOKER) < JASS_TRUMP.by_suit(FACE_DOWN)


@pytest.mark.parametrize("ask", [JASS_TRUMP.strength_of, JASS_TRUMP.by_suit])
def test_a_rank_outside_the_order_has_no_strength(ask: Callable[[Card], object]) -> None:
    with pytest.raises(KeyError, match="TWO"):
        ask(card("2H"))


def test_an_order_is_a_value() -> None:
    same = Ranking.parse("7 8 Q K 10 A 9 J")
    assert (same, hash(same)) == (JASS_TRUMP, hash(JASS_TRUMP))
    assert same != Ranking.parse("7 8 9 Q K 10 A J")
    assert str(same) == "7 8 Q K 10 A 9 J"
    copy = pickle.loads(pickle.dumps(same))
    assert (copy, copy.strength_of(card("JS"))) == (same, 7)


@pytest.mark.parametrize("text", ["7 8 X", "7,8", "7 T", "7 j", "♠"])
def test_what_is_no_rank_is_refused(text: str) -> None:
    with pytest.raises(TextError, match=r"not an order of ranks: .* is not a valid Rank") as caught:
        Ranking.parse(text)
    assert caught.value.text == text


def test_a_rank_stands_once_in_an_order() -> None:
    with pytest.raises(ValueError, match="a rank occurs twice in the order 7 8 7"):
        Ranking.parse("7 8 7")
    with pytest.raises(ValueError, match="a rank occurs twice in the order 7 7"):
        Ranking((Rank.SEVEN, Rank.SEVEN))


def test_pips_are_the_numbers_printed_and_others_as_named() -> None:
    assert [rank_values()[Rank(text)] for text in ("2", "9", "10", "J", "Q", "K", "A")] == [2, 9, 10, 0, 0, 0, 0]
    assert [rank_values(TEN=0, ACE=11)[rank] for rank in (Rank.NINE, Rank.TEN, Rank.KING, Rank.ACE)] == [9, 0, 0, 11]
    assert [COURTS_TEN[Rank(text)] for text in ("A", "2", "10", "J", "Q", "K")] == [1, 2, 10, 10, 10, 10]
    assert set(COURTS_TEN) == set(Rank)


def test_only_ranks_have_values() -> None:
    with pytest.raises(KeyError, match="JOKER"):
        rank_values(JOKER=0)

"""Orders and values of ranks."""

import pickle
from collections.abc import Callable

import pytest

from cardrules.cards import ACE_HIGH, ACE_LOW, COURTS_TEN, FACE_DOWN, JOKER, Card, Rank, Ranking, rank_values
from cardrules.errors import TextError
from tests.sheets import card, hand

JASS_TRUMP = Ranking.parse("7 8 Q K 10 A 9 J")


def test_cards_sort_by_the_ranking_not_by_their_text() -> None:
    ranks = [Rank(text) for text in ("3", "J", "10", "2", "A", "9")]
    for ranking, expected in [(ACE_HIGH, "2 3 9 10 J A"), (ACE_LOW, "A 2 3 9 10 J")]:
        assert [str(rank) for rank in sorted(ranks, key=ranking.strength.__getitem__)] == expected.split()


def test_two_rankings_of_the_same_ranks() -> None:
    strongest_first = sorted(hand("7H 8H 9H 10H JH QH KH AH"), key=JASS_TRUMP.strength_of, reverse=True)
    assert strongest_first == list(hand("JH 9H AH 10H KH QH 8H 7H"))
    assert [JASS_TRUMP.strength_of(card(text)) for text in ("7S", "7D", "JC")] == [0, 0, 7]


def test_by_suit_groups_suits_and_puts_jokers_last() -> None:
    keys = [JASS_TRUMP.by_suit(card(text)) for text in ("7C", "JC", "7S", "AS")]
    assert keys == [(0, 0), (0, 7), (3, 0), (3, 5)]
    assert keys[-1] < JASS_TRUMP.by_suit(JOKER) < JASS_TRUMP.by_suit(FACE_DOWN)


@pytest.mark.parametrize("ask", [JASS_TRUMP.strength_of, JASS_TRUMP.by_suit])
def test_a_rank_that_is_not_listed_has_no_strength(ask: Callable[[Card], object]) -> None:
    with pytest.raises(KeyError, match="TWO"):
        ask(card("2H"))


def test_rankings_compare_by_value() -> None:
    same = Ranking.parse("7 8 Q K 10 A 9 J")
    assert (same, hash(same)) == (JASS_TRUMP, hash(JASS_TRUMP))
    assert same != Ranking.parse("7 8 9 Q K 10 A J")
    assert str(same) == "7 8 Q K 10 A 9 J"
    copy = pickle.loads(pickle.dumps(same))
    assert (copy, copy.strength_of(card("JS"))) == (same, 7)


@pytest.mark.parametrize("text", ["7 8 X", "7,8", "7 T", "7 j", "♠"])
def test_parse_refuses_other_names(text: str) -> None:
    with pytest.raises(TextError, match=r"not an order of ranks: .* is not a valid Rank") as caught:
        Ranking.parse(text)
    assert caught.value.text == text


def test_a_rank_that_occurs_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="a rank occurs twice in the order 7 8 7"):
        Ranking.parse("7 8 7")
    with pytest.raises(ValueError, match="a rank occurs twice in the order 7 7"):
        Ranking((Rank.SEVEN, Rank.SEVEN))


def test_rank_values_are_printed_numbers_unless_given_by_name() -> None:
    assert [rank_values()[Rank(text)] for text in ("2", "9", "10", "J", "Q", "K", "A")] == [2, 9, 10, 0, 0, 0, 0]
    assert [rank_values(TEN=0, ACE=11)[rank] for rank in (Rank.NINE, Rank.TEN, Rank.KING, Rank.ACE)] == [9, 0, 0, 11]
    assert [COURTS_TEN[Rank(text)] for text in ("A", "2", "10", "J", "Q", "K")] == [1, 2, 10, 10, 10, 10]
    assert set(COURTS_TEN) == set(Rank)


def test_only_ranks_can_be_given_values() -> None:
    with pytest.raises(KeyError, match="JOKER"):
        rank_values(JOKER=0)


def test_format_specs_apply_to_the_text() -> None:
    assert f"{Ranking.parse('7 8 Q'):>7}" == "  7 8 Q"

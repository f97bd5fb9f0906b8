"""Hands: parsing, and taking, adding, selecting and sorting cards, of which some may be equal."""

import copy
import pickle
from collections import Counter
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Deck, Hand, Ranking, Suit, sorted_hand
from cardrules.errors import NoSuchCardError, TextError
from tests.sheets import card, hand

hands_of_cards = st.lists(st.sampled_from([*PACK_52, JOKER, FACE_DOWN]), max_size=12).map(Hand)


@given(hands_of_cards)
def test_parse_accepts_what_a_hand_prints(held: Hand) -> None:
    assert Hand.parse(str(held)) == held
    assert eval(repr(held)) == held  # noqa: S307  # a repr is code


def test_parse_accepts_any_whitespace_between_cards() -> None:
    assert Hand.parse(" qs  10h\tJK\n2♣ ") == (card("QS"), card("10H"), JOKER, card("2C"))
    assert Hand.parse("") == Hand.parse(" \n") == Hand() == ()


def test_str_and_repr_of_hands_and_decks() -> None:
    assert str(hand("QS 10H QS JK")) == "Q♠ 10♥ Q♠ JK"
    assert repr(hand("QS 10H")) == "Hand.parse('QS 10H')"
    assert repr(Deck.parse("QS")) == "Deck.parse('QS')"
    assert repr(Hand()) == "Hand.parse('')"


@pytest.mark.parametrize(
    ("text", "wrong", "card_text"),
    [
        (
            "6\u0441 Tc 9h",
            "card 1 of 3: no card '6\u0441': '\\u0441' at position 2 is not part of a rank or suit; ",
            "6\u0441",
        ),
        ("Tc 9h 1d", "card 3 of 3: no card '1d': a card is ", "1d"),
        ("Tc 10 h", "card 2 of 3: no card '10': a card is ", "10"),
        ("QS,KS", "card 1 of 1: no card 'QS,KS': ',' at position 3 ", "QS,KS"),
    ],
)
def test_the_error_says_which_card_is_wrong_and_why(text: str, wrong: str, card_text: str) -> None:
    with pytest.raises(TextError) as caught:
        Hand.parse(text)
    assert str(caught.value).startswith(wrong)
    assert caught.value.text == card_text


@pytest.mark.parametrize("text", [None, b"QS", 7, ["QS"], Hand()])
def test_parse_refuses_objects_other_than_strings(text: object) -> None:
    with pytest.raises(TextError, match="cards are parsed from a string, not from "):
        Hand.parse(text)  # type: ignore[arg-type]  # the fault


def test_hands_are_equal_if_they_have_the_same_cards_in_the_same_order() -> None:
    held = hand("QS 10H")
    assert held != hand("10H QS")
    for same in ((card("QS"), card("10H")), Deck.parse("QS 10H")):
        assert (held, hash(held)) == (same, hash(same))


@given(hands_of_cards)
def test_copies_and_pickles_of_a_hand(held: Hand) -> None:
    copies = [copy.copy(held), copy.deepcopy(held)]
    copies += [pickle.loads(pickle.dumps(held, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for made in copies:
        assert type(made) is Hand
        assert made == held


def test_without_takes_the_first_of_equal_cards_and_keeps_the_order_of_the_others() -> None:
    held = hand("QS 10H QS 2C QS")
    assert held.without(card("QS")) == hand("10H QS 2C QS")
    assert held.without(card("2C")) == hand("QS 10H QS QS")
    assert held == hand("QS 10H QS 2C QS")


@pytest.mark.parametrize("missing", [card("QH"), JOKER, FACE_DOWN, "QS", None])
def test_taking_a_missing_card_is_refused(missing: Card) -> None:
    held = hand("QS 10H")
    with pytest.raises(NoSuchCardError, match=r"no .+ among Q♠ 10♥") as caught:
        held.without(missing)
    assert (caught.value.card, caught.value.cards) == (missing, held)


def test_minus_takes_several_cards() -> None:
    held = hand("QS 10H QS 2C")
    assert held.minus(hand("QS 2C")) == hand("10H QS")
    assert held.minus(()) == held
    with pytest.raises(NoSuchCardError, match="no Q♠ among 10♥ 2♣"):
        held.minus(hand("QS QS QS"))


@given(st.data())
def test_the_cards_taken_and_the_remaining_ones_are_the_original_cards(data: st.DataObject) -> None:
    held = data.draw(hands_of_cards)
    taken = [made for made in data.draw(st.permutations(held)) if data.draw(st.booleans())]
    remaining = held.minus(taken)
    assert Counter(remaining) + Counter(taken) == Counter(held)
    places = iter(held)
    assert all(any(made is other for other in places) for made in remaining)  # the order is kept


def test_plus_adds_cards_at_the_end() -> None:
    assert hand("QS").plus(hand("10H QS")) == hand("QS 10H QS")
    assert hand("QS").plus(()) == hand("QS")


def test_merged_puts_each_card_at_its_place() -> None:
    assert hand("2C 9D KS").merged(hand("QS 2D 2C")) == hand("2C 2C 2D 9D QS KS")
    assert type(Deck().merged(hand("QS"))) is Deck


@given(hands_of_cards, hands_of_cards)
def test_merged_hands_are_sorted_like_all_their_cards(held: Hand, added: Hand) -> None:
    assert held.sorted().merged(added) == held.plus(added).sorted()


def test_of_suit_keeps_the_order() -> None:
    held = hand("QS 10H 2S JK ?? QS")
    assert held.of_suit(Suit.SPADES) == hand("QS 2S QS")
    assert held.of_suit(Suit.CLUBS) == Hand()


def test_sorted_as_in_a_new_pack_or_by_a_ranking() -> None:
    held = hand("JK 2S 10H AH KC 10H 7H")
    assert held.sorted() == hand("KC 7H 10H 10H AH 2S JK")
    assert held.sorted(Ranking.parse("2 7 9 J Q K 10 A")) == hand("KC 7H 10H 10H AH 2S JK")
    assert held.sorted(Ranking.parse("A 10 7 2 K")) == hand("KC AH 10H 10H 7H 2S JK")
    assert hand("?? JK AS").sorted() == hand("AS JK ??")
    with pytest.raises(KeyError, match="SEVEN"):
        held.sorted(Ranking.parse("2 10 K A"))


def test_the_selections_of_a_hand() -> None:
    choices = tuple(map(hand, ("", "2C", "9H", "KS", "2C 9H", "2C KS", "9H KS", "2C 9H KS")))
    assert hand("KS 2C 9H").selections() == choices
    assert Hand().selections() == ((),)


def test_the_selections_up_to_a_size() -> None:
    assert hand("KS 2C 9H").selections(1) == tuple(map(hand, ("", "2C", "9H", "KS")))
    assert hand("KS 2C").selections(0) == ((),)
    assert hand("KS 2C").selections(3) == hand("KS 2C").selections()


def test_selections_of_equal_cards_are_listed_once() -> None:
    choices = tuple(map(hand, ("", "2C", "JK", "2C JK", "JK JK", "2C JK JK")))
    assert hand("JK 2C JK").selections() == choices


@given(hands_of_cards.filter(lambda held: len(held) < 6))
def test_the_selections_are_all_multisets_of_the_cards(held: Hand) -> None:
    choices = held.selections()
    assert len(choices) == prod(count + 1 for count in Counter(held).values())
    assert all(choice == sorted_hand(choice) and Counter(choice) <= Counter(held) for choice in choices)
    assert len(set(choices)) == len(choices)


def test_sorted_hand_forgets_the_order_of_cards() -> None:
    assert sorted_hand(hand("KS JK 2C KS")) == sorted_hand([*hand("KS 2C KS JK")]) == hand("2C KS KS JK")


def test_the_methods_of_a_deck_return_decks() -> None:
    deck = Deck.parse("QS 10H")
    for made in (deck.plus(hand("2C")), deck.without(card("QS")), deck.minus(()), deck.of_suit(Suit.HEARTS)):
        assert type(made) is Deck
    assert type(deck.sorted()) is Deck


def test_format_specs_apply_to_the_text() -> None:
    assert f"{hand('QS 10H'):>8}|{Deck.parse('2C'):<4}|{Hand():3}" == "  Q♠ 10♥|2♣  |   "

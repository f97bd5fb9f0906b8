"""Cards and packs: identity, parsing, jokers and backs, and the contents of packs."""

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cards import (
    FACE_DOWN,
    JOKER,
    PACK_32,
    PACK_40,
    PACK_52,
    PACK_96,
    Card,
    Rank,
    Suit,
    by_index,
    pack,
)
from cardrules.errors import TextError

QUEEN = Card(Rank.QUEEN, Suit.SPADES)
EVERY = [*PACK_52, JOKER, FACE_DOWN]


def test_there_are_thirteen_ranks_from_two_to_ace() -> None:
    assert [str(rank) for rank in Rank] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def test_there_are_four_suits() -> None:
    assert [str(suit) for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.value for suit in Suit] == ["C", "D", "H", "S"]


def test_a_card_has_a_rank_a_suit_and_two_texts() -> None:
    assert (QUEEN.rank, QUEEN.suit, QUEEN.text, QUEEN.ascii) == (Rank.QUEEN, Suit.SPADES, "Q♠", "QS")
    assert f"{QUEEN} {QUEEN!r}" == "Q♠ Card.parse('QS')"


@pytest.mark.parametrize(
    ("texts", "card"),
    [
        ("QS qs Qs qS Q♠ q♠", QUEEN),
        ("10c 10C 10♣ Tc TC tc tC T♣ t♣", Card(Rank.TEN, Suit.CLUBS)),
        ("2D 2d 2♦", Card(Rank.TWO, Suit.DIAMONDS)),
        ("JH jh J♥", Card(Rank.JACK, Suit.HEARTS)),
        ("JK jk Jk jK joker Joker JOKER", JOKER),
        ("??", FACE_DOWN),
    ],
)
def test_parse_accepts_several_spellings(texts: str, card: Card) -> None:
    for text in texts.split():
        assert Card.parse(text) is card


@pytest.mark.parametrize("card", EVERY)
def test_parse_accepts_what_a_card_prints(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.parse(card.ascii) is card
    assert card.ascii.isascii()
    assert eval(repr(card)) is card  # noqa: S307  # a repr is code


@pytest.mark.parametrize(
    "text", ["", "1c", "11c", "0h", "10", "h10", "Q", "S", "♠", "♠Q", "Qss", "QQ", "2JK", "jok", "J K", "?", "???"]
)
def test_parse_refuses_other_strings(text: str) -> None:
    with pytest.raises(TextError, match=r"^no card .*: .*a card is a rank 2-10 J Q K A and a suit C D H S") as caught:
        Card.parse(text)
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "strange", "place"),
    [
        ("6\u0441", r"'\u0441'", 2),  # a Cyrillic letter that looks like c
        ("\uff110h", r"'\uff11'", 1),  # a full-width digit
        ("Q\u200bS", r"'\u200b'", 2),  # a space of no width
        ("Q♠\ufe0f", r"'\ufe0f'", 3),  # the sign that asks for a picture
        ("Q♤", r"'\u2664'", 2),
        ("Tx", "'x'", 2),
        (" QS", "' '", 1),
        ("QS\n", r"'\n'", 3),
    ],
)
def test_the_error_names_the_first_wrong_character_and_its_position(text: str, strange: str, place: int) -> None:
    with pytest.raises(TextError) as caught:
        Card.parse(text)
    assert f"{strange} at position {place} is not part of a rank or suit" in str(caught.value)


@pytest.mark.parametrize("text", [None, 12, b"QS", ["QS"], QUEEN])
def test_parse_refuses_objects_other_than_strings(text: object) -> None:
    with pytest.raises(TextError, match="a card is parsed from a string, not from ") as caught:
        Card.parse(text)  # type: ignore[arg-type]  # the fault
    assert caught.value.text == repr(text)


@given(st.text(max_size=4) | st.text("0123456789TtJjQqKkAaCcDdHhSs♣♦♥♠?", min_size=1, max_size=3))
def test_parse_returns_a_card_or_raises_text_error(text: str) -> None:
    try:
        card = Card.parse(text)
    except TextError:
        return
    assert text.upper().replace("T", "10") in {card.text, card.ascii}


@pytest.mark.parametrize(("rank", "suit"), [("Q", "S"), (Suit.SPADES, Rank.QUEEN), (None, Suit.SPADES), ([], {})])
def test_the_constructor_refuses_other_types(rank: object, suit: object) -> None:
    with pytest.raises(TypeError, match="a card needs a Rank and a Suit"):
        Card(rank, suit)  # type: ignore[arg-type]  # the fault


def test_equal_cards_are_the_same_object() -> None:
    assert Card(Rank.QUEEN, Suit.SPADES) is QUEEN is Card.parse("qs")
    assert len({QUEEN, Card.parse("Q♠")}) == 1
    assert Counter([QUEEN, Card.parse("QS")]) == {QUEEN: 2}


@pytest.mark.parametrize("other", ["QS", "Q♠", None, 50, (Rank.QUEEN, Suit.SPADES), Card.parse("QH"), JOKER])
def test_a_card_equals_nothing_but_itself(other: object) -> None:
    assert QUEEN != other  # noqa: SIM300  # the card is asked


@pytest.mark.parametrize("card", EVERY)
def test_copies_and_pickles_are_the_card_itself(card: Card) -> None:
    assert copy.copy(card) is copy.deepcopy(card) is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


@pytest.mark.parametrize("card", [QUEEN, JOKER])
@pytest.mark.parametrize("name", ["rank", "suit", "index", "text", "nickname"])
def test_a_card_is_immutable(card: Card, name: str) -> None:
    with pytest.raises(AttributeError, match=f"a card cannot be changed: {name}"):
        setattr(card, name, None)
    with pytest.raises(AttributeError, match=f"a card cannot be changed: {name}"):
        delattr(card, name)


@pytest.mark.parametrize(("card", "name"), [(JOKER, "JOKER"), (FACE_DOWN, "FACE_DOWN")])
@pytest.mark.parametrize("attribute", ["rank", "suit"])
def test_a_joker_and_a_back_have_neither_rank_nor_suit(card: Card, name: str, attribute: str) -> None:
    with pytest.raises(AttributeError, match=f"{name} has no {attribute}"):
        getattr(card, attribute)


def test_the_order_of_a_new_pack() -> None:
    names = [card.ascii for card in sorted([*reversed(PACK_52), JOKER], key=by_index)]
    assert names[:13] == ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"]
    assert names[13::13] == ["2D", "2H", "2S", "JK"]
    assert [card.index for card in EVERY] == list(range(54))


@pytest.mark.parametrize(
    ("cards", "number", "ranks"),
    [
        (PACK_52, 52, "2 3 4 5 6 7 8 9 10 J Q K A"),
        (PACK_40, 40, "2 3 4 5 6 7 J Q K A"),
        (PACK_32, 32, "7 8 9 10 J Q K A"),
        (PACK_96, 96, "2 3 4 5 6 7 8 9 10 J Q K"),
    ],
)
def test_the_packs(cards: tuple[Card, ...], number: int, ranks: str) -> None:
    assert len(cards) == number
    copies = number // 4 // len(ranks.split())
    assert Counter(cards) == {Card(Rank(rank), suit): copies for rank in ranks.split() for suit in Suit}
    assert sorted(cards, key=by_index) == list(cards)


def test_all_spellings_name_the_same_54_cards() -> None:
    assert len(PACK_52) == len(set(PACK_52)) == 52


def test_a_pack_of_several_copies_and_jokers() -> None:
    cards = pack(copies=3, jokers=4)
    assert Counter(cards) == dict.fromkeys(PACK_52, 3) | {JOKER: 4}
    assert cards[:3] == (Card.parse("2C"),) * 3
    assert cards[-4:] == (JOKER,) * 4
    assert len(pack(jokers=2)) == 54


@pytest.mark.parametrize(("copies", "jokers"), [(0, 0), (-1, 0), (1, -1)])
def test_less_than_one_copy_and_negative_jokers_are_refused(copies: int, jokers: int) -> None:
    with pytest.raises(
        ValueError, match=f"at least 1 copy of each card and at least 0 jokers, not {copies} and {jokers}"
    ):
        pack(copies=copies, jokers=jokers)


def test_only_ranks_can_be_excluded_from_a_pack() -> None:
    with pytest.raises(ValueError, match="is not a valid Rank"):
        pack(without=[Suit.SPADES])  # type: ignore[list-item]  # the fault


@pytest.mark.parametrize(
    ("value", "text"),
    [(QUEEN, "  Q♠"), (JOKER, "  JK"), (FACE_DOWN, "  ??"), (Suit.HEARTS, "   ♥"), (Rank.TEN, "  10")],
)
def test_format_specs_apply_to_the_text(value: Card | Suit | Rank, text: str) -> None:
    assert f"{value:>4}" == text
    assert f"{value}" == f"{value:s}" == text.strip()
    with pytest.raises(ValueError, match="Unknown format code 'd'"):
        f"{value:d}"

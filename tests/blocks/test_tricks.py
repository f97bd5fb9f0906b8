"""Tricks: which plays are allowed, and who takes the trick."""

import pytest
from attrs import evolve

from cardrules.blocks.tricks import FOLLOW_SUIT, Play, Playing, TrickOrder, TrickRules, first_lead, holder_leads
from cardrules.cards import Ranking, Suit
from cardrules.errors import NoSuchCardError
from cardrules.moves import Reason, because
from tests.sheets import card, hand, hands

JASS = TrickOrder(
    plain=Ranking.parse("7 8 9 J Q K 10 A"), trump=Ranking.parse("7 8 Q K 10 A 9 J"), must_trump=True, must_beat=True
)
NUMBERS = TrickRules(follow="1", beat="2", lead="3")


def second(held: str, *played: str) -> Playing[None]:
    """Return a trick with these cards, to be continued by a seat that holds ``held``; the others have no cards left."""
    players = len(played) + 1
    tricks = first_lead(None, (*map(hand, played), hand(held)), 0)
    for text in played:
        tricks = tricks.after(card(text), FOLLOW_SUIT)
    assert tricks.to_act == players - 1
    return tricks


def plays(text: str) -> tuple[Play, ...]:
    return tuple(map(Play, hand(text)))


@pytest.mark.parametrize(
    ("order", "held", "played", "legal"),
    [
        (FOLLOW_SUIT, "8C AH", ["7C"], "8C"),
        (FOLLOW_SUIT, "8C AH", ["7C", "AH"], "8C"),  # the suit of the first card, whatever the second was
        (FOLLOW_SUIT, "8S AD", ["7C"], "8S AD"),
        (JASS, "8S AD", ["7C"], "8S"),
        (JASS, "8S AD", ["7D"], "AD"),  # a plain card need not be beaten, nor trumped while one can follow
        (JASS, "8H AD", ["7C"], "8H AD"),
        (JASS, "8S 9S JS AD", ["AS"], "9S JS"),
        (JASS, "8S QS AD", ["AS"], "8S QS"),
        (JASS, "10S JS 7S", ["QS", "9S"], "JS"),  # the best card of the trick is to be beaten, not the first
        (JASS, "AS 10S", ["KS", "AH"], "AS 10S"),
    ],
)
def test_plays_that_a_trick_allows(order: TrickOrder, held: str, played: list[str], legal: str) -> None:
    tricks = second(held, *played)
    assert tricks.following(order, Suit.SPADES) == plays(legal)


@pytest.mark.parametrize(
    ("order", "held", "played", "refused", "reason"),
    [
        (FOLLOW_SUIT, "8C AH", ["7C"], "9C", because("9♣ is not in this hand", "1")),
        (FOLLOW_SUIT, "8C AH", ["7C"], "AH", because("must follow clubs", "1")),
        (JASS, "8C AS", ["7C"], "AS", because("must follow clubs", "1")),
        (JASS, "8S AD", ["7C"], "AD", because("must trump with spades", "1")),
        (JASS, "JS AD", ["AS"], "AD", because("must follow spades", "1")),
        (JASS, "10S JS 7S", ["QS", "9S"], "10S", because("must beat 9♠", "2")),
    ],
)
def test_a_card_is_refused_by_the_one_duty_that_it_breaks(
    order: TrickOrder, held: str, played: list[str], refused: str, reason: Reason
) -> None:
    tricks = second(held, *played)
    assert Play(card(refused)) not in tricks.following(order, Suit.SPADES)
    assert tricks.why_not(card(refused), NUMBERS, order, Suit.SPADES) == reason


@pytest.mark.parametrize("trick", ["", "8D 9D"])
def test_a_trump_that_has_to_wait_is_refused_as_a_lead(trick: str) -> None:
    tricks = evolve(first_lead(None, hands("7C AS | 8C 9S"), 0), trick=hand(trick))
    reason = because("spades are not led before one was played to an earlier trick", "3")
    assert tricks.why_not(card("AS"), NUMBERS, TrickOrder(trump_waits=True), Suit.SPADES) == reason


def test_the_leader_may_play_any_card() -> None:
    assert first_lead(None, hands("7C AS | 8C 9S"), 0).following(JASS, Suit.SPADES) == plays("7C AS")


@pytest.mark.parametrize(
    ("trump", "gone", "trick", "legal"),
    [
        (Suit.SPADES, "", "", "7C AH"),
        (Suit.SPADES, "8C 9C", "8D 9D", "7C AH"),
        (Suit.SPADES, "8C 9C", "8D 9S", "7C AH AS"),
        (Suit.SPADES, "8C 9S", "8D 9D", "7C AH AS"),
        (Suit.HEARTS, "8C 9S", "8D 9D", "7C AS"),
        (None, "", "", "7C AH AS"),
    ],
)
def test_trumps_may_not_be_led_until_one_has_been_played(trump: Suit | None, gone: str, trick: str, legal: str) -> None:
    tricks = evolve(first_lead(None, hands("7C AH AS | 7D"), 0), gone=hand(gone), trick=hand(trick))
    assert tricks.following(TrickOrder(trump_waits=True), trump) == plays(legal)
    assert tricks.following(FOLLOW_SUIT, trump) == plays("7C AH AS")


def test_a_leader_with_trumps_alone_may_lead_one() -> None:
    assert first_lead(None, hands("7S AS | 7D 8D"), 0).following(TrickOrder(trump_waits=True), Suit.SPADES) == plays(
        "7S AS"
    )


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("9D 10D", 1),
        ("9S 10S", 0),
        ("AH 7S", 1),
        ("7H AD", 0),
        ("JC KD", 0),
        ("QS JS", 1),
        ("QH JH", 0),
    ],
)
def test_trumps_and_plain_suits_with_different_orders(trick: str, taker: int) -> None:
    assert JASS.winner(hand(trick), Suit.SPADES) == taker


@pytest.mark.parametrize(("trick", "taker"), [("QH QH JH", 0), ("7H AH AH", 1), ("AH 7S JS JS", 2)])
def test_of_equal_cards_the_first_takes_the_trick(trick: str, taker: int) -> None:
    assert JASS.winner(hand(trick), Suit.SPADES) == taker


def test_a_rank_outside_the_order_takes_no_trick() -> None:
    strengths = JASS.strengths(Suit.SPADES, Suit.HEARTS)
    assert [strengths[card(text)] for text in ("2H", "2S", "AD")] == [-1, -1, -1]
    assert [strengths[card(text)] for text in ("7H", "AH", "7S", "JS")] == [0, 7, 8, 15]
    assert JASS.winner(hand("7H 2S 2H"), Suit.SPADES) == 0


def test_playing_a_card_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="not in list"):
        first_lead(None, hands("7C AS | 8C 9S"), 0).after(card("9S"), FOLLOW_SUIT)


def test_a_suit_is_broken_once_a_card_of_it_has_been_played() -> None:
    tricks = evolve(first_lead(None, hands("7C AS | 8C 9S"), 0), gone=hand("7D 8H"), trick=hand("9C"))
    assert [suit for suit in Suit if tricks.broken(suit)] == [Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS]


def test_another_table_leaves_the_rest_of_the_state_unchanged() -> None:
    tricks = first_lead("single", hands("7C AS | 8C 9S"), 0).after(card("7C"), FOLLOW_SUIT)
    assert tricks.with_table("doubled") == evolve(tricks, table="doubled")


def test_a_full_trick_stays_open_until_the_next_lead() -> None:
    tricks = first_lead(None, hands("7C AS | 8C 9S"), 0)
    for text in ("7C", "8C"):
        tricks = tricks.after(card(text), JASS, Suit.SPADES)
    assert tricks.full
    assert (tricks.trick, tricks.gone, tricks.to_act, tricks.taken) == (hand("7C 8C"), hand(""), 1, (0, 1))
    tricks = tricks.after(card("9S"), JASS, Suit.SPADES)
    assert not tricks.full
    assert (tricks.trick, tricks.gone) == (hand("9S"), hand("7C 8C"))
    assert not tricks.over
    assert tricks.after(card("AS"), JASS, Suit.SPADES).over


@pytest.mark.parametrize(
    ("played", "taken"),
    [
        ("", " |  | "),
        ("7C 8C", " |  | "),  # a trick that is not full is nobody's
        ("7C 8C 9C", " |  | 7C 8C 9C"),
        ("7C 8C 9C AH", " |  | 7C 8C 9C"),
        ("7C 8C 9C AH 7S", " |  | 7C 8C 9C"),
        ("7C 8C 9C AH 7S 10H", "AH 7S 10H | | 7C 8C 9C"),  # seat 2 leads, seat 0 trumps
        ("7C 8C 9C AH 7S 10H 3D KD QD", "AH 7S 10H | 3D KD QD | 7C 8C 9C"),
    ],
)
def test_cards_are_known_by_the_seat_that_took_them(played: str, taken: str) -> None:
    tricks = first_lead(None, hands("7C 7S 3D | 8C 10H KD | 9C AH QD"), 0)
    for played_card in hand(played):
        tricks = tricks.after(played_card, FOLLOW_SUIT, Suit.SPADES)
    assert tricks.cards_taken(FOLLOW_SUIT, Suit.SPADES) == hands(taken)


@pytest.mark.parametrize(
    ("played", "by_seat"),
    [
        ("", "| |"),
        ("7C 8C", "7C | 8C |"),
        ("7C 8C 9C", "7C | 8C | 9C"),
        ("7C 8C 9C AH 7S", "7C 7S | 8C | 9C AH"),  # seat 2 took the trick and leads
        ("7C 8C 9C AH 7S 10H 3D KD", "7C 7S 3D | 8C 10H KD | 9C AH"),  # seat 0 trumped, and leads
    ],
)
def test_the_cards_each_seat_has_played(played: str, by_seat: str) -> None:
    tricks = first_lead(None, hands("7C 7S 3D | 8C 10H KD | 9C AH QD"), 0)
    for played_card in hand(played):
        tricks = tricks.after(played_card, FOLLOW_SUIT, Suit.SPADES)
    assert tricks.cards_played(FOLLOW_SUIT, Suit.SPADES) == hands(by_seat)


def test_the_holder_of_a_card_leads_it() -> None:
    tricks = holder_leads("table", hands("7C AS | 2C 9S | 3C KS"), card("2C"))
    assert (tricks.trick, tricks.hands, tricks.to_act) == (hand("2C"), hands("7C AS | 9S | 3C KS"), 2)
    assert (tricks.table, tricks.taken, tricks.gone) == ("table", (0, 0, 0), hand(""))
    with pytest.raises(NoSuchCardError, match="2♦"):
        holder_leads(None, hands("7C AS | 2C 9S"), card("2D"))

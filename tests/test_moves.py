"""Moves in words, and errors for illegal moves."""

from fractions import Fraction
from unittest.mock import ANY

import pytest
from attrs import field, frozen
from attrs.exceptions import FrozenInstanceError

from cardrules.blocks.tricks import Play
from cardrules.cards import FACE_DOWN, JOKER, Card, Hand, Rank, Suit, sorted_hand
from cardrules.errors import ViewError
from cardrules.moves import (
    IllegalMoveError,
    Reason,
    because,
    kind_name,
    require_legal,
    selection_moves,
    why_not_held,
    words,
)
from tests.sheets import card, hand


@frozen
class Bid:
    """A move with an amount."""

    points: int | Fraction | None


@frozen
class GiveUp:
    """A move of two words."""


@frozen
class Meld:
    """A move with cards and flags."""

    cards: Hand
    face_up: bool = False
    trump: Suit | None = None


@frozen
class Keep:
    """A move that names cards in any order."""

    cards: Hand = field(converter=sorted_hand)


@frozen
class Claim:
    """A move with fields of other kinds."""

    rank: Rank
    of: tuple[object, ...] = ()
    note: object = None


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Bid(3), "bid 3"),
        (Bid(0), "bid 0"),
        (Bid(-2), "bid -2"),
        (Bid(Fraction(5, 2)), "bid 5/2"),
        (Bid(None), "bid"),
        (GiveUp(), "give up"),
        (Play(card("QS")), "play Q♠"),
        (Play(JOKER), "play JK"),
        (Play(FACE_DOWN), "play ??"),
        (Meld(hand("QS 10H")), "meld Q♠ 10♥"),
        (Meld(Hand()), "meld nothing"),
        (Meld(hand("QS"), face_up=True, trump=Suit.HEARTS), "meld Q♠ face up hearts"),
        (Claim(Rank.TEN), "claim 10 nothing"),
        (Claim(Rank.ACE, (Rank.TWO, hand("QS KS"), 3), "hi"), "claim A 2, Q♠ K♠, 3 hi"),
        (Claim(Rank.ACE, (True, None, False), Bid(2)), "claim A of bid 2"),
        (Claim(Rank.ACE, (1,), 0.5), "claim A 1 0.5"),
        ("play Q♠", "'play Q♠'"),
        (None, "None"),
        (Bid, f"{Bid!r}"),
    ],
)
def test_a_move_in_words(move: object, text: str) -> None:
    assert words(move) == text


@pytest.mark.parametrize(
    ("kind", "text"), [(Bid, "bid"), (GiveUp, "give up"), (type("NoBlackjack", (), {}), "no blackjack")]
)
def test_the_name_of_a_class_of_moves_in_words(kind: type, text: str) -> None:
    assert kind_name(kind) == text


BIDS = tuple(map(Bid, range(5)))
PLAYS = tuple(map(Play, hand("2H 9H")))


def too_high(_state: object, bid: Bid) -> str:
    return f"at most 4, not {bid.points}"


def follow(_state: object, _play: object) -> Reason:
    return because("follow suit", "3.2")


def test_the_listed_move_is_returned() -> None:
    """A move that merely compares equal stays out of the state."""
    assert require_legal(None, BIDS, BIDS[3], too_high) is BIDS[3]
    for same in (Bid(3), Bid(Fraction(3)), Bid(3.0), Bid(True + True + True)):  # type: ignore[arg-type]  # a float equals it
        assert require_legal(None, BIDS, same, too_high) is BIDS[3]
    assert type(require_legal(None, BIDS, Bid(True), too_high).points) is int


def why_not(state: int, move: Bid | Play | GiveUp) -> Reason | str:
    assert state == 7
    return too_high(state, move) if isinstance(move, Bid) else follow(state, move)


@pytest.mark.parametrize(
    ("legal", "move", "text"),
    [
        (BIDS, Bid(7), "illegal move bid 7: at most 4, not 7; legal: bid 0, bid 1, bid 2, bid 3, bid 4"),
        (BIDS, Bid(None), "illegal move bid: at most 4, not None; legal: bid 0, bid 1, bid 2, bid 3, bid 4"),
        (PLAYS, Play(card("7C")), "illegal move play 7♣: follow suit (rule 3.2); legal: play 2♥, play 9♥"),
        (PLAYS, Bid(2), "illegal move bid 2: expected play; legal: play 2♥, play 9♥"),
        (PLAYS, card("2H"), "illegal move Card.parse('2H'): expected play; legal: play 2♥, play 9♥"),
        (PLAYS, None, "illegal move None: expected play; legal: play 2♥, play 9♥"),
        (PLAYS, "", "illegal move '': expected play; legal: play 2♥, play 9♥"),
        (
            (*PLAYS, GiveUp(), Bid(0)),
            "play 2♥",
            "illegal move 'play 2♥': expected play or give up or bid; legal: play 2♥, play 9♥, give up, bid 0",
        ),
        ((), Play(card("2H")), "illegal move play 2♥: no seat may move now"),
    ],
)
def test_another_move_is_refused_with_the_reason(
    legal: tuple[Bid | Play | GiveUp, ...], move: object, text: str
) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        require_legal(7, legal, move, why_not)
    assert str(caught.value) == text
    assert (caught.value.move, caught.value.legal) == (move, legal)
    assert isinstance(caught.value, ValueError)
    assert caught.value.reason in text
    assert caught.value.rules == (("3.2",) if "3.2" in text else ())


def test_an_object_that_equals_everything_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="expected play"):
        require_legal(None, PLAYS, ANY, follow)


def test_a_move_of_another_game_with_equal_fields_is_refused() -> None:
    @frozen
    class Lead:
        card: Card

    with pytest.raises(IllegalMoveError, match="illegal move lead 2♥: expected play"):
        require_legal(None, PLAYS, Lead(card("2H")), follow)


@pytest.mark.parametrize(
    ("number", "end"), [(12, "bid 10, bid 11"), (13, "bid 10, bid 11 and 1 more"), (99, "and 87 more")]
)
def test_a_long_list_of_legal_moves_is_cut(number: int, end: str) -> None:
    error = IllegalMoveError(Bid(100), "too high", tuple(map(Bid, range(number))))
    assert str(error).startswith("illegal move bid 100: too high; legal: bid 0, bid 1, ")
    assert str(error).endswith(end)


@pytest.mark.parametrize("held", ["", "KS", "KS 2C 9H JK AD", "9H 9H JK 9H JK"])
def test_selection_moves_equal_moves_made_one_by_one(held: str) -> None:
    list_moves = selection_moves(Keep)
    for most in range(6):
        assert list_moves(hand(held), most) == tuple(map(Keep, hand(held).selections(most)))
    moves = list_moves(hand(held), 5)
    assert {type(move.cards) for move in moves} == {Hand}
    with pytest.raises(FrozenInstanceError):
        moves[-1].cards = Hand()  # type: ignore[misc]  # the fault


@pytest.mark.parametrize(
    ("size", "choices"),
    [
        (0, [""]),
        (1, ["2C", "9H", "KS"]),
        (2, ["2C 9H", "2C KS", "9H KS"]),
        (3, ["2C 9H KS"]),
        (4, []),
    ],
)
def test_moves_that_choose_an_exact_number_of_cards(size: int, choices: list[str]) -> None:
    list_moves = selection_moves(Keep, exact=True)
    assert list_moves(hand("KS 2C 9H"), size) == tuple(Keep(hand(cards)) for cards in choices)


@pytest.mark.parametrize(
    ("rules", "text"), [((), "no"), (("3.1",), "no (rule 3.1)"), (("5.1", "5.2"), "no (rules 5.1, 5.2)")]
)
def test_a_reason_names_its_rules(rules: tuple[str, ...], text: str) -> None:
    assert str(because("no", *rules)) == text


def test_a_long_move_is_not_repeated_in_full() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        require_legal(None, PLAYS, "x" * 10_000, follow)
    assert len(str(caught.value)) < 200


def test_moves_that_choose_cards_of_a_hidden_hand_are_not_listed() -> None:
    list_moves = selection_moves(Keep)
    assert list_moves(hand("?? ??"), 0) == (Keep(Hand()),)
    for _ in range(2):
        with pytest.raises(ViewError, match="this view does not show the hand from which the seat to act chooses"):
            list_moves(hand("?? ??"), 2)
    with pytest.raises(ViewError, match="this view does not show the hand"):
        selection_moves(Keep, exact=True)(hand("?? ?? ?? ??"), 3)


def test_cards_that_are_not_held_are_a_reason() -> None:
    held = hand("9H 9H JK 2C")
    assert why_not_held(hand("9H JK 9H"), held, "3.1") is None
    assert why_not_held(hand("9H KS JK"), held, "3.1") == because("K♠ is not in this hand", "3.1")
    twice = because("JK is named more often than it is in this hand", "3.1")
    assert why_not_held(hand("JK JK"), held, "3.1") == twice


def test_a_subclass_of_a_move_is_another_kind_and_no_reason_need_be_given() -> None:
    @frozen
    class Doubled(Bid):
        """A bid that only looks like one."""

    with pytest.raises(IllegalMoveError, match="illegal move doubled 7: expected bid;"):
        require_legal(None, BIDS, Doubled(7))
    with pytest.raises(IllegalMoveError, match="illegal move bid 7: it is not among the legal moves;"):
        require_legal(None, BIDS, Bid(7))

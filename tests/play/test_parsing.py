"""Parse moves from their words."""

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from random import Random
from time import perf_counter
from typing import Literal, TypeVar

import pytest
from attrs import AttrsInstance, frozen

from cardrules.cards import JOKER, Card, Hand, Rank, Suit
from cardrules.errors import TextError
from cardrules.game import playout, states
from cardrules.games import oh_hell
from cardrules.games.klaberjass.sequences import Show as ShowSequences
from cardrules.games.oh_hell import Bid, Play
from cardrules.moves import words
from cardrules.play.parsing import (
    MAX_LENGTH,
    completions,
    has_amounts,
    parse_amount,
    parse_any_move,
    parse_attempt,
    parse_integer,
    parse_move,
    parse_value,
)
from cardrules.zones import Own
from tests.sheets import card, hand


@frozen
class GiveUp:
    pass


@frozen
class Pass:
    pass


@frozen
class Say:
    text: str


@frozen
class Give:
    card: Card


@frozen
class Exchange:
    cards: Own[Hand]


@frozen
class Stake:
    amount: int | Fraction


@frozen
class Name:
    suit: Suit | None


@frozen
class Call:
    rank: Rank
    with_bella: bool = False


class Mood(Enum):
    WELL_OFF = 1
    BROKE = 2


@frozen
class Feel:
    mood: Mood


@frozen
class Build:
    source: int | Literal["waste"] | None
    target: int

    def __attrs_post_init__(self) -> None:
        if self.source == self.target:
            raise ValueError("a pile is not built on itself")


@frozen
class Run:
    cards: Hand
    points: int


@frozen
class Show:
    runs: tuple[Run, ...]


@frozen
class Pair:
    both: tuple[Card, Suit]
    note: str


PLAYS = tuple(map(Play, hand("2C 10C QC QS AS JK")))


@pytest.mark.parametrize("text", ["play Q♠", "PLAY QS", "  play   qs ", "qs", "Q♠", "p q♠", "pl qs", "play q♠,", "4"])
def test_a_move_is_named_by_its_words_or_a_part_of_them(text: str) -> None:
    assert parse_move(text, PLAYS) is PLAYS[3]


@pytest.mark.parametrize(("text", "place"), [("Th", 0), ("t", 0), ("10", 0), ("joker", 1), ("jk", 1), ("play jo", 1)])
def test_cards_are_parsed_in_all_their_spellings(text: str, place: int) -> None:
    moves = (Play(card("10H")), Play(JOKER))
    if text in ("t", "10", "play jo"):  # "10" would be the tenth move; a spelling is not abbreviated
        with pytest.raises(TextError):
            parse_move(text, moves)
    else:
        assert parse_move(text, moves) is moves[place]


def test_a_number_is_the_position_of_a_move() -> None:
    assert parse_move("2", PLAYS) == Play(card("10C"))
    with pytest.raises(TextError, match="no move has the number 7: the last is 6"):
        parse_move("7", PLAYS)
    with pytest.raises(TextError, match="no move has the number 0: the last is 6"):
        parse_move("0", PLAYS)
    assert parse_move("0" * 99 + "2", PLAYS) is PLAYS[1]
    with pytest.raises(TextError, match=r"^no move has the number 1{60}… \(340 more characters\): the last is 6$"):
        parse_move("1" * 400, PLAYS)


def test_among_amounts_a_number_is_the_amount() -> None:
    bids = tuple(map(Bid, range(3, 12)))
    assert has_amounts(bids)
    assert not has_amounts(PLAYS)
    assert parse_move("10", bids) == Bid(10)
    with pytest.raises(TextError, match=r"no move '1' now; .*bid 3, bid 4"):
        parse_move("1", bids)


def test_an_abbreviation_must_fit_one_move_only() -> None:
    moves = (Give(card("2C")), GiveUp(), Stake(2), Stake(20))
    assert parse_move("up", moves) == GiveUp()
    assert parse_move("g u", moves) == GiveUp()
    assert parse_move("gi 2c", moves) == Give(card("2C"))
    assert parse_move("s 2", moves) == Stake(2)
    with pytest.raises(TextError, match="'gi' may be give 2♣, give up; type more of it"):
        parse_move("gi", moves)


def test_the_words_of_a_move_are_that_move_even_if_others_end_in_them() -> None:
    moves = (Pass(), Say("pass"))
    assert [parse_move(words(move), moves) for move in moves] == list(moves)


def test_exact_words_go_before_abbreviations() -> None:
    one, two = Exchange(hand("2C")), Exchange(hand("2C 3D"))
    none = Exchange(hand(""))
    assert parse_move("2c", (one, two, none)) is one
    assert parse_move("e 3d 2c", (one, two, none)) is two
    assert parse_move("3d", (one, two, none)) is two
    assert parse_move("nothing", (one, two, none)) is none


def test_words_that_fit_no_move_are_refused_with_the_nearest() -> None:
    with pytest.raises(TextError, match=r"no move 'play 1c' now; did you mean play 10♣ or"):
        parse_move("play 1c", PLAYS)
    with pytest.raises(TextError, match=r"no move 'xyz' now; legal: play 2♣, play 10♣"):
        parse_move("xyz", PLAYS)
    with pytest.raises(TextError, match=r"bid 10, bid 11 and 8 more"):
        parse_move("xyz", tuple(map(Bid, range(20))))
    with pytest.raises(TextError, match="type a move: play 2♣"):
        parse_move(" ", PLAYS)
    with pytest.raises(TextError, match="no move 'pass' now; legal: nothing") as caught:
        parse_move("pass", ())
    assert caught.value.text == "pass"


@pytest.mark.parametrize(
    "move",
    [
        GiveUp(),
        Give(JOKER),
        Exchange(hand("")),
        Exchange(hand("QS QS 10H")),
        Stake(3),
        Stake(Fraction(3, 2)),
        Name(Suit.HEARTS),
        Name(None),
        Call(Rank.TEN),
        Call(Rank.QUEEN, with_bella=True),
        Feel(Mood.WELL_OFF),
        Build("waste", 3),
        Build(None, 3),
        Build(7, 3),
        Show(()),
        Show((Run(hand("7C 8C 9C"), 20), Run(hand("JH QH KH AH"), 50))),
        Pair((card("2C"), Suit.CLUBS), "high"),
    ],
)
def test_every_move_is_parsed_from_its_words(move: AttrsInstance) -> None:
    kinds = (GiveUp, Give, Exchange, Stake, Name, Call, Feel, Build, Show, Pair)
    assert parse_any_move(words(move), kinds) == move
    assert parse_any_move(words(move).upper(), kinds) == move


def test_the_moves_of_a_whole_game_are_parsed_from_their_words() -> None:
    for state in states(oh_hell, playout(oh_hell, oh_hell.Rules(deals=3), Random(0))):
        moves = oh_hell.legal_moves(state)
        assert tuple(parse_move(words(move), moves) for move in moves) == moves
        assert tuple(parse_any_move(words(move), (Bid, Play)) for move in moves) == moves


def test_the_kind_of_an_unlisted_move_may_be_left_out() -> None:
    assert parse_any_move("qs", (Bid, Play)) == Play(card("QS"))
    assert parse_any_move("3", (Bid, Play)) == Bid(3)
    with pytest.raises(TextError, match="no move 'qs' among give, play"):
        parse_any_move("qs", (Give, Play))


@pytest.mark.parametrize(
    "text", ["", "play", "bid", "bid x", "bid 1 2", "build 3 3", "call 1", "stake 1/0", "pair 2c c"]
)
def test_words_of_no_move_are_refused(text: str) -> None:
    with pytest.raises(TextError):
        parse_any_move(text, (Bid, Play, Build, Call, Stake, Pair))


@pytest.mark.parametrize(
    ("text", "hint", "value"),
    [
        ("3", int, 3),
        ("3/2", int | Fraction, Fraction(3, 2)),
        ("4/2", Fraction, 2),
        ("h", Suit, Suit.HEARTS),
        ("spades", Suit, Suit.SPADES),
        ("♦", Suit, Suit.DIAMONDS),
        ("q", Rank, Rank.QUEEN),
        ("10", Rank, Rank.TEN),
        ("well off", Mood, Mood.WELL_OFF),
        ("2c 2d", tuple[Card, ...], (card("2C"), card("2D"))),
        ("nothing", tuple[Card, ...], ()),
        ("", tuple[Card, ...] | None, None),
        ("2c", tuple[Card | None, ...], (card("2C"),)),
    ],
)
def test_a_value_is_parsed_by_its_type(text: str, hint: object, value: object) -> None:
    assert parse_value(text, hint) == value


def test_a_value_of_another_type_is_refused() -> None:
    for text, hint in [("x", int), ("2c 3", tuple[Card, ...]), ("x", dict[str, int]), ("x", TypeVar("T"))]:
        with pytest.raises(TextError, match=f"{text!r} cannot be read as"):
            parse_value(text, hint)


@pytest.mark.parametrize(("text", "number"), [("3", 3), ("-3", -3), ("+0", 0), ("9" * 100, 10**100 - 1)])
def test_a_whole_number_is_parsed(text: str, number: int) -> None:
    assert parse_integer(text) == number


@pytest.mark.parametrize("text", ["", "x", "1.0", "1_0", " 1", "--1", "1e3"])
def test_any_other_text_is_not_a_whole_number(text: str) -> None:
    with pytest.raises(TextError, match=rf"^must be a whole number, not {text!r}$"):
        parse_integer(text)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("3", 3), ("-6/2", -3), ("3/2", Fraction(3, 2)), ("1.50", Fraction(3, 2)), (".5", Fraction(1, 2))],
)
def test_an_amount_is_parsed(text: str, amount: Fraction | int) -> None:
    assert parse_amount(text) == amount
    assert type(parse_amount(text)) is type(amount)


@pytest.mark.parametrize("text", ["", ".", "x", "1/0", "1//2", "1/-2", "1.", "inf", "1e3", "1e999999999"])
def test_any_other_text_is_not_an_amount(text: str) -> None:
    """A power of ten would be written out: that of the last text has a billion digits."""
    with pytest.raises(TextError, match=r"^must be a number, not "):
        parse_amount(text)


@pytest.mark.parametrize("parse", [parse_integer, parse_amount])
def test_a_number_has_at_most_100_digits(parse: Callable[[str], object]) -> None:
    with pytest.raises(TextError, match=r"number of at most 100 digits, not '9{60}… \(4940 more characters\)'$"):
        parse("9" * 5_000)


def test_long_texts_are_refused() -> None:
    for parse in (lambda text: parse_move(text, PLAYS), lambda text: parse_any_move(text, (Play,)), parse_hand):
        with pytest.raises(TextError, match="a text of 501 characters is too long to be read; the most is 500"):
            parse("q" * (MAX_LENGTH + 1))
    assert completions("play " + " " * MAX_LENGTH, PLAYS) == []


def parse_hand(text: str) -> object:
    """Parse the cards of a hand."""
    return parse_value(text, Hand)


@pytest.mark.parametrize(
    "text", ["show " + "7c " * 20, "show " + "7c " * 160, "as " * 160, "show " + "7c 8c 9c nothing " * 29, "0 " * 240]
)
def test_the_time_to_parse_does_not_double_with_each_word(text: str) -> None:
    """Cards can be cut into sequences in 2 to their number ways; 20 of them once took 27 s, and 600 too many frames."""
    begun = perf_counter()
    with pytest.raises(TextError):
        parse_attempt(text, [ShowSequences(()), Exchange(hand(""))])
    assert perf_counter() - begun < 5


@frozen
class Few:
    """Accepts fewer cards than can be named."""

    cards: Hand
    rest: tuple[int | Fraction, ...] = ()

    def __attrs_post_init__(self) -> None:
        if len(self.cards) > 2:
            raise ValueError("too many")


def test_equal_values_of_the_members_of_a_union_count_once() -> None:
    """Each number is an ``int`` and a whole ``Fraction``: only the amounts that differ are ambiguous."""
    assert parse_any_move("few 2c 3c 1 2 3 4 5 6 7 8 9 10", (Few,)) == Few(hand("2C 3C"), tuple(range(1, 11)))
    with pytest.raises(TextError):
        parse_any_move("few 2c 3c 4c 1", (Few,))


def test_a_thousand_moves_are_parsed_in_a_moment() -> None:
    """It takes some 20 ms."""
    moves = tuple(map(Stake, range(1, 1001)))
    begun = perf_counter()
    assert parse_move("stake 500", moves) == Stake(500)
    assert perf_counter() - begun < 1


def test_an_attempt_may_be_an_unlisted_move() -> None:
    assert parse_attempt("qs", PLAYS) is PLAYS[3]
    assert parse_attempt("play KS", PLAYS) == Play(card("KS"))
    assert parse_attempt("kh", PLAYS) == Play(card("KH"))
    with pytest.raises(TextError, match="no move 'pass' now; legal: play 2♣"):
        parse_attempt("pass", PLAYS)


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("", ["bid 3", "bid 30", "give up"]),
        ("b", ["bid 3", "bid 30"]),
        ("BID", ["bid 3", "bid 30"]),
        ("bid ", ["bid 3", "bid 30"]),
        ("bid 3", ["bid 3", "bid 30"]),
        ("30", ["bid 30"]),
        ("u", []),
        ("bid 4", []),
    ],
)
def test_completions_begin_with_the_text(text: str, completed: list[str]) -> None:
    assert completions(text, (Bid(3), Bid(30), GiveUp())) == completed

"""The facts of states: labels, and what is left out."""

from random import Random

import pytest
from attrs import field, frozen

from cardrules import catalogue
from cardrules.cards import Card, Hand, Suit
from cardrules.game import Outcome, playout, states
from cardrules.labels import UNTOLD, told
from cardrules.play.facts import facts
from cardrules.play.text import format_facts, format_outcome, format_state, headline
from cardrules.seats import NOT_BY_SEAT, Seat
from cardrules.zones import Known, Open, Own
from tests.sheets import hands

NAMES = ("Ann", "Bo", "Cec")


@frozen
class Naming:
    """A phase with labels of all kinds."""

    number: int = field(default=3, metadata=told("deal"))
    trump: Suit | None = field(default=Suit.CLUBS, metadata=told(empty="no trump"))
    maker: Seat | None = field(default=1, metadata=told("by", joined=True))
    doubled: bool = False
    streak: int = field(default=0, metadata=told("in a row", zero=False))
    place: int = field(default=0, metadata=told("hand", from_one=True))
    order: tuple[Seat, ...] = field(default=(2, 0), metadata=told("still in", by_seat=False))
    royal: Seat | None = field(default=0, metadata=UNTOLD)
    said: tuple[str, ...] = field(default=(), metadata=NOT_BY_SEAT)
    remark: str = ""
    to_act: int = 1
    phase = "naming trump"


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Naming(), "deal 3 · trump ♣ by seat 1 · hand 1 · still in seats 2, 0"),
        (Naming(trump=None, maker=None), "deal 3 · no trump · hand 1 · still in seats 2, 0"),
        (
            Naming(doubled=True, streak=2),
            "deal 3 · trump ♣ by seat 1 · doubled · in a row 2 · hand 1 · still in seats 2, 0",
        ),
        (Naming(place=1, order=(2,)), "deal 3 · trump ♣ by seat 1 · hand 2 · still in seat 2"),
        (Naming(order=(), said=("pass",)), "deal 3 · trump ♣ by seat 1 · hand 1 · said pass"),
    ],
)
def test_facts_have_the_labels_of_their_fields_and_empty_ones_are_left_out(state: Naming, text: str) -> None:
    assert format_facts(state) == text


def test_seats_have_names_if_they_are_given() -> None:
    assert format_facts(Naming(), names=NAMES) == "deal 3 · trump ♣ by Bo · hand 1 · still in Cec, Ann"
    assert headline(Naming(), names=NAMES) == "naming trump, Bo to act"
    assert headline(Naming(), names=NAMES, you=1) == "naming trump, you are to act"


def test_a_fact_that_goes_on_with_nothing_stands_alone() -> None:
    @frozen
    class Alone:
        maker: Seat = field(default=1, metadata=told("by", joined=True))
        to_act: int = 0

    assert format_facts(Alone()) == "by seat 1"


@frozen
class Holding:
    """A phase with hands, in which one column says nothing."""

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    laid: Own[tuple[Hand, ...]]
    taken: tuple[int, ...] = field(default=(0, 0), metadata=told("tricks", zero=False))
    partner: tuple[Seat | None, ...] = (1, None)
    gone: Known[Hand] = Hand()
    up: Open[Card | None] = None
    to_act: int = 0


WIDE = Holding(hands("2C 5C QD 9H AS JK | 3C 4C 5D 6D 7D 8H 9S"), hands(" | "))


def test_hands_are_grouped_by_suit_with_jokers_last() -> None:
    assert format_facts(WIDE, names=("Ann", "Bo"), you=0).splitlines() == [
        "   player     partner  hand",
        ">  Ann (you)  Bo       2♣ 5♣  Q♦  9♥  A♠  JK",
        "   Bo         -        3♣ 4♣  5♦ 6♦ 7♦  8♥  9♠",
    ]


def test_a_hand_that_is_too_long_is_broken_between_suits() -> None:
    assert format_facts(WIDE, width=37).splitlines() == [
        "   seat  partner  hand",
        ">  0     seat 1   2♣ 5♣  Q♦  9♥  A♠",
        "                  JK",
        "   1     -        3♣ 4♣  5♦ 6♦ 7♦  8♥",
        "                  9♠",
    ]


def test_where_a_table_has_no_room_each_seat_has_lines_of_its_own() -> None:
    assert format_facts(WIDE, width=30, you=0).splitlines() == [
        "> seat 0 (you)",
        "    partner seat 1",
        "    hand 2♣ 5♣  Q♦  9♥  A♠  JK",
        "  seat 1",
        "    hand 3♣ 4♣  5♦ 6♦ 7♦  8♥",
        "      9♠",
    ]
    assert "> Ann\n" in format_facts(WIDE, width=30, names=("Ann", "Bo"))


def test_a_column_of_hands_is_farther_from_the_next_than_suits_are() -> None:
    both = Holding(hands("2C 5D | 3C"), hands("4H | 5H"), (1, 0), (None, None))
    assert format_facts(both).splitlines() == [
        "   seat  tricks  hand     laid",
        ">  0     1       2♣  5♦   4♥",
        "   1     0       3♣       5♥",
    ]


@frozen
class Settled(Outcome):
    points: tuple[int, ...]
    taken: Open[tuple[Hand, ...]]


def test_an_outcome_has_names_and_values_by_seat() -> None:
    outcome = Settled((3, -1, -2), (0,), (9, 5, 4), hands("2C | 3C | "))
    assert format_outcome(outcome).splitlines() == [
        "seat 0 wins; scores by seat  0: 3  1: -1  2: -2",
        "points  0: 9  1: 5  2: 4",
        "taken  0: 2♣  1: 3♣  2: -",
    ]
    assert format_outcome(outcome, names=NAMES).splitlines()[:2] == [
        "Ann wins; scores  Ann: 3  Bo: -1  Cec: -2",
        "points  Ann: 9  Bo: 5  Cec: 4",
    ]
    assert format_outcome(outcome, width=30).splitlines()[:2] == ["seat 0 wins; scores by seat", "  0: 3  1: -1  2: -2"]


TECHNICAL = {
    "number",
    "size",
    "left",
    "waiting",
    "words",
    "calls",
    "royal",
    "last",
    "raised",
    "paid",
    "opened",
    "acted",
}
"""The names of fields that are no words of a player."""


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_every_game_speaks_in_words_of_players(name: str) -> None:
    game = catalogue.game(name)
    record = playout(game, game.Rules(), Random(1), max_moves=300)
    for state in states(game, record):
        assert not TECHNICAL & {fact.name for fact in facts(state)}
        assert " -" not in format_state(state).splitlines()[1].replace(" -1", ""), format_state(state)

"""Format states, views and outcomes as text."""

from enum import Enum
from fractions import Fraction
from random import Random
from types import SimpleNamespace

import pytest
from attrs import field, frozen

from cardrules.cards import FACE_DOWN, JOKER, Card, Deck, Hand, Rank, Suit
from cardrules.game import NATURE, OMITTABLE, Outcome, playout, states
from cardrules.games import oh_hell
from cardrules.games.draw_poker import Win
from cardrules.play.facts import facts, seat_count
from cardrules.play.text import format_facts, format_outcome, format_state, format_value, to_ascii
from cardrules.seats import NOT_BY_SEAT
from cardrules.zones import Closed, Known, Open, Own, view
from tests.sheets import card, hand, hands


class Mood(Enum):
    WELL_OFF = 1


@frozen
class Box:
    """The things of a seat at the table."""

    stake: int | Fraction
    mood: Mood
    hand: Open[Hand]


@frozen
class Round:
    number: int
    scores: tuple[int, ...]
    pile: Known[Hand]


@frozen
class Betting:
    """A phase with fields of all kinds."""

    rules: None
    terms: Round
    to_act: int
    round: Round
    scores: tuple[int, ...]
    boxes: tuple[Box | None, ...]
    hands: Own[tuple[Hand, ...]]
    held: Own[tuple[Card | None, ...]]
    shown: Open[tuple[Hand | None, ...]]
    hole: Closed[Card | None]
    stock: Closed[Deck]
    layers: Closed[tuple[Hand, ...]]
    turn_up: Open[Card | None]
    trick: Open[Hand]
    broken: bool
    trump: Suit | None
    lead: Rank
    limits: tuple[int, ...]
    names: tuple[str, ...] = ("ann", "bob", "cec")
    cache: int = field(default=7, repr=False)


BETTING = Betting(
    rules=None,
    terms=Round(5, (), Hand()),
    to_act=1,
    round=Round(4, (9, 9, 9), hand("2C 3C")),
    scores=(10, -3, 0),
    boxes=(Box(Fraction(3, 2), Mood.WELL_OFF, hand("2C")), None, Box(2, Mood.WELL_OFF, Hand())),
    hands=hands("KS 3D 10D | 2H | "),
    held=(card("KC"), None, None),
    shown=(None, hand("4C 2C"), Hand()),
    hole=card("AS"),
    stock=Deck.parse("5C 6C"),
    layers=hands("7C 8C | 9C"),
    turn_up=card("9H"),
    trick=hand("QS 3S"),
    broken=True,
    trump=Suit.HEARTS,
    lead=Rank.TEN,
    limits=(1, 2),
)


def test_a_state_is_its_facts_its_open_cards_and_a_table_by_seat() -> None:
    assert (
        format_state(BETTING)
        == """\
betting, seat 1 to act
number 4 · pile 2 cards · hole ?? · stock 2 cards · layers 2 cards, 1 card ·
  turn up 9♥ · broken · trump ♥ · lead 10 · limits 1, 2
trick  Q♠ 3♠
   seat  scores  stake  mood      names  hand  hands        held  shown
   0     10      3/2    well off  ann    2♣    3♦ 10♦  K♠   K♣    -
>  1     -3      -      -         bob    -     2♥           -     4♣ 2♣
   2     0       2      well off  cec    -     -            -     -"""
    )


@frozen
class Wager:
    """An object with one field."""

    points: int


@frozen
class Waived:
    """An object without fields."""


@frozen
class Wagering:
    wagers: tuple[Wager | Waived | None, ...]
    hands: Own[tuple[Hand, ...]]
    to_act: int = 0


@pytest.mark.parametrize(
    ("wagers", "shown"),
    [((Wager(3), Wager(12)), ("3", "12")), ((Wager(3), Waived()), ("3", "waived")), ((None, Wager(0)), ("-", "0"))],
)
def test_an_object_with_one_field_is_shown_as_that_field(
    wagers: tuple[Wager | Waived | None, ...], shown: tuple[str, ...]
) -> None:
    head, *rows = format_facts(Wagering(wagers, hands("2C | 3C"))).splitlines()
    assert head.split() == ["seat", "wagers", "hands"]
    assert tuple(row[1:].split()[1] for row in rows) == shown


@frozen
class Talking:
    said: tuple[Wager | Waived, ...] = field(metadata=NOT_BY_SEAT)
    hands: Own[tuple[Hand, ...]]
    order: tuple[int, ...] = field(default=(1, 0), metadata=NOT_BY_SEAT)
    to_act: int = 0


def test_a_tuple_that_is_declared_in_another_order_is_not_shown_by_seat() -> None:
    lines = format_facts(Talking((Wager(3), Waived()), hands("2C | 3C"))).splitlines()
    assert lines[0] == "said wager 3, waived · order 1, 0"
    assert lines[1].split() == ["seat", "hands"]
    assert format_facts(Talking((), hands("2C | 3C"))).startswith("order 1, 0\n")


@frozen
class Doubling:
    doubled: bool = field(default=False, metadata=OMITTABLE)
    by: int | None = field(default=None, metadata=OMITTABLE)
    stake: int = 1
    to_act: int = 0


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Doubling(), "stake 1"),
        (Doubling(doubled=True, by=2), "doubled · by 2 · stake 1"),
        (Doubling(by=0), "by 0 · stake 1"),
    ],
)
def test_a_fact_that_may_be_left_out_is_while_it_says_nothing(state: Doubling, text: str) -> None:
    assert format_facts(state) == text


def test_a_view_counts_the_hands_of_others_and_marks_you() -> None:
    seen = format_state(view(BETTING, 1), you=1)
    assert seen.startswith("betting, you are to act\n")
    assert "   0        10      3/2    well off  ann    2♣    3 cards  ??    -" in seen
    assert ">  1 (you)  -3      -      -         bob    -     2♥       -     4♣ 2♣" in seen


def test_the_outermost_of_two_facts_of_one_name_is_shown() -> None:
    values = {fact.name: fact.value for fact in facts(BETTING)}
    assert values["scores"] == (10, -3, 0)
    assert "cache" not in values


@frozen
class Patience:
    piles: Open[tuple[Hand, ...]]
    to_act = 0


@frozen
class Shuffling:
    to_act = NATURE


@frozen
class WithDealer:
    players: int = 3
    seats: int = 4


@frozen
class Over:
    rules: Shuffling | WithDealer
    to_act = None


@frozen
class Played:
    cards: Open[Hand]
    bet: int


@frozen
class Side:
    """The things of a seat at a table with a house."""

    played: tuple[Played, ...]
    insured: bool = False
    streak: int = field(default=0, metadata=OMITTABLE)


@frozen
class Banking:
    balances: tuple[int, ...]
    sides: tuple[Side, ...]
    jackpot: int = field(default=0, metadata=OMITTABLE)
    rules: WithDealer = WithDealer()
    to_act: int = 0


def test_a_tuple_of_all_but_the_house_is_shown_by_seat() -> None:
    one, two = Played(hand("2C 3C"), 5), Played(hand("4C"), 10)
    lines = format_facts(Banking((1, 2, 3, -6), (Side((one,), insured=True), Side((one, two)), Side(())))).splitlines()
    assert lines == [
        "   seat  balances  played                                insured",
        ">  0     1         cards 2♣ 3♣, bet 5                    yes",
        "   1     2         cards 2♣ 3♣, bet 5; cards 4♣, bet 10  no",
        "   2     3         -                                     no",
        "   3     -6        -                                     -",
    ]


def test_what_only_an_option_fills_is_left_out_while_it_has_its_default() -> None:
    """Alone, and by seat unless a seat has something else."""
    plain = format_facts(Banking((1, 2), (Side(()), Side(())), rules=WithDealer(2, 2)))
    assert plain.splitlines() == [
        "   seat  balances",
        ">  0     1",
        "   1     2",
    ]
    filled = format_facts(Banking((1, 2), (Side(()), Side((), streak=3)), jackpot=50, rules=WithDealer(2, 2)))
    assert filled.splitlines() == [
        "jackpot 50",
        "   seat  balances  streak",
        ">  0     1         0",
        "   1     2         3",
    ]


def test_a_state_without_seats_has_one() -> None:
    patience = Patience(hands("2C 5C | 3D | KS"))
    assert format_state(patience, you=0) == "patience, you are to act\npiles  2♣ 5♣ | 3♦ | K♠"
    assert seat_count(patience) == 1


def test_long_lines_are_wrapped_between_piles() -> None:
    lines = format_facts(Patience(tuple(hand("10C 10D 10H 10S") for _ in range(7)))).splitlines()
    assert [line.count("|") for line in lines] == [4, 2]
    assert lines[1].startswith("  10♣ 10♦ 10♥ 10♠ |")


@pytest.mark.parametrize(
    ("state", "head"),
    [
        (Shuffling(), "shuffling, chance shuffles"),
        (Over(Shuffling()), "over, the game is over"),
        (Patience(()), "patience, seat 0 to act"),
    ],
)
def test_the_first_line_says_who_acts(state: Shuffling | Over | Patience, head: str) -> None:
    assert format_state(state) == head


def test_the_seats_are_counted_by_own_zones_or_the_rules() -> None:
    assert seat_count(BETTING) == 3
    assert seat_count(oh_hell.start(oh_hell.Rules(players=5))) == 5
    assert seat_count(Over(WithDealer())) == 4
    assert seat_count(Over(Shuffling())) == 1


def test_a_game_may_format_its_own_states() -> None:
    game = SimpleNamespace(picture=lambda state: f"a picture of {len(state.piles)} piles")
    assert format_state(Patience(hands("2C | 3C")), game=game) == "patience, seat 0 to act\na picture of 2 piles"
    assert "piles  2♣ | 3♣" in format_state(Patience(hands("2C | 3C")), game=oh_hell)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "-"),
        ((), "-"),
        (Hand(), "-"),
        (False, "no"),
        (3, "3"),
        (Fraction(1, 2), "1/2"),
        (JOKER, "JK"),
        (Hand((FACE_DOWN, FACE_DOWN)), "2 cards"),
        (Hand((FACE_DOWN,)), "1 card"),
        (Hand((card("QS"), FACE_DOWN)), "Q♠ ??"),
        ((1, (2, None)), "1, 2, -"),
        (hands("2C 3C | 4C"), "2♣ 3♣ | 4♣"),
        ((Box(1, Mood.WELL_OFF, hand("2C")), Shuffling()), "stake 1, mood well off, hand 2♣; shuffling"),
        (Box(1, Mood.WELL_OFF, hand("3C 2C")), "stake 1, mood well off, hand 3♣ 2♣"),
        (Win((0, 2), 9, None), "by seats 0, 2, pot 9"),
        (Shuffling(), "shuffling"),
    ],
)
def test_values_in_words(value: object, text: str) -> None:
    assert format_value(value) == text


@frozen
class Graded(Outcome):
    grade: str | None
    hand: Open[Hand]


class Penalties(Outcome):
    lowest_wins = True


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Penalties((10, 20), (0,)), "seat 0 wins; penalties by seat  0: 10  1: 20"),
        (Outcome((10, 20), (1,)), "seat 1 wins; scores by seat  0: 10  1: 20"),
        (Outcome((5, 5, 5), (0, 1, 2)), "seats 0, 1 and 2 win; scores by seat  0: 5  1: 5  2: 5"),
        (Outcome((Fraction(-1, 2), 0), ()), "nobody wins; scores by seat  0: -1/2  1: 0"),
        (Outcome((10,), (0,)), "won; score 10"),
        (Graded((9,), (), None, Hand()), "not won; score 9"),
        (Graded((22,), (), "good", hand("3C 2C")), "not won; score 22\ngrade  good\nhand  3♣ 2♣"),
    ],
)
def test_an_outcome_says_who_won_and_the_scores(outcome: Outcome, text: str) -> None:
    assert format_outcome(outcome) == text


def test_letters_replace_suits_on_request() -> None:
    for state in states(oh_hell, playout(oh_hell, oh_hell.Rules(deals=4), Random(0))):
        text = to_ascii(format_state(state))
        assert text.isascii()
        for held in getattr(state, "hands", ()):
            assert all(card.ascii in text for card in held)

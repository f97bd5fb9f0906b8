"""What happened at a table, as text."""

from itertools import pairwise
from random import Random
from typing import TypeAlias

from attrs import evolve, frozen

from cardrules.cards import PACK_52, Hand
from cardrules.game import NATURE, Record, Shuffled, playout, stacked
from cardrules.games import oh_hell
from cardrules.games.oh_hell import Bid, Play
from cardrules.play.text import format_state
from cardrules.play.transcript import Step, steps, transcript
from cardrules.seats import Seat
from cardrules.zones import Closed, Open, Own
from tests.sheets import card, hand, hands

ONE_DEAL: Record[oh_hell.Rules, oh_hell.Move] = Record(
    oh_hell.Rules(players=3, deals=1),
    (
        stacked(oh_hell.start(oh_hell.Rules(players=3, deals=1)), hand("KS QS AH")),
        Bid(1),
        Bid(0),
        Bid(1),
        Play(card("KS")),
        Play(card("QS")),
        Play(card("AH")),
    ),
)


def test_a_line_tells_a_round_of_moves_and_the_numbers_that_changed() -> None:
    assert list(transcript(steps(oh_hell, ONE_DEAL))) == [
        "",
        "  bid        1: 1    2: 0    0: 1",
        "  play       1: K♠   2: Q♠   0: A♥ · score 1: 11  2: 10 · tricks 1: 1",
    ]


def test_what_lies_there_after_a_shuffle_is_shown_if_wanted() -> None:
    first, *_ = transcript(steps(oh_hell, ONE_DEAL), format_state)
    assert first.splitlines()[:2] == ["", "bidding, seat 1 to act"]
    assert first.endswith("  0      Q♠")


def test_a_line_of_tricks_is_a_trick() -> None:
    game = playout(oh_hell, oh_hell.Rules(), Random(0))
    told = [line.split() for line in transcript(steps(oh_hell, game))]
    assert sum(line[:1] == ["play"] for line in told) == sum(range(1, 14))
    assert sum(line[:1] == ["bid"] for line in told) == 13


def test_a_seat_reads_of_no_card_that_it_has_not_seen() -> None:
    seen = [step.seen_by(0) for step in steps(oh_hell, ONE_DEAL)]
    text = "\n".join(transcript(seen, format_state))
    assert text.count("A♥") == 2  # dealt, and played
    assert text.count("K♠") == 1  # played
    assert [step.mover for step in seen] == [None, 1, 2, 0, 1, 2, 0]


@frozen
class Draw:
    """Throw cards and take as many from the stock."""

    cards: Own[Hand]


@frozen
class Turn:
    pass


@frozen
class Check:
    pass


@frozen
class Raise:
    amount: int


NONE = Hand()


@frozen
class Drawing:
    """A phase in which everything can happen."""

    to_act: Seat | None
    hands: Own[tuple[Hand, ...]]
    waste: Open[Hand] = NONE
    shown: Open[tuple[Hand, ...]] = ()
    pot: int = 0
    paid: tuple[int | None, ...] = (0, 0, 0)
    last: Seat | None = None


@frozen
class Betting:
    to_act: Seat
    hands: Own[tuple[Hand, ...]]
    pot: int


@frozen
class Alone:
    pile: Open[Hand]
    to_act = 0


@frozen
class Dealing:
    pack: Closed[Hand]
    to_act = NATURE


@frozen
class Side:
    """What a seat has, and what nobody knows of it yet."""

    shown: Open[Hand]
    hidden: Closed[Hand]


@frozen
class Sides:
    table: tuple[tuple[Side, ...], ...]
    to_act: Seat = 0


Phase: TypeAlias = Drawing | Betting | Alone | Dealing | Sides
Move: TypeAlias = Draw | Turn | Check | Raise | Shuffled

HANDS = hands("2C 3C | 4C 5C | 6C 7C")
A = Drawing(0, HANDS)


def told(start: Phase, *then: tuple[Move, Phase]) -> list[str]:
    """The story of moves, each with the state it leads to."""
    phases = [start, *(phase for _, phase in then)]
    made: list[Step[Phase, Move]] = [
        Step(before, move, after) for (before, after), (move, _) in zip(pairwise(phases), then, strict=True)
    ]
    return list(transcript(made))


def test_cards_that_came_into_the_movers_hand_stand_behind_the_move() -> None:
    after = Drawing(1, hands("2C KS | 4C 5C | 6C 7C"))
    assert told(A, (Draw(hand("3C")), after)) == ["  draw       0: 3♣ (K♠)"]


def test_cards_that_were_turned_up_stand_with_their_zone_and_whose_they_are() -> None:
    after = Drawing(1, HANDS, waste=hand("9H 9H 10H"), pot=3)
    assert told(A, (Turn(), after)) == ["  drawing    0: turn (waste 9♥ 9♥ 10♥) · pot 3"]
    dealt = Drawing(1, hands("2C 3C KS | 4C 5C QS | 6C 7C"))
    assert told(A, (Turn(), dealt)) == ["  drawing    0: turn (hands 0: K♠, 1: Q♠)"]
    shown = Drawing(1, HANDS, shown=(Hand(), hand("AS"), Hand()))
    assert told(A, (Turn(), shown)) == ["  drawing    0: turn (shown 1: A♠)"]


def test_cards_that_were_turned_up_within_records_are_told() -> None:
    before, after = (
        Sides(((Side(hand(shown), hand(hidden)),),)) for shown, hidden in (("2C", "3C 4C"), ("2C 4C", "3C"))
    )
    assert told(before, (Turn(), after)) == ["  sides      turn (table 4♣)"]


def test_cards_that_only_moved_are_not_told() -> None:
    after = Drawing(1, hands("2C | 4C 5C | 6C 7C"), waste=hand("3C"))
    assert told(A, (Draw(hand("3C")), after)) == ["  draw       0: 3♣"]


def test_a_line_ends_where_the_phase_ends() -> None:
    betting = Betting(0, HANDS, 7)
    assert told(A, (Turn(), betting), (Check(), Betting(1, HANDS, 7)), (Raise(3), Betting(2, HANDS, 10))) == [
        "  drawing    0: turn · pot 7",
        "  betting    0: check  1: raise 3 · pot 10",
    ]


def test_a_line_ends_where_a_seat_comes_again() -> None:
    one, two, three = (Betting(seat, HANDS, 7) for seat in (1, 2, 1))
    assert told(one, (Raise(1), two), (Raise(2), three), (Raise(3), two)) == [
        "  raise      1: 1    2: 2",
        "  raise      1: 3",
    ]


def test_a_seat_that_goes_on_stays_on_its_line() -> None:
    one, two = Betting(1, HANDS, 7), Betting(2, HANDS, 7)
    assert told(one, (Check(), one), (Raise(2), two), (Check(), two)) == ["  betting    1: check, raise 2  2: check"]


def test_numbers_by_seat_are_told_where_they_changed_and_only_numbers() -> None:
    after = Drawing(1, HANDS, paid=(2, None, 0), last=1)
    assert told(A, (Turn(), after)) == ["  drawing    0: turn · paid 0: 2"]
    none = Drawing(1, HANDS, paid=(0, None, 0))
    assert told(A, (Turn(), none)) == ["  drawing    0: turn"]


def test_the_moves_of_a_patience_have_no_seats_and_stand_six_on_a_line() -> None:
    pile = Alone(hand("2C"))
    assert told(pile, *[(Raise(10), pile)] * 8) == ["  raise      10, 10, 10, 10, 10, 10", "  raise      10, 10"]


def test_long_lines_are_broken_between_moves() -> None:
    pile = Alone(hand("2C"))
    both: list[tuple[Move, Phase]] = [(Turn(), pile), (Raise(10**12), pile)]
    (text,) = told(pile, *both * 3)
    assert [line.strip() for line in text.splitlines()] == [
        "alone      turn, raise 1000000000000, turn, raise 1000000000000, turn,",
        "raise 1000000000000",
    ]
    assert text.splitlines()[1].startswith(" " * 13)


def test_numbers_of_the_whole_table_are_not_told_where_the_next_deal_tells_them() -> None:
    assert told(Betting(1, HANDS, 7), (Check(), Dealing(NONE))) == ["  betting    1: check"]
    bet = Betting(1, HANDS, 7)
    over = evolve(A, to_act=None, pot=0)
    assert told(bet, (Check(), over)) == ["  betting    1: check"]


def test_where_nothing_happened_nothing_is_told() -> None:
    assert told(A) == []


def test_of_a_shuffle_nothing_is_told() -> None:
    assert told(Dealing(NONE), (Shuffled(Hand(PACK_52)), A)) == [""]


def test_a_transcript_has_names_and_is_as_wide_as_it_should_be() -> None:
    told = list(transcript(steps(oh_hell, ONE_DEAL), names=("Ann", "Bo", "Cec"), width=40))
    assert "\n".join(told).split("\n") == [
        "",
        "  bid        Bo: 1    Cec: 0    Ann: 1",
        "  play       Bo: K♠   Cec: Q♠   Ann: A♥",
        "             · score Bo: 11  Cec: 10",
        "             · tricks Bo: 1",
    ]

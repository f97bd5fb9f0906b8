"""Hearts, the worked example of the how-to guides: its rules, and the laws."""

from typing import Literal

import hearts
import pytest
from attrs import evolve
from hearts import Direction, Finished, Match, Pass, Passing, Play, Playing, Result, Rules, Shuffling, State, Table

from cardrules.cards import FACE_DOWN, PACK_52, Hand, Suit
from cardrules.moves import IllegalMoveError
from cardrules.play.simulate import simulate
from cardrules.verify import verify
from cardrules.zones import view
from tests.sheets import after, card, hand, hands, one_by_one, stacked

CLUBS, DIAMONDS, HEARTS, SPADES = (Hand(PACK_52).of_suit(suit) for suit in Suit)
BY_SUIT = f"{CLUBS} | {DIAMONDS} | {HEARTS} | {SPADES}"
NO_PASS = Rules(passed=0)


def before_deal(number: int, rules: Rules, scores: tuple[int, ...] = (0, 0, 0, 0)) -> Shuffling[Match]:
    """Return the match before the deal with this number, which seat 0 deals."""
    match = evolve(hearts.start(rules).table, scores=scores)
    if number:
        table = Table(rules, 3, number - 1, scores)
        played = Playing(table, (Hand(),) * 4, 0, (0,) * 4, Hand(), Hand(PACK_52))
        match = evolve(match, stock=Hand(), played=played)
    return Shuffling(match)


def dealt(text: str, rules: Rules, number: int = 0) -> State:
    """Return the state after these hands are dealt by seat 0."""
    state = before_deal(number, rules)
    return hearts.apply(state, stacked(state, one_by_one(text, first=1)))


def playing(held: str, trick: str, gone: str = "", to_act: int = 0) -> Playing[Table]:
    """Return a position in the play of a deal."""
    return Playing(Table(Rules(), 0, 0, (0,) * 4), hands(held), to_act, (0,) * 4, hand(trick), hand(gone))


def playable(state: State) -> str:
    return " ".join(move.card.ascii for move in hearts.legal_moves(state))


def test_the_two_of_clubs_opens_the_deal() -> None:
    state = dealt(f"{DIAMONDS} | {HEARTS} | {CLUBS} | {SPADES}", NO_PASS)
    assert isinstance(state, Playing)
    assert (state.trick, state.to_act) == (hand("2C"), 3)
    assert state.hands == (DIAMONDS, HEARTS, CLUBS[1:], SPADES)


@pytest.mark.parametrize(
    ("number", "rules", "direction", "givers"),
    [
        (0, Rules(), Direction.LEFT, (3, 0, 1, 2)),
        (1, Rules(), Direction.RIGHT, (1, 2, 3, 0)),
        (2, Rules(), Direction.ACROSS, (2, 3, 0, 1)),
        (4, Rules(), Direction.LEFT, (3, 0, 1, 2)),
        (3, Rules(hold=False), Direction.LEFT, (3, 0, 1, 2)),
        (5, Rules(hold=False), Direction.ACROSS, (2, 3, 0, 1)),
    ],
)
def test_each_seat_gets_three_cards(number: int, rules: Rules, direction: Direction, givers: tuple[int, ...]) -> None:
    suits = (CLUBS, DIAMONDS, HEARTS, SPADES)
    state = dealt(BY_SUIT, rules, number)
    for seat in (1, 2, 3, 0):
        assert isinstance(state, Passing)
        assert state.table.direction is direction
        for passed in suits[seat][10:7:-1]:  # the queen, the jack and the ten
            assert state.to_act == seat
            state = hearts.apply(state, Pass(passed))
    assert isinstance(state, Playing)
    expected = [{*own[:8], *own[11:], *suits[giver][8:11]} for own, giver in zip(suits, givers, strict=True)]
    expected[0].remove(card("2C"))
    assert [set(held) for held in state.hands] == expected


@pytest.mark.parametrize(("number", "rules"), [(3, Rules()), (7, Rules()), (0, NO_PASS), (4, NO_PASS)])
def test_some_deals_have_no_pass(number: int, rules: Rules) -> None:
    assert isinstance(dealt(BY_SUIT, rules, number), Playing)


def test_the_passed_cards_are_secret_until_all_have_chosen() -> None:
    state = after(hearts, dealt(BY_SUIT, Rules()), Pass(card("AD")))
    assert isinstance(state, Passing)
    assert view(state, 1).chosen == hands("| AD | |")
    for other in (0, 2, 3, None):
        assert view(state, other).chosen == (Hand(), Hand((FACE_DOWN,)), Hand(), Hand())


def test_only_a_held_card_is_passed() -> None:
    state = after(hearts, dealt(BY_SUIT, Rules()), Pass(card("AD")))
    for other in ("AD", "2C"):
        with pytest.raises(IllegalMoveError, match="no such card in this hand"):
            hearts.apply(state, Pass(card(other)))


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        (playing("3C AH QS | | |", "2C"), "3C"),
        (playing("AH 3D QS KS | | |", "2C"), "3D KS"),  # no penalty card goes on the first trick
        (playing("AH QS | | |", "2C"), "AH QS"),  # unless the seat has nothing else
        (playing("AH 3D QS | | |", "3C", gone="2C 4C 5C 6C"), "AH 3D QS"),
        (playing("AH 3D QS | | |", "2C 3C 4C 5C"), "3D QS"),  # the lead to the second trick
        (playing("AH QH | | |", "2C 3C 4C 5C"), "AH QH"),
        (playing("AH 3D | | |", "7C 8C 9C KH", gone="2C 3C 4C 5C"), "AH 3D"),
        (playing("AH 3D | | |", "7C 8C 9C QS", gone="2C 3C 4C 5C"), "3D"),  # the queen of spades breaks no hearts
    ],
)
def test_the_cards_that_may_be_played(state: Playing[Table], legal: str) -> None:
    assert playable(state) == legal


@pytest.mark.parametrize(
    ("state", "played", "reason"),
    [
        (playing("3C AH | | |", "2C"), "4C", "no such card in this hand"),
        (playing("3C AH | | |", "2C"), "AH", "must follow clubs"),
        (playing("3D AH | | |", "2C"), "AH", "no penalty card is played to the first trick"),
        (playing("3D AH | | |", "2C 3C 4C 5C"), "AH", "hearts are not led before one was played"),
    ],
)
def test_a_refusal_names_the_broken_rule(state: Playing[Table], played: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError, match=reason):
        hearts.apply(state, Play(card(played)))


@pytest.mark.parametrize(
    ("taken", "rules", "points"),
    [
        ("AH 2H 3C | QS KS | 3H 4H 5H 6H 7H 8H 9H 10H JH QH | KH", Rules(), (2, 13, 10, 1)),
        (f"QS | {HEARTS} | | ", Rules(), (13, 13, 0, 0)),
        (f"QS | {HEARTS} | | ", Rules(moon="own_subtract"), (13, 13, 0, 0)),
        (f"| 2C QS {HEARTS} | | ", Rules(), (26, 0, 26, 26)),
        (f"| 2C QS {HEARTS} | | ", Rules(moon="own_subtract"), (0, -26, 0, 0)),
        (f"| 2C QS {HEARTS} | | ", Rules(moon="nothing"), (0, 26, 0, 0)),
    ],
)
def test_the_points_of_a_deal(taken: str, rules: Rules, points: tuple[int, ...]) -> None:
    assert hearts.points_for(rules, hands(taken)) == points


@pytest.mark.parametrize(
    ("before", "moon", "total", "winners"),
    [
        ((0, 0, 0, 0), "others_add", (0, 26, 26, 26), None),
        ((73, 0, 0, 0), "nothing", (99, 0, 0, 0), None),
        ((74, 3, 5, 3), "nothing", (100, 3, 5, 3), (1, 3)),
        ((0, 74, 73, 0), "others_add", (0, 100, 99, 26), (0,)),
        ((99, 74, 73, 70), "others_add", (99, 100, 99, 96), (3,)),
    ],
)
def test_the_match_ends_at_the_target_and_the_lowest_wins(
    before: tuple[int, ...],
    moon: Literal["others_add", "nothing"],
    total: tuple[int, ...],
    winners: tuple[int, ...] | None,
) -> None:
    start = before_deal(0, Rules(passed=0, moon=moon), before)
    state = hearts.apply(start, stacked(start, one_by_one(BY_SUIT, first=1)))
    while isinstance(state, Playing):  # seat 0 leads clubs to every trick, which nobody can follow
        state = hearts.apply(state, hearts.legal_moves(state)[0])
    assert isinstance(state, Shuffling | Finished)
    assert (state.table.scores, state.table.dealer) == (total, 1)
    assert hearts.outcome(state) == (Result(total, winners) if winners else None)


def test_a_result_counts_penalties_as_losses() -> None:
    assert Result((100, 3, 5, 3), (1, 3)).payoffs == (-100, -3, -5, -3)


def test_a_simulation_counts_the_lowest_scores_as_wins() -> None:
    for seed in range(5):
        summary = simulate(hearts, Rules(target=20), n=1, seed=seed)
        (winners,) = summary.winners
        assert winners == tuple(seat for seat, mean in enumerate(summary.means) if mean == min(summary.means))


@pytest.mark.parametrize(
    "rules",
    [Rules(target=30), Rules(target=1, passed=13), Rules(target=1, moon="own_subtract"), NO_PASS],
    ids=repr,
)
def test_hearts_keeps_the_laws(rules: Rules) -> None:
    verify(hearts, rules, examples=3)

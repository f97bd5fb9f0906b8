"""Players: functions that pick a move."""

from collections.abc import Callable
from random import Random

import pytest
from attrs import AttrsInstance, frozen

from cardrules.cards import FACE_DOWN, Hand
from cardrules.errors import RecordError
from cardrules.games import oh_hell
from cardrules.games.oh_hell import Bid, Bidding, Move, Play, Rules, State
from cardrules.moves import IllegalMoveError
from cardrules.play.players import format_menu, random_player, sort_moves, take_turn, terminal_player
from cardrules.play.table import Table
from cardrules.zones import Own, cards_in
from tests.sheets import hand


@frozen
class Pass:
    pass


@frozen
class Double:
    pass


@frozen
class Throw:
    cards: Own[Hand]


class Person:
    """A person at a terminal who types these lines, with what the terminal showed."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []

    def ask(self, question: str) -> str:
        """Return the next line; raise ``EOFError`` after the last."""
        assert question == "> "
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def picks(self, view: State, moves: tuple[Move, ...], **commands: Callable[[str], None]) -> Move:
        """Return the move that the person picks."""
        player = terminal_player(oh_hell, 0, commands=commands, ask=self.ask, say=self.shown.append)
        return player(view, moves, Random(0))


def bidding() -> State:
    """Return the view of seat 0, which is to bid in a deal of two cards."""
    table = Table(oh_hell, Rules(players=3, deals=2), seed=4)
    while not (isinstance(table.state, Bidding) and len(table.state.hands[0]) == 2 and table.to_act == 0):
        table.play(table.legal_moves[0])
    return table.view(0)


BIDS = (Bid(0), Bid(1), Bid(2))


def test_random_players_pick_each_move_equally_often_and_repeatably() -> None:
    picks = [random_player(None, BIDS, Random(seed)) for seed in range(300)]
    assert all(80 <= picks.count(bid) <= 120 for bid in BIDS)
    assert picks == [random_player(None, BIDS, Random(seed)) for seed in range(300)]


def test_each_player_sees_its_own_view_only() -> None:
    seen: list[tuple[int, State]] = []

    def watching(seat: int) -> Callable[[State, tuple[Move, ...], Random], Move]:
        def player(view: State, moves: tuple[Move, ...], rng: Random) -> Move:
            seen.append((seat, view))
            return random_player(view, moves, rng)

        return player

    table = Table(oh_hell, Rules(players=3, deals=2), seed=0)
    while table.to_act is not None:
        take_turn(table, watching(table.to_act))
    assert len(seen) == 2 * 3 + 3 + 6
    for seat, view in seen:
        hands = view.hands  # type: ignore[union-attr]  # all phases in which a seat acts have them
        assert view.to_act == seat
        assert all(set(hand) <= {FACE_DOWN} for place, hand in enumerate(hands) if place != seat)
        assert FACE_DOWN in cards_in(view)


def test_no_turn_can_be_taken_once_the_game_is_over() -> None:
    table = Table(oh_hell, Rules(players=3, deals=1), seed=0)
    while table.to_act is not None:
        take_turn(table, random_player)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        take_turn(table, random_player)


def test_a_person_sees_the_view_and_the_moves_and_types_one() -> None:
    person = Person("bid 1")
    assert person.picks(bidding(), BIDS) == Bid(1)
    (shown,) = person.shown
    assert shown.startswith("\nbidding, you are to act\n")
    assert "0 (you)" in shown
    assert shown.endswith("\n\nbid  0   1   2")


def test_input_that_is_no_move_is_answered_with_the_reason() -> None:
    person = Person("", "foo", "7", "2")
    assert person.picks(bidding(), BIDS) == Bid(2)
    assert person.shown[1] == "type a move: bid 0, bid 1, bid 2"
    assert person.shown[2] == "no move 'foo' now; legal: bid 0, bid 1, bid 2"
    assert person.shown[3].startswith("illegal move bid 7: a bid is a whole number from 0 to 2 (rule 2.1)")


def test_enter_makes_the_only_move() -> None:
    assert Person("").picks(bidding(), BIDS[:1]) == Bid(0)


def test_moves_are_numbered_in_the_order_of_the_hand_on_the_screen() -> None:
    plays = tuple(map(Play, hand("KS 2C 10C")))
    person = Person("2")
    assert person.picks(bidding(), plays) == plays[2]
    assert person.shown[0].endswith("play  1) 2♣   2) 10♣   3) K♠")


def test_moves_of_more_cards_follow_moves_of_fewer() -> None:
    moves = tuple(map(Throw, map(hand, ("KS 2C", "KS", "3D 2C", "", "2C"))))
    assert format_menu(sort_moves(moves)) == "throw  1) nothing   2) 2♣   3) K♠   4) 3♦ 2♣   5) K♠ 2♣"


def test_a_command_gets_the_rest_of_the_line() -> None:
    called: list[str] = []

    def save(path: str) -> None:
        """Write the game to FILE.

        And more.
        """
        called.append(path)

    def undo(_: str) -> None:
        raise RecordError("there is nothing")

    person = Person("save  a b ", "undo", "help", "0")
    assert person.picks(bidding(), BIDS, save=save, undo=undo) == Bid(0)
    assert called == ["a b"]
    assert person.shown[1] == "there is nothing"
    assert [line.split("  ")[0] for line in person.shown[2].splitlines()[2:]] == ["?", "save", "undo", "bid"]
    assert "save  Write the game to FILE.\nundo\nbid  0   1   2" in person.shown[2]


@pytest.mark.parametrize(
    ("moves", "beginning"),
    [(BIDS, "Type an amount or "), (tuple(map(Play, hand("2C 3C"))), "Type the number of a move or ")],
)
def test_help_says_what_a_number_means(moves: tuple[Bid | Play, ...], beginning: str) -> None:
    person = Person("?", "1")
    person.picks(bidding(), moves)
    assert person.shown[1].startswith(beginning)


def test_the_end_of_the_input_is_an_eof_error() -> None:
    with pytest.raises(EOFError):
        Person("foo").picks(bidding(), BIDS)


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ((), ""),
        (BIDS, "bid  0   1   2"),
        (tuple(map(Play, hand("2C 3C"))), "play  1) 2♣   2) 3♣"),
        ((Bid(0), Play(hand("2C")[0])), "bid   0\nplay  2♣"),
        ((Pass(), *BIDS, Double()), "bid  0   1   2\npass   double"),
        ((Pass(), Play(hand("2C")[0]), Double()), "play  2) 2♣\n1) pass   3) double"),
    ],
)
def test_a_menu_has_a_line_for_each_kind_of_move(moves: tuple[AttrsInstance, ...], text: str) -> None:
    assert format_menu(moves) == text


def test_a_long_menu_shows_the_first_and_the_last() -> None:
    bids = tuple(map(Bid, range(100)))
    assert format_menu(bids, most=24) == "bid  0   1   2   3   4   5   ...   99   (100 moves; type ? to see them all)"
    assert format_menu(bids, most=100).count("\n") > 3
    assert all(line.startswith("     ") for line in format_menu(bids).splitlines()[1:])

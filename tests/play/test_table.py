"""Table: a game that is being played."""

import random
from random import Random

import pytest
from attrs import evolve, frozen

from cardrules.cards import PACK_52, Card, Hand
from cardrules.errors import RecordError, TextError
from cardrules.game import NATURE, Outcome, Shuffled, playout, replay, shuffled_deck
from cardrules.games import oh_hell
from cardrules.games.oh_hell import Bid, Bidding, Play, Playing, Rules
from cardrules.moves import IllegalMoveError
from cardrules.play.table import NothingToUndoError, Table
from cardrules.zones import Closed, Open, view
from tests.sheets import card

ONE_DEAL = Rules(players=3, deals=1)


def bidden(seed: int = 0) -> Table[Rules, oh_hell.State, oh_hell.Move]:
    """A deal of one card in which all have bid none."""
    table = Table(oh_hell, ONE_DEAL, seed=seed)
    for _ in range(3):
        table.play(Bid(0))
    return table


def test_the_cards_are_shuffled_without_being_asked_for() -> None:
    table = Table(oh_hell, Rules(players=3, deals=2), seed=1)
    assert oh_hell.legal_moves(table.state) == table.legal_moves == (Bid(0), Bid(1))
    while table.to_act is not None:
        table.play(table.legal_moves[0])
    assert sum(isinstance(move, Shuffled) for move in table.record.moves) == 2
    assert len(table) == len(table.record.moves) == 2 * 4 + 3 + 6
    assert table.outcome == oh_hell.outcome(table.state)
    assert replay(oh_hell, table.record) == table.state


def test_moves_are_made_as_such_or_in_words() -> None:
    table = Table(oh_hell, ONE_DEAL, seed=0)
    table.play("bid 1")
    table.play("0")
    table.play(Bid(1))
    assert isinstance(table.state, Playing)
    assert table.state.table.bids == (1, 1, 0)
    table.play(table.state.hands[1][0].ascii.lower())
    assert table.to_act == 2


def test_a_move_that_is_not_allowed_is_refused_with_the_reason_and_changes_nothing() -> None:
    table = bidden()
    assert isinstance(table.state, Playing)
    before, record = table.state, table.record
    held = {card for hand in table.state.hands for card in hand}
    other = next(card for card in PACK_52 if card not in held)
    for move in (Play(other), other.ascii, f"play {other}"):
        with pytest.raises(IllegalMoveError, match=r"one plays a card one holds .*\(rule 3\.2\)"):
            table.play(move)
    with pytest.raises(IllegalMoveError, match="expected play"):
        table.play(Bid(0))
    with pytest.raises(TextError, match="no move 'bid 0' now"):
        table.play("bid 0")
    with pytest.raises(IllegalMoveError):
        table.play(Shuffled(Hand(PACK_52)))  # type: ignore[arg-type]  # chance is not the player's
    assert table.state is before
    assert table.record == record


def test_an_undo_takes_back_one_move_and_its_consequences() -> None:
    table = Table(oh_hell, Rules(players=3, deals=2), seed=0)
    states = [table.state]
    for text in ("0", "0", "0", "1", "1", "1"):
        table.play(text)
        states.append(table.state)
    assert isinstance(table.state, Bidding)  # the second deal
    for state in reversed(states[:-1]):
        table.undo()
        assert table.state is state
    with pytest.raises(NothingToUndoError, match=r"there is no move to take back$"):
        table.undo()
    assert table.state is states[0]
    assert len(table) == 1


def test_an_undo_for_a_seat_goes_back_to_its_own_last_move() -> None:
    table = bidden()
    table.undo(1)
    assert table.to_act == 1
    assert len(table) == 1
    with pytest.raises(NothingToUndoError, match="for seat 1"):
        table.undo(1)


def test_the_same_moves_after_an_undo_are_followed_by_the_same_cards() -> None:
    table = Table(oh_hell, Rules(players=3, deals=5), seed=9)
    moves = ["0", "0", "0", "1", "1", "1"]
    for move in moves:
        table.play(move)
    second_deal = table.state
    for _ in range(4):
        table.undo()
    for move in moves[2:]:
        table.play(move)
    assert table.state == second_deal
    table.undo(1)
    table.undo(1)
    table.play("1")  # another bid, and as many moves
    for move in moves[1:]:
        table.play(move)
    assert isinstance(table.state, Bidding)
    assert isinstance(second_deal, Bidding)
    assert table.state.hands == second_deal.hands


def test_one_seed_makes_one_game_and_leaves_the_global_generator_alone() -> None:
    random.seed(1)
    before = random.getstate()
    first, other = bidden(seed=5), bidden(seed=6)
    again = bidden(seed=5)
    assert first.state == again.state != other.state
    assert first.rng.random() == again.rng.random() == first.rng.random()
    assert random.getstate() == before


def test_the_game_of_a_seed_is_the_same_on_every_python() -> None:
    hands = bidden(seed=0).state.hands  # type: ignore[union-attr]  # all have bid
    assert " ".join(map(str, hands)) == "3♠ J♣ 9♠"


def test_without_a_seed_one_is_drawn_that_repeats_the_game() -> None:
    tables = [Table(oh_hell, ONE_DEAL) for _ in range(20)]
    assert len({table.seed for table in tables}) == 20
    assert Table(oh_hell, ONE_DEAL, seed=tables[0].seed).state == tables[0].state


def test_a_game_goes_on_from_its_moves() -> None:
    game = playout(oh_hell, Rules(players=3, deals=2), Random(0))
    table = Table(oh_hell, game.rules, moves=game.moves[:9], seed=0)
    assert table.record.moves[:9] == game.moves[:9]
    assert isinstance(table.state, Bidding | Playing)
    with pytest.raises(RecordError, match="move 2 of 2: illegal move"):
        Table(oh_hell, game.rules, moves=(game.moves[0], Bid(7)))


def test_a_seat_sees_its_own_view() -> None:
    table = bidden()
    assert table.view(1) == view(table.state, 1)
    assert table.view(None) == view(table.state, None)


def test_the_steps_are_the_moves_with_the_states_about_them() -> None:
    table = bidden()
    steps = table.steps()
    assert [step.move for step in steps] == list(table.record.moves)
    assert steps[-1].after is table.state
    assert steps[2].after is steps[3].before
    assert table.steps(3) == steps[3:]


def test_words_are_completed() -> None:
    table = Table(oh_hell, Rules(players=3, deals=1), seed=0)
    assert table.completions("") == ["bid 0", "bid 1"]
    assert table.completions("B") == ["bid 0", "bid 1"]
    assert table.completions("bid 1") == table.completions("1") == ["bid 1"]
    assert table.completions("play") == []
    table = bidden()
    (move,) = table.legal_moves
    assert table.completions("pl") == table.completions("play ") == [f"play {move.card}"]  # type: ignore[union-attr]  # a Play


def test_what_prompts_and_notebooks_show() -> None:
    table = bidden()
    assert repr(table) == "<Table of oh_hell: playing, seat 1 to act, after 3 moves>"
    assert str(table).splitlines()[0] == "playing, seat 1 to act"
    assert table._repr_html_().startswith("<pre>playing, seat 1 to act\n")
    assert "\n&gt;  1 " in table._repr_html_()


@frozen
class Shoe:
    """A phase in which two shuffles follow each other."""

    pack: Closed[Hand]
    left: int
    to_act = NATURE


@frozen
class Turned:
    top: Open[Hand]
    to_act = None


class Lottery:
    """A game of an object: chance acts twice, and the top card is turned up."""

    def start(self, cards: Hand) -> Shoe | Turned:
        return Shoe(cards.sorted(), 2)

    def legal_moves(self, _state: Shoe | Turned) -> tuple[Play, ...]:
        return ()

    def apply(self, state: Shoe | Turned, move: Play | Shuffled) -> Shoe | Turned:
        assert isinstance(state, Shoe)
        cards = Hand(shuffled_deck(state.pack, move))
        return evolve(state, left=state.left - 1) if state.left else Turned(cards)

    def outcome(self, state: Shoe | Turned) -> Outcome | None:
        return Outcome((0,), ()) if isinstance(state, Turned) else None

    def picture(self, state: Shoe | Turned) -> str:
        assert isinstance(state, Turned)
        return f"[{state.top[0]}]"


def test_a_game_of_chance_alone_is_over_at_once() -> None:
    table = Table(Lottery(), Hand((card("2C"), card("3C"))), seed=0)
    assert table.to_act is None
    assert len(table) == 3
    assert table.outcome == Outcome((0,), ())
    assert repr(table) == "<Table of Lottery: turned, the game is over, after 0 moves>"
    assert str(table) in {f"turned, the game is over\n[{top}]" for top in map(Card.parse, ("2C", "3C"))}

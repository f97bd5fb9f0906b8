"""A referee at a table: rulings are moves of neither a seat nor chance."""

from random import Random

import pytest

from cardrules.errors import TextError
from cardrules.game import mover_of, playout, replay, require_ruling, rulings_of
from cardrules.games import oh_hell
from cardrules.moves import IllegalMoveError
from cardrules.play.table import Table
from cardrules.play.transcript import steps, transcript
from cardrules.play.undo import NothingToUndoError
from cardrules.serial import Json
from tests.verify import little
from tests.verify.little import Fine, Keep, Move, Playing, Rules, State


def playing() -> Table[Rules, State, Move]:
    """Return a table at which both have kept their hands and seat 1 is to lead."""
    table: Table[Rules, State, Move] = Table(little, Rules(referee=True), seed=0)
    table.play(Keep())
    table.play(Keep())
    return table


def coins(table: Table[Rules, State, Move]) -> tuple[int, ...]:
    assert isinstance(table.state, Playing)
    return table.state.coins


def test_a_ruling_is_given_as_a_value_or_in_words_and_the_game_goes_on() -> None:
    table = playing()
    assert table.rulings == (Fine(0), Fine(1))
    table.rule(Fine(0))
    assert coins(table) == (-1, 1)
    table.rule("fine 1")
    assert coins(table) == (0, 0)
    while table.to_act is not None:
        table.play(table.legal_moves[0])
    assert replay(little, table.record) == table.state
    assert table.record.moves[3:5] == (Fine(0), Fine(1))


def test_no_seat_may_rule() -> None:
    table = playing()
    before = table.state
    with pytest.raises(IllegalMoveError, match="only a referee may rule, and no seat"):
        table.play(Fine(0))
    with pytest.raises(TextError, match="no move 'fine 0' now"):
        table.play("fine 0")
    assert table.state is before


def test_a_referee_may_only_rule_what_is_listed() -> None:
    table = playing()
    for ruling in (Fine(7), "fine 7", table.legal_moves[0]):
        with pytest.raises(IllegalMoveError, match="no referee may rule so now; legal: fine 0, fine 1"):
            table.rule(ruling)
    with pytest.raises(TextError, match="no move 'warn 0' now"):
        table.rule("warn 0")
    assert coins(table) == (0, 0)
    early: Table[Rules, State, Move] = Table(little, Rules(referee=True), seed=0)
    for attempt in (early.rule, lambda _: early.rule("fine 0")):
        with pytest.raises(IllegalMoveError, match=r"there is nothing for a referee to rule now$"):
            attempt(Fine(0))


def test_without_the_option_there_is_no_referee() -> None:
    table: Table[Rules, State, Move] = Table(little, Rules(), seed=0)
    for _ in range(2):
        table.play(Keep())
    assert table.rulings == ()
    with pytest.raises(IllegalMoveError, match="there is nothing for a referee to rule now"):
        little.apply(table.state, Fine(0))
    assert rulings_of(oh_hell, oh_hell.start(oh_hell.Rules())) == ()


def test_require_ruling_returns_the_listed_one() -> None:
    listed = (Fine(0), Fine(1))
    assert require_ruling(listed, Fine(1)) is listed[1]


def test_a_ruling_is_of_no_seat_and_everybody_is_told() -> None:
    table = playing()
    before = table.state
    table.rule(Fine(1))
    assert mover_of(before, Fine(1)) is None
    assert mover_of(before, table.legal_moves[0]) == 1
    for seat in (0, 1, None):
        event = table.events(seat)[-1]
        assert (event.seat, event.move, event.words, event.changes) == (None, Fine(1), "fine 1", ("coins 0: 1  1: -1",))


def test_a_transcript_gives_a_ruling_a_line_of_its_own() -> None:
    table = playing()
    first, second = table.legal_moves
    table.play(first)
    table.rule(Fine(0))
    lines = list(transcript(steps(little, table.record)))
    assert lines[-1] == "  referee    fine 0 · coins 0: -1  1: 1"
    assert lines[-2].startswith("  play       1: ")
    assert second not in table.legal_moves


def test_an_undo_takes_back_a_ruling_that_is_not_a_move_of_the_seat_to_act() -> None:
    table = playing()
    table.rule(Fine(0))
    table.undo()
    assert coins(table) == (0, 0)
    assert table.record.moves[1:] == (Keep(), Keep())
    early: Table[Rules, State, Move] = Table(little, Rules(referee=True), seed=0, moves=table.record.moves[:2])
    with pytest.raises(NothingToUndoError):
        early.undo(0)
    table.rule(Fine(0))
    table.undo(1)  # back to before its exchange, and not only before the ruling
    assert len(table) == 1


def test_a_ruling_drops_a_request_for_an_undo() -> None:
    table = playing()
    table.request_undo(0)
    table.rule(Fine(0))
    assert table.undo_request is None


def test_records_with_rulings_are_stored() -> None:
    json = Json(little)
    table = playing()
    table.rule(Fine(1))
    record = json.parse_record(json.dumps(table.record))
    assert record == table.record
    assert Table.resume(little, record, seed=0).state == table.state


def test_random_players_are_no_referees() -> None:
    for seed in range(5):
        assert not [move for move in playout(little, Rules(referee=True), Random(seed)).moves if isinstance(move, Fine)]

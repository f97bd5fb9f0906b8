"""The audit of servers, some of which tell too much."""

from collections.abc import Callable
from itertools import count

import pytest

from cardrules.cards import Hand
from cardrules.game import Record
from cardrules.play.table import Table
from cardrules.seats import Seat
from cardrules.serial import Json
from cardrules.verify import BrokenLawError, audit
from tests.verify import little
from tests.verify.little import Changing, Move, Playing, Rules, State

LittleTable = Table[Rules, State, Move]
Server = Callable[[LittleTable, Seat | None], bytes | str]

json = Json(little)


def view_sent(table: LittleTable, seat: Seat | None) -> str:
    """Send the view of the seat, as a server should."""
    return json.dumps(table.view(seat))


def view_in_bytes(table: LittleTable, seat: Seat | None) -> bytes:
    return view_sent(table, seat).encode()


def state_sent(table: LittleTable, _: Seat | None) -> str:
    return json.dumps(table.state)


def record_sent(table: LittleTable, _: Seat | None) -> str:
    return json.dumps(Record(table.rules, table.record.moves))


def cards_counted(table: LittleTable, seat: Seat | None) -> bytes:
    """Send the view, and how many threes the seats hold together."""
    state = table.state
    hands = state.hands if isinstance(state, Changing) else ()
    return view_in_bytes(table, seat) + bytes([sum(card.text[0] == "3" for hand in hands for card in hand)])


def holder_told_when_play_begins(table: LittleTable, seat: Seat | None) -> str:
    """Send the view, and when the play begins who holds 2♣."""
    state = table.state
    if not isinstance(state, Playing) or state.tricks.trick or state.tricks.gone:
        return view_sent(table, seat)
    holders = [seat for seat, hand in enumerate(state.tricks.hands) if "2C" in map(str, hand) or "2♣" in map(str, hand)]
    return f"{view_sent(table, seat)} {holders}"


@pytest.mark.parametrize("server", [view_sent, view_in_bytes])
def test_a_server_that_sends_views_tells_nothing(server: Server) -> None:
    audit(little, Rules(players=3), server, examples=10)


@pytest.mark.parametrize("server", [state_sent, record_sent, cards_counted, holder_told_when_play_begins])
def test_a_server_that_tells_a_secret_is_caught(server: Server) -> None:
    with pytest.raises(
        BrokenLawError, match=r"after . moves, is sent what it has not seen: .*, with other hidden cards"
    ) as caught:
        audit(little, Rules(players=3), server)
    assert "import tests.verify.little as game" in str(caught.value)


def test_the_first_difference_is_shown_in_its_context() -> None:
    """The messages differ in the card at their end."""

    def top_of_the_stock(table: LittleTable, _: Seat | None) -> str:
        state = table.state
        cards = state.stock if isinstance(state, Changing) else Hand()
        return "x" * 100 + str(Hand(cards[:1]))

    with pytest.raises(BrokenLawError, match=r"seen: '(x{40})\S+', with other hidden cards '\1\S+'\n"):
        audit(little, Rules(), top_of_the_stock)


def test_a_server_that_sends_its_seed_is_caught() -> None:
    def seed_sent(table: LittleTable, seat: Seat | None) -> str:
        return f"{view_sent(table, seat)} {table.seed}"

    with pytest.raises(BrokenLawError, match=r"what depends on the seed of the table: .*1', with another seed .*2'"):
        audit(little, Rules(), seed_sent)


def test_a_server_that_sends_the_time_is_told_to_leave_it_out() -> None:
    time = count()
    with pytest.raises(BrokenLawError, match=r"another message when asked again: leave out clocks and random numbers"):
        audit(little, Rules(), lambda table, seat: f"{view_sent(table, seat)} {next(time)}")

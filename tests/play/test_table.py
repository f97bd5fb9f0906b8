"""Tables: games that are being played."""

import copy
import pickle
import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import count
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any, TypeAlias

import pytest
from attrs import evolve, frozen

from cardrules.cards import FACE_DOWN, PACK_52, Card, Hand
from cardrules.chance import Seed, choice
from cardrules.errors import RecordError, TextError
from cardrules.game import NATURE, Outcome, Promises, Record, Shuffled, playout, replay, shuffled_deck
from cardrules.games import klaberjass, oh_hell
from cardrules.games.oh_hell import Bid, Bidding, Play, Playing, Rules
from cardrules.moves import IllegalMoveError
from cardrules.play.pickling import dumps
from cardrules.play.shuffles import SeedError
from cardrules.play.table import Event, NoSuchMoveError, NotYourTurnError, StaleMoveError, Table, seats_of
from cardrules.play.undo import NothingToUndoError, UndoRequest, UndoRequestError
from cardrules.serial import Json
from cardrules.zones import Closed, Open, view
from tests.sheets import card

AnyTable: TypeAlias = Table[Any, Any, Any]

ONE_DEAL = Rules(players=3, deals=1)
wire = Json(oh_hell)


class Whole:
    """A whole number of another library, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


def after_bids(seed: Seed = 0) -> Table[Rules, oh_hell.State, oh_hell.Move]:
    """Return the table of a deal of one card, after all seats have bid 0."""
    table = Table(oh_hell, ONE_DEAL, seed=seed)
    for _ in range(3):
        table.play(Bid(0))
    return table


def test_a_table_shuffles_by_itself() -> None:
    table = Table(oh_hell, Rules(players=3, deals=2), seed=1)
    assert oh_hell.legal_moves(table.state) == table.legal_moves == (Bid(0), Bid(1))
    while table.to_act is not None:
        table.play(table.legal_moves[0])
    assert sum(isinstance(move, Shuffled) for move in table.record.moves) == 2
    assert len(table) == len(table.record.moves) == 2 * 4 + 3 + 6
    assert table.outcome == oh_hell.outcome(table.state)
    assert replay(oh_hell, table.record) == table.state


def test_a_move_is_given_as_a_value_or_in_words() -> None:
    table = Table(oh_hell, ONE_DEAL, seed=0)
    table.play("bid 1")
    table.play("0")
    table.play(Bid(1))
    assert isinstance(table.state, Playing)
    assert table.state.table.bids == (1, 1, 0)
    table.play(table.state.hands[1][0].ascii.lower())
    assert table.to_act == 2


def test_an_illegal_move_is_refused_with_the_reason_and_changes_nothing() -> None:
    table = after_bids()
    assert isinstance(table.state, Playing)
    before, record = table.state, table.record
    held = {card for hand in table.state.hands for card in hand}
    other = next(card for card in PACK_52 if card not in held)
    for move in (Play(other), other.ascii, f"play {other}"):
        with pytest.raises(IllegalMoveError, match=r"is not in this hand \(rule 3\.2\)"):
            table.play(move)
    with pytest.raises(IllegalMoveError, match="expected play"):
        table.play(Bid(0))
    with pytest.raises(TextError, match="no move 'bid 0' now"):
        table.play("bid 0")
    with pytest.raises(IllegalMoveError):
        table.play(Shuffled(Hand(PACK_52)))  # type: ignore[arg-type]  # chance is not the player's
    assert table.state is before
    assert table.record == record


def test_an_undo_takes_back_one_move_and_the_shuffle_after_it() -> None:
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
    table = after_bids()
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
    first, other = after_bids(seed=5), after_bids(seed=6)
    again = after_bids(seed=5)
    assert first.state == again.state != other.state
    assert first.rng.random() == again.rng.random() == first.rng.random()
    assert random.getstate() == before


def test_the_game_of_a_seed_is_the_same_on_every_python() -> None:
    hands = after_bids(seed=0).state.hands  # type: ignore[union-attr]  # all have bid
    assert " ".join(map(str, hands)) == "J♣ K♦ 3♣"


def test_a_table_without_a_seed_draws_one_that_repeats_the_game() -> None:
    tables = [Table(oh_hell, ONE_DEAL) for _ in range(20)]
    assert len({table.seed for table in tables}) == 20
    assert all(isinstance(table.seed, int) for table in tables)
    assert max(int(table.seed) for table in tables) >= 2**200  # each of them is smaller once in 2**56 times
    assert Table(oh_hell, ONE_DEAL, seed=tables[0].seed).state == tables[0].state


def test_a_game_continues_from_its_moves() -> None:
    game = playout(oh_hell, Rules(players=3, deals=2), Random(0))
    table = Table(oh_hell, game.rules, moves=game.moves[:9], seed=0)
    assert table.record.moves[:9] == game.moves[:9]
    assert isinstance(table.state, Bidding | Playing)
    with pytest.raises(RecordError, match="move 2 of 2: illegal move"):
        Table(oh_hell, game.rules, moves=(game.moves[0], Bid(7)))


def test_a_seat_sees_its_own_view() -> None:
    table = after_bids()
    assert table.view(1) == view(table.state, 1)
    assert table.view(None) == view(table.state, None)


def test_steps_are_the_moves_with_the_states_before_and_after() -> None:
    table = after_bids()
    steps = table.steps()
    assert [step.move for step in steps] == list(table.record.moves)
    assert steps[-1].after is table.state
    assert steps[2].after is steps[3].before
    assert table.steps(3) == steps[3:]
    assert table.steps(4) == table.steps(99) == []


def test_moves_are_not_counted_from_the_end() -> None:
    table = after_bids()
    for ask in (table.steps, lambda since: table.events(0, since)):
        with pytest.raises(NoSuchMoveError, match=r"^moves are numbered from 0; there is no move -1$"):
            ask(-1)


def test_a_seed_may_be_a_string_or_a_whole_number_of_another_library() -> None:
    assert after_bids(seed="a").state == after_bids(seed="a").state != after_bids(seed="b").state
    table = after_bids(seed=Whole(7))  # type: ignore[arg-type]  # not declared, but accepted
    assert type(table.seed) is int
    assert table.record == after_bids(seed=7).record


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        (0.5, "^a seed must be a whole number or a string, not a float$"),
        (b"7", "^a seed must be a whole number or a string, not a bytes$"),
        pytest.param(10**5000, "^this seed cannot be used: Exceeds the limit", id="long"),
        pytest.param("\ud800", "^this seed cannot be used: .* surrogates not allowed$", id="surrogate"),
    ],
)
def test_other_seeds_are_refused(seed: Any, message: str) -> None:
    with pytest.raises(SeedError, match=message):
        Table(oh_hell, ONE_DEAL, seed=seed)


def test_a_record_holds_the_listed_move_and_not_the_one_that_equals_it() -> None:
    table = Table(oh_hell, ONE_DEAL, seed=0)
    shuffled = table.record.moves[0]
    assert isinstance(shuffled, Shuffled)
    for bid in (1.0, True, Fraction(1)):
        table.play(Bid(bid))  # type: ignore[arg-type]  # equal to an int, but none
    given = (Shuffled(list(shuffled.cards)), *table.record.moves[1:3], Bid(True))  # type: ignore[arg-type]
    for record in (table.record, Table(oh_hell, ONE_DEAL, moves=given).record):
        first, *bids = record.moves
        assert isinstance(first, Shuffled)
        assert type(first.cards) is Hand
        assert [type(bid.tricks) for bid in bids if isinstance(bid, Bid)] == [int] * 3
        assert wire.parse_record(wire.dumps(record)) == record
    assert isinstance(table.state, Playing)
    assert list(map(type, table.state.table.bids)) == [int] * 3


def test_a_seat_that_is_not_to_act_is_refused_without_showing_the_moves_of_the_other() -> None:
    table = after_bids()
    assert isinstance(table.state, Playing)
    hands = table.state.hands
    for move in (Play(hands[2][0]), f"play {hands[2][0]}", "nonsense"):
        with pytest.raises(NotYourTurnError, match=r"^seat 2 is not to act; seat 1 is$") as caught:
            table.play(move, seat=2)
        assert (caught.value.seat, caught.value.to_act) == (2, 1)
    assert len(table) == 4
    for seat in (1, 2, 0):
        table.play(table.legal_moves[0], seat=seat)
    with pytest.raises(NotYourTurnError, match=r"^seat 1 is not to act; the game is over$"):
        table.play(Play(hands[1][0]), seat=1)


def test_a_move_that_was_picked_before_an_undo_is_stale() -> None:
    table = after_bids()
    assert table.epoch == 0
    table.undo(2)
    assert table.epoch == 1
    with pytest.raises(StaleMoveError, match=r"picked \(in epoch 0, now 1\); pick again$") as caught:
        table.play(Bid(0), seat=2, epoch=0)
    assert (caught.value.epoch, caught.value.current) == (0, 1)
    assert len(table) == 1 + 1
    table.play(Bid(0), seat=2, epoch=1)
    assert table.epoch == 1


def test_events_tell_a_seat_what_it_may_know() -> None:
    table = after_bids()
    assert isinstance(table.state, Playing)
    mine, theirs, _ = table.state.hands
    for _ in range(3):
        table.play(table.legal_moves[0])
    deal, *bids, first, _, last = table.events(0)
    assert (deal.number, deal.seat, deal.words) == (0, None, "shuffle 52 cards")
    assert isinstance(deal.move, Shuffled)
    assert set(deal.move.cards) == {FACE_DOWN}
    assert deal.changes == (f"hand 0: {mine}",)
    assert bids == [Event(number, seat, Bid(0), "bid 0", ()) for number, seat in ((1, 1), (2, 2), (3, 0))]
    assert first == Event(4, 1, Play(theirs[0]), f"play {theirs}", ())
    assert last.changes[-1].startswith("tricks ")
    assert table.events(0, 4) == table.events(0)[4:]
    assert table.events(0, 99) == ()
    (named,) = table.events(0, last.number, names=("Ann", "Bo", "Cleo"))
    winner = int(last.changes[-1][len("tricks ")])
    assert named.changes[-1] == f"tricks {('Ann', 'Bo', 'Cleo')[winner]}: 1"
    assert not table.events(None)[0].changes


def test_events_show_nothing_that_a_seat_does_not_see() -> None:
    table = after_bids()
    assert isinstance(table.state, Playing)
    for seat in range(3):
        text = str(table.events(seat))
        assert [str(hand) in text for hand in table.state.hands] == [other == seat for other in range(3)]


def test_an_undo_is_done_when_all_others_agree() -> None:
    table = after_bids()
    assert not table.request_undo(0)
    assert table.undo_request == UndoRequest(0, waiting=(1, 2))
    assert not table.answer_undo(2, agree=True)
    assert table.undo_request == UndoRequest(0, waiting=(1,), agreed=(2,))
    assert len(table) == 4
    assert table.answer_undo(1, agree=True)
    assert (len(table), table.to_act, table.epoch) == (3, 0, 1)
    with pytest.raises(UndoRequestError, match="no seat has asked"):
        table.answer_undo(1, agree=True)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_request_is_dropped_when_it_is_refused_or_withdrawn(seat: int) -> None:
    table = after_bids()
    table.request_undo(0)
    assert not table.answer_undo(seat, agree=False)
    assert table.undo_request is None
    assert (len(table), table.epoch) == (4, 0)


@pytest.mark.parametrize("happen", [lambda table: table.play(table.legal_moves[0]), lambda table: table.undo()])
def test_a_request_is_dropped_when_the_game_goes_on_or_back(happen: Callable[[Any], None]) -> None:
    table = after_bids()
    table.request_undo(0)
    happen(table)
    assert table.undo_request is None


def test_an_illegal_move_does_not_drop_a_request() -> None:
    table = after_bids()
    table.request_undo(0)
    with pytest.raises(IllegalMoveError):
        table.play(Bid(0))
    assert table.undo_request is not None


def test_only_the_deciding_seats_are_asked() -> None:
    table = after_bids()
    assert not table.request_undo(0, deciding=(2, 0))
    assert table.undo_request == UndoRequest(0, waiting=(2,))
    assert table.answer_undo(2, agree=True)
    assert table.request_undo(2, deciding=())
    assert (len(table), table.epoch) == (2, 2)


def test_requests_and_answers_out_of_turn_are_refused() -> None:
    table = Table(oh_hell, ONE_DEAL, seed=0)
    with pytest.raises(NothingToUndoError, match=r"^there is no move to take back for seat 0$"):
        table.request_undo(0)
    table = after_bids()
    with pytest.raises(UndoRequestError, match=r"^no seat has asked for an undo$"):
        table.answer_undo(1, agree=True)
    table.request_undo(0)
    table.answer_undo(1, agree=True)
    with pytest.raises(UndoRequestError, match=r"^seat 0 has already asked for an undo; answer that first$"):
        table.request_undo(1)
    for seat, agree in ((0, True), (1, True), (1, False), (7, False)):
        with pytest.raises(UndoRequestError, match=rf"^seat {seat} has no undo to agree to; still to answer: 2$"):
            table.answer_undo(seat, agree=agree)
    assert table.undo_request == UndoRequest(0, waiting=(2,), agreed=(1,))


def test_a_recorded_game_is_resumed_by_its_seed() -> None:
    rules = Rules(players=3, deals=2)
    table = Table(oh_hell, rules, seed=3)
    for _ in range(4):
        table.play(table.legal_moves[0])
    record = table.record
    resumed = Table.resume(oh_hell, record)
    without: Record[Rules, oh_hell.Move] = Record(rules, record.moves)
    others = [Table.resume(oh_hell, record, seed=4), Table.resume(oh_hell, without)]
    assert resumed.seed == record.seed == 3
    assert others[0].seed == 4
    assert int(others[1].seed) > 2**128  # drawn anew
    for going_on in (table, resumed, *others):
        for _ in range(2):
            going_on.play(going_on.legal_moves[0])
    assert resumed.record == table.record
    assert all(other.state != table.state for other in others)


def test_what_a_record_lacks_is_kept_beside_it() -> None:
    table = Table(oh_hell, Rules(players=3, deals=1), seed=3)
    table.play(Bid(0))
    table.undo()
    table.play(Bid(1))
    table.request_undo(1)
    resumed = Table.resume(oh_hell, table.record, epoch=table.epoch, undo_request=table.undo_request)
    assert (resumed.epoch, resumed.undo_request) == (1, UndoRequest(1, waiting=(0, 2)))
    assert not resumed.answer_undo(0, agree=True)
    assert resumed.answer_undo(2, agree=True)
    assert len(resumed) == 1


@pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        lambda table: pickle.loads(pickle.dumps(table)),
        lambda table: pickle.loads(dumps(table)),
    ],
)
def test_a_duplicate_is_an_independent_table(duplicate: Callable[[AnyTable], AnyTable]) -> None:
    table = after_bids()
    table.undo()
    table.request_undo(2)
    twin = duplicate(table)
    assert twin.game is oh_hell
    assert (twin.record, twin.record.seed, twin.epoch) == (table.record, 0, 1)
    assert twin.undo_request == table.undo_request
    assert twin.steps() == table.steps()
    twin.play(Bid(1))
    assert (len(twin), len(table)) == (4, 3)
    table.play(Bid(0))
    assert isinstance(twin.state, Playing)
    assert twin.state.table.bids[0] == 1


def test_a_table_of_a_module_that_cannot_be_imported_can_be_copied_but_not_pickled() -> None:
    whist: Any = ModuleType("whist")
    vars(whist).update(start=oh_hell.start, apply=oh_hell.apply, legal_moves=oh_hell.legal_moves)
    table: AnyTable = Table(whist, ONE_DEAL, seed=0)
    for duplicate in (copy.copy, copy.deepcopy):
        assert duplicate(table).record == table.record
    with pytest.raises(pickle.PicklingError, match=r"^'import whist' does not give this module$"):
        pickle.dumps(table)


def test_threads_may_share_a_table() -> None:
    rules = Rules(players=3, deals=4)

    def act(table: Table[Rules, oh_hell.State, oh_hell.Move]) -> None:
        for turn in count(1):
            try:
                table.play(choice(table.legal_moves, table.rng))
                if turn % 20 == 0:
                    table.undo()
                table.events(0, len(table) - 2)
            except (IllegalMoveError, NothingToUndoError):  # another thread was faster
                pass
            except IndexError:  # no legal moves are left to choose from
                return

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for seed in range(5):
            table = Table(oh_hell, rules, seed=seed)
            with ThreadPoolExecutor(4) as executor:
                for done in [executor.submit(act, table) for _ in range(4)]:
                    done.result()
            assert replay(oh_hell, table.record) == table.state
            assert table.outcome is not None
    finally:
        sys.setswitchinterval(interval)


def test_completions_are_the_moves_that_begin_with_a_text() -> None:
    table = Table(oh_hell, Rules(players=3, deals=1), seed=0)
    assert table.completions("") == ["bid 0", "bid 1"]
    assert table.completions("B") == ["bid 0", "bid 1"]
    assert table.completions("bid 1") == table.completions("1") == ["bid 1"]
    assert table.completions("play") == []
    table = after_bids()
    (move,) = table.legal_moves
    assert table.completions("pl") == table.completions("play ") == [f"play {move.card}"]  # type: ignore[union-attr]  # a Play


def test_prompts_and_notebooks_show_the_state() -> None:
    table = after_bids()
    assert repr(table) == "<Table of oh_hell: playing, seat 1 to act, after 3 moves>"
    assert str(table).splitlines()[0] == "playing, seat 1 to act"
    assert ">playing, seat 1 to act</title>" in table._repr_svg_()


@frozen
class Shoe:
    """A phase of several shuffles in a row."""

    pack: Closed[Hand]
    remaining: int
    to_act = NATURE


@frozen
class Turned:
    top: Open[Hand]
    to_act = None


class Lottery:
    """A game as an object: after three shuffles the cards are turned up."""

    def start(self, cards: Hand) -> Shoe | Turned:
        return Shoe(cards.sorted(), 2)

    def legal_moves(self, _state: Shoe | Turned) -> tuple[Play, ...]:
        return ()

    def apply(self, state: Shoe | Turned, move: Play | Shuffled) -> Shoe | Turned:
        assert isinstance(state, Shoe)
        cards = Hand(shuffled_deck(state.pack, move))
        return evolve(state, remaining=state.remaining - 1) if state.remaining else Turned(cards)

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


def test_the_number_of_seats_is_what_the_game_tells_or_its_first_deal_shows() -> None:
    assert seats_of(klaberjass, klaberjass.Rules()) == 2  # whose first state shows none
    silent: Any = SimpleNamespace(**vars(oh_hell))
    silent.promises = lambda _: Promises()
    assert seats_of(silent, Rules(players=5)) == 5

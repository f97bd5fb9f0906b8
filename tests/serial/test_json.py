"""JSON: what is read equals what was written, and what is damaged is refused with its place."""

import copy
import hashlib
import json
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

import attrs
import pytest
from attrs import evolve, field, frozen

from cardrules import catalogue, serial
from cardrules.cards import PACK_52, Hand
from cardrules.errors import MissingExtraError, RecordError
from cardrules.game import OMITTABLE, Game, Outcome, Record, Shuffled, StateLike, playout, replay, states
from cardrules.games import oh_hell
from cardrules.play.table import Event, Table
from cardrules.serial import Json
from cardrules.zones import Closed, view, view_of_move
from tests import bazaar
from tests.sheets import hand
from tests.variants import short_variants

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

RULES = oh_hell.Rules(players=3, deals=2)
RECORD = playout(oh_hell, RULES, Random(0))
OH_HELL = Json(oh_hell)


def typed(value: object) -> object:
    """The value with the types of all its parts, which equality lets differ: 1 == True == 1.0."""
    kind = type(value)
    if attrs.has(kind):
        return kind, [typed(getattr(value, field.name)) for field in attrs.fields(kind)]
    return kind, list(map(typed, value)) if isinstance(value, tuple) else value


def check_same(read: object, written: object) -> None:
    assert read == written
    assert typed(read) == typed(written)
    assert hash(read) == hash(written)


def check_copies(value: object) -> None:
    """Law: a value survives pickling and copying."""
    check_same(pickle.loads(pickle.dumps(value)), value)
    check_same(copy.copy(value), value)
    check_same(copy.deepcopy(value), value)


def check_play(game: Game[R, S, M], rules: R, seed: int, most: int) -> None:
    """Law: all there is in a game survives JSON, pickling and copying; states are looked at up to ``most``."""
    game_json = Json(game)
    record = playout(game, rules, Random(seed), max_moves=1_000)  # by some rules a match may go on for ever
    played = list(states(game, record))
    outcome = game.outcome(played[-1])
    check_same(game_json.parse_record(game_json.dumps(record)), record)
    check_same(game_json.parse_rules(game_json.dumps(rules)), rules)
    if outcome is not None:
        check_same(game_json.parse_outcome(game_json.dumps(outcome)), outcome)
    for value in (record, rules, outcome, *played[:most]):
        check_copies(value)
    seats = max(state.to_act + 1 for state in played if isinstance(state.to_act, int))
    for state, move in zip(played[:most], record.moves, strict=False):
        mover = state.to_act if isinstance(state.to_act, int) else None
        for seat in (*range(seats), None):
            seen, seen_move = view(state, seat), view_of_move(move, mover, seat)
            check_same(game_json.parse_view(game_json.dumps(seen)), seen)
            check_same(game_json.parse_move(game_json.dumps(seen_move)), seen_move)
        legal = game.legal_moves(state)
        for other in legal[:: len(legal) // 10 + 1]:
            check_same(game_json.parse_move(game_json.dumps(other)), other)
    for state in (*played[:most], played[-1]):
        check_same(game_json.parse_state(game_json.dumps(state)), state)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_everything_in_a_game_survives(name: str) -> None:
    game = catalogue.game(name)
    check_play(game, game.Rules(), 0, 400)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_everything_in_a_game_survives_by_other_rules(name: str) -> None:
    game = catalogue.game(name)
    for number, rules in enumerate(short_variants(name)):
        check_play(game, rules, number, 12)


@pytest.mark.parametrize("game", [bazaar, bazaar.FUNCTIONS, bazaar.Bazaar()])
@pytest.mark.parametrize("rules", [bazaar.Rules(), bazaar.Rules(stake=2, trump="none", rounds=1)])
def test_everything_in_a_users_game_survives(
    game: Game[bazaar.Rules, bazaar.State, bazaar.Move], rules: bazaar.Rules
) -> None:
    check_play(game, rules, 0, 500)


def digest(state: oh_hell.State) -> str:
    """Return the digest of a state without an outcome: its JSON without spaces and rules, keys sorted, hashed."""
    data = json.loads(OH_HELL.dumps(state))
    del data["table"]["rules"]
    canonical = json.dumps([data, None], sort_keys=True).replace('", "', '","').replace(": ", ":").replace(", ", ",")
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def test_a_record_has_versions_rules_seed_moves_and_digest() -> None:
    """The format as it is written: rules in full, cards as text, a move on a line."""
    shuffle = RECORD.moves[0]
    assert isinstance(shuffle, Shuffled)
    cards = " ".join(card.ascii for card in shuffle.cards)
    record: Record[oh_hell.Rules, oh_hell.Move] = Record(RULES, (shuffle, oh_hell.Bid(0)), seed=7)
    others = '"order": "up", "last_turn_up": false, "missed_bid": "nothing"'
    text = f"""{{
  "cardrules": 2,
  "library": "{version("cardrules")}",
  "game": "oh_hell",
  "rules_version": 1,
  "rules": {{"players": 3, "deals": 2, {others}, "nil_scoring": "flat", "hook": false}},
  "seed": 7,
  "moves": [
    {{"is": "Shuffled", "cards": "{cards}"}},
    {{"is": "Bid", "tricks": 0}}
  ],
  "digest": "{digest(replay(oh_hell, record))}"
}}"""
    assert OH_HELL.dumps(record) == text
    read = OH_HELL.parse_record(text)
    assert read == record
    assert read.seed == 7


def test_a_view_shows_backs() -> None:
    state = list(states(oh_hell, RECORD))[1]
    assert isinstance(state, oh_hell.Bidding)
    data = json.loads(OH_HELL.dumps(view(state, 1)))
    assert data["is"] == "Bidding"
    assert data["hands"] == ["??", state.hands[1][0].ascii, "??"]
    assert data["table"]["stock"] == " ".join(["??"] * 48)


def test_events_survive() -> None:
    """A move as each seat was told of it, of seats and of chance; also where only one kind of move is possible."""
    games: tuple[tuple[Any, Json[Any, Any, Any]], ...] = ((oh_hell, OH_HELL), (bazaar, BAZAAR))
    for game, game_json in games:
        table: Table[Any, Any, Any] = Table(game, game.Rules(), seed=1)
        table.play(table.legal_moves[0])
        for event in table.events(0):
            check_same(game_json.parse_event(game_json.dumps(event)), event)
    assert json.loads(OH_HELL.dumps(Event(3, 1, oh_hell.Bid(2), "bid 2", ("bids 1: 2",)))) == {
        "number": 3,
        "seat": 1,
        "move": {"is": "Bid", "tricks": 2},
        "words": "bid 2",
        "changes": ["bids 1: 2"],
    }
    with pytest.raises(RecordError, match=r'^move\.is: must be "Bid" or "Play" or "Shuffled", not "Fold"$'):
        OH_HELL.parse_event('{"number": 0, "seat": 0, "move": {"is": "Fold"}, "words": "", "changes": []}')


def test_values_of_many_kinds_in_json() -> None:
    """Fractions and members of enumerations are texts, 2/1 is not 2, generic and nested classes are told apart."""
    game_json = Json(bazaar)
    record = playout(bazaar, bazaar.Rules(stake=Fraction(2)), Random(3))
    state = list(states(bazaar, record))[2]
    assert isinstance(state, bazaar.Trading)
    data = json.loads(game_json.dumps(evolve(state, purses=(Fraction(2), 2))))
    wanted = {
        "purses": ["2/1", 2],
        "box": {"what": 3},
        "boxes": [{"what": {"what": "H"}}],
        "trump": "S",
        "best": [0, "10"],
        "mood": "WILD",
        "grade": "HIGH",
        "tint": "black",
        "_secret": 7,
    }
    assert data["rules"] == {"stake": "2/1", "rounds": 2, "trump": "S"}
    assert {name: data[name] for name in wanted} == wanted
    assert "turn" not in data


def damaged(*path: str | int, to: object = None, without: bool = False) -> str:
    """The record with something else, or nothing, at a place."""
    data: Any = json.loads(OH_HELL.dumps(RECORD))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    if without:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "damaged JSON: Expecting value: line 1 column 1 (char 0)"),
        ('{"a": 1, "a": 2}', 'damaged JSON: the key "a" occurs twice in one object'),
        ("[" * 100_000, "damaged JSON: more than 50 arrays and objects are nested within each other"),
        ("9" * 5_000, "damaged JSON: a number has 5000 digits; at most 1000 are allowed"),
        ("[]", 'not a record of a game: the key "cardrules", the version of its format, is missing'),
        ('{"lichess": 1}', 'not a record of a game: the key "cardrules", the version of its format, is missing'),
        (damaged("cardrules", to=3), "cardrules: the record has version 3 of the format, and cardrules "),
        (damaged("cardrules", to=True), "cardrules: must be a version of the format, 1 or 2, not true"),
        (damaged("game", to="spades"), 'game: must be "oh_hell", not "spades"'),
        (damaged("rules", without=True), 'the key "rules" is missing'),
        (
            damaged("players", to=[]),
            'unknown key "players"; the keys are "cardrules", "library", "game", "rules_version", "rules", "seed", "moves", ',
        ),
        (damaged("rules", to=3), "rules: must be an object, not 3"),
        (damaged("rules", "players", to=9), "rules: players must be a whole number from 3 to 7, not 9"),
        (damaged("rules", "players", to="3"), "rules: players must be a whole number from 3 to 7, not '3'"),
        (damaged("rules", "players", to=3.0), "rules: players must be a whole number from 3 to 7, not 3.0"),
        (damaged("rules", "deals", to=[1]), "rules: deals must be a whole number from 1 up or None, not [1]"),
        (damaged("rules", "deals", to=16), "rules: deals must be at most 15 for 3 players, not 16"),
        (damaged("rules", "nil_scoring", to=None), "rules: nil_scoring must be 'flat' or 'five_plus', not None"),
        (damaged("rules", "hook", to=0), "rules: hook must be False or True, not 0"),
        (damaged("rules", "house", to=1), 'rules: unknown key "house"; the keys are "players", "deals", "ord'),
        (damaged("moves", to={}), "moves: must be an array, not {}"),
        (damaged("moves", 2, to=None), "moves[2]: must be an object, not null"),
        (damaged("moves", 2, "is", without=True), 'moves[2]: the key "is" is missing'),
        (damaged("moves", 2, "is", to=["Bid"]), 'moves[2].is: must be "Bid" or "Play" or "Shuffled", not ["Bid"]'),
        (damaged("moves", 2, "is", to="Pass"), 'moves[2].is: must be "Bid" or "Play" or "Shuffled", not "Pass"'),
        (damaged("moves", 2, "tricks", without=True), 'moves[2]: the key "tricks" is missing'),
        (damaged("moves", 2, "loud", to=True), 'moves[2]: unknown key "loud"; the keys are "tricks"'),
        (damaged("moves", 2, "tricks", to=True), "moves[2].tricks: must be a whole number, not true"),
        (damaged("moves", 2, "tricks", to=1.0), "moves[2].tricks: must be a whole number, not 1.0"),
        (
            damaged("moves", 2, "tricks", to="9" * 99),
            f'moves[2].tricks: must be a whole number, not "{"9" * 59}… (41 more characters)',
        ),
        (damaged("moves", 2, "tricks", to=2), "moves[2]: illegal move bid 2: "),
        (damaged("moves", 4, "card", to="1S"), "moves[4].card: no card '1S': "),
        (damaged("moves", 4, "card", to=5), 'moves[4].card: must be a card such as "QS", not 5'),
        (damaged("moves", 4, "card", to="??"), "moves[4]: illegal move play ??: "),
        (damaged("moves", 4, to={"is": "Bid", "tricks": 0}), "moves[4]: illegal move bid 0: expected play"),
        (damaged("moves", 0, "cards", to="QS 1H"), "moves[0].cards: card 2 of 2: no card '1H': "),
        (damaged("moves", 0, "cards", to=[]), 'moves[0].cards: must be cards such as "QS 10H", not []'),
        (damaged("moves", 0, "cards", to="QS"), "moves[0]: illegal move shuffled Q♠: a shuffle has the 52 cards"),
        (damaged("moves", 0, without=True), "moves[0]: illegal move bid 0: expected a shuffle of the pack"),
    ],
)
def test_a_damaged_record_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        OH_HELL.parse_record(text)
    assert str(caught.value).startswith(message)


def places(data: object) -> Iterator[tuple[str | int, ...]]:
    """The places of all the values in parsed JSON."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, inner in items:
        yield (step,)
        yield from ((step, *further) for further in places(inner))


ODD: tuple[object, ...] = (None, True, 0, -1, 7, 1.5, "", "QS", "QS QS", "??", "3/2", [], [1], {}, {"is": "Play"})
"""What may stand in JSON where it should not."""


@pytest.mark.parametrize("without", [False, True])
def test_whatever_is_damaged_the_error_is_one_of_records(without: bool) -> None:
    """A record that is still read is one of another game that is legal."""
    for place in places(json.loads(OH_HELL.dumps(RECORD))):
        for odd in ODD[: 1 if without else None]:
            text = damaged(*place, to=odd, without=without)
            with suppress(RecordError):
                replay(oh_hell, OH_HELL.parse_record(text))


STATE = list(states(oh_hell, RECORD))[5]
TABLE = json.loads(OH_HELL.dumps(STATE))["table"]
BAZAAR = Json(bazaar)
TRADING = list(states(bazaar, playout(bazaar, bazaar.Rules(), Random(3))))[2]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"is": "Deal"}, 'is: must be "Shuffling" or "Bidding" or "Playing" or "Finished", not "Deal"'),
        ({"table": None}, "table: must be an object, not null"),
        ({"taken": [0, 0, "1"]}, 'taken[2]: must be a whole number, not "1"'),
        ({"taken": {"0": 1}}, 'taken: must be an array, not {"0": 1}'),
        ({"table": TABLE | {"stock": ""}}, "the view hides 0 cards; the pack has 48"),
        ({"table": TABLE | {"turn_up": "JK"}}, "the view shows more copies of JK than the pack"),
        ({"table": TABLE | {"turn_up": "Z"}}, "table.turn_up: no card 'Z': 'Z' at"),
        ({"table": TABLE | {"trump": "X"}}, 'table.trump: must be "C" or "D" or "H"'),
    ],
)
def test_a_damaged_state_is_refused_with_its_place(changes: dict[str, object], message: str) -> None:
    assert isinstance(STATE, oh_hell.Playing)
    data = json.loads(OH_HELL.dumps(STATE)) | changes
    with pytest.raises(RecordError) as caught:
        OH_HELL.parse_state(json.dumps(data))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"purses": [1, 0.5]}, 'purses[1]: must be a whole number or a fraction such as "3/2", not 0.5'),
        ({"purses": [1, "1/0"]}, 'purses[1]: must be a whole number or a fraction such as "3/2", not "1/0"'),
        ({"best": [1]}, "best: must be an array of 2 or null, not [1]"),
        ({"best": [1, "11"]}, 'best[1]: must be "2" or "3" or '),
        ({"best": "A"}, 'best: must be an array or null, not "A"'),
        ({"trump": "all"}, 'trump: must be "C" or "D" or "H" or "S" or "none" or null, not "all"'),
        ({"mood": 2}, 'mood: must be "CALM" or "WILD", not 2'),
        ({"grade": 2}, 'grade: must be "LOW" or "HIGH" or null, not 2'),
        ({"tint": "green"}, 'tint: must be "red" or "black", not "green"'),
        ({"box": {"what": "3"}}, 'box.what: must be a whole number, not "3"'),
        ({"boxes": [{"what": {"what": 1}}]}, 'boxes[0].what.what: must be "C" or '),
        ({"made": [{"is": "Throw", "cards": "", "first": None}]}, 'made[0].is: must be "Raise" or "Keep", not "Throw"'),
        ({"made": ["Keep"]}, 'made[0]: must be an object, not "Keep"'),
    ],
)
def test_values_of_many_kinds_are_refused_with_their_places(changes: dict[str, object], message: str) -> None:
    data = json.loads(BAZAAR.dumps(TRADING)) | changes
    with pytest.raises(RecordError) as caught:
        BAZAAR.parse_state(json.dumps(data))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("trump", "message"),
    [
        ("5", "^trump must be a suit or 'none', not 5$"),
        ("[]", r'^trump: must be "none" or "C" or "D" or "H" or "S", not \[\]$'),  # the rules cannot even look at it
    ],
)
def test_the_rules_say_what_is_wrong_with_an_option_if_they_can(trump: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        BAZAAR.parse_rules(f'{{"stake": 1, "rounds": 2, "trump": {trump}}}')


def test_only_what_is_of_the_game_is_written() -> None:
    with pytest.raises(
        TypeError,
        match=r"^Keep\(\) is not a record, rules, a state, a move, an outcome, an event or an information set of oh_hell$",
    ):
        OH_HELL.dumps(bazaar.Keep())  # type: ignore[arg-type]  # that is the test


def test_records_are_kept_in_files(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    OH_HELL.save(path, RECORD)
    assert path.read_text(encoding="utf-8") == OH_HELL.dumps(RECORD) + "\n"
    assert OH_HELL.load(path) == RECORD
    assert serial.load(str(path)) == (oh_hell, RECORD)


def test_records_of_a_users_game_have_its_name(tmp_path: Path) -> None:
    record = playout(bazaar, bazaar.Rules(), Random(0))
    assert BAZAAR.name == "tests.bazaar"
    assert Json(bazaar.Bazaar()).name == "Bazaar"
    market = Json(bazaar.Bazaar(), name="market")
    market.save(tmp_path / "game.json", record)
    assert market.load(tmp_path / "game.json") == record
    with pytest.raises(RecordError, match=r'game\.json: game: must be "tests\.bazaar", not "market"$'):
        BAZAAR.load(tmp_path / "game.json")
    with pytest.raises(RecordError, match=r"game\.json: game: no game 'market'; the games are "):
        serial.load(tmp_path / "game.json")


@pytest.mark.parametrize("load", [OH_HELL.load, serial.load])
def test_files_that_cannot_be_read(load: Callable[[Path], object], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(RecordError, match=r"game\.json: No such file or directory$"):
        load(path)
    with pytest.raises(RecordError, match=f"^{tmp_path}: "):
        load(tmp_path)
    path.write_bytes(b"\xff{}")
    with pytest.raises(RecordError, match=r"game\.json: 'utf-8' codec can't decode byte 0xff in position 0"):
        load(path)
    path.write_text(OH_HELL.dumps(RECORD)[:-1], encoding="utf-8")
    with pytest.raises(RecordError, match=r"game\.json: damaged JSON: Expecting ',' delimiter: line"):
        load(path)
    path.write_text(damaged("moves", 4, "card", to="1S"), encoding="utf-8")
    with pytest.raises(RecordError, match=r"game\.json: moves\[4\]\.card: no card '1S'"):
        load(path)


@frozen
class Heap:
    """A state that tells no rules, of a game with one phase and nothing to do."""

    cards: Closed[Hand]
    jackpot: int = field(default=0, metadata=OMITTABLE)
    to_act = None


def start_heap(size: int) -> Heap:
    return Heap(Hand(PACK_52[:size]))


def no_moves(_: Heap) -> tuple[bazaar.Keep, ...]:
    return ()


def unmoved(state: Heap, _: bazaar.Keep | Shuffled) -> Heap:
    return state


def no_outcome(_: Heap) -> Outcome | None:
    return None


def test_where_one_class_is_possible_no_name_is_written() -> None:
    game_json = Json(bazaar.Functions(start_heap, no_moves, unmoved, no_outcome))
    assert game_json.dumps(3) == "3"
    assert game_json.parse_rules("3") == 3
    assert game_json.dumps(start_heap(2)) == '{"cards": "2C 3C"}'
    assert game_json.parse_state('{"cards": "3C"}') == Heap(hand("3C"))


@frozen
class Unwritten:
    """A state with a field of a type that is not written as JSON."""

    odds: tuple[float, ...]
    to_act = None


@frozen
class Play:
    """Not Oh Hell's."""


@frozen
class Twice:
    """A state with two classes of one name in a field."""

    which: oh_hell.Play | Play
    to_act = None


def start_unwritten(_: int) -> Unwritten:
    return Unwritten((0.5,))


def start_twice(_: int) -> Twice:
    return Twice(Play())


def test_what_only_an_option_fills_is_written_unless_it_has_its_default() -> None:
    """So an option that is new neither changes what was written before nor its digest."""
    game_json = Json(bazaar.Functions(start_heap, no_moves, unmoved, no_outcome))
    for state, text in (
        (Heap(hand("3C")), '{"cards": "3C"}'),
        (Heap(hand("3C"), jackpot=5), '{"cards": "3C", "jackpot": 5}'),
    ):
        assert game_json.dumps(state) == text
        assert game_json.parse_state(text) == state
    with pytest.raises(RecordError, match=r'^unknown key "jack"; the keys are "cards", "jackpot"$'):
        game_json.parse_state('{"cards": "3C", "jack": 5}')


def start_from_a_box(box: bazaar.Box) -> Heap:  # type: ignore[type-arg]  # it does not say what is in it
    return Heap(Hand(box.what))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"start": start_unwritten}, "Unwritten.odds is of the type <class 'float'>, which has no form in JSON"),
        ({"start": start_twice}, "Twice.which can be of two classes with the same name: Play, Play"),
        ({"start": start_from_a_box}, "SimpleNamespace is of the type <class 'tests.bazaar.Box'>, which has no"),
        ({"start": lambda _: Unwritten(())}, "<lambda>() must have annotations for its parameters and its result"),
        ({"apply": print}, "print() must have annotations for its parameters and its result"),
        (
            {"legal_moves": bazaar.start},
            "legal_moves must return a tuple of moves, not <class 'tests.bazaar.Shuffling'>",
        ),
    ],
)
def test_a_game_must_say_its_types_and_they_must_be_known(changes: dict[str, object], message: str) -> None:
    functions = {name: getattr(bazaar, name) for name in ("start", "legal_moves", "apply", "outcome")}
    game: Any = SimpleNamespace(**functions | changes)
    with pytest.raises(TypeError) as caught:
        Json(game)
    assert str(caught.value).startswith(message)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="type statements are new in Python 3.12")
def test_types_may_be_named_by_type_statements() -> None:
    names: dict[str, Any] = dict(vars(bazaar))
    code = """
type Move = Raise | Keep | Throw
type Moves = tuple[Move, ...]
type State = Shuffling | Trading | Over
def legal_moves(state: State) -> Moves: ...
def play(state: State, move: Move | Shuffled) -> State: ...
"""
    exec(code, names)  # noqa: S102  # older versions cannot even read it
    game: Any = SimpleNamespace(
        start=bazaar.start, legal_moves=names["legal_moves"], apply=names["play"], outcome=bazaar.outcome
    )
    game_json = Json(game)
    assert game_json.parse_state(game_json.dumps(TRADING)) == TRADING
    assert game_json.parse_move(game_json.dumps(bazaar.Raise(2))) == bazaar.Raise(2)


def test_without_the_extra_one_sentence_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cattrs", None)
    monkeypatch.delitem(sys.modules, "cardrules.serial")
    with pytest.raises(MissingExtraError, match=r"^cardrules\.serial needs the extra 'json': pip install 'cardrules\["):
        import_module("cardrules.serial")

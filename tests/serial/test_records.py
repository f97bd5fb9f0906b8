"""Records: they say by which versions they were played, and a changed rule is noticed."""

import hashlib
import json
from importlib.metadata import version
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cardrules import serial
from cardrules.errors import RecordError
from cardrules.game import Outcome, Record, Shuffled, playout, states
from cardrules.games import oh_hell
from cardrules.serial import Json
from cardrules.serial._digest import digest_of

OH_HELL = Json(oh_hell)
RECORD: Record[oh_hell.Rules, oh_hell.Move] = playout(oh_hell, oh_hell.Rules(players=3, deals=2), Random(0))
DATA: dict[str, Any] = json.loads(OH_HELL.dumps(RECORD))


TOO_NEW = (
    f"cardrules: the record has version 3 of the format, and cardrules {version('cardrules')} reads versions up to 2; "
    "read it with a newer version of cardrules"
)


def changed(**changes: Any) -> str:
    return json.dumps(DATA | changes)


def version_1(**changes: Any) -> str:
    """Return the record in the first version of the format."""
    keys = ("game", "rules", "moves")
    return json.dumps({"cardrules": 1, **{key: DATA[key] for key in keys}} | changes)


def other_game(rules_version: int = 2, **functions: Any) -> Json[Any, Any, Any]:
    """Return the JSON of Oh Hell with other functions, as a later version might have."""
    names = ("start", "legal_moves", "apply", "outcome")
    later: Any = SimpleNamespace(
        **{name: getattr(oh_hell, name) for name in names} | functions, RULES_VERSION=rules_version
    )
    return Json(later, "oh_hell")


def test_records_of_the_first_version_are_read() -> None:
    assert OH_HELL.parse_record(version_1()) == RECORD
    with pytest.raises(RecordError, match=r'^unknown key "seed"; the keys are "cardrules", "game", "rules", "moves"$'):
        OH_HELL.parse_record(version_1(seed=1))


def test_a_missing_option_has_its_default() -> None:
    """A record made before an option existed is read, and so are a client's partial rules; the digest does not change."""
    rules = {"players": 3, "deals": 2}
    assert OH_HELL.parse_record(changed(rules=rules)) == RECORD
    assert OH_HELL.parse_record(version_1(rules=rules)) == RECORD
    assert OH_HELL.parse_rules('{"deals": 5}') == oh_hell.Rules(deals=5)
    assert OH_HELL.parse_rules("{}") == oh_hell.Rules()
    with pytest.raises(RecordError, match=r'^unknown key "decks"; the keys are "players", "deals", '):
        OH_HELL.parse_rules('{"decks": 2}')


def test_a_field_that_a_state_gained_is_left_out_at_its_default() -> None:
    """The digest was written before tables of Oh Hell had the fields ``turned`` and ``bid_sum``."""
    assert DATA["digest"] == "f7cebdb7dc4e08b3"
    turning = oh_hell.Rules(players=3, deals=2, order="up_down")
    for state in states(oh_hell, playout(oh_hell, turning, Random(0))):
        if isinstance(state, oh_hell.Bidding):
            data = json.loads(OH_HELL.dumps(state))
            assert data["table"].get("turned") == (True if state.table.turned else None)
            assert OH_HELL.parse_state(json.dumps(data)) == state
            data["table"].setdefault("turned", False)
            assert OH_HELL.parse_state(json.dumps(data)) == state


@pytest.mark.parametrize("seed", [None, 0, -7, 2**256, "table 4"])
def test_the_seed_is_kept(seed: int | str | None) -> None:
    record: Record[oh_hell.Rules, oh_hell.Move] = Record(RECORD.rules, RECORD.moves, seed=seed)
    assert json.loads(OH_HELL.dumps(record))["seed"] == seed
    assert OH_HELL.parse_record(OH_HELL.dumps(record)).seed == seed


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"library": 1}, "library: must be a string, not 1"),
        ({"rules_version": True}, "rules_version: must be a whole number, not true"),
        ({"rules_version": "1"}, 'rules_version: must be a whole number, not "1"'),
        ({"seed": 1.5}, "seed: must be a whole number, a string or null, not 1.5"),
        ({"seed": False}, "seed: must be a whole number, a string or null, not false"),
        ({"digest": None}, "digest: must be a string, not null"),
        ({"cardrules": 0}, "cardrules: must be a version of the format, 1 or 2, not 0"),
        ({"cardrules": "2"}, 'cardrules: must be a version of the format, 1 or 2, not "2"'),
        ({"cardrules": 3}, TOO_NEW),
    ],
)
def test_the_head_of_a_record_is_checked(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        OH_HELL.parse_record(changed(**changes))
    assert str(caught.value) == message


def test_a_record_that_ends_otherwise_now_is_refused() -> None:
    """A rule of scoring has changed: all moves are still legal, and the digest tells it."""

    def outcome(state: oh_hell.State) -> Outcome | None:
        result = oh_hell.outcome(state)
        return result and Outcome(tuple(score + 1 for score in result.scores), result.winners)

    with pytest.raises(RecordError) as caught:
        other_game(outcome=outcome).parse_record(changed(library="0.0.9"))
    assert str(caught.value) == (
        "digest: the record no longer ends as it did: the rules have changed since, or the record has been edited; "
        f"written by cardrules 0.0.9 with version 1 of the rules, read by cardrules {version('cardrules')} with version 2"
    )


def test_a_record_whose_moves_are_no_longer_legal_is_refused_with_both_versions() -> None:
    def apply(state: oh_hell.State, move: oh_hell.Move | Shuffled) -> oh_hell.State:
        return oh_hell.apply(state, oh_hell.Bid(99) if isinstance(move, oh_hell.Bid) else move)

    changed_game = other_game(apply=apply)
    with pytest.raises(RecordError) as caught:
        changed_game.parse_record(changed())
    message = str(caught.value)
    assert message.startswith("moves[1]: illegal move bid 99: ")
    assert message.endswith(
        "; the rules may have changed since: "
        f"written by cardrules {version('cardrules')} with version 1 of the rules, "
        f"read by cardrules {version('cardrules')} with version 2"
    )
    with pytest.raises(RecordError, match=r"^moves\[1\]: illegal move bid 99: ((?!changed).)*$"):
        changed_game.parse_record(version_1())  # which does not say by which version it was played


def test_a_record_of_another_version_that_ends_the_same_is_read() -> None:
    assert other_game().parse_record(changed(library="0.0.9")) == RECORD


def test_an_edited_record_is_refused() -> None:
    """A move less, all of them legal."""
    with pytest.raises(RecordError, match=r"^digest: the record no longer ends as it did: "):
        OH_HELL.parse_record(changed(moves=DATA["moves"][:-1]))


def test_a_record_with_an_illegal_move_is_not_written() -> None:
    record: Record[oh_hell.Rules, oh_hell.Move] = Record(RECORD.rules, (*RECORD.moves[:1], oh_hell.Bid(7)))
    with pytest.raises(RecordError, match=r"^move 2 of 2: illegal move bid 7: "):
        OH_HELL.dumps(record)


def test_the_digest_is_the_beginning_of_a_sha_256() -> None:
    """Of the JSON without spaces, keys sorted and rules left out; computed with sha256sum for the first."""
    assert digest_of({"cards": "2C 3C"}, None) == "be7b1848b5e89b86"
    text = '[{"a":[{"b":null}],"z":1},{"scores":[1,"1/2"]}]'
    data = {"z": 1, "rules": {"players": 3}, "a": [{"b": None, "rules": 4}]}
    assert digest_of(data, {"scores": (1, "1/2")}) == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_a_file_says_its_game(tmp_path: Any) -> None:
    path = tmp_path / "game.json"
    OH_HELL.save(path, RECORD)
    assert serial.load(path) == (oh_hell, RECORD)
    path.write_text(version_1())
    assert serial.load(path) == (oh_hell, RECORD)

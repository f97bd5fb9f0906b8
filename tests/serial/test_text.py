"""JSON text from anybody: whatever it is, it is refused with a sentence, and soon."""

import json

import pytest

from cardrules.errors import RecordError
from cardrules.games import oh_hell
from cardrules.serial import Json
from cardrules.serial._text import MAX_DEPTH, MAX_DIGITS, parse_json
from tests import bazaar

OH_HELL = Json(oh_hell)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_nesting_has_a_limit() -> None:
    """A few levels more than the limit, which any Python parses, and so many that none does."""
    assert json.dumps(parse_json(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    objects = '{"a": ' * (MAX_DEPTH + 1) + "1" + "}" * (MAX_DEPTH + 1)
    for text in (nested(MAX_DEPTH + 1), objects, nested(100_000), "[" * 100_000, '{"a": ' * 100_000):
        with pytest.raises(RecordError, match=r"^damaged JSON: more than 50 arrays and objects are nested"):
            parse_json(text)


def test_numbers_have_a_limit_of_digits() -> None:
    longest = "9" * MAX_DIGITS
    assert parse_json(longest) == parse_json(f"-{longest}") * -1 == 10**MAX_DIGITS - 1  # type: ignore[operator]  # an int
    for text in (longest + "9", f"-{longest}9", "9" * 1_000_000):
        with pytest.raises(RecordError, match=r"^damaged JSON: a number has \d+ digits; at most 1000 are allowed$"):
            parse_json(text)


@pytest.mark.parametrize("stake", [f"{'9' * 1001}/2", f"1/{'9' * 1001}", f"-{'9' * 5_000}/7"])
def test_fractions_have_the_same_limit(stake: str) -> None:
    with pytest.raises(RecordError, match=r"^by: a number has \d+ digits; at most 1000 are allowed$"):
        Json(bazaar).parse_move(json.dumps({"is": "Raise", "by": stake}))


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_in_json_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match=f"^damaged JSON: {name} is not a number in JSON$"):
        OH_HELL.parse_move(f'{{"is": "Bid", "tricks": {name}}}')


def test_a_float_beyond_all_limits_is_no_whole_number() -> None:
    with pytest.raises(RecordError, match=r"^tricks: must be a whole number, not Infinity$"):
        OH_HELL.parse_move('{"is": "Bid", "tricks": 1e999999}')


def test_a_long_key_is_not_repeated_in_full() -> None:
    with pytest.raises(RecordError) as caught:
        OH_HELL.parse_move(f'{{"is": "Bid", "tricks": 1, "{"x" * 10_000}": 1}}')
    assert len(str(caught.value)) < 200
    with pytest.raises(RecordError) as caught:
        OH_HELL.parse_move(f'{{"{"x" * 10_000}": 1, "{"x" * 10_000}": 1}}')
    assert len(str(caught.value)) < 200

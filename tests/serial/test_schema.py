"""JSON Schema: it accepts every document of a game and refuses documents of other shapes."""

import json
from random import Random
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator

from cardrules import catalogue
from cardrules.game import Outcome, playout, states
from cardrules.games import draw_poker, oh_hell
from cardrules.knowledge.information import information
from cardrules.play.table import Table
from cardrules.serial import Json
from cardrules.serial._descriptions import field_descriptions, plain_text
from cardrules.verify import variants_of
from cardrules.zones import view
from tests import bazaar
from tests.serial.test_json import Heap, no_moves, no_outcome, start_heap, unmoved

OH_HELL = Json(oh_hell)
RECORD = playout(oh_hell, oh_hell.Rules(players=3, deals=2), Random(0))
DEFINITIONS: Any = OH_HELL.schema()["$defs"]


def validator(schema: dict[str, object], kind: str) -> Draft202012Validator:
    """Return what validates documents of one kind."""
    return Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]})


def check_documents(game: Any, rules: Any, seed: int) -> None:
    """Check that the schema accepts all documents of a random game."""
    game_json = Json(game)
    schema = game_json.schema()
    Draft202012Validator.check_schema(schema)
    kinds = {
        kind: validator(schema, kind) for kind in ("Record", "Rules", "Move", "State", "Outcome", "Event", "Memory")
    }
    record = playout(game, rules, Random(seed), max_moves=60)
    played = list(states(game, record))
    outcome = game.outcome(played[-1])
    documents = [("Record", record), ("Rules", rules)]
    documents += [("Move", move) for move in record.moves[::5]]
    documents += [("State", state) for state in played[::7]] + [("State", view(state, 0)) for state in played[::7]]
    documents += [("Event", event) for event in Table(game, rules, moves=record.moves[:20]).events(0)]
    documents += [
        ("Memory", information(game, attrs.evolve(record, moves=record.moves[:12]), seat)) for seat in (0, None)
    ]
    documents += [] if outcome is None else [("Outcome", outcome)]
    for kind, value in documents:
        kinds[kind].validate(json.loads(game_json.dumps(value)))


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_the_schema_accepts_all_documents_of_a_game(name: str) -> None:
    game = catalogue.game(name)
    for number, rules in enumerate(variants_of(game.Rules)[::4]):
        check_documents(game, rules, number)


def test_the_schema_of_a_users_game() -> None:
    """Generic classes, enumerations, fractions and fixed tuples."""
    check_documents(bazaar, bazaar.Rules(), 3)
    definitions: Any = Json(bazaar).schema()["$defs"]
    properties = definitions["Trading"]["properties"]
    assert properties["best"]["anyOf"][0] == {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"enum": [*map(str, range(2, 11)), "J", "Q", "K", "A"]}],
        "items": False,
        "minItems": 2,
        "maxItems": 2,
    }
    assert properties["mood"] == {"enum": ["CALM", "WILD"]}
    assert properties["grade"]["anyOf"] == [{"enum": ["LOW", "HIGH"]}, {"type": "null"}]
    assert definitions["Box"]["properties"]["what"] == {"type": "integer"}
    assert definitions["Box2"]["properties"]["what"] == {"$ref": "#/$defs/Box3"}
    assert definitions["Box3"]["properties"]["what"] == {"enum": ["C", "D", "H", "S"]}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("Rules", '{"players": 8}'),
        ("Rules", '{"deals": 0}'),
        ("Rules", '{"nil_scoring": "double"}'),
        ("Rules", '{"hook": 1}'),
        ("Rules", '{"house": 1}'),
        ("Move", '{"tricks": 1}'),
        ("Move", '{"is": "Bid"}'),
        ("Move", '{"is": "Pass"}'),
        ("Move", '{"is": "Bid", "tricks": "1"}'),
        ("Move", '{"is": "Bid", "tricks": 1, "loud": true}'),
        ("Move", '{"is": "Play", "card": "1S"}'),
        ("Move", '{"is": "Shuffled", "cards": "QS  JS"}'),
        ("Outcome", '{"scores": ["3/0"], "winners": [0]}'),
        ("State", '{"is": "Bid", "tricks": 1}'),
        ("Event", '{"number": 0, "seat": 0, "move": {"is": "Fold"}, "words": "fold", "changes": []}'),
        ("Record", '{"cardrules": 2}'),
    ],
)
def test_the_schema_refuses_documents_of_other_shapes(kind: str, text: str) -> None:
    assert not validator(OH_HELL.schema(), kind).is_valid(json.loads(text))


@pytest.mark.parametrize("text", ["{}", '{"players": 7, "deals": null}', '{"hook": true}'])
def test_the_schema_accepts_rules_with_options_missing(text: str) -> None:
    assert validator(OH_HELL.schema(), "Rules").is_valid(json.loads(text))


def test_the_schema_accepts_documents_of_every_kind() -> None:
    whole = Draft202012Validator(OH_HELL.schema())
    assert whole.is_valid(json.loads(OH_HELL.dumps(RECORD)))
    assert whole.is_valid(json.loads(OH_HELL.dumps(oh_hell.Bid(1))))
    assert not whole.is_valid({"is": "Deal"})


def test_classes_and_fields_are_described_by_their_docstrings() -> None:
    """A role of Sphinx is its last name, and code stands in single backticks; inherited fields are described too."""
    assert DEFINITIONS["Bid"]["description"] == "Bid to take exactly this number of tricks."
    assert DEFINITIONS["Rules"]["properties"]["players"] == {
        "description": "The number of players (1.1).",
        "type": "integer",
        "minimum": 3,
        "maximum": 7,
    }
    assert plain_text("See :class:`~a.b.Cat` and ``x``.\n\n    More.") == "See Cat and `x`."
    assert field_descriptions(draw_poker.Result)["wins"].startswith("The results of the deals")


def test_fields_that_may_be_left_out_are_not_required() -> None:
    table = DEFINITIONS["Table"]
    assert set(table["properties"]) - set(table["required"]) == {"turned"}


def test_fields_of_a_class_without_source_have_no_descriptions() -> None:
    names: dict[str, Any] = {}
    exec('class Made:\n    size: int\n    """How large."""', names)  # noqa: S102  # such a class has no file
    assert field_descriptions(names["Made"]) == {}


def test_an_order_of_values_has_each_once() -> None:
    definitions: Any = Json(draw_poker).schema()["$defs"]
    option = definitions["Rules"]["properties"]["suit_order"]
    assert (option["minItems"], option["maxItems"], option["uniqueItems"]) == (4, 4, True)


def test_a_number_for_all_or_by_seat() -> None:
    rules = validator(Json(draw_poker).schema(), "Rules")
    matching = '{"betting": "matching", "stacks": %s}'
    assert [rules.is_valid(json.loads(matching % stacks)) for stacks in ("9", "[9, 8]", "null")] == [True] * 3
    assert [rules.is_valid(json.loads(matching % stacks)) for stacks in ("0", '["9"]', "1.5")] == [False] * 3


def test_where_one_class_is_possible_its_definition_has_no_tag() -> None:
    """A kind of documents that is no class of its own name refers to its class; rules may be a number."""
    schema: Any = Json(
        bazaar.Functions[int, Heap, bazaar.Keep](start_heap, no_moves, unmoved, no_outcome), "heap"
    ).schema()
    assert schema["$defs"]["Rules"] == {"type": "integer"}
    assert schema["$defs"]["State"] == {"$ref": "#/$defs/Heap"}
    assert list(schema["$defs"]["Heap"]["properties"]) == ["cards", "jackpot"]
    assert schema["$defs"]["Heap"]["required"] == ["cards"]  # the other is filled by option
    assert list(schema["$defs"]["Outcome"]["properties"]) == [field.name for field in attrs.fields(Outcome)]

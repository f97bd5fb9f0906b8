"""JSON Schema of the documents of a game, from the same types that are written and read."""

from collections.abc import Mapping
from enum import Enum
from types import NoneType
from typing import Final, Literal, TypeAlias, get_args

import attrs
from cattrs import Converter

from cardrules.cards import Card, Hand
from cardrules.game import is_omittable
from cardrules.hints import Hint, field_hints, is_union, members_of, origin_of, unalias
from cardrules.options import Permutation, PerSeat, Range
from cardrules.serial._converter import KIND
from cardrules.serial._descriptions import field_descriptions, plain_text
from cardrules.serial._records import FORMAT

Schema: TypeAlias = dict[str, object]
"""A JSON Schema, which is an object of JSON."""

KINDS: Final = ("Record", "Rules", "Move", "State", "Outcome", "Event", "Memory")
"""The kinds of documents."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

_CARD: Final = r"(?:(?:[2-9]|10|[JQKA])[CDHS]|JK|\?\?)"

_TEXTS: Final[Mapping[str, Schema]] = {
    "Card": {
        "description": 'A card: its rank and suit, "QS" or "10H", "JK" for a joker, "??" for a card face down.',
        "type": "string",
        "pattern": f"^{_CARD}$",
    },
    "Cards": {
        "description": 'Cards from the top down, separated by spaces: "QS 10H".',
        "type": "string",
        "pattern": f"^(?:{_CARD}(?: {_CARD})*)?$",
    },
    "Fraction": {
        "description": 'A fraction, such as "3/2".',
        "type": "string",
        "pattern": "^-?[0-9]+/[1-9][0-9]*$",
    },
}
"""The strings that have a form of their own."""

_PLAIN: Final[Mapping[Hint, Schema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def schema_of(game: str, hints: Mapping[str, Hint], converter: Converter) -> Schema:
    """Return the JSON Schema of the documents of a game.

    ``hints`` has the types of its :data:`KINDS`, records apart, each of which gets a definition of its own.
    """
    definitions = _Definitions(hints["Rules"], converter)
    for kind, hint in hints.items():
        definitions.add(kind, hint)
    definitions.describe_classes()
    definitions.found["Record"] = _record(game)
    return {
        "$schema": DIALECT,
        "title": game,
        "anyOf": [_reference(kind) for kind in KINDS],
        "$defs": definitions.found,
    }


def _record(game: str) -> Schema:
    properties: Schema = {
        "cardrules": {"const": FORMAT, "description": "The version of this format."},
        "library": {"type": "string", "description": "The version of cardrules that wrote the record."},
        "game": {"const": game},
        "rules_version": {"type": "integer", "description": "The version of the rules of the game."},
        "rules": _reference("Rules"),
        "seed": {
            "type": ["integer", "string", "null"],
            "description": "The seed that the shuffles came from, if it is known.",
        },
        "moves": {"type": "array", "items": _reference("Move")},
        "digest": {
            "type": "string",
            "pattern": "^[0-9a-f]{16}$",
            "description": "The digest of the last state and the outcome.",
        },
    }
    return {"description": "A game, finished or not.", **_object(properties, list(properties))}


def _object(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _reference(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


class _Definitions:
    """The definitions of a schema as they are found.

    A class has two definitions if it occurs both where the key ``"is"`` names it and where no other class is possible.
    """

    def __init__(self, rules: Hint, converter: Converter) -> None:
        self.found: Schema = {**{kind: {} for kind in KINDS}, **_TEXTS}
        self._rules = rules
        self._converter = converter
        self._names: dict[tuple[Hint, bool], str] = {}
        self._waiting: list[tuple[Hint, bool]] = []

    def add(self, name: str, hint: Hint) -> None:
        """Define ``name`` as a type."""
        if attrs.has(origin_of(hint)) and origin_of(hint).__name__ == name:
            del self.found[name]
            self._named(hint, tagged=False)
        else:
            self.found[name] = self._schema(hint)

    def describe_classes(self) -> None:
        """Define the classes that were referred to, and those that they refer to."""
        while self._waiting:
            hint, tagged = self._waiting.pop(0)
            self.found[self._names[hint, tagged]] = self._class_schema(hint, tagged=tagged)

    def _named(self, hint: Hint, *, tagged: bool) -> Schema:
        """Return a reference to the definition of a class, which is made later."""
        key = (hint, tagged)
        if key not in self._names:
            self._names[key] = name = self._free_name(hint, tagged=tagged)
            self.found[name] = {}
            self._waiting.append(key)
        return _reference(self._names[key])

    def _free_name(self, hint: Hint, *, tagged: bool) -> str:
        name = str(origin_of(hint).__name__)
        if (hint, not tagged) in self._names:
            name = f"{'Tagged' if tagged else 'Untagged'}{name}"
        free, number = name, 2
        while free in self.found:
            free, number = f"{name}{number}", number + 1
        return free

    def _schema(self, hint: Hint) -> Schema:
        plain = unalias(hint)
        kind = origin_of(plain)
        if is_union(plain):
            return self._union_schema(plain)
        if attrs.has(kind):
            return self._named(plain, tagged=False)
        if kind is tuple:
            return self._tuple_schema(get_args(plain))
        if kind is Literal:
            return {"enum": [self._converter.unstructure(value) for value in get_args(plain)]}
        if kind in _PLAIN:
            return dict(_PLAIN[kind])
        if issubclass(kind, Enum):
            return {"enum": [self._converter.unstructure(member, Enum) for member in kind]}
        return _reference("Card" if issubclass(kind, Card) else "Cards" if issubclass(kind, Hand) else "Fraction")

    def _union_schema(self, hint: Hint) -> Schema:
        members = members_of(hint)
        tagged = sum(map(attrs.has, map(origin_of, members))) > 1
        return {
            "anyOf": [
                self._named(member, tagged=True) if tagged and attrs.has(origin_of(member)) else self._schema(member)
                for member in members
            ]
        }

    def _tuple_schema(self, kinds: tuple[Hint, ...]) -> Schema:
        if kinds[1:] == (...,):
            return {"type": "array", "items": self._schema(kinds[0])}
        items = list(map(self._schema, kinds))
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items), "maxItems": len(items)}

    def _class_schema(self, hint: Hint, *, tagged: bool) -> Schema:
        kind = origin_of(hint)
        hints, descriptions = field_hints(hint), field_descriptions(kind)
        fields = [field for field in attrs.fields(kind) if field.init]
        properties: Schema = {KIND: {"const": kind.__name__}} if tagged else {}
        for field in fields:
            described: Schema = {"description": descriptions[field.name]} if field.name in descriptions else {}
            properties[field.name] = described | _limited(self._schema(hints[field.name]), field.validator)
        required = [field.name for field in fields if not self._may_be_missing(hint, field)]
        return {"description": plain_text(kind.__doc__ or "")} | _object(properties, [KIND] * tagged + required)

    def _may_be_missing(self, hint: Hint, field: "attrs.Attribute[object]") -> bool:
        return is_omittable(field) or (hint == self._rules and field.default is not attrs.NOTHING)


def _limited(schema: Schema, validator: object) -> Schema:
    """Return the schema with the limits that an option has."""
    match validator:
        case Range(minimum=minimum, maximum=maximum):
            limits: Schema = {"minimum": minimum} if maximum is None else {"minimum": minimum, "maximum": maximum}
            return schema | limits  # of numbers; what is no number has none
        case PerSeat(minimum=minimum):
            return schema | {"minimum": minimum}
        case Permutation(values=values):
            return schema | {"minItems": len(values), "maxItems": len(values), "uniqueItems": True}
        case _:
            return schema

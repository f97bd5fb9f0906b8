"""The hooks for cattrs: how values of each type are converted to data that JSON can hold, and back."""

import json
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from types import NoneType
from typing import Final, Literal, get_args

import attrs
from cattrs import ClassValidationError, Converter
from cattrs.dispatch import StructureHook, UnstructureHook
from cattrs.errors import AttributeValidationNote
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from cardrules.cards import Card, Hand
from cardrules.errors import shortened
from cardrules.game import is_omittable
from cardrules.hints import Hint, is_union, members_of, origin_of
from cardrules.serial._text import parse_integer

KIND: Final = "is"
"""The key that names the class of an object. It is a keyword of Python, so no field has this name."""


class MismatchError(ValueError):
    """JSON data that does not match its type.

    ``message`` says what is wrong and ``place`` where. ``expected`` describes the type, if the message says no more than that
    another type was found.
    """

    def __init__(self, message: str, place: str = "", expected: str = "") -> None:
        super().__init__(message, place, expected)
        self.message = message
        self.place = place
        self.expected = expected

    def __str__(self) -> str:
        return f"{self.place.removeprefix('.')}: {self.message}" if self.place else self.message


def _mismatch(expected: str, data: object) -> MismatchError:
    return MismatchError(f"must be {expected}, not {excerpt(data)}", expected=expected)


def excerpt(data: object) -> str:
    """Return the data as JSON, shortened if it is long, for a message."""
    return shortened(json.dumps(data))


def located(place: str, error: Exception) -> MismatchError:
    """Return the error with ``place`` put before its own place."""
    if isinstance(error, MismatchError):
        return MismatchError(error.message, place + error.place, "" if place else error.expected)
    return MismatchError(str(error), place)


def _alternatives(values: Iterable[object]) -> str:
    return " or ".join(map(json.dumps, values))


def require_keys(data: object, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, object]:
    """Return ``data``; raise :class:`MismatchError` unless it is an object with these keys and no others."""
    if not isinstance(data, dict):
        raise _mismatch("an object", data)
    for name in required:
        if name not in data:
            raise _missing(name)
    for key in data:
        if key not in required and key not in optional:
            known = ", ".join(map(json.dumps, (*required, *optional)))
            raise MismatchError(f"unknown key {shortened(json.dumps(key))}; the keys are {known}")
    return data


def _missing(key: str) -> MismatchError:
    return MismatchError(f"the key {json.dumps(key)} is missing")


def converter_for(rules: Hint) -> Converter:
    """Return the converter for a game whose rules are of the type ``rules``."""
    converter = Converter()
    converter.register_unstructure_hook(Card, operator.attrgetter("ascii"))
    converter.register_unstructure_hook(Hand, _write_hand)
    converter.register_unstructure_hook(Fraction, _write_fraction)
    converter.register_unstructure_hook(Enum, _write_member)
    converter.register_unstructure_hook_factory(_has_omittable, _object_write_hook)
    converter.register_unstructure_hook_factory(is_union, _union_write_hook)
    for kind in _SCALARS:
        converter.register_structure_hook(kind, _read_scalar)
    converter.register_structure_hook(Card, _read_card)
    converter.register_structure_hook(Hand, _read_hand)
    converter.register_structure_hook(Fraction, _read_fraction)
    converter.register_structure_hook(Enum, _read_member)
    converter.register_structure_hook_factory(_is_literal, _literal_hook)
    converter.register_structure_hook_factory(_is_tuple, _tuple_hook)
    converter.register_structure_hook_factory(is_union, _union_hook)
    converter.register_structure_hook_factory(attrs.has, _object_hook)
    converter.register_structure_hook_factory(lambda hint: attrs.has(hint) and hint == rules, _rules_hook)
    return converter


_SCALARS: Final[Mapping[type, str]] = {int: "a whole number", str: "a string", bool: "true or false", NoneType: "null"}
"""The types that JSON has as well, in words."""


def _read_scalar(data: object, kind: type) -> object:
    if issubclass(kind, Enum):  # an enumeration of numbers or strings
        return _read_member(data, kind)
    if type(data) is not kind:  # neither true nor 1.0 is the number 1
        raise _mismatch(_SCALARS[kind], data)
    return data


def _string(data: object, expected: str) -> str:
    if not isinstance(data, str):
        raise _mismatch(expected, data)
    return data


def _read_card(data: object, _: type[Card]) -> Card:
    return Card.parse(_string(data, 'a card such as "QS"'))


def _write_hand(hand: Hand) -> str:
    return " ".join(card.ascii for card in hand)


def _read_hand(data: object, kind: type[Hand]) -> Hand:
    return kind.parse(_string(data, 'cards such as "QS 10H"'))


def _write_fraction(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"  # "2/1" and 2 are of different types


def _read_fraction(data: object, _: type[Fraction]) -> Fraction:
    expected = 'a fraction such as "3/2"'
    text = _string(data, expected)
    if not re.fullmatch(r"-?[0-9]+/[1-9][0-9]*", text):
        raise _mismatch(expected, data)
    return Fraction(*map(parse_integer, text.split("/")))


def _write_member(member: Enum) -> str:
    return member.value if isinstance(member.value, str) else member.name


def _read_member(data: object, kind: type[Enum]) -> Enum:
    for member in kind:
        if _write_member(member) == data:
            return member
    raise _mismatch(_alternatives(map(_write_member, kind)), data)


def _is_literal(hint: Hint) -> bool:
    return origin_of(hint) is Literal


def _literal_hook(hint: Hint, converter: Converter) -> StructureHook:
    values = [(converter.unstructure(value), value) for value in get_args(hint)]

    def read(data: object, _: Hint) -> object:
        for written, value in values:
            if type(data) is type(written) and data == written:
                return value
        raise _mismatch(_alternatives(written for written, _ in values), data)

    return read


def _is_tuple(hint: Hint) -> bool:
    return origin_of(hint) is tuple


def _tuple_hook(hint: Hint, converter: Converter) -> StructureHook:
    kinds = get_args(hint)
    any_length = kinds[1:] == (...,)
    hooks = [(kind, converter.get_structure_hook(kind)) for kind in kinds if kind is not ...]

    def read(data: object, _: Hint) -> tuple[object, ...]:
        if not isinstance(data, list):
            raise _mismatch("an array", data)
        readers = hooks * len(data) if any_length else hooks
        if len(data) != len(readers):
            raise _mismatch(f"an array of {len(readers)}", data)
        items = []
        for place, (item, (kind, hook)) in enumerate(zip(data, readers, strict=True)):
            try:
                items.append(hook(item, kind))
            except ValueError as error:
                raise located(f"[{place}]", error) from error
        return tuple(items)

    return read


def _has_omittable(hint: Hint) -> bool:
    return attrs.has(hint) and bool(_omittable_defaults(hint))


def _omittable_defaults(hint: Hint) -> dict[str, object]:
    """Return the defaults of the fields of a class that may be left out."""
    return {field.name: field.default for field in attrs.fields(origin_of(hint)) if field.init and is_omittable(field)}


def _object_write_hook(hint: Hint, converter: Converter) -> UnstructureHook:
    """Return a hook that leaves out the fields that may be, while they have their defaults."""
    write_all = make_dict_unstructure_fn(hint, converter)
    defaults = _omittable_defaults(hint)

    def write(value: object) -> dict[str, object]:
        left_out = {name for name, default in defaults.items() if getattr(value, name) == default}
        return {key: item for key, item in write_all(value).items() if key not in left_out}

    return write


def _union_write_hook(hint: Hint, converter: Converter) -> UnstructureHook:
    objects = {
        origin_of(member): converter.get_unstructure_hook(member) for member in members_of(hint) if attrs.has(member)
    }

    def write(value: object) -> object:
        kind = type(value)
        if kind not in objects:
            return converter.unstructure(value)
        data: dict[str, object] = objects[kind](value)
        return {KIND: kind.__name__, **data} if len(objects) > 1 else data

    return write


def _union_hook(hint: Hint, converter: Converter) -> StructureHook:
    hooks = [(member, converter.get_structure_hook(member)) for member in members_of(hint)]
    objects = {origin_of(member).__name__: (member, hook) for member, hook in hooks if attrs.has(member)}
    if len(objects) == 1:  # a single class needs no name
        objects = {}
    others = [(member, hook) for member, hook in hooks if not (objects and attrs.has(member))]

    def read(data: object, _: Hint) -> object:
        return read_object(dict(data)) if objects and isinstance(data, dict) else read_other(data)

    def read_object(data: dict[str, object]) -> object:
        if KIND not in data:
            raise _missing(KIND)
        name = data.pop(KIND)
        if not isinstance(name, str) or name not in objects:
            raise located(f".{KIND}", _mismatch(_alternatives(objects), name))
        member, hook = objects[name]
        return hook(data, member)

    def read_other(data: object) -> object:
        mismatches = [_mismatch("an object", data)] if objects else []
        for member, hook in others:
            try:
                return hook(data, member)
            except ValueError as error:
                mismatches.append(located("", error))
        detailed = [mismatch for mismatch in mismatches if not mismatch.expected]
        raise detailed[0] if detailed else _mismatch(" or ".join(mismatch.expected for mismatch in mismatches), data)

    return read


def _object_hook(hint: Hint, converter: Converter) -> StructureHook:
    optional = list(_omittable_defaults(hint))
    names = [field.name for field in attrs.fields(origin_of(hint)) if field.init and field.name not in optional]
    return _keyed_hook(hint, converter, names, optional)


def _keyed_hook(hint: Hint, converter: Converter, required: list[str], optional: list[str]) -> StructureHook:
    structure = make_dict_structure_fn(hint, converter)

    def read(data: object, _: Hint) -> object:
        fields = require_keys(data, required, optional)
        try:
            return structure(fields, hint)
        except ClassValidationError as error:
            raise _first(error) from error

    return read


def _first(error: ClassValidationError) -> MismatchError:
    """Return the first error among the fields of an object, or the one that its class raised."""
    first = error.exceptions[0]
    notes = [note for note in getattr(first, "__notes__", ()) if isinstance(note, AttributeValidationNote)]
    return located(f".{notes[0].name}" if notes else "", first)


def _rules_hook(hint: Hint, converter: Converter) -> StructureHook:
    """Return a hook that reads rules: missing options have their defaults, and the options say what is wrong with them."""
    kind = origin_of(hint)
    options = [field for field in attrs.fields(kind) if field.init]
    required = [field.name for field in options if field.default is attrs.NOTHING]
    optional = [field.name for field in options if field.default is not attrs.NOTHING]
    read_object = _keyed_hook(hint, converter, required, optional)

    def read(data: object, _: Hint) -> object:
        try:
            return read_object(data, hint)
        except MismatchError as mismatch:
            option = re.match(r"\.(\w+)", mismatch.place)
            if option and isinstance(data, dict):
                with suppress(AttributeError, TypeError):  # a value of a type that the validator does not expect
                    kind(**{option[1]: data[option[1]]})
            raise

    return read

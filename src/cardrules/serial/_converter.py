"""How values of each type are written as what JSON can hold, and read back: the hooks for cattrs."""

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
from cattrs.gen import make_dict_structure_fn

from cardrules.cards import Card, Hand
from cardrules.serial._hints import Hint, is_union, members_of, origin_of

KIND: Final = "is"
"""The key that says of which class an object is: as a word of Python it is the name of no field."""


class MisfitError(ValueError):
    """JSON that does not fit its type: what is wrong and where; ``wanted`` is what must stand there, if that is all."""

    def __init__(self, message: str, place: str = "", wanted: str = "") -> None:
        super().__init__(message, place, wanted)
        self.message = message
        self.place = place
        self.wanted = wanted

    def __str__(self) -> str:
        return f"{self.place.removeprefix('.')}: {self.message}" if self.place else self.message


def _unlike(wanted: str, data: object) -> MisfitError:
    return MisfitError(f"must be {wanted}, not {shown(data)}", wanted=wanted)


def shown(data: object) -> str:
    """What was found instead, as JSON; its beginning, if it is long."""
    text, most = json.dumps(data), 60
    return text if len(text) <= most else f"{text[:most]}..."


def inside(place: str, error: Exception) -> MisfitError:
    """The error, as seen from a value in which what does not fit is at ``place``."""
    if isinstance(error, MisfitError):
        return MisfitError(error.message, place + error.place, "" if place else error.wanted)
    return MisfitError(str(error), place)


def _either(values: Iterable[object]) -> str:
    return " or ".join(map(json.dumps, values))


def with_keys(data: object, names: Sequence[str]) -> dict[str, object]:
    """The object with these keys and no others."""
    if not isinstance(data, dict):
        raise _unlike("an object", data)
    for name in names:
        if name not in data:
            raise _missing(name)
    for key in data:
        if key not in names:
            raise MisfitError(
                f"the key {json.dumps(key)} is too much, the keys are {', '.join(map(json.dumps, names))}"
            )
    return data


def _missing(key: str) -> MisfitError:
    return MisfitError(f"the key {json.dumps(key)} is missing")


def converter_for(rules: Hint) -> Converter:
    """What turns values into what JSON can hold and back, in a game whose rules are of the type ``rules``."""
    made = Converter()
    made.register_unstructure_hook(Card, operator.attrgetter("ascii"))
    made.register_unstructure_hook(Hand, _hand_text)
    made.register_unstructure_hook(Fraction, _fraction_text)
    made.register_unstructure_hook(Enum, _member_text)
    made.register_unstructure_hook_factory(is_union, _union_writer)
    for kind in _SCALARS:
        made.register_structure_hook(kind, _read_scalar)
    made.register_structure_hook(Card, _read_card)
    made.register_structure_hook(Hand, _read_hand)
    made.register_structure_hook(Fraction, _read_fraction)
    made.register_structure_hook(Enum, _read_member)
    made.register_structure_hook_factory(_is_literal, _literal_reader)
    made.register_structure_hook_factory(_is_tuple, _tuple_reader)
    made.register_structure_hook_factory(is_union, _union_reader)
    made.register_structure_hook_factory(attrs.has, _object_reader)
    made.register_structure_hook_factory(lambda hint: attrs.has(hint) and hint == rules, _options_reader)
    return made


_SCALARS: Final[Mapping[type, str]] = {int: "a whole number", str: "a text", bool: "true or false", NoneType: "null"}
"""The types that JSON has too, in words."""


def _read_scalar(data: object, kind: type) -> object:
    if issubclass(kind, Enum):  # one whose members are numbers or texts
        return _read_member(data, kind)
    if type(data) is not kind:  # neither true nor 1.0 is the number 1
        raise _unlike(_SCALARS[kind], data)
    return data


def _text(data: object, wanted: str) -> str:
    if not isinstance(data, str):
        raise _unlike(wanted, data)
    return data


def _read_card(data: object, _: type[Card]) -> Card:
    return Card.parse(_text(data, 'a card such as "QS"'))


def _hand_text(hand: Hand) -> str:
    return " ".join(card.ascii for card in hand)


def _read_hand(data: object, kind: type[Hand]) -> Hand:
    return kind.parse(_text(data, 'cards such as "QS 10H"'))


def _fraction_text(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"  # 2/1 is another type than 2


def _read_fraction(data: object, _: type[Fraction]) -> Fraction:
    wanted = 'a fraction such as "3/2"'
    text = _text(data, wanted)
    if not re.fullmatch(r"-?[0-9]+/[1-9][0-9]*", text):
        raise _unlike(wanted, data)
    return Fraction(text)


def _member_text(member: Enum) -> str:
    return member.value if isinstance(member.value, str) else member.name


def _read_member(data: object, kind: type[Enum]) -> Enum:
    for member in kind:
        if _member_text(member) == data:
            return member
    raise _unlike(_either(map(_member_text, kind)), data)


def _is_literal(hint: Hint) -> bool:
    return origin_of(hint) is Literal


def _literal_reader(hint: Hint, converter: Converter) -> StructureHook:
    values = [(converter.unstructure(value), value) for value in get_args(hint)]

    def read(data: object, _: Hint) -> object:
        for written, value in values:
            if type(data) is type(written) and data == written:
                return value
        raise _unlike(_either(written for written, _ in values), data)

    return read


def _is_tuple(hint: Hint) -> bool:
    return origin_of(hint) is tuple


def _tuple_reader(hint: Hint, converter: Converter) -> StructureHook:
    kinds = get_args(hint)
    endless = kinds[1:] == (...,)
    hooks = [(kind, converter.get_structure_hook(kind)) for kind in kinds if kind is not ...]

    def read(data: object, _: Hint) -> tuple[object, ...]:
        if not isinstance(data, list):
            raise _unlike("an array", data)
        readers = hooks * len(data) if endless else hooks
        if len(data) != len(readers):
            raise _unlike(f"an array of {len(readers)}", data)
        items = []
        for place, (item, (kind, hook)) in enumerate(zip(data, readers, strict=True)):
            try:
                items.append(hook(item, kind))
            except ValueError as error:
                raise inside(f"[{place}]", error) from error
        return tuple(items)

    return read


def _union_writer(hint: Hint, converter: Converter) -> UnstructureHook:
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


def _union_reader(hint: Hint, converter: Converter) -> StructureHook:
    hooks = [(member, converter.get_structure_hook(member)) for member in members_of(hint)]
    objects = {origin_of(member).__name__: (member, hook) for member, hook in hooks if attrs.has(member)}
    if len(objects) == 1:  # it needs no name
        objects = {}
    others = [(member, hook) for member, hook in hooks if not (objects and attrs.has(member))]

    def read(data: object, _: Hint) -> object:
        return read_object(dict(data)) if objects and isinstance(data, dict) else read_other(data)

    def read_object(data: dict[str, object]) -> object:
        if KIND not in data:
            raise _missing(KIND)
        name = data.pop(KIND)
        if not isinstance(name, str) or name not in objects:
            raise inside(f".{KIND}", _unlike(_either(objects), name))
        member, hook = objects[name]
        return hook(data, member)

    def read_other(data: object) -> object:
        misfits = [_unlike("an object", data)] if objects else []
        for member, hook in others:
            try:
                return hook(data, member)
            except ValueError as error:
                misfits.append(inside("", error))
        detailed = [misfit for misfit in misfits if not misfit.wanted]
        raise detailed[0] if detailed else _unlike(" or ".join(misfit.wanted for misfit in misfits), data)

    return read


def _object_reader(hint: Hint, converter: Converter) -> StructureHook:
    names = [field.name for field in attrs.fields(origin_of(hint)) if field.init]
    made = make_dict_structure_fn(hint, converter)

    def read(data: object, _: Hint) -> object:
        fields = with_keys(data, names)
        try:
            return made(fields, hint)
        except ClassValidationError as error:
            raise _first(error) from error

    return read


def _first(error: ClassValidationError) -> MisfitError:
    """The first of what is wrong with the fields of an object, or what its class says of their values."""
    first = error.exceptions[0]
    notes = [note for note in getattr(first, "__notes__", ()) if isinstance(note, AttributeValidationNote)]
    return inside(f".{notes[0].name}" if notes else "", first)


def _options_reader(hint: Hint, converter: Converter) -> StructureHook:
    """Reads rules, which say themselves in a sentence what is wrong with an option."""
    kind = origin_of(hint)
    read_object = _object_reader(hint, converter)

    def read(data: object, _: Hint) -> object:
        try:
            return read_object(data, hint)
        except MisfitError as misfit:
            option = re.match(r"\.(\w+)", misfit.place)
            if option and isinstance(data, dict):
                with suppress(AttributeError, TypeError):  # a value that they cannot even look at
                    kind(**{option[1]: data[option[1]]})
            raise

    return read

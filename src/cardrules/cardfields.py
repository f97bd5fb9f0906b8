"""Fields that hold cards: which fields of a class do, and who sees the cards, told by the annotations.

:mod:`cardrules.zones` explains zones and relies on this.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from inspect import get_annotations
from types import UnionType
from typing import Annotated, Final, Literal, TypeGuard, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.errors import ViewError


class Visibility(Enum):
    """The seats that see the cards of a zone."""

    OPEN = "everybody"
    OWNER = "its owner"
    CLOSED = "nobody"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


RULES: Final = "rules"
"""The name of the field with the options of the game; cards in it, such as wild ones, do not count as cards of a state."""


@frozen
class CardField:
    """A field that can hold cards: a zone, or (``visibility`` is ``None``) an object that may have zones."""

    name: str
    alias: str
    visibility: Visibility | None
    face_down: bool
    """Whether the cards lie face down, even if some seats know them."""


def is_attrs(value: object) -> TypeGuard[attrs.AttrsInstance]:
    """Return whether a value is an object of an attrs class, whose fields may hold cards."""
    return attrs.has(type(value))


@cache
def card_fields(kind: type[attrs.AttrsInstance]) -> tuple[CardField, ...]:
    """Return the fields of a class that can hold cards; raises ``TypeError`` for a zone that is wrongly declared."""
    found = ((field, hint, _visibility(kind, field, hint)) for field, hint in _hints(kind))
    return tuple(
        CardField(
            field.name,
            field.alias or field.name,
            visibility,
            visibility is Visibility.CLOSED or FACE_DOWN in _outer_metadata(hint),
        )
        for field, hint, visibility in found
        if _can_hold_cards(field.name, hint)
    )


def _hints(kind: type[attrs.AttrsInstance]) -> "Iterator[tuple[attrs.Attribute[object], object]]":
    """Yield the fields of a class, each with its type."""
    try:
        hints = resolve_hints(kind)
    except NameError as error:
        raise TypeError(
            f"{kind.__qualname__}: {error}; a type in quotes must be defined at the top level of a module"
        ) from error
    for field in attrs.fields(kind):
        yield field, hints[field.name]


def resolve_hints(kind: type) -> dict[str, object]:
    """Return the types of the fields of a class, by name.

    The type variables of its generic bases are replaced by the types that the class gives for them.
    """
    hints = get_type_hints(kind, include_extras=True)
    arguments = dict(_type_arguments(kind))
    declared_in = {name: base for base in reversed(kind.__mro__) for name in get_annotations(base)}
    return {name: _substitute(hint, arguments.get(declared_in[name], {})) for name, hint in hints.items()}


def _type_arguments(kind: type) -> Iterator[tuple[type, Mapping[object, object]]]:
    """Yield all bases of a class, each with the types that the class gives for its type variables."""
    for base in kind.__dict__.get("__orig_bases__", kind.__bases__):
        origin: object = get_origin(base) or base
        if not isinstance(origin, type):  # NamedTuple, which is a function
            continue
        pairs = zip(getattr(origin, "__parameters__", ()), get_args(base), strict=False)  # none for a plain base
        here: dict[object, object] = {variable: type_ for variable, type_ in pairs if isinstance(variable, TypeVar)}
        yield origin, here
        for ancestor, arguments in _type_arguments(origin):
            yield ancestor, {variable: _substitute(argument, here) for variable, argument in arguments.items()}


def _substitute(hint: object, arguments: Mapping[object, object]) -> object:
    """Replace the type variables in a type; return it as it is if one has no argument."""
    if isinstance(hint, TypeVar):
        return arguments.get(hint, hint)
    variables = () if isinstance(hint, type) else getattr(hint, "__parameters__", ())
    if not variables or not arguments.keys() >= set(variables):
        return hint
    types = tuple(arguments[variable] for variable in variables)
    return hint[types]  # type: ignore[index]  # every generic alias can be subscripted


def _visibility(kind: type, field: "attrs.Attribute[object]", hint: object) -> Visibility | None:
    """Return the outermost visibility of a type, or of the members of a union; one further inside would hide nothing."""
    outermost = [mark for mark in _outer_metadata(hint) if isinstance(mark, Visibility)]
    all_ = list(_all_visibilities(hint))
    if len(set(all_)) > 1 or len(all_) > len(outermost):
        raise TypeError(
            f"{kind.__qualname__}.{field.name}: the type of a zone has one visibility, outermost, unlike {hint}"
        )
    return outermost[0] if outermost else None


def _outer_metadata(hint: object) -> Iterator[object]:
    """Yield the outermost metadata of a type, or of the members of a union: visibilities, and the mark of :data:`Known`."""
    hint = _unalias(hint)
    if get_origin(hint) in (Union, UnionType):
        for argument in get_args(hint):
            yield from _outer_metadata(argument)
    yield from getattr(hint, "__metadata__", ())


def _all_visibilities(hint: object) -> Iterator[Visibility]:
    if isinstance(hint, Visibility):
        yield hint
    for argument in get_args(_unalias(hint)):
        yield from _all_visibilities(argument)


_WITHOUT_ZONES: Final = (int, str, Enum, Fraction, type(None), Card, Hand)


def _can_hold_cards(name: str, hint: object, outer: tuple[object, ...] = ()) -> bool:
    """Return whether a field of this name and type can hold cards; cards that the options of a game name do not count."""
    return (name != RULES or any(_all_visibilities(hint))) and _can_have_zones(hint, outer)


def _can_have_zones(hint: object, outer: tuple[object, ...] = ()) -> bool:
    """Return whether values of this type can be, or contain, objects with zones. If in doubt, they can.

    A class marked as ``final`` leaves no doubt, since no subclass adds fields. That saves time for the records of what was
    played, of which a state may hold many. ``outer`` are the final classes that this type occurs in.
    """
    hint = _unalias(hint)
    if isinstance(hint, type):
        if attrs.has(hint) and getattr(hint, "__final__", False):
            fields = ((field.name, inner) for field, inner in _hints(hint))
            return hint not in outer and any(_can_hold_cards(name, inner, (*outer, hint)) for name, inner in fields)
        return not issubclass(hint, _WITHOUT_ZONES)
    if get_origin(hint) in (Union, UnionType, tuple):
        return any(_can_have_zones(argument, outer) for argument in get_args(hint))
    if get_origin(hint) is Annotated and not any(_all_visibilities(hint)):  # a seat
        return _can_have_zones(get_args(hint)[0], outer)
    return hint is not ... and get_origin(hint) is not Literal


def _unalias(hint: object) -> object:
    """Return the type that an alias made by a ``type`` statement stands for."""
    while (value := getattr(hint, "__value__", None)) is not None:
        hint = value
    return hint


def visibilities(*kinds: object) -> dict[str, Visibility]:
    """Return who sees each zone of some states or moves, by the name of its field: ``visibilities(oh_hell.State)``.

    Takes classes and unions of classes, and includes the zones of nested objects. Raises
    :class:`~cardrules.errors.ViewError` if two zones of the same name differ.
    """
    found: dict[str, Visibility] = {}
    _find_visibilities(kinds, found, set())
    return found


def _find_visibilities(hints: Iterable[object], found: dict[str, Visibility], visited: set[object]) -> None:
    for hint in map(_unalias, hints):
        if get_args(hint):
            _find_visibilities((get_origin(hint), *get_args(hint)), found, visited)
        elif isinstance(hint, type) and attrs.has(hint) and hint not in visited:
            visited.add(hint)
            for field, inner in _hints(hint):
                visibility = _visibility(hint, field, inner)
                if visibility is None:
                    _find_visibilities([inner], found, visited)
                elif found.setdefault(field.name, visibility) is not visibility:
                    other = found[field.name].value
                    raise ViewError(f"{hint.__name__}.{field.name} is seen by {visibility.value}, elsewhere by {other}")

"""Types as they are annotated: those of a game, and what they are made of."""

import inspect
import operator
from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from functools import reduce
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from cardrules.cards import Card, Hand
from cardrules.zones import resolve_hints

Hint: TypeAlias = Any
"""A type as it is annotated, which no type can describe: a class, a union, a generic alias."""


def parameter_hint(function: Callable[..., object]) -> Hint:
    """The type of what a function takes first."""
    return _annotation(function, next(iter(inspect.signature(function).parameters), ""))


def return_hint(function: Callable[..., object]) -> Hint:
    """The type of what a function gives, ``None`` apart."""
    return reduce(operator.or_, (part for part in members_of(_annotation(function, "return")) if part is not NoneType))


def _annotation(function: Callable[..., object], name: str) -> Hint:
    try:
        return get_type_hints(function)[name]
    except (KeyError, NameError, TypeError) as error:
        raise TypeError(f"{function.__qualname__}() must say by annotations what it takes and gives") from error


def item_of(hint: Hint) -> Hint:
    """The type of the items of a tuple."""
    plain = unalias(hint)
    if origin_of(plain) is not tuple:
        raise TypeError(f"legal_moves must give a tuple of moves, not {plain}")
    return get_args(plain)[0]


def members_of(hint: Hint) -> tuple[Hint, ...]:
    """The types of a union, those of unions within it too; of another type itself."""
    plain = unalias(hint)
    return tuple(part for member in get_args(plain) for part in members_of(member)) if is_union(plain) else (plain,)


def unalias(hint: Hint) -> Hint:
    """What an alias, a new type or an annotated type stands for."""
    named = getattr(hint, "__value__", getattr(hint, "__supertype__", hint))
    inner = get_args(named)[0] if origin_of(named) is Annotated else named
    return inner if inner is hint else unalias(inner)


def is_union(hint: Hint) -> bool:
    """Whether a type is that of several."""
    return origin_of(hint) in (Union, UnionType)


def origin_of(hint: Hint) -> Hint:
    """What a type is made from: ``tuple`` for ``tuple[int, ...]``, ``Literal`` for ``Literal[1, 2]``; else itself."""
    origin: Hint = get_origin(hint)
    return hint if origin is None else origin


def check(hint: Hint, place: str, known: set[Hint]) -> None:
    """Raise ``TypeError`` unless every value of this type can be written and known again."""
    members = members_of(hint)
    names = [origin_of(member).__name__ for member in members if attrs.has(member)]
    if len(names) > len(set(names)):
        raise TypeError(f"{place} can be of two classes of one name: {', '.join(names)}")
    for member in members:
        if member not in known:
            known.add(member)
            for inside, part in _parts(member, place):
                check(part, inside, known)


def _parts(hint: Hint, place: str) -> Iterator[tuple[str, Hint]]:
    """The types within a type, and where they stand; ``TypeError`` for a type that is not written as JSON."""
    kind = origin_of(hint)
    if attrs.has(kind) and not (kind is hint and getattr(kind, "__parameters__", None)):
        hints = resolve_hints(kind)
        yield from ((f"{kind.__name__}.{field.name}", hints[field.name]) for field in attrs.fields(kind) if field.init)
        yield from ((place, argument) for argument in get_args(hint))
    elif kind is tuple and hint is not tuple:
        yield from ((place, part) for part in get_args(hint) if part is not ...)
    elif not (kind is Literal or isinstance(kind, TypeVar) or _is_leaf(kind)):
        raise TypeError(f"{place} is of the type {hint}, which is not written as JSON")


def _is_leaf(kind: Hint) -> bool:
    exact = kind in (int, str, bool, NoneType)
    return exact or (isinstance(kind, type) and issubclass(kind, Card | Hand | Fraction | Enum))

"""Type hints: those of the functions of a game, and the types that they are made of."""

import inspect
import operator
from collections.abc import Callable
from functools import reduce
from types import NoneType, UnionType
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from cardrules.zones import resolve_hints

Hint: TypeAlias = Any
"""A type hint, such as a class, a union or a generic alias; no static type describes them all."""


def parameter_hint(function: Callable[..., object]) -> Hint:
    """Return the type of the first parameter of a function."""
    return _annotation(function, next(iter(inspect.signature(function).parameters), ""))


def return_hint(function: Callable[..., object]) -> Hint:
    """Return the type that a function returns, without ``None``."""
    return reduce(operator.or_, (part for part in members_of(_annotation(function, "return")) if part is not NoneType))


def _annotation(function: Callable[..., object], name: str) -> Hint:
    try:
        return get_type_hints(function)[name]
    except (KeyError, NameError, TypeError) as error:
        named = getattr(function, "__qualname__", function)  # a partial function has no name
        raise TypeError(f"{named}() must have annotations for its parameters and its result") from error


def members_of(hint: Hint) -> tuple[Hint, ...]:
    """Return the members of a union, those of nested unions included; for another type, the type itself."""
    plain = unalias(hint)
    return tuple(part for member in get_args(plain) for part in members_of(member)) if is_union(plain) else (plain,)


def unalias(hint: Hint) -> Hint:
    """Return the type that an alias, a ``NewType`` or an ``Annotated`` type stands for."""
    named = getattr(hint, "__value__", getattr(hint, "__supertype__", hint))
    inner = get_args(named)[0] if origin_of(named) is Annotated else named
    return inner if inner is hint else unalias(inner)


def is_union(hint: Hint) -> bool:
    """Return whether a type is a union."""
    return origin_of(hint) in (Union, UnionType)


def origin_of(hint: Hint) -> Hint:
    """Return the origin of a generic type, ``tuple`` for ``tuple[int, ...]``; for another type, the type itself."""
    origin: Hint = get_origin(hint)
    return hint if origin is None else origin


def field_hints(hint: Hint) -> dict[str, Hint]:
    """Return the types of the fields of a class, which may be a generic alias such as ``Playing[Table]``."""
    kind = origin_of(hint)
    given = dict(zip(getattr(kind, "__parameters__", ()), get_args(hint), strict=False))
    return {name: _substituted(field_hint, given) for name, field_hint in resolve_hints(kind).items()}


def _substituted(hint: Hint, given: dict[Hint, Hint]) -> Hint:
    """Return a type with other types for its type variables."""
    if isinstance(hint, TypeVar):
        return given.get(hint, hint)
    if isinstance(hint, type) or not getattr(hint, "__parameters__", ()):
        return hint
    return hint[tuple(given.get(variable, variable) for variable in hint.__parameters__)]

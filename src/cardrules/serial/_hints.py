"""The types that JSON supports."""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from types import NoneType
from typing import Literal, TypeVar, get_args

import attrs

from cardrules.cards import Card, Hand
from cardrules.hints import Hint, members_of, origin_of, unalias
from cardrules.zones import resolve_hints


def item_of(hint: Hint) -> Hint:
    """Return the type of the items of a tuple of any length."""
    plain = unalias(hint)
    if origin_of(plain) is not tuple:
        raise TypeError(f"legal_moves must return a tuple of moves, not {plain}")
    return get_args(plain)[0]


def require_supported(hint: Hint, place: str, known: set[Hint]) -> None:
    """Raise ``TypeError`` unless JSON can tell apart all the values of a type; ``known`` collects the types seen so far."""
    members = members_of(hint)
    names = [origin_of(member).__name__ for member in members if attrs.has(member)]
    if len(names) > len(set(names)):
        raise TypeError(f"{place} can be of two classes with the same name: {', '.join(names)}")
    for member in members:
        if member not in known:
            known.add(member)
            for inner_place, part in _parts(member, place):
                require_supported(part, inner_place, known)


def _parts(hint: Hint, place: str) -> Iterator[tuple[str, Hint]]:
    """Yield the types within a type with their places; raise ``TypeError`` for a type that JSON does not support."""
    kind = origin_of(hint)
    if attrs.has(kind) and not (kind is hint and getattr(kind, "__parameters__", None)):
        hints = resolve_hints(kind)
        yield from ((f"{kind.__name__}.{field.name}", hints[field.name]) for field in attrs.fields(kind) if field.init)
        yield from ((place, argument) for argument in get_args(hint))
    elif kind is tuple and hint is not tuple:
        yield from ((place, part) for part in get_args(hint) if part is not ...)
    elif not (kind is Literal or isinstance(kind, TypeVar) or _is_leaf(kind)):
        raise TypeError(f"{place} is of the type {hint}, which has no form in JSON")


def _is_leaf(kind: Hint) -> bool:
    exact = kind in (int, str, bool, NoneType)
    return exact or (isinstance(kind, type) and issubclass(kind, Card | Hand | Fraction | Enum))

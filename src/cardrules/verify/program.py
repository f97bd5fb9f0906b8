"""A broken law shown as a short Python program."""

import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from types import ModuleType
from typing import Final, TypeVar

import attrs

from cardrules.cards import Card, Hand
from cardrules.game import StateLike
from cardrules.verify.trace import Trace
from cardrules.verify.transform import rebuilt, same

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

WIDTH: Final = 110
"""The most characters in a row of moves."""

LONG: Final = 40
"""A program with more moves begins at the last full shuffle, if it can write down the state before it."""


def program(trace: Trace[R, S, M], place: int) -> str:
    """Return a program that rebuilds the state of a trace after ``place`` moves.

    It begins at the start, or at the first state of the trace if that is another; if that is far away, at the last full
    shuffle. A game that is no module is left to fill in.
    """
    first, begin = _beginning(trace, place)
    game, moves = trace.game, trace.moves[first:place]
    name = f"import {game.__name__} as game" if isinstance(game, ModuleType) else "game = ...  # the game verified"
    rows = "\n".join(_rows(map(source, moves)))
    return "\n".join(
        [
            *imports((begin, moves)),
            name,
            "",
            f"state = game.start({source(begin)})" if begin is trace.rules else f"state = {source(begin)}",
            f"moves = [\n{rows}\n]" if moves else "moves = []",
            "for move in moves:",
            "    state = game.apply(state, move)",
            "",
        ]
    )


def _beginning(trace: Trace[R, S, M], place: int) -> tuple[int, object]:
    """Return the place at which a program begins, and the state there; at the game's own start the rules in its place."""
    first = trace.full_shuffle_before(place) if place > LONG else 0
    if not trace.states or (first == 0 and trace.states[0] == trace.game.start(trace.rules)):
        return 0, trace.rules
    return (first, trace.states[first]) if _can_write(trace.states[first]) else (0, trace.rules)


def imports(value: object) -> Iterator[str]:
    """Yield imports of the classes that the source of a value names."""
    names: dict[str, set[str]] = {}
    for kind in _kinds(value):
        names.setdefault(_module(kind), set()).add(kind.__name__)
    for module in sorted(names.keys() - {"builtins"}):
        yield f"from {module} import {', '.join(sorted(names[module]))}"


def _module(kind: type) -> str:
    """Return the outermost package from which a class can be imported."""
    module = kind.__module__
    while (package := module.rpartition(".")[0]) and getattr(sys.modules.get(package), kind.__name__, None) is kind:
        module = package
    return module


def _kinds(value: object) -> Iterator[type]:
    """Yield the class of a value, and the classes of its parts."""
    kind = type(value)
    yield Card if isinstance(value, Card) else kind
    if attrs.has(kind):
        for field in attrs.fields(kind):
            if field.init and _written(field, value):
                yield from _kinds(getattr(value, field.name))
    elif kind is tuple and isinstance(value, tuple):
        for part in value:
            yield from _kinds(part)


def _rows(items: Iterable[str]) -> Iterator[str]:
    """Yield the rows of a list, each with as many items as fit; the strings of cards stay whole."""
    row = "   "
    for item in items:
        if row.strip() and len(f"{row} {item},") > WIDTH:
            yield row
            row = "   "
        row += f" {item},"
    yield row


def source(value: object) -> str:
    """Return the source of a value in Python: of a move, rules, cards, or their parts."""
    kind = type(value)
    if attrs.has(kind):
        fields = [field for field in attrs.fields(kind) if field.init]
        parts = [(field, source(getattr(value, field.name))) for field in fields if _written(field, value)]
        arguments = ", ".join(f"{field.name}={text}" if field.kw_only else text for field, text in parts)
        return f"{kind.__name__}({arguments})"
    if kind is tuple and isinstance(value, tuple):
        items = list(map(source, value))
        return f"({', '.join(items)}{',' * (len(items) == 1)})"
    return repr(value)


def _written(field: "attrs.Attribute[object]", value: object) -> bool:
    """Return whether a field is written: options that have their default are not."""
    return not field.kw_only or getattr(value, field.name) != field.default


def _can_write(value: object) -> bool:
    """Return whether :func:`source` gives an expression that makes the value anew."""
    kind = type(value)
    if isinstance(value, Hand | Card | bool | int | str | Fraction | Enum | None):
        return True
    if attrs.has(kind):
        fields = attrs.fields(kind)
        arguments = [getattr(value, field.name) for field in fields if field.init]
        makes_the_rest = len(arguments) == len(fields) or same(rebuilt(value), value)
        return makes_the_rest and all(map(_can_write, arguments))
    return kind is tuple and isinstance(value, tuple) and all(map(_can_write, value))

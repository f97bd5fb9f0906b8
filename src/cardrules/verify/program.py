"""A broken law shown as a short Python program."""

import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Final, TypeVar

import attrs

from cardrules.cards import Card
from cardrules.game import StateLike
from cardrules.verify.trace import Trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

WIDTH: Final = 110
"""Where the rows of the program end."""


def program(line: Trace[R, S, M], place: int) -> str:
    """A program that rebuilds the state of ``line`` after ``place`` moves; a game that is no module is left to fill in."""
    moves = line.moves[:place]
    game = line.game
    named = f"import {game.__name__} as game" if isinstance(game, ModuleType) else "game = ...  # the game verified"
    rows = "\n".join(_rows(map(source, moves)))
    return "\n".join(
        [
            *imports((line.rules, moves)),
            named,
            "",
            f"state = game.start({source(line.rules)})",
            f"moves = [\n{rows}\n]" if moves else "moves = []",
            "for move in moves:",
            "    state = game.apply(state, move)",
            "",
        ]
    )


def imports(value: object) -> Iterator[str]:
    """Imports of the classes that the source of a value names."""
    names: dict[str, set[str]] = {}
    for kind in _kinds(value):
        names.setdefault(_module(kind), set()).add(kind.__name__)
    for module in sorted(names.keys() - {"builtins"}):
        yield f"from {module} import {', '.join(sorted(names[module]))}"


def _module(kind: type) -> str:
    """The outermost package from which a class can be imported."""
    module = kind.__module__
    while (package := module.rpartition(".")[0]) and getattr(sys.modules.get(package), kind.__name__, None) is kind:
        module = package
    return module


def _kinds(value: object) -> Iterator[type]:
    """The classes of a value, and of what it is made of."""
    kind = type(value)
    yield Card if isinstance(value, Card) else kind
    if attrs.has(kind):
        for field in attrs.fields(kind):
            if field.init and _told(field, value):
                yield from _kinds(getattr(value, field.name))
    elif kind is tuple and isinstance(value, tuple):
        for part in value:
            yield from _kinds(part)


def _rows(items: Iterable[str]) -> Iterator[str]:
    """The items of a list, as many in a row as fit there; texts of cards stay whole."""
    row = "   "
    for item in items:
        if row.strip() and len(f"{row} {item},") > WIDTH:
            yield row
            row = "   "
        row += f" {item},"
    yield row


def source(value: object) -> str:
    """A value as Python would write it: a move, rules, cards, or what they are made of."""
    kind = type(value)
    if attrs.has(kind):
        fields = [field for field in attrs.fields(kind) if field.init]
        parts = [(field, source(getattr(value, field.name))) for field in fields if _told(field, value)]
        return (
            f"{kind.__name__}({', '.join(f'{field.name}={text}' if field.kw_only else text for field, text in parts)})"
        )
    if kind is tuple and isinstance(value, tuple):
        return f"({''.join(source(part) + ', ' for part in value)})"
    return repr(value)


def _told(field: "attrs.Attribute[object]", value: object) -> bool:
    """Whether a field has to be written: options that have their default go without saying."""
    return not field.kw_only or getattr(value, field.name) != field.default

"""Sources of games of a user's own."""

PARTS = "Rules, start, legal_moves, apply, outcome"

GAME = f'"""Hearts as we play it.\n\nMore of it.\n"""\n\nfrom cardrules.games.oh_hell import {PARTS}\n'
"""A game that works."""

FAILING = f"{GAME}\n\ndef apply(state, move):\n    raise KeyError('trick')\n"
"""A game that fails in line 10."""

PAGE = "# Hearts\n\nA game of tricks.\n\n## 1 Play\n\n- **1.1** Follow suit. [EN]\n- **1.2** Or not. [EN]\n"
"""The page of its rulebook."""

STEPS = """
from attrs import frozen

from cardrules.game import Outcome
from cardrules.moves import IllegalMoveError


@frozen
class Rules:
    steps: int = 2


@frozen
class Up:
    pass


@frozen
class Playing:
    rules: Rules
    done: int
    to_act: int | None


def start(rules: Rules) -> Playing:
    return Playing(rules, 0, 0)


def legal_moves(state: Playing) -> tuple[Up, ...]:
    return () if state.to_act is None else (Up(),)


def apply(state: Playing, move: Up) -> Playing:
    if move not in legal_moves(state):
        raise IllegalMoveError(move, "no")
    done = state.done + 1
    return Playing(state.rules, done, None if done == state.rules.steps else 0)


def outcome(state: Playing) -> Outcome | None:
    return Outcome((state.done,), (0,)) if state.to_act is None else None
"""
"""A game of one seat that begins without a shuffle."""

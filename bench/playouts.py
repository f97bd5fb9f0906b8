"""Whole games played by random moves: the library's, and OpenSpiel's driven from Python.

Both sides draw with ``rng.random()`` alone. What is counted is decisions of players; chance takes its time on both sides,
where a shuffle is one move here and a node for each card there. OpenSpiel chooses among its chance nodes' outcomes by
place, as the library does among its moves.
"""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from math import floor
from random import Random
from typing import TypeAlias, TypeVar

import attrs

from cardrules import catalogue
from cardrules.game import NATURE, Game, StateLike, shuffle

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

INSTALLED = find_spec("pyspiel") is not None
"""Whether OpenSpiel is there to be measured."""

Playout: TypeAlias = Callable[[Random], int]
"""Plays a game to its end and gives the number of decisions."""

OPTIONS: Mapping[str, Mapping[str, object]] = {
    "blackjack": {"rounds": 100},
    "ruka_dyavola": {"hands": 2, "betting": "poker", "exchange": "one_by_one"},
    "spades": {"double_nil": False, "exchange": 0},
}
"""Where not the default rules are played: to shuffle six packs takes longer than the one round that follows, and the two
shuffles of a deal longer than its four decisions; and OpenSpiel's Spades has neither double nil nor an exchange."""

OPENSPIEL = {"oh_hell": "oh_hell(players=4)", "spades": "spades"}
"""The games that both have, with their names there."""


def playouts() -> Mapping[str, Playout]:
    """Who is measured: every game of the catalogue, and if it is installed OpenSpiel with those that it has too."""
    contenders = {name: ours(name) for name in catalogue.NAMES}
    if INSTALLED:
        for name, title in OPENSPIEL.items():
            for clone in (False, True):
                contenders[openspiel(name, clone=clone)] = theirs(title, clone=clone)
    return contenders


def openspiel(name: str, *, clone: bool) -> str:
    """What OpenSpiel's game is called in the results."""
    return f"OpenSpiel {name}, {'cloned' if clone else 'in place'}"


def ours(name: str) -> Playout:
    """Play-outs of a game of the catalogue, by its default rules where :data:`OPTIONS` names no others."""
    game = catalogue.game(name)
    rules = game.Rules(**OPTIONS.get(name, {}))
    return lambda rng: played(game, rules, rng)


def played(game: Game[R, S, M], rules: R, rng: Random) -> int:
    """The number of decisions in a game of random moves."""
    draw = rng.random
    decisions = 0
    state = game.start(rules)
    while (seat := state.to_act) is not None:
        if seat is NATURE:
            state = game.apply(state, shuffle(state, rng))
        else:
            moves = game.legal_moves(state)
            state = game.apply(state, moves[floor(draw() * len(moves))])
            decisions += 1
    return decisions


def theirs(title: str, *, clone: bool) -> Playout:
    """Play-outs of a game of OpenSpiel, its state changed in place or cloned before each move."""
    from pyspiel import load_game  # noqa: PLC0415  # it need not be there

    game = load_game(title)

    def play(rng: Random) -> int:
        draw = rng.random
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = outcomes[floor(draw() * len(outcomes))][0]
            else:
                actions = state.legal_actions()
                action = actions[floor(draw() * len(actions))]
                decisions += 1
            if clone:
                state = state.clone()
            state.apply_action(action)
        return decisions

    return play

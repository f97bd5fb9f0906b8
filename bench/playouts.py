"""Whole games with random moves: the library's games, and OpenSpiel's games driven from Python.

Both sides draw only with ``rng.random()``. Only the players' decisions count, but the time includes chance on both sides.
A shuffle is one move here, and a chance node for each card in OpenSpiel. Outcomes of a chance node are chosen by their
place in the list, as moves are here.
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
"""Whether OpenSpiel is installed."""

Playout: TypeAlias = Callable[[Random], int]
"""A function that plays a game to its end and returns the number of decisions."""

OPTIONS: Mapping[str, Mapping[str, object]] = {
    "blackjack": {"rounds": 100},
    "ruka_dyavola": {"hands": 2, "betting": "poker", "exchange": "one_by_one"},
    "spades": {"double_nil": False, "exchange": 0},
}
"""The options that differ from the defaults.

Shuffling six packs takes longer than the one round that follows, and the two shuffles of a deal of Ruka dyavola take
longer than its four decisions. OpenSpiel's Spades has neither double nil nor an exchange.
"""

OPENSPIEL = {"oh_hell": "oh_hell(players=4)", "spades": "spades"}
"""The games that OpenSpiel has too, with their names there."""


def playouts() -> Mapping[str, Playout]:
    """Return the play-outs to measure: every game of the catalogue and, if installed, OpenSpiel's versions."""
    contenders = {name: ours(name) for name in catalogue.NAMES}
    if INSTALLED:
        for name, title in OPENSPIEL.items():
            for clone in (False, True):
                contenders[openspiel(name, clone=clone)] = theirs(title, clone=clone)
    return contenders


def openspiel(name: str, *, clone: bool) -> str:
    """Return the name of OpenSpiel's game in the results."""
    return f"OpenSpiel {name}, {'cloned' if clone else 'in place'}"


def ours(name: str) -> Playout:
    """Return play-outs of a game of the catalogue, with the options in :data:`OPTIONS` if it has any there."""
    game = catalogue.game(name)
    rules = game.Rules(**OPTIONS.get(name, {}))
    return lambda rng: played(game, rules, rng)


def played(game: Game[R, S, M], rules: R, rng: Random) -> int:
    """Play a game with random moves and return the number of decisions."""
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
    """Return play-outs of a game of OpenSpiel, with its state changed in place or cloned before each move."""
    from pyspiel import load_game  # noqa: PLC0415  # need not be installed

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

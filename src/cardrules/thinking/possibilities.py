"""The states that a seat may be in: those of possible worlds, or any that agree with what it sees."""

from collections.abc import Callable
from random import Random
from typing import Literal, TypeAlias, TypeVar

import attrs

from cardrules.cards import Hand
from cardrules.game import Game, StateLike
from cardrules.knowledge.information import InformationSet
from cardrules.knowledge.worlds import NoWorldError, find
from cardrules.zones import determinize

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Worlds: TypeAlias = Literal["possible", "any"]
"""Which worlds a player thinks of: the possible ones, or any that agree with what it sees now, which need no memory."""


def possibilities(
    game: Game[R, S, M], rules: R, known: InformationSet[S, M], cards: Hand, rng: Random, which: Worlds = "possible"
) -> Callable[[], S]:
    """Return a function that draws a state which a seat may be in, given what it has seen and the ``cards`` of the game."""
    if which == "possible":
        try:
            sampler = find(game, rules, known, rng)
        except NoWorldError:  # of a game that was not watched from its start
            pass
        else:
            return lambda: sampler.draw().state
    return lambda: determinize(known.view, cards, rng)

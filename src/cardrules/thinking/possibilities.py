"""The states that a seat may be in: those of possible worlds, or any that agree with what it sees."""

from collections.abc import Callable
from random import Random
from typing import Literal, TypeAlias, TypeVar

import attrs

from cardrules.game import Game, StateLike, start_game
from cardrules.knowledge.information import InformationSet
from cardrules.knowledge.worlds import NoWorldError, find
from cardrules.zones import cards_in, determinize

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Worlds: TypeAlias = Literal["possible", "any"]
"""Which worlds a player thinks of: the possible ones, or any that agree with what it sees now, which need no memory."""


def possibilities(
    game: Game[R, S, M], rules: R, known: InformationSet[S, M], rng: Random, which: Worlds
) -> Callable[[], S]:
    """Return a function that draws a state which a seat may be in, given what it has seen."""
    if which == "possible":
        try:
            sampler = find(game, rules, known, rng)
        except NoWorldError:  # of a game that was not watched from its start
            pass
        else:
            return lambda: sampler.draw().state
    cards = cards_in(start_game(game, rules))
    return lambda: determinize(known.view, cards, rng)

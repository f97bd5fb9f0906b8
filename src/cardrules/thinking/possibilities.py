"""The states that a seat may be in: those of possible worlds, or any that agree with what it sees."""

from collections.abc import Callable
from random import Random
from typing import Generic, Literal, TypeAlias, TypeVar

import attrs

from cardrules.game import Game, StateLike, start_game
from cardrules.knowledge.information import InformationSet
from cardrules.knowledge.worlds import NoWorldError, Tracker
from cardrules.zones import cards_in, determinize

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Worlds: TypeAlias = Literal["possible", "any"]
"""Which worlds a player thinks of: the possible ones, or any that agree with what it sees now, which need no memory."""


class Possibilities(Generic[R, S, M]):
    """The states that one seat may be in while a game goes on."""

    def __init__(self, game: Game[R, S, M], rules: R, which: Worlds) -> None:
        """Know nothing yet."""
        self._tracker = Tracker(game, rules) if which == "possible" else None
        self._pack = cards_in(start_game(game, rules))

    def given(self, known: InformationSet[S, M], rng: Random) -> Callable[[], S]:
        """Return a function that draws a state which the seat may be in, given what it has seen."""
        if self._tracker is not None:
            try:
                sampler = self._tracker.find(known, rng)
            except NoWorldError:  # of a game that was not watched from its start
                pass
            else:
                return lambda: sampler.draw().state
        return lambda: determinize(known.view, self._pack, rng)

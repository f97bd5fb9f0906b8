"""Simulation: play many games and count what comes of them.

Game number ``k`` of a simulation with the seed ``s`` has the seed ``f"{s}:{k}"``. Its full shuffles depend on that
alone, so different players get the same deals, those that ``Table(game, rules, seed=f"{s}:{k}")`` deals; each seat has
random numbers of its own. Results are counts, which add up exactly in any order. So a seed gives one result, on every
version of Python, with any number of processes, and however often it was interrupted.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Final, TypeVar

import attrs

from cardrules.chance import Seed
from cardrules.game import Game, StateLike
from cardrules.play.observers import AnyPlayer
from cardrules.play.shuffles import checked_seed
from cardrules.play.simulation.errors import SimulationError as SimulationError
from cardrules.play.simulation.errors import positive_number, whole_number
from cardrules.play.simulation.executors import process_pool as process_pool
from cardrules.play.simulation.games import Work
from cardrules.play.simulation.run import Progress as Progress
from cardrules.play.simulation.run import Report, Run
from cardrules.play.summary import Summary

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

MAX_MOVES: Final = 100_000
"""The most moves of a game, shuffles included, unless another limit is given."""


def simulate(  # noqa: PLR0913  # each is a part of the question, and most have a default
    game: Game[R, S, M],
    rules: R,
    players: Sequence[AnyPlayer[R, S, M]] | None = None,
    n: int = 1000,
    seed: Seed = 0,
    *,
    max_moves: int = MAX_MOVES,
    error: float | None = None,
    executor: Executor | None = None,
    store: str | Path | None = None,
    progress: Report | None = None,
) -> Summary:
    """Play ``n`` games by ``rules`` and count what comes of them.

    ``players``, one for each seat, see their own views; without them all moves are random, which is faster than with
    :func:`~cardrules.play.players.random_player`. An :class:`~cardrules.play.observers.Attentive` player sends a fresh
    observer to each game, who is told every step to the end of it. With an ``executor`` games are played at the same
    time: in threads, in a :func:`~cardrules.play.simulation.executors.process_pool`, or by other machines. A worker that dies costs another try of what it
    played.

    With an ``error`` fewer games than ``n`` are played if the standard error of each mean score is that small before. It
    is looked at after 1,000 games and after each further tenth. ``store`` names a file that keeps what is played: the
    same call with the same file goes on where it was interrupted, and a greater ``n`` or smaller ``error`` adds games.

    ``progress`` is told now and then how far the simulation has come. Ctrl-C ends the simulation with the games that are
    finished; pressed again seconds later it ends it at once, with those that are counted.

    Raises :class:`~cardrules.play.simulation.errors.SimulationError` if there is not one player for each seat, if a game does not end within
    ``max_moves`` moves, if the game, the rules or the players cannot be sent to another process (modules are
    imported there by their names, everything else is pickled), or if the store cannot keep them; and
    :class:`~cardrules.errors.WrongGameError` for rules of another game. Whatever games and players raise comes through.
    """
    by_seat = None if players is None else tuple(players)
    work = Work(game, (rules,), (by_seat,), checked_seed(seed), whole_number("max_moves", max_moves, 1))
    small = None if error is None else positive_number("error", error)
    done = Run(work, whole_number("n", n, 0), small, store, progress).carried_out(executor)
    return done.tally.variants[0].summary(done.seconds, interrupted=done.interrupted)

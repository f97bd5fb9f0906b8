"""Flat sampling (determinized Monte Carlo): each legal move is played out in the same worlds, without a tree."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

import attrs

from cardrules.chance import shuffled
from cardrules.game import Game, StateLike
from cardrules.seats import Seat
from cardrules.thinking.budgets import Budget
from cardrules.thinking.estimates import Estimate, Tally
from cardrules.thinking.playouts import Playouts

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def sample(  # noqa: PLR0913  # what a search is made of
    game: Game[R, S, M],
    playouts: Playouts[R, S, M],
    seat: Seat,
    moves: tuple[M, ...],
    draw: Callable[[], S],
    budget: Budget,
    rng: Random,
) -> list[Estimate[M]]:
    """Return the estimates of the legal ``moves`` of a seat, the best first, from play-outs of states that ``draw`` gives.

    All moves are tried in one state, in a random order, before the next is drawn. The best move has the highest mean.
    """
    tallies = {move: Tally() for move in moves}
    waiting: list[M] = []
    state = draw()
    before = playouts.standing(state)
    for number in budget.spend():
        if not waiting:
            state = draw() if number else state
            before = playouts.standing(state)
            waiting = shuffled(moves, rng)
        move = waiting.pop()
        rewards = playouts.rewards(before, playouts.finish(game.apply(state, move), rng))
        tallies[move].add(rewards[seat] if rewards else 0.0)
    return sorted((tally.of(move) for move, tally in tallies.items()), key=lambda estimate: -estimate.mean)

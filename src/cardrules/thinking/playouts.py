"""Play-outs: games that go on at random as far as the horizon, and what they earn each seat."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor, inf
from random import Random
from typing import Final, Generic, Literal, TypeAlias, TypeVar

import attrs

from cardrules.cards import Hand
from cardrules.chance import shuffled
from cardrules.game import (
    NATURE,
    Amount,
    Game,
    Shuffled,
    StateLike,
    pack_of,
    playout,
    promises_of,
    replay,
    start_game,
)
from cardrules.zones import cards_in

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Horizon: TypeAlias = Literal["deal", "game"] | int
"""How far a play-out goes: to the end of the deal, which is the next shuffle of all cards, to the end of the game, or for
a number of moves."""

Aim: TypeAlias = Literal["score", "win"]
"""What a player wants: to gain points or money, or to be among the winners of the whole game."""

LONGEST: Final = 10_000
"""The most moves of a play-out."""

Rewards: TypeAlias = Sequence[float]
"""What a play-out earned each seat."""


class Playouts(Generic[R, S, M]):
    """Random play from any state of a game as far as the horizon.

    What counts for a seat is how much more its points or its money grew than those of the average seat. So partners want
    the same, and what one of two sides wins the other loses. Who plays alone wants points. With the aim to win, a seat's part
    of the win counts instead.
    """

    def __init__(self, game: Game[R, S, M], rules: R, horizon: Horizon = "deal", aim: Aim = "score") -> None:
        """Prepare the play-outs. They go on to the end of the game if the game promises no standings, or to see who wins."""
        self.game: Final = game
        self._aim = aim
        self._standing = promises_of(game, rules).standing if aim == "score" else None
        self._sign = -1 if self._standing and lowest_wins(game, rules) else 1
        to_end = horizon == "game" or self._standing is None
        self._limit = horizon if isinstance(horizon, int) and not to_end else LONGEST
        self._whole = inf if to_end else len(cards_in(start_game(game, rules)))

    def ends(self, state: S) -> bool:
        """Return whether a play-out ends in a state, however long it may be."""
        return state.to_act is None or (state.to_act is NATURE and len(pack_of(state)) >= self._whole)

    def finish(self, state: S, rng: Random) -> S:
        """Return the state at the horizon of a random play-out."""
        legal_moves, apply, draw, whole = self.game.legal_moves, self.game.apply, rng.random, self._whole
        for _ in range(self._limit):
            seat = state.to_act
            if seat is None:
                break
            if seat is NATURE:
                pack = pack_of(state)
                if len(pack) >= whole:
                    break
                state = apply(state, Shuffled(Hand(shuffled(pack, rng))))
            else:
                moves = legal_moves(state)
                state = apply(state, moves[floor(draw() * len(moves))])
        return state

    def standing(self, state: S) -> Sequence[Amount]:
        """Return what the seats have, or nothing if that is not known before the end; more is always better."""
        if self._standing is not None:
            return [self._sign * amount for amount in self._standing(state)]
        outcome = self.game.outcome(state)
        if outcome is None:
            return ()
        if self._aim == "score":
            return outcome.payoffs
        winners = outcome.winners
        return [Fraction(seat in winners, len(winners) or 1) for seat in range(len(outcome.scores))]

    def rewards(self, before: Sequence[Amount], state: S) -> Rewards:
        """Return what it earned each seat to come to a state, given the standing ``before``; nothing if that is unknown."""
        after = self.standing(state)
        gains = [now - then for now, then in zip(after, before, strict=True)] if before else after
        seats = len(gains)
        if seats == 1:
            return [float(gains[0])]
        total = sum(gains)
        return [float(gain * seats - total) / seats for gain in gains]


def lowest_wins(game: Game[R, S, M], rules: R) -> bool:
    """Return whether the points of a game are penalties, which only the outcome of a game shows: a random one."""
    outcome = game.outcome(replay(game, playout(game, rules, Random(0), LONGEST)))
    return outcome is not None and outcome.lowest_wins

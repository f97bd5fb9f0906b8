"""Play-outs: games that go on at random as far as the horizon, and what they earn each seat."""

from collections.abc import Sequence
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

LONGEST: Final = 10_000
"""The most moves of a play-out."""

Rewards: TypeAlias = Sequence[float]
"""What a play-out earned each seat."""


class Playouts(Generic[R, S, M]):
    """Random play from any state of a game as far as the horizon.

    What counts for a seat is how much more its points or its money grew than those of the average seat. So partners want
    the same, and what one of two sides wins the other loses. Who plays alone wants points.
    """

    def __init__(self, game: Game[R, S, M], rules: R, horizon: Horizon = "deal") -> None:
        """Prepare the play-outs. A game that does not promise standings is played to its end."""
        self.game: Final = game
        self._standing = promises_of(game, rules).standing
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
        """Return the points or the money of the seats, or nothing if the game does not tell; more is always better."""
        if self._standing is not None:
            return [self._sign * amount for amount in self._standing(state)]
        outcome = self.game.outcome(state)
        return () if outcome is None else outcome.payoffs

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

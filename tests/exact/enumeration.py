"""Exact answers the long way: every order of the pack is played, and no card is unseen.

So it shares nothing with :mod:`cardrules.exact` but the games. Information sets tell what a seat that plays its best knows.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import TypeVar

import attrs

from cardrules.cards import Hand
from cardrules.exact import BEST, Best, Strategy
from cardrules.exact.strategies import weighted
from cardrules.game import NATURE, Game, Shuffled, StateLike, pack_of
from cardrules.knowledge.information import InformationSet, remembered
from cardrules.play.transcript import Step
from cardrules.seats import Seat
from cardrules.zones import view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")


def chances(
    game: Game[R, S, M], state: S, players: Sequence[Strategy[S, M]], of: Callable[[S], T]
) -> dict[T, Fraction]:
    """Return the probability of each value at the ends of all play from a state."""
    known: dict[S, dict[T, Fraction]] = {}

    def from_there(state: S) -> dict[T, Fraction]:
        if state.to_act is None:
            return {of(state): Fraction(1)}
        if state not in known:
            found = known[state] = dict[T, Fraction]()
            for move, chance in _moves(game, state, players):
                for value, rest in from_there(game.apply(state, move)).items():
                    found[value] = found.get(value, Fraction(0)) + chance * rest
        return known[state]

    return from_there(state)


def _moves(
    game: Game[R, S, M], state: S, players: Sequence[Strategy[S, M] | Best]
) -> Iterator[tuple[M | Shuffled, Fraction]]:
    if state.to_act is NATURE:
        orders = list(permutations(pack_of(state)))
        for order in orders:
            yield Shuffled(Hand(order)), Fraction(1, len(orders))
        return
    assert isinstance(state.to_act, int)
    player, legal = players[state.to_act], game.legal_moves(state)
    assert player is not BEST or len(legal) == 1
    yield from ((legal[0], Fraction(1)),) if player is BEST else weighted(player(view(state, state.to_act), legal))


def best(game: Game[R, S, M], first: S, players: Sequence[Strategy[S, M] | Best], *, ordered: bool) -> Fraction:
    """Return what the seat that plays its best wins on average, with the best move in each of its information sets."""
    seat = players.index(BEST)
    return _best(game, players, seat, [(first, remembered(seat, ordered, view(first, seat), ()), Fraction(1))])


def _best(
    game: Game[R, S, M],
    players: Sequence[Strategy[S, M] | Best],
    seat: Seat,
    lines: Sequence[tuple[S, InformationSet[S, M], Fraction]],
) -> Fraction:
    total, pending = Fraction(0), list(lines)
    decisions: dict[InformationSet[S, M], list[tuple[S, InformationSet[S, M], Fraction]]] = {}
    while pending:
        state, known, weight = pending.pop()
        if state.to_act is None:
            outcome = game.outcome(state)
            assert outcome is not None
            total += weight * outcome.payoffs[seat]
        elif state.to_act == seat and len(game.legal_moves(state)) > 1:
            decisions.setdefault(known, []).append((state, known, weight))
        else:
            pending += [
                (after, known.after(Step(state, move, after)), weight * chance)
                for move, chance in _moves(game, state, players)
                for after in [game.apply(state, move)]
            ]
    for group in decisions.values():
        total += max(
            _best(game, players, seat, [_made(game, line, move) for line in group])
            for move in game.legal_moves(group[0][0])
        )
    return total


def _made(
    game: Game[R, S, M], line: tuple[S, InformationSet[S, M], Fraction], move: M
) -> tuple[S, InformationSet[S, M], Fraction]:
    state, known, weight = line
    after = game.apply(state, move)
    return after, known.after(Step(state, move, after)), weight

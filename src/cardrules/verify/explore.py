"""Exhaustive search from a state: laws checked on small packs, and counts of positions."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import permutations
from typing import Final, Generic, TypeVar

import attrs
from attrs import define, frozen

from cardrules.cards import Hand
from cardrules.game import NATURE, Game, Shuffled, StateLike, pack_of
from cardrules.verify import laws as every
from cardrules.verify.laws import Check
from cardrules.verify.program import program
from cardrules.verify.trace import BrokenLawError, NotPromisedError, Trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

QUICK: Final = (
    every.cards_are_conserved,
    every.moves_are_listed_while_a_seat_acts,
    every.scores_are_in_bounds,
    every.money_adds_up,
    every.own_view_gives_legal_moves,
    every.moves_parse_from_their_words,
)
"""The laws that :func:`explore` checks in every state by default."""


@frozen
class Explored:
    """The size of a search: how many different states can come about, and in how many of them the game is over."""

    states: int
    ends: int
    longest: int | None
    """The most moves from the first state to an end; ``None`` if play can return to a state, and so need not end."""


def explore(game: Game[R, S, M], rules: R, state: S, laws: Sequence[Check] = QUICK) -> Explored:
    """Visit every state that can come about from ``state``, by any shuffle and any move, and check laws in each.

    Take a small pack, such as ``start_game(game, rules, small)``: 7 cards alone have 5,040 orders. Raises
    :class:`~cardrules.verify.trace.BrokenLawError` where a law is broken, with a program that shows it.
    """
    options = _options(game, state)
    path = [_Visit(state, options)]  # from the first state to the current one
    longest: dict[S, int] = {}  # for each state that is finished with, the most moves from it
    visited, ends, returns = {state}, 0, False
    _check(game, rules, path, laws)
    while path:
        here = path[-1]
        here.move = next(here.options, None)
        if here.move is None:
            path.pop()
            longest[here.state] = here.longest
            ends += here.state.to_act is None
            if path:
                path[-1].longest = max(path[-1].longest, here.longest + 1)
            continue
        after = game.apply(here.state, here.move)
        if after not in visited:
            visited.add(after)
            options = _options(game, after)
            path.append(_Visit(after, options))
            _check(game, rules, path, laws)
        elif after in longest:
            here.longest = max(here.longest, longest[after] + 1)
        else:
            returns = True
    return Explored(len(visited), ends, None if returns else longest[state])


@define(eq=False)
class _Visit(Generic[S, M]):
    """A state on the path: the options not tried yet, the one being tried, and the most moves from it so far."""

    state: S
    options: Iterator[M | Shuffled]
    move: M | Shuffled | None = None
    longest: int = 0


def _options(game: Game[R, S, M], state: S) -> Iterator[M] | Iterator[Shuffled]:
    """Return all that can happen in a state: every order of the pack, equal cards not told apart, or every legal move."""
    if state.to_act is NATURE:
        return (Shuffled(Hand(order)) for order in dict.fromkeys(permutations(pack_of(state))))
    return iter(game.legal_moves(state))


def _check(game: Game[R, S, M], rules: R, path: Sequence[_Visit[S, M]], laws: Sequence[Check]) -> None:
    states = tuple(visit.state for visit in path)
    moves = tuple(visit.move for visit in path if visit.move is not None)
    trace = Trace(game, rules, states, moves)
    for law in laws:
        with suppress(NotPromisedError):
            try:
                law(trace.moment(len(moves)))
            except BrokenLawError as error:
                raise BrokenLawError(f"{error}\n\n{program(trace, len(moves))}") from error


def perft(game: Game[R, S, M], state: S, depth: int) -> tuple[int, ...]:
    """Count the lines of play of 0, 1, … ``depth`` moves from ``state``, the cards lying as they do.

    A shuffle counts as one move and leaves the pack sorted: the moves counted are those of the seats.
    """
    counts = [1] + [0] * depth
    pending = [(state, 0)]
    while pending:
        before, made = pending.pop()
        if made == depth:
            continue
        moves = [Shuffled(pack_of(before))] if before.to_act is NATURE else game.legal_moves(before)
        counts[made + 1] += len(moves)
        if made + 1 < depth:
            pending += [(game.apply(before, move), made + 1) for move in moves]
    return tuple(counts)

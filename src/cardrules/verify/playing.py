"""Playing games for the laws: choices come from random numbers, from hypothesis, or from a list."""

import random
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, Protocol, TypeVar

import attrs

from cardrules.cards import Hand
from cardrules.chance import Seed, choice, shuffled
from cardrules.game import NATURE, Game, Shuffled, StateLike, pack_of, promises_of, rulings_of
from cardrules.verify.trace import Choice, Trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

LONGEST: Final = 5_000
"""The number of moves after which a trace is broken off if the game does not promise to end sooner."""


class Chooser(Protocol):
    """Whoever makes the choices of a game."""

    def order(self, count: int) -> Sequence[int]:
        """Return an order of the places 0 to ``count - 1``: how a pack is shuffled."""
        ...

    def place(self, moves: Sequence[attrs.AttrsInstance], rulings: Sequence[attrs.AttrsInstance] = ()) -> int:
        """Return the place of one of the moves, or of one of the rulings in the list of both."""
        ...


def play(game: Game[R, S, M], rules: R, chooser: Chooser, *, seed: Seed = 0, most: int | None = None) -> Trace[R, S, M]:
    """Play a game to its end, or until it takes longer than it promises, or for ``most`` moves.

    What the game raises at a move of its own list ends the trace and is kept in it. ``seed`` is for what laws try.
    """
    states, moves, choices = list[S](), list[M | Shuffled](), list[Choice]()
    crash: Exception | None = None
    python_random = random.getstate()
    try:
        longest = _longest(game, rules, most)
        states.append(game.start(rules))
        while states[-1].to_act is not None and len(moves) < longest:
            move, chosen = _choose(game, states[-1], chooser)
            if move is None:
                break
            choices.append(chosen)
            moves.append(move)
            states.append(game.apply(states[-1], move))
    except Exception as error:  # noqa: BLE001  # whatever the game raises, a law reports it
        crash = error
    finally:
        random.setstate(python_random)  # a law finds games that use it; nobody else has to notice
    return Trace(game, rules, tuple(states), tuple(moves), choices=tuple(choices), seed=seed, crash=crash)


def _longest(game: Game[R, S, M], rules: R, most: int | None) -> int:
    promised = promises_of(game, rules).max_moves
    longest = LONGEST if promised is None else promised + 1
    return longest if most is None else min(most, longest)


def _choose(game: Game[R, S, M], state: S, chooser: Chooser) -> tuple[M | Shuffled | None, Choice]:
    """Return the next move and the choice that led to it; no move if none is legal."""
    if state.to_act is NATURE:
        pack = pack_of(state)
        order = tuple(chooser.order(len(pack)))
        return Shuffled(Hand([pack[place] for place in order])), order
    legal, rulings = game.legal_moves(state), rulings_of(game, state)
    if not legal:
        return None, 0
    place = chooser.place(legal, rulings)
    return (*legal, *rulings)[place], place


def listed(game: Game[R, S, M], state: S) -> tuple[M, ...]:
    """Return what can happen in a state but for shuffles: the legal moves, and then the rulings."""
    return (*game.legal_moves(state), *rulings_of(game, state))


def by_kind(moves: Sequence[attrs.AttrsInstance]) -> list[list[int]]:
    """Return the places of the moves, grouped by the class of the move, in the order of the list."""
    kinds: dict[type, list[int]] = {}
    for place, move in enumerate(moves):
        kinds.setdefault(type(move), []).append(place)
    return list(kinds.values())


TURNS_A_RULING: Final = 40
"""The number of turns in which the referee is expected to interrupt once; with fines in every turn a match would not end."""


class Randomly:
    """A chooser that draws first the kind of a move, then one of that kind: one build is not lost among 276 swaps."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def order(self, count: int) -> list[int]:
        """Return a random order."""
        return shuffled(range(count), self._rng)

    def place(self, moves: Sequence[attrs.AttrsInstance], rulings: Sequence[attrs.AttrsInstance] = ()) -> int:
        """Return the place of a random move, now and then that of a ruling."""
        if rulings and self._rng.random() * TURNS_A_RULING < 1:
            return len(moves) + self.place(rulings)
        return choice(choice(by_kind(moves), self._rng), self._rng)


class Listed:
    """A chooser that makes the listed choices as far as they are possible, and then the first possible ones."""

    def __init__(self, choices: Iterable[Choice]) -> None:
        self._choices = iter(choices)

    def order(self, count: int) -> Sequence[int]:
        """Return the listed order if it has as many places, or else the places in their order."""
        listed = next(self._choices, 0)
        return listed if isinstance(listed, tuple) and len(listed) == count else range(count)

    def place(self, moves: Sequence[attrs.AttrsInstance], rulings: Sequence[attrs.AttrsInstance] = ()) -> int:
        """Return the listed place, or the last if there are fewer moves and rulings."""
        listed = next(self._choices, 0)
        return min(listed, len(moves) + len(rulings) - 1) if isinstance(listed, int) else 0

"""Tree search over worlds: single-observer information-set Monte Carlo tree search (SO-ISMCTS).

Each iteration takes one world and goes down one tree, whose nodes are what the thinking seat would then have seen: moves as
it sees them, and its view before each of its own. Everybody picks by the upper confidence bound (UCB1) for rewards of
their own, among the moves that are legal in that world. The first new node is played out.

A tree for each seat (MO-ISMCTS) would keep apart what others know, but another's hand is a new one in almost every world, so
the nodes of that seat would hardly be visited twice, and it would seem to play at random.
"""

from collections.abc import Callable, Sequence
from math import inf, log, sqrt
from random import Random
from typing import Final, Generic, TypeVar

import attrs
from attrs import define, field

from cardrules.canonical import canonical
from cardrules.chance import choice
from cardrules.game import NATURE, StateLike, shuffle
from cardrules.seats import Seat
from cardrules.thinking.budgets import Budget
from cardrules.thinking.estimates import Estimate, Tallies
from cardrules.thinking.playouts import Playouts
from cardrules.zones import Visibility, view, view_of_move, visibilities

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

EXPLORATION: Final = 2.5
"""How much a move is worth that was tried rarely: standard deviations of the rewards."""

EACH: Final = 3
"""The number of iterations that share a world, since a world may take as long as a play-out."""


@define(eq=False)
class Node:
    """What the thinking seat would have seen, and what became of it in the worlds in which that could happen."""

    visits: int = 0
    total: float = 0.0
    """The sum of the rewards of the seat whose move led here."""
    available: int = 0
    """The number of times that this move could be chosen."""
    after: "dict[object, Node]" = field(factory=dict)
    """The next nodes, by the move as the thinking seat sees it, or by its view if it is to move."""


class Search(Generic[R, S, M]):
    """A tree that grows while a seat thinks about one move."""

    def __init__(self, playouts: Playouts[R, S, M], seat: Seat, moves: tuple[M, ...], rng: Random) -> None:
        """Begin with the legal ``moves`` of ``seat`` now."""
        self._legal_moves, self._apply = playouts.game.legal_moves, playouts.game.apply
        self._playouts, self._seat, self._moves, self._rng = playouts, seat, moves, rng
        self.root: Node = Node()
        """What the seat sees now."""
        self._tallies = Tallies(moves)
        self._hiding: dict[type, bool] = {}

    def run(self, draw: Callable[[], S], budget: Budget) -> list[Estimate[M]]:
        """Search states that ``draw`` gives while the budget lasts; return the estimates, the best move first.

        The best move is that which was tried most often: the mean of one that was tried rarely may be good luck.
        """
        state = draw()
        for number in budget.spend():
            if number and number % EACH == 0:
                state = draw()
            self._iterate(state)
        return sorted(self._tallies.estimates(), key=lambda estimate: (-estimate.visits, -estimate.mean))

    def _iterate(self, state: S) -> None:
        """Go down the tree in a state as far as it reaches, add a node, play on from there, and tell all nodes passed."""
        before, width = self._playouts.standing(state), EXPLORATION * (self._tallies.deviation or 1.0)
        node, moves, first = self.root, self._moves, None
        passed: list[tuple[Node, Seat]] = []
        while isinstance(seat := state.to_act, int):
            move, key = self._pick(node, moves, seat, width)
            state = self._apply(state, move)
            first = move if first is None else first
            child = node.after.get(key)
            if child is None:
                node.after[key] = child = Node(available=1)
                passed.append((child, seat))
                break
            passed.append((child, seat))
            state = self.past_chance(state)
            moves = self._legal_moves(state)
            node = child
            if state.to_act == self._seat:  # its hand decides, which may have grown
                node = child.after.setdefault(canonical(view(state, self._seat)), Node())
        rewards = self._playouts.rewards(before, self._playouts.finish(state, self._rng))
        for node, seat in passed:
            node.visits += 1
            node.total += rewards[seat] if rewards else 0.0
        assert first is not None  # a seat was to act
        self._tallies.add(first, rewards[self._seat] if rewards else 0.0)

    def _pick(self, node: Node, moves: tuple[M, ...], seat: Seat, width: float) -> tuple[M, object]:
        """Return a move of a seat, and the move as the thinking seat sees it: a new one, or that with the best bound."""
        after = node.after
        seen = self._seen(moves, seat)
        new: list[object] = []
        best: object = None
        most = -inf
        for key in moves if seen is moves else dict.fromkeys(seen):
            child = after.get(key)
            if child is None:
                new.append(key)
                continue
            child.available += 1
            bound = child.total / child.visits + width * sqrt(log(child.available) / child.visits)
            if bound > most:
                best, most = key, bound
        picked = choice(new, self._rng) if new else best
        return choice([move for move, key in zip(moves, seen, strict=True) if key == picked], self._rng), picked

    def _seen(self, moves: tuple[M, ...], seat: Seat) -> Sequence[object]:
        """Return the moves of a seat as the thinking seat sees them; the very same if nothing is hidden in them."""
        if seat == self._seat or not any(self._hides(type(move)) for move in moves):
            return moves
        return [view_of_move(move, seat, self._seat) for move in moves]

    def _hides(self, kind: type[M]) -> bool:
        """Return whether some of the cards that moves of a class name are hidden from others."""
        if kind not in self._hiding:
            marks = visibilities(kind).values()
            self._hiding[kind] = any(mark is not Visibility.OPEN for mark in marks)
        return self._hiding[kind]

    def past_chance(self, state: S) -> S:
        """Return the state after chance has shuffled a part of the cards again, if it is to act before the horizon."""
        while state.to_act is NATURE and not self._playouts.ends(state):
            state = self._apply(state, shuffle(state, self._rng))
        return state

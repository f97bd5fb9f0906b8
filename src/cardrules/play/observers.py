"""Players that see what happens between their moves.

A :data:`~cardrules.play.players.Player` is a function of one view. An :class:`Attentive` player sends an
:class:`Observer` to each game, who is told every step as its seat sees it, and may remember it::

    class Counting:
        def __init__(self) -> None:
            self.seen = 0

        def observe(self, step: Step[oh_hell.State, oh_hell.Move]) -> None:
            self.seen += 1

        def __call__(self, view: oh_hell.State, moves: tuple[oh_hell.Move, ...], rng: Random) -> oh_hell.Move:
            return moves[self.seen % len(moves)]

    @frozen
    class Counter:
        def seated(self, game: object, rules: object, seat: Seat) -> Counting:
            return Counting()
"""

from collections.abc import Sequence
from random import Random
from typing import Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

import attrs

from cardrules.game import Game, Shuffled, StateLike
from cardrules.play.players import Player
from cardrules.play.table import Table
from cardrules.play.transcript import Step
from cardrules.seats import Seat

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class Observer(Protocol[S, M]):
    """A player of one seat in one game, who sees all its steps."""

    def observe(self, step: Step[S, M], /) -> None:
        """Take note of a step as the seat sees it: a move of any seat, its own too, of chance or of the referee."""
        ...

    def __call__(self, view: S, moves: tuple[M, ...], rng: Random, /) -> M:
        """Return one of the legal moves of the seat."""
        ...


@runtime_checkable
class Attentive(Protocol[R, S, M]):
    """A player for any number of games, each of which gets a fresh observer."""

    def seated(self, game: Game[R, S, M], rules: R, seat: Seat, /) -> Observer[S, M]:
        """Return the observer for ``seat`` in a game that is about to begin."""
        ...


AnyPlayer: TypeAlias = Attentive[R, S, M] | Player[S, M]
"""A player who looks at the view alone, or one who observes each game."""


class Seating(Generic[R, S, M]):
    """The players of one game. Those who observe are told each step by :meth:`tell`, the others cost nothing."""

    def __init__(self, game: Game[R, S, M], rules: R, players: Sequence[AnyPlayer[R, S, M]]) -> None:
        """Seat the players, the first at seat 0."""
        self.players: list[Player[S, M]] = []
        self.observers: list[tuple[Seat, Observer[S, M]]] = []
        for seat, player in enumerate(players):
            if isinstance(player, Attentive):
                observer = player.seated(game, rules, seat)
                self.observers.append((seat, observer))
                self.players.append(observer)
            else:
                self.players.append(player)

    def tell(self, before: S, move: M | Shuffled, after: S) -> None:
        """Tell every observer a step as its seat sees it."""
        step = Step(before, move, after)
        for seat, observer in self.observers:
            observer.observe(step.seen_by(seat))


def at_table(table: Table[R, S, M], player: AnyPlayer[R, S, M], seat: Seat) -> Player[S, M]:
    """Return a player for a seat of a table, for :func:`~cardrules.play.players.take_turn`.

    One who observes is told, before each of its moves, all that has happened since its last one. If moves were taken back,
    a fresh observer is told everything again: it cannot forget.
    """
    return _AtTable(table, player, seat) if isinstance(player, Attentive) else player


class _AtTable(Generic[R, S, M]):
    def __init__(self, table: Table[R, S, M], player: Attentive[R, S, M], seat: Seat) -> None:
        self._table, self._player, self._seat = table, player, seat
        self._begin()

    def _begin(self) -> None:
        self._observer = self._player.seated(self._table.game, self._table.rules, self._seat)
        self._told, self._epoch = 0, self._table.epoch

    def __call__(self, view: S, moves: tuple[M, ...], rng: Random) -> M:
        if self._epoch != self._table.epoch:
            self._begin()
        new = self._table.steps(self._told)
        self._told += len(new)
        for step in new:
            self._observer.observe(step.seen_by(self._seat))
        return self._observer(view, moves, rng)

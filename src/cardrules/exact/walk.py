"""The walk through all that can happen: lines of play, each with its chance, until they end or a seat must decide."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from typing import Generic, TypeAlias, TypeVar

import attrs
from attrs import define, evolve, field, frozen

from cardrules.cards.unseen import LookedAtError, Unseen
from cardrules.exact.alike import Likeness
from cardrules.exact.checking import CHECKED, require_blind, require_same
from cardrules.exact.positions import Position
from cardrules.exact.strategies import BEST, CERTAIN, Best, ExactError, Strategy, uniform, weighted
from cardrules.game import NATURE, Amount, Game, Shuffled, StateLike, mover_of
from cardrules.seats import Seat
from cardrules.zones import view, view_of_move, zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")

Chances: TypeAlias = dict[T, Fraction]
"""The probability of each value."""

Order: TypeAlias = tuple[int, bool, int]
"""When a line of play has its turn."""


@frozen(eq=False)
class Line(Generic[S, M]):
    """Lines of play that have led to alike positions, taken together."""

    position: Position[S]
    weight: Fraction
    """The probability that play goes one of these ways."""
    made: int = 0
    """The number of moves made so far."""
    move: M | None = None
    """A move that the deciding seat has chosen and that is still to be made."""
    seen: int = 0
    """A number for all that the deciding seat has seen so far."""

    @property
    def waits(self) -> bool:
        """Whether a shuffle or a move is still to be made."""
        return self.position.shuffle is not None or self.move is not None

    @property
    def order(self) -> Order:
        """When the line has its turn: lines that can still become alike have theirs together."""
        return self.made, self.waits, -self.position.unknown


@define(eq=False)
class Found(Generic[S, M, T]):
    """What a walk has come to."""

    value: Callable[[S], T]
    """A function of the state at an end, whose results are added up."""
    ends: Chances[T] = field(factory=dict)
    """The probability of each value at an end."""
    decisions: dict[Hashable, list[Line[S, M]]] = field(factory=dict)
    """The lines that wait for the decision of a seat, by all that this seat has seen."""


@define(eq=False)
class Walk(Generic[R, S, M]):
    """A walk from lines of play to their ends, or to the next decision of the seat that plays its best."""

    game: Game[R, S, M]
    players: Sequence[Strategy[S, M] | Best] | None
    """The strategies by seat; ``None`` for random moves."""
    decider: Seat | None
    likeness: Likeness[S]
    until: Callable[[S], bool]
    """Whether the walk ends in a state, although the game goes on."""
    limit: int
    """The most lines that may have their turn."""
    too_many: str
    """The message of the error for more lines."""
    steps: int = field(init=False, default=0)
    """The number of lines that have had their turn, in all walks."""
    _seen: dict[Hashable, int] = field(init=False, factory=dict)

    def walk(self, lines: Iterable[Line[S, M]], value: Callable[[S], T]) -> Found[S, M, T]:
        """Return what ``lines`` lead to, with the ``value`` of each end.

        Raises :class:`~cardrules.exact.strategies.ExactError` if all walks together take more lines than the limit.
        """
        found = Found[S, M, T](value)
        pools: dict[Order, dict[Hashable, Line[S, M]]] = {}
        turns: list[Order] = []
        new = lines
        while True:
            for line in new:
                order = line.order
                if order not in pools:
                    pools[order] = {}
                    heappush(turns, order)
                pool, key = pools[order], (self.likeness.key(line.position), line.move, line.seen)
                alike = pool.get(key)
                pool[key] = line if alike is None else evolve(line, weight=alike.weight + line.weight)
            if not turns:
                return found
            new = (after for line in pools.pop(heappop(turns)).values() for after in self._after_turn(line, found))

    def _after_turn(self, line: Line[S, M], found: Found[S, M, T]) -> list[Line[S, M]]:
        """Return the lines that follow, and have not ended, when a move is made or a card looked at."""
        self.steps += 1
        if self.steps > self.limit:
            raise ExactError(self.too_many)
        position = line.position
        try:
            following = [(after, self._value(after, found)) for after in self._turn(line, found)]
        except LookedAtError as look:
            return [
                Line(after, line.weight * chance, line.made, line.move, line.seen)
                for after, chance in position.revealed(look.card, self.likeness.kinds(position))
            ]
        for after, values in following:
            for value in values:
                found.ends[value] = found.ends.get(value, Fraction(0)) + after.weight
        return [after for after, values in following if not values]

    def _value(self, line: Line[S, M], found: Found[S, M, T]) -> tuple[T, ...]:
        """Return the value of a line that has come to its end, and none of a line that goes on."""
        state = line.position.state
        return (found.value(state),) if not line.waits and self._is_end(state) else ()

    def _is_end(self, state: S) -> bool:
        return state.to_act is None or self.until(state)

    def _turn(self, line: Line[S, M], found: Found[S, M, T]) -> Iterator[Line[S, M]]:
        position = line.position
        state, waiting = position.state, position.shuffle or line.move
        if waiting is not None:
            yield self._made(line, waiting)
        elif self._is_end(state):  # the line with which the walk begins
            yield line
        elif state.to_act is NATURE:
            yield evolve(line, position=position.shuffled())
        else:
            legal = self.game.legal_moves(state)
            if state.to_act == self.decider and len(legal) > 1:
                found.decisions.setdefault((line.seen, self._sight(state)), []).append(line)
            else:
                for move, chance in self._chosen(state, legal):
                    yield self._made(line, move, chance)

    def _chosen(self, state: S, legal: tuple[M, ...]) -> Iterable[tuple[M, Fraction]]:
        """Return the moves that the seat to act makes, with their probabilities."""
        seat = state.to_act
        assert isinstance(seat, int)
        player = uniform if self.players is None else self.players[seat]
        if len(legal) == 1 or player is BEST:  # the best player has no choice here
            return ((legal[0], CERTAIN),)
        answer = player(view(state, seat), legal)
        if self.steps <= CHECKED:
            require_blind(self.game, self.likeness, state, player, answer)
        return weighted(answer)

    def _made(self, line: Line[S, M], move: M | Shuffled, chance: Fraction = CERTAIN) -> Line[S, M]:
        before = line.position
        after = self.game.apply(before.state, move)
        if self.steps <= CHECKED:
            require_same(self.game, before, move, after, self.steps)
        seen = line.seen if self.decider is None or self._is_end(after) else self._noted(line, move, after)
        return Line(Position(after, before.lots), line.weight * chance, line.made + 1, None, seen)

    def _noted(self, line: Line[S, M], move: M | Shuffled, after: S) -> int:
        """Return the number for what the deciding seat has seen once it has seen a move and what came of it."""
        shown = view_of_move(move, mover_of(line.position.state, move), self.decider)
        known = line.seen, self._looked_at(shown, after), self._sight(after)
        return self._seen.setdefault(known, len(self._seen) + 1)

    def _sight(self, state: S) -> Hashable:
        """Return what the deciding seat sees in a state; equal for views that differ only in what is alike."""
        return self._looked_at(view(state, self.decider), state)

    def _looked_at(self, shown: attrs.AttrsInstance, state: S) -> Hashable:
        for zone in zones(shown):
            for card in zone.cards:
                if isinstance(card, Unseen):
                    raise LookedAtError(card)
        return self.likeness.key_of(shown, state)

    def best_ends(
        self, lines: Iterable[Line[S, M]], value: Callable[[S], tuple[Amount, T]]
    ) -> Chances[tuple[Amount, T]]:
        """Return the probability of each value at the ends of ``lines``.

        The deciding seat makes the mean of the first part of the value as high as it can; of moves that are equally good it
        makes the first that is listed.
        """
        found = self.walk(lines, value)
        for group in found.decisions.values():
            choices = [self.best_ends(after, value) for after in self._choices(group)]
            for end, chance in max(choices, key=_gain).items():
                found.ends[end] = found.ends.get(end, Fraction(0)) + chance
        return found.ends

    def _choices(self, group: Iterable[Line[S, M]]) -> Iterable[list[Line[S, M]]]:
        """Return the lines of a decision after each choice; moves that differ only in what is alike are one choice."""
        choices: dict[Hashable, list[Line[S, M]]] = {}
        for line in group:
            for key, move in self.different(line.position.state).items():
                choices.setdefault(key, []).append(evolve(line, move=move))
        return choices.values()

    def different(self, state: S) -> dict[Hashable, M]:
        """Return the first of all legal moves that differ only in what is alike, each by what sets it apart."""
        moves: dict[Hashable, M] = {}
        for move in self.game.legal_moves(state):
            moves.setdefault(self.likeness.key_of(move, state), move)
        return moves


def _gain(ends: Chances[tuple[Amount, T]]) -> Fraction:
    return sum((gain * chance for (gain, _), chance in ends.items()), Fraction(0))

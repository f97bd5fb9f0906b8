"""A game as far as it has come, with chance one card at a time: a value that never changes."""

from collections import Counter
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Final, Generic, Self, TypeVar

import attrs
from attrs import evolve, field, frozen

from cardrules.adapters.episodes import Task
from cardrules.cards import Card, Hand, by_index
from cardrules.game import Shuffled, StateLike, pack_of, shuffle
from cardrules.knowledge.information import InformationSet, remembered
from cardrules.play.transcript import Step
from cardrules.seats import Seat
from cardrules.zones import view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

LONGEST: Final = 10_000
"""The number of moves after which a game ends that promises no end, with the standings it has come to."""


@frozen(eq=False)
class History(Generic[R, S, M]):
    """All moves of a game so far and the states between them, and the cards that chance has drawn for the next shuffle."""

    task: Task[R, S, M] = field(repr=False)
    states: tuple[S, ...]
    """The states from the first to the present one."""
    moves: tuple[M | Shuffled, ...] = ()
    drawn: tuple[Card, ...] = ()
    """The cards for the first places that matter in the next shuffle."""
    known: dict[Seat | None, InformationSet[S, M]] = field(factory=dict, repr=False)
    """What seats knew at some earlier moment, so that it need not be found again."""

    @property
    def state(self) -> S:
        """The present state."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether nobody acts any more."""
        return self.state.to_act is None or (self.task.promises.max_moves is None and len(self.moves) >= LONGEST)

    def moved(self, move: M | Shuffled) -> Self:
        """Return the game after a move, and after those of seats that never decide."""
        states, moves, following = self.states, self.moves, move
        while True:
            states, moves = (*states, self.task.game.apply(states[-1], following)), (*moves, following)
            forced = self.task.forced(states[-1])
            if forced is None:
                return type(self)(self.task, states, moves, known=dict(self.known))
            following = forced

    def shuffled(self, rng: Random) -> Self:
        """Return the game after a random shuffle."""
        return self.moved(shuffle(self.state, rng))

    def chances(self) -> dict[Card, Fraction]:
        """Return the cards that may come next, each with its probability."""
        left = self._left()
        return {card: Fraction(number, left.total()) for card, number in left.items()}

    def drew(self, card: Card) -> Self:
        """Return the game after chance has drawn a card; the last one that matters completes the shuffle."""
        drawn = (*self.drawn, card)
        return evolve(self, drawn=drawn) if len(drawn) < len(self.reached) else self.dealt(drawn)

    def dealt(self, cards: tuple[Card, ...]) -> Self:
        """Return the game after the shuffle with these cards at the places that matter."""
        pack = pack_of(self.state)
        others = iter(sorted((Counter(pack) - Counter(cards)).elements(), key=by_index))
        at = dict(zip(self.reached, cards, strict=True))
        return self.moved(Shuffled(Hand(at[place] if place in at else next(others) for place in range(len(pack)))))

    def _left(self) -> Counter[Card]:
        return Counter(pack_of(self.state)) - Counter(self.drawn)

    @cached_property
    def reached(self) -> tuple[int, ...]:
        """The places of the next shuffle that matter; one at least, so that chance has something to do."""
        reached = self.task.promises.reached
        places = range(len(pack_of(self.state))) if reached is None else reached(self.state)
        return tuple(places) or (0,)

    @cached_property
    def legal(self) -> dict[int, M]:
        """The legal moves by their numbers."""
        return self.task.numbering.legal(self.state)

    def information(self, seat: Seat | None) -> InformationSet[S, M]:
        """Return all that a seat has seen."""
        known = self.known.get(seat)
        if known is None:
            ordered = self.task.promises.hand_order_matters
            known = remembered(seat, ordered, view(self.states[0], seat), ())
        for place in range(len(known), len(self.moves)):
            known = known.after(Step(self.states[place], self.moves[place], self.states[place + 1]))
        self.known[seat] = known
        return known

    @property
    def rewards(self) -> list[float]:
        """What each player has earned since the last decision."""
        decided = (state for state in self.states[-2::-1] if state.to_act in self.task.players)
        before = next(decided, self.task.start)
        return [now - then for now, then in zip(self.returns, self.task.returns(before), strict=True)]

    @property
    def returns(self) -> list[float]:
        """What each player has earned since the start."""
        return self.task.returns(self.state)

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, tuple[Task[R, S, M], tuple[M | Shuffled, ...], tuple[Card, ...]]]:
        return resumed, (self.task, self.moves, self.drawn)


def begin(task: Task[R, S, M]) -> History[R, S, M]:
    """Return the game before the first move of chance or of a player."""
    return History(task, (task.start,))


def resumed(task: Task[R, S, M], moves: tuple[M | Shuffled, ...], drawn: tuple[Card, ...]) -> History[R, S, M]:
    """Return the game after these moves and cards, the form in which it is pickled."""
    state = task.start
    states = (state, *(state := task.game.apply(state, move) for move in moves))
    return History(task, states, moves, drawn)

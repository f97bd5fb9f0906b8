"""Lines of play: what laws look at."""

from collections.abc import Callable
from random import Random
from typing import Generic, TypeVar

import attrs
from attrs import field, frozen

from cardrules.game import Game, Promises, Record, Shuffled, StateLike

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class BrokenLawError(AssertionError):
    """A law that does not hold; ``statement`` is the law, the message says how it is broken."""


def require(holds: bool, message: str) -> None:  # the condition
    """Raise :class:`BrokenLawError` with the message unless the condition holds."""
    if not holds:
        raise BrokenLawError(message)


class NotPromisedError(Exception):
    """What a law raises that has nothing to check, because the game says nothing of it."""


def promises_of(game: Game[R, S, M], rules: R) -> Promises[S]:
    """What a game says of itself; nothing if it has no function ``promises``."""
    say: Callable[[R], Promises[S]] | None = getattr(game, "promises", None)
    return Promises() if say is None else say(rules)


class Trace(Generic[R, S, M]):
    """A game that was played from its start: its states, and the moves between them.

    ``crash`` is what the game raised at a move that it had listed itself, which ends the line.
    """

    # Not of attrs: hypothesis would print such a value with all its states, each time it draws one.
    def __init__(  # noqa: PLR0913  # a record of what was played
        self,
        game: Game[R, S, M],
        rules: R,
        states: tuple[S, ...],
        moves: tuple[M | Shuffled, ...],
        *,
        seed: int = 0,
        crash: Exception | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.states = states
        self.moves = moves
        self.seed = seed
        self.crash = crash

    def __repr__(self) -> str:
        return f"<{len(self.moves)} moves by {self.rules}>"

    @property
    def record(self) -> Record[R, M]:
        """The line as a record."""
        return Record(self.rules, self.moves)

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.states[-1].to_act is None

    @property
    def promises(self) -> Promises[S]:
        """What the game says of itself."""
        return promises_of(self.game, self.rules)

    @property
    def seats(self) -> int:
        """The number of seats, as far as the line shows them."""
        outcome = self.game.outcome(self.states[-1]) if self.over else None
        acting = [state.to_act for state in self.states if isinstance(state.to_act, int)]
        return max([len(outcome.scores) if outcome else 0, *(seat + 1 for seat in acting)])

    def moment(self, place: int) -> "Moment[R, S, M]":
        """The moment after ``place`` moves."""
        return Moment(self, place)


@frozen(eq=False, repr=False)
class Moment(Generic[R, S, M]):
    """A moment of a line: the state after ``place`` moves, and what a law needs to try things there."""

    line: Trace[R, S, M]
    place: int
    rng: Random = field(init=False)
    """Chance for the law, the same each time it looks at this moment."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "rng", Random(f"{self.line.seed}:{self.place}"))

    @property
    def game(self) -> Game[R, S, M]:
        """The game played."""
        return self.line.game

    @property
    def state(self) -> S:
        """The state at this moment."""
        return self.line.states[self.place]

    @property
    def last(self) -> bool:
        """Whether the line ends here."""
        return self.place == len(self.line.states) - 1

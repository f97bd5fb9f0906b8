"""Shrinking: a simpler game in which a law is broken as well."""

from collections.abc import Iterator
from time import process_time
from typing import Final, Generic, TypeVar

import attrs
from attrs import define, field, frozen

from cardrules.game import StateLike
from cardrules.verify.laws import Law
from cardrules.verify.playing import Listed, play
from cardrules.verify.trace import Choice, NotPromisedError, Trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

ATTEMPTS: Final = 400
"""The most games that are tried."""

STEPS: Final = 20_000
"""The most moves that are made in them."""

SECONDS: Final = 5
"""The processor time after which no further game is tried: a guard for slow games, where the other limits come too late."""


@frozen(eq=False)
class Failure(Generic[R, S, M]):
    """A broken law: the trace and the place in it at which the law is broken, and the error."""

    trace: Trace[R, S, M]
    place: int
    error: Exception


def first_failure(law: Law, trace: Trace[R, S, M]) -> tuple[int, Exception] | None:
    """Return the first moment of a trace at which a law is broken, with the error; ``None`` if the law is kept.

    Raises :class:`~cardrules.verify.trace.NotPromisedError` where the law has nothing to check. Any other error that a
    function of the game raises while the law looks at it breaks the law.
    """
    failures = ((place, error_at(law, trace, place)) for place in law.places(trace))
    return next(((place, error) for place, error in failures if error is not None), None)


def error_at(law: Law, trace: Trace[R, S, M], place: int) -> Exception | None:
    """Return the error by which a law is broken at a moment of a trace; ``None`` if it is kept."""
    if not trace.states:  # the game could not even start
        return trace.crash
    try:
        law.check(trace.moment(place))
    except NotPromisedError:
        raise
    except Exception as error:  # noqa: BLE001  # a game may raise anything
        return error
    return None


def simplest(law: Law, failure: Failure[R, S, M]) -> Failure[R, S, M]:
    """Return the failure in the simplest game that is found within a budget: with fewer moves, and earlier choices.

    A game is simpler if it is shorter, if packs are less shuffled, and if moves stand earlier in their lists.
    """
    search = _Search(law, failure, at_end=failure.trace.moment(failure.place).last)
    while search.improved():
        pass
    return search.best


@define(eq=False)
class _Search(Generic[R, S, M]):
    """A search for the simplest failure."""

    law: Law
    best: Failure[R, S, M]
    at_end: bool
    """Whether the law is broken at the end of a game, which other games reach after other numbers of moves."""
    attempts: int = ATTEMPTS
    steps: int = STEPS
    until: float = field(factory=lambda: process_time() + SECONDS)

    def improved(self) -> bool:
        """Try all ways to make the failure simpler; return whether one succeeded."""
        before = self.best
        for attempts in (self._shorter, self._earlier, self._sorted):
            for choices in attempts():
                self._try(choices)
        return self.best is not before

    @property
    def _choices(self) -> tuple[Choice, ...]:
        """The choices that lead to the failure, with the one that ends the trace."""
        return self._choices_to(self.best.place, self.best.trace)

    def _choices_to(self, place: int, trace: Trace[R, S, M]) -> tuple[Choice, ...]:
        return trace.choices if self.at_end else trace.choices[:place]

    def _try(self, choices: tuple[Choice, ...]) -> None:
        """Play by other choices, and keep the game if the law is broken in it too."""
        if (
            _rank(choices) >= _rank(self._choices)
            or not self.attempts
            or self.steps <= 0
            or process_time() > self.until
        ):
            return
        old = self.best.trace
        most = None if self.at_end else len(choices) + self.law.ahead + 1  # one more, not to end where the law looks
        trace = play(old.game, old.rules, Listed(choices), seed=old.seed, most=most)
        self.attempts -= 1
        self.steps -= len(trace.moves)
        place = len(trace.states) - 1 if self.at_end else len(choices)
        if place < len(trace.states) and _rank(self._choices_to(place, trace)) < _rank(self._choices):
            error = error_at(self.law, trace, place)
            if error is not None and type(error) is type(self.best.error):
                self.best = Failure(trace, place, error)

    def _shorter(self) -> Iterator[tuple[Choice, ...]]:
        """Yield the choices without whole deals, and then without runs of choices, long ones first."""
        shuffles = [place for place, choice in enumerate(self._choices) if isinstance(choice, tuple)]
        for first in shuffles:
            yield self._without(first, shuffles[-1] - first)
        size = len(self._choices) // 2
        while size:
            for start in range(len(self._choices) - size, -1, -size):
                yield self._without(start, size)
            size //= 2

    def _without(self, start: int, size: int) -> tuple[Choice, ...]:
        return self._choices[:start] + self._choices[start + size :]

    def _earlier(self) -> Iterator[tuple[Choice, ...]]:
        """Yield the choices with the first move of the list in place of all the others, and of each."""
        yield tuple(choice if isinstance(choice, tuple) else 0 for choice in self._choices)
        for place, choice in enumerate(self._choices):
            if isinstance(choice, int) and choice:
                yield self._with(place, 0)
                yield self._with(place, choice - 1)

    def _with(self, place: int, choice: Choice) -> tuple[Choice, ...]:
        return (*self._choices[:place], choice, *self._choices[place + 1 :])

    def _sorted(self) -> Iterator[tuple[Choice, ...]]:
        """Yield the choices with packs that are sorted as a whole, in parts, and but for one card."""
        for place in [place for place, choice in enumerate(self._choices) if isinstance(choice, tuple)]:
            order = self._order(place)
            size = len(order)
            while size > 1:
                for start in range(0, len(order), size):
                    order = self._order(place)
                    part = sorted(order[start : start + size])
                    yield self._with(place, (*order[:start], *part, *order[start + size :]))
                size //= 2
            for card in range(len(order)):
                order = self._order(place)
                rest = [other for other in order if other != card]
                yield self._with(place, (*rest[:card], card, *rest[card:]))

    def _order(self, place: int) -> tuple[int, ...]:
        order = self._choices[place] if place < len(self._choices) else ()
        return order if isinstance(order, tuple) else ()


def _rank(choices: tuple[Choice, ...]) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Return what is compared to find the simpler game."""
    return len(choices), tuple(choice if isinstance(choice, tuple) else (choice,) for choice in choices)

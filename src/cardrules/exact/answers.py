"""Questions that have an exact answer, and the answers."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from math import factorial, prod
from typing import Final, Generic, TypeVar

import attrs
from attrs import evolve, field, frozen

from cardrules.cards import Hand
from cardrules.exact.alike import Likeness
from cardrules.exact.positions import position
from cardrules.exact.strategies import BEST, CERTAIN, Best, ExactError, Strategy
from cardrules.exact.walk import Line, Walk
from cardrules.game import Amount, Game, StateLike, promises_of, start_game
from cardrules.zones import cards_in

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")

LIMIT: Final = 1_000_000
"""The most lines of play that an answer takes by default: some minutes."""


def _never(_state: object) -> bool:
    return False


@frozen(eq=False)
class Exact(Generic[R, S, M]):
    """Who plays what, and until when: all that an exact answer depends on.

    Every answer raises :class:`~cardrules.exact.strategies.ExactError` if it takes more lines of play than ``limit``.
    """

    game: Game[R, S, M]
    rules: R
    players: Sequence[Strategy[S, M] | Best] | None = None
    """The strategies by seat, one of them :data:`~cardrules.exact.strategies.BEST` perhaps; random moves without any."""
    pack: Hand | None = field(default=None, kw_only=True)
    """The cards to play with instead of the usual pack."""
    until: Callable[[S], bool] = field(default=_never, kw_only=True)
    """A function that tells whether a state is an end although the game goes on, such as that after the first coup."""
    worth: Callable[[S], Sequence[Amount]] | None = field(default=None, kw_only=True)
    """A function from an end to what it is worth to each seat.

    By default that is the payoff, or where ``until`` ends play the :attr:`~cardrules.game.Promises.standing`.
    """
    merged: bool = field(default=True, kw_only=True)
    """Whether cards that the game promises to be alike are one, and suits that it promises to be symmetric.

    Pass ``False`` for a player that treats them differently, as one does who always makes the first legal move.
    """
    limit: int = field(default=LIMIT, kw_only=True)
    """The most lines of play that an answer may take."""

    def expectation(self, state: S | None = None) -> tuple[Fraction, ...]:
        """Return what the end is worth to each seat on average, from ``state`` or from the start of the game.

        ``state`` may be a view: the cards that it hides are any of those that it does not show, with equal chance.
        """
        worths = self.chances(self._worth, state)
        seats = range(len(next(iter(worths))))
        return tuple(sum((worth[seat] * chance for worth, chance in worths.items()), Fraction(0)) for seat in seats)

    def chances(self, of: Callable[[S], T], state: S | None = None) -> dict[T, Fraction]:
        """Return the probability of each value that a function has at the end, from ``state`` or from the start."""
        return self._chances(of, self._line(state), self._walk())

    def move_values(self, state: S) -> dict[M, Fraction]:
        """Return what each legal move of the seat to act is worth to it on average.

        ``state`` is its view, as for :meth:`expectation`. The player of the seat decides only what comes later.
        """
        seat, line = state.to_act, self._line(state)
        if not isinstance(seat, int):
            raise ExactError("no seat is to act, so there are no moves to compare; ask for the expectation instead")
        walk = self._walk()
        values: dict[Hashable, Fraction] = {}
        for key, move in walk.different(line.position.state).items():
            chances = self._chances(lambda end: self._worth(end)[seat], evolve(line, move=move), walk)
            values[key] = sum((worth * chance for worth, chance in chances.items()), Fraction(0))
        return {move: values[walk.likeness.key_of(move, state)] for move in self.game.legal_moves(state)}

    def _line(self, state: S | None) -> Line[S, M]:
        """Return the line of play that begins with ``state``, or with the start of the game."""
        first = start_game(self.game, self.rules, self.pack)
        return Line(position(first if state is None else state, cards_in(first)), CERTAIN)

    def _worth(self, end: S) -> tuple[Amount, ...]:
        if self.worth is not None:
            return tuple(self.worth(end))
        outcome = self.game.outcome(end)
        if outcome is not None:
            return outcome.payoffs
        standing = promises_of(self.game, self.rules).standing
        if standing is None:
            raise ExactError("the game does not promise its standings, so say what a state before the end is worth")
        return standing(end)

    def _chances(self, of: Callable[[S], T], line: Line[S, M], walk: Walk[R, S, M]) -> dict[T, Fraction]:
        """Return the probability of each value that a function has at the ends of a line of play."""
        seat = walk.decider
        ends = walk.best_ends([line], lambda end: (0 if seat is None else self._worth(end)[seat], of(end)))
        chances: dict[T, Fraction] = {}
        for (_, value), chance in ends.items():
            chances[value] = chances.get(value, Fraction(0)) + chance
        return chances

    def _walk(self) -> Walk[R, S, M]:
        promises, pack = promises_of(self.game, self.rules), cards_in(start_game(self.game, self.rules, self.pack))
        players = self.players
        if players is not None and promises.seats not in (None, len(players)):
            raise ExactError(f"{len(players)} players are given for {promises.seats} seats")
        best = [seat for seat, player in enumerate(players or ()) if player is BEST]
        if len(best) > 1:
            raise ExactError("only one seat can play its best, since that depends on how the others play")
        return Walk(
            game=self.game,
            players=players,
            decider=best[0] if best else None,
            likeness=Likeness(promises, pack, merged=self.merged),
            until=self.until,
            limit=self.limit,
            too_many=_too_many(self.limit, pack),
        )


def _too_many(limit: int, pack: Hand) -> str:
    orders = factorial(len(pack)) // prod(map(factorial, Counter(pack).values()))
    many = f"{orders:,}" if orders < 10**12 else f"about 10^{len(str(orders)) - 1}"
    return (
        f"this takes more than {limit:,} lines of play; the {len(pack)} cards have {many} orders, and too many of them are "
        "told apart: take a smaller pack, a later state or players that look at fewer cards, stop earlier with until, or "
        "estimate it with simulate"
    )

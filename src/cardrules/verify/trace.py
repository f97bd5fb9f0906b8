"""Traces, the games that the laws look at, and the errors by which a law answers."""

from functools import cached_property
from random import Random
from typing import Generic, TypeAlias, TypeVar

import attrs
from attrs import field, frozen

from cardrules.cards import FACE_DOWN, Card
from cardrules.chance import Seed
from cardrules.game import Game, Promises, Record, Shuffled, StateLike, mover_of, promises_of
from cardrules.numbering import Numbering
from cardrules.seats import Seat
from cardrules.zones import CardField, Visibility, cards_in, map_zones, view, view_of_move, zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Choice: TypeAlias = int | tuple[int, ...]
"""What was chosen at a step: the place of a move in the list of legal moves, or an order of the places in the pack."""


class BrokenLawError(AssertionError):
    """A law that does not hold; the message says how it is broken."""


class NotPromisedError(Exception):
    """A law that has nothing to check, because the game promises nothing that it could check."""


def require(condition: bool, message: str) -> None:  # the condition
    """Raise :class:`BrokenLawError` with ``message`` unless the condition holds."""
    if not condition:
        raise BrokenLawError(message)


class Trace(Generic[R, S, M]):
    """A game played from its start: the states, the moves between them, and the choices that led to the moves.

    ``crash`` is what the game raised at a move that it had listed itself, or at the start; it ends the trace.
    """

    # No attrs class: hypothesis would print it, with all its states, each time it draws one.
    def __init__(  # noqa: PLR0913  # a record of what was played
        self,
        game: Game[R, S, M],
        rules: R,
        states: tuple[S, ...],
        moves: tuple[M | Shuffled, ...],
        *,
        choices: tuple[Choice, ...] = (),
        seed: Seed = 0,
        crash: Exception | None = None,
    ) -> None:
        self.game = game
        self.rules = rules
        self.states = states
        self.moves = moves
        self.choices = choices
        self.seed = seed
        self.crash = crash
        self._views: dict[tuple[int, Seat | None], S] = {}
        self._shown: dict[tuple[int, Seat | None], frozenset[Card]] = {}

    def __repr__(self) -> str:
        return f"<{len(self.moves)} moves by {self.rules}>"

    @property
    def record(self) -> Record[R, M]:
        """The trace as a record."""
        return Record(self.rules, self.moves)

    @property
    def over(self) -> bool:
        """Whether the game was played to its end."""
        return self.states[-1].to_act is None

    @cached_property
    def promises(self) -> Promises[S]:
        """The promises of the game."""
        return promises_of(self.game, self.rules)

    @cached_property
    def numbering(self) -> Numbering[R, S, M]:
        """The numbers of the moves of the game; raises what :class:`~cardrules.numbering.Numbering` raises."""
        return Numbering(self.game, self.rules)

    @cached_property
    def seats(self) -> int:
        """The number of seats: the places in zones of owners, or as many as act or have scores, or what the game promises."""
        return max(self.known_seats) or self._shown_seats or self.promises.seats or 0

    @cached_property
    def known_seats(self) -> tuple[int, ...]:
        """The different numbers of places in zones of owners, in the order of the moments; 0 if there are no such zones."""
        counts = (count for state in self.states for count in _owners(state))
        return tuple(dict.fromkeys(counts)) or (0,)

    @property
    def shows_seats(self) -> bool:
        """Whether the trace must show all seats: by zones of owners, or because everybody has a score at its end."""
        return self.over or any(self.known_seats)

    @property
    def _shown_seats(self) -> int:
        outcome = self.game.outcome(self.states[-1]) if self.over else None
        acting = [state.to_act for state in self.states if isinstance(state.to_act, int)]
        return max([len(outcome.scores) if outcome else 0, *(seat + 1 for seat in acting)])

    def moment(self, place: int) -> "Moment[R, S, M]":
        """Return the moment after ``place`` moves."""
        return Moment(self, place)

    def full_shuffle_before(self, place: int) -> int:
        """Return the place of the last shuffle of all the cards before ``place``; 0 if there is none.

        What was played before that shuffle can no longer matter.
        """
        return next((at for at in reversed(self.full_shuffles) if at < place), 0)

    @cached_property
    def full_shuffles(self) -> tuple[int, ...]:
        """The places of the shuffles of all the cards."""
        everything = len(cards_in(self.states[0]))
        sizes = [len(move.cards) if isinstance(move, Shuffled) else -1 for move in self.moves]
        return tuple(place for place, size in enumerate(sizes) if size == everything)

    def view(self, place: int, seat: Seat | None) -> S:
        """Return what ``seat`` sees after ``place`` moves."""
        key = place, seat
        if key not in self._views:
            self._views[key] = view(self.states[place], seat)
        return self._views[key]

    def cards_shown(self, place: int, seat: Seat | None) -> frozenset[Card]:
        """Return the cards that ``seat`` sees after ``place`` moves, or saw in the move that led there."""
        key = place, seat
        if key not in self._shown:
            shown = set(cards_in(self.view(place, seat)))
            if place:
                move = self.moves[place - 1]
                seen = view_of_move(move, mover_of(self.states[place - 1], move), seat)
                shown.update(card for zone in zones(seen) for card in zone.cards)
            self._shown[key] = frozenset(shown - {FACE_DOWN})
        return self._shown[key]


def _owners(state: StateLike) -> list[int]:
    """Return the numbers of places in the zones of owners of a state; empty zones are not dealt yet."""
    counts: list[int] = []

    def count(part: CardField, content: object) -> object:
        if part.visibility is Visibility.OWNER and isinstance(content, tuple) and content:
            counts.append(len(content))
        return content

    map_zones(state, count)
    return counts


@frozen(eq=False, repr=False)
class Moment(Generic[R, S, M]):
    """A moment of a trace: the state after ``place`` moves, and what a law needs to try things there."""

    trace: Trace[R, S, M]
    place: int
    rng: Random = field(init=False)
    """Random numbers for the law, the same each time it looks at this moment."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "rng", Random(f"{self.trace.seed}:{self.place}"))

    @property
    def game(self) -> Game[R, S, M]:
        """The game played."""
        return self.trace.game

    @property
    def state(self) -> S:
        """The state at this moment."""
        return self.trace.states[self.place]

    @property
    def last(self) -> bool:
        """Whether the trace ends here."""
        return self.place == len(self.trace.states) - 1

"""Table: a game that is being played, the one mutable class of the library."""

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Generic, TypeVar

import attrs

from cardrules.errors import CardRulesError
from cardrules.game import NATURE, Game, Outcome, Record, Shuffled, StateLike, name_of, shuffle, states
from cardrules.play.parsing import completions, parse_attempt
from cardrules.play.text import format_state, headline
from cardrules.play.transcript import Step
from cardrules.seats import Seat
from cardrules.zones import view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class NothingToUndoError(CardRulesError):
    """There is no move that could be taken back."""

    code = "nothing_to_undo"


class Table(Generic[R, S, M]):
    """A game in play: the state with all that led to it. It shuffles by itself whenever chance is to act.

    >>> from cardrules.games import oh_hell
    >>> table = Table(oh_hell, oh_hell.Rules(players=3, deals=1), seed=0)
    >>> table.play("bid 1")
    >>> table.play("0")
    >>> table
    <Table of oh_hell: bidding, seat 0 to act, after 2 moves>

    What chance does depends on ``seed`` and on how many moves were made, on nothing else. So one seed and the same moves
    give the same game on every version of Python, and a move that is taken back and made again is followed by the same
    cards: nobody gets another chance by an undo.
    """

    def __init__(
        self, game: Game[R, S, M], rules: R, *, seed: int | None = None, moves: Iterable[M | Shuffled] = ()
    ) -> None:
        """A game by ``rules`` after ``moves``, those of chance included; without a ``seed`` the system draws one.

        Raises :class:`~cardrules.errors.RecordError` at a move that is not allowed.
        """
        self.game = game
        self.rules = rules
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed
        self._moves = list(moves)
        self._states = list(states(game, self.record))
        self._shuffle()

    @property
    def state(self) -> S:
        """The state now: all of it, whoever sees what."""
        return self._states[-1]

    @property
    def record(self) -> Record[R, M]:
        """The rules and all moves so far, those of chance included."""
        return Record(self.rules, tuple(self._moves))

    def steps(self, since: int = 0) -> list[Step[S, M]]:
        """The moves from number ``since`` on, those of chance included, each with the states before and after it."""
        return [
            Step(self._states[place], self._moves[place], self._states[place + 1])
            for place in range(since, len(self._moves))
        ]

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; ``None`` when the game is over."""
        seat = self.state.to_act
        return None if seat is NATURE else seat

    @property
    def legal_moves(self) -> tuple[M, ...]:
        """What the seat to act may do."""
        return self.game.legal_moves(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.game.outcome(self.state)

    @property
    def rng(self) -> Random:
        """The random numbers for what happens next: always the same ones after as many moves from the same seed."""
        return Random(f"{self.seed} {len(self._moves)}")

    def view(self, seat: Seat | None) -> S:
        """The state as ``seat`` sees it, or a spectator (``None``)."""
        return view(self.state, seat)

    def play(self, move: M | str) -> None:
        """Make a move of the seat to act, given as such or in words; then the cards are shuffled if they are to be.

        Raises :class:`~cardrules.moves.IllegalMoveError` for a move that is not allowed, with the reason, and
        :class:`~cardrules.errors.TextError` for words of no move (see :func:`~cardrules.play.parsing.parse_move`); then
        nothing has changed.
        """
        self._make(parse_attempt(move, self.legal_moves) if isinstance(move, str) else move)
        self._shuffle()

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last move, or the last of ``seat`` and all after it, with the shuffles after it.

        Raises :class:`NothingToUndoError` if there is none.
        """
        for place in reversed(range(len(self._moves))):
            mover = self._states[place].to_act
            if mover is not NATURE and seat in (None, mover):
                del self._moves[place:], self._states[place + 1 :]
                return
        raise NothingToUndoError("there is no move to take back" + ("" if seat is None else f" for seat {seat}"))

    def completions(self, text: str) -> list[str]:
        """The words of the legal moves that begin with ``text``, for a prompt or a field of a form."""
        return completions(text, self.legal_moves)

    def __len__(self) -> int:
        """The number of moves so far, those of chance included."""
        return len(self._moves)

    def _shuffle(self) -> None:
        while self.state.to_act is NATURE:
            self._make(shuffle(self.state, self.rng))

    def _make(self, move: M | Shuffled) -> None:
        self._states.append(self.game.apply(self.state, move))
        self._moves.append(move)

    def __str__(self) -> str:
        return format_state(self.state, game=self.game)

    def __repr__(self) -> str:
        moves = sum(not isinstance(move, Shuffled) for move in self._moves)
        return f"<{type(self).__name__} of {name_of(self.game)}: {headline(self.state)}, after {moves} moves>"

    def _repr_html_(self) -> str:
        """What notebooks show."""
        from html import escape  # noqa: PLC0415  # only notebooks need it

        return f"<pre>{escape(str(self))}</pre>"

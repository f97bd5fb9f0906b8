"""Tables: games that are being played. ``Table`` is the one mutable class of the library."""

from collections.abc import Iterable, Sequence
from operator import index
from random import Random
from threading import RLock
from typing import Generic, Self, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import Hand
from cardrules.cards.notebooks import svg_of
from cardrules.chance import Seed, secret_seed, stream
from cardrules.errors import CardRulesError
from cardrules.game import (
    NATURE,
    Game,
    Outcome,
    Record,
    Ruling,
    Shuffled,
    StateLike,
    mover_of,
    name_of,
    promises_of,
    require_ruling,
    rulings_of,
    states,
)
from cardrules.moves import IllegalMoveError, words
from cardrules.play.facts import seat_count
from cardrules.play.parsing import completions, parse_attempt
from cardrules.play.pickling import by_name
from cardrules.play.shuffles import Shuffles, checked_seed
from cardrules.play.text import format_state, headline
from cardrules.play.transcript import Step, changes, turned_up
from cardrules.play.undo import NothingToUndoError, UndoRequest, UndoRequestError
from cardrules.seats import Seat
from cardrules.zones import cards_in, view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class NotYourTurnError(CardRulesError, ValueError):
    """A move of ``seat``, which is not to act; ``to_act`` is the seat that is, ``None`` once the game is over."""

    code = "not_your_turn"

    def __init__(self, seat: Seat, to_act: Seat | None) -> None:
        super().__init__(seat, to_act)
        self.seat = seat
        self.to_act = to_act

    def __str__(self) -> str:
        return f"seat {self.seat} is not to act; " + (
            "the game is over" if self.to_act is None else f"seat {self.to_act} is"
        )


class StaleMoveError(CardRulesError, ValueError):
    """A move that was picked in another ``epoch`` than the ``current`` one: since then moves were taken back."""

    code = "stale_move"

    def __init__(self, epoch: int, current: int) -> None:
        super().__init__(epoch, current)
        self.epoch = epoch
        self.current = current

    def __str__(self) -> str:
        return (
            f"moves were taken back since this one was picked (in epoch {self.epoch}, now {self.current}); pick again"
        )


class NoSuchMoveError(CardRulesError, ValueError):
    """A number below 0 for a move of a game; the moves are numbered from 0."""

    code = "no_such_move"


@frozen
class Event(Generic[M]):
    """A move as one seat, or a spectator, is told of it."""

    number: int
    """The number of the move in the record, from 0."""

    seat: Seat | None
    """The seat that moved; ``None`` for chance and for the referee."""

    move: M | Shuffled
    """The move as the seat saw it, with ``FACE_DOWN`` for the cards it did not see."""

    words: str
    """The move in words."""

    changes: tuple[str, ...]
    """What the seat saw change, in words: the cards that were turned up, then the numbers."""


class Table(Generic[R, S, M]):
    """A game in play: its state and all that led to it. A table shuffles by itself whenever chance is to act.

    >>> from cardrules.games import oh_hell
    >>> table = Table(oh_hell, oh_hell.Rules(players=3, deals=1), seed=0)
    >>> table.play("bid 1")
    >>> table.play("0")
    >>> table
    <Table of oh_hell: bidding, seat 0 to act, after 2 moves>

    The ``seed`` determines every full shuffle, whatever is played in between: the same seed and moves give the same
    game on every version of Python, and an undo never brings better cards. Whoever knows the seed knows all cards to
    come, so without a ``seed`` the table draws a secret one of 256 bits.

    Threads may share a table; each method runs as a whole before another one begins. ``copy`` and ``deepcopy`` return
    independent tables, and a table can be pickled if its game can be imported or pickled.
    """

    def __init__(
        self, game: Game[R, S, M], rules: R, *, seed: Seed | None = None, moves: Iterable[M | Shuffled] = ()
    ) -> None:
        """Start a game by ``rules`` and make ``moves``, which include those of chance.

        Raises :class:`~cardrules.errors.RecordError` at a move that is not allowed, and
        :class:`~cardrules.play.shuffles.SeedError` for a seed that is neither a whole number nor a string.
        """
        self.game = game
        self.rules = rules
        self.seed: Seed = secret_seed() if seed is None else checked_seed(seed)
        self._epoch = 0
        self._undo_request: UndoRequest | None = None
        self._lock = RLock()
        given = Record(rules, tuple(moves))
        before = states(game, given)
        self._moves = [self._listed(state, move) for state, move in zip(before, given.moves, strict=False)]
        self._states = list(states(game, self.record))
        self._shuffle()

    @classmethod
    def resume(
        cls,
        game: Game[R, S, M],
        record: Record[R, M],
        seed: Seed | None = None,
        *,
        epoch: int = 0,
        undo_request: UndoRequest | None = None,
    ) -> Self:
        """Return a table that continues a recorded game, by the seed of the record unless another is given.

        Without any seed the table draws a secret one. A record has neither the :attr:`epoch` nor the :attr:`undo_request`:
        whoever has kept them with it gives them here. Raises what :class:`Table` raises.
        """
        table = cls(game, record.rules, seed=record.seed if seed is None else seed, moves=record.moves)
        table._epoch, table._undo_request = epoch, undo_request
        return table

    @property
    def state(self) -> S:
        """The whole state now, hidden cards included."""
        return self._states[-1]

    @property
    def record(self) -> Record[R, M]:
        """The rules, all moves so far including those of chance, and the seed."""
        return Record(self.rules, tuple(self._moves), self.seed)

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; ``None`` when the game is over."""
        seat = self.state.to_act
        return None if seat is NATURE else seat

    @property
    def legal_moves(self) -> tuple[M, ...]:
        """The legal moves of the seat to act."""
        return self.game.legal_moves(self.state)

    @property
    def rulings(self) -> tuple[M, ...]:
        """What a referee may rule now; nothing in most games."""
        return rulings_of(self.game, self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""
        return self.game.outcome(self.state)

    @property
    def epoch(self) -> int:
        """The number of times that moves were taken back; a move picked in an earlier epoch can be refused as stale."""
        return self._epoch

    @property
    def undo_request(self) -> UndoRequest | None:
        """The undo that a seat has asked for and others have yet to agree to."""
        return self._undo_request

    @property
    def rng(self) -> Random:
        """Random numbers for the seat to act, the same for the same seed, seat and number of moves."""
        with self._lock:
            return stream(self.seed, "seat", self.to_act, len(self._moves))

    def view(self, seat: Seat | None) -> S:
        """Return the state as ``seat`` sees it, or as a spectator does (``None``)."""
        return view(self.state, seat)

    def steps(self, since: int = 0) -> list[Step[S, M]]:
        """Return the moves from number ``since`` on, those of chance included, with the states before and after each.

        Steps show everything; :meth:`events` tells what one seat may know. Raises :class:`NoSuchMoveError` for a number
        below 0.
        """
        if index(since) < 0:
            raise NoSuchMoveError(f"moves are numbered from 0; there is no move {since}")
        with self._lock:
            return [
                Step(self._states[place], self._moves[place], self._states[place + 1])
                for place in range(since, len(self._moves))
            ]

    def events(self, seat: Seat | None, since: int = 0, *, names: Sequence[str] = ()) -> tuple[Event[M], ...]:
        """Return the moves from number ``since`` on as ``seat`` may know them, or a spectator (``None``).

        What changed is told with the ``names`` of the seats instead of their numbers. Raises :class:`NoSuchMoveError` for
        a number below 0.
        """
        steps = (step.seen_by(seat) for step in self.steps(since))
        return tuple(_event(number, step, names) for number, step in enumerate(steps, since))

    def play(self, move: M | str, *, seat: Seat | None = None, epoch: int | None = None) -> None:
        """Make a move of the seat to act, given as such or in words, and then shuffle if chance is to act.

        With ``seat`` and ``epoch`` say who picked the move and in which :attr:`epoch`, as a server should that gets
        moves from clients: then the table refuses a seat that is not to act, without a word of what others may do, and
        a move that was picked before moves were taken back. A move that is made drops a request for an undo.

        Raises :class:`StaleMoveError` and :class:`NotYourTurnError` for these two,
        :class:`~cardrules.moves.IllegalMoveError` for a move that is not allowed, with the reason, and
        :class:`~cardrules.errors.TextError` for words that are no move (see
        :func:`~cardrules.play.parsing.parse_move`). The table is unchanged then.
        """
        with self._lock:
            if epoch is not None and epoch != self._epoch:
                raise StaleMoveError(epoch, self._epoch)
            if seat is not None and seat != self.to_act:
                raise NotYourTurnError(seat, self.to_act)
            meant = parse_attempt(move, self.legal_moves) if isinstance(move, str) else move
            if isinstance(meant, Ruling):
                raise IllegalMoveError(meant, "only a referee may rule, and no seat", self.legal_moves)
            self._proceed(meant)

    def rule(self, ruling: M | str) -> None:
        """Let the referee interrupt the game by one of the :attr:`rulings`, given as such or in words.

        A ruling that is made drops a request for an undo; :meth:`undo` takes back a ruling too. Raises
        :class:`~cardrules.moves.IllegalMoveError` for anything else, and :class:`~cardrules.errors.TextError` for words
        that are no ruling. The table is unchanged then.
        """
        with self._lock:
            rulings = self.rulings
            meant = parse_attempt(ruling, rulings) if isinstance(ruling, str) and rulings else ruling
            self._proceed(require_ruling(rulings, meant))

    def _proceed(self, move: M | Shuffled) -> None:
        """Make a move or a ruling, and then shuffle if chance is to act."""
        self._make(self._listed(self.state, move))
        self._undo_request = None
        self._shuffle()

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last move or ruling, or the last move of ``seat`` and all after it, and the shuffles that followed.

        Raises :class:`~cardrules.play.undo.NothingToUndoError` if there is no such move.
        """
        with self._lock:
            place = self._last_move(seat)
            del self._moves[place:], self._states[place + 1 :]
            self._epoch += 1
            self._undo_request = None

    def request_undo(self, seat: Seat, deciding: Iterable[Seat] | None = None) -> bool:
        """Ask to take back the last move of ``seat`` and all moves after it; return whether that was done at once.

        It is done when the ``deciding`` seats have all agreed by :meth:`answer_undo`. By default they are all other
        seats; leave out those that programs play. The request is dropped when a seat refuses or a move is made.

        Raises :class:`~cardrules.play.undo.NothingToUndoError` if the seat has not moved, and
        :class:`~cardrules.play.undo.UndoRequestError` while another request is open.
        """
        with self._lock:
            self._last_move(seat)
            if self._undo_request is not None:
                raise UndoRequestError(
                    f"seat {self._undo_request.seat} has already asked for an undo; answer that first"
                )
            seats = range(seat_count(self.state)) if deciding is None else deciding
            return self._settle(UndoRequest(seat, tuple(sorted({*seats} - {seat}))))

    def answer_undo(self, seat: Seat, *, agree: bool) -> bool:
        """Answer the open request for an undo; return whether it was done because now all seats agree.

        The seat that asked withdraws its request by not agreeing. Raise
        :class:`~cardrules.play.undo.UndoRequestError` if no request is open, or if the seat has nothing to answer.
        """
        with self._lock:
            if self._undo_request is None:
                raise UndoRequestError("no seat has asked for an undo")
            return self._settle(self._undo_request.answered(seat, agree=agree))

    def completions(self, text: str) -> list[str]:
        """Return the words of the legal moves that begin with ``text``, for a prompt or a form field."""
        return completions(text, self.legal_moves)

    def __len__(self) -> int:
        """Return the number of moves so far, those of chance included."""
        return len(self._moves)

    def _listed(self, state: S, move: M | Shuffled) -> M | Shuffled:
        """Return the legal move that equals ``move``, as the game has it: ``Bid(1)`` for ``Bid(1.0)``.

        A move that equals none is returned as it is, for the game to refuse.
        """
        if state.to_act is NATURE and isinstance(move, Shuffled):
            return Shuffled(Hand(move.cards))
        for known in (*self.game.legal_moves(state), *rulings_of(self.game, state)):
            if type(known) is type(move) and known == move:
                return known
        return move

    def _last_move(self, seat: Seat | None) -> int:
        """Return the number of the last move that is no shuffle, or of the last one of ``seat``."""
        for place, move in reversed([*enumerate(self._moves)]):
            if not isinstance(move, Shuffled) and seat in (None, mover_of(self._states[place], move)):
                return place
        raise NothingToUndoError("there is no move to take back" + ("" if seat is None else f" for seat {seat}"))

    def _settle(self, request: UndoRequest | None) -> bool:
        """Keep the request, or take moves back if no seat has yet to agree."""
        self._undo_request = request
        if request is None or request.waiting:
            return False
        self.undo(request.seat)
        return True

    def _shuffle(self) -> None:
        while self.state.to_act is NATURE:
            shuffles = Shuffles(self.seed, len(cards_in(self._states[0])), self._moves)
            self._make(shuffles.draw(self.state))

    def _make(self, move: M | Shuffled) -> None:
        self._states.append(self.game.apply(self.state, move))
        self._moves.append(move)

    def __copy__(self) -> Self:
        """Return an independent table at the same point of the game."""
        twin = type(self).__new__(type(self))
        twin.__setstate__(self.__getstate__() | {"game": self.game})
        return twin

    def __deepcopy__(self, _memo: object) -> Self:
        """Return an independent table; it shares the states and moves, which never change."""
        return self.__copy__()

    def __getstate__(self) -> dict[str, object]:
        """Return what pickle stores: everything but the lock, and a module as the name by which it is imported."""
        with self._lock:
            lists = {"_moves": self._moves.copy(), "_states": self._states.copy()}
            return {**self.__dict__, **lists, "game": by_name(self.game), "_lock": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        """Take over what pickle has stored."""
        self.__dict__ |= state | {"_lock": RLock()}

    def __str__(self) -> str:
        return format_state(self.state, game=self.game)

    def __repr__(self) -> str:
        with self._lock:
            moves = sum(not isinstance(move, Shuffled) for move in self._moves)
            return f"<{type(self).__name__} of {name_of(self.game)}: {headline(self.state)}, after {moves} moves>"

    def _repr_svg_(self) -> str:
        """Return what notebooks show."""
        return svg_of(self)


def seats_of(game: Game[R, S, M], rules: R) -> int:
    """Return the number of seats by some rules: what the game tells, or else what its first deal shows."""
    return promises_of(game, rules).seats or seat_count(Table(game, rules, seed=0).state)


def _event(number: int, step: Step[S, M], names: Sequence[str]) -> Event[M]:
    """Return the event of a step, which shows only what a seat sees."""
    move = step.move
    text = f"shuffle {len(move.cards)} cards" if isinstance(move, Shuffled) else words(move)
    return Event(number, step.mover, move, text, (*turned_up(step, names), *changes(step.before, step.after, names)))

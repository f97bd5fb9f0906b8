"""Rooms: tables with the people and robots at them, kept in the store.

All methods run in the one thread of the server and wait for nothing, so each runs as a whole before another begins; that is
why there are no locks.
"""

import json
from asyncio import Event
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from secrets import token_urlsafe
from typing import Any, Final

from attrs import asdict, evolve

from cardrules.errors import CardRulesError, RecordError
from cardrules.game import Record
from cardrules.play.table import Table
from cardrules.play.undo import UndoRequest
from cardrules.seats import Seat
from cardrules.web.errors import NotOverError, SeatTakenError, StoreError, WatchingError
from cardrules.web.offers import AnyTable, Offer
from cardrules.web.storage import Store, StoredSeat, StoredTable

PERSON: Final = "person"
HOUSE: Final = "house"
ROBOTS: Final = ("thinking", "random")
"""The kinds of robots: players that think, and random ones."""


def secret() -> str:
    """Return the secret part of a link: 192 random bits of the system."""
    return token_urlsafe(24)


class Room:
    """A table, who sits at it, and who is told when it changes."""

    def __init__(self, number: int, offer: Offer, stored: StoredTable, store: Store) -> None:
        """Continue the table of that number in the store.

        Raises :class:`~cardrules.errors.RecordError` if the game is no longer played as it was.
        """
        self.number = number
        self.offer = offer
        self.seats: list[StoredSeat] = list(stored.seats)
        self.spectators: str = stored.spectators
        self.next: int | None = stored.next
        self.table: AnyTable = _continued(offer, stored)
        self.version: int = 0
        """The number of changes since the server began."""
        self.listeners: set[Event] = set()
        """What is set at each change."""
        self.told: dict[Seat | None, dict[int, object]] = {}
        """The events that were sent to each seat, as documents by number."""
        self._store = store
        self._known = len(stored.moves), stored.epoch

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the table, by seat."""
        return tuple(sitter.name or _unnamed(seat, sitter.kind) for seat, sitter in enumerate(self.seats))

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people have taken."""
        return tuple(seat for seat, sitter in enumerate(self.seats) if sitter.kind == PERSON and sitter.token)

    @property
    def robot(self) -> str | None:
        """The kind of the robot that is to act; ``None`` if none is. A house that moves has no choice."""
        seat = self.table.to_act
        kind = PERSON if seat is None else self.seats[seat].kind
        return None if kind == PERSON else "random" if kind == HOUSE else kind

    @property
    def awaited(self) -> bool:
        """Whether anybody waits for what happens: people at the table, or somebody who watches."""
        return bool(self.people or self.listeners)

    def play(self, seat: Seat | None, move: object, epoch: int | None = None) -> None:
        """Make a move of a seat, given as such or in words; raise what :meth:`~cardrules.play.table.Table.play` raises."""
        with self._changing(seat) as mover:
            self.table.play(move, seat=mover, epoch=epoch)

    def request_undo(self, seat: Seat | None) -> None:
        """Ask the other people to take back the last move of a seat; without others it is taken back at once."""
        with self._changing(seat) as asking:
            self.table.request_undo(asking, self.people)

    def answer_undo(self, seat: Seat | None, *, agree: bool) -> None:
        """Agree to an undo or refuse it; whoever asked withdraws the request by refusing."""
        with self._changing(seat) as answering:
            self.table.answer_undo(answering, agree=agree)

    def take(self, seat: Seat, name: str) -> str:
        """Give an open seat to a person; return the secret of its link."""
        if self.seats[seat].token is not None:
            raise SeatTakenError("somebody has this seat already; ask for another link, or watch")
        token = secret()
        self._store.take(self.number, seat, name, token)
        self.seats[seat] = evolve(self.seats[seat], name=name, token=token)
        self.told.clear()  # events have names
        self.announce()
        return token

    def again(self, seat: Seat | None) -> StoredTable:
        """Return a new table for the next game of the same people and robots."""
        self._require_seat(seat)
        if self.table.outcome is None:
            raise NotOverError("this game is not over yet; finish it before you play again")
        seats = tuple(
            evolve(
                sitter,
                token=secret() if sitter.token else None,
                invitation=secret() if sitter.invitation else None,  # which also marks who did not open the table
            )
            for sitter in self.seats
        )
        return new_table(self.offer, self.table.rules, seats)

    @contextmanager
    def _changing(self, seat: Seat | None) -> Iterator[Seat]:
        """Store and announce what a block changes; it gets the seat, which must be one at the table."""
        yield self._require_seat(seat)
        try:
            self._save()
        except StoreError:  # what is not stored has not happened
            self.table = _continued(self.offer, self._store.load(self.number))
            raise
        self.announce()

    def _require_seat(self, seat: Seat | None) -> Seat:
        if seat is None:
            raise WatchingError("this link is for those who watch; only the people at the table may do that")
        return seat

    def _save(self) -> None:
        """Store what has changed since the last time, in one transaction."""
        table = self.table
        stored, epoch = self._known
        kept = stored
        if epoch != table.epoch:
            kept = len(table)
            self.told.clear()
        moves = [self.offer.json.dumps(step.move) for step in table.steps(kept)]
        undo = None if table.undo_request is None else json.dumps(asdict(table.undo_request))
        self._store.save(self.number, kept, moves, table.epoch, undo)
        self._known = len(table), table.epoch

    def announce(self) -> None:
        """Tell all listeners that the room has changed."""
        self.version += 1
        for listener in self.listeners:
            listener.set()


def _unnamed(seat: Seat, kind: str) -> str:
    return "the house" if kind == HOUSE else f"seat {seat}"


def _continued(offer: Offer, stored: StoredTable) -> AnyTable:
    try:
        rules = offer.json.parse_rules(stored.rules)
        moves = tuple(map(offer.json.parse_move, stored.moves))
        undo = None if stored.undo is None else json.loads(stored.undo)
        request = None if undo is None else UndoRequest(undo["seat"], tuple(undo["waiting"]), tuple(undo["agreed"]))
        record: Record[Any, Any] = Record(rules, moves, stored.seed)
        return Table.resume(offer.game, record, epoch=stored.epoch, undo_request=request)
    except CardRulesError as error:
        raise RecordError(
            f"this table cannot go on: the rules of {offer.title} have changed since ({error})"
        ) from error


def new_table(offer: Offer, rules: Any, seats: Iterable[StoredSeat]) -> StoredTable:
    """Return a new table with a secret seed of its own, shuffled and dealt."""
    table: AnyTable = Table(offer.game, rules)
    return StoredTable(
        game=offer.name,
        rules=offer.json.dumps(rules),
        seed=table.seed,
        seats=tuple(seats),
        spectators=secret(),
        moves=tuple(offer.json.dumps(step.move) for step in table.steps()),
    )

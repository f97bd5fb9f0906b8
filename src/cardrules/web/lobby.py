"""The lobby: all rooms of a server, found by the secrets of their links."""

import time
from collections.abc import Sequence
from typing import Any, Final

from attrs import field, frozen

from cardrules.catalogue import NoSuchGameError
from cardrules.errors import RulesError
from cardrules.seats import Seat
from cardrules.web.errors import FullError, NoSuchLinkError
from cardrules.web.limits import Limits
from cardrules.web.offers import Offer
from cardrules.web.robots import Robots
from cardrules.web.rooms import HOUSE, PERSON, ROBOTS, Room, new_table, secret
from cardrules.web.storage import Store, StoredSeat

ROBOT_NAMES: Final = ("Ada", "Bela", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo", "Ines", "Jonas")
"""The names of robots, by seat."""

_DAY: Final = 86_400
"""The seconds of a day."""


@frozen(kw_only=True)
class Sitter:
    """Who is to sit at a seat of a new table."""

    who: str
    """``you``, ``friend`` or the kind of a robot."""
    name: str = ""


@frozen(kw_only=True)
class Opened:
    """A table that was opened, and the links that whoever opened it gets."""

    room: Room
    token: str = field(repr=False)
    """The secret of the link to the own seat; without one that of the spectators."""


class Lobby:
    """The rooms of a server. Those that nobody has used for long are in the store alone."""

    def __init__(self, offers: Sequence[Offer], store: Store, robots: Robots, limits: Limits) -> None:
        """Open the tables of a store for the games that are offered."""
        self.offers: dict[str, Offer] = {offer.name: offer for offer in offers}
        self.store = store
        self.robots = robots
        self.limits = limits
        self.closed: bool = False
        """Whether the server ends."""
        self._rooms: dict[int, Room] = {}

    def offer(self, name: str) -> Offer:
        """Return the game of that name; raise :class:`~cardrules.catalogue.NoSuchGameError` if it is not offered."""
        if name not in self.offers:
            raise NoSuchGameError(name)
        return self.offers[name]

    def open(self, offer: Offer, rules: Any, sitters: Sequence[Sitter]) -> Opened:
        """Open a table, and give its seats to people and robots.

        Raises :class:`~cardrules.errors.RulesError` if the seats do not fit the game, and
        :class:`~cardrules.web.errors.FullError` if there are too many tables.
        """
        seats = _seats(offer, rules, sitters)
        if len(self.store) >= self.limits.tables:
            self.store.forget(time.time() - self.limits.days * _DAY)
        if len(self.store) >= self.limits.tables:
            raise FullError("this server has as many tables as it keeps; come back later")
        room = self._room(self.store.add(new_table(offer, rules, seats)))
        return Opened(room=room, token=next((seat.token for seat in seats if seat.token), room.spectators))

    def find(self, token: str) -> tuple[Room, Seat | None]:
        """Return the room and the seat of a link, ``None`` for a spectator.

        Raises :class:`~cardrules.web.errors.NoSuchLinkError` if there is none.
        """
        found = self.store.seat(token)
        if found is None:
            raise NoSuchLinkError("this link leads to no table; it may be old, or a part of it is missing")
        number, seat = found
        return self._room(number), seat

    def invited(self, code: str) -> tuple[Room, Seat]:
        """Return the room and the seat of an invitation; raise as :meth:`find` does."""
        found = self.store.invited(code)
        if found is None:
            raise NoSuchLinkError("this invitation leads to no table; it may be old, or a part of it is missing")
        number, seat = found
        return self._room(number), seat

    def play_again(self, room: Room, seat: Seat | None) -> str:
        """Return the secret of the link to the next game of the people at a table, which the first one who asks opens."""
        if room.next is None:
            room.next = self.store.add(room.again(seat), after=room.number)
            room.announce()
        following = self._room(room.next)
        return self.link_to(following, seat)

    def link_to(self, room: Room, seat: Seat | None) -> str:
        """Return the secret of the link to a seat, that of the spectators for ``None``."""
        return (None if seat is None else room.seats[seat].token) or room.spectators

    def following(self, room: Room, seat: Seat | None) -> str | None:
        """Return the secret of the link to the next game, if somebody has opened it."""
        return None if room.next is None else self.link_to(self._room(room.next), seat)

    def invitations(self, room: Room, seat: Seat | None) -> dict[Seat, str]:
        """Return the open invitations by seat, for whoever opened the table: the one who needed none."""
        if seat is None or room.seats[seat].invitation is not None:
            return {}
        return {
            place: sitter.invitation
            for place, sitter in enumerate(room.seats)
            if sitter.invitation is not None and sitter.token is None
        }

    def _room(self, number: int) -> Room:
        room = self._rooms.pop(number, None)
        if room is None:
            stored = self.store.load(number)
            room = Room(number, self.offer(stored.game), stored, self.store)
        self._rooms[number] = room  # the last one used stands last
        if len(self._rooms) > self.limits.rooms:
            self._leave_some()
        return room

    def _leave_some(self) -> None:
        idle = [room for room in self._rooms.values() if not room.listeners and not self.robots.at_work(room)]
        for room in idle[: self.limits.rooms // 10 + 1]:
            del self._rooms[room.number]

    def end_streams(self) -> None:
        """Tell all listeners that nothing follows."""
        self.closed = True
        for room in self._rooms.values():
            room.announce()

    async def close(self) -> None:
        """End the streams, let the robots rest, and close the store."""
        self.end_streams()
        await self.robots.close()
        self.store.close()


def _seats(offer: Offer, rules: Any, sitters: Sequence[Sitter]) -> tuple[StoredSeat, ...]:
    """Return the seats of a new table, with the secrets of their links."""
    count, deciding = offer.seats(rules), offer.deciding(rules)
    if len(sitters) != count:
        raise RulesError(f"{offer.title} has {count} seats by these options, not {len(sitters)}; say who sits at each")
    yours = [seat for seat in deciding if sitters[seat].who == "you"]
    if len(yours) > 1:
        raise RulesError("you can have one seat; give the others to friends or to the computer")
    if not yours and any(sitters[seat].who == "friend" for seat in deciding):
        raise RulesError("to invite friends take a seat yourself, which shows the links for them")
    return tuple(_seat(seat, sitters[seat]) if seat in deciding else StoredSeat(kind=HOUSE) for seat in range(count))


def _seat(seat: Seat, sitter: Sitter) -> StoredSeat:
    if sitter.who == "you":
        return StoredSeat(kind=PERSON, name=sitter.name, token=secret())
    if sitter.who == "friend":
        return StoredSeat(kind=PERSON, invitation=secret())
    if sitter.who in ROBOTS:
        return StoredSeat(kind=sitter.who, name=ROBOT_NAMES[seat % len(ROBOT_NAMES)])
    raise RulesError(f"seat {seat} must be for you, friend, {' or '.join(ROBOTS)}, not {sitter.who[:20]!r}")

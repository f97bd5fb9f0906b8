"""The endpoints for programs: JSON, pictures and a stream of changes. The pages of this server use the same ones."""

import json
from asyncio import Event, wait_for
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from cardrules.catalogue import presets
from cardrules.seats import Seat
from cardrules.web.errors import TooManyRequestsError, WebError
from cardrules.web.limits import Rate
from cardrules.web.lobby import Lobby, Sitter
from cardrules.web.messages import WIDTHS, Document, table_document, table_picture, table_transcript
from cardrules.web.pages import LONGEST_NAME
from cardrules.web.requests import flag_in, json_of, number_in, queried_number, text_in
from cardrules.web.rooms import PERSON, Room
from cardrules.web.security import require_own_page

HEARTBEAT: Final = 20.0
"""The seconds after which a stream repeats what it said last, so that nothing between takes it for dead."""

_MODES: Final[Mapping[str, Literal["auto", "light", "dark", "page"]]] = {
    "auto": "auto",
    "light": "light",
    "dark": "dark",
    "page": "page",
}


def clean_name(name: str) -> str:
    """Return the name of a person, on one line and not too long."""
    return " ".join(name.split())[:LONGEST_NAME]


class Api:
    """The endpoints under ``/api``."""

    def __init__(self, lobby: Lobby) -> None:
        """Answer for the rooms of a lobby."""
        self.lobby = lobby
        self._rate = Rate(lobby.limits.requests, lobby.limits.burst)
        self.openings: Rate = Rate(lobby.limits.new_tables, lobby.limits.burst)
        """Counts the tables that each address opens."""

    @property
    def routes(self) -> list[Route]:
        """The routes."""
        seat = "/api/seats/{token:str}"
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game:str}/schema", self.schema),
            Route("/api/tables", self.open, methods=["POST"]),
            Route("/api/invitations/{code:str}", self.take, methods=["POST"]),
            Route(seat, self.table),
            Route(f"{seat}/picture", self.picture),
            Route(f"{seat}/transcript", self.transcript),
            Route(f"{seat}/stream", self.stream),
            Route(f"{seat}/moves", self.move, methods=["POST"]),
            Route(f"{seat}/undo", self.undo, methods=["POST"]),
            Route(f"{seat}/again", self.again, methods=["POST"]),
        ]

    async def games(self, _request: Request) -> Response:
        """List the games, with their presets."""
        listed = [
            {
                "name": offer.name,
                "title": offer.title,
                "summary": offer.summary,
                "presets": {name: json.loads(offer.json.dumps(rules)) for name, rules in presets(offer.game).items()},
            }
            for offer in self.lobby.offers.values()
        ]
        return JSONResponse(listed)

    async def schema(self, request: Request) -> Response:
        """Return the JSON Schema of a game."""
        return JSONResponse(self.lobby.offer(request.path_params["game"]).json.schema())

    async def open(self, request: Request) -> Response:
        """Open a table."""
        require_own_page(request.headers)
        self.count_opening(request)
        data = await json_of(request, self.lobby.limits.body)
        offer = self.lobby.offer(text_in(data, "game"))
        rules = offer.json.parse_rules(json.dumps(data.get("rules", {})))
        opened = self.lobby.open(offer, rules, _sitters(data.get("seats")))
        return JSONResponse({"token": opened.token, "page": f"/table/{opened.token}"}, 201)

    def count_opening(self, request: Request) -> None:
        """Count a table that is opened from an address."""
        self.openings.count("" if request.client is None else request.client.host)

    async def take(self, request: Request) -> Response:
        """Take the seat of an invitation."""
        require_own_page(request.headers)
        room, seat = self.lobby.invited(request.path_params["code"])
        data = await json_of(request, self.lobby.limits.body)
        token = room.take(seat, clean_name(text_in(data, "name", "")))
        return JSONResponse({"token": token, "page": f"/table/{token}"}, 201)

    async def table(self, request: Request) -> Response:
        """Return what a seat may know."""
        room, seat = self._found(request)
        return self._table(request, room, seat)

    async def picture(self, request: Request) -> Response:
        """Return the picture of what a seat sees."""
        room, seat = self._found(request)
        width = queried_number(request, "width") or 900
        mode = _MODES.get(request.query_params.get("mode", "auto"))
        colours = queried_number(request, "colours") or 2
        if width not in WIDTHS:
            raise WebError(f"width must be a number from {WIDTHS[0]} to {WIDTHS[-1]}")
        if mode is None:
            raise WebError(f"mode must be one of {', '.join(_MODES)}")
        if colours not in (2, 4):
            raise WebError("colours must be 2 or 4")
        svg = table_picture(
            room.offer, room.table, seat, room.names, width=width, mode=mode, colours=4 if colours == 4 else 2
        )
        return Response(svg, media_type="image/svg+xml")

    async def transcript(self, request: Request) -> Response:
        """Return the game so far as text."""
        room, seat = self._found(request)
        return PlainTextResponse(table_transcript(room.table, seat, room.names))

    async def stream(self, request: Request) -> Response:
        """Stream the changes of a room, as server-sent events."""
        room, _ = self._found(request)
        if len(room.listeners) >= self.lobby.limits.streams:
            raise TooManyRequestsError("too many people look at this table; close another page that shows it")
        return StreamingResponse(self._changes(room), media_type="text/event-stream")

    async def _changes(self, room: Room) -> AsyncIterator[str]:
        changed = Event()
        room.listeners.add(changed)
        try:
            self.lobby.robots.wake(room)
            while not self.lobby.closed:
                changed.clear()
                yield f"data: {json.dumps(_version(room))}\n\n"
                with suppress(TimeoutError):
                    await wait_for(changed.wait(), HEARTBEAT)
        finally:
            room.listeners.discard(changed)

    async def move(self, request: Request) -> Response:
        """Make a move, given as JSON or in words."""
        room, seat, data = await self._acting(request)
        if "words" in data:
            move: object = text_in(data, "words")
        else:
            move = room.offer.json.parse_move(json.dumps(data.get("move")))
        room.play(seat, move, number_in(data, "epoch"))
        return self._table(request, room, seat)

    async def undo(self, request: Request) -> Response:
        """Ask for an undo, or answer a request for one."""
        room, seat, data = await self._acting(request)
        agree = flag_in(data, "agree")
        if agree is None:
            room.request_undo(seat)
        else:
            room.answer_undo(seat, agree=agree)
        return self._table(request, room, seat)

    async def again(self, request: Request) -> Response:
        """Go to the next game of the same people."""
        room, seat, _ = await self._acting(request)
        token = self.lobby.play_again(room, seat)
        return JSONResponse({"token": token, "page": f"/table/{token}"}, 201)

    def _found(self, request: Request) -> tuple[Room, Seat | None]:
        token = request.path_params["token"]
        self._rate.count(token)
        return self.lobby.find(token)

    async def _acting(self, request: Request) -> tuple[Room, Seat | None, dict[str, object]]:
        require_own_page(request.headers)
        data = await json_of(request, self.lobby.limits.body)
        return *self._found(request), data

    def _table(self, request: Request, room: Room, seat: Seat | None) -> Response:
        self.lobby.robots.wake(room)
        since = queried_number(request, "since")
        epoch = queried_number(request, "epoch")
        current = epoch is None or epoch == room.table.epoch  # otherwise moves have been taken back since
        told = room.told.setdefault(seat, {})
        known = table_document(room.offer, room.table, seat, room.names, since=since if current else None, told=told)
        return JSONResponse({**_version(room), **known, **self._around(room, seat)})

    def _around(self, room: Room, seat: Seat | None) -> Document:
        """Return what is known beside the game: who sits where, and links."""
        following = self.lobby.following(room, seat)
        return {
            "game": room.offer.name,
            "title": room.offer.title,
            "seats": [
                {"name": name, "kind": sitter.kind, "open": sitter.kind == PERSON and sitter.token is None}
                for name, sitter in zip(room.names, room.seats, strict=True)
            ],
            "watch": f"/table/{room.spectators}",
            "invitations": [
                {"seat": place, "page": f"/join/{code}"} for place, code in self.lobby.invitations(room, seat).items()
            ],
            "next": None if following is None else f"/table/{following}",
        }


def _version(room: Room) -> Document:
    return {"version": room.version, "moves": len(room.table), "epoch": room.table.epoch}


def _sitters(data: object) -> list[Sitter]:
    """Return who is to sit at the seats of a new table."""
    if not isinstance(data, list) or not all(isinstance(sitter, dict) for sitter in data):
        raise WebError('"seats" must be an array with an object for each seat, such as {"who": "thinking"}')
    return [Sitter(who=text_in(sitter, "who"), name=clean_name(text_in(sitter, "name", ""))) for sitter in data]

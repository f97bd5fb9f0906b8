"""The server as a whole: streams, storing, beginning and ending."""

import asyncio
import importlib
import importlib.util
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from threading import Thread
from typing import Any
from urllib.request import urlopen

import pytest
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.testclient import TestClient

import cardrules.web
from cardrules.errors import MissingExtraError
from cardrules.web import IN_MEMORY, Limits, Robots, Store, application, library, serve
from cardrules.web import api as api_module
from cardrules.web.api import Api
from cardrules.web.errors import StoreError, TooManyRequestsError
from cardrules.web.lobby import Lobby, Opened, Sitter
from tests.web.visitors import error_of, lobby_of, look, move, opened

OFFERS = library()
PEOPLE = [Sitter(who="friend"), Sitter(who="you"), Sitter(who="friend")]


def opened_in(lobby: Lobby) -> Opened:
    """Open a table of three people."""
    offer = lobby.offer("oh_hell")
    return lobby.open(offer, offer.game.Rules(players=3, deals=1), PEOPLE)


def lobby_in_memory(limits: Limits | None = None) -> Lobby:
    """Return the lobby of a server in memory."""
    lobby: Lobby = application(OFFERS, Store(IN_MEMORY), limits=limits or Limits()).state.lobby
    return lobby


async def streamed(api: Api, token: str) -> StreamingResponse:
    """Begin to listen to a table."""
    scope = {"type": "http", "path_params": {"token": token}, "headers": [], "query_string": b""}
    answer = await api.stream(Request(scope))
    assert isinstance(answer, StreamingResponse)
    return answer


def message(chunk: object) -> Any:
    """Return the data of an event."""
    assert isinstance(chunk, str)
    assert chunk.startswith("data: ")
    assert chunk.endswith("\n\n")
    return json.loads(chunk.removeprefix("data: "))


def test_a_stream_says_when_the_table_changes() -> None:
    async def listen() -> None:
        api = Api(lobby_in_memory())
        table = opened_in(api.lobby)
        answer = await streamed(api, table.token)
        assert answer.media_type == "text/event-stream"
        chunks = aiter(answer.body_iterator)
        assert message(await anext(chunks)) == {"version": 0, "moves": 1, "epoch": 0}
        table.room.play(1, "bid 0")
        assert message(await anext(chunks)) == {"version": 1, "moves": 2, "epoch": 0}
        api.lobby.end_streams()
        with pytest.raises(StopAsyncIteration):
            await anext(chunks)
        assert table.room.listeners == set()

    asyncio.run(listen())


def test_a_stream_repeats_itself_when_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_module, "HEARTBEAT", 0.01)

    async def listen() -> None:
        api = Api(lobby_in_memory())
        answer = await streamed(api, opened_in(api.lobby).token)
        chunks = aiter(answer.body_iterator)
        assert await anext(chunks) == await anext(chunks)
        await chunks.aclose()  # type: ignore[attr-defined]  # it is a generator

    asyncio.run(listen())


def test_a_table_has_so_many_streams() -> None:
    async def listen() -> None:
        api = Api(lobby_in_memory(Limits(streams=1)))
        table = opened_in(api.lobby)
        chunks = aiter((await streamed(api, table.token)).body_iterator)
        await anext(chunks)
        with pytest.raises(TooManyRequestsError, match="too many people"):
            await streamed(api, table.token)
        await chunks.aclose()  # type: ignore[attr-defined]  # it is a generator

    asyncio.run(listen())


def test_a_move_that_cannot_be_stored_has_not_been_made(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    token = opened(client, "oh_hell", {"players": 3, "deals": 1}, "friend", "you", "friend")
    before = look(client, token)
    store = lobby_of(client).store

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "save", full)
        assert error_of(move(client, token)) == (500, "store")
    assert look(client, token) == before
    assert move(client, token).status_code == 200


@pytest.fixture
def ended_by_itself() -> Iterator[None]:
    """Leave the handling of signals as it was."""
    handler = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.usefixtures("ended_by_itself")
def test_a_server_ends_at_once_though_somebody_listens() -> None:
    app = application(OFFERS, Store(IN_MEMORY), robots=Robots(0))
    token = opened_in(app.state.lobby).token
    heard: list[bytes] = []

    def visit(address: str) -> None:
        try:
            with closing(urlopen(f"{address}/api/seats/{token}/stream", timeout=20)) as stream:  # noqa: S310  # our own
                heard.append(stream.readline())
                os.kill(os.getpid(), signal.SIGINT)
                heard.append(stream.read())
        finally:
            if len(heard) < 2:
                os.kill(os.getpid(), signal.SIGINT)

    addresses: list[str] = []
    visitors: list[Thread] = []

    def ready(address: str) -> None:
        addresses.append(address)
        visitors.append(Thread(target=visit, args=(address,)))
        visitors[0].start()

    with pytest.raises(KeyboardInterrupt):
        serve(app, "127.0.0.1", 0, ready)
    visitors[0].join()
    assert addresses[0].startswith("http://127.0.0.1:")
    assert heard == [b'data: {"version": 0, "moves": 1, "epoch": 0}\n', b"\n"]


def test_an_address_that_is_taken_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        serve(application(OFFERS, Store(IN_MEMORY)), "127.0.0.1", taken.getsockname()[1], print)


@pytest.mark.parametrize("package", ["starlette", "uvicorn", "markdown_it", "cattrs"])
def test_without_its_extra_the_server_says_what_to_install(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == package else object())
    with pytest.raises(MissingExtraError, match=r"pip install 'cardrules\[web\]'"):
        importlib.reload(cardrules.web)

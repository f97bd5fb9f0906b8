"""Many tables at once on one process, which is then killed."""

import asyncio
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import pytest
from attrs import field, frozen

from cardrules.web import Limits, Store, application, library
from cardrules.web.lobby import Sitter
from tests.web.processes import Server

PAUSE = 3.0
"""The seconds that a person takes for a move."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")


@frozen
class Visitor:
    """A connection to a server, for one request after the other."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Send a request; return the status and the body of the answer."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        self.writer.write(head.encode() + sent)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = answer.partition("content-length: ")[2].partition("\r\n")[0]
        return int(answer.split()[1]), await self.reader.readexactly(int(length or 0))

    async def listen(self, path: str) -> None:
        """Begin to receive a stream, and read it to its end."""
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        while await self.reader.read(65_536):
            pass


@frozen
class Load:
    """What was measured."""

    seconds: list[float] = field(factory=list)
    """The time of each answer to a move."""
    acknowledged: dict[str, int] = field(factory=dict)
    """The number of moves of each table, as the last answer told it."""

    def __str__(self) -> str:
        *_, ninety_five = quantiles(self.seconds, n=20)
        return (
            f"{len(self.acknowledged)} tables, {len(self.seconds)} moves, "
            f"median {1000 * median(self.seconds):.1f} ms, 95 % within {1000 * ninety_five:.1f} ms"
        )


async def play_at(port: int, token: str, load: Load, until: float, first: float) -> None:
    """Move at a table at every turn after a pause, and look at the picture after each move, as a page does."""
    visitor = Visitor(*await asyncio.open_connection("127.0.0.1", port))
    listener = Visitor(*await asyncio.open_connection("127.0.0.1", port))
    listening = asyncio.create_task(listener.listen(f"/api/seats/{token}/stream"))
    await asyncio.sleep(first)  # people come one after the other
    _, body = await visitor.ask("GET", f"/api/seats/{token}")
    table: dict[str, Any] = json.loads(body)
    await asyncio.sleep(PAUSE)
    while perf_counter() < until:
        if table["legal"]:
            move = {"move": table["legal"][0]["move"], "epoch": table["epoch"]}
            begun = perf_counter()
            status, body = await visitor.ask("POST", f"/api/seats/{token}/moves?since={table['moves']}", move)
            load.seconds.append(perf_counter() - begun)
            assert status == 200, body
            load.acknowledged[token] = json.loads(body)["moves"]
            await visitor.ask("GET", f"/api/seats/{token}/picture?mode=page&width=840")
        await asyncio.sleep(PAUSE)
        _, body = await visitor.ask("GET", f"/api/seats/{token}?since={table['moves']}")
        table = json.loads(body)
        if table["outcome"] is not None:
            break
    listening.cancel()
    visitor.writer.close()
    listener.writer.close()


async def play_everywhere(port: int, tokens: Sequence[str], seconds: float) -> Load:
    """Play at all tables at once for some time."""
    load = Load()
    until = perf_counter() + seconds
    firsts = [PAUSE * place / len(tokens) for place in range(len(tokens))]
    await asyncio.gather(
        *(play_at(port, token, load, until, first) for token, first in zip(tokens, firsts, strict=True))
    )
    return load


def tables_in(path: Path, count: int) -> list[str]:
    """Store new tables of Oh Hell, each with a person and three random robots; return the links."""
    app = application(library(), Store(str(path)), limits=Limits())
    lobby = app.state.lobby
    offer = lobby.offer("oh_hell")
    sitters = [Sitter(who="you"), *[Sitter(who="random")] * 3]
    tokens = [lobby.open(offer, offer.game.Rules(), sitters).token for _ in range(count)]
    lobby.store.close()
    return tokens


@pytest.mark.parametrize(
    ("tables", "seconds", "most"),
    [(20, 8, 0.5), pytest.param(200, 30, 0.05, marks=pytest.mark.deep)],
)
def test_many_tables_are_answered_at_once_and_none_is_lost(
    tmp_path: Path, tables: int, seconds: float, most: float
) -> None:
    path = tmp_path / "tables.sqlite"
    tokens = tables_in(path, tables)
    server = Server(path)
    load = asyncio.run(play_everywhere(server.port, tokens, seconds))
    server.end(signal.SIGKILL)
    print(f"\n{load}")  # noqa: T201  # shown by pytest -s
    assert len(load.acknowledged) > tables // 4
    lobby = application(library(), Store(str(path))).state.lobby
    for token, moves in load.acknowledged.items():
        assert len(lobby.find(token)[0].table) >= moves
    lobby.store.close()
    assert median(load.seconds) < most

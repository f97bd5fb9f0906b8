"""Robots."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from typing import Any

import pytest

from cardrules import catalogue
from cardrules.play.table import Table
from cardrules.thinking.budgets import Budget
from cardrules.web import robots as robots_module
from cardrules.web.limits import Limits
from cardrules.web.lobby import Lobby, Sitter
from cardrules.web.offers import library
from cardrules.web.robots import Robots, _thought
from cardrules.web.rooms import Room
from cardrules.web.storage import IN_MEMORY, Store

OFFERS = {offer.name: offer for offer in library()}


def room_of(robots: Robots, game: str, *who: str, **options: Any) -> Room:
    """Open a table in memory."""
    offer = OFFERS[game]
    lobby = Lobby([offer], Store(IN_MEMORY), robots, Limits())
    return lobby.open(offer, offer.game.Rules(**options), [Sitter(who=each) for each in who]).room


async def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(60):
        while not happened():  # noqa: ASYNC110  # robots have nothing to wait for
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("name", ["oh_hell", "blackjack", "devils_hand", "konchinka"])
def test_robots_play_a_game_to_its_end_while_somebody_watches(name: str) -> None:
    short = {"oh_hell": {"players": 3, "deals": 2}, "konchinka": {"max_packs": 2}}.get(name, {})
    seats = OFFERS[name].seats(catalogue.game(name).Rules(**short))

    async def play() -> None:
        robots = Robots(0)
        room = room_of(robots, name, *["random"] * seats, **short)
        robots.wake(room)
        assert not robots.at_work(room)  # nobody watches
        room.listeners.add(asyncio.Event())
        robots.wake(room)
        robots.wake(room)
        await until(lambda: room.table.outcome is not None)
        await robots.close()

    asyncio.run(play())


def test_robots_wait_for_people_and_take_some_time() -> None:
    async def play() -> None:
        robots = Robots(0.05)
        room = room_of(robots, "oh_hell", "you", "random", "random", players=3, deals=1)
        robots.wake(room)
        assert (len(room.table), robots.at_work(room)) == (1, True)
        await until(lambda: room.table.to_act == 0)
        await until(lambda: not robots.at_work(room))
        assert len(room.table) == 3
        await robots.close()

    asyncio.run(play())


def test_a_move_that_was_thought_of_before_an_undo_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        robots = Robots(0)
        room = room_of(robots, "oh_hell", "random", "you", "random", players=3, deals=1)
        thought = robots._move
        undone: list[int] = []

        async def undo_while_it_thinks(table: Table[Any, Any, Any], kind: str) -> object:
            move = await thought(table, kind)
            if not undone:
                undone.append(room.table.epoch)
                room.request_undo(1)
            return move

        monkeypatch.setattr(robots, "_move", undo_while_it_thinks)
        room.play(1, "bid 0")
        robots.wake(room)
        await until(lambda: not robots.at_work(room))
        assert (undone, room.table.epoch, len(room.table)) == ([0], 1, 1)
        await robots.close()

    asyncio.run(play())


def test_a_robot_that_fails_is_reported_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(_table: object, _kind: object) -> object:
        raise ZeroDivisionError

    async def play() -> None:
        robots = Robots(0)
        room = room_of(robots, "oh_hell", "you", "random", "random", players=3, deals=1)
        monkeypatch.setattr(robots, "_move", failing)
        robots.wake(room)
        await until(lambda: not robots.at_work(room))
        assert len(room.table) == 1
        await robots.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(play())
    assert "has failed" in caplog.text


def test_a_robot_that_cannot_think_moves_at_random(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*_: object) -> object:
        raise ZeroDivisionError

    async def play() -> None:
        robots = Robots(0)
        room = room_of(robots, "oh_hell", "you", "thinking", "thinking", players=3, deals=1)
        with ThreadPoolExecutor(1) as threads:
            monkeypatch.setattr(robots, "_processes", lambda: threads)
            monkeypatch.setattr(robots_module, "_thought", failing)
            robots.wake(room)
            await until(lambda: room.table.to_act == 0)
            await robots.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(play())
    assert "cannot think about oh_hell" in caplog.text


def test_robots_think_in_processes_of_their_own() -> None:
    async def play() -> None:
        robots = Robots(0, Budget(iterations=5), processes=1)
        room = room_of(robots, "oh_hell", "you", "thinking", "thinking", players=3, deals=2)
        robots.wake(room)
        await until(lambda: room.table.to_act == 0)
        assert len(room.table) > 1
        await robots.close()

    asyncio.run(play())


@pytest.mark.parametrize("name", ["oh_hell", "klaberjass", "blackjack", "devils_grip"])
def test_a_thinking_robot_makes_a_legal_move(name: str) -> None:
    game = catalogue.game(name)
    table: Table[Any, Any, Any] = Table(game, game.Rules(), seed=1)
    assert _thought(game, table.record, Budget(iterations=3)) in table.legal_moves


def test_processes_that_were_ended_are_replaced() -> None:
    async def play() -> None:
        robots = Robots(0, Budget(iterations=5), processes=1)
        room = room_of(robots, "oh_hell", "you", "thinking", "thinking", players=3, deals=2)
        broken = robots._processes()
        ended = broken.submit(os.kill, broken.submit(os.getpid).result(), signal.SIGTERM)
        with pytest.raises(BrokenExecutor):
            ended.result()
        robots.wake(room)
        await until(lambda: not robots.at_work(room))
        assert len(room.table) == 1
        robots.wake(room)
        await until(lambda: room.table.to_act == 0)
        await robots.close()

    asyncio.run(play())


def test_robots_that_are_about_to_move_do_not_delay_the_end() -> None:
    async def play() -> None:
        robots = Robots(60)
        room = room_of(robots, "oh_hell", "you", "random", "random", players=3, deals=1)
        robots.wake(room)
        await robots.close()
        assert len(room.table) == 1

    asyncio.run(play())

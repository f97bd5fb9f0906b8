"""Robots: they move after a short while, and think in processes of their own, so the server goes on answering.

A robot at a seat is shown the view of that seat, the moves as that seat saw them, its legal moves and random numbers of its
own, as every player of :mod:`cardrules.play` is.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any, Final

from cardrules.game import Record, name_of
from cardrules.play.observers import at_table
from cardrules.play.pickling import by_name
from cardrules.play.players import random_player
from cardrules.play.table import Table
from cardrules.thinking.budgets import Budget
from cardrules.thinking.players import Thinking
from cardrules.web.offers import AnyTable
from cardrules.web.rooms import Room

DELAY: Final = 0.7
"""The seconds that a robot takes at least, so that people can follow the game."""

THINK: Final = Budget(seconds=0.5)
"""What a robot that thinks may spend on a move."""

PROCESSES: Final = max((os.cpu_count() or 2) - 1, 1)
"""The number of processes in which robots think; one processor is left to the server."""

_log: Final = logging.getLogger(__name__)


class Robots:
    """The robots of a server."""

    def __init__(self, delay: float = DELAY, think: Budget = THINK, processes: int = PROCESSES) -> None:
        """Let robots wait ``delay`` seconds before they move, and those that think do so in some processes."""
        self.delay = delay
        self.think = think
        self._number = processes
        self._pool: ProcessPoolExecutor | None = None
        self._at_work: dict[int, asyncio.Task[None]] = {}

    def wake(self, room: Room) -> None:
        """Let the robots of a room move for as long as they are to act and anybody waits for them."""
        if room.robot is not None and room.awaited and room.number not in self._at_work:
            task = asyncio.get_running_loop().create_task(self._play(room))
            self._at_work[room.number] = task
            task.add_done_callback(lambda _: self._at_work.pop(room.number, None))

    def at_work(self, room: Room) -> bool:
        """Return whether a robot of the room is about to move."""
        return room.number in self._at_work

    async def _play(self, room: Room) -> None:
        try:
            while (kind := room.robot) is not None and room.awaited:
                await asyncio.sleep(self.delay)
                before = len(room.table), room.table.epoch
                move = await self._move(room.table, kind)
                if before == (len(room.table), room.table.epoch):  # nobody has taken moves back while it was thinking
                    room.play(room.table.to_act, move)
        except Exception:  # noqa: BLE001  # a player may raise anything, and must not stop the server
            _log.exception("a robot at table %d has failed; it goes on when somebody looks", room.number)

    async def _move(self, table: AnyTable, kind: str) -> Any:
        """Return the move of a robot."""
        legal = table.legal_moves
        if kind == "random" or len(legal) == 1:
            return random_player(None, legal, table.rng)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._processes(), _thought, by_name(table.game), table.record, self.think
            )
        except BrokenExecutor:
            self._pool = None  # somebody has ended its processes; others begin with the next move
            raise
        except Exception:  # noqa: BLE001  # nor may a game of one's own about which nobody can think stand still
            _log.exception("a robot cannot think about %s; it moves at random", name_of(table.game))
            return random_player(None, legal, table.rng)

    def _processes(self) -> ProcessPoolExecutor:
        """Return the processes, which begin when they are needed first."""
        if self._pool is None:
            fresh = multiprocessing.get_context("spawn")  # no copies of the server with its connections and threads
            self._pool = ProcessPoolExecutor(self._number, fresh, signal.signal, (signal.SIGINT, signal.SIG_IGN))
        return self._pool

    async def close(self) -> None:
        """Let no robot move any more."""
        for task in list(self._at_work.values()):
            task.cancel()
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _thought(game: Any, record: Record[Any, Any], think: Budget) -> Any:
    """Return the move of a player that thinks, in a process of its own.

    It is told the whole game anew, which takes 25 ms after 400 moves: so any process can think about any table, and nothing
    is lost with one that ends.
    """
    table: AnyTable = Table.resume(game, record)
    seat = table.to_act
    assert seat is not None
    player = at_table(table, Thinking(think), seat)
    return player(table.view(seat), table.legal_moves, table.rng)

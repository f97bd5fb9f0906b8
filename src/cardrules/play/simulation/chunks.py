"""Chunks: how many games a task plays, and when the games so far are enough.

A chunk takes about a quarter of a second, whatever the game, so that neither the tasks nor their results are many. The
sizes depend on the machine, the result does not. Where games are counted one stage after the other, to end at the same game
on every machine, no chunk goes over the end of a stage.
"""

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import Final

from attrs import frozen

from cardrules.play.simulation.counts import NOTHING, Tally
from cardrules.play.simulation.games import Chunk

FIRST: Final = 8
"""The number of games of the first chunks, whose time tells the size of the next ones."""

GROWTH: Final = 8
"""How many times as many games as the last measured chunk a chunk may have."""

TARGET: Final = 0.25
"""The seconds that a chunk should take."""

LEAST: Final = 0.01
"""The seconds that a chunk takes at least, near the end, when small chunks let all who play end at the same time."""

STAGE: Final = 1000
"""The number of games of the first stage."""


def stage_end(number: int) -> int:
    """Return the end of the stage that game ``number`` is in; a stage adds a tenth to the games so far."""
    end = STAGE
    while end <= number:
        end += end // 10
    return end


class Chunks(Iterator[range]):
    """The numbers of the games that are still to be played, a chunk at a time."""

    def __init__(self, wanted: int, done: Iterable[range] = (), workers: int = 0, *, staged: bool = False) -> None:
        """Hand out the games below ``wanted`` that are not ``done`` yet, so that ``workers`` end at the same time."""
        self._staged = staged
        self._gaps = _gaps(wanted, done)
        self._left = sum(map(len, self._gaps))
        self._workers = workers
        self._size, self._least = FIRST, 1

    def __next__(self) -> range:
        if not self._gaps:
            raise StopIteration
        gap = self._gaps[-1]
        size = self._size
        if self._workers:
            size = min(size, max(self._least, ceil(self._left / (2 * self._workers))))
        stop = min(gap.start + size, gap.stop)
        chunk = range(gap.start, min(stop, stage_end(gap.start)) if self._staged else stop)
        self._left -= len(chunk)
        if chunk.stop == gap.stop:
            self._gaps.pop()
        else:
            self._gaps[-1] = range(chunk.stop, gap.stop)
        return chunk

    def learn(self, chunk: Chunk) -> None:
        """Choose the size of the next chunks by the time that one took."""
        games = chunk.tally.games
        pace = games / max(chunk.seconds, 1e-9)
        self._size = max(1, min(int(TARGET * pace), games * GROWTH))
        self._least = max(1, min(int(LEAST * pace), self._size))


def _gaps(wanted: int, done: Iterable[range]) -> list[range]:
    """Return what is missing below ``wanted``, the last gap first."""
    gaps: list[range] = []
    first = 0
    for numbers in sorted(done, key=lambda numbers: numbers.start):
        if numbers.start > first:
            gaps.append(range(first, numbers.start))
        first = numbers.stop
    if first < wanted:
        gaps.append(range(first, wanted))
    return gaps[::-1]


@frozen
class Collected:
    """The games that are counted so far: all those of the first stages, and some of later ones."""

    wanted: int
    staged: bool = False
    """Whether there are stages; without them the whole run is one."""
    settled: Tally = NOTHING
    """The tally of all games of the stages that are complete."""
    ahead: Mapping[int, Tally] = {}
    """The tallies of later stages, by their ends."""

    @property
    def games(self) -> int:
        """The number of games."""
        return self.settled.games + sum(tally.games for tally in self.ahead.values())

    @property
    def tally(self) -> Tally:
        """The tally of all games."""
        total = self.settled
        for tally in self.ahead.values():
            total = total.plus(tally)
        return total

    def plus(self, chunk: Chunk) -> "Collected":
        """Return what is collected with a chunk."""
        end = self._end(chunk.first)
        tally = self.ahead.get(end, NOTHING).plus(chunk.tally)
        return Collected(self.wanted, self.staged, self.settled, {**self.ahead, end: tally})

    def settle(self) -> "Collected | None":
        """Return the same with one more complete stage, if there is one."""
        first = self.settled.games
        end = self._end(first)
        tally = self.ahead.get(end, NOTHING)
        if not tally.games or tally.games < end - first:
            return None
        later = {stage: tally for stage, tally in self.ahead.items() if stage != end}
        return Collected(self.wanted, self.staged, self.settled.plus(tally), later)

    def _end(self, number: int) -> int:
        return min(stage_end(number), self.wanted) if self.staged else self.wanted

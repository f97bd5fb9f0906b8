"""Limits: what one visitor, and all of them, may ask of a server."""

from collections.abc import Callable
from time import monotonic
from typing import Final

from attrs import frozen

from cardrules.web.errors import TooManyRequestsError


@frozen(kw_only=True)
class Limits:
    """The limits of a server. They leave people room to play fast, and programs none to keep the server from others."""

    tables: int = 10_000
    """The most tables that are kept."""
    days: int = 60
    """The days after which a table may be removed at which nobody has moved, once there are as many as are kept."""
    body: int = 65_536
    """The most bytes of a request."""
    new_tables: float = 0.5
    """The tables that one address may open per second, in the long run."""
    requests: float = 10
    """The requests per second that one link may make, in the long run."""
    burst: int = 40
    """The requests that may come at once."""
    streams: int = 50
    """The most streams of events of one table."""
    rooms: int = 2_000
    """The most tables that are held in memory; the others are read from the file when somebody comes."""


class Rate:
    """Counts requests by who makes them, and refuses those that come too fast."""

    KNOWN: Final = 10_000
    """The number of visitors that are remembered."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = monotonic) -> None:
        """Allow ``burst`` requests at once, and then so many ``per_second``."""
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._free_at: dict[str, float] = {}

    def count(self, visitor: str) -> None:
        """Count a request; raise :class:`~cardrules.web.errors.TooManyRequestsError` if it comes too soon."""
        now = self._clock()
        free_at = max(self._free_at.pop(visitor, now), now) + 1 / self._per_second
        if free_at > now + self._burst / self._per_second:
            self._free_at[visitor] = free_at - 1 / self._per_second
            raise TooManyRequestsError("too many requests in a short time; wait a moment")
        self._free_at[visitor] = free_at
        if len(self._free_at) > self.KNOWN:
            del self._free_at[next(iter(self._free_at))]

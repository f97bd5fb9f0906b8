"""How many requests a visitor may make."""

import pytest

from cardrules.web.errors import TooManyRequestsError
from cardrules.web.limits import Rate


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_some_requests_may_come_at_once_and_then_as_many_as_time_allows() -> None:
    clock = Clock()
    rate = Rate(2, 3, clock)
    for _ in range(3):
        rate.count("ann")
    for _ in range(2):
        with pytest.raises(TooManyRequestsError, match="wait a moment"):
            rate.count("ann")
    rate.count("bo")
    clock.now += 0.5
    rate.count("ann")
    with pytest.raises(TooManyRequestsError):
        rate.count("ann")
    clock.now += 100
    for _ in range(3):
        rate.count("ann")
    with pytest.raises(TooManyRequestsError):
        rate.count("ann")


def test_those_who_came_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rate, "KNOWN", 2)
    rate = Rate(1, 1, Clock())
    for visitor in ("ann", "bo", "cleo", "ann"):  # the fourth is ann again, whom nobody remembers
        rate.count(visitor)
    with pytest.raises(TooManyRequestsError):
        rate.count("cleo")

"""Whether a state looks to a seat as a view does, told without making its view."""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TypeAlias

import attrs

from cardrules.cards import Hand, by_index
from cardrules.seats import Seat
from cardrules.zones import CardField, Visibility, card_fields, is_attrs

Test: TypeAlias = Callable[[object], bool]
"""A function that tells whether a value looks as it should."""


class Looks:
    """Tests of whether states look to a seat as its views do; they share the tests of what is the same in several views."""

    def __init__(self, seat: Seat | None, *, ordered: bool) -> None:
        """Compare what ``seat`` sees; unless hands are ``ordered``, it may hold its cards in any order."""
        self.seat = seat
        self.ordered = ordered
        self._known: dict[int, tuple[object, Test]] = {}

    def test(self, seen: attrs.AttrsInstance) -> Test:
        """Return a function that tells whether the view of a state would be ``seen``.

        The function takes a twentieth of the time of a view: most of what it compares is equal as a whole.
        """
        return self._of(seen)

    def _of(self, seen: object) -> Test:
        """Return the test for a value that may have zones."""
        if isinstance(seen, tuple):
            return _tuple_test(type(seen), list(map(self._of, seen)))
        if not is_attrs(seen):
            return lambda value: value == seen
        kind, (equal, zones, nested) = type(seen), _fields(type(seen))
        wanted = equal(seen)
        tests = [(get, self._of_zone(zone, get(seen))) for get, zone in zones]
        tests += [(get, self._shared(get(seen))) for get in nested]

        def looks(state: object) -> bool:
            if type(state) is not kind or equal(state) != wanted:
                return False
            for get, test in tests:  # noqa: SIM110  # all() would make this take twice as long
                if not test(get(state)):
                    return False
            return True

        return looks

    def _shared(self, seen: object) -> Test:
        """Return a test that remembers the last value that passed it: a table stays the same for many moves."""
        if id(seen) not in self._known:
            self._known[id(seen)] = seen, _remembering(self._of(seen))
        return self._known[id(seen)][1]

    def _of_zone(self, zone: CardField, seen: object) -> Test:
        if zone.visibility is Visibility.CLOSED or not isinstance(seen, tuple):
            return _size_test(seen)
        if all(type(own) is Hand for own in seen):
            return self._of_hands(seen)
        own_tests = [
            _hand_test(own, self.ordered) if owner == self.seat else _size_test(own) for owner, own in enumerate(seen)
        ]
        return _tuple_test(type(seen), own_tests)

    def _of_hands(self, seen: tuple[Hand, ...]) -> Test:
        """Return the test for one hand of each seat, as most games have."""
        sizes, seat, ordered = [len(hand) for hand in seen], self.seat, self.ordered
        if seat is None or seat >= len(seen):
            return lambda hands: isinstance(hands, tuple) and [*map(len, hands)] == sizes
        mine, sorted_ = seen[seat], sorted(seen[seat], key=by_index)
        distinct = set(mine)
        if len(distinct) == len(mine) and not ordered:  # as in most games; takes a third of the time of sorting
            return lambda hands: (
                isinstance(hands, tuple) and [*map(len, hands)] == sizes and set(hands[seat]) == distinct
            )
        return lambda hands: (
            isinstance(hands, tuple)
            and [*map(len, hands)] == sizes
            and (hands[seat] == mine or (not ordered and sorted(hands[seat], key=by_index) == sorted_))
        )


Fields: TypeAlias = tuple[
    Callable[[object], object],
    tuple[tuple[Callable[[object], object], CardField], ...],
    tuple[Callable[[object], object], ...],
]
"""Getters of the fields that must be equal, all at once, of the hidden zones, and of the fields that may have zones inside."""


@cache
def _fields(kind: type[attrs.AttrsInstance]) -> Fields:
    parts = {part.name: part for part in card_fields(kind)}
    equal = [
        field.name
        for field in attrs.fields(kind)
        if (parts[field.name].visibility is Visibility.OPEN if field.name in parts else field.eq)
    ]
    hidden = [part for part in parts.values() if part.visibility in (Visibility.OWNER, Visibility.CLOSED)]
    nested = [part.name for part in parts.values() if part.visibility is None]
    zones = tuple((attrgetter(part.name), part) for part in hidden)
    return attrgetter(*equal) if equal else type, zones, tuple(map(attrgetter, nested))


def _tuple_test(kind: type, tests: list[Test]) -> Test:
    def looks(value: object) -> bool:
        return (
            isinstance(value, tuple)
            and type(value) is kind
            and len(value) == len(tests)
            and all(test(item) for test, item in zip(tests, value, strict=True))
        )

    return looks


def _remembering(test: Test) -> Test:
    last: object = None

    def remembered(value: object) -> bool:
        nonlocal last
        if value is last:
            return True
        if not test(value):
            return False
        last = value
        return True

    return remembered


def _hand_test(seen: object, ordered: bool) -> Test:
    """Return the test for what a seat holds."""
    if isinstance(seen, Hand) and not ordered:
        sorted_ = sorted(seen, key=by_index)
        return lambda hand: isinstance(hand, Hand) and sorted(hand, key=by_index) == sorted_
    if isinstance(seen, tuple) and not isinstance(seen, Hand):
        return _tuple_test(type(seen), [_hand_test(part, ordered) for part in seen])
    return lambda hand: hand == seen


def _size_test(seen: object) -> Test:
    """Return the test for cards that the seat does not see."""
    if isinstance(seen, Hand):
        size = len(seen)
        return lambda hand: isinstance(hand, Hand) and len(hand) == size
    if isinstance(seen, tuple):
        if all(isinstance(part, Hand) for part in seen):
            sizes = [*map(len, seen)]
            return lambda hands: isinstance(hands, tuple) and [*map(len, hands)] == sizes
        return _tuple_test(type(seen), list(map(_size_test, seen)))
    return lambda card: (card is None) == (seen is None)

"""Whether a state looks to a seat as a view does, told without making its view."""

from collections.abc import Callable
from functools import cache
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
        self._known: dict[int, tuple[object, _Remembering]] = {}
        self._own: dict[Hand, _Remembering] = {}

    def test(self, seen: attrs.AttrsInstance) -> Test:
        """Return a function that tells whether the view of a state would be ``seen``.

        The function takes a fortieth of the time of a view: most of what it compares is equal as a whole.
        """
        return self._of(seen)

    def _of(self, seen: object) -> Test:
        """Return the test for a value that may have zones."""
        if isinstance(seen, tuple):
            return _tuple_test(type(seen), list(map(self._of, seen)))
        if not is_attrs(seen):
            return lambda value: value == seen
        wanted = _Conditions()
        wanted.add("type(it) is {}", type(seen))
        zones = {part.name: part for part in card_fields(type(seen))}
        for field in attrs.fields(type(seen)):
            name, zone = field.name, zones.get(field.name)
            if zone is None or zone.visibility is Visibility.OPEN:
                if zone or field.eq:
                    wanted.add(f"it.{name} == {{}}", getattr(seen, name))
            elif zone.visibility is None:
                wanted.add(f"(it.{name} is {{0}}.last or {{0}}(it.{name}))", self._shared(getattr(seen, name)))
            else:
                self._add_zone(wanted, zone, getattr(seen, name))
        return wanted.test()

    def _shared(self, seen: object) -> "_Remembering":
        """Return a test that remembers the last value that passed it: a table stays the same for many moves."""
        if id(seen) not in self._known:
            self._known[id(seen)] = seen, _Remembering(self._of(seen))
        return self._known[id(seen)][1]

    def _add_zone(self, wanted: "_Conditions", zone: CardField, seen: object) -> None:
        """Add the conditions for a zone of which the seat sees only its own part, or nothing."""
        own = self.seat if zone.visibility is Visibility.OWNER else None
        if isinstance(seen, tuple) and seen and all(type(hand) is Hand for hand in seen):
            self._add_hands(wanted, f"it.{zone.name}", own, seen)
        elif own is None or not isinstance(seen, tuple):
            wanted.add(f"{{}}(it.{zone.name})", _size_test(seen))
        else:
            tests = [
                _hand_test(part, self.ordered) if seat == own else _size_test(part) for seat, part in enumerate(seen)
            ]
            wanted.add(f"{{}}(it.{zone.name})", _tuple_test(type(seen), tests))

    def _add_hands(self, wanted: "_Conditions", it: str, own: Seat | None, seen: tuple[Hand, ...]) -> None:
        """Add the conditions for one hand of each seat, as most games have."""
        wanted.add(f"type(hands := {it}) is tuple and len(hands) == {{}}", len(seen))
        for seat, hand in enumerate(seen):
            if seat == own and hand:
                known = self._own.setdefault(hand, _Remembering(_hand_test(hand, self.ordered)))
                wanted.add(f"(hands[{seat}] is {{0}}.last or {{0}}(hands[{seat}]))", known)
            else:
                wanted.add(f"len(hands[{seat}]) == {{}}", len(hand))


class _Conditions:
    """The source of a test, and the values that it compares with.

    A test is one expression: it takes half the time of a loop over the fields, and drawing a world four fifths.
    """

    def __init__(self) -> None:
        self._sources: list[str] = []
        self._values: list[object] = []

    def add(self, source: str, value: object) -> None:
        """Add a condition on ``it``, which has ``{}`` or ``{0}`` where it names ``value``."""
        self._sources.append(source.format(f"value{len(self._values)}"))
        self._values.append(value)

    def test(self) -> Test:
        """Return the test that all conditions hold."""
        return _maker(" and ".join(self._sources), len(self._values))(*self._values)


@cache
def _maker(source: str, values: int) -> Callable[..., Test]:
    """Return a function that makes a test from the values of its conditions; there is one for each kind of view."""
    names = ", ".join(f"value{number}" for number in range(values))
    made: Callable[..., Test] = eval(f"lambda {names}: lambda it: {source}")  # noqa: S307  # written from names of fields
    return made


def _tuple_test(kind: type, tests: list[Test]) -> Test:
    def looks(value: object) -> bool:
        return (
            isinstance(value, tuple)
            and type(value) is kind
            and len(value) == len(tests)
            and all(test(item) for test, item in zip(tests, value, strict=True))
        )

    return looks


class _Remembering:
    """A test that remembers the last value that passed it. Who compares with ``last`` first is spared most calls."""

    def __init__(self, test: Test) -> None:
        self.last: object = None
        self._test = test

    def __call__(self, value: object) -> bool:
        if not self._test(value):
            return False
        self.last = value
        return True


def _hand_test(seen: object, ordered: bool) -> Test:
    """Return the test for what a seat holds."""
    if isinstance(seen, Hand) and not ordered:
        distinct = set(seen)
        if len(distinct) == len(seen):  # as in most games; takes a third of the time of sorting
            return lambda hand: isinstance(hand, Hand) and len(hand) == len(distinct) and set(hand) == distinct
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

"""Information sets: all that a seat has seen of a game, from its start to now.

A view is one moment. A player remembers more: who could not follow suit, what was announced, which card was passed on.
Two games are alike to a seat exactly if its information sets of them are equal.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Final, Generic, TypeVar

import attrs
from attrs import field, frozen

from cardrules.canonical import canonical
from cardrules.cards import Card, Hand
from cardrules.game import Game, Promises, Record, Shuffled, StateLike, start_game
from cardrules.moves import words
from cardrules.play.text import headline
from cardrules.play.transcript import Step, steps
from cardrules.seats import Seat
from cardrules.zones import is_attrs, view, view_of_move

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


@frozen(eq=False, repr=False)
class InformationSet(Generic[S, M]):
    """All that a seat, or a spectator, has seen: the first view, then each move as it saw it and the view after it.

    It is a value that never changes: :meth:`after` returns a new one, which shares everything before it. Two are equal
    exactly if the seat cannot tell the two games apart. The order in which a hand was dealt is no knowledge, so the hands
    of the seat are sorted, unless the game says that their order matters.

    >>> from cardrules import Record, stacked, Hand
    >>> from cardrules.games import oh_hell
    >>> rules = oh_hell.Rules(players=3, deals=1)
    >>> def dealt(cards: str) -> "InformationSet[oh_hell.State, oh_hell.Move]":
    ...     shuffle = stacked(oh_hell.start(rules), Hand.parse(cards))
    ...     return information(oh_hell, Record(rules, (shuffle, oh_hell.Bid(1))), 0)
    >>> dealt("2C 3C KS") == dealt("4C 5C KS"), dealt("2C 3C KS") == dealt("2C 3C QS")
    (True, False)
    """

    seat: Seat | None
    """Whose knowledge it is; ``None`` for a spectator."""

    view: S
    """What the seat sees now."""

    ordered: bool = False
    """Whether the order of hands matters; if not, those in the views are sorted."""

    before: "InformationSet[S, M] | None" = None
    """What the seat knew one step earlier; ``None`` at the start."""

    move: M | Shuffled | None = None
    """The last move as the seat saw it; ``None`` at the start."""

    _length: int = field(init=False)
    _hash: int | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_length", 0 if self.before is None else len(self.before) + 1)

    def observe(self, move: M | Shuffled, view: S) -> "InformationSet[S, M]":
        """Return what the seat knows after it saw ``move``, which led to this ``view``."""
        return type(self)(self.seat, view if self.ordered else canonical(view), self.ordered, self, move)

    def after(self, step: Step[S, M]) -> "InformationSet[S, M]":
        """Return what the seat knows after a step, which may show everything or only what the seat sees."""
        return self.observe(view_of_move(step.move, step.mover, self.seat), view(step.after, self.seat))

    @property
    def steps(self) -> Iterator[Step[S, M]]:
        """All the steps from the start to now, as the seat saw them."""
        sets = self._sets()
        for earlier, later in pairwise(sets):
            assert later.move is not None  # only the first set has none
            yield Step(earlier.view, later.move, later.view)

    def _sets(self) -> "list[InformationSet[S, M]]":
        """Return what the seat knew from the start to now."""
        found: list[InformationSet[S, M]] = []
        known: InformationSet[S, M] | None = self
        while known is not None:
            found.append(known)
            known = known.before
        return found[::-1]

    def __len__(self) -> int:
        """Return the number of steps."""
        return self._length

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InformationSet):
            return NotImplemented
        if (self.seat, self.ordered, len(self)) != (other.seat, other.ordered, len(other)) or hash(self) != hash(other):
            return False
        mine: InformationSet[S, M] | None = self
        theirs: InformationSet[S, M] | None = other
        while mine is not None and theirs is not None and mine is not theirs:
            if type(mine.move) is not type(theirs.move) or mine.move != theirs.move or mine.view != theirs.view:
                return False
            mine, theirs = mine.before, theirs.before
        return True

    def __hash__(self) -> int:
        if self._hash is None:
            for known in self._unhashed():
                past = known.before and known.before._hash  # noqa: SLF001  # of the same class
                object.__setattr__(known, "_hash", hash((past, known.seat, known.ordered, known.move, known.view)))
        assert self._hash is not None
        return self._hash

    def _unhashed(self) -> "list[InformationSet[S, M]]":
        """Return the sets whose hash is not known yet, the earliest first."""
        found: list[InformationSet[S, M]] = []
        known: InformationSet[S, M] | None = self
        while known is not None and known._hash is None:  # noqa: SLF001  # of the same class
            found.append(known)
            known = known.before
        return found[::-1]

    def __reduce__(self) -> "tuple[object, tuple[Seat | None, bool, S, tuple[tuple[M | Shuffled, S], ...]]]":
        first, *rest = self._sets()
        seen = tuple((known.move, known.view) for known in rest if known.move is not None)
        return remembered, (self.seat, self.ordered, first.view, seen)

    def __str__(self) -> str:
        """Return all that was seen as text: a line for each step, with what it changed. Equal texts are equal knowledge."""
        return "\n".join(_lines(self))

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{type(self).__name__} of {who} after {len(self)} moves: {headline(self.view)}>"


def remembered(
    seat: Seat | None, ordered: bool, first: S, seen: Iterable[tuple[M | Shuffled, S]]
) -> InformationSet[S, M]:
    """Return the information set of a seat that saw the ``first`` view, and then these moves and the views after them."""
    known: InformationSet[S, M] = InformationSet(seat, first if ordered else canonical(first), ordered)
    for move, later in seen:
        known = known.observe(move, later)
    return known


def first_information(game: Game[R, S, M], rules: R, seat: Seat | None) -> InformationSet[S, M]:
    """Return what a seat, or a spectator, knows before the first move."""
    first = view(start_game(game, rules), seat)
    return remembered(seat, _promises(game, rules).hand_order_matters, first, ())


def _promises(game: object, rules: object) -> Promises[StateLike]:
    promises = getattr(game, "promises", None)
    return Promises() if promises is None else promises(rules)


def information(game: Game[R, S, M], record: Record[R, M], seat: Seat | None) -> InformationSet[S, M]:
    """Return what a seat, or a spectator, knows after the last move of a record; raises what ``states`` raises."""
    known = first_information(game, record.rules, seat)
    for step in steps(game, record):
        known = known.after(step)
    return known


NOTHING: Final = "(nothing)"


def _lines(known: InformationSet[S, M]) -> Iterator[str]:
    order = ", the order of hands matters" if known.ordered else ""
    yield f"{'spectator' if known.seat is None else f'seat {known.seat}'}{order}"
    shown: dict[str, str] = {}
    for number, earlier in enumerate(known._sets()):  # noqa: SLF001  # of this module
        facts = dict(_facts(earlier.view, ""))
        new = [f"{name}={value}" for name, value in facts.items() if shown.get(name) != value]
        gone = [f"{name} gone" for name in shown if name not in facts]
        done = "start" if earlier.move is None else _words(earlier.move)
        yield f"{number} {done}: {'; '.join((*new, *gone)) or NOTHING}"
        shown = facts


def _words(move: object) -> str:
    return f"shuffle {len(move.cards)} cards" if isinstance(move, Shuffled) else words(move)


def _facts(value: object, name: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a value that hold no others, by their dotted names, and the classes of those that do."""
    if is_attrs(value):
        yield name or "phase", type(value).__name__
        for part in attrs.fields(type(value)):
            yield from _facts(getattr(value, part.name), f"{name}.{part.name}".removeprefix("."))
    elif isinstance(value, tuple) and not isinstance(value, Hand):
        yield name, f"{len(value)} of"
        for place, item in enumerate(value):
            yield from _facts(item, f"{name}[{place}]")
    else:
        yield name, _text(value)


def _text(value: object) -> str:
    if isinstance(value, Hand):
        return f"({' '.join(card.ascii for card in value)})"
    if isinstance(value, Card):
        return value.ascii
    return str(value) if isinstance(value, int | Fraction) else repr(value)

"""Information sets as documents."""

from typing import Generic, TypeVar

import attrs
from attrs import frozen

from cardrules.game import Shuffled, StateLike
from cardrules.knowledge.information import InformationSet, remembered
from cardrules.seats import Seat

S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


@frozen
class Sight(Generic[S, M]):
    """A move as a seat saw it, and the view that followed."""

    move: M | Shuffled
    view: S


@frozen
class Memory(Generic[S, M]):
    """All that a seat, or a spectator, has seen of a game."""

    seat: Seat | None
    """The seat; null for a spectator."""

    ordered: bool
    """Whether the order of hands matters; if not, those in the views are sorted."""

    first: S
    """The view at the start."""

    seen: tuple[Sight[S, M], ...]
    """The moves from the start to now."""

    @classmethod
    def of(cls, known: InformationSet[S, M]) -> "Memory[S, M]":
        """Return an information set as a document."""
        steps = list(known.steps)
        first = steps[0].before if steps else known.view
        return cls(known.seat, known.ordered, first, tuple(Sight(step.move, step.after) for step in steps))

    @property
    def information(self) -> InformationSet[S, M]:
        """The information set."""
        return remembered(self.seat, self.ordered, self.first, [(sight.move, sight.view) for sight in self.seen])

    @property
    def views(self) -> tuple[S, ...]:
        """All the views."""
        return (self.first, *(sight.view for sight in self.seen))

    @staticmethod
    def place(number: int) -> str:
        """Return where view ``number`` stands in the document."""
        return f"seen[{number - 1}].view" if number else "first"

"""The games that a server offers, and the seats that they need."""

from functools import cached_property
from typing import Any, TypeAlias

from attrs import field, frozen

from cardrules import catalogue
from cardrules.catalogue import AnyGame
from cardrules.game import promises_of
from cardrules.play.table import Table, seats_of
from cardrules.rulebooks import Rulebook, rulebook
from cardrules.seats import Seat
from cardrules.serial import Json

AnyTable: TypeAlias = Table[Any, Any, Any]
"""A table of any game."""


@frozen
class Offer:
    """A game that a server offers."""

    name: str
    """The name of the game in links and in the store."""
    game: AnyGame
    title: str
    summary: str = ""
    """What the game is, in a sentence."""
    rulebook: Rulebook | None = field(default=None, repr=False)

    @cached_property
    def json(self) -> Json[Any, Any, Any]:
        """The JSON of the game; raises ``TypeError`` if it lacks the annotations for that."""
        return Json(self.game, self.name)

    @cached_property
    def options(self) -> dict[str, dict[str, object]]:
        """The JSON Schema of each option by its name."""
        definitions = self.json.schema()["$defs"]
        assert isinstance(definitions, dict)
        properties: dict[str, dict[str, object]] = definitions[self.game.Rules.__name__].get("properties", {})
        return properties

    def seats(self, rules: Any) -> int:
        """Return the number of seats at a table, a house included."""
        return seats_of(self.game, rules)

    def deciding(self, rules: Any) -> tuple[Seat, ...]:
        """Return the seats that ever have a move; the others are the house."""
        deciding = promises_of(self.game, rules).deciding
        return tuple(range(self.seats(rules))) if deciding is None else deciding


def library() -> tuple[Offer, ...]:
    """Return the games of the library."""
    return tuple(_of_the_library(name) for name in catalogue.NAMES)


def _of_the_library(name: str) -> Offer:
    book = rulebook(name)
    return Offer(name, catalogue.game(name), book.title, book.summary, book)

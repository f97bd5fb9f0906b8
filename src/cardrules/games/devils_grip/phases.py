"""The phases of Devil's Grip."""

from typing import TypeAlias

from attrs import field, frozen

from cardrules.cards import Hand
from cardrules.game import NATURE, OMITTABLE
from cardrules.games.devils_grip.rules import COLUMNS, Rules
from cardrules.games.devils_grip.talon import Talon
from cardrules.zones import Closed, Open


@frozen
class Dealing:
    """Chance shuffles the pack."""

    rules: Rules
    pack: Closed[Hand]
    columns: int = field(default=COLUMNS, metadata=OMITTABLE)
    """The number of piles to be dealt to each row, fewer than usual for a small pack."""
    to_act = NATURE


@frozen
class Playing:
    """The player builds: the grid, and the cards outside it."""

    rules: Rules
    piles: Open[tuple[Hand, ...]]
    """The piles by place, each from its bottom card up; a space is an empty hand."""
    talon: Talon
    to_act = 0


@frozen
class Finished:
    """The game is over; the cards lie as they did at the end."""

    layout: Playing
    to_act = None

    @property
    def rules(self) -> Rules:
        """The options of the game."""
        return self.layout.rules


State: TypeAlias = Dealing | Playing | Finished

"""The moves of Devil's Grip."""

from typing import Final, Literal, TypeAlias

from attrs import frozen

from cardrules.games.devils_grip.rules import Place


@frozen
class Build:
    """Put a whole pile, or the top card of the waste, on another pile."""

    source: Place | Literal["waste"]
    target: Place


@frozen
class MovePart:
    """Move the cards on top of a card in the pile ``source`` onto the equal card on top of the pile ``target``."""

    source: Place
    target: Place


@frozen
class Swap:
    """Exchange the places of two piles."""

    first: Place
    second: Place


@frozen
class Turn:
    """Turn the next cards of the stock onto the waste."""


@frozen
class Redeal:
    """Turn the waste over to make it the stock."""


@frozen
class GiveUp:
    """End the game."""


Move: TypeAlias = Build | MovePart | Swap | Turn | Redeal | GiveUp

TURN: Final = Turn()
REDEAL: Final = Redeal()
GIVE_UP: Final = GiveUp()

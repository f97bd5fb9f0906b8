"""The moves of Macao."""

from typing import Final, TypeAlias

from attrs import frozen


@frozen
class Draw:
    """Take one card."""


@frozen
class Replace:
    """Throw a card worth nothing aside for a new one."""


@frozen
class Stand:
    """Take no card, or no more."""


@frozen
class Show:
    """Turn up a hand that a drawn card has brought over nine."""


Move: TypeAlias = Draw | Replace | Stand | Show

DRAW: Final = Draw()
REPLACE: Final = Replace()
STAND: Final = Stand()
SHOW: Final = Show()

"""The moves of Thirteen, besides to stake."""

from typing import Final, TypeAlias

from attrs import frozen

from cardrules.blocks.betting import Stake


@frozen
class SitOut:
    """Stake nothing in this round."""


@frozen
class Turn:
    """Call the next rank and turn the top card."""


Move: TypeAlias = Stake | SitOut | Turn

TURN: Final = Turn()
SIT_OUT: Final = SitOut()

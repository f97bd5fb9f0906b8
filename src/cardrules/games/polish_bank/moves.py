"""The moves of Polish Bank."""

from typing import Final, TypeAlias

from attrs import frozen

from cardrules.blocks.betting import Stake


@frozen
class Allow:
    """Let others bet on your cards in this deal, and be allowed to bet on theirs."""


@frozen
class Forbid:
    """Let nobody bet on your cards in this deal, and do not bet on theirs."""


@frozen
class Expose:
    """Turn the card before the punter stakes."""


@frozen
class Wait:
    """Leave the card face down until the punter has staked."""


@frozen
class AddBet:
    """Bet an amount on the punter's cards."""

    amount: int


@frozen
class Decline:
    """Bet nothing on the punter's cards."""


@frozen
class Turn:
    """Turn the top card of the stock."""


Move: TypeAlias = Allow | Forbid | Stake | Expose | Wait | AddBet | Decline | Turn

ALLOW: Final = Allow()
FORBID: Final = Forbid()
EXPOSE: Final = Expose()
WAIT: Final = Wait()
DECLINE: Final = Decline()
TURN: Final = Turn()

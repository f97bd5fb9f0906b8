"""The moves of Polish Bank."""

from typing import Final, TypeAlias

from attrs import frozen

from cardrules.blocks.betting import Stake
from cardrules.cards import Card
from cardrules.zones import Open


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


@frozen
class Show:
    """Show a card that beats the one turned."""

    card: Open[Card]


@frozen
class Concede:
    """Pay what was staked on the hand, without showing it."""


@frozen
class HoldBank:
    """Hold the bank for one deal more."""


@frozen
class PassBank:
    """Pass the bank to the left, and take what is in it."""


Move: TypeAlias = (
    Allow | Forbid | Stake | Expose | Wait | AddBet | Decline | Turn | Show | Concede | HoldBank | PassBank
)

ALLOW: Final = Allow()
FORBID: Final = Forbid()
EXPOSE: Final = Expose()
WAIT: Final = Wait()
DECLINE: Final = Decline()
TURN: Final = Turn()
CONCEDE: Final = Concede()
HOLD_BANK: Final = HoldBank()
PASS_BANK: Final = PassBank()

"""The moves of Devil's Hand."""

from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.blocks.betting import Bet, Call, Check, Fold, Raise
from cardrules.cards import Hand, sorted_hand
from cardrules.zones import Own


@frozen
class Replace:
    """Throw away these cards, named in any order, for as many new ones; name none to stand pat."""

    cards: Own[Hand] = field(converter=sorted_hand)


@frozen
class Show:
    """Show a hand with the Devil's total, and lose the deal."""


@frozen
class Keep:
    """Say that the hand with the new cards does not have the Devil's total."""


@frozen
class Bid:
    """Put in a coin to go to the showdown."""


@frozen
class Declare:
    """State the total of a hand that can have several."""

    total: int


Move: TypeAlias = Replace | Show | Keep | Bid | Check | Bet | Call | Raise | Fold | Declare

SHOW: Final = Show()
KEEP: Final = Keep()
BID: Final = Bid()

"""The moves of Spades before the first lead: looking, bidding, and exchanging cards for a nil.

These belong to part 2 of the rulebook ``spades``.
"""

from typing import Final, TypeAlias, final

from attrs import frozen

from cardrules.cards import PACK_52, Card
from cardrules.zones import Own


@frozen
class Look:
    """Look at your cards, which rules out a double nil."""


@final
@frozen
class Bid:
    """Bid to take at least this number of tricks."""

    tricks: int


@final
@frozen
class Nil:
    """Bid to take no trick."""


@final
@frozen
class DoubleNil:
    """Bid to take no trick, before looking at your cards."""


@frozen
class LayDown:
    """Lay a card down for your partner after bidding nil."""

    card: Own[Card]


@frozen
class Give:
    """Give a card to your partner, who bid nil."""

    card: Own[Card]


AnyBid: TypeAlias = Bid | Nil | DoubleNil

UNLOOKED: Final[tuple[Look | AnyBid, ...]] = (Look(), DoubleNil())
"""The moves of a seat that has not looked at its cards (2.5)."""

BIDS: Final = tuple(map(Bid, range(1, 14)))
"""The numbers of tricks that may be bid (2.2)."""

NIL_AND_BIDS: Final[tuple[AnyBid, ...]] = (Nil(), *BIDS)
"""The bids of a seat that has looked at its cards, where nil is allowed (2.3)."""

LAY_DOWNS: Final = {card: LayDown(card) for card in PACK_52}
"""The laying down of each card, made once."""

GIVES: Final = {card: Give(card) for card in PACK_52}
"""The giving of each card, made once."""


def is_nil(bid: AnyBid | None) -> bool:
    """Return whether ``bid`` is nil or double nil."""
    return isinstance(bid, (Nil, DoubleNil))

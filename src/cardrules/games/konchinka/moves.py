"""The moves of Konchinka."""

from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.cards import PACK_52, Card, Hand, sorted_hand
from cardrules.zones import Open


@frozen
class Replace:
    """Put a card of the first table into the middle of the stock and open the top card of the stock in its place."""

    card: Open[Card]


@frozen
class Capture:
    """Play a card of your hand and take cards from the table, named in any order."""

    card: Open[Card]
    taken: Open[Hand] = field(converter=sorted_hand)


@frozen
class Lay:
    """Lay a card of your hand on the table."""

    card: Open[Card]


LAYS: Final = {card: Lay(card) for card in PACK_52}
"""The move that lays each card, made once."""

REPLACES: Final = tuple(map(Replace, PACK_52))
"""The replacements of each card."""

Move: TypeAlias = Replace | Capture | Lay

"""The options of Devil's Grip, and what all games of it share: the grid and the orders of cards."""

from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cardrules.cards import Ranking
from cardrules.options import Range, at_least, with_validators

COLUMNS: Final = 8
"""The number of piles in each row (1.2)."""

ORDERS: Final = tuple(map(Ranking.parse, ("2 5 8 J", "3 6 9 Q", "4 7 10 K")))
"""The orders in which cards are built, each at home in one row of the grid, from the top row down (2.1, 4.3)."""

PLACES: Final = range(len(ORDERS) * COLUMNS)
"""The places of the grid, row by row from the left; 0 to 7 are the top row (1.2)."""

Place: TypeAlias = int
"""A place of the grid."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Devil's Grip."""

    swaps: Literal["any", "homing", "base_homing", "none"] = "any"
    """Which piles may change places: any two, only if that brings a pile home and takes none away (2.5), or likewise with
    the base cards of piles alone (2.6), or none (2.5)."""

    fill_from: Literal["stock", "waste"] = "stock"
    """What fills a space first: the top card of the stock (3.1), or that of the waste (3.5)."""

    empty_stock: Literal["redeal", "waste"] = "redeal"
    """What fills a space when the stock is empty: the first card of a redeal, or the top card of the waste (3.2)."""

    partial_moves: bool = False
    """Whether the upper part of a pile may move onto an equal card (2.3)."""

    redeals: int | None = field(default=None, validator=Range(0))
    """The number of redeals allowed; with ``None`` only idle passes limit them (3.2, 3.4)."""

    turn: int = field(default=3, validator=at_least(1))
    """The number of cards turned from the stock at a time (3.3)."""


PYSOL: Final = Rules(swaps="base_homing", fill_from="waste", partial_moves=True, redeals=0)
"""Game 932 of PySolFC as it first was, without a redeal."""

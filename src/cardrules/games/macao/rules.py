"""The options of Macao."""

from typing import Final, Literal

from attrs import field, frozen

from cardrules.cards import Deck, pack
from cardrules.options import Range, at_least, between, with_validators

CARDS: Final = Deck(pack(copies=2))
"""Both packs, unshuffled (1.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Macao."""

    players: int = field(default=4, validator=between(2, len(CARDS) // 2))
    """The number of players, the banker included (1.2)."""

    stake: int = field(default=1, validator=at_least(1))
    """The stake of each punter in a coup (2.1)."""

    overdraw: Literal["revert", "bust"] = "revert"
    """Whether a drawn card that makes more than nine does not count, or loses (2.5)."""

    zero_card: Literal["counts_as_draw", "free"] = "counts_as_draw"
    """Whether replacing a card worth nothing uses up the one draw, or comes free before it (2.6)."""

    draw_again: bool = False
    """Whether a seat that has drawn may draw again (2.7)."""

    ties: Literal["banker", "nobody"] = "banker"
    """Whether the banker wins equal totals, or nobody does (3.3)."""

    banker_natural: Literal["ties", "all"] = "ties"
    """Which losers pay more than one stake to a banker's nine or eight at once (3.3)."""

    banks: int | None = field(default=None, validator=Range(1))
    """The number of banks in the match; by default one for each player (4.1)."""

    @property
    def last_bank(self) -> int:
        """The number of banks in the match."""
        return self.players if self.banks is None else self.banks

    @property
    def reserve(self) -> int:
        """The number of cards that a new coup needs (1.2)."""
        return 2 * self.players

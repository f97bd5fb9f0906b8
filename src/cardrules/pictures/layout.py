"""Layouts: what a game says about its picture beyond its zones and facts.

Most games need none. A game of one's own may have a constant ``LAYOUT``, or it is passed to
:func:`~cardrules.pictures.picture`. Facts are named by their fields, such as ``turn_up``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Protocol

from attrs import field, frozen

from cardrules.cards import FACE_DOWN, JOKER, Card, Hand, Ranking, Suit
from cardrules.seats import Seat
from cardrules.zones import RULES

EMPTY: Final[Mapping[str, int]] = MappingProxyType({})


@frozen(kw_only=True)
class Layout:
    """How the picture of a game differs from that of any game."""

    ranking: Ranking | None = None
    """The order of ranks in which hands are sorted within each suit; ``None`` is that of a new pack."""
    keep_order: bool = False
    """Whether hands stay in their order, as in games where nobody may sort them."""
    at_seat: Mapping[str, Seat] = field(default=EMPTY)
    """The zones that lie at a seat though they are not by seat; -1 is the last seat."""
    facing: bool = False
    """Whether all seats but the last sit in a row, and the last one opposite, as a dealer does."""
    tops: Mapping[str, int] = field(default=EMPTY)
    """The open zones that lie in a pile, each with the number of upper cards that are seen."""
    columns: int = 8
    """The number of piles in a row."""
    rows: tuple[str, ...] = ()
    """A label for each row of piles."""
    stakes: tuple[str, ...] = ("pot", "bank", "banks")
    """The facts that are money on the table."""
    left_out: tuple[str, ...] = ()
    """The facts that are not shown."""

    def sorted(self, hand: Hand) -> Hand:
        """Return the cards of a hand as its owner would hold them: suits together, black and red in turn."""
        return hand if self.keep_order else Hand(sorted(hand, key=self._place))

    def _place(self, card: Card) -> tuple[int, int]:
        if card in (JOKER, FACE_DOWN):
            return len(Suit), card.index
        strength = card.index if self.ranking is None else self.ranking.strength.get(card.rank, -1)
        return _SUITS.index(card.suit), strength


_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)

ANY: Final = Layout()
"""The layout of games that say nothing about it."""

LIBRARY: Final[Mapping[str, Layout]] = MappingProxyType(
    {
        "blackjack": Layout(at_seat={"dealer": -1, "hole": -1}, facing=True),
        "devils_grip": Layout(
            tops={"waste": 3},
            rows=("2 5 8 J", "3 6 9 Q", "4 7 10 K"),
        ),
        "klaberjass": Layout(ranking=Ranking.parse("7 8 9 J Q K 10 A"), left_out=("words",)),
        "semerik": Layout(ranking=Ranking.parse("4 5 6 7 J Q K A 2 3")),
    }
)
"""The layouts of the library's games, by name."""


class SupportsLayout(Protocol):
    """A game that says how its picture differs from that of any game."""

    LAYOUT: Layout


def layout_of(state: object, game: object = None) -> Layout:
    """Return the layout of a game, or of the library's game whose rules a state has."""
    own = getattr(game, "LAYOUT", None)
    if isinstance(own, Layout):
        return own
    module = type(getattr(state, RULES, None)).__module__.split(".")
    return LIBRARY.get(module[2], ANY) if module[:2] == ["cardrules", "games"] else ANY

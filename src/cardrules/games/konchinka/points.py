"""The points of a pack (rules 4, and 5.1)."""

from typing import Final

from cardrules.cards import Hand, Suit
from cardrules.games.konchinka.rules import MajorityTie
from cardrules.seats import leaders

KONCHINKAS: Final = Hand.parse("2C 10D")
"""The cards that score a point each (4.3)."""


def points_for(taken: tuple[Hand, ...], majority_tie: MajorityTie = "nobody") -> tuple[int, ...]:
    """Return the points of each seat for the cards taken in a pack (4.1 to 4.4)."""
    points = [konchinkas(pile) for pile in taken]
    clubs = [len(pile.of_suit(Suit.CLUBS)) for pile in taken]
    for worth, counts in ((2, list(map(len, taken))), (1, clubs)):
        most = leaders(counts)
        if len(most) == 1 or (majority_tie == "all" and any(counts)):  # 4.4
            for seat in most:
                points[seat] += worth
    return tuple(points)


def konchinkas(pile: Hand) -> int:
    """Return how many of the two konchinkas are among these cards."""
    return sum(card in pile for card in KONCHINKAS)


def points_at_once(pile: Hand) -> int:
    """Return the points that a player who lacks one or two need not wait for: konchinkas and the seventh club (5.1)."""
    return konchinkas(pile) + (len(pile.of_suit(Suit.CLUBS)) >= 7)

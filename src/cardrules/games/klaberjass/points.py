"""The points of cards in Klaberjass, and the scores that the players write.

These are parts 6 and 7 of the rulebook ``klaberjass``.
"""

from collections.abc import Iterable
from typing import Final

from cardrules.cards import Card, Rank, Suit
from cardrules.seats import Seat, replaced

PLAIN_POINTS: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
"""The points of the ranks of plain suits in tricks; other ranks count nothing (6.1)."""

TRUMP_POINTS: Final = PLAIN_POINTS | {Rank.JACK: 20, Rank.NINE: 14}
"""The points of the ranks of trump in tricks (6.1)."""

STICH: Final = 10
"""The points for the last trick (6.2)."""

BELLA: Final = 20
"""The points for king and queen of trump (5.4)."""


def points_in(cards: Iterable[Card], trump: Suit) -> int:
    """Return the points of ``cards`` in tricks (6.1)."""
    return sum([(TRUMP_POINTS if card.suit is trump else PLAIN_POINTS).get(card.rank, 0) for card in cards])


def written_for(totals: tuple[int, ...], maker: Seat, *, combined: bool) -> tuple[int, ...]:
    """Return what each player writes for a deal with these ``totals``, by seat (7.1 to 7.3).

    If the maker has less, the opponent writes twice his own total, or with ``combined`` both totals.
    """
    other = 1 - maker
    if totals[maker] > totals[other]:
        return totals
    if totals[maker] == totals[other]:
        return replaced((0, 0), other, totals[other])
    return replaced((0, 0), other, sum(totals) if combined else 2 * totals[other])


def with_held(written: tuple[int, ...], totals: tuple[int, ...], held: int) -> tuple[int, ...]:
    """Return what each player writes where equal totals are held, of what is ``written`` else (7.2).

    Equal totals write nothing, and the player with more points gets what earlier deals have ``held`` too.
    """
    if totals[0] == totals[1]:
        return (0, 0)
    winner = totals.index(max(totals))
    return replaced(written, winner, written[winner] + held)


def still_held(totals: tuple[int, ...], held: int) -> int:
    """Return what is held after a deal with these ``totals`` if ``held`` was held before it (7.2)."""
    return held + sum(totals) if totals[0] == totals[1] else 0

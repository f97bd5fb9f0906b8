"""The values of hands, and the one closest to the Devil's total (rules 2, 6.1 and 6.2)."""

from collections.abc import Sequence
from itertools import product

from cardrules.cards import Hand
from cardrules.games.devils_hand.rules import Rules
from cardrules.seats import Seat


def totals(rules: Rules, hand: Hand) -> tuple[int, ...]:
    """Return the totals that a player's hand can have, from low to high (2.1, 2.3)."""
    counts = rules.counts
    return tuple(sorted({sum(choice) for choice in product(*[counts[card] for card in hand])}))


def devils_total(rules: Rules, devil: Hand) -> int:
    """Return the total of the Devil's Hand, in which an ace has only one value (2.2)."""
    return sum([rules.counts[card][0] for card in devil])


def closest(target: int, totals: Sequence[int | None]) -> Seat | None:
    """Return the winner, whose distance is the smallest that is neither 0 nor shared (6.1, 6.2), or ``None``.

    ``totals`` are by seat, ``None`` for a seat that is out.
    """
    distances = [0 if total is None else abs(total - target) for total in totals]
    alone = [distance for distance in distances if distance and distances.count(distance) == 1]
    return distances.index(min(alone)) if alone else None

"""Building, and changing the places of piles (rules 2)."""

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from cardrules.cards import Card, Suit
from cardrules.games.devils_grip.moves import Build, Move, MovePart, Swap
from cardrules.games.devils_grip.phases import Playing
from cardrules.games.devils_grip.rules import COLUMNS, ORDERS, PLACES, Place

ABOVE: Final = {
    Card(lower, suit): Card(upper, suit) for order in ORDERS for suit in Suit for lower, upper in pairwise(order.ranks)
}
"""The card that goes on each card but the last of an order (2.1)."""


def builds(state: Playing) -> list[Move]:
    """Return the builds of whole piles, and those from the waste (2.1, 2.2, 3.3)."""
    wanted: dict[Card, list[Place]] = {}
    for place, pile in enumerate(state.piles):
        if pile and (above := ABOVE.get(pile[-1])):
            wanted.setdefault(above, []).append(place)
    found: list[Move] = [
        BUILDS[source][target]
        for source, pile in enumerate(state.piles)
        if pile and pile[0] in wanted
        for target in wanted[pile[0]]
    ]
    if waste := state.talon.waste:
        found += [FROM_WASTE[target] for target in wanted.get(waste[-1], ())]
    return found


BUILDS: Final = tuple(tuple(Build(source, target) for target in PLACES) for source in PLACES)
"""The builds of whole piles by source and target, made once."""

FROM_WASTE: Final = tuple(Build("waste", target) for target in PLACES)
"""The builds from the waste, by target."""


def partial_moves(state: Playing) -> list[MovePart]:
    """Return the moves of upper parts of piles (2.3)."""
    covered: dict[Card, list[Place]] = {}
    for place, pile in enumerate(state.piles):
        for card in pile[:-1]:
            covered.setdefault(card, []).append(place)
    return [
        MovePart(source, target)
        for target, pile in enumerate(state.piles)
        if pile and pile[-1] in covered
        for source in covered[pile[-1]]
    ]


def swaps(state: Playing) -> tuple[Swap, ...]:
    """Return all swaps of two piles (2.5)."""
    if all(state.piles):  # as always with 96 cards
        return SWAPS
    return tuple(swap for swap in SWAPS if state.piles[swap.first] and state.piles[swap.second])


SWAPS: Final = tuple(Swap(first, second) for first, second in combinations(PLACES, 2))
"""The swaps of any two places, made once."""


def homing_swaps(state: Playing, homes: Mapping[Card, int]) -> list[Swap]:
    """Return the swaps that bring a pile home and take none away (2.5, 2.6).

    ``homes`` are the home rows of piles by their bottom cards; a pile without one is nowhere at home.
    """
    away: dict[Away, list[Place]] = {rows: [] for rows in AWAY}
    for place, pile in enumerate(state.piles):
        if pile and (home := homes.get(pile[0])) != (row := place // COLUMNS):
            away[row, home].append(place)
    return [SWAP[first][second] for one, other in HOMING for first in away[one] for second in away[other]]


HOME: Final = {Card(rank, suit): row for row, order in enumerate(ORDERS) for rank in order.ranks for suit in Suit}
"""The home row of a pile by its bottom card, 0 for the top row (2.5)."""

BASE_HOME: Final = {Card(order.ranks[0], suit): row for row, order in enumerate(ORDERS) for suit in Suit}
"""The home row of a pile by its base card (2.6)."""

Away: TypeAlias = tuple[int, int | None]
"""The row of a pile away from home, and its home row, if it has one."""

ROWS: Final = range(len(ORDERS))
"""The rows of the grid, from the top."""

AWAY: Final[tuple[Away, ...]] = tuple((row, home) for row in ROWS for home in (*ROWS, None) if home != row)
"""All such rows, by the row where the pile lies."""

HOMING: Final = tuple((one, other) for one, other in combinations(AWAY, 2) if one[1] == other[0] or other[1] == one[0])
"""The pairs of such rows for two piles of which a swap brings at least one home."""

SWAP: Final = tuple({swap.second: swap for swap in SWAPS if swap.first == first} for first in PLACES)
"""The swaps by their two places."""

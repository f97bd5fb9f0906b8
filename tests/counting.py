"""Exact counts of deals of three-card hands from a pack of 52, with equivalent hands counted together."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

from cardrules.cards import PACK_52, Card, Hand

Worth: TypeAlias = Callable[[Hand], int]
"""A function that returns the total of a hand."""

Kind: TypeAlias = tuple[tuple[int, int], ...]
"""A kind of equivalent hands: places in ``Pack.groups``, and the number of cards from each of these groups."""

Rest: TypeAlias = tuple[int, ...]
"""The number of undealt cards in each group."""


class Pack:
    """A pack in which cards of one value are equivalent."""

    def __init__(self, *worths: Worth) -> None:
        groups: dict[object, list[Card]] = {}
        for card in PACK_52:
            groups.setdefault(tuple(worth(Hand((card,))) for worth in worths), []).append(card)
        self.groups = list(groups.values())
        self.full: Rest = tuple(map(len, self.groups))
        places = combinations_with_replacement(range(len(groups)), 3)
        self.kinds: list[Kind] = [tuple(Counter(chosen).items()) for chosen in places]

    def worths(self, worth: Worth) -> dict[Kind, int]:
        """Return the total of the hands of each kind."""
        cards = {kind: [card for place, count in kind for card in self.groups[place][:count]] for kind in self.kinds}
        return {kind: worth(Hand(held)) for kind, held in cards.items()}

    def dealt(self, rest: Rest) -> Iterator[tuple[Kind, int, Rest]]:
        """Yield each kind of hand that the rest can deal, the number of these hands, and the rest after one is dealt."""
        for kind in self.kinds:
            ways = 1
            after = list(rest)
            for place, count in kind:
                ways *= comb(rest[place], count)
                after[place] -= count
            if ways:
                yield kind, ways, tuple(after)


def deals(*worths: Worth) -> Counter[tuple[int, ...]]:
    """Return the number of deals by their totals; a deal has one hand for each of ``worths``, in this order."""
    pack = Pack(*worths)
    totals = [pack.worths(worth) for worth in worths]

    @cache
    def of_hands_from(place: int, rest: Rest) -> Counter[tuple[int, ...]]:
        if place == len(worths):
            return Counter({(): 1})
        found: Counter[tuple[int, ...]] = Counter()
        for kind, ways, after in pack.dealt(rest):
            for others, more in of_hands_from(place + 1, after).items():
                found[totals[place][kind], *others] += ways * more
        return found

    return of_hands_from(0, pack.full)

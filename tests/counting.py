"""Exact counts of deals: hands of three from a pack of 52, those alike counted together."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

from cardrules.cards import PACK_52, Card, Hand

Worth: TypeAlias = Callable[[Hand], int]
"""What hands count."""

Kind: TypeAlias = tuple[tuple[int, int], ...]
"""Hands that are alike: groups of cards by their places in ``Pack.groups``, and how many cards of each."""

Left: TypeAlias = tuple[int, ...]
"""How many cards of each group are left."""


class Pack:
    """A pack whose cards are alike if they count the same."""

    def __init__(self, *worths: Worth) -> None:
        groups: dict[object, list[Card]] = {}
        for card in PACK_52:
            groups.setdefault(tuple(worth(Hand((card,))) for worth in worths), []).append(card)
        self.groups = list(groups.values())
        self.full: Left = tuple(map(len, self.groups))
        places = combinations_with_replacement(range(len(groups)), 3)
        self.kinds: list[Kind] = [tuple(Counter(chosen).items()) for chosen in places]

    def worths(self, worth: Worth) -> dict[Kind, int]:
        """What the hands of each kind count: as one of them does."""
        cards = {kind: [card for place, count in kind for card in self.groups[place][:count]] for kind in self.kinds}
        return {kind: worth(Hand(held)) for kind, held in cards.items()}

    def dealt(self, left: Left) -> Iterator[tuple[Kind, int, Left]]:
        """The hands that can be dealt from the cards left: each kind with their number, and what is left then."""
        for kind in self.kinds:
            ways = 1
            after = list(left)
            for place, count in kind:
                ways *= comb(left[place], count)
                after[place] -= count
            if ways:
                yield kind, ways, tuple(after)


def deals(*worths: Worth) -> Counter[tuple[int, ...]]:
    """How many deals of hands, one for each of ``worths`` and in their order, count how much by these."""
    pack = Pack(*worths)
    totals = [pack.worths(worth) for worth in worths]

    @cache
    def of_hands_from(place: int, left: Left) -> Counter[tuple[int, ...]]:
        if place == len(worths):
            return Counter({(): 1})
        found: Counter[tuple[int, ...]] = Counter()
        for kind, ways, rest in pack.dealt(left):
            for others, more in of_hands_from(place + 1, rest).items():
                found[totals[place][kind], *others] += ways * more
        return found

    return of_hands_from(0, pack.full)

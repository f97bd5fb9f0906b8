"""Orders and values of ranks, as data."""

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from cardrules.cards import Card, Rank, Suit


@frozen
class Ranking:
    """An order of ranks: ``Ranking.of("7 8 Q K 10 A 9 J")``, from low to high.

    ``ranks`` are the ranks from low to high; a rank that is not among them has no strength.
    """

    ranks: tuple[Rank, ...]
    strength: Mapping[Rank, int] = field(init=False, eq=False, repr=False)
    """The place of each rank, 0 for the lowest."""

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "strength", {rank: place for place, rank in enumerate(self.ranks)})

    @classmethod
    def of(cls, text: str) -> "Ranking":
        """The order that lists its ranks from low to high, apart by spaces."""
        return cls(tuple(map(Rank, text.split())))

    def of_card(self, card: Card) -> int:
        """The strength of a card's rank."""
        return self.strength[card.rank]

    def by_suit(self, card: Card) -> tuple[int, int]:
        """The key that sorts cards by suit and then from low to high; jokers come last."""
        suit, plain = divmod(card.index, len(Rank))
        return suit, plain if suit == len(Suit) else self.strength[card.rank]


ACE_HIGH: Final = Ranking(tuple(Rank))
"""2 3 4 5 6 7 8 9 10 J Q K A."""

ACE_LOW: Final = Ranking((Rank.ACE, *tuple(Rank)[:-1]))
"""A 2 3 4 5 6 7 8 9 10 J Q K."""


def pips(**others: int) -> Mapping[Rank, int]:
    """A table of values: each rank the number printed on it, ``others`` by name: ``pips(ACE=11, KING=10)``.

    Ranks without a number that are not named count nothing.
    """
    printed = {rank: int(rank.value) if rank.value.isdigit() else 0 for rank in Rank}
    return printed | {Rank[name]: value for name, value in others.items()}


COURTS_TEN: Final = pips(ACE=1, JACK=10, QUEEN=10, KING=10)
"""Ace 1, courts 10, the others their pips."""

"""Orders and values of ranks, as data."""

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from cardrules.cards.card import Card, Rank, Suit
from cardrules.errors import TextError


@frozen
class Ranking:
    """An order of ranks: ``Ranking.parse("7 8 Q K 10 A 9 J")``, from low to high.

    Raises ``ValueError`` if a rank stands there twice.
    """

    ranks: tuple[Rank, ...]
    """The ranks from low to high. One that is not among them has no strength: to ask for it raises ``KeyError``."""
    strength: Mapping[Rank, int] = field(init=False, eq=False, repr=False)
    """The place of each rank, 0 for the lowest."""

    def __attrs_post_init__(self) -> None:
        strength = {rank: place for place, rank in enumerate(self.ranks)}
        if len(strength) < len(self.ranks):
            raise ValueError(f"a rank stands twice in the order {self}")
        object.__setattr__(self, "strength", strength)

    @classmethod
    def parse(cls, text: str) -> "Ranking":
        """The order that lists its ranks from low to high, apart by spaces.

        Raises :class:`~cardrules.errors.TextError` for a name that is no rank.
        """
        try:
            return cls(tuple(map(Rank, text.split())))
        except ValueError as error:
            raise TextError(f"no order of ranks: {error}", text) from None

    def __str__(self) -> str:
        return " ".join(map(str, self.ranks))

    def strength_of(self, card: Card) -> int:
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


def rank_values(**others: int) -> Mapping[Rank, int]:
    """A table of values: each rank the number printed on it, ``others`` by name: ``pips(ACE=11, KING=10)``.

    Ranks without a number that are not named count nothing. Raises ``KeyError`` for a name that is no rank's.
    """
    printed = {rank: int(rank.value) if rank.value.isdigit() else 0 for rank in Rank}
    return printed | {Rank[name]: value for name, value in others.items()}


COURTS_TEN: Final = rank_values(ACE=1, JACK=10, QUEEN=10, KING=10)
"""Ace 1, courts 10, the others their pips."""

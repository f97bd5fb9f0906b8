"""Orders and values of ranks."""

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from cardrules.cards.card import Card, Rank, Suit
from cardrules.errors import TextError


@frozen
class Ranking:
    """An order of ranks, from low to high: ``Ranking.parse("7 8 Q K 10 A 9 J")``.

    Raises ``ValueError`` if a rank occurs twice.
    """

    ranks: tuple[Rank, ...]
    """The ranks from low to high. Any other rank has no strength: looking it up raises ``KeyError``."""
    strength: Mapping[Rank, int] = field(init=False, eq=False, repr=False)
    """The position of each rank, 0 for the lowest."""

    def __attrs_post_init__(self) -> None:
        strength = {rank: place for place, rank in enumerate(self.ranks)}
        if len(strength) < len(self.ranks):
            raise ValueError(f"a rank occurs twice in the order {self}")
        object.__setattr__(self, "strength", strength)

    @classmethod
    def parse(cls, text: str) -> "Ranking":
        """Parse ranks from low to high, separated by spaces.

        Raises :class:`~cardrules.errors.TextError` for a name that is not a rank, and for a rank that occurs twice.
        """
        try:
            return cls(tuple(map(Rank, text.split())))
        except ValueError as error:
            raise TextError(f"not an order of ranks: {error}", text) from None

    def __str__(self) -> str:
        return " ".join(map(str, self.ranks))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def strength_of(self, card: Card) -> int:
        """Return the strength of a card's rank."""
        return self.strength[card.rank]

    def by_suit(self, card: Card) -> tuple[int, int]:
        """Return the sort key that orders cards by suit and then from low to high; jokers come last."""
        suit, plain = divmod(card.index, len(Rank))
        return suit, plain if suit == len(Suit) else self.strength[card.rank]


ACE_HIGH: Final = Ranking(tuple(Rank))
"""The order 2 3 4 5 6 7 8 9 10 J Q K A."""

ACE_LOW: Final = Ranking((Rank.ACE, *tuple(Rank)[:-1]))
"""The order A 2 3 4 5 6 7 8 9 10 J Q K."""


def rank_values(**others: int) -> Mapping[Rank, int]:
    """Return the value of each rank: the number printed on the card, or the value given by name.

    ``rank_values(ACE=11, KING=10)`` gives aces 11, kings 10, number cards their number, and jacks and queens 0. Raises
    ``KeyError`` for a name that is not a rank.
    """
    printed = {rank: int(rank.value) if rank.value.isdigit() else 0 for rank in Rank}
    return printed | {Rank[name]: value for name, value in others.items()}


COURTS_TEN: Final = rank_values(ACE=1, JACK=10, QUEEN=10, KING=10)
"""Values of ranks: ace 1, court cards 10, the others their number."""

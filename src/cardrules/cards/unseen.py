"""Cards that nobody has looked at yet: stand-ins from which exact answers are computed.

The rules of a game can deal, draw and lay down such a card without knowing which it is. As soon as they look at it they are
interrupted by :class:`LookedAtError`; whoever called them decides which card it is, and calls them again.
"""

from functools import cache
from typing import Final, NoReturn, Self

from cardrules.cards.card import Card
from cardrules.cards.hand import Hand


class LookedAtError(BaseException):
    """The interruption of rules, or of a player, that looked at an unseen ``card``.

    It is no ``Exception``, so that no rule catches it by chance.
    """

    def __init__(self, card: "Unseen") -> None:
        super().__init__()
        self.card: Final = card


class Unseen(Card):
    """A card that is not known yet: one of a ``lot`` of cards that were shuffled together.

    Its attributes, its comparison with any other card and its hash raise :class:`LookedAtError`. Only the operator ``is``
    does not notice that it stands for a card: rules compare cards by ``==``.
    """

    __slots__ = ("lot", "number")

    lot: int
    """The number of its lot."""
    number: int
    """Its place in the shuffle of the lot."""

    def __new__(cls, lot: int, number: int) -> Self:
        """Return a new object, equal to itself alone."""
        card = object.__new__(cls)
        object.__setattr__(card, "lot", lot)
        object.__setattr__(card, "number", number)
        return card

    def __getattr__(self, attribute: str) -> NoReturn:
        raise LookedAtError(self)  # called for the empty slots, such as rank and suit

    def __eq__(self, other: object) -> bool:
        if other is self:
            return True
        raise LookedAtError(self)

    def __hash__(self) -> NoReturn:
        raise LookedAtError(self)


class UnseenHand(Hand):
    """A shuffle of unseen cards, some of which may be known already; it passes for a shuffle of any pack of its size."""

    __slots__ = ()


def unseen_cards(lot: int, size: int) -> UnseenHand:
    """Return the unseen cards of a lot of some size in the order of their shuffle, always the same objects."""
    return UnseenHand(_unseen(lot, number) for number in range(size))


_unseen: Final = cache(Unseen)

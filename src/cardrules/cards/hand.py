"""Hand: an immutable sequence of cards, as seats hold them and zones keep them."""

from collections.abc import Iterable
from itertools import chain, combinations
from typing import Self

from cardrules.cards.card import Card, Suit, by_index
from cardrules.cards.ranking import Ranking
from cardrules.errors import NoSuchCardError, TextError


class Hand(tuple[Card, ...]):
    """Cards in a given order, equal ones allowed: a tuple that knows a few words of card play.

    Slices and sums of hands are plain tuples. That it holds cards is not checked: to read a text there is :meth:`parse`.

    >>> hand = Hand.parse("QS 10h QS 2c")
    >>> print(hand.without(Card.parse("QS")))
    10♥ Q♠ 2♣
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """The cards that ``text`` names, apart by spaces; the empty text is the empty hand.

        Raises :class:`~cardrules.errors.TextError`, which says the how-many-th card is wrong and why.
        """
        names = _names(text)
        try:
            return cls(map(Card.parse, names))
        except TextError as error:
            place = names.index(error.text) + 1
            raise TextError(f"card {place} of {len(names)}: {error}", error.text) from None

    def plus(self, cards: tuple[Card, ...]) -> Self:
        """These cards and then ``cards``."""
        return type(self)(self + cards)

    def without(self, card: Card) -> Self:
        """These cards less one copy of ``card``, the first.

        Raises :class:`~cardrules.errors.NoSuchCardError` if there is none.
        """
        try:
            place = self.index(card)
        except ValueError:
            raise NoSuchCardError(card, self) from None
        return type(self)(self[:place] + self[place + 1 :])

    def minus(self, cards: Iterable[Card]) -> Self:
        """These cards less one copy of each of ``cards``.

        Raises :class:`~cardrules.errors.NoSuchCardError` if one is not there.
        """
        left = list(self)  # for three cards a third of the time of taking them out of hands
        for card in cards:
            try:
                left.remove(card)
            except ValueError:
                raise NoSuchCardError(card, type(self)(left)) from None
        return type(self)(left)

    def selections(self, most: int | None = None) -> tuple[tuple[Card, ...], ...]:
        """Every choice of these cards, from none to all or at ``most`` so many, once and sorted as in a new pack."""
        cards = sorted(self, key=by_index)
        sizes = range((len(cards) if most is None else min(most, len(cards))) + 1)
        choices = chain.from_iterable([combinations(cards, size) for size in sizes])
        return tuple(choices if len(set(cards)) == len(cards) else dict.fromkeys(choices))

    def of_suit(self, suit: Suit) -> Self:
        """The cards of ``suit``, in their order here; jokers and the backs of cards have none."""
        return type(self)(card for card in self if getattr(card, "suit", None) is suit)

    def sorted(self, ranking: Ranking | None = None) -> Self:
        """These cards by suit, and within a suit from low to high by ``ranking``; without one, as in a new pack."""
        return type(self)(sorted(self, key=by_index if ranking is None else ranking.by_suit))

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({' '.join(card.ascii for card in self)!r})"


def _names(text: object) -> list[str]:
    if not isinstance(text, str):
        raise TextError(f"cards are named by a text, not by {text!r}", repr(text))
    return text.split()


def sorted_hand(cards: Iterable[Card]) -> Hand:
    """The cards sorted as in a new pack: the converter for moves that name cards in whatever order."""
    return Hand(sorted(cards, key=by_index))

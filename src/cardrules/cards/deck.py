"""Deck: an immutable stack of cards that is dealt from its top."""

from typing import Self

from cardrules.cards.card import Card
from cardrules.cards.hand import Hand
from cardrules.errors import NotEnoughCardsError


class Deck(Hand):
    """A stack of cards, its top first.

    Nothing is taken from a deck in place: :meth:`draw` and :meth:`deal` give the cards and the deck that is left.

    >>> hands, rest = Deck.parse("2c 3c 4c 5c 6c").deal(2, 2)
    >>> print(*hands, rest, sep=" | ")
    2♣ 4♣ | 3♣ 5♣ | 6♣
    """

    __slots__ = ()

    def draw(self, count: int = 1) -> tuple[Hand, Self]:
        """The top ``count`` cards, the first drawn first, and what is left.

        Raises :class:`~cardrules.errors.NotEnoughCardsError` if there are fewer, ``ValueError`` for a ``count`` below 0.
        """
        if count < 0:
            raise ValueError(f"a number of cards is 0 or more, not {count}")
        if count > len(self):
            raise NotEnoughCardsError(count, len(self))
        return Hand(self[:count]), type(self)(self[count:])

    def deal(self, seats: int, count: int, *, packet: int = 1, first: int = 0) -> tuple[tuple[Hand, ...], Self]:
        """``count`` cards to each of ``seats``, a tuple by seat, and what is left.

        The cards go round ``packet`` at a time (the last packets smaller if need be), starting at the seat ``first``.
        Raises :class:`~cardrules.errors.NotEnoughCardsError` if they do not suffice, ``ValueError`` for a ``packet`` or
        a number of seats below 1 or a ``count`` below 0.
        """
        if seats < 1 or packet < 1:
            raise ValueError(f"cards are dealt to 1 seat or more, 1 card or more at a time, not {seats} and {packet}")
        dealt, rest = self.draw(seats * count)
        turns = [(seat - first) % seats for seat in range(seats)]
        if packet == 1:  # as most games deal: by slices, in a third of the time
            hands = [Hand(dealt[turn::seats]) for turn in turns]
        else:
            rounds = [(done * seats, min(packet, count - done)) for done in range(0, count, packet)]
            hands = [
                Hand(card for at, size in rounds for card in dealt[at + turn * size : at + (turn + 1) * size])
                for turn in turns
            ]
        return tuple(hands), rest

    def put_under(self, cards: tuple[Card, ...]) -> Self:
        """The deck with ``cards`` below it, the last of them undermost."""
        return self.plus(cards)

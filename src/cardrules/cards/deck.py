"""Deck: an immutable stack of cards, drawn and dealt from the top."""

from itertools import chain
from typing import Self

from cardrules.cards.card import Card
from cardrules.cards.hand import Hand
from cardrules.errors import NotEnoughCardsError


class Deck(Hand):
    """A stack of cards, top card first.

    :meth:`draw` and :meth:`deal` return the cards together with the rest of the deck; the deck itself does not change.

    >>> hands, rest = Deck.parse("2c 3c 4c 5c 6c").deal(2, 2)
    >>> print(*hands, rest, sep=" | ")
    2♣ 4♣ | 3♣ 5♣ | 6♣
    """

    __slots__ = ()

    def draw(self, count: int = 1) -> tuple[Hand, Self]:
        """Draw ``count`` cards from the top; return them, the first drawn first, and the rest of the deck.

        Raises :class:`~cardrules.errors.NotEnoughCardsError` if there are fewer, ``ValueError`` for a negative ``count``.
        """
        if count < 0:
            raise ValueError(f"a number of cards must be at least 0, not {count}")
        if count > len(self):
            raise NotEnoughCardsError(count, len(self))
        return Hand(self[:count]), type(self)(self[count:])

    def deal(self, seats: int, count: int, *, packet: int = 1, first: int = 0) -> tuple[tuple[Hand, ...], Self]:
        """Deal ``count`` cards to each of ``seats``; return the hands by seat and the rest of the deck.

        Each seat in turn, from ``first`` on, gets ``packet`` cards at a time; the last packets may be smaller. Raises
        :class:`~cardrules.errors.NotEnoughCardsError` if there are too few cards, ``ValueError`` for a ``packet`` or a number
        of seats below 1, or a negative ``count``.
        """
        if seats < 1 or packet < 1:
            raise ValueError(
                f"deal to at least 1 seat, at least 1 card at a time, not to {seats} and {packet} at a time"
            )
        dealt, rest = self.draw(seats * count)
        turns = [(seat - first) % seats for seat in range(seats)]
        if packet == 1:  # as in most games: slices take a third of the time
            hands = [Hand(dealt[turn::seats]) for turn in turns]
        else:
            rounds = [(done * seats, min(packet, count - done)) for done in range(0, count, packet)]
            packets = [[dealt[at + turn * size : at + (turn + 1) * size] for at, size in rounds] for turn in turns]
            hands = list(map(Hand, map(chain.from_iterable, packets)))
        return tuple(hands), rest

    def put_under(self, cards: tuple[Card, ...]) -> Self:
        """Return the deck with ``cards`` below it, the last of them at the bottom."""
        return self.plus(cards)

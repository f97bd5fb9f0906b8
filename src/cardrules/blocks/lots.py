"""Lots: cards drawn from the shuffled pack to decide who deals or holds the bank."""

from collections import Counter
from collections.abc import Sequence

from attrs import field, frozen

from cardrules.cards import JOKER, Card, Deck, Hand, Ranking
from cardrules.fastinit import FastInit
from cardrules.labels import told
from cardrules.seats import Seat
from cardrules.zones import Closed, Open


@frozen
class Lots(FastInit):
    """The cards after the drawing of lots, until all of them are shuffled."""

    drawn: Open[tuple[Hand, ...]] = field(metadata=told("lots"))
    """The cards drawn by each seat, a tuple by seat: one, and one more for each tie that the seat was in."""
    stock: Closed[Deck]
    """The rest of the pack."""
    aside: Open[Hand]
    """The jokers, which take no part."""
    lowest: Seat = field(metadata=told("lowest lot"))
    """The seat that drew the lowest card."""

    @classmethod
    def draw(cls, pack: Deck, seats: int, ranking: Ranking, jokers: int = 0) -> "Lots":
        """Draw a card for each seat, seat 0 first, from the top of a shuffled pack that lacks its ``jokers``.

        The seats that share the lowest rank draw again. When there are too few cards for them, the first of them in the
        order of seats counts as the lowest.
        """
        drawn: list[tuple[Card, ...]] = [()] * seats
        tied: Sequence[Seat] = range(seats)
        stock, strength = pack, ranking.strength
        while 1 < len(tied) <= len(stock):
            cards, stock = stock.draw(len(tied))
            for seat, card in zip(tied, cards, strict=True):
                drawn[seat] += (card,)
            ranks = [strength[card.rank] for card in cards]
            lowest = min(ranks)
            tied = [seat for seat, rank in zip(tied, ranks, strict=True) if rank == lowest]
        return cls(tuple(map(Hand, drawn)), stock, Hand((JOKER,) * jokers), tied[0])

    def rotated(self, seats: int) -> "Lots":
        """Return the lots moved a number of seats to the left."""
        players = len(self.drawn)
        drawn = tuple([self.drawn[(seat - seats) % players] for seat in range(players)])
        return Lots(drawn, self.stock, self.aside, (self.lowest + seats) % players)

    @classmethod
    def reach(cls, pack: Hand, seats: int) -> int:
        """Return how many cards of a pack without jokers, of at least as many cards as seats, can be drawn at most.

        Each tie is of two or more cards of one rank, and for each of them another card is drawn.
        """
        copies = Counter(card.rank for card in pack).values()
        in_pairs = min(seats, max(copies)) <= 2
        alike = sum(count - count % 2 if in_pairs else count for count in copies if count > 1)
        again = min(len(pack) - seats, alike)
        return seats + again - (again % 2 if in_pairs else again == 1)

"""Lots: cards drawn from the shuffled pack to say who deals or has the bank."""

from collections.abc import Sequence

from attrs import frozen

from cardrules.cards import JOKER, Card, Deck, Hand, Ranking
from cardrules.fastinit import FastInit
from cardrules.seats import Seat
from cardrules.zones import Closed, Open


@frozen
class Lots(FastInit):
    """Cards that were drawn for the lot, as they lie until all the cards are shuffled."""

    drawn: Open[tuple[Hand, ...]]
    """What each seat drew, a tuple by seat: a card, and one more for each time it had to draw again."""
    stock: Closed[Deck]
    """The rest of the pack."""
    aside: Open[Hand]
    """The jokers, which are not drawn from."""
    lowest: Seat
    """Who has the lot."""

    @classmethod
    def draw(cls, pack: Deck, seats: int, ranking: Ranking, jokers: int = 0) -> "Lots":
        """The lots of ``seats``, drawn one each from the top of a shuffled pack without its ``jokers``, seat 0 first.

        Those who share the lowest rank draw again from the rest; when it cannot serve them all, the first of them in
        the order of seats has the lot.
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

"""The moves of Ruka dyavola, and the exchanges that a hand allows."""

from functools import cache, lru_cache
from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.blocks.betting import Pass, Stake
from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Hand, sorted_hand
from cardrules.errors import ViewError
from cardrules.games.ruka_dyavola.rules import CARDS, Rules
from cardrules.zones import Own


@frozen
class Exchange:
    """Put these cards, named in any order, under the stock for as many from its top."""

    cards: Own[Hand] = field(converter=sorted_hand)
    free: int | None = None
    """The number of jokers from the deal among them, which are shown and cost nothing; ``None`` if there are none."""


@frozen
class Stop:
    """Exchange no more cards in this turn."""


Move: TypeAlias = Pass | Stake | Exchange | Stop

STOP: Final = Stop()


@lru_cache(maxsize=1 << 15)  # room for every hand of three cards: a sixth of the time of making its selections anew
def together(hand: Hand) -> tuple[Exchange, ...]:
    """Return the exchanges of cards of a sorted hand, the smallest selections first (2.1)."""
    return tuple([_few(cards) if len(cards) < CARDS else _exchange_of(cards) for cards in hand.selections()])


def _exchange_of(cards: tuple[Card, ...]) -> Exchange:
    if FACE_DOWN in cards:
        raise ViewError("this view does not show the hand from which the seat to act exchanges cards")
    return Exchange(cards, cards.count(JOKER) or None)  # 4.1


_few: Final = cache(_exchange_of)
"""Exchanges of up to two cards, made once because they recur in many hands."""


def one_by_one(hand: Hand, taken: Hand) -> tuple[Move, ...]:
    """Return the exchanges of single cards of the ``hand`` from the deal, and of those ``taken`` since (2.3)."""
    return STOP, *[_few((card,)) for card in dict.fromkeys(hand)], *[PAID[card] for card in dict.fromkeys(taken)]


PAID: Final = {card: Exchange((card,)) for card in (*PACK_52, JOKER)}
"""The exchange of each card that was taken one by one, which is never free, made once."""


def all_one_by_one(rules: Rules) -> tuple[Move, ...]:
    """Return all moves of an exchange of cards one by one."""
    return tuple(dict.fromkeys(one_by_one(rules.cards, rules.cards)))

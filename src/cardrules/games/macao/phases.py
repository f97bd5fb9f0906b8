"""The phases of Macao."""

from typing import TypeAlias

from attrs import field, frozen

from cardrules.blocks.phases import DrawingLots, Finished, LotsDrawn, Phase, Shuffling
from cardrules.cards import Deck, Hand
from cardrules.fastinit import FastInit
from cardrules.games.macao.rules import Rules
from cardrules.labels import told
from cardrules.seats import Seat
from cardrules.zones import Closed, Known, Open, Own


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    rules: Rules
    banker: Seat
    balances: tuple[int, ...] = field(metadata=told("balance"))
    """The winnings by seat, negative for losses."""
    held: int = field(metadata=told("banks over", zero=False))
    """The number of banks that are over."""
    stock: Closed[Deck]
    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    """The first card, or its replacement, and the drawn cards, by seat."""
    thrown: Own[tuple[Hand, ...]] = field(metadata=told("thrown aside"))
    """The cards thrown aside in this coup, by seat."""
    shown: Open[tuple[Hand, ...]]
    """The hands over nine shown in this coup, by seat."""
    settled: Open[tuple[Hand, ...]] = field(metadata=told("last coup"))
    """The hands of the previous coup, by seat, each followed by the cards its owner threw aside."""
    gone: Known[Hand]
    """The cards of the coups before the previous one."""


@frozen
class Drawing(Phase[Table]):
    """The punters, and then the banker, draw or stand in turn."""

    phase = "drawing or standing"

    to_act: Seat


State: TypeAlias = DrawingLots[Table] | LotsDrawn[Table] | Shuffling[Table] | Drawing | Finished[Table]

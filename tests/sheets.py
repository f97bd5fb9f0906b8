"""Sheets of cards: short ways to write down a deal, a position or a line of play in tests."""

from typing import TypeVar

from attrs import AttrsInstance

from cardrules import game
from cardrules.cards import Card, Hand
from cardrules.game import Game, Shuffled, StateLike

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=AttrsInstance)


def card(text: str) -> Card:
    """``card("QS")``."""
    return Card.parse(text)


def hand(text: str) -> Hand:
    """``hand("QS 10H")``; the empty text is the empty hand."""
    return Hand.parse(text)


def hands(text: str) -> tuple[Hand, ...]:
    """Hands by seat, apart by bars: ``hands("AS 3D | KS 2H | QS 9D")``."""
    return tuple(map(Hand.parse, text.split("|")))


def one_by_one(text: str, first: int = 0, then: str = "") -> str:
    """The order of a pack that deals these ``hands``, a card at a time from the seat ``first``, and ``then`` the rest."""
    dealt = hands(text)
    turned = dealt[first:] + dealt[:first]
    return " ".join(card.ascii for round_ in zip(*turned, strict=True) for card in round_) + " " + then


def stacked(state: StateLike, top: str) -> Shuffled:
    """The shuffle of the state's pack that puts the cards ``top`` on top, the first uppermost; the others lie sorted."""
    return game.stacked(state, hand(top))


def after(module: Game[R, S, M], state: S, *moves: M | Shuffled) -> S:
    """The state after the moves."""
    for move in moves:
        state = module.apply(state, move)
    return state

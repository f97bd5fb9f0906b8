"""Sheets of cards: short ways to write down a deal, a position or a line of play in tests."""

from typing import TypeVar

import pytest
from attrs import AttrsInstance

from cardrules import game
from cardrules.cards import Card, Hand
from cardrules.game import Game, Nature, Shuffled, StateLike
from cardrules.moves import IllegalMoveError, Reason
from cardrules.zones import view

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


def refusal(module: Game[R, S, M], state: S, move: M) -> Reason:
    """Return the reason why ``move`` is illegal; the view of the seat to act has to give the same reason."""
    assert not isinstance(state.to_act, Nature)
    reasons = [_refusal(module, seen, move) for seen in (state, view(state, state.to_act))]
    assert reasons[0] == reasons[1]
    return reasons[0]


def _refusal(module: Game[R, S, M], state: S, move: M) -> Reason:
    with pytest.raises(IllegalMoveError) as refused:
        module.apply(state, move)
    return Reason(refused.value.reason, refused.value.rules)

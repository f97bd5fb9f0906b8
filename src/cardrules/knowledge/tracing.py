"""Tracing: where the physical cards of a deal go by the moves of a game."""

from typing import Final, TypeVar

import attrs

from cardrules.cards import Hand
from cardrules.game import Game, Shuffled, StateLike
from cardrules.knowledge.drafts import Draft
from cardrules.knowledge.places import Tokens, filled, places
from cardrules.moves import IllegalMoveError

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

TRACELESS: Final = (IllegalMoveError, AttributeError, LookupError, TypeError, ValueError)
"""What a game may raise for cards that look like others and are not."""


def trace(game: Game[R, S, M], tokens: Tokens, was: S, move: M | Shuffled, state: S) -> None:
    """Follow the physical cards through a move that led from one state to another.

    If some cards look alike, the move is made once more with cards that can be told apart, as far as the game allows that.
    """
    now = places(state)
    if len({place.card for place in now}) < len(now):
        apart = tokens.tell_apart()
        shadow = filled(was, apart)
        try:
            if tokens.follow(now, apart, places(game.apply(shadow, move))):
                return
        except TRACELESS:
            pass
    tokens.move(now)


def landed(  # noqa: PLR0913, PLR0917  # a shuffle, its number, and the states around it
    game: Game[R, S, M], draft: Draft, number: int, tokens: Tokens, was: S, state: S
) -> Tokens:
    """Return where the physical cards lie after a shuffle of all or some of them."""
    now, order = places(state), draft.orders[number]
    if len(order) == len(now):
        return Tokens.dealt(draft.cards, draft.landing, now)
    apart = tokens.tell_apart()
    twins = {token: twin for twin, token in apart.items()}
    move: Shuffled = Shuffled(Hand([twins[token] for token in order]))
    try:
        if tokens.follow(now, apart, places(game.apply(filled(was, apart), move))):
            return tokens
    except TRACELESS:
        pass
    tokens.move(now)
    return tokens

"""Tracing: where the physical cards of a deal go by the moves of a game."""

from collections.abc import Sequence
from typing import Final, TypeVar

import attrs

from cardrules.cards import Hand
from cardrules.game import Game, Shuffled, StateLike
from cardrules.knowledge.drafts import Draft
from cardrules.knowledge.places import Place, Tokens, filled, places
from cardrules.moves import IllegalMoveError
from cardrules.zones import cards_in_order

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

TRACELESS: Final = (IllegalMoveError, AttributeError, LookupError, TypeError, ValueError)
"""What a game may raise for cards that look like others and are not."""


def trace(game: Game[R, S, M], tokens: Tokens, was: S, move: M | Shuffled, state: S) -> None:
    """Follow the physical cards through a move that led from one state to another."""
    now = places(state)
    if len({place.card for place in now}) == len(now):
        tokens.move(now)
    else:
        _trace_apart(game, tokens, was, move, now)


def landed(  # noqa: PLR0913, PLR0917  # a shuffle, its number, and the states around it
    game: Game[R, S, M], draft: Draft, number: int, tokens: Tokens, was: S, state: S
) -> Tokens:
    """Return where the physical cards lie after a shuffle of all or some of them."""
    now, order = places(state), draft.orders[number]
    if len(order) == len(now):
        return Tokens.dealt(draft.cards, draft.landing, now)
    twins = dict(zip(tokens.at, tokens.tell_apart(), strict=True))
    _trace_apart(game, tokens, was, Shuffled(Hand([twins[token] for token in order])), now)
    return tokens


def _trace_apart(game: Game[R, S, M], tokens: Tokens, was: S, move: M | Shuffled, now: Sequence[Place]) -> None:
    """Make a move once more with cards of which copies are other objects, and follow those as far as the game keeps them."""
    apart = tokens.tell_apart()
    try:
        shadow = game.apply(filled(was, apart), move)
    except TRACELESS:
        tokens.move(now)
        return
    if [place.key for place in places(shadow)] == [place.key for place in now]:
        tokens.follow(now, apart, cards_in_order(shadow))
    else:
        tokens.move(now)

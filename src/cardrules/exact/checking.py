"""A check that what is computed with unseen cards is what happens with real ones."""

from collections.abc import Iterable
from random import Random
from typing import Final, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, Card
from cardrules.cards.unseen import Unseen
from cardrules.chance import shuffled
from cardrules.exact.positions import Position, with_cards
from cardrules.exact.strategies import ExactError
from cardrules.game import Game, Shuffled, StateLike
from cardrules.zones import zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

CHECKED: Final = 256
"""How many moves of a walk are checked: the first ones, each with other cards."""


def require_same(game: Game[R, S, M], before: Position[S], move: M | Shuffled, after: S, turn: int) -> None:
    """Raise :class:`~cardrules.exact.strategies.ExactError` unless ``move`` leads to the state ``after`` with real cards too.

    The unknown cards become real ones of their lots, others for each ``turn``. It finds rules that compare cards by ``is``,
    which :class:`~cardrules.cards.unseen.Unseen` cannot notice.
    """
    cards = _real(before, [before.state, move], turn)

    def real(card: Card) -> Card:
        return cards[card.lot, card.number] if isinstance(card, Unseen) else card

    if not cards or any(card is FACE_DOWN for zone in zones(before.state) for card in zone.cards):
        return  # all is known, or the cards before a shuffle are not
    if game.apply(with_cards(before.state, real), with_cards(move, real)) != with_cards(after, real):
        raise ExactError(
            "the rules treat a card differently before they look at it: compare cards by ==, not by is, and look at them by "
            "their rank, suit or index"
        )


def _real(before: Position[S], values: Iterable[attrs.AttrsInstance], turn: int) -> dict[tuple[int, int], Card]:
    """Return a real card for each unseen card in some values, by its lot and number."""
    unseen = {
        (card.lot, card.number)
        for value in values
        for zone in zones(value)
        for card in zone.cards
        if isinstance(card, Unseen)
    }
    following = [iter(shuffled(lot, Random(turn))) for lot in before.lots]
    return {place: next(following[place[0]]) for place in sorted(unseen)}

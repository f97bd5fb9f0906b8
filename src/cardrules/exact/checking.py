"""Checks of the first moves of a walk: that real cards lead to the same, and that players see no difference in what is alike."""

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Final, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, Card
from cardrules.cards.unseen import Unseen
from cardrules.chance import shuffled
from cardrules.exact.alike import Likeness, named_suits
from cardrules.exact.positions import Position, with_cards
from cardrules.exact.strategies import Answer, ExactError, Strategy, weighted
from cardrules.game import Game, Shuffled, StateLike
from cardrules.moves import words
from cardrules.zones import view, zones

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


def require_blind(
    game: Game[R, S, M], likeness: Likeness[S], state: S, player: Strategy[S, M], answer: Answer[M]
) -> None:
    """Raise :class:`~cardrules.exact.strategies.ExactError` if a player treats cards differently that are taken as alike.

    The player is asked again with all known cards traded for others that are alike, and should give the same ``answer``.
    """
    trades = likeness.trades(state)
    if not trades:
        return

    def traded(card: Card) -> Card:
        return card if isinstance(card, Unseen) else trades.get(card, card)

    twin = with_cards(state, traded)
    seat = twin.to_act
    assert isinstance(seat, int)
    again = dict(weighted(player(view(twin, seat), game.legal_moves(twin))))
    expected = {with_cards(move, traded): chance for move, chance in weighted(answer)}
    if any(True for move in expected for _ in named_suits(move)):
        return
    if _by_kind(likeness, twin, again) != _by_kind(likeness, twin, expected):
        one, other = (" or ".join(map(words, moves)) for moves in (expected, again))
        raise ExactError(
            f"the player of seat {seat} makes the move {other} instead of {one} when cards are traded for others that the game "
            "promises to be alike; let it treat them alike, or pass merged=False"
        )


def _by_kind(likeness: Likeness[S], state: S, answer: Mapping[M, Fraction]) -> dict[Hashable, Fraction]:
    """Return the probability of each move, those that differ only in what is alike together."""
    found: dict[Hashable, Fraction] = {}
    for move, chance in answer.items():
        key = likeness.key_of(move, state)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


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

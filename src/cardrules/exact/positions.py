"""Positions of which only some cards are known: those that somebody has looked at.

A position has a state in which the other cards are :class:`~cardrules.cards.unseen.Unseen`. Each of them is with equal
chance any of the unknown cards of its lot, the cards that were shuffled together. When a card is looked at, the position
becomes one position for each kind of card that it can be.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import repeat
from operator import is_
from typing import Generic, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.cards.unseen import LookedAtError, Unseen, unseen_cards
from cardrules.game import Shuffled, StateLike, pack_of
from cardrules.zones import hidden_cards, map_cards, map_zones

S = TypeVar("S", bound=StateLike)
V = TypeVar("V", bound=attrs.AttrsInstance)


@frozen(eq=False)
class Position(Generic[S]):
    """A state of which only some cards are known."""

    state: S
    lots: tuple[Hand, ...] = ()
    """The unknown cards of each lot, sorted."""
    shuffle: Shuffled | None = None
    """The shuffle that has been made of the state's pack and is still to be applied."""

    @property
    def unknown(self) -> int:
        """The number of cards that are not known."""
        return sum(map(len, self.lots))

    def shuffled(self) -> "Position[S]":
        """Return the position after a shuffle of unseen cards, if chance acts.

        Raises :class:`~cardrules.cards.unseen.LookedAtError` for a pack with a part of the unknown cards: these cannot be told
        from the rest by then.
        """
        state, lots = self.state, self.lots
        unseen, pack = _pack_of(state)
        if unseen is not None:
            state = with_cards(state, _turned_down)
            pack = pack_of(state)
            if pack.count(FACE_DOWN) < self.unknown:
                raise LookedAtError(unseen)
            known = [card for card in pack if card is not FACE_DOWN]
            pack, lots = Hand([*known, *(card for lot in lots for card in lot)]).sorted(), ()
        return Position(state, (*lots, pack), Shuffled(unseen_cards(len(lots), len(pack))))

    def revealed(self, card: Unseen, kind_of: Callable[[Card], object]) -> "Iterator[tuple[Position[S], Fraction]]":
        """Yield the positions that differ in what ``card`` is, one for each kind, with their probabilities."""
        lot = self.lots[card.lot]
        kinds: dict[object, list[Card]] = {}
        for other in lot:
            kinds.setdefault(kind_of(other), []).append(other)
        for cards in kinds.values():
            lots = (*self.lots[: card.lot], lot.without(cards[0]), *self.lots[card.lot + 1 :])
            yield self._where(card, cards[0], lots), Fraction(len(cards), len(lot))

    def _where(self, unseen: Unseen, card: Card, lots: tuple[Hand, ...]) -> "Position[S]":
        def reveal(content: object) -> object:
            if isinstance(content, Hand):
                # The operator ``in`` would look at the cards; so most zones stay the very objects that they are.
                return _replaced(content, unseen, card) if any(map(is_, content, repeat(unseen))) else content
            if isinstance(content, tuple):
                return tuple(map(reveal, content))
            return card if content is unseen else content

        shuffle = self.shuffle and Shuffled(_replaced(self.shuffle.cards, unseen, card))
        return Position(map_zones(self.state, lambda _, content: reveal(content)), lots, shuffle)


def _replaced(cards: Hand, old: Card, new: Card) -> Hand:
    return type(cards)(new if card is old else card for card in cards)


def with_cards(value: V, change: Callable[[Card], Card]) -> V:
    """Return a state or a move with each card replaced by the result of ``change``."""
    return map_zones(value, lambda zone, content: map_cards(zone, content, change))


def _pack_of(state: StateLike) -> tuple[Unseen | None, Hand]:
    """Return one of the unknown cards in the pack of a state, if there is any, and the pack if there is none."""
    try:
        pack = pack_of(state)
    except LookedAtError as look:
        return look.card, Hand()
    return next((card for card in pack if isinstance(card, Unseen)), None), pack


def _turned_down(card: Card) -> Card:
    return FACE_DOWN if isinstance(card, Unseen) else card


def position(state: S, pack: Hand) -> Position[S]:
    """Return the position in which the face-down cards of a view are any of the cards of ``pack`` that it hides.

    A whole state is a position in which all is known. Raises :class:`~cardrules.errors.ViewError` for a state that does not fit
    the pack.
    """
    hidden = hidden_cards(state, pack)
    unseen = iter(unseen_cards(0, len(hidden)))
    filled = with_cards(state, lambda card: next(unseen) if card is FACE_DOWN else card)
    return Position(filled, (hidden,) if hidden else ())

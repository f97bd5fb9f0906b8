"""Drafts of worlds: which card each physical card of the deal is, and where shuffles and hidden moves put it."""

from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import attrs
from attrs import define, frozen

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.game import Game, Shuffled, StateLike
from cardrules.knowledge.evidence import Evidence
from cardrules.knowledge.places import Key
from cardrules.moves import IllegalMoveError
from cardrules.zones import map_hands, map_zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


@frozen
class World(Generic[S, M]):
    """A game as it may have been since the last shuffle of all the cards."""

    before: S
    """The state before that shuffle, or at the start of the game."""

    moves: tuple[M | Shuffled, ...]
    """Every move since then, those of chance included, with all its cards."""

    state: S
    """The state now."""


@define(eq=False)
class Draft:
    """The hidden part of a world, in numbers of physical cards: their positions in the first shuffle."""

    cards: list[Card]
    """Which card each of them is."""

    orders: dict[int, list[int]]
    """The physical cards that a shuffle or a hidden move names, by the number of the sighting."""

    landing: Mapping[tuple[Key, int], int]
    """Where the positions of the shuffle of all the cards go: the pile and the place in it."""

    def move(self, number: int, seen: M | Shuffled) -> "M | Shuffled":
        """Return the move of a sighting, ``seen`` by the seat, with all its cards."""
        if number not in self.orders:
            return seen
        return self.shuffle(number) if isinstance(seen, Shuffled) else turned_up(seen, self.named(number))

    def shuffle(self, number: int) -> Shuffled:
        """Return the shuffle of a sighting."""
        return Shuffled(Hand(map(self.cards.__getitem__, self.orders[number])))

    def named(self, number: int) -> list[Card]:
        """Return the hidden cards that a move names."""
        cards = self.cards
        return [cards[token] for token in self.orders[number]]

    def copy(self) -> "Draft":
        """Return a draft that can be changed without changing this one."""
        return Draft(self.cards.copy(), {number: order.copy() for number, order in self.orders.items()}, self.landing)


class Replay(Generic[S, M]):
    """The replay of drafts against the evidence."""

    def __init__(self, game: Game[R, S, M], evidence: Evidence[S, M], before: S) -> None:
        """Begin each replay with the state ``before``."""
        self._apply, self._legal_moves = game.apply, game.legal_moves
        self.evidence = evidence
        self.before = before
        self._moves = [sighting.move for sighting in evidence.sightings]
        self._turned: dict[tuple[object, ...], M | Shuffled] = {}
        self._new: dict[int, tuple[object, ...]] = {}
        """The moves in ``_turned`` that a draft is the first to make, by the numbers of their sightings."""
        self._looks = [sighting.looks for sighting in evidence.sightings]

    def run(self, draft: Draft, end: int | None = None) -> "World[S, M] | int":
        """Return the world of a draft, or the number of the sighting at which it is found to be impossible.

        With ``end`` it is the world before that sighting.
        """
        state, apply = self.before, self._apply
        moves, new = self._moves.copy(), self._new
        new.clear()
        for number in draft.orders:
            moves[number] = self._move(draft, number)
        for number, looks in enumerate(self._looks if end is None else self._looks[:end]):
            if number in new:
                moves[number] = self._listed(state, new.pop(number))
            try:
                state = apply(state, moves[number])
            except IllegalMoveError:
                return number
            if not looks(state):
                return number
        return World(self.before, tuple(moves[:end]), state)

    def _move(self, draft: Draft, number: int) -> "M | Shuffled":
        """Return a move of a draft; moves of one hidden card, of which there are few, are made once."""
        order = draft.orders[number]
        if len(order) > 1:
            return draft.move(number, self._moves[number])
        key = number, *draft.named(number)
        if key not in self._turned:
            self._new[number] = key
            self._turned[key] = draft.move(number, self._moves[number])
        return self._turned[key]

    def _listed(self, state: S, key: tuple[object, ...]) -> "M | Shuffled":
        """Return a new move as the game lists it: to apply that very object takes the game half the time."""
        move = self._turned[key]
        for listed in self._legal_moves(state):
            if type(listed) is type(move) and listed == move:
                self._turned[key] = listed
        return self._turned[key]


def turned_up(move: M, cards: Sequence[Card]) -> M:
    """Return a move with these cards for those that lie face down in it."""
    following = iter(cards)

    def turned(hand: Hand) -> Hand:
        return type(hand)([next(following) if card is FACE_DOWN else card for card in hand])

    return map_zones(move, lambda zone, content: map_hands(zone, content, turned))

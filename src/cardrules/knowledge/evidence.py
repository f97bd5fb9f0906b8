"""Evidence: what a seat has seen since all the cards were last shuffled, and what that says about hidden cards."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import attrs
from attrs import define

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.errors import ViewError
from cardrules.game import Game, Shuffled, StateLike, mover_of
from cardrules.knowledge.alike import Looks, Test
from cardrules.knowledge.information import InformationSet
from cardrules.knowledge.places import Key, places
from cardrules.seats import Seat
from cardrules.zones import CardField, cards_in, map_zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


@define(eq=False)
class Sighting(Generic[S, M]):
    """A move as a seat saw it."""

    move: M | Shuffled
    mover: Seat | None
    named: tuple[Card, ...]
    """The cards that the move shows and that the view before it does not: they were in the hand of the mover."""
    hand: Key | None
    """The pile of the mover that got smaller by a move that hides nothing; ``None`` if there is none."""
    hidden: bool
    """Whether the seat does not see all of the move: a shuffle, or cards put down."""
    before: S
    after: S
    looks: Test
    """The test of whether the view of a state would be ``after``."""


class Evidence(Generic[S, M]):
    """What a seat has seen since the last shuffle of all the cards. What was played before it can no longer matter."""

    def __init__(self, game: Game[R, S, M], known: InformationSet[S, M]) -> None:
        """Look back from what the seat knows now."""
        self.game = game
        self.seat: Seat | None = known.seat
        self.ordered: bool = known.ordered
        self._size = len(cards_in(known.view))
        self._looks = Looks(self.seat, ordered=self.ordered)
        self._excluded: dict[int, frozenset[Card]] = {}
        first = known
        while first.before is not None and not self._is_full(first.move):
            first = first.before
        self.full: bool = first.before is not None
        """Whether there was a shuffle of all the cards."""
        first = first.before or first
        self.first: S = first.view
        """The view before the shuffle, or the first view if there was none."""
        self._known = first
        self.sightings: list[Sighting[S, M]] = []
        self.grow(known)

    def _is_full(self, move: M | Shuffled | None) -> bool:
        """Return whether a move is a shuffle of all the cards."""
        return isinstance(move, Shuffled) and len(move.cards) == self._size

    def grow(self, known: InformationSet[S, M]) -> bool:
        """Take in what the seat has seen since; return whether this goes on from what it knew, in the same deal."""
        since: list[tuple[S, M | Shuffled, S]] = []
        here = known
        while here is not self._known:
            if here.before is None or here.move is None or (self.sightings and self._is_full(here.move)):
                return False
            since.append((here.before.view, here.move, here.view))
            here = here.before
        self._known = known
        self.sightings += [_sighting(*step, self._looks.test(step[-1])) for step in reversed(since)]
        return True

    def excluded(self, number: int, pack: Iterable[Card]) -> frozenset[Card]:
        """Return the cards that the mover did not hold at a sighting, or else the move would not have been legal.

        This asks the game: would it list the move if the hand were the named cards and this one? The answers are hints.
        """
        if number not in self._excluded:
            self._excluded[number] = self._exclude(self.sightings[number], pack)
        return self._excluded[number]

    def _exclude(self, sighting: Sighting[S, M], pack: Iterable[Card]) -> frozenset[Card]:
        if not sighting.named or sighting.hand is None or sighting.mover == self.seat or sighting.hidden:
            return frozenset()
        shown = {*cards_in(sighting.before), *sighting.named}
        unseen = [card for card in dict.fromkeys(pack) if card not in shown]
        if self._listed(sighting, unseen):
            return frozenset()
        return frozenset(card for card in unseen if not self._listed(sighting, [card]))

    def _listed(self, sighting: Sighting[S, M], cards: Sequence[Card]) -> bool:
        """Return whether the move would be legal if the hand of the mover were the named cards and ``cards``."""
        assert sighting.hand is not None  # the caller has looked
        hand = (*sighting.named, *cards)
        try:
            return sighting.move in self.game.legal_moves(_with_hand(sighting.before, sighting.hand, hand))
        except ViewError:
            return True


def _sighting(before: S, move: M | Shuffled, after: S, looks: Test) -> Sighting[S, M]:
    mover = mover_of(before, move)
    cards = cards_in(move)
    shown = cards_in(before)
    named = tuple(card for card in cards if card is not FACE_DOWN and card not in shown)
    hidden = FACE_DOWN in cards
    hand = None if mover is None or hidden else _smaller(mover, before, after)
    return Sighting(move, mover, named, hand, hidden, before, after, looks)


def _smaller(mover: Seat, before: StateLike, after: StateLike) -> Key | None:
    """Return the pile of a seat that got smaller."""
    held = Counter(place.key for place in places(before) if place.owner == mover)
    held.subtract(place.key for place in places(after) if place.owner == mover)
    return next((key for key, lost in held.items() if lost > 0), None)


def _with_hand(seen: S, pile: Key, hand: Sequence[Card]) -> S:
    """Return a view with other cards in a pile, however many."""
    name, *inside = pile

    def replace(zone: CardField, content: object) -> object:
        return _replaced(content, inside, hand) if zone.name == name else content

    return map_zones(seen, replace)


def _replaced(content: object, inside: Sequence[object], hand: Sequence[Card]) -> object:
    if isinstance(content, Hand):
        return type(content)(hand)
    if isinstance(content, tuple) and inside and isinstance(inside[0], int) and inside[0] < len(content):
        place = inside[0]
        return (*content[:place], _replaced(content[place], inside[1:], hand), *content[place + 1 :])
    return content

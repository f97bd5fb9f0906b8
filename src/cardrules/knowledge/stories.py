"""Stories: where each physical card of a world lay, when the seat saw it, and what it cannot be."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import attrs
from attrs import define

from cardrules.cards import FACE_DOWN
from cardrules.game import Game, Shuffled, StateLike
from cardrules.knowledge.drafts import Draft, World
from cardrules.knowledge.evidence import Evidence
from cardrules.knowledge.guessing import bits
from cardrules.knowledge.places import Key, Place, Tokens, places
from cardrules.knowledge.tracing import landed, trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")


@define(eq=False)
class Stories:
    """What happened to each physical card in each span of time, between moves that hide something from the seat."""

    seen: list[int]
    """The spans in which the seat saw the card, as bits."""
    bars: list[list[int]]
    """What the card cannot be, by span and by card, as bits."""
    left: list[list[Key]]
    """The pile in which the card lay at the end of each span."""
    came: list[list[Key]]
    """The hand in which the card lay at the beginning of each span; empty for any other pile."""

    @classmethod
    def blank(cls, count: int, spans: int) -> "Stories":
        """Return stories of that many cards in which nothing happens."""
        nowhere: list[Key] = [()] * count
        return cls(
            [0] * count,
            [[0] * count for _ in range(spans)],
            [nowhere.copy() for _ in range(spans)],
            [nowhere.copy() for _ in range(spans)],
        )

    def copy(self) -> "Stories":
        """Return stories that can be changed without changing these."""
        return Stories(self.seen.copy(), _copy(self.bars), _copy(self.left), _copy(self.came))

    def permute(self, going: Mapping[int, int], span: int) -> None:
        """Let each card go the way of another after a span."""
        seen, past = self.seen, (2 << span) - 1
        tails = [(other, seen[token] & ~past) for token, other in going.items()]
        for token, tail in tails:
            seen[token] = seen[token] & past | tail
        _permute(self.bars[span + 1 :], going)
        _permute(self.left[span + 1 :], going)
        _permute(self.came[span + 1 :], going)

    def never_seen(self) -> list[int]:
        """Return the cards that the seat has never seen."""
        return [token for token, spans in enumerate(self.seen) if not spans]

    def barred(self, token: int) -> int:
        """Return what a card cannot be, as bits."""
        found = 0
        for bars in self.bars:
            found |= bars[token]
        return found

    def arrived(self, span: int) -> list[list[int]]:
        """Return the cards in each hand to which some came at the end of a span from elsewhere than the others."""
        hands: dict[Key, list[int]] = defaultdict(list)
        for token, hand in enumerate(self.came[span + 1]):
            if hand:
                hands[hand].append(token)
        left = self.left[span]
        return [hand for key, hand in hands.items() if any(left[token] != key for token in hand)]


def _copy(field: list[list[T]]) -> list[list[T]]:
    return [spans.copy() for spans in field]


def _permute(rows: list[list[T]], going: Mapping[int, int]) -> None:
    for row in rows:
        values = [(other, row[token]) for token, other in going.items()]
        for token, value in values:
            row[token] = value


class Survey:
    """The stories of a world, and the moves between their spans."""

    def __init__(self, game: Game[R, S, M], evidence: Evidence[S, M], draft: Draft, world: World[S, M]) -> None:
        """Follow all the cards through the world of a draft."""
        self._ordered = evidence.ordered
        followed = list(_followed(game, draft, world))
        self.last: list[int] = list(followed[-1])
        """The physical cards in the places of the last state."""
        self.deal: int | None = _deal(draft)
        """The number of the shuffle of all the cards; ``None`` if there was none."""
        self.hands: list[list[int]] = self._hands(draft, followed)
        """The positions in that shuffle that go to the same hand, for each hand."""
        self.steps: list[int] = self._moments(draft, followed)
        """The numbers of the moves that end a span: shuffles, hidden moves, and moves by which cards come to a hand."""
        self.stories: Stories = self._told(evidence, draft, followed)

    def _is_loose(self, place: Place) -> bool:
        return place.loose and not self._ordered

    def _hands(self, draft: Draft, followed: Sequence[Mapping[int, Place]]) -> list[list[int]]:
        hands: dict[Key, list[int]] = defaultdict(list)
        if self.deal is not None:
            for position, token in enumerate(draft.orders[self.deal]):
                place = followed[self.deal + 1][token]
                if self._is_loose(place):
                    hands[place.key].append(position)
        return [hand for hand in hands.values() if len(hand) > 1]

    def _moments(self, draft: Draft, followed: Sequence[Mapping[int, Place]]) -> list[int]:
        found = set(draft.orders)
        for number, (before, after) in enumerate(pairwise(followed)):
            sources: dict[Key, set[Place]] = defaultdict(set)
            for token, place in after.items():
                if self._is_loose(place):
                    sources[place.key].add(before[token]._replace(card=FACE_DOWN))
            for hand, piles in sources.items():
                came = {pile for pile in piles if pile.key != hand}
                if came and (len(piles) > 1 or not all(map(self._is_loose, came))):
                    found.add(number)
        return sorted(found - {self.deal})

    def _told(self, evidence: Evidence[S, M], draft: Draft, followed: Sequence[Mapping[int, Place]]) -> Stories:
        stories = Stories.blank(len(draft.cards), len(self.steps) + 1)
        for number, here in enumerate(followed):
            span = bisect_left(self.steps, number)
            excluded, hand = 0, None
            if number < len(evidence.sightings):
                excluded = bits(evidence.excluded(number, draft.cards))
                hand = evidence.sightings[number].hand
            for token, place in here.items():
                stories.left[span][token] = place.key
                if number - 1 in self.steps and self._is_loose(place):
                    stories.came[span][token] = place.key
                if self._shown_since(number) and place.shows(evidence.seat):
                    stories.seen[token] |= 1 << span
                if excluded and place.key == hand:
                    stories.bars[span][token] |= excluded
        return stories

    def _shown_since(self, number: int) -> bool:
        """Return whether what was seen before a move still matters after the deal."""
        return number > (-1 if self.deal is None else self.deal)


def _deal(draft: Draft) -> int | None:
    number = min(draft.orders, default=None)
    return number if number is not None and len(draft.orders[number]) == len(draft.cards) else None


def _followed(game: Game[R, S, M], draft: Draft, world: World[S, M]) -> Iterator[dict[int, Place]]:
    """Yield the place of each physical card before every move of a world, and after the last."""
    state, here = world.before, places(world.before)
    tokens = Tokens(list(range(len(here))), here)
    for number, move in enumerate(world.moves):
        yield dict(zip(tokens.at, tokens.places, strict=True))
        was, state = state, game.apply(state, move)
        if isinstance(move, Shuffled):
            tokens = landed(game, draft, number, tokens, was, state)
        else:
            trace(game, tokens, was, move, state)
    yield dict(zip(tokens.at, tokens.places, strict=True))

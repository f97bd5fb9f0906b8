"""Stories: where each physical card of a world lay, when the seat saw it, and what it cannot be."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

import attrs
from attrs import define, field, frozen

from cardrules.game import Game, Shuffled, StateLike
from cardrules.knowledge.drafts import Draft, World
from cardrules.knowledge.evidence import Evidence
from cardrules.knowledge.guessing import bits
from cardrules.knowledge.places import Key, Place, Tokens, places
from cardrules.knowledge.tracing import landed, trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


@frozen(eq=False)
class Ways:
    """What can happen to a physical card in each span of time, between moves that hide something from the seat.

    In each span there are as many ways as cards; a way has the number of the card that goes it in the first world.
    """

    piles: list[list[Key]]
    """The pile to which each way leads by the end of each span."""
    hands: list[list[Key]]
    """The hand in which each way begins, by span; empty for any other pile."""
    bars: dict[int, list[int]] = field(factory=dict)
    """What cannot go each way, as bits, for the spans in which there is something that cannot."""

    @classmethod
    def blank(cls, count: int, spans: int) -> "Ways":
        """Return ways of that many cards in which nothing happens."""
        nowhere: list[Key] = [()] * count
        return cls([nowhere.copy() for _ in range(spans)], [nowhere.copy() for _ in range(spans)])

    def arrivals(self, span: int) -> list[list[int]]:
        """Return the ways after a span that begin in a hand to which some cards came from elsewhere than the others."""
        hands: dict[Key, list[int]] = defaultdict(list)
        for way, hand in enumerate(self.hands[span + 1]):
            if hand:
                hands[hand].append(way)
        piles = self.piles[span]
        return [ways for hand, ways in hands.items() if any(piles[way] != hand for way in ways)]

    def from_pile(self, span: int, pile: Key) -> list[int]:
        """Return the ways that lead to a pile by the end of a span."""
        return [way for way, key in enumerate(self.piles[span]) if key == pile]


@define(eq=False)
class Stories:
    """Which way each physical card went in each span of time."""

    ways: Ways
    cards: list[list[int]]
    """The card that went each way, by span."""
    seen: list[int]
    """The spans in which the seat saw each card, as bits."""

    @classmethod
    def first(cls, ways: Ways, seen: list[int]) -> "Stories":
        """Return the stories of the first world."""
        return cls(ways, [list(range(len(seen))) for _ in ways.piles], seen)

    def copy(self) -> "Stories":
        """Return stories that can be changed without changing these."""
        return Stories(self.ways, [row.copy() for row in self.cards], self.seen.copy())

    def exchange(self, one: int, other: int, span: int) -> None:
        """Let two cards go each other's ways after a span."""
        seen, mixed = self.seen, (self.seen[one] ^ self.seen[other]) >> span + 1 << span + 1
        seen[one] ^= mixed
        seen[other] ^= mixed
        for row in self.cards[span + 1 :]:
            mine, theirs = row.index(one), row.index(other)
            row[mine], row[theirs] = other, one

    def permute(self, going: Mapping[int, int], span: int) -> None:
        """Let each card go the way of another after a span."""
        seen, past = self.seen, (2 << span) - 1
        tails = [(other, seen[token] & ~past) for token, other in going.items()]
        for token, tail in tails:
            seen[token] = seen[token] & past | tail
        for row in self.cards[span + 1 :]:
            row[:] = [going.get(token, token) for token in row]

    def never_seen(self) -> list[int]:
        """Return the cards that the seat has never seen."""
        return [token for token, spans in enumerate(self.seen) if not spans]

    def barred(self, token: int) -> int:
        """Return what a card cannot be, as bits."""
        found = 0
        for span, bars in self.ways.bars.items():
            found |= bars[self.cards[span].index(token)]
        return found

    def all_barred(self) -> list[int]:
        """Return what each card cannot be, as bits."""
        found = [0] * len(self.seen)
        for span, bars in self.ways.bars.items():
            for token, bar in zip(self.cards[span], bars, strict=True):
                found[token] |= bar
        return found


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
            sources: dict[Key, dict[Key, bool]] = defaultdict(
                dict
            )  # the piles of each hand's cards, and whether they are hands
            for token, place in after.items():
                if self._is_loose(place):
                    sources[place.key][before[token].key] = self._is_loose(before[token])
            for hand, piles in sources.items():
                came = [loose for pile, loose in piles.items() if pile != hand]
                if came and (len(piles) > 1 or not all(came)):
                    found.add(number)
        return sorted(found - {self.deal})

    def _told(self, evidence: Evidence[S, M], draft: Draft, followed: Sequence[Mapping[int, Place]]) -> Stories:
        ways, seen = Ways.blank(len(draft.cards), len(self.steps) + 1), [0] * len(draft.cards)
        for number, here in enumerate(followed):
            span = bisect_left(self.steps, number)
            excluded, hand = 0, None
            if number < len(evidence.sightings):
                excluded = bits(evidence.excluded(number, draft.cards))
                hand = evidence.sightings[number].hand
            for token, place in here.items():
                ways.piles[span][token] = place.key
                if number - 1 in self.steps and self._is_loose(place):
                    ways.hands[span][token] = place.key
                if self._shown_since(number) and place.shows(evidence.seat):
                    seen[token] |= 1 << span
                if excluded and place.key == hand:
                    ways.bars.setdefault(span, [0] * len(here))[token] |= excluded
        return Stories.first(ways, seen)

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

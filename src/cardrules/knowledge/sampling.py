"""Sampling: many worlds from one, each change of hidden cards checked by a replay."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor
from random import Random
from typing import Final, Generic, TypeVar

import attrs
from attrs import define

from cardrules.chance import choice, shuffled
from cardrules.game import Game, Shuffled, StateLike
from cardrules.knowledge.building import bits, landed, trace
from cardrules.knowledge.drafts import Draft, Replay, World
from cardrules.knowledge.places import Key, Tokens, places

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

MIXING: Final = 4
"""The number of exchanges for each hidden card that make a new deal of them."""

TRIES: Final = 60
"""The most deals that are tried for a world; then the last one changes in some cards only."""


@define(eq=False)
class Stories:
    """What happened to each physical card, in the spans of time between shuffles and hidden moves."""

    seen: list[list[bool]]
    """Whether the seat saw the card, by card and by span."""
    bars: list[list[int]]
    """What the card cannot be, by card and by span, as bits."""
    piles: list[list[Key]]
    """The pile in which the card lay at the end of each span."""

    def copy(self) -> "Stories":
        """Return stories that can be changed without changing these."""
        seen, bars, piles = ([spans.copy() for spans in field] for field in (self.seen, self.bars, self.piles))
        return Stories(seen, bars, piles)

    def permute(self, going: Mapping[int, int], span: int) -> None:
        """Let each card go the way of another after a span."""
        _permute_tails(self.seen, going, span + 1)
        _permute_tails(self.bars, going, span + 1)
        _permute_tails(self.piles, going, span + 1)


T = TypeVar("T")


def _permute_tails(field: list[list[T]], going: Mapping[int, int], start: int) -> None:
    tails = {other: field[token][start:] for token, other in going.items()}
    for token, tail in tails.items():
        field[token][start:] = tail


class Sampler(Generic[S, M]):
    """The possible worlds of one information set, drawn again and again.

    It exchanges hidden cards at random, as often as it takes to forget where they lay, and keeps the result if a replay
    shows the seat what it saw. An exchange is as likely as the one that takes it back, so in the long run all worlds are
    equally likely.
    """

    def __init__(
        self, game: Game[R, S, M], replay: Replay[S, M], draft: Draft, world: World[S, M], rng: Random
    ) -> None:
        """Begin with the ``world`` of a draft."""
        self.replay = replay
        self.world = world
        self.rng = rng
        self._draft = draft
        self._steps = sorted(draft.orders)
        if self._steps and len(draft.orders[self._steps[0]]) == len(draft.cards):
            del self._steps[0]  # the deal itself, whose order is that of the draft
        self._stories = self._survey(game)
        self._free = [token for token, spans in enumerate(self._stories.seen) if not any(spans)]
        self._kernels = self._all_kernels()

    def _survey(self, game: Game[R, S, M]) -> Stories:
        """Follow all cards through the world."""
        evidence, draft, world, steps = self.replay.evidence, self._draft, self.world, self._steps
        count, spans = len(draft.cards), len(steps) + 1
        stories = Stories(
            [[False] * spans for _ in range(count)],
            [[0] * spans for _ in range(count)],
            [[()] * spans for _ in range(count)],
        )
        state, here = world.before, places(world.before)
        tokens = Tokens(list(range(len(here))), here)
        for number, (sighting, move) in enumerate(zip(evidence.sightings, world.moves, strict=True)):
            span = bisect_left(steps, number)
            excluded = bits(evidence.excluded(number, draft.cards))
            for place, token in zip(tokens.places, tokens.at, strict=True):
                stories.piles[token][span] = place.key
                if excluded and place.owner == sighting.mover:
                    stories.bars[token][span] |= excluded
            was, state = state, game.apply(state, move)
            if isinstance(move, Shuffled):
                tokens = landed(game, draft, number, tokens, was, state)
            else:
                trace(game, tokens, was, move, state)
            span = bisect_left(steps, number + 1)
            for place, token in zip(tokens.places, tokens.at, strict=True):
                if place.shows(evidence.seat):
                    stories.seen[token][span] = True
        return stories

    # Kernels

    def _all_kernels(self) -> list[Callable[[], None]]:
        kernels: list[Callable[[], None]] = []
        if len(self._free) > 1:
            kernels.append(self._redeal)
        for span, number in enumerate(self._steps):
            if len(self._draft.orders[number]) and isinstance(self.replay.evidence.sightings[number].move, Shuffled):
                kernels.append(partial(self._reshuffle, span))
            kernels.append(partial(self._retell, span))
        return kernels

    def _redeal(self) -> None:
        """Deal the cards that the seat has never seen anew, none to where it cannot be."""
        cards, free = self._draft.cards, self._free
        bars = [_union(self._stories.bars[token]) for token in free]
        if not any(bars):
            for token, card in zip(free, shuffled([cards[token] for token in free], self.rng), strict=True):
                cards[token] = card
            return
        held = [cards[token] for token in free]
        draw, count = self.rng.random, len(free)
        for _ in range(MIXING * count):
            one, other = floor(draw() * count), floor(draw() * count)
            mine, theirs = held[one], held[other]
            if not (bars[one] >> theirs.index & 1 or bars[other] >> mine.index & 1):
                held[one], held[other] = theirs, mine
        for token, card in zip(free, held, strict=True):
            cards[token] = card

    def _reshuffle(self, span: int) -> None:
        """Shuffle a part of the pack anew, as far as the seat has not seen the cards since."""
        stories, order = self._stories, self._draft.orders[self._steps[span]]
        hidden = [token for token in order if not any(stories.seen[token][span + 1 :])]
        if any(any(stories.bars[token][span + 1 :]) for token in hidden):
            for _ in range(MIXING * len(hidden)):
                self._trade(choice(hidden, self.rng), choice(hidden, self.rng), span, past=False)
            return
        self._permute(dict(zip(hidden, shuffled(hidden, self.rng), strict=True)), span)

    def _permute(self, going: Mapping[int, int], span: int) -> None:
        """Let each card go the way of another from the shuffle or hidden move at the end of a span on."""
        orders = self._draft.orders
        for number in self._steps[span:]:
            orders[number] = [going.get(token, token) for token in orders[number]]
        self._stories.permute(going, span)

    def _retell(self, span: int) -> None:
        """Let a card that was put down or shuffled trade its past or its future with another from the same pile."""
        number, piles = self._steps[span], self._stories.piles
        order = self._draft.orders[number]
        one = choice(order, self.rng)
        if isinstance(self.replay.evidence.sightings[number].move, Shuffled):
            pile = order
        else:
            pile = [token for token, spans in enumerate(piles) if spans[span] == piles[one][span]]
        self._trade(one, choice(pile, self.rng), span, past=self.rng.random() < 0.5)  # either way

    def _trade(self, one: int, other: int, span: int, *, past: bool) -> None:
        """Let two cards trade their futures after a span, or their ``past``, if the seat cannot have noticed."""
        if one == other:
            return
        stories, cards = self._stories, self._draft.cards
        mine, theirs = stories.seen[one], stories.seen[other]
        if cards[one] is not cards[other] and any(
            (*mine[: span + 1], *theirs[: span + 1]) if past else (*mine[span + 1 :], *theirs[span + 1 :])
        ):
            return
        first, second = (cards[other], cards[one]) if past else (cards[one], cards[other])
        before, after = slice(span + 1), slice(span + 1, None)
        bars = stories.bars
        if (_union(bars[one][before]) | _union(bars[other][after])) >> first.index & 1 or (
            _union(bars[other][before]) | _union(bars[one][after])
        ) >> second.index & 1:
            return
        cards[one], cards[other] = first, second
        self._permute({one: other, other: one}, span)

    # Draws

    def draw(self) -> World[S, M]:
        """Return a world that is as good as independent of the last one."""
        for _ in range(TRIES):
            if self._propose(self._anew):
                return self.world
        for _ in range(TRIES):
            self._propose(self._slightly)
        return self.world

    def _propose(self, change: Callable[[], None]) -> bool:
        draft, stories, free = self._draft, self._stories, self._free
        self._draft = draft.copy()
        if self._steps:
            self._stories, self._free = stories.copy(), free.copy()
        change()
        found = self.replay.run(self._draft)
        if isinstance(found, World):
            self.world = found
            return True
        self._draft, self._stories, self._free = draft, stories, free
        return False

    def _anew(self) -> None:
        """Change everything that is hidden."""
        if not self._steps:
            self._redeal()
            return
        for _ in range(2 * len(self._kernels) + 1):
            choice(self._kernels, self.rng)()
            self._free = [token for token, spans in enumerate(self._stories.seen) if not any(spans)]

    def _slightly(self) -> None:
        """Exchange a few hidden cards."""
        kernel = choice(self._kernels, self.rng)
        if kernel != self._redeal:
            kernel()
            return
        cards, free, bars = self._draft.cards, self._free, self._stories.bars
        for _ in range(1 + floor(self.rng.random() * 4)):
            one, other = choice(free, self.rng), choice(free, self.rng)
            mine, theirs = cards[one], cards[other]
            if not (_union(bars[one]) >> theirs.index & 1 or _union(bars[other]) >> mine.index & 1):
                cards[one], cards[other] = theirs, mine


def _union(spans: Sequence[int]) -> int:
    union = 0
    for span in spans:
        union |= span
    return union

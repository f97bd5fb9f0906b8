"""Sampling: many worlds from one, each exchange of hidden cards checked by a replay."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import floor
from random import Random
from typing import Final, Generic, TypeVar

import attrs

from cardrules.chance import choice, shuffled
from cardrules.game import Game, Shuffled, StateLike
from cardrules.knowledge.drafts import Draft, Replay, World
from cardrules.knowledge.places import places
from cardrules.knowledge.stories import Stories, Survey

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

MIXING: Final = 2
"""The number of exchanges for each hidden card that make a new deal of them."""

TRIES: Final = 40
"""The most deals that are tried for a world; if none is possible, the last world changes in a few cards only."""

RARE: Final = 2
"""The number of deals that are tried for each world after that."""

STEPS: Final = 24
"""The number of small changes that are tried then."""

TRADES: Final = 8
"""The number of cards that trade their stories at a time."""

SELDOM: Final = 3
"""The number of worlds in which cards trade their stories once; where a part of the pack was shuffled they always do."""

FUTURE: Final = -2
"""The trade of two cards that lasts until now."""


class Sampler(Generic[S, M]):
    """The possible worlds of one information set, drawn again and again.

    It exchanges hidden cards at random until it has forgotten where they lay, and keeps the result if a replay shows the
    seat what it saw. An exchange is as likely as the one that takes it back, so all worlds are equally likely.
    """

    def __init__(
        self, game: Game[R, S, M], replay: Replay[S, M], draft: Draft, world: World[S, M], rng: Random
    ) -> None:
        """Begin with the ``world`` of a draft."""
        self.replay = replay
        self.world: World[S, M] = world
        self.rng = rng
        self._draft = draft
        survey = Survey(game, replay.evidence, draft, world)
        self._first = draft, survey.last
        self._deal, self._hands, self._steps = survey.deal, survey.hands, survey.steps
        self._stories = survey.stories
        self._free = self._stories.never_seen()
        self._partial = any(map(self._is_shuffle, self._steps))
        """Whether part of the pack was shuffled again."""
        self._bars: list[int] | None = None
        self._copied = False
        """Whether the stories may be changed: they are a copy for the change that is being tried."""
        self._rare = False
        """Whether deals at random are too rarely possible."""
        self._trades = list(self._all_trades())
        self._kernels = list(self._exchanges())

    def draw(self) -> World[S, M]:
        """Return a world that is as good as independent of the last one."""
        for _ in range(RARE if self._rare else TRIES):
            if self._propose(self._anew):
                return self.world
        self._rare = True
        for _ in range(STEPS):
            self._propose(self._slightly)
        return self.world

    def explains(self, state: S) -> bool:
        """Return whether the first world would be possible if its cards lay as they do in ``state``, which looks like it now."""
        draft, last = self._first
        draft = draft.copy()
        for token, place in zip(last, places(state), strict=True):
            draft.cards[token] = place.card
        return isinstance(self.replay.run(draft), World)

    def _propose(self, change: Callable[[], None]) -> bool:
        """Change what is hidden; return whether the result is a possible world, and otherwise take it back."""
        kept = self._draft, self._stories, self._free, self._bars
        self._draft, self._copied = self._draft.copy(), False
        change()
        found = self.replay.run(self._draft)
        if isinstance(found, World):
            self.world = found
            return True
        self._draft, self._stories, self._free, self._bars = kept
        return False

    def _anew(self) -> None:
        """Change everything that is hidden."""
        trading = self._trades and (self._partial or self.rng.random() * SELDOM < 1)
        kernels = [*self._kernels, self._trade_some] if trading else self._kernels
        for kernel in kernels if self.rng.random() < 0.5 else reversed(kernels):  # what takes this back is as likely
            kernel()

    def _slightly(self) -> None:
        """Change something that is hidden, where cards were never seen only a few of them."""
        kernel = choice([*self._kernels, *([self._trade_some] if self._trades else ())], self.rng)
        if kernel == self._redeal:
            self._deal_again(1 + floor(self.rng.random() * 4))
        else:
            kernel()

    def _exchanges(self) -> "Iterator[Callable[[], None]]":
        """Yield the ways to change what is hidden; each is as likely to be taken back as to be made."""
        if len(self._free) > 1:
            yield self._redeal
        if self._hands:
            yield self._deal_hands
        for span, number in enumerate(self._steps):
            if self._is_shuffle(number):
                yield partial(self._reshuffle, span)

    def _is_shuffle(self, number: int) -> bool:
        return isinstance(self.replay.evidence.sightings[number].move, Shuffled)

    def _redeal(self) -> None:
        """Deal the cards that the seat has never seen anew, none to where it cannot be."""
        cards, free = self._draft.cards, self._free
        if any(self._free_bars()):
            self._deal_again(MIXING * len(free))
            return
        for token, card in zip(free, shuffled([cards[token] for token in free], self.rng), strict=True):
            cards[token] = card

    def _deal_again(self, exchanges: int) -> None:
        """Exchange pairs of cards that the seat has never seen."""
        cards, free, draw = self._draft.cards, self._free, self.rng.random
        bars = self._free_bars()
        held = [cards[token] for token in free]
        count = len(free)
        for _ in range(exchanges):
            one, other = floor(draw() * count), floor(draw() * count)
            mine, theirs = held[one], held[other]
            if not (bars[one] >> theirs.index & 1 or bars[other] >> mine.index & 1):
                held[one], held[other] = theirs, mine
        for token, card in zip(free, held, strict=True):
            cards[token] = card

    def _free_bars(self) -> list[int]:
        """Return what the cards that the seat has never seen cannot be."""
        if self._bars is None:
            barred = self._stories.all_barred()
            self._bars = [barred[token] for token in self._free]
        return self._bars

    def _deal_hands(self) -> None:
        """Deal the cards of each hand in another order: another one first, and two of them exchanged.

        The order means nothing to a player, so that it changes little by little does not matter.
        """
        assert self._deal is not None  # hands are those of the deal
        order, draw = self._draft.orders[self._deal], self.rng.random
        for positions in self._hands:
            size = len(positions)
            first = floor(draw() * size)
            tokens = [order[position] for position in (*positions[first:], *positions[:first])]
            one, other = floor(draw() * size), floor(draw() * size)
            tokens[one], tokens[other] = tokens[other], tokens[one]
            for position, token in zip(positions, tokens, strict=True):
                order[position] = token

    def _reshuffle(self, span: int) -> None:
        """Shuffle a part of the pack anew, as far as the seat has not seen the cards since."""
        stories, order = self._stories, self._draft.orders[self._steps[span]]
        hidden = [token for token in order if not stories.seen[token] >> span + 1]
        self._permute(dict(zip(hidden, shuffled(hidden, self.rng), strict=True)), span)
        self._renew()

    def _renew(self) -> None:
        """Find out anew which cards were never seen: other cards go their ways now."""
        self._free, self._bars = self._stories.never_seen(), None

    def _trade_some(self) -> None:
        """Let some cards trade their stories at moves that hid something from the seat."""
        for _ in range(TRADES):
            choice(self._trades, self.rng)()
        self._renew()

    def _all_trades(self) -> Iterator[Callable[[], None]]:
        ways = self._stories.ways
        for span, number in enumerate(self._steps):
            if number in self._draft.orders:
                piles = {pile: ways.from_pile(span, pile) for pile in dict.fromkeys(ways.piles[span])}
                yield partial(self._retell, span, [piles[pile] for pile in ways.piles[span]])
            if arrivals := ways.arrivals(span):
                yield partial(self._regroup, span, arrivals)

    def _retell(self, span: int, piles: Sequence[Sequence[int]]) -> None:
        """Let a card that was put down or shuffled trade its past or its future with another from the same pile.

        ``piles`` has, for each way to the end of the span, all ways to the same pile.
        """
        number, cards = self._steps[span], self._stories.cards[span]
        order = self._draft.orders[number]
        one = choice(order, self.rng)
        other = (
            choice(order, self.rng) if self._is_shuffle(number) else cards[choice(piles[cards.index(one)], self.rng)]
        )
        self._trade(one, other, span, after=False)

    def _regroup(self, span: int, arrivals: Sequence[Sequence[int]]) -> None:
        """Let two cards in a hand to which some came at the end of a span trade their pasts or their futures."""
        cards, ways = self._stories.cards[span + 1], choice(arrivals, self.rng)
        self._trade(cards[choice(ways, self.rng)], cards[choice(ways, self.rng)], span, after=True)

    def _trade(self, one: int, other: int, span: int, *, after: bool) -> None:
        """Let two cards trade what follows the move at the end of a span, with that move or ``after`` it.

        If they have been seen since, they trade what went before, from a shuffle of both on or from the deal. Nothing happens
        if the seat would have noticed, or if one of them would then be what it cannot be.
        """
        ways = self._ways(one, other, span) if one != other else []
        if not ways:
            return
        begin = choice(ways, self.rng)
        self._exchange(one, other, span, begin, after=after)
        cards, stories = self._draft.cards, self._stories  # the stories may be a copy since the exchange
        if stories.barred(one) >> cards[one].index & 1 or stories.barred(other) >> cards[other].index & 1:
            self._exchange(one, other, span, begin, after=after)

    def _ways(self, one: int, other: int, span: int) -> list[int]:
        """Return the spans at whose ends the trade of two cards may have begun; -1 is the deal, ``FUTURE`` for no such end."""
        cards, orders = self._draft.cards, self._draft.orders
        seen = self._stories.seen[one] | self._stories.seen[other]
        ways: list[int] = []
        if cards[one] is cards[other] or not seen >> span + 1:
            ways.append(FUTURE)
        if not seen & (2 << span) - 1 and not self._partial:
            return [*ways, -1]
        for begin in range(span, -1, -1):
            number = self._steps[begin]
            if self._is_shuffle(number) and one in orders[number] and other in orders[number]:
                ways.append(begin)
            if seen >> begin & 1:
                return ways
        return [*ways, -1]

    def _exchange(self, one: int, other: int, span: int, begin: int, *, after: bool) -> None:
        """Let two cards trade everything between the end of the span ``begin`` and that of another."""
        self._go(one, other, span, after=after)
        if begin == -1:
            cards = self._draft.cards
            cards[one], cards[other] = cards[other], cards[one]
        elif begin != FUTURE:
            self._go(one, other, begin, after=False)

    def _go(self, one: int, other: int, span: int, *, after: bool) -> None:
        """Let two cards go each other's ways from the move at the end of a span on, or only ``after`` it."""
        orders, going = self._draft.orders, {one: other, other: one}
        for number in self._steps[span + after :]:
            if number in orders and not going.keys().isdisjoint(orders[number]):
                orders[number] = [going.get(token, token) for token in orders[number]]
        self._own_stories().exchange(one, other, span)

    def _permute(self, going: Mapping[int, int], span: int) -> None:
        """Let each card go the way of another from the move at the end of a span on."""
        orders = self._draft.orders
        for number in self._steps[span:]:
            if number in orders:
                orders[number] = [going.get(token, token) for token in orders[number]]
        self._own_stories().permute(going, span)

    def _own_stories(self) -> Stories:
        """Return the stories of the change that is being tried."""
        if not self._copied:
            self._stories, self._copied = self._stories.copy(), True
        return self._stories

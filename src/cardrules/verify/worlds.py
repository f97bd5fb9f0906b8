"""Other worlds: the same game with cards that a seat has not seen changed among themselves."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import TypeVar

import attrs

from cardrules.cards import Card
from cardrules.chance import shuffled
from cardrules.game import Shuffled, StateLike
from cardrules.moves import IllegalMoveError
from cardrules.seats import Seat
from cardrules.verify.trace import Moment, Trace
from cardrules.zones import cards_in

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def exchange_for(moment: Moment[R, S, M], seat: Seat | None) -> tuple[int, dict[Card, Card]]:
    """Return another deal that ``seat`` cannot tell from the real one: the place of its shuffle, and which cards change.

    It is the last full shuffle before the moment; the cards that the seat has not seen since change among themselves.
    """
    trace = moment.trace
    start = trace.full_shuffle_before(moment.place)
    return start, _permuted(unseen(trace, start, moment.place, seat), trace, moment.rng)


def unseen(trace: Trace[R, S, M], start: int, place: int, seat: Seat | None) -> list[Card]:
    """Return the cards, each once, of which ``seat`` saw no copy between two moments, nor moved one itself."""
    everything = cards_in(trace.states[0])
    seen: set[Card] = set()
    if start == place or start not in trace.full_shuffles:
        seen |= trace.cards_shown(start, seat)
    for at in range(start + 1, place + 1):
        seen |= trace.cards_shown(at, seat)
    return [card for card in dict.fromkeys(everything) if card not in seen]


def _permuted(hidden: list[Card], trace: Trace[R, S, M], rng: Random) -> dict[Card, Card]:
    """Return a permutation of all or some of the hidden cards, among those of which there are equally many copies."""
    copies = Counter(cards_in(trace.states[0]))
    if rng.random() < 0.5:
        hidden = [card for card in hidden if rng.random() < 0.5]
    order: dict[Card, Card] = {}
    for count in sorted({copies[card] for card in hidden}):
        group = [card for card in hidden if copies[card] == count]
        order |= zip(group, shuffled(group, rng), strict=True)
    return order


def replayed(trace: Trace[R, S, M], place: int, state: S, moves: Iterable[M | Shuffled]) -> Iterator[tuple[int, S]]:
    """Yield the states to which ``moves`` lead from another ``state`` than the trace had at ``place``, with their places.

    It ends at a move that is not allowed: with the other cards somebody could not have moved so, and there is nothing to
    compare.
    """
    for at, move in enumerate(moves, place + 1):
        try:
            state = trace.game.apply(state, move)
        except IllegalMoveError:
            return
        yield at, state

"""All the worlds that are possible, listed one by one, to compare with those that are drawn."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import factorial, prod
from typing import Any

from cardrules.canonical import canonical
from cardrules.cards import Hand
from cardrules.game import Record, Shuffled, mover_of, pack_of, rulings_of, states
from cardrules.knowledge.evidence import Evidence
from cardrules.knowledge.information import InformationSet, information
from cardrules.zones import view, view_of_move


def possible_worlds(game: Any, known: InformationSet[Any, Any], before: Any) -> Counter[tuple[Any, ...]]:
    """Return the moves of every possible world since the last shuffle of all the cards, each with its weight.

    All orders of the physical cards are equally likely, so an order of a pack with copies weighs as much as there are orders
    that look like it.
    """
    evidence = Evidence(game, known)
    found: Counter[tuple[Any, ...]] = Counter()

    def play(state: Any, moves: tuple[Any, ...], weight: int) -> None:
        if len(moves) == len(evidence.sightings):
            found[moves] += weight
            return
        sighting = evidence.sightings[len(moves)]
        for move, more in _moves(game, state, known.seat, sighting.move):
            after = game.apply(state, move)
            if _seen(known, after) == sighting.after:
                play(after, (*moves, move), weight * more)

    play(before, (), 1)
    return found


def _moves(game: Any, state: Any, seat: int | None, seen: Any) -> Iterator[tuple[Any, int]]:
    if isinstance(seen, Shuffled):
        pack = pack_of(state)
        weight = prod(map(factorial, Counter(pack).values()))
        yield from ((Shuffled(Hand(order)), weight) for order in dict.fromkeys(permutations(pack)))
    else:
        for move in (*game.legal_moves(state), *rulings_of(game, state)):
            if type(move) is type(seen) and view_of_move(move, mover_of(state, move), seat) == seen:
                yield move, 1


def _seen(known: InformationSet[Any, Any], state: Any) -> Any:
    shown = view(state, known.seat)
    return shown if known.ordered else canonical(shown)


def chi_square(drawn: Counter[Any], weights: Counter[Any]) -> float:
    """Return how many standard deviations the chi-square statistic of some draws lies above its mean (Wilson-Hilferty)."""
    count, total, freedom = drawn.total(), weights.total(), len(weights) - 1
    expected = {world: count * weight / total for world, weight in weights.items()}
    statistic = sum((drawn[world] - mean) ** 2 / mean for world, mean in expected.items())
    spread = 2 / (9 * freedom)
    return float(((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def known_after(game: Any, record: Record[Any, Any], seat: int | None = None) -> InformationSet[Any, Any]:
    """Return what the seat to act knows, or another seat."""
    last = list(states(game, record))[-1]
    return information(game, record, last.to_act if seat is None else seat)

"""How much of what a game promises can be found in play: moves that are listed, and places of a shuffle that are seen."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from cardrules.cards import Hand
from cardrules.catalogue import AnyGame
from cardrules.chance import choice, shuffled
from cardrules.game import NATURE, Shuffled, pack_of, playout, start_game, states
from cardrules.play.text import seat_count
from cardrules.zones import cards_in, view


def listed(module: AnyGame, rules: Any, games: int) -> tuple[set[Any], Counter[type]]:
    """Return all moves that are listed in some random games, and the most of each kind that are listed at once."""
    moves: set[Any] = set()
    most: Counter[type] = Counter()
    rng = Random(0)
    for _ in range(games):
        for state in states(module, playout(module, rules, rng)):
            legal = module.legal_moves(state)
            moves.update(legal)
            most |= Counter(map(type, legal))
    return moves, most


def promised(module: AnyGame, rules: Any) -> set[Any]:
    """Return the moves that a game promises one by one; each of them once."""
    promises = module.promises(rules)
    assert promises.moves is not None
    moves = promises.moves()
    assert len(set(moves)) == len(moves)
    assert promises.by_place.keys().isdisjoint(map(type, moves))
    return set(moves)


def reached(module: AnyGame, rules: Any, state: Any = None) -> set[int]:
    """Return the places that a game promises to reach in the shuffle of ``state``, at the start if there is none."""
    places = module.promises(rules).reached
    assert places is not None
    return set(places(module.start(rules) if state is None else state))


def seen(module: AnyGame, state: Any, order: Hand, choose: Callable[[Sequence[Any]], Any]) -> set[int]:
    """Return the places of the cards that somebody sees of the shuffled ``order`` until the next shuffle.

    Cards that are there more than once are left out.
    """
    places = {card: place for place, card in enumerate(order) if order.count(card) == 1}
    found: set[int] = set()
    state = module.apply(state, Shuffled(order))
    while True:
        for seat in (*range(seat_count(state)), None):
            found |= {places[card] for card in cards_in(view(state, seat)) if card in places}
        if state.to_act in (NATURE, None):
            return found
        state = module.apply(state, choose(module.legal_moves(state)))


def seen_in_random_play(module: AnyGame, rules: Any, shuffles: int, pack: Hand | None = None) -> set[int]:
    """Return the places of the cards that somebody sees of some random first shuffles in random play."""
    rng = Random(0)
    found: set[int] = set()
    for _ in range(shuffles):
        state = start_game(module, rules, pack)
        found |= seen(module, state, Hand(shuffled(pack_of(state), rng)), lambda legal: choice(legal, rng))
    return found

"""The facts that games tell beforehand: whether a smaller number of places that are reached is noticed."""

from random import Random
from types import SimpleNamespace
from typing import Any

from attrs import evolve

from cardrules.game import playout, start_game, states
from cardrules.verify import BrokenLawError, Trace, laws
from tests.sheets import hand


def shows_fewer_places(game: Any, rules: Any, phase: type, cards: str | None = None, games: int = 1000) -> bool:
    """Return whether the law notices, in some random game, that the last place reached in a phase is left out."""
    promised = game.promises(rules)

    def reached(state: Any) -> range:
        places: range = promised.reached(state)
        return places[:-1] if isinstance(state, phase) else range(len(state.pack))

    told = SimpleNamespace(
        start=lambda rules: start_game(game, rules, None if cards is None else hand(cards)),
        legal_moves=game.legal_moves,
        apply=game.apply,
        outcome=game.outcome,
        promises=lambda _: evolve(promised, reached=reached),
    )
    return any(_breaks(told, rules, seed) for seed in range(games))


def _breaks(game: Any, rules: Any, seed: int) -> bool:
    record = playout(game, rules, Random(seed))
    trace = Trace(game, rules, tuple(states(game, record)), record.moves, seed=seed)
    try:
        for place in range(len(trace.states)):
            laws.other_places_do_not_matter(trace.moment(place))
    except BrokenLawError:
        return True
    return False

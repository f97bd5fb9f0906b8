"""Worlds: games that may have been played behind what a seat has seen."""

from collections.abc import Iterator
from random import Random
from typing import Final, Generic, TypeVar

import attrs

from cardrules.canonical import canonical
from cardrules.chance import choice
from cardrules.errors import CardRulesError
from cardrules.game import Game, StateLike, mover_of, rulings_of, start_game
from cardrules.knowledge.building import Builder, StuckError
from cardrules.knowledge.drafts import Draft, Replay
from cardrules.knowledge.drafts import World as World
from cardrules.knowledge.evidence import Evidence
from cardrules.knowledge.information import InformationSet
from cardrules.knowledge.sampling import Sampler
from cardrules.moves import IllegalMoveError
from cardrules.zones import cards_in, determinize, view, view_of_move

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

ATTEMPTS: Final = 100
"""The number of attempts to find a first world."""

STIRS: Final = 12_000
"""The number of random hands that are tried in all those attempts before the search gives up."""

STEPS: Final = 200
"""The number of exchanges that are tried on a draft that does not lead through to now."""


class NoWorldError(CardRulesError, ValueError):
    """An information set for which no world was found: it cannot be, or its worlds are too rare for the search."""

    code = "no_world"


def worlds(game: Game[R, S, M], rules: R, known: InformationSet[S, M], rng: Random) -> Iterator[World[S, M]]:
    """Yield worlds that are possible given all that a seat has seen, at random and without end.

    Raises :class:`NoWorldError` if there seems to be none.
    """
    sampler = find(game, rules, known, rng)
    while True:
        yield sampler.draw()


def find(game: Game[R, S, M], rules: R, known: InformationSet[S, M], rng: Random) -> Sampler[S, M]:
    """Return a sampler of the worlds that are possible; raise :class:`NoWorldError` if there seems to be none."""
    return Tracker(game, rules).find(known, rng)


class Tracker(Generic[R, S, M]):
    """The worlds that are possible for one seat while a game goes on.

    It begins its search for a first world where the last one ended, which takes a third of the time of :func:`find`. So what
    it finds depends on what it was asked before.
    """

    def __init__(self, game: Game[R, S, M], rules: R) -> None:
        """Know nothing yet."""
        self._game = game
        self._start = start_game(game, rules)
        self._builder: Builder[S, M] | None = None

    def find(self, known: InformationSet[S, M], rng: Random) -> Sampler[S, M]:
        """Return a sampler of the worlds that are possible; raise :class:`NoWorldError` if there seems to be none."""
        builder = self._builder
        if builder is not None and builder.evidence.grow(known):
            builder.rng = rng
            found = self._sampler(builder)
            if found is not None:
                return found
        evidence = Evidence(self._game, known)
        before = determinize(evidence.first, cards_in(self._start), rng) if evidence.full else self._start
        stirs = 0
        for _ in range(ATTEMPTS):
            self._builder = Builder(self._game, evidence, before, rng)
            found = self._sampler(self._builder)
            if found is not None:
                return found
            stirs += self._builder.stirs
            if stirs > STIRS:
                break
        self._builder = None
        raise NoWorldError(f"no world was found in which {known!r} could have come about")

    def _sampler(self, builder: Builder[S, M]) -> Sampler[S, M] | None:
        """Return a sampler that begins with the draft of a builder; ``None`` if it comes to a dead end."""
        try:
            draft = builder.build()
        except (StuckError, IllegalMoveError):
            return None
        replay: Replay[S, M] = Replay(self._game, builder.evidence, builder.before)
        world = _climbed(replay, builder, draft)
        return None if world is None else Sampler(self._game, replay, draft.copy(), world, builder.rng)


def _climbed(replay: Replay[S, M], builder: Builder[S, M], draft: Draft) -> World[S, M] | None:
    """Exchange cards that were never seen as long as the draft does not lead through to now; return its world then."""
    reached, rng = replay.run(draft), builder.rng
    free = [token for token, seen in enumerate(builder.seen) if not seen]
    for _ in range(STEPS if len(free) > 1 else 0):
        if isinstance(reached, World):
            break
        one, other = choice(free, rng), choice(free, rng)
        if builder.exchange(one, other, fit=True):
            now = replay.run(draft)
            if isinstance(now, int) and now < reached:
                builder.exchange(one, other)
            else:
                reached = now
    return reached if isinstance(reached, World) else None


def is_possible(game: Game[R, S, M], known: InformationSet[S, M], world: World[S, M]) -> bool:
    """Return whether a world shows the seat exactly what it saw, by moves that the game lists."""
    evidence = Evidence(game, known)
    if len(world.moves) != len(evidence.sightings):
        return False
    state, seat = world.before, evidence.seat

    def seen(state: S) -> S:
        return view(state, seat) if evidence.ordered else canonical(view(state, seat))

    if seen(state) != evidence.first:
        return False
    for move, sighting in zip(world.moves, evidence.sightings, strict=True):
        listed = game.legal_moves(state)
        if isinstance(state.to_act, int) and move not in listed and move not in rulings_of(game, state):
            return False
        if view_of_move(move, mover_of(state, move), seat) != sighting.move:
            return False
        try:
            state = game.apply(state, move)
        except CardRulesError:
            return False
        if seen(state) != sighting.after:
            return False
    return state == world.state

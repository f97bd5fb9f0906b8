"""Games that are played one after the other, and the work that goes to whoever plays them."""

import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import floor
from pickle import PicklingError
from random import Random
from time import perf_counter
from typing import Any, Final, Generic, TypeVar

import attrs
from attrs import field, frozen

from cardrules.chance import Seed, stream
from cardrules.game import NATURE, Game, Outcome, Shuffled, StateLike, start_game
from cardrules.play.observers import AnyPlayer, Seating
from cardrules.play.pickling import dumps
from cardrules.play.players import Player
from cardrules.play.shuffles import Shuffles
from cardrules.play.simulation.counts import NOTHING, Played, Tally
from cardrules.play.simulation.errors import SimulationError
from cardrules.seats import Seat
from cardrules.zones import cards_in, view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

BATCH: Final = 500
"""The number of games that are counted at a time; their outcomes are kept until then."""


@frozen
class Work(Generic[R, S, M]):
    """What it takes to play games: one variant or several, which get the same deals."""

    game: Game[R, S, M]
    rules: tuple[R, ...]
    """The rules, by variant."""
    players: tuple[tuple[AnyPlayer[R, S, M], ...] | None, ...]
    """The players of each variant; random moves without them."""
    seed: Seed
    max_moves: int
    _sent: dict[str, bytes] = field(factory=dict, init=False, eq=False, repr=False)
    """The parts as they were sent before."""

    def __reduce__(self) -> "tuple[type[Packed], tuple[dict[str, bytes]]]":
        if not self._sent:
            names = [part.name for part in attrs.fields(Work) if part.init]
            self._sent.update({name: _packed(name, getattr(self, name)) for name in names})
        return Packed, (self._sent,)


@frozen
class Packed:
    """Work on its way to another process, whose parts are unpickled where a failure can be reported."""

    parts: Mapping[str, bytes]

    def unpacked(self) -> Work[Any, Any, Any]:
        """Return the work in this process."""
        return Work(**{name: _unpacked(name, data) for name, data in self.parts.items()})


def _packed(name: str, part: object) -> bytes:
    try:
        return dumps(part)
    except PicklingError as error:
        raise SimulationError(f"{name} cannot be sent to another process: {error}") from error


def _unpacked(name: str, data: bytes) -> Any:
    try:
        return pickle.loads(data)  # noqa: S301  # pickled by the process that waits for the games
    except Exception as error:  # unpickling raises whatever the parts raise
        raise SimulationError(f"{name} cannot be loaded in another process: {error}") from error


@frozen
class Chunk:
    """Games with consecutive numbers that were played by one task: their tally, which is all that travels back."""

    first: int
    tally: Tally
    seconds: float
    """The time that the games took."""

    @property
    def numbers(self) -> range:
        """The numbers of the games."""
        return range(self.first, self.first + self.tally.games)


def play_chunk(work: Work[R, S, M] | Packed, numbers: range) -> Chunk:
    """Play and count the games of these numbers; the first of them alone if Ctrl-C is pressed meanwhile."""
    begun = perf_counter()
    variants = _Games.of_variants(work.unpacked() if isinstance(work, Packed) else work)
    tally = NOTHING
    played: list[list[Played]] = []
    with suppress(KeyboardInterrupt):
        for number in numbers:
            played.append([games.play(number) for games in variants])
            if len(played) == BATCH:
                tally, played = tally.plus(Tally.of(played)), []  # no interruption comes between the two
    return Chunk(numbers.start, tally.plus(Tally.of(played)) if played else tally, perf_counter() - begun)


class _Games(Generic[R, S, M]):
    """Games of one variant."""

    def __init__(self, work: Work[R, S, M], variant: int) -> None:
        self.game, self.seed, self.max_moves = work.game, work.seed, work.max_moves
        self.rules, self.players = work.rules[variant], work.players[variant]
        self.start = start_game(work.game, self.rules)
        self.cards = len(cards_in(self.start))

    @classmethod
    def of_variants(cls, work: Work[R, S, M]) -> "list[_Games[R, S, M]]":
        return [cls(work, variant) for variant in range(len(work.rules))]

    def play(self, number: int) -> Played:
        """Play game number ``number``."""
        state, moves, shuffles = self._at_random(number) if self.players is None else self._by(self.players, number)
        return Played(self._outcome(state), moves, moves - shuffles)

    def _at_random(self, number: int) -> tuple[S, int, int]:
        """Return the last state, the number of moves and that of the shuffles among them."""
        seed, max_moves = f"{self.seed}:{number}", self.max_moves
        legal_moves, apply = self.game.legal_moves, self.game.apply  # looked up once, as in playout()
        draw = stream(seed, "moves").random
        shuffles = Shuffles(seed, self.cards)
        state = self.start
        moves = shuffled = 0
        while (seat := state.to_act) is not None:
            if moves == max_moves:
                raise SimulationError(_endless(number, moves))
            if seat is NATURE:
                state = apply(state, shuffles.draw(state))
                shuffled += 1
            else:
                legal = legal_moves(state)
                state = apply(state, legal[floor(draw() * len(legal))])
            moves += 1
        return state, moves, shuffled

    def _by(self, players: Sequence[AnyPlayer[R, S, M]], number: int) -> tuple[S, int, int]:
        """Return the same of a game by players."""
        seed = f"{self.seed}:{number}"
        seating = Seating(self.game, self.rules, players)
        pick = self._move_of_player(seed, seating.players)
        shuffles = Shuffles(seed, self.cards)
        state = self.start
        moves = shuffled = 0
        move: M | Shuffled
        while (seat := state.to_act) is not None:
            if moves == self.max_moves:
                raise SimulationError(_endless(number, moves))
            if seat is NATURE:
                move = shuffles.draw(state)
                shuffled += 1
            else:
                move = pick(state, seat, self.game.legal_moves(state))
            before, state = state, self.game.apply(state, move)
            if seating.observers:
                seating.tell(before, move, state)
            moves += 1
        return state, moves, shuffled

    @staticmethod
    def _move_of_player(seed: Seed, players: Sequence[Player[S, M]]) -> Callable[[S, Seat, tuple[M, ...]], M]:
        streams: dict[Seat, Random] = {}

        def pick(state: S, seat: Seat, legal: tuple[M, ...]) -> M:
            if seat >= len(players):
                raise SimulationError(f"seat {seat} has no player; there are {len(players)}")
            if seat not in streams:
                streams[seat] = stream(seed, "seat", seat)
            return players[seat](view(state, seat), legal, streams[seat])

        return pick

    def _outcome(self, state: S) -> Outcome:
        outcome = self.game.outcome(state)
        if outcome is None:
            raise TypeError(f"nobody is to act in {type(state).__name__}, yet the game gives no outcome")
        if self.players is not None and len(self.players) != len(outcome.scores):
            raise SimulationError(f"there are {len(self.players)} players for {len(outcome.scores)} seats")
        return outcome


def _endless(number: int, moves: int) -> str:
    return (
        f"game {number} has not ended after {moves:,} moves; choose rules by which it must end, such as a limit of"
        " deals, or a larger max_moves"
    )

"""What the adapters share: a game by some rules as a task for learners, and single games of it from a seed."""

from functools import cached_property, lru_cache
from math import inf
from typing import Any, Final, Generic, Self, TypeVar

import attrs

from cardrules.adapters.features import Features
from cardrules.cards import Hand, by_index
from cardrules.chance import Seed, stream
from cardrules.errors import RulesError
from cardrules.game import NATURE, Game, StateLike, name_of, promises_of, start_game
from cardrules.hints import return_hint
from cardrules.numbering import Numbering
from cardrules.play.pickling import by_name
from cardrules.play.shuffles import Shuffles
from cardrules.seats import Seat
from cardrules.zones import cards_in

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class Task(Generic[R, S, M]):
    """A game by some rules, played with the usual pack or another, and what it tells learners beforehand.

    The players are the seats that ever decide; Blackjack's dealer is none. The actions are the numbers of the moves.
    """

    def __init__(self, game: Game[R, S, M], rules: R, pack: Hand | None = None) -> None:
        """Take a game that tells its seats, its moves and its standings.

        Raises :class:`~cardrules.errors.RulesError` if it does not, or if the pack does not fit the rules.
        """
        promises = promises_of(game, rules)
        if promises.seats is None or promises.moves is None or promises.standing is None:
            raise RulesError(f"{name_of(game)} must promise its seats, its moves and its standings to be learned")
        self.game: Final = game
        self.rules: Final = rules
        self.pack: Final = pack
        self.promises: Final = promises
        self.players: Final[tuple[Seat, ...]] = (
            tuple(range(promises.seats)) if promises.deciding is None else promises.deciding
        )
        """The seats that decide."""
        self.start: Final[S] = start_game(game, rules, pack)
        """The state before the first shuffle."""
        self.cards: Final = cards_in(self.start)
        """All the cards, sorted."""
        self.kinds: Final = tuple(sorted(set(self.cards), key=by_index))
        """The different cards, sorted."""
        self.numbering: Final = Numbering(game, rules)
        self._standing = promises.standing
        self._sign = -1 if return_hint(game.outcome).lowest_wins else 1

    @property
    def return_range(self) -> tuple[float, float]:
        """The least and the most that a player can earn; infinite if the game does not say."""
        if self.promises.score_range is None:
            return -inf, inf
        before = self._standing(self.start)
        ends = [float(self._sign * (end - before[seat])) for end in self.promises.score_range for seat in self.players]
        return min(ends), max(ends)

    @cached_property
    def features(self) -> Features[R, S, M]:
        """The parts of what a seat sees, as numbers."""
        return Features(self.game, self.rules, self.pack)

    def returns(self, state: S) -> list[float]:
        """Return what each player has earned since the start: the more, the better."""
        before, now = self._standing(self.start), self._standing(state)
        return [float(self._sign * (now[seat] - before[seat])) for seat in self.players]

    def forced(self, state: S) -> M | None:
        """Return the move of a seat that never decides, if it is to act: it has only one."""
        seat = state.to_act
        return self.game.legal_moves(state)[0] if isinstance(seat, int) and seat not in self.players else None

    def mask(self, state: S, seat: Seat) -> list[int]:
        """Return a 1 for each action that a seat may take in a state, and a 0 for every other."""
        legal = self.numbering.legal(state) if state.to_act == seat else ()
        return [int(number in legal) for number in range(self.numbering.count)]

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, R, Hand | None]]:
        return _task, (by_name(self.game), self.rules, self.pack)


@lru_cache(maxsize=16)  # to number the moves of Konchinka takes longer than to resume a game
def _task(game: Any, rules: Any, pack: Hand | None) -> Task[Any, Any, Any]:
    return Task(game, rules, pack)


class Episode(Generic[R, S, M]):
    """One game of a task. Chance acts by itself, from a seed; the same seed gives the same cards."""

    def __init__(self, task: Task[R, S, M], seed: Seed) -> None:
        """Play on to the first decision."""
        self.task: Final = task
        self.state: S = task.start
        self.moves: int = 0
        """The number of moves of players so far."""
        self.rng: Final = stream(seed, "seats")
        """Random numbers for players of this game."""
        self._returns = task.returns(task.start)
        self._shuffles = Shuffles(seed, len(task.cards))
        self._go_on()

    @property
    def to_act(self) -> Seat | None:
        """The seat that decides now; ``None`` when the game is over."""
        seat = self.state.to_act
        assert seat is not NATURE
        return seat

    def act(self, move: M) -> list[float]:
        """Make a move and play on to the next decision; return what each player has earned since the last move.

        What they earned before the first decision, such as an ante that they paid, comes with the first move.
        """
        self.state = self.task.game.apply(self.state, move)
        self.moves += 1
        self._go_on()
        before, self._returns = self._returns, self.task.returns(self.state)
        return [now - then for now, then in zip(self._returns, before, strict=True)]

    def _go_on(self) -> None:
        while True:
            move = self._shuffles.draw(self.state) if self.state.to_act is NATURE else self.task.forced(self.state)
            if move is None:
                return
            self.state = self.task.game.apply(self.state, move)

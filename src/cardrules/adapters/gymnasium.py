"""Games as environments of Gymnasium, for one agent: the other seats, if there are any, have players of their own.

Needs the extra ``gymnasium``.
"""

from typing import Any, Final, Generic, SupportsInt, TypeAlias, TypeVar

import attrs

from cardrules.adapters.episodes import Episode, Task
from cardrules.cards import Hand
from cardrules.errors import MissingExtraError, RulesError
from cardrules.game import Game, StateLike
from cardrules.play.players import Player, random_player
from cardrules.play.text import format_state
from cardrules.seats import Seat
from cardrules.zones import view

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
except ImportError as _error:
    raise MissingExtraError("cardrules.adapters.gymnasium", "gymnasium") from _error

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


Seen: TypeAlias = dict[str, Any]
"""An observation: the key ``observation`` has the features, and ``action_mask`` a 1 for each action that is allowed."""


def space_of(task: Task[Any, Any, Any]) -> "spaces.Space[Seen]":
    """Return the space of observations."""
    features = spaces.Box(-np.inf, np.inf, (task.features.size,), np.float32)
    return spaces.Dict({"observation": features, "action_mask": spaces.Box(0, 1, (task.numbering.count,), np.int8)})


def seen_by(task: Task[Any, S, Any], state: S, seat: Seat) -> Seen:
    """Return what a seat sees, and what it may do, nothing unless it is to act."""
    mask = task.mask(state) if state.to_act == seat else [0] * task.numbering.count
    features = np.array(task.features.numbers(state, seat), np.float32)
    return {"observation": features, "action_mask": np.array(mask, np.int8)}


class CardEnv(gymnasium.Env[Seen, SupportsInt], Generic[R, S, M]):
    """A game as an environment for the agent at one ``seat``; its actions are the numbers of moves.

    An observation has the :class:`features <cardrules.adapters.features.Features>` of what the agent sees and the mask of
    its actions. A reward is what the agent's standing gained. An action that the mask does not allow changes nothing but
    counts as a move; then the key ``illegal`` of the info is true. An episode of ``max_moves`` moves is truncated.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # of the base class

    def __init__(  # noqa: PLR0913  # all but the game and its rules have defaults
        self,
        game: Game[R, S, M],
        rules: R,
        *,
        seat: Seat = 0,
        others: Player[S, M] = random_player,
        pack: Hand | None = None,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare the environment; see :class:`~cardrules.adapters.episodes.Task` for what a game must promise.

        Raises :class:`~cardrules.errors.RulesError` for a seat that never decides.
        """
        self.task: Final = Task(game, rules, pack)
        if seat not in self.task.players:
            raise RulesError(f"seat must be one that decides, {self.task.players}, not {seat!r}")
        self.seat: Final = seat
        self.render_mode: str | None = render_mode
        self._others = others
        self._max_moves = max_moves
        self.action_space: spaces.Space[Any] = spaces.Discrete(self.task.numbering.count)
        self.observation_space: spaces.Space[Seen] = space_of(self.task)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a new game; return what the agent sees at its first decision."""
        super().reset(seed=seed, options=options)
        self.episode: Episode[R, S, M] = Episode(self.task, int(self.np_random.integers(2**63)))
        self._moves = 0
        self._play_others()
        return seen_by(self.task, self.episode.state, self.seat), {}

    def step(self, action: SupportsInt) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make the move with this number, and those of the others up to the agent's next decision."""
        legal = self.task.numbering.legal(self.episode.state)
        illegal = int(action) not in legal
        earned = 0.0 if illegal else self._earned(legal[int(action)]) + self._play_others()
        self._moves += 1
        over = self.episode.state.to_act is None
        return (
            seen_by(self.task, self.episode.state, self.seat),
            earned,
            over,
            not over and self._moves == self._max_moves,
            {"illegal": illegal},
        )

    def _play_others(self) -> float:
        """Play on to the agent's next decision; return what it earned meanwhile."""
        earned = 0.0
        while isinstance(other := self.episode.state.to_act, int) and other != self.seat:
            state = self.episode.state
            moves = self.task.game.legal_moves(state)
            earned += self._earned(self._others(view(state, other), moves, self.episode.rng))
        return earned

    def _earned(self, move: M) -> float:
        return self.episode.act(move)[self.task.players.index(self.seat)]

    def action_masks(self) -> np.ndarray[Any, np.dtype[Any]]:
        """Return the mask of the actions, which some learners ask for."""
        return np.array(self.task.mask(self.episode.state), np.int8)

    def render(self) -> str:
        """Return what the agent sees, as text."""
        return format_state(view(self.episode.state, self.seat), you=self.seat)

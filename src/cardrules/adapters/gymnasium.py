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


def observations(task: Task[Any, Any, Any]) -> "spaces.Space[Seen]":
    """Return the space of what a seat sees."""
    features = spaces.Box(-np.inf, np.inf, (task.features.size,), np.float32)
    return spaces.Dict({"observation": features, "action_mask": spaces.Box(0, 1, (task.numbering.count,), np.int8)})


def actions(task: Task[Any, Any, Any]) -> "spaces.Space[Any]":
    """Return the space of the numbers of moves."""
    return spaces.Discrete(task.numbering.count)


def seen_by(episode: Episode[Any, Any, Any], seat: Seat) -> Seen:
    """Return what a seat sees, and what it may do, nothing unless it is to act."""
    task, state = episode.task, episode.state
    features, mask = task.features.numbers(state, seat), task.mask(state, seat)
    return {"observation": np.array(features, np.float32), "action_mask": np.array(mask, np.int8)}


class CardEnv(gymnasium.Env[Seen, SupportsInt], Generic[R, S, M]):
    """A game as an environment for the agent at one ``seat``; its actions are the numbers of moves.

    An observation has the :class:`features <cardrules.adapters.features.Features>` of what the agent sees and the mask of
    its actions. A reward is what the agent's standing gained. An action that the mask does not allow changes nothing; then
    the key ``illegal`` of the info is true. No episode is truncated: for that there is ``gymnasium.wrappers.TimeLimit``.
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
        self.action_space: spaces.Space[Any] = actions(self.task)
        self.observation_space: spaces.Space[Seen] = observations(self.task)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a new game; return what the agent sees at its first decision."""
        super().reset(seed=seed, options=options)
        self.episode: Episode[R, S, M] = Episode(self.task, int(self.np_random.integers(2**63)))
        self._earned = 0.0
        self._play_others()
        return seen_by(self.episode, self.seat), {}

    def step(self, action: SupportsInt) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make the move with this number, and those of the others up to the agent's next decision."""
        legal = self.task.numbering.legal(self.episode.state)
        illegal = int(action) not in legal
        if not illegal:
            self._act(legal[int(action)])
            self._play_others()
        earned, self._earned = self._earned, 0.0
        over = self.episode.to_act is None
        return seen_by(self.episode, self.seat), earned, over, False, {"illegal": illegal}

    def _play_others(self) -> None:
        """Play on to the agent's next decision."""
        while (other := self.episode.to_act) not in (None, self.seat):
            state = self.episode.state
            self._act(self._others(view(state, other), self.task.game.legal_moves(state), self.episode.rng))

    def _act(self, move: M) -> None:
        self._earned += self.episode.act(move)[self.task.players.index(self.seat)]

    def action_masks(self) -> np.ndarray[Any, np.dtype[Any]]:
        """Return the mask of the actions, which some learners ask for."""
        return np.array(self.task.mask(self.episode.state, self.seat), np.int8)

    def render(self) -> str:
        """Return what the agent sees, as text."""
        return format_state(view(self.episode.state, self.seat), you=self.seat)

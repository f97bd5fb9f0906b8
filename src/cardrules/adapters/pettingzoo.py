"""Games as environments of PettingZoo, in which agents act in turn (AEC).

Needs the extra ``pettingzoo``.
"""

from typing import Any, Final, Generic, TypeVar

import attrs

from cardrules.adapters.episodes import Episode, Task
from cardrules.cards import Hand
from cardrules.chance import Seed, secret_seed
from cardrules.errors import MissingExtraError
from cardrules.game import Game, StateLike, name_of
from cardrules.play.text import format_state
from cardrules.zones import view

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as _error:
    raise MissingExtraError("cardrules.adapters.pettingzoo", "pettingzoo") from _error

from cardrules.adapters.gymnasium import Seen, actions, observations, seen_by

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def env(game: Game[R, S, M], rules: R, *, illegal_reward: float = -1.0, **others: Any) -> AECEnv:
    """Return a :class:`CardEnv` in the usual wrappers: an action that the mask does not allow ends the game.

    Whoever takes it gets the ``illegal_reward``, and the others nothing. ``others`` are the arguments of :class:`CardEnv`.
    """
    return OrderEnforcingWrapper(TerminateIllegalWrapper(CardEnv(game, rules, **others), illegal_reward=illegal_reward))


class CardEnv(AECEnv, Generic[R, S, M]):
    """A game as an environment; its agents are ``"seat_0"``, ``"seat_1"`` and so on, its actions the numbers of moves.

    An observation has the :class:`features <cardrules.adapters.features.Features>` of what the agent sees and the mask of
    its actions. A reward is what the agent's standing gained. A game that is not over after ``max_moves`` moves is truncated.
    """

    def __init__(
        self,
        game: Game[R, S, M],
        rules: R,
        *,
        pack: Hand | None = None,
        max_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare the environment; see :class:`~cardrules.adapters.episodes.Task` for what a game must promise."""
        super().__init__()
        self.task: Final = Task(game, rules, pack)
        self.metadata: dict[str, Any] = {"name": name_of(game), "render_modes": ["ansi"], "is_parallelizable": True}
        self.render_mode: str | None = render_mode
        self._max_moves = max_moves
        self._seed: Seed = secret_seed()
        self._number = 0
        agents = [f"seat_{seat}" for seat in self.task.players]
        self.possible_agents: list[str] = agents
        self.observation_spaces: dict[str, spaces.Space[Seen]] = {agent: observations(self.task) for agent in agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {agent: actions(self.task) for agent in agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  # of the API
        """Begin a new game. A ``seed`` begins a series of games that is the same each time."""
        if seed is not None:
            self._seed, self._number = seed, 0
        self.episode: Episode[R, S, M] = Episode(self.task, f"{self._seed}:{self._number}")
        self._number += 1
        self.agents: list[str] = list(self.possible_agents)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._tell([0.0] * len(self.agents))

    def _tell(self, earned: list[float]) -> None:
        """Tell the agents what each earned by the last move, and how the game stands."""
        seat = self.episode.to_act
        self.rewards: dict[str, float] = dict(zip(self.agents, earned, strict=True))
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, seat is None)
        cut = seat is not None and self.episode.moves == self._max_moves
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, cut)
        self.agent_selection: str = self.agents[0] if seat is None else f"seat_{seat}"

    def step(self, action: int | None) -> None:
        """Make the move with this number; ``None`` for an agent whose game is over.

        Raises :class:`~cardrules.numbering.NumberingError` for an action that the mask does not allow.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._tell(self.episode.act(self.task.numbering.move(self.episode.state, int(action))))
        self._accumulate_rewards()

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees, and its actions, none unless it is to act."""
        return seen_by(self.episode, self.task.players[self.possible_agents.index(agent)])

    def render(self) -> str:
        """Return what the agent that is to act sees, as text; a spectator's view once the game is over."""
        seat = self.episode.to_act
        return format_state(view(self.episode.state, seat), you=seat)

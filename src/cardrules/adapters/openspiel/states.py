"""Games and states of OpenSpiel."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import pyspiel

from cardrules.adapters.episodes import Task
from cardrules.adapters.histories import LONGEST, History, begin
from cardrules.adapters.openspiel.observers import CardObserver
from cardrules.cards import Hand
from cardrules.chance import secret_seed, stream
from cardrules.game import NATURE
from cardrules.moves import words
from cardrules.play.text import format_state

Parameter: TypeAlias = bool | int | str
"""The value of a parameter of a game."""


class CardGame(pyspiel.Game):
    """A game by some rules: its players are the seats that decide, its actions the numbers of moves."""

    def __init__(self, kind: pyspiel.GameType, task: Task[Any, Any, Any], params: Mapping[str, Parameter]) -> None:
        """Take the numbers that OpenSpiel wants from what the game promises."""
        self.task: Final = task
        self.rng: Final = stream(params.get("rng_seed", secret_seed()), "shuffles")
        """The random numbers for sampled shuffles."""
        self.sampled: Final = kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
        self._longest = task.promises.max_moves or LONGEST
        low, high = task.return_range
        info = pyspiel.GameInfo(
            num_distinct_actions=task.numbering.count,
            max_chance_outcomes=1 if self.sampled else len(set(task.cards)),
            num_players=len(task.players),
            min_utility=low,
            max_utility=high,
            max_game_length=self._longest,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> "CardState":
        """Return the state before the first shuffle."""
        return CardState(self)

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes if all moves were shuffles of all cards."""
        return self._longest * (1 if self.sampled else len(self.task.cards))

    def make_py_observer(self, kind: pyspiel.IIGObservationType | None = None, _params: object = None) -> CardObserver:
        """Return an observer of this kind, by default one that sees what a seat sees now."""
        return CardObserver(self.task, kind or pyspiel.IIGObservationType(perfect_recall=False))


class CardState(pyspiel.State):
    """A state of a game, with all that came before it."""

    def __init__(self, of: CardGame) -> None:
        """Begin before the first shuffle."""
        super().__init__(of)
        self.played: History[Any, Any, Any] = begin(of.task)
        """The game so far."""

    def _game(self) -> CardGame:
        found = self.get_game()
        assert isinstance(found, CardGame)
        return found

    def current_player(self) -> int:
        """Return who acts."""
        if self.played.over:
            return pyspiel.PlayerId.TERMINAL
        acting = self.played.state.to_act
        return pyspiel.PlayerId.CHANCE if acting is NATURE else self.played.task.players.index(acting)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.played.over

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.played.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the cards that may come, among all different cards, each with its probability."""
        if self._game().sampled:
            return [(0, 1.0)]
        kinds = self.played.task.kinds
        return [(kinds.index(card), float(chance)) for card, chance in self.played.chances().items()]

    def _apply_action(self, action: int) -> None:
        before = self.played
        if before.state.to_act is not NATURE:
            self.played = before.moved(before.legal[action])
        elif self._game().sampled:
            self.played = before.shuffled(self._game().rng)
        else:
            self.played = before.drew(before.task.kinds[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return words(self.played.legal[action])
        return "shuffle" if self._game().sampled else self.played.task.kinds[action].ascii

    def returns(self) -> list[float]:
        """Return what each player has earned since the start."""
        return self.played.returns

    def rewards(self) -> list[float]:
        """Return what each player has earned since the last decision."""
        return self.played.rewards

    def __str__(self) -> str:
        text, drawn = format_state(self.played.state), self.played.drawn
        return f"{text}\ndrawn {Hand(drawn)}" if drawn else text

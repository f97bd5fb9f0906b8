"""Games of OpenSpiel: ``pyspiel.load_game("python_cardrules_oh_hell(players=3,deals=1)")`` once this module is imported.

The parameters are the options of the game, as the command ``cardrules`` takes them, and two more: ``chance`` is
``explicit``, so that each card is a chance node, or ``sampled``, so that each shuffle is one; ``pack`` has the cards to
play with, such as ``2C 3C 4C``, instead of the usual ones. For a number, -1 is ``None``; a fraction is written as ``2/1``.

Needs the extra ``openspiel``.
"""

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any, Final, TypeAlias, get_type_hints

import attrs

from cardrules.adapters.episodes import Task
from cardrules.adapters.trails import LONGEST, begin, private_text
from cardrules.cards import Hand, by_index
from cardrules.catalogue import NAMES, game
from cardrules.errors import MissingExtraError
from cardrules.game import NATURE, name_of
from cardrules.hints import Hint, members_of
from cardrules.moves import words
from cardrules.play.options import parse_option
from cardrules.play.text import format_state
from cardrules.zones import view

try:
    import numpy as np
    import pyspiel
except ImportError as _error:
    raise MissingExtraError("cardrules.adapters.openspiel", "openspiel") from _error

PREFIX: Final = "python_cardrules_"
"""What the names of the games begin with."""

MOST_PLAYERS: Final = 64
"""The most players of any game."""

NO_NUMBER: Final = -1
"""The parameter for an option that may be a number and is ``None``."""

Parameter: TypeAlias = bool | int | str
_CHANCE: Final[Mapping[str, Parameter]] = {"chance": "explicit", "pack": ""}


def register(chosen: Any, name: str | None = None, rules: Any = None) -> None:
    """Register a game, by default as ``python_cardrules_`` and its own name; its options default to those of ``rules``."""
    rules = chosen.Rules() if rules is None else rules
    fields, hints = attrs.fields_dict(type(rules)), get_type_hints(type(rules))
    defaults = {key: _parameter(getattr(rules, key), hints[key]) for key in fields} | _CHANCE
    kinds = {mode: _kind(name or PREFIX + name_of(chosen), mode, defaults) for mode in ("explicit", "sampled")}

    class Registered(CardGame):  # OpenSpiel destroys what it creates games with after Python has ended: it may be a class alone
        def __init__(self, params: Mapping[str, Parameter]) -> None:
            given = {key: value for key, value in params.items() if value != defaults[key]}
            texts = {key: "none" if value == NO_NUMBER else str(value) for key, value in given.items()}
            options = {key: parse_option(fields[key], text, hints[key]) for key, text in texts.items() if key in fields}
            pack = Hand.parse(texts["pack"]) if "pack" in texts else None
            task: Task[Any, Any, Any] = Task(chosen, attrs.evolve(rules, **options), pack)
            super().__init__(kinds[texts.get("chance", "explicit")], task, given)

    pyspiel.register_game(kinds["explicit"], Registered)


def _parameter(value: object, hint: Hint) -> Parameter:
    """Return an option as a parameter; what OpenSpiel has no type for is text."""
    if value is None and int in members_of(hint):
        return NO_NUMBER
    return value if isinstance(value, bool | int) else str(value)


def _kind(name: str, chance: str, defaults: Mapping[str, Parameter]) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=name.removeprefix(PREFIX).replace("_", " ").capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=getattr(pyspiel.GameType.ChanceMode, f"{chance.upper()}_STOCHASTIC"),
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.REWARDS,
        min_num_players=1,
        max_num_players=MOST_PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=defaults,
    )


class CardGame(pyspiel.Game):
    """A game by some rules: its players are the seats that decide, its actions the numbers of moves."""

    def __init__(self, kind: pyspiel.GameType, task: Task[Any, Any, Any], params: Mapping[str, Parameter]) -> None:
        """Take the numbers that OpenSpiel wants from what the game promises."""
        self.task: Final = task
        self.rng: Final = Random(SystemRandom().getrandbits(256))
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

    def make_py_observer(self, kind: pyspiel.IIGObservationType | None = None, _params: object = None) -> "CardObserver":
        """Return an observer of this kind, by default one that sees what a seat sees now."""
        return CardObserver(self.task, kind or pyspiel.IIGObservationType(perfect_recall=False))


class CardState(pyspiel.State):
    """A state of a game, with all that came before it."""

    def __init__(self, of: CardGame) -> None:
        """Begin before the first shuffle."""
        super().__init__(of)
        self.trail = begin(of.task)

    def current_player(self) -> int:
        """Return who acts."""
        if self.trail.over:
            return pyspiel.PlayerId.TERMINAL
        acting = self.trail.state.to_act
        return pyspiel.PlayerId.CHANCE if acting is NATURE else self.trail.task.players.index(acting)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.trail.over

    def _legal_actions(self, _player: int) -> list[int]:
        return list(self.trail.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of the cards that may come, among all different cards, each with its probability."""
        if self.get_game().sampled:
            return [(0, 1.0)]
        kinds = self.trail.task.kinds
        return [(kinds.index(card), float(chance)) for card, chance in self.trail.chances().items()]

    def _apply_action(self, action: int) -> None:
        trail = self.trail
        if trail.state.to_act is not NATURE:
            self.trail = trail.moved(trail.legal[action])
        elif self.get_game().sampled:
            self.trail = trail.shuffled(self.get_game().rng)
        else:
            self.trail = trail.drew(trail.task.kinds[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return words(self.trail.legal[action])
        return "shuffle" if self.get_game().sampled else self.trail.task.kinds[action].ascii

    def returns(self) -> list[float]:
        """Return what each player has earned since the start."""
        return self.trail.returns

    def rewards(self) -> list[float]:
        """Return what each player has earned since the last decision."""
        return self.trail.rewards

    def __str__(self) -> str:
        return "\n".join((format_state(self.trail.state), *(f"drawn {Hand(self.trail.drawn)}" for _ in self.trail.drawn[:1])))


class CardObserver:
    """What a player sees now, as named tensors and as text; with perfect recall, all that it has seen, as text alone."""

    def __init__(self, task: Task[Any, Any, Any], kind: pyspiel.IIGObservationType) -> None:
        """Make a tensor of zeros, unless text alone is wanted."""
        self._task, self._recall = task, kind.perfect_recall
        self._public, self._private = kind.public_info, kind.private_info != pyspiel.PrivateInfoType.NONE
        features = task.features
        self.tensor = None if self._recall else np.zeros(features.size, np.float32)
        self.dict = {} if self.tensor is None else {
            name: self.tensor[features.slices[name]].reshape(shape) for name, shape in features.shapes.items()
        }

    def _seat(self, player: int) -> int | None:
        return self._task.players[player] if self._private else None

    def set_from(self, state: CardState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = self._task.features.numbers(state.trail.state, self._seat(player))

    def string_from(self, state: CardState, player: int) -> str:
        """Return what a player sees or has seen as text."""
        seat, trail = self._seat(player), state.trail
        if self._recall:
            return str(trail.information(seat))
        if not self._public:
            return private_text(trail.state, seat)
        return format_state(view(trail.state, seat))


for _name in NAMES:
    register(game(_name))

"""Games of OpenSpiel: ``pyspiel.load_game("python_cardrules_oh_hell(players=3,deals=1)")`` once this module is imported.

The parameters are the options of the game, as the command ``cardrules`` takes them, and three more: ``chance`` is
``explicit``, so that each card is a chance node, or ``sampled``, so that each shuffle is one; with an ``rng_seed`` sampled
shuffles are the same each time; ``pack`` has the cards to play with, such as ``2C 3C 4C``, instead of the usual ones.
For a number, -1 is ``None``; a fraction is written as ``2/1``.

Needs the extra ``openspiel``.
"""

from collections.abc import Mapping
from typing import Any, Final, get_type_hints

import attrs

from cardrules.adapters.episodes import Task
from cardrules.cards import Hand
from cardrules.catalogue import NAMES, AnyGame, game
from cardrules.errors import MissingExtraError, RulesError, shortened
from cardrules.game import name_of
from cardrules.hints import Hint, members_of
from cardrules.options import Choice
from cardrules.play.options import parse_option

try:
    import pyspiel
except ImportError as _error:
    raise MissingExtraError("cardrules.adapters.openspiel", "openspiel") from _error

from cardrules.adapters.openspiel.states import CardGame, Parameter

PREFIX: Final = "python_cardrules_"
"""What the names of the games begin with."""

MOST_PLAYERS: Final = 64
"""The most players of any game."""

NO_NUMBER: Final = -1
"""The parameter for an option that may be a number and is ``None``."""

_COMMON: Final[dict[str, Parameter]] = {"chance": "explicit", "rng_seed": NO_NUMBER, "pack": ""}


def register(chosen: AnyGame, name: str | None = None, rules: Any = None) -> None:
    """Register a game, by default as ``python_cardrules_`` and its own name; its options default to those of ``rules``."""
    rules = chosen.Rules() if rules is None else rules
    fields, hints = attrs.fields_dict(type(rules)), get_type_hints(type(rules))
    defaults: dict[str, Parameter] = {key: _parameter(getattr(rules, key), hints[key]) for key in fields} | _COMMON
    kinds = {mode: _kind(name or PREFIX + name_of(chosen), mode, defaults) for mode in ("explicit", "sampled")}

    # OpenSpiel destroys what it creates games with after Python has ended: only a class survives that.
    class Registered(CardGame):
        def __init__(self, params: Mapping[str, Parameter]) -> None:
            given = {key: value for key, value in params.items() if value != defaults[key]}
            texts = {key: "none" if value == NO_NUMBER else str(value) for key, value in given.items()}
            options = {key: parse_option(fields[key], text, hints[key]) for key, text in texts.items() if key in fields}
            chance = texts.get("chance", "explicit")
            if chance not in kinds:
                raise RulesError(f"chance must be {Choice(tuple(kinds))}, not {shortened(chance)!r}")
            pack = Hand.parse(texts["pack"]) if "pack" in texts else None
            task: Task[Any, Any, Any] = Task(chosen, attrs.evolve(rules, **options), pack)
            super().__init__(kinds[chance], task, given)

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


for _name in NAMES:
    register(game(_name))

"""Games for the suites of other libraries: short ones, since these suites look at everything in every state."""

from collections.abc import Mapping
from typing import Any, Final

import pytest

from cardrules import catalogue
from cardrules.cards import Hand

SHORT: Final[Mapping[str, Mapping[str, int]]] = {
    "blackjack": {"decks": 1},
    "draw_poker": {"players": 2},
    "klaberjass": {"max_deals": 1},
    "konchinka": {"max_packs": 1},
    "macao": {"banks": 1},
    "oh_hell": {"deals": 2},
    "polish_bank": {"max_deals": 1},
    "semerik": {"target": 2},
    "spades": {"max_deals": 1},
    "thirteen": {"max_rounds": 3},
}
"""Options by which games are short."""

PACKS: Final[Mapping[str, str]] = {
    "devils_grip": "2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D",
    "spades": "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 2S 3S 4S 5S",
    "macao": "2C 3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD",
}
"""Packs by which others are."""

all_games = pytest.mark.parametrize("name", catalogue.NAMES)
"""All games by name; the deep tests take their usual options and packs."""

deep = pytest.mark.parametrize("short", [True, pytest.param(False, marks=pytest.mark.deep)])


def chosen(name: str, *, short: bool = True) -> tuple[Any, Any, Hand | None]:
    """Return a game, its rules and its pack."""
    game = catalogue.game(name)
    if not short:
        return game, game.Rules(), None
    pack = Hand.parse(PACKS[name]) if name in PACKS else None
    return game, game.Rules(**SHORT.get(name, {})), pack


def parameters(name: str, *, short: bool = True, **others: str) -> str:
    """Return the name of a game of OpenSpiel with its parameters."""
    given = {
        **(SHORT.get(name, {}) if short else {}),
        **({"pack": PACKS[name]} if short and name in PACKS else {}),
        **others,
    }
    return f"python_cardrules_{name}({','.join(f'{key}={value}' for key, value in given.items())})"

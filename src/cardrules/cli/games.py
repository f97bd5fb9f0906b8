"""``cardrules games``: list the games."""

from argparse import ArgumentParser, Namespace
from inspect import getdoc
from typing import Final

from cardrules import catalogue
from cardrules.cli.lookup import ChosenGame, OwnGameError, find_game, registered_games
from cardrules.cli.screen import Screen
from cardrules.errors import CardRulesError

HELP: Final = "list the games"


def add_arguments(_parser: ArgumentParser) -> None:
    """Add no arguments: the command has none."""


def run(_arguments: Namespace, screen: Screen) -> int:
    """List the games, those of other packages last."""
    screen.table([_row(name) for name in (*catalogue.NAMES, *registered_games())])
    return 0


def _row(name: str) -> tuple[str, str, str]:
    try:
        chosen = find_game(name)
        with chosen.describing_errors():
            return name, chosen.title, _summary(chosen)
    except CardRulesError as error:  # a game of another package that is broken hides no others
        return name, "", f"cannot be listed: {error}"


def _summary(chosen: ChosenGame) -> str:
    """Return the summary of the rulebook, or else the first line of the game's docstring."""
    try:
        return chosen.rulebook.summary
    except OwnGameError:
        return (getdoc(chosen.game) or "").partition("\n")[0]

"""``cardrules games``: the games, a line each."""

from argparse import ArgumentParser, Namespace
from typing import Final

from cardrules import catalogue
from cardrules.cli.screen import Screen
from cardrules.rulebooks import rulebook

SUMMARY: Final = "list the games, a line each"


def declare(_parser: ArgumentParser) -> None:
    """Declare the arguments: there are none."""


def run(_arguments: Namespace, screen: Screen) -> int:
    """List the games."""
    books = [rulebook(name) for name in catalogue.NAMES]
    screen.table([(book.name, book.title, book.summary) for book in books])
    return 0

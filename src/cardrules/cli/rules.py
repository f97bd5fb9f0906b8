"""``cardrules rules GAME``: the rulebook of a game, or a part of it."""

from argparse import ArgumentParser, Namespace
from typing import Final

from cardrules.cli.arguments import declare_game, find_game
from cardrules.cli.screen import Screen
from cardrules.rulebooks import NoSuchRuleError, rulebook

SUMMARY: Final = "print the numbered rules of a game with their sources"


def declare(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    declare_game(parser)
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="only rule 3.2, or the rules of part 3")


def run(arguments: Namespace, screen: Screen) -> int:
    """Print the rulebook, or the rules with the number."""
    name: str = arguments.game
    number: str | None = arguments.number
    find_game(name)
    book = rulebook(name)
    if number is None:
        screen.page(book.page)
        return 0
    found = [rule for rule in book.rules if number in (rule.number, rule.number.partition(".")[0])]
    if not found:
        raise NoSuchRuleError(name, number)
    for rule in found:
        screen.say(str(rule), prose=True)
    return 0

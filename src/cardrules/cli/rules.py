"""``cardrules rules GAME``: print the rulebook of a game, or some of its rules."""

from argparse import ArgumentParser, Namespace
from typing import Final

from cardrules.cli.arguments import add_game
from cardrules.cli.lookup import find_game
from cardrules.cli.screen import Screen
from cardrules.rulebooks import NoSuchRuleError

HELP: Final = "print the numbered rules of a game with their sources"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_game(parser)
    parser.add_argument("number", metavar="NUMBER", nargs="?", help="print only rule 3.2, or the rules of part 3")


def run(arguments: Namespace, screen: Screen) -> int:
    """Print the rulebook, or the rules with the number."""
    number: str | None = arguments.number
    chosen = find_game(arguments.game)
    with chosen.describing_errors():
        book = chosen.rulebook
    if number is None:
        screen.page(book.page)
        return 0
    found = [rule for rule in book.rules if number in (rule.number, rule.number.partition(".")[0])]
    if not found:
        raise NoSuchRuleError(book.name, number)
    for rule in found:
        screen.say(str(rule), prose=True)
    return 0

"""``cardrules replay FILE``: a saved game, told again."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Final

from cardrules.cli.arguments import check_seat, integer
from cardrules.cli.screen import Screen
from cardrules.game import name_of
from cardrules.play.text import format_outcome, format_state, seat_count
from cardrules.play.transcript import steps, transcript
from cardrules.rulebooks import rulebook
from cardrules.zones import view

SUMMARY: Final = "tell a saved game again, line by line at a terminal"


def declare(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--seat", metavar="N", type=integer, help="tell only what this seat saw")
    parser.add_argument("--all", action="store_true", help="do not wait for Enter after each line")


def run(arguments: Namespace, screen: Screen) -> int:
    """Tell the game."""
    from cardrules.serial import load  # noqa: PLC0415  # needs an extra

    game, record = load(arguments.file)
    made = list(steps(game, record))
    last = made[-1].after if made else game.start(record.rules)
    seat = check_seat(arguments.seat, seat_count(last))
    screen.say(rulebook(name_of(game)).title)
    seen = made if seat is None else [step.seen_by(seat) for step in made]
    lines = transcript(seen, lambda state: format_state(state, game=game, you=seat))
    if screen.console is None or not sys.stdin.isatty() or arguments.all:
        for line in lines:
            screen.say(line)
    elif not _stepped(lines, screen):
        return 0
    outcome = game.outcome(last)
    if outcome is not None:
        screen.say(f"\n{format_outcome(outcome)}")
        return 0
    if not made or made[-1].mover is not None:  # what lies there after a shuffle the story has shown
        seen_last = last if seat is None else view(last, seat)
        screen.say(f"\n{format_state(seen_last, game=game, you=seat)}")
    screen.say("\nthe record ends here")
    return 0


def _stepped(lines: Iterable[str], screen: Screen) -> bool:
    """Tell the lines, each after Enter; gives whether they were told to the end."""
    screen.say("Enter shows what comes next; q ends.")
    for line in lines:
        *above, last = line.split("\n")
        for part in above:
            screen.say(part)
        try:
            if screen.ask(f"{last} ").strip() == "q":
                return False
        except EOFError:
            return False
    return True

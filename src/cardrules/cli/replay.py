"""``cardrules replay FILE``: show a saved game."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any, Final

from attrs import mutable

from cardrules.catalogue import AnyGame
from cardrules.cli.arguments import GAME_HELP, add_names, check_seat, integer, parse_names
from cardrules.cli.drawing import write_picture
from cardrules.cli.lookup import ChosenGame, find_game
from cardrules.cli.screen import Screen
from cardrules.errors import CardRulesError
from cardrules.game import Record, Shuffled, name_of
from cardrules.play.facts import seat_count
from cardrules.play.text import format_outcome, format_state
from cardrules.play.transcript import Step, format_line, group_steps, steps, transcript
from cardrules.seats import Seat
from cardrules.zones import view

HELP: Final = "show a saved game, line by line at a terminal"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--game", metavar="GAME", help=f"the game, if it is not one of the library's: {GAME_HELP}")
    add_names(parser)
    parser.add_argument("--seat", metavar="N", type=integer, help="show only what this seat saw")
    parser.add_argument("--picture", metavar="FILE", help="draw the last state shown in this file, as SVG")
    parser.add_argument("--all", action="store_true", help="do not wait for Enter after each line")


def run(arguments: Namespace, screen: Screen) -> int:
    """Show the game."""
    chosen, record = load_record(arguments.file, None if arguments.game is None else find_game(arguments.game))
    with chosen.describing_errors():
        return _replay(chosen, record, arguments, screen)


def load_record(path: str, chosen: ChosenGame | None) -> tuple[ChosenGame, Record[Any, Any]]:
    """Return the record in a file with its game, which is one of the library's if none is ``chosen``.

    Raises :class:`~cardrules.errors.RecordError` if the file cannot be read, or holds no record of this game.
    """
    from cardrules.serial import Json, load  # noqa: PLC0415  # needs an extra

    if chosen is None:
        game, record = load(path)
        return ChosenGame(name_of(game), game), record
    with chosen.describing_errors():
        return chosen, Json(chosen.game).load(path)


def _replay(chosen: ChosenGame, record: Record[Any, Any], arguments: Namespace, screen: Screen) -> int:
    game = chosen.game
    moves = list(steps(game, record))
    last = moves[-1].after if moves else game.start(record.rules)
    seat = check_seat(arguments.seat, seat_count(last))
    screen.names = parse_names(arguments.names, seat_count(last))
    screen.say(chosen.title)
    seen = moves if seat is None else [step.seen_by(seat) for step in moves]
    seen_last = last if seat is None else view(last, seat)
    shown = _Shown(game, seat, screen, seen_last)
    stepping = screen.console is not None and sys.stdin.isatty() and not arguments.all
    complete = (
        _step_through(seen, shown, screen)
        if stepping
        else _print(transcript(seen, shown.text, names=screen.names, width=screen.width), screen)
    )
    if arguments.picture is not None:
        shown.draw(arguments.picture)
    if not complete:
        return 0
    outcome = game.outcome(last)
    if outcome is not None:
        screen.say(f"\n{format_outcome(outcome, names=screen.names, width=screen.width)}")
        return 0
    if not moves or not isinstance(
        moves[-1].move, Shuffled
    ):  # the transcript shows the state after a shuffle, but not after a move
        screen.say(f"\n{shown.text(seen_last)}")
    screen.say("\nthe record ends here")
    return 0


@mutable
class _Shown:
    """What is shown of a game, and to whom."""

    game: AnyGame
    seat: Seat | None
    screen: Screen
    state: Any
    """The state that was shown last."""

    def text(self, state: Any) -> str:
        names, width = self.screen.names, self.screen.width
        return format_state(state, game=self.game, you=self.seat, names=names, width=width)

    def draw(self, path: str) -> None:
        write_picture(path, self.state, self.game, self.seat, self.screen.names)


def _print(lines: Iterable[str], screen: Screen) -> bool:
    """Print all lines; return that all of them were printed."""
    for line in lines:
        screen.say(line)
    return True


def _step_through(seen: Iterable[Step[Any, Any]], shown: _Shown, screen: Screen) -> bool:
    """Print each line after Enter; return whether all of them were printed."""
    screen.say("Enter shows what comes next; picture FILE draws what is shown; q ends.")
    for line in group_steps(seen):
        shown.state = line[-1].after
        *above, last = format_line(line, shown.text, names=screen.names, width=screen.width).split("\n")
        for part in above:
            screen.say(part)
        try:
            word, _, path = screen.ask(f"{last} ").strip().partition(" ")
            while word == "picture":
                word, _, path = screen.ask(f"{_drawn(shown, path.strip())} ").strip().partition(" ")
        except EOFError:
            return False
        if word == "q":
            return False
    return True


def _drawn(shown: _Shown, path: str) -> str:
    """Draw what is shown; return what to say about it."""
    try:
        shown.draw(path)
    except CardRulesError as error:
        return str(error)
    return f"drawn in {path}"

"""``cardrules play GAME``: play a game at the terminal, or let the program play it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from typing import Any, Final, TypeAlias

from cardrules.chance import Seed
from cardrules.cli.arguments import (
    GAME_HELP,
    add_names,
    add_options,
    add_seed,
    check_seat,
    integer,
    parse_names,
    parse_rules,
    seed_or_random,
)
from cardrules.cli.drawing import write_picture
from cardrules.cli.lookup import ChosenGame, find_game
from cardrules.cli.opponents import NAMES, RANDOM, THINKING, add_think, hint, named_player
from cardrules.cli.replay import load_record
from cardrules.cli.saving import Saver, saved_at_the_end
from cardrules.cli.screen import Screen
from cardrules.errors import RulesError, TextError
from cardrules.game import NATURE, Record, Shuffled
from cardrules.play.facts import seat_count
from cardrules.play.observers import AnyPlayer, at_table
from cardrules.play.players import Player, take_turn, terminal_player
from cardrules.play.table import Table
from cardrules.play.text import format_outcome, format_state
from cardrules.play.transcript import Step, format_line, group_steps, transcript
from cardrules.seats import Seat
from cardrules.thinking.budgets import Budget

AnyTable: TypeAlias = Table[Any, Any, Any]

HELP: Final = "play a game at the terminal against players that think"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"{GAME_HELP}; with --resume it is that of the file")
    parser.add_argument(
        "--seat", metavar="N", type=integer, help="your seat, 0 if not given; with --auto the seat that watches"
    )
    parser.add_argument(
        "--auto",
        action="store_true",
        help="let the program play all seats, at random unless --opponents is given, and print the whole game",
    )
    parser.add_argument(
        "--opponents",
        metavar="PLAYER",
        help=f"who plays the other seats: {' or '.join(NAMES)}; {THINKING} if not given",
    )
    add_think(parser)
    parser.add_argument("--save", metavar="FILE", help="save the game to this file when it ends, or when you leave it")
    parser.add_argument("--resume", metavar="FILE", help="go on with the game in this file, and save it there")
    add_names(parser)
    add_seed(parser)
    add_options(parser)


def run(arguments: Namespace, screen: Screen) -> int:
    """Play the game."""
    if arguments.game is None and arguments.resume is None:
        raise RulesError("name a game to play, or a file with --resume (see cardrules play --help)")
    chosen = None if arguments.game is None else find_game(arguments.game)
    record: Record[Any, Any] | None = None
    if arguments.resume is not None:
        if arguments.options:
            raise RulesError("a game that is resumed has its options: leave out -o")
        chosen, record = load_record(arguments.resume, chosen)
    assert chosen is not None
    with chosen.describing_errors():
        return _play(chosen, record, arguments, screen)


def _play(chosen: ChosenGame, resumed: Record[Any, Any] | None, arguments: Namespace, screen: Screen) -> int:
    table = _table(chosen, resumed, arguments)
    seat = check_seat(arguments.seat, seat_count(table.state))
    screen.names = parse_names(arguments.names, seat_count(table.state))
    usual = RANDOM if arguments.auto else THINKING
    opponents = _Opponents(table, named_player(arguments.opponents or usual, arguments.think))
    head = [chosen.title, f"seed {table.seed}", *arguments.options]
    file = arguments.save or arguments.resume
    saver = Saver(table, arguments.resume)
    with saved_at_the_end(saver, file, screen) if file else nullcontext():
        if arguments.auto:
            screen.say(" · ".join(head))
            _watch(table, screen, seat, opponents)
        else:
            screen.say(" · ".join([*head, _welcome(seat or 0, screen), "? for help"]))
            commands = _commands(table, screen, seat or 0, saver, arguments.think)
            _take_part(table, screen, seat or 0, opponents, commands, resumed=resumed is not None)
        if (outcome := table.outcome) is not None:
            screen.say(f"\n{format_outcome(outcome, names=screen.names, width=screen.width)}")
    return 0


def _welcome(seat: Seat, screen: Screen) -> str:
    return f"you are {screen.names[seat]}" if screen.names else f"you have seat {seat}"


def _table(chosen: ChosenGame, resumed: Record[Any, Any] | None, arguments: Namespace) -> AnyTable:
    """Return the table of a new game, or that of a record, which goes on by its seed unless another is given."""
    seed: Seed | None = arguments.seed
    if resumed is None:
        return Table(chosen.game, parse_rules(chosen.game, arguments.options), seed=seed_or_random(seed))
    return Table.resume(chosen.game, resumed, seed_or_random(resumed.seed if seed is None else seed))


def _watch(table: AnyTable, screen: Screen, seat: Seat | None, opponents: "_Opponents") -> None:
    """Let the program play all seats, and print everything, or what ``seat`` sees."""

    def steps() -> Iterator[Step[Any, Any]]:
        yield from table.steps()
        while table.to_act is not None:
            before = len(table)
            take_turn(table, opponents[table.to_act])
            yield from table.steps(before)

    seen = steps() if seat is None else (step.seen_by(seat) for step in steps())

    def text(state: Any) -> str:
        return format_state(state, game=table.game, you=seat, names=screen.names, width=screen.width)

    for line in transcript(seen, text, names=screen.names, width=screen.width):
        screen.say(line)
    if seat_count(table.state) == 1:  # the layout of a patience is its result
        screen.say(f"\n{text(table.state)}")


class _Opponents(dict[Seat, Player[Any, Any]]):
    """The players that the program seats at a table, all alike, each when it first acts."""

    def __init__(self, table: AnyTable, player: AnyPlayer[Any, Any, Any]) -> None:
        self.table = table
        self.player = player

    def __missing__(self, seat: Seat) -> Player[Any, Any]:
        seated = self[seat] = at_table(self.table, self.player, seat)
        return seated


class _UndoError(Exception):
    """The person at the terminal has taken a move back."""


class _RuledError(Exception):
    """The person at the terminal has ruled as the referee."""


class _QuitError(Exception):
    """The person at the terminal leaves the table."""


def _take_part(  # noqa: PLR0913  # a person, a table and what both need
    table: AnyTable,
    screen: Screen,
    seat: Seat,
    opponents: "_Opponents",
    commands: Mapping[str, Callable[[str], None]],
    *,
    resumed: bool,
) -> None:
    """Let a person play at ``seat``, and the opponents at the others."""
    screen.complete(lambda text: [*table.completions(text), *(word for word in commands if word.startswith(text))])
    person: Player[Any, Any] = terminal_player(
        table.game, seat, names=screen.names, width=screen.width, commands=commands, ask=screen.ask, say=screen.say
    )
    opponents[seat] = person
    narrator = _Narrator(table, screen, seat)
    if resumed:
        narrator.rewind()
    while table.to_act is not None:
        if table.to_act == seat:
            narrator.narrate()
        try:
            take_turn(table, opponents[table.to_act])
        except _RuledError:
            continue
        except _UndoError:
            narrator.rewind()
        except _QuitError:
            return
    narrator.narrate()


def _commands(
    table: AnyTable, screen: Screen, seat: Seat, saver: Saver, think: Budget
) -> dict[str, Callable[[str], None]]:
    """Return the commands that the person at ``seat`` may type instead of a move."""

    def undo(_: str) -> None:
        """Take back your last move and all after it."""
        table.undo(seat)
        raise _UndoError

    def advise(_: str) -> None:
        """Show what a thinking player expects of your moves, the best first."""
        screen.say("\n".join(hint(table, seat, think)))

    def save(path: str) -> None:
        """Write the game so far to a file: save FILE."""
        if not path:
            raise TextError("save needs the name of a file: save FILE", path)
        saver.save(path)
        screen.say(f"saved in {path}")

    def picture(path: str) -> None:
        """Draw what you see in an SVG file: picture FILE."""
        write_picture(path, table.view(seat), table.game, seat, screen.names)
        screen.say(f"drawn in {path}")

    def leave(_: str) -> None:
        """Leave the table."""
        raise _QuitError

    def referee(ruling: str) -> None:
        """Interrupt the game as the referee: referee RULING."""
        table.rule(ruling)
        raise _RuledError

    commands = {"hint": advise, "undo": undo, "save": save, "picture": picture, "quit": leave}
    return {**commands, "referee": referee} if table.rulings else commands


class _Narrator:
    """Prints the moves that a seat has not been shown yet; a line that has become longer is printed again in full."""

    def __init__(self, table: AnyTable, screen: Screen, seat: Seat) -> None:
        self.table, self.screen, self.seat = table, screen, seat
        self.line_start = 0
        """The number of moves before the line that may become longer."""
        self.shown = 0
        """The number of moves that were shown."""
        self.alone = seat_count(table.state) == 1

    def narrate(self) -> None:
        """Print the moves since the last call."""
        end = self.line_start
        for line in group_steps(step.seen_by(self.seat) for step in self.table.steps(self.line_start)):
            self.line_start, end = end, end + len(line)
            if end > self.shown and (not isinstance(line[0].move, Shuffled) or end < len(self.table)):
                # The prompt shows the state after the last shuffle. States between two shuffles, such as lots, are shown here.
                text = self._picture if line[0].after.to_act is NATURE else None
                self.screen.say(format_line(line, text, names=self.screen.names, width=self.screen.width))
        self.shown = end
        if self.alone:  # then nothing happens between two moves, and each has a line to itself
            self.line_start = end

    def _picture(self, state: Any) -> str:
        names, width = self.screen.names, self.screen.width
        return format_state(state, game=self.table.game, you=self.seat, names=names, width=width)

    def rewind(self) -> None:
        """Begin again with the line of the last move."""
        lines = list(group_steps(self.table.steps()))
        self.line_start = self.shown = len(self.table) - (len(lines[-1]) if lines else 0)

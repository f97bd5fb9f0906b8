"""``cardrules play GAME``: a game at the terminal, or one that random players play."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from cardrules.cli.arguments import (
    check_seat,
    declare_game,
    declare_options,
    declare_seed,
    find_game,
    integer,
    parse_rules,
)
from cardrules.cli.screen import Screen
from cardrules.errors import RecordError, TextError
from cardrules.game import NATURE
from cardrules.play.players import Player, random_player, take_turn, terminal_player
from cardrules.play.table import Table
from cardrules.play.text import format_outcome, format_state, seat_count
from cardrules.play.transcript import Step, format_line, group_steps, transcript
from cardrules.rulebooks import rulebook
from cardrules.seats import Seat

AnyTable: TypeAlias = Table[Any, Any, Any]

SUMMARY: Final = "play a game at the terminal, the other seats at random"


def declare(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    declare_game(parser)
    parser.add_argument(
        "--seat", metavar="N", type=integer, help="your seat, 0 if not given; with --auto the seat that looks on"
    )
    parser.add_argument("--auto", action="store_true", help="let all seats play at random and print the whole game")
    parser.add_argument("--save", metavar="FILE", help="write the game to this file when it ends, or when you leave it")
    declare_seed(parser)
    declare_options(parser)


def run(arguments: Namespace, screen: Screen) -> int:
    """Play the game."""
    name: str = arguments.game
    game = find_game(name)
    table = Table(game, parse_rules(game, arguments.options), seed=arguments.seed)
    seat = check_seat(arguments.seat, seat_count(table.state))
    head = [rulebook(name).title, f"seed {table.seed}", *arguments.options]
    with _saved(table, arguments.save, screen):
        if arguments.auto:
            screen.say(" · ".join(head))
            _look_on(table, screen, seat)
        else:
            screen.say(" · ".join([*head, f"you have seat {seat or 0}", "? for help"]))
            _take_part(table, screen, seat or 0)
        if (outcome := table.outcome) is not None:
            screen.say(f"\n{format_outcome(outcome)}")
    return 0


@contextmanager
def _saved(table: AnyTable, path: str | None, screen: Screen) -> Iterator[None]:
    """Save the game in the end, however it ends, and say so; a path that cannot be written is told before it begins."""
    if path is None:
        yield
        return
    _save(table, path)
    try:
        yield
    finally:
        _save(table, path)
        screen.say(f"saved in {path}")


def _save(table: AnyTable, path: str) -> None:
    from cardrules.serial import Json  # noqa: PLC0415  # needs an extra

    try:
        Json(table.game).save(path, table.record)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error


def _look_on(table: AnyTable, screen: Screen, seat: Seat | None) -> None:
    """Print what random players do, all of it or what ``seat`` sees."""

    def steps() -> Iterator[Step[Any, Any]]:
        yield from table.steps()
        while table.to_act is not None:
            before = len(table)
            take_turn(table, random_player)
            yield from table.steps(before)

    seen = steps() if seat is None else (step.seen_by(seat) for step in steps())
    for line in transcript(seen, lambda state: format_state(state, game=table.game, you=seat)):
        screen.say(line)
    if seat_count(table.state) == 1:  # the layout of a patience is its result
        screen.say(f"\n{table}")


class _TakenBackError(Exception):
    """The person at the terminal took a move back."""


class _LeftError(Exception):
    """The person at the terminal left the table."""


def _take_part(table: AnyTable, screen: Screen, seat: Seat) -> None:
    """Let a person play at ``seat``, and random players at the others."""

    def undo(_: str) -> None:
        """Take back your last move and all after it."""
        table.undo(seat)
        raise _TakenBackError

    def save(path: str) -> None:
        """Write the game so far to a file: save FILE."""
        if not path:
            raise TextError("save needs the name of a file: save FILE", path)
        _save(table, path)
        screen.say(f"saved in {path}")

    def leave(_: str) -> None:
        """Leave the table."""
        raise _LeftError

    commands = {"undo": undo, "save": save, "quit": leave}
    screen.complete(lambda text: [*table.completions(text), *(word for word in commands if word.startswith(text))])
    person: Player[Any, Any] = terminal_player(table.game, seat, commands=commands, ask=screen.ask, say=screen.say)
    teller = _Teller(table, screen, seat)
    while table.to_act is not None:
        if table.to_act == seat:
            teller.tell()
        try:
            take_turn(table, person if table.to_act == seat else random_player)
        except _TakenBackError:
            teller.forget()
        except _LeftError:
            return
    teller.tell()


class _Teller:
    """Tells a seat what it has not been told yet; a line that goes on is told again from its beginning."""

    def __init__(self, table: AnyTable, screen: Screen, seat: Seat) -> None:
        self.table, self.screen, self.seat = table, screen, seat
        self.begun = self.told = 0
        self.alone = seat_count(table.state) == 1

    def tell(self) -> None:
        """Tell what has happened."""
        at = self.begun
        for line in group_steps(step.seen_by(self.seat) for step in self.table.steps(self.begun)):
            self.begun, at = at, at + len(line)
            if at > self.told and (line[0].mover is not None or at < len(self.table)):
                # What a shuffle showed the view tells, but for what lies there until the next shuffle, such as lots.
                self.screen.say(format_line(line, self._picture if line[0].after.to_act is NATURE else None))
        self.told = at
        if self.alone:  # then nothing happens between two moves, and a line tells one of them
            self.begun = at

    def _picture(self, state: Any) -> str:
        return format_state(state, game=self.table.game, you=self.seat)

    def forget(self) -> None:
        """Forget what was told after the line that goes on now."""
        *_, last = group_steps(self.table.steps())
        self.begun = self.told = len(self.table) - len(last)

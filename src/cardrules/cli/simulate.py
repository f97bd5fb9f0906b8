"""``cardrules simulate GAME``: play many games, at random or by players that think, and count the results."""

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from typing import Final

from cardrules.cli.arguments import (
    add_game,
    add_options,
    add_seed,
    parse_rules,
    positive_integer,
    seed_or_random,
)
from cardrules.cli.lookup import ChosenGame, find_game
from cardrules.cli.opponents import NAMES, RANDOM, add_think, named_players
from cardrules.cli.screen import Screen
from cardrules.game import start_game
from cardrules.play.text import seat_count

HELP: Final = "let random players, or some that think, play many games, and count the results"

GAMES: Final = 1000
"""The number of games if none is given."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_game(parser)
    parser.add_argument(
        "-n", metavar="N", type=positive_integer, default=GAMES, help=f"the number of games, {GAMES} if not given"
    )
    parser.add_argument(
        "--jobs", metavar="N", type=positive_integer, default=1, help="the number of processes, 1 if not given"
    )
    parser.add_argument(
        "--players",
        metavar="NAMES",
        help=f"who plays, from seat 0 on, with commas between them: {', '.join(NAMES[:-1])} or {NAMES[-1]}; the last one also"
        f" plays all seats after it; {RANDOM} if not given",
    )
    add_think(parser)
    add_seed(parser)
    add_options(parser)


def run(arguments: Namespace, screen: Screen) -> int:
    """Play the games and print the counts; they are the same for any number of processes."""
    chosen = find_game(arguments.game)
    with chosen.describing_errors():
        return _simulate(chosen, arguments, screen)


def _simulate(chosen: ChosenGame, arguments: Namespace, screen: Screen) -> int:
    from cardrules.play.simulate import process_pool, simulate  # noqa: PLC0415  # the other commands start without them

    rules = parse_rules(chosen.game, arguments.options)
    seed, wanted = seed_or_random(arguments.seed), arguments.n
    jobs = arguments.jobs
    players = None
    if arguments.players is not None:
        players = named_players(arguments.players, seat_count(start_game(chosen.game, rules)), arguments.think)
    screen.say(" · ".join([chosen.title, f"seed {seed}", *arguments.options]))
    with process_pool(jobs, wanted) if jobs > 1 else nullcontext() as executor:
        with screen.progress(wanted) as done:
            summary = simulate(chosen.game, rules, players, wanted, seed=seed, executor=executor, progress=done)
        screen.say(str(summary))  # before the processes have ended, which another Ctrl-C may interrupt
    return INTERRUPTED if summary.interrupted else 0

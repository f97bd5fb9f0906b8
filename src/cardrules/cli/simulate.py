"""``cardrules simulate GAME``: play many games at random and count the results."""

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
from cardrules.cli.screen import Screen

HELP: Final = "let random players play many games, and count the results"

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
    screen.say(" · ".join([chosen.title, f"seed {seed}", *arguments.options]))
    with process_pool(jobs, wanted) if jobs > 1 else nullcontext() as executor:
        with screen.progress(wanted) as done:
            summary = simulate(chosen.game, rules, n=wanted, seed=seed, executor=executor, progress=lambda told: done(told.games))
        screen.say(str(summary))  # before the processes have ended, which another Ctrl-C may interrupt
    return INTERRUPTED if summary.interrupted else 0

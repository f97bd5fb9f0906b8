"""``cardrules simulate GAME``: many games of random players, and what came of them."""

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from typing import Final

from cardrules.cli.arguments import (
    declare_game,
    declare_options,
    declare_seed,
    find_game,
    parse_rules,
    positive_integer,
    seed_or_random,
)
from cardrules.cli.screen import Screen
from cardrules.rulebooks import rulebook

SUMMARY: Final = "let random players play many games, and count what comes of them"

GAMES: Final = 1000
"""How many games are played if nothing else is said."""

INTERRUPTED: Final = 130
"""The exit code when Ctrl-C ended it."""


def declare(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    declare_game(parser)
    parser.add_argument(
        "-n", metavar="N", type=positive_integer, default=GAMES, help=f"how many games to play, {GAMES} if not given"
    )
    parser.add_argument(
        "--jobs", metavar="N", type=positive_integer, default=1, help="how many processes play, 1 if not given"
    )
    declare_seed(parser)
    declare_options(parser)


def run(arguments: Namespace, screen: Screen) -> int:
    """Play the games; the result is the same however many processes play."""
    from cardrules.play.simulate import process_pool, simulate  # noqa: PLC0415  # the other commands start without them

    name: str = arguments.game
    game = find_game(name)
    rules = parse_rules(game, arguments.options)
    seed, wanted, jobs = seed_or_random(arguments.seed), arguments.n, arguments.jobs
    screen.say(" · ".join([rulebook(name).title, f"seed {seed}", *arguments.options]))
    with process_pool(jobs) if jobs > 1 else nullcontext() as executor, screen.progress(wanted) as done:
        summary = simulate(game, rules, n=wanted, seed=seed, executor=executor, progress=done)
    screen.say(str(summary))
    return INTERRUPTED if summary.interrupted else 0

"""``cardrules verify``: hold games to the laws, a line a law."""

from argparse import ArgumentParser, Namespace
from typing import Final

from cardrules.catalogue import NAMES
from cardrules.cli.arguments import (
    declare_options,
    declare_seed,
    find_game,
    parse_rules,
    positive_integer,
    seed_or_random,
)
from cardrules.cli.screen import Screen
from cardrules.errors import RulesError
from cardrules.rulebooks import rulebook

SUMMARY: Final = "hold games to the laws of card games, a line a law"

BROKEN: Final = 1
"""The exit code when a law is broken."""


def declare(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="all games if none is named")
    parser.add_argument(
        "--examples", metavar="N", type=positive_integer, help="how many games to play, 25 if not given"
    )
    declare_seed(parser)
    declare_options(parser)


def run(arguments: Namespace, screen: Screen) -> int:
    """Verify the games."""
    from cardrules import verify  # noqa: PLC0415  # needs an extra

    names: list[str] = arguments.games or list(NAMES)
    if arguments.options and len(names) > 1:
        raise RulesError("options belong to one game: name it")
    chosen = [(name, game := find_game(name), parse_rules(game, arguments.options)) for name in names]
    examples = verify.EXAMPLES if arguments.examples is None else arguments.examples
    seed = seed_or_random(arguments.seed)
    broken = False
    for name, game, rules in chosen:
        screen.say(f"{rulebook(name).title} · {examples} game{'s' * (examples != 1)} · seed {seed}")
        for verdict in verify.verdicts(game, rules, examples=examples, seed=seed):
            screen.say(f"  {verdict}")
            broken |= verdict.status == "broken"
    return BROKEN if broken else 0

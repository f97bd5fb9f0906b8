"""``cardrules verify``: check that games keep the laws of card games."""

from argparse import ArgumentParser, Namespace
from typing import Any, Final

from cardrules.catalogue import NAMES
from cardrules.cli.arguments import (
    GAME_HELP,
    add_options,
    add_seed,
    parse_rules,
    positive_integer,
    seed_or_random,
)
from cardrules.cli.lookup import ChosenGame, find_game
from cardrules.cli.screen import Screen
from cardrules.errors import RulesError

HELP: Final = "check that games keep the laws of card games"

BROKEN: Final = 1
"""The exit code when a law is broken."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"{GAME_HELP}; all of the library's if none is given")
    parser.add_argument(
        "--examples", metavar="N", type=positive_integer, help="the number of games to play, 25 if not given"
    )
    parser.add_argument("--strict", action="store_true", help="fail if something that a game has is never seen")
    add_seed(parser)
    add_options(parser)


def run(arguments: Namespace, screen: Screen) -> int:
    """Verify the games and print a line for each law."""
    from cardrules import verify  # noqa: PLC0415  # needs an extra

    names: list[str] = arguments.games or list(NAMES)
    if arguments.options and len(names) > 1:
        raise RulesError("options belong to one game: name it")
    chosen = [(found := find_game(name), _rules(found, arguments.options)) for name in names]
    examples = verify.EXAMPLES if arguments.examples is None else arguments.examples
    seed = seed_or_random(arguments.seed)
    broken = False
    for found, rules in chosen:
        with found.describing_errors():
            screen.say(f"{found.title} · {examples} game{'s' * (examples != 1)} · seed {seed}")
            kept = True
            for verdict in verify.verdicts(found.game, rules, examples=examples, seed=seed):
                screen.say(f"  {verdict}")
                kept &= verdict.status != "broken"
            unseen = verify.never_seen(found.game, rules, examples=examples, seed=seed) if kept else ()
            for sentence in unseen:
                screen.say(f"  unseen   {sentence}")
            broken |= not kept or (arguments.strict and bool(unseen))
    return BROKEN if broken else 0


def _rules(chosen: ChosenGame, options: list[str]) -> Any:
    with chosen.describing_errors():
        return parse_rules(chosen.game, options)

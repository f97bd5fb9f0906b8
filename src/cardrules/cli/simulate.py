"""``cardrules simulate GAME``: let players play many games, count the results, compare options and draw charts."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from itertools import product
from typing import TYPE_CHECKING, Any, Final

from cardrules.cli.arguments import (
    MAX_COUNT,
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
from cardrules.errors import CardRulesError, RulesError, shortened

if TYPE_CHECKING:
    from cardrules.play.compare import Comparison, Variant
    from cardrules.play.observers import AnyPlayer
    from cardrules.play.simulate import Progress
    from cardrules.play.summary import Summary

HELP: Final = "let players play many games, and count the results"

GAMES: Final = 1000
"""The number of games if neither it nor an error is given."""

INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class NumbersFileError(CardRulesError):
    """A file to which no numbers can be written."""

    code = "numbers_file"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_game(parser)
    parser.add_argument(
        "-n",
        metavar="N",
        type=positive_integer,
        help=f"the number of games, {GAMES} if not given; with --error the most",
    )
    parser.add_argument(
        "--jobs", metavar="N", type=positive_integer, default=1, help="the number of processes, 1 if not given"
    )
    parser.add_argument(
        "--error", metavar="E", type=_positive, help="play until the standard errors of the mean scores are that small"
    )
    parser.add_argument(
        "--store", metavar="FILE", help="keep what is played in a file, and go on with what it has; needs --seed"
    )
    parser.add_argument(
        "--vary",
        metavar="NAME=A,B",
        action="append",
        default=[],
        help="compare values of an option on the same deals; may be repeated, for all combinations",
    )
    parser.add_argument("--bars", action="store_true", help="draw the distributions as text")
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the distributions as a picture")
    parser.add_argument("--csv", metavar="FILE", help="write the numbers as CSV")
    parser.add_argument("--json", metavar="FILE", help="write the numbers as JSON")
    parser.add_argument(
        "--players",
        metavar="NAMES",
        help=f"who plays, from seat 0 on, with commas between them: {' or '.join(NAMES)}; the last one also"
        f" plays all seats after it; {RANDOM} if not given",
    )
    add_think(parser)
    add_seed(parser)
    add_options(parser)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"must be a number above 0, not {shortened(text)!r}")
    return number


def run(arguments: Namespace, screen: Screen) -> int:
    """Play the games and print the counts; they are the same for any number of processes."""
    chosen = find_game(arguments.game)
    with chosen.describing_errors():
        return _simulate(chosen, arguments, screen)


def _simulate(chosen: ChosenGame, arguments: Namespace, screen: Screen) -> int:
    from cardrules.play.compare import Variant  # noqa: PLC0415  # the other commands start without them
    from cardrules.play.simulate import process_pool  # noqa: PLC0415

    variants = {
        name: Variant(rules, _players(chosen, rules, arguments))
        for name, rules in _variants(chosen, arguments.options, arguments.vary).items()
    }
    if arguments.store is not None and arguments.seed is None:
        raise RulesError("--store needs --seed: another seed is another run")
    _write(arguments, None)
    seed = seed_or_random(arguments.seed)
    wanted = arguments.n or (MAX_COUNT if arguments.error else GAMES)
    jobs = arguments.jobs
    screen.say(" · ".join([chosen.title, f"seed {seed}", *arguments.options]))
    with process_pool(jobs, wanted) if jobs > 1 else nullcontext() as executor:
        with screen.progress(wanted) as done:
            result = _played(
                chosen,
                variants,
                n=wanted,
                seed=seed,
                error=arguments.error,
                executor=executor,
                store=arguments.store,
                progress=_told(done),
            )
        screen.say(str(result))  # before the processes have ended, which another Ctrl-C may interrupt
    summaries = _summaries(result)
    first = next(iter(summaries.values()))
    if first.games:
        if arguments.bars:
            screen.say(f"\n{result.plot()}")
        _write(arguments, result, seed)
    return INTERRUPTED if first.interrupted else 0


def _players(chosen: ChosenGame, rules: Any, arguments: Namespace) -> "list[AnyPlayer[Any, Any, Any]] | None":
    """Return the players by seat; ``None`` if all play at random."""
    if arguments.players is None:
        return None
    from cardrules.play.table import seats_of  # noqa: PLC0415  # random players need no table

    return named_players(arguments.players, seats_of(chosen.game, rules), arguments.think)


def _variants(chosen: ChosenGame, options: Iterable[str], vary: Iterable[str]) -> Mapping[str, Any]:
    """Return the rules by what varies; under no name if nothing does."""
    choices: list[list[str]] = []
    for text in vary:
        name, _, values = text.partition("=")
        choices.append([f"{name}={value}" for value in values.split(",")])
        if len(set(choices[-1])) < 2:
            raise RulesError(
                f"what varies is given as name=value,value with two values or more, not {shortened(text)!r}"
            )
    return {
        ", ".join(chosen_ones): parse_rules(chosen.game, [*options, *chosen_ones]) for chosen_ones in product(*choices)
    }


def _played(chosen: ChosenGame, variants: "Mapping[str, Variant[Any, Any, Any]]", **how: Any) -> "Summary | Comparison":
    from cardrules.play.compare import compare  # noqa: PLC0415  # as above
    from cardrules.play.simulate import simulate  # noqa: PLC0415

    if len(variants) == 1:
        (only,) = variants.values()
        return simulate(chosen.game, only.rules, only.players, **how)
    return compare(chosen.game, variants, **how)


def _told(done: Callable[[int, str], None]) -> "Callable[[Progress], None]":
    """Return a function that shows the pace, the time that is left and the error, once in a while."""
    last = -1.0

    def tell(progress: "Progress") -> None:
        nonlocal last
        if progress.seconds - last < SHOWN:
            return
        last = progress.seconds
        left, means = progress.seconds_left, ", ".join(f"{float(mean):.2f}" for mean in progress.means)
        words = [f"{progress.games_per_second:,.0f} games/s", f"means {means}", f"error {progress.error:.2g}"]
        share = progress.games / progress.wanted
        if left is not None:
            words.append(f"{left:,.0f} s left")
            if progress.target is not None:  # the most games tell nothing
                share = progress.seconds / max(progress.seconds + left, 1e-9)
        done(round(progress.wanted * share), " · ".join(words))

    return tell


SHOWN: Final = 0.3
"""The seconds between two looks at the progress."""


def _summaries(result: "Summary | Comparison") -> "Mapping[str, Summary]":
    from cardrules.play.compare import Comparison  # noqa: PLC0415  # as above

    return result.summaries if isinstance(result, Comparison) else {"": result}


def _write(arguments: Namespace, result: "Summary | Comparison | None", seed: int = 0) -> None:
    """Write the files; without a result only check that they can be written, before hours of games."""
    from cardrules.cli.drawing import START, PictureFileError, check, write  # noqa: PLC0415  # as above
    from cardrules.cli.numbers import CSV_START, JSON_START, as_csv, as_json  # noqa: PLC0415

    summaries = {} if result is None else _summaries(result)
    differences = getattr(result, "differences", ())
    files: list[tuple[str | None, Callable[[], str], bytes, type[CardRulesError], str]] = [
        (arguments.plot, lambda: result.plot().svg() if result else "", START, PictureFileError, "picture"),
        (arguments.csv, lambda: as_csv(summaries, differences), CSV_START, NumbersFileError, "CSV of a simulation"),
        (
            arguments.json,
            lambda: as_json(summaries, differences, seed),
            JSON_START,
            NumbersFileError,
            "JSON of a simulation",
        ),
    ]
    for path, text, start, kind, what in files:
        if path is not None:
            if result is None:
                check(path, start, kind, what)
            else:
                write(path, text(), start, kind, what)

"""Arguments that several commands share: the game, its options, the seed."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable
from random import SystemRandom
from typing import Any, Final, TypeVar, get_type_hints

import attrs

from cardrules.catalogue import AnyGame, presets
from cardrules.cli.lookup import NoSuchChoiceError
from cardrules.errors import RulesError, TextError, shortened
from cardrules.play.options import parse_option
from cardrules.play.parsing import parse_integer
from cardrules.seats import Seat

T = TypeVar("T")

MAX_COUNT: Final = 1_000_000_000
"""The most games that may be asked for."""

PRESET: Final = "preset"
"""The option that names a preset of the game."""

GAME_HELP: Final = (
    "a name that 'cardrules games' lists, a Python file such as ./hearts.py, or a module such as cards.hearts"
)


def add_game(parser: ArgumentParser) -> None:
    """Add the name of the game."""
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)


def add_options(parser: ArgumentParser) -> None:
    """Add ``-o name=value``, which may be repeated."""
    parser.add_argument(
        "-o",
        metavar="NAME=VALUE",
        dest="options",
        action="append",
        default=[],
        help="set an option of the game, one that its rulebook lists; may be repeated. preset=NAME begins with those of a preset",
    )


def add_seed(parser: ArgumentParser) -> None:
    """Add ``--seed``."""
    parser.add_argument(
        "--seed", metavar="N", type=integer, help="the same number gives the same shuffles; drawn if not given"
    )


def integer(text: str) -> int:
    """Return the whole number that is given on the command line."""
    try:
        return parse_integer(text)
    except TextError as error:
        raise ArgumentTypeError(str(error)) from None


def positive_integer(text: str) -> int:
    """Return the number of games that is given on the command line: 1 or more."""
    try:
        count = parse_integer(text)
    except TextError:
        count = 0
    if not 1 <= count <= MAX_COUNT:
        raise ArgumentTypeError(f"must be a whole number from 1 to {MAX_COUNT}, not {shortened(text)!r}")
    return count


def check_seat(seat: int | None, seats: int) -> Seat | None:
    """Return the seat; raise :class:`~cardrules.errors.RulesError` if it is not at a table of ``seats``."""
    if seat is not None and not 0 <= seat < seats:
        raise RulesError(f"seat must be {f'0 to {seats - 1}' if seats > 1 else 0}, not {seat}")
    return seat


def add_names(parser: ArgumentParser) -> None:
    """Add ``--names``."""
    parser.add_argument("--names", metavar="A,B,...", help="the names of the players, one for each seat, seat 0 first")


def parse_names(text: str | None, seats: int) -> tuple[str, ...]:
    """Return the names of the seats, none if the text is ``None``.

    Raises :class:`~cardrules.errors.RulesError` unless there is another name for each of the seats.
    """
    if text is None:
        return ()
    names = tuple(" ".join(name.split()) for name in text.split(","))
    if len(names) != seats or not all(names):
        given = f"{len(names)} given" if all(names) else "one is empty"
        raise RulesError(f"--names must have {seats} name{'s' * (seats > 1)}, one for each seat; {given}")
    if len(set(names)) < seats:
        raise RulesError(f"--names must have another name for each seat, not {shortened(text)!r}")
    return names


def seed_or_random(seed: T | None) -> T | int:
    """Return the seed, or one that the system draws if it is ``None``: a short one, to be typed again."""
    return SystemRandom().getrandbits(32) if seed is None else seed


def parse_rules(chosen: AnyGame, options: Iterable[str]) -> Any:
    """Return the rules of a game, with options given as ``name=value``.

    The option ``preset`` names a preset of the game, whose options hold where no other is given. Raises
    :class:`~cardrules.cli.lookup.NoSuchChoiceError` for an unknown name and :class:`~cardrules.errors.RulesError` for a
    wrong value.
    """
    kind: type[attrs.AttrsInstance] = chosen.Rules
    fields = {field.name: field for field in attrs.fields(kind)}
    values: dict[str, object] = {}
    base: Any = None
    for option in options:
        name, equals, text = option.partition("=")
        if not equals:
            raise RulesError(f"an option is given as name=value, not {shortened(option)!r}")
        if name in fields:
            values[name] = parse_option(fields[name], text, get_type_hints(kind)[name])
        elif name == PRESET:
            base = _preset(chosen, text)
        else:
            raise NoSuchChoiceError("option", name, [*fields, PRESET])
    return kind(**values) if base is None else attrs.evolve(base, **values)


def _preset(chosen: AnyGame, name: str) -> Any:
    known = presets(chosen)
    if not known:
        raise RulesError(f"this game has no presets, so there is no {PRESET} {shortened(name)!r}; give its options")
    if name.lower() not in known:
        raise NoSuchChoiceError(PRESET, name, list(known))
    return known[name.lower()]

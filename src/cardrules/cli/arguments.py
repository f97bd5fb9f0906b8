"""What is chosen on the command line: a game, its options, a seed."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from random import SystemRandom
from typing import Any, get_type_hints

import attrs

from cardrules.catalogue import NAMES, AnyGame, game
from cardrules.errors import CardRulesError, RulesError, TextError
from cardrules.options import Choice, domain, is_optional
from cardrules.play.parsing import parse_value
from cardrules.seats import Seat


class NoSuchChoiceError(CardRulesError, LookupError):
    """A name on the command line that names nothing; ``known`` are those that do."""

    code = "no_such_choice"

    def __init__(self, kind: str, name: str, known: Sequence[str]) -> None:
        super().__init__(kind, name, known)
        self.kind = kind
        self.name = name
        self.known = known

    def __str__(self) -> str:
        near = get_close_matches(self.name, self.known, n=3)
        if near:
            return f"no {self.kind} {self.name!r}; did you mean {' or '.join(near)}?"
        return f"no {self.kind} {self.name!r}; there are {', '.join(self.known)}"


def find_game(name: str) -> AnyGame:
    """The game of that name; raises :class:`NoSuchChoiceError` if there is none."""
    if name not in NAMES:
        raise NoSuchChoiceError("game", name, NAMES)
    return game(name)


def declare_game(parser: ArgumentParser) -> None:
    """Declare the game."""
    parser.add_argument("game", metavar="GAME", help="a name that 'cardrules games' lists")


def declare_options(parser: ArgumentParser) -> None:
    """Declare ``-o name=value``, as often as one likes."""
    parser.add_argument(
        "-o",
        metavar="NAME=VALUE",
        dest="options",
        action="append",
        default=[],
        help="an option of the game, as its rulebook lists them; may be given several times",
    )


def declare_seed(parser: ArgumentParser) -> None:
    """Declare ``--seed``."""
    parser.add_argument(
        "--seed", metavar="N", type=integer, help="a number that makes chance do the same again; else one is drawn"
    )


def integer(text: str) -> int:
    """A whole number on the command line."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"must be a whole number, not {text!r}") from None


def positive_integer(text: str) -> int:
    """A number of games on the command line: 1 or more."""
    if not (text.isdecimal() and int(text)):
        raise ArgumentTypeError(f"must be a whole number from 1 up, not {text!r}")
    return int(text)


def check_seat(seat: int | None, seats: int) -> Seat | None:
    """The seat, checked to be one of ``seats``."""
    if seat is not None and not 0 <= seat < seats:
        raise RulesError(f"seat must be {f'0 to {seats - 1}' if seats > 1 else 0}, not {seat}")
    return seat


def seed_or_random(seed: int | None) -> int:
    """The seed, 0 being one, or else one that the system draws."""
    return SystemRandom().getrandbits(32) if seed is None else seed


def parse_rules(chosen: AnyGame, options: Iterable[str]) -> Any:
    """The rules of a game with options given as ``name=value``.

    Raises :class:`NoSuchChoiceError` for an unknown name and :class:`~cardrules.errors.RulesError` for a wrong value.
    """
    kind: type[attrs.AttrsInstance] = chosen.Rules
    fields = {field.name: field for field in attrs.fields(kind)}
    values: dict[str, object] = {}
    for option in options:
        name, equals, text = option.partition("=")
        if not equals:
            raise RulesError(f"an option is given as name=value, not {option!r}")
        if name not in fields:
            raise NoSuchChoiceError("option", name, list(fields))
        values[name] = _value(kind, fields[name], text)
    return kind(**values)


def _value(kind: type[attrs.AttrsInstance], field: "attrs.Attribute[Any]", text: str) -> object:
    if isinstance(field.validator, Choice):
        named = {str(value).casefold(): value for value in field.validator.values}
        if text.casefold() in named:
            return named[text.casefold()]
    elif text.casefold() == "none" and is_optional(field):
        return None
    else:
        try:
            return parse_value(text, get_type_hints(kind)[field.name])
        except TextError:
            pass
    raise RulesError(f"{field.name} must be {domain(field)}, not {text!r}")

"""The least and the most values of options in the tables of the rulebooks are those that the games accept."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

import pytest

from cardrules import catalogue
from cardrules.errors import RulesError
from cardrules.rulebooks import rulebook

TABLE_STAKES: Final[dict[str, object]] = {"betting": "matching", "stacks": 100}
BESIDES: Final[Mapping[tuple[str, str], dict[str, object]]] = {
    ("draw_poker", "stacks"): {"betting": "matching"},
    ("draw_poker", "circles"): TABLE_STAKES,
    ("draw_poker", "small_blind"): TABLE_STAKES | {"big_blind": 2},
    ("draw_poker", "big_blind"): TABLE_STAKES,
}
"""Other options that a bound needs, by game and option."""

BOUND: Final = r"(-?[\d,]+|`\w+`)"
BOUNDS: Final = re.compile(rf"(?:a number from )?{BOUND} (?:(?:up )?to {BOUND}|or more|up)")


def numbers(name: str) -> Iterator[tuple[str, str, str | None, bool]]:
    """Yield the options of a game that are numbers: name, least value, most value, and whether fractions are allowed."""
    for option, values, *_ in rulebook(name).table("Options"):
        bounds = BOUNDS.match(values)
        if bounds:
            yield option.strip("`"), bounds[1], bounds[2], values.startswith("a number")


CASES = [(name, *bounds) for name in catalogue.NAMES for bounds in numbers(name)]


@pytest.mark.parametrize(("name", "option", "least", "most", "fractions"), CASES)
def test_an_option_is_allowed_from_its_least_to_its_most_value(
    name: str, option: str, least: str, most: str | None, fractions: bool
) -> None:
    kind, besides = catalogue.game(name).Rules, BESIDES.get((name, option), {})
    step = Fraction(1, 1_000) if fractions else 1
    for bound, beyond in ((least, -step), (most, step)):
        if bound is not None:
            value = getattr(kind(**besides), bound.strip("`")) if "`" in bound else int(bound.replace(",", ""))
            assert getattr(kind(**besides | {option: value}), option) == value
            with pytest.raises(RulesError):
                kind(**besides | {option: value + beyond})


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_an_option_may_be_none_where_the_table_says_so(name: str) -> None:
    kind = catalogue.game(name).Rules
    for option, values, *_ in rulebook(name).table("Options"):
        try:
            kind(**BESIDES.get((name, option.strip("`")), {}) | {option.strip("`"): None})
        except RulesError:
            assert "`None`" not in values, option
        else:
            assert "`None`" in values, option

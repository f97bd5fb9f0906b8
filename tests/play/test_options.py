"""Options in the words that people type; those of the command are in ``tests/cli/test_arguments.py``."""

from fractions import Fraction
from typing import Any, get_type_hints

import attrs
import pytest

from cardrules.errors import RulesError
from cardrules.games import blackjack, oh_hell
from cardrules.play.options import parse_option


def parsed(rules: Any, name: str, text: str) -> object:
    """Return the value of an option that ``text`` names."""
    return parse_option(attrs.fields_dict(rules)[name], text, get_type_hints(rules)[name])


@pytest.mark.parametrize(
    ("rules", "name", "text", "value"),
    [
        (oh_hell.Rules, "players", "5", 5),
        (oh_hell.Rules, "deals", "none", None),
        (oh_hell.Rules, "hook", "TRUE", True),
        (oh_hell.Rules, "order", "Up_Down", "up_down"),
        (blackjack.Rules, "blackjack_pays", "6/5", Fraction(6, 5)),
    ],
)
def test_options_that_are_parsed(rules: type, name: str, text: str, value: object) -> None:
    assert parsed(rules, name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("players", "many", r"^players must be a whole number from 3 to 7, not 'many'$"),
        ("players", "none", r"^players must be a whole number from 3 to 7, not 'none'$"),
        ("hook", "yes", r"^hook must be False or True, not 'yes'$"),
    ],
)
def test_options_that_are_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        parsed(oh_hell.Rules, name, text)

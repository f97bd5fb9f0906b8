"""Parse options from the words that people type, such as the 3/2 of ``blackjack_pays=3/2``."""

from typing import Any, Literal, get_args, get_origin

import attrs

from cardrules.errors import RulesError, TextError, shortened
from cardrules.options import Choice, domain, is_optional
from cardrules.play.parsing import parse_value


def parse_option(field: "attrs.Attribute[Any]", text: str, hint: object) -> object:
    """Return the value of an option, of the type ``hint``, that ``text`` names; raise :class:`~cardrules.errors.RulesError` if there is none."""
    choices = _choices(field, hint)
    if choices:
        named = {str(value).casefold(): value for value in choices}
        if text.casefold() in named:
            return named[text.casefold()]
    elif text.casefold() == "none" and is_optional(field):
        return None
    else:
        try:
            return parse_value(text, hint)
        except TextError:
            pass
    raise RulesError(f"{field.name} must be {_domain(field, choices, hint)}, not {shortened(text)!r}")


def _choices(field: "attrs.Attribute[Any]", hint: object) -> tuple[object, ...]:
    """Return the values of an option that lists them; those of other games' rules need not have a validator."""
    if isinstance(field.validator, Choice):
        return field.validator.values
    if hint is bool:
        return False, True
    return get_args(hint) if get_origin(hint) is Literal else ()


def _domain(field: "attrs.Attribute[Any]", choices: tuple[object, ...], hint: object) -> str:
    if choices:
        return str(Choice(choices))
    return domain(field) if field.validator else f"a value of type {getattr(hint, '__name__', hint)}"

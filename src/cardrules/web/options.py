"""Options as a form: a control for each option of a game, made from its JSON Schema, and back from what was filled in."""

import json
from collections.abc import Mapping
from typing import Any, Final, Literal

from attrs import frozen

from cardrules.catalogue import presets
from cardrules.errors import RecordError, shortened
from cardrules.play.parsing import parse_integer
from cardrules.web.offers import Offer

NONE: Final = ""
"""What an empty control stands for: no value, ``None``."""


@frozen(kw_only=True)
class Control:
    """A control of a form for one option."""

    name: str
    help: str
    """What the option is, with the numbers of its rules."""
    kind: Literal["choice", "number", "text"]
    value: str
    """What it shows first."""
    choices: tuple[tuple[str, str], ...] = ()
    """The values that can be chosen, each with its words."""
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False
    """Whether it may be left empty."""

    @property
    def label(self) -> str:
        """The option in words."""
        return self.name.replace("_", " ")


def controls(offer: Offer, rules: Any) -> tuple[Control, ...]:
    """Return the form of a game's options, filled in with those of ``rules``."""
    values: dict[str, object] = json.loads(offer.json.dumps(rules))
    return tuple(_control(name, schema, values[name]) for name, schema in offer.options.items())


def _control(name: str, schema: Mapping[str, object], value: object) -> Control:
    about = str(schema.get("description", ""))
    choices = _choices(schema)
    if choices is not None:
        shown = tuple((json.dumps(choice), _choice_in_words(choice)) for choice in choices)
        return Control(name=name, help=about, kind="choice", value=json.dumps(value), choices=shown)
    kinds = _kinds(schema)
    minimum, maximum = (_limit(schema.get(limit)) for limit in ("minimum", "maximum"))
    return Control(
        name=name,
        help=about,
        kind="number" if kinds <= {"integer", "null"} else "text",
        value=_as_text(value),
        minimum=minimum,
        maximum=maximum,
        optional="null" in kinds,
    )


def _choices(schema: Mapping[str, object]) -> list[object] | None:
    """Return the values of an option that lists them."""
    if schema.get("type") == "boolean":
        return [False, True]
    listed = schema.get("enum")
    return listed if isinstance(listed, list) else None


def _choice_in_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value).replace("_", " ")


def _kinds(schema: Mapping[str, object]) -> set[object]:
    """Return the types of JSON that an option may have; a reference to a definition by its name."""
    parts = schema.get("anyOf", [schema])
    assert isinstance(parts, list)
    return {part.get("type", part.get("$ref")) for part in parts}


def _limit(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _as_text(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(_as_text, value))
    return NONE if value is None else str(value)


def chosen_rules(offer: Offer, form: Mapping[str, str]) -> Any:
    """Return the rules that a form has filled in; what it does not name has its default, or that of its ``preset``.

    Raises :class:`~cardrules.errors.RecordError`, which names the option, for a value that is not allowed.
    """
    values: dict[str, object] = {}
    named = presets(offer.game).get(form.get("preset", ""))
    if named is not None:
        values = json.loads(offer.json.dumps(named))
    for name, schema in offer.options.items():
        if name in form:
            values[name] = _value(name, schema, form[name].strip())
    return offer.json.parse_rules(json.dumps(values))


def _value(name: str, schema: Mapping[str, object], text: str) -> object:
    """Return the value of JSON that a control stands for."""
    kinds = _kinds(schema)
    if _choices(schema) is not None:
        try:
            value: object = json.loads(text[:100])
        except ValueError:
            raise RecordError(f"{name} must be one of the values listed, not {shortened(text)!r}") from None
        return value
    if text == NONE and "null" in kinds:
        return None
    values = [_number_or_text(part) for part in text.split()] if "array" in kinds else []
    if values and (len(values) > 1 or "integer" not in kinds):
        return values
    return _number_or_text(text) if "integer" in kinds else text


def _number_or_text(text: str) -> object:
    try:
        return parse_integer(text)
    except ValueError:
        return text

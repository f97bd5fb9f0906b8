"""Options of a game, as a record that checks itself.

A game's ``Rules`` is a frozen, keyword-only attrs class::

    @frozen(kw_only=True, field_transformer=checked)
    class Rules:
        players: int = field(default=4, validator=between(3, 7))
        hook: bool = False
        nil_scoring: Literal["flat", "five_plus"] = "flat"

``checked`` gives flags and choices their validators, from the types alone. A wrong value raises
:class:`~cardrules.errors.RulesError`, which names the option, the value and what is allowed instead.
"""

from fractions import Fraction
from itertools import chain
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from cardrules.cards import Card, Hand
from cardrules.errors import RulesError


@frozen
class Range:
    """The numbers from ``least`` to ``most`` (``None``: as many as one likes); as a validator it checks them.

    An option of the type ``int | None`` may be ``None`` as well.
    """

    least: int
    most: int | None = None
    fractions: bool = False
    """Whether fractions are numbers here too; floats and flags never are."""

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is one of the numbers (or an allowed ``None``)."""
        if value is None and is_optional(attribute):
            return
        kinds = (int, Fraction) if self.fractions else (int,)
        number = value if isinstance(value, kinds) and not isinstance(value, bool) else None
        if number is None or number < self.least or (self.most is not None and number > self.most):
            raise RulesError(f"{attribute.name} must be {domain(attribute)}, not {value!r}")

    def __str__(self) -> str:
        kind = "number" if self.fractions else "whole number"
        return f"a {kind} from {self.least}" + (" up" if self.most is None else f" to {self.most}")


def between(least: int, most: int) -> Range:
    """The whole numbers from ``least`` to ``most``."""
    return Range(least, most)


def at_least(least: int) -> Range:
    """The whole numbers from ``least`` up."""
    return Range(least)


MAX_AMOUNTS: Final = 1_000
"""The most amounts that a seat may be offered to choose from at once."""


def require_listable(name: str, amounts: range) -> None:
    """Raise :class:`~cardrules.errors.RulesError` if the option ``name`` gives more amounts than can be listed.

    They are listed as moves each time a seat is to choose one, which must not take more than a moment.
    """
    if amounts[MAX_AMOUNTS:]:  # len() fails for more than fit in a machine word
        number = (amounts[-1] - amounts[0]) // amounts.step + 1
        raise RulesError(
            f"{name} gives {number} amounts from {amounts[0]} to {amounts[-1]} in steps of {amounts.step}; "
            f"there may be at most {MAX_AMOUNTS}: lower it, or take larger steps"
        )


@frozen
class Choice:
    """One of some values; as a validator it checks that, types included: ``1`` is not ``True``."""

    values: tuple[object, ...]

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is one of the values."""
        if not any(type(value) is type(allowed) and value == allowed for allowed in self.values):
            raise RulesError(f"{attribute.name} must be {self}, not {value!r}")

    def __str__(self) -> str:
        return " or ".join(map(repr, self.values))


@frozen
class Permutation:
    """Some values in any order, each once; as a validator it checks a tuple of them."""

    values: tuple[object, ...]

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is a tuple of the values, each once."""
        if (
            not isinstance(value, tuple)
            or len(value) != len(self.values)
            or any(one not in value for one in self.values)
        ):
            raise RulesError(f"{attribute.name} must be {self}, not {value!r}")

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.values))} in any order"


@frozen
class CardSet:
    """Cards of a pack, all different; as a validator it checks a hand of them."""

    pack: tuple[Card, ...]
    most: int
    """How many there may be."""

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is a hand of such cards."""
        cards = value if isinstance(value, Hand) else None
        if cards is None or not len(set(cards)) == len(cards) <= self.most or not set(cards) <= set(self.pack):
            raise RulesError(f"{attribute.name} must be {self}, not {value!r}")

    def __str__(self) -> str:
        return f"a hand of at most {self.most} different cards of the pack"


def with_validators(kind: type, fields: "list[attrs.Attribute[Any]]") -> "list[attrs.Attribute[Any]]":
    """The fields of a ``Rules`` class, those of type ``bool`` and ``Literal`` with a validator.

    Raises ``TypeError`` for a field whose values nothing would check.
    """
    types = get_type_hints(kind)
    return [_with_validator(kind, field.evolve(type=types.get(field.name, field.type))) for field in fields]


def _with_validator(kind: type, field: "attrs.Attribute[Any]") -> "attrs.Attribute[Any]":
    if field.validator is not None:
        return field
    values = _values(field.type)
    if not values:
        raise TypeError(f"option {field.name} of {kind.__qualname__} needs a validator for its type {field.type}")
    return field.evolve(validator=Choice(values))


def _values(hint: object) -> tuple[object, ...]:
    """All the values of a type, if it is one that lists them."""
    if hint is bool:
        return False, True
    if hint is NoneType:
        return (None,)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        parts = [_values(part) for part in get_args(hint)]
        return tuple(chain(*parts)) if all(parts) else ()
    return ()


def is_optional(field: "attrs.Attribute[Any]") -> bool:
    """Whether the type of an option lets it be ``None``."""
    return NoneType in get_args(field.type)


def domain(field: "attrs.Attribute[Any]") -> str:
    """What an option may be, in words: "a whole number from 3 to 7"."""
    return f"{field.validator}" + (" or None" if is_optional(field) and isinstance(field.validator, Range) else "")

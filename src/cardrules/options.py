"""Options of a game: a class that validates its fields.

A game's ``Rules`` is a frozen, keyword-only attrs class::

    @frozen(kw_only=True, field_transformer=with_validators)
    class Rules:
        players: int = field(default=4, validator=between(3, 7))
        hook: bool = False
        nil_scoring: Literal["flat", "five_plus"] = "flat"

``with_validators`` gives fields of type ``bool`` and ``Literal`` their validators. A wrong value raises
:class:`~cardrules.errors.RulesError`, which names the option, the value and what is allowed instead.
"""

from fractions import Fraction
from itertools import chain
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from cardrules.cards import Card, Hand
from cardrules.errors import RulesError, represented

LARGEST: Final = 10**12
"""The largest number that an option may be, so that nothing made of it takes more than a moment to print or add up."""


@frozen
class Range:
    """A validator for numbers from ``minimum`` to ``maximum``, or without an upper limit.

    An option of type ``int | None`` may also be ``None``.
    """

    minimum: int
    maximum: int | None = None
    fractions: bool = False
    """Whether fractions are allowed too; floats and flags never are."""

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is one of the numbers, or an allowed ``None``."""
        if value is None and is_optional(attribute):
            return
        kinds = (int, Fraction) if self.fractions else (int,)
        number = value if isinstance(value, kinds) and not isinstance(value, bool) else None
        if number is None or number < self.minimum or (self.maximum is not None and number > self.maximum):
            raise RulesError(f"{attribute.name} must be {domain(attribute)}, not {represented(value)}")
        if max(abs(number.numerator), number.denominator) > LARGEST:
            raise RulesError(f"{attribute.name} must be at most {LARGEST}, and so must what a fraction is made of")

    def __str__(self) -> str:
        kind = "number" if self.fractions else "whole number"
        return f"a {kind} from {self.minimum}" + (" up" if self.maximum is None else f" to {self.maximum}")


def between(minimum: int, maximum: int) -> Range:
    """Return the validator for whole numbers from ``minimum`` to ``maximum``."""
    return Range(minimum, maximum)


def at_least(minimum: int) -> Range:
    """Return the validator for whole numbers from ``minimum`` up."""
    return Range(minimum)


MAX_AMOUNTS: Final = 1_000
"""The largest number of amounts that a seat may be offered at once."""


def require_listable(name: str, amounts: range) -> None:
    """Raise :class:`~cardrules.errors.RulesError` if the option ``name`` gives more amounts than can be listed.

    Each time a seat chooses an amount, all of them are listed as moves, which must not take more than a moment.
    """
    if amounts[MAX_AMOUNTS:]:  # len() fails for more than fit in a machine word
        number = (amounts[-1] - amounts[0]) // amounts.step + 1
        raise RulesError(
            f"{name} gives {number} amounts from {amounts[0]} to {amounts[-1]} in steps of {amounts.step}; "
            f"there may be at most {MAX_AMOUNTS}: lower it, or take larger steps"
        )


@frozen
class Choice:
    """A validator for one of some values. It compares types too: ``1`` is not ``True``."""

    values: tuple[object, ...]

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is one of the values."""
        if not any(type(value) is type(allowed) and value == allowed for allowed in self.values):
            raise RulesError(f"{attribute.name} must be {self}, not {represented(value)}")

    def __str__(self) -> str:
        return " or ".join(map(repr, self.values))


@frozen
class Permutation:
    """A validator for a tuple with each of some values once, in any order."""

    values: tuple[object, ...]

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is a tuple with each of the values once."""
        if (
            not isinstance(value, tuple)
            or len(value) != len(self.values)
            or any(expected not in value for expected in self.values)
        ):
            raise RulesError(f"{attribute.name} must be {self}, not {represented(value)}")

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.values))} in any order"


@frozen
class PerSeat:
    """A validator for whole numbers from ``minimum`` up: one for all seats, or a tuple of them by seat.

    How many seats there are is for the rules to check. An option whose type has ``None`` may also be ``None``.
    """

    minimum: int

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is such a number or tuple, or an allowed ``None``."""
        if value is None and is_optional(attribute):
            return
        for number in value if isinstance(value, tuple) and value else (value,):
            if type(number) is not int or number < self.minimum:
                raise RulesError(f"{attribute.name} must be {domain(attribute)}, not {represented(value)}")
            if number > LARGEST:
                raise RulesError(f"{attribute.name} must be at most {LARGEST}")

    def __str__(self) -> str:
        return f"{Range(self.minimum)} or one for each seat"


@frozen
class CardSet:
    """A validator for a hand of at most ``maximum`` different cards of a pack."""

    pack: tuple[Card, ...]
    maximum: int
    """The largest number of cards."""

    def __call__(self, _rules: object, attribute: "attrs.Attribute[Any]", value: object) -> None:
        """Raise :class:`~cardrules.errors.RulesError` unless ``value`` is a hand of such cards."""
        cards = value if isinstance(value, Hand) else None
        if cards is None or not len(set(cards)) == len(cards) <= self.maximum or not set(cards) <= set(self.pack):
            raise RulesError(f"{attribute.name} must be {self}, not {represented(value)}")

    def __str__(self) -> str:
        return f"a hand of at most {self.maximum} different cards of the pack"


def with_validators(kind: type, fields: "list[attrs.Attribute[Any]]") -> "list[attrs.Attribute[Any]]":
    """Return the fields of a ``Rules`` class, with validators for those of type ``bool`` and ``Literal``.

    This is a ``field_transformer`` of attrs. Raises ``TypeError`` for a field of another type that has no validator.
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
    """Return the values of ``bool``, ``None``, a ``Literal`` or a union of these; nothing for any other type."""
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
    """Return whether an option may be ``None`` by its type."""
    return NoneType in get_args(field.type)


def domain(field: "attrs.Attribute[Any]") -> str:
    """Return the allowed values of an option in words: "a whole number from 3 to 7"."""
    unlisted = isinstance(field.validator, Range | PerSeat)  # choices list None themselves
    return f"{field.validator}" + (" or None" if is_optional(field) and unlisted else "")

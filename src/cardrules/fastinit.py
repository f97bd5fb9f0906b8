"""Fast constructors for frozen attrs classes that are instantiated often, such as states.

attrs sets the fields of a frozen object one by one through ``object.__setattr__``, which looks each up by name. The
constructors made here create an object of a twin class that is not frozen, assign its fields, and then set its class to
the frozen one. An object of six fields takes 0.5 of the time (CPython 3.11 and 3.13), a decision in random games about 0.9.
"""

from collections.abc import Callable
from functools import update_wrapper
from typing import TypeVar

import attrs
from attrs import NOTHING

T = TypeVar("T")


class FastInit:
    """A base class that makes the constructors of frozen attrs classes with slots twice as fast.

    A subclass gains if its constructor merely assigns its arguments. It keeps the constructor of attrs if it has no slots
    or no fields, a converter, a validator, a factory, a keyword-only field, a constructor of its own, or a hook that attrs
    calls before or after. Subclasses must be attrs classes too.

    >>> from attrs import frozen
    >>> @frozen
    ... class Pot(FastInit):
    ...     coins: int
    ...     owner: int | None = None
    >>> Pot(coins=3)
    Pot(coins=3, owner=None)
    """

    __slots__ = ()

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        assert attrs.has(cls)
        if _is_simple(cls):
            new = update_wrapper(_constructor(cls, "cls, "), cls.__init__)
            type.__setattr__(cls, "__new__", staticmethod(new))
            type.__setattr__(cls, "__init__", object.__init__)
            type.__setattr__(cls, "__reduce__", _reduce)
        elif cls.__new__ is not object.__new__:  # inherited from a class with plain fields
            type.__setattr__(cls, "__new__", staticmethod(_plain_new))
            type.__setattr__(cls, "__reduce__", object.__reduce__)


def _is_simple(kind: type[attrs.AttrsInstance]) -> bool:
    """Return whether the constructor assigns one field or more to slots and does nothing else."""
    fields = attrs.fields(kind)
    hooks = ("__attrs_pre_init__", "__attrs_post_init__", "__attrs_init__", "_attrs_cached_hash")
    has_slots_alone = "__slots__" in vars(kind) and not any(hasattr(kind, name) for name in hooks)
    return has_slots_alone and bool(fields) and all(map(_is_plain, fields))


def _is_plain(field: "attrs.Attribute[object]") -> bool:
    """Return whether the constructor assigns its argument for a field unchanged."""
    is_argument = field.init and not field.kw_only and not hasattr(field.default, "factory")
    return is_argument and field.converter is None and field.validator is None


def _plain_new(cls: type[T], *_values: object, **_fields: object) -> T:
    return object.__new__(cls)


def _reduce(value: attrs.AttrsInstance) -> tuple[type, tuple[object, ...]]:
    """Reduce an object to its class and fields, from which ``copy`` and ``pickle`` reconstruct it."""
    return type(value), tuple(getattr(value, field.name) for field in attrs.fields(type(value)))


def unchecked(kind: type[T]) -> Callable[..., T]:
    """Return a constructor of a frozen attrs class with slots that runs no converter and no validator.

    It takes the fields in order, and is meant for code that makes many objects from values known to be right.
    """
    return _constructor(kind)


def _constructor(kind: type[T], before: str = "") -> Callable[..., T]:
    """Return a function that makes an object of a class from its fields; it ignores the parameters ``before`` them."""
    assert attrs.has(kind)
    fields = attrs.fields(kind)
    not_frozen = {"__slots__": (), "__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    scope: dict[str, object] = {"new": object.__new__, "Twin": type(kind.__name__, (kind,), not_frozen), "kind": kind}
    parameters = [field.alias if field.default is NOTHING else f"{field.alias}=None" for field in fields]
    lines = [
        f"def construct({before}{', '.join(parameters)}):",
        "    made = new(Twin)",
        *(f"    made.{field.name} = {field.alias}" for field in fields),
        "    made.__class__ = kind",
        "    return made",
    ]
    exec("\n".join(lines), scope)  # noqa: S102  # nothing else gives parameters their names; attrs does the same
    construct: Callable[..., T] = scope["construct"]  # type: ignore[assignment]  # the function just defined
    construct.__defaults__ = tuple(field.default for field in fields if field.default is not NOTHING)
    return construct

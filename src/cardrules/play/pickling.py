"""Pickling for values that contain modules, as most games are modules: each is stored as the import that loads it."""

import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from types import ModuleType
from typing import TypeAlias

from attrs import frozen

Import: TypeAlias = tuple[Callable[[str], ModuleType], tuple[str]]
"""What pickle stores for a module: ``import_module`` and the name."""


def dumps(value: object) -> bytes:
    """Return the value pickled, with any modules in it stored by name; ``pickle.loads`` restores it.

    Raises ``pickle.PicklingError`` for what cannot be pickled, including a module that cannot be imported by its name.
    """
    written = BytesIO()
    try:
        _Pickler(written).dump(value)
    except Exception as error:  # a value's own methods may raise anything
        raise pickle.PicklingError(str(error)) from error
    return written.getvalue()


class _Pickler(pickle.Pickler):
    def reducer_override(self, value: object, /) -> "str | Import":
        return _import_of(value) if isinstance(value, ModuleType) else NotImplemented


def _import_of(module: ModuleType) -> Import:
    name = module.__name__
    if sys.modules.get(name) is not module:
        raise pickle.PicklingError(f"'import {name}' does not give this module")
    return import_module, (name,)


@frozen
class _ByName:
    """A stand-in for a module, of which pickle makes the module again."""

    module: ModuleType

    def __reduce__(self) -> Import:
        return _import_of(self.module)


def by_name(value: object) -> object:
    """Return ``value``, or if it is a module a stand-in that any pickler can store and that unpickles as the module."""
    return _ByName(value) if isinstance(value, ModuleType) else value

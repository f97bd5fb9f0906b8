"""Values on their way to another process, which gets modules, as most games are, by their names."""

import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from types import ModuleType


def dumps(value: object) -> bytes:
    """The value pickled, modules in it as what imports them; ``pickle.loads`` unpacks it.

    Raises ``pickle.PicklingError`` for what cannot be pickled, also for a module that no import would give.
    """
    written = BytesIO()
    try:
        _Packer(written).dump(value)
    except Exception as error:  # values raise what they like
        raise pickle.PicklingError(str(error)) from error
    return written.getvalue()


class _Packer(pickle.Pickler):
    def reducer_override(self, value: object, /) -> "str | tuple[Callable[[str], ModuleType], tuple[str]]":
        return (import_module, (_name(value),)) if isinstance(value, ModuleType) else NotImplemented


def _name(module: ModuleType) -> str:
    name = module.__name__
    if sys.modules.get(name) is not module:
        raise pickle.PicklingError(f"'import {name}' does not give this module")
    return name

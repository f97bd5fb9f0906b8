"""JSON text that may come from anybody: parsed within limits, every one of which is an error with a sentence."""

import json
from collections.abc import Iterable
from typing import Final

from cardrules.errors import RecordError, shortened

MAX_DIGITS: Final = 1_000
"""The most digits of a number. Python converts a number to and from text in a time that grows with their square."""

MAX_DEPTH: Final = 50
"""The most arrays and objects within each other. Readers recurse into them."""


def parse_json(text: str) -> object:
    """Return the data in JSON text; raise :class:`~cardrules.errors.RecordError` for damaged text or beyond the limits."""
    try:
        data: object = json.loads(text, object_pairs_hook=_object, parse_int=parse_integer, parse_constant=_constant)
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise RecordError(f"damaged JSON: {error}") from None
    _require_shallow(data)
    return data


def parse_integer(digits: str) -> int:
    """Return the number; raise ``ValueError`` if it has too many digits."""
    count = len(digits.removeprefix("-"))
    if count > MAX_DIGITS:
        raise ValueError(f"a number has {count} digits; at most {MAX_DIGITS} are allowed")
    return int(digits)


def _constant(name: str) -> object:
    raise ValueError(f"{name} is not a number in JSON")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {shortened(json.dumps(key))} occurs twice in one object")
        found[key] = value
    return found


def _require_shallow(data: object) -> None:
    """Raise :class:`~cardrules.errors.RecordError` for deep nesting, which Python 3.12 and later may parse."""
    level = _containers([data])
    for _ in range(MAX_DEPTH):
        if not level:
            return
        level = [item for outer in level for item in _containers(outer.values() if isinstance(outer, dict) else outer)]
    if level:
        raise _too_deep()


def _containers(items: Iterable[object]) -> list[dict[str, object] | list[object]]:
    return [item for item in items if isinstance(item, dict | list)]


def _too_deep() -> RecordError:
    return RecordError(f"damaged JSON: more than {MAX_DEPTH} arrays and objects are nested within each other")

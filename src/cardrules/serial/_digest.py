"""The digest of how a record ends, by which a changed rule is noticed."""

import hashlib
import json
from typing import Final

from cardrules.zones import RULES

LENGTH: Final = 16
"""The number of hexadecimal digits of a digest."""


def digest_of(state: object, outcome: object) -> str:
    """Return the digest of a state and an outcome, both as data that JSON can hold; the same in every process.

    The rules of the game are left out. They are stored beside the digest, and a new option, which has its default in old
    records, must not change it.
    """
    canonical = json.dumps([_without_rules(state), outcome], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:LENGTH]


def _without_rules(data: object) -> object:
    if isinstance(data, dict):
        return {key: _without_rules(value) for key, value in data.items() if key != RULES}
    return list(map(_without_rules, data)) if isinstance(data, list | tuple) else data

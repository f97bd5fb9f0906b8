"""Records as documents: the format, its versions, and the versions of the rules that they were played by."""

from importlib.metadata import version
from typing import Final

from attrs import frozen

from cardrules.chance import Seed
from cardrules.errors import RecordError
from cardrules.serial._converter import MismatchError, excerpt, require_keys
from cardrules.serial._text import parse_json

FORMAT: Final = 2
"""The version of the format of records that is written; older ones are read."""

LIBRARY: Final = version("cardrules")
"""The version of the library, which records are marked with."""


@frozen
class Document:
    """A parsed record, whose game, rules and moves are still to be read; ``None`` for what its format lacks."""

    game: object
    rules: object
    moves: object
    library: str | None = None
    rules_version: int | None = None
    seed: Seed | None = None
    digest: str | None = None

    def versions(self, current: int) -> str:
        """Return the versions that the record was written with, and those of today, in words."""
        return (
            f"written by cardrules {self.library} with version {self.rules_version} of the rules, "
            f"read by cardrules {LIBRARY} with version {current}"
        )

    def may_have_changed(self, current: int) -> bool:
        """Return whether the record was written by another version of the library or the rules than that of today."""
        return self.library is not None and (self.library, self.rules_version) != (LIBRARY, current)


def parse_document(text: str) -> Document:
    """Return the record in JSON text; raise :class:`~cardrules.errors.RecordError` for anything else."""
    data = parse_json(text)
    if not isinstance(data, dict) or "cardrules" not in data:
        raise RecordError('not a record of a game: the key "cardrules", the version of its format, is missing')
    number = data["cardrules"]
    if type(number) is int and number > FORMAT:
        raise RecordError(
            f"cardrules: the record has version {excerpt(number)} of the format, and cardrules {LIBRARY} reads versions "
            f"up to {FORMAT}; read it with a newer version of cardrules"
        )
    if type(number) is not int or number not in _KEYS:
        raise RecordError(f"cardrules: must be a version of the format, 1 or 2, not {excerpt(number)}")
    try:
        require_keys(data, _KEYS[number])
        return _document(data, number)
    except MismatchError as error:
        raise RecordError(str(error)) from None


_KEYS: Final = {
    1: ("cardrules", "game", "rules", "moves"),
    2: ("cardrules", "library", "game", "rules_version", "rules", "seed", "moves", "digest"),
}
"""The keys of each version of the format."""


def _document(data: dict[str, object], number: int) -> Document:
    game, rules, moves = data["game"], data["rules"], data["moves"]
    if number == 1:
        return Document(game, rules, moves)
    library, rules_version, seed, digest = (data[key] for key in ("library", "rules_version", "seed", "digest"))
    if not isinstance(library, str):
        raise MismatchError(f"must be a string, not {excerpt(library)}", "library")
    if not isinstance(rules_version, int) or isinstance(rules_version, bool):
        raise MismatchError(f"must be a whole number, not {excerpt(rules_version)}", "rules_version")
    if not isinstance(seed, int | str | None) or isinstance(seed, bool):
        raise MismatchError(f"must be a whole number, a string or null, not {excerpt(seed)}", "seed")
    if not isinstance(digest, str):
        raise MismatchError(f"must be a string, not {excerpt(digest)}", "digest")
    return Document(game, rules, moves, library, rules_version, seed, digest)

"""Write pictures to files, and never over anything that is no picture."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from cardrules.errors import CardRulesError, TextError
from cardrules.pictures import picture
from cardrules.seats import Seat

START: Final = b"<svg "
"""The first bytes of every picture."""


class PictureFileError(CardRulesError):
    """A file to which no picture can be written."""

    code = "picture_file"


def write_picture(path: str, state: Any, game: object, seat: Seat | None, names: Sequence[str] = ()) -> None:
    """Write the picture of a state or view to a file, with ``seat`` in front and the ``names`` of the seats; a picture that is there is replaced.

    Raises :class:`~cardrules.errors.TextError` without a path, and :class:`PictureFileError` if the file cannot be written
    or holds anything else.
    """
    if not path:
        raise TextError("picture needs the name of a file: picture FILE", path)
    write(path, picture(state, game=game, you=seat, names=names), START, PictureFileError, "picture")


def write(path: str, text: str, start: bytes, kind: type[CardRulesError], what: str) -> None:
    """Write a text to a file that does not exist, is empty or begins with ``start``; raise an error of this kind otherwise."""
    check(path, start, kind, what)
    with _described(path, kind):
        Path(path).write_text(text, encoding="utf-8")


def check(path: str, start: bytes, kind: type[CardRulesError], what: str) -> None:
    """Raise an error of this kind if a file holds anything else than what begins with ``start``, or cannot be there."""
    file = Path(path)
    if file.is_dir() or not file.parent.is_dir():
        raise kind(f"{path}: no file can be written there")
    if file.is_file():
        with _described(path, kind), file.open("rb") as opened:
            found = opened.read(len(start))
        if found not in (b"", start):
            raise kind(f"{path} exists and is no {what}: name another file")


@contextmanager
def _described(path: str, kind: type[CardRulesError]) -> Iterator[None]:
    """Raise the errors of the system as one of this kind."""
    try:
        yield
    except OSError as error:
        raise kind(f"{path}: {error.strerror}") from error

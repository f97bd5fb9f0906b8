"""Write pictures to files, and never over anything that is no picture."""

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


def write_picture(path: str, state: Any, game: object, seat: Seat | None) -> None:
    """Write the picture of a state or view to a file, with ``seat`` in front; a picture that is there is replaced.

    Raises :class:`~cardrules.errors.TextError` without a path, and :class:`PictureFileError` if the file cannot be written
    or holds anything else.
    """
    if not path:
        raise TextError("picture needs the name of a file: picture FILE", path)
    text = picture(state, game=game, you=seat)
    file = Path(path)
    try:
        if file.is_file() and not file.read_bytes().startswith(START) and file.stat().st_size:
            raise PictureFileError(f"{path} exists and is no picture: name another file")
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise PictureFileError(f"{path}: {error.strerror}") from error

"""Files that are replaced as a whole."""

import os
from os import PathLike
from pathlib import Path
from secrets import token_hex


def replace_file(path: str | PathLike[str], text: str) -> None:
    """Write the text to a file, in UTF-8; if that fails, the file keeps what it had.

    The text goes to a new file beside it, which is then renamed. What is no regular file, such as a terminal, is written
    to directly. Raises ``OSError`` if the text cannot be written.
    """
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.exists() and not target.is_file():
        target.write_text(text, encoding="utf-8")
        return
    beside = target.with_name(f".{target.name}.{token_hex(4)}.tmp")
    try:
        _write_to_disk(beside, text)
        if target.exists():
            beside.chmod(target.stat().st_mode)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _write_to_disk(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())  # otherwise the rename may be on the disk before the text

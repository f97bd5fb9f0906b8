"""Files: what cannot be written as a whole leaves the old file as it was."""

import os
from pathlib import Path
from random import Random

import pytest

from cardrules.game import playout
from cardrules.games import oh_hell
from cardrules.serial import Json
from cardrules.serial._files import replace_file

OH_HELL = Json(oh_hell)


def full_disk(_descriptor: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_failure_keeps_the_old_file_and_leaves_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full_disk)
        with pytest.raises(OSError, match="No space left"):
            OH_HELL.save(path, playout(oh_hell, oh_hell.Rules(players=3, deals=1), Random(0)))
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]
    assert path.read_text() == "old"


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(str(path), "new ♠")
    assert path.read_text(encoding="utf-8") == "new ♠"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_new_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    replace_file(tmp_path / "new", "text")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    replace_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_a_device_is_written_to(tmp_path: Path) -> None:
    """It is no file that could be replaced."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    replace_file(pipe, "text")
    assert os.read(reader, 10) == b"text"
    os.close(reader)
    assert pipe.is_fifo()

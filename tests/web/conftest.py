"""A server with a store of its own, driven without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cardrules.web import Store, library
from tests.web.visitors import client_of


@pytest.fixture
def path(tmp_path: Path) -> str:
    """The path of a file of tables."""
    return str(tmp_path / "tables.sqlite")


@pytest.fixture
def client(path: str) -> Iterator[TestClient]:
    """A client of a server whose robots take no time."""
    with client_of(library(), Store(path)) as found:
        yield found

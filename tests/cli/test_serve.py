"""``cardrules serve``."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from cardrules import web
from cardrules.web import IN_MEMORY
from cardrules.web.lobby import Lobby
from tests.cli.own_games import GAME, PAGE, STEPS
from tests.cli.screen import carry_out, refused


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the command gives the server, which does not run."""
    given: list[Any] = []

    def serve(app: Starlette, host: str, port: int, ready: Callable[[str], None]) -> None:
        given.extend([app.state.lobby, host, port])
        ready(f"http://{host}:{port or 4321}")

    monkeypatch.setattr(web, "serve", serve)
    return given


def test_the_library_is_served_at_the_address_that_is_printed(
    capsys: pytest.CaptureFixture[str], served: list[Any], own: Path
) -> None:
    done = carry_out(capsys, "serve")
    assert done.code == 0
    assert done.lines[0] == "http://127.0.0.1:8000/"
    assert "kept in cardrules-tables.sqlite" in done.lines[1]
    lobby: Lobby = served[0]
    assert list(lobby.offers) == [offer.name for offer in web.library()]
    assert (own / "cardrules-tables.sqlite").is_file()


def test_a_game_of_the_library_has_its_own_address(capsys: pytest.CaptureFixture[str], served: list[Any]) -> None:
    done = carry_out(capsys, "serve", "oh_hell", "--store", IN_MEMORY, "--host", "::1", "--port", "0")
    assert done.lines[0] == "http://::1:4321/games/oh_hell"
    assert served[1:] == ["::1", 0]


def test_the_computer_thinks_for_as_long_as_it_is_told(capsys: pytest.CaptureFixture[str], served: list[Any]) -> None:
    carry_out(capsys, "serve", "--store", IN_MEMORY, "--think", "20i")
    carry_out(capsys, "serve", "--store", IN_MEMORY)
    assert [str(lobby.robots.think) for lobby in served[::3]] == ["20i", "0.5s"]


def test_a_game_of_ones_own_is_offered_first(capsys: pytest.CaptureFixture[str], served: list[Any], own: Path) -> None:
    (own / "evening.py").write_text(GAME, encoding="utf-8")
    (own / "evening.md").write_text(PAGE, encoding="utf-8")
    done = carry_out(capsys, "serve", "evening.py", "--store", IN_MEMORY)
    assert done.lines[0] == "http://127.0.0.1:8000/games/evening"
    lobby: Lobby = served[0]
    first = next(iter(lobby.offers.values()))
    assert (first.name, first.title, first.summary) == ("evening", "Hearts", "A game of tricks.")
    assert len(lobby.offers) == len(web.library()) + 1


def test_a_game_without_a_rulebook_or_with_a_name_of_the_library(
    capsys: pytest.CaptureFixture[str], served: list[Any], own: Path
) -> None:
    (own / "spades.py").write_text(STEPS, encoding="utf-8")
    done = carry_out(capsys, "serve", "spades.py", "--store", IN_MEMORY)
    assert done.lines[0] == "http://127.0.0.1:8000/games/own_spades"
    first = next(iter(served[0].offers.values()))
    assert (first.title, first.summary, first.rulebook) == ("spades", "", None)


def test_what_cannot_be_served_is_said(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    (own / "plain.py").write_text(STEPS.replace("rules: Rules) -> Playing", "rules)"), encoding="utf-8")
    assert refused(capsys, "serve", "plain.py").startswith("plain.py: TypeError: ")
    assert refused(capsys, "serve", "--port", "70000").startswith(
        "argument --port: must be a whole number from 0 to 65535"
    )
    assert refused(capsys, "serve", "--store", str(own)).endswith("Is a directory")


@pytest.mark.usefixtures("served")
def test_the_file_is_free_again_afterwards(capsys: pytest.CaptureFixture[str], own: Path) -> None:
    for _ in range(2):
        assert carry_out(capsys, "serve").code == 0
    assert (own / "cardrules-tables.sqlite").is_file()

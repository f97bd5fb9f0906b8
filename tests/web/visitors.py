"""Visitors of a server: they open tables, look and move."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from starlette.testclient import TestClient

from cardrules.web import Limits, Offer, Robots, Store, application
from cardrules.web.lobby import Lobby

if TYPE_CHECKING:
    from httpx2 import Response

FREE: Final = Limits(requests=10_000, new_tables=10_000, burst=100_000)
"""Limits for tests, which are faster than people."""


def client_of(offers: Sequence[Offer], store: Store, limits: Limits = FREE, delay: float = 0) -> TestClient:
    """Return a client of a new server."""
    app = application(offers, store, robots=Robots(delay), limits=limits)
    return TestClient(app, base_url="http://table.example")


def lobby_of(client: TestClient) -> Lobby:
    """Return the lobby of the server of a client."""
    found: Lobby = client.app.state.lobby  # type: ignore[attr-defined]  # the client knows the application as any function
    return found


def opened(client: TestClient, game: str, rules: dict[str, Any], *seats: str) -> str:
    """Open a table and return the secret of the own seat."""
    sitters = [{"who": who, "name": "Ann"} if who == "you" else {"who": who} for who in seats]
    answer = client.post("/api/tables", json={"game": game, "rules": rules, "seats": sitters})
    assert answer.status_code == 201, answer.text
    token: str = answer.json()["token"]
    return token


def look(client: TestClient, token: str, query: str = "") -> dict[str, Any]:
    """Return what a seat knows."""
    answer = client.get(f"/api/seats/{token}{query}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def joined(client: TestClient, token: str, *names: str) -> list[str]:
    """Let friends take the open seats; return the secrets of theirs."""
    codes = [invitation["page"].removeprefix("/join/") for invitation in look(client, token)["invitations"]]
    answers = [
        client.post(f"/api/invitations/{code}", json={"name": name}) for code, name in zip(codes, names, strict=True)
    ]
    return [answer.json()["token"] for answer in answers]


def move(client: TestClient, token: str, words: str | None = None) -> "Response":
    """Make the first legal move of a seat, or one in words."""
    table = look(client, token)
    body = {"move": table["legal"][0]["move"]} if words is None else {"words": words}
    return client.post(f"/api/seats/{token}/moves", json={**body, "epoch": table["epoch"]})


def error_of(answer: "Response") -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]

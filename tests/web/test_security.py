"""What protects people from other sites, and each other's cards."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from cardrules import catalogue
from cardrules.play.table import Table
from cardrules.seats import Seat
from cardrules.verify import audit
from cardrules.web.messages import table_document, table_picture, table_transcript
from cardrules.web.offers import library
from cardrules.zones import zones
from tests.web.visitors import joined, lobby_of, look, move, opened

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
OFFERS = {offer.name: offer for offer in library()}


@pytest.mark.parametrize(
    "address", ["/", "/games/oh_hell", "/static/table.js", "/static/cards.css", "/api/games", "/no"]
)
def test_every_answer_has_the_headers(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == ("no-cache" if address.startswith("/static/") else "no-store")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "http://table.example", "sec-fetch-site": "same-origin"}, 201),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://table.example", "sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_pages_of_other_sites_can_do_nothing(client: TestClient, headers: dict[str, str], status: int) -> None:
    body = {"game": "oh_hell", "seats": [{"who": "you"}, *[{"who": "friend"}] * 3]}
    assert client.post("/api/tables", json=body, headers=headers).status_code == status
    assert len(lobby_of(client).store) == (status == 201)
    form = client.post("/games/oh_hell", data={"your-name": "Ann"}, headers=headers, follow_redirects=False)
    assert form.status_code == (303 if status == 201 else 403)


SHORT: dict[str, dict[str, Any]] = {
    "blackjack": {},
    "devils_hand": {},
    "draw_poker": {},
    "klaberjass": {"max_deals": 1},
    "konchinka": {"max_packs": 1},
    "oh_hell": {"players": 3, "deals": 2},
}
"""Games that are over soon, with all kinds of zones."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SHORT else pytest.mark.deep) for name in catalogue.NAMES]
)
def test_what_a_seat_is_sent_depends_on_nothing_that_it_has_not_seen(name: str) -> None:
    offer = OFFERS[name]
    rules = offer.game.Rules(**SHORT.get(name, {}))

    def sent(table: Table[Any, Any, Any], seat: Seat | None) -> str:
        names = ["Ann", "Bo"]
        return "\n".join(
            [
                json.dumps(table_document(offer, table, seat, names)),
                table_picture(offer, table, seat, names, width=700),
                table_transcript(table, seat, names),
            ]
        )

    audit(offer.game, rules, sent, examples=1)


def test_the_wire_has_no_card_that_a_seat_has_not_seen(client: TestClient) -> None:
    token = opened(client, "oh_hell", {"players": 3, "deals": 3}, "friend", "you", "friend")
    bo, cleo = joined(client, token, "Bo", "Cleo")
    watch = look(client, token)["watch"].removeprefix("/table/")
    people = {0: bo, 1: token, 2: cleo}
    table: Table[Any, Any, Any] = lobby_of(client).find(token)[0].table
    seen = 0
    while table.to_act is not None and len(table) < 16:
        for seat, link in [*people.items(), (None, watch)]:
            paths = (
                f"/api/seats/{link}",
                f"/api/seats/{link}/picture",
                f"/api/seats/{link}/transcript",
                f"/table/{link}",
            )
            text = "\n".join(client.get(path).text for path in paths).split("rulebook", 1)[0]
            hidden = [card for other in people for card in table.state.hands[other] if other != seat]
            known = {str(card) for step in table.steps() for card in _open_cards(step.seen_by(seat).after)}
            for card in hidden:
                if str(card) not in known:
                    assert f'"{card.ascii}"' not in text
                    assert str(card) not in text
                    seen += 1
            assert str(table.seed) not in text
            others = [secret for other, secret in people.items() if other != seat]
            assert not any(secret in text for secret in others)
        move(client, people[table.to_act])
    assert seen > 30


def _open_cards(state: Any) -> list[Any]:
    return [card for zone in zones(state) for card in zone.cards]

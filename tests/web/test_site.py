"""The pages."""

import re

import pytest
from attrs import evolve
from starlette.testclient import TestClient

from cardrules import catalogue
from cardrules.games import blackjack, oh_hell
from cardrules.web import IN_MEMORY, Offer, Store, library
from cardrules.web.site import STATIC
from tests.web.visitors import client_of, joined, lobby_of, look, opened

DEAL = {"players": 3, "deals": 1}
FORM = {"your-name": "Ann", "players": "3", "deals": "1"}


def test_the_first_page_lists_the_games(client: TestClient) -> None:
    page = client.get("/").text
    assert re.findall(r'href="/games/(\w+)"', page) == list(catalogue.NAMES)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_each_game_has_a_page_with_its_options_seats_and_rules(client: TestClient, name: str) -> None:
    page = client.get(f"/games/{name}").text
    offer = lobby_of(client).offer(name)
    for option in offer.options:
        assert f'id="{option}" name="{option}"' in page
    assert len(re.findall(r">Seat \d+<", page)) == offer.seats(offer.game.Rules())
    assert 'id="rule-1.1"' in page
    for preset in catalogue.presets(offer.game):
        assert f"/games/{name}?preset={preset}" in page
        assert client.get(f"/games/{name}?preset={preset}").status_code == 200


def test_all_labels_belong_to_fields_and_ids_are_unique(client: TestClient) -> None:
    token = opened(client, "klaberjass", {}, "you", "random")
    for path in ("/games/klaberjass", f"/table/{token}"):
        page = client.get(path).text
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        for attribute in ("for", "aria-describedby", "list"):
            assert set(re.findall(rf' {attribute}="([^"]+)"', page)) <= set(ids)
        assert set(re.findall(r' href="#([^"]+)"', page)) <= set(ids)


def test_a_deal_opens_a_table_and_goes_to_it(client: TestClient) -> None:
    answer = client.post("/games/oh_hell", data={**FORM, "who-1": "friend", "who-2": "random"}, follow_redirects=False)
    assert answer.status_code == 303
    token = answer.headers["location"].removeprefix("/table/")
    table = look(client, token)
    assert [sitter["kind"] for sitter in table["seats"]] == ["person", "person", "random"]
    assert table["seats"][0]["name"] == "Ann"
    page = client.get(answer.headers["location"]).text
    assert f'data-api="/api/seats/{token}"' in page
    assert "<strong>3</strong>" in page  # the options of this table


def test_without_anybody_at_the_table_one_watches(client: TestClient) -> None:
    form = {**FORM, **{f"who-{seat}": "random" for seat in range(3)}}
    answer = client.post("/games/oh_hell", data=form, follow_redirects=False)
    assert look(client, answer.headers["location"].removeprefix("/table/"))["you"] is None
    assert 'class="watching">watching' in client.get(answer.headers["location"]).text


def test_what_cannot_be_dealt_is_said_and_what_was_filled_in_stays(client: TestClient) -> None:
    answer = client.post("/games/oh_hell", data={**FORM, "players": "12", "order": '"down"'})
    assert answer.status_code == 422
    assert "players must be a whole number from 3 to 7, not 12" in answer.text
    assert 'value="12"' in answer.text
    assert 'value="&quot;down&quot;" selected' in answer.text
    answer = client.post("/games/oh_hell", data={**FORM, "who-0": "you", "who-1": "you"})
    assert (answer.status_code, "you can have one seat" in answer.text) == (422, True)
    assert len(lobby_of(client).store) == 0


def test_a_form_can_be_looked_at_again_with_other_seats(client: TestClient) -> None:
    answer = client.post("/games/oh_hell", data={**FORM, "players": "5", "only": "look"})
    assert (answer.status_code, answer.text.count(">Seat ")) == (200, 5)
    assert client.get("/games/oh_hell?players=6").text.count(">Seat ") == 6
    assert client.get("/games/oh_hell?players=60").status_code == 422


def test_the_house_needs_nobody(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    promises = blackjack.promises
    players = lambda rules: evolve(promises(rules), deciding=tuple(range(rules.players)))  # noqa: E731  # shorter so
    monkeypatch.setattr(blackjack, "promises", players)
    page = client.get("/games/blackjack?players=2").text
    assert page.count("<span>the house</span>") == 1
    answer = client.post("/games/blackjack", data={"players": "1"}, follow_redirects=False)
    table = look(client, answer.headers["location"].removeprefix("/table/"))
    assert [(sitter["name"], sitter["kind"]) for sitter in table["seats"]] == [
        ("seat 0", "person"),
        ("the house", "house"),
    ]


def test_an_invitation_is_taken_by_its_form_and_not_by_looking_at_it(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "you", "friend", "random")
    (invitation,) = look(client, token)["invitations"]
    for _ in range(2):
        page = client.get(invitation["page"]).text
        assert "Seat 1 is for you. With you at the table: Ann, Cleo." in page
    answer = client.post(invitation["page"], data={"your-name": "Bo"}, follow_redirects=False)
    assert answer.status_code == 303
    assert look(client, answer.headers["location"].removeprefix("/table/"))["you"] == 1
    assert "Somebody has taken this seat already" in client.get(invitation["page"]).text
    assert client.post(invitation["page"], data={"your-name": "Eve"}).status_code == 410


def test_names_are_shown_as_text(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "you", "friend", "friend")
    (first, second) = (invitation["page"] for invitation in look(client, token)["invitations"])
    client.post(first, data={"your-name": "<b>Bo</b>"})
    assert "&lt;b&gt;Bo&lt;/b&gt;" in client.get(second).text
    assert "<b>Bo" not in client.get(second).text
    assert "<b>Bo" not in client.get(f"/api/seats/{token}/picture").text


def test_a_game_without_a_rulebook_has_its_pages_too() -> None:
    bare = Offer("plain", oh_hell, "Plain")
    with client_of([bare], Store(IN_MEMORY)) as client:
        assert 'id="rules"' not in client.get("/games/plain").text
        token = opened(client, "plain", DEAL, "you", "random", "random")
        assert 'id="rules"' not in client.get(f"/table/{token}").text


def test_what_is_missing_has_a_page(client: TestClient) -> None:
    for path in ("/table/unknown", "/join/unknown", "/games/whist", "/nothing", "/static/nothing.js"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "<h1>" in answer.text


def test_scripts_and_styles_come_from_here(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "you", "friend", "random")
    for path in ("/", "/games/oh_hell", f"/table/{token}"):
        page = client.get(path).text
        for address in re.findall(r'(?:src|<link[^>]* href)="([^"]+)"', page):
            assert address.startswith("/static/")
            assert client.get(address).status_code == 200
        assert not re.search(r"<script[^>]*>[^<]|<style| style=| on\w+=", page)


def test_scripts_write_no_html_and_load_nothing_from_elsewhere() -> None:
    for file in sorted(STATIC.iterdir()):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|insertAdjacentHTML|eval\(|https?://|document\.write", text), file.name


def test_a_table_of_other_rules_says_that_it_cannot_go_on(path: str) -> None:
    store = Store(path)
    with client_of(library(), store) as client:
        token = opened(client, "oh_hell", DEAL, "you", "friend", "friend")
        joined(client, token, "Bo", "Cleo")
        with store._transaction() as connection:
            connection.execute('UPDATE moves SET move = \'{"is": "Bid", "tricks": 9}\'')
    with client_of(library(), Store(path)) as client:
        answer = client.get(f"/table/{token}")
        assert (answer.status_code, "the rules of Oh Hell have changed since" in answer.text) == (422, True)

"""The endpoints for programs."""

import json
import re
from typing import Any

import jsonschema
import pytest
from starlette.testclient import TestClient

from cardrules import catalogue
from cardrules.game import Record
from cardrules.games import konchinka, oh_hell
from cardrules.serial import Json
from cardrules.web import Limits, Store, library
from tests.web.visitors import client_of, error_of, joined, lobby_of, look, move, opened

DEAL = {"players": 3, "deals": 1}


def post(client: TestClient, token: str, path: str, body: object = None) -> tuple[int, Any]:
    """Send a message of a seat; return the status and the answer."""
    answer = client.post(f"/api/seats/{token}/{path}", json={} if body is None else body)
    return answer.status_code, answer.json()


def test_the_games_are_listed_with_their_presets(client: TestClient) -> None:
    listed = client.get("/api/games").json()
    assert [game["name"] for game in listed] == list(catalogue.NAMES)
    (found,) = (game for game in listed if game["name"] == "konchinka")
    assert (found["title"], found["presets"].keys()) == ("Konchinka", {"kontsina"})
    assert Json(konchinka).parse_rules(json.dumps(found["presets"]["kontsina"])) == konchinka.KONTSINA


def test_what_is_sent_keeps_to_the_schema_of_the_game(client: TestClient) -> None:
    schema = client.get("/api/games/oh_hell/schema").json()
    token = opened(client, "oh_hell", DEAL, "random", "you", "random")
    table = look(client, token)
    for kind, value in [
        ("State", table["view"]),
        ("Move", table["legal"][0]["move"]),
        *(("Event", event) for event in table["events"]),
    ]:
        jsonschema.validate(value, {**schema, "$ref": f"#/$defs/{kind}"})
    assert error_of(client.get("/api/games/whist/schema")) == (404, "no_such_game")


def test_a_seat_is_told_what_it_may_know(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    table = look(client, token)
    assert (table["game"], table["title"], table["you"], table["to_act"]) == ("oh_hell", "Oh Hell", 1, 1)
    assert (table["phase"], table["moves"], table["epoch"], table["outcome"], table["next"]) == (
        "bidding",
        1,
        0,
        None,
        None,
    )
    assert [hand == "??" for hand in table["view"]["hands"]] == [True, False, True]
    assert table["legal"] == [
        {
            "move": {"is": "Bid", "tricks": n},
            "kind": "bid",
            "words": f"bid {n}",
            "details": str(n),
            "cards": [],
            "amount": n,
        }
        for n in (0, 1)
    ]
    assert [sitter["name"] for sitter in table["seats"]] == ["seat 0", "Ann", "seat 2"]
    assert [sitter["open"] for sitter in table["seats"]] == [True, False, True]
    assert [event["number"] for event in table["events"]] == [0]


def test_friends_take_seats_by_invitation_and_only_once(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "you", "friend", "friend")
    invitations = look(client, token)["invitations"]
    assert [invitation["seat"] for invitation in invitations] == [1, 2]
    bo, _ = joined(client, token, "  Bo\n  Bobson  ", "C" * 99)
    assert [sitter["name"] for sitter in look(client, bo)["seats"]] == ["Ann", "Bo Bobson", "C" * 24]
    assert look(client, token)["invitations"] == look(client, bo)["invitations"] == []
    code = invitations[0]["page"].removeprefix("/join/")
    assert error_of(client.post(f"/api/invitations/{code}", json={"name": "Eve"})) == (410, "seat_taken")
    assert error_of(client.post("/api/invitations/unknown", json={"name": "Eve"})) == (404, "no_such_link")


def test_only_whoever_opened_the_table_is_shown_invitations(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    watch = look(client, token)["watch"].removeprefix("/table/")
    first, second = (invitation["page"].removeprefix("/join/") for invitation in look(client, token)["invitations"])
    bo = client.post(f"/api/invitations/{first}", json={}).json()["token"]
    assert look(client, bo)["invitations"] == look(client, watch)["invitations"] == []
    assert [invitation["page"] for invitation in look(client, token)["invitations"]] == [f"/join/{second}"]


def test_moves_are_made_as_json_and_in_words(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    status, table = post(client, token, "moves?since=1", {"move": {"is": "Bid", "tricks": 1}, "epoch": 0})
    assert (status, table["to_act"], table["legal"]) == (200, 2, [])
    assert [event["words"] for event in table["events"]] == ["bid 1"]
    _, cleo = joined(client, token, "Bo", "Cleo")
    status, table = post(client, cleo, "moves", {"words": "0"})
    assert (status, table["view"]["bids"]) == (200, [None, 1, 0])


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"move": {"is": "Bid", "tricks": 7}}, (422, "illegal_move")),
        ({"move": {"is": "Bid", "bricks": 1}}, (422, "record")),
        ({"move": {"is": "Shuffled", "cards": "AS"}}, (422, "illegal_move")),
        ({"words": "dance"}, (422, "text")),
        ({"words": 3}, (400, "request")),
        ({"words": "bid 0", "epoch": 3}, (409, "stale_move")),
        ({"words": "bid 0", "epoch": True}, (400, "request")),
        ({}, (422, "record")),
        ([], (400, "request")),
    ],
)
def test_what_is_no_legal_move_is_refused_and_changes_nothing(
    client: TestClient, body: object, refusal: tuple[int, str]
) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    before = look(client, token)
    assert error_of(client.post(f"/api/seats/{token}/moves", json=body)) == refusal
    assert look(client, token) == before


def test_a_refusal_names_the_rules(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    _, answer = post(client, token, "moves", {"words": "bid 7"})
    assert answer["error"]["rules"] == ["2.1"]
    assert answer["error"]["reason"] == "bid 7: a bid is a whole number from 0 to 1"


def test_nobody_moves_for_another_and_spectators_only_watch(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    bo, _ = joined(client, token, "Bo", "Cleo")
    watch = look(client, token)["watch"].removeprefix("/table/")
    assert look(client, watch)["you"] is None
    assert look(client, watch)["legal"] == look(client, bo)["legal"] == []
    assert post(client, bo, "moves", {"words": "bid 0"})[1]["error"]["code"] == "not_your_turn"
    for path, body in [("moves", {"words": "bid 0"}), ("undo", {}), ("undo", {"agree": True}), ("again", {})]:
        status, answer = post(client, watch, path, body)
        assert (status, answer["error"]["code"]) == (403, "watching")


def test_undo_is_by_agreement_of_the_people(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    bo, _ = joined(client, token, "Bo", "Cleo")
    assert error_of(client.post(f"/api/seats/{token}/undo", json={})) == (409, "nothing_to_undo")
    move(client, token)
    assert post(client, token, "undo")[1]["undo"] == {"seat": 1, "waiting": [0, 2]}
    assert error_of(client.post(f"/api/seats/{token}/undo", json={})) == (409, "undo_request")
    assert error_of(client.post(f"/api/seats/{bo}/undo", json={"agree": 1})) == (400, "request")
    assert post(client, bo, "undo", {"agree": False})[1]["undo"] is None
    assert error_of(client.post(f"/api/seats/{bo}/undo", json={"agree": True})) == (409, "undo_request")
    assert look(client, token)["moves"] == 2


def test_an_undo_that_all_agree_to_sends_the_events_anew(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "random")
    (bo,) = joined(client, token, "Bo")
    move(client, token)
    post(client, token, "undo")
    status, table = post(client, bo, "undo?since=3&epoch=0", {"agree": True})
    assert (status, table["epoch"], table["moves"], table["since"]) == (200, 1, 1, 0)
    assert len(table["events"]) == 1


def test_alone_against_robots_an_undo_needs_nobody(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "random", "you", "random")
    move(client, token)
    assert post(client, token, "undo")[1]["epoch"] == 1


@pytest.mark.parametrize("query", ["?since=-1", "?since=x", "?epoch=1.5", "?since=" + "9" * 10, "?since=٣"])
def test_numbers_in_a_query_are_checked(client: TestClient, query: str) -> None:
    token = opened(client, "oh_hell", DEAL, "random", "you", "random")
    assert error_of(client.get(f"/api/seats/{token}{query}")) == (400, "request")


def test_events_are_sent_since_a_number(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    move(client, token)
    assert [event["number"] for event in look(client, token, "?since=1&epoch=0")["events"]] == [1]
    assert look(client, token, "?since=2&epoch=0")["events"] == []
    assert look(client, token, "?since=99&epoch=0")["since"] == 0
    assert look(client, token, "?since=1&epoch=4")["since"] == 0


def test_those_who_know_no_events_are_sent_the_latest_ones(client: TestClient) -> None:
    token = opened(client, "devils_grip", {}, "you")
    for _ in range(70):
        answer = move(client, token)
        assert answer.status_code == 200
    table = look(client, token)
    assert (table["moves"], table["since"], len(table["events"])) == (71, 11, 60)
    assert [event["number"] for event in look(client, token, "?since=2&epoch=0")["events"]] == list(range(2, 71))


def test_pictures_are_of_the_seat(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    answer = client.get(f"/api/seats/{token}/picture?width=500&mode=page&colours=4")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert 'width="500"' in answer.text
    assert "<style" not in answer.text
    assert "Ann (you)" in answer.text
    assert "<style" in client.get(f"/api/seats/{token}/picture").text
    for query in ("width=100", "width=9999", "mode=neon", "colours=3"):
        assert error_of(client.get(f"/api/seats/{token}/picture?{query}")) == (400, "request")


def test_the_transcript_is_what_the_seat_saw(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "random", "you", "random")
    while look(client, token)["outcome"] is None:
        if look(client, token)["legal"]:
            move(client, token)
    text = client.get(f"/api/seats/{token}/transcript").text
    assert text.startswith("bidding, you are to act\n")
    assert re.findall(r"^  (\w+) .*Ann: ", text, re.MULTILINE) == ["bid", "play"]
    assert re.search(r"; scores  .*Ann: \d+", text.splitlines()[-1])


def test_the_same_people_play_again(client: TestClient) -> None:
    token = opened(client, "oh_hell", DEAL, "friend", "you", "friend")
    bo, cleo = joined(client, token, "Bo", "Cleo")
    watch = look(client, token)["watch"].removeprefix("/table/")
    assert error_of(client.post(f"/api/seats/{token}/again", json={})) == (409, "not_over")
    people = {0: bo, 1: token, 2: cleo}
    while (seat := look(client, token)["to_act"]) is not None:
        move(client, people[seat])
    assert look(client, bo)["outcome"]["scores"]
    status, answer = post(client, token, "again")
    assert status == 201
    assert post(client, bo, "again")[1]["page"] == look(client, bo)["next"] != look(client, cleo)["next"]
    anew = look(client, answer["token"])
    assert (anew["you"], anew["moves"], [sitter["name"] for sitter in anew["seats"]]) == (1, 1, ["Bo", "Ann", "Cleo"])
    assert look(client, look(client, watch)["next"].removeprefix("/table/"))["you"] is None


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"game": "whist", "seats": []}, (404, "no_such_game")),
        ({"seats": []}, (400, "request")),
        ({"game": "oh_hell"}, (400, "request")),
        ({"game": "oh_hell", "seats": ["you"]}, (400, "request")),
        ({"game": "oh_hell", "seats": [{"who": "you"}] * 3}, (422, "rules")),
        ({"game": "oh_hell", "seats": [{"who": "you"}] * 4}, (422, "rules")),
        ({"game": "oh_hell", "seats": [{"who": "friend"}] * 4}, (422, "rules")),
        ({"game": "oh_hell", "seats": [{"who": "cat"}] * 4}, (422, "rules")),
        ({"game": "oh_hell", "seats": [{"who": 1}] * 4}, (400, "request")),
        ({"game": "oh_hell", "rules": {"players": 99}, "seats": []}, (422, "record")),
        ({"game": "oh_hell", "rules": {"plays": 3}, "seats": []}, (422, "record")),
    ],
)
def test_tables_that_cannot_be_are_refused(client: TestClient, body: object, refusal: tuple[int, str]) -> None:
    assert error_of(client.post("/api/tables", json=body)) == refusal
    assert len(lobby_of(client).store) == 0


def test_a_message_must_be_small_json(client: TestClient) -> None:
    for body, kind in [(b"{", "application/json"), (b"[" * 60_000, "application/json"), (b"{}", "text/plain")]:
        answer = client.post("/api/tables", content=body, headers={"content-type": kind})
        assert error_of(answer) == (400, "request")
    answer = client.post("/api/tables", content=b" " * 70_000, headers={"content-type": "application/json"})
    assert error_of(answer) == (413, "too_large")


def test_unknown_links_and_paths_are_not_found(client: TestClient) -> None:
    assert error_of(client.get("/api/seats/unknown")) == (404, "no_such_link")
    assert error_of(client.get("/api/nothing")) == (404, "request")
    assert client.get("/api/tables").status_code == 405


def test_visitors_who_ask_too_often_must_wait(path: str) -> None:
    with client_of(library(), Store(path), Limits(requests=0.001, new_tables=0.001, burst=2)) as client:
        body = {"game": "oh_hell", "seats": [{"who": "you"}, *[{"who": "random"}] * 3]}
        answers = [client.post("/api/tables", json=body) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        token = answers[0].json()["token"]
        assert [client.get(f"/api/seats/{token}").status_code for _ in range(3)] == [200, 200, 429]


def test_a_server_keeps_so_many_tables_and_forgets_the_oldest(path: str) -> None:
    store = Store(path)
    with client_of(library(), store, Limits(tables=1)) as client:
        token = opened(client, "oh_hell", DEAL, "you", "random", "random")
        body = {"game": "oh_hell", "rules": DEAL, "seats": [{"who": "you"}, *[{"who": "random"}] * 2]}
        assert error_of(client.post("/api/tables", json=body)) == (503, "full")
        with store._transaction() as connection:
            connection.execute("UPDATE tables SET touched = 0")
        assert client.post("/api/tables", json=body).status_code == 201
        assert error_of(client.get(f"/api/seats/{token}")) == (404, "no_such_link")


def test_rooms_that_nobody_uses_are_read_from_the_store(path: str) -> None:
    with client_of(library(), Store(path), Limits(rooms=2, burst=10_000)) as client:
        tokens = [opened(client, "oh_hell", DEAL, "friend", "you", "friend") for _ in range(5)]
        for token in tokens:
            move(client, token)
        assert len(lobby_of(client)._rooms) <= 2
        assert {look(client, token)["moves"] for token in tokens} == {2}


def test_a_restart_loses_nothing(path: str) -> None:
    with client_of(library(), Store(path)) as client:
        token = opened(client, "oh_hell", {"players": 3, "deals": 2}, "friend", "you", "friend")
        people = [*joined(client, token, "Bo", "Cleo"), token]
        move(client, token)
        post(client, token, "undo")
        before = [look(client, other) for other in people]
    with client_of(library(), Store(path)) as client:
        after = [look(client, other) for other in people]
        assert [{**table, "version": 0} for table in after] == [{**table, "version": 0} for table in before]
        for other in people[:2]:
            post(client, other, "undo", {"agree": True})
        assert (look(client, token)["epoch"], look(client, token)["moves"]) == (1, 1)
        seats = {look(client, other)["you"]: other for other in people}
        while (seat := look(client, token)["to_act"]) is not None:
            move(client, seats[seat])
        record: Record[Any, Any] = lobby_of(client).find(token)[0].table.record
        assert Json(oh_hell).parse_record(Json(oh_hell).dumps(record)) == record

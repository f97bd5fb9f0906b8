"""Information sets as JSON."""

import json
from random import Random

import pytest

from cardrules import catalogue
from cardrules.errors import RecordError
from cardrules.game import playout
from cardrules.games import oh_hell
from cardrules.knowledge.information import first_information, information
from cardrules.serial import Json

RULES = oh_hell.Rules(players=3, deals=2)
OH_HELL = Json(oh_hell)
KNOWN = information(oh_hell, playout(oh_hell, RULES, Random(3), max_moves=9), 1)


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_an_information_set_comes_back_as_it_was(name: str) -> None:
    game = catalogue.game(name)
    game_json = Json(game)
    record = playout(game, game.Rules(), Random(2), max_moves=40)
    for seat in (0, None):
        for known in (information(game, record, seat), first_information(game, record.rules, seat)):
            back = game_json.parse_information(game_json.dumps(known))
            assert back == known
            assert str(back) == str(known)
            assert list(back.steps) == list(known.steps)


@pytest.mark.parametrize(("place", "named"), [(0, "first"), (3, r"seen\[2\].view")])
def test_a_view_that_no_game_can_have_is_refused_with_its_place(place: int, named: str) -> None:
    data = json.loads(OH_HELL.dumps(KNOWN))
    seen = data["first"] if place == 0 else data["seen"][place - 1]["view"]
    seen["table"]["stock"] = ""
    with pytest.raises(RecordError, match=f"^{named}: the view hides"):
        OH_HELL.parse_information(json.dumps(data))


def test_a_missing_key_is_refused() -> None:
    with pytest.raises(RecordError, match="seat"):
        OH_HELL.parse_information("{}")

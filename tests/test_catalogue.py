"""The games by name."""

from types import SimpleNamespace

import pytest

from cardrules.catalogue import NAMES, NoSuchGameError, game, presets
from cardrules.games import draw_poker, oh_hell


def test_a_game_is_a_module() -> None:
    assert game("oh_hell") is oh_hell


@pytest.mark.parametrize(
    "name", ["whist", "", "Oh_Hell", "oh_hell ", "os", "__init__", "games.oh_hell", "../game", None]
)
def test_another_name_is_refused_and_the_error_lists_all_names(name: str) -> None:
    with pytest.raises(NoSuchGameError) as caught:
        game(name)
    assert str(caught.value) == f"no game {name!r}; the games are {', '.join(NAMES)}"
    assert caught.value.name is name
    assert isinstance(caught.value, LookupError)


def test_the_presets_of_a_game_are_its_rules_with_a_name() -> None:
    assert presets(draw_poker)["deuces_wild"] is draw_poker.DEUCES_WILD
    assert presets(oh_hell) == {}


def test_other_games_have_presets_in_the_same_way() -> None:
    ours = oh_hell.Rules(hook=True)
    assert presets(SimpleNamespace(Rules=oh_hell.Rules, HOOKED=ours, _HIDDEN=ours, OTHER=draw_poker.Rules())) == {
        "hooked": ours
    }
    assert presets(SimpleNamespace(HOOKED=ours)) == {}

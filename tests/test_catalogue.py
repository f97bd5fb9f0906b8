"""The games by name."""

import pytest

from cardrules.catalogue import NAMES, NoSuchGameError, game
from cardrules.games import oh_hell


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

"""What goes to another process arrives there, or is refused here."""

import pickle
from threading import Lock
from types import ModuleType, SimpleNamespace

import pytest

from cardrules.games import oh_hell
from cardrules.play.pickling import dumps


def test_modules_go_by_their_names_wherever_they_stand() -> None:
    sent = SimpleNamespace(game=oh_hell, rules=oh_hell.Rules(players=3))
    assert pickle.loads(dumps(sent)) == sent
    assert pickle.loads(dumps(oh_hell)) is oh_hell


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (ModuleType("whist"), "^'import whist' does not give this module$"),
        ((lambda: None,), "<lambda>"),
        (Lock(), "cannot pickle"),
    ],
)
def test_what_cannot_go_is_refused(value: object, message: str) -> None:
    with pytest.raises(pickle.PicklingError, match=message):
        dumps(value)

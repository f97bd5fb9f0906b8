"""Errors: messages, base classes, codes and pickling."""

import pickle
from collections.abc import Iterator
from importlib import import_module

import pytest

from cardrules.blocks.tricks import Play
from cardrules.catalogue import NoSuchGameError
from cardrules.errors import (
    CardRulesError,
    MissingExtraError,
    NoSuchCardError,
    NotEnoughCardsError,
    RecordError,
    RulesError,
    TextError,
    ViewError,
    WrongGameError,
    shortened,
)
from cardrules.moves import IllegalMoveError
from cardrules.rulebooks import NoSuchRuleError
from tests.sheets import card, hand

ERRORS = [
    (TextError("no card 'Z'", "Z"), "no card 'Z'", ValueError),
    (NotEnoughCardsError(9, 4), "cards requested: 9, available: 4; none were taken", ValueError),
    (NoSuchCardError(card("QS"), hand("KH 2C")), "no Q♠ among K♥ 2♣", ValueError),
    (NoSuchCardError(card("QS"), hand("")), "no Q♠ among no cards", ValueError),
    (RulesError("players must be 4"), "players must be 4", ValueError),
    (WrongGameError("needs a state", (1, 2)), "needs a state, not (1, 2)", TypeError),
    (ViewError("the view hides 3 cards"), "the view hides 3 cards", ValueError),
    (RecordError("move 7 is not allowed"), "move 7 is not allowed", ValueError),
    (MissingExtraError("JSON", "json"), "JSON needs the extra 'json': pip install 'cardrules[json]'", ImportError),
    (NoSuchRuleError("whist"), "no rulebook 'whist'", LookupError),
    (NoSuchRuleError("whist", "3.1"), "whist has no rule 3.1", LookupError),
    (
        IllegalMoveError(Play(card("7C")), "one follows suit", (Play(card("2H")), Play(card("9H")))),
        "illegal move play 7♣: one follows suit; legal: play 2♥, play 9♥",
        ValueError,
    ),
]


@pytest.mark.parametrize(("error", "text", "kind"), ERRORS)
def test_the_message_and_the_built_in_base_class_of_an_error(
    error: CardRulesError, text: str, kind: type[Exception]
) -> None:
    assert str(error) == text
    assert isinstance(error, kind)


@pytest.mark.parametrize("error", [*(error for error, _, _ in ERRORS), NoSuchGameError("whist")])
def test_a_pickled_error_keeps_its_data(error: CardRulesError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


def kinds(base: type[CardRulesError]) -> Iterator[type[CardRulesError]]:
    for kind in base.__subclasses__():
        if kind.__module__.startswith("cardrules."):
            yield kind
            yield from kinds(kind)


def test_every_error_class_has_a_code_of_its_own() -> None:
    for module in ("blocks.pokerhands", "cli", "play.simulate", "play.table"):
        import_module(f"cardrules.{module}")
    codes = [kind.code for kind in kinds(CardRulesError)]
    assert len(codes) > 10
    assert len(set(codes)) == len(codes)
    assert "error" not in codes


def test_long_input_is_shortened() -> None:
    assert shortened("a" * 60) == "a" * 60
    assert shortened("a" * 70) == "a" * 60 + "… (10 more characters)"
    assert shortened("abcd", 2) == "ab… (2 more characters)"

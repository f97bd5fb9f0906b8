"""Arguments that several commands share."""

import re
from argparse import ArgumentTypeError
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from attrs import evolve, field, frozen

from cardrules.cards import PACK_52, Card, Hand, Suit
from cardrules.catalogue import AnyGame
from cardrules.cli.arguments import check_seat, integer, parse_names, parse_rules, positive_integer, seed_or_random
from cardrules.cli.lookup import NoSuchChoiceError
from cardrules.errors import RulesError
from cardrules.games import draw_poker, oh_hell
from cardrules.options import CardSet, Permutation, PerSeat, Range, between, with_validators
from tests.sheets import card, hand


def any_card(_: object, __: object, ___: object) -> None:
    """Accept any card."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """Options of all kinds."""

    players: int = field(default=4, validator=between(2, 8))
    deals: int | None = field(default=None, validator=Range(1))
    pays: int | Fraction = field(default=Fraction(3, 2), validator=Range(1, fractions=True))
    soft: Literal["stand", "hit"] = "stand"
    bonus: Literal[10, 20] | None = None
    hook: bool = False
    wild: tuple[Card, ...] = field(default=(), validator=any_card)
    suits: tuple[Suit, ...] = field(default=tuple(Suit), validator=Permutation(tuple(Suit)))
    kept: Hand = field(default=Hand(), validator=CardSet(PACK_52, 2))
    stacks: int | tuple[int, ...] | None = field(default=None, validator=PerSeat(1))


def rules(*options: str) -> Any:
    """Return the rules with these options."""
    game: Any = SimpleNamespace(Rules=Rules)
    return parse_rules(game, options)


@pytest.mark.parametrize(
    ("option", "name", "value"),
    [
        ("players=2", "players", 2),
        ("deals=3", "deals", 3),
        ("deals=None", "deals", None),
        ("deals=none", "deals", None),
        ("pays=6/5", "pays", Fraction(6, 5)),
        ("pays=1.2", "pays", Fraction(6, 5)),
        ("pays=2", "pays", 2),
        ("soft=hit", "soft", "hit"),
        ("soft=HIT", "soft", "hit"),
        ("bonus=20", "bonus", 20),
        ("bonus=none", "bonus", None),
        ("hook=true", "hook", True),
        ("hook=False", "hook", False),
        ("wild=2c 2D", "wild", (card("2C"), card("2D"))),
        ("suits=hearts,clubs,diamonds,spades", "suits", (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)),
        ("suits=S H D C", "suits", tuple(reversed(Suit))),
        ("kept=2c,2D", "kept", hand("2C 2D")),
        ("kept=nothing", "kept", hand("")),
        ("stacks=20", "stacks", 20),
        ("stacks=20, 30", "stacks", (20, 30)),
        ("stacks=none", "stacks", None),
    ],
)
def test_options_are_parsed_by_their_types(option: str, name: str, value: object) -> None:
    parsed = getattr(rules(option), name)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("players=9", "players must be a whole number from 2 to 8, not 9"),
        ("players=x", "players must be a whole number from 2 to 8, not 'x'"),
        ("players=3.5", "players must be a whole number from 2 to 8, not '3.5'"),
        ("players=none", "players must be a whole number from 2 to 8, not 'none'"),
        ("players=", "players must be a whole number from 2 to 8, not ''"),
        ("deals=x", "deals must be a whole number from 1 up or None, not 'x'"),
        ("soft=both", "soft must be 'stand' or 'hit', not 'both'"),
        ("suits=S H D", "suits must be ♣ ♦ ♥ ♠ in any order, not (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)"),
        ("suits=red", "suits must be ♣ ♦ ♥ ♠ in any order, not 'red'"),
        ("kept=1c", "kept must be a hand of at most 2 different cards of the pack, not '1c'"),
        ("stacks=x", "stacks must be a whole number from 1 up or one for each seat or None, not 'x'"),
        ("hook=1", "hook must be False or True, not '1'"),
        ("players", "an option is given as name=value, not 'players'"),
        (
            "players=" + "9" * 5_000,
            f"players must be a whole number from 2 to 8, not '{'9' * 60}… (4940 more characters)'",
        ),
        ("pays=1e999999999", "pays must be a number from 1 up, not '1e999999999'"),
    ],
)
def test_wrong_values_are_refused_with_the_allowed_ones(option: str, sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        rules(option)
    assert str(refused.value) == sentence


def test_options_that_contradict_each_other_are_refused_by_the_rules() -> None:
    chosen: AnyGame = oh_hell
    with pytest.raises(RulesError, match="deals must be at most 10 for 5 players, not 11"):
        parse_rules(chosen, ["players=5", "deals=11"])


def test_options_default_and_the_last_of_two_counts() -> None:
    assert rules() == Rules()
    assert rules("players=3", "players=5") == Rules(players=5)


def test_an_unknown_option_is_refused_with_the_nearest_names_or_all() -> None:
    with pytest.raises(NoSuchChoiceError, match=r"^no option 'player'; did you mean players or pays\?$") as caught:
        rules("player=3")
    assert (caught.value.kind, caught.value.name, caught.value.known[0]) == ("option", "player", "players")
    with pytest.raises(NoSuchChoiceError, match=r"^no option 'xyz'; there are players, deals, pays"):
        rules("xyz=3")


def test_a_preset_gives_the_options_that_are_not_given() -> None:
    def parsed(*options: str) -> Any:
        return parse_rules(draw_poker, options)

    assert parsed("preset=deuces_wild") == draw_poker.DEUCES_WILD
    assert parsed("players=3", "preset=DEUCES_WILD") == evolve(draw_poker.DEUCES_WILD, players=3)
    with pytest.raises(NoSuchChoiceError, match=r"^no preset 'deuces'; did you mean deuces_wild\?$"):
        parsed("preset=deuces")
    with pytest.raises(
        RulesError, match="this game has no presets, so there is no preset 'blackout'; give its options"
    ):
        parse_rules(oh_hell, ["preset=blackout"])


def test_an_option_may_be_called_preset() -> None:
    @frozen
    class Options:
        preset: Literal["none", "all"] = "none"

    game: Any = SimpleNamespace(Rules=Options, ALL=Options("all"))
    assert parse_rules(game, ["preset=all"]) == Options("all")


def test_a_seat_must_be_at_the_table() -> None:
    assert [check_seat(seat, 4) for seat in (None, 0, 3)] == [None, 0, 3]
    for seat in (-1, 4):
        with pytest.raises(RulesError, match=f"seat must be 0 to 3, not {seat}"):
            check_seat(seat, 4)
    with pytest.raises(RulesError, match="seat must be 0, not 1"):
        check_seat(1, 1)


def test_a_seed_may_be_0_and_is_drawn_if_there_is_none() -> None:
    assert seed_or_random(0) == 0
    assert len({seed_or_random(None) for _ in range(20)}) == 20


def test_a_number_of_games_is_positive_and_bounded() -> None:
    assert positive_integer("20") == 20
    assert positive_integer("1000000000") == 1_000_000_000
    for text in ("0", "-1", "x", "", "1.5", "1000000001", "9" * 5_000):
        with pytest.raises(ArgumentTypeError, match="must be a whole number from 1 to 1000000000, not"):
            positive_integer(text)


def test_a_number_has_a_limit_of_digits() -> None:
    """Python refuses to convert more than 4,300 digits, with an error that argparse would not catch."""
    assert integer("-3") == -3
    with pytest.raises(ArgumentTypeError, match=r"^must be a whole number, not '1\.0'$"):
        integer("1.0")
    with pytest.raises(ArgumentTypeError, match=r"of at most 100 digits, not '9{60}… \(4940 more characters\)'$"):
        integer("9" * 5_000)


@frozen
class UncheckedRules:
    """Options of a game whose author wrote no validators."""

    players: int = 4
    hook: bool = False
    soft: Literal["stand", "hit"] = "stand"


def test_options_without_validators_are_parsed_by_their_types_alone() -> None:
    game: Any = SimpleNamespace(Rules=UncheckedRules)
    chosen = parse_rules(game, ["players=3", "hook=true", "soft=HIT"])
    assert chosen == UncheckedRules(players=3, hook=True, soft="hit")
    for option, sentence in [
        ("players=x", "players must be a value of type int, not 'x'"),
        ("hook=1", "hook must be False or True, not '1'"),
        ("soft=x", "soft must be 'stand' or 'hit', not 'x'"),
    ]:
        with pytest.raises(RulesError) as refused:
            parse_rules(game, [option])
        assert str(refused.value) == sentence


def test_each_seat_has_one_name() -> None:
    assert parse_names(None, 3) == ()
    assert parse_names("Ann, Bo  B ,Cec", 3) == ("Ann", "Bo B", "Cec")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ann", "--names must have 3 names, one for each seat; 1 given"),
        ("Ann,Bo,Cec,Dan", "--names must have 3 names, one for each seat; 4 given"),
        ("Ann,,Cec", "--names must have 3 names, one for each seat; one is empty"),
        ("Ann,Bo,Ann", "--names must have another name for each seat, not 'Ann,Bo,Ann'"),
    ],
)
def test_names_that_do_not_fit_the_seats_are_refused(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=f"^{re.escape(message)}$"):
        parse_names(text, 3)

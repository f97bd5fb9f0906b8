"""Options: validators, those derived from types, and error messages."""

from fractions import Fraction
from typing import Literal

import attrs
import pytest
from attrs import field, frozen

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Hand, Suit
from cardrules.errors import RulesError, shortened
from cardrules.options import (
    CardSet,
    Choice,
    Permutation,
    PerSeat,
    Range,
    at_least,
    between,
    domain,
    is_optional,
    require_listable,
    with_validators,
)

Option = int | str | bool | Fraction | float | None


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """Options of every kind."""

    players: int = field(default=4, validator=between(3, 7))
    coin: int = field(default=1, validator=at_least(1))
    deals: int | None = field(default=None, validator=Range(1))
    limit: int | None = field(default=5, validator=Range(-5, 5))
    stake: int | Fraction = field(default=1, validator=Range(0, 2, fractions=True))
    hook: bool = False
    nil: Literal["flat", "five_plus"] = "flat"
    packs: Literal[1, 2] = 1
    ace: Literal["one", 11] | bool | None = None
    old: "Literal['x'] | None" = None


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("players", [3, 7]),
        ("coin", [1, 10**12]),
        ("deals", [None, 1]),
        ("limit", [None, -5, 0, 5]),
        ("stake", [0, 2, Fraction(1, 2)]),
        ("hook", [False, True]),
        ("nil", ["flat", "five_plus"]),
        ("packs", [1, 2]),
        ("ace", ["one", 11, False, True, None]),
        ("old", ["x", None]),
    ],
)
def test_allowed_values(name: str, allowed: list[Option]) -> None:
    for value in allowed:
        assert getattr(Rules(**{name: value}), name) is value  # type: ignore[arg-type]  # of several types


@pytest.mark.parametrize(
    ("name", "values", "domain"),
    [
        ("players", [2, 8, True, 4.0, "4", None, Fraction(4)], "a whole number from 3 to 7"),
        ("coin", [0, True, None, 1.5, float("nan"), float("inf")], "a whole number from 1 up"),
        ("deals", [0, False, True, 1.0, ""], "a whole number from 1 up or None"),
        ("limit", [-6, 6, True], "a whole number from -5 to 5 or None"),
        ("stake", [-1, Fraction(5, 2), 0.5, True, None], "a number from 0 to 2"),
        ("hook", [0, 1, None, "False", "no"], "False or True"),
        ("nil", ["five", "FLAT", "", None, True, ["flat"]], "'flat' or 'five_plus'"),
        ("packs", [True, 1.0, 3, "1"], "1 or 2"),
        ("ace", [11.0, 0, 1, "two"], "'one' or 11 or False or True or None"),
    ],
)
def test_refused_values(name: str, values: list[Option], domain: str) -> None:
    for value in values:
        with pytest.raises(RulesError) as caught:
            Rules(**{name: value})  # type: ignore[arg-type]  # the fault
        assert str(caught.value) == f"{name} must be {domain}, not {value!r}"


def test_evolved_rules_are_checked() -> None:
    with pytest.raises(RulesError, match="players must be a whole number from 3 to 7, not 9"):
        attrs.evolve(Rules(), players=9)


def test_the_domain_of_an_option_in_words() -> None:
    words = {option.name: domain(option) for option in attrs.fields(Rules)}
    assert words["players"] == "a whole number from 3 to 7"
    assert words["deals"] == "a whole number from 1 up or None"
    assert words["limit"] == "a whole number from -5 to 5 or None"
    assert words["nil"] == "'flat' or 'five_plus'"
    assert words["old"] == "'x' or None"
    assert [option.name for option in attrs.fields(Rules) if is_optional(option)] == ["deals", "limit", "ace", "old"]


@pytest.mark.parametrize(
    "kind", [int, str, Fraction, int | None, tuple[int, ...], Literal["a"] | int, bool | str, "int"]
)
def test_an_option_without_a_validator_is_refused(kind: object) -> None:
    with pytest.raises(TypeError, match="option amount of Loose needs a validator for its type "):
        frozen(type("Loose", (), {"__annotations__": {"amount": kind}}), field_transformer=with_validators)


def test_a_given_validator_is_kept() -> None:
    def even(_rules: object, option: "attrs.Attribute[int]", value: int) -> None:
        if value % 2:
            raise RulesError(f"{option.name} must be even, not {value}")

    @frozen(kw_only=True, field_transformer=with_validators)
    class Even:
        number: int = field(default=2, validator=even)

    assert Even(number=4).number == 4
    with pytest.raises(RulesError, match="number must be even, not 3"):
        Even(number=3)


@frozen(kw_only=True, field_transformer=with_validators)
class Wild:
    """An option that is an order, and one that is cards."""

    suits: tuple[Suit, ...] = field(default=tuple(Suit), validator=Permutation(tuple(Suit)))
    wild: Hand = field(default=Hand(), validator=CardSet(PACK_52, 2))


def test_a_permutation_has_each_value_once() -> None:
    turned = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    assert Wild(suits=turned).suits == turned
    wrong = [
        turned[:3],
        (*turned[:3], Suit.SPADES),
        (*turned, Suit.CLUBS),
        list(turned),
        None,
        "CDHS",
        ("♣", "♦", "♥", "♠"),
    ]
    for value in wrong:
        with pytest.raises(RulesError) as caught:
            Wild(suits=value)  # type: ignore[arg-type]  # the fault
        assert str(caught.value) == f"suits must be ♣ ♦ ♥ ♠ in any order, not {shortened(repr(value))}"


def test_a_card_set_is_a_hand_of_different_cards_of_a_pack() -> None:
    assert [len(Wild(wild=Hand.parse(text)).wild) for text in ("", "2C", "2S 2C")] == [0, 1, 2]
    wrong = [Hand.parse("2C 2C"), Hand.parse("2C 3C 4C"), Hand((JOKER,)), Hand((FACE_DOWN,)), PACK_52[:1], "2C", None]
    for value in wrong:
        with pytest.raises(RulesError) as caught:
            Wild(wild=value)  # type: ignore[arg-type]  # the fault
        assert (
            str(caught.value)
            == f"wild must be a hand of at most 2 different cards of the pack, not {shortened(repr(value))}"
        )


@frozen(kw_only=True, field_transformer=with_validators)
class Purses:
    """Options that are the same for all seats or differ by seat."""

    stacks: int | tuple[int, ...] | None = field(default=None, validator=PerSeat(1))
    bonus: int | tuple[int, ...] = field(default=0, validator=PerSeat(0))


def test_a_number_for_all_or_by_seat() -> None:
    for allowed in (None, 1, 10**12, (1,), (3, 1, 2)):
        assert Purses(stacks=allowed).stacks == allowed
    for refused in (0, True, 1.0, "1", (), (1, 0), (1, None), (1, True), [1]):
        with pytest.raises(RulesError) as caught:
            Purses(stacks=refused)  # type: ignore[arg-type]  # the fault
        wanted = "stacks must be a whole number from 1 up or one for each seat or None"
        assert str(caught.value) == f"{wanted}, not {refused!r}"
    with pytest.raises(RulesError, match="bonus must be a whole number from 0 up or one for each seat, not None"):
        Purses(bonus=None)  # type: ignore[arg-type]  # the fault
    for large in (10**12 + 1, (1, 10**5_000)):
        with pytest.raises(RulesError, match="stacks must be at most 1000000000000") as caught:
            Purses(stacks=large)
        assert len(str(caught.value)) < 200


def test_ranges_and_choices_compare_by_value_and_describe_themselves() -> None:
    assert between(3, 7) == Range(3, 7) != at_least(3) == Range(3)
    assert str(Range(1, fractions=True)) == "a number from 1 up"
    assert str(Choice((1, "a", None))) == "1 or 'a' or None"


def test_more_amounts_than_can_be_listed_are_refused() -> None:
    require_listable("limit", range(1, 1_001))
    with pytest.raises(RulesError) as caught:
        require_listable("limit", range(5, 10_000_001, 5))
    assert str(caught.value) == (
        "limit gives 2000000 amounts from 5 to 10000000 in steps of 5; "
        "there may be at most 1000: lower it, or take larger steps"
    )
    with pytest.raises(
        RulesError, match="limit gives 1000000000000000000000 amounts from 1 to 1000000000000000000000 in"
    ):
        require_listable("limit", range(1, 10**21 + 1))


@pytest.mark.parametrize("number", [10**12 + 1, 10**5_000, Fraction(1, 10**12 + 1)], ids=["large", "huge", "part"])
def test_numbers_without_a_limit_of_their_own_are_not_endless(number: int | Fraction) -> None:
    name = "coin" if isinstance(number, int) else "stake"
    with pytest.raises(RulesError, match=f"{name} must be at most 1000000000000") as caught:
        Rules(**{name: number})  # type: ignore[arg-type]  # one of two options
    assert len(str(caught.value)) < 200
    assert Rules(coin=10**12).coin == 10**12


def test_a_huge_number_is_refused_without_printing_it() -> None:
    with pytest.raises(
        RulesError, match="players must be a whole number from 3 to 7, not a number of thousands of digits"
    ):
        Rules(players=10**5_000)

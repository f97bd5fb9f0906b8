"""Fast constructors make the same objects as those of attrs."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from inspect import signature
from typing import Any, Generic, TypeVar

import pytest
from attrs import evolve, field, frozen
from attrs.exceptions import FrozenInstanceError
from attrs.validators import instance_of

from cardrules.fastinit import FastInit, unchecked

T = TypeVar("T")


@frozen
class Plain:
    """A class with the constructor of attrs."""

    coins: int
    _owner: str | None = field(default=None, alias="owner")
    words: tuple[str, ...] = ()


@frozen
class Fast(FastInit):
    """The same class with a fast constructor."""

    coins: int
    _owner: str | None = field(default=None, alias="owner")
    words: tuple[str, ...] = ()


@frozen
class Faster(Fast):
    """A subclass with another field."""

    more: int = 3


@frozen
class Holding(FastInit, Generic[T]):
    """A generic class."""

    held: T


@pytest.mark.parametrize("kind", [Fast, Faster, Holding])
def test_plain_classes_have_a_fast_constructor(kind: type) -> None:
    assert hasattr(vars(kind)["__init__"], "__wrapped__")


def test_the_constructor_takes_the_same_arguments() -> None:
    assert signature(Fast) == signature(Plain)
    assert signature(Fast, follow_wrapped=False) == signature(Plain)
    for fast, plain in (
        (Fast(1), Plain(1)),
        (Fast(1, "me"), Plain(1, "me")),
        (Fast(coins=1, owner="me", words=("a",)), Plain(coins=1, owner="me", words=("a",))),
    ):
        assert repr(fast).removeprefix("Fast") == repr(plain).removeprefix("Plain")
    assert Faster(1, more=2) == Faster(1, None, (), 2) != Faster(1)
    assert Holding[int](1).held == 1


def test_the_constructor_refuses_other_arguments() -> None:
    made: Any = Fast
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'coins'"):
        made()
    with pytest.raises(TypeError, match=r"unexpected keyword argument '_owner'"):
        made(1, _owner="me")


def test_objects_are_frozen_and_compare_by_value() -> None:
    fast = Fast(1)
    with pytest.raises(FrozenInstanceError):
        fast.coins = 2  # type: ignore[misc]  # the fault
    assert {fast, Fast(1)} == {fast}
    assert evolve(fast, owner="me") == Fast(1, "me")
    for same in (copy(fast), deepcopy(fast), pickle.loads(pickle.dumps(fast))):
        assert same == fast
        assert type(same) is Fast


def test_unchecked_constructors_make_the_same_objects() -> None:
    make = unchecked(Validated)
    assert make("ace") == Validated("ace")
    assert type(make("ace")) is Validated
    assert unchecked(Fast)(1, words=("a",)) == Fast(1, words=("a",))
    with pytest.raises(FrozenInstanceError):
        make("ace").name = "king"  # type: ignore[misc]  # the fault


def named(text: str) -> str:
    return text.title()


class Noting(FastInit):
    """A base class that notes when its hooks are called."""

    __slots__ = ()
    noted: list[object] = []  # noqa: RUF012  # shared by all on purpose

    @classmethod
    def last(cls) -> object:
        """Return the last note."""
        return cls.noted[-1]


@frozen
class Before(Noting):
    """A class with a hook before the constructor."""

    name: str

    def __attrs_pre_init__(self) -> None:
        self.noted.append("begun")


@frozen
class After(Noting):
    """A class with a hook after the constructor."""

    name: str

    def __attrs_post_init__(self) -> None:
        self.noted.append(self.name)


@frozen
class Converted(FastInit):
    """A class with a converter."""

    name: str = field(converter=named)


@frozen
class Validated(FastInit):
    """A class with a validator."""

    name: str = field(validator=instance_of(str))


@frozen
class Listed(FastInit):
    """A class with a factory."""

    names: list[str] = field(factory=list)


@frozen(kw_only=True)
class Named(FastInit):
    """A class with keyword-only fields."""

    name: str


@frozen
class Derived(FastInit):
    """A class with a field that is not an argument."""

    name: str
    length: int = field(init=False, default=3)


@frozen(init=False)
class Read(FastInit):
    """A class with a constructor of its own."""

    number: int

    def __init__(self, text: str) -> None:
        object.__setattr__(self, "number", int(text))


@frozen
class Empty(FastInit):
    """A class without fields."""


@frozen(slots=False)
class Loose(FastInit):
    """A class without slots."""

    name: str


@frozen(cache_hash=True)
class Hashed(FastInit):
    """A class that caches its hash."""

    name: str


@pytest.mark.parametrize(
    ("make", "holds"),
    [
        (lambda: Before("ace"), lambda made: (made.name, made.last()) == ("ace", "begun")),
        (lambda: After("ace"), lambda made: (made.name, made.last()) == ("ace", "ace")),
        (lambda: Converted("ace of spades"), lambda made: made.name == "Ace Of Spades"),
        (Listed, lambda made: made.names == [] and made.names is not Listed().names),
        (lambda: Named(name="ace"), lambda made: made.name == "ace"),
        (lambda: Derived("ace"), lambda made: made.length == 3),
        (lambda: Read("7"), lambda made: made.number == 7),
        (Empty, lambda made: made == Empty()),
        (lambda: Loose("ace"), lambda made: made.name == "ace"),
        (lambda: Hashed("ace"), lambda made: hash(made) == hash(Hashed("ace"))),
    ],
)
def test_other_classes_keep_the_constructor_of_attrs(make: Callable[[], Any], holds: Callable[[Any], bool]) -> None:
    made = make()
    assert holds(made)
    assert not hasattr(vars(type(made))["__init__"], "__wrapped__")


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (Validated, (1,), "'name' must be"),
        (Named, ("ace",), "positional argument"),
        (Derived, ("ace", 9), "positional argument"),
    ],
)
def test_other_classes_refuse_the_same_arguments(kind: Any, given: tuple[object, ...], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        kind(*given)


def test_fields_can_have_any_names() -> None:
    @frozen
    class Odd(FastInit):
        kind: int
        Twin: int
        assign: int

    for odd in (Odd(1, 2, 3), unchecked(Odd)(1, 2, 3)):
        assert (type(odd), odd.kind, odd.Twin, odd.assign) == (Odd, 1, 2, 3)


def doubled(number: int) -> int:
    return 2 * number


@frozen
class Doubled(Fast):
    """A class whose constructor does more than that of its base."""

    more: int = field(default=0, converter=doubled)


def test_a_class_based_on_a_fast_one_may_need_the_constructor_of_attrs() -> None:
    made = Doubled(1, "me", more=3)
    assert (made.coins, made.words, made.more) == (1, (), 6)
    for same in (copy(made), pickle.loads(pickle.dumps(made)), Doubled(1, "me", more=3)):
        assert same == made
        assert type(same) is Doubled
    assert evolve(made, coins=2) == Doubled(2, "me", more=6)
    with pytest.raises(FrozenInstanceError):
        made.coins = 3  # type: ignore[misc]  # the fault

"""Objects made in less time are the same objects."""

import pickle
from collections.abc import Callable
from inspect import signature
from typing import Any, Generic, TypeVar

import pytest
from attrs import evolve, field, frozen
from attrs.exceptions import FrozenInstanceError
from attrs.validators import instance_of

from cardrules.quick import Quick

T = TypeVar("T")


@frozen
class Plain:
    """A class as attrs makes it."""

    coins: int
    _owner: str | None = field(default=None, alias="owner")
    words: tuple[str, ...] = ()


@frozen
class Fast(Quick):
    """The same class, made in less time."""

    coins: int
    _owner: str | None = field(default=None, alias="owner")
    words: tuple[str, ...] = ()


@frozen
class Faster(Fast):
    """A class with one field more."""

    more: int = 3


@frozen
class Holding(Quick, Generic[T]):
    """A generic class."""

    held: T


def test_it_is_made_by_the_same_arguments() -> None:
    assert signature(Fast) == signature(Plain)
    for fast, plain in (
        (Fast(1), Plain(1)),
        (Fast(1, "me"), Plain(1, "me")),
        (Fast(coins=1, owner="me", words=("a",)), Plain(coins=1, owner="me", words=("a",))),
    ):
        assert repr(fast).removeprefix("Fast") == repr(plain).removeprefix("Plain")
    assert Faster(1, more=2) == Faster(1, None, (), 2) != Faster(1)
    assert Holding[int](1).held == 1


def test_it_is_not_made_by_others() -> None:
    made: Any = Fast
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'coins'"):
        made()
    with pytest.raises(TypeError, match=r"unexpected keyword argument '_owner'"):
        made(1, _owner="me")


def test_it_is_frozen_and_a_value() -> None:
    fast = Fast(1)
    with pytest.raises(FrozenInstanceError):
        fast.coins = 2  # type: ignore[misc]  # that it cannot be set is the point
    assert {fast, Fast(1)} == {fast}
    assert evolve(fast, owner="me") == Fast(1, "me")
    assert pickle.loads(pickle.dumps(fast)) == fast


def named(text: str) -> str:
    return text.title()


class Counted(Quick):
    """A base whose objects tell when they were made."""

    __slots__ = ()
    made: list[object] = []  # noqa: RUF012  # shared by all on purpose

    def __attrs_post_init__(self) -> None:
        self.made.append(self)


@frozen
class Converted(Quick):
    """A class with a converter."""

    name: str = field(converter=named)


@frozen
class Validated(Quick):
    """A class with a validator."""

    name: str = field(validator=instance_of(str))


@frozen
class Listed(Quick):
    """A class with a factory."""

    names: list[str] = field(factory=list)


@frozen(kw_only=True)
class Named(Quick):
    """A class made by keywords."""

    name: str


@frozen
class Derived(Quick):
    """A class with a field that is not given."""

    name: str
    length: int = field(init=False, default=3)


@frozen
class Noted(Counted):
    """A class that does something afterwards."""

    name: str


@pytest.mark.parametrize(
    ("make", "holds"),
    [
        (lambda: Converted("ace of spades"), lambda made: made.name == "Ace Of Spades"),
        (Listed, lambda made: made.names == [] and made.names is not Listed().names),
        (lambda: Named(name="ace"), lambda made: made.name == "ace"),
        (lambda: Derived("ace"), lambda made: made.length == 3),
        (lambda: Noted("ace"), lambda made: Counted.made[-1] is made),
    ],
)
def test_what_is_not_plain_stays_as_attrs_makes_it(make: Callable[[], Any], holds: Callable[[Any], bool]) -> None:
    assert holds(make())


def test_what_is_checked_stays_checked() -> None:
    made: Any = Validated
    with pytest.raises(TypeError, match="'name' must be"):
        made(1)
    by_keyword: Any = Named
    with pytest.raises(TypeError, match="positional argument"):
        by_keyword("ace")

"""Type hints: those of functions, and the types that they are made of."""

from typing import Annotated, Generic, NewType, TypeVar

import pytest
from attrs import frozen

from cardrules.cards import Hand
from cardrules.hints import field_hints, is_union, members_of, origin_of, parameter_hint, return_hint, unalias
from cardrules.zones import Open, Own

T = TypeVar("T")
Points = NewType("Points", int)


@frozen
class Pair(Generic[T]):
    left: T
    right: tuple[T, ...]
    hands: Own[tuple[Hand, ...]]


def scored(pair: Pair[int], seats: int) -> tuple[int, ...] | None: ...


def test_the_hints_of_a_function() -> None:
    assert parameter_hint(scored) == Pair[int]
    assert return_hint(scored) == tuple[int, ...]


@pytest.mark.parametrize("function", [lambda state: state, lambda: None])
def test_a_function_without_annotations_has_no_hints(function: object) -> None:
    with pytest.raises(TypeError, match=r"must have annotations for its parameters and its result"):
        parameter_hint(function)  # type: ignore[arg-type]  # a function, of no type that says so


def marked(given: Annotated[int | str, "mark"] | None) -> None: ...


def test_the_members_of_nested_unions() -> None:
    assert members_of(parameter_hint(marked)) == (int, str, type(None))
    assert members_of(Points) == (int,)
    assert [is_union(hint) for hint in (int | None, tuple[int, ...], int)] == [True, False, False]


def test_what_a_name_stands_for() -> None:
    assert unalias(Annotated[Points, "mark"]) is int
    assert unalias(Open[Hand]) is Hand
    assert origin_of(Pair[int]) is Pair
    assert origin_of(int) is int


def test_the_fields_of_a_generic_class() -> None:
    hints = field_hints(Pair[str])
    assert (hints["left"], hints["right"]) == (str, tuple[str, ...])
    assert unalias(hints["hands"]) == tuple[Hand, ...]
    assert field_hints(Pair)["left"] is T

"""Budgets: how they are written, and how they are spent."""

from time import monotonic

import pytest

from cardrules.thinking.budgets import Budget, BudgetError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("200i", Budget(iterations=200)),
        ("1i", Budget(iterations=1)),
        ("0.5", Budget(seconds=0.5)),
        ("0.5s", Budget(seconds=0.5)),
        ("3", Budget(seconds=3.0)),
    ],
)
def test_a_budget_is_read_as_it_is_written(text: str, budget: Budget) -> None:
    assert Budget.parse(text) == budget
    assert Budget.parse(str(budget)) == budget


@pytest.mark.parametrize("text", ["", "i", "0i", "-1i", "1.5i", "0", "-2", "soon", "9999999999", "9999999999i", "5si"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BudgetError, match="a number of iterations such as 200i, or of seconds such as"):
        Budget.parse(text)


def test_a_budget_is_one_of_the_two() -> None:
    with pytest.raises(BudgetError, match="not 5 and 1"):
        Budget(5, 1)
    with pytest.raises(BudgetError, match="not nothing"):
        Budget()


def test_iterations_are_counted() -> None:
    assert list(Budget(iterations=3).spend()) == [0, 1, 2]


def test_seconds_pass_and_the_first_iteration_is_always_made() -> None:
    begun = monotonic()
    assert len(list(Budget(seconds=0.02).spend())) > 1
    assert monotonic() - begun < 5
    assert list(Budget(seconds=1e-12).spend()) == [0]

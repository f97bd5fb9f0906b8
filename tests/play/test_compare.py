"""Comparison of variants on the same deals."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from cardrules.games import oh_hell
from cardrules.play.compare import Comparison, Difference, Variant, compare
from cardrules.play.players import random_player
from cardrules.play.simulate import SimulationError, process_pool, simulate
from tests.play.test_simulate import first_move

HOOK = {
    name: Variant[Any, Any, Any](oh_hell.Rules(players=3, deals=2, hook=hook))
    for name, hook in (("with", True), ("without", False))
}


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(oh_hell, HOOK, n=300, seed=2)


def test_each_variant_has_the_summary_that_it_has_alone(comparison: Comparison) -> None:
    assert comparison.summaries == {
        name: simulate(oh_hell, variant.rules, n=300, seed=2) for name, variant in HOOK.items()
    }


def test_differences_are_those_of_the_same_game(comparison: Comparison) -> None:
    one, two = comparison.summaries.values()
    assert [gain.mean for gain in comparison.differences] == [b - a for a, b in zip(one.means, two.means, strict=True)]
    assert [(gain.variant, gain.seat) for gain in comparison.differences] == [("without", seat) for seat in range(3)]
    apart = [sqrt(a**2 + b**2) for a, b in zip(one.standard_errors, two.standard_errors, strict=True)]
    assert all(gain.error < error for gain, error in zip(comparison.differences, apart, strict=True))


@pytest.mark.parametrize("executor", [lambda: ThreadPoolExecutor(2), lambda: process_pool(2)])
def test_a_comparison_is_the_same_whoever_plays(executor: Any, comparison: Comparison) -> None:
    with executor() as several:
        assert compare(oh_hell, HOOK, n=300, seed=2, executor=several) == comparison


def test_a_comparison_can_be_kept_and_gone_on_with(tmp_path: Path, comparison: Comparison) -> None:
    path = tmp_path / "run.db"
    compare(oh_hell, HOOK, n=100, seed=2, store=path)
    assert compare(oh_hell, HOOK, n=300, seed=2, store=path) == comparison


def test_the_same_rules_do_not_differ() -> None:
    rules = oh_hell.Rules(players=3, deals=1)
    same = compare(oh_hell, {"a": Variant(rules), "b": Variant(rules)}, n=50)
    assert {gain.interval for gain in same.differences} == {(0.0, 0.0)}
    assert not any(gain.is_real for gain in same.differences)


def test_players_vary_too() -> None:
    rules = oh_hell.Rules(players=3, deals=1)
    variants = {
        "random": Variant[Any, Any, Any](rules, [random_player] * 3),
        "first": Variant[Any, Any, Any](rules, [first_move, *[random_player] * 2]),
    }
    both = compare(oh_hell, variants, n=400)
    assert both.summaries["first"] == simulate(oh_hell, rules, variants["first"].players, n=400)
    assert both.differences[0].is_real


def test_seats_that_only_one_variant_has_are_left_out() -> None:
    variants = {f"{players}": Variant[Any, Any, Any](oh_hell.Rules(players=players, deals=1)) for players in (4, 3)}
    both = compare(oh_hell, variants, n=20)
    assert [len(summary.scores) for summary in both.summaries.values()] == [4, 3]
    assert [gain.seat for gain in both.differences] == [0, 1, 2]
    assert [panel.title for panel in both.plot().panels] == [
        "mean score and its error",
        "winners",
        *(f"score of seat {seat}" for seat in range(4)),
        "moves of a game",
    ]


def test_a_comparison_ends_when_the_error_of_the_differences_is_small_enough() -> None:
    both = compare(oh_hell, HOOK, n=10**6, seed=2, error=0.2)
    assert max(gain.error for gain in both.differences) <= 0.2
    assert both == compare(oh_hell, HOOK, n=next(iter(both.summaries.values())).games, seed=2)


def test_the_interval_is_that_of_the_normal_distribution() -> None:
    gain = Difference("b", 0, {1: 50, 3: 50})  # the mean 2, the variance 100/99
    reach = 1.959964 * sqrt(100 / 99 / 100)
    assert gain.mean == Fraction(2)
    assert gain.interval == pytest.approx((2 - reach, 2 + reach))
    assert gain.is_real
    assert Difference("b", 0, {-1: 50, -3: 50}).is_real
    assert not Difference("b", 0, {-1: 50, 1: 50}).is_real


def test_a_comparison_as_text(comparison: Comparison) -> None:
    text = str(comparison).splitlines()
    assert text[0] == "300 games of each variant, on the same deals"
    assert text[2].split() == ["variant", "seat", "mean", "score", "error", "games", "won"]
    assert text[10].startswith("score above with  seat")
    assert {line.split()[-1] for line in text[11:]} <= {"yes", "no"}
    assert len(text) == 14
    assert str(compare(oh_hell, HOOK, n=0)) == "0 games of each variant, on the same deals"
    assert str(compare(oh_hell, HOOK, n=1)).splitlines()[-1].split()[-2:] == ["-", "no"]


def test_a_comparison_needs_two_variants() -> None:
    with pytest.raises(SimulationError, match=r"^a comparison needs two variants or more, not 1$"):
        compare(oh_hell, {"alone": HOOK["with"]})

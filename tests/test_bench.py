"""The benchmarks run; ``nox -s bench`` measures."""

from platform import python_implementation, python_version
from random import Random

import pytest

from bench import __main__ as bench
from bench import faults, worlds
from bench.faults import Fault, Found
from bench.players import (
    AGAINST_EACH_OTHER,
    AGAINST_RANDOM,
    ITERATIONS,
    TARGETS,
    Share,
    against_each_other,
    against_random,
    matches,
    thinking,
)
from bench.playouts import INSTALLED, playouts
from bench.races import Race, our_deals, our_hands, races
from cardrules import catalogue
from cardrules.play.compare import NORMAL
from tests.sheets import hand

TIMES = bench.Times.of([1e-6, 2e-6, 3e-6], [1e-8, 1e-8, 1e-8])


def test_each_game_is_measured_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--repeats", "1", "--least", "0"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{python_implementation()} {python_version()}, on which a turn of the loop takes ")
    assert [name for name in playouts() if printed.count(f"\n{name} ") == 0] == []
    assert ("OpenSpiel oh_hell, cloned" in printed) == INSTALLED
    assert "import cardrules: " in printed
    assert [race.name for race in races() if f"\n{race.name}: " not in printed] == []


def test_a_missed_target_is_reported() -> None:
    slow = {name: bench.Times.of([1.0], [1e-8]) for name in playouts()}
    fast = {name: bench.Times.of([1e-9], [1e-8]) for name in playouts()}
    reported = bench.missed(slow, {"import cardrules": bench.Times.of([0.1], [1e-8])}, [])
    assert "a decision of devils_grip takes 100000000 turns of the loop, more than 267" in reported
    assert "a decision of oh_hell takes 100000000 turns of the loop, more than 370" in reported
    assert reported[-1] == "import cardrules takes 0.100 s, more than 0.06"
    assert len(reported) == len(catalogue.NAMES) + 1
    assert bench.missed(fast, {"import cardrules": bench.Times.of([1e-3], [1e-8])}, []) == []


def test_worlds_are_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(worlds, "RULES", {"oh_hell for 3": ("oh_hell", {"players": 3, "deals": 3})})
    monkeypatch.setattr(worlds, "DECISIONS", 1_000_000)
    assert bench.main(["--worlds", "--moments", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("oh_hell for 3 ")


def test_a_world_that_could_not_have_been_is_a_missed_target() -> None:
    results = {"spades": worlds.Drawn(9, 0.5, 0.25, 100, 61), "macao": worlds.Drawn(9, 0, 0, 100, 61)}
    assert worlds.missed_worlds(results) == [
        "25.0% of the worlds of spades could not have been",
        "a world of spades takes 61 decisions, more than 60",
    ]


def test_a_lost_race_is_reported() -> None:
    race = Race("games", our_deals, our_deals, 2)
    ours, theirs = bench.Times.of([1.0, 1.0, 1.0], [1e-8] * 3), bench.Times.of([1.0, 1.5, 3.0], [1e-8] * 3)
    fast = {name: bench.Times.of([1e-9], [1e-8]) for name in playouts()}
    assert bench.missed(fast, {}, [bench.Result(race, ours, theirs)]) == ["games: 1.50 times as fast, less than 2"]
    assert bench.missed(fast, {}, [bench.Result(Race("games", our_deals, our_deals, 1.5), ours, theirs)]) == []


def test_a_race_counts_the_work_of_each_side() -> None:
    assert our_hands([hand("AS KD 9H 5C 3D")] * 3)(Random(0)) == 3
    result = bench.run(Race("games", our_deals, our_deals, 1), 2, 0)
    assert result.ours.seconds != result.theirs.seconds
    assert len(result.ours.turns) == 2


def test_times_are_compared_repeat_by_repeat() -> None:
    assert TIMES.turns == pytest.approx((100, 200, 300))
    assert TIMES.over(bench.Times.of([1e-6, 1e-6, 1e-6], [1e-8, 1e-8, 1e-8])) == pytest.approx(2)


def test_the_interval_of_a_share_is_wilsons() -> None:
    """At its ends the share that was seen is 1.96 standard deviations away from the true one."""
    for end in Share(80, 100, 0.5).interval:
        assert abs(0.8 - end) == pytest.approx(NORMAL * (end * (1 - end) / 100) ** 0.5)


@pytest.mark.parametrize(("won", "verdict"), [(80, "more"), (20, "less"), (55, "no difference")])
def test_a_share_differs_if_its_interval_leaves_the_fair_one_out(won: int, verdict: str) -> None:
    assert Share(won, 100, 0.5).verdict == verdict


def test_sides_take_turns_at_the_seats() -> None:
    tree = thinking("oh_hell", 2)
    assert against_random("oh_hell", tree).sides == ((0,), (1,), (2,), (3,))
    assert against_random("spades", tree).sides == ((0, 2), (1, 3))
    assert against_each_other("klaberjass", tree, tree).sides == ((0,), (1,))


def test_sides_that_are_alike_win_half_of_the_games_on_the_same_deals() -> None:
    tree = thinking("devils_hand", 2)
    assert against_each_other("devils_hand", tree, tree).round(0) == Share(10.0, 20, 0.5)


def test_every_match_is_listed() -> None:
    listed = list(matches(list(TARGETS)))
    between = sum(
        len(games) * (2 if iterations == ITERATIONS else 3) for iterations, games in AGAINST_EACH_OTHER.items()
    )
    assert len(listed) == len(AGAINST_RANDOM) + between
    assert {match.game for _, match, _ in listed} == set(TARGETS) == set(AGAINST_RANDOM)


def test_matches_are_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    few = [("tree search against random", against_random("devils_hand", thinking("devils_hand", 1)), 80)]
    monkeypatch.setattr("bench.players.matches", lambda _: few)
    assert bench.main(["--players", "devils_hand", "ruka_dyavola", "--games", "20"]) == 0
    printed = capsys.readouterr().out
    assert "| devils_hand | tree search against random | 1i | 20 | " in printed
    assert "| ruka_dyavola | random | 20 | " in printed
    monkeypatch.setitem(TARGETS, "devils_hand", 1.1)
    assert bench.main(["--players", "devils_hand", "--games", "20", "--check"]) == 1


def test_each_fault_of_the_sample_can_be_planted() -> None:
    """Where a game has changed, a fault must be changed too, or left out."""
    sample = faults.faults()
    for fault in sample:
        module = faults.PACKAGE / "games" / fault.module
        assert fault.planted_in(module.read_text(encoding="utf-8")) != module.read_text(encoding="utf-8")
        catalogue.game(fault.game).Rules(**fault.options)
    assert {fault.game for fault in sample} == set(catalogue.NAMES)


def test_a_line_that_is_not_there_once_is_refused() -> None:
    with pytest.raises(ValueError, match=r"thirteen/__init__\.py has 2 times, not once: a"):
        Fault("thirteen/__init__.py", "number", "a", "b").planted_in("aa")


def test_faults_are_planted_and_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One cannot be imported, one has no options, one breaks a law, one empties the phases, one is not seen."""
    sample = [
        Fault("thirteen/__init__.py", "number", "RULES_VERSION: Final = 1", "RULES_VERSION: Final = 1 / 0"),
        Fault("ruka_dyavola/rules.py", "comparison", "if self.stake_limit is None", "if self.stake_limit is not None"),
        Fault("ruka_dyavola/__init__.py", "branch", "return _exchange(state, chosen) if", "return _stop(state) if"),
        Fault(
            "devils_hand/rules.py", "number", "max_raises: int = field(default=3", "max_raises: int = field(default=2"
        ),
    ]
    monkeypatch.setattr(faults, "faults", lambda: sample)
    assert bench.main(["--faults", "ruka_dyavola", "devils_hand", "thirteen"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "| ZeroDivisionError when the game is imported | 0 | 0.0 |" in lines[2]
    assert "| TypeError when options are made | 0 | 0.0 |" in lines[3]
    assert "`return _exchange(state, chosen) if` becomes `return _stop(state) if` | moves differ | 1 |" in lines[4]
    assert "| nothing | 25 |" in lines[5]
    assert "| ruka_dyavola | 2 | 2 | 0 | 1 |" in lines
    assert lines[-1] == "| all | 4 | 3 | 0 | 0 |"


def test_a_fault_is_told_by_what_is_never_seen_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    fault = Fault("macao/__init__.py", "branch", "", "", {"overdraw": "bust"})
    usual = (
        "no move replace is ever legal",
        "of the moves show, 3 are never legal, such as show 2",
        "Table.held is always 0",
    )
    monkeypatch.setattr("cardrules.verify.never_seen", lambda *_: usual)
    seen = (
        "no move show is ever legal",
        "of the moves show, 2 are never legal, such as show 3",
        "Table.held is always 1",
    )
    found = faults.unusual(fault, Found("", 25, 1.0, seen))
    assert found.unseen == ("no move show is ever legal",)
    assert found.by == "told: no move show is ever legal"
    assert faults.unusual(fault, Found("play ends", 1, 1.0)).by == "play ends"


def test_a_copy_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "LIMIT", 0.001)
    old = "RULES_VERSION: Final = 1"
    assert faults.found_in_copy(Fault("thirteen/__init__.py", "number", old, old)).by == "nothing"

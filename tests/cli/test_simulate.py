"""``cardrules simulate``."""

import csv
import json
import re
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from cardrules.cli.numbers import as_csv, as_json
from cardrules.cli.simulate import _told
from cardrules.game import Outcome
from cardrules.games import oh_hell
from cardrules.play.compare import Variant, compare
from cardrules.play.simulate import Progress, simulate
from cardrules.play.simulation.chunks import Collected
from cardrules.play.simulation.counts import Counts, Played, Tally
from cardrules.play.summary import Summary
from tests.cli.screen import carry_out, refused

ONE_DEAL = ("simulate", "oh_hell", "-o", "players=3", "-o", "deals=1", "--seed", "0")


def without_time(out: str) -> str:
    """Return the output of a simulation without the time that it took."""
    return re.sub(r"decisions in .*", "", out)


def test_the_output_is_the_summary_of_the_library_below_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, *ONE_DEAL, "-n", "100")
    assert done.code == 0
    assert done.lines[0] == "Oh Hell · seed 0 · players=3 · deals=1"
    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1), n=100, seed=0)
    assert without_time("\n".join(done.lines[1:])) == without_time(str(summary))


def test_the_result_is_the_same_for_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    outs = {without_time(carry_out(capsys, *ONE_DEAL, "-n", "120", "--jobs", jobs).out) for jobs in ("1", "2")}
    assert len(outs) == 1


def test_the_drawn_seed_repeats_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, *ONE_DEAL[:-2], "-n", "20")
    seed = done.lines[0].split()[4]
    assert without_time(carry_out(capsys, *ONE_DEAL[:-2], "-n", "20", "--seed", seed).out) == without_time(done.out)


def test_a_thousand_games_are_played_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert carry_out(capsys, *ONE_DEAL).lines[1].startswith("1,000 games, ")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of other systems")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_games_so_far(jobs: str) -> None:
    argv = (sys.executable, "-m", "cardrules", *ONE_DEAL, "-n", "100000000", "--jobs", jobs)
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603  # the command itself
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert err == ""
    assert "games until the interruption, " in out
    assert "mean score" in out


def test_the_pool_is_made_for_the_number_of_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pools: list[tuple[int, int]] = []

    def pool(count: int, games: int) -> nullcontext[None]:
        pools.append((count, games))
        return nullcontext()

    monkeypatch.setattr("cardrules.play.simulate.process_pool", pool)
    assert carry_out(capsys, *ONE_DEAL, "-n", "2", "--jobs", "64").code == 0
    assert pools == [(64, 2)]


def test_options_vary_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    argv = (*ONE_DEAL, "-n", "30", "--vary", "hook=true,false", "--vary", "players=3,4")
    done = carry_out(capsys, *argv)
    rules = {
        f"hook={hook}".lower() + f", players={players}": Variant[Any, Any, Any](
            oh_hell.Rules(players=players, deals=1, hook=hook)
        )
        for hook in (True, False)
        for players in (3, 4)
    }
    assert "\n".join(done.lines[1:]) == str(compare(oh_hell, rules, n=30, seed=0))
    assert carry_out(capsys, *argv, "--jobs", "2").out == done.out


def test_games_are_played_until_the_error_is_small_enough(capsys: pytest.CaptureFixture[str]) -> None:
    done = carry_out(capsys, *ONE_DEAL, "--error", "0.15")
    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1), n=10**9, seed=0, error=0.15)
    assert without_time("\n".join(done.lines[1:])) == without_time(str(summary))
    assert carry_out(capsys, *ONE_DEAL, "--error", "0.15", "-n", "20").lines[1].startswith("20 games, ")


def test_a_run_is_kept_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = (*ONE_DEAL, "--store", str(tmp_path / "run.db"))
    for games in ("40", "80"):
        stored = carry_out(capsys, *kept, "-n", games).out
        assert without_time(stored) == without_time(carry_out(capsys, *ONE_DEAL, "-n", games).out)


def test_charts_are_drawn_as_text_and_as_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chart.svg"
    out = carry_out(capsys, *ONE_DEAL, "-n", "30", "--bars", "--plot", str(file)).out
    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1), n=30, seed=0)
    assert out.endswith(f"\n\n{summary.plot()}\n")
    assert file.read_text(encoding="utf-8") == summary.plot().svg()
    both = (*ONE_DEAL, "-n", "30", "--vary", "hook=true,false", "--plot", str(file))
    assert carry_out(capsys, *both).code == 0  # a picture is replaced
    assert "hook=false" in file.read_text(encoding="utf-8")
    plain = carry_out(capsys, *ONE_DEAL, "-n", "30", "--bars", "--ascii").out
    assert plain.isascii()
    assert "####" in plain


def test_the_numbers_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, data = tmp_path / "numbers.csv", tmp_path / "numbers.json"
    argv = (*ONE_DEAL, "-n", "30", "--csv", str(table), "--json", str(data))
    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1), n=30, seed=0)
    for _ in range(2):  # they are replaced
        carry_out(capsys, *argv)
        rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
        scores = [
            {int(r["value"]): int(r["games"]) for r in rows if (r["what"], r["seat"]) == ("score", str(seat))}
            for seat in range(3)
        ]
        assert tuple(scores) == summary.scores
        winners = {r["value"]: int(r["games"]) for r in rows if r["what"] == "winners"}
        assert winners == {" ".join(map(str, seats)): games for seats, games in summary.winners.items()}
        assert {int(r["value"]): int(r["games"]) for r in rows if r["what"] == "moves"} == summary.lengths
        told = json.loads(data.read_text(encoding="utf-8"))["simulation"]
        (variant,) = told["variants"]
        assert (told["seed"], variant["games"], told["differences"]) == (0, 30, [])
        assert variant["means"] == [*map(float, summary.means)]
        assert [dict(pairs) for pairs in variant["scores"]] == [*summary.scores]


def test_the_numbers_of_a_comparison_have_the_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, data = tmp_path / "numbers.csv", tmp_path / "numbers.json"
    argv = (
        "simulate",
        "macao",
        "--seed",
        "1",
        "-n",
        "1",
        "--vary",
        "banks=30,50",
        "--csv",
        str(table),
        "--json",
        str(data),
    )
    assert carry_out(capsys, *argv).code == 0
    told = json.loads(data.read_text(encoding="utf-8"))["simulation"]
    assert [variant["variant"] for variant in told["variants"]] == ["banks=30", "banks=50"]
    assert told["differences"][0]["interval"] == [None, None]  # of one game
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert sum(row["what"] == "difference" for row in rows) == len(told["differences"])


def test_pandas_reads_the_numbers_as_the_guide_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    page = (Path(__file__).parents[2] / "docs" / "howto" / "simulate.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(import pandas.*?)\n```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    carry_out(capsys, *ONE_DEAL, "-n", "30", "--vary", "hook=true,false", "--csv", "numbers.csv")
    found: dict[str, Any] = {}
    exec(code, found)  # noqa: S102  # our own page
    summary = simulate(oh_hell, oh_hell.Rules(players=3, deals=1, hook=True), n=30, seed=0)
    assert list(found["means"]["hook=true"]) == pytest.approx([*map(float, summary.means)])
    assert found["shares"]["hook=true"].sum() == pytest.approx(1)


def test_fractions_are_written_as_decimals() -> None:
    summary = Summary(
        1, False, ({Fraction(1, 2): 1},), {(0,): 1}, {"grade": {"low": 1}}, {2: 1}, 1, 1.0, lowest_wins=True
    )
    text = as_csv({"a": summary}, [])
    assert text == "variant,what,seat,value,games\na,penalty,0,0.5,1\na,winners,,0,1\na,moves,,2,1\na,grade,,low,1\n"
    variant = json.loads(as_json({"a": summary}, [], 1))["simulation"]["variants"][0]
    assert (variant["scores"], variant["errors"], variant["details"]) == ([[[0.5, 1]]], [None], {"grade": [["low", 1]]})


@pytest.mark.parametrize(
    ("option", "what"), [("--plot", "picture"), ("--csv", "CSV of a simulation"), ("--json", "JSON of a simulation")]
)
def test_other_files_are_not_written_over(
    option: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann")
    assert refused(capsys, *ONE_DEAL, option, str(file)) == f"{file} exists and is no {what}: name another file"
    assert file.read_text() == "Dear Ann"
    for place in (tmp_path / "nowhere" / "file", tmp_path):
        assert refused(capsys, *ONE_DEAL, option, str(place)) == f"{place}: no file can be written there"


def test_files_that_the_system_refuses_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    file = tmp_path / "chart.svg"
    done = carry_out(capsys, *ONE_DEAL, "-n", "5", "--plot", str(file))
    assert (done.code, done.err) == (2, f"cardrules: {file}: No space left on device\n")


def test_nothing_is_written_without_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> Summary:
        return Summary(0, True, (), {}, {}, {}, 0, 1.0)

    monkeypatch.setattr("cardrules.play.simulate.simulate", interrupted)
    file = tmp_path / "chart.svg"
    assert carry_out(capsys, *ONE_DEAL, "--plot", str(file), "--bars").code == 130
    assert not file.exists()


def test_progress_shows_the_pace_the_means_and_the_time_left() -> None:
    shown: list[tuple[int, str]] = []
    tell = _told(lambda done, words: shown.append((done, words)))
    games = Counts.of([Played(Outcome((score,), ()), 1, 1) for score in (0, 0, 2, 2)])
    progress = Progress(4, 1000, 2.0, 0, None, Collected(1000, settled=Tally((games,))))
    tell(progress)
    tell(evolve(progress, seconds=2.1))  # too early
    tell(evolve(progress, seconds=4.0, stored=4))
    assert shown == [
        (4, "2 games/s · means 1.00 · error 0.58 · 498 s left"),
        (4, "0 games/s · means 1.00 · error 0.58"),
    ]


def test_bad_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "simulate", "chess").startswith("no game 'chess'")
    assert "argument -n: must be a whole number from 1 to 1000000000, not '0'" in refused(capsys, *ONE_DEAL, "-n", "0")
    assert "argument --jobs: must be a whole number" in refused(capsys, *ONE_DEAL, "--jobs", "many")
    for error in ("0", "none", "inf"):
        message = f"argument --error: must be a number above 0, not '{error}'"
        assert message in refused(capsys, *ONE_DEAL, "--error", error)
    for vary in ("hook", "hook=true", "hook=true,true"):
        message = f"what varies is given as name=value,value with two values or more, not '{vary}'"
        assert refused(capsys, *ONE_DEAL, "--vary", vary) == message
    assert refused(capsys, *ONE_DEAL[:-2], "--store", "x") == "--store needs --seed: another seed is another run"
    assert refused(capsys, "simulate", "oh_hell", "-o", "deals=99").startswith("deals must be at most 13")

"""``cardrules simulate``."""

import re
import signal
import subprocess
import sys
import time
from contextlib import nullcontext

import pytest

from cardrules.games import oh_hell
from cardrules.play.simulate import simulate
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


def test_bad_arguments_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "simulate", "chess").startswith("no game 'chess'")
    assert "argument -n: must be a whole number from 1 to 1000000000, not '0'" in refused(capsys, *ONE_DEAL, "-n", "0")
    assert "argument --jobs: must be a whole number" in refused(capsys, *ONE_DEAL, "--jobs", "many")
    assert refused(capsys, "simulate", "oh_hell", "-o", "deals=99").startswith("deals must be at most 13")

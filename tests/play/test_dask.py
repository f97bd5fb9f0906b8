"""Simulations by a cluster of Dask: the same summary as alone, also when a worker is killed."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import frozen

from cardrules.games import oh_hell
from cardrules.play.compare import Variant, compare
from cardrules.play.players import random_player
from cardrules.play.simulate import simulate

distributed = pytest.importorskip("distributed", reason="Dask is not installed")

pytestmark = [
    pytest.mark.filterwarnings("default"),  # those of Dask are not ours
    pytest.mark.skipif(sys.platform == "win32", reason="signals of other systems"),
]

RULES = oh_hell.Rules(players=3, deals=1)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as connected:
        yield connected


def test_a_cluster_gives_the_same_summary(client: Any, tmp_path: Path) -> None:
    with client.get_executor() as executor:
        for error in (None, 0.17):
            how: dict[str, Any] = {"n": 1200, "seed": 4, "error": error}
            alone = simulate(oh_hell, RULES, **how)
            assert simulate(oh_hell, RULES, **how, executor=executor) == alone
            assert simulate(oh_hell, RULES, **how, executor=executor, store=tmp_path / f"{error}.db") == alone
        variants = {
            f"{hook}": Variant[Any, Any, Any](oh_hell.Rules(players=3, deals=1, hook=hook)) for hook in (True, False)
        }
        assert compare(oh_hell, variants, 200, executor=executor) == compare(oh_hell, variants, 200)


@frozen
class Deadly:
    """A player who kills its process while there is a file."""

    path: str

    def __call__(self, _view: object, moves: tuple[Any, ...], _rng: Random) -> Any:
        """Play the first move."""
        try:
            Path(self.path).unlink()
        except FileNotFoundError:
            return moves[0]
        os.kill(os.getpid(), signal.SIGKILL)
        return None


def test_a_killed_worker_costs_a_retry_and_not_the_result(client: Any, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    players: list[Any] = [Deadly(str(trap)), *[random_player] * 2]
    alone = simulate(oh_hell, RULES, players, 500)
    trap.touch()
    with client.get_executor() as executor:
        summary = simulate(oh_hell, RULES, players, 500, executor=executor)
    assert not trap.exists()
    assert summary == alone

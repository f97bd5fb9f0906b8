"""The same seed gives the same game on every Python, with every hash seed, whatever else draws random numbers."""

import hashlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from cardrules import catalogue
from cardrules.chance import choice
from cardrules.game import NATURE, playout, replay, shuffle, states
from cardrules.games import oh_hell
from cardrules.play.simulate import simulate
from cardrules.play.table import Table
from cardrules.serial import Json
from cardrules.zones import cards_in, determinize, view

every_game = pytest.mark.parametrize("name", catalogue.NAMES)


def digest(name: str, seed: str = "0:0") -> str:
    """Return a digest of all the moves of a random game and its outcome."""
    game = catalogue.game(name)
    record = playout(game, game.Rules(), Random(seed))
    parts = [*map(repr, record.moves), repr(game.outcome(replay(game, record)))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_hash_seeds_change_nothing(hash_seed: str) -> None:
    program = "from tests.test_determinism import *; print(*map(digest, catalogue.NAMES))"
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    printed = subprocess.run(  # noqa: S603  # this interpreter runs our own program
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert printed.split() == list(map(digest, catalogue.NAMES))


@every_game
def test_other_seeds_give_other_games(name: str) -> None:
    assert len({digest(name, f"0:{number}") for number in range(20)}) == 20


@every_game
def test_the_global_generator_is_neither_changed_nor_read(name: str) -> None:
    game = catalogue.game(name)

    def everything() -> list[object]:
        """Do everything in the library that uses chance."""
        rules = game.Rules()
        record = playout(game, rules, Random(3))
        form = Json(game)
        table = Table(game, rules, seed=3)
        while table.to_act is not None:
            table.play(choice(table.legal_moves, table.rng))
        early = list(states(game, record))[: len(record.moves) // 2 + 1]
        everybody = cards_in(early[0])
        filled = [determinize(view(state, 0), everybody, Random(3)) for state in early]
        return [form.parse_record(form.dumps(record)), table.record, filled, simulate(game, rules, n=2)]

    done = []
    for seed in (1, 2):
        random.seed(seed)
        before = random.getstate()
        done.append(everything())
        assert random.getstate() == before
    assert done[0] == done[1]


def stepwise(seed: int) -> Iterator[oh_hell.State]:
    """Yield the states of a random game, each made when it is asked for."""
    rng = Random(seed)
    state: oh_hell.State = oh_hell.start(oh_hell.Rules(players=3))
    while state.to_act is not None:
        move = shuffle(state, rng) if state.to_act is NATURE else choice(oh_hell.legal_moves(state), rng)
        state = oh_hell.apply(state, move)
        yield state


def test_interleaved_games_do_not_affect_each_other() -> None:
    interleaved = list(zip(stepwise(1), stepwise(2), strict=True))
    assert interleaved == list(zip(list(stepwise(1)), list(stepwise(2)), strict=True))

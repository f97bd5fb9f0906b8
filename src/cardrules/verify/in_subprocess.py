"""The same game in another process, with another hash seed: what a law compares."""

import hashlib
import os
import pickle
import subprocess
import sys
from typing import TypeVar

import attrs

from cardrules.errors import RecordError
from cardrules.game import Game, Record, StateLike, states
from cardrules.moves import words
from cardrules.play.pickling import dumps
from cardrules.verify.trace import NotPromisedError, Trace
from cardrules.zones import zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def state_digests(game: Game[R, S, M], record: Record[R, M]) -> list[str]:
    """A text for each state of a record, which tells apart other cards, other moves and another order of them."""
    return [_digest(game, state) for state in states(game, record)]


def _digest(game: Game[R, S, M], state: S) -> str:
    lying = [f"{zone.name}: {' '.join(card.text for card in zone.cards)}" for zone in zones(state)]
    moves = list(map(words, game.legal_moves(state)))
    told = repr((type(state).__name__, state.to_act, lying, moves, game.outcome(state)))
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def digests_in_subprocess(line: Trace[R, S, M], hash_seed: int) -> list[str]:
    """What :func:`state_digests` gives for the line in a new process; it ends with the error, if one was raised there."""
    try:
        sent = dumps((line.game, line.record))
    except pickle.PicklingError as error:
        raise NotPromisedError(f"the game cannot be sent to another process: {error}") from error
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(  # this interpreter and a program of our own
        [sys.executable, "-c", "from cardrules.verify import in_subprocess; in_subprocess.answer()"],
        input=sent,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path},
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise NotPromisedError(f"the game cannot be played in another process: {done.stderr.decode().splitlines()[-1]}")
    return done.stdout.decode().splitlines()


def answer() -> None:
    """Print the digests of the record that is pickled on standard input: the other half of :func:`digests_in_subprocess`."""
    game, record = pickle.load(sys.stdin.buffer)  # noqa: S301  # written by this module
    try:
        for state in states(game, record):
            print(_digest(game, state))  # noqa: T201  # the answer
    except RecordError as error:
        print(error)  # noqa: T201  # the answer

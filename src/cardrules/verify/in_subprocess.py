"""Digests of the states of a game, and the same digests from other processes, for a law to compare."""

import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeVar

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
    """Return a digest of each state of a record, which other cards, other moves or another order of them change."""
    return [_digest(game, state) for state in states(game, record)]


def _digest(game: Game[R, S, M], state: S) -> str:
    cards = [f"{zone.name}: {' '.join(card.text for card in zone.cards)}" for zone in zones(state)]
    moves = list(map(words, game.legal_moves(state)))
    described = repr((type(state).__name__, state.to_act, cards, moves, game.outcome(state)))
    return hashlib.sha256(described.encode()).hexdigest()[:12]


_PROGRAM: Final = "import sys; sys.path[:] = sys.argv[1:]; from cardrules.verify.in_subprocess import answer; answer()"


def digests_in_subprocesses(trace: Trace[R, S, M], hash_seeds: Sequence[int]) -> list[list[str]]:
    """Return the :func:`state_digests` of a trace from new processes, one for each hash seed.

    A list ends with the error if the process raised one. Modules are found where they are found here, in the working
    directory last: a file there that happens to have the name of another module is not run. Raises
    :class:`~cardrules.verify.trace.NotPromisedError` for a game that another process cannot play.
    """
    try:
        pickled = dumps((trace.game, trace.record))
    except pickle.PicklingError as error:
        raise NotPromisedError(f"the game cannot be sent to another process: {error}") from error
    processes = [_started(hash_seed) for hash_seed in hash_seeds]
    return [_digests_from(process, pickled) for process in processes]


def _started(hash_seed: int) -> "subprocess.Popen[bytes]":
    here = Path.cwd()
    path = sorted(sys.path, key=lambda entry: Path(entry).absolute() == here)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.Popen(  # noqa: S603  # this interpreter and a program of our own
        [sys.executable, "-P", "-B", "-c", _PROGRAM, *path],
        env=environment | {"PYTHONHASHSEED": str(hash_seed)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _digests_from(process: "subprocess.Popen[bytes]", pickled: bytes) -> list[str]:
    output, errors = process.communicate(pickled)
    if process.returncode:
        reason = (errors.decode(errors="replace").splitlines() or [f"it ended with code {process.returncode}"])[-1]
        raise NotPromisedError(f"the game cannot be played in another process: {reason}")
    return output.decode().splitlines()


def answer() -> None:
    """Print the digests of the record that is pickled on standard input, as :func:`digests_in_subprocesses` asks for."""
    game, record = pickle.load(sys.stdin.buffer)  # noqa: S301  # written by this module
    lines: list[str] = []
    try:
        lines.extend(_digest(game, state) for state in states(game, record))
    except RecordError as error:
        lines.append(str(error))
    sys.stdout.buffer.write("\n".join(lines).encode())
    sys.stdout.buffer.flush()

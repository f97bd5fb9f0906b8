"""Laws of keeping: of states and records that are copied, stored, or played again elsewhere."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import attrs

from cardrules.errors import MissingExtraError, RecordError
from cardrules.game import Game, StateLike, replay
from cardrules.verify.in_subprocess import digests_in_subprocess, state_digests
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, require
from cardrules.verify.transform import as_tuples
from cardrules.zones import view

if TYPE_CHECKING:
    from cardrules.serial import Json

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")


def states_survive_copying(moment: Moment[R, S, M]) -> None:
    """States survive copying and pickling, and records replay to equal states."""
    state = moment.state
    copies: dict[str, Callable[[], S]] = {
        "copied": lambda: copy(state),
        "copied deeply": lambda: deepcopy(state),
        "pickled": lambda: pickle.loads(pickle.dumps(state)),  # noqa: S301  # our own bytes
    }
    for done, again in copies.items():
        new = again()
        require(new == state and as_tuples(new) == as_tuples(state), f"{done}, the state is another")
        require(hash(new) == hash(state), f"{done}, the state hashes differently")
    if moment.last and moment.line.crash is None:
        record = pickle.loads(pickle.dumps(moment.line.record))  # noqa: S301  # our own bytes
        require(replay(moment.game, record) == state, "replayed, the record gives another state")


def json_round_trips(moment: Moment[R, S, M]) -> None:
    """States, views, moves, outcomes and records come back from JSON as they were."""
    game, state = moment.game, moment.state
    form = _json(game)
    for seat in (None, *range(moment.line.seats)):
        _require_json(form.parse_view, form.dumps, view(state, seat))
    _require_json(form.parse_state, form.dumps, state)
    for move in islice(game.legal_moves(state), 5):
        _require_json(form.parse_move, form.dumps, move)
    outcome = game.outcome(state)
    if outcome is not None:
        _require_json(form.parse_outcome, form.dumps, outcome)
    if moment.last and moment.line.crash is None:
        _require_json(form.parse_record, form.dumps, moment.line.record)


def _json(game: Game[R, S, M]) -> "Json[R, S, M]":
    try:
        from cardrules.serial import Json  # noqa: PLC0415  # it needs an extra of its own

        return Json(game)
    except (MissingExtraError, TypeError) as error:
        raise NotPromisedError(str(error)) from error


def _require_json(read: Callable[[str], object], write: Callable[[T], str], value: T) -> None:
    try:
        back = read(write(value))
    except (RecordError, TypeError) as error:
        raise BrokenLawError(f"the JSON of {value!r}: {error}") from error
    require(back == value and as_tuples(back) == as_tuples(value), f"{value!r} comes back from JSON as {back!r}")


def subprocesses_agree(moment: Moment[R, S, M]) -> None:
    """Another process, with another hash seed, lists the same moves in the same order and comes to the same states."""
    line = moment.line
    if line.crash is not None:
        return
    for seed in (1, 2):
        there, here = digests_in_subprocess(line, seed), state_digests(line.game, line.record)
        at = next((at for at, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), None)
        require(at is None, f"after {at} moves another process has other moves or another state")
        require(len(here) == len(there), f"another process stops after {len(there) - 1} moves: {there[-1]}")

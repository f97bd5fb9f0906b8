"""Laws of storage: of states and records that are copied, stored, or replayed in another process."""

import pickle
from collections.abc import Callable
from copy import copy, deepcopy
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import attrs

from cardrules.errors import MissingExtraError, RecordError
from cardrules.game import Game, StateLike, replay
from cardrules.verify.in_subprocess import digests_in_subprocesses, state_digests
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, require
from cardrules.verify.transform import same
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
    for described, make in copies.items():
        new = make()
        require(new == state and same(new, state), f"{described}, the state is another")
        require(hash(new) == hash(state), f"{described}, the state hashes differently")
    if moment.last and moment.trace.crash is None:
        record = pickle.loads(pickle.dumps(moment.trace.record))  # noqa: S301  # our own bytes
        require(replay(moment.game, record) == state, "replayed, the record leads to another state")


def json_round_trips(moment: Moment[R, S, M]) -> None:
    """States, views, moves, outcomes and records are parsed from their JSON as they were."""
    game, state = moment.game, moment.state
    json = _json(game)
    for seat in (None, *range(moment.trace.seats)):
        _require_json(json.parse_view, json.dumps, view(state, seat))
    _require_json(json.parse_state, json.dumps, state)
    for move in islice(game.legal_moves(state), 5):
        _require_json(json.parse_move, json.dumps, move)
    outcome = game.outcome(state)
    if outcome is not None:
        _require_json(json.parse_outcome, json.dumps, outcome)
    if moment.last and moment.trace.crash is None:
        _require_json(json.parse_record, json.dumps, moment.trace.record)


_latest: list[object] = []
"""The game that was asked for last, and its JSON, which takes longer to make than to use."""


def _json(game: Game[R, S, M]) -> "Json[R, S, M]":
    if not _latest or _latest[0] is not game:
        _latest[:] = game, _new_json(game)
    json: Json[R, S, M] = _latest[1]  # type: ignore[assignment]  # made for this very game
    return json


def _new_json(game: Game[R, S, M]) -> "Json[R, S, M]":
    try:
        from cardrules.serial import Json  # noqa: PLC0415  # needs an extra of its own

        return Json(game)
    except (MissingExtraError, TypeError) as error:
        raise NotPromisedError(str(error)) from error


def _require_json(parse: Callable[[str], object], dumps: Callable[[T], str], value: T) -> None:
    try:
        parsed = parse(dumps(value))
    except (RecordError, TypeError) as error:
        raise BrokenLawError(f"the JSON of {value!r}: {error}") from error
    require(parsed == value and same(parsed, value), f"{value!r} comes back from JSON as {parsed!r}")


def subprocesses_agree(moment: Moment[R, S, M]) -> None:
    """Another process, with another hash seed, lists the same moves in the same order and reaches the same states."""
    trace = moment.trace
    if trace.crash is not None:
        return
    ours = state_digests(trace.game, trace.record)
    for theirs in digests_in_subprocesses(trace, hash_seeds=(1, 2)):
        place = next((at for at, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other), None)
        require(place is None, f"after {place} moves another process has other moves or another state")
        require(len(ours) == len(theirs), f"another process stops after {len(theirs) - 1} moves: {theirs[-1]}")

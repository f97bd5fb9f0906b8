"""What players of OpenSpiel see of a state."""

from typing import Any, Protocol, TypeAlias

import numpy as np
import pyspiel

from cardrules.adapters.episodes import Task
from cardrules.adapters.histories import History
from cardrules.game import StateLike
from cardrules.play.facts import facts
from cardrules.play.text import format_state
from cardrules.seats import Seat
from cardrules.zones import view

Tensor: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
"""An array of numbers of single precision."""


class HasHistory(Protocol):
    """A state that knows the game so far."""

    @property
    def played(self) -> History[Any, Any, Any]:
        """The game so far."""
        ...


class CardObserver:
    """What a player sees now, as named tensors and as text; with perfect recall, all that it has seen, as text alone."""

    def __init__(self, task: Task[Any, Any, Any], kind: pyspiel.IIGObservationType) -> None:
        """Make a tensor of zeros, unless text alone is wanted."""
        self._task, self._recall = task, kind.perfect_recall
        self._public, self._private = kind.public_info, kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor: Tensor | None = None
        self.dict: dict[str, Tensor] = {}
        """The parts of the tensor by name."""
        if not self._recall:
            features = task.features
            self.tensor = np.zeros(features.size, np.float32)
            self.dict = {name: self.tensor[at].reshape(features.shapes[name]) for name, at in features.slices.items()}

    def _seat(self, player: int) -> int | None:
        return self._task.players[player] if self._private else None

    def set_from(self, state: HasHistory, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self.tensor is not None:
            self.tensor[:] = self._task.features.numbers(state.played.state, self._seat(player))

    def string_from(self, state: HasHistory, player: int) -> str:
        """Return what a player sees or has seen as text."""
        seat, history = self._seat(player), state.played
        if self._recall:
            return str(history.information(seat))
        if not self._public:
            return _private_text(history.state, seat)
        return format_state(view(history.state, seat))


def _private_text(state: StateLike, seat: Seat | None) -> str:
    """Return what a seat sees that spectators do not, as text."""
    public = facts(view(state, None))
    hidden = (own for own in facts(view(state, seat)) if own not in public)
    return "; ".join(
        f"{own.name} {own.by_seat[seat] if own.by_seat and seat is not None else own.value}" for own in hidden
    )

"""Undo by agreement: one seat asks, the others agree or refuse."""

from attrs import evolve, frozen

from cardrules.errors import CardRulesError
from cardrules.seats import Seat


class NothingToUndoError(CardRulesError, ValueError):
    """No move can be taken back."""

    code = "nothing_to_undo"


class UndoRequestError(CardRulesError, ValueError):
    """A request for an undo, or an answer to one, from a seat that cannot give it now."""

    code = "undo_request"


@frozen
class UndoRequest:
    """The request of a seat to take back its last move and all moves after it."""

    seat: Seat
    """The seat that asked."""

    waiting: tuple[Seat, ...]
    """The seats that have yet to agree, in ascending order."""

    agreed: tuple[Seat, ...] = ()
    """The seats that have agreed, in ascending order."""

    def answered(self, seat: Seat, *, agree: bool) -> "UndoRequest | None":
        """Return the request after the answer of ``seat``; ``None`` if it is refused or withdrawn.

        The seat that asked withdraws its request by not agreeing. Raises :class:`UndoRequestError` for any other seat.
        """
        withdrawn = seat == self.seat and not agree
        if not withdrawn and seat not in self.waiting:
            asked = ", ".join(map(str, self.waiting))
            raise UndoRequestError(f"seat {seat} has no undo to agree to; still to answer: {asked}")
        if not agree:
            return None
        waiting = tuple(other for other in self.waiting if other != seat)
        return evolve(self, waiting=waiting, agreed=tuple(sorted((*self.agreed, seat))))

"""The laws: what holds for every game, at every moment of it.

Each law is a function of a :class:`~cardrules.verify.trace.Moment`. It returns when the law holds there, raises
:class:`~cardrules.verify.trace.BrokenLawError` when it does not, and
:class:`~cardrules.verify.trace.NotPromisedError` when the game says nothing that it could check. The first line of its
docstring states the law.
"""

from random import Random
from typing import Final, Protocol, TypeVar

import attrs
from attrs import frozen

from cardrules.chance import shuffled
from cardrules.game import StateLike
from cardrules.verify.laws.information import hand_order_stays_secret as hand_order_stays_secret
from cardrules.verify.laws.information import own_view_gives_legal_moves as own_view_gives_legal_moves
from cardrules.verify.laws.information import secrets_stay_secret as secrets_stay_secret
from cardrules.verify.laws.information import views_can_be_determinized as views_can_be_determinized
from cardrules.verify.laws.information import views_hide_what_zones_say as views_hide_what_zones_say
from cardrules.verify.laws.information import zones_are_declared as zones_are_declared
from cardrules.verify.laws.play import cards_are_conserved as cards_are_conserved
from cardrules.verify.laws.play import functions_are_pure as functions_are_pure
from cardrules.verify.laws.play import listed_moves_apply as listed_moves_apply
from cardrules.verify.laws.play import money_adds_up as money_adds_up
from cardrules.verify.laws.play import moves_are_listed_while_a_seat_acts as moves_are_listed_while_a_seat_acts
from cardrules.verify.laws.play import moves_parse_from_their_words as moves_parse_from_their_words
from cardrules.verify.laws.play import other_moves_are_refused as other_moves_are_refused
from cardrules.verify.laws.play import play_ends as play_ends
from cardrules.verify.laws.play import scores_are_in_bounds as scores_are_in_bounds
from cardrules.verify.laws.play import seats_are_symmetric as seats_are_symmetric
from cardrules.verify.laws.play import suits_are_symmetric as suits_are_symmetric
from cardrules.verify.laws.storage import json_round_trips as json_round_trips
from cardrules.verify.laws.storage import states_survive_copying as states_survive_copying
from cardrules.verify.laws.storage import subprocesses_agree as subprocesses_agree
from cardrules.verify.trace import Moment, Trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class Check(Protocol):
    """A law as a function."""

    __name__: str

    def __call__(self, moment: Moment[R, S, M], /) -> None:
        """Return if the law holds at the moment; raise if it does not, or if there is nothing to check."""
        ...


@frozen
class Law:
    """A law with its name and statement, and where in a line it is looked at."""

    check: Check
    moments: int | None
    """At how many moments of a line; ``None`` is at all. The last is always among them."""
    lines: int | None = None
    """On how many lines of a run; ``None`` is on all."""

    @property
    def name(self) -> str:
        """The name in words, "cards are conserved"."""
        return self.check.__name__.replace("_", " ")

    @property
    def statement(self) -> str:
        """What holds."""
        return (self.check.__doc__ or "").partition("\n")[0]

    def places(self, line: Trace[R, S, M]) -> list[int]:
        """The places of the moments at which to look at ``line``, in order."""
        last = len(line.states) - 1
        if self.moments is None or self.moments > last:
            return list(range(last + 1))
        some = shuffled(range(last), Random(f"{line.seed}:{self.name}"))[: self.moments - 1]
        return sorted([*some, last])


LAWS: Final = (
    Law(cards_are_conserved, None),
    Law(moves_are_listed_while_a_seat_acts, 40),
    Law(listed_moves_apply, 20),
    Law(other_moves_are_refused, 6),
    Law(functions_are_pure, 8),
    Law(play_ends, 1),
    Law(scores_are_in_bounds, 1),
    Law(money_adds_up, None),
    Law(views_hide_what_zones_say, 4),
    Law(secrets_stay_secret, 6),
    Law(hand_order_stays_secret, 6),
    Law(own_view_gives_legal_moves, 40),
    Law(views_can_be_determinized, 6),
    Law(states_survive_copying, 6),
    Law(json_round_trips, 3),
    Law(moves_parse_from_their_words, 20),
    Law(seats_are_symmetric, 1),
    Law(suits_are_symmetric, 1),
    Law(zones_are_declared, 40),
    Law(subprocesses_agree, 1, lines=1),
)
"""All the laws, each with the number of moments of a line at which it is looked at."""

"""The laws: what holds for every game, at every moment of it.

Each law is a function of a :class:`~cardrules.verify.line.Moment`. It returns when the law holds there, raises
:class:`~cardrules.verify.line.BrokenLawError` when it does not, and
:class:`~cardrules.verify.line.NotPromisedError` when the game says nothing that it could check. The first line of its
docstring states the law.
"""

from random import Random
from typing import Final, Protocol, TypeVar

import attrs
from attrs import frozen

from cardrules.chance import shuffled
from cardrules.game import StateLike
from cardrules.verify.laws.keeping import nothing_is_lost_in_json as nothing_is_lost_in_json
from cardrules.verify.laws.keeping import processes_agree as processes_agree
from cardrules.verify.laws.keeping import states_survive as states_survive
from cardrules.verify.laws.play import cards_are_conserved as cards_are_conserved
from cardrules.verify.laws.play import listed_moves_apply as listed_moves_apply
from cardrules.verify.laws.play import money_adds_up as money_adds_up
from cardrules.verify.laws.play import moves_are_listed_while_a_seat_acts as moves_are_listed_while_a_seat_acts
from cardrules.verify.laws.play import moves_have_words as moves_have_words
from cardrules.verify.laws.play import nothing_changes_by_itself as nothing_changes_by_itself
from cardrules.verify.laws.play import other_moves_are_refused as other_moves_are_refused
from cardrules.verify.laws.play import play_ends as play_ends
from cardrules.verify.laws.play import scores_are_in_bounds as scores_are_in_bounds
from cardrules.verify.laws.play import seats_are_alike as seats_are_alike
from cardrules.verify.laws.play import suits_are_alike as suits_are_alike
from cardrules.verify.laws.sight import orders_stay_secret as orders_stay_secret
from cardrules.verify.laws.sight import own_view_suffices as own_view_suffices
from cardrules.verify.laws.sight import secrets_stay_secret as secrets_stay_secret
from cardrules.verify.laws.sight import views_can_be_filled as views_can_be_filled
from cardrules.verify.laws.sight import views_hide_what_zones_say as views_hide_what_zones_say
from cardrules.verify.laws.sight import zones_are_declared as zones_are_declared
from cardrules.verify.line import Line, Moment

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

    def places(self, line: Line[R, S, M]) -> list[int]:
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
    Law(nothing_changes_by_itself, 8),
    Law(play_ends, 1),
    Law(scores_are_in_bounds, 1),
    Law(money_adds_up, None),
    Law(views_hide_what_zones_say, 4),
    Law(secrets_stay_secret, 6),
    Law(orders_stay_secret, 6),
    Law(own_view_suffices, 40),
    Law(views_can_be_filled, 6),
    Law(states_survive, 6),
    Law(nothing_is_lost_in_json, 3),
    Law(moves_have_words, 20),
    Law(seats_are_alike, 1),
    Law(suits_are_alike, 1),
    Law(zones_are_declared, 40),
    Law(processes_agree, 1, lines=1),
)
"""All the laws, each with the number of moments of a line at which it is looked at."""

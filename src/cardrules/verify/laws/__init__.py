"""The laws: what holds for every game, at every moment of it.

Each law is a function of a :class:`~cardrules.verify.trace.Moment`. It returns if the law holds there, raises
:class:`~cardrules.verify.trace.BrokenLawError` if it does not, and
:class:`~cardrules.verify.trace.NotPromisedError` if the game promises nothing that it could check. The first line of its
docstring states the law.
"""

from collections.abc import Iterable
from random import Random
from typing import Final, Protocol, TypeVar

import attrs
from attrs import frozen

from cardrules.chance import shuffled
from cardrules.game import Shuffled, StateLike
from cardrules.verify.laws.facts import moves_have_numbers as moves_have_numbers
from cardrules.verify.laws.facts import other_places_do_not_matter as other_places_do_not_matter
from cardrules.verify.laws.facts import seats_are_as_told as seats_are_as_told
from cardrules.verify.laws.facts import standings_end_as_scores as standings_end_as_scores
from cardrules.verify.laws.facts import what_is_alike_makes_no_difference as what_is_alike_makes_no_difference
from cardrules.verify.laws.information import AHEAD
from cardrules.verify.laws.information import hand_order_stays_secret as hand_order_stays_secret
from cardrules.verify.laws.information import moves_hide_what_zones_say as moves_hide_what_zones_say
from cardrules.verify.laws.information import own_view_gives_legal_moves as own_view_gives_legal_moves
from cardrules.verify.laws.information import secrets_stay_secret as secrets_stay_secret
from cardrules.verify.laws.information import views_can_be_determinized as views_can_be_determinized
from cardrules.verify.laws.information import views_hide_what_zones_say as views_hide_what_zones_say
from cardrules.verify.laws.information import zones_are_declared as zones_are_declared
from cardrules.verify.laws.knowledge import knowledge_tells_what_was_seen as knowledge_tells_what_was_seen
from cardrules.verify.laws.knowledge import worlds_fit_what_was_seen as worlds_fit_what_was_seen
from cardrules.verify.laws.play import cards_are_conserved as cards_are_conserved
from cardrules.verify.laws.play import functions_are_pure as functions_are_pure
from cardrules.verify.laws.play import funds_are_no_debts as funds_are_no_debts
from cardrules.verify.laws.play import leaders_win as leaders_win
from cardrules.verify.laws.play import listed_moves_apply as listed_moves_apply
from cardrules.verify.laws.play import money_adds_up as money_adds_up
from cardrules.verify.laws.play import moves_are_listed_while_a_seat_acts as moves_are_listed_while_a_seat_acts
from cardrules.verify.laws.play import moves_differ as moves_differ
from cardrules.verify.laws.play import moves_parse_from_their_words as moves_parse_from_their_words
from cardrules.verify.laws.play import only_the_referee_rules as only_the_referee_rules
from cardrules.verify.laws.play import other_moves_are_refused as other_moves_are_refused
from cardrules.verify.laws.play import play_ends as play_ends
from cardrules.verify.laws.play import scores_are_in_bounds as scores_are_in_bounds
from cardrules.verify.laws.states import games_start as games_start
from cardrules.verify.laws.states import states_are_values as states_are_values
from cardrules.verify.laws.storage import json_round_trips as json_round_trips
from cardrules.verify.laws.storage import states_survive_copying as states_survive_copying
from cardrules.verify.laws.storage import subprocesses_agree as subprocesses_agree
from cardrules.verify.laws.symmetry import longer_matches_begin_alike as longer_matches_begin_alike
from cardrules.verify.laws.symmetry import money_scales as money_scales
from cardrules.verify.laws.symmetry import ranks_are_symmetric as ranks_are_symmetric
from cardrules.verify.laws.symmetry import seats_are_symmetric as seats_are_symmetric
from cardrules.verify.laws.symmetry import suits_are_symmetric as suits_are_symmetric
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


SHUFFLES: Final = 3
"""The number of shuffles of a trace after which a law that looks ahead is checked."""

TURNS: Final = 400
"""The most moves of a trace that are replayed to look at changes of phase, and then at changes of actor."""


def after_some_shuffles(trace: Trace[R, S, M]) -> Iterable[int]:
    """Return the places just after some of the full shuffles of a trace, all of them in a game of few deals."""
    return (place + 1 for place in shuffled(trace.full_shuffles, Random(f"{trace.seed}:shuffles"))[:SHUFFLES])


def turns(trace: Trace[R, S, M]) -> Iterable[int]:
    """Yield the places just after a shuffle, and then after changes of phase and of actor, all of them in a short game."""
    states, moves = trace.states, trace.moves
    yield from (place for place in range(1, len(states)) if isinstance(moves[place - 1], Shuffled))
    places = shuffled(range(1, len(states)), Random(f"{trace.seed}:turns"))
    phases = [place for place in places if type(states[place]) is not type(states[place - 1])]
    budget = TURNS
    for place in (*phases, *places):
        budget -= place - trace.full_shuffle_before(place)
        if budget < 0:
            return
        if states[place].to_act != states[place - 1].to_act:
            yield place


class Places(Protocol):
    """A function that picks places of a trace."""

    def __call__(self, trace: Trace[R, S, M], /) -> Iterable[int]:
        """Return the numbers of moves after which to look."""
        ...


def _nowhere(_trace: Trace[R, S, M]) -> Iterable[int]:
    return ()


def _at_start(_trace: Trace[R, S, M]) -> Iterable[int]:
    return (0,)


@frozen
class Law:
    """A law with its name and statement, and the moments of a trace at which it is checked."""

    check: Check
    moments: int | None
    """The number of random moments of a trace at which it is checked, the last always among them; ``None`` is all."""
    traces: int | None = None
    """The number of traces of a run on which it is checked; ``None`` is all."""
    basic: bool = False
    """Whether other laws rest on it, and are not checked if it is broken."""
    always: Places = _nowhere
    """The places at which it is checked besides."""
    ahead: int = 0
    """The number of moves after a moment that it looks at."""

    @property
    def name(self) -> str:
        """The name in words, "cards are conserved"."""
        return self.check.__name__.replace("_", " ")

    @property
    def statement(self) -> str:
        """What holds, in a sentence."""
        return (self.check.__doc__ or "").partition("\n")[0]

    def places(self, trace: Trace[R, S, M]) -> list[int]:
        """Return the places of the moments at which it is checked, in order."""
        last = max(len(trace.states) - 1, 0)
        if self.moments is None or self.moments > last:
            return list(range(last + 1))
        sample = shuffled(range(last), Random(f"{trace.seed}:{self.name}"))[: self.moments - 1]
        return sorted({*sample, last, *self.always(trace)} & set(range(last + 1)))


LAWS: Final = (
    Law(games_start, 1, basic=True, always=_at_start),
    Law(states_are_values, 8, basic=True),
    Law(zones_are_declared, 40, basic=True),
    Law(cards_are_conserved, None),
    Law(moves_are_listed_while_a_seat_acts, 40),
    Law(listed_moves_apply, 20),
    Law(moves_differ, 8),
    Law(other_moves_are_refused, 6),
    Law(only_the_referee_rules, 40),
    Law(functions_are_pure, 8),
    Law(play_ends, 1),
    Law(scores_are_in_bounds, 1),
    Law(leaders_win, 1),
    Law(money_adds_up, None),
    Law(funds_are_no_debts, None),
    Law(views_hide_what_zones_say, 4),
    Law(moves_hide_what_zones_say, 40),
    Law(secrets_stay_secret, 6, always=turns),
    Law(hand_order_stays_secret, 6, always=after_some_shuffles, ahead=AHEAD),
    Law(own_view_gives_legal_moves, 40),
    Law(views_can_be_determinized, 6),
    Law(knowledge_tells_what_was_seen, 4),
    Law(worlds_fit_what_was_seen, 2),
    Law(states_survive_copying, 6),
    Law(json_round_trips, 3),
    Law(moves_parse_from_their_words, 20),
    Law(seats_are_as_told, 40),
    Law(standings_end_as_scores, 20),
    Law(other_places_do_not_matter, 1, always=after_some_shuffles),
    Law(moves_have_numbers, 20),
    Law(what_is_alike_makes_no_difference, 6, always=turns),
    Law(seats_are_symmetric, 1),
    Law(suits_are_symmetric, 1),
    Law(ranks_are_symmetric, 1),
    Law(money_scales, 1),
    Law(longer_matches_begin_alike, 1),
    Law(subprocesses_agree, 1, traces=1),
)
"""All the laws, in the order in which they are checked."""

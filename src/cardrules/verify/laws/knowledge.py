"""Laws of knowledge: of information sets, and of the worlds that fit them."""

from collections.abc import Mapping
from typing import TypeVar

import attrs

from cardrules.cards import Card
from cardrules.chance import choice
from cardrules.game import StateLike, mover_of
from cardrules.knowledge.information import InformationSet, remembered
from cardrules.knowledge.worlds import NoWorldError, World, find, is_possible
from cardrules.renaming import replace_cards
from cardrules.seats import Seat
from cardrules.verify.trace import Moment, Trace, require
from cardrules.verify.worlds import exchange_for, replayed, unseen
from cardrules.zones import view, view_of_move

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def knowledge_tells_what_was_seen(moment: Moment[R, S, M]) -> None:
    """What a seat knows stays the same if cards that it has not seen change places, and differs if one that it has seen does."""
    trace = moment.trace
    seat = choice(range(trace.seats), moment.rng)
    start, cards = exchange_for(moment, seat)
    other = _exchanged(moment, start, cards)
    ours = _part(trace, start, start + len(other.moves))
    same = _known(other, seat) == _known(ours, seat)
    require(same, f"seat {seat} knows the difference if cards that it has not seen change places")
    _require_difference(moment, seat, start)
    if isinstance(moment.state.to_act, int):
        _require_moves(moment, moment.state.to_act)


def _require_moves(moment: Moment[R, S, M], seat: Seat) -> None:
    """Raise :class:`BrokenLawError` if the moves of a seat depend on how it holds its cards, which is no knowledge."""
    legal = moment.game.legal_moves
    sorted_ = legal(_known(_part(moment.trace, moment.place, moment.place), seat).view)
    same = set(sorted_) == set(legal(moment.state))
    require(same, f"seat {seat} has other moves when it sorts its hand; does the game promise that hand_order_matters?")


def _require_difference(moment: Moment[R, S, M], seat: Seat, start: int) -> None:
    """Let a card that the seat has seen since the deal be one that it has not, as far as the moves allow it."""
    trace = moment.trace
    hidden = unseen(trace, start, moment.place, seat)
    shown = sorted(
        {card for place in range(start + 1, moment.place + 1) for card in trace.cards_shown(place, seat)},
        key=lambda card: card.index,
    )
    if not hidden or not shown:
        return
    one, other = choice(shown, moment.rng), choice(hidden, moment.rng)
    changed = _exchanged(moment, start, {one: other, other: one})
    end = start + len(changed.moves)
    saw = any(one in trace.cards_shown(place, seat) for place in range(start + 1, end + 1))
    same = _known(changed, seat) == _known(_part(trace, start, end), seat)
    require(not (saw and same), f"seat {seat} saw {one}, and would know as much of {other}")


def _exchanged(moment: Moment[R, S, M], start: int, cards: Mapping[Card, Card]) -> Trace[R, S, M]:
    """Return the game from a shuffle on with other cards, as far as the moves are allowed then."""
    trace = moment.trace
    moves = tuple(replace_cards(move, cards) for move in trace.moves[start : moment.place])
    states = tuple(state for _, state in replayed(trace, start, trace.states[start], moves))
    return Trace(trace.game, trace.rules, (trace.states[start], *states), moves[: len(states)])


def _part(trace: Trace[R, S, M], start: int, end: int) -> Trace[R, S, M]:
    """Return the game between two places."""
    return Trace(trace.game, trace.rules, trace.states[start : end + 1], trace.moves[start:end])


def _known(trace: Trace[R, S, M], seat: Seat | None) -> InformationSet[S, M]:
    """Return what a seat knows that has seen all of a game."""
    steps = zip(trace.states, trace.moves, trace.states[1:], strict=False)
    seen = [(view_of_move(move, mover_of(was, move), seat), view(state, seat)) for was, move, state in steps]
    ordered = trace.promises.hand_order_matters
    return remembered(seat, ordered=ordered, first=view(trace.states[0], seat), seen=seen)


def worlds_fit_what_was_seen(moment: Moment[R, S, M]) -> None:
    """The game that was played fits what a seat has seen of it, and so does every world that is found."""
    trace, game, place = moment.trace, moment.game, moment.place
    seat = moment.state.to_act
    if not isinstance(seat, int):
        seat = choice(range(trace.seats), moment.rng)
    start = trace.full_shuffle_before(place)
    known = _known(_part(trace, start, place), seat)
    truth: World[S, M] = World(trace.states[start], trace.moves[start:place], moment.state)
    require(is_possible(game, known, truth), f"what was played is not possible by what seat {seat} has seen of it")
    try:
        sampler = find(game, trace.rules, known, moment.rng)
    except NoWorldError:  # a search may give up where worlds are rare: no fault of the game
        return
    for _ in range(3):
        require(is_possible(game, known, sampler.draw()), f"a world for seat {seat} shows it other things than it saw")

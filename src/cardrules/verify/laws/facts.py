"""Laws of facts: what a game tells of its table, its scores, its shuffles and its moves before it is played."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Final, TypeVar

import attrs

from cardrules.cards import Card, Hand
from cardrules.chance import shuffled
from cardrules.game import Shuffled, StateLike, pack_of
from cardrules.moves import IllegalMoveError
from cardrules.numbering import NumberingError
from cardrules.renaming import replace_cards
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, Trace, require
from cardrules.verify.transform import reorder_hands
from cardrules.zones import CardField, cards_in, map_zones, view

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

AHEAD: Final = 100
"""The number of moves for which play is followed after what is alike has changed places."""


def seats_are_as_told(moment: Moment[R, S, M]) -> None:
    """The table has as many seats as the game says, and those that it does not name never have a choice."""
    promises, seat = moment.trace.promises, moment.state.to_act
    if promises.seats is None:
        raise NotPromisedError("the game does not say how many seats there are")
    if moment.trace.shows_seats:
        require(moment.trace.seats == promises.seats, f"there are {moment.trace.seats} seats, not {promises.seats}")
    deciding = range(promises.seats) if promises.deciding is None else promises.deciding
    if isinstance(seat, int) and seat not in deciding:
        moves = len(moment.game.legal_moves(moment.state))
        require(moves == 1, f"seat {seat} has {moves} moves, and is not among {tuple(deciding)}, who decide")


def standings_end_as_scores(moment: Moment[R, S, M]) -> None:
    """Each state tells where the seats stand, in exact numbers; at the end these are their scores."""
    standing = moment.trace.promises.standing
    if standing is None:
        raise NotPromisedError("the game does not say where the seats stand")
    now, outcome = standing(moment.state), moment.game.outcome(moment.state)
    if moment.trace.shows_seats:
        require(len(now) == moment.trace.seats, f"{len(now)} seats stand somewhere, and there are {moment.trace.seats}")
    for seat, amount in enumerate(now):
        require(type(amount) in (int, Fraction), f"seat {seat} stands at {amount!r}, which is no exact number")
    if outcome is not None and len(outcome.scores) == len(now):  # of other numbers of scores another law tells
        require(now == outcome.scores, f"the seats stand at {now} at the end, and their scores are {outcome.scores}")


def other_places_do_not_matter(moment: Moment[R, S, M]) -> None:
    """Cards at places of a shuffle that the game says are not reached do not show: in another order all views are the same."""
    trace, place = moment.trace, moment.place
    reached = trace.promises.reached
    if reached is None:
        raise NotPromisedError("the game does not say how much of a shuffle matters")
    if not place or not isinstance(move := trace.moves[place - 1], Shuffled):
        return
    before = trace.states[place - 1]
    others = sorted(set(range(len(move.cards))).difference(reached(before)))
    if not others:
        return
    state = moment.game.apply(before, Shuffled(_reordered(move.cards, others, shuffled(others, moment.rng))))
    at = place
    try:
        for at, other in _until_mixed(trace, place, state):
            if any(view(other, seat) != trace.view(at, seat) for seat in (*range(trace.seats), None)):
                raise BrokenLawError(f"the order of the cards at the places {others} shows {at - place} moves later")
    except IllegalMoveError:
        raise BrokenLawError(
            f"with the cards at the places {others} in another order, a move is not allowed {at - place} moves later"
        ) from None


def _until_mixed(trace: Trace[R, S, M], place: int, state: S) -> Iterator[tuple[int, S]]:
    """Yield another ``state`` than the trace has at ``place``, and those to which the moves lead from it.

    It ends where a shuffle makes the two games one, which a shuffle of cards used up so far does not.
    """
    yield place, state
    for at, move in enumerate(trace.moves[place:], place):
        if isinstance(move, Shuffled) and pack_of(state) != pack_of(trace.states[at]):
            return
        state = trace.game.apply(state, move)
        if isinstance(move, Shuffled) and state == trace.states[at + 1]:
            return
        yield at + 1, state


def _reordered(cards: Hand, places: Sequence[int], others: Sequence[int]) -> Hand:
    """Return the cards with those at some ``places`` replaced by those at ``others``."""
    new = list(cards)
    for place, other in zip(places, others, strict=True):
        new[place] = cards[other]
    return Hand(new)


def moves_have_numbers(moment: Moment[R, S, M]) -> None:
    """Every listed move has a number, the same in the view of the seat to act and in whatever order hands are held."""
    if moment.trace.promises.moves is None:
        raise NotPromisedError("the game does not say which moves there are")
    seat = moment.state.to_act
    if not isinstance(seat, int):
        return
    try:
        numbered = moment.trace.numbering.legal(moment.state)
    except NumberingError as error:
        raise BrokenLawError(str(error)) from error
    seen = moment.trace.view(moment.place, seat)
    if not moment.trace.promises.hand_order_matters:
        seen = map_zones(seen, lambda part, content: reorder_hands(part, content, moment.rng))
    require(moment.trace.numbering.legal(seen) == numbered, "held in another order, the cards give moves other numbers")


def what_is_alike_makes_no_difference(moment: Moment[R, S, M]) -> None:
    """Play goes on as before if cards trade places that the game says are alike, or lie in another order where it means nothing."""
    trace, promises = moment.trace, moment.trace.promises
    if promises.alike is None and not promises.unordered:
        raise NotPromisedError("the game does not say what is alike")
    trades = _trades(moment)

    def reorder(part: CardField, content: object) -> object:
        return _shuffled(content, moment.rng) if part.name in promises.unordered else content

    state = map_zones(replace_cards(moment.state, trades), reorder)
    for at, move in enumerate(trace.moves[moment.place : moment.place + AHEAD], moment.place):
        try:
            state = moment.game.apply(state, replace_cards(move, trades))
        except IllegalMoveError as error:
            raise BrokenLawError(
                f"{_traded(trades)}, a move is not allowed {at - moment.place} moves later: {error}"
            ) from error
        now, before = _course(moment, state), _course(moment, trace.states[at + 1])
        require(now == before, f"{_traded(trades)}, play goes another way {at + 1 - moment.place} moves later")


def _trades(moment: Moment[R, S, M]) -> Mapping[Card, Card]:
    """Return which card takes the place of each card, one of the same kind of which the pack has as many copies."""
    alike = moment.trace.promises.alike
    kinds = {} if alike is None else alike(moment.state)
    copies = Counter(cards_in(moment.trace.states[0]))
    groups: dict[object, list[Card]] = {}
    for card, count in copies.items():
        groups.setdefault((kinds.get(card, card), count), []).append(card)
    return {
        card: other for cards in groups.values() for card, other in zip(cards, shuffled(cards, moment.rng), strict=True)
    }


def _shuffled(content: object, rng: Random) -> object:
    if isinstance(content, Hand):
        return type(content)(shuffled(content, rng))
    return tuple(_shuffled(part, rng) for part in content) if isinstance(content, tuple) else content


def _course(moment: Moment[R, S, M], state: S) -> tuple[object, ...]:
    """Return what tells the course of play: the phase, who acts, and where the seats stand or what they have scored."""
    standing, outcome = moment.trace.promises.standing, moment.game.outcome(state)
    return type(state), state.to_act, standing and standing(state), outcome and (outcome.scores, outcome.winners)


def _traded(trades: Mapping[Card, Card]) -> str:
    others = [f"{card} as {other}" for card, other in trades.items() if card is not other]
    return f"with {', '.join(others) or 'cards in another order'}"

"""Laws of visibility: of zones, views and secrets."""

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, Card
from cardrules.chance import choice
from cardrules.errors import ViewError
from cardrules.game import StateLike, mover_of
from cardrules.renaming import replace_cards
from cardrules.seats import Seat
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, require
from cardrules.verify.transform import BACKS, reorder_hands, same
from cardrules.verify.worlds import exchange_for, replayed
from cardrules.zones import (
    CardField,
    Visibility,
    Zone,
    cards_in,
    determinize,
    is_attrs,
    map_zones,
    view,
    visibilities,
    zone_errors,
    zones,
)

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def zones_are_declared(moment: Moment[R, S, M]) -> None:
    """All cards of states and moves lie in zones, which have one visibility in all phases and one owner a seat."""
    trace, state = moment.trace, moment.state
    if moment.place:
        _require_zones(trace.moves[moment.place - 1], by_seat=False)
    _require_zones(state, by_seat=True)
    if moment.last:
        _require_one_visibility(trace.states)
        counts = " or ".join(map(str, trace.known_seats))
        require(len(trace.known_seats) == 1, f"zones of owners have places for {counts} seats")


def _require_zones(value: attrs.AttrsInstance, *, by_seat: bool) -> None:
    """Raise :class:`BrokenLawError` for cards outside zones, and for zones with other contents than cards."""
    errors = zone_errors(value, by_seat=by_seat)

    def check(part: CardField, content: object) -> object:
        errors.extend(f"{part.name} is a zone, and holds {strange!r}" for strange in _not_cards(content))
        return content

    map_zones(value, check)
    require(not errors, f"{type(value).__name__}: {'; '.join(errors)}")


def _not_cards(content: object) -> Iterator[object]:
    """Yield what may not lie in a zone."""
    if isinstance(content, tuple):
        for part in content:
            yield from _not_cards(part)
    elif content is not None and not isinstance(content, Card):
        yield content


def _require_one_visibility(states: tuple[StateLike, ...]) -> None:
    known: dict[str, Visibility] = {}
    for phase in dict.fromkeys(map(type, states)):
        for name, visibility in visibilities(phase).items():
            first = known.setdefault(name, visibility)
            require(first is visibility, f"{name} is seen by {first.value}, in {phase.__name__} by {visibility.value}")


def views_hide_what_zones_say(moment: Moment[R, S, M]) -> None:
    """A view is the same phase with as many cards in each zone, and shows the cards that the zones allow, no others."""
    state = moment.state
    for seat in (*range(moment.trace.seats), None):
        seen = moment.trace.view(moment.place, seat)
        require(type(seen) is type(state), f"seat {seat} sees a {type(seen).__name__}")
        for whole, part in zip(zones(state), zones(seen), strict=True):
            _compare_zone(whole, part, seat)
        require(same(_without_cards(state), _without_cards(seen)), f"seat {seat} sees other things than there are")
        require(view(seen, seat) == seen, f"seat {seat} sees its own view in another way")


def _compare_zone(whole: Zone, part: Zone, seat: Seat | None) -> None:
    require(len(whole.cards) == len(part.cards), f"seat {seat} sees {len(part.cards)} cards in {whole.name}")
    shown = [(card, seen) for card, seen in zip(whole.cards, part.cards, strict=True) if seen is not FACE_DOWN]
    require(all(card is seen for card, seen in shown), f"seat {seat} sees other cards in {whole.name}")
    if whole.visibility is Visibility.OPEN:
        require(len(shown) == len(whole.cards), f"{whole.name} lies open, but seat {seat} does not see all of it")
    if whole.visibility is Visibility.CLOSED or (whole.visibility is Visibility.OWNER and seat is None):
        require(
            not shown, f"seat {seat} sees {shown and shown[0][0]} in {whole.name}, seen by {whole.visibility.value}"
        )


def _without_cards(state: S) -> S:
    return replace_cards(state, BACKS)


def moves_hide_what_zones_say(moment: Moment[R, S, M]) -> None:
    """A card that a move shows to a seat also shows in the view of that seat before or after the move."""
    trace, place = moment.trace, moment.place
    if not place:
        return
    move = trace.moves[place - 1]
    mover = mover_of(trace.states[place - 1], move)
    for seat in (*range(trace.seats), None):
        shown = [
            card
            for zone in zones(move)
            if zone.visibility is Visibility.OPEN or (zone.visibility is Visibility.OWNER and seat == mover)
            for card in zone.cards
        ]
        for card in shown:
            seen = any(card in cards_in(trace.view(at, seat)) for at in (place - 1, place))
            require(seen, f"{type(move).__name__} shows {card} to {_name(seat)}, and no view of that seat does")


def secrets_stay_secret(moment: Moment[R, S, M]) -> None:
    """Cards that a seat has not seen do not show: if they change places among themselves, its views stay the same."""
    trace = moment.trace
    seat = choice(range(trace.seats), moment.rng)
    start, cards = exchange_for(moment, seat)
    moves = (replace_cards(move, cards) for move in trace.moves[start : moment.place])
    for place, state in replayed(trace, start, trace.states[start], moves):
        described = f"from its view after {place} moves"
        _compare_views(moment, place, state, seat, described, "other hidden cards")


def _compare_views(  # noqa: PLR0913, PLR0917  # the two states, and how to describe them
    moment: Moment[R, S, M], place: int, other: StateLike, seat: Seat | None, described: str, changed: str
) -> None:
    """Raise :class:`BrokenLawError` if a seat can tell the state at a place from another, in which something ``changed``."""
    ours, theirs = moment.trace.view(place, seat), view(other, seat)
    if not same(ours, theirs):
        raise BrokenLawError(f"{_name(seat)} can tell {described}{_difference(ours, theirs, changed)}")


def _name(seat: Seat | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


def _difference(ours: StateLike, theirs: StateLike, changed: str) -> str:
    """Return in words where two views differ."""
    if type(ours) is not type(theirs):
        return f": {type(ours).__name__}, with {changed} {type(theirs).__name__}"
    return "".join(
        f": {name} is {mine!r}, with {changed} {other!r}" for name, mine, other in _differences(ours, theirs, "")
    )


def _differences(ours: object, theirs: object, name: str) -> Iterator[tuple[str, object, object]]:
    """Yield the fields that differ, those of nested values by their dotted names: ``table.shown``."""
    if is_attrs(ours) and type(ours) is type(theirs):
        for field in attrs.fields(type(ours)):
            inside = f"{name}.{field.name}" if name else field.name
            yield from _differences(getattr(ours, field.name), getattr(theirs, field.name), inside)
    elif not same(ours, theirs):
        yield name, ours, theirs


AHEAD: Final = 60
"""For how many moves ahead a law watches whether the order of a hand shows: more than most deals have."""


def hand_order_stays_secret(moment: Moment[R, S, M]) -> None:
    """The order in which a seat holds its cards does not show: in another order the views of others stay the same."""
    trace = moment.trace
    if trace.promises.hand_order_matters:
        raise NotPromisedError("the game says that the order of hands matters")
    seat = choice((*range(trace.seats), None), moment.rng)
    state = map_zones(moment.state, lambda part, content: reorder_hands(part, content, moment.rng, but=seat))
    moves = trace.moves[moment.place : moment.place + AHEAD]
    for place, other in replayed(trace, moment.place, state, moves):
        described = f"the order of another's cards {place - moment.place} moves later"
        _compare_views(moment, place, other, seat, described, "another order")


def own_view_gives_legal_moves(moment: Moment[R, S, M]) -> None:
    """The legal moves follow from the view of the seat to act; any other view gives the same moves or a ViewError."""
    state, game = moment.state, moment.game
    legal = game.legal_moves(state)
    for seat in (*range(moment.trace.seats), None):
        try:
            seen = game.legal_moves(moment.trace.view(moment.place, seat))
        except Exception as error:
            if seat is not None and seat == state.to_act:
                fault = f"{type(error).__name__}: {error}"
                raise BrokenLawError(f"seat {seat} cannot tell its legal moves from its view: {fault}") from error
            if isinstance(error, ViewError):
                continue
            raise BrokenLawError(
                f"legal_moves raises {type(error).__name__} for the view of {_name(seat)}: {error}; "
                f"raise ViewError where a view hides what the moves depend on"
            ) from error
        require(seen == legal, f"in the view of {_name(seat)} the legal moves are others than in the state")


def views_can_be_determinized(moment: Moment[R, S, M]) -> None:
    """A view whose hidden cards are filled in is a state with that same view, and play can go on from it."""
    state, everything = moment.state, cards_in(moment.trace.states[0])
    for seat in range(moment.trace.seats):
        seen = moment.trace.view(moment.place, seat)
        filled = determinize(seen, everything, moment.rng)
        require(view(filled, seat) == seen, f"the view of seat {seat}, filled, looks different to it")
        require(cards_in(filled) == everything, f"the view of seat {seat} was filled with other cards")
        if state.to_act == seat:
            for move in islice(moment.game.legal_moves(state), 5):
                moment.game.apply(filled, move)

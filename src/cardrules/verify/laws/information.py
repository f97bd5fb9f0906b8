"""Laws of visibility: of zones, views and secrets."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Final, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Hand
from cardrules.chance import choice, shuffled
from cardrules.game import Shuffled, StateLike
from cardrules.moves import IllegalMoveError
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, Trace, require
from cardrules.verify.transform import as_tuples, replace_cards
from cardrules.zones import (
    CardField,
    Visibility,
    Zone,
    cards_in,
    determinize,
    is_attrs,
    map_zones,
    view,
    view_of_move,
    visibilities,
    zone_errors,
    zones,
)

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def zones_are_declared(moment: Moment[R, S, M]) -> None:
    """All cards lie in zones, a zone has one visibility in all phases, and what owners see is a tuple by seat."""
    wrong = zone_errors(moment.state)
    require(not wrong, f"{type(moment.state).__name__}: {'; '.join(wrong)}")
    if moment.last:
        known: dict[str, Visibility] = {}
        for phase in dict.fromkeys(map(type, moment.line.states)):
            for name, visibility in visibilities(phase).items():
                first = known.setdefault(name, visibility)
                require(
                    first is visibility, f"{name} is seen by {first.value}, in {phase.__name__} by {visibility.value}"
                )


def views_hide_what_zones_say(moment: Moment[R, S, M]) -> None:
    """A view is the same phase with the same number of cards in each zone, and shows what the zones allow, no more."""
    state = moment.state
    for seat in (*range(moment.line.seats), None):
        seen = view(state, seat)
        require(type(seen) is type(state), f"seat {seat} sees a {type(seen).__name__}")
        for whole, part in zip(zones(state), zones(seen), strict=True):
            _compare_zone(whole, part, seat)
        require(_without_cards(state) == _without_cards(seen), f"seat {seat} sees other things than there are")
        require(view(seen, seat) == seen, f"seat {seat} sees its own view in another way")


def _compare_zone(whole: Zone, part: Zone, seat: int | None) -> None:
    require(len(whole.cards) == len(part.cards), f"seat {seat} sees {len(part.cards)} cards in {whole.name}")
    shown = [(card, seen) for card, seen in zip(whole.cards, part.cards, strict=True) if seen is not FACE_DOWN]
    require(all(card is seen for card, seen in shown), f"seat {seat} sees other cards in {whole.name}")
    if whole.visibility is Visibility.OPEN:
        require(len(shown) == len(whole.cards), f"{whole.name} lies open, but seat {seat} does not see all of it")
    if whole.visibility is Visibility.CLOSED or (whole.visibility is Visibility.OWNER and seat is None):
        require(
            not shown, f"seat {seat} sees {shown and shown[0][0]} in {whole.name}, seen by {whole.visibility.value}"
        )


def _without_cards(state: StateLike) -> object:
    return as_tuples(replace_cards(state, dict.fromkeys((*PACK_52, JOKER), FACE_DOWN)))


def secrets_stay_secret(moment: Moment[R, S, M]) -> None:
    """What a seat has not seen does not show: with those cards changed among themselves its views are the same."""
    line = moment.line
    seat = choice(range(line.seats), moment.rng)
    start = _last_full_shuffle(line, moment.place)
    order = _permuted(_unseen(line, start, moment.place, seat), line, moment.rng)
    moves = (replace_cards(move, order) for move in line.moves[start : moment.place])
    for at, state in _replayed(line, start, line.states[start], moves):
        told = f"from its view after {at} moves"
        _compare_views(line.states[at], state, seat, told, "other hidden cards")


def _last_full_shuffle(line: Trace[R, S, M], place: int) -> int:
    """The place of the last shuffle of all the cards before ``place``; what came before it can no longer matter."""
    everything = len(cards_in(line.states[0]))
    full = (
        at
        for at in range(place - 1, -1, -1)
        if isinstance(move := line.moves[at], Shuffled) and len(move.cards) == everything
    )
    return next(full, 0)


def _unseen(line: Trace[R, S, M], start: int, place: int, seat: int) -> list[Card]:
    """The cards, each once, of which ``seat`` saw no copy between the moments, nor moved one itself."""
    everything = cards_in(line.states[0])
    seen: set[Card] = set()
    if not line.moves[start:] or len(cards_in(line.moves[start])) < len(everything):
        seen.update(cards_in(view(line.states[start], seat)))
    for at in range(start, place):
        mover = line.states[at].to_act
        move = view_of_move(line.moves[at], mover if isinstance(mover, int) else None, seat)
        for shown in (move, view(line.states[at + 1], seat)):
            seen.update(card for zone in zones(shown) for card in zone.cards)
    return [card for card in dict.fromkeys(everything) if card not in seen]


def _permuted(hidden: list[Card], line: Trace[R, S, M], rng: Random) -> dict[Card, Card]:
    """A permutation of all or some of the hidden cards, among those of which there are equally many copies."""
    copies = Counter(cards_in(line.states[0]))
    if rng.random() < 0.5:
        hidden = [card for card in hidden if rng.random() < 0.5]
    order: dict[Card, Card] = {}
    for count in sorted({copies[card] for card in hidden}):
        group = [card for card in hidden if copies[card] == count]
        order |= zip(group, shuffled(group, rng), strict=True)
    return order


def _replayed(line: Trace[R, S, M], start: int, state: S, moves: Iterable[M | Shuffled]) -> Iterator[tuple[int, S]]:
    """What comes of another ``state`` than the line had at the place ``start`` by these ``moves``, each with its place.

    It ends where a move is not allowed: with the other cards somebody could not have moved so, and nothing is to compare.
    """
    for at, move in enumerate(moves, start + 1):
        try:
            state = line.game.apply(state, move)
        except IllegalMoveError:
            return
        yield at, state


def _compare_views(state: StateLike, other: StateLike, seat: int | None, told: str, changed: str) -> None:
    """``told`` is what a seat can tell if its views of the two differ, the second of which has something ``changed``."""
    ours, theirs = view(state, seat), view(other, seat)
    if as_tuples(theirs) != as_tuples(ours):
        who = "a spectator" if seat is None else f"seat {seat}"
        raise BrokenLawError(f"{who} can tell {told}{_why(ours, theirs, changed)}")


def _why(ours: StateLike, theirs: StateLike, changed: str) -> str:
    """Where two views differ."""
    if type(ours) is not type(theirs):
        return f": {type(ours).__name__}, with {changed} {type(theirs).__name__}"
    return "".join(
        f": {name} is {mine!r}, with {changed} {other!r}" for name, mine, other in _differences(ours, theirs, "")
    )


def _differences(ours: object, theirs: object, name: str) -> Iterator[tuple[str, object, object]]:
    """The fields that differ, those of nested values by themselves: ``table.shown``."""
    if is_attrs(ours) and type(ours) is type(theirs):
        for field in attrs.fields(type(ours)):
            inside = f"{name}.{field.name}" if name else field.name
            yield from _differences(getattr(ours, field.name), getattr(theirs, field.name), inside)
    elif as_tuples(ours) != as_tuples(theirs):
        yield name, ours, theirs


AHEAD: Final = 60
"""How many moves ahead it is looked whether the order of a hand shows: more than most deals have."""


def hand_order_stays_secret(moment: Moment[R, S, M]) -> None:
    """The order in which a seat holds its cards does not show: with it changed the views of others are the same."""
    line = moment.line
    if line.promises.hand_order_matters:
        raise NotPromisedError("the game says that the order of hands matters")
    seat = choice((*range(line.seats), None), moment.rng)
    state = map_zones(moment.state, lambda part, held: _reordered(part, held, seat, moment.rng))
    moves = line.moves[moment.place : moment.place + AHEAD]
    for at, other in _replayed(line, moment.place, state, moves):
        told = f"the order of another's cards {at - moment.place} moves later"
        _compare_views(line.states[at], other, seat, told, "another order")


def _reordered(part: CardField, held: object, seat: int | None, rng: Random) -> object:
    if part.visibility is not Visibility.OWNER or not isinstance(held, tuple):
        return held
    return tuple(own if place == seat else _shuffled_hands(own, rng) for place, own in enumerate(held))


def _shuffled_hands(held: object, rng: Random) -> object:
    if isinstance(held, Hand):
        return type(held)(shuffled(held, rng))
    return tuple(_shuffled_hands(part, rng) for part in held) if isinstance(held, tuple) else held


def own_view_gives_legal_moves(moment: Moment[R, S, M]) -> None:
    """The legal moves of a seat follow from what it sees."""
    state = moment.state
    if isinstance(state.to_act, int):
        seen = moment.game.legal_moves(view(state, state.to_act))
        require(seen == moment.game.legal_moves(state), f"seat {state.to_act} sees other legal moves than it has")


def views_can_be_determinized(moment: Moment[R, S, M]) -> None:
    """A view filled with the cards it hides is a state with that same view, and can be played on."""
    state, everything = moment.state, cards_in(moment.line.states[0])
    for seat in range(moment.line.seats):
        seen = view(state, seat)
        filled = determinize(seen, everything, moment.rng)
        require(view(filled, seat) == seen, f"the view of seat {seat}, filled, looks different to it")
        require(cards_in(filled) == everything, f"the view of seat {seat} was filled with other cards")
        if state.to_act == seat:
            for move in islice(moment.game.legal_moves(state), 5):
                moment.game.apply(filled, move)

"""Faults planted in what the library itself does with zones: the laws would notice if views or samples were wrong."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve, frozen

from cardrules.blocks.tricks import Playing as Tricks
from cardrules.cards import FACE_DOWN, Card, Deck, Hand
from cardrules.game import Shuffled, playout, states
from cardrules.moves import IllegalMoveError
from cardrules.seats import Seat
from cardrules.verify import BrokenLawError, Trace, laws, verdicts
from cardrules.verify import trace as traces
from cardrules.verify.laws import information
from cardrules.verify.trace import Moment
from cardrules.zones import Closed, Open, determinize, view
from tests.sheets import hand
from tests.verify import little
from tests.verify.little import Changing, Finished, Keep, Move, Playing, Rules, State, Throw
from tests.verify.test_faults import Broken


def moment(kind: type[State]) -> Moment[Rules, State, Move]:
    """Return a moment of a little game in a phase of this kind, with a card in the trick if it is one of play."""
    record = playout(little, Rules(), Random(1))
    line = tuple(states(little, record))
    place = next(
        at
        for at, state in enumerate(line)
        if isinstance(state, kind) and not (isinstance(state, Playing) and not state.tricks.trick)
    )
    return Trace(little, record.rules, line, record.moves).moment(place)


def other_phase(seen: State, _: Seat | None) -> Any:
    return little.start(seen.rules)


def card_missing(seen: Any, _: Seat | None) -> Any:
    return evolve(seen, hands=(Hand(seen.hands[0][1:]), seen.hands[1]))


def other_cards(seen: Any, seat: Seat | None) -> Any:
    hands = tuple(held if owner != seat else Hand(reversed(held)) for owner, held in enumerate(seen.hands))
    return evolve(seen, hands=hands)


def trick_turned_down(seen: Any, _: Seat | None) -> Any:
    return evolve(seen, tricks=evolve(seen.tricks, trick=Hand([FACE_DOWN] * len(seen.tricks.trick))))


def other_note(seen: Any, _: Seat | None) -> Any:
    return evolve(seen, noted="seen")


SHOWN: dict[str, Any] = {}
"""The whole state, for views that show too much."""


def stock_shown(seen: Any, _: Seat | None) -> Any:
    return evolve(seen, stock=SHOWN["state"].stock)


def hands_shown_to_spectators(seen: Any, seat: Seat | None) -> Any:
    return evolve(seen, hands=SHOWN["state"].hands) if seat is None else seen


@pytest.mark.parametrize(
    ("fault", "kind", "message"),
    [
        (other_phase, Changing, "seat 0 sees a Dealing"),
        (card_missing, Changing, "seat 0 sees 3 cards in hands"),
        (other_cards, Changing, "seat 0 sees other cards in hands"),
        (trick_turned_down, Playing, "tricks.trick lies open, but seat 0 does not see all of it"),
        (stock_shown, Changing, "in stock, seen by nobody"),
        (hands_shown_to_spectators, Changing, "in hands, seen by its owner"),
        (other_note, Changing, "seat 0 sees other things than there are"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_wrong_view_is_noticed(
    fault: Callable[[Any, Seat | None], Any], kind: type[State], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = moment(kind)
    laws.views_hide_what_zones_say(here)
    SHOWN["state"] = here.state
    monkeypatch.setattr(traces, "view", lambda state, seat: fault(view(state, seat), seat))
    with pytest.raises(BrokenLawError) as caught:
        laws.views_hide_what_zones_say(moment(kind))
    assert message in str(caught.value)


def test_a_view_that_differs_when_it_is_viewed_again_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(information, "view", lambda state, seat: other_note(view(state, seat), seat))
    with pytest.raises(BrokenLawError, match="seat 0 sees its own view in another way"):
        laws.views_hide_what_zones_say(moment(Changing))


def own_hand_changed(seen: Any, pack: Hand, rng: Random) -> Any:
    filled = determinize(seen, pack, rng)
    return evolve(filled, hands=filled.hands[::-1])


def filled_with_one_card(seen: Any, _pack: Hand, _rng: Random) -> Any:
    def turned_up(cards: tuple[Card, ...]) -> list[Card]:
        return [hand("2C")[0] if card is FACE_DOWN else card for card in cards]

    return evolve(seen, hands=tuple(Hand(turned_up(held)) for held in seen.hands), stock=Deck(turned_up(seen.stock)))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (own_hand_changed, "the view of seat 0, filled, looks different to it"),
        (filled_with_one_card, "the view of seat 0 was filled with other cards"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_wrong_sample_is_noticed(
    fault: Callable[[Any, Hand, Random], Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    laws.views_can_be_determinized(moment(Changing))
    monkeypatch.setattr(information, "determinize", fault)
    with pytest.raises(BrokenLawError, match=message):
        laws.views_can_be_determinized(moment(Changing))


@frozen
class OpenEnd:
    """The end, with the cards thrown away seen by everybody, which only their owners saw before."""

    rules: Rules
    tricks: Tricks[None]
    thrown: Open[tuple[Hand, ...]]
    stock: Closed[Deck]
    coins: tuple[int, ...]
    noted: object = None
    to_act = None


def message_of(game: Broken, law: str) -> str:
    """Return how the law is broken in the first line."""
    (of_law,) = [kept for kept in laws.LAWS if kept.name == law]
    (verdict,) = verdicts(game, Rules(), laws=(of_law,))
    assert verdict.status == "broken"
    return verdict.text.partition("\n")[0]


def test_a_zone_is_seen_by_the_same_seats_in_all_phases() -> None:
    def apply(state: State, move: Move | Shuffled) -> Any:
        after = little.apply(state, move)
        if not isinstance(after, Finished):
            return after
        return OpenEnd(after.rules, after.tricks, after.thrown, after.stock, after.coins)

    assert message_of(Broken(apply=apply), "zones are declared") == (
        "thrown is seen by its owner, in OpenEnd by everybody"
    )


def bottom_is_low(state: State) -> bool:
    return isinstance(state, Changing) and state.stock[-1].index < state.stock[-2].index


def test_a_move_that_depends_on_a_card_that_is_not_reached_is_noticed() -> None:
    """Nobody may keep his cards while the bottom card of the stock is lower than the next; nothing in a view tells."""

    def legal_moves(state: State) -> tuple[Move, ...]:
        return tuple(move for move in little.legal_moves(state) if not (bottom_is_low(state) and move == Keep()))

    def apply(state: State, move: Move | Shuffled) -> State:
        if move == Keep() and bottom_is_low(state):
            raise IllegalMoveError(move, "the bottom card is low")
        return little.apply(state, move)

    message = message_of(Broken(apply=apply, legal_moves=legal_moves), "other places do not matter")
    assert "in another order, a move is not allowed" in message


def test_a_move_that_depends_on_the_order_of_a_hand_is_noticed() -> None:
    def legal_moves(state: State) -> tuple[Move, ...]:
        if isinstance(state, Changing):
            return Throw(state.hands[state.to_act][0]), Keep()
        return little.legal_moves(state)

    assert message_of(Broken(legal_moves=legal_moves), "moves have numbers") == (
        "held in another order, the cards give moves other numbers"
    )

"""Cuckoo: every player has one card and may swap it with the next; the lowest card loses."""

from typing import Final, TypeAlias, assert_never

from attrs import field, frozen

from cardrules.cards import ACE_LOW, PACK_52, Card, Deck, Hand, Suit
from cardrules.game import NATURE, Outcome, Promises, Shuffled, cache_last, shuffled_deck
from cardrules.moves import require_legal
from cardrules.options import between, with_validators
from cardrules.seats import Seat, leaders
from cardrules.zones import Closed, Open, Own


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Cuckoo."""

    players: int = field(default=4, validator=between(2, 10))
    """The seats at the table."""


@frozen
class Keep:
    """Keep your card."""


@frozen
class Swap:
    """Swap your card with the next seat; the last seat swaps with the stock."""

    card: Own[Card]
    """The card that you give away, which only you see."""


Move: TypeAlias = Keep | Swap


@frozen
class Dealing:
    """Chance shuffles the cards."""

    rules: Rules
    pack: Closed[Hand]
    to_act = NATURE


@frozen
class Swapping:
    """The seats keep or swap in turn, seat 0 first."""

    rules: Rules
    hands: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    to_act: Seat


@frozen
class Finished:
    """The cards are shown."""

    rules: Rules
    shown: Open[tuple[Hand, ...]]
    stock: Closed[Deck]
    to_act = None


State: TypeAlias = Dealing | Swapping | Finished


def start(rules: Rules) -> State:
    """Return the state before the shuffle."""
    return Dealing(rules, Hand(PACK_52))


SWAPS: Final = {card: Swap(card) for card in PACK_52}


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves that the seat to act may make."""
    match state:
        case Swapping():
            (card,) = state.hands[state.to_act]
            return (Keep(), SWAPS[card])
        case Dealing() | Finished():
            return ()
        case _:
            assert_never(state)


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``."""
    if isinstance(state, Dealing):
        hands, stock = shuffled_deck(state.pack, move).deal(state.rules.players, 1)
        return Swapping(state.rules, hands, stock, 0)
    chosen = require_legal(state, legal_moves(state), move, lambda *_: "keep your card or swap it")
    assert isinstance(state, Swapping)
    hands, stock = swapped(state) if isinstance(chosen, Swap) else (state.hands, state.stock)
    if state.to_act == state.rules.players - 1:
        return Finished(state.rules, hands, stock)
    return Swapping(state.rules, hands, stock, state.to_act + 1)


def swapped(state: Swapping) -> tuple[tuple[Hand, ...], Deck]:
    """Return the hands and the stock after the seat to act has swapped."""
    hands, seat = list(state.hands), state.to_act
    if seat < state.rules.players - 1:
        hands[seat], hands[seat + 1] = hands[seat + 1], hands[seat]
        return tuple(hands), state.stock
    drawn, stock = state.stock.draw()
    return (*hands[:seat], drawn), stock.put_under(hands[seat])


def outcome(state: State) -> Outcome | None:
    """Return the scores: the lowest card, aces low, loses a point."""
    if not isinstance(state, Finished):
        return None
    strengths = [ACE_LOW.strength_of(card) for (card,) in state.shown]
    scores = tuple(-1 if strength == min(strengths) else 0 for strength in strengths)
    return Outcome(scores, leaders(scores))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every game: its length, its range of scores, and that suits are symmetric."""
    return Promises(max_moves=1 + rules.players, score_range=(-1, 0), symmetric_suits=tuple(Suit))

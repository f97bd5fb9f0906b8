"""A game for two: seat 0 gets a card, and seat 1 two cards, of which it shows one; it wins 1 if the suits are the same.

Where the cards of seat 1 have one rank, it cannot tell which of them to show, whatever the suits are called.
"""

from typing import Final, TypeAlias

from attrs import frozen

from cardrules.cards import Card, Deck, Hand, Suit
from cardrules.game import NATURE, Outcome, Promises, Shuffled, shuffled_deck
from cardrules.moves import require_legal
from cardrules.seats import Seat
from cardrules.zones import Closed, Open, Own

PACK: Final = Hand.parse("2C 3C 2D 3D")


@frozen
class Rules:
    """There are no options."""


@frozen
class Show:
    """Show a card."""

    card: Open[Card]


@frozen
class Dealing:
    """Before the deal."""

    rules: Rules
    pack: Closed[Hand]
    to_act = NATURE


@frozen
class Guessing:
    """Seat 1 chooses."""

    rules: Rules
    hands: Own[tuple[Hand, Hand]]
    stock: Closed[Deck]
    to_act: Seat = 1


@frozen
class Over:
    """The end."""

    rules: Rules
    hands: Open[tuple[Hand, Hand]]
    stock: Closed[Deck]
    won: int
    to_act = None


State: TypeAlias = Dealing | Guessing | Over


def start(rules: Rules) -> Dealing:
    return Dealing(rules, PACK)


def legal_moves(state: State) -> tuple[Show, ...]:
    return tuple(map(Show, state.hands[1])) if isinstance(state, Guessing) else ()


def apply(state: State, move: Show | Shuffled) -> State:
    if isinstance(state, Dealing):
        one, stock = shuffled_deck(state.pack, move).draw(1)
        two, stock = stock.draw(2)
        return Guessing(state.rules, (one, two), stock)
    shown = require_legal(state, legal_moves(state), move, lambda _state, _move: "it is not held")
    assert isinstance(state, Guessing)
    return Over(state.rules, state.hands, state.stock, int(shown.card.suit is state.hands[0][0].suit))


def outcome(state: State) -> Outcome | None:
    return Outcome((0, state.won), (1,)) if isinstance(state, Over) else None


def promises(_rules: Rules) -> Promises[State]:
    return Promises(
        seats=2,
        standing=lambda state: (0, state.won) if isinstance(state, Over) else (0, 0),
        reached=lambda _: range(3),
        moves=lambda: tuple(map(Show, PACK)),
        symmetric_suits=(Suit.CLUBS, Suit.DIAMONDS),
    )

"""The boxes and the settlement of their bets (rules 2.2 and 3)."""

from fractions import Fraction

from attrs import field, frozen

from cardrules.cards import Hand
from cardrules.fastinit import FastInit
from cardrules.game import Amount
from cardrules.games.blackjack.hands import NATURAL, wins, worth
from cardrules.games.blackjack.rules import Rules
from cardrules.labels import told
from cardrules.zones import Open


@frozen
class BoxHand(FastInit):
    """A hand of a box."""

    cards: Open[Hand]
    bet: int
    """The bet on this hand: that of the box, or twice as much after a double."""
    won: Amount | None = None
    """The amount that it has won, negative if it lost; ``None`` until it is settled."""


@frozen
class Box(FastInit):
    """The bet and the hands of one player."""

    bet: int
    """The first bet, and that of each hand after a split."""
    hands: tuple[BoxHand, ...] = field(metadata=told("hand", by_seat=False))
    """The hands in the order in which they are played: one, or more after a split."""
    insured: bool = False
    """Whether the box is insured for half the bet."""


def settled(rules: Rules, box: Box, dealers: int) -> tuple[Box, Amount]:
    """Settle the hands of a box against the dealer's worth; return the box and what it wins by that (3.1, 3.2)."""
    if None not in [hand.won for hand in box.hands]:
        return box, 0
    hands: list[BoxHand] = []
    split = len(box.hands)
    won: Amount = 0
    limited = dealers == NATURAL and rules.original_bets_only
    for hand in box.hands:
        if hand.won is not None:
            hands.append(hand)
            continue
        result = exact(hand.bet * wins(rules, worth(hand.cards, split), dealers))
        if limited and result:
            result = min(0, -_left_of_first_bet(box) - won)
        won += result
        hands.append(BoxHand(hand.cards, hand.bet, result))
    return Box(box.bet, tuple(hands), box.insured), won


def _left_of_first_bet(box: Box) -> Amount:
    """Return how much of its first bet the box has not lost yet; 0 if it has lost more."""
    return max(box.bet + sum(hand.won or 0 for hand in box.hands), 0)


def insurance_wins(bet: int, *, blackjack: bool) -> Amount:
    """Return what the insurance of a box with this bet wins (2.2)."""
    return bet if blackjack else half(-bet)


def half(amount: int) -> Amount:
    """Return exactly half the amount (3.3)."""
    return Fraction(amount, 2) if amount % 2 else amount // 2


def exact(amount: Amount) -> Amount:
    """Return the same amount, as an ``int`` if it is whole (3.3)."""
    return int(amount) if amount.denominator == 1 else amount

"""Boxes and the settlement of their bets (rules 2.2 and 3)."""

from fractions import Fraction

from attrs import field, frozen

from cardrules.cards import Hand
from cardrules.fastinit import FastInit
from cardrules.game import Amount
from cardrules.games.blackjack.hands import NATURAL, wins, worth
from cardrules.games.blackjack.rules import Rules
from cardrules.seats import NOT_BY_SEAT
from cardrules.zones import Open


@frozen
class BoxHand(FastInit):
    """A hand that is played in a box."""

    cards: Open[Hand]
    bet: int
    """Twice that of the box once it is doubled."""
    won: Amount | None = None
    """What it has won, below 0 if it lost; ``None`` until it is settled."""


@frozen
class Box(FastInit):
    """What one player has on the table."""

    bet: int
    """The first bet, which each of the hands is played for."""
    hands: tuple[BoxHand, ...] = field(metadata=NOT_BY_SEAT)
    """One, or more after a split, in the order in which they are played."""
    insured: bool = False
    """Whether it is insured for half the bet."""


def settled(rules: Rules, box: Box, dealers: int) -> tuple[Box, Amount]:
    """The box, its hands settled against the dealer's, which is worth so much, and what it wins by that (3.1, 3.2)."""
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
    """How much of its first bet the box has not lost yet, 0 if it has lost more."""
    return max(box.bet + sum(hand.won or 0 for hand in box.hands), 0)


def insurance_wins(bet: int, *, blackjack: bool) -> Amount:
    """What a box with that bet wins by being insured (2.2)."""
    return bet if blackjack else half(-bet)


def half(amount: int) -> Amount:
    """Exactly half of it (3.3)."""
    return Fraction(amount, 2) if amount % 2 else amount // 2


def exact(amount: Amount) -> Amount:
    """The same amount, an ``int`` if it is whole (3.3)."""
    return int(amount) if amount.denominator == 1 else amount

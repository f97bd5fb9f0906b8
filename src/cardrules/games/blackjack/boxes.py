"""Boxes and the settlement of their bets (rules 2.2 and 3)."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from cardrules.game import Amount
from cardrules.games.blackjack.hands import NATURAL, wins, worth
from cardrules.games.blackjack.rules import Rules
from cardrules.hands import Hand
from cardrules.zones import Open


@frozen
class BoxHand:
    """A hand that is played in a box."""

    cards: Open[Hand]
    bet: int
    """Twice that of the box once it is doubled."""
    won: Amount | None = None
    """What it has won, below 0 if it lost; ``None`` until it is settled."""


@frozen
class Box:
    """What one player has on the table."""

    bet: int
    """The first bet, which each of the hands is played for."""
    hands: tuple[BoxHand, ...]
    """One, or more after a split, in the order in which they are played."""
    insured: bool = False
    """Whether it is insured for half the bet."""


def settled(rules: Rules, box: Box, dealer: Hand) -> tuple[BoxHand, ...]:
    """The hands of a box, those settled that were not, against the dealer's cards (3.1, 3.2)."""
    dealers = worth(dealer)
    if dealers == NATURAL and rules.original_bets_only:
        return tuple(_original_bet_lost(box))
    split = len(box.hands)
    return tuple(
        [
            hand if hand.won is not None else _with_won(hand, hand.bet * wins(rules, worth(hand.cards, split), dealers))
            for hand in box.hands
        ]
    )


def _with_won(hand: BoxHand, won: Amount) -> BoxHand:
    return BoxHand(hand.cards, hand.bet, exact(won))


def _original_bet_lost(box: Box) -> Iterator[BoxHand]:
    """The hands after a Blackjack of the dealer that takes no more than the first bet, what was lost before included."""
    due = max(box.bet + sum(hand.won or 0 for hand in box.hands), 0)
    for hand in box.hands:
        if hand.won is not None:
            yield hand
        elif worth(hand.cards, len(box.hands)) == NATURAL:
            yield _with_won(hand, 0)  # 3.1
        else:
            yield _with_won(hand, -due)
            due = 0


def insurance_wins(bet: int, *, blackjack: bool) -> Amount:
    """What a box with that bet wins by being insured (2.2)."""
    return bet if blackjack else half(-bet)


def half(amount: int) -> Amount:
    """Exactly half of it (3.3)."""
    return exact(Fraction(amount, 2))


def exact(amount: Amount) -> Amount:
    """The same amount, an ``int`` if it is whole (3.3)."""
    return int(amount) if amount.denominator == 1 else amount

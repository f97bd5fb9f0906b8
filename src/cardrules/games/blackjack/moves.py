"""The moves of Blackjack: those of the boxes, and those of the dealer, who never has a choice."""

from typing import Final, TypeAlias

from attrs import frozen


@frozen
class Bet:
    """Bet an amount."""

    amount: int


@frozen
class Insure:
    """Insure for half the bet."""


@frozen
class NoInsurance:
    """Do not insure."""


@frozen
class Surrender:
    """Give up the hand for half the bet."""


@frozen
class NoSurrender:
    """Stay in while surrender is offered before the dealer looks for Blackjack."""


@frozen
class Hit:
    """Take a card."""


@frozen
class Stand:
    """Take no more cards."""


@frozen
class Double:
    """Double the bet and take one last card."""


@frozen
class Split:
    """Split two cards of one value into two hands, with a second bet."""


@frozen
class Blackjack:
    """Say, as the dealer who has looked at the hole card, that it makes Blackjack."""


@frozen
class NoBlackjack:
    """Say, as the dealer who has looked at the hole card, that it does not make Blackjack."""


@frozen
class Draw:
    """Take a card, as the dealer."""


@frozen
class Stay:
    """Take no more cards, as the dealer, and settle all bets."""


HandMove: TypeAlias = Hit | Stand | Double | Split | Surrender
"""The moves of a box with a hand."""

Move: TypeAlias = Bet | Insure | NoInsurance | NoSurrender | HandMove | Blackjack | NoBlackjack | Draw | Stay

INSURE: Final = Insure()
NO_INSURANCE: Final = NoInsurance()
SURRENDER: Final = Surrender()
NO_SURRENDER: Final = NoSurrender()
HIT: Final = Hit()
STAND: Final = Stand()
DOUBLE: Final = Double()
SPLIT: Final = Split()
BLACKJACK: Final = Blackjack()
NO_BLACKJACK: Final = NoBlackjack()
DRAW: Final = Draw()
STAY: Final = Stay()

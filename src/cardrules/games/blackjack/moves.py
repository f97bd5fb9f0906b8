"""The moves of Blackjack: those of the boxes, and those of the dealer, who has no choice."""

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
    """Make two hands of two cards of one value, with a second bet."""


@frozen
class Blackjack:
    """The dealer has looked at the hole card, and has Blackjack."""


@frozen
class NoBlackjack:
    """The dealer has looked at the hole card, and has no Blackjack."""


@frozen
class Draw:
    """The dealer takes a card."""


@frozen
class Stay:
    """The dealer takes no more cards, and all bets are settled."""


HandMove: TypeAlias = Hit | Stand | Double | Split | Surrender
"""What a player may do with a hand."""

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

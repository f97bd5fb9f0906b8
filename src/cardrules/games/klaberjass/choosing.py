"""The choice of trump in Klaberjass: what may be said of it, and what comes of it.

This is part 2 of the rulebook ``klaberjass``.
"""

from typing import TypeAlias

from attrs import frozen

from cardrules.cards import Suit
from cardrules.seats import Seat


@frozen
class Pass:
    """Leave the choice of trump to the other."""


@frozen
class Take:
    """Make the turned suit trump, and be the maker."""


@frozen
class Schmeiss:
    """Offer to throw the deal in."""


@frozen
class Accept:
    """Throw the deal in, as the other has offered."""


@frozen
class Refuse:
    """Refuse to throw the deal in: whoever offered it is the maker, and names the suit if one is to be named."""


@frozen
class Name:
    """Make another suit than the turned one trump, and be the maker."""

    suit: Suit


Call: TypeAlias = Pass | Take | Schmeiss | Accept | Refuse | Name
"""What is said of trump (2.1 to 2.3)."""


@frozen
class Contract:
    """The outcome of the choice of trump."""

    trump: Suit
    maker: Seat


def calls(said: tuple[Call, ...], turned: Suit, schmeiss_again: bool) -> tuple[Call, ...]:
    """What one may say next, after what was ``said`` by both in turn; the non-dealer speaks first (2.1 to 2.3).

    ``turned`` is the suit turned up, and ``schmeiss_again`` whether schmeiss may be said of another suit too.
    """
    names = tuple(Name(suit) for suit in Suit if suit is not turned)
    match said:
        case (*_, Schmeiss()):
            return (Accept(), Refuse())
        case () | (Pass(),):
            return (Pass(), Take(), Schmeiss())
        case (*_, Refuse()):  # of the second round: one of the first has ended the choice
            return names
        case _:
            return (Pass(), *names, Schmeiss()) if schmeiss_again else (Pass(), *names)

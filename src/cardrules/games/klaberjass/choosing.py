"""The choice of trump in Klaberjass: the calls, and the contract.

This is part 2 of the rulebook ``klaberjass``.
"""

from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.cards import Suit
from cardrules.labels import told
from cardrules.seats import Seat


@frozen
class Pass:
    """Leave the choice of trump to the other player."""


@frozen
class Take:
    """Make the turned suit trump, and be the maker."""


@frozen
class Schmeiss:
    """Offer to throw the deal in, or by option to be the maker."""


@frozen
class Accept:
    """Accept the offer of schmeiss."""


@frozen
class Refuse:
    """Refuse the offer of schmeiss: the player who made it is the maker, or by option the one who refuses, or nobody."""


@frozen
class Name:
    """Make a suit other than the turned one trump, and be the maker."""

    suit: Suit


Call: TypeAlias = Pass | Take | Schmeiss | Accept | Refuse | Name
"""A call in the choice of trump (2.1 to 2.3, 2.5)."""

CALLS: Final[tuple[Call, ...]] = (Pass(), Take(), Schmeiss(), Accept(), Refuse(), *map(Name, Suit))
"""All the calls."""


@frozen
class Contract:
    """The result of the choice of trump."""

    trump: Suit
    maker: Seat = field(metadata=told("by", joined=True))


def legal_calls(calls: tuple[Call, ...], turned: Suit, schmeiss_again: bool) -> tuple[Call, ...]:
    """Return the calls allowed after these ``calls``, in the order in which they were made (2.1 to 2.3, 2.5).

    ``turned`` is the suit turned up, and ``schmeiss_again`` says whether schmeiss is allowed in the second round.
    """
    names = tuple(Name(suit) for suit in Suit if suit is not turned)
    match calls:
        case (*_, Schmeiss()):
            return (Accept(), Refuse())
        case () | (Pass(),):
            return (Pass(), Take(), Schmeiss())
        case (*_, Accept() | Refuse()):  # in the second round: in the first each ends the choice
            return names
        case _:
            return (Pass(), *names, Schmeiss()) if schmeiss_again else (Pass(), *names)

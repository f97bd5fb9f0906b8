"""The faults of Klaberjass, on which a referee rules.

This is part 8 of the rulebook ``klaberjass``.
"""

from typing import Final, TypeAlias

from attrs import evolve, frozen

from cardrules.blocks.tricks import Playing, first_lead
from cardrules.cards import Hand, Rank
from cardrules.game import Ruling
from cardrules.games.klaberjass.plays import ORDER
from cardrules.games.klaberjass.points import BELLA, STICH, points_in
from cardrules.games.klaberjass.states import Choosing, Declaring, Showing, State, Table
from cardrules.seats import Seat, replaced


@frozen
class NewDeal(Ruling):
    """Have the dealer deal again, for a card exposed or a wrong number of cards."""


@frozen
class FalseDeclaration(Ruling):
    """Rule that ``seat`` has declared what it does not hold, or has made the other tell of its cards."""

    seat: Seat


@frozen
class Revoke(Ruling):
    """Rule that ``seat`` did not follow suit, trump or beat a trump when it could, and that it is too late to mend it."""

    seat: Seat


Fault: TypeAlias = NewDeal | FalseDeclaration | Revoke

FALSE: Final[tuple[Fault, ...]] = (FalseDeclaration(0), FalseDeclaration(1))
"""The rulings on false declarations."""


def rulings_on(state: State) -> tuple[Fault, ...]:
    """Return what a referee may rule (8.1 to 8.4)."""
    match state:
        case Choosing(calls=()):
            return (NewDeal(),)  # 8.1, 8.2: before the first word
        case Declaring(words=()):
            return (NewDeal(), *FALSE)  # 8.2: before the first word after three more cards
        case Playing() if state.gone:
            return (*FALSE, Revoke(0), Revoke(1))  # 8.4: after the next lead
        case Declaring() | Showing() | Playing():
            return FALSE  # 8.3
        case _:
            return ()


def laid_open(state: Declaring | Showing | Playing[Table], winner: Seat) -> Playing[Table]:
    """Return the deal with all cards laid open, and all its points with ``winner`` (8.3, 8.4)."""
    played = state if isinstance(state, Playing) else first_lead(state.table, state.hands, state.table.deal.non_dealer)
    table = played.table
    shown = tuple([cards.plus(held).sorted() for cards, held in zip(table.shown, played.hands, strict=True)])
    points = sum(table.totals) + points_in(_not_counted(played, shown), table.contract.trump) + STICH
    if table.bella is None and _bella_held(played, shown):
        points += BELLA
    table = evolve(table, shown=shown, totals=replaced((0, 0), winner, points))
    return evolve(played, table=table, hands=(Hand(), Hand()))


def _not_counted(played: Playing[Table], shown: tuple[Hand, ...]) -> Hand:
    """Return the cards whose points nobody has yet: those held, and those in a trick that is not full."""
    held = shown[0].plus(shown[1])
    return held if played.full else held.plus(played.trick)


def _bella_held(played: Playing[Table], shown: tuple[Hand, ...]) -> bool:
    """Return whether one of the players has held both king and queen of trump (5.4)."""
    trump = played.table.contract.trump
    royals = [
        {card.rank for card in cards if card.suit is trump} & {Rank.KING, Rank.QUEEN}
        for cards in map(Hand.plus, shown, played.cards_played(ORDER, trump))
    ]
    return any(len(ranks) == 2 for ranks in royals)

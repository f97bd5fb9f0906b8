"""Phases that games share: their rules, zones and packs."""

from typing import TypeAlias, TypeVar

import pytest
from attrs import frozen

from cardrules.blocks.lots import Lots
from cardrules.blocks.phases import BetweenDeals, DrawingLots, Finished, LotsDrawn, Phase, Shuffling
from cardrules.cards import ACE_LOW, Card, Deck, Hand
from cardrules.game import NATURE
from cardrules.zones import Closed, Open, Own, Visibility, view, visibilities
from tests.sheets import hand, hands

T = TypeVar("T")


@frozen
class Rules:
    seats: int = 2


@frozen
class Table:
    rules: Rules
    stock: Closed[Deck]
    shown: Open[tuple[Hand, ...]]


@frozen
class Staking(Phase[Table]):
    to_act: int


@frozen
class Owning(Phase[T]):
    """A phase with any table."""

    hands: Own[tuple[Hand, ...]]


@frozen
class Bidding(Owning[Table]):
    turn_up: Open[Card | None] = None


TABLE = Table(Rules(), Deck.parse("QS JK 7H"), hands("2C | JK 3C"))

Match: TypeAlias = BetweenDeals[Rules, int, Bidding]
State: TypeAlias = DrawingLots[Table] | LotsDrawn[Table] | Shuffling[Table] | Staking | Bidding | Finished[Table]


def test_a_phase_has_the_rules_of_its_table() -> None:
    phases: list[State] = [DrawingLots(TABLE), Shuffling(TABLE), Staking(TABLE, 1), Bidding(TABLE, ()), Finished(TABLE)]
    assert {phase.rules for phase in phases} == {Rules()}


def test_chance_acts_when_shuffling_and_nobody_at_the_end() -> None:
    assert (DrawingLots(TABLE).to_act, Shuffling(TABLE).to_act, Finished(TABLE).to_act) == (NATURE, NATURE, None)


def test_lots_are_drawn_from_all_cards_except_jokers() -> None:
    assert DrawingLots(TABLE).pack == hand("2C 3C 7H QS")


def test_all_cards_are_shuffled_including_lots() -> None:
    assert Shuffling(TABLE).pack == hand("2C 3C 7H QS JK JK")
    lots = Lots.draw(Deck.parse("9D 4D 5D"), 2, ACE_LOW, jokers=1)
    assert LotsDrawn(Table(Rules(), Deck(), ()), lots).pack == hand("4D 5D 9D JK")


def test_zones_of_the_table_and_of_generic_bases_are_found() -> None:
    assert visibilities(Bidding) == {
        "stock": Visibility.CLOSED,
        "shown": Visibility.OPEN,
        "hands": Visibility.OWNER,
        "turn_up": Visibility.OPEN,
    }
    assert view(Bidding(TABLE, hands("KS | AS")), 0) == Bidding(
        Table(Rules(), Deck.parse("?? ?? ??"), TABLE.shown), hands("KS | ??")
    )


def test_between_deals_the_cards_lie_where_they_were_played() -> None:
    first: Match = BetweenDeals(Rules(), 0, (0, 0, 0), hand("2C 3C"))
    assert Shuffling(first).pack == hand("2C 3C")
    after: Match = BetweenDeals(Rules(), 1, (1, 0, 0), played=Bidding(TABLE, hands("KS | AS")))
    assert Shuffling(after).pack == hand("2C 3C 7H QS KS AS JK JK")


@pytest.mark.parametrize(("seats", "dealer"), [(0, 1), (1, 2), (2, 0)])
def test_rotating_moves_the_dealer(seats: int, dealer: int) -> None:
    match: Match = BetweenDeals(Rules(), 1, (7, 8, 9))
    assert match.rotated(seats) == BetweenDeals(Rules(), dealer, (7, 8, 9))

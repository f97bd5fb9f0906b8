"""Values put together again with other cards."""

from attrs import frozen

from cardrules.cards import Card, Hand, Suit
from cardrules.renaming import rename_suits, replace_cards
from cardrules.zones import Open
from tests.sheets import card, hand

SWAPPED = {Suit.CLUBS: Suit.HEARTS, Suit.HEARTS: Suit.CLUBS}


@frozen
class Rules:
    wild: Hand


@frozen
class Table:
    rules: Rules
    hands: Open[tuple[Hand, ...]]
    turn_up: Open[Card | None]
    trump: Suit | None
    bids: tuple[int | None, ...]


TABLE = Table(Rules(hand("2C")), (hand("2C 3D"), hand("KH")), card("2C"), Suit.CLUBS, (1, None))


def test_cards_of_renamed_suits_keep_their_ranks() -> None:
    renamed = rename_suits(SWAPPED)
    assert len(renamed) == len(set(renamed.values())) == 52
    assert (renamed[card("2C")], renamed[card("KH")], renamed[card("3D")]) == (card("2H"), card("KC"), card("3D"))


def test_cards_and_suits_are_replaced_wherever_they_stand_but_in_the_rules() -> None:
    assert replace_cards(TABLE, rename_suits(SWAPPED), SWAPPED) == Table(
        Rules(hand("2C")), (hand("2H 3D"), hand("KC")), card("2H"), Suit.HEARTS, (1, None)
    )


def test_without_other_suits_those_that_stand_by_themselves_stay() -> None:
    changed = replace_cards(TABLE, {card("2C"): card("4C")})
    assert (changed.hands, changed.turn_up, changed.trump) == ((hand("4C 3D"), hand("KH")), card("4C"), Suit.CLUBS)

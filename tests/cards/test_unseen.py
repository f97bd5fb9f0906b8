"""Cards that nobody has looked at yet."""

from collections.abc import Callable
from typing import Any

import pytest

from cardrules.cards import Card, Deck, Hand, by_index
from cardrules.cards.unseen import LookedAtError, Unseen, UnseenHand, unseen_cards

QUEEN = Card.parse("QS")


@pytest.mark.parametrize(
    "look",
    [
        lambda card: card.rank,
        lambda card: card.suit,
        by_index,
        str,
        repr,
        hash,
        lambda card: card == QUEEN,
        lambda card: QUEEN == card,  # noqa: SIM300  # the other side is asked
        lambda card: card != QUEEN,
        lambda card: Hand((QUEEN, card)).sorted(),
        lambda card: Hand((card,)).count(QUEEN),
        lambda card: Hand((QUEEN,)).index(card),
    ],
)
def test_a_look_interrupts(look: Callable[[Any], object]) -> None:
    card = Unseen(0, 3)
    with pytest.raises(LookedAtError) as interruption:
        look(card)
    assert interruption.value.card is card
    assert not isinstance(interruption.value, Exception)


def test_unseen_cards_are_dealt_and_drawn() -> None:
    deck = Deck(unseen_cards(0, 5))
    hands, rest = deck.deal(2, 2)
    assert [[card.number for card in hand if isinstance(card, Unseen)] for hand in hands] == [[0, 2], [1, 3]]
    assert rest == (deck[4],)  # equal to itself alone
    assert deck[4] == rest[0]
    assert unseen_cards(0, 5) == unseen_cards(0, 5)
    assert isinstance(unseen_cards(0, 5), UnseenHand)
    assert unseen_cards(1, 1)[0] is not unseen_cards(0, 1)[0]

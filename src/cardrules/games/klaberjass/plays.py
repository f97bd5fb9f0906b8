"""The plays of Klaberjass: which cards may be played to a trick, and when bella is said.

This is part 5 of the rulebook ``klaberjass``.
"""

from typing import Final

from attrs import evolve, frozen

from cardrules.blocks.tricks import Playing, TrickOrder, TrickRules
from cardrules.cards import PACK_32, Card, Hand, Rank, Ranking
from cardrules.games.klaberjass.rules import Rules
from cardrules.games.klaberjass.states import Table, whole_hand
from cardrules.moves import Reason, because
from cardrules.seats import replaced
from cardrules.zones import Open

ORDER: Final = TrickOrder(
    plain=Ranking.parse("7 8 9 J Q K 10 A"), trump=Ranking.parse("7 8 Q K 10 A 9 J"), must_trump=True, must_beat=True
)
"""The two orders of ranks (1.1), and the duties to trump and to beat (5.1, 5.2)."""


@frozen
class Play:
    """Play a card to the trick, with or without saying bella."""

    card: Open[Card]
    bella: bool = False


PLAYS: Final = {card: Play(card) for card in PACK_32}
"""The play of each card, made once."""

BELLAS: Final = {card: Play(card, bella=True) for card in PACK_32 if card.rank in (Rank.KING, Rank.QUEEN)}
"""The play of each king and queen with bella."""


def bellas(rules: Rules) -> tuple[Play, ...]:
    """Return the plays with which bella can be said (5.4)."""
    return tuple(play for card, play in BELLAS.items() if rules.bella_on == "second" or card.rank is Rank.QUEEN)


def legal_plays(state: Playing[Table]) -> tuple[Play, ...]:
    """Return the plays of the seat to act in the order of its hand, each also with bella where that may be said."""
    trump = state.table.contract.trump
    plays: list[Play] = []
    for play in taken_up(state, state.table.shown[state.to_act]).following(ORDER, trump):  # 5.1, 5.2
        plays.append(PLAYS[play.card])
        if _may_say_bella(state, play.card):
            plays.append(BELLAS[play.card])
    return tuple(plays)


def taken_up(state: Playing[Table], cards: Hand) -> Playing[Table]:
    """Return the play with these shown ``cards`` of the seat to act in its hand as well."""
    if not cards:
        return state
    seat = state.to_act
    return evolve(state, hands=replaced(state.hands, seat, state.hands[seat].plus(cards)))


def _may_say_bella(state: Playing[Table], card: Card) -> bool:
    """Return whether the seat to act has held king and queen of trump, and may say bella with ``card`` (5.4)."""
    if card.suit is not state.table.contract.trump or card not in BELLAS:
        return False
    other_played = state.table.royal == state.to_act
    if state.rules.bella_on == "second":
        return other_played
    return card.rank is Rank.QUEEN and (other_played or Card(Rank.KING, card.suit) in whole_hand(state))


def why_not_played(state: Playing[Table], card: Card) -> Reason:
    """Return why ``card`` may not be played, or not with bella."""
    if Play(card) not in legal_plays(state):
        hand = taken_up(state, state.table.shown[state.to_act])
        return hand.why_not(card, TrickRules(follow="5.1", beat="5.2"), ORDER, state.table.contract.trump)
    if state.rules.bella_on == "second":
        return because("bella needs king and queen of trump, and is said with the second of them", "5.4")
    return because("bella needs king and queen of trump, and is said with the queen", "5.4")

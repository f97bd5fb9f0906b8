"""The dix of Klaberjass: the exchange of the seven of trump for the card that was turned up.

This is part 3 of the rulebook ``klaberjass``.
"""

from typing import Final

from attrs import evolve, frozen

from cardrules.blocks.tricks import Playing
from cardrules.cards import Card, Rank
from cardrules.games.klaberjass.sequences import sequences
from cardrules.games.klaberjass.states import Declaring, Table, whole_hand, with_sequences
from cardrules.seats import replaced


@frozen
class ExchangeDix:
    """Exchange the seven of trump for the card that was turned up."""


EXCHANGE_DIX: Final = ExchangeDix()


def legal_exchanges(state: Declaring | Playing[Table]) -> tuple[ExchangeDix, ...]:
    """Return the exchange of the seven of trump, if the seat to act holds it and the turned suit is trump (3.1).

    It is made before the first word of the seat about sequences, or in the first trick.
    """
    trump = state.table.contract.trump
    in_time = len(state.words) < 2 if isinstance(state, Declaring) else not state.gone and not state.full
    if in_time and state.table.deal.turn_up.suit is trump and Card(Rank.SEVEN, trump) in whole_hand(state):
        return (EXCHANGE_DIX,)
    return ()


def exchange(state: Declaring | Playing[Table]) -> Declaring | Playing[Table]:
    """Exchange the seven of trump for the card turned up, which the other player has seen (3.1)."""
    seat, hands, table = state.to_act, state.hands, state.table
    seven = Card(Rank.SEVEN, table.contract.trump)
    shown = table.shown[seat]
    if seven in shown:
        shown = shown.without(seven)
        if not table.rules.shown_seven_counts:
            table = with_sequences(table, seat, sequences(shown))  # 3.2: what is left of those shown
    else:
        hands = replaced(hands, seat, hands[seat].without(seven))
    shown = shown.plus((table.deal.turn_up,))
    table = evolve(table, deal=evolve(table.deal, turn_up=seven), shown=replaced(table.shown, seat, shown))
    return evolve(state, table=table, hands=hands)

"""What may be staked on a hand, which hand wins, and what is shown of it.

These are rules 2.2, 2.3, 3.2 and 4.2 of the rulebook ``polish_bank``.
"""

from cardrules.blocks.betting import Stake, amounts_in_words
from cardrules.cards import ACE_HIGH, Card, Hand
from cardrules.games.polish_bank.moves import CONCEDE, DECLINE, AddBet, Concede, Decline, Show
from cardrules.games.polish_bank.phases import Adding, Revealing, Staking, Table
from cardrules.games.polish_bank.rules import Rules
from cardrules.moves import Reason, because
from cardrules.seats import Seat


def legal_stakes(state: Staking) -> tuple[Stake, ...]:
    """Return the stakes of the punter from low to high, the whole bank last (2.2); fewer if he knows the card (4.2)."""
    table, punter = state.table, state.punter
    bank = table.money.bank
    stakes = table.money.rules.stakes_by_bank(bank)  # 2.2
    if not table.turned[punter]:
        return stakes
    most = bank // 2 if _beats_turned(state) else 0  # 4.2
    return stakes[:1] + tuple(stake for stake in stakes[1:] if stake.amount <= most)


def _beats_turned(state: Staking) -> bool:
    return bool(winning_cards(state.table, state.punter))


def winning_cards(table: Table, punter: Seat) -> list[Card]:
    """Return the cards of a punter that win against the card turned for him (2.3)."""
    (card,) = table.turned[punter]
    return winners(table.hands[punter], card, equal_wins=table.rules.equal_card == "wins")


def winners(hand: Hand, card: Card, *, equal_wins: bool = True) -> list[Card]:
    """Return the cards of a hand that win against the turned card: those of its suit that are high enough (2.3)."""
    suit, strength = card.suit, ACE_HIGH.strength
    least = strength[card.rank] + (not equal_wins)
    return [own for own in hand if own.suit is suit and strength[own.rank] >= least]


def beats(hand: Hand, card: Card, *, equal_wins: bool = True) -> bool:
    """Return whether a hand wins against the turned card: it holds a card that does (2.3)."""
    return bool(winners(hand, card, equal_wins=equal_wins))


def winning_in_pack(rules: Rules) -> list[Card]:
    """Return the different cards of the pack that win against some other card of it, in the order of the pack (2.3)."""
    equal_wins = rules.equal_card == "wins"
    return [
        card
        for card in dict.fromkeys(rules.cards)
        if any(winners(Hand((card,)), other, equal_wins=equal_wins) for other in rules.cards.without(card))
    ]


def legal_bets(state: Adding) -> tuple[AddBet | Decline, ...]:
    """Return the side bets of the seat that is asked, from low to high, and then to decline (3.2)."""
    rules = state.table.money.rules
    return (*rules.added_bets[: _open_to_bets(state) // rules.step], DECLINE)  # 3.2


def _open_to_bets(state: Adding) -> int:
    """Return what is left of the bank after all that is staked on the hand."""
    return state.table.money.bank - sum(state.stakes)


def legal_answers(state: Revealing) -> tuple[Show | Concede, ...]:
    """Return what the punter may show, in the order of the pack; or to concede, if he has no card that wins (2.3)."""
    cards = dict.fromkeys(Hand(winning_cards(state.table, state.punter)).sorted())
    return tuple(map(Show, cards)) or (CONCEDE,)


def why_not_bet(state: Adding) -> Reason:
    """Return why no other side bet is allowed."""
    rest = _open_to_bets(state)
    return because(
        f"{amounts_in_words('side bet', state.rules.side_amounts(rest))}, with {rest} left in the bank", "3.2"
    )


def why_not_staked(state: Staking, stake: Stake) -> Reason:
    """Return why the punter may not make this stake."""
    bank = state.table.money.bank
    below = state.rules.amounts_below(bank)
    if stake.amount not in (*below, bank):
        others = f"{amounts_in_words('stake', below)}, or" if below else "a stake is"
        return because(f"{others} the whole bank, {bank}", "2.2")
    if _beats_turned(state):
        return because(f"once the card is turned, a stake is the least or at most half the bank, {bank // 2}", "4.2")
    return because(f"the turned card is not beaten, so the stake is the least, {below[0] if below else bank}", "4.2")

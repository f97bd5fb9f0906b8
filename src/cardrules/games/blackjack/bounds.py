"""What can happen at most in Blackjack: the bets of a box, the cards of a round, and all the moves."""

from cardrules.cards import Hand
from cardrules.games.blackjack.hands import VALUES
from cardrules.games.blackjack.moves import (
    BLACKJACK,
    DOUBLE,
    DRAW,
    HIT,
    INSURE,
    NO_BLACKJACK,
    NO_INSURANCE,
    NO_SURRENDER,
    SPLIT,
    STAND,
    STAY,
    SURRENDER,
    Move,
)
from cardrules.games.blackjack.phases import Betting, Refilling, Shuffling, State, Table, table_of
from cardrules.games.blackjack.rules import Rules
from cardrules.zones import cards_in


def most_bets(rules: Rules) -> int:
    """Return how many times its first bet a box may have on its hands (2.5, 2.6)."""
    tens, others = _most_hands(rules, 16), _most_hands(rules, 4)
    if rules.double == "none":
        return tens
    if not rules.double_after_split:
        return max(tens, 2)
    return 2 * tens if rules.double == "any" else max(tens, 2 * others)  # a ten and another card make 12 or more


def _most_hands(rules: Rules, alike: int) -> int:
    """Return the most hands of a box that splits a value of which each pack has ``alike`` cards (2.6)."""
    cards = alike * rules.decks
    return cards if rules.max_hands is None else min(rules.max_hands, cards)


def places_reached(state: State) -> range:
    """Return the places of the cards that may be dealt before they are shuffled again (4.1)."""
    assert isinstance(state, (Shuffling, Refilling))
    rules, table, cards = state.rules, table_of(state), cards_in(state)
    most = _most_cards(rules, cards)
    above = dealt = began = 0
    if isinstance(state, Refilling):
        above, began = len(table.shoe), not isinstance(state.interrupted, Betting)
        dealt = _dealt(table) if began else 0
    rounds = rules.rounds - table.number + began
    # A new round begins with more than the reserve, and may then take as many cards as a round can.
    before_last = above + len(state.pack) - rules.reserve(len(cards)) - 1
    taken = min(rounds * most - dealt, max(before_last, -dealt) + most)
    return range(max(0, min(taken - above, len(state.pack))))


def _most_cards(rules: Rules, shoe: Hand) -> int:
    """Return how many cards of a shoe a round can take at most.

    A hand is hit with 20 at most, and the dealer draws with 16 at most, not counting aces as 11; then each may take any
    card. But if all hands pass 21, the dealer takes no more than shows whether he has Blackjack; else one of them has 21
    at most in the end.
    """
    if rules.max_hands is None:
        return len(shoe)
    hands, dealers = rules.players * rules.max_hands, 1 + (rules.hole_card or rules.insurance)
    all_lose, one_does_not = (_count_up_to(points, shoe) for points in (20 * hands, 20 * hands + 1 + 16))
    return min(len(shoe), hands + max(all_lose + dealers, one_does_not))


def _count_up_to(points: int, shoe: Hand) -> int:
    """Return how many cards of a shoe have no more than so many points together, an ace counted as one."""
    for count, value in enumerate(sorted(VALUES[card] for card in shoe)):
        points -= value
        if points < 0:
            return count
    return len(shoe)


def _dealt(table: Table) -> int:
    """Return how many cards of this round lie on the table."""
    played = sum(len(hand.cards) for box in table.boxes for hand in box.hands)
    return played + len(table.dealer) + (table.hole is not None)


def all_moves(rules: Rules) -> list[Move]:
    """Return all moves that can be listed, in the order of a round."""
    moves: list[Move] = list(rules.bets)
    if rules.insurance:
        moves += INSURE, NO_INSURANCE
    if rules.surrender != "none":
        moves.append(SURRENDER)
    if rules.peek and rules.surrender == "early":
        moves.append(NO_SURRENDER)
    moves += HIT, STAND
    if rules.double != "none":
        moves.append(DOUBLE)
    if rules.max_hands != 1:
        moves.append(SPLIT)
    if rules.peek:
        moves += BLACKJACK, NO_BLACKJACK
    return [*moves, DRAW, STAY]

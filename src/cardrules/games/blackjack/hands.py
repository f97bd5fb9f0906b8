"""A hand of Blackjack: what its cards count, what may be done with it, and what it wins (rules 1, 2.3 to 2.7 and 3).

The game is played by these functions, and :mod:`cardrules.games.blackjack.basic_strategy` finds the best play with them.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from cardrules.cards import COURTS_TEN, PACK_52, Hand, Rank
from cardrules.game import Amount
from cardrules.games.blackjack.moves import DOUBLE, HIT, SPLIT, STAND, SURRENDER, HandMove
from cardrules.games.blackjack.rules import Rules


def moves_of(rules: Rules, cards: Hand, hands: int = 1, *, more: bool = True) -> tuple[HandMove, ...]:
    """What may be done with the ``cards`` of a hand that is one of so many in its box; nothing if it is not asked.

    ``more`` says whether there is another card to be had. That the hand was doubled is not seen here.
    """
    if not is_asked(rules, cards, hands, more=more):
        return ()
    moves: list[HandMove] = [STAND]
    split = hands > 1
    aces = split and cards[0].rank is Rank.ACE
    if more and (not aces or rules.hit_split_aces):  # 2.6
        moves.insert(0, HIT)
    if len(cards) == 2:
        if more and rules.double == "any" and not aces and (not split or rules.double_after_split):  # 2.5
            moves.append(DOUBLE)
        if more and VALUES[cards[0]] == VALUES[cards[1]] and _may_split(rules, cards, hands):
            moves.append(SPLIT)
        if not split and rules.surrender != "none" and not surrender_first(rules):  # 2.3
            moves.append(SURRENDER)
    return tuple(moves)


def is_asked(rules: Rules, cards: Hand, hands: int = 1, *, more: bool = True) -> bool:
    """Whether anything may be done with a hand, all as in :func:`moves_of`."""
    if len(cards) == 1 or total(cards).points >= 21:  # 2.1, 4.1
        return False
    if hands > 1 and not rules.hit_split_aces and cards[0].rank is Rank.ACE:  # 2.6
        pair = len(cards) == 2 and cards[1].rank is Rank.ACE
        return more and pair and _may_split(rules, cards, hands)
    return True


VALUES: Final = {card: COURTS_TEN[card.rank] for card in PACK_52}
"""What each card counts, an ace 1 (1.1)."""


class Total(NamedTuple):
    """What the cards of a hand count together."""

    points: int
    soft: bool
    """Whether an ace counts 11."""


@lru_cache(maxsize=1 << 14)
def total(cards: Hand) -> Total:
    """What cards count together: one ace 11 if that does not pass 21 (1.1)."""
    # Each hand is asked about several times: remembered, this takes a third of the time, and a game a tenth less.
    values = [VALUES[card] for card in cards]
    points = sum(values)
    return Total(points + 10, True) if points <= 11 and 1 in values else Total(points, False)


def _may_split(rules: Rules, cards: Hand, hands: int) -> bool:
    """Whether a hand of two cards that count the same may be split (2.6)."""
    again = hands == 1 or rules.resplit_aces or cards[0].rank is not Rank.ACE
    return again and (rules.max_hands is None or hands < rules.max_hands)


def surrender_first(rules: Rules) -> bool:
    """Whether surrender is offered before the dealer looks for Blackjack, and not when a box plays (2.1)."""
    return rules.peek and rules.surrender == "early"


def is_blackjack(cards: Hand) -> bool:
    """Whether the first two cards of a box, or of the dealer, are Blackjack (1.2)."""
    return worth(cards) == NATURAL


def must_draw(rules: Rules, dealer: Total) -> bool:
    """Whether the dealer with that total is to take a card as long as a bet depends on it (2.7)."""
    return dealer.points < 17 or (rules.soft_17 == "hit" and dealer == (17, True))


def may_be_blackjack(dealer: Hand) -> bool:
    """Whether the dealer's first card is an ace or a ten-card (1.2)."""
    return VALUES[dealer[0]] in (1, 10)


NATURAL: Final = 22
"""What Blackjack is worth in :func:`worth`."""


def worth(cards: Hand, hands: int = 1) -> int:
    """How the cards of a hand, one of so many in its box, compare with others (3.1).

    That is their total, 0 if it is over 21, and :data:`NATURAL` for Blackjack.
    """
    points = total(cards).points
    if points > 21:
        return 0
    return NATURAL if points == 21 and len(cards) == 2 and hands == 1 else points  # 2.6: none after a split


def wins(rules: Rules, mine: int, dealers: int) -> Amount:
    """What a bet of 1 wins, below 0 if it loses, on a hand of such a :func:`worth` against the dealer's (3.1)."""
    if mine == 0 or mine < dealers:  # 2.4
        return -1
    if mine == dealers:
        return 0
    return rules.blackjack_pays if mine == NATURAL else 1

"""The hands of Blackjack: their totals, their moves, and what they win (rules 1, 2.3 to 2.7 and 3).

The game and :mod:`cardrules.games.blackjack.basic_strategy` share these functions.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from cardrules.cards import COURTS_TEN, PACK_52, Card, Hand, Rank
from cardrules.game import Amount
from cardrules.games.blackjack.moves import DOUBLE, HIT, SPLIT, STAND, SURRENDER, HandMove
from cardrules.games.blackjack.rules import Rules


def moves_of(rules: Rules, up: Card, cards: Hand, hands: int = 1, *, more: bool = True) -> tuple[HandMove, ...]:
    """Return the moves of a hand with these ``cards``; none if the hand has no choice.

    ``up`` is the dealer's first card, ``hands`` the number of hands in its box, and ``more`` says whether a card is
    left to deal. The hand must not have been doubled, which its cards do not show.
    """
    if not is_asked(rules, cards, hands, more=more):
        return ()
    moves: list[HandMove] = [STAND]
    split = hands > 1
    aces = split and cards[0].rank is Rank.ACE
    if more and (not aces or rules.hit_split_aces):  # 2.6
        moves.insert(0, HIT)
    if len(cards) == 2:
        may_double = not aces and (not split or rules.double_after_split) and rules.may_double(total(cards).points)
        if more and may_double:  # 2.5
            moves.append(DOUBLE)
        if more and VALUES[cards[0]] == VALUES[cards[1]] and _may_split(rules, cards, hands):
            moves.append(SPLIT)
        if not split and may_surrender(rules, up) and not surrender_first(rules, up):  # 2.3
            moves.append(SURRENDER)
    return tuple(moves)


def is_asked(rules: Rules, cards: Hand, hands: int = 1, *, more: bool = True) -> bool:
    """Return whether a hand has a choice, with arguments as for :func:`moves_of`; the dealer's card does not matter."""
    if len(cards) == 1 or total(cards).points >= 21:  # 2.1, 4.1
        return False
    if hands > 1 and not rules.hit_split_aces and cards[0].rank is Rank.ACE:  # 2.6
        pair = len(cards) == 2 and cards[1].rank is Rank.ACE
        return more and pair and _may_split(rules, cards, hands)
    return True


VALUES: Final = {card: COURTS_TEN[card.rank] for card in PACK_52}
"""The value of each card, 1 for an ace (1.1)."""


class Total(NamedTuple):
    """The total of a hand."""

    points: int
    soft: bool
    """Whether an ace counts 11."""


@lru_cache(maxsize=1 << 14)
def total(cards: Hand) -> Total:
    """Return the total of some cards, in which one ace counts 11 if that does not pass 21 (1.1)."""
    # Every hand is asked about several times: with the cache this takes a third of the time, and a game a tenth less.
    values = [VALUES[card] for card in cards]
    points = sum(values)
    return Total(points + 10, True) if points <= 11 and 1 in values else Total(points, False)


def _may_split(rules: Rules, cards: Hand, hands: int) -> bool:
    """Return whether the options let a hand of two cards of one value be split (2.6)."""
    again = hands == 1 or rules.resplit_aces or cards[0].rank is not Rank.ACE
    return again and (rules.max_hands is None or hands < rules.max_hands)


def may_surrender(rules: Rules, up: Card) -> bool:
    """Return whether a box may surrender at all when the dealer's first card is ``up`` (2.3)."""
    return rules.surrender != "none" and (rules.surrender_against_ace or up.rank is not Rank.ACE)


def surrender_first(rules: Rules, up: Card) -> bool:
    """Return whether surrender is offered before the dealer looks for Blackjack, and not when a box plays (2.1)."""
    return rules.peek and rules.surrender == "early" and may_surrender(rules, up)


def is_blackjack(cards: Hand) -> bool:
    """Return whether the first two cards of a box, or of the dealer, are Blackjack (1.2)."""
    return worth(cards) == NATURAL


def must_draw(rules: Rules, dealer: Total) -> bool:
    """Return whether a dealer with this total takes a card as long as a bet depends on it (2.7)."""
    return dealer.points < 17 or (rules.soft_17 == "hit" and dealer == (17, True))


def may_be_blackjack(dealer: Hand) -> bool:
    """Return whether the dealer's first card is an ace or a ten-card (1.2)."""
    return VALUES[dealer[0]] in (1, 10)


NATURAL: Final = 22
"""The :func:`worth` of Blackjack."""


def worth(cards: Hand, hands: int = 1) -> int:
    """Return the number by which a hand compares with others (3.1); ``hands`` is the number of hands in its box.

    It is the total, 0 for a total over 21, and :data:`NATURAL` for Blackjack.
    """
    points = total(cards).points
    if points > 21:
        return 0
    return NATURAL if points == 21 and len(cards) == 2 and hands == 1 else points  # 2.6: none after a split


def wins(rules: Rules, mine: int, dealers: int) -> Amount:
    """Return what a bet of 1 wins, negative if it loses, for a hand of worth ``mine`` against the dealer's (3.1)."""
    if mine == 0 or mine < dealers:  # 2.4
        return -1
    if mine == dealers:
        return 0
    return rules.blackjack_pays if mine == NATURAL else 1

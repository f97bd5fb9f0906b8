"""The value of a split: what all its hands win together, though each card that one of them gets is gone for the others."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

HandValue: TypeAlias = Callable[[int, int, bool], Fraction]
"""The average win of one hand of a split box.

The arguments are the number of hands in the box, the number of cards like their first that are gone from the shoe, and
whether the hand counts only if its second card is unlike its first.
"""


def won_together(hands: int, most: int, alike: Callable[[int], Fraction], value: HandValue) -> Fraction:
    """Return what the hands that wait for their second card win together, after a split that made ``hands`` hands.

    Two hands wait. A second card like the first makes one more, until the box has ``most``. ``alike`` is the
    probability that the next card is like the first, by the number of such cards that are gone.

    This deals in order. What the hands win depends on each other by the cards that they get, but the average of a sum
    is the sum of the averages: it is enough to know, for each hand, which second cards came before it. How a hand is
    played depends on nothing else in other hands, so the cards that they took after their second may be any of the
    unseen ones, and need not be followed.
    """

    @cache
    def chance(gone: int) -> Fraction:
        """Return the probability that the next second cards are like the first until ``gone`` are gone."""
        if gone == hands:
            return Fraction(1)
        before = chance(gone - 1)
        return before and before * alike(gone - 1)

    @cache
    def one(now: int, gone: int, unlike: int) -> Fraction:
        """Return what one of ``now`` hands wins if ``gone`` second cards are alike and ``unlike`` are not, else 0."""
        if unlike:  # what it wins if all but one are as said, without the case that the one is alike
            return one(now, gone, unlike - 1) - one(now, gone + 1, unlike - 1)
        return chance(gone) and chance(gone) * value(now, gone, now < most)

    @cache
    def waiting_hands(now: int, unlike: int) -> Fraction:
        """Return what the waiting ones of ``now`` hands win, of which ``unlike`` have got their second card."""
        waiting = 2 + now - hands - unlike
        if not waiting:
            return Fraction(0)
        if now == most:
            return waiting * one(now, now, unlike)
        return one(now, now, unlike) + waiting_hands(now, unlike + 1) + waiting_hands(now + 1, unlike)

    return waiting_hands(hands, 0)

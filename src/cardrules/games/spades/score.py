"""The score of a deal of Spades: contracts, overtricks and nils.

This is part 4 of the rulebook ``spades``.
"""

from collections.abc import Sequence
from typing import assert_never, final

from attrs import evolve, frozen

from cardrules.games.spades.moves import AnyBid, Bid, DoubleNil
from cardrules.games.spades.rules import Rules


@final
@frozen
class Score:
    """The score of a side."""

    points: int = 0
    bags: int = 0
    """Overtricks that count towards the next penalty; always 0 without ``bag_limit``."""


def scored(rules: Rules, score: Score, bids: Sequence[AnyBid], taken: Sequence[int]) -> Score:
    """Return the score of a side after a deal, from the bids of its two players and the tricks that each took (4)."""
    match tuple(zip(bids, taken, strict=True)):
        case ((Bid(first), mine), (Bid(second), yours)):
            return _with_contract(rules, score, first + second, mine + yours)
        case ((Bid(tricks), own), (nil, others)) | ((nil, others), (Bid(tricks), own)):
            before = evolve(score, points=score.points + _for_nil(rules, nil, others))
            if rules.failed_nil_tricks == "contract":
                return _with_contract(rules, before, tricks, own + others)
            return _with_contract(rules, before, tricks, own, others if rules.failed_nil_tricks == "bags" else 0)
        case ((first, mine), (second, yours)) if rules.two_nils == "apart":  # 4.4
            points = score.points + _for_nil(rules, first, mine) + _for_nil(rules, second, yours)
            tricks = 0 if rules.failed_nil_tricks == "nobody" else mine + yours
            return _with_contract(rules, evolve(score, points=points), 0, tricks)
        case _:
            return evolve(score, points=_after_two_nils(rules, score.points, bids, taken))


def _for_nil(rules: Rules, nil: AnyBid, tricks: int) -> int:
    """Return what a nil that is judged by itself wins or loses (4.2)."""
    points = rules.double_nil_points if isinstance(nil, DoubleNil) else rules.nil_points
    return -points if tricks else points


def _with_contract(rules: Rules, score: Score, contract: int, tricks: int, more: int = 0) -> Score:
    """Return ``score`` with the points of a contract (4.1); ``more`` tricks are overtricks in any case."""
    points, bags = score.points - 10 * contract, more
    if tricks >= contract:
        points, bags = score.points + 10 * contract, tricks - contract + more
    if rules.bag_limit is None:
        return Score(points + bags)
    penalties, rest = divmod(score.bags + bags, rules.bag_limit)
    return Score(points + bags - penalties * rules.bag_penalty, rest)


def _after_two_nils(rules: Rules, points: int, bids: Sequence[AnyBid], taken: Sequence[int]) -> int:
    """Return the points of a side after two nils that are judged together (4.3)."""
    if not any(taken):
        return points + (rules.two_double_nils if all(isinstance(bid, DoubleNil) for bid in bids) else 200)
    match rules.both_nil_set:
        case "score_to_zero":
            return min(points, 0)
        case "minus_200":
            return points - 200
        case "nothing":
            return points
        case _:
            assert_never(rules.both_nil_set)


def extremes(rules: Rules, *, double_nil: bool) -> tuple[int, int]:
    """Return the least and the most that a side can win in a deal, in which it may bid double nil or may not.

    The least counts every penalty for overtricks that may be due; a side that loses its whole score loses only what it won.
    """
    least, most = -260, 130  # contracts of 26 and of 13 tricks
    if rules.nil or double_nil:
        nil = max(rules.nil_points if rules.nil else 0, rules.double_nil_points if double_nil else 0)
        least, most = min(least, -nil - 130), nil + 130
        if rules.two_nils == "apart":
            least, most = min(least, -2 * nil), max(most, 2 * nil)
        else:
            most = max(most, rules.two_double_nils if double_nil else 200)
    if rules.bag_limit is not None:
        least -= (rules.bag_limit - 1 + 13) // rules.bag_limit * rules.bag_penalty
    return least, most

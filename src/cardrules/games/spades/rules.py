"""The options of Spades."""

from typing import Literal

from attrs import field, frozen

from cardrules.options import Range, at_least, between, with_validators


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Spades."""

    target: int = field(default=500, validator=at_least(1))
    """The points that win the match (5.1)."""

    losing_score: int | None = field(default=None, validator=Range(-10_000, -1))
    """The points at which, or below which, a side loses the match, ``None`` if no score does (5.3)."""

    max_deals: int | None = field(default=30, validator=Range(1))
    """The number of deals after which the match ends in any case, ``None`` for no limit (5.2)."""

    nil: bool = True
    """Whether nil may be bid (2.3, 2.5)."""

    double_nil: bool = True
    """Whether double nil may be bid, before looking at the cards (2.4, 2.5)."""

    double_nil_behind: int | None = field(default=None, validator=Range(1))
    """How many points behind a side must be to bid double nil, ``None`` if any side may (2.8)."""

    exchange: int = field(default=3, validator=between(0, 13))
    """The number of cards that a nil bidder and the partner exchange (2.3, 2.6)."""

    double_nil_exchange: int | None = field(default=None, validator=Range(0, 13))
    """The number of cards exchanged for a double nil, ``None`` for as many as for a nil (2.4, 2.6)."""

    nil_points: int = field(default=100, validator=at_least(0))
    """What a nil wins or loses, unless it is one of two judged together (4.2)."""

    double_nil_points: int = field(default=200, validator=at_least(0))
    """What a double nil wins or loses, unless it is one of two nils judged together (4.2)."""

    two_nils: Literal["together", "apart"] = "together"
    """Whether two nils of a side win or lose together, or each by itself (4.3, 4.4)."""

    both_nil_set: Literal["score_to_zero", "minus_200", "nothing"] = "score_to_zero"
    """What partners who both bid nil lose if either takes a trick: their score, 200, or nothing (4.3)."""

    two_double_nils: Literal[200, 400] = 200
    """What partners score for two kept double nils (4.3)."""

    first_bidder: Literal["dealer", "left_of_dealer"] = "dealer"
    """Who bids first (2.1)."""

    bag_limit: int | None = field(default=None, validator=Range(1))
    """The number of overtricks that costs a penalty, ``None`` for no penalty (4.1)."""

    bag_penalty: int = field(default=100, validator=at_least(0))
    """The points that ``bag_limit`` overtricks cost (4.1)."""

    failed_nil_tricks: Literal["nobody", "contract", "bags"] = "nobody"
    """What the tricks of a failed nil count for: nothing, the partner's contract, or as overtricks (4.2, 4.4)."""

    @property
    def for_double_nil(self) -> int:
        """The number of cards exchanged for a double nil (2.6)."""
        return self.exchange if self.double_nil_exchange is None else self.double_nil_exchange

    @property
    def most_exchanged(self) -> int:
        """The most cards that partners may exchange (2.6)."""
        return max(self.exchange if self.nil else 0, self.for_double_nil if self.double_nil else 0)

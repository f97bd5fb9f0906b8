"""The options of Klaberjass."""

from typing import Literal

from attrs import field, frozen

from cardrules.options import at_least, with_validators


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Klaberjass."""

    target: int = field(default=500, validator=at_least(1))
    """The points that win the match (7.4)."""

    max_deals: int | None = field(default=60, validator=at_least(1))
    """The number of deals after which the match ends, ``None`` for no limit (7.4)."""

    maker_fails: Literal["doubled", "combined"] = "doubled"
    """What the opponent of a maker with the lower total writes: twice his own total, or both totals (7.3)."""

    second_round_schmeiss: bool = False
    """Whether schmeiss may also be said in the second round (2.3)."""

    bella_on: Literal["queen", "second"] = "queen"
    """Whether bella is said with the queen, or with the second of king and queen that is played (5.4)."""

    equal_sequences: Literal["non_dealer", "nobody"] = "non_dealer"
    """Who scores when the best sequences are equal (4.2)."""

    show_bottom: bool = True
    """Whether the bottom card of the stock is shown once trump is chosen (2.4)."""

    refused_schmeiss: Literal["caller", "refuser", "void"] = "caller"
    """Who is the maker when schmeiss is refused, or that the deal is void then and acceptance makes the caller maker (2.5)."""

    after_schmeiss: Literal["next_dealer", "same_dealer"] = "next_dealer"
    """Who deals after a schmeiss that makes the deal void (2.6)."""

    shown_seven_counts: bool = True
    """Whether a seven that was shown in a sequence and exchanged afterwards still counts there (3.2)."""

    sequences_need_trick: bool = False
    """Whether the points of sequences are taken back from a player who takes no trick (4.6)."""

    equal_totals: Literal["opponent", "held"] = "opponent"
    """Whether the opponent writes equal totals alone, or both are held for the winner of the next deal (7.2)."""

    referee: bool = False
    """Whether a referee may rule on faults (8.1 to 8.4)."""

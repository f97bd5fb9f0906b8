"""The options of Konchinka."""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from cardrules.cards import PACK_52, Rank, rank_values
from cardrules.errors import RulesError
from cardrules.options import at_least, between, with_validators

FOUR: Final = 4
"""The number of cards dealt to each player at once, and of cards on the first table (1.1)."""

VALUES: Final[Mapping[str, Mapping[Rank, int]]] = {
    "rank_only": rank_values(ACE=1),
    "valued": rank_values(ACE=1, JACK=11, QUEEN=12, KING=13),
}
"""What each rank adds to a set, by the option ``courts`` (2.1, 3.1); ranks with 0 are in no set."""


MajorityTie: TypeAlias = Literal["nobody", "all"]
"""The values of the option ``majority_tie`` (4.4)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Konchinka."""

    players: int = field(default=2, validator=between(2, 12))
    """The number of players (1.1, 1.4)."""

    courts: Literal["rank_only", "valued"] = "rank_only"
    """Whether kings and queens take only their rank and jacks have a power (2.3, 2.4), or courts have values (3.1)."""

    king_sum: Literal[13, 14] = 13
    """What a set must add up to for a king to take it; 14 only with valued courts (3.2)."""

    raised_sums: Literal["king", "all"] = "king"
    """Which courts take sets of one more than their value with ``king_sum=14``: kings, or queens and jacks too (3.2)."""

    jack_takes: Literal["all", "one", "rank"] = "all"
    """What a jack takes: all cards on the table, or any one (2.4), or only its rank (2.8); always ``"all"`` if courts have
    values."""

    must_capture: Literal["never", "played_card", "any"] = "never"
    """When a card may not be laid: if that card could take, or if any card of the hand could (2.5)."""

    take_twice_running: bool = True
    """Whether a player may take in two turns running (2.2)."""

    majority_tie: MajorityTie = "nobody"
    """Who scores if several have equally many cards, or clubs: nobody, or all of them (4.4)."""

    target: int = field(default=15, validator=at_least(1))
    """The points that win the match (5.1)."""

    payment: Literal["points", "pool"] = "points"
    """Whether the losers pay for the points that they lack, or all put in a stake for the winner (5.3)."""

    point_value: int = field(default=1, validator=at_least(1))
    """What a loser pays for each point that he lacks, if points are paid (5.3)."""

    stake: int = field(default=1, validator=at_least(1))
    """What each player puts in before the match, if there is a pool (5.3)."""

    max_packs: int | None = field(default=60, validator=at_least(1))
    """The number of packs after which the match ends, ``None`` for no limit (5.4)."""

    def __attrs_post_init__(self) -> None:
        if self.king_sum != 13 and self.courts == "rank_only":
            raise RulesError("king_sum must be 13 with courts='rank_only': such kings take no sets")
        if self.raised_sums != "king" and self.king_sum == 13:
            raise RulesError("raised_sums must be 'king' with king_sum=13: no court takes more than its value")
        if self.jack_takes != "all" and self.courts == "valued":
            raise RulesError("jack_takes must be 'all' with courts='valued': such jacks take their rank or sets")

    @cached_property
    def reach(self) -> Mapping[Rank, int]:
        """What the sets that a card takes add up to, by its rank; 0 if it takes no sets (2.1, 2.3, 3.1, 3.2)."""
        values = VALUES[self.courts]
        if self.king_sum == 13:
            return values
        raised = (Rank.JACK, Rank.QUEEN, Rank.KING) if self.raised_sums == "all" else (Rank.KING,)
        return {rank: value + (rank in raised) for rank, value in values.items()}

    @property
    def rounds(self) -> int:
        """The number of times that each seat is dealt four cards from one pack (1.1)."""
        return (len(PACK_52) - FOUR) // (FOUR * self.players)

    def share(self, cards: int) -> int:
        """Return how many of a pack of ``cards`` each player is dealt at once, and the first table has (1.1)."""
        return min(FOUR, cards // (self.players + 1))


KONTSINA: Final = Rules(jack_takes="rank")
"""The captures of Greek Kontsina: courts are taken by their rank alone, and jacks have no power."""

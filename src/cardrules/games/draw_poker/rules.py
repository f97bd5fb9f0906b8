"""The options of five-card draw, and presets of them."""

from functools import cached_property
from typing import Final, Literal

from attrs import field, frozen

from cardrules.blocks.betting import MatchingTerms, StakingTerms
from cardrules.blocks.pokerhands import SUIT_ORDER, PokerRanking
from cardrules.blocks.table_stakes import TableStakesTerms
from cardrules.cards import PACK_52, Deck, Hand, Suit, pack
from cardrules.errors import RulesError
from cardrules.options import (
    CardSet,
    Permutation,
    PerSeat,
    Range,
    at_least,
    between,
    require_listable,
    with_validators,
)

MOST_WILD: Final = 4
"""The most jokers and cards declared wild, counted together (1.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of five-card draw."""

    players: int = field(default=4, validator=between(2, 10))
    """The number of players (1.1)."""

    packs: Literal[1, 2] = 1
    """The number of packs of 52 (1.1)."""

    jokers: int = field(default=0, validator=between(0, MOST_WILD))
    """The number of jokers added in all (1.1)."""

    wild: Hand = field(default=Hand(), validator=CardSet(PACK_52, MOST_WILD))
    """The cards of the pack that are wild; with two packs, both copies of each (1.1, 5.2)."""

    betting: Literal["circles", "matching"] = "circles"
    """Whether stakes are made in circles or matched (2.1, 2.2)."""

    stacks: int | tuple[int, ...] | None = field(default=None, validator=PerSeat(1))
    """What each player brings to the table, the same for all or by seat; ``None`` for no table stakes (1.4, 2.4)."""

    structure: Literal["spread_limit", "fixed_limit", "pot_limit", "no_limit"] = "spread_limit"
    """What limits bets and raises; all but the spread limit need table stakes (2.5)."""

    circles: int | None = field(default=3, validator=Range(1))
    """The most circles in a betting, or raises where stakes are matched; ``None`` for any number (2.1, 2.2, 2.5)."""

    stop_early: Literal["after_draw", "both"] = "after_draw"
    """Which betting ends after a circle in which nobody raised: the one after the draw, or both (4.1, 4.2)."""

    small_blind: int = field(default=0, validator=at_least(0))
    """The sum that the player on the dealer's left puts in before the first betting, of two players the dealer (2.7)."""

    big_blind: int = field(default=0, validator=at_least(0))
    """The sum that the next player puts in, which counts as a bet (2.7)."""

    ante: int = field(default=1, validator=at_least(0))
    """The sum that each player puts in before the deal; 0 only if there is a big blind (1.3)."""

    limit: int = field(default=10, validator=at_least(1))
    """The highest stake, bet or raise, of at most 1,000 different ones; in fixed limit that after the draw (2.1, 2.5)."""

    step: int = field(default=1, validator=at_least(1))
    """The lowest stake, bet or raise, and the step between them; in fixed limit that before the draw (2.1, 2.2, 2.5)."""

    max_discards: Literal[5, 3] = 5
    """The most cards that may be thrown away; with 3, four if the fifth is an ace (3.1)."""

    joker: Literal["wild", "bug"] = "wild"
    """Whether a joker stands for any card, or for an ace and to complete straights and flushes (5.2)."""

    ace_low_straight: bool = True
    """Whether A 2 3 4 5 is a straight (5.1)."""

    ace_king: bool = True
    """Whether ace-king is a class (5.1)."""

    five_of_a_kind: bool = False
    """Whether five of a kind is a class of its own, the highest (5.2)."""

    suits: bool = True
    """Whether suits count between hands (5.4, 5.5, 5.6)."""

    flush_by: Literal["suit", "rank"] = "suit"
    """What decides first between flushes (5.5)."""

    straight_by: Literal["rank", "suit"] = "rank"
    """What decides first between straights (5.6)."""

    straight_flush_by: Literal["rank", "suit"] = "rank"
    """What decides first between straight flushes (5.6)."""

    suit_order: tuple[Suit, ...] = field(default=SUIT_ORDER, validator=Permutation(SUIT_ORDER))
    """The suits from high to low (5.4, 5.5, 5.6)."""

    deals: int = field(default=1, validator=at_least(1))
    """The number of deals in the match; with table stakes the most (6.1)."""

    def __attrs_post_init__(self) -> None:
        if self.jokers + len(self.wild) > MOST_WILD:
            raise RulesError(
                f"jokers and wild cards together must be at most {MOST_WILD}, "
                f"not {self.jokers} and {len(self.wild)} cards declared wild"
            )
        self._check_stacks()
        self._check_forced_bets()
        self._check_amounts()

    def _check_stacks(self) -> None:
        if self.stacks is None:
            if self.structure != "spread_limit":
                raise RulesError(f"structure {self.structure!r} needs stacks, which say what the players bring")
            if self.circles is None:
                raise RulesError("circles may be None only with stacks, which end the raises")
            return
        if self.betting != "matching":
            raise RulesError(
                f"stacks need betting='matching', not {self.betting!r}: unmatched stakes have no side pots"
            )
        if isinstance(self.stacks, tuple) and len(self.stacks) != self.players:
            raise RulesError(f"stacks by seat must be {self.players}, as many as players, not {len(self.stacks)}")

    def _check_forced_bets(self) -> None:
        if self.small_blind > self.big_blind:
            raise RulesError(f"small_blind must be at most the big blind, {self.big_blind}, not {self.small_blind}")
        if self.big_blind and self.stacks is None:
            raise RulesError("big_blind needs stacks: blinds are for table stakes")
        if not self.ante and not self.big_blind:
            raise RulesError("ante must be at least 1, not 0, unless there is a big blind")

    def _check_amounts(self) -> None:
        if self.structure in ("pot_limit", "no_limit"):
            require_listable("stacks", range(self.least, sum(self.brought), self.step))
            return
        if self.limit < self.step:
            raise RulesError(f"limit must be at least the step, {self.step}, not {self.limit}")
        if self.structure == "fixed_limit":
            if self.big_blind > self.step:
                raise RulesError(
                    f"big_blind must be at most the step, {self.step}, in fixed limit, not {self.big_blind}"
                )
            return
        if self.big_blind > self.limit:
            raise RulesError(f"big_blind must be at most the limit, {self.limit}, not {self.big_blind}")
        require_listable("limit", range(self.step, self.limit + 1, self.step))

    @cached_property
    def brought(self) -> tuple[int, ...]:
        """What each seat brings to the table (1.4); nothing if there are no table stakes."""
        return self.stacks if isinstance(self.stacks, tuple) else (self.stacks or 0,) * self.players

    @property
    def least(self) -> int:
        """The least bet and raise at table stakes, before fixed limit (2.5)."""
        return max(self.step, self.big_blind)

    @cached_property
    def cards(self) -> Deck:
        """All the cards, jokers included, unshuffled (1.1)."""
        return Deck(pack(copies=self.packs, jokers=self.jokers))

    @cached_property
    def terms(self) -> tuple[StakingTerms | MatchingTerms, StakingTerms | MatchingTerms]:
        """The terms of the betting before the draw and of the one after it, without table stakes."""
        assert self.circles is not None
        if self.betting == "matching":
            matching = MatchingTerms(self.step, self.limit, self.circles)  # 2.2
            return matching, matching
        first, second = (
            StakingTerms(self.step, self.limit, self.circles, until_no_raise=early)
            for early in (self.stop_early == "both", True)  # 4.2, 4.1
        )
        return first, second

    @cached_property
    def stack_terms(self) -> tuple[TableStakesTerms, TableStakesTerms]:
        """The terms of the betting before the draw and of the one after it, at table stakes (2.5)."""
        if self.structure == "fixed_limit":
            small, big = (TableStakesTerms(bet, bet, max_raises=self.circles) for bet in (self.step, self.limit))
            return small, big
        limit = self.limit if self.structure == "spread_limit" else None
        pot_limit = self.structure == "pot_limit"
        terms = TableStakesTerms(self.least, limit, self.step, pot_limit, self.circles)
        return terms, terms

    @cached_property
    def ranking(self) -> PokerRanking:
        """How hands rank (5.1-5.6)."""
        return PokerRanking(
            frozenset(self.wild),
            self.ace_low_straight,
            self.five_of_a_kind,
            self.flush_by,
            self.straight_by,
            self.straight_flush_by,
            self.suit_order,
            self.suits,
            self.ace_king,
            self.joker == "bug",
        )


DEUCES_WILD: Final = Rules(wild=Hand.parse("2C 2D 2H 2S"))
"""Five-card draw with the deuces wild, the usual choice of wild cards."""

STANDARD: Final = Rules(
    betting="matching",
    stacks=100,
    structure="fixed_limit",
    limit=4,
    step=2,
    ace_king=False,
    suits=False,
    deals=20,
)
"""The game of most tables today: an ante, fixed limit with three raises at table stakes, and the usual ranking."""

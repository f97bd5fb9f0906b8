# The part of PokerKit that the benchmarks and the tests use.

from collections.abc import Iterable, Iterator
from enum import Enum

class Card:
    @classmethod
    def parse(cls, raw_cards: str) -> Iterator[Card]: ...

class StandardHighHand:
    @classmethod
    def from_game(cls, hole_cards: Iterable[Card]) -> StandardHighHand: ...

class Automation(Enum):
    HOLE_DEALING = ...
    RUNOUT_COUNT_SELECTION = ...

class BettingStructure(Enum):
    FIXED_LIMIT = ...
    POT_LIMIT = ...
    NO_LIMIT = ...

class Deck(Enum):
    STANDARD = ...

class Opening(Enum):
    POSITION = ...

class Street:
    def __init__(
        self,
        card_burning_status: bool,
        hole_dealing_statuses: tuple[bool, ...],
        board_dealing_count: int,
        draw_status: bool,
        opening: Opening,
        min_completion_betting_or_raising_amount: int,
        max_completion_betting_or_raising_count: int | None,
        /,
    ) -> None: ...

class Pot:
    amount: int
    player_indices: tuple[int, ...]

class Operation: ...

class ChipsPushing(Operation):
    amounts: tuple[int, ...]

class State:
    status: bool
    statuses: list[bool]
    street_index: int | None
    hole_cards: list[list[Card]]
    hole_dealee_index: int | None
    stand_patter_or_discarder_index: int | None
    actor_index: int | None
    acted_player_indices: set[int]
    checking_or_calling_amount: int | None
    completion_betting_or_raising_amount: int
    min_completion_betting_or_raising_to_amount: int | None
    max_completion_betting_or_raising_to_amount: int | None
    consecutive_short_all_in_amounts: list[int]
    bets: list[int]
    stacks: list[int]
    total_pot_amount: int
    pots: Iterator[Pot]
    operations: list[Operation]
    def __init__(
        self,
        automations: tuple[Automation, ...],
        deck: Deck,
        hand_types: tuple[type[StandardHighHand], ...],
        streets: tuple[Street, ...],
        betting_structure: BettingStructure,
        ante_trimming_status: bool,
        raw_antes: int,
        raw_blinds_or_straddles: int | tuple[int, ...],
        bring_in: int,
        raw_starting_stacks: int | tuple[int, ...],
        player_count: int,
        /,
    ) -> None: ...
    def deal_hole(self, cards: str) -> object: ...
    def can_stand_pat_or_discard(self) -> bool: ...
    def stand_pat_or_discard(self, cards: Iterable[Card] | str) -> object: ...
    def can_complete_bet_or_raise_to(self) -> bool: ...
    def complete_bet_or_raise_to(self, amount: int) -> object: ...
    def check_or_call(self) -> object: ...
    def can_fold(self) -> bool: ...
    def fold(self) -> object: ...

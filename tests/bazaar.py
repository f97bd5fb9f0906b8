"""Bazaar, a small game as a user might write it, with values of many kinds, for tests of what must hold for any game."""

from collections.abc import Callable
from enum import Enum, IntEnum, StrEnum, auto
from fractions import Fraction
from typing import Generic, Literal, NewType, TypeAlias, TypeVar

from attrs import AttrsInstance, field, frozen

from cardrules.cards import JOKER, PACK_52, Card, Deck, Hand, Rank, Suit
from cardrules.errors import RulesError
from cardrules.game import NATURE, Amount, Nature, Outcome, Shuffled, StateLike, shuffled_deck
from cardrules.moves import require_legal
from cardrules.options import Range, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, leaders, replaced
from cardrules.zones import Closed, Open, Own

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=AttrsInstance)
Chips = NewType("Chips", int)
PACK = Hand((*PACK_52[:8], JOKER))


class Mood(Enum):
    """Members without a string as their value, which are known by their names."""

    CALM = auto()
    WILD = auto()


class Grade(IntEnum):
    """Members that are numbers."""

    LOW = 1
    HIGH = 2


class Tint(StrEnum):
    """Members that are strings."""

    RED = "red"
    BLACK = "black"


def _check_trump(_rules: object, _option: object, trump: object) -> None:
    if trump not in {"none", *Suit}:
        raise RulesError(f"trump must be a suit or 'none', not {trump!r}")


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options."""

    stake: int | Fraction = field(default=Fraction(1, 2), validator=Range(0, 5, fractions=True))
    rounds: int = field(default=2, validator=Range(1, 9))
    trump: Literal["none"] | Suit = field(default=Suit.SPADES, validator=_check_trump)


@frozen
class Raise:
    """Pay an amount."""

    by: Amount


@frozen
class Keep:
    """Pay nothing."""


@frozen
class Throw:
    """Throw cards away."""

    cards: Own[Hand]
    first: Open[Card | None] = None


Move: TypeAlias = Raise | Keep | Throw


@frozen
class Box(Generic[T]):
    """A box with a value of any kind."""

    what: T


@frozen
class Shuffling:
    """The phase before the deal."""

    rules: Rules
    pack: Closed[Hand]
    to_act = NATURE


@frozen
class Trading:
    """The phase in which the seats act in turn."""

    rules: Rules
    hands: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    thrown: Own[tuple[Hand, ...]]
    to_act: Seat | Nature | None
    purses: tuple[Amount, ...]
    made: tuple[Raise | Keep, ...] = field(metadata=NOT_BY_SEAT)
    box: Box[Chips]
    boxes: tuple[Box[Box[Suit]], ...] = field(default=(), metadata=NOT_BY_SEAT)
    trump: Suit | Literal["none"] | None = None
    best: tuple[Seat, Rank] | None = None
    mood: Mood = Mood.CALM
    grade: Grade | None = None
    tint: Tint = Tint.RED
    before: "Trading | None" = None
    _secret: int = 7
    turn: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "turn", len(self.made))


@frozen
class Over:
    """The phase after the end."""

    rules: Rules
    last: Trading
    to_act = None


@frozen
class Result(Outcome):
    """An outcome with fields of its own."""

    grade: Grade
    made: tuple[Raise | Keep, ...]
    word: Literal["rich", "poor"] | None = None


State: TypeAlias = Shuffling | Trading | Over


def start(rules: Rules) -> Shuffling:
    """Return the state before the deal."""
    return Shuffling(rules, PACK)


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the raises by the stake and by twice the stake, keeping, and throwing the first card."""
    if not isinstance(state, Trading):
        return ()
    hand = state.hands[int(str(state.to_act))]
    throws = (Throw(Hand(hand[:1]), None if len(hand) > 1 else hand[0]),) if hand else ()
    return (Raise(state.rules.stake), Raise(2 * state.rules.stake), Keep(), *throws)


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after a move."""
    if isinstance(state, Shuffling):
        hands, stock = shuffled_deck(state.pack, move).deal(2, 2)
        return Trading(state.rules, hands, stock, (Hand(), Hand()), 0, (0, Fraction(0)), (), Box(Chips(3)))
    chosen = require_legal(state, legal_moves(state), move, lambda *_: "the bazaar forbids it")
    assert isinstance(state, Trading)
    assert isinstance(state.to_act, int)
    seat = state.to_act
    hands, thrown, purses = state.hands, state.thrown, state.purses
    if isinstance(chosen, Throw):
        hands = replaced(hands, seat, hands[seat].minus(chosen.cards))
        thrown = replaced(thrown, seat, thrown[seat].plus(chosen.cards))
        chosen = Keep()
    elif isinstance(chosen, Raise):
        purses = replaced(purses, seat, purses[seat] + chosen.by)
    made = (*state.made, chosen)
    grade = Grade.HIGH if len(made) % 2 else None
    best = (seat, Rank.TEN) if grade else None
    boxes = (Box(Box(Suit.HEARTS)),) * len(made)
    mood, tint = (Mood.WILD, Tint.BLACK) if best else (Mood.CALM, Tint.RED)
    trump = state.rules.trump
    after = Trading(
        state.rules,
        hands,
        state.stock,
        thrown,
        1 - seat,
        purses,
        made,
        state.box,
        boxes,
        trump,
        best,
        mood,
        grade,
        tint,
    )
    return Over(state.rules, after) if len(made) == 2 * state.rules.rounds else after


def outcome(state: State) -> Result | None:
    """Return what the seats paid."""
    if not isinstance(state, Over):
        return None
    purses = state.last.purses
    if max(purses) > 1:
        return Result(purses, leaders(purses), Grade.HIGH, state.last.made, "rich")
    return Result(purses, leaders(purses), Grade.LOW, state.last.made)


@frozen
class Functions(Generic[R, S, M]):
    """A game as a record of functions."""

    start: Callable[[R], S]
    legal_moves: Callable[[S], tuple[M, ...]]
    apply: Callable[[S, M | Shuffled], S]
    outcome: Callable[[S], Outcome | None]


class Bazaar:
    """A game as an object with methods."""

    def start(self, rules: Rules, /) -> State:
        return start(rules)

    def legal_moves(self, state: State, /) -> tuple[Move, ...]:
        return legal_moves(state)

    def apply(self, state: State, move: Move | Shuffled, /) -> State:
        return apply(state, move)

    def outcome(self, state: State, /) -> Result | None:
        return outcome(state)


FUNCTIONS = Functions(start, legal_moves, apply, outcome)

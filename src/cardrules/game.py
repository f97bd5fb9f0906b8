"""What a game is: four functions, states that are values, and shuffles as the only chance.

A module with these functions is a game, and so is any object with functions of these names; nothing is registered
and nothing is derived from. See :class:`Game`.
"""

from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from functools import wraps
from math import floor
from random import Random
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

import attrs
from attrs import field, frozen

from cardrules.cards import FACE_DOWN, Deck, Hand, Suit, by_index
from cardrules.chance import Seed, shuffled
from cardrules.errors import RecordError, RulesError, ViewError
from cardrules.fastinit import FastInit
from cardrules.moves import IllegalMoveError
from cardrules.seats import Seat
from cardrules.zones import Closed, cards_in


class Nature(Enum):
    """Chance, as one that acts."""

    NATURE = "nature"


NATURE: Final = Nature.NATURE
"""Who acts when cards are to be shuffled."""

Amount: TypeAlias = int | Fraction
"""Points or money: exact, never a float."""


@frozen
class Shuffled(FastInit):
    """The move of chance: the cards of the phase's ``pack`` in a new order, the top one first."""

    cards: Closed[Hand]


@frozen
class Outcome:
    """How a game ended; games that have more to tell add fields.

    ``scores`` has the points or balance of each seat, partners the same; ``winners`` are seats, several when they share.
    """

    scores: tuple[Amount, ...]
    winners: tuple[Seat, ...]


class StateLike(attrs.AttrsInstance, Protocol):
    """What every phase of a game tells: who acts, a seat, ``NATURE``, or ``None`` when the game is over."""

    @property
    def to_act(self) -> Seat | Nature | None: ...


R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
T = TypeVar("T")


class Game(Protocol[R_contra, S, M]):
    """The rules of a game, as pure functions of immutable states.

    A module satisfies this, a record of functions does, any object with these methods does.
    """

    def start(self, rules: R_contra, /) -> S:
        """The state before the first shuffle."""
        ...

    def legal_moves(self, state: S, /) -> tuple[M, ...]:
        """All that the seat to act may do, in a stable order; empty when no seat acts."""
        ...

    def apply(self, state: S, move: M | Shuffled, /) -> S:
        """The state after ``move``; raises :class:`~cardrules.moves.IllegalMoveError` if it is not allowed."""
        ...

    def outcome(self, state: S, /) -> Outcome | None:
        """The result, once nobody acts any more; ``None`` before."""
        ...


def name_of(game: object) -> str:
    """What a game is called: the name of its module, or of its class."""
    name: str = getattr(game, "__name__", type(game).__qualname__)
    return name.removeprefix("cardrules.games.")


@frozen
class Promises(Generic[S]):
    """What a game says of itself for the harness to hold it to; ``None`` for what it does not say.

    A game with a function ``promises(rules)`` that gives this is checked against it.
    """

    max_moves: int | None = None
    """The most moves a whole game can take, shuffles included."""

    score_range: tuple[Amount, Amount] | None = None
    """The lowest and the highest score that a seat can have in the end."""

    outcome_total: Callable[[Outcome], Amount] | None = None
    """What an outcome adds up to, for instance the scores and what is left in the pot: always 0."""

    money_total: Callable[[S], Amount] | None = None
    """What all seats, pots and banks hold together in a state: always 0."""

    rotated: Callable[[S, int], S] | None = None
    """The start with everything moved by some seats to the left, where that changes nothing but the seats."""

    symmetric_suits: tuple[Suit, ...] = ()
    """The suits that may change names among themselves without changing the game."""

    hand_order_matters: bool = False
    """Whether it matters in which order a seat holds its cards, as where nobody may sort them."""


class SupportsPromises(Protocol[R_contra, S]):
    """A game that makes promises."""

    def promises(self, rules: R_contra, /) -> Promises[S]:
        """What is sure of every game by these rules."""
        ...


def shuffled_deck(pack: Hand, move: object) -> Deck:
    """The cards of the shuffle ``move``, checked to be those of ``pack`` (sorted).

    Raises :class:`~cardrules.moves.IllegalMoveError` for any other move and any other cards.
    """
    if not isinstance(move, Shuffled):
        raise IllegalMoveError(move, "the cards are to be shuffled")
    try:
        deck = Deck(move.cards)
        missing = set(pack)
        if len(missing) == len(deck) == len(pack):  # all different, as in most games: 1.5 µs for 52 cards
            missing.difference_update(deck)
            if not missing:
                return deck
        if sorted(deck, key=by_index) == list(pack):  # 4 µs; comparing Counters takes 14
            return deck
    except (AttributeError, TypeError):  # by what is no card
        pass
    raise IllegalMoveError(move, f"a shuffle has the {len(pack)} cards of the pack and no others")


def cache_last(function: Callable[[S], T]) -> Callable[[S], T]:
    """A function of a state that remembers its last answer, such as the legal moves, which ``apply`` asks for again.

    It recognizes the state by identity, and keeps the two in one tuple, so threads cannot mix them up. For Oh Hell
    this makes a decision about a sixth faster. Raises :class:`~cardrules.errors.ViewError` for a view that hides cards
    which the answer depends on.
    """
    last: tuple[object, T] | None = None

    @wraps(function)
    def asked(state: S) -> T:
        nonlocal last
        known = last
        if known and known[0] is state:
            return known[1]
        try:
            answer = function(state)
        except (AttributeError, LookupError) as error:
            if FACE_DOWN in cards_in(state):
                raise ViewError(f"this view does not show the cards that {function.__name__} depends on") from error
            raise
        last = state, answer
        return answer

    return asked


def pack_of(state: StateLike) -> Hand:
    """The cards that chance is to shuffle; raises ``TypeError`` for a state in which they are not given."""
    pack = getattr(state, "pack", None)
    if state.to_act is not NATURE or not isinstance(pack, Hand):
        raise TypeError(f"{type(state).__name__} gives no pack to shuffle")
    return pack


def shuffle(state: StateLike, rng: Random) -> Shuffled:
    """A shuffle of the cards that chance is to shuffle, each order as likely as any other.

    Raises ``TypeError`` as :func:`pack_of` does.
    """
    return Shuffled(Hand(shuffled(pack_of(state), rng)))


def stacked(state: StateLike, top: Hand) -> Shuffled:
    """The shuffle that puts ``top`` on top, its first card uppermost, and the other cards sorted below.

    For examples and tests. Raises :class:`~cardrules.errors.NoSuchCardError` if the pack lacks one of the cards, and
    ``TypeError`` as :func:`pack_of` does.
    """
    return Shuffled(top.plus(pack_of(state).minus(top)))


@frozen
class Record(Generic[R, M]):
    """A whole game, or its beginning: the rules, and every move from the first shuffle on."""

    rules: R
    moves: tuple[M | Shuffled, ...] = ()
    seed: Seed | None = field(default=None, eq=False)
    """The seed that the shuffles came from; ``None`` if it is not known."""


def start_game(game: Game[R, S, M], rules: R) -> S:
    """The state before the first shuffle.

    Raises :class:`~cardrules.errors.RulesError` for rules of another class than the ``Rules`` of the game, if it has them.
    """
    kind = getattr(game, "Rules", None)
    if isinstance(kind, type) and not isinstance(rules, kind):
        raise RulesError(f"{name_of(game)} is played by Rules of its own, not by {rules!r}")
    return game.start(rules)


def playout(game: Game[R, S, M], rules: R, rng: Random, most: int | None = None) -> Record[R, M]:
    """A game played to its end by random moves, each legal one as likely as any other; at ``most`` so many moves of it.

    Raises ``IndexError`` if a seat is to act and may do nothing, and as :func:`start_game` does.
    """
    legal_moves, apply, draw = game.legal_moves, game.apply, rng.random  # looked up once, and no call of choice(): 3 %
    moves: list[M | Shuffled] = []
    state = start_game(game, rules)
    while (seat := state.to_act) is not None and len(moves) != most:
        if seat is NATURE:
            move: M | Shuffled = shuffle(state, rng)
        else:
            legal = legal_moves(state)
            move = legal[floor(draw() * len(legal))]
        state = apply(state, move)
        moves.append(move)
    return Record(rules, tuple(moves))


def states(game: Game[R, S, M], record: Record[R, M]) -> Iterator[S]:
    """The states of a recorded game, from the start to the state after its last move.

    Raises :class:`~cardrules.errors.RecordError` at a move that is not allowed, naming its place, and as :func:`start_game`
    does.
    """
    state = start_game(game, record.rules)
    yield state
    for number, move in enumerate(record.moves, 1):
        try:
            state = game.apply(state, move)
        except IllegalMoveError as error:
            raise RecordError(f"move {number} of {len(record.moves)}: {error}") from error
        yield state


def replay(game: Game[R, S, M], record: Record[R, M]) -> S:
    """The state after the last move of ``record``; raises as :func:`states` does."""
    return deque(states(game, record), maxlen=1).pop()

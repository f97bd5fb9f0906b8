"""The protocol of a game: four functions, states that are values, and shuffles as the only chance.

A module with the functions of :class:`Game` is a game, and so is any object with methods of these names. There is no
base class and no registry.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import wraps
from math import floor
from random import Random
from types import MappingProxyType
from typing import Any, Final, Generic, Never, Protocol, TypeAlias, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Card, Deck, Hand, Rank, Suit, by_index
from cardrules.cards.unseen import UnseenHand
from cardrules.chance import Seed, shuffled
from cardrules.errors import RecordError, RulesError, ViewError, WrongGameError
from cardrules.fastinit import FastInit
from cardrules.labels import told
from cardrules.moves import IllegalMoveError
from cardrules.seats import Seat
from cardrules.zones import RULES, Closed, cards_in


class Nature(Enum):
    """The type of :data:`NATURE`."""

    NATURE = "nature"


NATURE: Final = Nature.NATURE
"""Chance, which acts when cards must be shuffled."""

OMITTABLE: Final[Mapping[str, object]] = told(omittable=True)
"""The metadata of a field of a state that says nothing in most games: ``held: int = field(default=0, metadata=OMITTABLE)``.

Texts and JSON leave the field out while it has its default, and texts a derived one while it is ``None``. So an option that comes with such a field changes neither the
texts nor the digests of games that do not use it, and records made before still read.
"""

Amount: TypeAlias = int | Fraction
"""Points or money: exact, never a float."""


@frozen
class Shuffled(FastInit):
    """The move of chance: the cards of the phase's ``pack`` in a new order, top card first."""

    cards: Closed[Hand]


class Ruling:
    """A base class for the moves of a referee, such as a fine, who is neither a seat nor chance.

    A game that knows faults lists them in a function ``rulings``; see :class:`SupportsRulings`.
    """

    __slots__ = ()


@frozen
class Outcome:
    """The result of a game. A game with more to report adds fields in a subclass.

    ``scores`` has the points or the balance of each seat; partners have the same. ``winners`` has the seats that won,
    several if they share the win.
    """

    scores: tuple[Amount, ...]
    winners: tuple[Seat, ...]
    lowest_wins = False
    """Whether scores are penalties: the lower, the better. A game of this kind overrides it in a subclass."""

    @property
    def payoffs(self) -> tuple[Amount, ...]:
        """The scores of which more is always better: penalties are negated."""
        return tuple(-score for score in self.scores) if self.lowest_wins else self.scores


class StateLike(attrs.AttrsInstance, Protocol):
    """The protocol of a state, which is an object of an attrs class for each phase of a game."""

    @property
    def to_act(self) -> Seat | Nature | None:
        """Who acts: a seat, ``NATURE``, or ``None`` when the game is over."""
        ...


R = TypeVar("R")
R_contra = TypeVar("R_contra", contravariant=True)
S = TypeVar("S", bound=StateLike)
S_co = TypeVar("S_co", bound=StateLike, covariant=True)
S_contra = TypeVar("S_contra", bound=StateLike, contravariant=True)
M = TypeVar("M", bound=attrs.AttrsInstance)
M_co = TypeVar("M_co", bound=attrs.AttrsInstance, covariant=True)
T = TypeVar("T")
H = TypeVar("H", bound=Hand)


class Game(Protocol[R_contra, S, M]):
    """The rules of a game: pure functions of immutable states.

    A module can satisfy this protocol, and so can an object with these methods, or with functions as its attributes.
    """

    def start(self, rules: R_contra, /) -> S:
        """Return the state before the first shuffle."""
        ...

    def legal_moves(self, state: S, /) -> tuple[M, ...]:
        """Return every move of the seat to act, in a stable order; an empty tuple if no seat acts."""
        ...

    def apply(self, state: S, move: M | Shuffled, /) -> S:
        """Return the state after ``move``; raises :class:`~cardrules.moves.IllegalMoveError` if it is not allowed."""
        ...

    def outcome(self, state: S, /) -> Outcome | None:
        """Return the result of a finished game; ``None`` before the end."""
        ...


def is_omittable(field: "attrs.Attribute[Any]") -> bool:
    """Return whether texts and JSON leave a field of a state out while it has its default."""
    return bool(field.metadata.get("omittable", False))


def name_of(game: object) -> str:
    """Return the name of a game: that of its module, or of its class."""
    name: str = getattr(game, "__name__", type(game).__qualname__)
    return name.removeprefix("cardrules.games.")


@frozen
class Promises(Generic[S]):
    """Properties of every game played by some rules, which the harness checks and other tools rely on.

    A game declares them by a function ``promises(rules)``. Each one that is left at its default is not checked.
    """

    seats: int | None = None
    """The number of seats, a house that plays by fixed rules included."""

    deciding: tuple[Seat, ...] | None = None
    """The seats that ever have a choice; ``None`` for all of them. The others have one move whenever they act."""

    standing: Callable[[S], tuple[Amount, ...]] | None = None
    """A function from any state to the points or balances of the seats, those of the outcome once the game is over.

    So what a move earned a seat is the difference between its standings after it and before it.
    """

    reached: Callable[[S], Sequence[int]] | None = None
    """A function from a state in which chance acts to the places in the shuffled pack, 0 the top, that can matter.

    Cards at other places are neither dealt nor seen before they are shuffled again.
    """

    moves: Callable[[], Sequence[attrs.AttrsInstance]] | None = None
    """A function that returns all the moves that can ever be listed, each once; see :mod:`cardrules.numbering`."""

    by_place: Mapping[type, int] = MappingProxyType({})
    """The kinds of moves that are too many to be all in ``moves``, each with the most others that are ever listed at once."""

    moves_coincide: bool = False
    """Whether different moves may come to the same, as where equal cards change places; checked unless it is true."""

    min_moves: int | None = None
    """The smallest number of moves in a whole game, shuffles included."""

    max_moves: int | None = None
    """The largest number of moves in a whole game, shuffles included."""

    score_range: tuple[Amount, Amount] | None = None
    """The lowest and the highest final score of a seat."""

    leaders_win: bool = False
    """Whether the winners are all the seats with the best score."""

    outcome_total: Callable[[Outcome], Amount] | None = None
    """A sum over an outcome that is always 0, such as that of all scores and the rest of the pot."""

    money_total: Callable[[S], Amount] | None = None
    """A sum over a state that is always 0: the balances of all seats, all pots and all banks."""

    funds: Callable[[S], Iterable[Amount]] | None = None
    """A function from any state to the amounts that are never below 0: what lies in pots, banks and stakes."""

    scaled: Callable[[S, int], S] | None = None
    """A function that makes all the money of a first state, that of its rules, a number of times as large.

    Declared if the same choices then win so many times as much.
    """

    longer: Callable[[S], S] | None = None
    """A function from a first state to that of a longer match, which begins as the shorter one."""

    rotated: Callable[[S, int], S | None] | None = None
    """A function that moves everything in a state in which chance acts a number of seats to the left.

    Declared if seats are symmetric: the same moves then lead to the same results, moved by as many seats. It is ``None`` for
    a state in which seats are not alike, as where lots are drawn in the order of seats, and the game is turned from the next
    state on.
    """

    symmetric_ranks: tuple[tuple[Rank, ...], ...] = ()
    """Groups of ranks that can be swapped with each other without changing the game, lots apart."""

    symmetric_suits: tuple[Suit, ...] = ()
    """The suits that can be swapped with each other without changing the game."""

    alike: Callable[[S], Mapping[Card, object]] | None = None
    """A function from a state to the kind of each card of the pack, an equal value for cards of one kind.

    Any two cards of a kind can trade places from there on, wherever they lie, without changing anything that follows but
    which of them is seen: the suits of a game that counts points, or cards that no rule asks for any more.
    """

    unordered: tuple[str, ...] = ()
    """The zones, by the names of their fields, in which the order of the cards means nothing."""

    hand_order_matters: bool = False
    """Whether the order of the cards in a hand matters, as in games where nobody may sort them."""


class SupportsPromises(Protocol[R_contra, S]):
    """The protocol of a game that declares promises."""

    def promises(self, rules: R_contra, /) -> Promises[S]:
        """Return the properties of every game played by these rules."""
        ...


class SupportsRulings(Protocol[S_contra, M_co]):
    """The protocol of a game whose rules know faults: a referee may interrupt it."""

    def rulings(self, state: S_contra, /) -> tuple[M_co, ...]:
        """Return what a referee may rule now, objects of subclasses of :class:`Ruling`, in a stable order.

        ``apply`` makes these moves too, ``legal_moves`` never lists them. There are none unless a seat is to act.
        """
        ...


def rulings_of(game: Game[R, S, M], state: S) -> tuple[M, ...]:
    """Return what a referee may rule in a state; nothing if the game has no function ``rulings``."""
    rulings: Callable[[S], tuple[M, ...]] | None = getattr(game, "rulings", None)
    return () if rulings is None else rulings(state)


def require_ruling(rulings: tuple[M, ...], move: object) -> M:
    """Return the one of the ``rulings`` that equals ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if none does."""
    for known in rulings:
        if type(known) is type(move) and known == move:
            return known
    raise IllegalMoveError(
        move, "no referee may rule so now" if rulings else "there is nothing for a referee to rule now", rulings
    )


def mover_of(state: StateLike, move: object) -> Seat | None:
    """Return the seat that makes ``move`` in a state; ``None`` for chance and for the referee."""
    seat = state.to_act
    return seat if isinstance(seat, int) and not isinstance(move, Ruling) else None


def promises_of(game: Game[R, S, M], rules: R) -> Promises[S]:
    """Return the promises of a game; no promises if it has no function ``promises``."""
    promises: Callable[[R], Promises[S]] | None = getattr(game, "promises", None)
    return Promises() if promises is None else promises(rules)


def require_rules(rules: object, kind: type) -> None:
    """Raise :class:`~cardrules.errors.WrongGameError` unless ``rules`` is an object of ``kind``, the ``Rules`` of a game."""
    if not isinstance(rules, kind):
        raise WrongGameError(f"this game needs rules of the class {kind.__module__}.{kind.__qualname__}", rules)


def require_state(state: object, kind: type) -> None:
    """Raise :class:`~cardrules.errors.WrongGameError` unless the rules of a state are an object of ``kind``.

    A game calls this for phases that it shares with other games, such as the end: their class does not show whose they are.
    """
    if not isinstance(getattr(state, RULES, None), kind):
        raise WrongGameError(
            f"this game needs a state with rules of the class {kind.__module__}.{kind.__qualname__}", state
        )


def refuse_state(state: Never) -> Never:
    """Raise :class:`~cardrules.errors.WrongGameError` for a state that is not of any phase of a game.

    Like :func:`typing.assert_never`, this makes type checkers report a phase that a ``match`` forgets.
    """
    raise WrongGameError("this game needs a state of one of its own phases", state)


def shuffled_deck(pack: Hand, move: object) -> Deck:
    """Return the cards of the shuffle ``move`` as a deck.

    Raises :class:`~cardrules.moves.IllegalMoveError` for any other move, and for cards other than those of ``pack``.
    """
    if not isinstance(move, Shuffled):
        raise IllegalMoveError(move, "expected a shuffle of the pack")
    try:
        deck = Deck(move.cards)
        if isinstance(move.cards, UnseenHand) and len(deck) == len(pack):
            return deck  # whoever shuffles unseen cards sees to it that they come from the pack
        missing = set(pack)
        if len(missing) == len(deck) == len(pack):  # all different, as in most games: 1.5 µs for 52 cards
            missing.difference_update(deck)
            if not missing:
                return deck
        cards = sorted(deck, key=by_index)  # 4 µs; comparing Counters takes 14
        # a pack is sorted already, unless it is part of a determinized zone
        if cards == list(pack) or cards == sorted(pack, key=by_index):
            return deck
    except (AttributeError, TypeError):  # raised by objects that are not cards
        pass
    raise IllegalMoveError(move, f"a shuffle has the {len(pack)} cards of the pack and no others")


def cache_last(function: Callable[[S], T]) -> Callable[[S], T]:
    """Make a function of a state remember its last result, such as the legal moves, which ``apply`` needs again.

    The state is compared by identity. It is stored in one tuple with the result, so threads cannot mix them up. For Oh Hell
    this makes a decision about a sixth faster. The function raises :class:`~cardrules.errors.ViewError` for a view that
    hides cards which the result depends on.
    """
    last: tuple[object, T] | None = None

    @wraps(function)
    def cached(state: S) -> T:
        nonlocal last
        known = last
        if known is not None and known[0] is state:
            return known[1]
        try:
            result = function(state)
        except (AttributeError, LookupError) as error:
            if FACE_DOWN in cards_in(state):
                raise ViewError(f"this view does not show the cards that {function.__name__} depends on") from error
            raise
        last = state, result
        return result

    return cached


def pack_of(state: StateLike) -> Hand:
    """Return the cards that chance must shuffle; raises ``TypeError`` if chance does not act or the state has no pack."""
    pack = getattr(state, "pack", None)
    if state.to_act is not NATURE or not isinstance(pack, Hand):
        raise TypeError(f"{type(state).__name__} has no pack to shuffle")
    return pack


def shuffle(state: StateLike, rng: Random) -> Shuffled:
    """Return a random shuffle of the state's pack, every order equally likely.

    Raises ``TypeError`` as :func:`pack_of` does.
    """
    return Shuffled(Hand(shuffled(pack_of(state), rng)))


def stacked(state: StateLike, top: Hand) -> Shuffled:
    """Return the shuffle that puts ``top`` on top, its first card uppermost, and the other cards sorted below.

    For examples and tests. Raises :class:`~cardrules.errors.NoSuchCardError` if the pack lacks one of the cards, and
    ``TypeError`` as :func:`pack_of` does.
    """
    return Shuffled(top.plus(pack_of(state).minus(top)))


@frozen
class Record(Generic[R, M]):
    """A game, finished or not: its rules, and every move from the first shuffle on.

    Records of the same rules and moves are equal, whatever their seeds.
    """

    rules: R
    moves: tuple[M | Shuffled, ...] = ()
    seed: Seed | None = attrs.field(default=None, eq=False, repr=False)
    """The seed by which chance continues, a secret while the game lasts; ``None`` if it is not known."""


class SupportsPacks(Protocol[R_contra, S_co]):
    """The protocol of a game that can be played with fewer cards, to visit all there is or to solve it exactly.

    Where the usual hands would need more cards, hands are smaller. What the game promises of ``seats``, ``standing``,
    ``reached`` and ``moves`` holds with fewer cards too; its length and scores, records and JSON are of the usual pack.
    """

    def start(self, rules: R_contra, pack: Hand | None = None, /) -> S_co:
        """Return the state before the first shuffle of ``pack``, the usual one if it is ``None``.

        Raises :class:`~cardrules.errors.RulesError` for a pack that the game cannot be played with.
        """
        ...


def start_game(game: Game[R, S, M], rules: R, pack: Hand | None = None) -> S:
    """Return the state before the first shuffle, of ``pack`` if one is given; for that the game must support packs.

    Raises :class:`~cardrules.errors.WrongGameError` if the game has a class ``Rules`` and ``rules`` is not an object of it.
    """
    kind = getattr(game, "Rules", None)
    if isinstance(kind, type):
        require_rules(rules, kind)
    if pack is None:
        return game.start(rules)
    start: Callable[[R, Hand], S] = game.start  # type: ignore[assignment]  # whoever gives a pack knows that it is taken
    return start(rules, pack)


def pack_for_play(pack: Hand | None, usual: H, least: int, shares: int = 1) -> H:
    """Return the cards to play with, sorted: those of ``pack``, or the ``usual`` ones if it is ``None``.

    Raises :class:`~cardrules.errors.RulesError` unless a pack has at least ``least`` cards, which can be dealt in so many
    equal ``shares``, and each of them no more often than the usual one.
    """
    if pack is None:
        return usual
    if len(pack) < least or len(pack) % shares:
        shared = f" and a multiple of {shares}" if shares > 1 else ""
        raise RulesError(f"the pack must have at least {least} cards{shared}, not {len(pack)}")
    if others := Counter(pack) - Counter(usual):
        raise RulesError(f"the pack must be a part of the usual one, which has no {next(iter(others))} more")
    return type(usual)(sorted(pack, key=by_index))


def playout(game: Game[R, S, M], rules: R, rng: Random, max_moves: int | None = None) -> Record[R, M]:
    """Play a game by random moves, every legal move equally likely, to its end or until it has ``max_moves`` moves.

    Raises ``IndexError`` if a seat has to act but has no legal move, and the errors of :func:`start_game`.
    """
    legal_moves, apply, draw = game.legal_moves, game.apply, rng.random  # looked up once, and no call of choice(): 3 %
    moves: list[M | Shuffled] = []
    state = start_game(game, rules)
    while (seat := state.to_act) is not None and len(moves) != max_moves:
        if seat is NATURE:
            move: M | Shuffled = shuffle(state, rng)
        else:
            legal = legal_moves(state)
            move = legal[floor(draw() * len(legal))]
        state = apply(state, move)
        moves.append(move)
    return Record(rules, tuple(moves))


def states(game: Game[R, S, M], record: Record[R, M]) -> Iterator[S]:
    """Yield the states of a recorded game, from the first to the one after its last move.

    Raises :class:`~cardrules.errors.RecordError` at a move that is not allowed, with its number, and the errors of
    :func:`start_game`.
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
    """Return the state after the last move of ``record``; raises the errors of :func:`states`."""
    return deque(states(game, record), maxlen=1).pop()

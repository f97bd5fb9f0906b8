"""Moves in words, and errors for illegal moves.

A move is a small frozen attrs class of its game, such as ``Bid(3)`` or ``Play(card)``. Its words are made from the names
and values of its class and fields: "bid 3", "play Q♠", "give up".
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from itertools import combinations
from typing import Final, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Card, Hand, Rank, by_index
from cardrules.errors import CardRulesError, ViewError, shortened
from cardrules.fastinit import unchecked

M = TypeVar("M")
S = TypeVar("S")


@frozen
class Reason:
    """The reason why a move is not allowed: a sentence, and the numbers of the rules that forbid it.

    >>> print(because("follow suit: you hold hearts", "3.2"))
    follow suit: you hold hearts (rule 3.2)
    """

    text: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.rules:
            return self.text
        return f"{self.text} (rule{'s' * (len(self.rules) > 1)} {', '.join(self.rules)})"


def because(text: str, *rules: str) -> Reason:
    """Return the reason with this text and the numbers of these rules."""
    return Reason(text, rules)


class IllegalMoveError(CardRulesError, ValueError):
    """A ``move`` that the rules do not allow in this state.

    ``reason`` says why, ``rules`` has the numbers of the rules that forbid it, and ``legal`` the moves that are allowed.
    """

    code = "illegal_move"

    LISTED: Final = 12
    """The number of legal moves that the message lists at most."""

    def __init__(self, move: object, reason: str, legal: tuple[object, ...] = (), rules: tuple[str, ...] = ()) -> None:
        super().__init__(move, reason, legal, rules)
        self.move = move
        self.reason = reason
        self.legal = legal
        self.rules = rules

    def __str__(self) -> str:
        refused = f"illegal move {shortened(words(self.move))}: {Reason(self.reason, self.rules)}"
        if not self.legal:
            return refused
        shown = ", ".join(map(words, self.legal[: self.LISTED]))
        more = f" and {len(self.legal) - self.LISTED} more" if len(self.legal) > self.LISTED else ""
        return f"{refused}; legal: {shown}{more}"


def _not_listed(_state: object, _move: object) -> Reason:
    return Reason("it is not among the legal moves")


def require_legal(
    state: S, legal: tuple[M, ...], move: object, why_not: Callable[[S, M], Reason | str] = _not_listed
) -> M:
    """Return the one of the ``legal`` moves of a state that equals ``move``; raise :class:`IllegalMoveError` if none does.

    ``why_not`` gives the reason if ``move`` has the class of a legal move. The result is the listed move, not ``move``
    itself, which may merely compare equal, as an amount of ``1.0`` does.
    """
    for listed in legal:  # most often it is the very object: looking by identity first takes half the time of index()
        if listed is move:
            return listed
    for listed in legal:
        if type(listed) is type(move) and listed == move:
            return listed
    reason = _reason(state, legal, move, why_not)
    raise IllegalMoveError(move, reason.text, legal, reason.rules)


def _reason(state: S, legal: tuple[M, ...], move: object, why_not: Callable[[S, M], Reason | str]) -> Reason:
    if not legal:
        return Reason("no seat may move now")
    kinds = tuple({type(listed): None for listed in legal})
    if not isinstance(move, kinds) or type(move) not in kinds:  # a subclass is another kind of move
        return Reason(f"expected {' or '.join(map(kind_name, kinds))}")
    reason = why_not(state, move)
    return Reason(reason) if isinstance(reason, str) else reason


MAX_CACHED: Final = 2
"""The largest number of cards whose selections are cached as moves: 1,379 moves for a pack of 52.

With selections of three cards there would be 23,000, scattered in memory, and a game of draw poker would take 1.07 of the
time.
"""


def selection_moves(kind: Callable[[Hand], M], *, exact: bool = False) -> Callable[[Hand, int], tuple[M, ...]]:
    """Return a function that lists the moves of a class, one for each selection of cards of a hand up to a size.

    ``selection_moves(Discard)(hand, 3)`` lists the discards of no card, one, two and three; with ``exact`` only those of
    three, none if the hand has fewer. They are in the order of :meth:`~cardrules.cards.hand.Hand.selections`. The class has
    one field, ``cards``, which sorts its cards; here they are sorted once, not again for each move. The function raises
    :class:`~cardrules.errors.ViewError` for a hand that is face down.
    """
    make = unchecked(kind)
    cached = _MoveCache(make).__getitem__

    def moves(hand: Hand, max_size: int) -> tuple[M, ...]:
        cards = sorted(hand, key=by_index)
        if exact:  # otherwise the cache refuses the selections of one card
            _require_seen(cards)
        found: list[M] = []
        for size in range(max_size if exact else 0, min(max_size, len(cards)) + 1):
            selections = combinations(cards, size)
            found += map(cached, selections) if size <= MAX_CACHED else map(make, map(Hand, selections))
        return tuple(found if len(set(cards)) == len(cards) else dict.fromkeys(found))

    return moves


def _require_seen(cards: Sequence[Card]) -> None:
    if FACE_DOWN in cards:
        raise ViewError("this view does not show the hand from which the seat to act chooses cards")


class _MoveCache(dict[tuple[Card, ...], M]):
    """Moves by the cards they name, made on first use; takes half the time of a function with ``functools.cache``."""

    def __init__(self, make: Callable[[Hand], M]) -> None:
        self.make = make

    def __missing__(self, cards: tuple[Card, ...]) -> M:
        _require_seen(cards)
        move = self[cards] = self.make(Hand(cards))
        return move


def why_not_held(cards: Hand, hand: Hand, rule: str) -> Reason | None:
    """Return why a move may not name ``cards``, if ``hand`` lacks one of them; ``rule`` is the number of the rule."""
    for card in Counter(cards) - Counter(hand):
        fault = "named more often than it is in this hand" if card in hand else "not in this hand"
        return because(f"{card} is {fault}", rule)
    return None


def kind_name(kind: type) -> str:
    """Return the name of a class of moves in words: ``GiveUp`` is "give up"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def enum_name(value: Enum) -> str:
    """Return the name of an enum member in words: ``Suit.HEARTS`` is "hearts"."""
    return value.name.lower().replace("_", " ")


def words(move: object) -> str:
    """Return a move in words, such as "play Q♠"; for any object that is not made with attrs, its ``repr``."""
    kind = type(move)
    if not attrs.has(kind):
        return repr(move)
    parts = (_field_words(field.name, getattr(move, field.name)) for field in attrs.fields(kind))
    return " ".join(filter(None, (kind_name(kind), *parts)))


def _field_words(name: str, value: object) -> str:
    match value:
        case True:
            return name.replace("_", " ")
        case False | None:
            return ""
        case Rank():
            return str(value)
        case Enum():
            return enum_name(value)
        case Hand():
            return str(value) or "nothing"
        case tuple():
            return ", ".join(filter(None, (_field_words(name, part) for part in value))) or "nothing"
        case Card() | int() | Fraction() | str():
            return str(value)
        case _:
            return words(value)

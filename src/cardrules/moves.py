"""Moves in words, and the refusal of those that are not allowed.

A move is a small frozen attrs class of its game, ``Bid(3)`` or ``Play(card)``; its words come from its name and its
fields: "bid 3", "play Q♠", "give up".
"""

import re
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from itertools import combinations
from typing import Final, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import Card, Hand, Rank, by_index
from cardrules.errors import CardRulesError, shortened
from cardrules.fastinit import unchecked

M = TypeVar("M")
S = TypeVar("S")


@frozen
class Reason:
    """Why a move is not allowed: a sentence, and the numbers of the rules that forbid it.

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
    """The reason with these words and the numbers of these rules."""
    return Reason(text, rules)


class IllegalMoveError(CardRulesError, ValueError):
    """A move that the rules do not allow now; the state is as it was.

    ``move`` is what was tried, ``reason`` says why not, ``rules`` has the numbers of the rules that forbid it, and
    ``legal`` the moves that are allowed.
    """

    code = "illegal_move"

    LISTED: Final = 12
    """How many of the legal moves the message lists."""

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


def require_legal(state: S, legal: tuple[M, ...], move: object, why_not: Callable[[S, M], Reason | str]) -> M:
    """Return the one of the ``legal`` moves of a state that equals ``move``; raise :class:`IllegalMoveError` if none does.

    ``why_not`` is asked for the rule that forbids a move of a kind that is allowed now. Returning the listed move keeps out
    what merely compares equal, such as an amount of ``1.0``.
    """
    for known in legal:  # most often it is the very object: looking by identity first takes half the time of index()
        if known is move:
            return known
    for known in legal:
        if type(known) is type(move) and known == move:
            return known
    reason = _reason(state, legal, move, why_not)
    raise IllegalMoveError(move, reason.text, legal, reason.rules)


def _reason(state: S, legal: tuple[M, ...], move: object, why_not: Callable[[S, M], Reason | str]) -> Reason:
    if not legal:
        return Reason("no seat is to move")
    kinds = tuple({type(known): None for known in legal})
    if not isinstance(move, kinds):
        return Reason(f"now one may {' or '.join(map(kind_name, kinds))}")
    reason = why_not(state, move)
    return Reason(reason) if isinstance(reason, str) else reason


FEW: Final = 2
"""Moves that choose up to so many cards, which are in many hands, are kept: 1,379 of a pack of 52.

With those of three cards they would be 23,000, all over the memory, and a game of draw poker take 1.07 of the time.
"""


def selection_moves(kind: type[M], *, exact: bool = False) -> Callable[[Hand, int], tuple[M, ...]]:
    """Return a function that lists the moves which choose up to a number of cards: ``selection_moves(Discard)(hand, 3)``.

    With ``exact`` it lists only the moves that choose just that number; there are none if the hand has fewer cards. The
    order is that of :meth:`~cardrules.cards.hand.Hand.selections`. ``kind`` is a class of moves with one field ``cards``,
    which it keeps sorted. The function sorts the hand once instead of the cards of each move.
    """
    make = unchecked(kind)
    kept = _Kept(make).__getitem__

    def moves(hand: Hand, most: int) -> tuple[M, ...]:
        cards = sorted(hand, key=by_index)
        found: list[M] = []
        for size in range(most if exact else 0, min(most, len(cards)) + 1):
            choices = combinations(cards, size)
            found += map(kept, choices) if size <= FEW else map(make, map(Hand, choices))
        return tuple(found if len(set(cards)) == len(cards) else dict.fromkeys(found))

    return moves


class _Kept(dict[tuple[Card, ...], M]):
    """The moves that name some cards, made when they are asked for; half the time of a function with ``cache``."""

    def __init__(self, make: Callable[[Hand], M]) -> None:
        self.make = make

    def __missing__(self, cards: tuple[Card, ...]) -> M:
        made = self[cards] = self.make(Hand(cards))
        return made


def kind_name(kind: type) -> str:
    """The name of a kind of move in words: ``GiveUp`` is "give up"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower()


def enum_name(value: Enum) -> str:
    """The name of a member of an enumeration in words: ``Suit.HEARTS`` is "hearts"."""
    return value.name.lower().replace("_", " ")


def words(move: object) -> str:
    """A move in words, "play Q♠"; anything else by its ``repr``."""
    kind = type(move)
    if not attrs.has(kind):
        return repr(move)
    said = (_said(field.name, getattr(move, field.name)) for field in attrs.fields(kind))
    return " ".join(filter(None, (kind_name(kind), *said)))


def _said(name: str, value: object) -> str:
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
            return ", ".join(filter(None, (_said(name, part) for part in value))) or "nothing"
        case Card() | int() | Fraction() | str():
            return str(value)
        case _:
            return words(value)

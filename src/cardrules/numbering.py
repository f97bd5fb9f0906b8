"""Numbers of moves: 0, 1, 2 and so on, known before the first shuffle and the same in every game by some rules.

A learner gives each move it may make one output, and a table of results one row. The numbers follow from what a game
:class:`promises <cardrules.game.Promises>`::

    >>> from random import Random
    >>> from cardrules.game import shuffle
    >>> from cardrules.games import oh_hell
    >>> from cardrules.numbering import Numbering
    >>> numbering = Numbering(oh_hell, oh_hell.Rules(players=3, deals=1))
    >>> numbering.count
    54
    >>> state = oh_hell.start(oh_hell.Rules(players=3, deals=1))
    >>> numbering.legal(oh_hell.apply(state, shuffle(state, Random(0))))
    {0: Bid(tricks=0), 1: Bid(tricks=1)}

"""

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Final, Generic, TypeAlias, TypeVar

import attrs

from cardrules.cards import Card
from cardrules.errors import CardRulesError
from cardrules.game import Game, StateLike, promises_of
from cardrules.moves import kind_name
from cardrules.zones import is_attrs

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

_Key: TypeAlias = tuple[tuple[int, int | Fraction | str], ...]


class NumberingError(CardRulesError, ValueError):
    """A game that does not number its moves, a move without a number, or a number without a move."""

    code = "numbering"


class Numbering(Generic[R, S, M]):
    """The numbers of the moves of a game by some rules, from 0 to ``count - 1``.

    Moves that the game lists in :attr:`Promises.moves <cardrules.game.Promises.moves>` have their place in that list,
    always. Other moves of a kind in :attr:`Promises.by_place <cardrules.game.Promises.by_place>` follow: the first number
    of the kind, plus the place among such moves that are listed now, sorted by the cards and numbers that they name. So a
    discard has the number of the positions, in the sorted hand, of the cards that it throws away.
    """

    def __init__(self, game: Game[R, S, M], rules: R) -> None:
        """Give the moves of ``game`` by ``rules`` their numbers.

        Raises :class:`NumberingError` if the game does not say which moves there are, or names one twice.
        """
        promises = promises_of(game, rules)
        if promises.moves is None:
            raise NumberingError("the game does not say which moves there are, so they have no numbers")
        self._game = game
        self._numbers: Final[dict[object, int]] = {}
        for number, move in enumerate(promises.moves()):
            if self._numbers.setdefault(move, number) != number:
                raise NumberingError(f"{move!r} is twice among the moves that there are")
        self._places: Final[dict[type, range]] = {}
        count = len(self._numbers)
        for kind, most in promises.by_place.items():
            self._places[kind] = range(count, count + most)
            count += most
        self.count: Final = count
        """The number of numbers."""

    def legal(self, state: S) -> dict[int, M]:
        """Return the legal moves of a state, or of the view of the seat to act, by their numbers, in rising order.

        Raises :class:`NumberingError` if a move has no number, or if more moves of a kind are listed than the game says.
        """
        found: dict[int, M] = {}
        by_place: dict[type, list[M]] = {}
        for move in self._game.legal_moves(state):
            if move in self._numbers:
                found[self._numbers[move]] = move
            elif type(move) in self._places:
                by_place.setdefault(type(move), []).append(move)
            else:
                raise NumberingError(f"{move!r} has no number: the game does not promise that there is such a move")
        for kind, moves in by_place.items():
            places = self._places[kind]
            if len(moves) > len(places):
                raise NumberingError(
                    f"{len(moves)} moves {kind_name(kind)} are listed; the game says there are {len(places)} at most"
                )
            found |= zip(places, sorted(moves, key=_sort_key), strict=False)
        return dict(sorted(found.items()))

    def number(self, state: S, move: M) -> int:
        """Return the number of a legal move of a state; raise :class:`NumberingError` if the move is not legal there."""
        for number, listed in self.legal(state).items():
            if listed == move:
                return number
        raise NumberingError(f"{move!r} is not legal here, and only legal moves have numbers")

    def move(self, state: S, number: int) -> M:
        """Return the legal move with this number in a state; raise :class:`NumberingError` if there is none."""
        legal = self.legal(state)
        if number not in legal:
            raise NumberingError(
                f"no legal move has the number {number}; legal are {', '.join(map(str, legal)) or 'none'}"
            )
        return legal[number]


def _sort_key(move: object) -> _Key:
    """Return what a move names, cards by their places in a new pack: it does not depend on the order of a hand."""
    return tuple(_named(move))


def _named(value: object) -> Iterator[tuple[int, int | Fraction | str]]:
    match value:
        case Card():
            yield 0, value.index
        case Enum():
            yield 1, value.name
        case bool() | int() | Fraction():
            yield 0, value
        case tuple():
            yield 0, len(value)
            for part in value:
                yield from _named(part)
        case _ if is_attrs(value):
            for field in attrs.fields(type(value)):
                yield from _named(getattr(value, field.name))
        case _:
            yield 1, str(value)

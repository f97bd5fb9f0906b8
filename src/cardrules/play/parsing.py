"""Parse moves from the words that people type: the inverse of :func:`cardrules.moves.words`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from types import NoneType, UnionType
from typing import Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from cardrules.cards import Card, Hand
from cardrules.errors import TextError, shortened
from cardrules.moves import enum_name, kind_name, words

M = TypeVar("M")
T = TypeVar("T")

MAX_LENGTH: Final = 500
"""The most characters of a text to parse: the cards of two packs fit."""

MAX_DIGITS: Final = 100
"""The most digits of a number to parse: a seed of 256 bits has 78."""

READINGS: Final = 8
"""The most values of one type that the same words are taken for; without a limit there are 2 to the number of words."""

_Tokens: TypeAlias = tuple[str, ...]

_ASCII_SUITS = str.maketrans("♣♦♥♠", "cdhs")


def tokenize(text: str) -> _Tokens:
    """Split a text into words of one spelling: lower case, no commas, cards as ``10h`` and ``qs``."""
    return tuple(map(_normalize, text.casefold().translate(_ASCII_SUITS).replace(",", " ").split()))


@lru_cache(maxsize=1_000)  # most words are no cards, and to raise the error for one takes microseconds
def _normalize(token: str) -> str:
    try:
        return Card.parse(token).ascii.lower()
    except TextError:
        return token


def parse_integer(text: str) -> int:
    """Return the whole number that a text writes in digits.

    Raises :class:`~cardrules.errors.TextError` for any other text, and for more than :data:`MAX_DIGITS` digits.
    """
    if not re.fullmatch(rf"[+-]?\d{{1,{MAX_DIGITS}}}", text):
        raise _no_number("a whole number", text)
    return int(text)


def parse_amount(text: str) -> int | Fraction:
    """Return the number that a text writes as ``3``, ``3/2`` or ``1.5``: an ``int`` if it is whole.

    Raises :class:`~cardrules.errors.TextError` for any other text, for a denominator of 0, and for more than
    :data:`MAX_DIGITS` digits above or below the line.
    """
    digits = rf"\d{{1,{MAX_DIGITS}}}"
    if not re.fullmatch(rf"[+-]?({digits}(/{digits}|\.{digits})?|\.{digits})", text):
        raise _no_number("a number", text)
    try:
        amount = Fraction(text)
    except ZeroDivisionError:
        raise _no_number("a number", text) from None
    return int(amount) if amount.denominator == 1 else amount


def _no_number(wanted: str, text: str) -> TextError:
    limit = f" of at most {MAX_DIGITS} digits" if len(text) > MAX_DIGITS else ""
    return TextError(f"must be {wanted}{limit}, not {shortened(text)!r}", text)


def parse_move(text: str, moves: Sequence[M]) -> M:
    """Return the one of ``moves`` that ``text`` names.

    A text can be the words of the move (``play Q♠``, in any case, suits as symbols or letters), the words without the
    kind of the move (``qs``), an abbreviation that fits only one move (``p qs``, ``gi`` for give up), or the same cards in
    another order. It can also be the position of the move in the list, counted from 1, unless the moves
    :func:`name amounts <has_amounts>`: then a number is an amount.

    Raises :class:`~cardrules.errors.TextError` for a text that fits no move, with the nearest ones, or several moves.
    """
    typed = _tokens(text)
    if not typed:
        raise TextError(f"type a move: {_listed(moves)}", text)
    halves = list(map(_halves, moves))
    if len(typed) == 1 and typed[0].isdecimal() and not _are_amounts(halves):
        return _numbered(text.strip(), moves)
    distances = [_distance(typed, kind, details) for kind, details in halves]
    least = min((distance for distance in distances if distance is not None), default=None)
    found = [] if least is None else [move for move, far in zip(moves, distances, strict=True) if far == least]
    if len(found) == 1:
        return found[0]
    shown = repr(shortened(text.strip()))
    if found:
        raise TextError(f"{shown} may be {_listed(found)}; type more of it", text)
    raise TextError(f"no move {shown} now; {_nearest(typed, moves)}", text)


def _numbered(digits: str, moves: Sequence[M]) -> M:
    number = int(digits) if len(digits) <= MAX_DIGITS else None
    if number is None or not 1 <= number <= len(moves):
        raise TextError(f"no move has the number {shortened(digits)}: the last is {len(moves)}", digits)
    return moves[number - 1]


def parse_attempt(text: str, moves: Sequence[M]) -> M:
    """Return the one of ``moves`` that ``text`` names, or else a move of the same kinds that is not one of them.

    The game can say why such a move is not allowed. Raises :class:`~cardrules.errors.TextError` as :func:`parse_move` does.
    """
    try:
        return parse_move(text, moves)
    except TextError as error:
        try:
            return parse_any_move(text, dict.fromkeys(map(type, moves)))
        except TextError:
            raise error from None


def completions(text: str, moves: Iterable[object]) -> list[str]:
    """Return the words of those of ``moves`` that begin with ``text``, with or without the kind of the move."""
    if len(text) > MAX_LENGTH:
        return []
    typed = " ".join(tokenize(text)) + " " * text.endswith(" ")
    return [
        words(move)
        for move, (kind, details) in ((move, _halves(move)) for move in moves)
        if any(" ".join(tokens).startswith(typed.lstrip()) for tokens in (kind + details, details))
    ]


def has_amounts(moves: Iterable[object]) -> bool:
    """Return whether the words of a move are its kind and a number, as in ``bid 3``: a number typed means that move."""
    return _are_amounts(map(_halves, moves))


def _are_amounts(halves: Iterable[tuple[_Tokens, _Tokens]]) -> bool:
    return any(len(details) == 1 and details[0].isdecimal() for _, details in halves)


def _tokens(text: str) -> _Tokens:
    """Return the words of a text that somebody typed; raise :class:`~cardrules.errors.TextError` if it is too long."""
    if len(text) > MAX_LENGTH:
        raise TextError(f"a text of {len(text)} characters is too long to be read; the most is {MAX_LENGTH}", text)
    return tokenize(text)


def _halves(move: object) -> tuple[_Tokens, _Tokens]:
    """Return the words of a move: its kind, and the rest."""
    kind = tokenize(kind_name(type(move)))
    return kind, tokenize(words(move))[len(kind) :]


def _distance(typed: _Tokens, kind: _Tokens, details: _Tokens) -> int | None:
    """Return how much the typed words differ from those of a move, from 0; ``None`` if they do not fit it at all."""
    if typed == kind + details:
        return 0
    if typed == details:
        return 1
    cuts = [cut for cut in range(min(len(typed), len(kind)) + 1) if _abbreviates(typed[:cut], kind)]
    if details and any(typed[cut:] == details for cut in cuts):
        return 2
    if details and any(sorted(typed[cut:]) == sorted(details) for cut in cuts):
        return 3
    return 4 if _abbreviates(typed, kind + details) else None


def _abbreviates(typed: _Tokens, full: _Tokens) -> bool:
    """Return whether each typed word begins one of the full words, in their order; numbers must be complete."""
    rest = iter(full)
    return all(
        any(word == short or (word.startswith(short) and not short.isdecimal()) for word in rest) for short in typed
    )


def _listed(moves: Sequence[object], most: int = 12) -> str:
    shown = ", ".join(map(words, moves[:most])) or "nothing"
    return shown + (f" and {len(moves) - most} more" if len(moves) > most else "")


def _nearest(typed: _Tokens, moves: Sequence[object]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  # only mistakes need it

    spellings = {" ".join(tokenize(words(move))): words(move) for move in moves}
    near = get_close_matches(" ".join(typed), spellings, n=3)
    return f"did you mean {' or '.join(spellings[name] for name in near)}?" if near else f"legal: {_listed(moves)}"


def parse_any_move(text: str, kinds: Iterable[type[M]]) -> M:
    """Return the move of one of the ``kinds`` that has these words, whether it is allowed or not.

    The kind may be left out if the rest fits only one kind. Use it to ask a game why a move is not allowed, or to read
    moves that were written down. Raises :class:`~cardrules.errors.TextError` if the words fit no kind.
    """
    kinds = tuple(kinds)
    parser = _Parser(_tokens(text))
    for named in (True, False):
        found = [move for kind in kinds for move in _complete_moves(parser, kind, named=named)]
        if found and all(move == found[0] for move in found):
            return found[0]
    raise TextError(f"no move {shortened(text.strip())!r} among {', '.join(map(kind_name, kinds))}", text)


def _complete_moves(parser: "_Parser", kind: type[M], *, named: bool) -> Iterator[M]:
    """Yield the moves of a kind that have all the words, and no others."""
    start = parser.after(tokenize(kind_name(kind)), 0) if named else 0
    if start is not None:
        for value, end in parser.objects(kind, start):
            if end == len(parser.tokens) and isinstance(value, kind):
                yield value


def parse_value(text: str, hint: object) -> object:
    """Return the value of the type ``hint`` that ``text`` names.

    Raises :class:`~cardrules.errors.TextError` if there is none.
    """
    parser = _Parser(_tokens(text))
    for value, end in parser.values(hint, 0):
        if end == len(parser.tokens):
            return value
    raise TextError(f"{shortened(text)!r} cannot be read as {hint}", text)


_Reading: TypeAlias = tuple[T, int]
"""A value, and the position after the words that were read as it."""

_Read: TypeAlias = Callable[[int], list[_Reading[T]]]
"""Returns what the words from a position on can be read as."""


class _Parser:
    """Parses values from tokens, by their types.

    It remembers the values of each type at each position, and keeps at most :data:`READINGS` of those that end at the
    same position. So the time grows with a power of the number of tokens, and does not double with each.
    """

    def __init__(self, tokens: _Tokens) -> None:
        self.tokens = tokens
        self.known: dict[tuple[object, int], list[_Reading[object]]] = {}

    def after(self, tokens: _Tokens, start: int) -> int | None:
        """Return the position after ``tokens``; ``None`` if they do not stand at ``start``."""
        end = start + len(tokens)
        return end if self.tokens[start:end] == tokens else None

    def values(self, hint: object, start: int) -> list[_Reading[object]]:
        """Return the values of a type that begin at ``start``, the longest first."""
        if (hint, start) not in self.known:
            self.known[hint, start] = _distinct(self._values(hint, start))
        return self.known[hint, start]

    def _values(self, hint: object, start: int) -> Iterable[_Reading[object]]:
        kind, arguments = get_origin(hint) or hint, get_args(hint)
        if kind in (Union, UnionType):
            return [reading for argument in arguments for reading in self.values(argument, start)]
        if kind is Literal:
            return self._named(((str(value), value) for value in arguments if value is not None), start)
        if kind in (None, NoneType):
            return [(None, start)]
        if kind is tuple and arguments[1:] == (...,):
            return self._many(partial(self.values, arguments[0]), start)
        if kind is tuple:
            return self._sequence([partial(self.values, argument) for argument in arguments], start)
        return self._of_class(kind, start) if isinstance(kind, type) else []

    def _of_class(self, kind: type, start: int) -> Iterator[_Reading[object]]:
        if issubclass(kind, Hand):
            for cards, end in self._many(self._card, start):
                yield kind(cards), end
        elif issubclass(kind, Enum):
            yield from self._named(((name, value) for value in kind for name in (enum_name(value), str(value))), start)
        elif attrs.has(kind):
            fields_start = self.after(tokenize(kind_name(kind)), start)
            if fields_start is not None:
                yield from self.objects(kind, fields_start)
        elif kind is Card:
            yield from self._card(start)
        elif kind in _ONE_WORD and start < len(self.tokens):
            try:
                yield _ONE_WORD[kind](self.tokens[start]), start + 1
            except TextError:
                return

    def _named(self, values: Iterable[tuple[str, object]], start: int) -> Iterator[_Reading[object]]:
        for name, value in values:
            end = self.after(tokenize(name), start)
            if end is not None:
                yield value, end

    def _card(self, start: int) -> list[_Reading[Card]]:
        try:
            return [(Card.parse(token), start + 1) for token in self.tokens[start : start + 1]]
        except TextError:
            return []

    def _many(self, read: _Read[T], start: int) -> Iterator[_Reading[tuple[T, ...]]]:
        """Yield tuples of the values that ``read`` returns, the longest first; the word "nothing" is an empty tuple."""
        end_of_nothing = self.after(("nothing",), start)
        if end_of_nothing is not None:
            yield (), end_of_nothing
        found: dict[int, list[tuple[T, ...]]] = {start: [()]}
        for position in range(start, len(self.tokens)):
            for values in found.get(position, ()):
                for value, end in read(position):
                    kept = found.setdefault(end, [])
                    if end > position and len(kept) < READINGS:
                        _keep(kept, (*values, value))
        for end in sorted(found, reverse=True)[:-1]:
            for values in found[end]:
                yield values, end

    def objects(self, kind: type, start: int) -> Iterator[_Reading[object]]:
        """Yield the objects of an attrs class whose fields have these words, in the order of the fields."""
        hints = _hints(kind)
        fields = [field for field in attrs.fields(kind) if field.init]
        names = [field.alias or field.name for field in fields]
        for values, end in self._sequence(
            [partial(self._field, field.name, hints[field.name]) for field in fields], start
        ):
            try:
                yield kind(**dict(zip(names, values, strict=True))), end
            except (TypeError, ValueError):  # the class itself refuses these values
                continue

    def _field(self, name: str, hint: object, start: int) -> list[_Reading[object]]:
        """Return the values of a field: a flag is the name of the field, or its absence."""
        if hint is not bool:
            return self.values(hint, start)
        return [*self._named([(name.replace("_", " "), True)], start), (False, start)]

    def _sequence(self, parts: Iterable[_Read[object]], start: int) -> list[_Reading[tuple[object, ...]]]:
        """Return tuples with a value of each of the parts, one after the other."""
        readings: list[_Reading[tuple[object, ...]]] = [((), start)]
        for part in parts:
            readings = _distinct(((*values, value), end) for values, middle in readings for value, end in part(middle))
        return readings


def _distinct(readings: Iterable[_Reading[T]]) -> list[_Reading[T]]:
    """Return the readings without repetitions, at most :data:`READINGS` for each end."""
    kept: dict[int, list[T]] = {}
    return [(value, end) for value, end in readings if _keep(kept.setdefault(end, []), value)]


def _keep(values: list[T], value: T) -> bool:
    """Append a value that is new, if there is room; return whether it was appended."""
    if len(values) == READINGS or value in values:
        return False
    values.append(value)
    return True


@lru_cache(maxsize=1_000)
def _hints(kind: type) -> Mapping[str, object]:
    return get_type_hints(kind)


_ONE_WORD: Final[Mapping[object, Callable[[str], object]]] = {
    int: parse_integer,
    Fraction: parse_amount,
    str: str,
}
"""The parsers of the types that take one word."""

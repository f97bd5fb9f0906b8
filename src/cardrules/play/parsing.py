"""Moves read back from their words, as people type them: the other half of :func:`cardrules.moves.words`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Final, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from cardrules.cards import Card, Hand
from cardrules.errors import TextError
from cardrules.moves import enum_name, kind_name, words

M = TypeVar("M")

_Tokens: TypeAlias = tuple[str, ...]

_ASCII_SUITS = str.maketrans("♣♦♥♠", "cdhs")


def tokenize(text: str) -> _Tokens:
    """The words of a text in one spelling: small letters, no commas, cards as ``10h`` and ``qs``."""
    return tuple(map(_in_one_spelling, text.casefold().translate(_ASCII_SUITS).replace(",", " ").split()))


def _in_one_spelling(token: str) -> str:
    try:
        return Card.parse(token).ascii.lower()
    except TextError:
        return token


def parse_move(text: str, moves: Sequence[M]) -> M:
    """The one of ``moves`` that ``text`` names.

    Read are its words (``play Q♠``, in capitals or not, suits as signs or letters), the words without the kind of move
    (``qs``), abbreviations that fit one move only (``p qs``, ``gi`` for give up), several cards in any order, and the
    place of the move in the list from 1, unless the moves are :func:`numbered <has_amounts>` by amounts of their own.

    Raises :class:`~cardrules.errors.TextError` for a text that fits no move, with those nearest to it, or several.
    """
    typed = tokenize(text)
    if not typed:
        raise TextError(f"type a move: {_some(moves)}", text)
    if len(typed) == 1 and typed[0].isdecimal() and not has_amounts(moves):
        if 1 <= int(typed[0]) <= len(moves):
            return moves[int(typed[0]) - 1]
        raise TextError(f"no move has the number {text.strip()}: the last is {len(moves)}", text)
    fits = [(_distance(typed, *_halves(move)), move) for move in moves]
    least = min((distance for distance, _ in fits if distance is not None), default=None)
    found = [move for distance, move in fits if distance is not None and distance == least]
    if len(found) == 1:
        return found[0]
    if found:
        raise TextError(f"{text.strip()!r} may be {_some(found)}; type more of it", text)
    raise TextError(f"no move {text.strip()!r} now; {_nearest(text, moves)}", text)


def parse_attempt(text: str, moves: Sequence[M]) -> M:
    """The one of ``moves`` that ``text`` names, or else a move of their kinds that is not among them.

    A game says why it does not allow the latter. Raises :class:`~cardrules.errors.TextError` as :func:`parse_move` does.
    """
    try:
        return parse_move(text, moves)
    except TextError as error:
        try:
            return parse_any_move(text, dict.fromkeys(map(type, moves)))
        except TextError:
            raise error from None


def completions(text: str, moves: Iterable[object]) -> list[str]:
    """The words of those of ``moves`` that begin with ``text``, the kind of the move being left out or not."""
    typed = " ".join(tokenize(text)) + " " * text.endswith(" ")
    return [
        words(move)
        for move, (kind, details) in ((move, _halves(move)) for move in moves)
        if any(" ".join(said).startswith(typed.lstrip()) for said in (kind + details, details))
    ]


def has_amounts(moves: Iterable[object]) -> bool:
    """Whether one of the moves is told by a mere number, as ``bid 3`` is: a number typed is then that one."""
    return any(len(details) == 1 and details[0].isdecimal() for _, details in map(_halves, moves))


def _halves(move: object) -> tuple[_Tokens, _Tokens]:
    """The words of a move: its kind, and the rest."""
    kind = tokenize(kind_name(type(move)))
    return kind, tokenize(words(move))[len(kind) :]


def _distance(typed: _Tokens, kind: _Tokens, details: _Tokens) -> int | None:
    """How far the words typed are from those of a move; ``None`` if they do not fit it at all."""
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


def _abbreviates(typed: _Tokens, said: _Tokens) -> bool:
    """Whether each word typed begins one of those said, in their order; a number must stand there in full."""
    left = iter(said)
    return all(
        any(word == short or (word.startswith(short) and not short.isdecimal()) for word in left) for short in typed
    )


def _some(moves: Sequence[object], most: int = 12) -> str:
    shown = ", ".join(map(words, moves[:most])) or "nothing"
    return shown + (f" and {len(moves) - most} more" if len(moves) > most else "")


def _nearest(text: str, moves: Sequence[object]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415  # only mistakes need it

    said = {" ".join(tokenize(words(move))): words(move) for move in moves}
    near = get_close_matches(" ".join(tokenize(text)), said, n=3)
    return f"did you mean {' or '.join(said[name] for name in near)}?" if near else f"legal: {_some(moves)}"


def parse_any_move(text: str, kinds: Iterable[type[M]]) -> M:
    """The move of one of the ``kinds`` that has these words, whether it is allowed or not.

    The kind may be left out where the rest fits one kind only. It serves to ask a game why a move is not allowed, and
    to read moves that were written down. Raises :class:`~cardrules.errors.TextError` if no kind has moves in such words.
    """
    typed = tokenize(text)
    kinds = tuple(kinds)
    for named in (True, False):
        found = [move for kind in kinds for move in _moves(kind, typed, named=named)]
        if found and all(move == found[0] for move in found):
            return found[0]
    raise TextError(f"no move {text.strip()!r} among {', '.join(map(kind_name, kinds))}", text)


def parse_value(text: str, hint: object) -> object:
    """The value of the type ``hint`` that ``text`` names; raises :class:`~cardrules.errors.TextError` if none does."""
    for value, rest in _values(hint, tokenize(text)):
        if not rest:
            return value
    raise TextError(f"{text!r} cannot be read as {hint}", text)


_Read: TypeAlias = Iterator[tuple[object, _Tokens]]
"""What the first words may mean, each meaning with the words that are left."""


def _moves(kind: type[M], typed: _Tokens, *, named: bool) -> Iterator[M]:
    """The moves of a kind that have exactly the words ``typed``."""
    name = tokenize(kind_name(kind)) if named else ()
    if typed[: len(name)] == name:
        for value, rest in _records(kind, typed[len(name) :]):
            if not rest and isinstance(value, kind):
                yield value


def _values(hint: object, typed: _Tokens) -> _Read:
    """The values of a type, the longest first."""
    kind, arguments = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        for argument in arguments:
            yield from _values(argument, typed)
    elif kind is Literal:
        yield from ((value, typed[1:]) for value in arguments if typed[:1] == (str(value).casefold(),))
        yield from ((value, typed) for value in arguments if value is None)
    elif kind in (None, NoneType):
        yield None, typed
    elif kind is tuple:
        yield from _tuples(arguments, typed)
    elif isinstance(kind, type):
        yield from _objects(kind, typed)


def _objects(kind: type, typed: _Tokens) -> _Read:
    if issubclass(kind, Hand):
        yield from ((kind(cards), rest) for cards, rest in _many(Card, typed) if isinstance(cards, tuple))
    elif issubclass(kind, Enum):
        names = [(tokenize(name), value) for value in kind for name in (enum_name(value), str(value))]
        yield from ((value, typed[len(name) :]) for name, value in names if typed[: len(name)] == name)
    elif attrs.has(kind):
        name = tokenize(kind_name(kind))
        if typed[: len(name)] == name:
            yield from _records(kind, typed[len(name) :])
    elif typed and kind in _ONE_WORD:
        try:
            yield _ONE_WORD[kind](typed[0]), typed[1:]
        except (ValueError, ZeroDivisionError):
            return


def _amount(word: str) -> int | Fraction:
    amount = Fraction(word)
    return int(amount) if amount.denominator == 1 else amount


_ONE_WORD: Final[Mapping[object, Callable[[str], object]]] = {
    Card: Card.parse,
    int: int,
    Fraction: _amount,
    str: str,
}
"""How to read the types that take one word."""


def _tuples(arguments: tuple[object, ...], typed: _Tokens) -> _Read:
    if arguments[1:] == (...,):
        yield from _many(arguments[0], typed)
    elif arguments:
        for first, rest in _values(arguments[0], typed):
            for others, left in _tuples(arguments[1:], rest):
                assert isinstance(others, tuple)
                yield (first, *others), left
    else:
        yield (), typed


def _many(hint: object, typed: _Tokens) -> _Read:
    """Values of one type, as many as the words tell: "nothing" says that there are none."""
    if typed[:1] == ("nothing",):
        yield (), typed[1:]
    yield from _one_or_more(hint, typed)


def _one_or_more(hint: object, typed: _Tokens) -> Iterator[tuple[tuple[object, ...], _Tokens]]:
    for first, rest in _values(hint, typed):
        if rest != typed:
            yield from (((first, *others), left) for others, left in _one_or_more(hint, rest))
            yield (first,), rest


def _records(kind: type, typed: _Tokens) -> _Read:
    """The objects of an attrs class whose fields the words tell in their order."""
    hints = get_type_hints(kind)
    fields = [field for field in attrs.fields(kind) if field.init]
    told: list[tuple[dict[str, object], _Tokens]] = [({}, typed)]
    for field in fields:
        told = [
            (values | {field.alias or field.name: value}, left)
            for values, rest in told
            for value, left in _named(field.name, hints[field.name], rest)
        ]
    for values, rest in told:
        try:
            yield kind(**values), rest
        except (TypeError, ValueError):  # values that the class itself refuses
            continue


def _named(name: str, hint: object, typed: _Tokens) -> _Read:
    """As :func:`_values`, with a flag told by the name of its field."""
    if hint is not bool:
        yield from _values(hint, typed)
        return
    said = tokenize(name.replace("_", " "))
    if typed[: len(said)] == said:
        yield True, typed[len(said) :]
    yield False, typed

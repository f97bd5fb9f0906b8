"""JSON for any game: records, states, views, moves, rules and outcomes as text, and back again.

What is read equals what was written, types included. A card is written as its text (``"QS"``, ``"JK"``, ``"??"`` for
a back), a hand or deck as one text (``"QS 10H"``), a fraction as ``"3/2"``, a member of an enumeration by its value or
its name, a tuple as an array. Where objects of several classes may stand, such as the phases of a game, each says under
the key ``"is"`` which it is. A record says of which game it is, and in which version of this form it is written::

    {"cardrules": 1, "game": "oh_hell", "rules": {"players": 4, ...}, "moves": [{"is": "Shuffled", ...}, ...]}

Reading is strict: what is missing, too much, misspelt or of another type is a
:class:`~cardrules.errors.RecordError` that names the place, ``moves[12].card: no card '1S': ...``.

Needs the extra ``json``.
"""

import inspect
import json
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from fractions import Fraction
from functools import reduce
from os import PathLike
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from cardrules import catalogue
from cardrules.cards import Card
from cardrules.errors import MissingExtraError, RecordError, ViewError
from cardrules.game import Game, Outcome, Record, Shuffled, StateLike, name_of
from cardrules.hands import Hand
from cardrules.moves import IllegalMoveError
from cardrules.zones import cards_in, unseen

try:
    from cattrs import ClassValidationError, Converter
    from cattrs.dispatch import StructureHook, UnstructureHook
    from cattrs.errors import AttributeValidationNote
    from cattrs.gen import make_dict_structure_fn
except ImportError:
    raise MissingExtraError("cardrules.serial", "json") from None

VERSION: Final = 1
"""The version of the form of records: the one that is written, and the only one that is read."""

KIND: Final = "is"
"""The key that says of which class an object is: as a word of Python it is the name of no field."""

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Hint: TypeAlias = Any
"""A type as it is annotated, which no type can describe: a class, a union, a generic alias."""


class Json(Generic[R, S, M]):
    """The JSON of one game: any game whose functions say by annotations what they take and give.

    What cannot be read is a :class:`~cardrules.errors.RecordError` that names the place.

    >>> from cardrules.games import oh_hell
    >>> oh_hell_json = Json(oh_hell)
    >>> oh_hell_json.dumps(oh_hell.Bid(3))
    '{"is": "Bid", "tricks": 3}'
    >>> oh_hell_json.move('{"is": "Bid", "tricks": 3}')
    Bid(tricks=3)
    """

    def __init__(self, game: Game[R, S, M], name: str | None = None) -> None:
        """The JSON of ``game``, which records call ``name``: by default the name of its module or class.

        Raises ``TypeError`` if the game has values of types that are not written as JSON, or does not say their types.
        """
        self.game: Final = game
        self.name: Final = name_of(game) if name is None else name
        self._rules: Hint = _plain(_taken(game.start))
        self._state: Hint = _given(game.start) | _given(game.apply)
        self._move: Hint = _items(_given(game.legal_moves)) | Shuffled
        self._outcome: Hint = _given(game.outcome)
        self._converter = _converter(self._rules)
        hints = (self._rules, self._state, self._move, self._outcome)
        self._hints: dict[Hint, Hint] = {_class(member): hint for hint in hints for member in _members(hint)}
        for hint in hints:
            _check(hint, self.name, set())

    def dumps(self, value: Record[R, M] | R | S | M | Shuffled | Outcome) -> str:
        """A record, or the rules, a state or view, a move or an outcome of the game as JSON.

        Raises ``TypeError`` for anything else.
        """
        if isinstance(value, Record):
            return self._document(value)
        if type(value) not in self._hints:
            raise TypeError(f"{value!r} is no record, rules, state, move or outcome of {self.name}")
        return json.dumps(self._converter.unstructure(value, self._hints[type(value)]))

    def _document(self, record: Record[R, M]) -> str:
        rules = json.dumps(self._converter.unstructure(record.rules, self._rules))
        moves = ",".join(f"\n    {self.dumps(move)}" for move in record.moves)
        head = f'{{\n  "cardrules": {VERSION},\n  "game": {json.dumps(self.name)},\n  "rules": {rules},\n'
        return f'{head}  "moves": [{moves}\n  ]\n}}'

    def record(self, text: str) -> Record[R, M]:
        """The record of a game, finished or not; it is replayed, so that every move of it is legal."""
        document = _document(text)
        if document["game"] != self.name:
            raise RecordError(f"game: must be {json.dumps(self.name)}, not {_shown(document['game'])}")
        rules: R = self._read(self._rules, document["rules"], "rules")
        moves: tuple[M | Shuffled, ...] = self._read(GenericAlias(tuple, (self._move, ...)), document["moves"], "moves")
        state = self.game.start(rules)
        for place, move in enumerate(moves):
            try:
                state = self.game.apply(state, move)
            except IllegalMoveError as error:
                raise RecordError(f"moves[{place}]: {error}") from error
        return Record(rules, moves)

    def rules(self, text: str) -> R:
        """The rules, every option of which is written."""
        rules: R = self._read(self._rules, _parsed(text))
        return rules

    def state(self, text: str) -> S:
        """The state, or the view of one, with the cards of the game by its rules.

        Whether play can lead to it nobody can tell: what must be sure of that is stored as a record.
        """
        state: S = self._read(self._state, _parsed(text))
        rules: R | None = getattr(state, "rules", None)
        if rules is not None:
            try:
                unseen(state, cards_in(self.game.start(rules)))
            except ViewError as error:
                raise RecordError(str(error)) from error
        return state

    def move(self, text: str) -> M | Shuffled:
        """The move of a seat or of chance, as it was made or as a seat saw it."""
        move: M | Shuffled = self._read(self._move, _parsed(text))
        return move

    def outcome(self, text: str) -> Outcome:
        """The outcome, of the class that the game gives."""
        outcome: Outcome = self._read(self._outcome, _parsed(text))
        return outcome

    def _read(self, hint: Hint, data: object, place: str = "") -> Any:
        try:
            return self._converter.structure(data, hint)
        except ValueError as error:
            raise RecordError(str(_inside(place, error))) from error

    def save(self, path: str | PathLike[str], record: Record[R, M]) -> None:
        """Write the record to a file, each move on a line."""
        Path(path).write_text(self.dumps(record) + "\n", encoding="utf-8")

    def load(self, path: str | PathLike[str]) -> Record[R, M]:
        """The record in a file; a file that cannot be opened is a :class:`~cardrules.errors.RecordError` too."""
        with _named(path):
            return self.record(Path(path).read_text(encoding="utf-8"))


def load(path: str | PathLike[str]) -> tuple[catalogue.AnyGame, Record[Any, Any]]:
    """The game and the record in a file of whichever of the library's games; raises as :meth:`Json.load` does."""
    with _named(path):
        text = Path(path).read_text(encoding="utf-8")
        try:
            game = catalogue.game(str(_document(text)["game"]))
        except catalogue.NoSuchGameError as error:
            raise RecordError(f"game: {error}") from error
        return game, Json(game).record(text)


@contextmanager
def _named(path: str | PathLike[str]) -> Iterator[None]:
    """Let errors say in which file they lie."""
    try:
        yield
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from error
    except ValueError as error:  # also a text that is not in UTF-8
        raise RecordError(f"{path}: {error}") from error


def _document(text: str) -> dict[str, object]:
    """A record as parsed, of this version and with all its parts, which are yet to be read."""
    document = _parsed(text)
    if not isinstance(document, dict) or "cardrules" not in document:
        raise RecordError('this is no record of a game: it has no key "cardrules" with the version of its form')
    version = document["cardrules"]
    if type(version) is not int or version != VERSION:
        raise RecordError(f"cardrules: must be {VERSION}, the version that can be read, not {_shown(version)}")
    try:
        return _with_keys(document, ("cardrules", "game", "rules", "moves"))
    except _MisfitError as error:
        raise RecordError(str(error)) from error


def _parsed(text: str) -> object:
    try:
        data: object = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"damaged JSON: {error}") from error
    return data


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {json.dumps(key)} stands twice in one object")
        found[key] = value
    return found


def _taken(function: Callable[..., object]) -> Hint:
    """The type of what a function takes first."""
    return _annotation(function, next(iter(inspect.signature(function).parameters), ""))


def _given(function: Callable[..., object]) -> Hint:
    """The type of what a function gives, ``None`` apart."""
    return reduce(operator.or_, (part for part in _members(_annotation(function, "return")) if part is not NoneType))


def _annotation(function: Callable[..., object], name: str) -> Hint:
    try:
        return get_type_hints(function)[name]
    except (KeyError, NameError, TypeError) as error:
        raise TypeError(f"{function!r} must say by annotations what it takes and gives") from error


def _items(hint: Hint) -> Hint:
    """The type of the items of a tuple."""
    plain = _plain(hint)
    if _class(plain) is not tuple:
        raise TypeError(f"legal_moves must give a tuple of moves, not {plain}")
    return get_args(plain)[0]


def _members(hint: Hint) -> tuple[Hint, ...]:
    """The types of a union, those of unions within it too; of another type itself."""
    plain = _plain(hint)
    return tuple(part for member in get_args(plain) for part in _members(member)) if _is_union(plain) else (plain,)


def _plain(hint: Hint) -> Hint:
    """What an alias, a new type or an annotated type stands for."""
    named = getattr(hint, "__value__", getattr(hint, "__supertype__", hint))
    inner = get_args(named)[0] if _class(named) is Annotated else named
    return inner if inner is hint else _plain(inner)


def _class(hint: Hint) -> Hint:
    """What a type is made from: ``tuple`` for ``tuple[int, ...]``, ``Literal`` for ``Literal[1, 2]``; else itself."""
    origin: Hint = get_origin(hint)
    return hint if origin is None else origin


def _check(hint: Hint, place: str, known: set[Hint]) -> None:
    """Raise ``TypeError`` unless every value of this type can be written and known again."""
    members = _members(hint)
    names = [_class(member).__name__ for member in members if attrs.has(member)]
    if len(names) > len(set(names)):
        raise TypeError(f"{place} can be of two classes of one name: {', '.join(names)}")
    for member in members:
        if member not in known:
            known.add(member)
            for inside, part in _parts(member, place):
                _check(part, inside, known)


def _parts(hint: Hint, place: str) -> Iterator[tuple[str, Hint]]:
    """The types within a type, and where they stand; ``TypeError`` for a type that is not written as JSON."""
    kind = _class(hint)
    if attrs.has(kind) and not (kind is hint and hasattr(kind, "__parameters__")):
        hints = get_type_hints(kind)
        yield from ((f"{kind.__name__}.{field.name}", hints[field.name]) for field in attrs.fields(kind) if field.init)
        yield from ((place, argument) for argument in get_args(hint))
    elif kind is tuple and hint is not tuple:
        yield from ((place, part) for part in get_args(hint) if part is not ...)
    elif not (kind in _SCALARS or kind is Literal or isinstance(kind, TypeVar) or _is_leaf(kind)):
        raise TypeError(f"{place} is of the type {hint}, which is not written as JSON")


def _is_leaf(kind: Hint) -> bool:
    return isinstance(kind, type) and issubclass(kind, Card | Hand | Fraction | Enum)


class _MisfitError(ValueError):
    """JSON that does not fit its type: what is wrong and where; ``wanted`` is what must stand there, if that is all."""

    def __init__(self, message: str, place: str = "", wanted: str = "") -> None:
        super().__init__(message, place, wanted)
        self.message = message
        self.place = place
        self.wanted = wanted

    def __str__(self) -> str:
        return f"{self.place.removeprefix('.')}: {self.message}" if self.place else self.message


def _unlike(wanted: str, data: object) -> _MisfitError:
    return _MisfitError(f"must be {wanted}, not {_shown(data)}", wanted=wanted)


def _shown(data: object) -> str:
    text, most = json.dumps(data), 60
    return text if len(text) <= most else f"{text[:most]}..."


def _inside(place: str, error: Exception) -> _MisfitError:
    """The error, as seen from a value in which what does not fit is at ``place``."""
    if isinstance(error, _MisfitError):
        return _MisfitError(error.message, place + error.place, "" if place else error.wanted)
    return _MisfitError(str(error), place)


def _either(values: Iterable[object]) -> str:
    return " or ".join(map(json.dumps, values))


def _with_keys(data: object, names: Sequence[str]) -> dict[str, object]:
    """The object with these keys and no others."""
    if not isinstance(data, dict):
        raise _unlike("an object", data)
    for name in names:
        if name not in data:
            raise _missing(name)
    for key in data:
        if key not in names:
            raise _MisfitError(
                f"the key {json.dumps(key)} is too much, the keys are {', '.join(map(json.dumps, names))}"
            )
    return data


def _missing(key: str) -> _MisfitError:
    return _MisfitError(f"the key {json.dumps(key)} is missing")


def _converter(rules: Hint) -> Converter:
    """What turns values into what JSON can hold and back, in a game whose rules are of the type ``rules``."""
    made = Converter()
    made.register_unstructure_hook(Card, operator.attrgetter("ascii"))
    made.register_unstructure_hook(Hand, _hand_text)
    made.register_unstructure_hook(Fraction, _fraction_text)
    made.register_unstructure_hook(Enum, _member_text)
    made.register_unstructure_hook_factory(_is_union, _union_writer)
    for kind in _SCALARS:
        made.register_structure_hook(kind, _read_scalar)
    made.register_structure_hook(Card, _read_card)
    made.register_structure_hook(Hand, _read_hand)
    made.register_structure_hook(Fraction, _read_fraction)
    made.register_structure_hook(Enum, _read_member)
    made.register_structure_hook_factory(_is_literal, _literal_reader)
    made.register_structure_hook_factory(_is_tuple, _tuple_reader)
    made.register_structure_hook_factory(_is_union, _union_reader)
    made.register_structure_hook_factory(attrs.has, _object_reader)
    made.register_structure_hook_factory(lambda hint: attrs.has(hint) and hint == rules, _options_reader)
    return made


_SCALARS: Final[Mapping[type, str]] = {int: "a whole number", str: "a text", bool: "true or false", NoneType: "null"}
"""The types that JSON has too, in words."""


def _read_scalar(data: object, kind: type) -> object:
    if issubclass(kind, Enum):  # one whose members are numbers or texts
        return _read_member(data, kind)
    if type(data) is not kind:  # neither true nor 1.0 is the number 1
        raise _unlike(_SCALARS[kind], data)
    return data


def _text(data: object, wanted: str) -> str:
    if not isinstance(data, str):
        raise _unlike(wanted, data)
    return data


def _read_card(data: object, _: type[Card]) -> Card:
    return Card.parse(_text(data, 'a card such as "QS"'))


def _hand_text(hand: Hand) -> str:
    return " ".join(card.ascii for card in hand)


def _read_hand(data: object, kind: type[Hand]) -> Hand:
    return kind.parse(_text(data, 'cards such as "QS 10H"'))


def _fraction_text(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"  # 2/1 is another type than 2


def _read_fraction(data: object, _: type[Fraction]) -> Fraction:
    wanted = 'a fraction such as "3/2"'
    text = _text(data, wanted)
    if not re.fullmatch(r"-?[0-9]+/[1-9][0-9]*", text):
        raise _unlike(wanted, data)
    return Fraction(text)


def _member_text(member: Enum) -> str:
    return member.value if isinstance(member.value, str) else member.name


def _read_member(data: object, kind: type[Enum]) -> Enum:
    for member in kind:
        if _member_text(member) == data:
            return member
    raise _unlike(_either(map(_member_text, kind)), data)


def _is_literal(hint: Hint) -> bool:
    return _class(hint) is Literal


def _literal_reader(hint: Hint, converter: Converter) -> StructureHook:
    values = [(converter.unstructure(value), value) for value in get_args(hint)]

    def read(data: object, _: Hint) -> object:
        for written, value in values:
            if type(data) is type(written) and data == written:
                return value
        raise _unlike(_either(written for written, _ in values), data)

    return read


def _is_tuple(hint: Hint) -> bool:
    return _class(hint) is tuple


def _tuple_reader(hint: Hint, converter: Converter) -> StructureHook:
    kinds = get_args(hint)
    endless = kinds[1:] == (...,)
    hooks = [(kind, converter.get_structure_hook(kind)) for kind in kinds if kind is not ...]

    def read(data: object, _: Hint) -> tuple[object, ...]:
        if not isinstance(data, list):
            raise _unlike("an array", data)
        readers = hooks * len(data) if endless else hooks
        if len(data) != len(readers):
            raise _unlike(f"an array of {len(readers)}", data)
        items = []
        for place, (item, (kind, hook)) in enumerate(zip(data, readers, strict=True)):
            try:
                items.append(hook(item, kind))
            except ValueError as error:
                raise _inside(f"[{place}]", error) from error
        return tuple(items)

    return read


def _is_union(hint: Hint) -> bool:
    return _class(hint) in (Union, UnionType)


def _union_writer(hint: Hint, converter: Converter) -> UnstructureHook:
    objects = {_class(member): converter.get_unstructure_hook(member) for member in _members(hint) if attrs.has(member)}

    def write(value: object) -> object:
        kind = type(value)
        if kind not in objects:
            return converter.unstructure(value)
        data: dict[str, object] = objects[kind](value)
        return {KIND: kind.__name__, **data} if len(objects) > 1 else data

    return write


def _union_reader(hint: Hint, converter: Converter) -> StructureHook:
    hooks = [(member, converter.get_structure_hook(member)) for member in _members(hint)]
    objects = {_class(member).__name__: (member, hook) for member, hook in hooks if attrs.has(member)}
    if len(objects) == 1:  # it needs no name
        objects = {}
    others = [(member, hook) for member, hook in hooks if not (objects and attrs.has(member))]

    def read(data: object, _: Hint) -> object:
        return read_object(dict(data)) if objects and isinstance(data, dict) else read_other(data)

    def read_object(data: dict[str, object]) -> object:
        if KIND not in data:
            raise _missing(KIND)
        name = data.pop(KIND)
        if not isinstance(name, str) or name not in objects:
            raise _inside(f".{KIND}", _unlike(_either(objects), name))
        member, hook = objects[name]
        return hook(data, member)

    def read_other(data: object) -> object:
        misfits = [_unlike("an object", data)] if objects else []
        for member, hook in others:
            try:
                return hook(data, member)
            except ValueError as error:
                misfits.append(_inside("", error))
        detailed = [misfit for misfit in misfits if not misfit.wanted]
        raise detailed[0] if detailed else _unlike(" or ".join(misfit.wanted for misfit in misfits), data)

    return read


def _object_reader(hint: Hint, converter: Converter) -> StructureHook:
    names = [field.name for field in attrs.fields(_class(hint)) if field.init]
    made = make_dict_structure_fn(hint, converter)

    def read(data: object, _: Hint) -> object:
        fields = _with_keys(data, names)
        try:
            return made(fields, hint)
        except ClassValidationError as error:
            raise _first(error) from error

    return read


def _first(error: ClassValidationError) -> _MisfitError:
    """The first of what is wrong with the fields of an object, or what its class says of their values."""
    first = error.exceptions[0]
    notes = [note for note in getattr(first, "__notes__", ()) if isinstance(note, AttributeValidationNote)]
    return _inside(f".{notes[0].name}" if notes else "", first)


def _options_reader(hint: Hint, converter: Converter) -> StructureHook:
    """Reads rules, which say themselves in a sentence what is wrong with an option."""
    kind = _class(hint)
    read_object = _object_reader(hint, converter)

    def read(data: object, _: Hint) -> object:
        try:
            return read_object(data, hint)
        except _MisfitError as misfit:
            option = re.match(r"\.(\w+)", misfit.place)
            if option and isinstance(data, dict):
                with suppress(AttributeError, TypeError):  # a value that they cannot even look at
                    kind(**{option[1]: data[option[1]]})
            raise

    return read

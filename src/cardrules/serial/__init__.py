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

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from types import GenericAlias
from typing import Any, Final, Generic, TypeVar

import attrs

from cardrules import catalogue
from cardrules.errors import MissingExtraError, RecordError, ViewError
from cardrules.game import Game, Outcome, Record, Shuffled, StateLike, name_of
from cardrules.moves import IllegalMoveError
from cardrules.zones import cards_in, hidden_cards

if find_spec("cattrs") is None:
    raise MissingExtraError("cardrules.serial", "json")

from cardrules.serial._converter import MisfitError, converter_for, inside, shown, with_keys
from cardrules.serial._hints import Hint, check, item_of, members_of, origin_of, parameter_hint, return_hint, unalias

VERSION: Final = 1
"""The version of the form of records: the one that is written, and the only one that is read."""

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class Json(Generic[R, S, M]):
    """The JSON of one game: any game whose functions say by annotations what they take and give.

    What cannot be read is a :class:`~cardrules.errors.RecordError` that names the place.

    >>> from cardrules.games import oh_hell
    >>> oh_hell_json = Json(oh_hell)
    >>> oh_hell_json.dumps(oh_hell.Bid(3))
    '{"is": "Bid", "tricks": 3}'
    >>> oh_hell_json.parse_move('{"is": "Bid", "tricks": 3}')
    Bid(tricks=3)
    """

    def __init__(self, game: Game[R, S, M], name: str | None = None) -> None:
        """The JSON of ``game``, which records call ``name``: by default the name of its module or class.

        Raises ``TypeError`` if the game has values of types that are not written as JSON, or does not say their types.
        """
        self.game: Final = game
        self.name: Final = name_of(game) if name is None else name
        self._rules: Hint = unalias(parameter_hint(game.start))
        self._state: Hint = return_hint(game.start) | return_hint(game.apply)
        self._move: Hint = item_of(return_hint(game.legal_moves)) | Shuffled
        self._outcome: Hint = return_hint(game.outcome)
        self._converter = converter_for(self._rules)
        hints = (self._rules, self._state, self._move, self._outcome)
        self._hints: dict[Hint, Hint] = {origin_of(member): hint for hint in hints for member in members_of(hint)}
        for hint in hints:
            check(hint, self.name, set())

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

    def parse_record(self, text: str) -> Record[R, M]:
        """The record of a game, finished or not; it is replayed, so that every move of it is legal."""
        document = _document(text)
        if document["game"] != self.name:
            raise RecordError(f"game: must be {json.dumps(self.name)}, not {shown(document['game'])}")
        rules: R = self._read(self._rules, document["rules"], "rules")
        moves: tuple[M | Shuffled, ...] = self._read(GenericAlias(tuple, (self._move, ...)), document["moves"], "moves")
        state = self.game.start(rules)
        for place, move in enumerate(moves):
            try:
                state = self.game.apply(state, move)
            except IllegalMoveError as error:
                raise RecordError(f"moves[{place}]: {error}") from error
        return Record(rules, moves)

    def parse_rules(self, text: str) -> R:
        """The rules, every option of which is written."""
        rules: R = self._read(self._rules, _parsed(text))
        return rules

    def parse_state(self, text: str) -> S:
        """The state, or the view of one, with the cards of the game by its rules.

        Whether play can lead to it nobody can tell: what must be sure of that is stored as a record.
        """
        state: S = self._read(self._state, _parsed(text))
        rules: R | None = getattr(state, "rules", None)
        if rules is not None:
            try:
                hidden_cards(state, cards_in(self.game.start(rules)))
            except ViewError as error:
                raise RecordError(str(error)) from None
        return state

    def parse_move(self, text: str) -> M | Shuffled:
        """The move of a seat or of chance, as it was made or as a seat saw it."""
        move: M | Shuffled = self._read(self._move, _parsed(text))
        return move

    def parse_outcome(self, text: str) -> Outcome:
        """The outcome, of the class that the game gives."""
        outcome: Outcome = self._read(self._outcome, _parsed(text))
        return outcome

    def _read(self, hint: Hint, data: object, place: str = "") -> Any:
        try:
            return self._converter.structure(data, hint)
        except ValueError as error:
            raise RecordError(str(inside(place, error))) from None

    def save(self, path: str | PathLike[str], record: Record[R, M]) -> None:
        """Write the record to a file, each move on a line."""
        Path(path).write_text(self.dumps(record) + "\n", encoding="utf-8")

    def load(self, path: str | PathLike[str]) -> Record[R, M]:
        """The record in a file; a file that cannot be opened is a :class:`~cardrules.errors.RecordError` too."""
        with _named(path):
            return self.parse_record(Path(path).read_text(encoding="utf-8"))


def load(path: str | PathLike[str]) -> tuple[catalogue.AnyGame, Record[Any, Any]]:
    """The game and the record in a file of whichever of the library's games; raises as :meth:`Json.load` does."""
    with _named(path):
        text = Path(path).read_text(encoding="utf-8")
        try:
            game = catalogue.game(str(_document(text)["game"]))
        except catalogue.NoSuchGameError as error:
            raise RecordError(f"game: {error}") from None
        return game, Json(game).parse_record(text)


@contextmanager
def _named(path: str | PathLike[str]) -> Iterator[None]:
    """Let errors say in which file they lie."""
    try:
        yield
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # also a text that is not in UTF-8
        raise RecordError(f"{path}: {error}") from None


def _document(text: str) -> dict[str, object]:
    """A record as parsed, of this version and with all its parts, which are yet to be read."""
    document = _parsed(text)
    if not isinstance(document, dict) or "cardrules" not in document:
        raise RecordError('this is no record of a game: it has no key "cardrules" with the version of its form')
    version = document["cardrules"]
    if type(version) is not int or version != VERSION:
        raise RecordError(f"cardrules: must be {VERSION}, the version that can be read, not {shown(version)}")
    try:
        return with_keys(document, ("cardrules", "game", "rules", "moves"))
    except MisfitError as error:
        raise RecordError(str(error)) from None


def _parsed(text: str) -> object:
    try:
        data: object = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"damaged JSON: {error}") from None
    return data


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {json.dumps(key)} stands twice in one object")
        found[key] = value
    return found

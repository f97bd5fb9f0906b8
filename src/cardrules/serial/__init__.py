"""JSON for any game: records, states, views, moves, rules, outcomes, events and information sets as text, and back again.

What is read equals what was written, types included. A card is written as its text (``"QS"``, ``"JK"``, ``"??"`` for
a back), a hand or deck as one string (``"QS 10H"``), a fraction as ``"3/2"``, a member of an enumeration by its value or
its name, a tuple as an array. Where objects of several classes may stand, such as the phases of a game, the key ``"is"``
names the class of each. A record also says by which versions of the library and of the rules it was played, with which
seed, and by a digest how it ended::

    {"cardrules": 2, "library": "0.1.0", "game": "oh_hell", "rules_version": 1, "rules": {"players": 4, ...}, "seed": 7,
     "moves": [{"is": "Shuffled", ...}, ...], "digest": "c0ffee0123456789"}

Reading is strict: a missing or unknown key, and a value of another type, is a :class:`~cardrules.errors.RecordError`
that names the place, ``moves[12].card: no card '1S': ...``. Only options may be missing from rules: they have their
defaults.

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
from cardrules.errors import MissingExtraError, RecordError
from cardrules.game import Game, Outcome, Record, Shuffled, StateLike, name_of, replay
from cardrules.hints import Hint, members_of, origin_of, parameter_hint, return_hint, unalias
from cardrules.knowledge.information import InformationSet
from cardrules.moves import IllegalMoveError
from cardrules.play.table import Event

if find_spec("cattrs") is None:
    raise MissingExtraError("cardrules.serial", "json")

from cardrules.serial._consistency import require_consistent
from cardrules.serial._converter import converter_for, excerpt, located
from cardrules.serial._digest import digest_of
from cardrules.serial._files import replace_file
from cardrules.serial._hints import item_of, require_supported
from cardrules.serial._memories import Memory
from cardrules.serial._records import FORMAT, LIBRARY, Document, parse_document
from cardrules.serial._schema import Schema, schema_of
from cardrules.serial._text import parse_json
from cardrules.serial._typescript import typescript

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


class Json(Generic[R, S, M]):
    """The JSON of one game: any game whose functions have annotations for what they take and return.

    All its methods that parse raise :class:`~cardrules.errors.RecordError`, which names the place, for what cannot be read.

    >>> from cardrules.games import oh_hell
    >>> oh_hell_json = Json(oh_hell)
    >>> oh_hell_json.dumps(oh_hell.Bid(3))
    '{"is": "Bid", "tricks": 3}'
    >>> oh_hell_json.parse_move('{"is": "Bid", "tricks": 3}')
    Bid(tricks=3)
    """

    def __init__(self, game: Game[R, S, M], name: str | None = None) -> None:
        """Prepare the JSON of ``game``, which records call ``name``: by default the name of its module or class.

        Raises ``TypeError`` if the game lacks annotations, or has values of a type that has no form in JSON.
        """
        self.game: Final = game
        self.name: Final = name_of(game) if name is None else name
        self.rules_version: Final[int] = getattr(game, "RULES_VERSION", 1)
        self._rules: Hint = unalias(parameter_hint(game.start))
        self._state: Hint = return_hint(game.start) | return_hint(game.apply)
        self._move: Hint = item_of(return_hint(game.legal_moves)) | Shuffled
        self._outcome: Hint = return_hint(game.outcome)
        self._converter = converter_for(self._rules)
        event: Hint = Event
        self._event: Hint = event[self._move]
        memory: Hint = Memory
        self._memory: Hint = memory[self._state, self._move]
        hints = (self._rules, self._state, self._move, self._outcome, self._event, self._memory)
        self._hints: dict[Hint, Hint] = {origin_of(member): hint for hint in hints for member in members_of(hint)}
        for hint in hints:
            require_supported(hint, self.name, set())

    def dumps(self, value: Record[R, M] | R | S | M | Shuffled | Outcome | Event[M] | InformationSet[S, M]) -> str:
        """Return a record, rules, a state or view, a move, an outcome, an event or an information set of the game as JSON.

        A record is replayed for its digest: raises :class:`~cardrules.errors.RecordError` at a move that is not allowed.
        Raises ``TypeError`` for a value of any other kind.
        """
        if isinstance(value, Record):
            return self._record_text(value)
        if isinstance(value, InformationSet):
            return json.dumps(self._data(Memory.of(value)))
        if type(value) not in self._hints:
            raise TypeError(
                f"{value!r} is not a record, rules, a state, a move, an outcome, an event or an information set of "
                f"{self.name}"
            )
        return json.dumps(self._data(value))

    def _data(self, value: object) -> object:
        """Return the value as data that JSON can hold."""
        return self._converter.unstructure(value, self._hints.get(type(value)))

    def _record_text(self, record: Record[R, M]) -> str:
        values = {
            "cardrules": FORMAT,
            "library": LIBRARY,
            "game": self.name,
            "rules_version": self.rules_version,
            "rules": self._data(record.rules),
            "seed": record.seed,
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in values.items()]
        moves = ",".join(f"\n    {self.dumps(move)}" for move in record.moves)
        digest = self._digest(replay(self.game, record))
        return f'{{\n{"".join(lines)}  "moves": [{moves}\n  ],\n  "digest": {json.dumps(digest)}\n}}'

    def _digest(self, state: S) -> str:
        return digest_of(self._data(state), self._data(self.game.outcome(state)))

    def parse_record(self, text: str) -> Record[R, M]:
        """Return the record of a game, finished or not.

        It is replayed: every move of it is legal, and it ends as it did when it was written. If it does not, because the
        rules have changed since, the error says so.
        """
        return self._read_record(parse_document(text))

    def _read_record(self, document: Document) -> Record[R, M]:
        if document.game != self.name:
            raise RecordError(f"game: must be {json.dumps(self.name)}, not {excerpt(document.game)}")
        try:
            rules: R = self._read(self._rules, document.rules, "rules")
            moves: tuple[M | Shuffled, ...] = self._read(
                GenericAlias(tuple, (self._move, ...)), document.moves, "moves"
            )
            state = self._after(rules, moves)
        except RecordError as error:
            if document.may_have_changed(self.rules_version):
                versions = document.versions(self.rules_version)
                raise RecordError(f"{error}; the rules may have changed since: {versions}") from error
            raise
        if document.digest not in (None, self._digest(state)):
            raise RecordError(
                "digest: the record no longer ends as it did: the rules have changed since, or the record has been edited; "
                f"{document.versions(self.rules_version)}"
            )
        return Record(rules, moves, document.seed)

    def _after(self, rules: R, moves: tuple[M | Shuffled, ...]) -> S:
        """Return the state after the moves; raise :class:`~cardrules.errors.RecordError` at one that is not allowed."""
        state = self.game.start(rules)
        for place, move in enumerate(moves):
            try:
                state = self.game.apply(state, move)
            except IllegalMoveError as error:
                raise RecordError(f"moves[{place}]: {error}") from error
        return state

    def parse_rules(self, text: str) -> R:
        """Return the rules; options that are missing have their defaults."""
        rules: R = self._read(self._rules, parse_json(text))
        return rules

    def parse_state(self, text: str) -> S:
        """Return a whole state, with no card face down.

        The state holds every card of the pack once. Tuples by seat have an entry for each seat, and the seats that it
        names are at the table. Its rules are the same wherever they stand. The seat to act has a legal move. Whether play
        can lead to the state is not checked, nor whether its amounts and its cards fit each other: store a record where
        that must be certain.
        """
        return self._checked(self._read(self._state, parse_json(text)), whole=True)

    def parse_view(self, text: str) -> S:
        """Return the view of a seat, in which cards may lie face down; it is checked as a state is."""
        return self._checked(self._read(self._state, parse_json(text)), whole=False)

    def _checked(self, state: S, *, whole: bool) -> S:
        rules: R | None = getattr(state, "rules", None)
        require_consistent(state, None if rules is None else self.game.start(rules), whole=whole)
        if whole:
            self._require_playable(state)
        return state

    def _require_playable(self, state: S) -> None:
        try:
            legal = self.game.legal_moves(state)
        except Exception as error:  # what a game raises for a state that it cannot have is not known
            raise RecordError(
                f"no game has this state: its legal moves end in {type(error).__name__}: {error}"
            ) from error
        if isinstance(state.to_act, int) and not legal:
            raise RecordError(f"no game has this state: seat {state.to_act} is to act and has no legal move")

    def parse_move(self, text: str) -> M | Shuffled:
        """Return the move of a seat or of chance, as it was made or as a seat saw it."""
        move: M | Shuffled = self._read(self._move, parse_json(text))
        return move

    def parse_outcome(self, text: str) -> Outcome:
        """Return the outcome, of the class that the game returns."""
        outcome: Outcome = self._read(self._outcome, parse_json(text))
        return outcome

    def parse_event(self, text: str) -> Event[M]:
        """Return the event, a move as a seat was told of it."""
        event: Event[M] = self._read(self._event, parse_json(text))
        return event

    def parse_information(self, text: str) -> InformationSet[S, M]:
        """Return the information set of a seat; each view in it is checked as :meth:`parse_view` does."""
        memory: Memory[S, M] = self._read(self._memory, parse_json(text))
        for place, seen in enumerate(memory.views):
            try:
                self._checked(seen, whole=False)
            except RecordError as error:
                raise RecordError(f"{memory.place(place)}: {error}") from None
        return memory.information

    def schema(self) -> Schema:
        """Return the JSON Schema (draft 2020-12) of all documents of the game; each kind has a definition of its own.

        The kinds are ``Record``, ``Rules``, ``Move``, ``State`` (views too), ``Outcome``, ``Event`` and ``Memory`` (an
        information set) under ``"$defs"``.
        What types alone do not tell, such as whether options fit each other, is checked by the methods that parse.
        """
        hints = {
            "Rules": self._rules,
            "Move": self._move,
            "State": self._state,
            "Outcome": self._outcome,
            "Event": self._event,
            "Memory": self._memory,
        }
        return schema_of(self.name, hints, self._converter)

    def typescript(self) -> str:
        """Return the TypeScript types of all documents of the game, made from its schema."""
        return typescript(self.schema())

    def _read(self, hint: Hint, data: object, place: str = "") -> Any:
        try:
            return self._converter.structure(data, hint)
        except ValueError as error:
            raise RecordError(str(located(place, error))) from None

    def save(self, path: str | PathLike[str], record: Record[R, M]) -> None:
        """Write the record to a file, each move on a line; if that fails, the file keeps what it had.

        Raises ``OSError`` if the file cannot be written.
        """
        replace_file(path, self.dumps(record) + "\n")

    def load(self, path: str | PathLike[str]) -> Record[R, M]:
        """Return the record in a file; a file that cannot be opened is a :class:`~cardrules.errors.RecordError` too."""
        with _named(path):
            return self.parse_record(Path(path).read_text(encoding="utf-8"))


def load(path: str | PathLike[str]) -> tuple[catalogue.AnyGame, Record[Any, Any]]:
    """Return the game and the record in a file of any of the library's games; raise as :meth:`Json.load` does."""
    with _named(path):
        document = parse_document(Path(path).read_text(encoding="utf-8"))
        try:
            game = catalogue.game(str(document.game))
        except catalogue.NoSuchGameError as error:
            raise RecordError(f"game: {error}") from None
        return game, Json(game)._read_record(document)  # noqa: SLF001  # the text is parsed once


@contextmanager
def _named(path: str | PathLike[str]) -> Iterator[None]:
    """Put the name of the file before the errors about it."""
    try:
        yield
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # also for bytes that are not UTF-8
        raise RecordError(f"{path}: {error}") from None

"""The errors of the library. Each message says what is wrong, why, and what to do instead.

All errors derive from :class:`CardRulesError`. Those about bad input also derive from the class that Python itself would
raise (``ValueError``, ``TypeError``, ``LookupError``, ``ImportError``). An error carries its data as attributes, and a
``code`` that stays the same when the message changes.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

SHOWN: Final = 60
"""The number of characters of somebody's input that a message repeats at most."""


def shortened(text: str, limit: int = SHOWN) -> str:
    """Return the text, cut after ``limit`` characters with a note of how many more there were."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit} more characters)"


def represented(value: object) -> str:
    """Return the ``repr`` of a value, shortened; a number of very many digits, which Python refuses to print, by its size."""
    try:
        return shortened(repr(value))
    except ValueError:
        return "a number of thousands of digits"


class CardRulesError(Exception):
    """The base class of all errors of the library."""

    code: ClassVar[str] = "error"
    """The kind of error, for programs."""


class TextError(CardRulesError, ValueError):
    """A string that cannot be parsed as a card, rank, move or number; ``text`` is that string."""

    code = "text"

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message, text)
        self.message = message
        self.text = text

    def __str__(self) -> str:
        return self.message


class NotEnoughCardsError(CardRulesError, ValueError):
    """More cards ``requested`` than are ``available``; none were taken."""

    code = "not_enough_cards"

    def __init__(self, requested: int, available: int) -> None:
        super().__init__(requested, available)
        self.requested = requested
        self.available = available

    def __str__(self) -> str:
        return f"cards requested: {self.requested}, available: {self.available}; none were taken"


class NoSuchCardError(CardRulesError, ValueError):
    """A ``card`` that is not among the ``cards`` it should be taken from."""

    code = "no_such_card"

    def __init__(self, card: object, cards: Sequence[object]) -> None:
        super().__init__(card, cards)
        self.card = card
        self.cards = cards

    def __str__(self) -> str:
        return f"no {self.card} among {shortened(' '.join(map(str, self.cards))) or 'no cards'}"


class RulesError(CardRulesError, ValueError):
    """Options that are out of range, contradict each other or do not fit the pack."""

    code = "rules"


class WrongGameError(CardRulesError, TypeError):
    """A ``value`` that is not a state, or not the rules, of the game whose function was called."""

    code = "wrong_game"

    def __init__(self, message: str, value: object) -> None:
        super().__init__(message, value)
        self.message = message
        self.value = value

    def __str__(self) -> str:
        return f"{self.message}, not {shortened(repr(self.value))}"


class ViewError(CardRulesError, ValueError):
    """A view that does not fit the given pack, or hides cards that the answer depends on."""

    code = "view"


class RecordError(CardRulesError, ValueError):
    """A stored game, state or rulebook that cannot be parsed; the message names the place."""

    code = "record"


class MissingExtraError(CardRulesError, ImportError):
    """A ``part`` of the library whose optional dependency, the ``extra``, is not installed."""

    code = "missing_extra"

    def __init__(self, part: str, extra: str) -> None:
        super().__init__(part, extra)
        self.part = part
        self.extra = extra

    def __str__(self) -> str:
        return f"{self.part} needs the extra {self.extra!r}: pip install 'cardrules[{self.extra}]'"

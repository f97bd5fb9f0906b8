"""The errors of the library. Each message says what is wrong, why, and what to do instead.

All of them derive from :class:`CardRulesError`; those about bad input are also what Python itself would raise
(``ValueError``, ``LookupError``, ``ImportError``). An exception carries its data as attributes, and a ``code`` that
stays the same when its message changes.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

SHOWN: Final = 60
"""The most characters of somebody's input that a message repeats."""


def shortened(text: str, most: int = SHOWN) -> str:
    """The text, or its beginning with the number of characters that were left out."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} more characters)"


class CardRulesError(Exception):
    """The base of all errors of the library."""

    code: ClassVar[str] = "error"
    """What kind of error it is, for programs."""


class TextError(CardRulesError, ValueError):
    """A text that names no card, rank, move or number; ``text`` is that text."""

    code = "text"

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message, text)
        self.message = message
        self.text = text

    def __str__(self) -> str:
        return self.message


class NotEnoughCardsError(CardRulesError, ValueError):
    """More cards were ``wanted`` than are ``there``; none was taken."""

    code = "not_enough_cards"

    def __init__(self, wanted: int, there: int) -> None:
        super().__init__(wanted, there)
        self.wanted = wanted
        self.there = there

    def __str__(self) -> str:
        return f"cards wanted: {self.wanted}, there: {self.there}; none was taken"


class NoSuchCardError(CardRulesError, ValueError):
    """A ``card`` was to be taken from ``cards``, which do not include it."""

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


class ViewError(CardRulesError, ValueError):
    """A view that does not belong to the pack it is said to be of, or does not show what was asked about."""

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

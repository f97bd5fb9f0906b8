"""The errors of the library: each says what is wrong, why, and what would do instead.

All of them derive from :class:`CardRulesError`; the ones that answer bad input are also what Python
itself would raise (``ValueError``, ``LookupError``, ``ImportError``). A message that is made of data has them as
attributes of the exception.
"""

from collections.abc import Sequence


class CardRulesError(Exception):
    """Whatever the library refuses to do."""


class TextError(CardRulesError, ValueError):
    """A text that names no card, rank, move or number; ``text`` is what was read."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message, text)
        self.message = message
        self.text = text

    def __str__(self) -> str:
        return self.message


class NotEnoughCardsError(CardRulesError, ValueError):
    """More cards were ``wanted`` than are ``there``; none was taken."""

    def __init__(self, wanted: int, there: int) -> None:
        super().__init__(wanted, there)
        self.wanted = wanted
        self.there = there

    def __str__(self) -> str:
        return f"cards wanted: {self.wanted}, there: {self.there}; none was taken"


class NoSuchCardError(CardRulesError, ValueError):
    """A ``card`` was to be taken from ``cards`` among which it does not lie."""

    def __init__(self, card: object, cards: Sequence[object]) -> None:
        super().__init__(card, cards)
        self.card = card
        self.cards = cards

    def __str__(self) -> str:
        return f"no {self.card} among {' '.join(map(str, self.cards)) or 'no cards'}"


class RulesError(CardRulesError, ValueError):
    """Options that are out of range, contradict each other or do not fit the pack."""


class ViewError(CardRulesError, ValueError):
    """A view that does not belong to the pack it is said to be of."""


class RecordError(CardRulesError, ValueError):
    """A stored game, state or rulebook that cannot be read; the message names the place."""


class MissingExtraError(CardRulesError, ImportError):
    """A ``part`` of the library whose optional dependency, the ``extra``, is not installed."""

    def __init__(self, part: str, extra: str) -> None:
        super().__init__(part, extra)
        self.part = part
        self.extra = extra

    def __str__(self) -> str:
        return f"{self.part} needs the extra {self.extra!r}: pip install 'cardrules[{self.extra}]'"

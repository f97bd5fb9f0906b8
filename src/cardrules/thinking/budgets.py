"""Budgets: how long a player may think about a move."""

from collections.abc import Iterator
from itertools import count, takewhile
from time import monotonic
from typing import Final

from attrs import frozen

from cardrules.errors import CardRulesError, TextError, represented, shortened
from cardrules.play.parsing import parse_amount, parse_integer


class BudgetError(CardRulesError, ValueError):
    """A budget that is neither a number of iterations nor one of seconds."""

    code = "budget"


MOST: Final = 1_000_000_000
"""The most iterations, and the most seconds, of a budget."""


@frozen
class Budget:
    """What a player may spend on a move: a number of iterations, or of seconds.

    With iterations the same seed gives the same moves everywhere; with seconds they depend on the machine.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __attrs_post_init__(self) -> None:
        given = [number for number in (self.iterations, self.seconds) if number is not None]
        if len(given) != 1 or not 0 < given[0] <= MOST:
            shown = " and ".join(map(represented, given)) or "nothing"
            raise BudgetError(f"a budget is a positive number either of iterations or of seconds, not {shown}")

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Return the budget that a text writes: ``200i`` is a number of iterations, ``0.5`` or ``0.5s`` one of seconds."""
        try:
            if text.endswith("i"):
                return cls(iterations=parse_integer(text[:-1]))
            return cls(seconds=float(parse_amount(text.removesuffix("s"))))
        except (TextError, BudgetError):
            wanted = f"a number of iterations such as 200i, or of seconds such as 0.5, at most {MOST:,}"
            raise BudgetError(f"a budget is {wanted}, not {shortened(text)!r}") from None

    def spend(self) -> Iterator[int]:
        """Yield the number of each iteration, from 0 on, while the budget lasts; the first always."""
        if self.seconds is None:
            yield from range(self.iterations or 0)
            return
        end = monotonic() + self.seconds
        yield 0
        yield from takewhile(lambda _: monotonic() < end, count(1))

    def __str__(self) -> str:
        """Return the budget as :meth:`parse` reads it."""
        return f"{self.seconds:g}s" if self.iterations is None else f"{self.iterations}i"


USUAL: Final = Budget(iterations=200)
"""The budget if none is given."""

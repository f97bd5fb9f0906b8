"""The players that the command seats: by name, with a budget for those that think; and the hints of a player that thinks."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from itertools import repeat
from math import isinf
from typing import Any, Final

from cardrules.cli.lookup import NoSuchChoiceError
from cardrules.errors import RulesError
from cardrules.moves import words
from cardrules.play.observers import AnyPlayer
from cardrules.play.players import random_player
from cardrules.play.table import Table
from cardrules.play.text import align_columns, seat_count
from cardrules.seats import Seat
from cardrules.thinking.budgets import USUAL, Budget, BudgetError
from cardrules.thinking.estimates import Estimate

THINKING: Final = "thinking"
"""The player that thinks by tree search."""

SAMPLING: Final = "sampling"
"""The player that thinks by flat sampling."""

RANDOM: Final = "random"
"""The player that does not think."""

NAMES: Final = (THINKING, SAMPLING, RANDOM)
"""The players that can be named."""

BEST: Final = 12
"""The number of moves that a hint lists."""


def add_think(parser: ArgumentParser) -> None:
    """Add ``--think``."""
    parser.add_argument(
        "--think",
        metavar="BUDGET",
        type=budget,
        default=USUAL,
        help=f"how long a thinking player thinks about a move: 0.5 is seconds, 500i iterations, by which the same seed "
        f"gives the same game; {USUAL} if not given",
    )


def budget(text: str) -> Budget:
    """Return the budget that is given on the command line."""
    try:
        return Budget.parse(text)
    except BudgetError as error:
        raise ArgumentTypeError(str(error)) from None


def named_player(name: str, think: Budget) -> AnyPlayer[Any, Any, Any]:
    """Return the player of a name; raise :class:`~cardrules.cli.lookup.NoSuchChoiceError` if there is none."""
    from cardrules.thinking.players import Thinking  # noqa: PLC0415  # other players start without it

    if name == RANDOM:
        return random_player
    if name not in NAMES:
        raise NoSuchChoiceError("player", name, list(NAMES))
    return Thinking(think, "flat" if name == SAMPLING else "tree")


def named_players(names: str, seats: int, think: Budget) -> list[AnyPlayer[Any, Any, Any]]:
    """Return the players of ``names`` with commas between them, one for each seat; the last name is that of all others too."""
    listed = names.split(",")
    if len(listed) > seats:
        raise RulesError(f"{len(listed)} players are too many for {seats} seat{'s' * (seats > 1)}")
    by_seat = [*listed, *repeat(listed[-1], seats - len(listed))]
    return [named_player(name, think) for name in by_seat]


def hint(table: Table[Any, Any, Any], seat: Seat, think: Budget) -> Iterator[str]:
    """Yield the lines of a hint for the seat to act: what a thinking player expects of its best moves."""
    from cardrules.thinking.players import Thinking  # noqa: PLC0415  # as above

    thinker = Thinking(think).seated(table.game, table.rules, seat)
    for step in table.steps():
        thinker.observe(step.seen_by(seat))
    estimates = thinker.estimates(table.rng)
    yield from align_columns([("move", "worth", "error", "tries"), *map(_row, estimates[:BEST])])
    if len(estimates) > BEST:
        yield f"... ({len(estimates)} moves)"
    rival = "" if seat_count(table.state) == 1 else ", more than the average seat"
    yield f"worth: points or money to the end of the deal{rival}"


def _row(estimate: Estimate[Any]) -> tuple[str, str, str, str]:
    tried = estimate.visits > 0
    error = "-" if isinf(estimate.error) else f"{estimate.error:.2f}"
    return words(estimate.move), f"{estimate.mean:+.2f}" if tried else "-", error, f"{estimate.visits}"

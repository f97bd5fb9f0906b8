"""An audit of a server: the messages that it sends to a seat tell nothing that the seat has not seen."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias, TypeVar

import attrs

from cardrules.chance import Seed, choice
from cardrules.game import NATURE, Game, Shuffled, StateLike
from cardrules.play.table import Table
from cardrules.renaming import replace_cards
from cardrules.seats import Seat
from cardrules.verify.harness import EXAMPLES, verify
from cardrules.verify.laws import Law, turns
from cardrules.verify.trace import BrokenLawError, Moment
from cardrules.verify.worlds import exchange_for, replayed

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Message: TypeAlias = bytes | str

CONTEXT: Final = 40
"""How much of a message is shown before and after the first difference, in characters or bytes."""


def audit(
    game: Game[R, S, M],
    rules: R,
    messages: Callable[[Table[R, S, M], Seat | None], Message],
    *,
    examples: int = EXAMPLES,
    seed: Seed = 0,
) -> None:
    """Check that what a server sends to a seat, or to a spectator, does not depend on cards that it has not seen.

    ``messages(table, seat)`` is the code of the server: it returns all that the seat is sent about a table. It is called
    for two tables that the seat cannot tell apart: the cards that it has not seen lie differently, and the seeds differ.
    ``examples`` games are played, chosen by ``seed``. Raises :class:`~cardrules.verify.trace.BrokenLawError` at the first
    message that differs, with the difference and a program that shows it.
    """

    def messages_keep_secrets(moment: Moment[R, S, M]) -> None:
        """A message to a seat does not depend on cards that the seat has not seen, nor on the seed."""
        _compare_messages(moment, messages)

    law = Law(messages_keep_secrets, 6, always=turns)  # type: ignore[arg-type]  # a law of this game alone
    verify(game, rules, examples=examples, seed=seed, laws=(law,))


def _compare_messages(moment: Moment[R, S, M], messages: Callable[[Table[R, S, M], Seat | None], Message]) -> None:
    trace, place = moment.trace, moment.place
    seat = choice((*range(trace.seats), None), moment.rng)
    start, cards = exchange_for(moment, seat)
    moves = tuple(replace_cards(move, cards) for move in trace.moves[start:place])
    reached = [state for _, state in replayed(trace, start, trace.states[start], moves)]
    if moment.state.to_act is NATURE or len(reached) < len(moves):  # a table shuffles at once; nobody could move so
        return

    def sent(moves: Sequence[M | Shuffled], seed: int) -> Message:
        return messages(Table(trace.game, trace.rules, seed=seed, moves=moves), seat)

    ours, theirs = sent(trace.moves[:place], 1), sent((*trace.moves[:start], *moves), 2)
    if ours == theirs:
        return
    who = f"{'a spectator' if seat is None else f'seat {seat}'}, after {place} moves,"
    if sent(trace.moves[:place], 1) != ours:
        raise BrokenLawError(f"{who} is sent another message when asked again: leave out clocks and random numbers")
    if (other := sent(trace.moves[:place], 2)) != ours:
        raise BrokenLawError(
            f"{who} is sent what depends on the seed of the table: {_difference(ours, other, 'another seed')}"
        )
    raise BrokenLawError(f"{who} is sent what it has not seen: {_difference(ours, theirs, 'other hidden cards')}")


def _difference(ours: Message, theirs: Message, changed: str) -> str:
    """Return in words where two messages differ first; something ``changed`` for the second."""
    place = next(at for at, (one, other) in enumerate(zip_longest(ours, theirs)) if one != other)
    first, last = max(place - CONTEXT, 0), place + CONTEXT
    return f"{ours[first:last]!r}, with {changed} {theirs[first:last]!r}"

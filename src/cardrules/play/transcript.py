"""Transcripts: what happened at a table as text, one line for a round of moves and what they changed.

A line holds the moves of one phase until a seat moves again, so in a game of tricks each line is a trick. Cards that a
move turned up follow it in brackets; the numbers that changed end the line::

    bid        1: 0    2: 1    3: 0    0: 0
    play       1: K♦   2: A♦   3: 4♠   0: 5♦ · taken 2: 1
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final, Generic, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.game import Game, Record, Shuffled, StateLike, mover_of, states
from cardrules.moves import kind_name, words
from cardrules.play.facts import facts, seat_count
from cardrules.play.text import WIDTH, format_fact, no_break, short_seat_name, wrap_lines
from cardrules.seats import Seat
from cardrules.zones import Visibility, is_attrs, view, view_of_move, zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


@frozen
class Step(Generic[S, M]):
    """A move, of a seat, of chance or of the referee, with the states before and after it."""

    before: S
    move: M | Shuffled
    after: S

    @property
    def mover(self) -> Seat | None:
        """The seat that moved; ``None`` for chance and for the referee."""
        return mover_of(self.before, self.move)

    def seen_by(self, seat: Seat | None) -> "Step[S, M]":
        """Return the step as ``seat`` sees it, or as a spectator does (``None``)."""
        return Step(view(self.before, seat), view_of_move(self.move, self.mover, seat), view(self.after, seat))


def steps(game: Game[R, S, M], record: Record[R, M]) -> Iterator[Step[S, M]]:
    """Yield the steps of a recorded game; raises what :func:`~cardrules.game.states` raises."""
    for (before, after), move in zip(pairwise(states(game, record)), record.moves, strict=True):
        yield Step(before, move, after)


def transcript(
    steps: Iterable[Step[S, M]],
    picture: Callable[[S], str] | None = None,
    *,
    names: Sequence[str] = (),
    width: int = WIDTH,
) -> Iterator[str]:
    """Yield the lines of the transcript as soon as each is complete; ``picture`` formats the state after a shuffle.

    ``names`` are those of the seats.
    """
    for line in group_steps(steps):
        yield format_line(line, picture, names=names, width=width)


def group_steps(steps: Iterable[Step[S, M]]) -> Iterator[list[Step[S, M]]]:
    """Yield the steps that share a line, each line as soon as it is complete; shuffles and rulings have lines of their own."""
    line: list[Step[S, M]] = []
    for step in steps:
        if line and _breaks(line, step):
            yield line
            line = []
        line.append(step)
    if line:
        yield line


ALONE: Final = 6
"""The number of moves on a line where one seat plays alone."""


def format_line(
    line: list[Step[S, M]],
    picture: Callable[[S], str] | None = None,
    *,
    names: Sequence[str] = (),
    width: int = WIDTH,
) -> str:
    """Return the steps of one line as text; for a shuffle, an empty line and the ``picture`` of the state after it."""
    if isinstance(line[0].move, Shuffled):
        return "" if picture is None else f"\n{picture(line[0].after)}"
    kinds = {type(step.move) for step in line}
    alike = len(kinds) == 1 and all(words(step.move) != kind_name(type(step.move)) for step in line)
    head = kind_name(type(line[0].move if alike else line[0].before))
    unnamed = seat_count(line[0].before) == 1
    if line[0].mover is None:
        head, alike, unnamed = REFEREE, False, True
    turns = []
    for seat, turn in groupby(line, key=lambda step: step.mover):
        name = "" if unnamed or seat is None else f"{short_seat_name(seat, names)}: "
        turns.append(_turn(name, [_move_text(step, alike=alike, names=names) for step in turn], width - INDENT))
    moves = "  ".join(turns).rstrip()
    changed = [f" {no_break(f'· {change}')}" for change in changes(line[0].before, line[-1].after, names)]
    return "\n".join(wrap_lines(f"  {head:<10} {moves}{''.join(changed)}", INDENT, width))


REFEREE: Final = "referee"
"""The head of a line with a ruling."""

INDENT: Final = 13
"""The column in which the moves of a line begin."""


def _turn(name: str, moves: list[str], width: int) -> str:
    """Return the moves of one seat after its name, all together if they fit on a line, else as many as fit."""
    text = f"{', '.join(moves):<3}"
    room = width - len(name)
    if name and len(text) <= room:
        return no_break(name + text)
    return no_break(name) + ", ".join(no_break(move) if len(move) < room else move for move in moves)


def _breaks(line: list[Step[S, M]], step: Step[S, M]) -> bool:
    """Return whether a step begins a new line: the phase changed, or a seat that has had its turn moves again."""
    last, movers = line[-1], {done.mover for done in line}
    if None in (step.mover, last.mover) or type(step.before) is not type(last.before):
        return True
    if step.mover != last.mover:
        return step.mover in movers
    seats = seat_count(step.before)
    if seats == 1:
        return len(line) == ALONE
    # After a full round the same kind of move means that the seat took the trick and leads to the next.
    return len(movers) == seats and any(
        done.mover == step.mover and type(done.move) is type(step.move) for done in line
    )


def _move_text(step: Step[S, M], *, alike: bool, names: Sequence[str]) -> str:
    text = words(step.move)
    if alike:
        text = text.removeprefix(kind_name(type(step.move))).lstrip()
    cards = ", ".join(turned_up(step, names))
    return f"{text} ({cards})" if cards else text


def turned_up(step: Step[S, M], names: Sequence[str] = ()) -> Iterator[str]:
    """Yield the cards that the step turned up and the move does not name, by the zone they lie in."""
    before, after = _face_up(step.before), _face_up(step.after)
    new = sum(after.values(), Counter()) - sum(before.values(), Counter())
    new -= Counter(card for zone in zones(step.move) for card in zone.cards)
    found: dict[tuple[str, Seat | None], Hand] = {}
    for place, cards in after.items():
        kept = before.get(place, Counter())
        here = (cards - kept if kept <= cards else cards) & new  # some went: equal cards may be others
        new -= here
        if here:
            cards_here = Hand(here.elements())
            found[place] = cards_here if place[1] is None else cards_here.sorted()
    named = ""
    for (zone, seat), hand in found.items():
        if len(found) == 1 and seat is not None and seat == step.mover:
            yield str(hand)
        else:  # only the first cards of a zone name it
            where = ("" if zone == named else f"{zone} ") + (
                "" if seat is None else f"{short_seat_name(seat, names)}: "
            )
            yield f"{where}{hand}"
        named = zone


def _face_up(state: StateLike) -> dict[tuple[str, Seat | None], Counter[Card]]:
    """Return the cards of a state that are visible, by the name of their zone and by seat."""
    found: dict[tuple[str, Seat | None], Counter[Card]] = {}
    for fact in facts(state):
        if fact.visibility is not Visibility.CLOSED:
            piles = [(None, fact.value)] if fact.by_seat is None else enumerate(fact.by_seat)
            found |= {(fact.name, seat): Counter(_faces(pile)) for seat, pile in piles}
    return found


def _faces(value: object) -> Iterator[Card]:
    if isinstance(value, Card):
        if value is not FACE_DOWN:
            yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _faces(part)
    elif is_attrs(value):
        for zone in zones(value):
            if zone.visibility is not Visibility.CLOSED:
                yield from _faces(zone.cards)


def changes(before: StateLike, after: StateLike, names: Sequence[str] = ()) -> Iterator[str]:
    """Yield the numbers that changed: by seat where they did, and those of the whole table while the deal goes on."""
    known = {fact.field: fact for fact in facts(before)}
    for fact in facts(after):
        old = known.get(fact.field)
        if old is None or old.value == fact.value:
            continue
        if fact.by_seat and old.by_seat and len(fact.by_seat) == len(old.by_seat):
            changed = enumerate(zip(old.by_seat, fact.by_seat, strict=True))
            new = [
                f"{short_seat_name(seat, names)}: {now}"
                for seat, (was, now) in changed
                if was != now and _is_number(was) and _is_number(now)
            ]
            if new:
                yield f"{fact.name} {'  '.join(new)}"
        elif isinstance(after.to_act, int) and _is_number(old.value) and _is_number(fact.value):
            yield f"{fact.name} {format_fact(fact, names)}"


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)

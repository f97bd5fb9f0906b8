"""States, views and outcomes as plain text, from the fields of any game.

A text of a state has a line with the phase and who acts, the facts and the open cards by the names of their fields, and
a table of what is known by seat::

    playing, seat 2 to act
    dealer 1 · size 5 · trump ♥ · turn up 9♥ · stock 31 cards · gone 4 cards
    trick  Q♠ 3♠
      seat  scores  bids  taken  hands
      0     11      1     0      2♣ 5♣ Q♦ 9♥ A♠
      1     0       0     1      5 cards
    > 2     12      2     0      5 cards

Cards that a view does not show, or that lie face down, are a count. A game can do better than that with a function
``picture(state) -> str`` beside its others, which gives what stands below the first line (see :class:`SupportsPicture`).
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from textwrap import wrap
from typing import Final, Protocol, TypeVar

import attrs
from attrs import evolve, frozen

from cardrules.cards import FACE_DOWN, Card, Hand, Rank, Suit
from cardrules.game import NATURE, Nature, Outcome, StateLike
from cardrules.moves import enum_name, kind_name, words
from cardrules.seats import Seat
from cardrules.zones import Visibility, card_fields, is_attrs

S_contra = TypeVar("S_contra", contravariant=True)

WIDTH: Final = 80
"""Where lines of facts are broken."""

NOTHING: Final = "-"
"""What stands for nothing."""

OMITTED_FIELDS: Final = ("rules", "terms", "to_act")
"""The fields of states that texts leave out: what was agreed before, and who acts, which the first line says."""

_PLAIN: Final = str.maketrans("♣♦♥♠·", "CDHS|")


def to_ascii(text: str) -> str:
    """The text with letters for the signs of suits and ASCII for all else that texts of states have: ``Q♠`` is ``QS``."""
    return text.translate(_PLAIN)


class SupportsPicture(Protocol[S_contra]):
    """A game that draws its states itself."""

    def picture(self, state: S_contra, /) -> str:
        """A state, or a view of one, as lines of text; the phase and who acts are told above them."""
        ...


@frozen
class Fact:
    """What one field of a state tells. The fields of values nested in it are facts of their own."""

    name: str
    """The name of the field in words."""
    value: object
    visibility: Visibility | None
    """Who sees the cards in it; ``None`` if it is no zone."""
    covered: bool
    """Whether its cards lie face down, whoever knows them."""
    ordered: bool = False
    """Whether it is declared to be a tuple of another order than by seat."""
    by_seat: tuple[object, ...] | None = None
    """The value, if it is a tuple by seat at a table of several."""


def facts(state: attrs.AttrsInstance) -> list[Fact]:
    """The facts of a state in the order of its fields; where names are the same, the outermost.

    Left out are :data:`OMITTED_FIELDS` and fields that attrs leaves out of a ``repr``.
    """
    seats = seat_count(state)
    players = getattr(getattr(state, "rules", None), "players", seats)
    return [column for fact in _facts(state) for column in _columns(fact, seats, players)]


def seat_count(state: attrs.AttrsInstance) -> int:
    """The number of seats at the table: by the zones of owners, else by the rules, as their ``seats`` or ``players``.

    1 where none of them tells it.
    """
    for fact in _facts(state):
        if fact.visibility is Visibility.OWNER and isinstance(fact.value, tuple):
            return len(fact.value)
    rules = getattr(state, "rules", None)
    seats = getattr(rules, "seats", getattr(rules, "players", 1))
    return seats if isinstance(seats, int) else 1


def _facts(state: attrs.AttrsInstance) -> list[Fact]:
    found = list(_nested_facts(state, 0))
    depths: dict[str, int] = {}
    for depth, fact in found:
        depths[fact.name] = min(depth, depths.get(fact.name, depth))
    return [fact for depth, fact in found if depth == depths[fact.name]]


def _nested_facts(value: attrs.AttrsInstance, depth: int) -> Iterator[tuple[int, Fact]]:
    for field in _fields(type(value)):
        fact = field.of(value)
        if fact.visibility is None and is_attrs(fact.value):
            yield from _nested_facts(fact.value, depth + 1)
        else:
            yield depth, fact


@frozen
class _Field:
    name: str
    visibility: Visibility | None
    covered: bool
    ordered: bool

    def of(self, value: object) -> Fact:
        return Fact(self.name.replace("_", " "), getattr(value, self.name), self.visibility, self.covered, self.ordered)


@cache
def _fields(kind: type[attrs.AttrsInstance]) -> tuple[_Field, ...]:
    lying = {part.name: part for part in card_fields(kind)}
    told = [field for field in attrs.fields(kind) if field.repr and field.name not in OMITTED_FIELDS]
    return tuple(
        _Field(
            field.name,
            lying[field.name].visibility if field.name in lying else None,
            field.name in lying and lying[field.name].face_down,
            ordered=not field.metadata.get("by_seat", True),
        )
        for field in told
    )


def _columns(fact: Fact, seats: int, players: int) -> Iterator[Fact]:
    """The fact, marked if it is by seat; or where each seat has a record, a fact by seat for each field of it.

    A record of one field is told as that field by the name of the fact. What all players have but the house is by seat
    too, with nothing for the house.
    """
    held = fact.value
    if fact.ordered or not isinstance(held, tuple) or isinstance(held, Hand):
        yield fact
        return
    if seats == 1 or len(held) not in (players, seats):
        yield fact
        return
    held += (None,) * (seats - len(held))
    kinds = {type(value) for value in held if value is not None}
    if fact.visibility is not None or len(kinds) != 1 or not attrs.has(kind := kinds.pop()):
        yield evolve(fact, by_seat=held)
        return
    fields = _fields(kind)
    for field in fields:
        name = fact.name if len(fields) == 1 else field.name.replace("_", " ")
        values = tuple(None if value is None else getattr(value, field.name) for value in held)
        yield from _columns(Fact(name, values, field.visibility, field.covered), seats, players)


def format_state(state: StateLike, *, game: object = None, you: Seat | None = None) -> str:
    """A state, or a view of one, as lines of text, the way ``game`` pictures it if it does; ``you`` marks a seat."""
    picture = getattr(game, "picture", None)
    below = picture(state) if picture else format_facts(state, you=you)
    return f"{headline(state, you=you)}\n{below}".rstrip()


def headline(state: StateLike, *, you: Seat | None = None) -> str:
    """The phase and who acts: "playing, seat 2 to act"."""
    return f"{kind_name(type(state))}, {_acting(state.to_act, you)}"


def _acting(seat: Seat | Nature | None, you: Seat | None) -> str:
    if seat is None:
        return "the game is over"
    if seat is NATURE:
        return "the cards are to be shuffled"
    return "you are to act" if seat == you else f"seat {seat} to act"


def format_facts(state: StateLike, *, you: Seat | None = None) -> str:
    """The facts of a state, its open cards, and a table of what is known by seat."""
    told = facts(state)
    columns = [fact for fact in told if fact.by_seat]
    spread = [fact for fact in told if not fact.by_seat and _is_spread(fact)]
    others = [fact for fact in told if not fact.by_seat and not _is_spread(fact) and _tells(fact)]
    lines = _listed([f"{fact.name} {_shown(fact)}" for fact in others], "·")
    for fact in spread:
        piles = fact.value if isinstance(fact.value, tuple) and not isinstance(fact.value, Hand) else (fact.value,)
        first, *further = (_shown(evolve(fact, value=pile)) for pile in piles)
        lines += _listed([f"{fact.name}  {first}", *further], "|")
    if columns:
        lines += _by_seat(columns, state.to_act, you)
    return "\n".join(lines)


def _listed(items: Iterable[str], apart: str) -> list[str]:
    return wrap_lines(f"{no_break(' ' + apart)} ".join(map(no_break, items)))


def no_break(text: str) -> str:
    """The text with spaces at which :func:`wrap_lines` breaks no line."""
    return text.replace(" ", _NO_BREAK)


def wrap_lines(text: str, indent: int = 2) -> list[str]:
    """The text on lines of at most :data:`WIDTH` characters as far as may be, the second and further ones indented."""
    lines = wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)
    return [line.replace(_NO_BREAK, " ") for line in lines]


_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def _is_spread(fact: Fact) -> bool:
    """Whether several cards lie there for all to see, which takes a line of its own."""
    return fact.visibility is not None and not fact.covered and isinstance(fact.value, tuple) and bool(fact.value)


def _tells(fact: Fact) -> bool:
    """Whether there is something to tell: an empty zone has nothing."""
    return fact.visibility is None or fact.value not in (None, ())


def _shown(fact: Fact) -> str:
    if fact.ordered and isinstance(fact.value, tuple):
        parts = [words(part) if is_attrs(part) and len(attrs.fields(type(part))) < 2 else part for part in fact.value]
        return format_value(tuple(parts))
    if fact.covered:
        return _covered(fact.value)
    if fact.visibility is Visibility.OWNER:
        return format_value(_sorted(fact.value))
    return format_value(fact.value)


def _covered(value: object) -> str:
    if isinstance(value, tuple) and not isinstance(value, Hand):
        return ", ".join(map(_covered, value)) or NOTHING
    return format_count(len(value)) if isinstance(value, Hand) and value else format_value(value and FACE_DOWN)


def _sorted(value: object) -> object:
    """The hands in a value, each sorted."""
    if isinstance(value, Hand):
        return value.sorted()
    return tuple(map(_sorted, value)) if isinstance(value, tuple) else value


def format_count(cards: int) -> str:
    """A number of cards in words."""
    return "1 card" if cards == 1 else f"{cards} cards"


def format_value(value: object) -> str:
    """A value as text: a hand that shows nothing is a count, a flag is yes or no, a tuple has marks between its parts.

    Of a record what is empty is left out.
    """
    match value:
        case None | ():
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case Hand():
            return str(value) if any(card is not FACE_DOWN for card in value) else format_count(len(value))
        case tuple():
            return _between(value).join(map(format_value, value))
        case Suit() | Rank() | Card():
            return str(value)
        case Enum():
            return enum_name(value)
        case _ if is_attrs(value):
            told = [fact for fact in _facts(value) if fact.value not in (None, ())]
            if len(told) == 1:
                return _shown(told[0])
            return ", ".join(f"{fact.name} {_shown(fact)}" for fact in told) or kind_name(type(value))
        case _:
            return str(value)


def _between(parts: tuple[object, ...]) -> str:
    if any(isinstance(part, Hand) for part in parts):
        return " | "
    return "; " if any(map(is_attrs, parts)) else ", "


def _by_seat(columns: list[Fact], acting: Seat | Nature | None, you: Seat | None) -> list[str]:
    """The table of what is known by seat, cards in its last columns."""
    columns = sorted(columns, key=lambda fact: fact.visibility is not None)
    cells = [[_shown(evolve(fact, value=value)) for value in fact.by_seat or ()] for fact in columns]
    seats = range(len(cells[0]))
    names = [f"{seat} (you)" if seat == you else str(seat) for seat in seats]
    pointer = [">" if seat == acting else " " for seat in seats]
    heads = [" ", "seat", *(fact.name for fact in columns)]
    return align_columns([heads, *zip(pointer, names, *cells, strict=True)])


def align_columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table, its columns two spaces apart."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def format_outcome(outcome: Outcome) -> str:
    """How a game ended: who won, the scores, and what the game adds."""
    others = [fact for fact in facts(outcome) if fact.name not in ("scores", "winners") and fact.value is not None]
    told = [line for fact in others for line in wrap_lines(f"{fact.name}  {_shown(fact)}")]
    return "\n".join([_result(outcome), *told])


def _result(outcome: Outcome) -> str:
    if len(outcome.scores) == 1:
        return f"{'won' if outcome.winners else 'not won'}; score {outcome.scores[0]}"
    *others, last = map(str, outcome.winners or ("nobody",))
    winners = f"seats {', '.join(others)} and {last} win" if others else f"{'seat ' * bool(outcome.winners)}{last} wins"
    scores = "penalties" if outcome.lowest_wins else "scores"
    return f"{winners}; {scores} by seat  {'  '.join(f'{seat}: {score}' for seat, score in enumerate(outcome.scores))}"

"""Format states, views and outcomes of any game as plain text, from their fields alone.

The text of a state begins with the phase and who acts. The facts and the open cards follow, each after the name of its
field, and then a table by seat::

    playing, seat 2 to act
    dealer 1 · size 5 · trump ♥ · turn up 9♥ · stock 31 cards · gone 4 cards
    trick  Q♠ 3♠
      seat  scores  bids  taken  hands
      0     11      1     0      2♣ 5♣ Q♦ 9♥ A♠
      1     0       0     1      5 cards
    > 2     12      2     0      5 cards

Cards that lie face down, or that a view does not show, are counted. A game may have a function ``picture(state) -> str``
of its own, which replaces everything below the first line (see :class:`SupportsPicture`).
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from textwrap import wrap
from typing import Final, Protocol, TypeVar, get_args

import attrs
from attrs import evolve, frozen

from cardrules.cards import FACE_DOWN, Card, Hand, Rank, Suit
from cardrules.game import NATURE, Nature, Outcome, StateLike, is_omittable
from cardrules.moves import enum_name, kind_name, words
from cardrules.seats import SEAT, Seat
from cardrules.zones import Visibility, card_fields, is_attrs, resolve_hints

S_contra = TypeVar("S_contra", contravariant=True)

WIDTH: Final = 80
"""The width at which lines of facts are wrapped, in characters."""

NOTHING: Final = "-"
"""The text of an empty value."""

OMITTED_FIELDS: Final = ("rules", "terms", "to_act")
"""The fields of states that texts leave out: the rules, which do not change, and who acts, which the first line says."""

_PLAIN: Final = str.maketrans("♣♦♥♠·", "CDHS|")


def to_ascii(text: str) -> str:
    """Replace the suit symbols and the other non-ASCII characters that this module prints: ``Q♠`` becomes ``QS``."""
    return text.translate(_PLAIN)


class SupportsPicture(Protocol[S_contra]):
    """A game that formats its own states."""

    def picture(self, state: S_contra, /) -> str:
        """Return a state, or a view of one, as lines of text, without the phase and who acts."""
        ...


@frozen
class Fact:
    """The name and the value of one field of a state. The fields of values nested in it are facts of their own."""

    name: str
    """The name of the field in words."""
    value: object
    visibility: Visibility | None
    """Who sees the cards in it; ``None`` if it is not a zone."""
    face_down: bool
    """Whether its cards lie face down, even for those who know them."""
    ordered: bool = False
    """Whether it is declared to be a tuple in another order than by seat."""
    is_seat: bool = False
    """Whether it is a seat, or a tuple of seats."""
    by_seat: tuple[object, ...] | None = None
    """The value, if it is a tuple by seat and the table has several seats."""


def facts(state: attrs.AttrsInstance) -> list[Fact]:
    """Return the facts of a state in the order of its fields; of facts with the same name, the outermost.

    :data:`OMITTED_FIELDS` are left out, and so are fields that attrs leaves out of a ``repr`` and those that are
    :data:`~cardrules.game.OMITTABLE` and have their default.
    """
    seats = seat_count(state)
    players = getattr(getattr(state, "rules", None), "players", seats)
    return [column for fact in _facts(state) for column in _columns(fact, seats, players)]


def seat_count(state: attrs.AttrsInstance) -> int:
    """Return the number of seats at the table.

    It is the length of an ``Own`` zone that is not empty, else the ``seats`` or ``players`` of the rules, else 1.
    """
    for fact in _facts(state):
        if fact.visibility is Visibility.OWNER and isinstance(fact.value, tuple) and fact.value:
            return len(fact.value)
    rules = getattr(state, "rules", None)
    seats = getattr(rules, "seats", getattr(rules, "players", 1))
    return seats if isinstance(seats, int) else 1


def _facts(state: attrs.AttrsInstance) -> list[Fact]:
    nested = list(_nested_facts(state, 0))
    depths: dict[str, int] = {}
    for depth, fact in nested:
        depths[fact.name] = min(depth, depths.get(fact.name, depth))
    return [fact for depth, fact in nested if depth == depths[fact.name]]


def _nested_facts(value: attrs.AttrsInstance, depth: int) -> Iterator[tuple[int, Fact]]:
    for field in _fields(type(value)):
        fact = field.of(value)
        if field.omittable and fact.value == field.default:
            continue
        if fact.visibility is None and is_attrs(fact.value):
            yield from _nested_facts(fact.value, depth + 1)
        else:
            yield depth, fact


@frozen
class _Field:
    name: str
    visibility: Visibility | None
    face_down: bool
    ordered: bool
    omittable: bool
    default: object
    is_seat: bool

    def of(self, value: object) -> Fact:
        name, content = self.name.replace("_", " "), getattr(value, self.name)
        return Fact(name, content, self.visibility, self.face_down, self.ordered, self.is_seat)


@cache
def _fields(kind: type[attrs.AttrsInstance]) -> tuple[_Field, ...]:
    zones = {zone.name: zone for zone in card_fields(kind)}
    hints = resolve_hints(kind)
    shown = [field for field in attrs.fields(kind) if field.repr and field.name not in OMITTED_FIELDS]
    return tuple(
        _Field(
            field.name,
            zones[field.name].visibility if field.name in zones else None,
            field.name in zones and zones[field.name].face_down,
            ordered=not field.metadata.get("by_seat", True),
            omittable=is_omittable(field),
            default=field.default if field.init else None,
            is_seat=_is_seat(hints[field.name]),
        )
        for field in shown
    )


def _is_seat(hint: object) -> bool:
    return SEAT in getattr(hint, "__metadata__", ()) or any(map(_is_seat, get_args(hint)))


def _columns(fact: Fact, seats: int, players: int) -> Iterator[Fact]:
    """Yield the fact, marked if it is by seat; if each seat has an object, yield a fact by seat for each of its fields.

    An object with one field is shown as that field, under the name of the fact. A tuple for all players but the house is
    by seat too, with ``None`` for the house.
    """
    by_seat = fact.value
    if fact.ordered or not isinstance(by_seat, tuple) or isinstance(by_seat, Hand):
        yield fact
        return
    if seats == 1 or len(by_seat) not in (players, seats):
        yield fact
        return
    by_seat += (None,) * (seats - len(by_seat))
    kinds = {type(value) for value in by_seat if value is not None}
    if fact.visibility is not None or len(kinds) != 1 or not attrs.has(kind := kinds.pop()):
        yield evolve(fact, by_seat=by_seat)
        return
    fields = _fields(kind)
    for field in fields:
        name = fact.name if len(fields) == 1 else field.name.replace("_", " ")
        values = tuple(None if value is None else getattr(value, field.name) for value in by_seat)
        if field.omittable and set(values) <= {None, field.default}:
            continue
        yield from _columns(Fact(name, values, field.visibility, field.face_down), seats, players)


def format_state(state: StateLike, *, game: object = None, you: Seat | None = None) -> str:
    """Return a state, or a view of one, as lines of text; ``you`` marks a seat.

    If ``game`` has a function ``picture``, that formats all but the first line (see :class:`SupportsPicture`).
    """
    picture = getattr(game, "picture", None)
    body = picture(state) if picture else format_facts(state, you=you)
    return f"{headline(state, you=you)}\n{body}".rstrip()


def headline(state: StateLike, *, you: Seat | None = None) -> str:
    """Return the phase and who acts: "playing, seat 2 to act"."""
    return f"{kind_name(type(state))}, {_acting(state.to_act, you)}"


def _acting(seat: Seat | Nature | None, you: Seat | None) -> str:
    if seat is None:
        return "the game is over"
    if seat is NATURE:
        return "chance shuffles"
    return "you are to act" if seat == you else f"seat {seat} to act"


def format_facts(state: StateLike, *, you: Seat | None = None) -> str:
    """Return the facts of a state, its open cards, and a table of the facts by seat."""
    shown = facts(state)
    columns = [fact for fact in shown if fact.by_seat]
    spread = [fact for fact in shown if not fact.by_seat and _is_spread(fact)]
    others = [fact for fact in shown if not fact.by_seat and not _is_spread(fact) and not _is_empty_zone(fact)]
    lines = _joined([f"{fact.name} {format_fact(fact)}" for fact in others], "·")
    for fact in spread:
        piles = fact.value if isinstance(fact.value, tuple) and not isinstance(fact.value, Hand) else (fact.value,)
        first, *further = (format_fact(evolve(fact, value=pile)) for pile in piles)
        lines += _joined([f"{fact.name}  {first}", *further], "|")
    if columns:
        lines += _seat_table(columns, state.to_act, you)
    return "\n".join(lines)


def _joined(items: Iterable[str], separator: str) -> list[str]:
    return wrap_lines(f"{no_break(' ' + separator)} ".join(map(no_break, items)))


def no_break(text: str) -> str:
    """Replace the spaces of a text by ones at which :func:`wrap_lines` does not break it."""
    return text.replace(" ", _NO_BREAK)


def wrap_lines(text: str, indent: int = 2) -> list[str]:
    """Wrap a text at :data:`WIDTH` characters, indenting all lines but the first; longer words stay whole."""
    lines = wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)
    return [line.replace(_NO_BREAK, " ") for line in lines]


_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def _is_spread(fact: Fact) -> bool:
    """Return whether the fact is a zone of several open cards, which takes a line of its own."""
    return fact.visibility is not None and not fact.face_down and isinstance(fact.value, tuple) and bool(fact.value)


def _is_empty_zone(fact: Fact) -> bool:
    return fact.visibility is not None and fact.value in (None, ())


def format_fact(fact: Fact) -> str:
    """Return the value of a fact as text; cards that lie face down are counted, and hands are sorted."""
    if fact.ordered and isinstance(fact.value, tuple):
        items = [words(item) if is_attrs(item) and len(attrs.fields(type(item))) < 2 else item for item in fact.value]
        return format_value(tuple(items))
    if fact.face_down:
        return _count_cards(fact.value)
    if fact.visibility is Visibility.OWNER:
        return format_value(_sorted(fact.value))
    return format_value(fact.value)


def _count_cards(value: object) -> str:
    if isinstance(value, tuple) and not isinstance(value, Hand):
        return ", ".join(map(_count_cards, value)) or NOTHING
    return format_count(len(value)) if isinstance(value, Hand) and value else format_value(value and FACE_DOWN)


def _sorted(value: object) -> object:
    """Return the value with each hand in it sorted."""
    if isinstance(value, Hand):
        return value.sorted()
    return tuple(map(_sorted, value)) if isinstance(value, tuple) else value


def format_count(cards: int) -> str:
    """Return a number of cards in words: "1 card", "5 cards"."""
    return "1 card" if cards == 1 else f"{cards} cards"


def format_value(value: object) -> str:
    """Return a value as text.

    A hand of cards face down is their number, a flag is "yes" or "no", the items of a tuple have separators between them.
    An object is its fields that are not empty.
    """
    match value:
        case None | ():
            return NOTHING
        case bool():
            return "yes" if value else "no"
        case Hand():
            return str(value) if any(card is not FACE_DOWN for card in value) else format_count(len(value))
        case tuple():
            return _separator(value).join(map(format_value, value))
        case Suit() | Rank() | Card():
            return str(value)
        case Enum():
            return enum_name(value)
        case _ if is_attrs(value):
            filled = [fact for fact in _facts(value) if fact.value not in (None, ())]
            if len(filled) == 1:
                return format_fact(filled[0])
            return ", ".join(f"{fact.name} {format_fact(fact)}" for fact in filled) or kind_name(type(value))
        case _:
            return str(value)


def _separator(items: tuple[object, ...]) -> str:
    if any(isinstance(item, Hand) for item in items):
        return " | "
    return "; " if any(map(is_attrs, items)) else ", "


def _seat_table(columns: list[Fact], acting: Seat | Nature | None, you: Seat | None) -> list[str]:
    """Return a table with a row for each seat and a column for each fact, cards in the last columns."""
    columns = sorted(columns, key=lambda fact: fact.visibility is not None)
    cells = [[format_fact(evolve(fact, value=value)) for value in fact.by_seat or ()] for fact in columns]
    seats = range(len(cells[0]))
    names = [f"{seat} (you)" if seat == you else str(seat) for seat in seats]
    pointer = [">" if seat == acting else " " for seat in seats]
    heads = [" ", "seat", *(fact.name for fact in columns)]
    return align_columns([heads, *zip(pointer, names, *cells, strict=True)])


def align_columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table, its columns two spaces apart."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def format_outcome(outcome: Outcome) -> str:
    """Return who won, the scores, and the fields that the game adds to an outcome."""
    others = [fact for fact in facts(outcome) if fact.name not in ("scores", "winners") and fact.value is not None]
    lines = [line for fact in others for line in wrap_lines(f"{fact.name}  {format_fact(fact)}")]
    return "\n".join([_result(outcome), *lines])


def _result(outcome: Outcome) -> str:
    if len(outcome.scores) == 1:
        return f"{'won' if outcome.winners else 'not won'}; score {outcome.scores[0]}"
    *others, last = map(str, outcome.winners or ("nobody",))
    winners = f"seats {', '.join(others)} and {last} win" if others else f"{'seat ' * bool(outcome.winners)}{last} wins"
    scores = "penalties" if outcome.lowest_wins else "scores"
    return f"{winners}; {scores} by seat  {'  '.join(f'{seat}: {score}' for seat, score in enumerate(outcome.scores))}"

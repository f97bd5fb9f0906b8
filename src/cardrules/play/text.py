"""Format states, views and outcomes of any game as plain text, from their facts alone.

The text of a state begins with the phase and who acts. The facts and the open cards follow, each after its label, and then
a table by seat::

    playing, seat 2 to act
    dealer seat 1 · 5 cards each · trump ♥ · turn-up 9♥ · stock 31 cards
    trick  Q♠ 3♠
       seat  score  bid  tricks  hand
       0     11     1    0       2♣ 5♣  Q♦  9♥  A♠
       1     0      0    1       5 cards
    >  2     12     2    0       5 cards

What is empty is left out. Cards that lie face down, or that a view does not show, are counted. Seats have names if they are
given. Where the width is too small for the table, each seat has lines of its own. A game may have a function
``picture(state) -> str`` of its own, which replaces everything below the first line (see :class:`SupportsPicture`).
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from textwrap import wrap
from typing import Final, Protocol, TypeVar

from attrs import evolve, fields

from cardrules.cards import FACE_DOWN, JOKER, Card, Hand, Rank, Suit
from cardrules.game import NATURE, Nature, Outcome, StateLike
from cardrules.moves import enum_name, kind_name, words
from cardrules.play.facts import Fact, facts, own_facts
from cardrules.play.facts import seat_count as seat_count
from cardrules.seats import Seat
from cardrules.zones import Visibility, is_attrs

S_contra = TypeVar("S_contra", contravariant=True)

WIDTH: Final = 80
"""The width at which lines are wrapped unless another is given, in characters."""

NOTHING: Final = "-"
"""The text of an empty value."""

_PLAIN: Final = str.maketrans("♣♦♥♠·█●─", "CDHS|#o-")


def to_ascii(text: str) -> str:
    """Replace the suit symbols and the other non-ASCII characters that this module prints: ``Q♠`` becomes ``QS``."""
    return text.translate(_PLAIN)


class SupportsPicture(Protocol[S_contra]):
    """A game that formats its own states."""

    def picture(self, state: S_contra, /) -> str:
        """Return a state, or a view of one, as lines of text, without the phase and who acts."""
        ...


def format_state(
    state: StateLike, *, game: object = None, you: Seat | None = None, names: Sequence[str] = (), width: int = WIDTH
) -> str:
    """Return a state, or a view of one, as lines of text; ``you`` marks a seat, and ``names`` are those of the seats.

    If ``game`` has a function ``picture``, that formats all but the first line (see :class:`SupportsPicture`).
    """
    picture = getattr(game, "picture", None)
    body = picture(state) if picture else format_facts(state, you=you, names=names, width=width)
    return f"{headline(state, you=you, names=names)}\n{body}".rstrip()


def headline(state: StateLike, *, you: Seat | None = None, names: Sequence[str] = ()) -> str:
    """Return the phase and who acts: "playing, seat 2 to act"."""
    return f"{phase_name(type(state))}, {_acting(state.to_act, you, names)}"


def phase_name(kind: type) -> str:
    """Return what is done in a phase: its class attribute ``phase``, such as "choosing trump", or the name of the class."""
    own = getattr(kind, "phase", None)
    return own if isinstance(own, str) else kind_name(kind)


def _acting(seat: Seat | Nature | None, you: Seat | None, names: Sequence[str]) -> str:
    if seat is None:
        return "the game is over"
    if seat is NATURE:
        return "chance shuffles"
    return "you are to act" if seat == you else f"{seat_name(seat, names)} to act"


def seat_name(seat: Seat, names: Sequence[str] = ()) -> str:
    """Return the name of a seat: "Ann", or "seat 0" if it has none."""
    return names[seat] if seat < len(names) else f"seat {seat}"


def short_seat_name(seat: Seat, names: Sequence[str] = ()) -> str:
    """Return the name of a seat where it is clear that it is one: "Ann", or "0" if it has none."""
    return names[seat] if seat < len(names) else str(seat)


def format_facts(state: StateLike, *, you: Seat | None = None, names: Sequence[str] = (), width: int = WIDTH) -> str:
    """Return the facts of a state that are not empty, its open cards, and a table of the facts by seat."""
    shown = [fact for fact in facts(state) if fact.empty or not fact.is_empty]
    columns = [fact for fact in shown if fact.by_seat]
    spread = [fact for fact in shown if not fact.by_seat and _is_spread(fact)]
    others = [fact for fact in shown if not fact.by_seat and not _is_spread(fact)]
    lines = _listed(others, names, width)
    for fact in spread:
        piles = fact.value if isinstance(fact.value, tuple) and not isinstance(fact.value, Hand) else (fact.value,)
        first, *further = (format_fact(evolve(fact, value=pile), names) for pile in piles)
        lines += _separated([f"{fact.name}  {first}", *further], "|", width)
    if columns:
        lines += _by_seat(columns, state.to_act, you, names, width)
    return "\n".join(lines)


def _listed(shown: Iterable[Fact], names: Sequence[str], width: int, separator: str = "·") -> list[str]:
    """Return facts one after the other."""
    items: list[str] = []
    for fact in shown:
        text = _labelled(fact, names)
        items[-1:] = [f"{items[-1]} {text}"] if fact.joined and items else [*items[-1:], text]
    return _separated(items, separator, width)


def _labelled(fact: Fact, names: Sequence[str]) -> str:
    """Return a fact after its label; of a flag only the label, and of an empty fact what it says then."""
    if fact.is_empty:
        return fact.empty
    if fact.value is True:
        return fact.name
    return f"{fact.name} {format_fact(fact, names)}"


def _separated(items: Iterable[str], separator: str, width: int) -> list[str]:
    """Return items one after the other, wrapped between them; a longer item is broken, a hand between its suits."""
    kept = (no_break(item) if len(item) <= width else _breakable(item) for item in items)
    return wrap_lines(f"{no_break(' ' + separator)} ".join(kept), width=width)


def _breakable(text: str) -> str:
    return "  ".join(map(no_break, text.split("  "))) if "  " in text else text


def no_break(text: str) -> str:
    """Replace the spaces of a text by ones at which :func:`wrap_lines` does not break it."""
    return text.replace(" ", _NO_BREAK)


def wrap_lines(text: str, indent: int = 2, width: int = WIDTH) -> list[str]:
    """Wrap a text at a width, indenting all lines but the first; longer words stay whole."""
    lines = wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False)
    return [line.replace(_NO_BREAK, " ") for line in lines]


_NO_BREAK: Final = "\N{NO-BREAK SPACE}"


def _is_spread(fact: Fact) -> bool:
    """Return whether the fact is a zone of several open cards, which takes a line of its own."""
    return fact.visibility is not None and not fact.face_down and isinstance(fact.value, tuple) and not fact.is_empty


def format_fact(fact: Fact, names: Sequence[str] = ()) -> str:
    """Return the value of a fact as text; cards that lie face down are counted, and hands are sorted by suit."""
    if fact.is_seat:
        return _format_seats(fact.value, names)
    if fact.ordered and isinstance(fact.value, tuple):
        items = [words(item) if is_attrs(item) and len(fields(type(item))) < 2 else item for item in fact.value]
        return format_value(tuple(items), names)
    if fact.face_down:
        return _count_cards(fact.value)
    if fact.visibility is Visibility.OWNER:
        return _by_suit(fact.value)
    return format_value(fact.value, names)


def _format_seats(value: object, names: Sequence[str]) -> str:
    """Return a seat or several: "seat 1", "seats 2, 0", "Cec, Ann"."""
    if isinstance(value, tuple) and len(value) != 1:
        listed = ", ".join(_format_seat(seat, names) for seat in value)
        return listed if names or not value else f"seats {listed}"
    (seat,) = value if isinstance(value, tuple) else (value,)
    return seat_name(seat, names) if isinstance(seat, int) else format_value(seat)


def _format_seat(seat: object, names: Sequence[str]) -> str:
    return short_seat_name(seat, names) if isinstance(seat, int) else format_value(seat)


def _count_cards(value: object) -> str:
    if isinstance(value, tuple) and not isinstance(value, Hand):
        return ", ".join(map(_count_cards, value)) or NOTHING
    return format_count(len(value)) if isinstance(value, Hand) and value else format_value(value and FACE_DOWN)


def _by_suit(value: object) -> str:
    """Return a hand, or several, sorted and with a wider space between the suits; jokers are last."""
    if isinstance(value, Hand) and FACE_DOWN not in value:
        suits = groupby(value.sorted(), key=lambda card: None if card is JOKER else card.suit)
        return "  ".join(str(Hand(cards)) for _, cards in suits) or NOTHING
    if isinstance(value, tuple) and value and not isinstance(value, Hand):
        return _separator(value).join(map(_by_suit, value))
    return format_value(value.sorted() if isinstance(value, Hand) else value)


def format_count(cards: int) -> str:
    """Return a number of cards in words: "1 card", "5 cards"."""
    return "1 card" if cards == 1 else f"{cards} cards"


def format_value(value: object, names: Sequence[str] = ()) -> str:
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
            return _separator(value).join(format_value(item, names) for item in value)
        case Suit() | Rank() | Card():
            return str(value)
        case Enum():
            return enum_name(value)
        case _ if is_attrs(value):
            return _format_object([fact for fact in own_facts(value) if not fact.is_empty], names) or kind_name(
                type(value)
            )
        case _:
            return str(value)


def _format_object(filled: list[Fact], names: Sequence[str]) -> str:
    if len(filled) == 1 and filled[0].value is not True:
        return format_fact(filled[0], names)
    return "".join(
        f"{'' if not place else ' ' if fact.joined else ', '}{_labelled(fact, names)}"
        for place, fact in enumerate(filled)
    )


def _separator(items: tuple[object, ...]) -> str:
    if any(isinstance(item, Hand) for item in items):
        return " | "
    return "; " if any(map(is_attrs, items)) else ", "


def _by_seat(
    columns: list[Fact], acting: Seat | Nature | None, you: Seat | None, names: Sequence[str], width: int
) -> list[str]:
    """Return a table with a row for each seat and a column for each fact, cards in the last columns.

    Where it is too wide, hands are broken between suits, and where that is not enough, each seat has lines of its own.
    """
    columns = sorted(columns, key=lambda fact: fact.visibility is not None)
    cells = [[format_fact(evolve(fact, value=value), names) for value in fact.by_seat or ()] for fact in columns]
    for column in cells[:-1]:  # the next column is farther away than the next suit
        column[:] = [f"{cell} " if "  " in cell else cell for cell in column]
    seats = range(len(cells[0]))
    called = [f"{short_seat_name(seat, names)}{' (you)' * (seat == you)}" for seat in seats]
    pointer = [">" if seat == acting else " " for seat in seats]
    heads = [" ", "player" if names else "seat", *(fact.name for fact in columns)]
    rows = [heads, *zip(pointer, called, *cells, strict=True)]
    table = align_columns(rows)
    if (excess := max(map(len, table)) - width) > 0:
        table = align_columns(_narrowed(rows, excess))
    if max(map(len, table)) <= width:
        return table
    lines = []
    for seat in seats:
        own = [evolve(fact, value=fact.by_seat[seat], by_seat=None) for fact in columns if fact.by_seat]
        lines.append(f"{pointer[seat]} {'' if names else 'seat '}{called[seat]}")
        lines += [f"    {line}" for line in _own_lines(own, names, width - len("    "))]
    return lines


def _narrowed(rows: list[Sequence[str]], excess: int) -> Iterator[Sequence[str]]:
    """Yield the rows of a table with the cells of its widest column broken between suits."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widest = widths.index(max(widths))
    narrow = max(widths[widest] - excess, SHORTEST)
    for row in rows:
        first, *further = wrap_lines(_breakable(row[widest]), 0, narrow)
        yield [*row[:widest], first, *row[widest + 1 :]]
        for line in further:
            yield [line if place == widest else "" for place in range(len(row))]


SHORTEST: Final = 17
"""The least width of broken hands: that of six cards."""


def _own_lines(own: list[Fact], names: Sequence[str], width: int) -> list[str]:
    """Return the facts of one seat, each zone of cards on a line of its own."""
    shown = [fact for fact in own if not fact.is_empty]
    lines = _listed([fact for fact in shown if fact.visibility is None], names, width)
    return lines + [line for fact in shown if fact.visibility is not None for line in _listed([fact], names, width)]


def align_columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table, its columns two spaces apart."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def format_outcome(outcome: Outcome, *, names: Sequence[str] = (), width: int = WIDTH) -> str:
    """Return who won, the scores, and the fields that the game adds to an outcome."""
    others = [fact for fact in facts(outcome) if fact.field not in ("scores", "winners") and not fact.is_empty]
    seats = len(outcome.scores)
    lines = [line for fact in others for line in wrap_lines(_of_outcome(fact, seats, names), width=width)]
    return "\n".join([*wrap_lines(_result(outcome, names), width=width), *lines])


def _of_outcome(fact: Fact, seats: int, names: Sequence[str]) -> str:
    value = fact.value
    if isinstance(value, tuple) and not isinstance(value, Hand) and not fact.ordered and len(value) == seats > 1:
        return f"{fact.name}  {_numbered(value, names)}"
    return f"{fact.name}  {format_fact(fact, names)}"


def _numbered(by_seat: Iterable[object], names: Sequence[str]) -> str:
    """Return values by seat, each after the seat: "0: 10  1: 20"."""
    return "  ".join(
        no_break(f"{short_seat_name(seat, names)}: {format_value(value, names)}") for seat, value in enumerate(by_seat)
    )


def _result(outcome: Outcome, names: Sequence[str]) -> str:
    if len(outcome.scores) == 1:
        return f"{'won' if outcome.winners else 'not won'}; score {outcome.scores[0]}"
    *others, last = (short_seat_name(seat, names) for seat in outcome.winners) if outcome.winners else ("nobody",)
    seats = "" if names or not outcome.winners else "seats " if others else "seat "
    winners = f"{seats}{', '.join(others)} and {last} win" if others else f"{seats}{last} wins"
    scores = "penalties" if outcome.lowest_wins else "scores"
    return f"{winners}; {scores}{'' if names else ' by seat'}  {_numbered(outcome.scores, names)}"

"""What there is to see: the groups of cards and the notes of a state, in the middle and at each seat.

A scene is made from the facts of a state or view alone. The picture and its description in words are both made from it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from attrs import evolve, field, frozen

from cardrules.cards import FACE_DOWN, JOKER, Card, Hand, Suit
from cardrules.errors import ViewError
from cardrules.game import NATURE, StateLike
from cardrules.pictures.layout import Layout
from cardrules.play.facts import Fact, facts, seat_count
from cardrules.play.text import format_count, format_fact, format_value, phase_name
from cardrules.seats import Seat
from cardrules.zones import Visibility, is_attrs

MAIN: Final = "hands"
"""The name of the zone that needs no label at a seat."""


@frozen
class Group:
    """Cards that lie together."""

    label: str
    piles: tuple[Hand, ...]
    """The cards from left to right or, of a pile, from the bottom up; several piles are a grid."""
    kind: Literal["hand", "row", "card", "down", "piles"]
    """How they lie: fanned in a hand, in a row, as a single card, face down in a pile, or in open piles."""
    notes: tuple[str, ...] = ()
    """What else is known of them, such as the bet on them."""
    field: str = ""
    """The field of the state that holds them."""

    @property
    def words(self) -> str:
        """The group in words."""
        found = "; ".join(_cards_in_words(pile, self.kind) for pile in self.piles)
        return ", ".join(filter(None, (f"{self.label}: {found}".removeprefix(": "), *self.notes)))


def _cards_in_words(cards: Hand, kind: str) -> str:
    if kind == "down" or (cards and all(card is FACE_DOWN for card in cards)):
        return f"{format_count(len(cards))} face down"
    return ", ".join(map(in_words, cards)) or "empty"


@frozen
class Note:
    """A fact that is not a group of cards."""

    label: str
    text: str
    suit: Suit | None = None
    """The suit that is its value, which is drawn and not written."""
    field: str = ""
    """The field that it tells."""

    @property
    def words(self) -> str:
        """The note in words; a flag is its label alone."""
        return f"{self.label} {self.text}".rstrip()


@frozen(kw_only=True)
class Place:
    """A seat and all that belongs to it."""

    seat: Seat
    name: str
    marks: tuple[str, ...]
    """What the seat is now, such as "dealer"."""
    notes: tuple[Note, ...]
    groups: tuple[Group, ...]
    acts: bool
    alone: bool
    """Whether it is the only seat, which needs no name."""


@frozen(kw_only=True)
class Scene:
    """All that a state shows."""

    headline: str
    """The phase and who acts."""
    notes: tuple[Note, ...]
    groups: tuple[Group, ...]
    places: tuple[Place, ...]
    """The seats, from seat 0 on; none are left out."""
    layout: Layout = field(repr=False)

    @property
    def words(self) -> tuple[str, str]:
        """The title and the description for those who do not see the picture."""
        middle = [*(note.words for note in self.notes), *(group.words for group in self.groups)]
        seats = [
            f"{place.name}: {'; '.join(parts)}"
            for place in self.places
            if (
                parts := [*place.marks, *(note.words for note in place.notes), *(group.words for group in place.groups)]
            )
        ]
        return self.headline, " ".join(f"{part}." for part in (*middle, *seats))


_CARD: Final = re.compile("(10|[2-9JQKA])[♣♦♥♠]")
_SUITS: Final[Mapping[int, str]] = {ord(suit.symbol): suit.name.lower() for suit in Suit}
_COURTS: Final = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def in_words(card: Card) -> str:
    """Return a card in words, such as "queen of spades"."""
    if card in (JOKER, FACE_DOWN):
        return "joker" if card is JOKER else "a card face down"
    return f"{_COURTS.get(card.rank.value, card.rank.value)} of {card.suit.name.lower()}"


def spoken(text: str) -> str:
    """Return a text with words for suits and cards: fonts may lack the symbols, and screen readers read letters.

    >>> spoken("play Q♠, trump ♥")
    'play queen of spades, trump hearts'
    """
    return _CARD.sub(lambda card: in_words(Card.parse(card[0])), text).translate(_SUITS)


def scene_of(state: StateLike, layout: Layout, names: Sequence[str], you: Seat | None) -> Scene:
    """Return what there is to see in a state or view, with the names of the seats.

    Raises :class:`~cardrules.errors.ViewError` for a seat ``you`` that is not at the table.
    """
    seats = _names(seat_count(state), names, you)
    if you is not None and you not in range(len(seats)):
        raise ViewError(f"there is no seat {you!r} at a table of {len(seats)}")
    return _Reader(seats, layout).scene(state)


def _names(seats: int, names: Sequence[str], you: Seat | None) -> tuple[str, ...]:
    found = [*names[:seats], *(f"seat {seat}" for seat in range(len(names), seats))]
    return tuple(f"{name} (you)" if seat == you and seats > 1 else name for seat, name in enumerate(found))


@frozen
class _Reader:
    """Reads what there is to see from facts, given the names of the seats."""

    seats: tuple[str, ...]
    layout: Layout

    def scene(self, state: StateLike) -> Scene:
        shown = [fact for fact in facts(state) if fact.field not in self.layout.left_out]
        marks = [fact for fact in shown if len(self.seats) > 1 and _is_mark(fact)]
        at_seats = [fact for fact in shown if fact.by_seat is not None or fact.field in self.layout.at_seat]
        notes, groups = self.parts([fact for fact in shown if fact not in [*marks, *at_seats]], piled=True)
        return Scene(
            headline=f"{phase_name(type(state))}, {self.acting(state)}",
            notes=notes,
            groups=groups,
            places=tuple(self.place(seat, at_seats, marks, state) for seat in range(len(self.seats))),
            layout=self.layout,
        )

    def acting(self, state: StateLike) -> str:
        if state.to_act is None:
            return "the game is over"
        return "chance shuffles" if state.to_act is NATURE else f"{self.seats[state.to_act]} to act"

    def place(self, seat: Seat, at_seats: Sequence[Fact], marks: Sequence[Fact], state: StateLike) -> Place:
        notes, groups = self.parts([own for fact in at_seats for own in self.own(fact, seat)])
        return Place(
            seat=seat,
            name=self.seats[seat],
            marks=tuple(_mark(fact) for fact in marks if fact.value == seat),
            notes=notes,
            groups=groups,
            acts=state.to_act == seat,
            alone=len(self.seats) == 1,
        )

    def own(self, fact: Fact, seat: Seat) -> Iterator[Fact]:
        """Yield the part of a fact that belongs to a seat."""
        if fact.by_seat is not None:
            yield evolve(fact, value=fact.by_seat[seat], by_seat=None)
        elif self.layout.at_seat[fact.field] % len(self.seats) == seat:
            yield fact

    def parts(self, shown: Sequence[Fact], *, piled: bool = False) -> tuple[tuple[Note, ...], tuple[Group, ...]]:
        """Return the notes and the groups of cards of some facts; a fact that has cards is no note."""
        found = [
            (fact, [evolve(group, field=fact.field) for group in self.groups(fact, piled=piled)]) for fact in shown
        ]
        notes = ((fact, self.note(fact)) for fact, groups in found if not groups and fact.visibility is None)
        named = tuple(evolve(note, field=fact.field) for fact, note in notes if note is not None)
        return named, tuple(group for _, groups in found for group in groups)

    def groups(self, fact: Fact, *, piled: bool) -> Iterator[Group]:
        """Yield the groups of cards of a fact: one for each hand, or one for all its open hands if these are ``piled``."""
        label = "" if fact.field == MAIN else fact.name
        hands = tuple(_hands(fact.value))
        if fact.visibility is None:
            yield from self.nested(fact.value, label)
        elif fact.face_down:
            if cards := [FACE_DOWN for hand in hands for _ in hand]:
                yield Group(label, (Hand(cards),), "down")
        elif fact.visibility is Visibility.OWNER:
            yield from (Group(label, (self.layout.sorted(hand),), "hand") for hand in hands if hand)
        elif isinstance(fact.value, Card):
            yield Group(label, hands, "card")
        elif piled and hands and not isinstance(fact.value, Hand):
            yield Group(label, hands, "piles")
        else:
            yield from (self.row(fact.field, label, hand) for hand in hands if hand)

    def row(self, field: str, label: str, cards: Hand) -> Group:
        seen = self.layout.tops.get(field, len(cards))
        notes = (f"{seen} of {format_count(len(cards))}",) if seen < len(cards) else ()
        return Group(label, (Hand(cards[-seen:]),), "row", notes)

    def nested(self, value: object, label: str) -> Iterator[Group]:
        """Yield the groups of cards in objects that have zones of their own, with their other fields as notes."""
        if isinstance(value, tuple):
            for item in value:
                yield from self.nested(item, label)
        elif is_attrs(value):
            notes, groups = self.parts(facts(value))
            known = tuple(note.words for note in notes)
            yield from (evolve(group, label=label, notes=group.notes + known) for group in groups)

    def note(self, fact: Fact) -> Note | None:
        """Return a fact as a note; ``None`` if it is empty."""
        value = fact.value
        if fact.is_empty:
            return Note(fact.empty, "") if fact.empty else None
        if value is True:
            return Note(fact.name, "")
        if isinstance(value, Suit):
            return Note(fact.name, value.name.lower(), value)
        if fact.is_seat:
            named = value if isinstance(value, tuple) else (value,)
            return Note(fact.name, ", ".join(map(self.name, named)))
        return Note(fact.name, spoken(format_fact(fact, self.seats)))

    def name(self, seat: object) -> str:
        """Return the name of a seat; a tuple of seats may have gaps."""
        return self.seats[seat] if isinstance(seat, int) and seat in range(len(self.seats)) else format_value(seat)


def _is_mark(fact: Fact) -> bool:
    """Return whether a fact is one seat, such as the dealer, which is marked there."""
    return fact.is_seat and isinstance(fact.value, int)


def _mark(fact: Fact) -> str:
    """Return the mark of a seat; a label that goes on with another fact says nothing here."""
    return fact.field.replace("_", " ") if fact.joined else fact.name


def _hands(value: object) -> Iterator[Hand]:
    """Yield the hands in a zone; a single card is a hand too."""
    if isinstance(value, Card):
        yield Hand((value,))
    elif isinstance(value, Hand):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _hands(item)

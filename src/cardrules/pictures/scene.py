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
from cardrules.moves import kind_name
from cardrules.pictures.layout import Layout
from cardrules.play.text import Fact, facts, format_count, format_fact, seat_count
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
    """Return what there is to see in a state or view, with the names of the seats."""
    seats = _names(seat_count(state), names, you)
    if you is not None and you not in range(len(seats)):
        raise ViewError(f"there is no seat {you!r} at a table of {len(seats)}")
    shown = [fact for fact in facts(state) if fact.name not in layout.left_out]
    middle = [fact for fact in shown if fact.by_seat is None and fact.name not in layout.at_seat]
    parts = [(fact, [*_groups(fact, layout, seats)]) for fact in middle]
    places = [_place(seat, seats, shown, layout, acts=state.to_act == seat) for seat in range(len(seats))]
    return Scene(
        headline=f"{kind_name(type(state))}, {_acting(state, seats)}",
        notes=tuple(note for fact, groups in parts if not groups for note in _notes(fact, seats)),
        groups=tuple(group for _, groups in parts for group in groups),
        places=tuple(places),
        layout=layout,
    )


def _names(seats: int, names: Sequence[str], you: Seat | None) -> list[str]:
    found = [*names[:seats], *(f"seat {seat}" for seat in range(len(names), seats))]
    return [f"{name} (you)" if seat == you and seats > 1 else name for seat, name in enumerate(found)]


def _acting(state: StateLike, seats: Sequence[str]) -> str:
    if state.to_act is None:
        return "the game is over"
    return "chance shuffles" if state.to_act is NATURE else f"{seats[state.to_act]} to act"


def _place(seat: Seat, seats: Sequence[str], shown: Sequence[Fact], layout: Layout, *, acts: bool) -> Place:
    own = [evolve(fact, value=fact.by_seat[seat], by_seat=None) for fact in shown if fact.by_seat is not None]
    own += [fact for fact in shown if fact.name in layout.at_seat and layout.at_seat[fact.name] % len(seats) == seat]
    parts = [(fact, [*_groups(fact, layout, seats)]) for fact in own]
    return Place(
        seat=seat,
        name=seats[seat],
        marks=tuple(fact.name for fact in shown if _is_mark(fact, len(seats)) and fact.value == seat),
        notes=tuple(note for fact, groups in parts if not groups for note in _notes(fact, seats)),
        groups=tuple(group for _, groups in parts for group in groups),
        acts=acts,
        alone=len(seats) == 1,
    )


def _is_mark(fact: Fact, seats: int) -> bool:
    return seats > 1 and fact.is_seat and isinstance(fact.value, int) and fact.by_seat is None


def _groups(fact: Fact, layout: Layout, seats: Sequence[str]) -> Iterator[Group]:
    """Yield the groups of cards of a fact; a group for each hand, or a grid of the piles in the middle."""
    hands = [*_hands(fact.value)] if fact.visibility is not None else []
    label = "" if fact.name == MAIN else fact.name
    if fact.visibility is None:
        yield from _nested_groups(fact.value, label, layout, seats)
    elif fact.face_down:
        cards = Hand(FACE_DOWN for hand in hands for _ in hand)
        if cards:
            yield Group(label, (cards,), "down")
    elif fact.visibility is Visibility.OWNER:
        yield from (Group(label, (layout.sorted(hand),), "hand") for hand in hands if hand)
    elif isinstance(fact.value, Card):
        yield Group(label, tuple(hands), "card")
    elif len(hands) > 1 and label:
        yield Group(label, tuple(hands), "piles")
    else:
        yield from (_row(label, hand, layout) for hand in hands if hand)


def _row(label: str, cards: Hand, layout: Layout) -> Group:
    seen = layout.tops.get(label, len(cards))
    notes = (f"{seen} of {format_count(len(cards))}",) if seen < len(cards) else ()
    return Group(label, (Hand(cards[-seen:]),), "row", notes)


def _hands(value: object) -> Iterator[Hand]:
    """Yield the hands in a zone; a single card is a hand too."""
    if isinstance(value, Card):
        yield Hand((value,))
    elif isinstance(value, Hand):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _hands(item)


def _nested_groups(value: object, label: str, layout: Layout, seats: Sequence[str]) -> Iterator[Group]:
    """Yield the groups of cards in objects that have zones of their own, with their other fields as notes."""
    if isinstance(value, tuple):
        for item in value:
            yield from _nested_groups(item, label, layout, seats)
    elif is_attrs(value):
        inner = facts(value)
        parts = [(fact, [*_groups(fact, layout, seats)]) for fact in inner]
        notes = tuple(note.words for fact, groups in parts if not groups for note in _notes(fact, seats))
        yield from (evolve(group, label=label, notes=group.notes + notes) for _, groups in parts for group in groups)


def _notes(fact: Fact, seats: Sequence[str]) -> Iterator[Note]:
    """Yield a note of a fact that is not a group of cards; nothing for one that is empty, and for a mark at a seat."""
    value = fact.value
    empty = value is None or value is False or value == ()
    if empty or fact.visibility is not None or _is_mark(fact, len(seats)):
        return
    if value is True:
        yield Note(fact.name, "")
    elif isinstance(value, Suit):
        yield Note(fact.name, value.name.lower(), value)
    elif fact.is_seat and isinstance(value, tuple):
        yield Note(fact.name, ", ".join(seats[seat] for seat in value))
    else:
        yield Note(fact.name, spoken(format_fact(fact)))

"""Tables: the seats around the middle, each with its cards, its name and its notes."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cardrules.cards import Suit
from cardrules.pictures.courts import LINE
from cardrules.pictures.hands import cascade, fan, pile_of, row
from cardrules.pictures.scene import Group, Note, Place, Scene
from cardrules.pictures.svg import (
    Drawing,
    beside,
    element,
    moved,
    shortened_to,
    stacked,
    text_line,
    text_lines,
    use,
    wrapped,
)
from cardrules.pictures.theme import Theme
from cardrules.seats import Seat, clockwise_from

GAP: Final = 14.0
"""The space between the parts of a table."""

NARROW: Final = 640
"""The width below which the seats are above and below the middle, and none beside it."""

NARROWEST: Final = 320
"""The smallest width, to which all parts still fit; a smaller picture is scaled."""

OWN_CARD, CARD, MIDDLE_CARD = 68.0, 50.0, 62.0
"""The widths of the cards of the seat in front, of the others, and in the middle."""

SIDES: Final = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3))
"""How many of the other seats sit at either side and opposite, by the number of other seats."""

SMALLEST_SEAT, SMALLEST_BOX, WIDEST_SEAT = 172.0, 124.0, 420.0
"""The smallest widths of a seat, in rows and opposite the dealer, and the largest."""

HEAD, LARGE, MEDIUM, NOTE, SMALL = 16.0, 20.0, 14.0, 12.0, 11.0
"""The sizes of texts."""

SHORTEST_NAME: Final = 60.0
"""The width that a name has at least, whatever stands beside it."""


def natural_width(seats: int) -> float:
    """Return the width that shows a table of that many seats best."""
    return 720 if seats <= 2 else 920 if seats <= 4 else 1000


def table(scene: Scene, theme: Theme, width: float, front: Seat) -> Drawing:
    """Return a table of that width, with the seat ``front`` at the bottom."""
    return _Painter(scene, theme, width - 2 * GAP, front).table()


_IN_THE_MIDDLE: Final = ("piles", "card", "row", "down")
"""The kinds of groups in the middle: below the piles, single cards are left of the rows, and the others right."""


@frozen
class _Painter:
    """Draws one scene; ``width`` is that between the edges of the table."""

    scene: Scene
    theme: Theme
    width: float
    front: Seat

    def table(self) -> Drawing:
        seats = len(self.scene.places)
        if self.scene.layout.facing and seats > 1:
            parts = self.facing()
        elif self.width >= NARROW and seats <= len(SIDES):
            parts = self.around()
        else:
            parts = self.in_rows()
        headline = shortened_to(self.scene.headline, HEAD, self.width, bold=True)
        head = text_line(headline, HEAD, self.theme["text"], bold=True)
        content = _centred(stacked([head, *parts], GAP), self.width).padded(GAP, GAP)
        felt = element(
            "rect",
            x=2,
            y=2,
            width=content.width - 4,
            height=content.height - 4,
            rx=24,
            fill=self.theme["felt"],
            stroke=self.theme["rim"],
            stroke_width=4,
        )
        return Drawing(content.width, content.height, felt + content.body)

    def places(self) -> tuple[Place, list[Place]]:
        """Return the seat in front, and the others clockwise."""
        first, *others = (self.scene.places[seat] for seat in clockwise_from(self.front, len(self.scene.places)))
        return first, others

    def around(self) -> list[Drawing]:
        """Return the seats around the middle."""
        first, others = self.places()
        sides, opposite = SIDES[len(others)]
        side = min(self.width * 0.27, 240) if sides else 0
        left = stacked([self.seat(place, side) for place in reversed(others[:sides])], GAP)
        right = stacked([self.seat(place, side) for place in others[sides + opposite :]], GAP)
        middle = self.middle(self.width - 2 * (side + GAP) if sides else self.width)
        height = max(part.height for part in (left, right, middle))
        body = "".join(
            moved(part.body, x - part.width / 2, (height - part.height) / 2)
            for part, x in ((left, side / 2), (middle, self.width / 2), (right, self.width - side / 2))
        )
        top = self.rows(others[sides : sides + opposite], opposite)
        return [*top, Drawing(self.width, height, body), self.seat(first, self.width, OWN_CARD)]

    def in_rows(self) -> list[Drawing]:
        """Return the other seats in rows above the middle, for narrow pictures and for very many seats."""
        first, others = self.places()
        above = self.rows(others, int(self.width // SMALLEST_SEAT))
        return [*above, self.middle(self.width), self.seat(first, self.width, OWN_CARD)]

    def facing(self) -> list[Drawing]:
        """Return the last seat opposite the others, who sit in a row."""
        *others, last = self.scene.places
        below = self.rows(others, int(self.width // SMALLEST_BOX))
        return [self.seat(last, self.width, OWN_CARD), self.middle(self.width), *below]

    def rows(self, places: Sequence[Place], most: int) -> list[Drawing]:
        """Return seats in rows of at most so many, each in the middle of an equal part of the width."""
        columns = min(len(places), most)
        room = min((self.width - GAP * (columns - 1)) / max(columns, 1), WIDEST_SEAT)
        lines = [places[at : at + columns] for at in range(0, len(places), max(columns, 1))]
        return [
            beside([_centred(self.seat(place, room), self.width / len(line)) for place in line], align=0)
            for line in lines
        ]

    def middle(self, room: float) -> Drawing:
        """Return the notes of the table, the open cards, and the piles."""
        notes = [self.tile(note, room - 2 * GAP) for note in self.scene.notes]
        drawn = [(group.kind, self.group(group, room, MIDDLE_CARD)) for group in self.scene.groups]
        piles, cards, rows, down = ([part for kind, part in drawn if kind == wanted] for wanted in _IN_THE_MIDDLE)
        line = beside([*cards, *rows, *down], 2 * GAP, 1)
        lines = [line] if line.width <= room else [wrapped(part, room, 2 * GAP) for part in (rows, [*cards, *down])]
        return stacked([wrapped(notes, room, GAP, 6), wrapped(piles, room, 2 * GAP), *lines], GAP)

    def tile(self, note: Note, room: float) -> Drawing:
        """Return a note of the table: its label above its value."""
        label = self.label(note.label, room)
        if note.suit is not None:
            value = self.suit(note.suit)
        elif note.field in self.scene.layout.stakes:
            value = beside([self.coins(), text_line(note.text, LARGE, self.theme["accent"], bold=True)], 6)
        else:
            value = text_lines(note.text.split(", "), MEDIUM, self.theme["text"], room, ", ")
        return stacked([label, value])

    def label(self, text: str, room: float) -> Drawing:
        return text_line(shortened_to(text, SMALL, room), SMALL, self.theme["faint"])

    def suit(self, suit: Suit) -> Drawing:
        """Return a suit on paper, where it has its colour."""
        size = 22
        paper = element("rect", width=size, height=size, rx=4, fill=self.theme["paper"])
        mark = element("g", use(suit.value, 3, 3, size - 6, size - 6), color=self.theme.suit(suit.value))
        return Drawing(size, size, paper + mark)

    def coins(self) -> Drawing:
        """Return a little stack of coins."""
        look = {"fill": self.theme["gold"], "stroke": self.theme["plate"]}
        coins = [element("ellipse", cx=11, cy=y, rx=10, ry=4.5, stroke_width=1.4, **look) for y in (17, 12.5, 8)]
        return Drawing(22, 23, "".join(coins))

    def seat(self, place: Place, room: float, card: float = CARD) -> Drawing:
        """Return a seat: its name and notes on a plate, and its cards below."""
        cards = wrapped([self.group(group, room, card) for group in place.groups], room, GAP, 6)
        plate = [] if place.alone and not place.notes else [self.plate(place, min(room, WIDEST_SEAT) - 20)]
        return stacked([*plate, cards], 6).marked(data_seat=place.seat)

    def plate(self, place: Place, room: float) -> Drawing:
        """Return the name of a seat with its marks, above its notes; a pointer and an edge show who is to act."""
        pointer = element("path", d="M0 0 10 6.5 0 13Z", fill=self.theme["accent"]) if place.acts else ""
        marks = [self.mark(mark) for mark in place.marks]
        taken = sum(part.width + 6 for part in marks) + (16 if pointer else 0)
        short = shortened_to(place.name, MEDIUM, max(room - taken, SHORTEST_NAME), bold=True)
        name = text_line(short, MEDIUM, self.theme["text"], bold=True)
        notes = text_lines([note.words for note in place.notes], NOTE, self.theme["faint"], room, " · ")
        content = stacked([wrapped([Drawing(10, 13, pointer), name, *marks], room, 6, 2), notes], 1).padded(10, 5)
        edge = {"stroke": self.theme["accent"], "stroke_width": "2.5"} if place.acts else {}
        plate = element("rect", width=content.width, height=content.height, rx=9, fill=self.theme["plate"], **edge)
        return Drawing(content.width, content.height, plate + content.body)

    def mark(self, mark: str) -> Drawing:
        """Return what a seat is, such as the dealer, on a golden ground."""
        text = text_line(mark, SMALL, LINE, bold=True).padded(6, 1)
        ground = element("rect", width=text.width, height=text.height, rx=7, fill=self.theme["gold"])
        return Drawing(text.width, text.height, ground + text.body)

    def group(self, group: Group, room: float, width: float) -> Drawing:
        """Return the cards of a group below its label, and above what else is known of them."""
        cards = group.piles[0]
        if group.kind == "piles":
            drawn = self.grid(group, room, width)
        elif group.kind == "hand":
            drawn = fan(cards, width, room, self.theme)
        elif group.kind == "down":
            drawn = pile_of(len(cards), width * 0.8, self.theme)
        else:
            drawn = row(cards, width, room)
        notes = text_lines(group.notes, SMALL, self.theme["text"], room, " · ")
        return stacked([self.label(group.label, room), drawn, notes], 3).marked(data_zone=group.field)

    def grid(self, group: Group, room: float, width: float) -> Drawing:
        """Return open piles in rows, each above its number, with the labels of the rows."""
        columns = min(len(group.piles), self.scene.layout.columns)
        width = min(width, (room - GAP) / columns - 8)
        piles = [
            stacked([cascade(cards, width, self.theme), self.label(str(number), width)], 1).marked(data_pile=number)
            for number, cards in enumerate(group.piles)
        ]
        rows = [beside(piles[at : at + columns], 8, 0) for at in range(0, len(piles), columns)]
        labels = [*self.scene.layout.rows, *[""] * len(rows)]
        return stacked(
            [stacked([self.label(label, room), line], 2) for label, line in zip(labels, rows, strict=False)], 8, 0
        )


def _centred(drawing: Drawing, width: float) -> Drawing:
    """Return the drawing in the middle of a width."""
    return Drawing(width, drawing.height, moved(drawing.body, (width - drawing.width) / 2, 0))

"""Cards that lie together: fanned in a hand, in a row, or in a pile."""

from collections.abc import Sequence
from math import cos, degrees, radians, sin
from typing import Final

from cardrules.cards import FACE_DOWN, Card
from cardrules.pictures.faces import HEIGHT, WIDTH, symbol_of
from cardrules.pictures.svg import Drawing, element, moved, number, stacked, text_line, use
from cardrules.pictures.theme import Theme

RATIO: Final = HEIGHT / WIDTH
"""The height of a card by its width."""

STEP: Final = 0.42
"""The part of its width that the next card leaves of a card, if there is room: the index, and nothing of the large pip."""

APART: Final = 1.08
"""The same part where cards do not lie on each other."""

SMALLEST_STEP: Final = 0.27
"""The smallest part that shows the index. If there is no room for it, the cards lie in several rows."""

BACK_STEP: Final = 0.16
"""The same part of a card that lies face down, of which nothing need be seen."""

SPREAD: Final = 26.0
"""The largest angle between the outer cards of a fan, in degrees, and :data:`TURN` that between two neighbours."""
TURN: Final = 4.0


def drawn_card(card: Card, width: float, x: float = 0, y: float = 0, turn: str | None = None) -> str:
    """Return the element of a card; its attribute ``data-card`` names what can be seen of it."""
    return use(symbol_of(card, width), x, y, width, width * RATIO, transform=turn, data_card=card.ascii)


def single(card: Card, width: float) -> Drawing:
    """Return a card."""
    return Drawing(width, width * RATIO, drawn_card(card, width))


def row(cards: Sequence[Card], width: float, room: float) -> Drawing:
    """Return cards from left to right: beside each other if there is room, else each on the one before, or in several rows."""
    most = APART if width * (1 + APART * (len(cards) - 1)) <= room else STEP
    lines, step = _lines(cards, width, room, most)
    drawn = [
        Drawing(
            width * (1 + step * (len(line) - 1)),
            width * RATIO,
            "".join(drawn_card(card, width, place * width * step) for place, card in enumerate(line)),
        )
        for line in lines
    ]
    return stacked(drawn, width * 0.1, align=0)


def _lines(cards: Sequence[Card], width: float, room: float, most: float) -> tuple[list[Sequence[Card]], float]:
    """Return the cards in lines of about equal length, and which part of its width each card leaves of the one before."""
    gaps = max(room / width - 1, 0)
    longest = int(gaps / SMALLEST_STEP) + 1
    lines = -(-len(cards) // longest)
    length = -(-len(cards) // lines)
    step = min(most, gaps / (length - 1)) if length > 1 else most
    return [cards[at : at + length] for at in range(0, len(cards), length)], step


def fan(cards: Sequence[Card], width: float, room: float, theme: Theme) -> Drawing:
    """Return the cards of a hand, held like a fan; of cards that are all face down a narrow one, with their number."""
    if all(card is FACE_DOWN for card in cards):
        step = min(BACK_STEP, (room / width - 1) / max(len(cards) - 1, 1))
        return counted(_arc(cards, width, step), len(cards), theme)
    lines, step = _lines(cards, width, room - width * 0.3, STEP)
    return stacked([_arc(line, width, step) for line in lines], -width * 0.5)


def _arc(cards: Sequence[Card], width: float, step: float) -> Drawing:
    """Return cards side by side, on an arc, each turned about a point far below."""
    gaps = len(cards) - 1
    turn = radians(min(TURN, SPREAD / gaps)) if gaps else 0
    radius = width * step / turn if turn else 0
    half, height = width / 2, width * RATIO
    angles = [(place - gaps / 2) * turn for place in range(gaps + 1)]
    drops = [radius * (1 - cos(angle)) for angle in angles]
    tilts = [half * sin(abs(angle)) for angle in angles]  # the part of a card above and below its corners
    top = min(drop - tilt for drop, tilt in zip(drops, tilts, strict=True))
    bottom = max(drop + tilt + height * cos(angle) for drop, tilt, angle in zip(drops, tilts, angles, strict=True))
    middle = radius * sin(angles[-1]) + half * cos(angles[-1])
    body = ""
    for card, angle, drop in zip(cards, angles, drops, strict=True):
        x, y = middle + radius * sin(angle), drop - top
        rotation = f"rotate({number(degrees(angle))} {number(x)} {number(y)})" if angle else None
        body += drawn_card(card, width, x - half, y, rotation)
    return Drawing(2 * middle, bottom - top, body)


def pile_of(count: int, width: float, theme: Theme, top: Card | None = None) -> Drawing:
    """Return a pile of cards with their number: face down, or with the card on ``top`` face up; or an empty place."""
    if not count:
        return empty_place(width, theme)
    above = min(count, 3) - 1
    offset = width * 0.035
    cards = [*[FACE_DOWN] * above, FACE_DOWN if top is None else top]
    body = "".join(
        drawn_card(card, width, offset * place, offset * (above - place)) for place, card in enumerate(cards)
    )
    drawn = Drawing(width + offset * above, width * RATIO + offset * above, body)
    return counted(drawn, count, theme, 0.5 if top is None else 0.94)


def cascade(cards: Sequence[Card], width: float, theme: Theme) -> Drawing:
    """Return an open pile, bottom card first, each card below the one that it covers; or an empty place."""
    if not cards:
        return empty_place(width, theme)
    step = width * RATIO * (0.27 if len(cards) <= LONG_PILE else 0.16)
    body = "".join(drawn_card(card, width, 0, place * step) for place, card in enumerate(cards))
    return Drawing(width, width * RATIO + (len(cards) - 1) * step, body)


LONG_PILE: Final = 6
"""The number of cards in a pile above which they lie closer."""


def empty_place(width: float, theme: Theme) -> Drawing:
    """Return the outline of a place without a card."""
    outline = element(
        "rect",
        x=1,
        y=1,
        width=width - 2,
        height=width * RATIO - 2,
        rx=width * 0.07,
        fill="none",
        stroke=theme["faint"],
        stroke_dasharray="4 4",
    )
    return Drawing(width, width * RATIO, outline)


def counted(drawn: Drawing, count: int, theme: Theme, align: float = 0.5) -> Drawing:
    """Return cards with their number on them, in the middle or further down; a single card needs none."""
    if count < 2:
        return drawn
    size = 13.0
    label = text_line(str(count), size, theme["text"], bold=True)
    width, height = max(label.width + 10, 22), 20
    x, y = (drawn.width - width) / 2, (drawn.height - height) * align
    badge = element(
        "rect", x=x, y=y, width=width, height=height, rx=height / 2, fill=theme["plate"], stroke=theme["text"]
    )
    return Drawing(
        drawn.width, drawn.height, drawn.body + badge + moved(label.body, x + (width - label.width) / 2, y + 2)
    )

"""The faces of cards: indices in the corners, pips by rank, court cards, the joker, and the back.

Each is a symbol of :data:`WIDTH` by :data:`HEIGHT` units. There are two designs: the full one, and one for small cards with
a large index, of which a fan shows enough at the left edge.
"""

from functools import cache
from typing import Final

from cardrules.cards import FACE_DOWN, JOKER, Card
from cardrules.pictures.courts import BOX, COURTS, JESTER_BOX, court, jester
from cardrules.pictures.glyphs import RANKS, STAR, SUITS
from cardrules.pictures.svg import MARK, element, number, use
from cardrules.pictures.theme import Theme

WIDTH: Final = 240
HEIGHT: Final = 336
MIDDLE: Final = (WIDTH / 2, HEIGHT / 2)

SMALL: Final = "s"
"""What ends the name of the symbol of a small card."""

_COLUMNS: Final = (0.325, 0.5, 0.675)
_ROWS: Final = {"top": 0.175, "upper": 0.392, "between": 0.283, "low": 0.337, "middle": 0.5}

_PIPS: Final = {
    "2": ((), ("top",)),
    "3": ((), ("top", "middle")),
    "4": (("top",), ()),
    "5": (("top",), ("middle",)),
    "6": (("top", "middle"), ()),
    "7": (("top", "middle"), ("low",)),
    "8": (("top", "middle"), ("low", "mirrored")),
    "9": (("top", "upper"), ("middle",)),
    "10": (("top", "upper"), ("between", "mirrored")),
}
"""The rows of the pips of each rank, in the outer columns and in the middle one. A row above the middle is repeated below."""


def pips(rank: str) -> list[tuple[float, float]]:
    """Return the places of the pips of a rank from 2 to 10, as fractions of the width and the height.

    >>> pips("3")
    [(0.5, 0.175), (0.5, 0.825), (0.5, 0.5)]
    """
    outer, inner = _PIPS[rank]
    left, middle, right = _COLUMNS
    # A seven has but one pip between its rows; an eight and a ten have it below too.
    single = inner == ("low",)
    places = [(column, _ROWS[row]) for row in outer for column in (left, right)]
    places += [(middle, _ROWS[row]) for row in inner if row in _ROWS]
    return [
        place
        for column, row in places
        for place in (
            [(column, row)] if row == 0.5 or (single and column == middle) else [(column, row), (column, 1 - row)]
        )
    ]


def symbol_of(card: Card, width: float) -> str:
    """Return the name of the symbol for a card that is drawn that wide."""
    if card is FACE_DOWN:
        return "back"
    return card.ascii + (SMALL if width < SMALLEST_FULL else "")


SMALLEST_FULL: Final = 90
"""The width in pixels below which cards have the small design: the indices of the other would be too small to read."""


@cache
def symbol(name: str, theme: Theme) -> str:
    """Return a symbol by its name: a card, or a part of cards."""
    if name in SUITS:
        return _symbol(element("path", d=SUITS[name], fill="currentColor"), "-50 -50 100 100")
    if name in COURTS:
        return _symbol(court(name, theme), _box(BOX))
    if name == "jester":
        return _symbol(jester(theme), _box(JESTER_BOX))
    if name == "weave":
        return _weave(theme)
    if name == "back":
        return _symbol(_back(theme))
    card = Card.parse(name.removesuffix(SMALL))
    paper = _paper(theme, theme["paper"])
    if card is JOKER:
        return _symbol(paper + (_small_joker if name.endswith(SMALL) else _joker)(theme))
    rank, suit = card.rank.value, card.suit.value
    face = (_small_face if name.endswith(SMALL) else _full_face)(rank, suit)
    return _symbol(paper + element("g", face, color=theme.suit(suit)))


def _symbol(content: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    return element("symbol", content, viewBox=box)


def _box(box: tuple[float, float, float, float]) -> str:
    return " ".join(map(number, box))


def _paper(theme: Theme, fill: str) -> str:
    return element(
        "rect", x=1.5, y=1.5, width=WIDTH - 3, height=HEIGHT - 3, rx=17, fill=fill, stroke=theme["edge"], stroke_width=3
    )


def index(rank: str, x: float, y: float, height: float, weight: float = 4.2) -> str:
    """Return the strokes of a rank, centred at ``x`` with the top at ``y``."""
    width, strokes = RANKS[rank]
    scale = height / 28
    return element(
        "path",
        d=strokes,
        fill="none",
        stroke="currentColor",
        stroke_width=weight,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"translate({number(x - width * scale / 2)} {number(y)}) scale({number(scale)})",
    )


def _pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    turn = f"rotate(180 {number(x)} {number(y)})" if turned else None
    return use(suit, x - size / 2, y - size / 2, size, size, transform=turn)


def _twice(body: str) -> str:
    """Return elements together with themselves, turned upside down."""
    x, y = MIDDLE
    return body + element("g", body, transform=f"rotate(180 {number(x)} {number(y)})")


def _full_face(rank: str, suit: str) -> str:
    corners = _twice(index(rank, 30 if rank == "10" else 27, 18, 38) + _pip(suit, 27, 82, 32))
    if rank in COURTS:
        return corners + _court(rank, suit)
    if rank == "A":
        return corners + _pip(suit, *MIDDLE, 118)
    return corners + "".join(_pip(suit, x * WIDTH, y * HEIGHT, 50, turned=y > 0.5) for x, y in pips(rank))


def _court(rank: str, suit: str) -> str:
    _, _, width, height = BOX
    x, y = MIDDLE
    left, top = x - width / 2, y - height
    frame = element(
        "rect",
        x=left,
        y=top,
        width=width,
        height=2 * height,
        rx=6,
        fill="none",
        stroke="currentColor",
        stroke_width=2.5,
    )
    return (
        _twice(use(rank, left, top, width, height) + _pip(suit, left + 21, top + 24, 34) + _pip(suit, x, y - 17, 27))
        + frame
    )


def _small_face(rank: str, suit: str) -> str:
    corner = index(rank, 46, 24, 80, 4.8) + _pip(suit, 46, 150, 66)
    if rank in COURTS:
        return corner + use(rank, 92, 195, 139, 132)
    return corner + _pip(suit, 164, 240, 128)


def _joker(theme: Theme) -> str:
    letters = "".join(index(letter, 25, 18 + 31 * row, 22) for row, letter in enumerate("JOKER"))
    figure = use("jester", 47, 30, 146, 276)
    return element("g", _twice(letters) + figure, color=theme["ink"])


def _small_joker(theme: Theme) -> str:
    star = element("path", d=STAR, fill="currentColor", transform="translate(50 62) scale(.8)")
    return element("g", star + use("jester", 92, 120, 140, 210), color=theme["ink"])


def _back(theme: Theme) -> str:
    inner = {"x": 16, "y": 16, "width": WIDTH - 32, "height": HEIGHT - 32, "rx": 9}
    return (
        _paper(theme, theme["paper"])
        + element("rect", **inner, fill=theme["back"])
        + element("rect", **inner, fill=f"url(#{MARK}weave)", stroke=theme["weave"], stroke_width=3)
    )


def _weave(theme: Theme) -> str:
    """Return the pattern of backs: a lattice with a small diamond in each mesh."""
    lattice = element("path", d="M0 13 13 0 26 13 13 26Z", fill="none", stroke=theme["weave"], stroke_width=2.2)
    mesh = element(
        "path",
        d="M13 8 18 13 13 18 8 13ZM0-5 5 0 0 5-5 0ZM26-5 31 0 26 5 21 0ZM0 21 5 26 0 31-5 26ZM26 21 31 26 26 31 21 26Z",
        fill=theme["weave"],
    )
    return element("pattern", lattice + mesh, width=26, height=26, x=3, y=12, patternUnits="userSpaceOnUse")

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

_LEFT, _CENTRE, _RIGHT = 0.325, 0.5, 0.675
_TOP, _HIGH, _LOWER, _UPPER = 0.175, 0.283, 0.337, 0.392

_OUTER: Final = {
    "4": (_TOP, 1 - _TOP),
    "5": (_TOP, 1 - _TOP),
    "6": (_TOP, 0.5, 1 - _TOP),
    "7": (_TOP, 0.5, 1 - _TOP),
    "8": (_TOP, 0.5, 1 - _TOP),
    "9": (_TOP, _UPPER, 1 - _UPPER, 1 - _TOP),
    "10": (_TOP, _UPPER, 1 - _UPPER, 1 - _TOP),
}
"""The rows of the pips in both outer columns, by rank."""

_INNER: Final = {
    "2": (_TOP, 1 - _TOP),
    "3": (_TOP, 0.5, 1 - _TOP),
    "5": (0.5,),
    "7": (_LOWER,),
    "8": (_LOWER, 1 - _LOWER),
    "9": (0.5,),
    "10": (_HIGH, 1 - _HIGH),
}
"""The rows of the pips in the column between them."""


def pips(rank: str) -> list[tuple[float, float]]:
    """Return the places of the pips of a rank from 2 to 10, as fractions of the width and the height.

    >>> pips("5")
    [(0.325, 0.175), (0.675, 0.175), (0.325, 0.825), (0.675, 0.825), (0.5, 0.5)]
    """
    outer = [(column, row) for row in _OUTER.get(rank, ()) for column in (_LEFT, _RIGHT)]
    return outer + [(_CENTRE, row) for row in _INNER.get(rank, ())]


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
    paper = _paper(theme)
    if card is JOKER:
        return _symbol(paper + (_small_joker if name.endswith(SMALL) else _joker)(theme))
    rank, suit = card.rank.value, card.suit.value
    face = (_small_face if name.endswith(SMALL) else _full_face)(rank, suit)
    return _symbol(paper + element("g", face, color=theme.suit(suit)))


def _symbol(content: str, box: str = f"0 0 {WIDTH} {HEIGHT}") -> str:
    return element("symbol", content, viewBox=box)


def _box(box: tuple[float, float, float, float]) -> str:
    return " ".join(map(number, box))


def _paper(theme: Theme) -> str:
    look = {"fill": theme["paper"], "stroke": theme["edge"]}
    return element("rect", x=1.5, y=1.5, width=WIDTH - 3, height=HEIGHT - 3, rx=17, stroke_width=3, **look)


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
    box = {"x": left, "y": top, "width": width, "height": 2 * height, "rx": 6}
    frame = element("rect", **box, fill="none", stroke="currentColor", stroke_width=2.5)
    emblems = _pip(suit, left + 21, top + 24, 34) + _pip(suit, x, y - 17, 27)
    return _twice(use(rank, left, top, width, height) + emblems) + frame


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
        _paper(theme)
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

"""The figures of court cards and of the joker, made of plain shapes.

The figure of a court card reaches from the head down to the middle of the card, which is the origin. A card shows it twice,
the second time upside down. What has the colour of the suit is drawn in ``currentColor``.
"""

from collections.abc import Callable, Mapping
from typing import Final

from cardrules.pictures.svg import element
from cardrules.pictures.theme import Theme

SUIT: Final = "currentColor"
LINE: Final = "#1d2026"
"""The colour of outlines, also on dark cards, since the figures keep their colours there."""

BOX: Final = (-73, -138, 146, 138)
"""The left, top, width and height of the figure of a court card."""

JESTER_BOX: Final = (-90, -130, 180, 270)
"""The same of the jester, who is drawn once."""


def court(rank: str, theme: Theme) -> str:
    """Return the upper half of the figure of a king, queen or jack."""
    return COURTS[rank](theme)


def _path(d: str, fill: str, line: str | None = None, width: float = 2.4) -> str:
    return element("path", d=d, fill=fill, stroke=line, stroke_width=width if line else None)


def _stroke(d: str, line: str, width: float = 2.4) -> str:
    return element("path", d=d, fill="none", stroke=line, stroke_width=width, stroke_linecap="round")


def _disc(x: float, y: float, radius: float, fill: str, line: str | None = None) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=fill, stroke=line, stroke_width=1.8 if line else None)


def _mirrored(body: str) -> str:
    """Return elements together with their mirror image."""
    return body + element("g", body, transform="scale(-1 1)")


def _robe(theme: Theme) -> str:
    """Return shoulders in the colour of the suit, with folds, and a golden front for the emblem of the suit."""
    shoulders = _path("M-73 0V-32C-62-50-44-58-26-62H26C44-58 62-50 73-32V0Z", SUIT)
    folds = _mirrored(_stroke("M-38-56C-47-40-49-18-48 0M-57-46C-64-34-66-14-66 0", theme["paper"], 2.6))
    front = _path("M-21-64H21L30 0H-30Z", theme["front"], LINE)
    hems = _mirrored(_stroke("M-14-62-22 0", LINE, 1.4))
    return shoulders + folds + front + hems


def _features(theme: Theme, *, lips: str) -> str:
    """Return eyes, brows, nose and mouth of a face at (0, -88)."""
    eyes = _mirrored(_disc(8, -92, 2.5, LINE) + _stroke("M4-98.5C6-100.5 10-100.5 12.5-98.5", theme["hair"], 2))
    nose = _stroke("M0-91C-1-87-3.5-84-2.5-82.5-1.5-81.5 0-81.5 1.5-82", LINE, 1.5)
    return eyes + nose + _stroke("M-5-75.5C-2-73.5 2-73.5 5-75.5", lips, 2.6)


def _king(theme: Theme) -> str:
    sword = _path("M50-40V-112L54-121 58-112V-40Z", theme["cloth"], LINE, 1.8) + _path(
        "M41-46H67V-40H41ZM51-40H57V-22H51Z", theme["gold"], LINE, 1.8
    )
    ermine = _path("M-38-56C-24-68 24-68 38-56L32-38C14-30-14-30-32-38Z", theme["cloth"], LINE)
    spots = _mirrored(_path("M24-53 27-46H21ZM12-46 15-39H9Z", LINE))
    face = _path("M-21-108H21V-84C21-70 11-62 0-62S-21-70-21-84Z", theme["skin"], LINE)
    beard = _path(
        "M-28-108H-20V-90C-14-80-8-79 0-79S14-80 20-90V-108H28V-80C28-58 12-48 0-42-12-48-28-58-28-80Z",
        theme["hair"],
        LINE,
    )
    crown = _path("M-28-104-33-128-16-117 0-133 16-117 33-128 28-104Z", theme["gold"], LINE)
    band = _stroke("M-27-109.5H27", SUIT, 3.4) + "".join(_disc(x, y, 3.6, SUIT, LINE) for x, y in _TIPS)
    return (
        _robe(theme)
        + sword
        + _disc(54, -33, 8, theme["skin"], LINE)
        + ermine
        + spots
        + face
        + beard
        + crown
        + band
        + (_features(theme, lips=theme["skin"]))
    )


_TIPS: Final = ((-33, -128), (0, -132), (33, -128))


def _queen(theme: Theme) -> str:
    locks = _path(
        "M-22-100C-40-84-34-62-42-44-30-36-16-42-14-58L14-58C16-42 30-36 42-44 34-62 40-84 22-100Z", theme["hair"], LINE
    )
    stem = _stroke("M54-8V-80M54-52C62-54 66-60 66-66M54-46C46-48 44-54 44-58", theme["green"], 3)
    petals = "".join(_disc(54 + x, -88 + y, 6.2, SUIT, LINE) for x, y in _PETALS)
    flower = stem + petals + _disc(54, -88, 4.6, theme["gold"], LINE)
    neck = _path("M-9-72H9V-54L0-46-9-54Z", theme["skin"], LINE)
    ruff = _mirrored(_path("M9-60C22-66 36-58 40-48 30-50 20-42 6-40L9-52Z", theme["cloth"], LINE))
    pearls = "".join(_disc(x, y, 2.6, theme["gold"], LINE) for x, y in ((-8, -57), (0, -51), (8, -57)))
    face = element("ellipse", cx=0, cy=-87, rx=19, ry=23, fill=theme["skin"], stroke=LINE, stroke_width=2.4)
    fringe = _path("M-23-84C-27-114 27-114 23-84 18-98 8-102 0-104-8-102-18-98-23-84Z", theme["hair"], LINE)
    crown = _path(
        "M-21-104-27-124-13-115-8-129 0-116 8-129 13-115 27-124 21-104C8-109-8-109-21-104Z", theme["gold"], LINE
    )
    tips = _mirrored(_disc(27, -124, 3.2, theme["cloth"], LINE) + _disc(8, -129, 3.2, theme["cloth"], LINE))
    return (
        _robe(theme)
        + flower
        + _disc(54, -33, 7.5, theme["skin"], LINE)
        + locks
        + neck
        + ruff
        + pearls
        + face
        + fringe
        + (crown + _disc(0, -110.5, 3, SUIT) + tips + _features(theme, lips=theme["red"]))
    )


_PETALS: Final = ((0, -8), (7.6, -2.5), (4.7, 6.5), (-4.7, 6.5), (-7.6, -2.5))


def _jack(theme: Theme) -> str:
    bob = _path("M-27-108H27V-76C27-66 18-66 15-72H-15C-18-66-27-66-27-76Z", theme["hair"], LINE)
    neck = _path("M-9-72H9V-54H-9Z", theme["skin"], LINE)
    collar = _mirrored(_path("M0-50 9-62 32-57 24-38Z", theme["cloth"], LINE))
    face = _path("M-19-106H19V-84C19-70 10-63 0-63S-19-70-19-84Z", theme["skin"], LINE)
    fringe = _path("M-21-106H21V-97C10-104-10-104-21-97Z", theme["hair"])
    feather = _path("M20-110C24-128 40-136 58-134 60-120 44-108 24-106Z", theme["cloth"], LINE) + _stroke(
        "M24-109C34-120 44-127 52-130", LINE, 1.4
    )
    cap = _path("M-30-106C-38-122-16-134 4-131 26-129 38-118 30-106Z", SUIT, LINE)
    band = _path("M-30-108C-12-113 12-113 30-108V-101C12-106-12-106-30-101Z", theme["gold"], LINE, 1.8)
    staff = _stroke("M54 0V-86", theme["hair"], 5) + _path("M54-98 62-88 54-72 46-88Z", theme["gold"], LINE, 1.8)
    return (
        _robe(theme)
        + staff
        + _disc(54, -33, 7.5, theme["skin"], LINE)
        + bob
        + neck
        + collar
        + face
        + fringe
        + feather
        + cap
        + (band + _features(theme, lips=theme["red"]))
    )


COURTS: Final[Mapping[str, Callable[[Theme], str]]] = {"J": _jack, "Q": _queen, "K": _king}
"""The functions that draw the figures, by rank."""


def jester(theme: Theme) -> str:
    """Return the figure of the joker."""
    red, green, gold, cloth = theme["red"], theme["green"], theme["gold"], theme["cloth"]
    body = _path("M0 46H-42C-62 74-68 106-68 140H0Z", red, LINE) + _path("M0 46H42C62 74 68 106 68 140H0Z", green, LINE)
    buttons = "".join(_disc(0, y, 6, cloth, LINE) for y in (94, 118))
    collar = _path("M-52 34-46 70-27 46-14 82 0 48 14 82 27 46 46 70 52 34C30 22-30 22-52 34Z", gold, LINE)
    bells = "".join(_disc(x, y, 5, cloth, LINE) for x, y in ((-46, 72), (-14, 84), (14, 84), (46, 72)))
    face = _disc(0, 0, 36, theme["skin"], LINE) + _mirrored(_disc(20, 10, 6, "#e98b7a"))
    eyes = _mirrored(_path("M13-10 17-3 13 4 9-3Z", LINE) + _stroke("M7-14C10-18 16-18 20-14", theme["hair"], 2.4))
    smile = _stroke("M-18 14C-10 27 10 27 18 14", LINE, 3) + _disc(0, 5, 5, red)
    horns = _path("M-36-6C-34-60-74-74-82-22-70-44-52-34-36-6Z", green, LINE) + _path(
        "M36-6C34-60 74-74 82-22 70-44 52-34 36-6Z", red, LINE
    )
    cap = _path("M-37-8C-34-56-22-84 0-112 22-84 34-56 37-8 16-26-16-26-37-8Z", gold, LINE) + _path(
        "M0-112C22-84 34-56 37-8 27-17 14-21 0-21Z", cloth, LINE
    )
    tips = "".join(_disc(x, y, 9, gold, LINE) for x, y in ((-82, -16), (82, -16), (0, -116)))
    return body + buttons + collar + bells + horns + face + eyes + smile + cap + tips

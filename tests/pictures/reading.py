"""Read pictures again: their elements, the cards that they show, and where everything lies."""

import re
from collections import Counter
from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final
from xml.etree.ElementTree import Element, fromstring  # only our own pictures are read

SVG: Final = "{http://www.w3.org/2000/svg}"

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Final = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def parsed(svg: str) -> Element:
    """Return the root of a picture; raise an error if it is not well-formed."""
    return fromstring(svg)  # noqa: S314  # our own picture


def ids(svg: str) -> list[str]:
    """Return all ids in a picture, in order."""
    return re.findall(r'\bid="([^"]+)"', svg)


def references(svg: str) -> set[str]:
    """Return the ids to which elements of a picture refer."""
    labels = {name for names in re.findall(r'aria-\w+="([^"]+)"', svg) for name in names.split()}
    return labels | set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))


def symbol(svg: str, name: str) -> Element:
    """Return the symbol of that name."""
    (found,) = [element for element in parsed(svg).iter() if element.get("id", "").endswith(f"-{name}")]
    return found


def cards_shown(svg: str) -> Counter[str]:
    """Return how often each card is drawn; backs are not counted."""
    cards = Counter(element.get("data-card", "") for element in parsed(svg).iter(f"{SVG}use"))
    del cards["??"], cards[""]
    return cards


def words(svg: str) -> str:
    """Return the title and the description."""
    root = parsed(svg)
    return " | ".join(root.findtext(f"{SVG}{tag}", "") for tag in ("title", "desc"))


def texts(svg: str) -> list[str]:
    """Return the texts that are drawn."""
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def corners(svg: str) -> Iterator[tuple[float, float]]:
    """Yield the corners of all that is drawn: of rectangles and of cards."""
    yield from _corners(parsed(svg), IDENTITY)


def _corners(element: Element, outer: Matrix) -> Iterator[tuple[float, float]]:
    if element.tag == f"{SVG}defs":
        return
    matrix = _times(outer, _matrix(element.get("transform", "")))
    if element.tag in (f"{SVG}rect", f"{SVG}use"):
        x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
        for left in (x, x + width):
            for top in (y, y + height):
                yield _moved(matrix, left, top)
    for child in element:
        yield from _corners(child, matrix)


def _matrix(transform: str) -> Matrix:
    found: Matrix = IDENTITY
    for name, arguments in re.findall(r"(\w+)\(([^)]*)\)", transform):
        numbers = [float(part) for part in arguments.split()]
        if name == "translate":
            found = _times(found, (1, 0, 0, 1, numbers[0], numbers[1]))
        elif name == "rotate":
            turn, x, y = radians(numbers[0]), numbers[1], numbers[2]
            rotation = (cos(turn), sin(turn), -sin(turn), cos(turn), 0.0, 0.0)
            found = _times(_times(_times(found, (1, 0, 0, 1, x, y)), rotation), (1, 0, 0, 1, -x, -y))
        else:
            raise AssertionError(f"the pictures have no {name}")
    return found


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def _moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f

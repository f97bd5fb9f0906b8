"""SVG as text: elements, drawings that are composed like boxes, and whole documents.

A drawing refers to the symbols that it uses by their names. :func:`document` defines just these, and puts a hash of the whole
content before the names, so several pictures may stand in one page.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Final

from attrs import frozen

from cardrules.pictures.theme import Theme

MARK: Final = "\1"
"""What stands before each name until the content, and with it the prefix of names, is known; no XML can hold it."""

_FORBIDDEN: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML cannot hold, not even as references."""

_ESCAPES: Final = {ord(character): f"&#{ord(character)};" for character in "&<>\"'"}
"""The characters that mean something in XML."""


def escape(text: str) -> str:
    """Return a text for an element or an attribute; characters that XML cannot hold become U+FFFD."""
    return _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text).translate(_ESCAPES)


def number(value: float) -> str:
    """Return a number with at most two decimals."""
    return f"{round(value, 2) + 0:g}"  # -0.0 + 0 is 0.0


def element(tag: str, content: str = "", /, **attributes: float | str | None) -> str:
    """Return an element; ``stroke_width=2`` is its attribute ``stroke-width``, one that is ``None`` is left out."""
    found = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{found}>{content}</{tag}>" if content else f"<{tag}{found}/>"


def use(symbol: str, x: float, y: float, width: float, height: float, /, **attributes: float | str | None) -> str:
    """Return an element that shows a symbol in a box."""
    return element("use", href=f"#{MARK}{symbol}", x=x, y=y, width=width, height=height, **attributes)


def moved(body: str, x: float, y: float) -> str:
    """Return elements moved to the right and down."""
    return element("g", body, transform=f"translate({number(x)} {number(y)})") if body and (x or y) else body


@frozen
class Drawing:
    """Elements that fill a box, whose top left corner is the origin."""

    width: float = 0
    height: float = 0
    body: str = ""

    def padded(self, across: float, down: float) -> "Drawing":
        """Return the drawing with a margin at both sides, and above and below."""
        return Drawing(self.width + 2 * across, self.height + 2 * down, moved(self.body, across, down))

    def marked(self, **attributes: float | str) -> "Drawing":
        """Return the drawing as one element with these attributes, for scripts that look for it."""
        return Drawing(self.width, self.height, element("g", self.body, **attributes) if self.body else "")


def stacked(parts: Iterable[Drawing], gap: float = 0, align: float = 0.5) -> Drawing:
    """Return the drawings below each other; ``align`` is 0 for the left, 0.5 for the middle."""
    shown = [part for part in parts if part.body]
    width = max((part.width for part in shown), default=0)
    body, y = "", 0.0
    for part in shown:
        body += moved(part.body, (width - part.width) * align, y)
        y += part.height + gap
    return Drawing(width, max(y - gap, 0), body)


def beside(parts: Iterable[Drawing], gap: float = 0, align: float = 0.5) -> Drawing:
    """Return the drawings beside each other; ``align`` is 0 for the top, 1 for the bottom."""
    shown = [part for part in parts if part.body]
    height = max((part.height for part in shown), default=0)
    body, x = "", 0.0
    for part in shown:
        body += moved(part.body, x, (height - part.height) * align)
        x += part.width + gap
    return Drawing(max(x - gap, 0), height, body)


def wrapped(parts: Iterable[Drawing], width: float, gap: float, down: float | None = None) -> Drawing:
    """Return the drawings beside each other, in as many rows as the width needs; ``down`` is the space between these."""
    rows: list[list[Drawing]] = []
    left = 0.0
    for part in parts:
        if not part.body:
            continue
        if not rows or part.width > left:
            rows.append([])
            left = width
        rows[-1].append(part)
        left -= part.width + gap
    return stacked([beside(row, gap, 1) for row in rows], gap if down is None else down)


FONT: Final = "system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif"

WIDE: Final = re.compile("[\u1100-\uffff\U00010000-\U0010ffff]")
"""The characters that are about as wide as high."""


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is; the fonts of those who look at it are not known."""
    return size * ((0.61 if bold else 0.56) * len(text) + 0.5 * len(WIDE.findall(text)))


def shortened_to(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return the text, cut with an ellipsis where it would be wider."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(text + "…", size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def text_line(text: str, size: float, fill: str, *, bold: bool = False) -> Drawing:
    """Return a line of text, centred in a box of about its size."""
    width = text_width(text, size, bold=bold)
    weight = "bold" if bold else None
    body = element("text", escape(text), x=width / 2, y=size, font_size=size, fill=fill, font_weight=weight)
    return Drawing(width, size * 1.3, body if text else "")


def text_lines(items: Sequence[str], size: float, fill: str, width: float, separator: str) -> Drawing:
    """Return the items with separators between them, in as many lines as the width needs."""
    lines: list[str] = []
    for item in items:
        short = shortened_to(item, size, width)
        longer = f"{lines[-1]}{separator}{short}" if lines else short
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(short)
    return stacked(text_line(line, size, fill) for line in lines)


Symbols = Callable[[str, Theme], str]
"""A function that returns the symbol of that name, as an element without its id."""


def document(drawing: Drawing, theme: Theme, symbols: Symbols, words: tuple[str, str], width: float) -> str:
    """Return a whole SVG document of that width, with a title and a description for those who do not see it."""
    defined: dict[str, str] = {}
    wanted = _symbols_in(drawing.body)
    while wanted:
        defined |= {name: symbols(name, theme) for name in wanted}
        wanted = [name for name in _symbols_in("".join(defined.values())) if name not in defined]
    definitions = "".join(_named(body, name) for name, body in sorted(defined.items()))
    title, description = map(escape, words)
    head = (
        f'<title id="{MARK}title">{title}</title><desc id="{MARK}desc">{description}</desc>{theme.style(f"#{MARK}svg")}'
    )
    root = element(
        "svg",
        f"{head}<defs>{definitions}</defs>{drawing.body}" if definitions else head + drawing.body,
        xmlns="http://www.w3.org/2000/svg",
        id=f"{MARK}svg",
        width=width,
        height=drawing.height * width / drawing.width,
        viewBox=f"0 0 {number(drawing.width)} {number(drawing.height)}",
        font_family=FONT,
        text_anchor="middle",
        role="img",
        aria_labelledby=f"{MARK}title",
        aria_describedby=f"{MARK}desc",
    )
    return root.replace(MARK, f"c{blake2b(root.encode(), digest_size=5).hexdigest()}-") + "\n"


def _symbols_in(body: str) -> list[str]:
    return sorted(set(re.findall(f"#{MARK}([\\w-]+)", body)))


def _named(symbol: str, name: str) -> str:
    """Return the element with an id."""
    return re.sub(r"^<(\w+)", rf'<\1 id="{MARK}{name}"', symbol)

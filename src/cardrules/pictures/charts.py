"""Charts as drawings: panels beside each other, each with lines of bars or marks."""

from typing import Final

from cardrules.pictures.svg import (
    Drawing,
    beside,
    element,
    escape,
    moved,
    shortened_to,
    stacked,
    text_line,
    text_width,
    wrapped,
)
from cardrules.pictures.theme import Theme
from cardrules.play.charts import Chart, Line, Panel

COLOURS: Final = ("blue", "red", "green", "gold", "hair", "edge")
"""The names of the colours of the series; after these they begin again."""

WIDTH: Final = 900
"""The width of a chart."""

MARGIN: Final = 20
LABELS: Final = 110
"""The width of the labels of lines, at most."""
BARS: Final = 190
"""The width of a bar from 0 to 1."""
TEXTS: Final = 110
"""The width of the values in words."""
BAR: Final = 12
"""The height of a bar."""
SIZE: Final = 12
"""The size of the texts."""


def chart_drawing(chart: Chart, theme: Theme) -> Drawing:
    """Return a chart: its title, its series if there are several, and its panels."""
    legend = [_key(name, number, theme) for number, name in enumerate(chart.series)] if len(chart.series) > 1 else []
    panels = [_panel(panel, theme) for panel in chart.panels] + [
        Drawing()
    ]  # which fills the last row if one is missing
    inner = stacked(
        [
            text_line(shortened_to(chart.title, 18, WIDTH - 2 * MARGIN, bold=True), 18, theme["ink"], bold=True),
            wrapped(legend, WIDTH - 2 * MARGIN, 16),
            stacked([beside(row, 20, 0) for row in zip(panels[::2], panels[1::2], strict=False)], 24, 0),
        ],
        14,
    )
    height = inner.height + 2 * MARGIN
    paper = element("rect", width=WIDTH, height=height, fill=theme["paper"])
    return Drawing(WIDTH, height, paper + moved(inner.body, (WIDTH - inner.width) / 2, MARGIN))


def chart_in_words(chart: Chart) -> str:
    """Return the numbers of a chart for those who do not see it."""
    return ". ".join(
        f"{panel.title}: {', '.join(f'{line.label} {_named(chart, line)}{line.text}' for line in panel.lines)}"
        for panel in chart.panels
    )


def _named(chart: Chart, line: Line) -> str:
    return f"{chart.series[line.series]} " if len(chart.series) > 1 else ""


def _colour(series: int, theme: Theme) -> str:
    return theme[COLOURS[series % len(COLOURS)]]


def _key(name: str, series: int, theme: Theme) -> Drawing:
    short = shortened_to(name, SIZE, 300)
    square = element("rect", width=BAR, height=BAR, rx=2, fill=_colour(series, theme))
    return Drawing(BAR + 6 + text_width(short, SIZE), BAR, square + _text(short, BAR + 6, BAR - 2, "start", theme))


def _panel(panel: Panel, theme: Theme) -> Drawing:
    width = LABELS + BARS + TEXTS
    title = shortened_to(panel.title, SIZE + 2, width, bold=True)
    body = _text(title, LABELS, SIZE + 2, "start", theme, bold=True, size=SIZE + 2)
    axis = SIZE + 12.0
    y, last = axis, ""
    for line in panel.lines:
        if line.label != last:
            y += 5 if last else 2
            label = shortened_to(line.label, SIZE, LABELS - 8)
            body += _text(label, LABELS - 8, y + BAR - 2, "end", theme)
            last = line.label
        body += _line(line, y, theme)
        y += BAR + 2
    body += element("path", d=f"M{LABELS} {axis:g}V{y:g}", stroke=theme["edge"], stroke_width=1)
    return Drawing(width, y, body)


def _line(line: Line, y: float, theme: Theme) -> str:
    colour = _colour(line.series, theme)
    start, end = LABELS + line.start * BARS, LABELS + line.end * BARS
    if line.mark is None:
        shape = element("rect", x=start, y=y, width=end - start, height=BAR, fill=colour)
        return shape + _text(line.text, end + 6, y + BAR - 2, "start", theme)
    middle = y + BAR / 2
    whisker = f"M{start:.2f} {middle - 3:g}v6M{start:.2f} {middle:g}H{end:.2f}M{end:.2f} {middle - 3:g}v6"
    return (
        element("path", d=whisker, stroke=colour, stroke_width=1.5)
        + element("circle", cx=LABELS + line.mark * BARS, cy=middle, r=3.5, fill=colour)
        + _text(line.text, LABELS + BARS + 6, y + BAR - 2, "start", theme)
    )


def _text(  # noqa: PLR0913  # a text and how it looks
    text: str, x: float, y: float, anchor: str, theme: Theme, *, bold: bool = False, size: float = SIZE
) -> str:
    weight = "bold" if bold else None
    return element(
        "text", escape(text), x=x, y=y, font_size=size, fill=theme["ink"], text_anchor=anchor, font_weight=weight
    )

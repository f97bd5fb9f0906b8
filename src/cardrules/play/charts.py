"""Charts of counts: bars and marks on lines, as text here and as SVG by :mod:`cardrules.pictures`.

A :class:`Chart` has all that is drawn, with places from 0 to 1, so text and SVG show the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor, isnan
from typing import Final, TypeVar

from attrs import frozen

from cardrules.cards.notebooks import svg_of
from cardrules.game import Amount

N = TypeVar("N", bound=Amount)

BINS: Final = 16
"""The most values that a distribution shows one by one; more of them are put into about as many bins, or fewer."""


@frozen
class Line:
    """A line of a panel: a bar, or a mark with its error to both sides."""

    label: str
    """What is counted; lines with the same label belong together."""
    series: int
    """The number of the series."""
    start: float
    """Where the bar begins, from 0 to 1."""
    end: float
    """Where it ends."""
    text: str
    """The value in words."""
    mark: float | None = None
    """Where the mark is, if this is no bar; the bar is then its error."""


@frozen
class Panel:
    """Lines below a title."""

    title: str
    lines: tuple[Line, ...]


@frozen
class Chart:
    """Panels that show the same series."""

    title: str
    series: tuple[str, ...]
    panels: tuple[Panel, ...]

    def __str__(self) -> str:
        """Return the chart as lines of text."""
        return "\n\n".join("\n".join([panel.title, *self._lines(panel)]) for panel in self.panels)

    def _lines(self, panel: Panel) -> Iterator[str]:
        labels = max(len(line.label) for line in panel.lines)
        names = max(map(len, self.series))
        last = None
        for line in panel.lines:
            label = "" if line.label == last else line.label
            name = f"  {self.series[line.series]:{names}}" if len(self.series) > 1 else ""
            yield f"{label:>{labels}}{name}  {_drawn(line)}  {line.text}"
            last = line.label

    def svg(self) -> str:
        """Return the chart as the text of an SVG file, light or dark as the reader's system is."""
        return svg_of(self)

    def _repr_svg_(self) -> str:
        """Return what notebooks show."""
        return self.svg()


WIDTH: Final = 40
"""The characters of a bar from 0 to 1."""


def _drawn(line: Line) -> str:
    """Return a line in characters."""
    start, end = floor(line.start * WIDTH), floor(line.end * WIDTH + 0.5)
    if line.mark is None:
        return ("█" * end).ljust(WIDTH)
    place = min(floor(line.mark * WIDTH), WIDTH - 1)
    bar = "".join("─" if start <= column < end else " " for column in range(WIDTH))
    return f"{bar[:place]}●{bar[place + 1 :]}"


class Bins:
    """The bins of a distribution: the values themselves if they are few, else intervals of a round size without a gap."""

    def __init__(self, values: Sequence[Amount]) -> None:
        """Find bins for these values."""
        shown = sorted(set(values))
        self._whole = all(isinstance(value, int) for value in shown)
        self._size: Fraction | None = None
        if len(shown) > BINS:
            size = self._size = _step(Fraction(shown[-1] - shown[0]) / BINS, whole=self._whole)
            first, last = shown[0] // size, shown[-1] // size
            shown = [number * size for number in range(first, last + 1)]
        self.names: tuple[str, ...] = tuple(map(self.name, shown))
        """The names of the bins, in order."""

    def name(self, value: Amount) -> str:
        """Return the name of the bin of a value."""
        if self._size is None:
            return f"{float(value):g}"
        first = value // self._size * self._size
        if self._whole:
            return f"{first}" if self._size == 1 else f"{first} to {first + self._size - 1}"
        return f"{float(first):g} up to {float(first + self._size):g}"


def _step(least: Fraction, *, whole: bool) -> Fraction:
    """Return the next of 1, 2, 5, 10 and so on, from the smallest power of ten that a bin may be wide."""
    power = Fraction(1) if whole else Fraction(1, 1000)
    while 10 * power < least:
        power *= 10
    return next(digit * power for digit in (1, 2, 5, 10) if digit * power >= least)


def distribution(title: str, counts: Sequence[Mapping[N, int]], bins: Bins) -> Panel:
    """Return a panel of the shares of values, in all the bins; ``counts`` has a mapping for each series."""
    grouped: list[dict[str, int]] = [dict.fromkeys(bins.names, 0) for _ in counts]
    for group, series in zip(grouped, counts, strict=True):
        for value, times in series.items():
            group[bins.name(value)] += times
    return shares(title, grouped)


def shares(title: str, counts: Sequence[Mapping[str, int]]) -> Panel:
    """Return a panel of the shares of labels, in the order in which they come."""
    labels = dict.fromkeys(label for series in counts for label in series)
    totals = [sum(series.values()) for series in counts]
    parts = {
        (label, number): series.get(label, 0) / (total or 1)
        for label in labels
        for number, (series, total) in enumerate(zip(counts, totals, strict=True))
    }
    most = max(parts.values())
    return Panel(
        title,
        tuple(Line(label, number, 0, part / most, f"{part:.1%}") for (label, number), part in parts.items()),
    )


def means(title: str, values: Sequence[tuple[str, int, float, float]]) -> Panel:
    """Return a panel of means, each with its label, series and error."""
    known = [(label, series, mean, 0.0 if isnan(error) else error) for label, series, mean, error in values]
    low = min(mean - error for *_, mean, error in known)
    high = max(mean + error for *_, mean, error in known)
    low, high = (low - 1, high + 1) if low == high else (low - (high - low) / 20, high + (high - low) / 20)

    def place(value: float) -> float:
        return (value - low) / (high - low)

    return Panel(
        title,
        tuple(
            Line(label, series, place(mean - error), place(mean + error), f"{mean:.3f}, error {error:.3f}", place(mean))
            for label, series, mean, error in known
        ),
    )

"""Write the numbers of simulations to files, as CSV and as JSON."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from io import StringIO
from math import isnan
from typing import Final

from cardrules.game import Amount
from cardrules.play.compare import Difference
from cardrules.play.summary import Summary
from cardrules.play.text import format_value

COLUMNS: Final = ("variant", "what", "seat", "value", "games")
"""The columns of a CSV file: each row says in how many games something had a value."""

CSV_START: Final = ",".join(COLUMNS).encode()
JSON_START: Final = b'{"simulation": '


def as_csv(summaries: Mapping[str, Summary], differences: Sequence[Difference]) -> str:
    """Return how often each score, winner, length, detail and difference occurred."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, summary in summaries.items():
        writer.writerows((name, *row) for row in _rows(summary))
    for gain in differences:
        writer.writerows((gain.variant, "difference", gain.seat, _number(value), n) for value, n in gain.counts.items())
    return text.getvalue()


def _rows(summary: Summary) -> Iterator[tuple[object, ...]]:
    for seat, counts in enumerate(summary.scores):
        yield from ((summary.score, seat, _number(value), games) for value, games in counts.items())
    yield from (("winners", "", _seats(seats), games) for seats, games in summary.winners.items())
    yield from (("moves", "", value, games) for value, games in summary.lengths.items())
    for name, counted in summary.details.items():
        yield from ((name, "", format_value(value), games) for value, games in counted.items())


def as_json(summaries: Mapping[str, Summary], differences: Sequence[Difference], seed: object) -> str:
    """Return the same, with the means and their errors; the values stand in pairs with their numbers of games."""
    variants = [
        {
            "variant": name,
            "games": summary.games,
            "interrupted": summary.interrupted,
            "lowest_wins": summary.lowest_wins,
            "means": [*map(float, summary.means)],
            "errors": [*map(_known, summary.standard_errors)],
            "wins": summary.wins,
            "scores": [_pairs(counts) for counts in summary.scores],
            "winners": [[list(seats), games] for seats, games in summary.winners.items()],
            "moves": _pairs(summary.lengths),
            "details": {
                part: [[format_value(value), games] for value, games in counts.items()]
                for part, counts in summary.details.items()
            },
        }
        for name, summary in summaries.items()
    ]
    gains = [
        {
            "variant": gain.variant,
            "seat": gain.seat,
            "mean": float(gain.mean),
            "error": _known(gain.error),
            "interval": [*map(_known, gain.interval)],
            "real": gain.is_real,
            "counts": _pairs(gain.counts),
        }
        for gain in differences
    ]
    return json.dumps({"simulation": {"seed": seed, "variants": variants, "differences": gains}}, indent=None) + "\n"


def _pairs(counts: Mapping[int, int] | Mapping[Amount, int]) -> list[list[float]]:
    return [[_number(value), games] for value, games in counts.items()]


def _number(value: Amount) -> float:
    return float(value) if isinstance(value, Fraction) else value


def _known(value: float) -> float | None:
    return None if isnan(value) else value


def _seats(seats: Sequence[int]) -> str:
    return " ".join(map(str, seats))

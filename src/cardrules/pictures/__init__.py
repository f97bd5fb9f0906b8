"""Pictures of cards, hands, piles and tables as SVG, which is text: nothing else is needed, and nothing is loaded.

>>> from cardrules.cards import Hand
>>> svg = picture(Hand.parse("QS 10H 2C"))
>>> svg[:40]
'<svg xmlns="http://www.w3.org/2000/svg" '

The picture of a state shows the whole state, and that of a view what the seat sees: no byte of it depends on anything else.
Equal arguments give the same text on every run. A picture needs no script, font or file, and its names are its own, so any
number of pictures may stand in a page.
"""

from collections.abc import Sequence
from typing import Any, Final

import attrs

from cardrules.cards import Card, Deck, Hand
from cardrules.game import StateLike
from cardrules.pictures.charts import chart_drawing, chart_in_words
from cardrules.pictures.faces import symbol
from cardrules.pictures.hands import empty_place, fan, pile_of, single
from cardrules.pictures.layout import ANY, layout_of
from cardrules.pictures.layout import Layout as Layout
from cardrules.pictures.layout import SupportsLayout as SupportsLayout
from cardrules.pictures.scene import in_words, scene_of
from cardrules.pictures.svg import document
from cardrules.pictures.tables import NARROWEST, natural_width, table
from cardrules.pictures.theme import Theme as Theme
from cardrules.pictures.theme import style_sheet as style_sheet
from cardrules.play.charts import Chart
from cardrules.play.table import Table
from cardrules.play.text import format_count
from cardrules.seats import Seat

AUTO: Final = Theme()
"""The theme of pictures by default: two colours, light or dark as the reader's system is."""

CARD: Final = 120
"""The width of a picture of a card or a pile, in pixels, if none is given."""

WIDEST: Final = 100_000
"""The largest width of a picture, in pixels."""

_HAND_CARD, _HAND = 80, 1_000
"""The width of a card of a hand, and the largest of a hand, before its picture is scaled."""


def picture(  # noqa: PLR0913  # what does not suit most pictures has a name
    shown: Card | Hand | Chart | StateLike | Table[Any, Any, Any],
    *,
    names: Sequence[str] = (),
    you: Seat | None = None,
    game: object = None,
    layout: Layout | None = None,
    theme: Theme = AUTO,
    width: float | None = None,
) -> str:
    """Return the picture of a card, a hand, a deck, a state or view of any game, a table or a chart, as an SVG file's text.

    The cards of a hand are sorted by suit, and by the ``ranking`` of the ``layout``. A deck is a pile, face down. Around a
    table sit the seats, clockwise, with their ``names``, "seat 0" and so on if none are given; ``you`` is the seat in
    front. That hides nothing: pass ``view(state, seat)`` for what a seat sees. The library's games, and a ``game`` with a
    constant ``LAYOUT``, have layouts; others need none. The ``width`` is in pixels, and below 640 the seats sit in rows.

    Raises :class:`~cardrules.errors.ViewError` for a seat ``you`` that is not at the table, ``ValueError`` for a width
    below 1 or beyond :data:`WIDEST`, and ``TypeError`` for any other object.
    """
    _require_width(width)
    if isinstance(shown, Deck):
        return pile(shown, theme=theme, width=width)
    if isinstance(shown, Card):
        drawn = single(shown, width or CARD)
        return document(drawn, theme, symbol, (in_words(shown), ""), drawn.width)
    if isinstance(shown, Hand):
        return _picture_of_hand(shown, layout or ANY, theme, width)
    if isinstance(shown, Chart):
        drawn = chart_drawing(shown, theme)
        return document(drawn, theme, symbol, (shown.title, chart_in_words(shown)), width or drawn.width)
    state: StateLike = shown.state if isinstance(shown, Table) else shown
    if not attrs.has(type(state)):
        raise TypeError(f"picture() shows cards, hands, and the states and tables of games, not {shown!r}")
    game = shown.game if isinstance(shown, Table) else game
    scene = scene_of(state, layout or layout_of(state, game), names, you)
    natural = natural_width(len(scene.places))
    drawn = table(scene, theme, natural if width is None else min(max(width, NARROWEST), natural), you or 0)
    return document(drawn, theme, symbol, scene.words, width or natural)


def _require_width(width: float | None) -> None:
    if width is not None and not 1 <= width <= WIDEST:
        raise ValueError(f"a picture must be 1 to {WIDEST} pixels wide, not {width}")


def _picture_of_hand(hand: Hand, layout: Layout, theme: Theme, width: float | None) -> str:
    cards = layout.sorted(hand)
    drawn = fan(cards, _HAND_CARD, _HAND, theme) if cards else empty_place(_HAND_CARD, theme)
    words = format_count(len(cards)), ", ".join(map(in_words, cards))
    return document(drawn, theme, symbol, words, width or drawn.width)


def pile(cards: Hand, *, face_up: bool = False, theme: Theme = AUTO, width: float | None = None) -> str:
    """Return the picture of cards in a pile, with their number: face down, or with the first card on top, face up.

    Raises ``ValueError`` as :func:`picture` does.
    """
    _require_width(width)
    top = cards[0] if face_up and cards else None
    drawn = pile_of(len(cards), width or CARD, theme, top)
    words = f"pile of {format_count(len(cards))}", "" if top is None else f"{in_words(top)} on top"
    return document(drawn, theme, symbol, words, width or drawn.width)

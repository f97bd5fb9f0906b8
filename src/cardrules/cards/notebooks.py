"""What notebooks show instead of a ``repr``: the picture of a card, a hand or a table.

The classes that are shown lie below :mod:`cardrules.pictures` and know nothing of it. So it is looked up by its name, as
:mod:`cardrules.catalogue` looks up games, and no program loads it that shows no picture.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Final

PICTURES: Final = "cardrules.pictures"
"""The module whose function ``picture`` draws."""


def svg_of(shown: object) -> str:
    """Return the picture of a card, a hand or a table as the text of an SVG file."""
    picture: Callable[[object], str] = import_module(PICTURES).picture
    return picture(shown)

"""Themes: the colours of pictures, and how light and dark are chosen."""

from collections.abc import Mapping
from typing import Final, Literal

from attrs import field, frozen
from attrs.validators import in_

LIGHT: Final[Mapping[str, str]] = {
    "paper": "#fffefa",
    "edge": "#9a948a",
    "ink": "#1d2026",
    "black": "#1d2026",
    "red": "#c8202f",
    "green": "#1d7a3e",
    "blue": "#1f5fb4",
    "back": "#274b86",
    "weave": "#7f9fd0",
    "felt": "#2a644a",
    "rim": "#204d39",
    "plate": "#1c4935",
    "text": "#f4f7f2",
    "faint": "#c8dbd0",
    "accent": "#ffd257",
    "gold": "#e5b13c",
    "front": "#efc55f",
    "skin": "#f6d9bd",
    "hair": "#7a4a24",
    "cloth": "#fbf0d8",
}
"""The colours on light pages by what they are for."""

DARK: Final[Mapping[str, str]] = {
    **LIGHT,
    "paper": "#262a31",
    "edge": "#5b616c",
    "ink": "#e9ebee",
    "black": "#e9ebee",
    "red": "#ff6f72",
    "green": "#6fd08c",
    "blue": "#7db4ff",
    "back": "#1c2f52",
    "weave": "#4c6da6",
    "felt": "#17342a",
    "rim": "#0f241d",
    "plate": "#0f261d",
    "text": "#e3ebe6",
    "faint": "#8fac9d",
    "gold": "#d9a93e",
    "front": "#4f431f",
    "skin": "#e8c6a6",
    "hair": "#a06b3c",
    "cloth": "#3d424c",
}
"""The colours on dark pages."""

TWO_COLOURS: Final = {"C": "black", "D": "red", "H": "red", "S": "black"}
"""The colours of the suits in most packs, by the letter of the suit."""

FOUR_COLOURS: Final = {"C": "green", "D": "blue", "H": "red", "S": "black"}
"""A colour for each suit, as in packs for players who must not mistake one for another."""


@frozen(kw_only=True)
class Theme:
    """The colours of a picture.

    >>> Theme(colours=4, mode="dark").suit("D")
    '#7db4ff'
    """

    colours: Literal[2, 4] = field(default=2, validator=in_((2, 4)))
    """The number of colours of the suits: two, or one for each."""

    mode: Literal["auto", "light", "dark", "page"] = field(
        default="auto", validator=in_(("auto", "light", "dark", "page"))
    )
    """Whether the picture is ``light`` or ``dark``, or asks the reader's system which (``auto``), which browsers understand.

    With ``page`` the page that holds the picture defines the colours: :func:`style_sheet` has the rules.
    """

    def __getitem__(self, name: str) -> str:
        """Return a colour for an attribute: itself, or where it is not fixed the variable that has it."""
        if self.mode in ("light", "dark"):
            return (DARK if self.mode == "dark" else LIGHT)[name]
        return f"var(--card-{name})"

    def suit(self, letter: str) -> str:
        """Return the colour of a suit, given by its letter."""
        return self[(TWO_COLOURS if self.colours == 2 else FOUR_COLOURS)[letter]]

    def style(self, selector: str) -> str:
        """Return the element that defines the colours within a picture; nothing if they are fixed or the page has them."""
        return f"<style>{style_sheet(selector)}</style>" if self.mode == "auto" else ""


def style_sheet(selector: str = ":root") -> str:
    """Return rules of CSS that define the colours: dark ones if the reader prefers them.

    A page that holds pictures of the mode ``page`` needs these rules, or others for the same variables.
    """
    light, dark = (
        f"{selector}{{{';'.join(f'--card-{name}:{value}' for name, value in colours.items())}}}"
        for colours in (LIGHT, {name: value for name, value in DARK.items() if value != LIGHT[name]})
    )
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"

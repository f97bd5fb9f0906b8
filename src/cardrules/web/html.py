"""HTML as text: elements whose content is escaped unless it is HTML already."""

from html import escape
from typing import Final

VOID: Final = ("input", "link", "meta")
"""The elements that have no end."""


class Html(str):
    """A text that is HTML."""

    __slots__ = ()


def join(*parts: str) -> Html:
    """Return the parts one after the other; those that are not HTML are escaped."""
    return Html("".join(part if isinstance(part, Html) else escape(part) for part in parts))


def tag(name: str, /, *content: str, **attributes: str | int | bool | None) -> Html:
    """Return an element.

    ``for_="x"`` is its attribute ``for`` and ``aria_live="polite"`` is ``aria-live``. One that is ``True`` has no value, one
    that is ``False`` or ``None`` is left out.
    """
    shown = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    return Html(f"<{name}{shown}>" + ("" if name in VOID else f"{join(*content)}</{name}>"))

"""How texts and pictures tell the fields of a state: under which label, and when they are left out.

A field is told under its name unless it declares another label, the word that a player would use::

    number: int = field(metadata=told("deal"))
    maker: Seat = field(metadata=told("by", joined=True))
    calls: tuple[Call, ...] = field(default=(), metadata=told("said", by_seat=False))
    royal: Seat | None = field(default=None, metadata=UNTOLD)

With these, a text reads "deal 3 · trump ♣ by seat 1 · said pass, accept". Labels change neither JSON nor digests.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def told(  # noqa: PLR0913  # keywords, of which a field needs one or two
    label: str | None = None,
    *,
    joined: bool = False,
    empty: str = "",
    zero: bool = True,
    from_one: bool = False,
    by_seat: bool = True,
    omittable: bool = False,
) -> Mapping[str, object]:
    """Return the metadata of a field that is told under a label; without one, under its name in words.

    - ``joined``: it goes on with the field before it, as in "trump ♣ by seat 1";
    - ``empty``: the text for ``None`` and for an empty tuple, such as "no trump"; by default the field is left out then;
    - ``zero``: whether 0 is told;
    - ``from_one``: it is a place from 0, and people count from 1;
    - ``by_seat``: whether a tuple with one item per seat has them by seat (see :data:`~cardrules.seats.NOT_BY_SEAT`);
    - ``omittable``: whether texts and JSON leave its default out (see :data:`~cardrules.game.OMITTABLE`).
    """
    told_as = {"label": label, "joined": joined, "empty": empty, "zero": zero, "from_one": from_one}
    return MappingProxyType({**told_as, "by_seat": by_seat, "omittable": omittable})


UNTOLD: Final[MappingProxyType[str, object]] = MappingProxyType({"untold": True})
"""The metadata of a field that only the rules need: texts and pictures leave it out. It is not for zones of cards.

A tuple that is not by seat still says so: ``UNTOLD | NOT_BY_SEAT``.
"""

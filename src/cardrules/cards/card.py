"""Suits, ranks, cards, jokers, the back of a card, and packs.

Cards are interned: there is one object for each rank and suit, and cards are equal only if they are the same object.
Copies of a card in a multiple pack differ only in where they lie.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import product
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NoReturn

from cardrules.cards.notebooks import svg_of
from cardrules.errors import TextError


class _IdentityEnum(Enum):
    """An enumeration whose members are hashed by identity, since each member is a single object.

    ``Enum`` computes the hash from the name, in Python; with that a random play-out would take a tenth longer.
    """

    if TYPE_CHECKING:

        def __hash__(self) -> int: ...

    else:
        __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Suit(_IdentityEnum):
    """The four suits, in the order of a new pack."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The symbol of the suit, such as ``"♠"``."""
        return "♣♦♥♠"["CDHS".index(self.value)]

    def __str__(self) -> str:
        return self.symbol


class Rank(_IdentityEnum):
    """The thirteen ranks, in the order of a new pack; a game may rank them in another order."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    def __str__(self) -> str:
        return self.value


class Card:
    """A playing card: ``Card(Rank.QUEEN, Suit.SPADES)``, or ``Card.parse("QS")``.

    Cards are immutable and stay the same object when pickled or copied. They do not compare as less or greater: sort
    them by a :class:`~cardrules.cards.ranking.Ranking` or by ``index``. A joker and the back of a card have no rank and no
    suit; these attributes then raise ``AttributeError``.
    """

    __slots__ = ("ascii", "index", "rank", "suit", "text")

    rank: Rank
    suit: Suit
    index: int
    """The position in a new pack: clubs, diamonds, hearts, spades, each from two to ace, then jokers."""
    text: str
    """The card as it is printed: ``"Q♠"``."""
    ascii: str
    """The card with a letter for the suit: ``"QS"``."""

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":  # noqa: PYI034  # the class makes no objects of subclasses
        """Return the one card of that rank and suit; raises ``TypeError`` for arguments of other types."""
        try:
            return _INTERNED[rank, suit]
        except (KeyError, TypeError):
            raise TypeError(f"a card needs a Rank and a Suit, not {rank!r} and {suit!r}") from None

    @staticmethod
    def parse(text: str) -> "Card":
        """Parse a card: ``QS``, ``qs``, ``Q♠``, ``10h``, ``Th``.

        A joker is ``JK`` or ``joker``, the back of a card ``??``. Raises :class:`~cardrules.errors.TextError`, which names
        the first character that cannot be part of a card.
        """
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise _parse_error(text) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __reduce__(self) -> "str | tuple[type[Card], tuple[Rank, Suit]]":
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __repr__(self) -> str:
        return f"Card.parse({self.ascii!r})"

    def _repr_svg_(self) -> str:
        """Return what notebooks show."""
        return svg_of(self)


class _Faceless(Card):
    """A card without rank and suit: the joker, and the back of any card."""

    __slots__ = ("_name",)
    _name: str

    def __getattr__(self, attribute: str) -> NoReturn:
        raise AttributeError(f"{self._name} has no {attribute}")  # called for the empty slots, rank and suit

    def __reduce__(self) -> str:
        return self._name


def _parse_error(text: object) -> TextError:
    if not isinstance(text, str):
        return TextError(f"a card is parsed from a string, not from {text!r}", repr(text))
    for position, character in enumerate(text, 1):
        if character not in "0123456789TtJjQqKkAaCcDdHhSs♣♦♥♠":
            fault = f"{character!a} at position {position} is not part of a rank or suit; "
            break
    else:
        fault = ""
    example = "a card is a rank 2-10 J Q K A and a suit C D H S, such as QS, 10h or Q♠, or JK for a joker"
    return TextError(f"no card {text!r}: {fault}{example}", text)


def _with_slots(card: Card, **values: object) -> Card:
    for slot, value in values.items():
        object.__setattr__(card, slot, value)
    return card


def _faceless(name: str, index: int, text: str) -> Card:
    return _with_slots(object.__new__(_Faceless), _name=name, index=index, text=text, ascii=text)


def _make(rank: Rank, suit: Suit, index: int) -> Card:
    text, plain = rank.value + suit.symbol, rank.value + suit.value
    return _with_slots(object.__new__(Card), rank=rank, suit=suit, index=index, text=text, ascii=plain)


_CARDS: Final = tuple(_make(rank, suit, index) for index, (suit, rank) in enumerate(product(Suit, Rank)))
_INTERNED: Final = {(card.rank, card.suit): card for card in _CARDS}

JOKER: Final = _faceless("JOKER", 52, "JK")
"""A joker. All jokers are equal."""

FACE_DOWN: Final = _faceless("FACE_DOWN", 53, "??")
"""The back of a card: views show it for each card that a seat cannot see."""


def _spellings() -> Iterable[tuple[str, Card]]:
    for card in _CARDS:
        name = card.rank.value
        for rank in {name, name.lower(), *("Tt" if name == "10" else "")}:
            for suit in (card.suit.value, card.suit.value.lower(), card.suit.symbol):
                yield rank + suit, card
    yield from ((text, JOKER) for text in ("JK", "Jk", "jK", "jk", "JOKER", "Joker", "joker"))
    yield "??", FACE_DOWN


_BY_TEXT: Final[Mapping[str, Card]] = MappingProxyType(dict(_spellings()))

by_index: Final = attrgetter("index")
"""The sort key that puts cards in the order of a new pack."""


def pack(without: Iterable[Rank] = (), *, copies: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """Return a sorted pack: ``copies`` of each card, except those of the ranks ``without``, and then the jokers.

    ``jokers`` is the number of all jokers, whatever the copies. Equal cards are adjacent. Raises ``ValueError`` for less
    than one copy, a negative number of jokers, or an object in ``without`` that is not a rank.
    """
    if copies < 1 or jokers < 0:
        raise ValueError(f"a pack has at least 1 copy of each card and at least 0 jokers, not {copies} and {jokers}")
    excluded = set(map(Rank, without))
    distinct = [card for card in _CARDS if card.rank not in excluded]
    return (*(card for card in distinct for _ in range(copies)), *(JOKER for _ in range(jokers)))


PACK_52: Final = pack()
"""The standard pack."""

PACK_40: Final = pack(without=(Rank.EIGHT, Rank.NINE, Rank.TEN))
"""A pack without eights, nines and tens, as for games of the Tressette family."""

PACK_32: Final = pack(without=(Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX))
"""A pack from seven to ace, as for games of the Jass family."""

PACK_96: Final = pack(without=(Rank.ACE,), copies=2)
"""Two standard packs without aces."""

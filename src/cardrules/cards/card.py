"""Suits, ranks and cards; jokers, the back of a card, and packs as data.

A :class:`Card` is interned: there is one object for each rank and suit. Cards are equal when they are the same
object, and the copies of a card in a mixed pack are told apart only by where they lie.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import product
from operator import attrgetter
from types import MappingProxyType
from typing import Final, NoReturn

from cardrules.errors import TextError


class _Single(Enum):
    """An enumeration whose members are told apart by identity, as they can be: each is one object.

    Enum's own hash is computed in Python from the name; with it a random play-out takes a tenth longer.
    """

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Suit(_Single):
    """The four suits, in the order in which packs are sorted."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def symbol(self) -> str:
        """The sign of the suit, such as ``"♠"``."""
        return "♣♦♥♠"["CDHS".index(self.value)]

    def __str__(self) -> str:
        return self.symbol


class Rank(_Single):
    """The thirteen ranks, in the order in which packs are sorted; each game ranks them by an order of its own."""

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

    Cards are immutable and stay the same object when pickled or copied. They have no order of their own: sort
    them by a :class:`~cardrules.cards.ranking.Ranking`, or by ``index``. A joker and the back of a card have neither rank
    nor suit: to ask for them raises ``AttributeError``.
    """

    __slots__ = ("ascii", "index", "rank", "suit", "text")

    rank: Rank
    suit: Suit
    index: int
    """The place in an unshuffled pack: clubs, diamonds, hearts, spades, each from two to ace, then jokers."""
    text: str
    """How the card prints: ``"Q♠"``."""
    ascii: str
    """The same with a letter for the suit: ``"QS"``."""

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":  # noqa: PYI034  # the class makes no objects of subclasses
        """The one card of that rank and suit; raises ``TypeError`` for anything else."""
        try:
            return _INTERNED[rank, suit]
        except (KeyError, TypeError):
            raise TypeError(f"a card is made of a Rank and a Suit, not of {rank!r} and {suit!r}") from None

    @staticmethod
    def parse(text: str) -> "Card":
        """The card that ``text`` names: ``QS``, ``qs``, ``Q♠``, ``10h``, ``Th``.

        A joker is ``JK`` or ``joker``, and ``??`` the back of a card.
        Raises :class:`~cardrules.errors.TextError`, which names the character that does not belong.
        """
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise _unreadable(text) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card cannot be changed: {name}")

    def __reduce__(self) -> "str | tuple[type[Card], tuple[Rank, Suit]]":
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.parse({self.ascii!r})"


class _Faceless(Card):
    """A card with neither rank nor suit: the joker, and the back of any card."""

    __slots__ = ("_name",)
    _name: str

    def __getattr__(self, attribute: str) -> NoReturn:
        raise AttributeError(f"{self._name} has no {attribute}")  # reached for the empty slots, rank and suit

    def __reduce__(self) -> str:
        return self._name


def _unreadable(text: object) -> TextError:
    if not isinstance(text, str):
        return TextError(f"a card is named by a text, not by {text!r}", repr(text))
    for place, character in enumerate(text, 1):
        if character not in "0123456789TtJjQqKkAaCcDdHhSs♣♦♥♠":
            strange = f"{character!a} at place {place} belongs to no rank or suit; "
            break
    else:
        strange = ""
    example = "a card is a rank 2-10 J Q K A and a suit C D H S, such as QS, 10h or Q♠, or JK for a joker"
    return TextError(f"no card {text!r}: {strange}{example}", text)


def _with_slots(made: Card, **values: object) -> Card:
    for slot, value in values.items():
        object.__setattr__(made, slot, value)
    return made


def _faceless(name: str, index: int, text: str) -> Card:
    return _with_slots(object.__new__(_Faceless), _name=name, index=index, text=text, ascii=text)


def _make(rank: Rank, suit: Suit, index: int) -> Card:
    text, plain = rank.value + suit.symbol, rank.value + suit.value
    return _with_slots(object.__new__(Card), rank=rank, suit=suit, index=index, text=text, ascii=plain)


_CARDS: Final = tuple(_make(rank, suit, index) for index, (suit, rank) in enumerate(product(Suit, Rank)))
_INTERNED: Final = {(card.rank, card.suit): card for card in _CARDS}

JOKER: Final = _faceless("JOKER", 52, "JK")
"""A joker. All jokers of a pack are equal."""

FACE_DOWN: Final = _faceless("FACE_DOWN", 53, "??")
"""The back of a card: what a view shows of a card that a seat may not see."""


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
"""The key that sorts cards into the order of an unshuffled pack."""


def pack(without: Iterable[Rank] = (), *, copies: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """The cards of ``copies`` packs mixed, sorted: each card of every rank but ``without``, then the jokers.

    ``jokers`` is their number in all. Equal cards stand beside each other. Raises ``ValueError`` for less than one copy,
    a number of jokers below 0, and for what is no rank.
    """
    if copies < 1 or jokers < 0:
        raise ValueError(f"a pack has 1 copy of a card or more and 0 jokers or more, not {copies} and {jokers}")
    left_out = set(map(Rank, without))
    once = [card for card in _CARDS if card.rank not in left_out]
    return (*(card for card in once for _ in range(copies)), *(JOKER for _ in range(jokers)))


PACK_52: Final = pack()
"""The whole pack."""

PACK_40: Final = pack(without=(Rank.EIGHT, Rank.NINE, Rank.TEN))
"""Without eights, nines and tens, as for games of the Tressette family."""

PACK_32: Final = pack(without=(Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX))
"""From seven to ace, as for games of the Jass family."""

PACK_96: Final = pack(without=(Rank.ACE,), copies=2)
"""Two packs without aces."""

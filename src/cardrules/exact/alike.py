"""What is alike: cards that the game cannot tell apart, and positions that differ only in such cards or in their order."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final, Generic, TypeVar

import attrs

from cardrules.cards import JOKER, Card, Suit
from cardrules.cards.unseen import Unseen
from cardrules.exact.positions import Position
from cardrules.game import Promises, StateLike
from cardrules.zones import RULES, CardField, Visibility, card_fields, is_attrs, zones

S = TypeVar("S", bound=StateLike)


class Likeness(Generic[S]):
    """What a game promises to be alike."""

    def __init__(self, promises: Promises[S], cards: Iterable[Card], *, merged: bool) -> None:
        """Read the promises of a game that is played with ``cards``; unless ``merged``, no different cards are alike."""
        self._alike = promises.alike if merged else None
        self._suits: Final = promises.symmetric_suits if merged and self._alike is None else ()
        pack = tuple(cards)
        self._size: Final = len(pack)
        self._cards: Final = tuple(dict.fromkeys(pack))
        self._sorted_hands: Final = not promises.hand_order_matters
        self._unordered: Final = promises.unordered
        self._codes: dict[int, tuple[Mapping[Card, object], Mapping[Card, int]]] = {}
        self._plain: Final = {card: card.index for card in self._cards}

    def kinds(self, position: Position[S]) -> Callable[[Card], object]:
        """Return the function that gives the kind of an unknown card: cards of a kind would change nothing."""
        if self._alike is not None:
            return self._alike(position.state).__getitem__
        fresh = self._fresh_suits(position) if self._suits else {}
        if len(fresh) < 2:
            return lambda card: card
        return lambda card: card if card is JOKER or card.suit not in fresh else (card.rank, fresh[card.suit])

    def _fresh_suits(self, position: Position[S]) -> Mapping[Suit, object]:
        """Return the symmetric suits that nobody has seen or named yet, each with its cards, by which it can be told."""
        known = set(_named(position.state))
        # All the cards have been shuffled, and the closed zones of the state before still show them.
        shuffled = position.shuffle is not None and len(position.shuffle.cards) == self._size
        for zone in zones(position.state):
            if not (shuffled and zone.visibility is Visibility.CLOSED):
                known |= _suits(zone.cards)
        known |= _suits(position.shuffle.cards if position.shuffle else ())
        return {
            suit: tuple(tuple(card.rank for card in lot.of_suit(suit)) for lot in position.lots)
            for suit in self._suits
            if suit not in known
        }

    def key(self, position: Position[S]) -> Hashable:
        """Return a value that is equal for positions from which the game goes on alike."""
        code = self._code(position.state)
        shuffle = position.shuffle and tuple(_marked(position.shuffle.cards, code))
        lots = (
            tuple(tuple(sorted(map(code.__getitem__, lot))) for lot in position.lots) if len(position.lots) > 1 else ()
        )
        return self._key(position.state, code), shuffle, lots

    def key_of(self, value: attrs.AttrsInstance, state: S) -> Hashable:
        """Return a value that is equal for views or moves, seen in a ``state``, that differ only in what is alike."""
        return self._key(value, self._code(state))

    def _code(self, state: S) -> Mapping[Card, int]:
        """Return a number for each card, the same for cards of a kind."""
        if self._alike is None:
            return self._plain
        kinds = self._alike(state)
        known = self._codes.get(id(kinds))
        if known is None:  # the mapping is stored too, so that no other can have its identity
            first: dict[object, int] = {}
            known = kinds, {card: first.setdefault(kinds[card], card.index) for card in self._cards}
            self._codes[id(kinds)] = known
        return known[1]

    def _key(self, value: attrs.AttrsInstance, code: Mapping[Card, int]) -> tuple[object, ...]:
        found: list[object] = [type(value)]
        for name, zone in _fields(type(value)):
            content = getattr(value, name)
            if zone is None:
                found.append(content)
            elif zone.visibility is None:
                found.append(self._nested(content, code))
            else:
                in_order = name not in self._unordered and not (
                    self._sorted_hands and zone.visibility is Visibility.OWNER
                )
                found.append(_numbers(content, code, in_order=in_order))
        return tuple(found)

    def _nested(self, content: object, code: Mapping[Card, int]) -> object:
        if isinstance(content, tuple):
            return tuple(self._nested(item, code) for item in content)
        return self._key(content, code) if is_attrs(content) else content


@cache
def _fields(kind: type[attrs.AttrsInstance]) -> tuple[tuple[str, CardField | None], ...]:
    """Return the fields of a class that tell its objects apart, the rules left out, with what is known of their cards."""
    found = {part.name: part for part in card_fields(kind)}
    return tuple(
        (field.name, found.get(field.name)) for field in attrs.fields(kind) if field.eq and field.name != RULES
    )


def _numbers(content: object, code: Mapping[Card, int], *, in_order: bool) -> object:
    if isinstance(content, Card):
        return next(_marked((content,), code))
    if isinstance(content, tuple) and all(isinstance(item, Card) for item in content[:1]) and content:
        return tuple(_marked(content, code) if in_order else sorted(_marked(content, code)))
    if isinstance(content, tuple):
        return tuple(_numbers(item, code, in_order=in_order) for item in content)
    return content


def _marked(cards: Iterable[Card], code: Mapping[Card, int]) -> Iterator[int]:
    """Yield the number of each known card, a negative one for unknown cards of each lot."""
    for card in cards:
        yield ~card.lot if isinstance(card, Unseen) else code.get(card, card.index)


def _suits(cards: Iterable[Card]) -> set[Suit]:
    return {card.suit for card in cards if not isinstance(card, Unseen) and hasattr(card, "suit")}


def _named(value: object) -> Iterator[Suit]:
    """Yield the suits that are named in a state outside of its zones and its rules."""
    if isinstance(value, Suit):
        yield value
    elif isinstance(value, tuple | AbstractSet):
        for item in value:
            yield from _named(item)
    elif isinstance(value, Mapping):
        yield from _named((*value.keys(), *value.values()))
    elif is_attrs(value):
        for name, zone in _fields(type(value)):
            if zone is None or zone.visibility is None:
                yield from _named(getattr(value, name))

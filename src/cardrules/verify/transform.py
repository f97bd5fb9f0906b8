"""Values of attrs classes taken apart and put together again: the same shape with other cards."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import attrs

from cardrules.cards import PACK_52, Card, Hand, Suit
from cardrules.zones import RULES, is_attrs

T = TypeVar("T")


def replace_cards(value: T, cards: Mapping[Card, Card], suits: Mapping[Suit, Suit] | None = None) -> T:
    """``value`` with each card, and each suit that stands by itself, replaced by what the mappings say of it.

    The rules of a game stay as they are: cards that they name lie nowhere.
    """

    def leaf(part: object) -> object:
        if isinstance(part, Card):
            return cards.get(part, part)
        return suits.get(part, part) if suits and isinstance(part, Suit) else part

    new: T = _rebuilt(value, leaf)  # type: ignore[assignment]  # a value of the same class
    return new


def _rebuilt(value: object, leaf: Callable[[object], object]) -> object:
    if isinstance(value, Hand):
        return type(value)(card for card in map(leaf, value) if isinstance(card, Card))
    if isinstance(value, tuple):
        return tuple(_rebuilt(part, leaf) for part in value)
    if not is_attrs(value):
        return leaf(value)
    kind = type(value)
    fields = [field for field in attrs.fields(kind) if field.init]
    held = {field: getattr(value, field.name) for field in fields}
    return kind(**{field.alias: part if field.name == RULES else _rebuilt(part, leaf) for field, part in held.items()})


def replace_field(value: attrs.AttrsInstance, changed: "attrs.Attribute[object]", new: object) -> object:
    """``value`` with another content of one field; raises what its class raises if it does not allow that."""
    kind = type(value)
    fields = [field for field in attrs.fields(kind) if field.init]
    return kind(**{field.alias: new if field is changed else getattr(value, field.name) for field in fields})


def as_tuples(value: object) -> object:
    """A value as plain tuples that compare every field, also those left out of its own equality."""
    if isinstance(value, Hand):
        return value
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *map(as_tuples, value))
    if isinstance(value, dict):
        return ("dict", *((as_tuples(key), as_tuples(held)) for key, held in value.items()))
    if is_attrs(value):
        return (type(value), *(as_tuples(getattr(value, field.name)) for field in attrs.fields(type(value))))
    return value


def rename_suits(order: Mapping[Suit, Suit]) -> Mapping[Card, Card]:
    """The mapping of cards that goes with one of suits."""
    return {card: Card(card.rank, order.get(card.suit, card.suit)) for card in PACK_52}

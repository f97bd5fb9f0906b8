"""Values of attrs classes put together again with other cards, such as those of renamed suits or ranks."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import attrs

from cardrules.cards import PACK_52, Card, Hand, Rank, Suit
from cardrules.zones import RULES, is_attrs

T = TypeVar("T")


def rename_suits(suits: Mapping[Suit, Suit]) -> Mapping[Card, Card]:
    """Return the mapping of cards that goes with a mapping of suits."""
    return {card: Card(card.rank, suits.get(card.suit, card.suit)) for card in PACK_52}


def rename_ranks(ranks: Mapping[Rank, Rank]) -> Mapping[Card, Card]:
    """Return the mapping of cards that goes with a mapping of ranks."""
    return {card: Card(ranks.get(card.rank, card.rank), card.suit) for card in PACK_52}


def replace_cards(value: T, cards: Mapping[Card, Card], suits: Mapping[Suit, Suit] | None = None) -> T:
    """Return ``value`` with the cards, and the suits that stand by themselves, replaced as the mappings say.

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
    parts = {field.alias: getattr(value, field.name) for field in attrs.fields(kind) if field.init}
    return kind(**{alias: part if alias == RULES else _rebuilt(part, leaf) for alias, part in parts.items()})

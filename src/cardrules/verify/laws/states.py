"""Laws of states: of the first one, and of what a state is made of."""

import dataclasses
from collections.abc import Iterator
from functools import partial
from typing import TypeVar

import attrs

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.game import NATURE, StateLike, pack_of
from cardrules.renaming import replace_cards
from cardrules.verify.trace import Moment, require
from cardrules.verify.transform import BACKS, same
from cardrules.zones import RULES, CardField, is_attrs, map_zones, zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def games_start(moment: Moment[R, S, M]) -> None:
    """A game starts in the same state each time, with all its cards face up in zones."""
    if moment.place:
        return
    state: object = moment.game.start(moment.trace.rules)
    _require_phase(state)
    require(same(state, moment.state), "asked again, start returns another state")
    cards = [card for zone in zones(moment.state) for card in zone.cards]
    require(bool(cards), f"{type(state).__name__}, the first state, has no cards in its zones")
    require(FACE_DOWN not in cards, f"{type(state).__name__}, the first state, has cards that are face down")
    if moment.state.to_act is NATURE:
        pack_of(moment.state)


def _require_phase(state: object) -> None:
    name = type(state).__name__
    kind = "a dataclass" if dataclasses.is_dataclass(state) else "no attrs class"
    require(is_attrs(state), f"{name} is {kind}: a phase is made with attrs, which tells where its cards lie")
    require(hasattr(state, "to_act"), f"{name} does not say in to_act who acts")
    require(hasattr(state, RULES), f"{name} has no rules: each state holds the rules of its game")


def states_are_values(moment: Moment[R, S, M]) -> None:
    """A state is an immutable attrs object, holds the rules of its game, and differs from any state with other cards."""
    state, rules = moment.state, moment.trace.rules
    _require_phase(state)
    name = type(state).__name__
    require(getattr(state, RULES) == rules, f"{name} holds other rules than those of its game")
    for place, value in _mutable(state, name):
        require(False, f"{place} is {value!r}: a state is made of attrs classes, tuples and plain values")
    for zone in {zone.name.rpartition(".")[2] for zone in zones(state) if zone.cards}:
        covered = map_zones(state, partial(_covered, zone))
        require(covered != state, f"two states of {name} are equal though the cards in {zone} differ")


def _mutable(value: object, place: str) -> Iterator[tuple[str, object]]:
    """Yield what can change in a value, or is a dataclass, in which no zones are found."""
    if isinstance(value, list | dict | set | bytearray) or dataclasses.is_dataclass(value):
        yield place, value
    elif isinstance(value, tuple) and not isinstance(value, Hand):
        for part in value:
            yield from _mutable(part, place)
    elif is_attrs(value) and not isinstance(value, Card):
        for field in attrs.fields(type(value)):
            if field.name != RULES:
                yield from _mutable(getattr(value, field.name), f"{place}.{field.name}")


def _covered(zone: str, part: CardField, content: object) -> object:
    return replace_cards(content, BACKS) if part.name == zone else content

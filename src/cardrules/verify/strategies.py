"""Strategies for hypothesis: cards, packs, shuffles, options, and games that are played."""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Final, TypeVar

import attrs
from attrs import define, field
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from cardrules.cards import JOKER, PACK_52, Card, Hand
from cardrules.errors import RulesError
from cardrules.game import Game, Record, Shuffled, StateLike
from cardrules.options import CardSet, Choice, Permutation, PerSeat, Range, is_optional
from cardrules.verify.playing import TURNS_A_RULING, Randomly, by_kind, play
from cardrules.verify.trace import Trace
from cardrules.zones import is_attrs

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
Options = TypeVar("Options", bound=attrs.AttrsInstance)

DRAWN: Final = 200
"""The number of choices of a game that are drawn one by one and shrink well; later ones come from a seed that is drawn."""


def cards(pack: Sequence[Card] = (*PACK_52, JOKER)) -> st.SearchStrategy[Card]:
    """Generate a card of ``pack``."""
    return st.sampled_from(pack)


@st.composite
def packs(draw: st.DrawFn, pack: Sequence[Card] = PACK_52, least: int = 1, most: int | None = None) -> Hand:
    """Generate a smaller pack, sorted: ``least`` to ``most`` of the cards of ``pack``."""
    size = draw(st.integers(least, len(pack) if most is None else most))
    return Hand(draw(st.permutations(pack))[:size]).sorted()


def shuffles(pack: Sequence[Card]) -> st.SearchStrategy[Shuffled]:
    """Generate a shuffle of ``pack``; shrinks towards the order in which it lies."""
    return st.permutations(pack).map(lambda order: Shuffled(Hand(order)))


@st.composite
def rules_of(draw: st.DrawFn, kind: type[Options]) -> Options:
    """Generate options of a game, ``kind`` being its ``Rules``; shrinks towards the defaults.

    Each option keeps its default or takes a value that its validator allows. An option that contradicts those before it
    keeps its default too.
    """
    chosen: dict[str, object] = {}
    for option in attrs.fields(kind):
        if draw(st.booleans()):
            value = draw(_values(option))
            with suppress(RulesError):
                kind(**chosen | {option.name: value})
                chosen[option.name] = value
    return kind(**chosen)


def _values(option: "attrs.Attribute[object]") -> st.SearchStrategy[object]:
    match option.validator:
        case Choice(values=values):
            return st.sampled_from(values)
        case Range(minimum=least, maximum=most, fractions=fractions):
            top = least + 12 if most is None else most
            numbers = st.integers(least, top)
            halves = numbers.map(lambda number: Fraction(2 * number + 1, 2)) if fractions else numbers
            return numbers | halves | st.none() if is_optional(option) else numbers | halves
        case PerSeat(minimum=least):
            numbers = st.integers(least, least + 12)
            by_seat = st.lists(numbers, min_size=2, max_size=4).map(tuple)
            return numbers | by_seat | st.none() if is_optional(option) else numbers | by_seat
        case Permutation(values=values):
            return st.permutations(values).map(tuple)
        case CardSet(pack=pack, maximum=most):
            return st.lists(st.sampled_from(pack), max_size=most, unique=True).map(Hand)
        case _:
            return st.just(option.default)


def variants_of(kind: type[Options]) -> list[Options]:
    """Return the default options of a game, and then those that differ from them in one.

    That one takes each of its other choices in turn. A number takes its least and its most (the next if there is no most),
    and ``None`` if it may; an order is reversed; of cards there are none, one and as many as there may be. Values that
    contradict the defaults of other options are left out.
    """
    default = kind()
    found = [default, *(rules for variants in variations(default).values() for rules in variants)]
    return [rules for place, rules in enumerate(found) if rules not in found[:place]]


def variations(rules: R) -> dict[str, list[R]]:
    """Return by option the rules that differ from ``rules`` in it alone, with the values of :func:`variants_of`.

    Values that contradict other options are left out; rules that are no attrs class have no options.
    """
    found: dict[str, list[R]] = {}
    for option in attrs.fields(type(rules)) if is_attrs(rules) else ():
        variants = found.setdefault(option.name, [])
        for value in _other_values(option):
            with suppress(RulesError):
                changed: R = attrs.evolve(rules, **{option.name: value})  # type: ignore[misc]  # they are an attrs class
                if changed != rules:
                    variants.append(changed)
    return found


def _other_values(option: "attrs.Attribute[object]") -> tuple[object, ...]:
    match option.validator:
        case Choice(values=values):
            return values
        case Range(minimum=least, maximum=most):
            return (least, least + 1 if most is None else most, *((None,) if is_optional(option) else ()))
        case PerSeat(minimum=least):
            return (least, least + 1, *((None,) if is_optional(option) else ()))
        case Permutation(values=values):
            return (values, values[::-1])
        case CardSet(pack=pack, maximum=most):
            return (Hand(), Hand(pack[:1]), Hand(pack[-most:]))
        case _:
            return ()


@st.composite
def traces(draw: st.DrawFn, game: Game[R, S, M], rules: R) -> Trace[R, S, M]:
    """Generate a game that is played to its end, or until it takes longer than it promises.

    The kind of a move is drawn first, then a move of that kind: of 276 swaps and one build each is played half the time.
    What the game raises at a move of its own list ends the trace and is kept in it.
    """
    seed = draw(st.integers(0, 2**32 - 1))
    trace = play(game, rules, _Drawn(draw, Randomly(Random(seed))), seed=seed)
    if isinstance(trace.crash, HypothesisException):
        raise trace.crash
    return trace


@define
class _Drawn:
    """A chooser that draws its first choices one by one."""

    draw: st.DrawFn
    later: Randomly
    count: int = field(init=False, default=0)

    def order(self, count: int) -> Sequence[int]:
        return self.draw(st.permutations(range(count))) if self._draws() else self.later.order(count)

    def place(self, moves: Sequence[attrs.AttrsInstance], rulings: Sequence[attrs.AttrsInstance] = ()) -> int:
        if not self._draws():
            return self.later.place(moves, rulings)
        if rulings and self.draw(st.integers(1, TURNS_A_RULING)) == TURNS_A_RULING:
            return len(moves) + self.draw(st.integers(0, len(rulings) - 1))
        kinds = by_kind(moves)
        places = kinds[self.draw(st.integers(0, len(kinds) - 1))]
        return places[self.draw(st.integers(0, len(places) - 1))]

    def _draws(self) -> bool:
        self.count += 1
        return self.count <= DRAWN


def playouts(game: Game[R, S, M], rules: R) -> st.SearchStrategy[Record[R, M]]:
    """Generate the record of a whole game."""
    return traces(game, rules).map(lambda trace: trace.record)


@st.composite
def states(draw: st.DrawFn, game: Game[R, S, M], rules: R) -> S:
    """Generate a state that can come about in play, any moment of a game being as likely as another."""
    trace = draw(traces(game, rules))
    return trace.states[draw(st.integers(0, len(trace.states) - 1))]

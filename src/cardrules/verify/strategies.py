"""Strategies for hypothesis: cards, packs, shuffles, options, and games that are played."""

import random
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import TypeVar

import attrs
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException

from cardrules.cards import JOKER, PACK_52, Card, Hand
from cardrules.chance import choice
from cardrules.errors import RulesError
from cardrules.game import NATURE, Game, Record, Shuffled, StateLike, pack_of, shuffle
from cardrules.options import CardSet, Choice, Permutation, Range, is_optional
from cardrules.verify.trace import Trace, promises_of

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)
Options = TypeVar("Options", bound=attrs.AttrsInstance)

LONGEST = 5_000
"""Where a line is broken off, in moves, if the game does not promise to end sooner."""

DRAWN = 200
"""Moves of a line that are drawn one by one and shrink well; those after them come from a seed that is drawn."""


def cards(pack: Sequence[Card] = (*PACK_52, JOKER)) -> st.SearchStrategy[Card]:
    """A card of ``pack``."""
    return st.sampled_from(pack)


@st.composite
def packs(draw: st.DrawFn, pack: Sequence[Card] = PACK_52, least: int = 1, most: int | None = None) -> Hand:
    """A smaller pack, sorted: from ``least`` to ``most`` cards of ``pack``, each as often at most as it is there."""
    size = draw(st.integers(least, len(pack) if most is None else most))
    return Hand(draw(st.permutations(pack))[:size]).sorted()


def shuffles(pack: Sequence[Card]) -> st.SearchStrategy[Shuffled]:
    """A shuffle of ``pack``; shrinks towards the order in which it lies."""
    return st.permutations(pack).map(lambda order: Shuffled(Hand(order)))


@st.composite
def rules_of(draw: st.DrawFn, kind: type[Options]) -> Options:
    """Options of a game, ``kind`` being its ``Rules``; shrinks towards the defaults.

    Each option keeps its default, or takes a value that its validator allows; an option that contradicts those before
    it keeps its default too.
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
        case Permutation(values=values):
            return st.permutations(values).map(tuple)
        case CardSet(pack=pack, maximum=most):
            return st.lists(st.sampled_from(pack), max_size=most, unique=True).map(Hand)
        case _:
            return st.just(option.default)


def variants_of(kind: type[Options]) -> list[Options]:
    """The default options of a game, and then those that differ from them in one.

    That one has each of its other choices in turn, or, being a number, the least, and the most (the next if there is no
    most), or ``None`` if it may; an order is turned round, and cards are none, one and as many as they may be. What contradicts the defaults of other options is left out.
    """
    found = [kind()]
    for option in attrs.fields(kind):
        for value in _other_values(option):
            with suppress(RulesError):
                found.append(kind(**{option.name: value}))
    return [rules for place, rules in enumerate(found) if rules not in found[:place]]


def _other_values(option: "attrs.Attribute[object]") -> tuple[object, ...]:
    match option.validator:
        case Choice(values=values):
            return values
        case Range(minimum=least, maximum=most):
            return (least, least + 1 if most is None else most, *((None,) if is_optional(option) else ()))
        case Permutation(values=values):
            return (values, values[::-1])
        case CardSet(pack=pack, maximum=most):
            return (Hand(), Hand(pack[:1]), Hand(pack[-most:]))
        case _:
            return ()


@st.composite
def traces(draw: st.DrawFn, game: Game[R, S, M], rules: R) -> Trace[R, S, M]:
    """A game played by drawn shuffles and moves, to its end, or until it is longer than it may be.

    A move is drawn by its kind first, then within the kind: of 276 swaps and one build each is played half the time.
    What the game raises at a move of its own list ends the line and is kept in it.
    """
    seed = draw(st.integers(0, 2**32 - 1))
    rng, chance = Random(seed), random.getstate()
    longest = promises_of(game, rules).max_moves
    longest = LONGEST if longest is None else longest + 1
    states, moves, crash = [game.start(rules)], list[M | Shuffled](), None
    try:
        while states[-1].to_act is not None and len(moves) < longest:
            state = states[-1]
            kinds = [] if state.to_act is NATURE else by_kind(game.legal_moves(state))
            if state.to_act is not NATURE and not kinds:
                break
            if len(moves) < DRAWN:
                move = _drawn_from(draw, kinds) if kinds else draw(shuffles(pack_of(state)))
            else:
                move = choice(choice(kinds, rng), rng) if kinds else shuffle(state, rng)
            moves.append(move)
            states.append(game.apply(state, move))
    except HypothesisException:
        raise
    except Exception as error:  # noqa: BLE001  # whatever the game raises, a law reports it
        crash = error
    finally:
        random.setstate(chance)  # a game that uses Python's own generator is for a law to find, not for hypothesis
    return Trace(game, rules, tuple(states), tuple(moves), seed=seed, crash=crash)


def _drawn_from(draw: st.DrawFn, kinds: Sequence[Sequence[M]]) -> M:
    moves = kinds[draw(st.integers(0, len(kinds) - 1))]
    return moves[draw(st.integers(0, len(moves) - 1))]


def by_kind(moves: Sequence[M]) -> list[list[M]]:
    """The moves, apart by their class, in the order in which they come."""
    kinds: dict[type[M], list[M]] = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    return list(kinds.values())


def playouts(game: Game[R, S, M], rules: R) -> st.SearchStrategy[Record[R, M]]:
    """The record of a game played by drawn moves."""
    return traces(game, rules).map(lambda line: line.record)


@st.composite
def states(draw: st.DrawFn, game: Game[R, S, M], rules: R) -> S:
    """A state that can come about in play, any moment of a game being as likely as another."""
    line = draw(traces(game, rules))
    return line.states[draw(st.integers(0, len(line.states) - 1))]

"""What no game of a run showed: phases, moves, choices, facts and options that may be there for nothing.

That is no fault by itself. But a phase that is never entered, or an option that changes nothing, is often one of which the
rules are wrong, and no law can know it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, get_args

import attrs

from cardrules.chance import Seed, stream
from cardrules.game import Game, StateLike, promises_of
from cardrules.hints import Hint, members_of, origin_of, parameter_hint, return_hint, unalias
from cardrules.moves import kind_name, words
from cardrules.verify.harness import EXAMPLES
from cardrules.verify.playing import Randomly, listed, play
from cardrules.verify.strategies import variations
from cardrules.verify.trace import Trace
from cardrules.zones import RULES, card_fields, is_attrs

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def never_seen(game: Game[R, S, M], rules: R, *, examples: int = EXAMPLES, seed: Seed = 0) -> tuple[str, ...]:
    """Return what no game of a run showed, each in a sentence.

    The games are those of :func:`~cardrules.verify.harness.verify`. Looked for are phases that are never entered, moves that
    are never legal, seats that never have a choice, facts that never change, and options of which no other value changes
    anything. A game says by annotations and promises which of these there are. It must keep the laws: what it raises is
    raised here.
    """
    traces = [play(game, rules, Randomly(stream(seed, number)), seed=f"{seed}:{number}") for number in range(examples)]
    seen = _Seen(game, rules, traces)
    return (*seen.phases(), *seen.moves(), *seen.choices(), *seen.facts(), *seen.options())


class _Seen(Generic[R, S, M]):
    """The games of a run."""

    def __init__(self, game: Game[R, S, M], rules: R, traces: Sequence[Trace[R, S, M]]) -> None:
        self.game = game
        self.rules = rules
        self.traces = traces
        self.states = [state for trace in traces for state in trace.states]
        self.listed = [listed(game, state) for state in self.states]
        self.promises = promises_of(game, rules)

    def phases(self) -> Iterator[str]:
        """Yield the phases that are never entered."""
        entered = set(map(type, self.states))
        for phase in _named(parameter_hint, self.game.outcome):
            if phase not in entered:
                yield f"no game comes to the phase {phase.__name__}"

    def moves(self) -> Iterator[str]:
        """Yield the kinds of moves, and the moves, that are never legal."""
        legal = {move for moves in self.listed for move in moves}
        kinds = set(map(type, legal))
        for kind in _named(return_hint, self.game.legal_moves):
            if kind not in kinds:
                yield f"no move {kind_name(kind)} is ever legal"
        promised = () if self.promises.moves is None else self.promises.moves()
        never = [move for move in promised if type(move) in kinds and move not in legal]
        for kind in dict.fromkeys(map(type, never)):
            of_kind = [words(move) for move in never if type(move) is kind]
            are = "is" if len(of_kind) == 1 else "are"
            yield f"of the moves {kind_name(kind)}, {len(of_kind)} {are} never legal, such as {of_kind[0]}"

    def choices(self) -> Iterator[str]:
        """Yield the seats that never have a choice."""
        chose = {state.to_act for state, moves in zip(self.states, self.listed, strict=True) if len(moves) > 1}
        seats = range(self.promises.seats or 0) if self.promises.deciding is None else self.promises.deciding
        yield from (f"seat {seat} never has a choice" for seat in seats if seat not in chose)

    def facts(self) -> Iterator[str]:
        """Yield the fields of states that always have the same value."""
        first: dict[str, object] = {}
        changed: set[str] = set()
        for state in self.states:
            _note(state, first, changed)
        yield from (f"{name} is always {first[name]!r}" for name in first if name not in changed)

    def options(self) -> Iterator[str]:
        """Yield the options of which no other value changes anything."""
        for option, variants in variations(self.rules).items():
            if variants and not any(_differs(trace, rules) for rules in variants for trace in self.traces):
                yield f"no other value of the option {option} changes anything"


def _named(hint_of: Callable[[Callable[..., object]], Hint], function: Callable[..., object]) -> list[type]:
    """Return the classes that a type hint of a function names, such as the items of a tuple; none if it is not annotated."""
    try:
        hint = unalias(hint_of(function))
    except TypeError:
        return []
    named = map(origin_of, members_of(get_args(hint)[0] if origin_of(hint) is tuple else hint))
    return [kind for kind in named if isinstance(kind, type)]


def _note(value: attrs.AttrsInstance, first: dict[str, object], changed: set[str]) -> None:
    """Note the first value of each field that is no zone, and the names of fields that have had another."""
    kind = type(value)
    zones = {zone.name for zone in card_fields(kind) if zone.visibility is not None}
    for field in attrs.fields(kind):
        if field.name == RULES or field.name in zones:
            continue
        name, part = f"{kind.__name__}.{field.name}", getattr(value, field.name)
        if is_attrs(part):
            changed.add(name)
            _note(part, first, changed)
        elif name not in changed and first.setdefault(name, part) != part:
            changed.add(name)


def _differs(trace: Trace[R, S, M], rules: R) -> bool:
    """Return whether by other rules a game goes on in another way than the trace, or has another result."""
    game = trace.game
    try:
        state = game.start(rules)
        for move, before in zip(trace.moves, trace.states, strict=False):
            if type(state) is not type(before) or listed(game, state) != listed(game, before):
                return True
            state = game.apply(state, move)
        standing, last = trace.promises.standing, trace.states[-1]
        if type(state) is not type(last) or game.outcome(state) != game.outcome(last):
            return True
        return standing is not None and standing(state) != standing(last)
    except Exception:  # noqa: BLE001  # what cannot be played by these rules is different
        return True

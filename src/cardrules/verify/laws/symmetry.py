"""Laws of symmetry: games that differ in one way from the one that was played, and must go on as it did."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import Card, Suit
from cardrules.chance import shuffled
from cardrules.game import NATURE, Amount, Outcome, Shuffled, StateLike
from cardrules.moves import IllegalMoveError, words
from cardrules.renaming import rename_ranks, rename_suits, replace_cards
from cardrules.verify.playing import listed
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, Trace, require
from cardrules.verify.transform import turn_seats

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


@frozen
class _Change:
    """What is different in the other game."""

    text: str
    turned: int = 0
    """The number of seats by which everything is moved to the left."""
    times: int = 1
    """How many times as large all money is."""

    def of(self, amounts: tuple[Amount, ...]) -> tuple[Amount, ...]:
        """Return what the amounts by seat must be in the other game."""
        return tuple(self.times * amounts[(seat - self.turned) % len(amounts)] for seat in range(len(amounts)))

    def require(self, condition: bool, message: str) -> None:  # the condition
        """Raise :class:`~cardrules.verify.trace.BrokenLawError` unless the condition holds in the other game."""
        require(condition, f"{self.text}, {message}")

    def compare(self, trace: Trace[R, S, M], place: int, state: S) -> None:
        """Raise unless ``state`` is what the other game must have where the trace has the state at ``place``."""
        before = trace.states[place]
        seat = before.to_act
        if isinstance(seat, int):
            seat = (seat + self.turned) % trace.seats
        self.require(state.to_act == seat, f"to_act is {state.to_act!r} after {place} moves, not {seat!r}")
        self.compare_standings(trace, place, state)
        ours, theirs = trace.game.outcome(before), trace.game.outcome(state)
        if ours is not None and len(ours.scores) == trace.seats:  # of other numbers another law tells
            self._compare_outcomes(ours, theirs)

    def compare_standings(self, trace: Trace[R, S, M], place: int, state: S) -> None:
        """Raise unless the seats stand in ``state`` where they must, if the game says where they stand."""
        standing = trace.promises.standing
        if standing is not None:
            now, expected = standing(state), self.of(standing(trace.states[place]))
            self.require(now == expected, f"the seats stand at {now} after {place} moves, not {expected}")

    def _compare_outcomes(self, ours: Outcome, theirs: Outcome | None) -> None:
        if theirs is None:
            raise BrokenLawError(f"{self.text}, the game is not over")
        scores, seats = self.of(ours.scores), len(ours.scores)
        winners = sorted((seat + self.turned) % seats for seat in ours.winners)
        self.require(theirs.scores == scores, f"the scores are {theirs.scores}, not {scores}")
        self.require(sorted(theirs.winners) == winners, f"the winners are {theirs.winners}, not {winners}")


def seats_are_symmetric(moment: Moment[R, S, M]) -> None:
    """If the whole table is turned, the seat to act, standings, scores and winners turn with it."""
    trace, rotated = moment.trace, moment.trace.promises.rotated
    if rotated is None:
        raise NotPromisedError("the game does not promise that seats are alike")
    if not moment.last or trace.seats < 2:
        return
    by = moment.rng.randrange(1, trace.seats)
    for begin, end in _stretches(trace):
        first = rotated(trace.states[begin], by)
        assert first is not None  # as when turned by no seat
        moves = [turn_seats(move, by, trace.seats) for move in trace.moves[begin:end]]
        _replay(trace, begin, first, moves, _Change(f"turned by {by} seats", turned=by))


def _stretches(trace: Trace[R, S, M]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of play in which seats are alike, each as the places of its first and of its last state.

    One ends before a phase in which they are not, as where lots are drawn; all play is one if the game does not say.
    """
    rotated, last = trace.promises.rotated, len(trace.states) - 1
    begin: int | None = 0 if rotated is None else None
    unlike = set[type]()
    for place, state in enumerate(trace.states):
        if begin is not None and type(state) in unlike:
            yield begin, place
            begin = None
        elif begin is None and state.to_act is NATURE and rotated is not None:
            if rotated(state, 0) is None:
                unlike.add(type(state))
            else:
                begin = place
    if begin is not None:
        yield begin, last


def _replay(trace: Trace[R, S, M], begin: int, state: S, moves: Iterable[M | Shuffled], change: _Change) -> S:
    """Compare the states to which the moves lead from another ``state`` with those of the trace from ``begin`` on."""
    change.compare(trace, begin, state)
    for place, move in enumerate(moves, begin + 1):
        try:
            state = trace.game.apply(state, move)
        except IllegalMoveError as error:
            raise BrokenLawError(f"{change.text}, move {place}, {words(move)}, is not allowed: {error}") from error
        change.compare(trace, place, state)
    return state


def suits_are_symmetric(moment: Moment[R, S, M]) -> None:
    """If suits are renamed throughout, play goes on as it did, and the outcome stays the same."""
    suits = moment.trace.promises.symmetric_suits
    if not suits:
        raise NotPromisedError("the game does not promise that suits are alike")
    names = dict(zip(suits, shuffled(suits, moment.rng), strict=True))
    renamed = ", ".join(f"{suit} {name}" for suit, name in names.items())
    _play_renamed(moment, rename_suits(names), names, _Change(f"with the suits renamed {renamed}"))


def ranks_are_symmetric(moment: Moment[R, S, M]) -> None:
    """If ranks that count the same are renamed throughout, play goes on as it did, and the outcome stays the same."""
    groups = moment.trace.promises.symmetric_ranks
    if not groups:
        raise NotPromisedError("the game does not promise that ranks are alike")
    names = {rank: name for group in groups for rank, name in zip(group, shuffled(group, moment.rng), strict=True)}
    renamed = ", ".join(f"{rank} {name}" for rank, name in names.items())
    _play_renamed(moment, rename_ranks(names), {}, _Change(f"with the ranks renamed {renamed}"))


def _play_renamed(
    moment: Moment[R, S, M], cards: Mapping[Card, Card], suits: Mapping[Suit, Suit], change: _Change
) -> None:
    """Play again with other cards, but for lots, for which ranks and suits count."""
    trace = moment.trace
    for begin, end in _stretches(trace) if moment.last else ():
        first = replace_cards(trace.states[begin], cards, suits)
        _replay(trace, begin, first, [replace_cards(move, cards, suits) for move in trace.moves[begin:end]], change)


TIMES: Final = 2
"""How many times as large money is made."""


def money_scales(moment: Moment[R, S, M]) -> None:
    """If all money is twice as large, the same choices lead to standings and scores twice as large."""
    trace, scaled = moment.trace, moment.trace.promises.scaled
    if scaled is None:
        raise NotPromisedError("the game does not say how its money is scaled")
    if not moment.last:
        return
    change = _Change(f"with {TIMES} times the money", times=TIMES)
    state = scaled(trace.states[0], TIMES)
    for place, (played, choice) in enumerate(zip(trace.moves[: moment.place], trace.choices, strict=False), 1):
        move = played
        if isinstance(choice, int):
            moves, before = listed(trace.game, state), len(listed(trace.game, trace.states[place - 1]))
            change.require(len(moves) == before, f"{len(moves)} moves are listed after {place - 1} moves, not {before}")
            move = moves[choice]
        state = trace.game.apply(state, move)
        change.compare(trace, place, state)


def longer_matches_begin_alike(moment: Moment[R, S, M]) -> None:
    """A longer match begins as the shorter: the same moves lead to the same seats and standings until that one ends."""
    trace, longer = moment.trace, moment.trace.promises.longer
    if longer is None:
        raise NotPromisedError("the game does not say how a match is made longer")
    if not moment.last or not trace.moves:
        return
    change = _Change("in a longer match")
    state = _replay(trace, 0, longer(trace.states[0]), trace.moves[: moment.place - 1], change)
    change.compare_standings(trace, moment.place, trace.game.apply(state, trace.moves[moment.place - 1]))

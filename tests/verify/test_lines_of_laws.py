"""Faults that a single line of a law catches, and games that it must not take for faulty."""

import re
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, frozen

from cardrules.cards import Card, Hand
from cardrules.game import NATURE, Nature, Outcome, Promises, Shuffled, shuffled_deck
from cardrules.knowledge.worlds import NoWorldError
from cardrules.verify import BrokenLawError, Trace, laws, verdicts
from cardrules.verify.laws import information, knowledge
from cardrules.zones import Closed, Open, view, view_of_move
from tests.sheets import hand
from tests.verify import little
from tests.verify.little import Changing, Fine, Keep, Move, Rules, State
from tests.verify.test_faults import Broken, told
from tests.verify.test_laws import broken, trace_of


def of(law: laws.Check) -> tuple[laws.Law, ...]:
    """Return the law as it is listed."""
    return tuple(kept for kept in laws.LAWS if kept.check is law)


def test_a_seat_that_does_not_decide_may_have_one_move() -> None:
    """Seat 1 keeps its cards, and then plays the first of its hand."""

    def legal_moves(state: State) -> tuple[Move, ...]:
        moves = little.legal_moves(state)
        return moves[-1:] if state.to_act == 1 else moves

    game = evolve(told(deciding=(0,)), legal_moves=legal_moves)
    (verdict,) = verdicts(game, Rules(), laws=of(laws.seats_are_as_told))
    assert verdict.status == "kept"


def test_a_trace_that_ends_with_a_shuffle_has_none_before_its_start() -> None:
    whole = trace_of()
    laws.other_places_do_not_matter(Trace(little, Rules(), whole.states[:2], whole.moves[:1]).moment(0))


@frozen
class Aside:
    """A pack of which the two top cards are put aside; when the others are shuffled, one of the two is shown."""

    rules: Rules
    pack: Closed[Hand]
    aside: Closed[Hand] = Hand()
    shown: Open[Hand] = Hand()

    @property
    def to_act(self) -> Nature | None:
        """Chance, as long as there are cards to shuffle."""
        return NATURE if self.pack else None


def aside(state: Aside, move: Keep | Shuffled) -> Aside:
    cards = shuffled_deck(state.pack, move)
    if state.aside:
        return Aside(state.rules, Hand(), Hand((*state.aside[1:], *cards)), Hand(state.aside[:1]))
    return Aside(state.rules, Hand(cards[2:]).sorted(), Hand(cards[:2]))


def test_a_card_that_shows_after_another_shuffle_was_reached() -> None:
    """The shuffle is of the same cards, in whatever order the two lie aside."""
    promised: Promises[Aside] = Promises(reached=lambda _: range(2, 5))
    moves = Shuffled(hand("2C 3C 4C 5C 6C")), Shuffled(hand("6C 5C 4C"))
    start = Aside(Rules(), hand("2C 3C 4C 5C 6C"))
    after = aside(start, moves[0])
    states = start, after, aside(after, moves[1])
    game: Any = SimpleNamespace(apply=aside, outcome=lambda _: None, promises=lambda _: promised)
    found = set()
    for seed in range(10):
        try:
            laws.other_places_do_not_matter(Trace(game, Rules(), states, moves, seed=seed).moment(1))
        except BrokenLawError as error:
            found.add(str(error))
    assert found == {"the order of the cards at the places [0, 1] shows 1 moves later"}


def test_a_search_that_finds_no_world_breaks_no_law(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(*_: object) -> object:
        raise NoWorldError

    monkeypatch.setattr(knowledge, "find", find)
    trace = trace_of()
    laws.worlds_fit_what_was_seen(trace.moment(len(trace.moves)))


@pytest.mark.parametrize("place", [1, 2, 7])
def test_knowledge_without_the_own_hand_is_noticed(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat knows what a spectator sees, and so nothing of its own cards, from the deal on."""
    monkeypatch.setattr(knowledge, "view", lambda state, _: view(state, None))
    monkeypatch.setattr(knowledge, "view_of_move", lambda move, mover, _: view_of_move(move, mover, None))
    monkeypatch.setattr(knowledge, "_require_moves", lambda *_: None)  # a spectator has none
    faults = []
    for seed in range(10):
        whole = trace_of()
        trace = Trace(little, Rules(), whole.states, whole.moves, seed=seed)
        with suppress(BrokenLawError):
            laws.knowledge_tells_what_was_seen(trace.moment(place))
            continue
        faults.append(broken(laws.knowledge_tells_what_was_seen, trace, place))
    assert faults
    assert all(re.fullmatch(r"seat [01] saw (\S+), and would know as much of (?!\1)\S+", fault) for fault in faults)


@frozen
class Shown:
    """A pack that lies open before it is shuffled and afterwards."""

    rules: Rules
    pack: Open[Hand]
    to_act: Nature | None = NATURE


def test_where_everything_is_seen_no_card_can_be_exchanged_for_a_hidden_one() -> None:
    start = Shown(Rules(), hand("2C 3C 4C"))
    moves = (Shuffled(hand("4C 2C 3C")),)
    states = start, Shown(Rules(), moves[0].cards, None)
    game: Any = SimpleNamespace(
        apply=lambda state, move: Shown(state.rules, move.cards, None),
        outcome=lambda _: Outcome((0, 0), ()),
        promises=lambda _: Promises(),
    )
    laws.knowledge_tells_what_was_seen(Trace(game, Rules(), states, moves).moment(1))


@frozen
class Drawn:
    """A move that names a card which nobody sees."""

    card: Closed[Card]


def test_a_move_may_hold_a_card_that_its_mover_does_not_see() -> None:
    whole = trace_of()
    dealt = whole.states[1]
    assert isinstance(dealt, Changing)
    moves: Any = whole.moves[0], Drawn(dealt.stock[-1])
    trace: Trace[Rules, State, Any] = Trace(Broken(), Rules(), whole.states[:3], moves)
    laws.moves_hide_what_zones_say(trace.moment(2))


def test_values_of_different_classes_differ_as_a_whole() -> None:
    ours = trace_of().states[-1]
    assert information._difference(evolve(ours, noted=Keep()), evolve(ours, noted=Fine(1)), "others") == (
        ": noted is Keep(), with others Fine(seat=1)"
    )


@frozen
class Unmoved:
    """A phase that does not say who acts."""

    rules: Rules


def test_a_phase_that_does_not_say_who_acts_is_named() -> None:
    game: Any = SimpleNamespace(start=Unmoved)
    trace: Trace[Rules, Any, Move] = Trace(game, Rules(), (Unmoved(Rules()),), ())
    with pytest.raises(BrokenLawError, match=r"^Unmoved does not say in to_act who acts$"):
        laws.games_start(trace.moment(0))

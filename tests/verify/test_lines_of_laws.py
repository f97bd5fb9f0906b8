"""Faults that a single line of a law catches, and games that it must not take for faulty."""

import re
from contextlib import suppress
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, field, frozen

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.errors import RecordError, ViewError
from cardrules.game import NATURE, Nature, Outcome, Promises, Shuffled, shuffled_deck
from cardrules.knowledge.information import InformationSet
from cardrules.knowledge.worlds import NoWorldError, World
from cardrules.moves import IllegalMoveError
from cardrules.serial import Json
from cardrules.verify import BrokenLawError, Trace, laws, verdicts
from cardrules.verify.laws import information, knowledge, storage
from cardrules.zones import Closed, Open, Own, view, view_of_move
from tests.bazaar import Functions
from tests.sheets import hand
from tests.verify import little
from tests.verify.little import Changing, Fine, Finished, Keep, Move, Rules, State, Throw
from tests.verify.test_faults import Broken, Forgetful, OpenThrow, PlainThrow, told
from tests.verify.test_faulty_views import OpenEnd
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


def test_a_search_that_finds_no_world_is_no_fault_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(*_: object) -> object:
        raise NoWorldError("none")

    monkeypatch.setattr(knowledge, "find", find)
    laws.worlds_fit_what_was_seen(trace_of().moment(1))


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


def test_knowledge_of_cards_that_were_not_seen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat knows the whole state."""
    monkeypatch.setattr(knowledge, "view", lambda state, _: state)
    faults = set()
    for seed in range(10):
        whole = trace_of()
        trace = Trace(Broken(), Rules(), whole.states, whole.moves, seed=seed)
        try:
            laws.knowledge_tells_what_was_seen(trace.moment(2))
        except BrokenLawError as error:
            faults.add(str(error))
    difference = "knows the difference if cards that it has not seen change places"
    assert faults == {f"seat 0 {difference}", f"seat 1 {difference}"}


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


def test_a_seat_that_has_seen_nothing_knows_nothing_to_exchange() -> None:
    moves = Shuffled(hand("2C 3C 4C 5C 6C")), Shuffled(hand("6C 5C 4C"))
    start = Aside(Rules(), hand("2C 3C 4C 5C 6C"))
    after = aside(start, moves[0])
    game: Any = SimpleNamespace(apply=aside, outcome=lambda _: Outcome((0, 0), ()), promises=lambda _: Promises())
    laws.knowledge_tells_what_was_seen(Trace(game, Rules(), (start, after, aside(after, moves[1])), moves).moment(1))


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


@frozen
class Packless:
    """A first phase in which chance acts, and nothing says what is shuffled."""

    rules: Rules
    cards: Open[Hand]
    to_act = NATURE


def test_where_chance_acts_first_there_is_a_pack() -> None:
    start = Packless(Rules(), hand("2C 3C"))
    game: Any = SimpleNamespace(start=lambda _: start)
    trace: Trace[Rules, Any, Move] = Trace(game, Rules(), (start,), ())
    with pytest.raises(TypeError, match="Packless has no pack to shuffle"):
        laws.games_start(trace.moment(0))


@dataclass(frozen=True)
class Noted:
    """A dataclass inside a phase, in which no zones are found."""

    number: int


def test_a_dataclass_inside_a_phase_is_noticed() -> None:
    trace = Trace(Broken(), Rules(), (evolve(trace_of().states[1], noted=Noted(7)),), ())
    assert broken(laws.states_are_values, trace) == (
        "Changing.noted is Noted(number=7): a state is made of attrs classes, tuples and plain values"
    )


@frozen(eq=False)
class Unequal:
    """A phase that equals nothing but itself."""

    rules: Rules
    cards: Open[Hand] = Hand()
    to_act = None


def test_a_copy_equals_the_state() -> None:
    trace: Trace[Rules, Any, Move] = Trace(Broken(), Rules(), (Unequal(Rules()),), ())
    with pytest.raises(BrokenLawError, match=r"^copied, the state is another$"):
        laws.states_survive_copying(trace.moment(0))


def test_what_a_deep_copy_loses_is_noticed() -> None:
    trace = Trace(Broken(), Rules(), (evolve(trace_of().states[1], noted=Forgetful(7)),), ())
    assert broken(laws.states_survive_copying, trace) == "copied deeply, the state is another"


def test_a_record_that_leads_elsewhere_is_noticed_at_the_end_of_a_game_that_did_not_crash() -> None:
    """The dealer of the game that is replayed is seat 1."""
    whole = trace_of()
    other = Broken(start=lambda rules: little.turned(little.start(rules), 1))
    assert broken(laws.states_survive_copying, Trace(other, Rules(), whole.states[:2], whole.moves[:1])) == (
        "replayed, the record leads to another state"
    )
    laws.states_survive_copying(Trace(other, Rules(), whole.states[:2], whole.moves[:1]).moment(0))
    crashed = Trace(other, Rules(), whole.states[:2], whole.moves[:1], crash=KeyError())
    laws.states_survive_copying(crashed.moment(1))


def test_a_value_without_json_is_named() -> None:
    trace = Trace(little, Rules(), (evolve(trace_of().states[1], noted=object()),), ())
    assert broken(laws.json_round_trips, trace).startswith("the JSON of Changing(rules=Rules(players=2, ")


def test_a_game_that_crashed_is_played_in_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "state_digests", None)  # what calls it fails
    whole = trace_of()
    crashed = Trace(little, Rules(), whole.states, whole.moves, crash=ValueError())
    laws.subprocesses_agree(crashed.moment(len(whole.moves)))


@frozen
class Half:
    """A phase that leaves a field out of its equality."""

    rules: Rules
    noted: object = field(eq=False)
    to_act = None


def test_a_copy_is_the_same_also_in_what_equality_leaves_out() -> None:
    trace: Trace[Rules, Any, Move] = Trace(Broken(), Rules(), (Half(Rules(), Forgetful(7)),), ())
    with pytest.raises(BrokenLawError, match=r"^copied deeply, the state is another$"):
        laws.states_survive_copying(trace.moment(0))


class Alike:
    """A value that equals all of its class, each with a hash of its own."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Alike)

    def __hash__(self) -> int:
        return id(self)


def test_a_copy_has_the_hash_of_the_state() -> None:
    trace = Trace(Broken(), Rules(), (evolve(trace_of().states[1], noted=Alike()),), ())
    assert broken(laws.states_survive_copying, trace) == "copied deeply, the state hashes differently"


@frozen(eq=False)
class Apart:
    """The end of a game, which equals nothing but itself."""

    count: int
    to_act = None


def apart(rules: int) -> Apart:
    return Apart(rules)


def no_moves(_: Apart) -> tuple[Keep, ...]:
    return ()


def unmoved(state: Apart, _: Keep | Shuffled) -> Apart:
    return state


def no_outcome(_: Apart) -> Outcome | None:
    return None


def test_what_comes_from_json_equals_what_went() -> None:
    game = Functions(apart, no_moves, unmoved, no_outcome)
    with pytest.raises(BrokenLawError, match=r"^Apart\(count=3\) comes back from JSON as Apart\(count=3\)$"):
        laws.json_round_trips(Trace(game, 3, (Apart(3),), ()).moment(0))


@frozen
class Uncounted:
    """The end of a game with a count that is neither written, nor counted again, nor compared."""

    count: int = field(init=False, default=0, eq=False)
    to_act = None


def uncounted(rules: int) -> Uncounted:
    state = Uncounted()
    object.__setattr__(state, "count", rules)
    return state


def no_moves_uncounted(_: Uncounted) -> tuple[Keep, ...]:
    return ()


def unmoved_uncounted(state: Uncounted, _: Keep | Shuffled) -> Uncounted:
    return state


def no_outcome_uncounted(_: Uncounted) -> Outcome | None:
    return None


def test_what_comes_from_json_is_the_same_also_in_what_equality_leaves_out() -> None:
    game = Functions(uncounted, no_moves_uncounted, unmoved_uncounted, no_outcome_uncounted)
    with pytest.raises(BrokenLawError, match=r"^Uncounted\(count=3\) comes back from JSON as Uncounted\(count=0\)$"):
        laws.json_round_trips(Trace(game, 3, (uncounted(3),), ()).moment(0))


@pytest.mark.parametrize(
    ("parsed", "place"), [("parse_view", 1), ("parse_state", 1), ("parse_move", 1), ("parse_outcome", -1)]
)
def test_everything_is_parsed_from_json(parsed: str, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object, text: str) -> object:
        raise RecordError(f"{text[:1]} is nothing")

    monkeypatch.setattr(Json, parsed, refuse)
    whole = trace_of()
    trace = Trace(little, Rules(), whole.states, whole.moves)
    assert broken(laws.json_round_trips, trace, place).endswith(": { is nothing")


def test_the_record_of_a_whole_game_is_parsed_from_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse_record(_: object, text: str) -> object:
        raise RecordError(f"{text[:1]} is no record")

    monkeypatch.setattr(Json, "parse_record", parse_record)
    whole = trace_of()
    end = len(whole.moves)
    trace = Trace(little, Rules(), whole.states, whole.moves)
    assert broken(laws.json_round_trips, trace).endswith(": { is no record")
    laws.json_round_trips(trace.moment(end - 1))
    laws.json_round_trips(Trace(little, Rules(), whole.states, whole.moves, crash=KeyError()).moment(end))


def test_at_the_end_a_spectator_need_not_see_that_there_are_no_moves() -> None:
    def legal_moves(state: State) -> tuple[Move, ...]:
        if isinstance(state, Finished) and FACE_DOWN in state.stock:
            raise ViewError("it hides the stock")
        return little.legal_moves(state)

    laws.own_view_gives_legal_moves(trace_of(Broken(legal_moves=legal_moves)).moment(7))


@frozen
class Alone:
    """A phase with a zone of owners that is not by seat."""

    rules: Rules
    hand: Own[Hand]
    to_act = None


def test_a_zone_of_owners_is_by_seat() -> None:
    trace: Trace[Rules, Any, Move] = Trace(Broken(), Rules(), (Alone(Rules(), hand("2C")),), ())
    with pytest.raises(BrokenLawError, match=r"^Alone: hand "):
        laws.zones_are_declared(trace.moment(0))


def test_the_move_that_led_to_a_moment_has_its_cards_in_zones() -> None:
    whole = trace_of()
    moves: Any = whole.moves[0], PlainThrow(hand("2C")[0])
    trace: Trace[Rules, State, Any] = Trace(Broken(), Rules(), whole.states[:3], moves)
    with pytest.raises(BrokenLawError, match=r"^PlainThrow: card holds cards but is not a zone$"):
        laws.zones_are_declared(trace.moment(2))
    laws.zones_are_declared(trace.moment(1))


def test_a_move_may_show_a_card_that_was_seen_before_it() -> None:
    """The pack lies open before the deal."""
    whole = trace_of()
    dealt = whole.states[1]
    assert isinstance(dealt, Changing)
    moves: Any = (OpenThrow(dealt.stock[0]),)
    trace: Trace[Rules, State, Any] = Trace(Broken(), Rules(), whole.states[:2], moves)
    laws.moves_hide_what_zones_say(trace.moment(1))


def test_play_goes_on_from_a_view_that_is_filled() -> None:
    """The game fails if the cards that nobody sees are not those of the deal."""
    dealt = trace_of().states[1]
    assert isinstance(dealt, Changing)

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Changing) and state.hands != dealt.hands:
            raise IllegalMoveError(move, "these are other cards")
        return little.apply(state, move)

    with pytest.raises(IllegalMoveError, match="these are other cards"):
        laws.views_can_be_determinized(trace_of(Broken(apply=apply)).moment(1))


def test_no_move_led_to_the_first_moment() -> None:
    """The only move shows a card that nobody sees; it is no fault of the moment before it."""
    whole = trace_of()
    dealt = whole.states[1]
    assert isinstance(dealt, Changing)
    moves: Any = (OpenThrow(dealt.stock[-1]),)
    trace: Trace[Rules, State, Any] = Trace(Broken(), Rules(), whole.states[1:3], moves)
    laws.moves_hide_what_zones_say(trace.moment(0))
    with pytest.raises(BrokenLawError, match="and no view of that seat does"):
        laws.moves_hide_what_zones_say(trace.moment(1))


def test_a_move_of_which_the_mover_does_not_see_the_card_is_noticed() -> None:
    whole = trace_of()
    dealt = whole.states[1]
    assert isinstance(dealt, Changing)
    trace = Trace(Broken(), Rules(), whole.states[:3], (whole.moves[0], Throw(dealt.stock[-1])))
    assert re.fullmatch(
        r"Throw shows \S+ to seat 1, and no view of that seat does", broken(laws.moves_hide_what_zones_say, trace)
    )


def test_the_visibilities_of_all_phases_are_compared_at_the_end() -> None:
    whole = trace_of()
    end = whole.states[-1]
    assert isinstance(end, Finished)
    other = OpenEnd(end.rules, end.tricks, end.thrown, end.stock, end.coins)
    trace: Trace[Rules, Any, Move] = Trace(Broken(), Rules(), (*whole.states[:-1], other), whole.moves)
    with pytest.raises(BrokenLawError, match=r"^thrown is seen by its owner, in OpenEnd by everybody$"):
        laws.zones_are_declared(trace.moment(7))


@frozen
class Wrong:
    """A search that finds the world of another deal."""

    world: World[State, Move]

    def draw(self) -> World[State, Move]:
        """Return the world."""
        return self.world


def test_a_world_that_was_not_seen_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    other = trace_of(seed=1)
    world: World[State, Move] = World(other.states[0], other.moves, other.states[-1])
    monkeypatch.setattr(knowledge, "find", lambda *_: Wrong(world))
    assert re.fullmatch(
        r"a world for seat [01] shows it other things than it saw", broken(laws.worlds_fit_what_was_seen, trace_of())
    )


def test_that_what_was_played_is_not_possible_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "is_possible", lambda *_: False)
    assert broken(laws.worlds_fit_what_was_seen, trace_of(), 1) == (
        "what was played is not possible by what seat 1 has seen of it"
    )


@pytest.mark.parametrize(("place", "seats"), [(1, {1}), (2, {0}), (7, {0, 1})])
def test_worlds_are_those_of_the_seat_to_act_or_of_any(
    place: int, seats: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    known, asked = knowledge._known, []

    def asking(trace: Trace[Rules, State, Move], seat: int | None) -> InformationSet[State, Move]:
        asked.append(seat)
        return known(trace, seat)

    monkeypatch.setattr(knowledge, "_known", asking)
    whole = trace_of()
    for seed in range(10):
        trace = Trace(little, Rules(), whole.states, whole.moves, seed=seed)
        laws.worlds_fit_what_was_seen(trace.moment(place))
    assert set(asked) == seats


def test_a_process_that_stops_early_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trace_of()
    monkeypatch.setattr(storage, "state_digests", lambda *_: ["a", "b", "c"])
    for theirs, message in [
        (["a", "b"], "another process stops after 1 moves: b"),
        (["a", "x", "c"], "after 1 moves another process has other moves or another state"),
    ]:
        monkeypatch.setattr(storage, "digests_in_subprocesses", lambda *_, told=theirs, **__: iter([told]))
        trace = Trace(Broken(), Rules(), whole.states, whole.moves)
        assert broken(laws.subprocesses_agree, trace) == message


# At which moments laws are checked


def test_a_law_is_checked_at_so_many_moments_the_last_among_them() -> None:
    """The game has seven moves, and so eight moments."""
    trace, check = trace_of(), laws.play_ends
    assert laws.Law(check, None).places(trace) == laws.Law(check, 8).places(trace) == list(range(8))
    assert laws.Law(check, 1).places(trace) == [7]
    for moments in (2, 3, 7):
        places = laws.Law(check, moments).places(trace)
        assert len(set(places)) == len(places) == moments
        assert places[-1] == 7
    assert laws.Law(check, 1, always=lambda _: (0, 4, 8)).places(trace) == [0, 4, 7]
    assert laws.LAWS[0].places(trace) == [0, 7]
    assert laws.LAWS[-1].places(trace) == [7]  # a process is started for each moment


def test_a_game_that_could_not_start_has_one_moment() -> None:
    trace: Trace[Rules, State, Move] = Trace(Broken(), Rules(), (), (), crash=KeyError())
    assert laws.Law(laws.play_ends, None).places(trace) == laws.Law(laws.play_ends, 1).places(trace) == [0]


def test_a_law_has_a_statement_and_neither_looks_ahead_nor_is_basic_unless_it_says_so() -> None:
    def unsaid(_: object) -> None:
        pass

    law = laws.Law(laws.play_ends, 1)
    assert (law.basic, law.ahead, law.name) == (False, 0, "play ends")
    assert (
        law.statement == "Play ends within the number of moves that the game promises, and not before the least number."
    )
    assert laws.Law(unsaid, 1).statement == ""


def twice_dealt() -> Trace[Rules, State, Move]:
    """Return a game of two deals, shuffled at the places 0 and 7, whose phases change after 1, 3, 7, 8, 10 and 14 moves."""
    whole = trace_of()
    return Trace(Broken(), Rules(), (*whole.states, *whole.states[1:]), whole.moves * 2)


def test_laws_that_look_ahead_begin_after_shuffles() -> None:
    assert sorted(laws.after_some_shuffles(twice_dealt())) == [1, 8]


@pytest.mark.parametrize(("budget", "phases"), [(11, 3), (10, 2)])
def test_changes_of_phase_come_after_shuffles_within_a_budget(
    budget: int, phases: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They lie 1, 3 and 7 moves after the shuffle, 11 together."""
    monkeypatch.setattr(laws, "TURNS", budget)
    first, *others = laws.turns(trace_of())
    assert (first, len(others)) == (1, phases)
    assert set(others) <= {1, 3, 7}


def test_the_way_from_the_last_shuffle_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The phases of each deal lie 1, 3 and 7 moves after its shuffle, 22 together."""
    monkeypatch.setattr(laws, "TURNS", 22)
    places = list(laws.turns(twice_dealt()))
    assert places[:2] == [1, 8]
    assert sorted(places[2:]) == [1, 3, 7, 8, 10, 14]


def test_a_change_of_actor_may_come_with_the_first_move() -> None:
    whole = trace_of()
    assert 1 in laws.turns(Trace(Broken(), Rules(), whole.states[1:], whole.moves[1:]))

"""The laws one by one, where planted faults do not reach."""

import io
import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from attrs import evolve, field, frozen
from hypothesis import given
from hypothesis.errors import FailedHealthCheck, UnsatisfiedAssumption

from cardrules.blocks.tricks import first_lead
from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Deck, Hand, Suit
from cardrules.errors import ViewError
from cardrules.game import NATURE, Nature, Outcome, Promises, Shuffled, playout, shuffled_deck
from cardrules.moves import IllegalMoveError
from cardrules.options import CardSet, Permutation, PerSeat, Range, with_validators
from cardrules.play.pickling import dumps
from cardrules.verify import (
    LAWS,
    BrokenLawError,
    NotPromisedError,
    Trace,
    in_subprocess,
    laws,
    playing,
    program,
    rules_of,
    traces,
    transform,
    variants_of,
    verdicts,
    worlds,
)
from cardrules.verify.laws import information
from cardrules.verify.laws import play as laws_of_play
from cardrules.verify.playing import Randomly, play
from cardrules.zones import Closed, Open
from tests.bazaar import Functions
from tests.sheets import card, hand
from tests.verify import little
from tests.verify.little import Finished, Keep, Move, Rules, State
from tests.verify.test_faults import Broken, noting


def trace_of(game: Broken | None = None, players: int = 2, seed: int = 0) -> Trace[Rules, State, Move]:
    """Return a random trace of the little game, for laws to check with the functions of ``game``."""
    record = playout(little, Rules(players=players), Random(seed))
    states = [little.start(record.rules)]
    for move in record.moves:
        states.append(little.apply(states[-1], move))
    return Trace(game or Broken(), record.rules, tuple(states), record.moves)


CONSERVED = next(law for law in LAWS if law.check is laws.cards_are_conserved)


def broken(law: laws.Check, trace: Trace[Rules, State, Move], place: int = -1) -> str:
    """Return how a law is broken at a moment of the trace, by default the last."""
    with pytest.raises(BrokenLawError) as caught:
        law(trace.moment(place % len(trace.states)))
    return str(caught.value)


@frozen
class Many:
    """A move with a field of each kind."""

    flag: bool
    number: int
    share: Fraction
    card: Open[Card]
    cards: Open[Hand]
    suit: Suit
    hands: Open[tuple[Hand, ...]]
    word: Literal["a", "b"]


def test_moves_near_a_move_differ_from_it_in_each_field() -> None:
    move = Many(True, 3, Fraction(1, 2), card("QS"), hand("2C 3C"), Suit.HEARTS, (hand("2D"),), "a")
    near = list(laws_of_play._near(move, [card("2C"), card("KD"), card("9H")], Random(0)))
    assert move not in near
    for name in ("flag", "number", "share", "card", "cards", "suit", "hands", "word"):
        assert any(evolve(move, **{name: getattr(other, name)}) == other for other in near), name


def test_a_state_that_cannot_be_hashed() -> None:
    trace = trace_of()
    unhashable = Trace(trace.game, trace.rules, tuple(evolve(state, noted=[]) for state in trace.states), trace.moves)
    assert broken(laws.functions_are_pure, unhashable).startswith("the state cannot be hashed")


def test_a_seat_that_is_no_seat() -> None:
    trace = trace_of()
    changing = next(state for state in trace.states if isinstance(state, little.Changing))
    wrong = Trace(trace.game, trace.rules, (evolve(changing, to_act=True),), ())
    assert broken(laws.moves_are_listed_while_a_seat_acts, wrong).startswith("to_act is True")


def test_an_outcome_that_is_no_outcome() -> None:
    trace = trace_of(Broken(outcome=lambda _: (0, 1)))  # type: ignore[arg-type, return-value]  # as untyped code may give
    assert broken(laws.moves_are_listed_while_a_seat_acts, trace) == "outcome returns a tuple, not an Outcome"


def test_play_that_stops_before_its_end() -> None:
    trace = trace_of()
    assert broken(laws.play_ends, Trace(trace.game, trace.rules, trace.states[:3], trace.moves[:2])) == (
        "play stops after 2 moves, and the game is not over"
    )


def test_a_game_without_bound_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST", 20)
    onwards = Broken(
        apply=lambda state, move: (
            little.start(state.rules) if isinstance(state, little.Changing) else little.apply(state, move)
        ),
        promises=lambda rules: Promises(),
    )
    (verdict,) = verdicts(onwards, Rules(), examples=3, laws=(CONSERVED,))
    assert verdict.status == "kept"
    assert len(play(onwards, Rules(), Randomly(Random(0))).moves) == 20


def test_money_alone_and_a_total_alone_can_be_promised() -> None:
    trace = trace_of(Broken(promises=lambda rules: Promises(outcome_total=lambda outcome: sum(outcome.scores))))
    laws.money_adds_up(trace.moment(len(trace.moves)))
    trace = trace_of(Broken(promises=lambda rules: Promises(money_total=lambda state: 1)))
    assert broken(laws.money_adds_up, trace) == "seats, pots and banks hold 1 together, not 0"


def test_what_lies_open_before_a_part_of_the_pack_is_shuffled_is_no_secret() -> None:
    """The trace ends before the shuffle, with the pack open; nothing is known of a deal after a full shuffle."""
    trace = trace_of()
    before = Trace(trace.game, trace.rules, trace.states[:1], ())
    assert worlds.unseen(before, 0, 0, 0) == []
    shuffled = Trace(trace.game, trace.rules, trace.states[:2], trace.moves[:1])
    assert len(worlds.unseen(shuffled, 0, 1, 0)) == 6


def test_what_was_played_before_a_full_shuffle_is_no_matter() -> None:
    """A game of two deals, shuffled at the places 0 and 7."""
    trace = trace_of()
    twice = Trace(trace.game, trace.rules, trace.states * 2, (*trace.moves, *trace.moves))
    assert twice.full_shuffles == (0, 7)
    assert [twice.full_shuffle_before(place) for place in (0, 1, 7, 8, 14)] == [0, 0, 0, 7, 7]
    part = Trace(trace.game, trace.rules, trace.states, (Shuffled(hand("2C")), *trace.moves[1:]))
    assert part.full_shuffles == ()


def test_the_law_of_secrets_looks_just_after_shuffles_and_changes_of_phase_and_actor() -> None:
    """Shuffle, two changes of hands, and four plays: seats 1 and 0 change, seat 1 leads, and the taker leads again."""
    trace = trace_of()
    assert isinstance(trace.states[5], little.Playing)
    same_leader = trace.states[5].to_act == 0  # who played last and leads again
    assert sorted(set(laws.turns(trace))) == [place for place in range(1, 8) if place != 5 or not same_leader]


def test_turns_that_are_far_from_a_shuffle_cost_much_and_are_looked_at_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "TURNS", 10)
    assert 1 in laws.turns(trace_of())
    assert len(set(laws.turns(trace_of()))) < 6


def test_views_of_different_phases() -> None:
    ours, theirs = trace_of().states[0], trace_of().states[-1]
    assert information._difference(ours, theirs, "others") == ": Dealing, with others Finished"


def test_where_views_differ_is_named_down_to_the_field_of_a_nested_value() -> None:
    ours = trace_of().states[-1]
    assert isinstance(ours, Finished)
    theirs = evolve(ours, coins=(7,), tricks=evolve(ours.tricks, to_act=9))
    assert information._difference(ours, theirs, "others") == (
        f": tricks.to_act is {ours.tricks.to_act}, with others 9: coins is {ours.coins}, with others (7,)"
    )


def test_the_order_of_a_hand_may_matter_where_a_game_says_so() -> None:
    trace = trace_of(Broken(promises=lambda rules: Promises(hand_order_matters=True)))
    with pytest.raises(NotPromisedError, match="the order of hands matters"):
        laws.hand_order_stays_secret(trace.moment(1))


def test_a_move_that_another_order_forbids_ends_the_comparison() -> None:
    def apply(state: State, move: Move | Shuffled) -> State:
        raise IllegalMoveError(move, "it names a place in the hand")

    laws.hand_order_stays_secret(trace_of(Broken(apply=apply)).moment(1))


def test_a_move_that_cards_said_to_be_alike_forbid() -> None:
    """Every move is refused once cards have traded places."""

    def apply(state: State, move: Move | Shuffled) -> State:
        raise IllegalMoveError(move, "another card lies there")

    game = Broken(apply=apply, promises=lambda _: Promises(unordered=("stock",)))
    said = broken(laws.what_is_alike_makes_no_difference, trace_of(game), 1)
    assert said.startswith("with cards in another order, a move is not allowed 0 moves later: illegal move")


def test_a_turned_game_that_is_not_over() -> None:
    """The turned game is noted in its start, and a game with a note has no outcome."""
    game = Broken(
        outcome=lambda state: None if state.noted else little.outcome(state),
        promises=lambda _: Promises(rotated=lambda state, seats: evolve(little.turned(state, seats), noted="turned")),
    )
    assert broken(laws.seats_are_symmetric, trace_of(game)) == "turned by 1 seats, the game is not over"


def test_a_game_may_start_with_a_seat_to_act() -> None:
    dealt = trace_of().states[1]
    laws.games_start(Trace(Broken(start=lambda _: dealt), Rules(), (dealt,), ()).moment(0))


def test_a_game_that_cannot_start_breaks_every_law_that_is_checked_alone() -> None:
    def start(rules: Rules) -> State:
        raise KeyError("players")

    (verdict,) = verdicts(Broken(start=start), Rules(), laws=(CONSERVED,))
    assert verdict.text.startswith("KeyError: 'players'")


def test_hands_in_nested_tuples_are_reordered() -> None:
    """As where a seat holds several hands; what is not a hand stays."""
    hands = (hand("2C 3C 4C 5C 6C"), None)
    reordered = transform._shuffled_hands(hands, Random(0))
    assert reordered != hands
    assert isinstance(reordered, tuple)
    assert Hand(reordered[0]).sorted() == hands[0]
    assert reordered[1] is None


def viewed(look: Callable[[little.Changing, Hand], tuple[Move, ...]]) -> Broken:
    """Return the game whose legal moves while hands change follow from the hand of seat 0."""
    return Broken(
        legal_moves=lambda state: (
            look(state, state.hands[0]) if isinstance(state, little.Changing) else little.legal_moves(state)
        )
    )


def careless(state: little.Changing, cards: Hand) -> tuple[Move, ...]:
    return tuple(Keep() for _ in {card.rank for card in cards})[:1]


def peeking(state: little.Changing, cards: Hand) -> tuple[Move, ...]:
    return (Keep(),) if FACE_DOWN in cards else (Keep(), Keep())


@pytest.mark.parametrize(
    ("look", "message"),
    [
        (careless, "seat 1 cannot tell its legal moves from its view: AttributeError: FACE_DOWN has no rank"),
        (peeking, "in the view of seat 1 the legal moves are others than in the state"),
    ],
)
def test_legal_moves_that_follow_from_the_hand_of_another_seat(
    look: Callable[[little.Changing, Hand], tuple[Move, ...]], message: str
) -> None:
    """After the shuffle seat 1 is to act."""
    assert broken(laws.own_view_gives_legal_moves, trace_of(viewed(look)), 1) == message


def test_a_view_that_hides_too_much_is_refused_by_a_view_error() -> None:
    """After seat 1 seat 0 is to act; the view of seat 1 does not show its hand."""
    trace = trace_of(viewed(careless))
    assert broken(laws.own_view_gives_legal_moves, trace, 2) == (
        "legal_moves raises AttributeError for the view of seat 1: FACE_DOWN has no rank; "
        "raise ViewError where a view hides what the moves depend on"
    )


def test_a_view_error_for_the_seat_to_act_breaks_the_law() -> None:
    def refuse(state: little.Changing, cards: Hand) -> tuple[Move, ...]:
        if FACE_DOWN in cards:
            raise ViewError("it hides the hand")
        return (Keep(),)

    game = viewed(refuse)
    laws.own_view_gives_legal_moves(trace_of(game).moment(2))
    assert broken(laws.own_view_gives_legal_moves, trace_of(game), 1) == (
        "seat 1 cannot tell its legal moves from its view: ViewError: it hides the hand"
    )


def test_laws_of_symmetry_look_at_the_end_and_need_two_seats() -> None:
    for law in (laws.seats_are_symmetric, laws.suits_are_symmetric):
        law(trace_of().moment(1))
    alone = Finished(Rules(), first_lead(None, (), 0), (), Deck(little.PACK), (0,))
    game = Broken(promises=lambda _: Promises(rotated=little.turned))
    laws.seats_are_symmetric(Trace(game, Rules(), (alone,), ()).moment(0))


def test_a_move_may_not_depend_on_a_card_that_is_not_reached() -> None:
    """Nobody may keep both cards while a club is at the bottom of the stock, the eighth card; six are dealt or drawn."""

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, little.Changing) and state.stock[-1].suit is Suit.CLUBS:
            raise IllegalMoveError(move, "there is a club at the bottom")
        return little.apply(state, move)

    moves = Shuffled(hand("2D 3D 2H 3H 2S 3C 2C 3S")), Keep()
    dealing = little.start(Rules())
    dealt = little.apply(dealing, moves[0])
    states = dealing, dealt, little.apply(dealt, moves[1])
    found = set()
    for seed in range(10):
        try:
            laws.other_places_do_not_matter(Trace(Broken(apply=apply), Rules(), states, moves, seed=seed).moment(1))
        except BrokenLawError as error:
            found.add(str(error))
    assert found == {"with the cards at the places [6, 7] in another order, a move is not allowed 0 moves later"}


@frozen
class Twice:
    """A pack that is shuffled, and then once more without its two top cards, of which only the first is seen."""

    rules: Rules
    pack: Closed[Hand]
    first: Open[Hand] = Hand()
    second: Closed[Hand] = Hand()

    @property
    def to_act(self) -> Nature | None:
        """Chance, as long as there are cards to shuffle."""
        return NATURE if self.pack else None


def twice(state: Twice, move: Keep | Shuffled) -> Twice:
    cards = shuffled_deck(state.pack, move)
    if state.first:
        return Twice(state.rules, Hand(), state.first, state.second.plus(cards))
    return Twice(state.rules, Hand(cards[2:]).sorted(), Hand(cards[:1]), Hand(cards[1:2]))


def test_a_shuffle_may_mix_some_of_the_cards_that_are_not_reached_with_others() -> None:
    promised: Promises[Twice] = Promises(reached=lambda _: range(1))
    moves = Shuffled(hand("2C 3C 4C 5C")), Shuffled(hand("5C 4C"))
    start = Twice(Rules(), hand("2C 3C 4C 5C"))
    after = twice(start, moves[0])
    states = start, after, twice(after, moves[1])
    game: Any = SimpleNamespace(apply=twice, outcome=no_outcome, promises=lambda _: promised)
    for seed in range(10):
        laws.other_places_do_not_matter(Trace(game, Rules(), states, moves, seed=seed).moment(1))


@frozen
class Counting:
    """A state with a count that is neither written nor counted again when it is read."""

    count: int = field(init=False, default=0)
    to_act = None

    @classmethod
    def start(cls, rules: int) -> "Counting":
        state = cls()
        object.__setattr__(state, "count", rules)
        return state


def no_moves(_: Counting) -> tuple[Keep, ...]:
    return ()


def unmoved(state: Counting, _: Keep | Shuffled) -> Counting:
    return state


def no_outcome(_: Counting) -> Outcome | None:
    return None


COUNTING = Functions(Counting.start, no_moves, unmoved, no_outcome)


def test_what_json_loses_is_found() -> None:
    for crash in (None, ValueError()):
        laws.json_round_trips(Trace(COUNTING, 0, (Counting.start(0),), (), crash=crash).moment(0))
    with pytest.raises(BrokenLawError, match=r"^Counting\(count=3\) comes back from JSON as Counting\(count=0\)$"):
        laws.json_round_trips(Trace(COUNTING, 3, (Counting.start(3),), ()).moment(0))


def test_without_types_or_without_the_extra_there_is_no_json(monkeypatch: pytest.MonkeyPatch) -> None:
    untyped = trace_of(Broken(outcome=lambda _: None))
    with pytest.raises(NotPromisedError, match="must have annotations for its parameters and its result"):
        laws.json_round_trips(untyped.moment(0))
    monkeypatch.setitem(sys.modules, "cattrs", None)
    monkeypatch.delitem(sys.modules, "cardrules.serial")
    with pytest.raises(NotPromisedError, match="needs the extra 'json'"):
        laws.json_round_trips(trace_of().moment(0))


def test_a_trace_that_crashed_is_not_sent_to_another_process() -> None:
    trace = trace_of()
    crashed = Trace(trace.game, trace.rules, trace.states, trace.moves, crash=ValueError())
    laws.subprocesses_agree(crashed.moment(len(trace.moves)))


def test_a_game_that_cannot_be_sent_to_another_process_is_skipped() -> None:
    with pytest.raises(NotPromisedError, match="cannot be sent to another process"):
        in_subprocess.digests_in_subprocesses(trace_of(noting(lambda _: 0)), (1,))


class Gone:
    """A game that another process cannot make."""

    def __init__(self, *functions: object) -> None:
        assert functions

    def __reduce__(self) -> tuple[type["Gone"], tuple[()]]:
        return Gone, ()


def test_a_game_that_cannot_be_made_in_another_process_is_skipped() -> None:
    trace = trace_of()
    unmade = Trace(Gone(1), trace.rules, trace.states, trace.moves)  # type: ignore[arg-type]  # it is never played
    with pytest.raises(NotPromisedError, match="cannot be played in another process: AssertionError"):
        in_subprocess.digests_in_subprocesses(unmade, (1,))


@pytest.mark.parametrize("wrong", [False, True])
def test_the_answer_of_the_other_process(
    wrong: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = trace_of()
    record = evolve(trace.record, moves=(*trace.moves, Keep())) if wrong else trace.record
    sent = io.TextIOWrapper(io.BytesIO(dumps((little, record))))
    monkeypatch.setattr(sys, "stdin", sent)
    in_subprocess.answer()
    lines = capsys.readouterr().out.splitlines()
    assert lines[: len(trace.states)] == in_subprocess.state_digests(little, trace.record)
    assert [text.partition(":")[0] for text in lines[len(trace.states) :]] == (["move 8 of 8"] if wrong else [])


def test_hypothesis_may_give_up_a_game() -> None:
    def apply(state: State, move: Move | Shuffled) -> State:
        raise UnsatisfiedAssumption

    @given(traces(Broken(apply=apply), Rules()))
    def never(trace: object) -> None:
        raise AssertionError(trace)

    with pytest.raises(FailedHealthCheck, match="filtering out"):
        never()


@frozen(kw_only=True, field_transformer=with_validators)
class Odd:
    """Options of other kinds than most games have."""

    share: Fraction = field(default=Fraction(1, 2), validator=Range(0, 1, fractions=True))
    limit: int | None = field(default=None, validator=Range(1))
    name: str = field(default="x", validator=lambda *_: None)
    order: tuple[int, ...] = field(default=(1, 2, 3), validator=Permutation((1, 2, 3)))
    wild: Hand = field(default=Hand(), validator=CardSet(PACK_52, 2))
    stacks: int | tuple[int, ...] | None = field(default=None, validator=PerSeat(1))
    bonus: int | tuple[int, ...] = field(default=0, validator=PerSeat(0))


@given(rules_of(Odd))
def test_options_of_all_kinds_are_drawn(odd: Odd) -> None:
    assert 0 <= odd.share <= 1
    assert odd.limit is None or odd.limit >= 1
    assert odd.name == "x"
    assert sorted(odd.order) == [1, 2, 3]
    assert len(set(odd.wild)) == len(odd.wild) <= 2
    assert odd.stacks is None or min(odd.stacks if isinstance(odd.stacks, tuple) else (odd.stacks,)) >= 1


def test_variants_differ_in_one_option() -> None:
    shares_and_limits = [Odd(share=Fraction(0)), Odd(share=Fraction(1)), Odd(limit=1), Odd(limit=2)]
    cards = [Odd(wild=hand("2C")), Odd(wild=hand("KS AS"))]
    by_seat = [Odd(stacks=1), Odd(stacks=2), Odd(bonus=1)]
    assert variants_of(Odd) == [Odd(), *shares_and_limits, Odd(order=(3, 2, 1)), *cards, *by_seat]


def test_values_are_written_as_python_writes_them() -> None:
    move = Many(True, 3, Fraction(1, 2), card("QS"), hand("2C 3C"), Suit.HEARTS, (hand("2D"),), "a")
    assert program.source(move) == (
        "Many(True, 3, Fraction(1, 2), Card.parse('QS'), Hand.parse('2C 3C'), Suit.HEARTS, (Hand.parse('2D'),), 'a')"
    )
    assert program.source(Odd(limit=3)) == "Odd(limit=3)"
    assert program.source(((), (1, 2))) == "((), (1, 2))"


def test_a_state_that_python_cannot_write_down_is_reached_from_the_start() -> None:
    """The state before the second shuffle, after 42 moves, has an object without source, or a field that is not given."""
    trace = trace_of()
    for note, first in [(object(), 0), (Counting.start(1), 0), (("7", None, Fraction(1, 2), Suit.CLUBS), 42)]:
        states = (*trace.states[:1] * 42, evolve(trace.states[0], noted=note), *trace.states[1:])
        moves = (*(Keep(),) * 42, *trace.moves)
        shown = program.program(Trace(trace.game, trace.rules, states, moves), 44)
        assert ("state = game.start(" in shown) == (first == 0)
        assert shown.count("Keep(),") + shown.count("Throw(") >= 42 - first


def test_a_program_imports_the_classes_that_it_names() -> None:
    move = Many(True, 3, Fraction(1, 2), JOKER, hand("2C 3C"), Suit.HEARTS, (hand("2D"),), "a")
    assert list(program.imports((Odd(limit=3), move))) == [
        "from cardrules import Card, Hand, Suit",
        "from fractions import Fraction",
        "from tests.verify.test_laws import Many, Odd",
    ]


def test_a_program_begins_where_the_trace_does() -> None:
    """As it does in a search on a small pack, which is not what the game starts with."""
    trace = trace_of()
    begin = evolve(trace.states[0], noted="other")
    shown = program.program(Trace(trace.game, trace.rules, (begin, *trace.states[1:]), trace.moves), 1)
    assert "state = game.start(" not in shown
    assert "'other'" in shown


def test_a_program_without_moves() -> None:
    assert "moves = []" in program.program(trace_of(), 0)


def test_same_compares_what_equality_leaves_out() -> None:
    @frozen
    class Half:
        compared: int
        ignored: object = field(eq=False)

    @frozen
    class Other:
        compared: int
        ignored: object

    assert Half(1, 2) == Half(1, 3)
    assert not transform.same(Half(1, 2), Half(1, 3))
    assert not transform.same(Half(1, 2), Other(1, 2))
    assert transform.same({"a": [Half(1, hand("2C"))]}, {"a": [Half(1, hand("2C"))]})
    assert not transform.same({"a": [Half(1, hand("2C"))]}, {"a": [Half(1, hand("3C"))]})
    assert not transform.same((1, 2), [1, 2])
    assert not transform.same((1, 2), (1,))

"""Faults planted in the little game: the law made for each fault catches it."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from itertools import count
from typing import Any, TypeAlias

import pytest
from attrs import evolve, field, fields, frozen

from cardrules.blocks.tricks import Play
from cardrules.blocks.tricks import Playing as Tricks
from cardrules.cards import FACE_DOWN, Card, Deck, Hand, Rank, Suit
from cardrules.game import Outcome, Promises, Shuffled
from cardrules.moves import IllegalMoveError
from cardrules.seats import leaders
from cardrules.verify import laws, verdicts
from cardrules.zones import Closed, Open, Own
from tests.bazaar import Functions
from tests.verify import little
from tests.verify.little import Changing, Dealing, Fine, Finished, Keep, Move, Playing, Rules, State, Throw

Apply = Callable[[State, Move | Shuffled], State]


@frozen
class Broken:
    """The little game as a record of functions, some of them replaced by wrong ones."""

    apply: Apply = little.apply
    legal_moves: Callable[[State], tuple[Move, ...]] = little.legal_moves
    start: Callable[[Rules], State] = little.start
    outcome: Callable[[State], Outcome | None] = little.outcome
    promises: Callable[[Rules], Promises[State]] = little.promises
    rulings: Callable[[State], tuple[Move, ...]] = little.rulings


def afterwards(change: Callable[[State], State]) -> Broken:
    """Return the game in which ``change`` is done to every state that a move leads to."""

    def apply(state: State, move: Move | Shuffled) -> State:
        return change(little.apply(state, move))

    return Broken(apply=apply)


def winner_swapped() -> Broken:
    """The place in the trick is mistaken for the seat of the winner."""

    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        if isinstance(after, Playing | Finished) and after.tricks.full:
            taker = little.ORDER.winner(after.tricks.trick)
            before = state.coins if isinstance(state, Playing) else after.coins
            return evolve(after, tricks=evolve(after.tricks, to_act=taker), coins=little.paid(before, taker))
        return after

    return Broken(apply=apply)


def payoffs_do_not_add_up() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, scores=tuple(max(score, -1) for score in ended.scores))

    return Broken(outcome=outcome)


def coin_lost() -> Broken:
    def change(state: State) -> State:
        if isinstance(state, Playing) and state.tricks.full:
            return evolve(state, coins=(state.coins[0] - 1, *state.coins[1:]))
        return state

    return afterwards(change)


def noting(note: Callable[[Changing], object]) -> Broken:
    """Return the game that notes something in an ordinary field while the hands are hidden."""
    return afterwards(lambda state: evolve(state, noted=note(state)) if isinstance(state, Changing) else state)


def opponents_hand_in_a_view() -> Broken:
    return noting(lambda state: tuple(map(str, state.hands)))


def derived_total() -> Broken:
    return noting(lambda state: sum(card.rank is Rank.THREE for card in state.hands[0]))


def holds_the_three_of_spades() -> Broken:
    return noting(lambda state: Card(Rank.THREE, Suit.SPADES) in state.hands[1])


def place_in_the_hand_noted() -> Broken:
    """The place in the hand of the card played is noted."""

    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        if isinstance(state, Playing) and isinstance(move, Play):
            return evolve(after, noted=state.tricks.hands[state.to_act].index(move.card))
        return after

    return Broken(apply=apply)


def cards_in_an_ordinary_field() -> Broken:
    return noting(lambda state: state.thrown[0])


def card_duplicated() -> Broken:
    def change(state: State) -> State:
        if isinstance(state, Changing) and state.thrown[1]:
            return evolve(state, stock=state.stock.put_under(state.thrown[1]))
        return state

    return afterwards(change)


def card_lost() -> Broken:
    return afterwards(
        lambda state: evolve(state, thrown=tuple(Hand() for _ in state.thrown)) if isinstance(state, Playing) else state
    )


def legal_move_missing() -> Broken:
    """Spades are never thrown."""

    def legal_moves(state: State) -> tuple[Move, ...]:
        moves = little.legal_moves(state)
        if isinstance(state, Changing):
            return tuple(
                move for move in moves if not (isinstance(move, little.Throw) and move.card.suit is Suit.SPADES)
            )
        return moves

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Changing) and move not in legal_moves(state):
            raise IllegalMoveError(move, "spades are not thrown", legal_moves(state))
        return little.apply(state, move)

    return Broken(apply=apply, legal_moves=legal_moves)


def illegal_move_accepted() -> Broken:
    """Nobody need follow suit, though the list of moves says so."""

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Playing) and isinstance(move, Play) and move.card in state.tricks.hands[state.to_act]:
            return little.play(state, move.card)
        return little.apply(state, move)

    return Broken(apply=apply)


def wrong_shuffle_accepted() -> Broken:
    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Dealing) and isinstance(move, Shuffled) and len(move.cards) >= 8:
            return little.deal(state, Deck(move.cards))
        return little.apply(state, move)

    return Broken(apply=apply)


def listed_move_refused() -> Broken:
    def legal_moves(state: State) -> tuple[Move, ...]:
        return (*little.legal_moves(state), little.Keep()) if isinstance(state, Playing) else little.legal_moves(state)

    return Broken(legal_moves=legal_moves)


def move_listed_twice() -> Broken:
    return Broken(legal_moves=lambda state: little.legal_moves(state) + little.legal_moves(state)[:1])


def outcome_before_the_end() -> Broken:
    return Broken(outcome=lambda state: little.outcome(state) or Outcome((0, 0), ()))


def global_random_generator() -> Broken:
    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        return evolve(after, noted=random.randrange(100)) if isinstance(state, Dealing) else after

    return Broken(apply=apply)


def mutable_field_shared() -> Broken:
    """States share a list that grows with every move."""

    class Hashable(list[str]):
        __hash__ = object.__hash__  # type: ignore[assignment]  # the fault: a list that can be hashed

    def start(rules: Rules) -> State:
        state = little.start(rules)
        assert isinstance(state, Dealing)
        return evolve(state, noted=Hashable())

    def apply(state: State, move: Move | Shuffled) -> State:
        after = little.apply(state, move)
        assert isinstance(after.noted, Hashable)
        after.noted.append(type(move).__name__)
        return after

    return Broken(start=start, apply=apply)


def impure_behind_a_cache() -> Broken:
    """A counter goes into the state, and a cache by identity hides it from whoever asks twice with one object."""
    numbers = count()
    known: list[tuple[State, object, State]] = []

    def apply(state: State, move: Move | Shuffled) -> State:
        for before, made, result in known[-3:]:
            if before is state and made is move:
                return result
        after = evolve(little.apply(state, move), noted=next(numbers))
        known.append((state, move, after))
        return after

    return Broken(apply=apply)


def never_ends() -> Broken:
    """A game that is over begins again."""
    return afterwards(lambda state: little.start(state.rules) if isinstance(state, Finished) else state)


def score_out_of_bounds() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, scores=tuple(3 * score for score in ended.scores))

    return Broken(outcome=outcome)


def score_is_a_float() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        floats: list[float] = [float(score) for score in ended.scores] if ended else []
        return ended and evolve(ended, scores=tuple(floats))  # type: ignore[arg-type]  # the fault

    return Broken(outcome=outcome)


def a_score_too_many() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, scores=(*ended.scores, 0))

    return Broken(outcome=outcome)


def a_score_too_few() -> Broken:
    """The last seat has neither a score nor a chance to win; of the total nothing is promised."""

    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and Outcome(ended.scores[:-1], (0,))

    return Broken(outcome=outcome, promises=lambda _: Promises())


def first_of_equals_wins() -> Broken:
    def outcome(state: State) -> Outcome | None:
        ended = little.outcome(state)
        return ended and evolve(ended, winners=ended.winners[:1])

    return Broken(outcome=outcome, promises=lambda rules: evolve(little.promises(rules), leaders_win=False))


@frozen
class PlainThrow:
    """A throw that shows its card to everybody, being no zone."""

    card: Card


@frozen
class OpenThrow:
    """A throw that shows its card to everybody, though it lies where its owner alone sees it."""

    card: Open[Card]


Throwing: TypeAlias = Move | PlainThrow | OpenThrow


def throwing(kind: type[PlainThrow | OpenThrow]) -> Functions[Rules, State, Throwing]:
    """Return the game with another class of throws."""

    def legal_moves(state: State) -> tuple[Throwing, ...]:
        moves = little.legal_moves(state)
        return tuple(kind(move.card) if isinstance(move, little.Throw) else move for move in moves)

    def apply(state: State, move: Throwing | Shuffled) -> State:
        plain = little.Throw(move.card) if isinstance(move, PlainThrow | OpenThrow) else move
        return little.apply(state, plain)

    return Functions(little.start, legal_moves, apply, little.outcome)


def card_of_a_move_in_no_zone() -> Functions[Rules, State, Throwing]:
    return throwing(PlainThrow)


def card_of_a_move_too_open() -> Functions[Rules, State, Throwing]:
    return throwing(OpenThrow)


@frozen
class Blind(Changing):
    """A phase that leaves the hands out of its equality."""

    hands: Own[tuple[Hand, ...]] = field(eq=False, kw_only=True)


def hands_left_out_of_equality() -> Broken:
    def change(state: State) -> State:
        if type(state) is not Changing:
            return state
        values = {part.name: getattr(state, part.name) for part in fields(Changing)}
        return Blind(**values)

    return afterwards(change)


def a_list_in_a_zone() -> Broken:
    return afterwards(
        lambda state: (
            evolve(state, thrown=tuple([*pile] for pile in state.thrown))  # type: ignore[misc]  # the fault
            if isinstance(state, Playing)
            else state
        )
    )


def a_place_for_nobody() -> Broken:
    return afterwards(
        lambda state: evolve(state, thrown=(*state.thrown, Hand())[:3]) if isinstance(state, Playing) else state
    )


def a_string_in_a_zone() -> Broken:
    def change(state: State) -> State:
        strange: tuple[Hand, ...] = ("7", Hand())  # type: ignore[assignment]  # the fault
        return evolve(state, thrown=strange) if isinstance(state, Playing) else state

    return afterwards(change)


@dataclass(frozen=True)
class Ended:
    """A phase that is a dataclass."""

    rules: Rules
    tricks: Tricks[None]
    thrown: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    coins: tuple[int, ...]
    to_act: None = None


@frozen
class Unruled:
    """A phase without the rules."""

    tricks: Tricks[None]
    thrown: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    coins: tuple[int, ...]
    to_act = None


def ending_in(kind: Callable[..., State]) -> Broken:
    """Return the game whose last phase is another class."""

    def change(state: State) -> State:
        if not isinstance(state, Finished):
            return state
        values = {"tricks": state.tricks, "thrown": state.thrown, "stock": state.stock, "coins": state.coins}
        return kind(**values)

    def legal_moves(state: State) -> tuple[Move, ...]:
        return () if state.to_act is None else little.legal_moves(state)

    def outcome(state: State) -> Outcome | None:
        return Outcome(state.coins, leaders(state.coins)) if isinstance(state, Ended | Unruled) else None

    return evolve(afterwards(change), legal_moves=legal_moves, outcome=outcome)


def a_dataclass_phase() -> Broken:
    return ending_in(partial(Ended, Rules()))  # type: ignore[arg-type]  # the fault


def a_phase_without_rules() -> Broken:
    return ending_in(Unruled)  # type: ignore[arg-type]  # the fault


def a_phase_with_other_rules() -> Broken:
    return afterwards(lambda state: evolve(state, rules=Rules(players=3)) if isinstance(state, Finished) else state)


def a_list_in_an_ordinary_field() -> Broken:
    return noting(lambda _: [7])


def a_start_that_differs() -> Broken:
    starts = count()

    def start(rules: Rules) -> State:
        return Dealing(rules, next(starts) % 2, little.PACK)

    return Broken(start=start)


def a_start_without_cards() -> Broken:
    return Broken(start=lambda rules: Dealing(rules, 0, Hand()))


def a_start_face_down() -> Broken:
    return Broken(start=lambda rules: Dealing(rules, 0, Hand((FACE_DOWN,) * 8)))


def a_start_that_fails() -> Broken:
    def start(rules: Rules) -> State:
        raise KeyError("players")

    return Broken(start=start)


@frozen
class ByNames:
    """The little game, its moves in the order of a set of their names: a class, which another process can import."""

    apply = staticmethod(little.apply)
    start = staticmethod(little.start)
    outcome = staticmethod(little.outcome)

    @staticmethod
    def legal_moves(state: State) -> tuple[Move, ...]:
        moves = {repr(move): move for move in little.legal_moves(state)}
        return tuple(moves[name] for name in set(moves))


def state_lost_in_pickling() -> Broken:
    return noting(lambda _: Forgetful(7))


class Forgetful:
    """A value that loses its number when it is pickled or copied."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Forgetful) and other.number == self.number

    def __hash__(self) -> int:
        return self.number

    def __reduce__(self) -> tuple[type["Forgetful"], tuple[()]]:
        return Forgetful, ()


def numbers_become_strings_in_json() -> Broken:
    return noting(lambda _: {1: 2})


def only_the_first_card_may_be_played() -> Broken:
    """The order of a hand matters, and the game does not say so."""

    def legal_moves(state: State) -> tuple[Move, ...]:
        moves = little.legal_moves(state)
        return moves[:1] if isinstance(state, Playing) else moves

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Playing) and move not in legal_moves(state):
            raise IllegalMoveError(move, "it is not the first card")
        return little.apply(state, move)

    return Broken(apply=apply, legal_moves=legal_moves)


def shuffled_in_another_room() -> Broken:
    """What the dealer had shuffled before anybody looked is neither in the state nor in the record."""
    prepared: dict[int, tuple[State, Shuffled]] = {}

    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(state, Dealing) and isinstance(move, Shuffled):
            _, deal = prepared.setdefault(id(state), (state, move))
            if move != deal:
                raise IllegalMoveError(move, "the cards were shuffled already")
        return little.apply(state, move)

    return Broken(apply=apply)


def every_third_list_is_short() -> Broken:
    calls = count()

    def legal_moves(state: State) -> tuple[Move, ...]:
        moves = little.legal_moves(state)
        return moves[-1:] if isinstance(state, Changing) and next(calls) % 3 == 0 else moves

    return Broken(legal_moves=legal_moves)


FAULTS = [
    (winner_swapped, laws.seats_are_symmetric),
    (payoffs_do_not_add_up, laws.money_adds_up),
    (coin_lost, laws.money_adds_up),
    (opponents_hand_in_a_view, laws.secrets_stay_secret),
    (derived_total, laws.secrets_stay_secret),
    (holds_the_three_of_spades, laws.secrets_stay_secret),
    (place_in_the_hand_noted, laws.hand_order_stays_secret),
    (cards_in_an_ordinary_field, laws.zones_are_declared),
    (card_duplicated, laws.cards_are_conserved),
    (card_lost, laws.cards_are_conserved),
    (legal_move_missing, laws.suits_are_symmetric),
    (illegal_move_accepted, laws.other_moves_are_refused),
    (wrong_shuffle_accepted, laws.other_moves_are_refused),
    (listed_move_refused, laws.listed_moves_apply),
    (move_listed_twice, laws.moves_are_listed_while_a_seat_acts),
    (outcome_before_the_end, laws.moves_are_listed_while_a_seat_acts),
    (global_random_generator, laws.functions_are_pure),
    (mutable_field_shared, laws.functions_are_pure),
    (impure_behind_a_cache, laws.functions_are_pure),
    (never_ends, laws.play_ends),
    (score_out_of_bounds, laws.scores_are_in_bounds),
    (score_is_a_float, laws.scores_are_in_bounds),
    (a_score_too_many, laws.scores_are_in_bounds),
    (a_score_too_few, laws.scores_are_in_bounds),
    (first_of_equals_wins, laws.seats_are_symmetric),
    (card_of_a_move_in_no_zone, laws.zones_are_declared),
    (card_of_a_move_too_open, laws.moves_hide_what_zones_say),
    (hands_left_out_of_equality, laws.states_are_values),
    (ByNames, laws.subprocesses_agree),
    (state_lost_in_pickling, laws.states_survive_copying),
    (numbers_become_strings_in_json, laws.json_round_trips),
    (only_the_first_card_may_be_played, laws.knowledge_tells_what_was_seen),
    (shuffled_in_another_room, laws.listed_moves_apply),
    (every_third_list_is_short, laws.worlds_fit_what_was_seen),
]


@pytest.mark.parametrize(("fault", "law"), FAULTS, ids=lambda value: value.__name__)
def test_the_law_made_for_a_fault_catches_it(fault: Callable[[], Broken], law: laws.Check) -> None:
    (of_law,) = [kept for kept in laws.LAWS if kept.check is law]
    (verdict,) = verdicts(fault(), Rules(), laws=(of_law,))
    assert verdict.status == "broken"
    assert "state = game.start(Rules())" in verdict.text


def messages_of(game: Broken) -> dict[str, str]:
    """Return the first lines of the verdicts on the laws that are broken."""
    found = verdicts(game, Rules(), laws=laws.LAWS[:-1])
    return {verdict.law: verdict.text.partition("\n")[0] for verdict in found if verdict.status == "broken"}


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (a_score_too_many, {"scores are in bounds": "there are 3 scores for 2 seats"}),
        (a_score_too_few, {"scores are in bounds": "there are 1 scores for 2 seats"}),
        (first_of_equals_wins, {"seats are symmetric": "turned by 1 seats, the winners are (0,), not [1]"}),
        (card_of_a_move_in_no_zone, {"zones are declared": "PlainThrow: card holds cards but is not a zone"}),
        (
            card_of_a_move_too_open,
            {"moves hide what zones say": "OpenThrow shows 2♣ to seat 0, and no view of that seat does"},
        ),
        (
            hands_left_out_of_equality,
            {"states are values": "two states of Blind are equal though the cards in hands differ"},
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_no_other_law_catches_it(fault: Callable[[], Broken], message: dict[str, str]) -> None:
    assert messages_of(fault()) == message


@pytest.mark.parametrize(
    ("fault", "law", "message"),
    [
        (
            a_list_in_a_zone,
            "states are values",
            "Playing.thrown is *: a state is made of attrs classes, tuples and plain values",
        ),
        (a_place_for_nobody, "zones are declared", "zones of owners have places for 2 or 3 seats"),
        (a_string_in_a_zone, "zones are declared", "Playing: thrown is a zone, and holds '7'"),
        (a_dataclass_phase, "states are values", "Ended is a dataclass: a phase is made with attrs, *"),
        (a_phase_without_rules, "states are values", "Unruled has no rules: each state holds the rules of its game"),
        (a_phase_with_other_rules, "states are values", "Finished holds other rules than those of its game"),
        (
            a_list_in_an_ordinary_field,
            "states are values",
            "Changing.noted is [[]7]: a state is made of attrs classes, *",
        ),
        (a_start_that_differs, "games start", "asked again, start returns another state"),
        (a_start_without_cards, "games start", "Dealing, the first state, has no cards in its zones"),
        (a_start_face_down, "games start", "Dealing, the first state, has cards that are face down"),
        (a_start_that_fails, "games start", "KeyError: 'players'"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_basic_fault_is_reported_alone(fault: Callable[[], Broken], law: str, message: str) -> None:
    found = {verdict.law: verdict for verdict in verdicts(fault(), Rules(), examples=10)}
    broken = found.pop(law)
    assert broken.status == "broken"
    assert fnmatchcase(broken.text.partition("\n")[0], message)
    assert {(other.status, other.text) for other in found.values()} == {
        ("skipped", f"not checked, as {law!r} is broken")
    }


NOT_PROMISED = ["ranks are symmetric", "longer matches begin alike"]
"""The laws of which the little game promises nothing: threes beat twos, and there is but one deal."""


@pytest.mark.parametrize("players", [2, 3])
def test_the_little_game_itself_keeps_all_laws(players: int) -> None:
    found = verdicts(little, Rules(players=players), examples=10)
    assert [verdict.law for verdict in found if verdict.status != "kept"] == NOT_PROMISED


def test_the_little_game_with_a_referee_keeps_all_laws_that_it_promises() -> None:
    found = verdicts(little, Rules(players=3, referee=True), examples=10)
    not_kept = [verdict.law for verdict in found if verdict.status != "kept"]
    assert not_kept == ["funds are no debts", *NOT_PROMISED]


def ruling(rulings: Callable[[State], object]) -> Broken:
    """Return the game with other rulings."""
    return Broken(rulings=rulings)  # type: ignore[arg-type]  # some of them are wrong


def as_a_list() -> Broken:
    return ruling(lambda state: list(little.rulings(state)))


def after_the_end() -> Broken:
    return ruling(lambda state: (Fine(0),) if isinstance(state, Finished) else little.rulings(state))


def twice() -> Broken:
    return ruling(lambda state: 2 * little.rulings(state))


def in_another_order_each_time() -> Broken:
    calls = count()
    return ruling(lambda state: little.rulings(state)[:: (1, -1)[next(calls) % 2]])


def moves_of_a_seat() -> Broken:
    return ruling(lambda state: (Keep(),) if isinstance(state, Changing) else ())


def fines_by_seats() -> Broken:
    return Broken(legal_moves=lambda state: (*little.legal_moves(state), *little.rulings(state)))


def only_for_the_holder_of_hearts() -> Broken:
    def hearts(state: Playing, seat: int) -> bool:
        return any(card is not FACE_DOWN and card.suit is Suit.HEARTS for card in state.tricks.hands[seat])

    return ruling(
        lambda state: tuple(
            fine for fine in map(Fine, (0, 1)) if isinstance(state, Playing) and hearts(state, fine.seat)
        )
    )


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (as_a_list, "rulings returns a list, not a tuple"),
        (after_the_end, "there are rulings while to_act is None"),
        (twice, "a ruling is listed twice"),
        (in_another_order_each_time, "asked again, rulings returns others, or another order"),
        (moves_of_a_seat, "keep is listed as a ruling, and is no object of the class Ruling"),
        (fines_by_seats, "fine [01] is a ruling, and a seat may make it"),
        (only_for_the_holder_of_hearts, "the rulings depend on cards that somebody does not see"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_only_a_referee_rules_and_the_rulings_tell_nothing(fault: Callable[[], Broken], message: str) -> None:
    (law,) = [law for law in laws.LAWS if law.check is laws.only_the_referee_rules]
    (verdict,) = verdicts(fault(), Rules(referee=True), laws=(law,))
    assert verdict.status == "broken"
    assert fnmatchcase(verdict.text.partition("\n")[0], message)


def told(**wrong: Any) -> Broken:
    """Return the game with something wrong among its promises."""
    return Broken(promises=lambda rules: evolve(little.promises(rules), **wrong))


def a_seat_too_many() -> Broken:
    return told(seats=3)


def a_seat_that_does_not_decide() -> Broken:
    return told(deciding=(0,))


def standings_of_the_wrong_seats() -> Broken:
    def standing(state: State) -> tuple[int, ...]:
        return state.coins[::-1] if isinstance(state, Playing | Finished) else (0, 0)

    return told(standing=standing)


def a_standing_for_nobody() -> Broken:
    return told(standing=lambda _: (0, 0, 0))


def a_standing_that_is_a_float() -> Broken:
    return told(standing=lambda _: (0.0, 0.0))


def one_draw_not_reached() -> Broken:
    return told(reached=lambda _: range(5))


def hands_not_reached() -> Broken:
    return told(reached=lambda _: range(4, 8))


def a_move_without_number() -> Broken:
    return told(moves=lambda: (*map(Throw, little.PACK), Keep(), *map(Play, little.PACK[1:])))


def a_move_with_two_numbers() -> Broken:
    return told(moves=lambda: (*map(Throw, little.PACK), Keep(), Keep(), *map(Play, little.PACK)))


def throws_by_place(most: int) -> Broken:
    return told(moves=lambda: (Keep(), *map(Play, little.PACK)), by_place={Throw: most})


def suits_alike_one_by_one() -> Broken:
    """A card of any suit is said to do, although suits must be followed."""
    return told(alike=lambda _: {card: card.rank for card in little.PACK})


def ranks_alike() -> Broken:
    """Twos and threes of a suit are said to be the same, and both can be played; but the higher one wins."""
    return told(alike=lambda _: {card: card.suit for card in little.PACK})


def stock_without_order() -> Broken:
    return told(alike=None, unordered=("stock",))


@pytest.mark.parametrize(
    ("fault", "law", "message"),
    [
        (
            suits_alike_one_by_one,
            "what is alike makes no difference",
            "with * as *, play goes another way * moves later",
        ),
        (ranks_alike, "what is alike makes no difference", "with * as *, play goes another way * moves later"),
        (stock_without_order, "what is alike makes no difference", "with cards in another order, * moves later*"),
        (a_seat_too_many, "seats are as told", "there are 2 seats, not 3"),
        (a_seat_that_does_not_decide, "seats are as told", "seat 1 has * moves, and is not among (0,), who decide"),
        (
            standings_of_the_wrong_seats,
            "standings end as scores",
            "the seats stand at (*, *) at the end, and their scores are (*, *)",
        ),
        (a_standing_for_nobody, "standings end as scores", "3 seats stand somewhere, and there are 2"),
        (a_standing_that_is_a_float, "standings end as scores", "seat 0 stands at 0.0, which is no exact number"),
        (
            one_draw_not_reached,
            "other places do not matter",
            "the order of the cards at the places * shows * moves later",
        ),
        (hands_not_reached, "other places do not matter", "the order of the cards at the places * shows 0 moves later"),
        (a_move_without_number, "moves have numbers", "Play(card=*) has no number: *"),
        (a_move_with_two_numbers, "moves have numbers", "Keep() is twice among the moves that there are"),
        (
            partial(throws_by_place, 1),
            "moves have numbers",
            "2 moves throw are listed; the game says there are 1 at most",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_a_game_tells_beforehand_is_checked(fault: Callable[[], Broken], law: str, message: str) -> None:
    (of_law,) = [kept for kept in laws.LAWS if kept.name == law]
    (verdict,) = verdicts(fault(), Rules(), laws=(of_law,))
    assert verdict.status == "broken"
    assert fnmatchcase(verdict.text.partition("\n")[0], message)


def test_kinds_of_moves_may_be_numbered_by_place() -> None:
    (law,) = [law for law in laws.LAWS if law.check is laws.moves_have_numbers]
    (verdict,) = verdicts(throws_by_place(2), Rules(), laws=(law,))
    assert verdict.status == "kept"


def a_fine_that_fails() -> Broken:
    def apply(state: State, move: Move | Shuffled) -> State:
        if isinstance(move, Fine):
            raise IllegalMoveError(move, "no fines")
        return little.apply(state, move)

    return Broken(apply=apply)


def a_fine_without_a_referee() -> Broken:
    """Whoever sends a fine has it, even where there is no referee."""

    def apply(state: State, move: Move | Shuffled) -> State:
        return state if isinstance(move, Fine) and isinstance(state, Playing) else little.apply(state, move)

    return Broken(apply=apply, rulings=lambda state: little.rulings(state)[:1])


def a_fine_that_costs_seat_0() -> Broken:
    def apply(state: State, move: Move | Shuffled) -> State:
        return little.apply(state, Fine(0) if isinstance(move, Fine) else move)

    return Broken(apply=apply)


@pytest.mark.parametrize(
    ("fault", "law"),
    [
        (a_fine_that_fails, laws.listed_moves_apply),
        (a_fine_without_a_referee, laws.other_moves_are_refused),
        (a_fine_that_costs_seat_0, laws.seats_are_symmetric),
    ],
    ids=lambda value: value.__name__,
)
def test_laws_of_moves_hold_for_rulings_too(fault: Callable[[], Broken], law: laws.Check) -> None:
    (of_law,) = [kept for kept in laws.LAWS if kept.check is law]
    (verdict,) = verdicts(fault(), Rules(referee=True), laws=(of_law,))
    assert verdict.status == "broken"

"""Faults planted in the little game: the law made for each fault catches it."""

import random
from collections.abc import Callable
from itertools import count

import pytest
from attrs import evolve, frozen

from cardrules.blocks.tricks import Play
from cardrules.cards import Card, Deck, Hand, Rank, Suit
from cardrules.game import Outcome, Promises, Shuffled
from cardrules.moves import IllegalMoveError
from cardrules.verify import laws, verdicts
from tests.verify import little
from tests.verify.little import Changing, Dealing, Finished, Move, Playing, Rules, State

Apply = Callable[[State, Move | Shuffled], State]


@frozen
class Broken:
    """The little game as a record of functions, some of them replaced by wrong ones."""

    apply: Apply = little.apply
    legal_moves: Callable[[State], tuple[Move, ...]] = little.legal_moves
    start: Callable[[Rules], State] = little.start
    outcome: Callable[[State], Outcome | None] = little.outcome
    promises: Callable[[Rules], Promises[State]] = little.promises


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
    (ByNames, laws.subprocesses_agree),
    (state_lost_in_pickling, laws.states_survive_copying),
    (numbers_become_strings_in_json, laws.json_round_trips),
]


@pytest.mark.parametrize(("fault", "law"), FAULTS, ids=lambda value: value.__name__)
def test_the_law_made_for_a_fault_catches_it(fault: Callable[[], Broken], law: laws.Check) -> None:
    (of_law,) = [kept for kept in laws.LAWS if kept.check is law]
    (verdict,) = verdicts(fault(), Rules(), laws=(of_law,))
    assert verdict.status == "broken"
    assert "state = game.start(Rules())" in verdict.text


@pytest.mark.parametrize("players", [2, 3])
def test_the_little_game_itself_keeps_all_laws(players: int) -> None:
    assert {verdict.status for verdict in verdicts(little, Rules(players=players))} == {"kept"}

"""What no game of a run showed."""

from functools import partial

import pytest
from attrs import evolve, frozen

from cardrules.cards import Card
from cardrules.errors import RulesError
from cardrules.game import Outcome, Shuffled
from cardrules.verify import never_seen
from tests.verify import little
from tests.verify.little import Finished, Keep, Move, Playing, Rules, State, Throw
from tests.verify.test_faults import Broken, legal_move_missing, told


@frozen
class Pausing:
    """A phase of no game."""

    rules: Rules
    to_act: None = None


def unpaused(state: State | Pausing) -> Outcome | None:
    return None if isinstance(state, Pausing) else little.outcome(state)


def nobody_keeps(state: State) -> tuple[Move, ...]:
    moves = little.legal_moves(state)
    return tuple(move for move in moves if not isinstance(move, Keep)) or moves


def undecided(state: State) -> tuple[Move, ...]:
    """Seat 0 has but the first of its moves."""
    moves = little.legal_moves(state)
    return moves[:1] if state.to_act == 0 else moves


def at_coins_of_one(state: State, move: Move | Shuffled) -> State:
    """A little game in which a coin is worth 1, whatever the option says."""
    after = little.apply(state, move)
    if isinstance(state, Playing) and isinstance(after, Playing | Finished) and after.tricks.full:
        return evolve(after, coins=little.paid(state.coins, after.tricks.to_act))
    return after


def seen(game: object, rules: Rules = Rules()) -> list[str]:  # noqa: B008  # a value
    """Return what is told of a game and not of the little game itself."""
    usual = never_seen(little, rules)
    return [text for text in never_seen(game, rules) if text not in usual]  # type: ignore[arg-type]  # what plays


def test_the_little_game_shows_all_but_what_it_does_not_use() -> None:
    """There are no fines without a referee, seat 0 deals the only deal, and nothing is noted."""
    assert never_seen(little, Rules()) == (
        "no move fine is ever legal",
        "Dealing.dealer is always 0",
        "Dealing.noted is always None",
        "Changing.dealer is always 0",
        "Changing.noted is always None",
        "Playing.table is always None",
        "Playing.noted is always None",
        "Finished.noted is always None",
    )


def test_a_referee_fines() -> None:
    assert "no move fine is ever legal" not in never_seen(little, Rules(referee=True))


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        (Broken(outcome=unpaused), ["no game comes to the phase Pausing"]),
        (Broken(legal_moves=nobody_keeps), ["no move keep is ever legal"]),
        (legal_move_missing(), ["of the moves throw, 2 are never legal, such as throw 2♠"]),
        (Broken(legal_moves=undecided), ["seat 0 never has a choice"]),
        (told(deciding=(1,)), []),
        (told(seats=None), []),
        (told(moves=None), []),
        (Broken(apply=at_coins_of_one), ["no other value of the option coin changes anything"]),
        (Broken(rulings=lambda _: ()), ["no other value of the option referee changes anything"]),
    ],
)
def test_what_a_game_never_shows_is_told(game: Broken, texts: list[str]) -> None:
    assert seen(game) == texts


def without_the_two_of_spades(state: State) -> tuple[Move, ...]:
    two = Throw(Card.parse("2S"))
    return tuple(move for move in little.legal_moves(state) if move != two)


def test_one_move_is_never_legal() -> None:
    assert seen(Broken(legal_moves=without_the_two_of_spades)) == [
        "of the moves throw, 1 is never legal, such as throw 2♠"
    ]


def test_a_game_without_annotations_names_no_phases_and_kinds() -> None:
    game = Broken(legal_moves=partial(little.legal_moves), outcome=partial(little.outcome))
    told_of = never_seen(game, Rules())
    assert "no move fine is ever legal" not in told_of


def only_two_players(rules: Rules) -> State:
    if rules.players > 2 or rules.referee:
        raise RulesError("two play, without a referee")
    return little.start(rules)


def test_options_that_a_game_cannot_start_with_are_different() -> None:
    assert seen(Broken(start=only_two_players)) == []

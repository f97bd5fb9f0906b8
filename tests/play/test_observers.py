"""Players that observe the steps of their games."""

from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

import pytest
from attrs import frozen

from cardrules.game import Shuffled
from cardrules.games import oh_hell, spades, thirteen
from cardrules.knowledge.information import InformationSet, information
from cardrules.knowledge.remembering import Remembering
from cardrules.play.observers import AnyPlayer, Attentive, Observer, at_table
from cardrules.play.players import random_player, take_turn
from cardrules.play.simulate import process_pool, simulate
from cardrules.play.table import Table
from cardrules.play.transcript import Step
from cardrules.seats import Seat
from cardrules.zones import view, view_of_move

RULES = oh_hell.Rules(players=3, deals=2)
OhHellStep = Step[oh_hell.State, oh_hell.Move]
OhHellPlayer: TypeAlias = AnyPlayer[oh_hell.Rules, oh_hell.State, oh_hell.Move]


class Noting:
    """An observer that notes every step and plays its last legal move."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.steps: list[OhHellStep] = []

    def observe(self, step: OhHellStep) -> None:
        self.steps.append(step)

    def __call__(self, view: oh_hell.State, moves: tuple[oh_hell.Move, ...], rng: Random) -> oh_hell.Move:
        assert self.steps[-1].after == view
        return moves[-1]


@frozen
class Everybody:
    """Sends a noting observer to each game, and keeps all of them."""

    sent: list[Noting]

    def seated(self, game: object, rules: oh_hell.Rules, seat: Seat) -> Noting:
        self.sent.append(Noting(seat))
        return self.sent[-1]


def test_each_game_has_fresh_observers_who_see_every_step_as_their_seat_does() -> None:
    sent: list[Noting] = []
    watching = Everybody(sent)
    simulate(oh_hell, RULES, [watching, random_player, watching], n=3, seed=5)
    assert [observer.seat for observer in sent] == [0, 2] * 3
    for number, observer in enumerate(sent):
        table = Table(oh_hell, RULES, seed=f"5:{number // 2}")
        assert observer.steps[0].before == view(table.steps()[0].before, observer.seat)
        assert observer.steps[0].after == view(table.steps()[0].after, observer.seat)
        assert all(one.after == other.before for one, other in zip(observer.steps, observer.steps[1:], strict=False))
        assert isinstance(observer.steps[-1].after, oh_hell.Finished)
        for step in observer.steps:
            assert view_of_move(step.move, step.mover, observer.seat) == step.move
    assert sum(isinstance(step.move, Shuffled) for step in sent[0].steps) == 2


def test_an_observer_is_told_at_a_table_before_it_moves() -> None:
    sent: list[Noting] = []
    table = Table(oh_hell, RULES, seed=1)
    seated: list[OhHellPlayer] = [Everybody(sent), random_player, random_player]
    players = [at_table(table, player, seat) for seat, player in enumerate(seated)]
    assert players[1] is random_player
    while table.to_act is not None:
        take_turn(table, players[table.to_act])
    (observer,) = sent
    told = [step.seen_by(0) for step in table.steps()][: len(observer.steps)]
    assert observer.steps == told
    assert len(told) > 10


def test_a_seat_has_been_told_everything_when_it_is_asked_again() -> None:
    """In Thirteen a seat may wait for as long as a round, while others play, the stakes are settled and cards are dealt."""
    table = Table(thirteen, thirteen.Rules(max_rounds=2), seed=1)
    asked: dict[Seat | None, list[int]] = {seat: [] for seat in range(4)}

    def think(known: InformationSet[Any, Any], moves: tuple[Any, ...], rng: Random) -> Any:
        asked[known.seat].append(len(known))
        assert list(known.steps) == list(information(thirteen, table.record, known.seat).steps)
        return random_player(None, moves, rng)

    players = [at_table(table, Remembering(think), seat) for seat in range(4)]
    while table.to_act is not None:
        take_turn(table, players[table.to_act])
    assert max(later - earlier for asked_at in asked.values() for earlier, later in pairwise(asked_at)) > 12


def test_after_an_undo_a_fresh_observer_is_told_everything_again() -> None:
    sent: list[Noting] = []
    table = Table(oh_hell, RULES, seed=1)
    player = at_table(table, Everybody(sent), 0)
    while table.to_act != 0:
        take_turn(table, random_player)
    take_turn(table, player)
    table.undo()
    assert len(sent) == 1
    take_turn(table, player)
    assert len(sent) == 2
    assert sent[0].steps == sent[1].steps


def last_move(known: Any, moves: tuple[Any, ...], _rng: Random) -> Any:
    """Pick the last move of as many as there are in the view."""
    assert set(moves) == set(oh_hell.legal_moves(known.view))
    return moves[-1]


def test_a_remembering_player_knows_its_information_set() -> None:
    asked: list[InformationSet[Any, Any]] = []

    def think(known: InformationSet[Any, Any], moves: tuple[Any, ...], rng: Random) -> Any:
        asked.append(known)
        return moves[0]

    table = Table(spades, spades.Rules(max_deals=1), seed=4)
    players = [at_table(table, Remembering(think), seat) for seat in range(4)]
    while table.to_act is not None:
        take_turn(table, players[table.to_act])
        assert asked[-1] == information(spades, evolve_record(table, len(asked[-1])), asked[-1].seat)


def evolve_record(table: Any, moves: int) -> Any:
    """Return the record of a table with its first moves only."""
    record = table.record
    return type(record)(record.rules, record.moves[:moves])


def test_remembering_players_can_be_sent_to_other_processes() -> None:
    players: list[OhHellPlayer] = [Remembering(last_move), random_player, random_player]
    here = simulate(oh_hell, RULES, players, n=60, seed=2)
    with process_pool(2) as pool:
        assert simulate(oh_hell, RULES, players, n=60, seed=2, executor=pool) == here


def accepts(player: Attentive[oh_hell.Rules, oh_hell.State, oh_hell.Move]) -> Observer[oh_hell.State, oh_hell.Move]:
    return player.seated(oh_hell, RULES, 0)


@pytest.mark.parametrize("player", [Everybody([]), Remembering(last_move)])
def test_both_are_attentive(player: Attentive[oh_hell.Rules, oh_hell.State, oh_hell.Move]) -> None:
    assert isinstance(player, Attentive)
    assert callable(accepts(player))
    assert not isinstance(random_player, Attentive)

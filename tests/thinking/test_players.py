"""Players that think: what they find, what they cannot know, and that a seed repeats them."""

import os
import subprocess
import sys
from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from cardrules import catalogue
from cardrules.cards import Suit
from cardrules.game import Record, Shuffled, playout, promises_of, replay
from cardrules.games import devils_grip, oh_hell, spades
from cardrules.knowledge.information import information
from cardrules.knowledge.worlds import find
from cardrules.play.observers import AnyPlayer, at_table
from cardrules.play.players import random_player, take_turn
from cardrules.play.simulate import simulate
from cardrules.play.table import Table
from cardrules.thinking.budgets import Budget
from cardrules.thinking.players import Method, Thinking
from cardrules.thinking.possibilities import Possibilities, Worlds
from tests.sheets import card, hand, one_by_one, stacked
from tests.thinking.tables import Small, choice_of, watched

methods = pytest.mark.parametrize("method", ["tree", "flat"])
SEEDS: Final = range(5)


# What they find


@methods
def test_a_player_who_bid_nothing_throws_the_high_card_away(method: Method) -> None:
    """Seat 1 has no heart. If it keeps the 2♣ it takes no trick, as it has bid; the A♣ takes one if clubs are led."""
    rules = oh_hell.Rules(players=3, deals=2)
    game = Small(oh_hell, "2C AC 7C QC 9H 10H KC JC")
    moves: list[Any] = [stacked(game.start(rules), "")]
    while not isinstance(oh_hell_state(game, rules, moves), oh_hell.Shuffling):
        moves.append(game.legal_moves(oh_hell_state(game, rules, moves))[0])
    again = oh_hell_state(game, rules, moves)
    moves.append(stacked(again, one_by_one("10H KC | 2C AC | 9H QC", first=2)))
    moves += [oh_hell.Bid(1), oh_hell.Bid(0), oh_hell.Bid(0), oh_hell.Play(card("9H")), oh_hell.Play(card("10H"))]
    thinker = watched(game, Record(rules, tuple(moves)), 1, Thinking(Budget(iterations=60), method))
    assert {choice_of(thinker, seed) for seed in SEEDS} == {oh_hell.Play(card("AC"))}


def oh_hell_state(game: Any, rules: oh_hell.Rules, moves: list[Any]) -> Any:
    return replay(game, Record(rules, tuple(moves)))


COVER: Final = Record(
    spades.Rules(double_nil=False, exchange=0),
    (
        Shuffled(hand(one_by_one("KC 2C | 9C 5D | 10C 2D | 3C 4D", first=1))),
        spades.Bid(1),
        spades.Bid(1),
        spades.Nil(),
        spades.Bid(1),
        spades.Play(card("9C")),
        spades.Play(card("10C")),
        spades.Play(card("3C")),
    ),
)
"""Seat 2 has bid nil and is about to take the first of two tricks; its partner, seat 0, is to play from K♣ and 2♣."""

EIGHT: Final = Small(spades, "2C 3C 9C 10C KC 2D 4D 5D")


@methods
def test_a_partner_takes_the_trick_that_would_break_a_nil(method: Method) -> None:
    thinker = watched(EIGHT, COVER, 0, Thinking(Budget(iterations=40), method))
    assert {choice_of(thinker, seed) for seed in SEEDS} == {spades.Play(card("KC"))}


@methods
def test_the_side_of_the_partner_would_lose_by_the_other_card(method: Method) -> None:
    """Nil kept is worth 100 and the bid of 1 another 10; nil broken loses 100, and either side makes its other bids."""
    thinker = watched(EIGHT, COVER, 0, Thinking(Budget(iterations=40), method))
    best, other = thinker.estimates(Random(0))
    assert best.mean - other.mean > 50
    assert best.error >= 0
    assert best.visits + other.visits == 40


# What they cannot know


@pytest.mark.parametrize(("name", "moves"), [("oh_hell", 3), ("klaberjass", 11), ("devils_hand", 5), ("spades", 11)])
@methods
def test_cards_that_a_seat_has_not_seen_change_nothing(name: str, moves: int, method: Method) -> None:
    """The same game with other cards behind what the seat has seen gets the same move from the same random numbers."""
    game = catalogue.game(name)
    rules = game.Rules(**SHORT.get(name, {}))
    record = playout(game, rules, Random(7), moves)
    seat = replay(game, record).to_act
    assert isinstance(seat, int)
    known = information(game, record, seat)
    sampler = find(game, rules, known, Random(1))
    how = Thinking(Budget(iterations=20), method)
    chosen = set()
    for _ in range(4):
        other = Record(rules, sampler.draw().moves)
        assert replay(game, other) != replay(game, record)
        chosen.add(choice_of(watched(game, other, seat, how), 3))
    assert chosen == {choice_of(watched(game, record, seat, how), 3)}


def test_players_that_think_of_possible_worlds_remember_who_had_no_club() -> None:
    """Seat 2 could not follow with a club, so the last club is not among its cards in any possible world."""
    game = Small(spades, "2C 3C 9C 10C KC 2D 4D 5D 6D 7D 8D 9D")
    moves: tuple[spades.Move | Shuffled, ...] = (
        Shuffled(hand(one_by_one("3C KC 9D | 9C 5D 2C | 4D 7D 8D | 10C 2D 6D", first=1))),
        *(spades.Bid(1) for _ in range(4)),
        *(spades.Play(card(name)) for name in ("9C", "4D", "10C", "3C")),
    )
    record = Record(spades.Rules(double_nil=False, exchange=0), moves)
    found = {which: clubs_of_seat_2(game, record, which) for which in ("possible", "any")}
    assert found["possible"] == {0}
    assert max(found["any"]) > 0


def clubs_of_seat_2(game: Any, record: Record[Any, Any], which: Worlds) -> set[int]:
    known = information(game, record, 3)
    draw = Possibilities(game, record.rules, which).given(known, Random(0))
    return {sum(held.suit is Suit.CLUBS for held in draw().hands[2]) for _ in range(40)}


# Seeds and budgets


PROGRAM: Final = """
from tests.thinking.test_players import *
print([str(moves_of_a_game(method)) for method in ("tree", "flat")])
"""


def moves_of_a_game(method: Method) -> list[Any]:
    """Return the moves of a deal that players played who think."""
    table = Table(oh_hell, oh_hell.Rules(players=3, deals=3), seed=5)
    players = [at_table(table, Thinking(Budget(iterations=15), method), seat) for seat in range(3)]
    while table.to_act is not None:
        take_turn(table, players[table.to_act])
    return list(table.record.moves)


@pytest.mark.parametrize("hash_seed", ["0", "random"])
def test_a_seed_gives_the_same_moves_with_every_hash_seed(hash_seed: str) -> None:
    environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    printed = subprocess.run(  # noqa: S603  # this interpreter runs our own program
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert printed == f"{[str(moves_of_a_game(method)) for method in ('tree', 'flat')]}\n"


def test_a_player_with_seconds_to_think_makes_a_legal_move() -> None:
    thinker = watched(EIGHT, COVER, 0, Thinking(Budget(seconds=0.01)))
    assert choice_of(thinker, 0) in {spades.Play(card("KC")), spades.Play(card("2C"))}


def test_the_only_legal_move_is_made_without_thought() -> None:
    thinker = watched(EIGHT, Record(COVER.rules, COVER.moves[:6]), 2, Thinking(Budget(iterations=10**9)))
    assert choice_of(thinker, 0) == spades.Play(card("10C"))


# Every game


SHORT: Final[Mapping[str, Mapping[str, object]]] = {
    "blackjack": {"rounds": 2},
    "klaberjass": {"max_deals": 1},
    "konchinka": {"max_packs": 1},
    "macao": {"banks": 1},
    "oh_hell": {"deals": 3},
    "polish_bank": {"max_deals": 2},
    "spades": {"max_deals": 1},
    "thirteen": {"max_rounds": 2},
}
"""Options that end a match soon."""


@pytest.mark.parametrize("name", sorted({*catalogue.NAMES} - {"devils_grip"}))
def test_every_game_is_played_to_its_end(name: str) -> None:
    game = catalogue.game(name)
    rules = game.Rules(**SHORT.get(name, {}))
    seats = promises_of(game, rules).seats
    assert seats is not None
    players: list[AnyPlayer[Any, Any, Any]] = [Thinking(Budget(iterations=3)), *[random_player] * (seats - 1)]
    assert simulate(game, rules, players, 1, seed=1).games == 1


@methods
def test_a_patience_is_played_to_its_end(method: Method) -> None:
    game = Small(devils_grip, "2C 5C 8C 2D 5D 8D 3H 6H 9H 4S 7S 10S")
    assert simulate(game, devils_grip.Rules(), [Thinking(Budget(iterations=3), method)], 1).games == 1

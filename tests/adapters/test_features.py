"""What seats see as numbers."""

from enum import Enum
from random import Random
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from attrs import evolve, field, frozen

from cardrules import catalogue
from cardrules.adapters.episodes import Episode, Task
from cardrules.adapters.features import SLOTS, Features
from cardrules.cards import PACK_52, Card, Hand
from cardrules.game import Promises, playout, stacked, states
from cardrules.games import blackjack, devils_grip, macao, oh_hell, polish_bank
from cardrules.seats import NOT_BY_SEAT, Seat
from cardrules.zones import Open, view
from tests.adapters.games import all_games
from tests.sheets import hand
from tests.variants import short_variants


def column(card: str) -> int:
    return PACK_52.index(Card.parse(card))


def part(features: Features[Any, Any, Any], state: Any, seat: Seat | None, name: str) -> list[float]:
    return features.numbers(state, seat)[features.slices[name]]


def test_cards_stand_where_they_lie() -> None:
    rules = oh_hell.Rules(players=3, deals=1)
    features = Features(oh_hell, rules)
    state: oh_hell.State = oh_hell.apply(oh_hell.start(rules), stacked(oh_hell.start(rules), hand("KS 2C 3C")))
    mine = [0.0] * 53
    mine[column("KS")] = 1
    back = [0.0] * 52 + [1]
    assert part(features, state, 1, "hands") == back + mine + back
    assert part(features, state, None, "hands") == back * 3
    assert part(features, state, 1, "seat") == [0, 1, 0]
    assert part(features, state, None, "seat") == [0, 0, 0]
    assert part(features, state, 1, "to_act") == [0, 1, 0]
    assert part(features, state, 1, "phase") == [1, 0]
    assert part(features, state, 1, "table.stock") == [49]
    state = oh_hell.apply(state, oh_hell.Bid(1))
    assert part(features, state, 1, "bids") == [0, 0, 1, 1, *[0] * (2 * SLOTS - 4)]  # seat 1 has bid, and bid 1
    for bid in (0, 1):
        state = oh_hell.apply(state, oh_hell.Bid(bid))
    state = oh_hell.apply(state, oh_hell.Play(Card.parse("KS")))
    state = oh_hell.apply(state, oh_hell.Play(Card.parse("2C")))
    trick = part(features, state, 0, "trick")
    assert {place: number for place, number in enumerate(trick) if number} == {column("KS"): 1, column("2C"): 2}
    assert part(features, state, 0, "table.bids") == [1, 1, 0, *[0] * (SLOTS - 3)]  # by seat
    assert part(features, state, 0, "bids") == [0] * len(part(features, state, 0, "bids"))  # of another phase


def test_a_trump_is_one_of_four_suits_or_none() -> None:
    rules = oh_hell.Rules(players=3, deals=2)
    features = Features(oh_hell, rules)
    state = oh_hell.apply(oh_hell.start(rules), stacked(oh_hell.start(rules), hand("KS 2C 3C QH")))
    assert part(features, state, 0, "table.trump") == [1, 0, 0, 1, 0]  # there is one: the third suit
    assert part(features, state, 0, "table.turn_up")[column("QH")] == 1


def test_equal_cards_of_several_packs_have_columns_of_their_own() -> None:
    rules = blackjack.Rules(decks=2)
    features = Features(blackjack, rules)
    assert features.shapes["table.dealer"] == (105,)
    pack = Hand(sorted(PACK_52 * 2, key=lambda card: card.index))
    first = pack.index(Card.parse("KS"))
    state: Any = blackjack.start(rules)
    state = blackjack.apply(state, stacked(state, hand("KS 2C KS 3C")))
    while not state.table.boxes:
        state = blackjack.apply(state, blackjack.legal_moves(state)[0])
    assert state.table.boxes[0].hands[0].cards == hand("KS KS")
    cards = part(features, state, 0, "table.boxes.hands.cards")
    assert (cards[first], cards[first + 1]) == (1, 1)  # both in the first hand of all boxes


def test_a_pile_is_told_by_its_number() -> None:
    rules = devils_grip.Rules()
    features = Features(devils_grip, rules)
    state: Any = Episode(Task(devils_grip, rules), 0).state
    piles = part(features, state, 0, "piles")
    assert sorted(number for number in piles if number) == list(range(1, 25))
    (last,) = state.piles[23]
    assert 24 in [number for card, number in zip(Task(devils_grip, rules).cards, piles, strict=False) if card == last]


@all_games
def test_the_numbers_follow_from_the_view(name: str) -> None:
    game = catalogue.game(name)
    for rules in (game.Rules(), *short_variants(name)):
        features = Features(game, rules)
        for number, state in enumerate(states(game, playout(game, rules, Random(1), max_moves=40))):
            if number % 8 == 0:
                numbers = features.numbers(state, 0)
                assert len(numbers) == features.size == sum(at.stop - at.start for at in features.slices.values())
                assert numbers == features.numbers(view(state, 0), 0)


@pytest.mark.parametrize("game", [oh_hell, macao, polish_bank])
def test_other_views_have_other_numbers(game: Any) -> None:
    rules = game.Rules()
    features = Features(game, rules)
    seen: dict[tuple[float, ...], object] = {}
    for seed in range(3):
        for state in states(game, playout(game, rules, Random(seed), max_moves=150)):
            if isinstance(state.to_act, int):
                mine = view(state, 0)
                known = seen.setdefault(tuple(features.numbers(state, 0)), mine)
                assert type(known) is type(mine)


class Color(Enum):
    RED = "red"
    BLUE = "blue"


@frozen
class Chip:
    color: Color | None
    worth: int


@frozen
class Stack:
    chips: tuple[Chip, ...]
    cards: Open[Hand]


@frozen
class Pile:
    cards: Open[Hand]


@frozen
class Betting:
    rules: object
    stacks: tuple[Stack | None, ...] = field(metadata=NOT_BY_SEAT)
    mode: Literal["high", "low"] | None
    best: Chip | Literal["none"]
    cards: Open[Hand]
    piles: tuple[Pile, ...] = field(default=(), metadata=NOT_BY_SEAT)
    note: str = field(default="", repr=False)
    to_act: Seat = 0


def start(rules: object) -> Betting:
    return Betting(rules, (), None, "none", hand("2C 3C"))


def legal_moves(_state: Betting) -> tuple[Chip, ...]:
    return ()


TOY: Any = SimpleNamespace(start=start, legal_moves=legal_moves, promises=lambda _: Promises(seats=2))


def test_values_of_all_types() -> None:
    features: Features[Any, Any, Any] = Features(TOY, None)
    assert "note" not in features.shapes  # a text has no number, and this one is not shown

    def told(name: str, **fields: Any) -> list[float]:
        return part(features, evolve(start(None), **fields), 0, name)

    assert told("mode") == [0, 0, 0]
    assert told("mode", mode="low") == [1, 0, 1]
    assert told("best") == [0, 1, *[0] * 4, 1]
    assert told("best", best=Chip(Color.BLUE, 5)) == [1, 0, 1, 0, 1, 5, 0]
    assert told("best", best=Chip(None, 5)) == [1, 0, 0, 0, 0, 5, 0]
    stacks = (None, Stack((Chip(Color.RED, 2),), hand("3C")), Stack((), Hand()))
    assert told("stacks", stacks=stacks)[:1] == [0]
    assert told("stacks.cards", stacks=stacks, cards=hand("2C")) == [0, 1, 0]
    assert "piles" not in features.shapes  # there is nothing in it but cards
    assert told("piles.cards", piles=(Pile(Hand()), Pile(hand("2C 3C"))), cards=Hand()) == [2, 2, 0]
    many = tuple(Stack((), Hand()) for _ in range(SLOTS + 1))
    assert sum(told("stacks", stacks=many)) == SLOTS  # further items are left out

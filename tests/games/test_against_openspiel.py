"""Spades and Oh Hell beside OpenSpiel: random deals played in both agree wherever the rules do.

Where the rules differ, the tests name our rule and check that this is the only difference.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Final

import pytest
from attrs import evolve

from cardrules.cards import PACK_52, Card, Deck, Hand, Suit
from cardrules.chance import choice, shuffled
from cardrules.game import Shuffled
from cardrules.games import oh_hell, spades
from cardrules.games.spades import Bid, Nil, Play, Playing

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from pyspiel import Game, State, load_game  # after the check that it is installed

many_deals = pytest.mark.parametrize("deals", [2_000, pytest.param(50_000, marks=pytest.mark.deep)])


# Spades. In OpenSpiel the dealer's left bids first (2.1), nobody bids double nil (2.4) or exchanges cards (2.6),
# overtricks cost a penalty (4.1), the tricks of a failed nil count for the partner (4.2), and each of two nils is judged by
# itself (4.4). All are options of ours.

SPADES: Final = spades.Rules(
    max_deals=1,
    double_nil=False,
    exchange=0,
    first_bidder="left_of_dealer",
    bag_limit=10,
    failed_nil_tricks="contract",
    two_nils="apart",
)

NIL: Final = 52
"""The action of OpenSpiel for nil; bids are the actions above it, and cards those below it by index."""


@many_deals
def test_spades(deals: int) -> None:
    rng, game, seen = Random(0), load_game("spades"), Counter[str]()
    for _ in range(deals):
        play_spades(game, rng, seen)
    wanted = {"sum over 13", "open", "only spades", "two nils kept", "two nils failed", "penalty", "equal scores"}
    assert wanted <= seen.keys()


def play_spades(game: Game, rng: Random, seen: Counter[str]) -> None:
    """Play a random deal in both; ``seen`` counts the cases that the test must meet."""
    pack = Hand(shuffled(PACK_52, rng))
    theirs = game.new_initial_state()
    for card in pack:
        theirs.apply_action(card.index)
    ours = spades.apply(spades.Shuffling(evolve(spades.start(SPADES).table, dealer=3)), Shuffled(pack))
    while not theirs.is_terminal():
        assert theirs.current_player() == ours.to_act  # after a trick, the seat that took it
        if isinstance(ours, spades.Bidding):
            compare_bids(theirs, ours, seen)
            action = choice(theirs.legal_actions()[:7], rng)
        else:
            assert isinstance(ours, Playing)
            compare_plays(theirs, ours, seen)
            action = choice(theirs.legal_actions(), rng)
        theirs.apply_action(action)
        ours = spades.apply(
            ours, Play(PACK_52[action]) if action < NIL else Bid(action - NIL) if action > NIL else Nil()
        )
    assert isinstance(ours, spades.Finished)
    compare_scores(theirs, ours, seen)


def compare_bids(theirs: State, ours: spades.Bidding, seen: Counter[str]) -> None:
    partners = ours.bids[(ours.to_act + 2) % 4]
    most = 13 - (partners.tricks if isinstance(partners, Bid) else 0)
    mine = [NIL + (move.tricks if isinstance(move, Bid) else 0) for move in spades.legal_moves(ours)]
    # 2.2: ours may bid more than 13 together
    assert theirs.legal_actions() == [action for action in mine if action - NIL <= most]
    seen["sum over 13"] += most < 13


def compare_plays(theirs: State, ours: Playing[spades.Table], seen: Counter[str]) -> None:
    mine = indexes(move.card for move in spades.legal_moves(ours) if isinstance(move, Play))
    if ours.trick and not ours.full:
        assert theirs.legal_actions() == mine  # 3.2
        return
    hand = ours.hands[ours.to_act]
    plain = [card for card in hand if card.suit is not Suit.SPADES]
    thrown = any(card.suit is Suit.SPADES for card in (*ours.gone, *ours.trick))
    # 3.1: in ours a spade that was played opens the suit; in theirs only a hand of spades leads one
    assert theirs.legal_actions() == indexes(plain or hand)
    assert mine == indexes(hand if thrown else plain or hand)
    seen["open"] += thrown and bool(plain) and len(plain) < len(hand)
    seen["only spades"] += not plain


def indexes(cards: Iterable[Card]) -> list[int]:
    return sorted(card.index for card in cards)


def compare_scores(theirs: State, ours: spades.Finished[spades.Match], seen: Counter[str]) -> None:
    played, scores = ours.table.played, ours.table.scores
    assert played is not None
    returns, taken = theirs.returns(), played.taken
    for side in (0, 1):
        bids, tricks = played.table.bids[side::2], sum(taken[side::2])
        assert scores[side].points == returns[side]
        contract = sum(bid.tricks for bid in bids if isinstance(bid, Bid))
        seen["two nils kept"] += not contract and not tricks
        seen["two nils failed"] += not contract and tricks > 0
        seen["penalty"] += tricks - contract >= 10
        seen["equal scores"] += 1


# Oh Hell. In OpenSpiel the hook always binds the last bidder (2.3), a card is always turned up (1.4), and tricks also score
# when the bid was wrong (4.1). All are options of ours.


@many_deals
def test_oh_hell(deals: int) -> None:
    rng = Random(0)
    for _ in range(deals // 2):
        play_oh_hell(rng)


def play_oh_hell(rng: Random) -> None:
    """Play a random deal in both."""
    players = choice(range(3, 8), rng)
    most = min(oh_hell.DEALS[players], (len(PACK_52) - 1) // players)  # with a card to turn up
    size, dealer = choice(range(1, most + 1), rng), choice(range(players), rng)
    hands, rest = Deck(shuffled(PACK_52, rng)).deal(players, size)
    turn_up, *left = rest
    theirs = load_oh_hell(players, size).new_initial_state()
    for action in (
        size,
        dealer,
        *(ACTIONS[card] for held in zip(*hands, strict=True) for card in held),
        ACTIONS[turn_up],
    ):
        theirs.apply_action(action)
    rules = oh_hell.Rules(players=players, last_turn_up=True, missed_bid="tricks", hook=True)
    table = oh_hell.Table(rules, dealer, size, (0,) * players, turn_up.suit, turn_up, Deck(left))
    ours: oh_hell.State = oh_hell.Bidding(table, hands, (None,) * players, (dealer + 1) % players)
    while isinstance(ours, oh_hell.Bidding | oh_hell.Playing):
        assert theirs.current_player() == ours.to_act
        moves = {action_of(move): move for move in oh_hell.legal_moves(ours)}
        assert theirs.legal_actions() == sorted(moves)
        action = choice(theirs.legal_actions(), rng)
        theirs.apply_action(action)
        ours = oh_hell.apply(ours, moves[action])
    assert theirs.is_terminal()
    assert isinstance(ours, oh_hell.Shuffling | oh_hell.Finished)
    assert theirs.returns() == list(ours.table.scores)


@cache
def load_oh_hell(players: int, size: int) -> Game:
    return load_game(f"oh_hell(players={players},num_tricks_fixed={size})")


def action_of(move: oh_hell.Move) -> int:
    return ACTIONS[move.card] if isinstance(move, Play) else len(PACK_52) + move.tricks


def oh_hell_actions() -> dict[Card, int]:
    """Return the action of OpenSpiel for each card, from the names of its actions."""
    state = load_oh_hell(3, 1).new_initial_state()
    for action in (1, 0):
        state.apply_action(action)
    names = {action: state.action_to_string(action) for action in state.legal_actions()}
    return {Card.parse(name[1] + name[0]): action for action, name in names.items()}


ACTIONS: Final = oh_hell_actions()

"""Games as far as they have come, with chance one card at a time."""

import pickle
from copy import deepcopy
from fractions import Fraction
from random import Random

from cardrules import Record
from cardrules.adapters.episodes import Task
from cardrules.adapters.histories import History, begin
from cardrules.cards import Hand
from cardrules.chance import choice
from cardrules.games import blackjack, devils_hand, oh_hell
from cardrules.knowledge.information import information
from tests.sheets import card, hand

ONE_CARD = Task(oh_hell, oh_hell.Rules(players=3, deals=1))


def test_chance_draws_the_cards_that_matter() -> None:
    history = begin(ONE_CARD)
    assert history.chances() == dict.fromkeys(ONE_CARD.cards, Fraction(1, 52))
    for text in ("KS", "2C"):
        history = history.drew(card(text))
    assert (history.drawn, history.moves) == ((card("KS"), card("2C")), ())
    assert card("2C") not in history.chances()
    drawn = history.drew(card("3C"))
    assert drawn.state == begin(ONE_CARD).dealt((card("KS"), card("2C"), card("3C"))).state
    assert isinstance(drawn.state, oh_hell.Bidding)
    assert drawn.state.hands == (hand("3C"), hand("KS"), hand("2C"))  # the dealer, seat 0, gets the last
    assert (drawn.drawn, len(drawn.moves)) == ((), 1)


def test_equal_cards_come_together() -> None:
    history = begin(Task(blackjack, blackjack.Rules(decks=2)))
    while isinstance(history.state.to_act, int):
        history = history.moved(next(iter(history.legal.values())))
    assert history.chances()[card("KS")] == Fraction(2, 104)
    assert history.drew(card("KS")).chances()[card("KS")] == Fraction(1, 103)


def played(
    task: Task[oh_hell.Rules, oh_hell.State, oh_hell.Move], seed: int
) -> History[oh_hell.Rules, oh_hell.State, oh_hell.Move]:
    """Play a game to its end by random moves."""
    rng, history = Random(seed), begin(task)
    while not history.over:
        if isinstance(history.state.to_act, int):
            history = history.moved(choice(tuple(history.legal.values()), rng))
        else:
            history = history.shuffled(rng)
        history.information(0)
    return history


def test_what_seats_have_seen_is_their_information_set() -> None:
    task = Task(oh_hell, oh_hell.Rules(players=3, deals=2))
    history = played(task, 0)
    record: Record[oh_hell.Rules, oh_hell.Move] = Record(task.rules, history.moves)
    for seat in (0, 2, None):  # that of seat 0 grew with the game
        assert history.information(seat) == information(oh_hell, record, seat)


def test_returns_are_the_scores_and_rewards_what_was_added_last() -> None:
    history = played(Task(oh_hell, oh_hell.Rules(players=3, deals=2)), 0)
    result = oh_hell.outcome(history.state)
    assert result is not None
    assert tuple(history.returns) == result.scores
    before = history.task.returns(history.states[-2])  # the last move was a card, which ended the last deal
    assert history.rewards == [now - then for now, then in zip(history.returns, before, strict=True)]


def test_an_ante_is_a_reward_before_the_first_decision() -> None:
    history = begin(Task(devils_hand, devils_hand.Rules(players=2))).shuffled(Random(0))
    assert history.rewards == history.returns == [-1.0, -1.0]


def test_a_history_is_pickled_and_shared_by_copies() -> None:
    history = begin(ONE_CARD).dealt(tuple(Hand.parse("KS 2C 3C"))).moved(oh_hell.Bid(1))
    for moment in (history, begin(ONE_CARD).drew(card("KS"))):
        again = pickle.loads(pickle.dumps(moment))
        assert (again.states, again.moves, again.drawn) == (moment.states, moment.moves, moment.drawn)
        assert again.task.rules == ONE_CARD.rules
        assert deepcopy(moment) is moment

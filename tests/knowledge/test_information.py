"""Information sets: equal exactly where a seat cannot tell two games apart."""

import pickle
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest

from cardrules import catalogue
from cardrules.canonical import canonical
from cardrules.errors import RecordError
from cardrules.game import Record, playout, stacked, states
from cardrules.games import macao, oh_hell, spades
from cardrules.knowledge.information import InformationSet, first_information, information, remembered
from cardrules.moves import IllegalMoveError
from cardrules.play.transcript import Step, steps
from cardrules.zones import view, view_of_move
from tests.sheets import hand
from tests.verify import little

RULES = oh_hell.Rules(players=3, deals=2)
every_game = pytest.mark.parametrize("name", catalogue.NAMES)


def oh_hell_after(cards: str, *moves: oh_hell.Move) -> Record[oh_hell.Rules, oh_hell.Move]:
    """Return the record of a first deal: the cards go to seats 1, 2 and 0, and the next is turned up."""
    return Record(RULES, (stacked(oh_hell.start(RULES), hand(cards)), *moves))


def known(seat: int | None, cards: str, *moves: oh_hell.Move) -> InformationSet[oh_hell.State, oh_hell.Move]:
    return information(oh_hell, oh_hell_after(cards, *moves), seat)


def test_hidden_cards_make_no_difference_and_seen_ones_do() -> None:
    """Seat 0 sees the king of spades and the turned two of hearts, whatever the others have."""
    assert known(0, "3C 4C KS 2H") == known(0, "5C 6C KS 2H")
    assert known(0, "3C 4C KS 2H") != known(0, "3C 4C QS 2H")
    assert known(0, "3C 4C KS 2H") != known(0, "3C 4C KS 2D")
    assert known(1, "3C 4C KS 2H") != known(1, "5C 6C KS 2H")
    assert known(None, "3C 4C KS 2H") == known(None, "5C 6C QS 2H")


def second_deal(played: str, cards: str) -> Record[oh_hell.Rules, oh_hell.Move]:
    """Return the record of a first deal in which the seats 1, 2 and 0 played these cards, and of the next shuffle.

    That deals to the seats 2, 0 and 1.
    """
    bids, plays = map(oh_hell.Bid, (0, 0, 0)), map(oh_hell.Play, hand(played))
    first = oh_hell_after(f"{played} 2H", *bids, *plays)
    between = list(states(oh_hell, first))[-1]
    return Record(RULES, (*first.moves, stacked(between, hand(cards))))


def test_what_was_seen_earlier_makes_a_difference() -> None:
    """The cards of the first deal are shuffled in, and the scores are the same."""
    one, other = (information(oh_hell, second_deal(played, "2C 3C 4C"), 0) for played in ("3C 4C KS", "3C 5C KS"))
    assert one.view == other.view
    assert one != other


def test_the_order_in_which_a_hand_was_dealt_is_no_knowledge() -> None:
    """Seat 2 gets the two of clubs first, or the five."""
    one, other = (second_deal("3C 4C KS", cards) for cards in ("2C 3C 4C 5C 6C 7C", "5C 3C 4C 2C 6C 7C"))
    assert view(list(states(oh_hell, one))[-1], 2) != view(list(states(oh_hell, other))[-1], 2)
    for seat in (0, 1, 2, None):
        assert information(oh_hell, one, seat) == information(oh_hell, other, seat)


def test_the_order_of_a_hand_is_knowledge_where_the_game_says_so() -> None:
    """In Macao the first card of a hand may count alone."""
    start = macao.start(macao.Rules())
    record = playout(macao, macao.Rules(), Random(0), max_moves=9)
    assert information(macao, record, 0).ordered
    assert first_information(macao, macao.Rules(), 0).view == view(start, 0)


def test_information_of_different_seats_differs() -> None:
    assert known(0, "3C 4C KS 2H") != known(None, "3C 4C KS 2H")
    assert known(0, "3C 4C KS 2H") != "3C 4C KS 2H"


def test_other_moves_of_equal_fields_differ() -> None:
    """A look and a double nil have no fields; a move is told from another by its class."""
    start = view(spades.start(spades.Rules()), 0)
    looked, doubled = (
        remembered(0, ordered=False, first=start, seen=[(move, start)]) for move in (spades.Look(), spades.Nil())
    )
    assert looked != doubled
    assert looked.before == doubled.before


def test_equal_hashes_do_not_make_information_equal() -> None:
    looked, doubled = known(0, "3C 4C KS 2H", oh_hell.Bid(0)), known(0, "3C 4C KS 2H", oh_hell.Bid(1))
    object.__setattr__(doubled, "_hash", hash(looked))
    assert looked != doubled


def test_a_step_shares_what_was_known_before() -> None:
    earlier = known(0, "3C 4C KS 2H", oh_hell.Bid(1))
    later = earlier.observe(oh_hell.Bid(0), earlier.view)
    assert later.before is earlier
    assert (len(earlier), len(later)) == (2, 3)
    assert list(later.steps)[:-1] == list(earlier.steps)
    assert not list(first_information(oh_hell, RULES, 0).steps)
    assert first_information(oh_hell, RULES, 0)


@every_game
def test_whole_steps_and_steps_as_the_seat_sees_them_tell_the_same(name: str) -> None:
    game = catalogue.game(name)
    record = playout(game, game.Rules(), Random(1), max_moves=80)
    for seat in (0, 1, None)[0 if name not in ("thirteen", "devils_grip") else 2 :]:
        whole = information(game, record, seat)
        told = first_information(game, record.rules, seat)
        for step in steps(game, record):
            told = told.after(step.seen_by(seat))
        assert told == whole
        assert hash(told) == hash(whole)
        assert whole.view == (view(list(states(game, record))[-1], seat) if whole.ordered else canonical(whole.view))


def test_steps_are_those_that_the_seat_saw() -> None:
    record = playout(spades, spades.Rules(max_deals=1), Random(5))
    seen = list(information(spades, record, 1).steps)
    for step, told in zip(steps(spades, record), seen, strict=True):
        assert told.move == view_of_move(step.move, step.mover, 1)
        assert told.after == canonical(view(step.after, 1))
        assert isinstance(told, Step)


def test_thousands_of_steps_need_no_recursion() -> None:
    first = first_information(oh_hell, RULES, 0)
    long, other = first, first_information(oh_hell, RULES, 0)
    for number in range(5_000):
        long, other = (known.observe(oh_hell.Bid(number), first.view) for known in (long, other))
    assert long == other
    assert len({long, other}) == 1
    assert pickle.loads(pickle.dumps(long)) == long
    assert deepcopy(long) == copy(long) == long
    assert len(str(long).splitlines()) == 5_002
    assert long != long.before


def test_text_and_repr() -> None:
    shown = known(0, "3C 4C KS 2H", oh_hell.Bid(1))
    assert repr(shown) == "<InformationSet of seat 0 after 2 moves: bidding, seat 2 to act>"
    assert repr(known(None, "3C 4C KS 2H")).startswith("<InformationSet of a spectator after 1 moves")
    lines = str(shown).splitlines()
    assert lines[0] == "seat 0"
    assert lines[2].startswith("1 shuffle 52 cards: phase=Bidding; table=Table; ")
    assert "hands[0]=(KS); hands[1]=(??)" in lines[2]
    assert lines[3] == "2 bid 1: bids[1]=1; to_act=2"
    assert str(known(None, "3C 4C KS 2H")).startswith("spectator\n")
    state = little.start(little.Rules())
    still = remembered(1, ordered=True, first=state, seen=[(little.Keep(), state)])
    assert str(still).splitlines()[::2] == ["seat 1, the order of hands matters", "1 keep: (nothing)"]


@every_game
def test_texts_are_equal_exactly_where_information_is(name: str) -> None:
    game = catalogue.game(name)
    found: dict[str, InformationSet[Any, Any]] = {}
    for seed in range(6):
        here = information(game, playout(game, game.Rules(), Random(seed), max_moves=seed // 2 + 2), 0)
        assert found.setdefault(str(here), here) == here
    assert len(set(found.values())) == len(found)


def test_a_record_that_cannot_be_replayed() -> None:
    too_early = Record[oh_hell.Rules, oh_hell.Move](RULES, (oh_hell.Bid(1),))
    with pytest.raises(RecordError, match="move 1 of 1") as raised:
        information(oh_hell, too_early, 0)
    assert isinstance(raised.value.__cause__, IllegalMoveError)

"""Places of cards, and which physical card lies in each."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from attrs import evolve, field, frozen

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Hand
from cardrules.errors import ViewError
from cardrules.game import Record, Shuffled, playout, states
from cardrules.games import draw_poker, oh_hell
from cardrules.knowledge.alike import Looks
from cardrules.knowledge.drafts import Draft
from cardrules.knowledge.evidence import Evidence, _replaced
from cardrules.knowledge.information import information
from cardrules.knowledge.places import Place, Tokens, codes, filled, landings, places, told_apart, twin
from cardrules.knowledge.tracing import landed, trace
from cardrules.zones import Closed, Open, Own, Visibility, view
from tests.sheets import hand
from tests.verify import little


def test_places_are_filled_in_their_order() -> None:
    dealt = list(states(draw_poker, playout(draw_poker, draw_poker.Rules(), Random(0), max_moves=2)))[-1]
    here = places(dealt)
    assert filled(dealt, [place.card for place in here]) == dealt
    assert {place.key for place in here if place.owner == 2} == {("hands", 2)}
    back = filled(dealt, [FACE_DOWN] * len(here))
    assert {place.card for place in places(back)} == {FACE_DOWN}


def test_codes_tell_all_positions_apart() -> None:
    for pack in (PACK_52, tuple(card for card in PACK_52 for _ in range(6)), (*PACK_52, JOKER, JOKER)):
        one, other = codes(pack)
        assert len(set(zip(one, other, strict=True))) == len(pack)
        assert sorted(card.index for card in other) == [card.index for card in pack]


def test_twins_are_equal_to_their_card_and_other_objects() -> None:
    queen = Card.parse("QS")
    again = twin(queen, 1)
    assert twin(queen, 0) is queen
    assert again is twin(queen, 1)
    assert again is not queen
    assert again == queen == again != Card.parse("KS")
    assert {queen: 1}[again] == {again: 1}[queen] == 1
    assert (again.rank, again.suit, again.index, str(again)) == (queen.rank, queen.suit, queen.index, "Q♠")
    assert twin(JOKER, 1) is JOKER
    assert len(set(map(id, told_apart([queen, queen, JOKER, JOKER, queen])))) == 4


def pile(key: str, cards: str) -> list[Place]:
    return [Place((key,), Visibility.CLOSED, None, card, loose=False) for card in hand(cards)]


def test_equal_cards_stay_where_they_can_and_the_first_go() -> None:
    tokens = Tokens([0, 1, 2], pile("stock", "2C 3C 2C"))
    tokens.move([*pile("stock", "3C 2C"), *pile("hand", "2C")])
    assert tokens.at == [1, 2, 0]


def test_cards_are_followed_by_the_objects_that_a_game_keeps() -> None:
    """Three copies of a card lie in the stock; the second goes. If what goes is told apart by nothing, the first does."""
    copies = told_apart(hand("2C 2C 2C"))
    now = [*pile("stock", "2C 2C"), *pile("hand", "2C")]
    tokens = Tokens([0, 1, 2], pile("stock", "2C 2C 2C"))
    tokens.follow(now, copies, [copies[0], copies[2], copies[1]])
    assert tokens.at == [0, 2, 1]
    tokens = Tokens([0, 1, 2], pile("stock", "2C 2C 2C"))
    tokens.follow(now, copies, [copies[0], copies[2], copies[0]])
    assert tokens.at == [1, 2, 0]


def test_positions_whose_place_is_unknown_are_found_by_their_cards() -> None:
    now = [*pile("hand", "2C"), *pile("stock", "2C 3C")]
    tokens = Tokens.dealt(hand("2C 2C 3C"), {(("hand",), 0): 1, (("stock",), 1): 0}, now)
    assert tokens.at == [1, 0, 2]
    first, second = pile("stock", "2C 3C"), pile("hand", "2C 3C")
    assert landings(codes(hand("2C 3C")), first, second) == {}


@frozen
class Heap:
    """A state with cards of all kinds."""

    stock: Closed[Hand]
    to_act = None


class Refusing:
    """A game that refuses the cards of a state that it did not make, or loses all but one of them."""

    def __init__(self, after: Heap, *, loses: bool) -> None:
        self.after, self.loses = after, loses

    def apply(self, _state: Heap, _move: object) -> Heap:
        if self.loses:
            return Heap(hand("2C"))
        raise KeyError("an unknown card")


@pytest.mark.parametrize("loses", [False, True])
def test_a_game_that_refuses_twins_is_traced_by_looks(loses: bool) -> None:
    before, after = Heap(hand("2C 2C 3C")), Heap(hand("3C 2C 2C"))
    game: Any = Refusing(after, loses=loses)
    tokens = Tokens([0, 1, 2], places(before))
    trace(game, tokens, before, little.Keep(), after)
    assert tokens.at == [2, 0, 1]
    tokens = Tokens([0, 1, 2, 3], places(Heap(hand("2C 2C 3C 4C"))))
    draft = Draft(list(hand("2C 2C 3C 4C")), {0: [0, 1]}, {})
    seen = Heap(hand("2C 2C 4C 3C"))
    game = Refusing(seen, loses=loses)
    assert landed(game, draft, 0, tokens, Heap(hand("2C 2C 3C 4C")), seen).at == [0, 1, 3, 2]


@frozen
class Odd:
    """A state with zones of unusual forms."""

    hands: Own[tuple[tuple[Hand, ...], ...]]
    looked: Own[tuple[Card | None, ...]]
    sealed: Closed[tuple[tuple[Hand, ...], ...]]
    single: Closed[Card | None]
    shown: Open[Hand]
    inner: tuple["Heap", ...] = ()
    none: Own[tuple[Hand, ...] | None] = None
    note: str = field(default="", eq=False)
    to_act = 0


ODD = Odd(
    ((hand("2C 3C"), hand("4C")), (hand("5C 6C"), hand("7C"))),
    (Card.parse("8C"), None),
    ((hand("9C"),), (hand("10C JC"),)),
    Card.parse("QC"),
    hand("KC"),
    (Heap(hand("2D 3D")),),
)


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda odd: odd, (True, True, True)),
        (lambda odd: evolve(odd, hands=((hand("3C 2C"), hand("4C")), odd.hands[1])), (True, False, True)),
        (lambda odd: evolve(odd, hands=((hand("2C 4C"), hand("3C")), odd.hands[1])), (False, False, True)),
        (lambda odd: evolve(odd, hands=(odd.hands[0], (hand("8D"), hand("7C")))), (False, False, False)),
        (lambda odd: evolve(odd, hands=(odd.hands[0], (hand("8D 9D"), hand("QD")))), (True, True, True)),
        (lambda odd: evolve(odd, looked=(Card.parse("9D"), None)), (False, False, True)),
        (lambda odd: evolve(odd, looked=(Card.parse("8C"), Card.parse("9D"))), (False, False, False)),
        (lambda odd: evolve(odd, sealed=((hand("2D"),), (hand("4D 5D"),))), (True, True, True)),
        (lambda odd: evolve(odd, sealed=((hand("2D"),), (hand("4D"),))), (False, False, False)),
        (lambda odd: evolve(odd, single=None), (False, False, False)),
        (lambda odd: evolve(odd, single=Card.parse("AD")), (True, True, True)),
        (lambda odd: evolve(odd, shown=hand("KD")), (False, False, False)),
        (lambda odd: evolve(odd, inner=(Heap(hand("AS KS")),)), (True, True, True)),
        (lambda odd: evolve(odd, inner=(Heap(hand("AS")),)), (False, False, False)),
        (lambda odd: evolve(odd, inner=()), (False, False, False)),
        (lambda odd: evolve(odd, none=()), (False, False, False)),
        (lambda odd: evolve(odd, note="what equal states differ in"), (True, True, True)),
    ],
)
def test_what_looks_the_same(change: Callable[[Odd], Odd], same: tuple[bool, bool, bool]) -> None:
    """To seat 0, to seat 0 where the order of hands matters, and to a spectator."""
    looks = [Looks(0, ordered=False), Looks(0, ordered=True), Looks(None, ordered=False)]
    seats = (0, 0, None)
    found = [look.test(view(ODD, seat))(change(ODD)) for look, seat in zip(looks, seats, strict=True)]
    assert tuple(found) == same


def test_hands_with_equal_cards_are_compared_as_they_are() -> None:
    dealt = list(states(oh_hell, playout(oh_hell, oh_hell.Rules(players=3), Random(0), max_moves=9)))[-1]
    assert isinstance(dealt, oh_hell.Bidding | oh_hell.Playing)
    twice = evolve(dealt, hands=(hand("2C 2C 3C"), *dealt.hands[1:]))
    test = Looks(0, ordered=False).test(twice)
    assert test(evolve(twice, hands=(hand("3C 2C 2C"), *dealt.hands[1:])))
    assert not test(evolve(twice, hands=(hand("3C 3C 2C"), *dealt.hands[1:])))
    assert not Looks(0, ordered=False).test(dealt)("a word")


def test_a_game_that_cannot_tell_from_a_hand_alone_excludes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def legal_moves(state: little.State) -> tuple[little.Move, ...]:
        raise ViewError("everything is hidden")

    record: Any = Record(little.Rules(), (Shuffled(Hand(little.PACK)), little.Keep(), little.Keep()))
    last = list(states(little, record))[-1]
    record = evolve(record, moves=(*record.moves, *little.legal_moves(last)[:1]))
    known = information(little, record, 0)
    evidence = Evidence(little, known)
    assert evidence.sightings[-1].named
    monkeypatch.setattr(evidence, "game", type("Silent", (), {"legal_moves": staticmethod(legal_moves)})())
    assert evidence.excluded(3, little.PACK) == frozenset()


def test_only_hands_are_replaced() -> None:
    assert _replaced((None, hand("2C")), [0], hand("3C")) == (None, hand("2C"))
    assert _replaced((None, hand("2C")), [1], hand("3C")) == (None, hand("3C"))

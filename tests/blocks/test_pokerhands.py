"""Poker hands: every hand counted, the order of each class, wild cards, options and words."""

import pickle
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import comb, prod
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cardrules.blocks.pokerhands import STANDARD, PokerClass, PokerHandError, PokerRanking, class_of
from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Hand, Rank, Suit, pack
from cardrules.errors import RulesError
from tests.sheets import card, hand

DEUCES = frozenset(hand("2C 2D 2H 2S"))
RANKING = PokerRanking()
DEUCES_WILD = PokerRanking(wild=DEUCES)

ONE_PACK = {
    True: (1135260, 167280, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4),
    False: (1136280, 167280, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 32, 4),
}
"""The number of hands of each class from nothing up, by whether A 2 3 4 5 is a straight."""

WILD = {
    "1 joker": (1135260, 167280, 1268088, 123552, 137280, 20532, 7804, 6552, 3120, 180, 24, 13),
    "2 jokers": (1135260, 167280, 1437936, 123552, 232968, 34704, 11388, 9360, 9360, 540, 84, 78),
    "3 jokers": (1135260, 167280, 1607784, 123552, 341976, 52716, 15860, 12168, 20408, 1260, 224, 273),
    "4 jokers": (1135260, 167280, 1777632, 123552, 464304, 74568, 21220, 14976, 37328, 2484, 484, 728),
    "deuces": (678300, 121380, 1225008, 95040, 355080, 62232, 14472, 12672, 31552, 2068, 484, 672),
}
"""The number of hands of each class with wild cards, if five of a kind is a class."""

NO_CLASS = {
    "1 joker": (3133, 180, 24),
    "2 jokers": (9438, 540, 84),
    "3 jokers": (20681, 1260, 224),
    "4 jokers": (38004, 2516, 504),
    "deuces": (32176, 2096, 504),
}
"""The numbers for four of a kind, straight flush and royal flush if five of a kind is not a class."""


def wild_cards(name: str) -> tuple[int, frozenset[Card]]:
    """Return the number of jokers and the wild cards of an entry of ``WILD``."""
    return (0, DEUCES) if name == "deuces" else (int(name[0]), frozenset())


def expected_counts(name: str, *, five_of_a_kind: bool) -> tuple[int, ...]:
    """Return the counts by class in the tables above; without five of a kind its hands belong to other classes."""
    counts = WILD[name]
    return counts if five_of_a_kind else (*counts[:8], *NO_CLASS[name], 0)


def by_class(counts: Counter[PokerClass]) -> tuple[int, ...]:
    return tuple(counts[kind] for kind in PokerClass)


def counted_one_by_one(ranking: PokerRanking, jokers: int = 0) -> tuple[int, ...]:
    """Count the hands of each class by looking at every hand."""
    value = ranking.value
    values = Counter(map(value, combinations((*PACK_52, *[JOKER] * jokers), 5)))
    kinds: Counter[PokerClass] = Counter()
    for found, times in values.items():
        kinds[class_of(found)] += times
    return by_class(kinds)


def suited(ranks: Sequence[Rank], *, flush: bool) -> tuple[Card, ...]:
    """Cards of these ranks, from high to low, in one suit, or in as many as are needed not to be.

    The highest of the single ranks is a heart, if there are others than it.
    """
    if flush:
        return tuple(Card(rank, Suit.HEARTS) for rank in ranks)
    suits = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
    cards = [Card(rank, suits[ranks[:place].count(rank)]) for place, rank in enumerate(ranks)]
    if len(set(ranks)) == len(ranks):
        cards[-1] = Card(ranks[-1], Suit.CLUBS)
    return tuple(cards)


def alike(ranks: Sequence[Rank], size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield cards for every selection of ranks, of one suit and of several, with the number of such hands."""
    for chosen in combinations_with_replacement(ranks, size):
        times = Counter(chosen)
        if max(times.values(), default=0) > 4:
            continue
        ways = prod(comb(4, held) for held in times.values())
        one_suit = 4 if len(times) == size > 1 else 0
        if one_suit:
            yield suited(chosen, flush=True), one_suit
        yield suited(chosen, flush=False), ways - one_suit


DOWNWARD = tuple(reversed(Rank))


def counted_by_ranks(ranking: PokerRanking, jokers: int = 0) -> tuple[int, ...]:
    """Count like :func:`counted_one_by_one`, but look at one hand of all those that differ in suits alone."""
    wild = jokers + len(ranking.wild)
    stand_in = JOKER if jokers else card("2C")
    ranks = [rank for rank in DOWNWARD if Card(rank, Suit.CLUBS) not in ranking.wild]
    kinds: Counter[PokerClass] = Counter()
    for held in range(min(wild, 5) + 1):
        for cards, ways in alike(ranks, 5 - held):
            kinds[ranking.hand_class((*cards, *[stand_in] * held))] += ways * comb(wild, held)
    return by_class(kinds)


def test_all_hands_of_a_pack() -> None:
    assert counted_one_by_one(RANKING) == (*ONE_PACK[True], 0)


@pytest.mark.parametrize("low", [True, False])
def test_hands_of_a_pack_by_ranks(low: bool) -> None:
    assert counted_by_ranks(PokerRanking(ace_low_straight=low)) == (*ONE_PACK[low], 0)


@pytest.mark.parametrize("five_of_a_kind", [True, False])
@pytest.mark.parametrize("name", WILD)
def test_hands_with_wild_cards_by_ranks(name: str, five_of_a_kind: bool) -> None:
    jokers, wild = wild_cards(name)
    counts = counted_by_ranks(PokerRanking(wild=wild, five_of_a_kind=five_of_a_kind), jokers)
    assert counts == expected_counts(name, five_of_a_kind=five_of_a_kind)
    assert sum(counts) == comb(52 + jokers, 5)


BUG = (1418964, 0, 1215024, 138600, 63360, 20532, 7804, 4368, 828, 180, 24, 1)
"""The number of hands of each class with one joker that is a bug, without ace-king; five aces are the best."""


def test_hands_with_a_bug_by_ranks() -> None:
    assert counted_by_ranks(evolve(STANDARD, bug=True, five_of_a_kind=True), 1) == BUG
    assert sum(BUG) == comb(53, 5)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("JK KS KD 9H 4C", "AH KS KD 9H 4C"),  # no third king
        ("JK AS KD 9H 4C", "AH AS KD 9H 4C"),
        ("JK 9S 8D 7H 6C", "10H 9S 8D 7H 6C"),
        ("JK 2S 3D 4H 5C", "6H 2S 3D 4H 5C"),
        ("JK AS 3D 4H 5C", "2H AS 3D 4H 5C"),
        ("JK AH QH 9H 4H", "KH AH QH 9H 4H"),  # no second ace in the flush
        ("JK JK AH 9H 4H", "KH QH AH 9H 4H"),
        ("JK JK QC QD 4S", "AH AC QC QD 4S"),
        ("JK JK 9C 8C 5C", "7C 6C 9C 8C 5C"),
        ("JK AS AD AH AC", "AH AS AD AH AC"),
    ],
)
def test_a_bug_is_an_ace_or_completes_a_straight_or_a_flush(text: str, best: str) -> None:
    assert sorted(evolve(STANDARD, bug=True).best(hand(text)), key=str) == sorted(hand(best), key=str)


def test_bugs_beside_wild_cards() -> None:
    ranking = evolve(STANDARD, bug=True, wild=DEUCES, five_of_a_kind=True)
    for text, kind in [
        ("JK 2C KS KD 9H", PokerClass.THREE),  # the deuce is a king, the bug an ace
        ("JK 2C AS KD 9H", PokerClass.THREE),
        ("JK 2C 2D AS AD", PokerClass.FIVE),
        ("JK 2C 2D KS KD", PokerClass.FOUR),
        ("JK 2C 9S 7S 6S", PokerClass.STRAIGHT_FLUSH),
        ("JK 2C 9S 7S 3S", PokerClass.FLUSH),
    ]:
        assert ranking.hand_class(hand(text)) is kind


@given(st.permutations(PACK_52), st.permutations(tuple(Suit)), st.integers(0, 2))
def test_a_class_depends_on_ranks_and_on_whether_suits_are_one(
    order: Sequence[Card], suits: Sequence[Suit], jokers: int
) -> None:
    cards, renamed = order[: 5 - jokers], dict(zip(Suit, suits, strict=True))
    for held in (cards, [Card(one.rank, Suit.CLUBS) for one in cards]):
        other = suited(
            sorted((one.rank for one in held), key=DOWNWARD.index), flush=len({one.suit for one in held}) == 1
        )
        turned = [Card(one.rank, renamed[one.suit]) for one in held]
        found = {RANKING.hand_class((*some, *[JOKER] * jokers)) for some in (held, other, turned)}
        assert len(found) == 1


@pytest.mark.deep
def test_all_hands_of_a_pack_without_the_low_straight() -> None:
    assert counted_one_by_one(PokerRanking(ace_low_straight=False)) == (*ONE_PACK[False], 0)


@pytest.mark.deep
@pytest.mark.parametrize("five_of_a_kind", [True, False])
@pytest.mark.parametrize("name", WILD)
def test_all_hands_with_wild_cards(name: str, five_of_a_kind: bool) -> None:
    jokers, wild = wild_cards(name)
    counts = counted_one_by_one(PokerRanking(wild=wild, five_of_a_kind=five_of_a_kind), jokers)
    assert counts == expected_counts(name, five_of_a_kind=five_of_a_kind)


def test_there_are_7462_values_apart_from_suits() -> None:
    hands = [cards for cards, _ in alike(DOWNWARD, 5)]
    assert len(hands) == len({RANKING.value(cards) for cards in hands}) == 7462


def test_standard_ignores_suits() -> None:
    hands = [cards for cards, _ in alike(DOWNWARD, 5)]
    values = [STANDARD.value(cards) for cards in hands]
    assert len(set(values)) == 7462
    turned = dict(zip(Suit, (*tuple(Suit)[1:], *tuple(Suit)[:1]), strict=True))
    assert values == [STANDARD.value([Card(card.rank, turned[card.suit]) for card in cards]) for cards in hands]


def test_standard_has_no_class_ace_king() -> None:
    assert STANDARD.hand_class(hand("AC KD 4S 3H 2C")) is PokerClass.NOTHING
    assert STANDARD.words(hand("AC KD 4S 3H 2C")) == "ace high"
    assert STANDARD.value(hand("AC KD 4S 3H 2C")) > STANDARD.value(hand("AC QD JS 10H 8C"))
    assert PokerRanking(suits=False).hand_class(hand("AC KD 4S 3H 2C")) is PokerClass.ACE_KING
    assert PokerRanking(ace_king=False).value(hand("AH KD 4S 3H 2C")) > PokerRanking(ace_king=False).value(
        hand("AC KD 4S 3H 2C")
    )


def test_wild_cards_take_the_best_ranks_in_standard() -> None:
    assert STANDARD.value(hand("JK 9C 5C 4C 2C")) == STANDARD.value(hand("AC 9C 5C 4C 2C"))
    assert STANDARD.value(hand("JK 9S 8S 7D 6D")) == STANDARD.value(hand("10C 9H 8H 7H 6D"))


@pytest.mark.deep
def test_no_two_hands_of_one_deal_are_equal() -> None:
    """Hands of one value share a card, or have three or four of one rank, of which no other hand can have as many."""
    bits = {one: 1 << one.index for one in PACK_52}
    shared: dict[int, int] = {}
    for one, two, three, four, five in combinations(PACK_52, 5):
        value = RANKING.value((one, two, three, four, five))
        cards = bits[one] | bits[two] | bits[three] | bits[four] | bits[five]
        shared[value] = shared.get(value, cards) & cards
    apart = {class_of(value) for value, cards in shared.items() if not cards}
    assert apart == {PokerClass.THREE, PokerClass.FULL_HOUSE}


def test_hands_of_the_same_ranks_without_a_card_in_common_are_not_equal() -> None:
    rng = Random(0)
    for ranks in combinations_with_replacement(DOWNWARD, 5):
        times = Counter(ranks)
        if max(times.values()) > 2:
            continue
        first: list[Card] = []
        second: list[Card] = []
        for rank, held in times.items():
            cards = rng.sample([Card(rank, suit) for suit in Suit], 2 * held)
            first += cards[:held]
            second += cards[held:]
        assert RANKING.value(first) != RANKING.value(second)


def increasing(ranking: PokerRanking, *texts: str) -> bool:
    """Return whether each hand is better than those before it, in every order of its cards."""
    values = [ranking.value(hand(text)) for text in texts]
    turned = [ranking.value(hand(text)[::-1]) for text in texts]
    return turned == values and all(low < high for low, high in pairwise(values))


def equal(ranking: PokerRanking, *texts: str) -> bool:
    return len({ranking.value(hand(text)) for text in texts}) == 1


CLASSES = {
    PokerClass.NOTHING: ("KS QD 9H 4S 3C", "king high"),
    PokerClass.ACE_KING: ("AS KD 4H 3S 2C", "ace and king"),
    PokerClass.PAIR: ("2S 2D 5H 4S 3C", "pair of twos"),
    PokerClass.TWO_PAIRS: ("6S 6D 5H 5S 4C", "two pairs, sixes and fives"),
    PokerClass.THREE: ("2S 2D 2H 4S 3C", "three twos"),
    PokerClass.STRAIGHT: ("6S 5D 4H 3S 2C", "straight to the six"),
    PokerClass.FLUSH: ("QS 9S 4S 3S 2S", "flush in spades, queen high"),
    PokerClass.FULL_HOUSE: ("2S 2D 2H 3S 3C", "full house, twos over threes"),
    PokerClass.FOUR: ("10S 10D 10H 10C 8C", "four tens and an eight"),
    PokerClass.STRAIGHT_FLUSH: ("6S 5S 4S 3S 2S", "straight flush in spades to the six"),
    PokerClass.ROYAL_FLUSH: ("AS KS QS JS 10S", "royal flush in spades"),
    PokerClass.FIVE: ("7S 7D 7H 7C JK", "five sevens"),
}
"""A hand of each class with its name, from low to high."""


def test_classes_from_low_to_high() -> None:
    ranking = PokerRanking(five_of_a_kind=True)
    assert increasing(ranking, *(text for text, _ in CLASSES.values()))
    assert [ranking.hand_class(hand(text)) for text, _ in CLASSES.values()] == list(PokerClass)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *CLASSES.values(),
        ("AD 2C 3H 4S 5S", "straight to the five"),
        ("AD 2D 3D 4D 5D", "straight flush in diamonds to the five"),
        ("AC AD AH AS 6C", "four aces and a six"),
        ("8C 8D 8H 8S AC", "four eights and an ace"),
        ("6C 6D 6H KS KC", "full house, sixes over kings"),
        ("JK JK JK JK JK", "five aces"),
        ("AH 9H 4H 2H JK", "flush in hearts, ace high"),
        ("9C 8D JK JK 5H", "straight to the nine"),
    ],
)
def test_words(text: str, words: str) -> None:
    assert PokerRanking(five_of_a_kind=True).words(hand(text)) == words


def test_five_of_a_kind_is_named_four_if_it_is_not_a_class() -> None:
    assert RANKING.words(hand("9C 9D 9H 9S JK")) == "four nines and an ace"
    assert RANKING.words(hand("AC AD AH AS JK")) == "four aces and an ace"
    assert RANKING.words(hand("9C 9D 9H 9S 9S")) == "four nines and a nine"


def test_ten_straights() -> None:
    tops = ["AC 2D 3H 4S 5C"] + [
        " ".join(f"{rank}{suit}" for rank, suit in zip(ranks, "CDHSC", strict=True))
        for ranks in ("23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")
    ]
    assert increasing(RANKING, "AC AD AH 3S 2C", *tops)
    assert all(RANKING.hand_class(hand(text)) is PokerClass.STRAIGHT for text in tops)
    assert RANKING.hand_class(hand("KC AD 2H 3S 4C")) is PokerClass.ACE_KING


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("5S 5H AC 10D 8S", "5C 5D AS KD 6H"),  # kickers one by one, not by their sum
        ("5S 5H AC 10D 7S", "5C 5D AS 10H 8H"),
        ("4H 4C AH KH QH", "5S 5D 4S 3S 2S"),  # the rank of the pair before the others
        ("3S 3H 3D 9S 9H", "3C 3H 3D 10S 10H"),  # with two packs
        ("2S 2H 2D AS AH", "3S 3H 3D 2S 2H"),  # three before the pair
        ("2S 2H 2D 3S 3H", "3S 3H 3C 2S 2H"),
        ("2S 2H 2D 2C AH", "3S 3H 3C 3D 2H"),
        ("9S 9H 9C 9D QH", "9S 9H 9C 9D KH"),
        ("KS KH 2S 2H AC", "KC KD 3C 3D 4S"),  # the lower pair before the fifth card
        ("KS KH 3S 3H 4C", "KC KD 3C 3D 5S"),
        ("4S 4H 4C KD 2H", "4S 4H 4D KC 3S"),
        ("AH KH QH JH 9C", "2S 2H 3S 4D 5C"),
        ("AS KS 10H 4C 3S", "AD KD 10S 5D 2S"),
        ("AH QH JH 10H 8C", "AS KS 4D 3D 2D"),  # any ace-king beats any other hand with an ace
        ("KH JH 9H 7C 5H", "KS JS 10D 3S 2S"),
    ],
)
def test_ranks_compare_from_the_most_important_down(lower: str, higher: str) -> None:
    assert increasing(RANKING, lower, higher)


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("KS KH 3S 3H 4D", "KC KD 3C 3D 4C"),  # two pairs: the fifth card
        ("5H 5C AD KH QH", "5S 5D AC KD QD"),  # a pair: the highest of the others
        ("AS KH QH JH 9H", "AD KS QS JS 9S"),  # ace-king: the ace
        ("QD JH 9H 8H 7H", "QC JS 9S 8S 7S"),  # nothing: the highest
        ("9C 8H 7H 6H 5H", "9H 8S 7S 6S 5S"),  # a straight: its top card
        ("AH 5S 4H 3H 2H", "AS 5D 4S 3S 2S"),  # which is the five
        ("9D 8D 7D 6D 5D", "9C 8C 7C 6C 5C"),
        ("AC KC QC JC 10C", "AH KH QH JH 10H"),
        ("AS KS QS JS 9S", "7D 5D 4D 3D 2D"),  # a flush: its suit before its cards
    ],
)
def test_suits_break_ties(lower: str, higher: str) -> None:
    assert increasing(RANKING, lower, higher)
    turned = evolve(RANKING, suit_order=tuple(reversed(RANKING.suit_order)))
    assert increasing(turned, higher, lower)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("4S 4H 4C KD 2H", "4S 4H 4D KC 2S"),
        ("4S 4H 4C KD KH", "4S 4H 4D KC KS"),
        ("4S 4H 4C 4D KH", "4S 4H 4C 4D KS"),
        ("KS KH 3S 3H 4C", "KC KD 3C 3D 4C"),
    ],
)
def test_other_suits_do_not_count(text: str, other: str) -> None:
    assert equal(RANKING, text, other)


def test_the_low_straight_can_be_disallowed() -> None:
    without = PokerRanking(ace_low_straight=False)
    assert without.words(hand("AD 2C 3H 4S 5S")) == "ace high"
    assert without.words(hand("AD 2D 3D 4D 5D")) == "flush in diamonds, ace high"
    assert without.words(hand("AD 2C 3H 4S JK")) == "pair of aces"


def test_five_of_a_kind_can_be_the_highest_class() -> None:
    ranking = PokerRanking(five_of_a_kind=True)
    assert increasing(ranking, "AC AD AH AS KC", "AH KH QH JH 10H", "2C 2D 2H 2S JK", "AC AD AH AS JK")
    assert increasing(RANKING, "2C 2D 2H 2S JK", "AC AD AH AS KC", "AC AD AH AS JK", "2C 3C 4C 5C 6C")
    assert ranking.value(hand("7C 7D 7H 7S 7S")) == ranking.value(hand("7C 7D 7H 7S JK"))


def test_flushes_can_compare_by_rank_first() -> None:
    by_rank = PokerRanking(flush_by="rank")
    assert increasing(by_rank, "7H 5H 4H 3H 2H", "AS KS QS JS 8S", "AS KS QS JS 9S", "AC KC QC JC 9C")


def test_straights_can_compare_by_suit_first() -> None:
    by_suit = PokerRanking(straight_by="suit")
    assert increasing(by_suit, "AS KH QH JH 10H", "AH 5D 4H 3H 2H", "6H 5S 4S 3S 2S")
    assert increasing(RANKING, "AH 5D 4H 3H 2H", "6H 5S 4S 3S 2S", "AS KH QH JH 10H")


def test_straight_flushes_can_compare_by_suit_first() -> None:
    by_suit = PokerRanking(straight_flush_by="suit")
    assert increasing(by_suit, "KS QS JS 10S 9S", "AH 5H 4H 3H 2H", "6H 5H 4H 3H 2H", "AS KS QS JS 10S")
    assert increasing(RANKING, "AH 5H 4H 3H 2H", "KS QS JS 10S 9S")


def test_equal_cards_of_several_packs() -> None:
    assert RANKING.words(hand("KH KH QH QH JH")) == "flush in hearts, king high"
    assert RANKING.words(hand("KH KH KH QH QH")) == "full house, kings over queens"
    assert RANKING.words(hand("KH KH KH KH QH")) == "four kings and a queen"
    assert equal(RANKING, "KH KD KC QH QS", "KH KH KH QH QH")


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("KC JC QC JK JK", "K♣ J♣ Q♣ A♣ 10♣"),
        ("AH 9H 4H 2H JK", "A♥ 9♥ 4♥ 2♥ A♥"),  # a card that is held already
        ("9C 9D 4S 4H JK", "9♣ 9♦ 4♠ 4♥ 9♥"),
        ("9C 9D 9H 9S JK", "9♣ 9♦ 9♥ 9♠ A♥"),
        ("JK 8D 7H 6S 5C", "9♥ 8♦ 7♥ 6♠ 5♣"),
        ("JK JK JK JK JK", "A♥ K♥ Q♥ J♥ 10♥"),
        ("JK JK 10S JK JK", "A♠ K♠ 10♠ Q♠ J♠"),
        ("QC 9D 7H 5S JK", "Q♣ 9♦ 7♥ 5♠ Q♥"),
        ("AS KH QD JC 9C", "A♠ K♥ Q♦ J♣ 9♣"),
        ("3S 2H 9C 8D 5C", "3♠ 2♥ 9♣ 8♦ 5♣"),
    ],
)
def test_the_cards_that_wild_cards_stand_for(text: str, best: str) -> None:
    assert str(RANKING.best(hand(text))) == best


def test_jokers_and_cards_declared_wild_are_alike() -> None:
    assert DEUCES_WILD.value(hand("KC JC QC 2H JK")) == RANKING.value(hand("AC KC QC JC 10C"))
    assert DEUCES_WILD.words(hand("KC JC QC 2H 2D")) == "royal flush in clubs"
    assert RANKING.words(hand("KC JC QC 2H 2D")) == "pair of twos"
    assert DEUCES_WILD.words(hand("2C 2D 2H 2S 9C")) == "straight flush in clubs to the king"


two_packs = st.lists(st.sampled_from(pack(copies=2, jokers=4)), min_size=5, max_size=5).map(Hand)
rankings = st.builds(
    PokerRanking,
    wild=st.sampled_from([frozenset[Card](), DEUCES]),
    ace_low_straight=st.booleans(),
    five_of_a_kind=st.booleans(),
    flush_by=st.sampled_from(["suit", "rank"]),
    straight_by=st.sampled_from(["suit", "rank"]),
    straight_flush_by=st.sampled_from(["suit", "rank"]),
    suit_order=st.permutations(tuple(Suit)).map(tuple),
)


@given(rankings, two_packs)
def test_a_hand_equals_the_hand_with_its_wild_cards_replaced(ranking: PokerRanking, held: Hand) -> None:
    best = ranking.best(held)
    natural = evolve(ranking, wild=frozenset[Card]())
    assert natural.value(best) == ranking.value(best) == ranking.value(held)
    assert natural.words(best) == ranking.words(held)
    kept = [one for one in held if one is not JOKER and one not in ranking.wild]
    assert not Counter(kept) - Counter(best)
    assert all(new == old for new, old in zip(best, held, strict=True) if old in kept)


@given(rankings, st.lists(st.sampled_from(PACK_52), min_size=3, max_size=4))
def test_no_replacement_of_wild_cards_is_better(ranking: PokerRanking, natural: list[Card]) -> None:
    ranking = evolve(ranking, wild=frozenset[Card]())
    wild = 5 - len(natural)
    most = max(ranking.value((*natural, *more)) for more in combinations_with_replacement(PACK_52, wild))
    assert ranking.value((*natural, *[JOKER] * wild)) == most


@given(rankings, two_packs, st.permutations(range(5)))
def test_the_order_of_cards_in_a_hand_does_not_count(ranking: PokerRanking, held: Hand, order: list[int]) -> None:
    other = [held[place] for place in order]
    assert ranking.value(other) == ranking.value(held)
    assert ranking.words(other) == ranking.words(held)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        (hand(""), "none"),
        (hand("AS KS QS JS"), "A♠ K♠ Q♠ J♠"),
        (hand("AS KS QS JS 10S 9S"), "A♠ K♠ Q♠ J♠ 10♠ 9♠"),
        (Hand((FACE_DOWN, *hand("AS KS QS JS"))), r"\?\? A♠ K♠ Q♠ J♠"),
    ],
)
def test_other_cards_are_refused(cards: Hand, text: str) -> None:
    for asked in (RANKING.value, RANKING.hand_class, RANKING.best, RANKING.words):
        with pytest.raises(PokerHandError, match=f"^a poker hand is five face-up cards, not {text}$"):
            asked(cards)


def test_wrong_options_are_refused() -> None:
    with pytest.raises(
        RulesError, match=r"^suit_order must be ♥ ♣ ♦ ♠ in any order, not \(Suit\.HEARTS, Suit\.HEARTS, "
    ):
        PokerRanking(suit_order=(Suit.HEARTS, Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES))
    with pytest.raises(RulesError, match=r"^suit_order must be ♥ ♣ ♦ ♠ in any order, not \(\)$"):
        PokerRanking(suit_order=())
    with pytest.raises(RulesError, match=r"^wild must be cards of the pack, not 2C \?\?$"):
        PokerRanking(wild=frozenset({FACE_DOWN, "2C", JOKER, PACK_52[0]}))  # type: ignore[arg-type]  # as untyped code may
    with pytest.raises(RulesError, match=r"^wild must be a frozenset of cards of the pack, not '2C'$"):
        PokerRanking(wild="2C")  # type: ignore[arg-type]  # as untyped code may ask
    with pytest.raises(RulesError, match=r"^flush_by must be 'suit' or 'rank', not 'x'$"):
        PokerRanking(flush_by="x")  # type: ignore[arg-type]  # likewise


def test_rankings_compare_by_value() -> None:
    for order in permutations(Suit):
        ranking = PokerRanking(suit_order=order, wild=DEUCES)
        before = ranking.value(hand("AS KS QS 2S 9C")), ranking.value(hand("AS KS QS JS 9C"))
        copied = pickle.loads(pickle.dumps(ranking))
        assert copied == ranking == PokerRanking(suit_order=order, wild=DEUCES)
        assert hash(copied) == hash(ranking)
        assert (copied.value(hand("AS KS QS 2S 9C")), copied.value(hand("AS KS QS JS 9C"))) == before

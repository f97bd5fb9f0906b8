"""Semerik, rule by rule."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations as subsets
from itertools import product
from math import comb
from random import Random

import pytest
from attrs import evolve

from cardrules.blocks.tricks import first_lead
from cardrules.cards import FACE_DOWN, Card, Hand, Rank, Suit
from cardrules.errors import RulesError
from cardrules.game import Shuffled, playout, states
from cardrules.games import semerik
from cardrules.games.semerik import (
    Announce,
    Announcing,
    Fine,
    Finished,
    Play,
    Playing,
    Result,
    Rules,
    Shuffling,
    State,
    Table,
    baba,
    combinations,
    trick_points,
)
from cardrules.moves import IllegalMoveError, because
from cardrules.zones import view
from tests.sharpness import listed, promised, reached, seen_in_random_play
from tests.sheets import after, card, hand, hands, one_by_one, refusal, stacked

HANDS = (
    "3H 2H AH KH 3S 3D 3C 4C 4D 5S | "  # the heart Baba with the king for 6, three threes beside it 4
    "2S KS QS JS 6S 2D KD QC 5C 4H | "  # nothing
    "AS 7S 4S QD JD 2C KC 7C 7D 5H | "  # three sevens 4
    "AD 6C 6D 5D AC JC QH JH 7H 6H"  # three sixes 1
)


def dealt(
    text: str = HANDS, rules: Rules | None = None, dealer: int = 0, scores: tuple[int, int] = (0, 0)
) -> Announcing:
    """Return the phase of announcing after a deal of these hands, by seat, to sides with these scores."""
    before = Shuffling(evolve(semerik.start(rules or Rules()).table, dealer=dealer, scores=scores * 2))
    state = semerik.apply(before, stacked(before, one_by_one(text, first=(dealer + 1) % 4)))
    assert isinstance(state, Announcing)
    return state


def announce(state: State, *points: int) -> State:
    """Return the state after these announcements, each by the seat to act."""
    return after(semerik, state, *map(Announce, points))


def playing(
    text: str, leader: int = 0, scores: tuple[int, int] = (0, 0), taken: int = 0, rules: Rules | None = None
) -> Playing[Table]:
    """Return the play of these hands by seat, with the scores of the sides and the tricks that seat 0 has taken."""
    table = Table(rules or Rules(), 3, scores * 2, (0, 0, 0, 0))
    return evolve(first_lead(table, hands(text), leader), taken=(taken, 0, 0, 0))


def play(state: State, text: str) -> State:
    """Return the state after these cards, each played by the seat to act."""
    return after(semerik, state, *map(Play, hand(text)))


def plays(text: str) -> tuple[Play, ...]:
    return tuple(map(Play, hand(text)))


# 1 Table


@pytest.mark.rule("semerik", "1.1")
def test_forty_cards_and_partners_opposite() -> None:
    pack = semerik.start(Rules()).pack
    assert sorted(Counter(one.rank.value for one in pack).items()) == [(rank, 4) for rank in sorted("234567AJKQ")]
    state = announce(dealt(), 0, 4, 1, 10)
    assert isinstance(state, Playing)
    assert state.table.scores == (14, 1, 14, 1)


@pytest.mark.rule("semerik", "1.2")
def test_ten_cards_each_go_round_one_at_a_time_from_the_dealers_left() -> None:
    before = Shuffling(evolve(semerik.start(Rules()).table, dealer=1))
    state = semerik.apply(before, stacked(before, "2C 3C 4C 5C 6C 7C JC QC"))
    assert isinstance(state, Announcing)
    assert tuple(held[:2] for held in state.hands) == hands("4C JC | 5C QC | 2C 6C | 3C 7C")
    assert {len(held) for held in state.hands} == {10}


@pytest.mark.rule("semerik", "1.2")
def test_the_deal_passes_clockwise_from_seat_0() -> None:
    game = playout(semerik, Rules(target=60), Random(0))
    dealers = [state.table.dealer for state in states(semerik, game) if isinstance(state, Shuffling)]
    assert dealers == [number % 4 for number in range(len(dealers))]
    assert len(dealers) > 4


@pytest.mark.rule("semerik", "1.3")
def test_the_order_in_a_suit() -> None:
    for higher, lower in subsets("32AKQJ7654", 2):
        for suit in Suit:
            pair = Card(Rank(lower), suit), Card(Rank(higher), suit)
            assert [semerik.ORDER.winner(pair, trump) for trump in (semerik.CHIEF, None)] == [1, 1]


@pytest.mark.rule("semerik", "1.4")
@pytest.mark.parametrize(
    ("trick", "hearts", "plain"),
    [
        ("3S 4H 2S AS", 1, 0),
        ("3S 4H 5H 2S", 2, 0),
        ("3S 3D 3C 2S", 0, 0),  # a discard takes nothing
        ("4H 3S 5H 3D", 2, 2),
        ("AD 2S 7D 3D", 3, 3),
    ],
)
def test_hearts_beat_every_other_suit(trick: str, hearts: int, plain: int) -> None:
    held = " | ".join(f"{one.ascii} {other}" for one, other in zip(hand(trick), ("4C", "5C", "6C", "7C"), strict=True))
    for rules, taker in ((Rules(), hearts), (Rules(hearts_beat_all=False), plain)):
        state = play(playing(held, rules=rules), trick)
        assert isinstance(state, Playing)
        assert state.to_act == taker


@pytest.mark.rule("semerik", "1.4")
def test_nobody_has_to_play_a_heart() -> None:
    assert semerik.legal_moves(play(playing("3S 4C | 4H 5C | 6C | 7C"), "3S")) == plays("4H 5C")


# 2 Combinations


@pytest.mark.rule("semerik", "2.1")
@pytest.mark.parametrize(
    ("text", "points"),
    [("7S 7H 7D", 4), ("3S 3H 3D", 3), ("2S 2H 2C", 3), ("AS AD AC", 3), ("3S 3H 2S 2H", 0), ("7C 7H", 0)],
)
def test_three_sevens_threes_twos_or_aces(text: str, points: int) -> None:
    assert combinations(Rules(), hand(text)) == points


@pytest.mark.rule("semerik", "2.2")
@pytest.mark.parametrize("rank", "KQJ654")
def test_three_of_any_other_rank(rank: str) -> None:
    three = Hand(Card(Rank(rank), suit) for suit in (Suit.CLUBS, Suit.HEARTS, Suit.SPADES))
    assert combinations(Rules(), three) == 1
    assert combinations(Rules(), three[:2]) == 0


@pytest.mark.rule("semerik", "2.2")
@pytest.mark.parametrize(
    ("text", "points", "without"),
    [
        ("6C 6H 6S", 1, 0),
        ("5C 5H 5S", 1, 0),
        ("4C 4H 4S", 1, 0),
        ("4C 4D 4H 4S", 1, 0),  # four count as three
        ("6C 6H 6S 5C 5H 5S JC JH JS", 3, 1),
        ("7C 7H 7S", 4, 4),  # sevens are not among them
        ("KC KH KS", 1, 1),
    ],
)
def test_three_sixes_fives_or_fours_may_count_nothing(text: str, points: int, without: int) -> None:
    assert combinations(Rules(), hand(text)) == points
    assert combinations(Rules(low_cards_count=False), hand(text)) == without


@pytest.mark.rule("semerik", "2.2", "2.7")
def test_what_counts_nothing_is_not_announced() -> None:
    """The hand of seat 3 has three sixes and nothing else."""
    state = announce(dealt(rules=Rules(low_cards_count=False)), 0, 4)
    assert semerik.legal_moves(state) == (Announce(0),)


@pytest.mark.rule("semerik", "2.3")
@pytest.mark.parametrize("points", [0, 1, 2])
def test_four_of_a_rank_count_no_less_than_three(points: int) -> None:
    message = f"four_of_a_kind must be a whole number from 3 up or None, not {points}"
    with pytest.raises(RulesError, match=f"^{message}$"):
        Rules(four_of_a_kind=points)
    assert combinations(Rules(four_of_a_kind=3), hand("3C 3D 3H 3S")) == 3


@pytest.mark.rule("semerik", "2.3")
@pytest.mark.parametrize(("rank", "three", "four"), [("3", 3, 9), ("2", 3, 9), ("A", 3, 9), ("7", 4, 4), ("4", 1, 1)])
def test_four_of_a_rank(rank: str, three: int, four: int) -> None:
    cards = Hand(Card(Rank(rank), suit) for suit in Suit)
    assert combinations(Rules(), cards) == three
    assert combinations(Rules(four_of_a_kind=9), cards) == four
    assert combinations(Rules(four_of_a_kind=9), cards[:3]) == three


@pytest.mark.rule("semerik", "2.3")
def test_four_of_a_rank_beside_a_baba() -> None:
    cards = hand("3S 2S AS 3H 3D 3C")
    assert combinations(Rules(), cards) == 3 + 4
    assert combinations(Rules(four_of_a_kind=9), cards) == 3 + 9


@pytest.mark.rule("semerik", "2.4")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("3S 2S AS", 3),
        ("3C 2C AC KC", 6),
        ("3D 2D AD KD QD", 9),
        ("3S 2S AS KS QS JS", 15),
        ("3S 2S AS QS JS", 3),  # without the king
        ("3S 2S AS KS JS", 6),
        ("3S 2S AD", 0),
        ("2S AS KS QS JS", 0),
        ("3S 2S AS 3D 2D AD KD", 9),
    ],
)
def test_a_baba(text: str, points: int) -> None:
    assert combinations(Rules(), hand(text)) == points


@pytest.mark.rule("semerik", "2.5")
@pytest.mark.parametrize(
    ("text", "points", "extended"),
    [("3H 2H AH", 5, 5), ("3H 2H AH KH", 6, 8), ("3H 2H AH KH QH", 9, 11), ("3H 2H AH KH QH JH", 15, 17)],
)
def test_the_baba_of_hearts(text: str, points: int, extended: int) -> None:
    assert combinations(Rules(), hand(text)) == points
    assert combinations(Rules(heart_baba_extends=True), hand(text)) == extended


@pytest.mark.rule("semerik", "2.6")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("3S 2S AS 3H 3D", 3 + 4),
        ("3H 2H AH 2S 2D AS AC", 5 + 4 + 4),
        ("3S 2S AS 3H 2H AH 3D 2D AD", 3 + 5 + 3 + 4 + 4 + 4),
        ("3S 2S AS 7H 7D 7C", 3 + 4),
        ("3S 2S AS KH KD KC", 3 + 1),
    ],
)
def test_three_threes_twos_or_aces_beside_a_baba(text: str, points: int) -> None:
    assert combinations(Rules(), hand(text)) == points


@pytest.mark.rule("semerik", "2.7")
def test_each_announces_his_points_from_the_dealers_left() -> None:
    state: State = dealt(dealer=1)
    sums = []
    for seat, points in ((2, 4), (3, 1), (0, 10), (1, 0)):
        assert state.to_act == seat
        assert semerik.legal_moves(state) == (Announce(points),)
        wrong = because("not what the combinations in this hand count", "2.7")
        assert refusal(semerik, state, Announce(points + 1)) == wrong
        state = announce(state, points)
        assert isinstance(state, Announcing | Playing)
        sums.append(state.table.scores)
    assert sums == [(4, 0, 4, 0), (4, 1, 4, 1), (14, 1, 14, 1), (14, 1, 14, 1)]
    assert isinstance(state, Playing)
    assert state.table.announced == (10, 0, 4, 1)


@pytest.mark.rule("semerik", "2.7")
def test_the_cards_are_not_shown() -> None:
    state = announce(dealt(), 0, 4, 1)
    seen = view(state, 0)
    assert isinstance(seen, Announcing)
    assert seen.hands[0] == hands(HANDS)[0]
    assert set(seen.hands[1:]) == {(FACE_DOWN,) * 10}


# All hands there are

HIGH = "32AKQJ"
"""The ranks of a Baba and of what extends it, in order."""

LOW = "7654"


def counted(ranks: str, suits: Sequence[Suit], size: int) -> list[tuple[int, Hand]]:
    """Return all hands of ``size`` cards by what can count in them: how many are alike in this, and one of them.

    Hands are alike that hold as much of a Baba in each suit, and three or four cards of the same ranks. They are put
    together rank by rank, those of ``HIGH`` first; ``runs`` says how far a suit has them in a row.
    """
    nothing: tuple[tuple[int, ...], tuple[int, ...], int] = (0,) * len(suits), (), 0
    found = {nothing: (1, Hand())}
    for place, rank in enumerate(ranks):
        before, found = found, {}
        for ((runs, alike, held), (number, one)), some in product(before.items(), all_subsets(suits)):
            if held + len(some) <= size:
                key = (
                    tuple(run_with(run, place, rank, suit in some) for run, suit in zip(runs, suits, strict=True)),
                    (*alike, len(some) if len(some) >= 3 else 0),
                    held + len(some),
                )
                others, same = found.get(key, (0, one.plus(Hand(Card(Rank(rank), suit) for suit in some))))
                found[key] = others + number, same
    return [kind for (_, _, held), kind in found.items() if held == size]


def all_subsets(suits: Sequence[Suit]) -> list[tuple[Suit, ...]]:
    return [some for size in range(len(suits) + 1) for some in subsets(suits, size)]


def run_with(run: int, place: int, rank: str, held: bool) -> int:
    """Return the cards of ``HIGH`` in a row after another rank; 0 for a row that has ended before it was a Baba."""
    if held and run == place < len(HIGH) and rank == HIGH[place]:
        return run + 1
    return run if run >= 3 else 0


@cache
def all_hands() -> list[tuple[int, Hand]]:
    """Return the hands of ten cards."""
    return counted(HIGH + LOW, tuple(Suit), 10)


def tally(kinds: Iterable[tuple[int, Hand]], figure: Callable[[Hand], int]) -> Counter[int]:
    """Return how many hands there are for each value of a figure."""
    numbers: Counter[int] = Counter()
    for number, one in kinds:
        numbers[figure(one)] += number
    return numbers


@pytest.mark.rule("semerik", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6")
def test_what_all_hands_count() -> None:
    law = tally(all_hands(), lambda one: combinations(Rules(), one))
    told = """
        0:494991144 1:175590204 2:8983920 3:96630860 4:41768302 5:9015099 6:6476226 7:8485986 8:325746 9:2840889
        10:1500646 11:420480 12:55215 13:292851 14:66438 15:156601 16:32916 17:6354 18:1173 19:17992 20:1062 21:94
        22:90 23:210 24:24 26:6
    """
    assert [f"{points}:{number}" for points, number in sorted(law.items())] == told.split()
    assert law.total() == comb(40, 10) == 847_660_528
    mean = Fraction(sum(points * number for points, number in law.items()), law.total())
    assert mean == Fraction(6858399, 6835972)


@pytest.mark.parametrize("rank", HIGH + LOW)
def test_hands_with_three_or_four_of_a_rank(rank: str) -> None:
    numbers = tally(all_hands(), lambda one: one_rank(one, rank))
    assert (numbers[3], numbers[4]) == (33_390_720, 1_947_792)


def one_rank(held: Hand, rank: str) -> int:
    """Return how many cards of a rank a hand has."""
    return sum(card.rank is Rank(rank) for card in held)


@pytest.mark.rule("semerik", "2.4")
def test_hands_with_babas() -> None:
    numbers = tally(all_hands(), lambda one: sum(baba(Rules(), one, suit) > 0 for suit in Suit))
    assert numbers == {0: comb(40, 10) - 40_903_756, 1: 40_625_748, 2: 277_884, 3: 124}


@pytest.mark.rule("semerik", "2.4", "2.5")
@pytest.mark.parametrize("suit", Suit)
def test_hands_with_an_extended_baba_of_a_suit(suit: Suit) -> None:
    numbers = tally(all_hands(), lambda one: baba(Rules(), one, suit))
    at_least = [
        Fraction(sum(number for points, number in numbers.items() if points >= least), comb(40, 10))
        for least in (6, 9, 15)
    ]
    assert at_least == [Fraction(21, 9139), Fraction(7, 18278), Fraction(1, 18278)]


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(four_of_a_kind=7), Rules(heart_baba_extends=True), Rules(low_cards_count=False)],
    ids=["default", "four", "extends", "low"],
)
@pytest.mark.parametrize(
    ("ranks", "suits", "size"),
    [("32A74", "CDHS", 7), ("32AK7", "CHS", 7), ("32AKQJ", "HS", 6), ("32AKQJ", "HS", 9)],
)
def test_the_hands_of_a_small_pack_one_by_one(rules: Rules, ranks: str, suits: str, size: int) -> None:
    pack = [Card(Rank(rank), Suit(suit)) for rank in ranks for suit in suits]
    each = Counter(combinations(rules, cards) for cards in subsets(pack, size))
    assert tally(counted(ranks, tuple(map(Suit, suits)), size), lambda one: combinations(rules, one)) == each


# 3 Play


@pytest.mark.rule("semerik", "3.1")
def test_the_dealers_left_leads_and_then_the_winner_of_each_trick() -> None:
    state = announce(dealt(dealer=1), 4, 1, 10, 0)
    assert state.to_act == 2
    assert semerik.legal_moves(state) == plays("AS 7S 4S QD JD 2C KC 7C 7D 5H")
    state = play(state, "7C 6C 3C QC")
    assert state.to_act == 0
    assert semerik.legal_moves(state) == plays("3H 2H AH KH 3S 3D 4C 4D 5S")


@pytest.mark.rule("semerik", "3.2")
def test_follow_suit_if_possible() -> None:
    state = play(playing("7S 4D | 4H 5S 3S | 6C | 7C"), "7S")
    assert semerik.legal_moves(state) == plays("5S 3S")
    assert refusal(semerik, state, Play(card("4H"))) == because("must follow spades", "3.2")


@pytest.mark.rule("semerik", "3.2")
def test_without_the_suit_any_card_may_be_played() -> None:
    assert semerik.legal_moves(play(playing("7S 4D | 4H 5C 3C | 6C | 7C"), "7S")) == plays("4H 5C 3C")


@pytest.mark.rule("semerik", "3.3")
@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("3S 2S AS KS", 2),
        ("QH JD 3H 3C", 2),
        ("KS QS JS 4S", 1),
        ("2S 7S 3S AS", 1),
        ("3S 2S 7S 7H", 0),
        ("7S 6S 5S 4S", 0),
        ("6H 5H 4H 3H", 0),
        ("6H KH 4H 3H", 0),
    ],
)
def test_honours_in_a_trick_count_for_the_side_that_takes_it(trick: str, points: int) -> None:
    assert trick_points(hand(trick)) == points
    held = " | ".join(f"{one.ascii} {other}" for one, other in zip(hand(trick), ("4C", "5C", "6C", "7C"), strict=True))
    state = play(playing(held, scores=(2, 3)), trick)
    assert isinstance(state, Playing)
    taker = state.to_act % 2
    assert state.table.scores[taker] == (2, 3)[taker] + points
    assert state.table.scores[1 - taker] == (2, 3)[1 - taker]


@pytest.mark.rule("semerik", "3.3")
def test_the_tricks_of_a_deal_count_4_to_12() -> None:
    assert all(4 <= points <= 12 for points in points_of_deals(Random(0)))
    assert trick_points(hand("3S 2S AS KS")) * 6 == 12  # all 24 honours in six tricks
    assert trick_points(hand("3S 2S AS KS")) * 2 + trick_points(hand("3S 2S 7S 6S")) * 8 == 4  # in all ten


def points_of_deals(rng: Random) -> Iterator[int]:
    """Return what the tricks of each of many deals count, without the 4 for all ten."""
    for _ in range(20):
        rules = Rules(stop="end_of_deal")
        for state in states(semerik, playout(semerik, rules, rng)):
            if isinstance(state, Shuffling | Finished) and state.table.played is not None:
                cards = [*state.table.played.gone, *state.table.played.trick]
                yield sum(trick_points(cards[first : first + 4]) for first in range(0, 40, 4))


@pytest.mark.rule("semerik", "3.4")
@pytest.mark.parametrize(("taken", "points"), [(9, 4), (8, 0)])
def test_all_ten_tricks_count_4_more(taken: int, points: int) -> None:
    state = play(playing("7S | 6S | 5S | 4S", taken=taken), "7S 6S 5S 4S")
    assert isinstance(state, Shuffling)
    assert state.table.scores == (points, 0, points, 0)


@pytest.mark.rule("semerik", "3.4")
def test_partners_may_take_the_ten_tricks_between_them() -> None:
    state = playing("4S | 5S | 7S | 6S", taken=4)
    state = evolve(state, taken=(4, 0, 5, 0))
    ended = play(state, "4S 5S 7S 6S")
    assert isinstance(ended, Shuffling)
    assert ended.table.scores == (4, 0, 4, 0)


@pytest.mark.rule("semerik", "3.5")
@pytest.mark.parametrize(
    ("text", "trick", "sparing"),
    [
        ("7S 4D | 6S 4C | 3S 5S 2S | 6D", "7S 6S", "5S"),  # the threes and twos would take the partner's trick
        ("7S 4D | JS 4C | 3S 5S 2S | 6D", "7S JS", "3S 5S 2S"),  # the other side is taking it
        ("JS 4D | 6S 4C | 3S 4S KS | 6D", "JS 6S", "4S"),  # with the three only two honours
        ("KS 4D | JS 4C | 3S 4S QS | 6D", "KS JS", "3S 4S QS"),  # with it three
        ("JS 4D | 7S 4C | KS 3S | 6D", "JS 7S", "KS 3S"),  # all would take it
        ("7S 4D | 6S 4C | 6H 5D | 6D", "7S 6S", "5D"),  # a heart would take it
        ("7S 4D | 4S 4C | 5S 5D | 6S 3S", "7S 4S 5S", "6S 3S"),  # the leader, of the other side, is taking it
        ("4S 4D | KS 4C | 5S 5D | 6S 3S", "4S KS 5S", "6S"),
        ("4S 4D | KS 4C | JS 5D | 6S 3S AS", "4S KS JS", "6S 3S AS"),
        ("7S 4D | 6S 3S | 6H 5D | 6D", "7S", "6S 3S"),  # the partner has not played yet
    ],
)
def test_sparing_the_partner_is_an_option(text: str, trick: str, sparing: str) -> None:
    state = play(playing(text, rules=Rules(spare_partner=True)), trick)
    assert isinstance(state, Playing)
    assert semerik.legal_moves(state) == plays(sparing)
    for move in set(state.following()) - set(plays(sparing)):
        assert refusal(semerik, state, move) == because("must leave the trick to the partner, who is taking it", "3.5")


@pytest.mark.rule("semerik", "3.2", "3.5")
def test_sparing_the_partner_is_not_the_reason_where_another_rule_is_broken() -> None:
    state = play(playing("7S 4D | 6S 4C | 3S 5S 2H | 6D", rules=Rules(spare_partner=True)), "7S 6S")
    assert refusal(semerik, state, Play(card("2H"))) == because("must follow spades", "3.2")


@pytest.mark.rule("semerik", "3.5")
def test_sparing_the_partner_is_advice_by_default() -> None:
    state = play(playing("7S 4D | 6S 4C | 3S 5S 2S | 6D"), "7S 6S")
    assert semerik.legal_moves(state) == plays("3S 5S 2S")


@pytest.mark.rule("semerik", "3.5")
def test_a_leader_has_no_partner_to_spare() -> None:
    state = play(playing("4S 4D | 6S 4C | 7S 2S 5D | 5S 6D", rules=Rules(spare_partner=True)), "4S 6S 7S 5S")
    assert semerik.legal_moves(state) == plays("2S 5D")


# 4 Game


@pytest.mark.rule("semerik", "4.1")
def test_a_side_that_has_21_points_after_a_trick_wins_at_once() -> None:
    state = play(playing("KS 4C | QS 5C | JS 6C | 4S 7C", scores=(20, 19)), "KS QS JS 4S")
    assert isinstance(state, Finished)
    assert state.table.scores == (21, 19, 21, 19)
    assert state.table.played is not None
    assert state.table.played.hands == hands("4C | 5C | 6C | 7C")
    assert semerik.legal_moves(state) == ()


@pytest.mark.rule("semerik", "4.1")
def test_announced_points_decide_the_game_only_after_the_fourth_announcement() -> None:
    state = announce(dealt(scores=(11, 20)), 0, 4, 1)
    assert isinstance(state, Announcing)
    assert state.table.scores == (15, 21, 15, 21)
    assert semerik.outcome(announce(state, 10)) == Result((25, 21, 25, 21), (0, 2), 21)


@pytest.mark.rule("semerik", "4.1")
def test_with_equal_totals_play_goes_on_until_one_side_leads() -> None:
    state = announce(dealt(scores=(7, 20)), 0, 4, 1, 10)
    assert isinstance(state, Playing)
    assert state.table.scores == (21, 21, 21, 21)
    state = play(state, "6S 4S 6H 5S")  # no honours
    assert isinstance(state, Playing)
    assert semerik.outcome(play(state, "QH 3H 4H 5H")) is None
    state = play(state, "AC 3C 5C 2C")
    assert semerik.outcome(state) == Result((22, 21, 22, 21), (0, 2), 21)


@pytest.mark.rule("semerik", "4.1")
def test_the_higher_total_wins_if_both_sides_reach_the_target() -> None:
    rules = Rules(stop="end_of_deal")
    state = play(playing("7S | 6S | 5S | 4S", scores=(22, 25), rules=rules), "7S 6S 5S 4S")
    assert semerik.outcome(state) == Result((22, 25, 22, 25), (1, 3), 21)


@pytest.mark.rule("semerik", "4.1")
def test_the_scores_may_decide_the_game_only_when_a_deal_is_over() -> None:
    rules = Rules(stop="end_of_deal")
    assert isinstance(announce(dealt(rules=rules, scores=(30, 0)), 0, 4, 1, 10), Playing)
    state = play(playing("KS 4C | QS 5C | JS 6C | 4S 7C", scores=(20, 15), rules=rules), "KS QS JS 4S")
    assert isinstance(state, Playing)
    assert semerik.outcome(play(state, "4C 5C 6C 7C")) == Result((21, 15, 21, 15), (0, 2), 21)


@pytest.mark.rule("semerik", "4.1")
def test_with_equal_totals_after_a_deal_there_is_another() -> None:
    state = play(playing("7S | 6S | 5S | 4S", scores=(25, 25), rules=Rules(stop="end_of_deal")), "7S 6S 5S 4S")
    assert isinstance(state, Shuffling)
    assert (state.table.dealer, state.table.scores) == (0, (25, 25, 25, 25))
    assert semerik.outcome(state) is None


@pytest.mark.rule("semerik", "4.1")
@pytest.mark.parametrize(("target", "over"), [(13, True), (14, True), (15, False)])
def test_the_target_is_an_option(target: int, over: bool) -> None:
    assert isinstance(announce(dealt(rules=Rules(target=target)), 0, 4, 1, 10), Finished) == over


@pytest.mark.rule("semerik", "4.2")
@pytest.mark.parametrize(
    ("rules", "losers", "value"),
    [
        (Rules(), 10, 42),
        (Rules(), 11, 21),
        (Rules(), 0, 42),
        (Rules(double_below=0), 0, 21),
        (Rules(double_below=16), 15, 42),
        (Rules(target=20), 10, 40),
    ],
)
def test_the_winners_write_twice_the_target_if_the_others_have_few_points(
    rules: Rules, losers: int, value: int
) -> None:
    state = play(playing("KS 4C | QS 5C | JS 6C | 4S 7C", scores=(20, losers), rules=rules), "KS QS JS 4S")
    assert semerik.outcome(state) == Result((21, losers, 21, losers), (0, 2), value)


# 5 Conduct


@pytest.mark.rule("semerik", "5.1")
def test_partners_keep_one_score() -> None:
    for state in states(semerik, playout(semerik, Rules(), Random(3))):
        scores = state.table.scores
        assert scores[:2] == scores[2:]


@pytest.mark.rule("semerik", "5.2")
def test_a_wrong_card_cannot_be_played() -> None:
    state = play(playing("7H 4D | 3S 2H | 6C | 7C"), "7H")
    assert refusal(semerik, state, Play(card("3S"))) == because("must follow hearts", "3.2")
    assert refusal(semerik, state, Play(card("4D"))) == because("4♦ is not in this hand", "3.2")


REFEREE = Rules(referee=True)


@pytest.mark.rule("semerik", "5.2")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_referee_may_fine_a_side_1_to_3_points(seat: int) -> None:
    announcing = dealt(rules=REFEREE, scores=(5, 1))
    trick = play(playing("7H 4D | 3S 2H | 6C | 7C", rules=REFEREE, scores=(5, 1)), "7H")
    for state in (announcing, trick):
        assert semerik.rulings(state) == tuple(Fine(other, points) for other in range(4) for points in (1, 2, 3))
        fined = semerik.apply(state, Fine(seat, 3))
        assert isinstance(fined, Announcing | Playing)
        assert fined.table.scores == ((2, 1) * 2, (5, -2) * 2)[seat % 2]
        assert evolve(fined.table, scores=state.table.scores) == state.table
        for points in (0, 4):
            with pytest.raises(IllegalMoveError, match="no referee may rule so now"):
                semerik.apply(state, Fine(seat, points))


@pytest.mark.rule("semerik", "4.1", "5.2")
def test_a_fine_may_cost_the_game() -> None:
    """A trick with three honours makes 21 of 20, and only 20 of the 19 that are left after a fine."""
    before = playing("3S 4D | 2S 5D | AS 6D | 4S 7D", scores=(20, 0), taken=1, rules=REFEREE)
    assert isinstance(play(before, "3S 2S AS 4S"), Finished)
    fined = play(semerik.apply(before, Fine(2, 1)), "3S 2S AS 4S")
    assert isinstance(fined, Playing)
    assert fined.table.scores == (20, 0, 20, 0)


@pytest.mark.rule("semerik", "5.2")
def test_without_the_option_or_between_deals_there_are_no_fines() -> None:
    for state in (dealt(), playing("7H | 3S | 6C | 7C"), semerik.start(REFEREE)):
        assert semerik.rulings(state) == ()
        with pytest.raises(IllegalMoveError, match="there is nothing for a referee to rule now"):
            semerik.apply(state, Fine(0, 1))


@pytest.mark.rule("semerik", "5.2")
def test_with_fines_a_game_has_no_longest_play_and_no_lowest_score() -> None:
    promised = semerik.promises(REFEREE)
    assert (promised.max_moves, promised.score_range) == (None, None)


@pytest.mark.rule("semerik", "5.3")
def test_the_suit_of_the_partner_may_always_be_led() -> None:
    state = play(playing("4S 5D | 5S 6D | 6S 2D | 7S 3S 2H"), "4S 5S 6S 7S")
    assert semerik.legal_moves(state) == plays("3S 2H")


# What is promised


def test_a_game_that_stops_at_once_is_no_longer_than_promised() -> None:
    assert semerik.promises(Rules()).max_moves == 11 * 45  # after ten deals with 4 points each somebody has 20
    assert semerik.promises(Rules(stop="end_of_deal")).max_moves is None
    longest = max(len(playout(semerik, Rules(target=5), Random(seed)).moves) for seed in range(100))
    assert semerik.promises(Rules(target=5)).max_moves == 3 * 45 >= longest


@pytest.mark.parametrize(("target", "deals"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (20, 10), (22, 11)])
def test_sides_with_a_point_less_than_the_target_have_played_so_many_deals(target: int, deals: int) -> None:
    """Both sides together gain 4 points at least in a deal, and one deal more ends the game."""
    assert max(before for before in range(99) if 4 * before <= 2 * (target - 1)) + 1 == deals
    assert semerik.promises(Rules(target=target)).max_moves == deals * 45


def test_scores_are_within_what_is_promised() -> None:
    promised = semerik.promises(Rules()).score_range
    assert promised is not None
    assert promised[0] == 0
    assert semerik.promises(Rules(stop="end_of_deal")).score_range is None


ALL_BABAS = (
    "3C 2C AC 3D 2D AD 3H 2H AH KC | 5C 5D 4C 4D 4H 4S 6C 6D 5H JD | "  # Babas for 6 + 3 + 5, three kinds for 4 each
    "3S 2S AS KS QS JS 7S 7C 7D KH | 5S 6H 6S 7H QC QD QH JC JH KD"  # a Baba for 15, sevens for 4
)
FOURS = (
    "3C 3D 3H 3S 2C 2D 2H 2S 4C 5C | 4D 4H 4S 5D 5H 6C 6D 7C 7D JC | "
    "AC AD AH AS KC KD KH QC QD QH | 5S 6H 6S 7H 7S JD JH JS QS KS"
)


@pytest.mark.parametrize(
    ("rules", "deal", "points"),
    [
        (Rules(), ALL_BABAS, 45),
        (Rules(four_of_a_kind=100), FOURS, 3 * 100 + 2),
        (Rules(four_of_a_kind=1_000, target=6), FOURS, 3 * 1_000 + 2),
    ],
)
def test_the_best_score_is_nearly_as_high_as_promised(rules: Rules, deal: str, points: int) -> None:
    """A side with a point less than the target announces all Babas, or all fours of a kind that count."""
    state = announce(dealt(deal, rules, dealer=3, scores=(rules.target - 1, 0)))
    while isinstance(state, Announcing):
        state = semerik.apply(state, semerik.legal_moves(state)[0])
    assert isinstance(state, Finished)
    promised = semerik.promises(rules).score_range
    assert promised is not None
    assert state.table.scores[0] == rules.target - 1 + points
    assert 0 <= promised[1] - state.table.scores[0] < 80


def test_every_phase_knows_the_rules() -> None:
    game = playout(semerik, Rules(), Random(2))
    phases = {type(state): state.rules for state in states(semerik, game)}
    assert phases == dict.fromkeys((Shuffling, Announcing, Playing, Finished), Rules())


def test_seats_are_alike_but_for_who_deals() -> None:
    promised, start = semerik.promises(Rules()), semerik.start(Rules())
    assert promised.rotated is not None
    assert promised.rotated(start, 3) == Shuffling(evolve(start.table, dealer=3))
    assert promised.symmetric_suits == (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)


def test_all_moves_that_there_are() -> None:
    """The play of each card; of announcements only the right one is ever listed."""
    moves = promised(semerik, Rules())
    found, most = listed(semerik, Rules(), 10)
    assert len(moves) == 40
    assert moves == {move for move in found if not isinstance(move, Announce)}
    assert dict(semerik.promises(Rules()).by_place) == {Announce: most[Announce]} == {Announce: 1}


@pytest.mark.rule("semerik", "1.2")
def test_all_cards_are_dealt() -> None:
    assert seen_in_random_play(semerik, Rules(), 1) == reached(semerik, Rules()) == set(range(40))
    eight = hand("3C 2C 3D 2D 3H 2H 3S 2S")
    state: State = semerik.start(Rules(), eight)
    assert reached(semerik, Rules(), state) == set(range(8))
    state = semerik.apply(state, Shuffled(eight))
    assert isinstance(state, Announcing)
    assert state.hands == hands("2D 2S | 3C 3H | 2C 2H | 3D 3S")


@pytest.mark.rule("semerik", "3.4")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("KC KD | 3C 3D | 2C 2D | AC AD", 8),
        ("KC KD | 3C 2D | 2C AD | AC 3D", 8),  # the partner takes the second trick
        ("KC KD | 3C 2D | 2C 3D | AC AD", 2),  # the other side takes it
    ],
)
def test_in_a_small_pack_all_tricks_are_as_many_as_each_player_has_cards(text: str, points: int) -> None:
    """Seat 1 takes the first of two tricks; each counts 2, and both together 4 more."""
    cards = hand(one_by_one(text, first=1))
    state = after(semerik, semerik.start(Rules(target=3), cards), Shuffled(cards), *[Announce(0)] * 4)
    state = after(semerik, state, *map(Play, cards))
    assert state.table.scores[1] == points


def test_the_sides_stand_at_their_scores() -> None:
    standing = semerik.promises(Rules()).standing
    assert standing is not None
    assert standing(semerik.start(Rules())) == (0, 0, 0, 0)
    assert standing(announce(dealt(scores=(7, 20)), 0, 4, 1, 10)) == (21, 21, 21, 21)

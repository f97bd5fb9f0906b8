"""Klaberjass, rule by rule."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Literal

import pytest
from attrs import evolve

from cardrules.blocks.tricks import first_lead
from cardrules.cards import FACE_DOWN, PACK_32, Card, Deck, Hand, Rank, Suit
from cardrules.errors import RulesError
from cardrules.game import Outcome, Shuffled, playout, shuffle, states
from cardrules.games import klaberjass
from cardrules.games.klaberjass import (
    ORDER,
    Accept,
    Ask,
    Choosing,
    Contract,
    Deal,
    Declare,
    Declaring,
    ExchangeDix,
    FalseDeclaration,
    Finished,
    Good,
    InTrump,
    Name,
    NewDeal,
    Pass,
    Play,
    Playing,
    Refuse,
    Revoke,
    Rules,
    Schmeiss,
    Show,
    Showing,
    Shuffling,
    State,
    Table,
    Take,
    Top,
)
from cardrules.games.klaberjass.points import points_in, written_for
from cardrules.games.klaberjass.sequences import best, sequences, value
from cardrules.moves import IllegalMoveError, Reason, because, words
from cardrules.zones import determinize, view
from tests.sharpness import listed, promised, reached, seen_in_random_play
from tests.sheets import after, card, hand, hands, refusal

DEFAULT = Rules()
HEARTS = Suit.HEARTS

DEALT = "AC KC QC  9D 8D 7D  AS 8S 7H | 10C 9C 8C  AD KD 10D  KH QH JS"
"""Nine cards each, in the order in which they are dealt; the dealer, seat 0, has the seven of hearts."""


def dealt(
    text: str = DEALT, turn_up: str = "AH", *, bottom: str = "", rules: Rules = DEFAULT, dealer: int = 0
) -> State:
    """Return the state after the first deal; ``text`` has nine cards by seat, the last three still in the stock."""
    both = hands(text)
    first, second = both[1 - dealer], both[dealer]
    top = [*first[:3], *second[:3], *first[3:6], *second[3:6], card(turn_up), *first[6:], *second[6:]]
    last = hand(bottom)
    others = Hand(PACK_32).minus([*top, *last])
    before = Shuffling(evolve(klaberjass.start(rules).table, dealer=dealer))
    return klaberjass.apply(before, Shuffled(Hand([*top, *others, *last])))


def deal(
    rules: Rules = DEFAULT,
    *,
    turn_up: str = "8H",
    scores: tuple[int, int] = (0, 0),
    number: int = 1,
    held_over: int = 0,
) -> Deal:
    """Return a deal of seat 0."""
    return Deal(rules, 0, number, scores, card(turn_up), Deck(), held=held_over)


def declaring(text: str, trump: Suit = HEARTS, *, rules: Rules = DEFAULT, turn_up: str = "8H") -> Declaring:
    """Return the state before the words about sequences, with hands by seat; seat 0 deals, so seat 1 speaks first."""
    return Declaring(Table(deal(rules, turn_up=turn_up), Contract(trump, 1), (Hand(), Hand())), hands(text))


def playing(  # noqa: PLR0913  # a position has many parts
    text: str,
    *,
    shown: str = "|",
    rules: Rules = DEFAULT,
    maker: int = 1,
    totals: tuple[int, int] = (0, 0),
    leader: int = 1,
) -> Playing[Table]:
    """Return the state before a lead, with hearts trump, hands by seat, and the cards that each player has shown."""
    table = Table(deal(rules), Contract(HEARTS, maker), hands(shown), totals)
    return evolve(first_lead(table, hands(text), leader), gone=hand("7C 8C"))


def legal(state: State) -> list[str]:
    """Return the legal moves in words."""
    return [words(move) for move in klaberjass.legal_moves(state)]


def said(state: State, text: str) -> State:
    """Return the state after these moves, given in words and separated by semicolons."""
    for told in filter(None, map(str.strip, text.split(";"))):
        state = klaberjass.apply(state, next(move for move in klaberjass.legal_moves(state) if words(move) == told))
    return state


def play(state: State, text: str) -> State:
    """Return the state after these cards are played without a word."""
    return after(klaberjass, state, *map(Play, hand(text)))


def in_play(state: State) -> Playing[Table]:
    assert isinstance(state, Playing)
    return state


def talking(state: State) -> Declaring:
    assert isinstance(state, Declaring)
    return state


def written(state: State) -> tuple[int, ...]:
    """Return the scores after a deal."""
    assert isinstance(state, Shuffling | Finished)
    return state.table.scores


def last_deal(state: State) -> Playing[Table]:
    """Return the deal that was played last."""
    assert isinstance(state, Shuffling | Finished)
    assert isinstance(state.table.played, Playing)
    return state.table.played


# The table


@pytest.mark.rule("klaberjass", "1.1")
def test_the_pack_is_from_seven_to_ace() -> None:
    assert klaberjass.start(DEFAULT).pack == PACK_32
    assert {other.rank.value for other in PACK_32} == {"7", "8", "9", "10", "J", "Q", "K", "A"}


@pytest.mark.rule("klaberjass", "1.1", "5.3")
@pytest.mark.parametrize(("suit", "order"), [("H", "7 8 Q K 10 A 9 J"), ("C", "7 8 9 J Q K 10 A")])
def test_trumps_have_an_order_of_their_own(suit: str, order: str) -> None:
    cards = [card(rank + suit) for rank in order.split()]
    for low, high in combinations(cards, 2):
        assert ORDER.winner((low, high), HEARTS) == 1
        assert ORDER.winner((high, low), HEARTS) == 0


@pytest.mark.rule("klaberjass", "1.2")
def test_six_cards_each_three_at_a_time_the_non_dealer_first_then_the_turn_up() -> None:
    top = hand("7C 8C 9C 10C JC QC KC AC 7D 8D 9D 10D JD")
    state = klaberjass.apply(klaberjass.start(DEFAULT), Shuffled(top.plus(Hand(PACK_32).minus(top))))
    assert isinstance(state, Choosing)
    assert state.hands == hands("10C JC QC 8D 9D 10D | 7C 8C 9C KC AC 7D")
    assert state.table.turn_up == card("JD")
    assert len(state.table.stock) == 19


@pytest.mark.rule("klaberjass", "1.3")
def test_the_deal_alternates_from_seat_0() -> None:
    game = playout(klaberjass, Rules(max_deals=5), Random(0))
    assert [state.table.dealer for state in states(klaberjass, game) if isinstance(state, Shuffling)] == [0, 1, 0, 1, 0]


@pytest.mark.rule("klaberjass", "2.1")
def test_the_non_dealer_and_then_the_dealer_pass_take_or_say_schmeiss() -> None:
    state = dealt()
    assert state.to_act == 1
    assert legal(state) == ["pass", "take", "schmeiss"]
    state = said(state, "pass")
    assert state.to_act == 0
    assert legal(state) == ["pass", "take", "schmeiss"]


@pytest.mark.rule("klaberjass", "2.1")
@pytest.mark.parametrize(("calls", "maker"), [("take", 1), ("pass; take", 0)])
def test_the_player_who_takes_is_the_maker_in_the_turned_suit(calls: str, maker: int) -> None:
    assert talking(said(dealt(), calls)).table.contract == Contract(HEARTS, maker)


@pytest.mark.rule("klaberjass", "2.2")
@pytest.mark.parametrize(("calls", "caller"), [("schmeiss", 1), ("pass; schmeiss", 0)])
def test_schmeiss_is_accepted_and_the_next_dealer_deals_or_refused_and_its_caller_is_the_maker(
    calls: str, caller: int
) -> None:
    state = said(dealt(), calls)
    assert state.to_act == 1 - caller
    assert legal(state) == ["accept", "refuse"]
    void = said(state, "accept")
    assert isinstance(void, Shuffling)
    assert (void.table.dealer, void.table.scores) == (1, (0, 0))
    assert talking(said(state, "refuse")).table.contract == Contract(HEARTS, caller)


@pytest.mark.rule("klaberjass", "2.3")
def test_in_the_second_round_another_suit_may_be_named() -> None:
    state = said(dealt(turn_up="JD"), "pass; pass")
    assert state.to_act == 1
    assert legal(state) == ["pass", "name clubs", "name hearts", "name spades"]
    assert talking(said(state, "name spades")).table.contract == Contract(Suit.SPADES, 1)
    state = said(state, "pass")
    assert state.to_act == 0
    assert talking(said(state, "name clubs")).table.contract == Contract(Suit.CLUBS, 0)
    turned = because("name a suit other than diamonds, which was turned up", "2.3")
    assert refusal(klaberjass, state, Name(Suit.DIAMONDS)) == turned


@pytest.mark.rule("klaberjass", "2.3")
def test_when_both_pass_again_the_deal_is_void_and_the_next_dealer_deals() -> None:
    state = said(dealt(), "pass; pass; pass; pass")
    assert isinstance(state, Shuffling)
    assert (state.table.dealer, state.table.scores) == (1, (0, 0))


@pytest.mark.rule("klaberjass", "2.3")
@pytest.mark.parametrize(("calls", "caller"), [("pass; pass", 1), ("pass; pass; pass", 0)])
def test_with_the_option_schmeiss_is_said_in_the_second_round_and_its_caller_must_name_a_suit(
    calls: str, caller: int
) -> None:
    assert "schmeiss" not in legal(said(dealt(), calls))
    state = said(dealt(rules=Rules(second_round_schmeiss=True)), calls)
    assert legal(state) == ["pass", "name clubs", "name diamonds", "name spades", "schmeiss"]
    state = said(state, "schmeiss")
    assert state.to_act == 1 - caller
    assert legal(state) == ["accept", "refuse"]
    assert isinstance(said(state, "accept"), Shuffling)
    state = said(state, "refuse")
    assert state.to_act == caller
    assert legal(state) == ["name clubs", "name diamonds", "name spades"]
    assert talking(said(state, "name clubs")).table.contract == Contract(Suit.CLUBS, caller)


def next_dealer(state: State) -> int:
    """Return who deals after a deal that is void."""
    assert isinstance(state, Shuffling)
    assert state.table.scores == (0, 0)
    return state.table.dealer


BY_REFUSER = Rules(refused_schmeiss="refuser", second_round_schmeiss=True)


@pytest.mark.rule("klaberjass", "2.5")
@pytest.mark.parametrize(("calls", "caller"), [("schmeiss", 1), ("pass; schmeiss", 0)])
def test_the_player_who_refuses_schmeiss_may_be_the_maker(calls: str, caller: int) -> None:
    state = said(dealt(rules=BY_REFUSER), calls)
    assert talking(said(state, "refuse")).table.contract == Contract(HEARTS, 1 - caller)
    assert next_dealer(said(state, "accept")) == 1


@pytest.mark.rule("klaberjass", "2.5")
@pytest.mark.parametrize(("calls", "caller"), [("pass; pass; schmeiss", 1), ("pass; pass; pass; schmeiss", 0)])
def test_the_player_who_refuses_in_the_second_round_names_a_suit_himself(calls: str, caller: int) -> None:
    state = said(dealt(rules=BY_REFUSER), f"{calls}; refuse")
    assert state.to_act == 1 - caller
    assert legal(state) == ["name clubs", "name diamonds", "name spades"]
    assert talking(said(state, "name spades")).table.contract == Contract(Suit.SPADES, 1 - caller)


VOID = Rules(refused_schmeiss="void", second_round_schmeiss=True)


@pytest.mark.rule("klaberjass", "2.5")
@pytest.mark.parametrize(("calls", "caller"), [("schmeiss", 1), ("pass; schmeiss", 0)])
def test_schmeiss_may_be_an_offer_to_be_the_maker_that_is_accepted_or_makes_the_deal_void(
    calls: str, caller: int
) -> None:
    state = said(dealt(rules=VOID), calls)
    assert talking(said(state, "accept")).table.contract == Contract(HEARTS, caller)
    assert next_dealer(said(state, "refuse")) == 1


@pytest.mark.rule("klaberjass", "2.5")
@pytest.mark.parametrize(("calls", "caller"), [("pass; pass; schmeiss", 1), ("pass; pass; pass; schmeiss", 0)])
def test_accepted_in_the_second_round_such_a_schmeiss_lets_its_caller_name_a_suit(calls: str, caller: int) -> None:
    state = said(dealt(rules=VOID), calls)
    assert next_dealer(said(state, "refuse")) == 1
    state = said(state, "accept")
    assert state.to_act == caller
    assert legal(state) == ["name clubs", "name diamonds", "name spades"]
    assert talking(said(state, "name clubs")).table.contract == Contract(Suit.CLUBS, caller)


@pytest.mark.rule("klaberjass", "2.6")
@pytest.mark.parametrize(
    ("refused", "calls", "dealer"),
    [
        ("caller", "schmeiss; accept", 0),
        ("caller", "pass; schmeiss; accept", 0),
        ("caller", "pass; pass; pass; schmeiss; accept", 0),
        ("void", "schmeiss; refuse", 0),
        ("caller", "pass; pass; pass; pass", 1),  # no schmeiss
    ],
)
def test_the_same_dealer_may_deal_again_after_schmeiss(
    refused: Literal["caller", "void"], calls: str, dealer: int
) -> None:
    again = Rules(after_schmeiss="same_dealer", refused_schmeiss=refused, second_round_schmeiss=True)
    assert next_dealer(said(dealt(rules=again), calls)) == dealer
    assert next_dealer(said(dealt(rules=evolve(again, after_schmeiss="next_dealer")), calls)) == 1


@pytest.mark.rule("klaberjass", "2.4")
def test_after_the_choice_each_gets_three_more_cards_and_the_bottom_card_is_shown() -> None:
    state = talking(said(dealt(bottom="JH"), "take"))
    assert state.hands == hands(DEALT)
    assert (state.table.deal.bottom, len(state.table.deal.stock)) == (card("JH"), 12)
    assert view(state, 0).table.deal.stock == Deck([FACE_DOWN] * 12)


@pytest.mark.rule("klaberjass", "2.4")
def test_the_bottom_card_may_stay_hidden() -> None:
    state = talking(said(dealt(bottom="JH", rules=Rules(show_bottom=False)), "take"))
    assert (state.table.deal.bottom, len(state.table.deal.stock)) == (None, 13)
    assert state.table.deal.stock[-1] == card("JH")


# The dix


@pytest.mark.rule("klaberjass", "3.1")
def test_the_seven_of_trump_is_exchanged_before_the_first_word() -> None:
    other_way = " | ".join(reversed(DEALT.split(" | ")))
    state = said(dealt(other_way), "take")
    assert legal(state)[0] == "exchange dix"  # the non-dealer has it
    state = talking(said(state, "exchange dix"))
    assert state.to_act == 1
    assert state.table.deal.turn_up == card("7H")
    assert state.hands[1].plus(state.table.shown[1]) == hands(DEALT)[0].without(card("7H")).plus(hand("AH"))
    assert "exchange dix" not in legal(state)
    assert "exchange dix" not in legal(said(state, "declare 0"))


@pytest.mark.rule("klaberjass", "3.1")
def test_the_dealer_may_exchange_when_he_answers_or_when_he_has_seen_the_lead() -> None:
    state = said(dealt(), "take; declare 0")
    assert legal(state)[0] == "exchange dix"
    assert talking(said(state, "exchange dix")).to_act == 0
    state = play(said(state, "lead"), "9C")
    assert legal(state) == ["exchange dix", "play A♣", "play K♣", "play Q♣"]
    state = in_play(said(state, "exchange dix"))
    assert (state.to_act, state.table.deal.turn_up, state.table.shown) == (0, card("7H"), hands("AH |"))
    assert legal(state) == ["play A♣", "play K♣", "play Q♣"]


@pytest.mark.rule("klaberjass", "3.1")
def test_the_non_dealer_may_exchange_before_he_leads_to_the_first_trick() -> None:
    other_way = " | ".join(reversed(DEALT.split(" | ")))
    state = said(dealt(other_way), "take; declare 0; lead")
    assert legal(state)[0] == "exchange dix"
    assert "exchange dix" not in legal(play(state, "AC 10C"))


@pytest.mark.rule("klaberjass", "3.1")
def test_there_is_no_exchange_between_the_first_word_and_the_first_trick_nor_after_it() -> None:
    state = said(dealt("AC KC QC  9D 8D 7D  AS 8S 7H | 10C 9C 8C  AD KD 10D  KH JH 8H"), "take; declare 20")
    assert legal(state) == ["exchange dix", "good", "ask"]
    assert legal(said(state, "ask; top 10")) == ["good", "not good"]
    state = said(state, "good; show 8♣ 9♣ 10♣")
    assert "exchange dix" in legal(play(state, "10D"))
    assert "exchange dix" not in legal(play(state, "10D 9D AD"))  # the second trick
    state = play(dealt_and_led(), "8C AC")
    assert state.to_act == 0
    assert "exchange dix" not in legal(state)  # the first is full: he leads to the second


def dealt_and_led() -> State:
    """Return a state in which the non-dealer leads to the first trick and the dealer has the seven of hearts."""
    return said(dealt(), "take; declare 0; lead")


@pytest.mark.rule("klaberjass", "3.1")
@pytest.mark.parametrize(
    ("calls", "turn_up", "allowed"),
    [
        ("pass; take; declare 0", "AH", True),
        ("schmeiss; refuse; declare 0", "AH", True),
        ("pass; schmeiss; refuse; declare 0", "AH", True),
        ("pass; pass; name hearts; declare 0", "JD", False),  # another suit than the one turned up
    ],
)
def test_there_is_an_exchange_only_if_the_turned_suit_is_trump(calls: str, turn_up: str, *, allowed: bool) -> None:
    assert ("exchange dix" in legal(said(dealt(turn_up=turn_up), calls))) == allowed


@pytest.mark.rule("klaberjass", "3.1")
def test_a_seven_that_was_turned_up_is_nobodys_to_exchange() -> None:
    state = said(dealt(DEALT.replace("7H", "AH"), turn_up="7H"), "take")
    assert "exchange dix" not in legal(state)
    assert "exchange dix" not in legal(said(state, "declare 0"))


@pytest.mark.rule("klaberjass", "3.1")
def test_the_exchanged_card_has_been_seen_and_stays_known() -> None:
    state = talking(said(dealt(), "take; declare 0; exchange dix"))
    seen = view(state, 1)
    assert (seen.table.shown, seen.hands[0]) == (hands("AH |"), Hand([FACE_DOWN] * 8))
    for seed in range(20):
        filled = determinize(seen, PACK_32, Random(seed))
        assert filled.table.shown == hands("AH |")
        assert view(filled, 1) == seen


@pytest.mark.rule("klaberjass", "3.2")
def test_an_exchange_before_the_words_changes_the_sequences() -> None:
    state = declaring("AC | 7H JH QH", turn_up="10H")
    assert legal(state) == ["exchange dix", "declare 0"]
    exchanged = said(state, "exchange dix")
    assert legal(exchanged) == ["declare 0", "declare 20"]
    shown = in_play(said(exchanged, "declare 20; good; show 10♥ J♥ Q♥"))  # with a card that was known already
    assert (shown.hands, shown.table.shown) == (hands("AC |"), hands("| 10H JH QH"))
    state = declaring("AC | 7H 8H 9H", turn_up="AH")
    assert legal(state) == ["exchange dix", "declare 0", "declare 20"]
    assert legal(said(state, "exchange dix")) == ["declare 0"]


@pytest.mark.rule("klaberjass", "3.2")
def test_a_seven_shown_in_a_sequence_still_counts_there_when_it_is_exchanged_afterwards() -> None:
    state = in_play(said(declaring("AC | 7H 8H 9H", turn_up="10H"), "declare 20; good; show 7♥ 8♥ 9♥; exchange dix"))
    table = state.table
    assert (table.totals, table.shown, table.deal.turn_up) == ((0, 20), hands("| 8H 9H 10H"), card("7H"))


NO_SEVEN = Rules(shown_seven_counts=False)


@pytest.mark.rule("klaberjass", "3.2")
@pytest.mark.parametrize(
    ("held", "talk", "points", "left"),
    [
        ("7H 8H 9H", "declare 20; good; show 7♥ 8♥ 9♥", 20, 0),
        ("7H 8H 9H QC KC AC", "declare 20; good; show Q♣ K♣ A♣, 7♥ 8♥ 9♥", 40, 20),  # the others stay
        ("7H 8H 9H 10H", "declare 50; good; show 7♥ 8♥ 9♥ 10♥", 50, 20),  # 8 9 10 are a sequence
        ("7H 8H 9H 10H JH", "declare 50; good; show 7♥ 8♥ 9♥ 10♥ J♥", 50, 50),
        ("7H 8H KH QC KC AC", "declare 20; good; show Q♣ K♣ A♣", 20, 20),  # the seven was not shown
    ],
)
def test_the_points_of_a_seven_that_was_shown_may_be_taken_back(held: str, talk: str, points: int, left: int) -> None:
    for rules, then in ((DEFAULT, points), (NO_SEVEN, left)):
        state = in_play(said(declaring(f"AS | {held}", turn_up="AH", rules=rules), talk))
        assert state.table.totals == (0, points)
        assert in_play(said(state, "exchange dix")).table.totals == (0, then)


@pytest.mark.rule("klaberjass", "3.2")
def test_the_dealer_too_loses_the_points_of_his_seven_and_nobody_loses_others() -> None:
    before = declaring("7H 8H 9H | KH QH 7C", turn_up="10H", rules=NO_SEVEN)
    state = in_play(said(before, "declare 0; not good; show 7♥ 8♥ 9♥; play Q♥ bella"))
    assert state.table.totals == (20, 20)
    state = in_play(said(state, "exchange dix"))
    assert (state.table.totals, state.table.shown) == ((0, 20), hands("8H 9H 10H |"))


# Sequences


@pytest.mark.rule("klaberjass", "4.1")
@pytest.mark.parametrize(
    ("cards", "found", "points"),
    [
        ("10C JC QC", ["10♣ J♣ Q♣"], 20),
        ("AC 10C KC", [], 0),  # not in the order of play
        ("9C QC 10C JC", ["9♣ 10♣ J♣ Q♣"], 50),  # once, whole: not two of three
        ("7H 8H 9H", ["7♥ 8♥ 9♥"], 20),  # in trump too
        ("JH 9H AH", [], 0),
        ("7C 8C 9C 10C JC QC KC AC", ["7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣"], 50),
        ("7C 8C 9C JC QC KC AC", ["7♣ 8♣ 9♣", "J♣ Q♣ K♣ A♣"], 70),
        ("JC QC AC", [], 0),
        ("KC AC 7D 8D", [], 0),  # suits do not join
        ("KC AC 2D", [], 0),
        ("KC AC 7C", [], 0),  # nor do the ends of a suit
        ("7C 8C 9C 7D 8D 9D JS QS KS", ["7♣ 8♣ 9♣", "7♦ 8♦ 9♦", "J♠ Q♠ K♠"], 60),
    ],
)
def test_runs_of_three_and_more_in_a_suit(cards: str, found: list[str], points: int) -> None:
    runs = sequences(hand(cards))
    assert list(map(str, runs)) == found
    assert sum(map(value, runs)) == points


def total(runs: Iterable[Hand]) -> int:
    return sum(map(value, runs))


def distribution(suits: int, ranks: Iterable[Rank], size: int) -> tuple[Counter[int], Counter[int]]:
    """Return how many hands of ``size`` have each best class and each sum, counted suit by suit.

    Sequences lie in one suit, so what a hand has follows from its cards in each: the hands are counted by joining the
    subsets of one suit, of which the library tells the sequences.
    """
    suit = [Card(rank, Suit.CLUBS) for rank in ranks]
    part: Counter[tuple[int, int, int]] = Counter()
    for count in range(len(suit) + 1):
        for cards in combinations(suit, count):
            runs = sequences(cards)
            part[count, best(runs, HEARTS).value, total(runs)] += 1
    whole: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for _ in range(suits):
        joined: Counter[tuple[int, int, int]] = Counter()
        for (held, high, points), ways in whole.items():
            for (more, other, extra), others in part.items():
                joined[held + more, max(high, other), points + extra] += ways * others
        whole = joined
    classes: Counter[int] = Counter()
    sums: Counter[int] = Counter()
    for (held, high, points), ways in whole.items():
        if held == size:
            classes[high] += ways
            sums[points] += ways
    return classes, sums


RANKS = [other.rank for other in PACK_32[:8]]


@pytest.mark.rule("klaberjass", "4.1", "4.2")
def test_the_sequences_of_all_hands() -> None:
    classes, sums = distribution(4, RANKS, 9)
    assert classes.total() == comb(32, 9) == 28_048_800
    assert classes == {0: 19_096_536, 20: 7_270_824, 50: 1_681_440}
    assert sums == {0: 19_096_536, 20: 6_882_264, 40: 387_480, 50: 1_588_464, 60: 1_080, 70: 89_616, 100: 3_360}
    classes, _ = distribution(4, RANKS, 6)
    assert classes.total() == comb(32, 6) == 906_192
    assert classes == {0: 826_284, 20: 72_780, 50: 7_128}


@pytest.mark.rule("klaberjass", "4.1", "4.2")
def test_counting_suit_by_suit_is_counting_hand_by_hand() -> None:
    """With two suits of eight cards, all hands of seven one by one."""
    every = [sequences(cards) for cards in combinations(PACK_32[:16], 7)]
    classes, sums = distribution(2, RANKS, 7)
    assert classes == Counter(best(runs, HEARTS).value for runs in every)
    assert sums == Counter(map(total, every))


@pytest.mark.rule("klaberjass", "4.2")
@pytest.mark.parametrize(
    ("dealer", "non_dealer", "talk", "shows"),
    [
        ("8C 9C 10C", "JS QS KS AS", "declare 50; good", 1),
        ("7C 8C 9C 10C", "QS KS AS", "declare 20; not good", 0),  # 50 beats 20
        ("JC QC KC", "QS KS AS", "declare 20; ask; top A; good", 1),
        ("QC KC AC", "JS QS KS", "declare 20; ask; top K; not good", 0),  # the higher top card
        ("9C 10C JC QC", "7S 8S 9S 10S JS", "declare 50; ask; top J; not good", 0),  # length does not matter
        ("10H JH QH", "10S JS QS", "declare 20; ask; top Q; equal; plain; not good", 0),  # trump
        ("10C JC QC", "10H JH QH", "declare 20; ask; top Q; equal; in trump; good", 1),
        ("10C JC QC", "10S JS QS", "declare 20; ask; top Q; equal; plain; good", 1),  # the non-dealer
        ("9C 10C JC QC", "8S 9S 10S JS QS", "declare 50; ask; top Q; equal; plain; good", 1),
        ("8C 10C QC", "7S 8S JS QS KS", "declare 20; good", 1),
        ("7C 8C 9C", "7S 8S JS", "declare 0; not good", 0),
    ],
)
def test_the_better_sequence_is_found_and_only_its_holder_shows(
    dealer: str, non_dealer: str, talk: str, shows: int
) -> None:
    state = said(declaring(f"{dealer} | {non_dealer}"), talk)
    assert isinstance(state, Showing)
    assert state.to_act == shows


@pytest.mark.rule("klaberjass", "4.2")
def test_with_the_option_nobody_scores_equal_sequences() -> None:
    nobody = Rules(equal_sequences="nobody")
    talk = "declare 20; ask; top Q; equal; plain; good"
    state = in_play(said(declaring("10C JC QC | 10S JS QS", rules=nobody), talk))
    assert (state.table.totals, state.table.shown, state.to_act) == ((0, 0), hands("|"), 1)
    trumps = said(declaring("10C JC QC | 10H JH QH", rules=nobody), "declare 20; ask; top Q; equal; in trump; good")
    assert isinstance(trumps, Showing)
    assert isinstance(said(declaring("10C JC QC | 10S JS QS", rules=nobody), "declare 20; ask; top Q; good"), Showing)


@pytest.mark.rule("klaberjass", "4.3")
@pytest.mark.parametrize(
    ("dealer", "non_dealer", "talk", "words_allowed"),
    [
        ("7C", "7S 8S 10S", "", "declare 0"),
        ("7C", "8S 9S 10S", "", "declare 0; declare 20"),
        ("7C", "8S 9S 10S JS", "", "declare 0; declare 50"),
        ("7C", "8S 9S 10S JS 10H JH QH", "", "declare 0; declare 50"),  # of the best only
        ("7C 9C", "8S 9S 10S", "declare 0", "lead"),
        ("7C 8C 9C", "8S 9S 10S", "declare 0", "lead; not good"),
        ("7C 9C", "8S 9S 10S", "declare 20", "good"),
        ("7C 8C 9C", "8S 9S 10S", "declare 20", "good; ask"),
        ("7C 8C 9C 10C", "8S 9S 10S", "declare 20", "good; not good"),
        ("7C 8C 9C", "8S 9S 10S JS", "declare 50", "good"),
        ("7C 8C 9C", "8S 9S 10S", "declare 20; ask", "top 10"),
        ("7C 8C 9C", "8S 9S 10S QH KH AH", "declare 20; ask", "top A"),  # the best by top card
        ("7C 8C 9C", "8S 9S 10S", "declare 20; ask; top 10", "good"),
        ("8C 9C 10C", "8S 9S 10S", "declare 20; ask; top 10", "good; equal"),
        ("9C 10C JC", "8S 9S 10S", "declare 20; ask; top 10", "good; not good"),
        ("8C 9C 10C", "8S 9S 10S", "declare 20; ask; top 10; equal", "plain"),
        ("8C 9C 10C", "8H 9H 10H", "declare 20; ask; top 10; equal", "in trump"),
        ("8C 9C 10C", "8S 9S 10S 8H 9H 10H", "declare 20; ask; top 10; equal", "in trump"),  # then by trump
        ("8C 9C 10C", "8S 9S 10S", "declare 20; ask; top 10; equal; plain", "good"),
        ("8H 9H 10H", "8S 9S 10S", "declare 20; ask; top 10; equal; plain", "not good"),
        ("8C 9C 10C", "8H 9H 10H", "declare 20; ask; top 10; equal; in trump", "good"),
    ],
)
def test_each_player_tells_no_more_than_he_has_to(dealer: str, non_dealer: str, talk: str, words_allowed: str) -> None:
    state = talking(said(declaring(f"{dealer} | {non_dealer}"), talk))
    assert "; ".join(legal(state)) == words_allowed
    assert state.to_act == (1 if len(state.words) % 2 == 0 else 0)


@pytest.mark.rule("klaberjass", "4.3")
def test_the_words_are_seen_and_nothing_else() -> None:
    state = talking(said(declaring("8C 9C 10C | 8S 9S 10S"), "declare 20; ask; top 10"))
    assert view(state, 0).words == (Declare(20), Ask(), Top(Rank.TEN))
    assert view(state, 0).hands[1] == Hand([FACE_DOWN] * 3)


@pytest.mark.rule("klaberjass", "4.4")
def test_the_winner_shows_his_best_and_any_others_which_score() -> None:
    state = said(declaring("7C | 7S 8S 9S 10S QH KH AH QC KC AC"), "declare 50; good")
    assert sorted(legal(state)) == [
        "show 7♠ 8♠ 9♠ 10♠",
        "show Q♣ K♣ A♣, 7♠ 8♠ 9♠ 10♠",
        "show Q♣ K♣ A♣, Q♥ K♥ A♥, 7♠ 8♠ 9♠ 10♠",
        "show Q♥ K♥ A♥, 7♠ 8♠ 9♠ 10♠",
    ]
    kept_back = because("the best sequence in this hand must be shown", "4.4")
    for others in ([], [hand("QH KH AH")], [hand("QH KH AH"), hand("QC KC AC")]):
        assert refusal(klaberjass, state, Show(others)) == kept_back
    no_sequence = because("only whole sequences in this hand are shown, each once", "4.1")
    best_one = hand("7S 8S 9S 10S")
    for wrong in ([hand("7S 8S 9S")], [best_one, best_one], [best_one, hand("7D 8D 9D")]):
        assert refusal(klaberjass, state, Show(wrong)) == no_sequence
    both = in_play(klaberjass.apply(state, Show([hand("AH KH QH"), hand("7S 8S 9S 10S")])))
    assert both.table.totals == (0, 70)
    assert both == klaberjass.apply(state, Show([hand("10S 9S 8S 7S"), hand("QH KH AH")]))  # in whatever order
    assert (both.table.shown[1], both.hands[1]) == (hand("QH KH AH 7S 8S 9S 10S"), hand("QC KC AC"))


@pytest.mark.rule("klaberjass", "4.4")
def test_of_two_that_are_equally_good_either_may_be_shown() -> None:
    state = said(declaring("7D | QS KS AS QC KC AC"), "declare 20; good")
    assert legal(state) == ["show Q♣ K♣ A♣, Q♠ K♠ A♠", "show Q♣ K♣ A♣", "show Q♠ K♠ A♠"]
    assert Show([hand("AS KS QS"), hand("QC KC AC")]) == klaberjass.legal_moves(state)[0]


@pytest.mark.rule("klaberjass", "4.4")
def test_after_lead_nobody_shows_a_sequence() -> None:
    state = in_play(said(declaring("7C 8C 9C | QC KC AC"), "declare 0; lead"))
    assert (state.table.totals, state.table.shown, state.to_act) == ((0, 0), hands("|"), 1)


@pytest.mark.rule("klaberjass", "4.4")
def test_shown_cards_stay_known_until_they_are_played() -> None:
    state = said(dealt(), "take; declare 20; ask; top 10; not good; show Q♣ K♣ A♣, 7♦ 8♦ 9♦")
    seen = view(in_play(state), 1)
    assert seen.table.shown[0] == hand("QC KC AC 7D 8D 9D")
    assert seen.hands[0] == Hand([FACE_DOWN] * 3)
    for seed in range(20):
        filled = determinize(seen, PACK_32, Random(seed))
        assert filled.table.shown == seen.table.shown
        assert set(filled.hands[0]) <= set(PACK_32) - set(seen.table.shown[0]) - set(seen.hands[1])
    state = in_play(play(state, "8C QC"))
    assert state.table.shown[0] == hand("KC AC 7D 8D 9D")
    assert in_play(play(state, "8S")).table.shown[0] == hand("KC AC 7D 8D 9D")


@pytest.mark.rule("klaberjass", "4.5")
def test_a_player_may_keep_silent_about_a_sequence() -> None:
    state = declaring("9C 10C JC | 8S 9S 10S")
    assert isinstance(said(state, "declare 0; lead"), Playing)
    for talk in ("declare 20; good", "declare 20; ask; top 10; good"):
        given_way = said(state, talk)
        assert isinstance(given_way, Showing)
        assert given_way.to_act == 1


@pytest.mark.rule("klaberjass", "4.5", "8.3")
@pytest.mark.parametrize(
    ("dealer", "non_dealer", "talk", "lie", "reason"),
    [
        ("7C", "7S 8S 10S", "", Declare(20), because("no sequence in this hand", "4.5")),
        ("7C", "7S 8S 9S", "", Declare(50), because("the best sequence in this hand counts 20", "4.3")),
        ("7C", "7S 8S 9S 10S", "", Declare(20), because("the best sequence in this hand counts 50", "4.3")),
        (
            "7C 8C 9C",
            "7S 8S 9S",
            "declare 20; ask",
            Top(Rank.ACE),
            because("not the top card of the best sequence in this hand", "4.3"),
        ),
    ],
)
def test_nobody_may_claim_what_he_does_not_hold(
    dealer: str, non_dealer: str, talk: str, lie: Declare | Top, reason: Reason
) -> None:
    state = said(declaring(f"{dealer} | {non_dealer}"), talk)
    assert refusal(klaberjass, state, lie) == reason


@pytest.mark.rule("klaberjass", "4.6")
@pytest.mark.parametrize(
    ("dealer", "non_dealer", "line", "kept", "without"),
    [
        # 11 for the first trick, 21 for the second, 13 and 10 for the last
        ("AC AD AS", "9C 10C JC", "9♣; A♣; A♦; 10♣; A♠; J♣", (55, 20), (55, 0)),
        # the same in all, but nothing is taken back for one trick: 0, then 13, then 21 and 10
        ("7C AD AS", "9C 10C JC", "9♣; 7♣; J♣; A♦; 10♣; A♠", (0, 64), (0, 64)),
        # 11, 23, 18, 10, and 4 and 10 for the last; bella stays
        (
            "AC 10C KC JH 9H",
            "7C 8C 9C KH QH",
            "7♣; A♣; J♥; Q♥ bella; 9♥; K♥; 10♣; 8♣; K♣; 9♣",
            (76, 40),
            (76, 20),
        ),
    ],
)
def test_the_points_of_sequences_may_be_taken_back_from_a_player_without_a_trick(
    dealer: str, non_dealer: str, line: str, kept: tuple[int, int], without: tuple[int, int]
) -> None:
    plays = "; ".join(f"play {played}" for played in line.split("; "))
    best_one = " ".join(map(str, hand(non_dealer)[:3]))
    for needed, totals in ((False, kept), (True, without)):
        rules = Rules(sequences_need_trick=needed, maker_fails="combined")
        state = said(declaring(f"{dealer} | {non_dealer}", rules=rules), f"declare 20; good; show {best_one}; {plays}")
        assert last_deal(state).table.totals == totals
        winner = totals.index(max(totals))
        assert written(state) == ((sum(totals), 0) if winner == 0 else totals)  # seat 1 is the maker


@pytest.mark.rule("klaberjass", "3.2", "4.6")
def test_points_are_not_taken_back_twice() -> None:
    """Seat 1 has no trick, and has exchanged the seven that it had shown: 34, 21, and 4 and 10 for the last trick."""
    rules = Rules(shown_seven_counts=False, sequences_need_trick=True)
    state = said(declaring("JH AH KH | 7H 8H 9H", turn_up="10H", rules=rules), "declare 20; good; show 7♥ 8♥ 9♥")
    state = play(said(state, "exchange dix"), "9H JH AH 10H KH 8H")
    assert last_deal(state).table.totals == (69, 0)


# Play


@pytest.mark.rule("klaberjass", "5.1")
def test_the_non_dealer_leads_and_then_the_winner_of_each_trick() -> None:
    state = dealt_and_led()
    assert state.to_act == 1
    state = play(state, "8C AC")
    assert state.to_act == 0
    assert play(state, "9D 10D").to_act == 1
    assert said(dealt(rules=DEFAULT, dealer=1), "take; declare 0; lead").to_act == 0


@pytest.mark.rule("klaberjass", "5.1", "5.2")
@pytest.mark.parametrize(
    ("led", "held", "allowed"),
    [
        ("7C", "8C AD", "8C"),  # follow suit
        ("AC", "8C 7H JH", "8C"),  # also when one could trump
        ("9C", "8C 10C", "8C 10C"),  # a plain card need not be beaten
        ("7C", "AD 7H 8H", "7H 8H"),  # unable, trump
        ("7C", "AD 8S", "AD 8S"),  # without trumps, any card
        ("10H", "9H 8H AD", "9H"),  # a trump led is beaten, by the order of trumps
        ("10H", "AH JH KH AD", "AH JH"),
        ("JH", "9H 8H AD", "9H 8H"),  # or followed if it cannot be
        ("9H", "AH 10H", "AH 10H"),
        ("7H", "JH 9H", "JH 9H"),  # jass and menel belong to their suit
        ("8H", "9H JC", "9H"),
        ("8H", "AC 10S", "AC 10S"),
    ],
)
def test_follow_suit_else_trump_and_beat_a_trump(led: str, held: str, allowed: str) -> None:
    state = play(playing(f"{held} | {led} QS"), led)
    assert klaberjass.legal_moves(state) == tuple(map(Play, hand(allowed)))


@pytest.mark.rule("klaberjass", "5.1", "5.2", "8.4")
@pytest.mark.parametrize(
    ("led", "held", "revoke", "reason"),
    [
        ("7C", "8C AD", "AD", because("must follow clubs", "5.1")),
        ("7C", "AD 7H", "AD", because("must trump with hearts", "5.1")),
        ("10H", "9H 8H AD", "8H", because("must beat 10♥", "5.2")),
        ("7C", "8C AD", "QS", because("Q♠ is not in this hand", "5.1")),
    ],
)
@pytest.mark.parametrize("bella", [False, True])
def test_a_revoke_is_refused(led: str, held: str, revoke: str, reason: Reason, *, bella: bool) -> None:
    state = play(playing(f"{held} | {led} QS"), led)
    assert refusal(klaberjass, state, Play(card(revoke), bella=bella)) == reason


@pytest.mark.rule("klaberjass", "5.1")
def test_cards_that_were_shown_are_played_like_the_others() -> None:
    state = play(playing("8D | 7C QS", shown="8C | "), "7C")
    assert legal(state) == ["play 8♣"]
    state = play(playing("8D 8S | 7C QS", shown="9H | "), "7C")
    assert legal(state) == ["play 9♥"]
    state = in_play(play(playing("8D 8S | 7C", shown="9C | QS"), "7C 9C"))
    assert (state.hands, state.table.shown, state.trick) == (hands("8D 8S |"), hands("| QS"), hand("7C 9C"))
    assert isinstance(play(state, "8S"), Playing)
    done = play(playing("8D | 7C", shown="9C | QS"), "7C 9C 8D QS")
    assert last_deal(done).taken == (2, 0)


@pytest.mark.rule("klaberjass", "5.3")
@pytest.mark.parametrize(
    ("led", "answer", "taker"),
    [
        ("JC", "KD", 1),  # the leader: a card of another suit takes nothing
        ("9S", "10S", 0),
        ("9H", "10H", 1),
        ("AC", "7H", 0),  # any trump beats any plain card
        ("7C", "AD", 1),
        ("AC", "10C", 1),
        ("QH", "8H", 1),
        ("AH", "JH", 0),
    ],
)
def test_the_higher_trump_takes_the_trick_or_else_the_higher_card_of_the_suit_led(
    led: str, answer: str, taker: int
) -> None:
    state = in_play(play(playing(f"{answer} 7S | {led} 8S"), f"{led} {answer}"))
    assert state.taken == tuple(int(seat == taker) for seat in (0, 1))
    assert state.to_act == taker


@pytest.mark.rule("klaberjass", "5.4")
def test_a_player_who_held_both_may_say_bella_with_the_queen() -> None:
    state = playing("7C 8C | KH QH 9S")
    assert legal(state) == ["play K♥", "play Q♥", "play Q♥ bella", "play 9♠"]
    wrong = because("bella needs king and queen of trump, and is said with the queen", "5.4")
    for other in ("KH", "9S"):
        assert refusal(klaberjass, state, Play(card(other), bella=True)) == wrong
    assert in_play(said(state, "play Q♥ bella")).table.totals == (0, 20)
    assert in_play(said(state, "play Q♥")).table.totals == (0, 0)  # it may be left unsaid
    king_first = play(state, "KH 7C")
    assert legal(king_first) == ["play Q♥", "play Q♥ bella", "play 9♠"]
    assert legal(play(state, "QH 7C")) == ["play K♥", "play 9♠"]


@pytest.mark.rule("klaberjass", "5.4")
@pytest.mark.parametrize("rules", [DEFAULT, Rules(bella_on="second")])
def test_a_player_who_held_one_of_them_says_nothing(rules: Rules) -> None:
    for text in ("KH 7C | QH 9S", "QH 7C | KH 9S"):
        first = hands(text)[1][0]
        state = playing(text, rules=rules)
        assert not any("bella" in told for told in legal(state))
        assert not any("bella" in told for told in legal(play(state, first.ascii)))
    plain = playing("7C 8C | KS QS QH", rules=rules)
    assert legal(plain) == ["play K♠", "play Q♠", "play Q♥"]
    assert legal(play(plain, "KS 7C")) == ["play Q♠", "play Q♥"]


@pytest.mark.rule("klaberjass", "5.4")
def test_bella_may_be_said_with_the_second_of_them_instead() -> None:
    state = playing("7C 8C | KH QH 9S", rules=Rules(bella_on="second"))
    first = because("bella needs king and queen of trump, and is said with the second of them", "5.4")
    assert refusal(klaberjass, state, Play(card("QH"), bella=True)) == first
    assert legal(state) == ["play K♥", "play Q♥", "play 9♠"]
    assert legal(play(state, "KH 7C")) == ["play Q♥", "play Q♥ bella", "play 9♠"]
    assert legal(play(state, "QH 7C")) == ["play K♥", "play K♥ bella", "play 9♠"]


@pytest.mark.rule("klaberjass", "5.4")
def test_bella_with_cards_that_were_shown_or_exchanged_and_for_a_trick_that_is_lost() -> None:
    assert "play Q♥ bella" in legal(playing("JH 8C | QH 9S", shown="| KH"))
    state = in_play(said(playing("JH 8C | KH 9S", shown="| QH"), "play Q♥ bella; play J♥"))
    assert state.taken == (1, 0)
    assert state.table.totals == (23, 20)
    exchanged = said(declaring("8C JS | QH 7H 9S", turn_up="KH"), "exchange dix; declare 0; lead")
    assert "play Q♥ bella" in legal(exchanged)


@pytest.mark.rule("klaberjass", "5.4")
def test_how_often_king_and_queen_of_trump_are_dealt_together() -> None:
    pair = hand("KH QH")
    both = sum(set(pair) <= {*pair, *others} for others in combinations(pair, 2)) * comb(30, 7)
    assert Fraction(both, comb(32, 9)) == Fraction(9, 124)


# Points


@pytest.mark.rule("klaberjass", "6.1")
@pytest.mark.parametrize("trump", Suit)
def test_the_cards_count_152_in_all(trump: Suit) -> None:
    assert points_in(PACK_32, trump) == 152


@pytest.mark.rule("klaberjass", "6.1")
@pytest.mark.parametrize(
    ("suit", "points"),
    [("H", {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}), ("C", {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2})],
)
def test_what_each_card_counts(suit: str, points: dict[str, int]) -> None:
    for rank in Rank:
        assert points_in([card(rank.value + suit)], HEARTS) == points.get(rank.value, 0)


@pytest.mark.rule("klaberjass", "6.1", "6.2")
def test_tricks_and_stich_count_for_the_player_who_takes_them() -> None:
    state = in_play(play(playing("10C 9H 7S | AC 7C AS"), "AC 10C"))
    assert state.table.totals == (0, 21)
    state = in_play(play(state, "7C 9H"))
    assert state.table.totals == (14, 21)
    assert last_deal(play(state, "7S AS")).table.totals == (14, 21 + 11 + 10)


@pytest.mark.rule("klaberjass", "6.1", "6.2", "7.1")
@pytest.mark.parametrize("seed", range(4))
def test_both_totals_are_the_points_of_the_cards_played_and_ten_more(seed: int) -> None:
    """Besides what was shown and said. The most that eighteen cards can count is 146."""
    game = playout(klaberjass, Rules(max_deals=30, target=99_999), Random(seed))
    extra = 0
    for state, move in zip(list(states(klaberjass, game))[1:], game.moves, strict=True):
        match move:
            case Show():
                extra += sum(map(value, move.sequences))
            case Play(bella=True):
                extra += 20
        if isinstance(state, Shuffling | Finished):
            if isinstance(state.table.played, Playing):
                played = state.table.played
                cards = played.gone.plus(played.trick)
                assert len(cards) == 18
                assert sum(played.table.totals) - extra == points_in(cards, played.table.contract.trump) + 10 <= 156
            extra = 0


@pytest.mark.rule("klaberjass", "6.1", "6.2")
def test_the_most_that_tricks_can_count() -> None:
    counted = sorted(points_in([other], HEARTS) for other in PACK_32)
    assert sum(counted[-18:]) + 10 == 156


# Settlement


@pytest.mark.rule("klaberjass", "7.1", "7.2", "7.3")
@pytest.mark.parametrize(
    ("totals", "maker", "doubled", "combined"),
    [
        ((90, 72), 0, (90, 72), (90, 72)),
        ((72, 90), 1, (72, 90), (72, 90)),
        ((81, 81), 0, (0, 81), (0, 81)),
        ((81, 81), 1, (81, 0), (81, 0)),
        ((72, 90), 0, (0, 180), (0, 162)),
        ((90, 72), 1, (180, 0), (162, 0)),
        ((0, 162), 0, (0, 324), (0, 162)),
    ],
)
def test_what_is_written(
    totals: tuple[int, int], maker: int, doubled: tuple[int, int], combined: tuple[int, int]
) -> None:
    assert written_for(totals, maker, combined=False) == doubled
    assert written_for(totals, maker, combined=True) == combined


def ended(  # noqa: PLR0913  # a deal has many parts
    totals: tuple[int, int],
    *,
    maker: int = 0,
    rules: Rules = DEFAULT,
    scores: tuple[int, int] = (0, 0),
    number: int = 1,
    held_over: int = 0,
) -> State:
    """Return the state after the last trick of a deal, which gives seat 0 ten points on top of these totals."""
    state = playing("8C | 7C", maker=maker, totals=totals)
    this = deal(rules, scores=scores, number=number, held_over=held_over)
    return play(state.with_table(evolve(state.table, deal=this)), "7C 8C")


@pytest.mark.rule("klaberjass", "7.1", "7.2", "7.3")
def test_each_total_has_tricks_stich_sequences_and_bella() -> None:
    assert written(ended((80, 72))) == (90, 72)
    assert written(ended((70, 80))) == (0, 80)
    assert written(ended((60, 80))) == (0, 160)
    assert written(ended((60, 80), rules=Rules(maker_fails="combined"))) == (0, 150)
    assert written(ended((60, 80), maker=1, scores=(100, 200))) == (170, 280)
    shown = said(declaring("8D | 9C 10C JC KH QH"), "declare 20; good; show 9♣ 10♣ J♣; play Q♥ bella")
    assert in_play(shown).table.totals == (0, 40)


HELD = Rules(equal_totals="held")


@pytest.mark.rule("klaberjass", "7.2")
def test_equal_totals_may_be_held_for_the_winner_of_the_next_deal() -> None:
    assert held_for_the_next(ended((70, 80))) == 0
    tied = ended((70, 80), rules=HELD, scores=(100, 200))
    assert written(tied) == (100, 200)
    assert held_for_the_next(tied) == 160


@pytest.mark.rule("klaberjass", "7.2")
@pytest.mark.parametrize(
    ("totals", "maker", "rules", "written_then", "held_then"),
    [
        ((80, 70), 0, HELD, (90 + 160, 70), 0),
        ((60, 80), 1, HELD, (70, 80 + 160), 0),
        ((60, 80), 0, HELD, (0, 2 * 80 + 160), 0),  # they are not doubled
        ((60, 80), 0, evolve(HELD, maker_fails="combined"), (0, 150 + 160), 0),
        ((80, 80), 1, HELD, (2 * 90 + 160, 0), 0),
        ((50, 60), 0, HELD, (0, 0), 160 + 120),  # equal again
    ],
)
def test_the_winner_of_a_deal_writes_what_is_held(
    totals: tuple[int, int], maker: int, rules: Rules, written_then: tuple[int, int], held_then: int
) -> None:
    state = ended(totals, maker=maker, rules=rules, held_over=160)
    assert written(state) == written_then
    assert held_for_the_next(state) == held_then


@pytest.mark.rule("klaberjass", "7.2")
def test_void_deals_leave_what_is_held_and_the_end_of_the_match_loses_it() -> None:
    choosing = choice_of(dealt(rules=HELD))
    choosing = evolve(choosing, table=evolve(choosing.table, held=160))
    assert held_for_the_next(said(choosing, "pass; pass; pass; pass")) == 160
    assert held_for_the_next(said(choosing, "schmeiss; accept")) == 160
    assert talking(said(choosing, "take")).table.deal.held == 160
    assert klaberjass.outcome(ended((70, 80), rules=HELD, number=60)) == Outcome((0, 0), (0, 1))


def held_for_the_next(state: State) -> int:
    """Return what is held when the next deal is dealt, which takes a whole pack."""
    assert isinstance(state, Shuffling)
    played = state.table.played
    if isinstance(played, Playing):
        last = played.table.deal
        stock = Deck(Hand(PACK_32).without(last.turn_up))
        bare = evolve(played, trick=Hand(), gone=Hand(), table=evolve(played.table, deal=evolve(last, stock=stock)))
        state = evolve(state, table=evolve(state.table, played=bare))
    return choice_of(klaberjass.apply(state, Shuffled(Hand(PACK_32)))).table.held


def choice_of(state: State) -> Choosing:
    assert isinstance(state, Choosing)
    return state


@pytest.mark.rule("klaberjass", "7.4")
@pytest.mark.parametrize(
    ("scores", "written_then", "winners"),
    [
        ((409, 0), (499, 72), ()),
        ((410, 0), (500, 72), (0,)),
        ((300, 450), (390, 522), (1,)),
        ((420, 450), (510, 522), (1,)),  # both there: the higher
        ((440, 450), (530, 522), (0,)),
        ((432, 450), (522, 522), ()),  # equal: play on
    ],
)
def test_the_first_to_reach_the_target_after_a_deal_wins(
    scores: tuple[int, int], written_then: tuple[int, int], winners: tuple[int, ...]
) -> None:
    """Seat 0 writes 90 and seat 1 writes 72."""
    state = ended((80, 72), scores=scores)
    assert written(state) == written_then
    outcome = klaberjass.outcome(state)
    assert (outcome.winners if outcome else ()) == winners
    assert outcome is None or outcome.scores == written_then


@pytest.mark.rule("klaberjass", "7.4")
def test_the_target_is_an_option() -> None:
    assert klaberjass.outcome(ended((80, 72), rules=Rules(target=90))) == Outcome((90, 72), (0,))
    assert klaberjass.outcome(ended((80, 72), rules=Rules(target=91))) is None


@pytest.mark.rule("klaberjass", "7.4")
def test_after_the_last_deal_the_totals_stand_and_void_deals_count() -> None:
    assert klaberjass.outcome(ended((80, 72), number=59)) is None
    assert klaberjass.outcome(ended((80, 72), number=60)) == Outcome((90, 72), (0,))
    assert klaberjass.outcome(ended((80, 72), number=60, scores=(0, 18))) == Outcome((90, 90), (0, 1))
    two = Rules(max_deals=2)
    state = said(dealt(rules=two), "pass; pass; pass; pass")
    assert isinstance(state, Shuffling)
    state = klaberjass.apply(state, Shuffled(state.pack))
    assert isinstance(state, Choosing)
    assert state.table.number == 2
    assert klaberjass.outcome(said(state, "schmeiss; accept")) == Outcome((0, 0), (0, 1))


@pytest.mark.rule("klaberjass", "7.4")
def test_there_may_be_no_limit() -> None:
    unlimited = Rules(max_deals=None)
    assert klaberjass.outcome(ended((80, 72), rules=unlimited, number=60)) is None
    assert klaberjass.promises(unlimited).max_moves is None
    assert klaberjass.promises(unlimited).score_range is None
    with pytest.raises(RulesError, match="max_deals must be a whole number from 1 up or None, not 0"):
        Rules(max_deals=0)


# Faults


@pytest.mark.rule("klaberjass", "8.1")
def test_no_card_is_exposed_in_dealing() -> None:
    state = dealt()
    assert isinstance(state, Choosing)
    for seat in (0, 1):
        assert view(state, seat).hands[1 - seat] == Hand([FACE_DOWN] * 6)
    assert view(state, None).hands == (Hand([FACE_DOWN] * 6),) * 2
    more = talking(said(state, "take"))
    assert view(more, 1).hands[0] == Hand([FACE_DOWN] * 9)


@pytest.mark.rule("klaberjass", "8.2")
def test_hands_have_the_right_number_of_cards() -> None:
    game = playout(klaberjass, Rules(max_deals=10), Random(2))
    for state in states(klaberjass, game):
        if isinstance(state, Choosing):
            assert [len(held) for held in state.hands] == [6, 6]
        elif isinstance(state, Declaring | Showing):
            parts = zip(state.hands, state.table.shown, strict=True)
            assert [len(held) + len(open_) for held, open_ in parts] == [9, 9]


@pytest.mark.rule("klaberjass", "8.3")
def test_nothing_can_be_asked_without_a_sequence() -> None:
    for talk in ("declare 20", "declare 50"):
        held = "7S 8S 9S" if talk == "declare 20" else "7S 8S 9S 10S"
        state = said(declaring(f"7C 8C | {held}"), talk)
        assert legal(state) == ["good"]
        with pytest.raises(IllegalMoveError, match="expected good"):
            klaberjass.apply(state, Ask())


REFEREE = Rules(referee=True)


def rulings(state: State) -> list[str]:
    """Return what a referee may rule, in words."""
    return [words(ruling) for ruling in klaberjass.rulings(state)]


@pytest.mark.rule("klaberjass", "8.1")
@pytest.mark.rule("klaberjass", "8.2")
def test_a_referee_may_have_the_same_dealer_deal_again_before_the_first_word() -> None:
    state = dealt(rules=REFEREE)
    assert rulings(state) == ["new deal"]
    for before in (state, said(state, "take")):
        assert "new deal" in rulings(before)
        again = klaberjass.apply(before, NewDeal())
        assert isinstance(again, Shuffling)
        assert (again.table.dealer, again.table.scores) == (0, (0, 0))
        assert klaberjass.apply(again, Shuffled(again.pack)).to_act == 1
    for late in ("pass", "take; declare 0"):
        assert "new deal" not in rulings(said(state, late))


@pytest.mark.rule("klaberjass", "8.1")
def test_a_new_deal_counts_as_a_void_one() -> None:
    state = klaberjass.apply(dealt(rules=evolve(REFEREE, max_deals=2)), NewDeal())
    assert isinstance(state, Shuffling)
    state = klaberjass.apply(state, Shuffled(state.pack))
    assert isinstance(state, Choosing)
    assert state.table.number == 2
    assert isinstance(klaberjass.apply(state, NewDeal()), Finished)


@pytest.mark.rule("klaberjass", "7.2", "8.2")
def test_a_new_deal_keeps_what_is_held() -> None:
    state = dealt(rules=evolve(REFEREE, equal_totals="held"))
    assert isinstance(state, Choosing)
    held = evolve(state, table=evolve(state.table, held=40))
    for before in (held, said(held, "take")):
        between = klaberjass.apply(before, NewDeal())
        assert isinstance(between, Shuffling)
        again = klaberjass.apply(between, Shuffled(between.pack))
        assert isinstance(again, Choosing)
        assert again.table.held == 40


@pytest.mark.rule("klaberjass", "8.3")
@pytest.mark.parametrize("talk", ["take", "take; declare 0", "take; declare 0; lead"])
@pytest.mark.parametrize("offender", [0, 1])
def test_after_a_false_declaration_the_other_scores_all_points_with_bella(talk: str, offender: int) -> None:
    """The dealer has 29 in cards, the other 44 and king and queen of trump; with stich and bella that makes 103."""
    state = said(dealt(rules=REFEREE), talk)
    assert rulings(state)[-2:] == ["false declaration 0", "false declaration 1"]
    after_it = klaberjass.apply(state, FalseDeclaration(offender))
    assert written(after_it) == ((0, 103), (103, 0))[offender]
    assert last_deal(after_it).table.shown == tuple(held.sorted() for held in hands(DEALT))
    assert isinstance(after_it, Shuffling)
    assert after_it.table.dealer == 1


@pytest.mark.rule("klaberjass", "8.3")
def test_sequences_that_were_shown_count_too_and_nothing_is_doubled() -> None:
    """A sequence for 20, an ace 11, a king 4, a queen 3, a jack 2, stich 10: the maker fails, and yet it stays 50."""
    state = said(declaring("AC 7D | JS QS KS", rules=REFEREE), "declare 20; good")
    assert rulings(state) == ["false declaration 0", "false declaration 1"]
    for shown in (said(state, "show J♠ Q♠ K♠"), said(state, "show J♠ Q♠ K♠; play K♠; play A♣")):
        assert written(klaberjass.apply(shown, FalseDeclaration(1))) == (50, 0)
        assert written(klaberjass.apply(shown, FalseDeclaration(0))) == (0, 50)
    assert written(klaberjass.apply(state, FalseDeclaration(1))) == (30, 0)


@pytest.mark.rule("klaberjass", "8.4")
@pytest.mark.parametrize("played", ["", "KS", "KS AS"])
def test_after_a_revoke_the_other_scores_all_points(played: str) -> None:
    """The 30 that are written, an ace 11, a king 4 and stich 10."""
    state = play(playing("AS 7D | KS 8D", rules=REFEREE, totals=(0, 30)), played)
    assert rulings(state)[-2:] == ["revoke 0", "revoke 1"]
    assert written(klaberjass.apply(state, Revoke(1))) == (55, 0)
    assert written(klaberjass.apply(state, Revoke(0))) == (0, 55)


@pytest.mark.rule("klaberjass", "8.4")
def test_a_revoke_may_be_mended_until_the_next_lead() -> None:
    first = evolve(playing("AS 7D | KS 8D", rules=REFEREE), gone=Hand())
    for state in (first, play(first, "KS"), play(first, "KS AS")):
        assert rulings(state) == ["false declaration 0", "false declaration 1"]
        with pytest.raises(IllegalMoveError, match="no referee may rule so now"):
            klaberjass.apply(state, Revoke(1))
    assert "revoke 1" in rulings(play(first, "KS AS 7D"))


@pytest.mark.rule("klaberjass", "8.4")
@pytest.mark.parametrize(
    ("held", "moves", "points"),
    [
        ("KH QH 7D | 8H 9H 8D", "play 8♥; play K♥", 51),  # 4, 3 and 14, stich 10, bella 20
        ("KH QH 7D | 8H 9H 8D", "play 8♥; play Q♥ bella", 51),  # bella has been said already
        ("KH QH 7D | 8H 9H 8D", "", 51),
        ("KH 7D | QH 8D", "play Q♥; play K♥", 17),  # each had one of them
        ("KH 7D | QH 8D", "play Q♥", 17),
        ("KH 7D | QH 8D", "", 17),
    ],
)
def test_bella_counts_once_if_one_player_has_held_both(held: str, moves: str, points: int) -> None:
    state = said(playing(held, rules=REFEREE), moves)
    assert written(klaberjass.apply(state, Revoke(1))) == (points, 0)


@pytest.mark.rule("klaberjass", "7.2", "8.4")
def test_who_scores_all_points_also_writes_what_is_held() -> None:
    state = playing("AS | KS", rules=evolve(REFEREE, equal_totals="held"))
    state = state.with_table(evolve(state.table, deal=evolve(state.table.deal, held=40)))
    assert written(klaberjass.apply(state, Revoke(0))) == (0, 11 + 4 + 10 + 40)


@pytest.mark.rule("klaberjass", "7.4", "8.4")
def test_the_points_after_a_fault_may_win_the_match() -> None:
    state = klaberjass.apply(playing("AS | KS", rules=evolve(REFEREE, target=25)), Revoke(0))
    assert klaberjass.outcome(state) == Outcome((0, 25), (1,))


@pytest.mark.rule("klaberjass", "8.1", "8.2", "8.3", "8.4")
def test_without_the_option_nobody_rules() -> None:
    for state in (dealt(), said(dealt(), "take"), playing("AS | KS")):
        assert rulings(state) == []
        for fault in (NewDeal(), FalseDeclaration(0), Revoke(0)):
            with pytest.raises(IllegalMoveError, match="there is nothing for a referee to rule now"):
                klaberjass.apply(state, fault)
    assert rulings(klaberjass.start(REFEREE)) == []


# What is promised


LONG = "QC KC AC 9H 8H 7H 9D 8D 7D | QD KD AD 9S 8S JS JH 10C 10D"
"""Equal sequences, so that all words are said, and no seven of the trump that is named at last."""


@pytest.mark.parametrize(
    ("rules", "calls"),
    [
        (Rules(max_deals=1), "pass; pass; pass; name hearts"),
        (Rules(max_deals=1, second_round_schmeiss=True), "pass; pass; pass; schmeiss; refuse; name hearts"),
        (evolve(BY_REFUSER, max_deals=1), "pass; pass; pass; schmeiss; refuse; name hearts"),
        (evolve(VOID, max_deals=1), "pass; pass; pass; schmeiss; accept; name hearts"),
    ],
)
def test_the_longest_deal_is_as_long_as_promised(rules: Rules, calls: str) -> None:
    talk = "declare 20; ask; top A; equal; plain; good; show Q♦ K♦ A♦"
    state = said(dealt(LONG, turn_up="JC", rules=rules), f"{calls}; {talk}")
    moves = 1 + len(calls.split(";")) + 7
    while state.to_act is not None:
        state = klaberjass.apply(state, klaberjass.legal_moves(state)[0])
        moves += 1
    assert moves == klaberjass.promises(rules).max_moves


def test_the_scores_are_as_promised() -> None:
    assert klaberjass.promises(Rules(max_deals=1)).score_range == (0, 2 * 276)
    assert klaberjass.promises(Rules(max_deals=3, maker_fails="combined")).score_range == (0, 3 * 276)


def test_the_seats_are_alike() -> None:
    rules = Rules(max_deals=3)
    promised = klaberjass.promises(rules)
    assert promised.rotated is not None
    game = playout(klaberjass, rules, Random(4))
    state = promised.rotated(klaberjass.start(rules), 1)
    assert state is not None
    for move in game.moves:
        state = klaberjass.apply(state, move)
    straight = list(states(klaberjass, game))[-1]
    assert isinstance(straight, Finished)
    assert isinstance(state, Finished)
    assert state.table.scores == straight.table.scores[::-1]


def test_there_are_moves_while_a_seat_acts_and_an_outcome_at_the_end() -> None:
    rules = Rules(max_deals=8)
    for state in states(klaberjass, playout(klaberjass, rules, Random(0))):
        assert state.rules == rules
        assert bool(klaberjass.legal_moves(state)) == (state.to_act in (0, 1))
        assert (klaberjass.outcome(state) is None) == (state.to_act is not None)


def test_a_view_filled_with_cards_that_do_not_fit_what_was_said_can_be_played_on() -> None:
    """Somebody has claimed a sequence, and the cards that are put into his hand have none."""
    empty = evolve(declaring("8C 9C JC | 7S"), words=(Declare(20), Ask()))
    assert legal(empty) == ["top A"]
    shows_nothing = Showing(Table(deal(), Contract(HEARTS, 1), hands("|")), hands("8C 9C JC | 7S"), 1)
    assert legal(shows_nothing) == ["show nothing"]
    assert in_play(klaberjass.apply(shows_nothing, Show([]))).table.totals == (0, 0)


def test_words_of_another_time_are_refused() -> None:
    with pytest.raises(IllegalMoveError, match="expected pass or take or schmeiss"):
        klaberjass.apply(dealt(), Name(Suit.CLUBS))
    for move in (Accept(), Refuse(), Good(), ExchangeDix()):
        with pytest.raises(IllegalMoveError):
            klaberjass.apply(dealt(), move)
    for call in (Pass(), Take(), Schmeiss()):
        with pytest.raises(IllegalMoveError):
            klaberjass.apply(said(dealt(), "take"), call)


@pytest.mark.parametrize(("bella_on", "bellas"), [("queen", 4), ("second", 8)])
def test_all_moves_that_there_are(bella_on: Literal["queen", "second"], bellas: int) -> None:
    """9 calls, the exchange, 16 words, 32 plays and those with bella; that a tie is won in trump is rarely told."""
    rules = Rules(target=10**6, max_deals=100, bella_on=bella_on)
    moves = promised(klaberjass, rules)
    assert len(moves) == 9 + 1 + 16 + 32 + bellas
    found, most = listed(klaberjass, rules, 10)
    assert moves == {move for move in found if not isinstance(move, Show)} | {InTrump()}
    assert most[Show] <= klaberjass.promises(rules).by_place[Show]


def test_three_sequences_can_be_shown_in_seven_ways() -> None:
    state = Showing(Table(deal(), Contract(HEARTS, 1), hands("|")), hands("8C 9C 10C 8D 9D 10D 8S 9S 10S |"), 0)
    assert len(klaberjass.legal_moves(state)) == klaberjass.promises(DEFAULT).by_place[Show] == 7


@pytest.mark.rule("klaberjass", "2.4")
@pytest.mark.parametrize("show_bottom", [False, True])
def test_the_cards_of_a_shuffle_that_are_dealt_or_shown(*, show_bottom: bool) -> None:
    """Nine for each player, the card turned up, and the bottom card."""
    rules = Rules(show_bottom=show_bottom)
    assert reached(klaberjass, rules) == {*range(19), *([31] if show_bottom else [])}
    assert seen_in_random_play(klaberjass, rules, 30) == reached(klaberjass, rules)


@pytest.mark.parametrize(
    ("cards", "in_hand", "places"), [(8, 3, {*range(7), 7}), (13, 3, {*range(7), 12}), (14, 6, {*range(13), 13})]
)
def test_a_small_pack_is_dealt_in_smaller_packets(cards: int, in_hand: int, places: set[int]) -> None:
    state: State = klaberjass.start(DEFAULT, Hand(PACK_32[:cards]))
    assert klaberjass.promises(DEFAULT).reached(state) == tuple(sorted(places))  # type: ignore[misc]  # it is promised
    state = after(klaberjass, state, shuffle(state, Random(0)), Take())
    assert isinstance(state, Declaring)
    assert set(map(len, state.hands)) == {in_hand}
    assert len(state.table.deal.stock) == cards - 2 * in_hand - 2


def test_the_seats_stand_at_what_they_have_written() -> None:
    standing = klaberjass.promises(DEFAULT).standing
    assert standing is not None
    assert standing(klaberjass.start(DEFAULT)) == standing(dealt()) == (0, 0)
    first, *_, last = states(klaberjass, playout(klaberjass, Rules(max_deals=3), Random(0)))
    assert standing(last) == last.table.scores != standing(first)

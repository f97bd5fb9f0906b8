"""Konchinka, rule by rule."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random
from typing import Literal

import pytest
from attrs import evolve

from cardrules.cards import PACK_52, Card, Deck, Hand, Rank, Suit
from cardrules.errors import RulesError
from cardrules.game import Shuffled, playout, shuffle, states
from cardrules.games import konchinka
from cardrules.games.konchinka import (
    KONTSINA,
    VALUES,
    Capture,
    Cleaning,
    Finished,
    Lay,
    MajorityTie,
    Playing,
    Replace,
    Rules,
    Settlement,
    Shuffling,
    State,
    Table,
    offenders,
    points_for,
    sums,
)
from cardrules.moves import IllegalMoveError, Reason, because, words
from cardrules.zones import cards_in, view
from tests.sharpness import listed, promised, reached, seen, seen_in_random_play
from tests.sheets import after, card, hand, hands, refusal, stacked

ALL_OUT = [2, 3, 4, 6, 12]
"""The numbers of players with whom no card stays undealt."""


def dealt(rules: Rules, top: str, dealer: int = 0) -> Cleaning | Playing:
    """Return the state after the deal of a pack with these cards on top, the others sorted below."""
    before = Shuffling(evolve(konchinka.start(rules).table, dealer=dealer))
    state = konchinka.apply(before, stacked(before, top))
    assert isinstance(state, Cleaning | Playing)
    return state


def opened(layout: str, stock: str, rules: Rules = Rules()) -> Cleaning | Playing:  # noqa: B008  # it is immutable
    """Two players' deal with this first table and these cards on top of the stock."""
    used = hand(layout).plus(hand(stock))
    others = [other for other in PACK_52 if other not in used][:8]
    return dealt(rules, f"{' '.join(other.ascii for other in others)} {layout} {stock}")


def playing(  # noqa: PLR0913  # a position has many parts
    held: str,
    layout: str,
    *,
    rules: Rules | None = None,
    taken: str = "",
    scores: Sequence[int] = (),
    stock: str = "",
    number: int = 1,
) -> Playing:
    """Return a position in which seat 1, at the left of the dealer, is to play; ``held`` and ``taken`` are by seat."""
    holders = hands(held)
    rules = rules or Rules(players=len(holders))
    return Playing(
        table=Table(rules, 0, number, tuple(scores) or (0,) * len(holders)),
        hands=holders,
        to_act=1,
        layout=hand(layout).sorted(),
        taken=hands(taken) if taken else (Hand(),) * len(holders),
        took=(False,) * len(holders),
        last_taker=None,
        stock=Deck.parse(stock),
    )


def legal(state: State) -> list[str]:
    """Return the legal moves in words."""
    return [words(move) for move in konchinka.legal_moves(state)]


def choices(held: str, layout: str, rules: Rules | None = None) -> list[str]:
    """Return what the cards ``held`` may take from this table, each as the cards taken."""
    state = playing(f"2S | {held}", layout, rules=rules)
    return [str(move.taken) for move in konchinka.legal_moves(state) if isinstance(move, Capture)]


def capture(text: str, taken: str) -> Capture:
    return Capture(card(text), hand(taken))


def lay(text: str) -> Lay:
    return Lay(card(text))


def in_play(state: State) -> Playing:
    assert isinstance(state, Playing)
    return state


def last_of(state: State) -> Playing:
    """Return the pack that is over."""
    assert isinstance(state, Shuffling | Finished)
    assert state.table.played is not None
    return state.table.played


def ends(rules: Rules, seed: int) -> list[tuple[Playing, tuple[int, ...]]]:
    """Return the last position of each pack of a random match, and the scores after it."""
    game = playout(konchinka, rules, Random(seed))
    return [
        (state.table.played, state.table.scores)
        for state in states(konchinka, game)
        if isinstance(state, Shuffling | Finished) and state.table.played
    ]


@pytest.mark.rule("konchinka", "1.1")
def test_four_at_once_to_each_from_the_dealers_left_then_four_to_the_table() -> None:
    state = dealt(Rules(players=3), "2C 3C 4C 5C  2D 3D 4D 5D  2H 3H 4H 5H  AS 6S 7S 8S", dealer=1)
    assert state.hands == hands("2D 3D 4D 5D | 2H 3H 4H 5H | 2C 3C 4C 5C")
    assert in_play(state).layout == hand("6S 7S 8S AS")
    assert len(state.stock) == 52 - 12 - 4


@pytest.mark.rule("konchinka", "1.1")
def test_later_rounds_give_four_more_to_each_by_the_same_dealer_and_none_to_the_table() -> None:
    state: State = playing("2C | 3C", "QS KD", stock="4C 5C 6C 7C 4D 5D 6D 7D 8H")
    state = in_play(after(konchinka, state, lay("3C"), lay("2C")))
    assert state.hands == hands("4D 5D 6D 7D | 4C 5C 6C 7C")
    assert (state.layout, state.to_act, state.table.dealer) == (hand("2C 3C KD QS").sorted(), 1, 0)
    assert state.stock == Deck.parse("8H")


@pytest.mark.rule("konchinka", "1.1")
@pytest.mark.parametrize(
    ("players", "rounds", "undealt"),
    [
        *((2, 6, 0), (3, 4, 0), (4, 3, 0), (5, 2, 8), (6, 2, 0), (7, 1, 20)),
        *((8, 1, 16), (9, 1, 12), (10, 1, 8), (11, 1, 4), (12, 1, 0)),
    ],
)
def test_rounds_go_on_while_a_full_one_is_left(players: int, rounds: int, undealt: int) -> None:
    game = playout(konchinka, Rules(players=players, max_packs=1, target=99), Random(players))
    played = [move for move in game.moves if isinstance(move, Capture | Lay)]
    assert len(played) == rounds * players * 4
    ((last, _),) = ends(Rules(players=players, max_packs=1, target=99), players)
    assert len(last.stock) == undealt
    if last.last_taker is not None:
        assert sum(map(len, last.taken)) == 52 - undealt


@pytest.mark.rule("konchinka", "1.1")
def test_the_deal_passes_to_the_left_from_seat_0_after_each_pack() -> None:
    game = playout(konchinka, Rules(players=3, max_packs=5, target=99), Random(0))
    assert [state.table.dealer for state in states(konchinka, game) if isinstance(state, Shuffling)] == [0, 1, 2, 0, 1]


@pytest.mark.rule("konchinka", "1.2")
@pytest.mark.parametrize(
    ("layout", "stock", "replaced", "cleaned"),
    [
        ("2C 3C 4C 5C", "", "", "2C 3C 4C 5C"),
        ("QC QD 4C 5C", "6C", "QD", "4C 5C 6C QC"),  # the second of two queens
        ("JC 3C 4C 5C", "6C", "JC", "3C 4C 5C 6C"),
        ("2C 2D JC 5C", "6C 7C", "2D JC", "2C 5C 6C 7C"),  # the first place with an offender comes first
        ("JC 2D 2H 5C", "6C 7C", "JC 2H", "2D 5C 6C 7C"),
        ("QC QD QH 5C", "6C 7C", "QD QH", "QC 5C 6C 7C"),
        ("2C 2D 4C 5C", "4D 4H JS 9C", "2D 4D 4H JS", "2C 4C 5C 9C"),  # bad cards come again and again
        ("JC 3C 4C 5C", "5D 9C", "JC 5D", "3C 4C 5C 9C"),  # the five in the first place was opened later than 5C
        ("JC 3C 4C 4D", "4H 9C KC", "JC 4H 4D", "3C 4C 9C KC"),
    ],
)
def test_a_jack_or_an_equal_rank_on_the_first_table_is_replaced_by_the_dealer(
    layout: str, stock: str, replaced: str, cleaned: str
) -> None:
    state: State = opened(layout, stock)
    for bad in hand(replaced):
        assert isinstance(state, Cleaning)
        assert state.to_act == 0
        assert konchinka.legal_moves(state) == (Replace(bad),)
        state = konchinka.apply(state, Replace(bad))
    assert in_play(state).layout == hand(cleaned).sorted()


@pytest.mark.rule("konchinka", "1.2")
def test_only_the_first_offender_may_be_replaced() -> None:
    reason = because("the first card to replace is Q♦", "1.2")
    for wrong in ("JC", "QC", "6C"):
        assert refusal(konchinka, opened("QC QD 4C JC", "6C"), Replace(card(wrong))) == reason


@pytest.mark.rule("konchinka", "1.2")
def test_what_is_replaced_goes_into_the_middle_of_the_stock() -> None:
    state = konchinka.apply(opened("JC 3C 4C 5C", "6C 7C"), Replace(card("JC")))
    stock = in_play(state).stock
    assert len(stock) == 40
    assert stock.index(card("JC")) == 19  # below half of the 40 cards, the top one of which was opened


@pytest.mark.rule("konchinka", "1.2")
def test_everybody_has_seen_the_card_that_is_replaced() -> None:
    state = opened("JC 3C 4C 5C", "6C 7C")
    assert isinstance(state, Cleaning)
    assert view(state, None).layout == hand("JC 3C 4C 5C")


@pytest.mark.rule("konchinka", "1.2")
def test_without_a_stock_the_table_stays_as_it_is() -> None:
    pack = Hand([*(other for other in PACK_52 if other.rank is not Rank.JACK), *hand("JC JD JH JS")])
    state = konchinka.apply(konchinka.start(Rules(players=12)), Shuffled(pack))
    assert in_play(state).layout == hand("JC JD JH JS")


@pytest.mark.rule("konchinka", "1.2")
def test_there_are_no_more_replacements_than_cards_in_the_stock() -> None:
    """Eleven players leave a stock of four: with eight jacks and aces on the table and in it, no end would come."""
    bad = hand("JC JD JH JS AC AD AH AS")
    pack = Hand([*(other for other in PACK_52 if other not in bad), *bad])
    state: State = konchinka.apply(konchinka.start(Rules(players=11)), Shuffled(pack))
    replaced = 0
    while isinstance(state, Cleaning):
        state = after(konchinka, state, *konchinka.legal_moves(state))
        replaced += 1
    assert replaced == 4
    assert len(in_play(state).stock) == 4
    assert offenders(in_play(state).layout, (0, 1, 2, 3))


@pytest.mark.rule("konchinka", "1.2")
def test_how_often_the_first_four_need_no_replacement() -> None:
    """Counted by ranks: of the hands with these ranks all or none are clean."""
    clean = 0
    for ranks in combinations_with_replacement(Rank, 4):
        copies = {rank: ranks.count(rank) for rank in ranks}
        four = Hand(Card(rank, suit) for rank, count in copies.items() for suit in tuple(Suit)[:count])
        if not offenders(four, (0, 1, 2, 3)):
            clean += prod(comb(4, count) for count in copies.values())
    assert Fraction(clean, comb(52, 4)) == Fraction(25344, 54145)


@pytest.mark.rule("konchinka", "1.3")
@pytest.mark.parametrize(("players", "dealer", "first"), [(2, 0, 1), (2, 1, 0), (5, 4, 0), (12, 3, 4)])
def test_the_dealers_left_begins(players: int, dealer: int, first: int) -> None:
    state: State = Shuffling(evolve(konchinka.start(Rules(players=players)).table, dealer=dealer))
    state = konchinka.apply(state, shuffle(evolve(konchinka.start(Rules(players=players))), Random(0)))
    while isinstance(state, Cleaning):
        state = konchinka.apply(state, konchinka.legal_moves(state)[0])
    assert in_play(state).to_act == first


@pytest.mark.rule("konchinka", "1.4")
def test_two_to_twelve_play() -> None:
    full = dealt(Rules(players=12), "")
    assert [len(held) for held in full.hands] == [4] * 12
    assert (len(full.layout), len(full.stock)) == (4, 0)
    for players in (1, 13):
        with pytest.raises(RulesError, match=f"players must be a whole number from 2 to 12, not {players}"):
            Rules(players=players)


@pytest.mark.rule("konchinka", "2.1")
@pytest.mark.parametrize(
    ("held", "layout", "taken"),
    [
        ("9H", "2C 5C 4D 7D", ["2♣ 7♦", "5♣ 4♦"]),
        ("6H", "2S 2H 4C", ["4♣ 2♥", "4♣ 2♠"]),  # sets of cards, not of ranks
        ("5H", "5C 5D", ["5♣", "5♦"]),  # one of its rank, not both
        ("8H", "AC 2C 5C", ["2♣ 5♣ A♣"]),
        ("7H", "3S 4D 7C", ["7♣", "4♦ 3♠"]),
        ("10H", "4S 6D", ["6♦ 4♠"]),
        ("3H", "AC AD AS 2C", ["2♣ A♣", "2♣ A♦", "2♣ A♠", "A♣ A♦ A♠"]),
        ("AH", "2C 9C", []),
        ("AH", "AC KC", ["A♣"]),
        ("8H", "KC QC JC", []),
    ],
)
def test_a_card_takes_one_of_its_rank_or_one_set_that_adds_up_to_it(held: str, layout: str, taken: list[str]) -> None:
    assert sorted(choices(held, layout)) == sorted(taken)
    assert len(konchinka.legal_moves(playing(f"2S | {held}", layout))) == len(taken) + 1  # or it is laid


@pytest.mark.rule("konchinka", "2.1")
def test_what_is_taken_goes_to_the_pile_with_the_card_played() -> None:
    state: State = playing("2H 3D | 9H 3H", "2C 5C 4D 7D KC")
    state = in_play(konchinka.apply(state, capture("9H", "4D 5C")))  # in whatever order they are named
    assert state.taken == hands("| 5C 4D 9H")
    assert (state.layout, state.hands, state.to_act) == (hand("2C KC 7D"), hands("2H 3D | 3H"), 0)


@pytest.mark.rule("konchinka", "2.1")
def test_more_than_one_set_cannot_be_taken_in_a_turn() -> None:
    state = playing("2H | 9H", "2C 5C 4D 7D 9C")
    for both in ("2C 5C 4D 7D", "9C 2C 7D"):
        reason = because("9♥ takes one card of its rank or a set that adds up to 9", "2.1")
        assert refusal(konchinka, state, capture("9H", both)) == reason


VALUED = Rules(courts="valued")


@pytest.mark.rule("konchinka", "2.1", "2.3", "2.4", "2.8", "3.1", "3.2")
@pytest.mark.parametrize(
    ("rules", "wrong", "taken", "reason"),
    [
        (Rules(), "9D", "9C", because("9♦ is not in this hand", "2.1")),
        (Rules(), "9S", "9C", because("9♠ is not in this hand", "2.1")),  # in the other hand
        (Rules(), "9H", "9D", because("only cards on the table can be taken, each once", "2.1")),
        (Rules(), "9H", "9C 9C", because("only cards on the table can be taken, each once", "2.1")),
        (Rules(), "9H", "5C", because("9♥ takes one card of its rank or a set that adds up to 9", "2.1")),
        (Rules(), "9H", "", because("9♥ takes one card of its rank or a set that adds up to 9", "2.1")),
        (Rules(), "KH", "4C 9C", because("K♥ takes only one card of its rank", "2.3")),
        (Rules(), "JH", "4C", because("J♥ takes all cards on the table", "2.4")),
        (Rules(jack_takes="one"), "JH", "4C 5C", because("J♥ takes one card on the table", "2.4")),
        (KONTSINA, "JH", "4C", because("J♥ takes only one card of its rank", "2.8")),
        (KONTSINA, "KH", "4C 9C", because("K♥ takes only one card of its rank", "2.3")),
        (VALUED, "JH", "5C", because("J♥ takes one card of its rank or a set that adds up to 11", "3.1")),
        (VALUED, "KH", "5C 9C", because("K♥ takes one card of its rank or a set that adds up to 13", "3.1")),
        (
            Rules(courts="valued", king_sum=14),
            "KH",
            "4C 9C",
            because("K♥ takes one card of its rank or a set that adds up to 14", "3.2"),
        ),
        (
            Rules(courts="valued", king_sum=14, raised_sums="all"),
            "JH",
            "KC",
            because("J♥ takes one card of its rank or a set that adds up to 12", "3.2"),
        ),
    ],
)
def test_a_capture_is_refused_by_the_one_rule_that_it_breaks(
    rules: Rules, wrong: str, taken: str, reason: Reason
) -> None:
    state = playing("9S | 9H KH JH", "4C 5C 9C KC JC", rules=rules)
    assert refusal(konchinka, state, capture(wrong, taken)) == reason


@pytest.mark.rule("konchinka", "2.1")
def test_only_a_card_of_the_hand_is_laid() -> None:
    assert refusal(konchinka, playing("2H | 9H", "4C"), lay("2H")) == because("2♥ is not in this hand", "2.1")


@pytest.mark.rule("konchinka", "2.1")
def test_the_sets_of_the_forty_number_cards() -> None:
    """The exact number of sets, single cards too, that add up to 1, 2, … 14; and nothing to 0."""
    numbers = [other for other in PACK_52 if VALUES["rank_only"][other.rank]]
    assert len(numbers) == 40
    counts = [4, 10, 24, 51, 100, 190, 344, 601, 1024, 1702, 2764, 4402, 6888, 10596]
    found = sums(numbers, VALUES["rank_only"], 14)
    assert Counter(total for total, _ in found) == dict(enumerate([1, *counts]))
    assert len({cards for _, cards in found}) == len(found)


@pytest.mark.rule("konchinka", "2.1", "3.1")
@pytest.mark.parametrize("courts", ["rank_only", "valued"])
def test_the_sets_are_those_found_by_trying_all(courts: str) -> None:
    rng = Random(1)
    values = VALUES[courts]
    for _ in range(60):
        table = Hand(shuffle(konchinka.start(Rules()), rng).cards[: rng.randrange(1, 10)])
        valued = [other for other in table if values[other.rank]]
        some = [tuple(part) for size in range(len(valued) + 1) for part in combinations(valued, size)]
        with_totals = [(sum(values[other.rank] for other in part), part) for part in some]
        assert sorted(sums(table, values, 14), key=str) == sorted(
            ((total, part) for total, part in with_totals if total <= 14), key=str
        )


@pytest.mark.rule("konchinka", "2.2")
def test_a_player_may_take_in_two_turns_running() -> None:
    state: State = playing("2H 3D | 9H 7H", "9C 7C KC")
    state = after(konchinka, state, capture("9H", "9C"), lay("2H"))
    assert legal(state) == ["capture 7♥ 7♣", "lay 7♥"]


@pytest.mark.rule("konchinka", "2.2")
def test_with_the_option_a_player_who_took_may_only_lay_in_the_next_turn() -> None:
    rules = Rules(take_twice_running=False, must_capture="any")
    state: State = playing("2H 3D 4H | 9H 7H 7S", "9C 7C KC", rules=rules)
    state = after(konchinka, state, capture("9H", "9C"), lay("2H"))
    assert legal(state) == ["lay 7♥", "lay 7♠"]  # although one must take if one can (2.5)
    state = after(konchinka, state, lay("7H"), lay("3D"))
    assert legal(state) == ["capture 7♠ 7♣", "capture 7♠ 7♥"]


@pytest.mark.rule("konchinka", "2.2")
def test_taking_binds_only_within_a_pack_but_also_in_its_next_round() -> None:
    rules = Rules(take_twice_running=False)
    state: State = playing("2H | 9H", "9C 7C KC", rules=rules, stock="7D 7H 7S 3C 4C 5C 6C 8C")
    state = after(konchinka, state, capture("9H", "9C"), lay("2H"))
    assert legal(state) == ["lay 7♦", "lay 7♥", "lay 7♠", "lay 3♣"]


@pytest.mark.rule("konchinka", "2.2")
def test_taking_in_the_pack_before_does_not_bind() -> None:
    game = playout(konchinka, Rules(take_twice_running=False, max_packs=9), Random(1))
    seen = list(states(konchinka, game))
    packs = [at for at, state in enumerate(seen) if isinstance(state, Shuffling) and state.table.played]
    begun = [next(state for state in seen[at:] if isinstance(state, Playing)) for at in packs]
    assert any(any(last_of(seen[at]).took) for at in packs)
    assert [state.took for state in begun] == [(False, False)] * len(packs)


@pytest.mark.rule("konchinka", "2.3")
@pytest.mark.parametrize(
    ("held", "layout", "taken"),
    [
        ("KH", "KC QC 3D 10D", ["K♣"]),
        ("QH", "QC QD KC 2C 10D", ["Q♣", "Q♦"]),  # one queen, not both
        ("QH", "KC JC 2C 10D", []),
    ],
)
def test_kings_and_queens_take_their_own_rank_only(held: str, layout: str, taken: list[str]) -> None:
    assert choices(held, layout) == taken


@pytest.mark.rule("konchinka", "2.4")
def test_a_jack_takes_everything() -> None:
    state: State = playing("2H | JH 3H", "QC KD 2C 9D JC")
    assert choices("JH", "QC KD 2C 9D JC") == ["2♣ J♣ Q♣ 9♦ K♦"]
    state = in_play(konchinka.apply(state, capture("JH", "QC KD 2C 9D JC")))
    assert (state.layout, state.taken[1]) == (Hand(), hand("2C JC QC 9D KD JH"))


@pytest.mark.rule("konchinka", "2.4")
def test_a_jack_may_take_one_card_of_any_rank_instead() -> None:
    assert choices("JH", "QC KD 2C JC", Rules(jack_takes="one")) == ["2♣", "J♣", "Q♣", "K♦"]


@pytest.mark.rule("konchinka", "2.4")
@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(must_capture="played_card"),
        Rules(must_capture="any"),
        Rules(must_capture="any", jack_takes="one"),
    ],
)
def test_on_an_empty_table_a_jack_is_laid(rules: Rules) -> None:
    assert legal(playing("2H | JH", "", rules=rules)) == ["lay J♥"]


@pytest.mark.rule("konchinka", "2.4")
@pytest.mark.parametrize("rules", [Rules(), Rules(jack_takes="one")])
def test_a_jack_on_the_table_is_taken_only_by_a_jack(rules: Rules) -> None:
    others = " ".join(f"{rank.value}H" for rank in Rank if rank is not Rank.JACK)
    assert choices(others, "JC", rules) == []
    assert choices("JH", "JC", rules) == ["J♣"]


@pytest.mark.rule("konchinka", "2.5")
def test_a_card_may_always_be_laid_and_nobody_may_pass() -> None:
    state = playing("2H | 9H JH 5H", "9C 7C 5C 5D")
    takes = ["capture 9♥ 9♣", "capture J♥ 5♣ 7♣ 9♣ 5♦", "capture 5♥ 5♣", "capture 5♥ 5♦"]
    assert legal(state) == [*takes, "lay 9♥", "lay J♥", "lay 5♥"]


@pytest.mark.rule("konchinka", "2.5")
def test_with_the_option_a_card_that_could_take_may_not_be_laid() -> None:
    rules = Rules(must_capture="played_card")
    assert legal(playing("2H | 5H KH", "5C 5D", rules=rules)) == ["capture 5♥ 5♣", "capture 5♥ 5♦", "lay K♥"]
    assert legal(playing("2H | JH 4H", "5C", rules=rules)) == ["capture J♥ 5♣", "lay 4♥"]
    state = playing("2H | JH 4H", "5C", rules=rules)
    assert refusal(konchinka, state, lay("JH")) == because("J♥ must take, since it can", "2.5")


@pytest.mark.rule("konchinka", "2.5")
def test_with_the_other_option_nothing_may_be_laid_while_something_could_take() -> None:
    rules = Rules(must_capture="any")
    assert legal(playing("2H | 5H KH", "5C 5D", rules=rules)) == ["capture 5♥ 5♣", "capture 5♥ 5♦"]
    assert legal(playing("2H | 5H KH", "4C 6D", rules=rules)) == ["lay 5♥", "lay K♥"]
    with pytest.raises(IllegalMoveError, match="expected capture"):
        konchinka.apply(playing("2H | 5H KH", "5C 5D", rules=rules), lay("KH"))


@pytest.mark.rule("konchinka", "2.6")
def test_what_is_left_on_the_table_goes_to_the_last_taker() -> None:
    state = after(konchinka, playing("2H | 9H", "9C 7C KC"), capture("9H", "9C"), lay("2H"))
    assert last_of(state).taken == hands("| 7C 9C KC 2H 9H")
    assert last_of(state).layout == Hand()


@pytest.mark.rule("konchinka", "2.6")
def test_if_nobody_ever_took_the_table_belongs_to_nobody() -> None:
    state = after(konchinka, playing("2H | 9H", "9C 7C KC"), lay("9H"), lay("2H"))
    assert last_of(state).layout == hand("7C 9C KC 2H 9H")
    assert isinstance(state, Shuffling)
    assert state.table.scores == (0, 0)


@pytest.mark.rule("konchinka", "2.6")
@pytest.mark.parametrize("players", ALL_OUT)
def test_in_the_end_all_cards_dealt_are_taken(players: int) -> None:
    for last, _ in ends(Rules(players=players, max_packs=3, target=99), seed=1):
        assert sum(map(len, last.taken)) == (0 if last.last_taker is None else 52)


@pytest.mark.rule("konchinka", "2.7")
def test_a_konchinka_may_be_laid_all_the_same() -> None:
    assert lay("2C") in konchinka.legal_moves(playing("2H | 2C 10D", "10H"))
    assert lay("10D") in konchinka.legal_moves(playing("2H | 2C 10D", ""))


@pytest.mark.rule("konchinka", "2.8")
@pytest.mark.parametrize(
    ("held", "layout", "taken"),
    [
        ("JH", "JC JD QC 9D 2D", ["J♣", "J♦"]),  # one jack, not both
        ("JH", "QC 9D 2D 5D 6D", []),  # neither everything nor any card, and no set of eleven
        ("QH", "QC JC 2D 10D", ["Q♣"]),
        ("KH", "KC QC 3D 10D", ["K♣"]),
        ("10H", "JC 4D 6D", ["4♦ 6♦"]),
    ],
)
def test_in_kontsina_courts_and_jacks_take_their_rank_alone(held: str, layout: str, taken: list[str]) -> None:
    assert choices(held, layout, KONTSINA) == taken


@pytest.mark.rule("konchinka", "2.8")
def test_a_jack_without_power_is_laid_where_others_would_take_everything() -> None:
    held, table = "2H | JH", "9C KC QD"
    assert legal(playing(held, table)) == ["capture J♥ 9♣ K♣ Q♦", "lay J♥"]
    assert legal(playing(held, table, rules=Rules(jack_takes="rank", must_capture="any"))) == ["lay J♥"]
    with pytest.raises(RulesError, match="jack_takes must be 'all' with courts='valued'"):
        Rules(courts="valued", jack_takes="rank")


@pytest.mark.rule("konchinka", "1.2", "2.8")
def test_a_jack_without_power_is_replaced_on_the_first_table_all_the_same() -> None:
    assert konchinka.legal_moves(opened("2C 3C JC 5C", "6C", KONTSINA)) == (Replace(card("JC")),)


@pytest.mark.rule("konchinka", "3.1")
@pytest.mark.parametrize(
    ("held", "layout", "taken"),
    [
        ("KH", "KC QC AD 3D 10D", ["K♣", "Q♣ A♦", "3♦ 10♦"]),
        ("QH", "QC JC AD 3D 9D", ["Q♣", "J♣ A♦", "3♦ 9♦"]),
        ("JH", "JC AD 10D 2C", ["J♣", "10♦ A♦"]),  # no other power
        ("10H", "JC QC KC", []),
        ("AH", "AC KC", ["A♣"]),
    ],
)
def test_courts_with_values_take_and_lie_in_sets(held: str, layout: str, taken: list[str]) -> None:
    assert sorted(choices(held, layout, Rules(courts="valued"))) == sorted(taken)


@pytest.mark.rule("konchinka", "3.2")
def test_kings_may_take_sets_of_fourteen_instead() -> None:
    rules = Rules(courts="valued", king_sum=14)
    assert sorted(choices("KH", "KC QC AD 2D 10D", rules)) == ["K♣", "K♣ A♦", "Q♣ 2♦"]
    assert choices("QH JH", "KC 2D 10D AD 9D", rules) == ["2♦ 10♦", "2♦ 9♦ A♦", "2♦ 9♦", "10♦ A♦"]
    with pytest.raises(RulesError, match="king_sum must be 13 with courts='rank_only'"):
        Rules(king_sum=14)


@pytest.mark.rule("konchinka", "3.2")
@pytest.mark.parametrize(
    ("held", "raised", "unraised"),
    [
        ("KH", ["K♣", "K♣ A♦", "2♦ Q♦"], ["K♣", "K♣ A♦", "2♦ Q♦"]),
        ("QH", ["Q♦", "Q♦ A♦", "2♦ 10♦ A♦"], ["Q♦", "2♦ 10♦"]),  # 13, but the king alone is no set
        ("JH", ["2♦ 10♦"], ["10♦ A♦"]),  # 12, but the queen alone is no set
    ],
)
def test_queens_and_jacks_may_take_one_more_too(held: str, raised: list[str], unraised: list[str]) -> None:
    rules = Rules(courts="valued", king_sum=14)
    table = "KC QD AD 2D 10D"
    assert sorted(choices(held, table, evolve(rules, raised_sums="all"))) == sorted(raised)
    assert sorted(choices(held, table, rules)) == sorted(unraised)


@pytest.mark.rule("konchinka", "3.2")
@pytest.mark.parametrize("courts", ["rank_only", "valued"])
def test_queens_and_jacks_take_one_more_only_if_kings_do(courts: Literal["rank_only", "valued"]) -> None:
    with pytest.raises(RulesError, match="raised_sums must be 'king' with king_sum=13: no court takes more than"):
        Rules(courts=courts, raised_sums="all")


@pytest.mark.rule("konchinka", "3.1", "2.4")
def test_a_jack_with_a_value_cannot_take_any_one_card() -> None:
    with pytest.raises(RulesError, match="jack_takes must be 'all' with courts='valued'"):
        Rules(courts="valued", jack_takes="one")


@pytest.mark.rule("konchinka", "3.3")
def test_with_valued_courts_the_first_table_is_cleaned_as_well() -> None:
    state: State = opened("QC QD JC 5C", "6C 7C", Rules(courts="valued"))
    assert konchinka.legal_moves(state) == (Replace(card("QD")),)
    state = konchinka.apply(state, Replace(card("QD")))
    assert konchinka.legal_moves(state) == (Replace(card("JC")),)


@pytest.mark.rule("konchinka", "4.1", "4.2", "4.3", "4.4")
@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ("2H 3H 4H | 5H 6H", (2, 0)),
        ("2H 3H 4H | 5C 6H", (2, 1)),
        ("2H 3H | 5C 6C", (0, 1)),  # equally many cards
        ("3C 3H 4H | 5C 6H", (2, 0)),  # equally many clubs
        ("3H 4H | 2C 10D", (0, 3)),
        ("3H 4H 2C 3C | 4C 5C 10D", (3, 1)),
        ("2C 10D 3C 4H | 6H 7H 8H", (5, 0)),
        ("2H 3H | 5H 6H | 7H", (0, 0, 0)),  # shared by two of three
        ("|", (0, 0)),
    ],
)
def test_points_of_a_pack(piles: str, points: tuple[int, ...]) -> None:
    assert points_for(hands(piles)) == points


@pytest.mark.rule("konchinka", "4.4")
@pytest.mark.parametrize(("majority_tie", "points"), [("nobody", (2, 1)), ("all", (4, 3))])
def test_twenty_six_cards_each_score_for_nobody_or_for_both(majority_tie: MajorityTie, points: tuple[int, int]) -> None:
    """26 each, 7 and 6 clubs, a konchinka each: only those and the clubs count, or two points each for the cards too."""
    first = Hand(PACK_52[:7] + PACK_52[26:45])
    second = Hand(PACK_52).minus(first)
    assert (len(first), len(second)) == (26, 26)
    assert points_for((first, second), majority_tie) == points


@pytest.mark.rule("konchinka", "4.4")
@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ("2H 3H 4H | 5C 6H", (2, 1)),  # no tie
        ("2H 3H | 5C 6C", (2, 3)),  # equally many cards
        ("3C 3H 4H | 5C 6H", (3, 1)),  # equally many clubs
        ("2H 3H | 5H 6H | 7H", (2, 2, 0)),  # shared by two of three, and nobody has a club
        ("|", (0, 0)),  # nobody has anything
    ],
)
def test_all_who_are_tied_may_score(piles: str, points: tuple[int, ...]) -> None:
    assert points_for(hands(piles), "all") == points


@pytest.mark.rule("konchinka", "4.1", "4.2", "4.3", "4.4")
@pytest.mark.parametrize("seed", range(5))
def test_a_pack_of_two_players_gives_five_points_or_three(seed: int) -> None:
    for last, _ in ends(Rules(max_packs=20, target=999), seed):
        taken = [len(pile) for pile in last.taken]
        assert sum(points_for(last.taken)) == (0 if taken == [0, 0] else 3 if taken == [26, 26] else 5)


def counted(taken: str, scores: Sequence[int], rules: Rules | None = None, number: int = 1) -> State:
    """Return the state after a pack with these cards taken and the last card laid and left on the table."""
    others = "".join(" |" for _ in scores[2:])
    state = playing(f"| KH{others}", "", taken=taken, scores=scores, rules=rules, number=number)
    return konchinka.apply(state, lay("KH"))


def result(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points written in the end, and the winners."""
    assert isinstance(state, Finished)
    return state.table.scores, state.winners


@pytest.mark.rule("konchinka", "4.5", "5.1")
def test_points_are_added_from_pack_to_pack_until_one_reaches_the_target() -> None:
    state = counted("2H 3H | 2C", (4, 6))
    assert isinstance(state, Shuffling)
    assert (state.table.scores, state.table.dealer) == ((6, 8), 1)
    assert result(counted("2H 3H | 2C", (13, 6))) == ((15, 8), (0,))
    assert result(counted("2H 3H | 2C", (4, 6), Rules(target=8))) == ((6, 8), (1,))


@pytest.mark.rule("konchinka", "4.4")
def test_points_for_a_tie_may_decide_the_match() -> None:
    """Two cards and a club each, and a konchinka for seat 0: by default only the konchinka scores."""
    tied, scores = "2H 2C | 3C 3H", (10, 12)
    assert result(counted(tied, scores, Rules(majority_tie="all"))) == ((14, 15), (1,))
    state = counted(tied, scores)
    assert isinstance(state, Shuffling)
    assert state.table.scores == (11, 12)


@pytest.mark.rule("konchinka", "5.1")
@pytest.mark.parametrize(
    ("lacking", "taken", "move", "at_once"),
    [
        (1, "", "10H 10D", True),
        (1, "", "2H 2C", True),
        (1, "", "2C 2D", True),  # a konchinka that takes
        (1, "", "5H 5D", False),
        (2, "", "10H 10D", False),
        (2, "2C", "10H 10D", True),
        (1, "3C 4C 5C 6C 7C", "8C 8D", False),
        (1, "3C 4C 5C 6C 7C 9C", "8C 8D", True),  # the seventh club
        (2, "3C 4C 5C 6C 7C 9C", "8C 8D", False),
        (2, "3C 4C 5C 6C 7C 9C", "2C 2D", True),  # both together
        (3, "3C 4C 5C 6C 7C 9C 10D", "2C 2D", False),
        (4, "2C", "10H 10D", False),
        (-1, "", "10H 10D", False),  # already there, but so was somebody else
    ],
)
def test_a_player_who_lacks_one_or_two_points_wins_as_soon_as_captures_make_up_for_them(
    lacking: int, taken: str, move: str, at_once: bool
) -> None:
    played, other = move.split()
    before = playing(f"3H 4H | {played} 6S", f"{other} KS", taken=f"7S | {taken}", scores=(3, 15 - lacking))
    state = konchinka.apply(before, capture(played, other))
    if at_once:
        assert result(state) == ((3, 15), (1,))  # written for nobody else
    else:
        assert isinstance(state, Playing)


@pytest.mark.rule("konchinka", "5.1")
def test_a_player_who_lacks_more_waits_for_the_count() -> None:
    state: State = playing("| 10H", "10D", taken="2H 2S | 2C", scores=(3, 12))
    state = konchinka.apply(state, capture("10H", "10D"))
    assert result(state) == ((3, 17), (1,))


@pytest.mark.rule("konchinka", "5.1")
def test_what_the_last_taker_gets_in_the_end_belongs_to_the_count() -> None:
    """Seat 1 lacks a point and gets the ten of diamonds off the table, but seat 0 has more when all is counted."""
    state: State = playing("| 9H", "9D 10D", taken="3C 4C 5H 6H 7H 8H | ", scores=(13, 14))
    state = konchinka.apply(state, capture("9H", "9D"))
    assert result(state) == ((16, 15), (0,))


@pytest.mark.rule("konchinka", "5.2")
@pytest.mark.parametrize(
    ("taken", "scores", "written", "winner"),
    [("2H 3H 2C | 5C 6C", (13, 14), (16, 15), 0), ("2C 3H | 5C 6C 10D", (14, 12), (15, 16), 1)],
)
def test_of_several_at_the_target_the_highest_wins(
    taken: str, scores: tuple[int, ...], written: tuple[int, ...], winner: int
) -> None:
    assert result(counted(taken, scores)) == (written, (winner,))


@pytest.mark.rule("konchinka", "5.2")
def test_equal_scores_at_the_target_play_on() -> None:
    state = counted("2H 3H 2C | 5C 6C", (13, 15))
    assert isinstance(state, Shuffling)
    assert state.table.scores == (16, 16)


@pytest.mark.rule("konchinka", "5.3")
def test_losers_pay_for_the_points_they_lack() -> None:
    """A loser with ten points pays for five."""
    state = counted("2H 3H | | ", (14, 10, 2), Rules(players=3))
    assert konchinka.outcome(state) == Settlement((18, -5, -13), (0,), (16, 10, 2))
    state = counted("2H 3H | | ", (14, 10, 2), Rules(players=3, point_value=2))
    assert konchinka.outcome(state) == Settlement((36, -10, -26), (0,), (16, 10, 2))


@pytest.mark.rule("konchinka", "5.3")
def test_nobody_pays_less_than_nothing() -> None:
    state = counted("2H 3H | | ", (16, 16, 2), Rules(players=3))
    assert konchinka.outcome(state) == Settlement((13, 0, -13), (0,), (18, 16, 2))


@pytest.mark.rule("konchinka", "5.3")
def test_the_winner_may_take_the_pool_instead() -> None:
    state = counted("2H 3H | | ", (14, 10, 2), Rules(players=3, payment="pool", stake=50))
    assert konchinka.outcome(state) == Settlement((100, -50, -50), (0,), (16, 10, 2))


@pytest.mark.rule("konchinka", "5.3")
def test_winners_who_share_share_what_is_paid() -> None:
    state = counted("2H 3H | | ", (3, 5, 2), Rules(players=3, payment="pool", max_packs=1))
    half = Fraction(1, 2)
    assert konchinka.outcome(state) == Settlement((half, half, -1), (0, 1), (5, 5, 2))
    state = counted("2H 3H | | ", (3, 5, 1), Rules(players=3, max_packs=1))
    assert konchinka.outcome(state) == Settlement((7, 7, -14), (0, 1), (5, 5, 1))


@pytest.mark.rule("konchinka", "5.4")
def test_after_the_last_pack_the_highest_score_wins() -> None:
    assert isinstance(counted("2H 3H | 4H", (3, 6), number=59), Shuffling)
    assert result(counted("2H 3H | 4H", (3, 6), number=60)) == ((5, 6), (1,))
    assert result(counted("2H 3H | 4H", (4, 6), number=60)) == ((6, 6), (0, 1))
    assert result(counted("2H 3H | 4H", (4, 6), Rules(max_packs=7), number=7)) == ((6, 6), (0, 1))


@pytest.mark.rule("konchinka", "5.4")
def test_there_may_be_no_limit() -> None:
    assert isinstance(counted("2H 3H | 4H", (4, 6), Rules(max_packs=None), number=60), Shuffling)
    assert konchinka.promises(Rules(max_packs=None)).max_moves is None
    with pytest.raises(RulesError, match="max_packs must be a whole number from 1 up or None, not 0"):
        Rules(max_packs=0)


def test_there_are_moves_while_a_seat_acts_and_an_outcome_at_the_end() -> None:
    game = playout(konchinka, Rules(max_packs=2), Random(0))
    for state in states(konchinka, game):
        assert state.rules == Rules(max_packs=2)
        assert bool(konchinka.legal_moves(state)) == (state.to_act in (0, 1))
        assert (konchinka.outcome(state) is None) == (state.to_act is not None)


@pytest.mark.parametrize("players", [2, 5, 12])
def test_the_promises_are_kept(players: int) -> None:
    rules = Rules(players=players, max_packs=4)
    promised = konchinka.promises(rules)
    game = playout(konchinka, rules, Random(players))
    last = list(states(konchinka, game))[-1]
    result = konchinka.outcome(last)
    assert result is not None
    assert promised.max_moves is not None
    assert promised.score_range is not None
    assert promised.outcome_total is not None
    assert len(game.moves) <= promised.max_moves
    assert promised.score_range == (-15, 15 * (players - 1))
    assert promised.outcome_total(result) == 0
    assert all(cards_in(state) == PACK_52 for state in states(konchinka, game))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(players=3),
        Rules(players=2, target=1, point_value=4),
        Rules(players=5, payment="pool", stake=3),
    ],
)
def test_the_best_and_the_worst_balance_are_as_promised(rules: Rules) -> None:
    """Seat 0 reaches the target by the majorities of cards and clubs; nobody else has a point."""
    others = rules.players - 1
    ended = konchinka.outcome(counted("2C 3C" + " |" * others, (rules.target - 1, *(0,) * others), rules))
    assert ended is not None
    assert konchinka.promises(rules).score_range == (ended.scores[1], ended.scores[0])


def test_the_longest_pack_is_as_long_as_promised() -> None:
    """Eleven players leave four cards in the stock, and all of them come to the table: four jacks lie there at first."""
    rules = Rules(players=11, max_packs=1)
    held = " ".join(other.ascii for other in PACK_52 if other.rank not in {Rank.TWO, Rank.JACK})
    state: State = dealt(rules, f"{held} JC JD JH JS 2C 2D 2H 2S")
    moves = 1
    while not isinstance(state, Finished):
        state = konchinka.apply(state, konchinka.legal_moves(state)[-1])
        moves += 1
    assert konchinka.promises(rules).max_moves == moves == 1 + 4 + 44


@pytest.mark.parametrize("players", range(2, 13))
def test_all_cards_that_are_dealt_are_played(players: int) -> None:
    """A pack is a shuffle, replacements of at most the whole stock, and a play for each card that is dealt."""
    rules = Rules(players=players, max_packs=3)
    cards = 48 // (4 * players) * 4 * players
    game = playout(konchinka, evolve(rules, max_packs=1), Random(players))
    plays = [move for move in game.moves if isinstance(move, Lay | Capture)]
    assert len(plays) == cards
    assert konchinka.promises(rules).max_moves == 3 * (1 + (48 - 4 * players) + cards)


def test_seats_are_alike() -> None:
    rules = Rules(players=3, max_packs=2)
    promised = konchinka.promises(rules)
    assert promised.rotated is not None
    game = playout(konchinka, rules, Random(3))
    state = promised.rotated(konchinka.start(rules), 1)
    assert state is not None
    for move in game.moves:
        state = konchinka.apply(state, move)
    turned, straight = konchinka.outcome(state), konchinka.outcome(list(states(konchinka, game))[-1])
    assert turned is not None
    assert straight is not None
    assert turned.scores == (straight.scores[-1], *straight.scores[:-1])


def test_moves_of_another_kind_are_refused() -> None:
    with pytest.raises(IllegalMoveError, match="expected replace"):
        konchinka.apply(opened("JC 3C 4C 5C", "6C"), lay("JC"))
    with pytest.raises(IllegalMoveError, match="expected capture or lay"):
        konchinka.apply(playing("2H | 9H", "9C"), Replace(card("9C")))


@pytest.mark.parametrize(("players", "count"), [(8, 104), (12, 52)])
def test_all_moves_that_there_are(players: int, count: int) -> None:
    """Any card may be laid, and any may be replaced if there is a stock."""
    rules = Rules(players=players, max_packs=10)
    found, _ = listed(konchinka, rules, 60)
    assert len(promised(konchinka, rules)) == count
    assert promised(konchinka, rules) == {move for move in found if not isinstance(move, Capture)}


TABLE = "AC 2C 3C 4C"
"""A first table that may stay."""


def others_than(cards: str) -> list[str]:
    """Return the names of the cards of the pack but these."""
    return [other.ascii for other in PACK_52 if other not in hand(cards)]


def cut(names: list[str], count: int) -> list[str]:
    """Take the last ``count`` names off a list, and return them."""
    return [names.pop() for _ in range(count)]


@pytest.mark.parametrize(
    ("rules", "size", "rank"),
    [
        *((Rules(), 4, "10"), (Rules(players=5), 4, "10"), (Rules(players=8), 3, "10"), (Rules(players=12), 3, "10")),
        *((Rules(courts="valued"), 4, "K"), (Rules(players=3, courts="valued", king_sum=14), 4, "K")),
    ],
)
def test_the_most_captures_at_once(rules: Rules, size: int, rank: str) -> None:
    """All cards are laid until the dealer, in the last round, still has ``size`` cards, of the rank that reaches far.

    The others have one card less, and these and the cards of the stock are as high as can be.
    """
    others = rules.players - 1
    kept = [rank + suit for suit in "CDHS"][:size]
    pack = [
        rank + suit for rank in ["K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A"] for suit in "CDHS"
    ]
    rest = [name for name in pack if name not in (*kept, *TABLE.split())]
    stock = [rest.pop(0) for _ in range(48 - 4 * rules.players * rules.rounds)]
    high = [rest.pop(0) for _ in range(others * (size - 1))]
    last = [name for _ in range(others) for name in (*cut(high, size - 1), *cut(rest, 5 - size))]
    last += [*kept, *cut(rest, 4 - size)]
    in_turn = [*rest, *last]
    order = [*in_turn[: 4 * rules.players], TABLE, *in_turn[4 * rules.players :], *stock]
    state: State = after(konchinka, konchinka.start(rules), Shuffled(hand(" ".join(order))))
    most = 0
    while isinstance(state, Playing) and state.table.number == 1:
        legal = konchinka.legal_moves(state)
        most = max(most, sum(isinstance(move, Capture) for move in legal))
        state = konchinka.apply(state, legal[-1])
    assert most == konchinka.promises(rules).by_place[Capture]


@pytest.mark.rule("konchinka", "1.1")
@pytest.mark.parametrize(("players", "places"), [(2, 52), (3, 52), (4, 52), (5, 44), (6, 52), (12, 52)])
def test_the_cards_of_a_shuffle_that_are_dealt(players: int, places: int) -> None:
    """With five players eight cards stay in the stock."""
    rules = Rules(players=players)
    assert seen_in_random_play(konchinka, rules, 10) == reached(konchinka, rules) == set(range(places))


@pytest.mark.rule("konchinka", "1.2")
@pytest.mark.parametrize(("players", "opened"), [(7, 10), (8, 8), (9, 6), (10, 4), (11, 2)])
def test_the_cards_of_a_stock_that_may_come_to_the_first_table(players: int, opened: int) -> None:
    """Half of a stock from which no hands are dealt: what is replaced goes below that half, and comes next."""
    rules = Rules(players=players)
    top = "2C 2D 2H 2S JC JD JH JS 3C 3D 3H 3S 4C 4D 4H 4S"
    others = others_than(top)
    order = hand(" ".join([*others[: 4 * players], top, *others[4 * players :]]))
    assert reached(konchinka, rules) == set(range(4 * players + 4 + opened))
    assert seen(konchinka, konchinka.start(rules), order, lambda legal: legal[0]) == reached(konchinka, rules)


@pytest.mark.parametrize(
    ("cards", "places", "share"),
    [(3, 3, 1), (4, 3, 1), (5, 5, 1), (6, 6, 2), (7, 6, 2), (9, 9, 3), (13, 12, 4), (20, 20, 4)],
)
def test_a_small_pack_is_dealt_in_smaller_shares(cards: int, places: int, share: int) -> None:
    """Two players and the table get equally many; a stock of one card is not dealt, nor opened."""
    state: State = konchinka.start(Rules(), Hand(PACK_52[-cards:]))
    assert reached(konchinka, Rules(), state) == set(range(places))
    state = konchinka.apply(state, shuffle(state, Random(0)))
    assert isinstance(state, Cleaning | Playing)
    assert {*map(len, state.hands), len(state.layout)} == {share}


@pytest.mark.rule("konchinka", "5.3")
@pytest.mark.parametrize(
    ("rules", "scores", "balances"),
    [
        (Rules(players=3, point_value=2), (7, 3, 5), (44, -24, -20)),
        (Rules(players=3, point_value=2), (0, 0, 0), (0, 0, 0)),
        (Rules(players=3), (7, 3, 7), (6, -12, 6)),
        (Rules(players=3), (2, 1, 2), (7, -14, 7)),
        (Rules(players=3, payment="pool", stake=5), (7, 3, 5), (10, -5, -5)),
        (Rules(players=3, payment="pool", stake=5), (7, 3, 7), (Fraction(5, 2), -5, Fraction(5, 2))),
    ],
)
def test_between_packs_the_seats_stand_at_what_would_be_paid(
    rules: Rules, scores: tuple[int, ...], balances: tuple[int | Fraction, ...]
) -> None:
    standing = konchinka.promises(rules).standing
    assert standing is not None
    assert standing(Shuffling(evolve(konchinka.start(rules).table, scores=scores))) == balances
    assert standing(playing("2H | 3H | 4H", "5H", rules=rules, scores=scores)) == balances

"""Exact answers for whole packs, compared with combinatorics and with counts of the ranks alone."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any, Final, Literal, TypeVar

import pytest

from cardrules.cards import PACK_52, Hand, Suit
from cardrules.exact import BEST, Exact
from cardrules.games import devils_hand, macao, polish_bank, ruka_dyavola, thirteen
from cardrules.games.macao import DRAW, points
from cardrules.zones import view
from tests.sheets import hand, stacked

M = TypeVar("M")

ROUND: Final = thirteen.Rules(players=2, max_stake=1, max_rounds=1)


def lost(state: thirteen.State) -> int:
    """Return how many banks have been lost, in a game that is over."""
    assert isinstance(state, thirteen.Finished)
    return state.table.lost


@pytest.mark.parametrize("ranks", range(2, 9))
def test_a_round_of_thirteen_with_one_suit_is_a_derangement(ranks: int) -> None:
    """Montmort's Treize: the bank is lost with the chance 1 - 1/1! + 1/2! - 1/3! and so on."""
    chances = Exact(thirteen, ROUND, pack=Hand(PACK_52[:ranks])).chances(lost)
    assert chances[1] == sum(Fraction((-1) ** k, factorial(k)) for k in range(ranks + 1))
    assert sum(chances.values()) == 1


@pytest.mark.parametrize("suits", [2, pytest.param(4, marks=pytest.mark.deep)])
def test_a_round_of_thirteen_with_more_suits(suits: int) -> None:
    """Inclusion and exclusion: k calls that hit with one of the cards of their rank each, the rest in any order."""
    ranks = 13 if suits == 4 else 7
    pack = Hand(card for card in PACK_52 if card.index % 13 < ranks and list(Suit).index(card.suit) < suits)
    cards = ranks * suits
    loses = sum(
        (-1) ** k * comb(ranks, k) * suits**k * Fraction(factorial(cards - k), factorial(cards))
        for k in range(ranks + 1)
    )
    start = thirteen.apply(thirteen.start(ROUND, pack), stacked(thirteen.start(ROUND, pack), "2C 3D"))
    game = Exact(thirteen, ROUND, pack=pack)
    assert game.chances(lost, start) == {0: 1 - loses, 1: loses}
    assert game.expectation(start) == (1 - 2 * loses, 2 * loses - 1)


def coup(rules: macao.Rules) -> macao.State:
    """Return the state before the first coup of the bank of seat 0."""
    first = macao.start(rules)
    return macao.apply(first, stacked(first, "2C 9D"))


def settled(state: macao.State) -> bool:
    """Return whether a coup is settled."""
    return any(state.table.settled)


def draws_below(limit: int) -> Any:
    """Return a player who draws one card to less than ``limit``."""

    def play(seen: macao.Drawing, moves: tuple[macao.Move, ...]) -> macao.Move:
        return DRAW if DRAW in moves and points(seen.table.hands[seen.to_act]) < limit else moves[-1]

    return play


COUNTS: Final = Counter(macao.VALUES[card.rank] for card in macao.CARDS)
"""How many cards of each value two packs have."""


def hands_of_a_coup(limits: tuple[int, int]) -> Iterator[tuple[list[list[int]], Fraction]]:
    """Yield the values of the cards of the banker and his punter, with the probability of them."""
    for own, theirs in ((a, b) for a in COUNTS for b in COUNTS):
        dealt: list[list[int]] = [[own], [theirs]]
        yield from _drawn(dealt, limits, 1, _chance([], own) * _chance([own], theirs))


def _chance(gone: list[int], value: int) -> Fraction:
    return Fraction(COUNTS[value] - gone.count(value), 104 - len(gone))


def _drawn(
    hands: list[list[int]], limits: tuple[int, int], seat: int, chance: Fraction
) -> Iterator[tuple[list[list[int]], Fraction]]:
    if seat < 0:
        yield hands, chance
    elif hands[seat][0] >= limits[seat]:
        yield from _drawn(hands, limits, seat - 1, chance)
    else:
        gone = [*hands[0], *hands[1]]
        for value in COUNTS:
            more = [[*cards, value] if at == seat else cards for at, cards in enumerate(hands)]
            yield from _drawn(more, limits, seat - 1, chance * _chance(gone, value))


def paid(hands: list[list[int]], overdraw: str, ties: str, natural: str) -> int:
    """Return what the banker wins, rule 3 of the rulebook in short."""
    totals = [sum(cards) if sum(cards) <= 9 or overdraw == "bust" else cards[0] for cards in hands]
    worths = [{9: 3, 8: 2}.get(cards[0], 1) if len(cards) == 1 else 1 for cards in hands]
    banker, punter = totals
    if punter > 9:
        return 1
    if banker > 9 or punter > banker:
        return -worths[1]
    if punter == banker:
        return worths[0] if ties == "banker" else 0
    return worths[0] if natural == "all" else 1


@pytest.mark.parametrize(
    ("limits", "overdraw", "ties", "natural"),
    [((5, 5), "revert", "banker", "ties"), ((7, 4), "bust", "nobody", "all"), ((4, 7), "bust", "banker", "all")],
)
def test_the_bankers_edge_in_macao(
    limits: tuple[int, int],
    overdraw: Literal["revert", "bust"],
    ties: Literal["banker", "nobody"],
    natural: Literal["ties", "all"],
) -> None:
    rules = macao.Rules(players=2, overdraw=overdraw, ties=ties, banker_natural=natural)
    coups = hands_of_a_coup(limits)
    edge = sum((chance * paid(hands, overdraw, ties, natural) for hands, chance in coups), Fraction(0))
    players = [draws_below(limit) for limit in limits]
    assert Exact(macao, rules, players, until=settled).expectation(coup(rules)) == (edge, -edge)


def test_the_best_punter_in_macao() -> None:
    """He draws by his own card alone: to each of them he draws or stands, whichever wins more."""
    rules = macao.Rules(players=2, overdraw="bust")
    wins: dict[tuple[int, bool], Fraction] = {}
    for limit in (0, 10):
        for hands, chance in hands_of_a_coup((5, limit)):
            known = hands[1][0], limit == 10
            wins[known] = wins.get(known, Fraction(0)) - chance * paid(hands, "bust", "banker", "ties")
    best = sum((max(wins[value, False], wins[value, True]) for value in COUNTS), Fraction(0))
    assert Exact(macao, rules, [draws_below(5), BEST], until=settled).expectation(coup(rules))[1] == best


def staking(cards: str, **options: Any) -> polish_bank.Staking:
    """Return what a single punter sees who stakes on some cards."""
    rules = polish_bank.Rules(players=2, max_deals=1, **options)
    first = polish_bank.start(rules)
    drawn = polish_bank.apply(first, stacked(first, "2C 9D"))
    dealt = polish_bank.apply(drawn, stacked(drawn, cards))
    seen = view(dealt, 1)
    assert isinstance(seen, polish_bank.Staking)
    return seen


@pytest.mark.parametrize(
    ("cards", "options", "wins"),
    [
        ("AS KH 9D", {}, Fraction(2 * (13 + 12 + 8) - 3, 101)),
        ("AS KH 9D", {"packs": 1, "equal_card": "loses"}, Fraction(12 + 11 + 7, 49)),
        ("2S 3S 4S", {}, Fraction(2 * 3 - 3, 101)),
        ("AS AH AD", {}, Fraction(3 * 25, 101)),
    ],
)
def test_polish_bank_stakes_the_whole_bank_if_it_wins_more_often_than_not(
    cards: str, options: dict[str, Any], wins: Fraction
) -> None:
    seen = staking(cards, initial_bank=5, **options)
    values = Exact(polish_bank, seen.rules).move_values(seen)
    assert values == {polish_bank.Stake(amount): amount * (2 * wins - 1) for amount in range(1, 6)}
    best = max(values, key=values.__getitem__)
    assert best == polish_bank.Stake(5 if wins > Fraction(1, 2) else 1)


def sums_of_three(counts: Counter[int]) -> Counter[int]:
    """Return in how many ways three cards make each total, of cards by their values."""
    sums: Counter[int] = Counter()
    for values in combinations_with_replacement(counts, 3):
        ways = prod(comb(counts[value], copies) for value, copies in Counter(values).items())
        sums[sum(values)] += ways
    return sums


def average(counts: Counter[int], worth: Callable[[int], int]) -> Fraction:
    """Return the average worth of the total of three cards."""
    sums = sums_of_three(counts)
    return Fraction(sum(worth(total) * ways for total, ways in sums.items()), sums.total())


def after_a_card(counts: Counter[int], worth: Callable[[int, int], int]) -> Fraction:
    """Return the average worth of the value of a card, and of the total of three more."""
    total = Fraction(0)
    for value, copies in counts.items():
        rest = average(counts - Counter([value]), partial(worth, value))
        total += Fraction(copies, counts.total()) * rest
    return total


def makes_the_first_move(_seen: object, moves: tuple[M, ...]) -> M:
    """Exchange or replace no card, and bid."""
    return moves[0]


def cards_of(ranks: str) -> Hand:
    """Return a pack of the four suits of some ranks, so that fewer hands need to be told apart."""
    return Hand(card for card in PACK_52 if str(card.rank) in ranks.split())


def test_the_best_exchange_in_ruka_dyavola() -> None:
    """Against a player who keeps his cards: to keep 23, or to pay a stake for another card instead of the five."""
    rules, pack = ruka_dyavola.Rules(players=2), cards_of("2 5 9 K")
    first = ruka_dyavola.start(rules, pack)
    drawn = ruka_dyavola.apply(first, stacked(first, "9H 5C"))
    seen = view(ruka_dyavola.apply(drawn, stacked(drawn, "9C KS 9D KH 5S 2C")), 0)
    values = Exact(ruka_dyavola, rules, [makes_the_first_move] * 2, pack=pack).move_values(seen)
    counts = Counter(rules.values[card] for card in pack.minus(hand("9C 9D 5S")))
    keeps = average(counts, lambda theirs: 2 * (theirs < 23) - 1)
    takes = after_a_card(counts, lambda new, theirs: 3 * (theirs < 18 + new) - 2)
    assert values[ruka_dyavola.Exchange(Hand())] == keeps
    assert values[ruka_dyavola.Exchange(hand("5S"))] == takes
    assert values[ruka_dyavola.Exchange(hand("9C"))] == values[ruka_dyavola.Exchange(hand("9D"))] < keeps


@pytest.mark.parametrize("cards", ["9H 9D 4C", "KS 9D 2C"])
def test_totals_in_devils_hand(cards: str) -> None:
    """Against a player who keeps his cards and bids: to keep 22 or 21 of 23, or to pay for another card."""
    rules, pack = devils_hand.Rules(players=2), cards_of("2 4 9 K")
    first = devils_hand.start(rules, pack)
    own = hand(cards)
    dealt = " ".join(f"{mine.ascii} {other}" for mine, other in zip(own, ("2S", "2H", "4D"), strict=True))
    seen = view(devils_hand.apply(first, stacked(first, f"{dealt} KD 9S 4H")), 1)
    values = Exact(devils_hand, rules, [makes_the_first_move] * 2, pack=pack).move_values(seen)
    counts = Counter(rules.counts[card][0] for card in pack.minus(own.plus(hand("KD 9S 4H"))))
    total = sum(rules.counts[card][0] for card in own)
    kept = total - rules.counts[own[-1]][0]

    def won(mine: int, theirs: int, paid: int) -> int:
        """Return what the first player wins who has ``paid`` coins before he bids: the other pays 2 in any case."""
        closer = theirs == 23 or abs(mine - 23) < abs(theirs - 23)
        return 2 if closer and mine != 23 else -paid - 1  # 23 is an instant loss

    assert values[devils_hand.Replace(Hand())] == average(counts, lambda theirs: won(total, theirs, 1))
    replaced = after_a_card(counts, lambda new, theirs: won(kept + new, theirs, 2))
    assert values[devils_hand.Replace(Hand(own[-1:]))] == replaced

"""Games with a few cards: all shuffles, or all lines of play of a deal, with the laws checked in every state."""

from typing import Any, Final

import pytest

from cardrules.catalogue import AnyGame
from cardrules.errors import RulesError
from cardrules.game import Shuffled, start_game
from cardrules.games import devils_grip, devils_hand, klaberjass, konchinka, ruka_dyavola, semerik
from cardrules.verify import Explored, explore, laws
from cardrules.verify.explore import QUICK
from tests.sheets import hand

CHECKED: Final = (*QUICK, laws.seats_are_as_told, laws.standings_end_as_scores, laws.moves_have_numbers)


@pytest.mark.parametrize(
    ("module", "rules", "pack", "expected"),
    [
        # One trick of four honours, which wins. A state for each shuffle, four announcements and four plays.
        (semerik, semerik.Rules(target=1), "KH AH 2H 3H", Explored(1 + 24 * 9, 24, 9)),
        # Two cards are left for exchanges of hands of one card. Lots decide who deals; then each of the two exchanges or not.
        # What each has paid shows in the balances or in the bank, so no two lines of play come to the same end.
        (ruka_dyavola, ruka_dyavola.Rules(players=2), "2C 3C 4C 4D", Explored(1 + 24 + 2 * 24 * (1 + 2 + 4), 192, 4)),
        # Hands of one card, none of which can have the Devil's total. Each player stands pat, or replaces its card and keeps
        # the new one: 1 + 1 + 2 + 2 states. Then each bids or folds.
        (
            devils_hand,
            devils_hand.Rules(players=2, hand_size=1),
            "AS 2C 3C 5D 7H",
            Explored(1 + 120 * (6 + 4 + 8 + 16), 120 * 16, 7),
        ),
        # A card for each player and the table. The first player lays his card, since none is of the same rank; the five then
        # takes two and three, or all three lie on the table.
        (konchinka, konchinka.Rules(max_packs=1), "2C 3C 5D", Explored(1 + 6 + 3 + 2, 2, 3)),
        # Three piles and a card in stock, and none goes on another: the player gives up or turns the card, which is the end.
        (devils_grip, devils_grip.Rules(swaps="none"), "2C 3D 4H 7S", Explored(1 + 24 * 3, 48, 2)),
        # With two in stock (6 shuffles) there is no build either. With five in stock (6) the player may give up before and
        # after turning it, and again after a redeal. So he may if both are piles (12). He wins in six layouts, in which the
        # talon tells whether the card was turned, and redealt.
        (
            devils_grip,
            devils_grip.Rules(swaps="none", turn=1),
            "2C 5C 8D 4D",
            Explored(1 + 6 * 3 + 6 * 8 + 12 * 8 + 6 * 4, 6 * 2 + 6 * 4 + 12 * 4 + 6 * 4, 5),
        ),
    ],
)
def test_all_games_with_a_few_cards(module: AnyGame, rules: Any, pack: str, expected: Explored) -> None:
    assert explore(module, rules, start_game(module, rules, hand(pack)), CHECKED) == expected


@pytest.mark.parametrize(
    ("module", "rules", "pack", "longest"),
    [
        # Two rounds, and a jack on the first table that is replaced.
        (konchinka, konchinka.Rules(max_packs=1), "AS 2C 3C 5D JH", 6),
        (konchinka, konchinka.Rules(max_packs=1, courts="valued", take_twice_running=False), "AS 2C QC KD JH", 6),
        # Piles change places, and the stock has two cards.
        (devils_grip, devils_grip.Rules(), "2C 5C 5C 8C 4D", None),
        (devils_grip, devils_grip.Rules(partial_moves=True, swaps="none", turn=1), "2C 2C 5C 5C 8C", None),
        # Both replace their cards, check, bet and call, and state the totals of their aces.
        (
            devils_hand,
            devils_hand.Rules(players=2, hand_size=1, ace="either", betting="poker", max_raises=0),
            "AS AH 2C 2D QC",
            10,
        ),
        (ruka_dyavola, ruka_dyavola.Rules(players=2, exchange="one_by_one"), "2C 3C 3D 4D", 4),
    ],
)
def test_the_laws_hold_in_all_games_with_a_few_cards(
    module: AnyGame, rules: Any, pack: str, longest: int | None
) -> None:
    assert explore(module, rules, start_game(module, rules, hand(pack)), CHECKED).longest == longest


@pytest.mark.parametrize(
    ("module", "rules", "cards", "expected"),
    [
        # Seven cards, six of them dealt: clubs to the non-dealer, diamonds to the dealer, none in sequence. Six states of the
        # choice of trump and three void deals; six named trumps and two makers in hearts. Then two words, and three tricks
        # in which neither can follow suit, so that all 36 orders are allowed: 1, 3, 9, 18, 36, 36 and 36 states.
        (
            klaberjass,
            klaberjass.Rules(max_deals=1, show_bottom=False),
            "7C 7D 9C 9D 8H QC QD",
            Explored(6 + 3 + 8 * (2 + 1 + 3 + 9 + 18 + 36 + 36 + 36), 3 + 8 * 36, 12),
        ),
        # Two tricks, both for the side of seat 1, who leads clubs or diamonds first.
        (semerik, semerik.Rules(target=5), "3C 2C AC KC 3D 2D AD KD", Explored(4 + 1 + 2 * 8, 2, 12)),
    ],
)
def test_all_lines_of_play_of_a_small_deal(module: AnyGame, rules: Any, cards: str, expected: Explored) -> None:
    state = module.apply(start_game(module, rules, hand(cards)), Shuffled(hand(cards)))
    assert explore(module, rules, state, CHECKED) == expected


@pytest.mark.parametrize(
    ("module", "rules", "names", "needs"),
    [
        (klaberjass, klaberjass.Rules(), "7C 8C 9C 10C JC QC KC", "at least 8 cards, not 7"),
        (klaberjass, klaberjass.Rules(show_bottom=False), "7C 8C 9C 10C JC QC", "at least 7 cards, not 6"),
        (klaberjass, klaberjass.Rules(), "2C 8C 9C 10C JC QC KC AC", "which has no 2♣ more"),
        (semerik, semerik.Rules(), "3C 2C AC KC QC", "at least 4 cards and a multiple of 4, not 5"),
        (konchinka, konchinka.Rules(players=3), "2C 3C 4C", "at least 4 cards, not 3"),
        (devils_grip, devils_grip.Rules(), "2C 3C", "at least 3 cards, not 2"),
        (devils_grip, devils_grip.Rules(), "2C 2C 2C", "which has no 2♣ more"),
        (devils_hand, devils_hand.Rules(players=2, hand_size=1), "2C 3C 4C 5C", "at least 5 cards, not 4"),
        (
            devils_hand,
            devils_hand.Rules(players=2, hand_size=1, jokers=2),
            "2C 3C 4C 5C JK JK",
            "at least 7 cards, not 6",
        ),
        (ruka_dyavola, ruka_dyavola.Rules(players=2, hands=2), "2C 3C 4C 5C 6C 7C 8C", "at least 8 cards, not 7"),
        (ruka_dyavola, ruka_dyavola.Rules(players=2), "2C 3C 4C JK", "which has no"),
    ],
)
def test_a_pack_that_does_not_fit_is_refused(module: AnyGame, rules: Any, names: str, needs: str) -> None:
    with pytest.raises(RulesError, match=f"the pack must .*{needs}"):
        start_game(module, rules, hand(names))

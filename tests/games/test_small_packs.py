"""Every state of the games with few cards: each docstring says how many there are, and what so few cannot reach.

All laws hold in each state: what seats know and the worlds that fit it, too. In the largest of these instances that is
checked in the deep tests; always, the quick laws are.
"""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from cardrules.catalogue import game
from cardrules.errors import RulesError
from cardrules.game import Shuffled, start_game
from cardrules.games import draw_poker
from cardrules.verify import Explored, explore, laws
from cardrules.verify.explore import QUICK
from cardrules.verify.laws import Check
from tests.sheets import after, hand
from tests.small import Small

QUICKLY: Final = (*QUICK, laws.seats_are_as_told, laws.standings_end_as_scores, laws.moves_have_numbers)

OTHERS: Final = ("play ends", "subprocesses agree", "suits are symmetric")
"""Laws of whole games and not of states, and one of packs in which all suits have the same ranks."""

THOROUGHLY: Final = tuple(law.check for law in laws.LAWS if law.name not in OTHERS)


def explored(name: str, cards: str, checked: Sequence[Check] = THOROUGHLY, **options: Any) -> Explored:
    """Return the size of all play of a game with these cards and options, in which laws hold everywhere."""
    module = game(name)
    small, rules = Small(module, cards), module.Rules(**options)
    return explore(small, rules, small.start(rules), checked)


def explored_deal(name: str, cards: str, **options: Any) -> Explored:
    """Return the size of all play of a game after the cards were dealt in this order; quick laws hold everywhere."""
    module = game(name)
    rules = module.Rules(**options)
    dealt = module.apply(start_game(module, rules, hand(cards)), Shuffled(hand(cards)))
    return explore(module, rules, dealt, QUICKLY)


def test_blackjack() -> None:
    """Four cards in 24 orders: two for the box, one for the dealer, one more. The box stands, or hits.

    If it stands, the dealer draws and stays. If it hits, it passes 21, has 21, or has 20 and stands; the dealer stays, as
    no card is left. No hand is Blackjack or a pair, and there is no second box or round.
    """
    off: dict[str, Any] = {"surrender": "none", "insurance": False, "double": "none"}
    found = explored("blackjack", "5C 6C 9D KH", max_bet=1, **off)
    standing, hitting = 24 * 3, 24 * 2 + 24 // 4
    assert found == Explored(1 + 24 * 2 + standing + hitting, 2 * 24, 5)


def test_devils_grip_without_builds() -> None:
    """Three piles and a card in stock, in 24 orders: the player gives up, or turns the card, which is the end."""
    assert explored("devils_grip", "2C 3D 4H 7S", swaps="none") == Explored(1 + 24 * 3, 24 * 2, 2)


def test_devils_grip_with_one_build() -> None:
    """If the two is in stock (6 orders) there is no build either; if the five is (6), it must be turned before.

    Then the player may give up at four moments: before and after he turns it, and again after a redeal; so he may if both
    are piles (12). He wins in six layouts; how often the card was turned or redealt shows in four ways. There is one row
    of each order, no equal card, and no swap.
    """
    found = explored("devils_grip", "2C 5C 8D 4D", swaps="none", turn=1)
    wins = 6 * 4
    assert found == Explored(1 + 6 * 3 + (6 + 12) * 2 * 4 + wins, 6 * 2 + (6 + 12) * 4 + wins, 5)


def test_devils_grip_with_swaps() -> None:
    """Play can go round, by swaps alone, with two cards in stock."""
    assert explored("devils_grip", "2C 5C 5C 8C 4D", QUICKLY).longest is None


def test_devils_grip_with_parts() -> None:
    """Parts of piles move, and can move back, onto equal cards."""
    assert explored("devils_grip", "2C 2C 5C 5C 8C", QUICKLY, partial_moves=True, swaps="none", turn=1).longest is None


def test_devils_hand() -> None:
    """Hands of one card in 120 orders. Each player stands pat, or replaces its card and keeps the new one; then each bids.

    While the players draw there are 1 + 1 + 2 + 2 states. No card is of the Devil's rank, so none is shown. There is no
    joker, no second deal, and no hand of several cards.
    """
    found = explored("devils_hand", "AS 2C 3C 5D 7H", QUICKLY, players=2, hand_size=1)
    assert found == Explored(1 + 120 * (6 + 4 + 8 + 16), 120 * 16, 1 + 2 * 2 + 2)


def test_devils_hand_with_aces_of_either_value() -> None:
    """The longest play: both replace their cards and keep aces, check, bet, call, and state their totals."""
    options: dict[str, Any] = {"ace": "either", "betting": "poker", "max_raises": 0}
    found = explored("devils_hand", "AS AH 2C 2D QC", QUICKLY, players=2, hand_size=1, **options)
    assert found.longest == 1 + 2 * 2 + 3 + 2


def test_draw_poker() -> None:
    """All play of one deal of eleven cards; its orders are too many to visit, as poker needs five cards a hand.

    Before the draw, and after it, the first passes, or stakes, and the other passes or stakes: five states, three ends. One
    card of the stock can be drawn: each stands pat or throws one of five away. If both throw one away, the first one's is
    the new stock. There is no third player, and no more than one card is replaced.
    """
    rules = draw_poker.Rules(players=2, circles=1, limit=1)
    start = draw_poker.start(rules, hand("2C 3C 4C 5C 7C 2D 3D 4D 5D 8D KH"))
    dealt = after(draw_poker, start, *[Shuffled(start.pack)] * 2)
    draws = 6 * 6
    states = 4 + 1 + 6 + 5 * 5 + draws * 5
    assert explore(draw_poker, rules, dealt, QUICKLY) == Explored(states, 2 + 3 * draws, 2 + 3 + 2)


def test_klaberjass_without_following() -> None:
    """One deal: clubs to the non-dealer and diamonds to the dealer, none in sequence.

    The choice of trump has six states, three ends in which the deal is void, and a contract of either maker in any suit.
    Then come two words, and three tricks in which neither can follow suit, so that all 36 orders are allowed. All 5,040
    shuffles would take an hour. There is no following, sequence, dix or bella, and no second deal.
    """
    found = explored_deal("klaberjass", "7C 7D 9C 9D 8H QC QD", max_deals=1, show_bottom=False)
    play = 1 + 3 + 9 + 18 + 36 + 36 + 36
    assert found == Explored(6 + 3 + 2 * 4 * (2 + play), 3 + 2 * 4 * 36, 4 + 2 + 6)


def test_klaberjass_with_one_suit() -> None:
    """The longest play: pass, schmeiss, refused; the dealer takes the queen for the seven, and shows jack, ten and queen.

    Both must follow suit and beat what they can. Bella needs king and queen in one hand.
    """
    found = explored_deal("klaberjass", "9C 7C KC JC QC 8C 10C", max_deals=1, show_bottom=False)
    assert found.longest == 3 + 1 + 1 + 1 + 1 + 6


def test_konchinka() -> None:
    """A card for each player and the table, in six orders. The first player lays his card: no two are of a rank.

    Three such states are left, as the cards on the table are sorted. Then the five takes two and three, or all lie there.
    There is no second round or pack, no choice, and no replacement.
    """
    assert explored("konchinka", "2C 3C 5D", max_packs=1) == Explored(1 + 6 + 3 + 2, 2, 3)


@pytest.mark.parametrize(
    ("cards", "options"),
    [("AS 2C 3C 5D JH", {}), ("AS 2C QC KD JH", {"courts": "valued", "take_twice_running": False})],
)
def test_konchinka_with_two_rounds(cards: str, options: dict[str, Any]) -> None:
    """The longest play: the jack on the first table is replaced, and then two players play twice one card."""
    assert explored("konchinka", cards, max_packs=1, **options).longest == 1 + 1 + 2 * 2


def test_konchinka_with_two_cards_each() -> None:
    """All lines of play of six cards: nobody is dealt more, so the longest have four plays."""
    assert explored("konchinka", "2C 3C 5D 8D 10D KH", max_packs=1).longest == 1 + 2 * 2


def test_macao() -> None:
    """Lots can lie in 24 orders, and so can the first cards and the stock, by either banker; each seat draws or stands.

    Every order of every such play is another end. There is one coup, one bank and one punter.
    """
    found = explored("macao", "5C 9C AC KD", players=2, banks=1)
    assert found == Explored(1 + 24 + 2 * 24 * (1 + 2 + 4), 2 * 24 * 4, 4)


def test_macao_with_all_options() -> None:
    """The longest play: the punter stands, and the banker replaces the king, draws, and shows or stands.

    The punter cannot replace a card: the stock holds no more cards than seats that have not finished.
    """
    options: dict[str, Any] = {
        "overdraw": "bust",
        "zero_card": "free",
        "draw_again": True,
        "ties": "nobody",
        "banker_natural": "all",
    }
    assert explored("macao", "5C 9C AC KD", players=2, banks=1, **options).longest == 2 + 1 + 3


def test_oh_hell() -> None:
    """One card each and one turned up, in 24 orders; each of three bids nil or one. There is no other deal.

    So nobody can follow suit or not: each play is forced.
    """
    found = explored("oh_hell", "2C 3C 4D 5D", players=3, deals=1, last_turn_up=True)
    ends = 24 * 2**3
    assert found == Explored(1 + 24 * (1 + 2 + 4) + 4 * ends, ends, 1 + 3 + 3)


def test_polish_bank() -> None:
    """Lots can lie in 24 orders, and so can a deal, from either banker; then the stake is 1 or the whole bank, 2.

    At the end the hand is sorted: of four cards one was turned. There is no second punter, deal or bank, no side bet and
    no equal card.
    """
    found = explored("polish_bank", "2C 3C 4C 5D", players=2, initial_bank=2, max_deals=1)
    ends = 2 * 4 * 2
    assert found == Explored(1 + 24 + 2 * 24 * (1 + 2) + ends, ends, 4)


def test_ruka_dyavola() -> None:
    """Lots can lie in 24 orders, and so can hands of one card and the stock, for either dealer; each exchanges or not.

    What each has paid shows in the balances or in the bank that was won, so every line of play has another end. There is
    no joker, no staking, no second hand or deal, and no hand of several cards.
    """
    ends = 2 * 24 * 4
    assert explored("ruka_dyavola", "2C 3C 4C 4D", players=2) == Explored(1 + 24 + 2 * 24 * (1 + 2) + ends, ends, 4)


def test_ruka_dyavola_one_by_one() -> None:
    """The one hand of each has one card, so there is one exchange at most, as in the other form."""
    ends = 2 * 24 * 4
    found = explored("ruka_dyavola", "2C 3C 4C 4D", players=2, exchange="one_by_one")
    assert found == Explored(1 + 24 + 2 * 24 * (1 + 2) + ends, ends, 4)


def test_semerik() -> None:
    """One trick of four honours, in 24 orders: four announcements, and four plays that are forced. The trick wins.

    There is no second deal, no combination, and no trick that counts nothing.
    """
    assert explored("semerik", "KH AH 2H 3H", target=1) == Explored(1 + 24 * 9, 24, 9)


def test_semerik_with_two_tricks() -> None:
    """Seat 1 leads clubs or diamonds first; the others follow suit, and its side takes both tricks. Nobody discards."""
    found = explored_deal("semerik", "3C 2C AC KC 3D 2D AD KD", target=5)
    assert found == Explored(4 + 1 + 2 * 8, 2, 4 + 8)


def test_spades() -> None:
    """One card each, in 24 orders; each of four bids nil or one. No card is exchanged, and each play is forced."""
    found = explored("spades", "2C 3C 2S 3S", QUICKLY, max_deals=1, double_nil=False, exchange=0)
    ends = 24 * 2**4
    assert found == Explored(1 + 24 * (1 + 2 + 4 + 8) + 5 * ends, ends, 1 + 4 + 4)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "cards", "options"),
    [
        ("devils_hand", "AS 2C 3C 5D 7H", {"players": 2, "hand_size": 1}),
        ("spades", "2C 3C 2S 3S", {"max_deals": 1, "double_nil": False, "exchange": 0}),
    ],
)
def test_all_laws_hold_in_larger_instances(name: str, cards: str, options: dict[str, Any]) -> None:
    explored(name, cards, **options)


def test_thirteen() -> None:
    """Six orders of the lots, and of the pack by either banker; in each, one stake of two, and then one to three turns.

    The first rank comes first in two orders; otherwise the second rank second in one, so five turns are made in these
    three; three in each of the others. There is no second punter, and no call after a shuffle.
    """
    found = explored("thirteen", "2C 3C 4C", players=2, max_stake=2, max_rounds=1)
    turns = 2 * 1 + 1 * 2 + 3 * 3
    ends = 2 * 2 * 6
    assert found == Explored(1 + 6 + 2 * (6 + 2 * turns) + ends, ends, 2 + 1 + 3)


def test_thirteen_goes_on_after_a_shuffle() -> None:
    """The longest play: a hit by the third and last card, then a shuffle before three more turns. There is one bank."""
    found = explored("thirteen", "2C 3C 4C", players=2, max_stake=1, max_rounds=2, banks=1)
    assert found.longest == 2 + (1 + 3) + (1 + 1 + 3)


@pytest.mark.parametrize(
    ("name", "options", "cards", "needs"),
    [
        ("klaberjass", {}, "7C 8C 9C 10C JC QC KC", "at least 8 cards, not 7"),
        ("klaberjass", {"show_bottom": False}, "7C 8C 9C 10C JC QC", "at least 7 cards, not 6"),
        ("klaberjass", {}, "2C 8C 9C 10C JC QC KC AC", "which has no 2♣ more"),
        ("semerik", {}, "3C 2C AC KC QC", "at least 4 cards and a multiple of 4, not 5"),
        ("konchinka", {"players": 3}, "2C 3C 4C", "at least 4 cards, not 3"),
        ("devils_grip", {}, "2C 3C", "at least 3 cards, not 2"),
        ("devils_grip", {}, "2C 2C 2C", "which has no 2♣ more"),
        ("devils_hand", {"players": 2, "hand_size": 1}, "2C 3C 4C 5C", "at least 5 cards, not 4"),
        ("devils_hand", {"players": 2, "hand_size": 1, "jokers": 2}, "2C 3C 4C 5C JK JK", "at least 7 cards, not 6"),
        ("ruka_dyavola", {"players": 2, "hands": 2}, "2C 3C 4C 5C 6C 7C 8C", "at least 8 cards, not 7"),
        ("ruka_dyavola", {"players": 2}, "2C 3C 4C JK", "which has no JK more"),
    ],
)
def test_a_pack_that_does_not_fit_is_refused(name: str, options: dict[str, Any], cards: str, needs: str) -> None:
    module = game(name)
    with pytest.raises(RulesError, match=f"the pack must .*{needs}"):
        start_game(module, module.Rules(**options), hand(cards))

"""Every state of some games with few cards: each docstring says how many there are, and what so few cannot reach."""

from typing import Any, Final

from cardrules.catalogue import game
from cardrules.game import Shuffled, start_game
from cardrules.games import draw_poker
from cardrules.verify import Explored, explore, laws
from cardrules.verify.explore import QUICK
from tests.sheets import after, hand

CHECKED: Final = (*QUICK, laws.seats_are_as_told, laws.standings_end_as_scores, laws.moves_have_numbers)


def explored(name: str, cards: str, **options: Any) -> Explored:
    """Return the size of all play of a game with these cards and options, in which the laws hold everywhere."""
    module = game(name)
    rules = module.Rules(**options)
    return explore(module, rules, start_game(module, rules, hand(cards)), CHECKED)


def test_polish_bank() -> None:
    """Lots can lie in 24 orders, and so can a deal, from either banker; then the stake is 1 or the whole bank, 2.

    At the end the hand is sorted: of four cards one was turned. There is no second punter, deal or bank, no side bet and
    no equal card.
    """
    found = explored("polish_bank", "2C 3C 4C 5D", players=2, initial_bank=2, max_deals=1)
    ends = 2 * 4 * 2
    assert found == Explored(1 + 24 + 2 * 24 * (1 + 2) + ends, ends, 4)


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
    options = {"overdraw": "bust", "zero_card": "free", "draw_again": True, "ties": "nobody", "banker_natural": "all"}
    assert explored("macao", "5C 9C AC KD", players=2, banks=1, **options).longest == 2 + 1 + 3


def test_oh_hell() -> None:
    """One card each and one turned up, in 24 orders; each of three bids nil or one. There is no other deal.

    So nobody can follow suit or not: each play is forced.
    """
    found = explored("oh_hell", "2C 3C 4D 5D", players=3, deals=1, last_turn_up=True)
    ends = 24 * 2**3
    assert found == Explored(1 + 24 * (1 + 2 + 4) + 4 * ends, ends, 1 + 3 + 3)


def test_spades() -> None:
    """One card each, in 24 orders; each of four bids nil or one. No card is exchanged, and each play is forced."""
    found = explored("spades", "2C 3C 2S 3S", max_deals=1, double_nil=False, exchange=0)
    ends = 24 * 2**4
    assert found == Explored(1 + 24 * (1 + 2 + 4 + 8) + 5 * ends, ends, 1 + 4 + 4)


def test_blackjack() -> None:
    """Four cards in 24 orders: two for the box, one for the dealer, one more. The box stands, or hits.

    If it stands, the dealer draws and stays. If it hits, it passes 21, has 21, or has 20 and stands; the dealer stays, as
    no card is left. No hand is Blackjack or a pair, and there is no second box or round.
    """
    off = {"surrender": "none", "insurance": False, "double": "none"}
    found = explored("blackjack", "5C 6C 9D KH", max_bet=1, **off)
    standing, hitting = 24 * 3, 24 * 2 + 24 // 4
    assert found == Explored(1 + 24 * 2 + standing + hitting, 2 * 24, 5)


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
    assert explore(draw_poker, rules, dealt, CHECKED) == Explored(states, 2 + 3 * draws, 2 + 3 + 2)

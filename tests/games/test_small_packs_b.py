"""Every state of some games with few cards: each docstring says how many there are, and what so few cannot reach."""

from typing import Any, Final

from cardrules.catalogue import game
from cardrules.game import start_game
from cardrules.verify import Explored, explore, laws
from cardrules.verify.explore import QUICK
from tests.sheets import hand

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

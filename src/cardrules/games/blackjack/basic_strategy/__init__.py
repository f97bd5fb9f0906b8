"""Basic strategy: the best play in Blackjack with any options, and what it wins, as exact fractions.

The moves of a hand, the dealer's play and the settlement come from the functions that :mod:`cardrules.games.blackjack`
plays with; this package adds only chances and averages. All averages are for a bet of 1.

>>> from cardrules.games.blackjack.basic_strategy import expectation
>>> from cardrules.games.blackjack import Rules
>>> print(f"{float(expectation(Rules())):.6f}")
0.000980
"""

from fractions import Fraction

from cardrules.games.blackjack.basic_strategy.against import Against as Against
from cardrules.games.blackjack.basic_strategy.chart import table as table
from cardrules.games.blackjack.basic_strategy.shoe import ENDLESS as ENDLESS
from cardrules.games.blackjack.basic_strategy.shoe import FACES as FACES
from cardrules.games.blackjack.basic_strategy.shoe import Chances as Chances
from cardrules.games.blackjack.basic_strategy.shoe import Shoe as Shoe
from cardrules.games.blackjack.basic_strategy.shoe import dealer_results as dealer_results
from cardrules.games.blackjack.basic_strategy.shoe import insurance_value as insurance_value
from cardrules.games.blackjack.rules import Rules


def expectation(rules: Rules, shoe: Shoe = ENDLESS) -> Fraction:
    """Return what a box, alone at the table, wins on average by the best play in a round that begins with ``shoe``.

    The box insures where that pays, which it never does with an endless shoe. With any other shoe this takes minutes.
    Raises :class:`~cardrules.errors.RulesError` as
    :class:`~cardrules.games.blackjack.basic_strategy.against.Against` does, and ``ValueError`` if the shoe may run out
    of cards.
    """
    return sum((probability * Against(rules, up, shoe).expectation for up, probability in shoe.draws()), Fraction(0))

"""Exact answers: what play is worth on average over all shuffles, as fractions, for games and positions small enough.

Cards are dealt unseen and looked at only when a rule or a player needs them: a card that never matters is never dealt, and
cards that the game promises to be alike are one. So much more is in reach than packs of a few cards.

>>> from cardrules.exact import Exact
>>> from cardrules.games import thirteen
>>> from cardrules.cards import Hand
>>> rules = thirteen.Rules(players=2, max_stake=1, max_rounds=1)
>>> five = Exact(thirteen, rules, pack=Hand.parse("2C 3C 4C 5C 6C"))
>>> five.chances(lambda end: end.table.lost)  # 44 of the 120 orders have no hit
{0: Fraction(19, 30), 1: Fraction(11, 30)}
"""

from cardrules.exact.answers import LIMIT as LIMIT
from cardrules.exact.answers import Exact as Exact
from cardrules.exact.strategies import BEST as BEST
from cardrules.exact.strategies import Best as Best
from cardrules.exact.strategies import ExactError as ExactError
from cardrules.exact.strategies import Strategy as Strategy
from cardrules.exact.strategies import uniform as uniform

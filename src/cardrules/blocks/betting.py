"""Betting: which seats are still in, who acts next, how much each may stake, and when the betting is over.

There are two forms. In :class:`Matching` every seat that stays in pays as much as the others: check, bet, call, raise or
fold. In :class:`Staking` the seats take turns in circles, and each stake is at least the last; nobody has to match it. The
terms declare what is allowed, and their method ``begin`` starts a betting of some seats. Both forms have ``legal_moves``,
``over``, and ``after``, which returns the cost of a move and the betting after it. A third form, in which no seat pays more
than it has, is in :mod:`cardrules.blocks.table_stakes`.
"""

from functools import cached_property
from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.fastinit import FastInit
from cardrules.labels import UNTOLD, told
from cardrules.moves import Reason, because, kind_name
from cardrules.seats import NOT_BY_SEAT, Seat, replaced


def amounts_in_words(name: str, amounts: range) -> str:
    """Return which ``amounts`` something can have, in words: "a stake is a multiple of 5 from 5 to 50"."""
    least, most, step = amounts[0], amounts[-1], amounts.step
    if least == most:
        return f"a {name} is {least}"
    if step == 1:
        return f"a {name} is a whole number from {least} to {most}"
    if least % step == 0:
        return f"a {name} is a multiple of {step} from {least} to {most}"
    return f"a {name} is from {least} to {most} in steps of {step}"


@frozen
class Pass:
    """Drop out; earlier stakes stay in the pot."""


@frozen
class Stake:
    """Stake an amount."""

    amount: int


@frozen
class Check:
    """Stay in without paying, while nothing is owed."""


@frozen
class Bet:
    """Be the first to pay an amount."""

    amount: int


@frozen
class Call:
    """Pay the difference to the highest payment; at table stakes all that is left, if that is less."""


@frozen
class Raise:
    """Pay the difference to the highest payment and an amount on top of it."""

    amount: int


@frozen
class Fold:
    """Drop out; earlier payments stay in the pot."""


Wager: TypeAlias = Pass | Stake | Check | Bet | Call | Raise | Fold
"""A move of either form of betting."""

PASS: Final = Pass()
CHECK: Final = Check()
CALL: Final = Call()
FOLD: Final = Fold()


@frozen
class StakingTerms:
    """The terms of a betting in circles."""

    step: int
    """The lowest stake, and the step from one stake to the next."""
    limit: int
    """The highest stake."""
    circles: int
    """The number of circles after which the betting is over."""
    enough: int = 1
    """The number of seats still in at which the betting is over at once."""
    until_no_raise: bool = False
    """Whether the betting is also over after a circle in which no stake exceeded the one before it.

    The first stake of the betting does not count as a raise.
    """

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """All stakes, from low to high."""
        return tuple(map(Stake, range(self.step, self.limit + 1, self.step)))

    @property
    def moves(self) -> tuple[Pass | Stake, ...]:
        """All moves that can be listed."""
        return PASS, *self.stakes

    def begin(self, seats: tuple[Seat, ...]) -> "Staking":
        """Start a betting of ``seats``, given in the order in which they act."""
        return Staking(self, seats, seats)

    def max_moves(self, seats: int) -> int:
        """Return the largest number of moves that a number of seats can make."""
        return self.circles * seats

    @property
    def max_cost(self) -> int:
        """The largest sum that one seat can pay."""
        return self.circles * self.limit


@frozen
class Staking(FastInit):
    """A betting in circles."""

    terms: StakingTerms
    left: tuple[Seat, ...] = field(metadata=told("still in", by_seat=False))
    """The seats still in, in the order in which they act."""
    waiting: tuple[Seat, ...] = field(metadata=UNTOLD | NOT_BY_SEAT)
    """The seats that still have to act in this circle, the next first."""
    circle: int = 1
    last: int = field(default=0, metadata=told("last stake", zero=False))
    """The last stake, 0 before the first."""
    raised: bool = field(default=False, metadata=told("raised in this circle"))
    """Whether a seat has raised in this circle."""

    @property
    def over(self) -> bool:
        """Whether the betting is over."""
        return not self.waiting or len(self.left) <= self.terms.enough

    @property
    def to_act(self) -> Seat:
        """The seat that acts next."""
        return self.waiting[0]

    def legal_moves(self) -> tuple[Pass | Stake, ...]:
        """Return pass, and the stakes from the last one up."""
        return PASS, *self.terms.stakes[max(self.last // self.terms.step - 1, 0) :]

    def after(self, move: Wager) -> tuple[int, "Staking"]:
        """Return what the seat to act pays for ``move``, and the betting after it."""
        seat, waiting, last, raised = self.waiting[0], self.waiting[1:], self.last, self.raised
        if isinstance(move, Stake):
            left, cost = self.left, move.amount
            raised = raised or 0 < last < cost
            last = cost
        else:
            left, cost = tuple([other for other in self.left if other != seat]), 0
        if waiting or self.circle == self.terms.circles or (self.terms.until_no_raise and not raised):
            return cost, Staking(self.terms, left, waiting, self.circle, last, raised)
        return cost, Staking(self.terms, left, left, self.circle + 1, last)

    def why_not(self, move: Wager, rule: str) -> Reason:
        """Return why the seat to act may not stake this amount; ``rule`` is the number of the rule on stakes."""
        terms = self.terms
        if move in terms.stakes:
            return because(f"a stake is at least the last one, {self.last}", rule)
        return because(amounts_in_words("stake", range(terms.step, terms.limit + 1, terms.step)), rule)


@frozen
class MatchingTerms:
    """The terms of a betting in which every seat must match the highest payment."""

    step: int
    """The lowest bet and raise, and the step from one amount to the next."""
    limit: int
    """The highest bet and raise."""
    max_raises: int
    """The largest number of raises in the whole betting; the bet does not count."""
    fold_unopened: bool = False
    """Whether a seat may also fold while nobody has bet."""

    @cached_property
    def unopened(self) -> tuple[Check | Bet | Fold, ...]:
        """The legal moves while nobody has bet, bets from low to high."""
        bets = map(Bet, range(self.step, self.limit + 1, self.step))
        return (CHECK, *bets, FOLD) if self.fold_unopened else (CHECK, *bets)

    @cached_property
    def opened(self) -> tuple[Call | Raise | Fold, ...]:
        """The legal moves after a bet while more raises are allowed, raises from low to high."""
        return CALL, *map(Raise, range(self.step, self.limit + 1, self.step)), FOLD

    @property
    def moves(self) -> tuple[Check | Bet | Call | Raise | Fold, ...]:
        """All moves that can be listed."""
        opened = self.opened if self.max_raises else (CALL, FOLD)
        return *(move for move in self.unopened if move != FOLD), *opened

    def begin(self, seats: tuple[Seat, ...]) -> "Matching":
        """Start a betting of ``seats``, given in the order in which they act."""
        return Matching(self, seats, (0,) * len(seats), seats)

    def max_moves(self, seats: int) -> int:
        """Return the largest number of moves that a number of seats can make.

        They make them if the last seat bets and each raise comes from the last seat that can make it.
        """
        return seats + (seats - 1) * (self.max_raises + 1)

    @property
    def max_cost(self) -> int:
        """The largest sum that one seat can pay."""
        return self.limit * (1 + self.max_raises)


@frozen
class Matching(FastInit):
    """A betting in which every seat must match the highest payment."""

    terms: MatchingTerms
    left: tuple[Seat, ...] = field(metadata=told("still in", by_seat=False))
    """The seats still in, in the order in which they act."""
    paid: tuple[int, ...] = field(metadata=told("who paid", joined=True, by_seat=False))
    """The payment of each seat still in, in the same order."""
    waiting: tuple[Seat, ...] = field(metadata=told("still to act", by_seat=False))
    """The seats that still have to act, the next first; after a bet or a raise these are all the others."""
    raised: int = field(default=0, metadata=told("raises", zero=False))
    """The number of raises so far."""

    @property
    def over(self) -> bool:
        """Whether the betting is over: every seat still in has acted and paid the same, or only one is in."""
        return not self.waiting or len(self.left) == 1

    @property
    def to_act(self) -> Seat:
        """The seat that acts next."""
        return self.waiting[0]

    def legal_moves(self) -> tuple[Check | Bet | Call | Raise | Fold, ...]:
        """Return check, the bets and perhaps fold; after a bet call, the raises if more are allowed, and fold."""
        if not any(self.paid):
            return self.terms.unopened
        return self.terms.opened if self.raised < self.terms.max_raises else (CALL, FOLD)

    def after(self, move: Wager) -> tuple[int, "Matching"]:
        """Return what the seat to act pays for ``move``, and the betting after it."""
        left, paid, waiting, raised = self.left, self.paid, self.waiting[1:], self.raised
        place = left.index(self.waiting[0])
        if isinstance(move, Fold):
            folded = left[:place] + left[place + 1 :]
            return 0, Matching(self.terms, folded, paid[:place] + paid[place + 1 :], waiting, raised)
        highest = max(paid)
        if isinstance(move, (Bet, Raise)):
            highest += move.amount
            waiting = left[place + 1 :] + left[:place]
            raised += isinstance(move, Raise)
        return highest - paid[place], Matching(self.terms, left, replaced(paid, place, highest), waiting, raised)

    def why_not(self, move: Wager, rule: str) -> Reason:
        """Return why a bet or raise may not have this amount; ``rule`` is the number of the rule on these amounts."""
        terms = self.terms
        return because(amounts_in_words(kind_name(type(move)), range(terms.step, terms.limit + 1, terms.step)), rule)

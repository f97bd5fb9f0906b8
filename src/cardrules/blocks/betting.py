"""Bettings as data: who is left, who is still to act, what may be staked, and when it is over.

There are two forms. In a :class:`Matching` nobody stays in for less than another: check, bet, call, raise or fold. In a
:class:`Staking` the turn goes round in circles, and each stake is at least the last; stakes are not evened out. The
terms of a betting say what is allowed, and ``begin`` it with the seats that take part; either form has ``legal_moves``, and
gives what a move costs and the betting ``after`` it, until it is ``over``.
"""

from functools import cached_property
from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.fastinit import FastInit
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
    """Drop out; what was staked stays."""


@frozen
class Stake:
    """Stake an amount."""

    amount: int


@frozen
class Check:
    """Stay in for nothing, as long as nobody has bet."""


@frozen
class Bet:
    """Be the first to put in an amount."""

    amount: int


@frozen
class Call:
    """Put in what is missing to the highest."""


@frozen
class Raise:
    """Put in what is missing to the highest, and an amount on top of it."""

    amount: int


@frozen
class Fold:
    """Drop out; what was put in stays."""


Wager: TypeAlias = Pass | Stake | Check | Bet | Call | Raise | Fold
"""Every move of a betting."""

PASS: Final = Pass()
CHECK: Final = Check()
CALL: Final = Call()
FOLD: Final = Fold()


@frozen
class StakingTerms:
    """The terms of a betting in circles."""

    step: int
    """The least stake, and the step from one to the next."""
    limit: int
    """No stake is higher."""
    circles: int
    """It is over after so many."""
    enough: int = 1
    """It is over at once when no more seats than these are left."""
    until_no_raise: bool = False
    """Whether it is also over after a circle in which nobody raised: staked more than the last stake, if there was one."""

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """All stakes, from low to high, made once."""
        return tuple(map(Stake, range(self.step, self.limit + 1, self.step)))

    def begin(self, seats: tuple[Seat, ...]) -> "Staking":
        """The betting of ``seats``, in the order in which they act."""
        return Staking(self, seats, seats)

    def max_moves(self, seats: int) -> int:
        """The most moves that so many seats can make."""
        return self.circles * seats

    @property
    def max_cost(self) -> int:
        """The most that one seat can put in."""
        return self.circles * self.limit


@frozen
class Staking(FastInit):
    """A betting in circles, under way."""

    terms: StakingTerms
    left: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who is left, in the order in which they act."""
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who is still to act in this circle, the next first."""
    circle: int = 1
    last: int = 0
    """The last stake, 0 before the first."""
    raised: bool = False
    """Whether somebody has raised in this circle."""

    @property
    def over(self) -> bool:
        """Whether nobody has to act any more."""
        return not self.waiting or len(self.left) <= self.terms.enough

    @property
    def to_act(self) -> Seat:
        """Who acts next."""
        return self.waiting[0]

    def legal_moves(self) -> tuple[Pass | Stake, ...]:
        """Pass, and the stakes from the last one up."""
        return PASS, *self.terms.stakes[max(self.last // self.terms.step - 1, 0) :]

    def after(self, move: Wager) -> tuple[int, "Staking"]:
        """What the seat to act pays for ``move``, and the betting after it."""
        seat, waiting, last, raised = self.waiting[0], self.waiting[1:], self.last, self.raised
        if isinstance(move, Stake):
            left, price = self.left, move.amount
            raised = raised or 0 < last < price
            last = price
        else:
            left, price = tuple([other for other in self.left if other != seat]), 0
        if waiting or self.circle == self.terms.circles or (self.terms.until_no_raise and not raised):
            return price, Staking(self.terms, left, waiting, self.circle, last, raised)
        return price, Staking(self.terms, left, left, self.circle + 1, last)

    def why_not(self, move: Wager, rule: str) -> Reason:
        """Return why the seat to act may not stake this amount; ``rule`` is the number of the rule on stakes."""
        terms = self.terms
        if move in terms.stakes:
            return because(f"a stake is at least the last one, {self.last}", rule)
        return because(amounts_in_words("stake", range(terms.step, terms.limit + 1, terms.step)), rule)


@frozen
class MatchingTerms:
    """The terms of a betting in which the highest is to be matched."""

    step: int
    """The least bet and raise, and the step from one to the next."""
    limit: int
    """No bet or raise is higher."""
    most_raises: int
    """How many raises there may be in the whole betting; the bet is none."""
    fold_unopened: bool = False
    """Whether one may also fold while nobody has bet."""

    @cached_property
    def unopened(self) -> tuple[Check | Bet | Fold, ...]:
        """What one may do while nobody has bet, bets from low to high, made once."""
        bets = map(Bet, range(self.step, self.limit + 1, self.step))
        return (CHECK, *bets, FOLD) if self.fold_unopened else (CHECK, *bets)

    @cached_property
    def opened(self) -> tuple[Call | Raise | Fold, ...]:
        """What one may do once somebody has bet and as long as there may be more raises, likewise."""
        return CALL, *map(Raise, range(self.step, self.limit + 1, self.step)), FOLD

    def begin(self, seats: tuple[Seat, ...]) -> "Matching":
        """The betting of ``seats``, in the order in which they act."""
        return Matching(self, seats, (0,) * len(seats), seats)

    def max_moves(self, seats: int) -> int:
        """The most moves that so many seats can make: the last of them bets, and each raise comes as late as it can."""
        return seats + (seats - 1) * (self.most_raises + 1)

    @property
    def max_cost(self) -> int:
        """The most that one seat can put in."""
        return self.limit * (1 + self.most_raises)


@frozen
class Matching(FastInit):
    """A betting in which the highest is to be matched, under way."""

    terms: MatchingTerms
    left: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who is left, in the order in which they act."""
    paid: tuple[int, ...] = field(metadata=NOT_BY_SEAT)
    """What each of those left has put in, in the same order."""
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who is still to act, the next first; a bet or a raise makes all the others act again."""
    raised: int = 0
    """How many raises there have been."""

    @property
    def over(self) -> bool:
        """Whether nobody has to act any more: all left have acted and paid the same, or there is only one."""
        return not self.waiting or len(self.left) == 1

    @property
    def to_act(self) -> Seat:
        """Who acts next."""
        return self.waiting[0]

    def legal_moves(self) -> tuple[Check | Bet | Call | Raise | Fold, ...]:
        """Check, the bets and perhaps fold; once there is a bet call, the raises if there may be more, and fold."""
        if not any(self.paid):
            return self.terms.unopened
        return self.terms.opened if self.raised < self.terms.most_raises else (CALL, FOLD)

    def after(self, move: Wager) -> tuple[int, "Matching"]:
        """What the seat to act pays for ``move``, and the betting after it."""
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

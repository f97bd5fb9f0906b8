"""Betting at table stakes: matched, and nobody pays more than is left of what he has brought.

This is a third form beside those of :mod:`cardrules.blocks.betting`, and it has the same moves. A seat that has less than
it owes calls with all of it, and can bet or raise by all that it has left even if that is less than the least raise. The
least raise is the last full bet or raise. The methods take the :class:`~cardrules.blocks.pots.Chips`, which the game holds.
"""

from attrs import evolve, field, frozen

from cardrules.blocks.betting import CALL, CHECK, FOLD, Bet, Call, Check, Fold, Raise, Wager, amounts_in_words
from cardrules.blocks.pots import Chips
from cardrules.fastinit import FastInit
from cardrules.labels import UNTOLD, told
from cardrules.moves import Reason, because, kind_name
from cardrules.seats import NOT_BY_SEAT, Seat


@frozen
class TableStakesTerms:
    """The terms of a betting at table stakes."""

    least: int
    """The least bet, and the least raise before a higher bet or raise."""
    limit: int | None = None
    """The highest bet and raise, for fixed limit the same as the least; ``None`` if all that is left may be bet."""
    step: int = 1
    """The step from one amount to the next; all that is left is an amount too."""
    pot_limit: bool = False
    """Whether a bet or raise is at most what the pot holds once the seat has called."""
    max_raises: int | None = None
    """The largest number of raises in the whole betting; a bet or a blind does not count."""

    def begin(self, seats: tuple[Seat, ...], chips: Chips, *, opened: bool = False) -> "TableStakes":
        """Start a betting of ``seats``, given in the order in which they act; ``opened`` if a blind counts as a bet."""
        waiting = tuple([seat for seat in seats if chips.stacks[seat]])
        return TableStakes(self, seats, waiting, (), self.least, 0, opened).without_idle(chips)

    def max_moves(self, seats: int, *, opened: bool = False) -> int | None:
        """Return the largest number of moves that a number of seats can make; ``None`` if there is no cap on raises.

        They make them if each bet and raise comes from the last seat that can make it.
        """
        return None if self.max_raises is None else seats + (seats - 1) * (self.max_raises + (not opened))

    def most_wagers(self, left: int) -> int:
        """Return the most bets or raises that are listed at once if no seat has more than this left after a call."""
        highest = left if self.limit is None else min(left, self.limit)
        return len(range(self.least, highest, self.step)) + 1  # the last is the highest, or all that is left

    def max_cost(self, blind: int = 0) -> int | None:
        """Return the largest sum that one seat can pay, with the blind if that opens; ``None`` if only stacks bound it."""
        if self.limit is None or self.max_raises is None:
            return None
        return (blind or self.limit) + self.limit * self.max_raises


@frozen
class TableStakes(FastInit):
    """A betting at table stakes."""

    terms: TableStakesTerms
    left: tuple[Seat, ...] = field(metadata=told("still in", by_seat=False))
    """The seats still in, in the order in which they act; those that are all-in too."""
    waiting: tuple[Seat, ...] = field(metadata=told("still to act", by_seat=False))
    """The seats that still have to act, the next first; after a bet or a raise these are all others that have chips."""
    acted: tuple[Seat, ...] = field(metadata=UNTOLD | NOT_BY_SEAT)
    """The seats that have acted in this betting."""
    full: int = field(metadata=told("least raise"))
    """The last full bet or raise, which is the least raise; before it the least bet."""
    raised: int = field(metadata=told("raises", zero=False))
    """The number of raises so far, those below a full one included."""
    opened: bool = field(metadata=UNTOLD)
    """Whether somebody has bet, or a blind counts as a bet."""

    @property
    def over(self) -> bool:
        """Whether the betting is over: nobody has anything to decide, or only one seat is in."""
        return not self.waiting or len(self.left) == 1

    @property
    def to_act(self) -> Seat:
        """The seat that acts next."""
        return self.waiting[0]

    def legal_moves(self, chips: Chips) -> tuple[Check | Bet | Call | Raise | Fold, ...]:
        """Return check, or call and fold, and the bets or raises, from low to high."""
        amounts, all_in = self._amounts(chips)
        wagers = [Raise(amount) if self.opened else Bet(amount) for amount in (*amounts, *all_in)]
        return (CALL, *wagers, FOLD) if chips.owed(self.to_act) else (CHECK, *wagers)

    def _amounts(self, chips: Chips) -> tuple[range, tuple[int, ...]]:
        """Return by how much the seat to act may bet or raise; and all that it has left, if that is allowed besides."""
        if not self._may_raise(chips):
            return range(0), ()
        most = all_in = self._all_in(chips)
        if self.terms.limit is not None:
            most = self.terms.limit
        elif self.terms.pot_limit:
            most = max(chips.pot + chips.owed(self.to_act), self.full)
        amounts = range(self.full, min(most, all_in) + 1, self.terms.step)
        return amounts, (all_in,) if all_in <= most and all_in not in amounts else ()

    def _may_raise(self, chips: Chips) -> bool:
        """Return whether the seat to act may bet or raise at all."""
        seat, owed = self.to_act, chips.owed(self.to_act)
        if self.opened and self.raised == self.terms.max_raises:
            return False
        if seat in self.acted and owed < self.full:  # neither a full raise nor short ones that make one have come since
            return False
        highest = max(chips.paid)
        others = [chips.paid[other] + chips.stacks[other] for other in self.left if other != seat]
        return self._all_in(chips) > 0 and max(others) > highest  # somebody can answer

    def _all_in(self, chips: Chips) -> int:
        """Return what the seat to act has left after a call, which is negative if it cannot pay that."""
        return chips.stacks[self.to_act] - chips.owed(self.to_act)

    def after(self, move: Wager, chips: Chips) -> tuple[int, "TableStakes"]:
        """Return what the seat to act pays for ``move``, and the betting after it; ``chips`` are those before it."""
        seat, left, waiting, full, raised = self.to_act, self.left, self.waiting[1:], self.full, self.raised
        cost, acted = 0, tuple(dict.fromkeys((*self.acted, seat)))
        if isinstance(move, Fold):
            left = tuple([other for other in left if other != seat])
        elif isinstance(move, (Bet, Raise)):
            cost, place = chips.owed(seat) + move.amount, left.index(seat)
            waiting = tuple([other for other in left[place + 1 :] + left[:place] if chips.stacks[other]])
            full, raised = max(full, move.amount), raised + isinstance(move, Raise)
        else:
            cost = min(chips.owed(seat), chips.stacks[seat])
        opened = self.opened or isinstance(move, Bet)
        betting = TableStakes(self.terms, left, waiting, acted, full, raised, opened)
        return cost, betting.without_idle(chips.put(seat, cost))

    def without_idle(self, chips: Chips) -> "TableStakes":
        """Return the betting, over if those who wait owe nothing and no two seats have chips to bet against each other."""
        able = [seat for seat in self.left if chips.stacks[seat]]
        idle = len(able) < 2 and not any(map(chips.owed, self.waiting))
        return evolve(self, waiting=()) if idle and self.waiting else self

    def why_not(self, move: Wager, chips: Chips, rule: str) -> Reason:
        """Return why a bet or raise may not have this amount; ``rule`` is the number of the rule on these amounts."""
        amounts, all_in = self._amounts(chips)
        name = kind_name(type(move))
        steps = [amounts_in_words(name, amounts)] if amounts else []
        rest = [f"{amount}, all that is left" for amount in all_in]
        return because(", or ".join([*steps, *rest]) if steps else f"a {name} is {rest[0]}", rule)

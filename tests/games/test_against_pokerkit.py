"""Five-card draw at table stakes beside PokerKit: random matches played in both agree at every step.

Compared are who acts, what is allowed, the stacks, the pot, the side pots and who wins them. PokerKit plays single deals, so
each deal of a match begins with the stacks of the last. Where the rules differ, the test names our rule and checks that this
is the only difference.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby
from operator import attrgetter
from random import Random
from typing import Final

import pytest
from attrs import frozen

from cardrules.blocks.betting import CALL, CHECK, FOLD
from cardrules.blocks.money import split_pot
from cardrules.blocks.pots import Chips
from cardrules.blocks.table_stakes import TableStakes
from cardrules.cards import PACK_52, Card, Hand, Rank
from cardrules.chance import choice, shuffled
from cardrules.game import Shuffled, shuffle, stacked
from cardrules.games import draw_poker
from cardrules.games.draw_poker import (
    Bet,
    Betting,
    Dealing,
    Discard,
    Drawing,
    Finished,
    Move,
    Raise,
    Rules,
)
from cardrules.seats import Seat, clockwise_from, left_of

pytest.importorskip("pokerkit", reason="PokerKit is not installed")

from pokerkit import (  # after the check that it is installed
    Automation,
    BettingStructure,
    ChipsPushing,
    Deck,
    Opening,
    StandardHighHand,
    State,
    Street,
)

STRUCTURES: Final = {
    "fixed_limit": BettingStructure.FIXED_LIMIT,
    "pot_limit": BettingStructure.POT_LIMIT,
    "no_limit": BettingStructure.NO_LIMIT,
}

AUTOMATIONS: Final = tuple(automation for automation in Automation if automation is not Automation.HOLE_DEALING)
"""Everything but dealing: they get the cards that are dealt here."""


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("deals", [200, pytest.param(8_000, marks=pytest.mark.deep)])
def test_matches_at_table_stakes(structure: str, deals: int) -> None:
    rng, seen = Random(f"0:{structure}"), Counter[str]()
    while seen["deals"] < deals:
        play_match(random_rules(structure, rng), rng, seen)
    wanted = {"all-in", "side pots", "three pots", "shared", "blinds", "antes", "button against blind", "broke seats"}
    assert wanted <= seen.keys()


def test_short_raises_that_are_together_a_full_one() -> None:
    """Rule 2.5 reopens the betting to seat 1; theirs forget that it faces a full raise once another short one follows."""
    rules = Rules(players=5, betting="matching", stacks=(101, 101, 15, 21, 24), structure="no_limit", circles=None)
    lots = draw_poker.start(rules)
    before = draw_poker.apply(lots, stacked(lots, Hand.parse("2C 3C 4C 5C 6C")))
    assert isinstance(before, Dealing)
    ours = draw_poker.apply(before, Shuffled(before.pack))
    deal, seen = Deal.begin(before, ours), Counter[str]()
    for move in (Bet(10), Raise(4), Raise(6), Raise(3), CALL):
        assert isinstance(ours, Betting)
        deal.compare_chips(ours)
        assert move in deal.compare_wagers(ours, seen)
        ours = deal.make(ours, move)
    assert isinstance(ours, Betting)
    deal.compare_chips(ours)
    assert ours.to_act == 1
    assert Raise(10) in draw_poker.legal_moves(ours)
    deal.compare_wagers(ours, seen)
    assert seen == {"short raises together": 1}


def random_rules(structure: str, rng: Random) -> Rules:
    """Return random options of a match in which many seats are soon all-in."""
    players, step = choice(range(2, 7), rng), choice(range(1, 5), rng)
    # theirs find who is first to act by what the blinds have put in: each must be something, and the big one more
    big = choice((0, *range(2, 1 + (step if structure == "fixed_limit" else 4))), rng)
    return Rules(
        players=players,
        betting="matching",
        stacks=tuple(choice(range(1, choice((6, 20, 60), rng)), rng) for _ in range(players)),
        structure=structure,  # type: ignore[arg-type]  # one of its values
        circles=choice((None, 1, 2, 4), rng),
        small_blind=choice(range(1, big), rng) if big else 0,
        big_blind=big,
        ante=choice(range(0 if big else 1, 4), rng),
        step=step,
        limit=step * choice((1, 2), rng),
        ace_king=False,
        suits=False,
        deals=4,
    )


def play_match(rules: Rules, rng: Random, seen: Counter[str]) -> None:
    """Play a random match here, and each of its deals in both; ``seen`` counts the cases that the test must meet."""
    ours: draw_poker.State = draw_poker.start(rules)
    while not isinstance(ours, Finished):
        if not isinstance(ours, Dealing):
            ours = draw_poker.apply(ours, shuffle(ours, rng))
            continue
        seen["deals"] += 1
        before = ours
        ours = draw_poker.apply(ours, equal_hands(ours, rng) if rng.random() < 0.2 else shuffle(ours, rng))
        deal = Deal.begin(before, ours)
        seen["broke seats"] += len(deal.order) < rules.players
        seen["blinds" if rules.big_blind else "antes"] += 1
        seen["button against blind"] += rules.big_blind > 0 and len(deal.order) == 2
        ours = deal.play(ours, rng, seen)


def equal_hands(state: Dealing, rng: Random) -> Shuffled:
    """Return a shuffle by which up to four seats get equal hands, which share the pot if none of them is a flush."""
    seats = sum(map(bool, chips_of(state).stacks))
    by_rank = [shuffled([card for card in PACK_52 if card.rank is rank], rng)[:seats] for rank in Rank]
    top = Hand(chain.from_iterable(shuffled(by_rank, rng)[:5]))
    return stacked(state, top)


@frozen
class Deal:
    """A deal that is played in both."""

    theirs: State
    rules: Rules
    order: tuple[Seat, ...]
    """Our seats in the order of theirs: from the dealer's left, without those that are broke."""
    wins: int
    """The number of pots won in the match before this deal."""

    @classmethod
    def begin(cls, before: Dealing, dealt: draw_poker.State) -> "Deal":
        """Begin the same deal with them."""
        rules, stacks = before.rules, chips_of(before).stacks
        assert stacks == tuple(map(sum, zip(rules.brought, before.table.balances, strict=True)))
        seats = clockwise_from(left_of(before.dealer, rules.players), rules.players)
        order = tuple(seat for seat in seats if stacks[seat])
        theirs = State(
            AUTOMATIONS,
            Deck.STANDARD,
            (StandardHighHand,),
            tuple(streets(rules)),
            STRUCTURES[rules.structure],
            True,  # a short ante is matched by the others, as a short bet is (2.6)
            rules.ante,
            (rules.small_blind, rules.big_blind),
            0,
            tuple(stacks[seat] for seat in order),
            len(order),
        )
        deal = cls(theirs, rules, order, len(before.table.wins))
        deal.give_cards(dealt)
        return deal

    def give_cards(self, ours: draw_poker.State) -> None:
        """Give their seats the cards that ours have got."""
        while (place := self.theirs.hole_dealee_index) is not None:
            seat = self.order[place]
            held = [name_of(card) for card in ours.table.hands[seat] or ours.table.shown[seat]]
            missing = [name for name in held if name not in map(repr, self.theirs.hole_cards[place])]
            self.theirs.deal_hole("".join(missing[:1]))

    def play(self, ours: draw_poker.State, rng: Random, seen: Counter[str]) -> draw_poker.State:
        """Play the deal to its end in both, and return our state."""
        while not isinstance(ours, Dealing | Finished):
            self.check_alone(ours, seen)
            if isinstance(ours, Betting):
                ours = self.bet(ours, rng, seen)
            else:
                assert isinstance(ours, Drawing)  # the stock never runs out
                ours = self.draw(ours, rng, seen)
        self.check_alone(ours, seen)
        self.compare_end(ours, seen)
        return ours

    def check_alone(self, ours: draw_poker.State, seen: Counter[str]) -> None:
        """Let their big blind check where ours is not asked, because nobody could answer a raise (2.4)."""
        seat = self.theirs.actor_index
        if seat is None or (isinstance(ours, Betting) and ours.drawn == (self.theirs.street_index == 1)):
            return
        assert (self.theirs.street_index, self.theirs.checking_or_calling_amount) == (0, 0)
        assert not self.theirs.can_fold()
        assert not self.theirs.can_complete_bet_or_raise_to()
        self.theirs.check_or_call()
        seen["checked alone"] += 1

    def bet(self, ours: Betting, rng: Random, seen: Counter[str]) -> draw_poker.State:
        """Compare what may be bet, and bet at random in both."""
        self.compare_chips(ours)
        legal = self.compare_wagers(ours, seen)
        wagers = [move for move in legal if isinstance(move, Bet | Raise)]
        others = [move for move in legal if move not in wagers]
        some = [wagers[0], wagers[-1], choice(wagers, rng)] if wagers else []
        move = choice([*some, *others, others[0], others[0]], rng)
        after = self.make(ours, move)
        seen["all-in"] += 0 in chips_of(after).stacks
        return after

    def make(self, ours: Betting, move: Move) -> draw_poker.State:
        """Make a move of the betting in both."""
        if isinstance(move, Bet | Raise):
            self.theirs.complete_bet_or_raise_to(max(self.theirs.bets) + move.amount)
        elif move is FOLD:
            self.theirs.fold()
        else:
            self.theirs.check_or_call()
        return draw_poker.apply(ours, move)

    def compare_chips(self, ours: Betting) -> None:
        """Compare who acts, and what each seat has left and owes."""
        theirs, chips = self.theirs, chips_of(ours)
        assert theirs.actor_index is not None
        assert self.order[theirs.actor_index] == ours.to_act
        assert theirs.stacks == [chips.stacks[seat] for seat in self.order]
        assert theirs.total_pot_amount == chips.pot
        left = [seat for seat, status in zip(self.order, theirs.statuses, strict=True) if status]
        assert sorted(left) == sorted(ours.betting.left)
        for seat, bet in zip(self.order, theirs.bets, strict=True):
            assert seat not in left or not chips.stacks[seat] or max(theirs.bets) - bet == chips.owed(seat)

    def compare_wagers(self, ours: Betting, seen: Counter[str]) -> tuple[Move, ...]:
        """Compare the legal moves, and return those that are legal in both."""
        theirs, chips, legal = self.theirs, chips_of(ours), draw_poker.legal_moves(ours)
        owed, stack = chips.owed(ours.to_act), chips.stacks[ours.to_act]
        assert theirs.checking_or_calling_amount == min(owed, stack)
        assert theirs.can_fold() == (FOLD in legal) == (CALL in legal) == (CHECK not in legal)
        amounts = [move.amount for move in legal if isinstance(move, Bet | Raise)]
        if theirs.can_complete_bet_or_raise_to() != bool(amounts):
            self.compare_reopening(ours, seen, may_raise=bool(amounts))
            return tuple(move for move in legal if not isinstance(move, Bet | Raise))
        if amounts:
            assert amounts == self.their_amounts(stack - owed)
        return legal

    def their_amounts(self, all_in: int) -> list[int]:
        """Return by how much they may bet or raise in our steps; all that is left is an amount too."""
        least = self.theirs.min_completion_betting_or_raising_to_amount
        most = self.theirs.max_completion_betting_or_raising_to_amount
        assert least is not None
        assert most is not None
        highest = max(self.theirs.bets)
        amounts = range(least - highest, most - highest + 1)
        return [amount for amount in amounts if amount in amounts[:: self.rules.step] or amount == all_in]

    def compare_reopening(self, ours: Betting, seen: Counter[str], *, may_raise: bool) -> None:
        """Check that only the two cases differ in which PokerKit reopens the betting otherwise than rule 2.5."""
        theirs, betting = self.theirs, ours.betting
        assert isinstance(betting, TableStakes)
        owed, theirs_full = chips_of(ours).owed(ours.to_act), theirs.completion_betting_or_raising_amount
        assert ours.to_act in betting.acted
        if may_raise:
            # several short raises are together a full one to this seat; theirs count those since they were last a full one
            assert 0 < sum(theirs.consecutive_short_all_in_amounts) < theirs_full <= owed
            assert theirs.actor_index in theirs.acted_player_indices
            seen["short raises together"] += 1
        else:
            # nobody has made a full bet yet; theirs take the short one for the measure of a raise
            assert theirs_full <= owed < betting.full == betting.terms.least
            seen["short bet"] += 1

    def draw(self, ours: Drawing, rng: Random, seen: Counter[str]) -> draw_poker.State:
        """Compare the pots, and exchange cards at random in both."""
        theirs, chips = self.theirs, chips_of(ours)
        assert theirs.stand_patter_or_discarder_index is not None
        assert self.order[theirs.stand_patter_or_discarder_index] == ours.to_act
        pots = [(pot.amount, tuple(self.order[place] for place in pot.player_indices)) for pot in theirs.pots]
        assert pots == [(pot.amount, pot.seats) for pot in ours.table.pots(ours.left)]
        assert theirs.stacks == [chips.stacks[seat] for seat in self.order]
        seen["side pots"] += len(pots) > 1
        seen["three pots"] += len(pots) > 2
        most = min(5, len(ours.table.stock) // len(ours.waiting))
        cards = Hand(shuffled(ours.table.hands[ours.to_act], rng)[: choice((0, choice(range(most + 1), rng)), rng)])
        theirs.stand_pat_or_discard("".join(map(name_of, cards)))
        after = draw_poker.apply(ours, Discard(cards))
        if not isinstance(after, Drawing):
            self.give_cards(after)
        return after

    def compare_end(self, ours: Dealing | Finished[draw_poker.Table], seen: Counter[str]) -> None:
        """Compare who has won which pot, and the stacks."""
        theirs, wins = self.theirs, ours.table.wins[self.wins :]
        assert not theirs.status
        expected = list(theirs.stacks)
        if wins[0].hand is not None:
            pushes = [push for push in theirs.operations if isinstance(push, ChipsPushing)]
            for push, (winners, pots) in zip(pushes, groupby(wins, attrgetter("seats")), strict=True):
                self.compare_pots(push, winners, [win.pot for win in pots], expected, seen)
        assert [chips_of(ours).stacks[seat] for seat in self.order] == expected

    def compare_pots(
        self, push: ChipsPushing, winners: tuple[Seat, ...], pots: list[int], expected: list[int], seen: Counter[str]
    ) -> None:
        """Compare who has won pots with the same winners; ``expected`` are the stacks, theirs at first.

        Theirs join such pots, and give all their odd units to the first winner. Ours share each pot by itself, and give one
        odd unit each (5.7, 5.8).
        """
        places = list(map(self.order.index, winners))
        each, odd = divmod(sum(pots), len(winners))
        theirs = [each + odd * (place == places[0]) for place in places]
        ours = map(sum, zip(*(split_pot(pot, len(winners)) for pot in pots), strict=True))
        assert push.amounts == tuple(dict(zip(places, theirs, strict=True)).get(at, 0) for at in range(len(self.order)))
        for place, their_part, our_part in zip(places, theirs, ours, strict=True):
            expected[place] += our_part - their_part
            seen["odd units"] += our_part != their_part
        seen["shared"] += len(winners) > 1


def chips_of(state: draw_poker.State) -> Chips:
    assert isinstance(state.table.pot, Chips)
    return state.table.pot


def streets(rules: Rules) -> Iterator[Street]:
    """Yield the deal and the draw, each with its betting; the big blind counts as a bet, and theirs count all bets (2.7)."""
    bets = (rules.step, rules.limit) if rules.structure == "fixed_limit" else (rules.least, rules.least)
    for bet, drawn in zip(bets, (False, True), strict=True):
        cap = None if rules.circles is None else rules.circles + (drawn or not rules.big_blind)
        yield Street(False, () if drawn else (False,) * 5, 0, drawn, Opening.POSITION, bet, cap)


def name_of(card: Card) -> str:
    """Return the name of a card in PokerKit: ``Th``."""
    return f"{card.ascii.replace('10', 'T')[0]}{card.suit.value.lower()}"

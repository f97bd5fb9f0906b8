"""Five-card draw: stake on five cards, throw away those you do not like, and stake again.

The rules are numbered in the rulebook ``draw_poker``; comments here name them. How hands rank stands in
:mod:`cardrules.blocks.pokerhands`.
"""

from functools import cached_property
from typing import Final, Literal, TypeAlias, assert_never, final

from attrs import evolve, field, frozen

from cardrules.blocks.betting import FOLD, PASS, Matching, MatchingTerms, Staking, StakingTerms
from cardrules.blocks.betting import Bet as Bet
from cardrules.blocks.betting import Call as Call
from cardrules.blocks.betting import Check as Check
from cardrules.blocks.betting import Fold as Fold
from cardrules.blocks.betting import Pass as Pass
from cardrules.blocks.betting import Raise as Raise
from cardrules.blocks.betting import Stake as Stake
from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit, credit_each, split_pot
from cardrules.blocks.phases import DrawingLots as DrawingLots
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Phase, Shuffling
from cardrules.blocks.pokerhands import SIZE, SUIT_ORDER, PokerRanking
from cardrules.cards import ACE_HIGH, PACK_52, Deck, Hand, Suit, pack, sorted_hand
from cardrules.errors import RulesError
from cardrules.fastinit import FastInit
from cardrules.game import NATURE, Outcome, Promises, Shuffled, cache_last, shuffled_deck
from cardrules.moves import require_legal, selection_moves
from cardrules.options import CardSet, Permutation, at_least, between, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import Closed, Open, Own

MOST_WILD: Final = 4
"""The most jokers and cards declared wild, together (1.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of five-card draw."""

    players: int = field(default=4, validator=between(2, 10))
    """Seats at the table (1.1)."""

    packs: Literal[1, 2] = 1
    """Packs of 52 mixed (1.1)."""

    jokers: int = field(default=0, validator=between(0, MOST_WILD))
    """Jokers added in all (1.1)."""

    wild: Hand = field(default=Hand(), validator=CardSet(PACK_52, MOST_WILD))
    """Cards of the pack that are wild, with two packs both copies (1.1, 5.2)."""

    betting: Literal["circles", "matching"] = "circles"
    """Whether stakes go round in circles or are matched (2.1, 2.2)."""

    circles: int = field(default=3, validator=at_least(1))
    """The most circles of a betting, or raises where stakes are matched (2.1, 2.2)."""

    stop_early: Literal["after_draw", "both"] = "after_draw"
    """Which betting in circles is over after one in which nobody raised (4.1, 4.2)."""

    ante: int = field(default=1, validator=at_least(1))
    """What everybody puts in before the deal (1.3)."""

    limit: int = field(default=10, validator=at_least(1))
    """No stake, bet or raise is higher (2.1, 2.2)."""

    step: int = field(default=1, validator=at_least(1))
    """The least stake, bet or raise, and the step from one to the next (2.1, 2.2)."""

    ace_low_straight: bool = True
    """Whether A 2 3 4 5 is a straight (5.1)."""

    five_of_a_kind: bool = False
    """Whether five of a kind is a class of its own, the highest (5.2)."""

    flush_by: Literal["suit", "rank"] = "suit"
    """What counts first in a flush (5.5)."""

    straight_by: Literal["rank", "suit"] = "rank"
    """What counts first in a straight (5.6)."""

    straight_flush_by: Literal["rank", "suit"] = "rank"
    """What counts first in a straight flush (5.6)."""

    suit_order: tuple[Suit, ...] = field(default=SUIT_ORDER, validator=Permutation(SUIT_ORDER))
    """The suits from high to low (5.4, 5.5, 5.6)."""

    deals: int = field(default=1, validator=at_least(1))
    """Deals in the match (6.1)."""

    def __attrs_post_init__(self) -> None:
        if self.jokers + len(self.wild) > MOST_WILD:
            raise RulesError(
                f"jokers and wild cards together must be at most {MOST_WILD}, "
                f"not {self.jokers} and {len(self.wild)} cards declared wild"
            )
        if self.limit < self.step:
            raise RulesError(f"limit must be at least the step, {self.step}, not {self.limit}")

    @cached_property
    def cards(self) -> Deck:
        """The packs with their jokers, unshuffled (1.1)."""
        return Deck(pack(copies=self.packs, jokers=self.jokers))

    @cached_property
    def terms(self) -> tuple[StakingTerms | MatchingTerms, StakingTerms | MatchingTerms]:
        """The terms of the betting before the draw and of the one after it."""
        if self.betting == "matching":
            matching = MatchingTerms(self.step, self.limit, self.circles)  # 2.2
            return matching, matching
        first, second = (
            StakingTerms(self.step, self.limit, self.circles, until_no_raise=early)
            for early in (self.stop_early == "both", True)  # 4.2, 4.1
        )
        return first, second

    @cached_property
    def ranking(self) -> PokerRanking:
        """How hands rank (5.1-5.6)."""
        return PokerRanking(
            frozenset(self.wild),
            self.ace_low_straight,
            self.five_of_a_kind,
            self.flush_by,
            self.straight_by,
            self.straight_flush_by,
            self.suit_order,
        )


DEUCES_WILD: Final = Rules(wild=Hand.parse("2C 2D 2H 2S"))
"""The usual choice where cards of the pack are wild."""


@frozen
class Discard:
    """Throw away these cards of one's hand, named in any order, for as many new ones; none is to stand pat."""

    cards: Own[Hand] = field(converter=sorted_hand)


Move: TypeAlias = Pass | Stake | Check | Bet | Call | Raise | Fold | Discard


@final
@frozen
class Win(FastInit):
    """What became of the pot of a deal."""

    seats: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who had it, several when they shared, from the dealer's left."""
    pot: int
    hand: str | None
    """What the hand that won is called; ``None`` if it was not shown (2.3)."""


@final
@frozen
class Deal(FastInit):
    """What stays the same in a deal; before the first there is one with the number 0."""

    rules: Rules
    number: int
    """The number of the deal in the match, from 1."""
    dealer: Seat


@frozen
class Table(FastInit):
    """The money, and where the cards of a deal lie."""

    deal: Deal
    balances: tuple[int, ...]
    """What each seat has won, less what it has put in."""
    pot: int
    wins: tuple[Win, ...] = field(metadata=NOT_BY_SEAT)
    """What became of the pots of this match, deal by deal."""
    stock: Closed[Deck]
    hands: Own[tuple[Hand, ...]]
    thrown: Own[tuple[Hand, ...]]
    """What each seat has thrown away: cards for the draw, or with a pass the hand."""
    shown: Open[tuple[Hand, ...]]
    """The hands of the showdown, by seat."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    def paid(self, seat: Seat, amount: int) -> "Table":
        """The table after ``seat`` has put an amount in the pot."""
        balances, pot = credit(self.balances, seat, -amount), self.pot + amount
        return Table(self.deal, balances, pot, self.wins, self.stock, self.hands, self.thrown, self.shown)

    def folded(self, seat: Seat) -> "Table":
        """The table after ``seat`` has thrown away its hand."""
        hands = replaced(self.hands, seat, Hand())
        thrown = replaced(self.thrown, seat, self.thrown[seat].plus(self.hands[seat]))
        return Table(self.deal, self.balances, self.pot, self.wins, self.stock, hands, thrown, self.shown)

    def exchanged(self, seat: Seat, cards: Hand) -> "Table":
        """The table after ``seat`` has thrown away cards for as many from the stock, or as many as there are."""
        new, stock = self.stock.draw(min(len(cards), len(self.stock)))
        hands = replaced(self.hands, seat, self.hands[seat].minus(cards).plus(new))
        thrown = replaced(self.thrown, seat, cards)
        return Table(self.deal, self.balances, self.pot, self.wins, stock, hands, thrown, self.shown)


@frozen
class Dealing(Shuffling[Table]):
    """Chance shuffles the cards for the next deal; those of the deal before, or the lots, still lie there."""

    dealer: Seat
    lots: Lots | None = None

    @property
    def pack(self) -> Hand:
        """All the cards; to gather them from where they lie would take a deal 1.08 of the time."""
        return self.table.deal.rules.cards


@frozen
class Betting(Phase[Table]):
    """A betting."""

    betting: Staking | Matching
    drawn: bool
    """Whether it is the one after the draw."""

    @property
    def to_act(self) -> Seat:
        """Who stakes or passes next."""
        return self.betting.to_act


@frozen
class Drawing(Phase[Table]):
    """Those who are left throw cards away for new ones."""

    left: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who is left, from the dealer's left."""
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who is still to draw, the next first."""

    @property
    def to_act(self) -> Seat:
        """Who draws next."""
        return self.waiting[0]


@frozen
class Refilling(Phase[Table]):
    """The stock has run out in the middle of a draw: what was thrown away by the others is to be shuffled into a new one."""

    pack: Closed[Hand]
    left: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who is left, from the dealer's left."""
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """Who has not drawn yet, the one whose draw goes on first."""
    missing: int
    """How many cards that one still gets."""
    to_act = NATURE


State: TypeAlias = DrawingLots[Table] | Dealing | Betting | Drawing | Refilling | Finished[Table]


@frozen
class Result(Outcome):
    """How a match ended."""

    wins: tuple[Win, ...] = field(metadata=NOT_BY_SEAT)
    """What became of the pots, deal by deal."""


def start(rules: Rules) -> DrawingLots[Table]:
    """The state before the lots for the first dealer are drawn."""
    nobody = (Hand(),) * rules.players
    return DrawingLots(Table(Deal(rules, 0, 0), (0,) * rules.players, 0, (), rules.cards, nobody, nobody, nobody))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """What the seat to act may do: amounts from low to high, choices of its cards, the smallest first."""
    match state:
        case Betting():
            return state.betting.legal_moves()  # 2.1, 2.2
        case Drawing():
            return _discards(state)
        case DrawingLots() | Dealing() | Refilling() | Finished():
            return ()
        case _:
            assert_never(state)


def _discards(state: Drawing) -> tuple[Discard, ...]:
    table = state.table
    most = len(table.stock) + sum(map(len, table.thrown))  # 3.2: who is still to draw has thrown nothing away
    return _discarding(table.hands[state.to_act], most)  # 3.1


_discarding: Final = selection_moves(Discard)


def apply(state: State, move: Move | Shuffled) -> State:
    """The state after ``move``; raises :class:`~cardrules.moves.IllegalMoveError` if it is not allowed."""
    if isinstance(state, Betting):  # most often
        return _bet(state, require_legal(state, legal_moves(state), move, _why_not))
    if isinstance(state, DrawingLots):
        return _draw_lots(state, shuffled_deck(state.pack, move))
    if isinstance(state, Dealing):
        return _deal(state, shuffled_deck(state.pack, move))
    if isinstance(state, Refilling):
        return _refill(state, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal_moves(state), move, _why_not)
    assert isinstance(state, Drawing)
    assert isinstance(chosen, Discard)
    return _draw(state, chosen.cards)


def _why_not(_state: State, move: Move) -> str:
    match move:
        case Stake():
            return "one stakes a multiple of the step within the limit, and not less than the last (rule 2.1)"
        case Discard():
            return "one throws away cards of one's hand (rule 3.1), and no more than can be replaced (rule 3.2)"
        case _:
            return "a bet or a raise is a multiple of the step within the limit (rule 2.2)"


def _draw_lots(state: DrawingLots[Table], cards: Deck) -> Dealing:
    rules, table = state.rules, state.table
    lots = Lots.draw(cards, rules.players, ACE_HIGH, rules.jokers)  # 1.2
    table = Table(table.deal, table.balances, table.pot, table.wins, Deck(), table.hands, table.thrown, table.shown)
    return Dealing(table, lots.lowest, lots)


def _deal(state: Dealing, deck: Deck) -> Betting:
    rules, table, dealer = state.rules, state.table, state.dealer
    first = left_of(dealer, rules.players)
    hands, stock = deck.deal(rules.players, SIZE, first=first)  # 1.3
    balances = credit_each(table.balances, -rules.ante)
    deal, nobody = Deal(rules, table.deal.number + 1, dealer), (Hand(),) * rules.players
    table = Table(deal, balances, rules.ante * rules.players, table.wins, stock, hands, nobody, nobody)
    return Betting(table, rules.terms[0].begin(clockwise_from(first, rules.players)), drawn=False)


def _bet(state: Betting, move: Move) -> State:
    assert not isinstance(move, Discard)
    seat = state.betting.to_act
    price, betting = state.betting.after(move)
    table = state.table.folded(seat) if move is PASS or move is FOLD else state.table.paid(seat, price)
    if not betting.over:
        return Betting(table, betting, state.drawn)
    if len(betting.left) == 1:
        return _settle(table, betting.left, None)  # 2.3
    return _showdown(table, betting.left) if state.drawn else Drawing(table, betting.left, betting.left)


def _draw(state: Drawing, cards: Hand) -> State:
    seat, table = state.to_act, state.table
    missing = len(cards) - len(table.stock)
    table = table.exchanged(seat, cards)
    if missing <= 0:
        return _next_draw(table, state.left, state.waiting)
    others = Hand(card for other, cards in enumerate(table.thrown) if other != seat for card in cards)
    own = tuple(cards if other == seat else Hand() for other, cards in enumerate(table.thrown))
    return Refilling(evolve(table, thrown=own), others.sorted(), state.left, state.waiting, missing)


def _refill(state: Refilling, stock: Deck) -> State:
    table, seat = state.table, state.waiting[0]
    cards, stock = stock.draw(state.missing)
    table = evolve(table, stock=stock, hands=replaced(table.hands, seat, table.hands[seat].plus(cards)))
    return _next_draw(table, state.left, state.waiting)


def _next_draw(table: Table, left: tuple[Seat, ...], waiting: tuple[Seat, ...]) -> Drawing | Betting:
    """The state after the first of those who were ``waiting`` has drawn."""
    if waiting[1:]:
        return Drawing(table, left, waiting[1:])
    return Betting(table, table.deal.rules.terms[1].begin(left), drawn=True)  # 4.1


def _showdown(table: Table, left: tuple[Seat, ...]) -> Dealing | Finished[Table]:
    """All who are left show their hands, and the best has the pot."""
    deal, hands, shown = table.deal, list(table.hands), list(table.shown)
    for seat in left:
        hands[seat], shown[seat] = Hand(), hands[seat].sorted()  # their order would tell which cards are new
    ranking = deal.rules.ranking
    values = [ranking.value(shown[seat]) for seat in left]
    best = max(values)
    winners = tuple([seat for seat, value in zip(left, values, strict=True) if value == best])
    table = Table(deal, table.balances, table.pot, table.wins, table.stock, tuple(hands), table.thrown, tuple(shown))
    return _settle(table, winners, ranking.words(shown[winners[0]]))


def _settle(table: Table, winners: tuple[Seat, ...], hand: str | None) -> Dealing | Finished[Table]:
    """The match after a deal: the pot goes to the winners."""
    balances, deal = table.balances, table.deal
    for seat, part in zip(winners, split_pot(table.pot, len(winners)), strict=True):
        balances = credit(balances, seat, part)  # 5.7
    wins = (*table.wins, Win(winners, table.pot, hand))
    table = Table(deal, balances, 0, wins, table.stock, table.hands, table.thrown, table.shown)
    if deal.number == deal.rules.deals:
        return Finished(table)  # 6.1
    return Dealing(table, left_of(deal.dealer, deal.rules.players))  # 1.2


def outcome(state: State) -> Result | None:
    """The balances, who has the highest, and what became of the pots; ``None`` before the end."""
    if not isinstance(state, Finished):
        return None
    table = state.table
    return Result(table.balances, leaders(table.balances), table.wins)


def promises(rules: Rules) -> Promises[State]:
    """What is sure of every match: its length, the range of balances, and that money adds up."""
    players, (first, second) = rules.players, rules.terms
    stakes = rules.deals * (rules.ante + first.max_cost + second.max_cost)
    bettings = first.max_moves(players) + second.max_moves(players)
    return Promises(
        max_moves=1 + rules.deals * (1 + bettings + 2 * players),  # a draw, and a new stock for it
        score_range=(-stakes, (players - 1) * stakes),
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(state.table.balances) + state.table.pot,
    )

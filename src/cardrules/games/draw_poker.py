"""Five-card draw: stake on five cards, throw away those you do not like for new ones, and stake again.

Numbers such as 2.1 are those of the rules in the rulebook ``draw_poker``. :mod:`cardrules.blocks.pokerhands` ranks the
hands.
"""

from functools import cached_property
from typing import Final, Literal, TypeAlias, final

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
from cardrules.game import (
    NATURE,
    Outcome,
    Promises,
    Shuffled,
    cache_last,
    refuse_state,
    require_rules,
    require_state,
    shuffled_deck,
)
from cardrules.moves import Reason, because, require_legal, selection_moves, why_not_held
from cardrules.options import CardSet, Permutation, at_least, between, require_listable, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import Closed, Open, Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

MOST_WILD: Final = 4
"""The most jokers and cards declared wild, counted together (1.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of five-card draw."""

    players: int = field(default=4, validator=between(2, 10))
    """The number of players (1.1)."""

    packs: Literal[1, 2] = 1
    """The number of packs of 52 (1.1)."""

    jokers: int = field(default=0, validator=between(0, MOST_WILD))
    """The number of jokers added in all (1.1)."""

    wild: Hand = field(default=Hand(), validator=CardSet(PACK_52, MOST_WILD))
    """The cards of the pack that are wild; with two packs, both copies of each (1.1, 5.2)."""

    betting: Literal["circles", "matching"] = "circles"
    """Whether stakes are made in circles or matched (2.1, 2.2)."""

    circles: int = field(default=3, validator=at_least(1))
    """The most circles in a betting, or raises where stakes are matched (2.1, 2.2)."""

    stop_early: Literal["after_draw", "both"] = "after_draw"
    """Which betting ends after a circle in which nobody raised: the one after the draw, or both (4.1, 4.2)."""

    ante: int = field(default=1, validator=at_least(1))
    """The sum that each player puts in before the deal (1.3)."""

    limit: int = field(default=10, validator=at_least(1))
    """The highest stake, bet or raise; there are at most 1,000 different amounts (2.1, 2.2)."""

    step: int = field(default=1, validator=at_least(1))
    """The lowest stake, bet or raise, and the difference between one and the next (2.1, 2.2)."""

    ace_low_straight: bool = True
    """Whether A 2 3 4 5 is a straight (5.1)."""

    five_of_a_kind: bool = False
    """Whether five of a kind is a class of its own, the highest (5.2)."""

    flush_by: Literal["suit", "rank"] = "suit"
    """What decides first between flushes (5.5)."""

    straight_by: Literal["rank", "suit"] = "rank"
    """What decides first between straights (5.6)."""

    straight_flush_by: Literal["rank", "suit"] = "rank"
    """What decides first between straight flushes (5.6)."""

    suit_order: tuple[Suit, ...] = field(default=SUIT_ORDER, validator=Permutation(SUIT_ORDER))
    """The suits from high to low (5.4, 5.5, 5.6)."""

    deals: int = field(default=1, validator=at_least(1))
    """The number of deals in the match (6.1)."""

    def __attrs_post_init__(self) -> None:
        if self.jokers + len(self.wild) > MOST_WILD:
            raise RulesError(
                f"jokers and wild cards together must be at most {MOST_WILD}, "
                f"not {self.jokers} and {len(self.wild)} cards declared wild"
            )
        if self.limit < self.step:
            raise RulesError(f"limit must be at least the step, {self.step}, not {self.limit}")
        require_listable("limit", range(self.step, self.limit + 1, self.step))

    @cached_property
    def cards(self) -> Deck:
        """All the cards, jokers included, unshuffled (1.1)."""
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
"""Five-card draw with the deuces wild, the usual choice of wild cards."""


@frozen
class Discard:
    """Throw away these cards, named in any order, for as many new ones; name none to stand pat."""

    cards: Own[Hand] = field(converter=sorted_hand)


Move: TypeAlias = Pass | Stake | Check | Bet | Call | Raise | Fold | Discard


@final
@frozen
class Win(FastInit):
    """The result of a deal: who won the pot, and with what."""

    seats: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The winner, or those who shared the pot, from the dealer's left."""
    pot: int
    hand: str | None
    """The name of the winning hand; ``None`` if it was not shown (2.3)."""


@final
@frozen
class Deal(FastInit):
    """The facts that stay the same in a deal; the one before the first deal has the number 0."""

    rules: Rules
    number: int
    """The number of the deal in the match, from 1."""
    dealer: Seat


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    deal: Deal
    balances: tuple[int, ...]
    """The winnings by seat, less what each has put in."""
    pot: int
    wins: tuple[Win, ...] = field(metadata=NOT_BY_SEAT)
    """The results of the deals so far, in order."""
    stock: Closed[Deck]
    hands: Own[tuple[Hand, ...]]
    thrown: Own[tuple[Hand, ...]]
    """The cards thrown away for the draw or by dropping out, by seat."""
    shown: Open[tuple[Hand, ...]]
    """The hands shown in the showdown, by seat."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    def paid(self, seat: Seat, amount: int) -> "Table":
        """Return the table after ``seat`` has put an amount in the pot."""
        balances, pot = credit(self.balances, seat, -amount), self.pot + amount
        return Table(self.deal, balances, pot, self.wins, self.stock, self.hands, self.thrown, self.shown)

    def folded(self, seat: Seat) -> "Table":
        """Return the table after ``seat`` has thrown away its hand."""
        hands = replaced(self.hands, seat, Hand())
        thrown = replaced(self.thrown, seat, self.thrown[seat].plus(self.hands[seat]))
        return Table(self.deal, self.balances, self.pot, self.wins, self.stock, hands, thrown, self.shown)

    def exchanged(self, seat: Seat, cards: Hand) -> "Table":
        """Return the table after ``seat`` has thrown away cards for as many from the stock, or for all of it."""
        new, stock = self.stock.draw(min(len(cards), len(self.stock)))
        hands = replaced(self.hands, seat, self.hands[seat].minus(cards).plus(new))
        thrown = replaced(self.thrown, seat, cards)
        return Table(self.deal, self.balances, self.pot, self.wins, stock, hands, thrown, self.shown)


@frozen
class Dealing(Shuffling[Table]):
    """Chance shuffles the cards for the next deal; the previous deal, or the lots, still lie on the table."""

    dealer: Seat
    lots: Lots | None = None

    @property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        # To gather them from where they lie would make a deal take 1.08 of the time.
        return self.table.deal.rules.cards


@frozen
class Betting(Phase[Table]):
    """The seats bet, before the draw or after it."""

    betting: Staking | Matching
    drawn: bool
    """Whether this is the betting after the draw."""

    @property
    def to_act(self) -> Seat:
        """The seat whose turn it is."""
        return self.betting.to_act


@frozen
class Drawing(Phase[Table]):
    """The seats still in throw cards away for new ones in turn."""

    left: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats still in, from the dealer's left."""
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats still to draw, the next first."""

    @property
    def to_act(self) -> Seat:
        """The seat that draws next."""
        return self.waiting[0]


@frozen
class Refilling(Phase[Table]):
    """Chance shuffles what the others threw away into a new stock, because the stock ran out during a draw (3.2)."""

    pack: Closed[Hand]
    left: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats still in, from the dealer's left."""
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats that have not finished drawing; the first goes on after the shuffle."""
    missing: int
    """The number of cards that the first of them still gets."""
    to_act = NATURE


State: TypeAlias = DrawingLots[Table] | Dealing | Betting | Drawing | Refilling | Finished[Table]


@frozen
class Result(Outcome):
    """The outcome of a match."""

    wins: tuple[Win, ...] = field(metadata=NOT_BY_SEAT)
    """The results of the deals, in order."""


def start(rules: Rules) -> DrawingLots[Table]:
    """Return the state before lots are drawn for the first dealer (1.2)."""
    require_rules(rules, Rules)
    nobody = (Hand(),) * rules.players
    return DrawingLots(Table(Deal(rules, 0, 0), (0,) * rules.players, 0, (), rules.cards, nobody, nobody, nobody))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: amounts from low to high; or selections of its cards, the smallest first."""
    match state:
        case Betting():
            return state.betting.legal_moves()  # 2.1, 2.2
        case Drawing():
            return _discards(state)
        case DrawingLots() | Dealing() | Refilling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _discards(state: Drawing) -> tuple[Discard, ...]:
    table = state.table
    return _discarding(table.hands[state.to_act], _replaceable(table))  # 3.1


_discarding: Final = selection_moves(Discard)


def _replaceable(table: Table) -> int:
    """Return the most cards that the next to draw may throw away (3.2); he has thrown away none yet."""
    return len(table.stock) + sum(map(len, table.thrown))


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Betting):  # the most frequent phase
        return _bet(state, require_legal(state, legal, move, _why_not))
    if isinstance(state, DrawingLots):
        return _draw_lots(state, shuffled_deck(state.pack, move))
    if isinstance(state, Dealing):
        return _deal(state, shuffled_deck(state.pack, move))
    if isinstance(state, Refilling):
        return _refill(state, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    assert isinstance(state, Drawing)
    assert isinstance(chosen, Discard)
    return _draw(state, chosen.cards)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(move, Discard):
        assert isinstance(state, Drawing)
        not_held = why_not_held(move.cards, state.table.hands[state.to_act], "3.1")
        return not_held or because(f"no more than {_replaceable(state.table)} can be replaced", "3.2")
    assert isinstance(state, Betting)
    return state.betting.why_not(move, "2.1" if isinstance(state.betting, Staking) else "2.2")


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
    """Go on after the first of the ``waiting`` seats has drawn."""
    if waiting[1:]:
        return Drawing(table, left, waiting[1:])
    return Betting(table, table.deal.rules.terms[1].begin(left), drawn=True)  # 4.1


def _showdown(table: Table, left: tuple[Seat, ...]) -> Dealing | Finished[Table]:
    """Show the hands of all seats still in; the best takes the pot."""
    deal, hands, shown = table.deal, list(table.hands), list(table.shown)
    for seat in left:
        hands[seat], shown[seat] = Hand(), hands[seat].sorted()  # the order of the hand would tell which cards are new
    ranking = deal.rules.ranking
    values = [ranking.value(shown[seat]) for seat in left]
    best = max(values)
    winners = tuple([seat for seat, value in zip(left, values, strict=True) if value == best])
    table = Table(deal, table.balances, table.pot, table.wins, table.stock, tuple(hands), table.thrown, tuple(shown))
    return _settle(table, winners, ranking.words(shown[winners[0]]))


def _settle(table: Table, winners: tuple[Seat, ...], hand: str | None) -> Dealing | Finished[Table]:
    """Pay the pot to the winners, and go on to the next deal if there is one."""
    balances, deal = table.balances, table.deal
    for seat, part in zip(winners, split_pot(table.pot, len(winners)), strict=True):
        balances = credit(balances, seat, part)  # 5.7
    wins = (*table.wins, Win(winners, table.pot, hand))
    table = Table(deal, balances, 0, wins, table.stock, table.hands, table.thrown, table.shown)
    if deal.number == deal.rules.deals:
        return Finished(table)  # 6.1
    return Dealing(table, left_of(deal.dealer, deal.rules.players))  # 1.2


def outcome(state: State) -> Result | None:
    """Return the balances by seat, the seats with the highest, and the wins (6.1); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    table = state.table
    return Result(table.balances, leaders(table.balances), table.wins)


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, and that money adds up."""
    require_rules(rules, Rules)
    players, (first, second) = rules.players, rules.terms
    stakes = rules.deals * (rules.ante + first.max_cost + second.max_cost)
    bettings = first.max_moves(players) + second.max_moves(players)
    return Promises(
        max_moves=1 + rules.deals * (1 + bettings + 2 * players),  # each seat draws, perhaps from a new stock
        score_range=(-stakes, (players - 1) * stakes),
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(state.table.balances) + state.table.pot,
    )

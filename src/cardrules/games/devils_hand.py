"""Devil's Hand: come closest to the total of the cards turned up in the middle without hitting it.

Numbers such as 2.1 are those of the rules in the rulebook ``devils_hand``.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.betting import FOLD, Matching, MatchingTerms
from cardrules.blocks.betting import Bet as Bet
from cardrules.blocks.betting import Call as Call
from cardrules.blocks.betting import Check as Check
from cardrules.blocks.betting import Fold as Fold
from cardrules.blocks.betting import Raise as Raise
from cardrules.blocks.money import credit, credit_each
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Phase, Shuffling
from cardrules.cards import COURTS_TEN, JOKER, PACK_52, Card, Deck, Hand, Rank, Suit, pack, sorted_hand
from cardrules.errors import RulesError
from cardrules.fastinit import FastInit
from cardrules.game import (
    Amount,
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
from cardrules.options import at_least, between, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import Closed, Open, Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

SEATS: Final = 8
"""The most players for each pack (1.1)."""

MOST_PACKS: Final = 8
"""The most packs that are mixed (1.1)."""

Ace: TypeAlias = Literal["one", "eleven", "either"]
"""The values of the option ``ace`` (2.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Devil's Hand."""

    players: int = field(default=4, validator=at_least(2))
    """The number of players, at most eight for each pack, and fewer if large hands need the cards (1.1, 1.3)."""

    packs: int = field(default=1, validator=between(1, MOST_PACKS))
    """The number of packs of 52 (1.1)."""

    hand_size: int = field(default=3, validator=between(1, 4))
    """The number of cards in each hand and in the Devil's (1.3)."""

    jokers: Literal[0, 2] = 0
    """The number of jokers added to each pack (1.1)."""

    ace: Ace = "one"
    """The value of an ace: 1, 11, or in a player's hand either (2.1, 2.2)."""

    instant_loss: bool = True
    """Whether a hand with the Devil's total must be shown and loses at once (4.1 to 4.5)."""

    betting: Literal["bid", "poker"] = "bid"
    """Whether each player bids one coin or nothing (5.1), or there is a round of betting (5.2)."""

    max_raises: int = field(default=3, validator=at_least(0))
    """The most raises in a round of betting (5.2)."""

    draw_fee_to: Literal["pot", "dealer"] = "pot"
    """Who gets the coin that is paid for new cards (3.2)."""

    coin: int = field(default=1, validator=at_least(1))
    """The value of a coin (1.2)."""

    deals: int = field(default=1, validator=at_least(1))
    """The number of deals in the match (7.1)."""

    def __attrs_post_init__(self) -> None:
        if self.players > SEATS * self.packs:
            raise RulesError(f"players must be at most {SEATS} for each pack, not {self.players} for {self.packs}")
        cards = len(PACK_52) * self.packs
        served = (cards - self.hand_size) // (2 * self.hand_size)
        if self.players > served:
            raise RulesError(
                f"players must be at most {served} for hand_size {self.hand_size} and {cards} cards, "
                f"so that everybody can replace all cards, not {self.players}"
            )

    @cached_property
    def cards(self) -> Deck:
        """All the cards, jokers included, unshuffled (1.1)."""
        return Deck(pack(copies=self.packs, jokers=self.jokers * self.packs))

    @cached_property
    def counts(self) -> Mapping[Card, tuple[int, ...]]:
        """The values that each card can have in a player's hand, from low to high (2.1, 2.3)."""
        aces = {"one": (1,), "eleven": (11,), "either": (1, 11)}[self.ace]
        each = {card: aces if card.rank is Rank.ACE else (COURTS_TEN[card.rank],) for card in PACK_52}
        return each | {JOKER: tuple(range(1, 11))}

    @cached_property
    def terms(self) -> MatchingTerms:
        """The terms of the round of betting (5.2)."""
        return MatchingTerms(self.coin, self.coin, self.max_raises, fold_unopened=True)


@frozen
class Replace:
    """Throw away these cards, named in any order, for as many new ones; name none to stand pat."""

    cards: Own[Hand] = field(converter=sorted_hand)


@frozen
class Show:
    """Show a hand with the Devil's total, and lose the deal."""


@frozen
class Keep:
    """Say that the hand with the new cards does not have the Devil's total."""


@frozen
class Bid:
    """Put in a coin to go to the showdown."""


@frozen
class Declare:
    """State the total of a hand that can have several."""

    total: int


Move: TypeAlias = Replace | Show | Keep | Bid | Check | Bet | Call | Raise | Fold | Declare


@frozen
class Deal:
    """The facts that stay the same in a deal; the one before the first deal has the number 0."""

    rules: Rules
    number: int
    """The number of the deal in the match, from 1."""
    dealer: Seat
    devil: Open[Hand]
    aside: Open[Hand]
    """The jokers that were turned up for the Devil's Hand (2.3)."""
    target: int
    """The total of the Devil's Hand."""


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    deal: Deal
    balances: tuple[int, ...]
    """The winnings by seat, less what each has put in."""
    pot: int
    stock: Closed[Deck]
    hands: Own[tuple[Hand, ...]]
    thrown: Own[tuple[Hand, ...]]
    shown: Open[tuple[Hand, ...]]
    """The hands turned up, by seat."""
    totals: tuple[int | None, ...]
    """The totals in the showdown, by seat; ``None`` for a seat that is not in it or has not stated its total yet."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    def paid(self, seat: Seat, amount: int) -> "Table":
        """Return the table after ``seat`` has put an amount in the pot."""
        balances = credit(self.balances, seat, -amount)
        return Table(
            self.deal, balances, self.pot + amount, self.stock, self.hands, self.thrown, self.shown, self.totals
        )

    def turned_up(self, seats: Sequence[Seat]) -> "Table":
        """Return the table after ``seats`` have shown their hands."""
        hands, shown = list(self.hands), list(self.shown)
        for seat in seats:
            hands[seat], shown[seat] = Hand(), hands[seat].sorted()  # the hand's order would tell which cards are new
        return Table(
            self.deal, self.balances, self.pot, self.stock, tuple(hands), self.thrown, tuple(shown), self.totals
        )


@frozen
class Dealing(Shuffling[Table]):
    """Chance shuffles the cards for the next deal; the previous deal still lies on the table."""

    dealer: Seat


@frozen
class Drawing(Phase[Table]):
    """The seats replace cards in turn."""

    to_act: Seat
    replaced: bool
    """Whether the seat to act has replaced cards and has still to show or keep its new hand (4.5)."""


@frozen
class _InTurn(Phase[Table]):
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats still to act, the next first."""

    @property
    def to_act(self) -> Seat:
        """The seat that acts next."""
        return self.waiting[0]


@frozen
class Bidding(_InTurn):
    """The seats bid or fold in turn."""

    bidders: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats that have bid, from the dealer's left."""


@frozen
class Betting(Phase[Table]):
    """The seats bet in one round."""

    betting: Matching

    @property
    def to_act(self) -> Seat:
        """The seat whose turn it is."""
        return self.betting.to_act


@frozen
class Declaring(_InTurn):
    """The hands of the showdown lie open, and the seats whose hands can have several totals state theirs in turn."""


State: TypeAlias = Dealing | Drawing | Bidding | Betting | Declaring | Finished[Table]


@frozen
class Result(Outcome):
    """The outcome of a match."""

    pot: int
    """The money left in the pot (7.2)."""


def start(rules: Rules) -> Dealing:
    """Return the state before the first shuffle; seat 0 deals first (1.5)."""
    require_rules(rules, Rules)
    before = Deal(rules, 0, 0, Hand(), Hand(), 0)
    return Dealing(_laid(before, (0,) * rules.players, 0, rules.cards, (Hand(),) * rules.players), 0)


def _laid(deal: Deal, balances: tuple[int, ...], pot: int, stock: Deck, hands: tuple[Hand, ...]) -> Table:
    nobody = (Hand(),) * len(hands)
    return Table(deal, balances, pot, stock, hands, nobody, nobody, (None,) * len(hands))


SHOW: Final = Show()
KEEP: Final = Keep()
BID: Final = Bid()


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: selections of its cards, the smallest first; or totals from low to high."""
    match state:
        case Drawing():
            return _draws(state)
        case Bidding():
            return BID, FOLD  # 5.1
        case Betting():
            return state.betting.legal_moves()  # 5.2
        case Declaring():
            return tuple(map(Declare, totals(state.rules, state.table.shown[state.to_act])))  # 6.3
        case Dealing() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _draws(state: Drawing) -> tuple[Move, ...]:
    hand, deal = state.table.hands[state.to_act], state.table.deal
    if deal.rules.instant_loss and totals(deal.rules, hand) == (deal.target,):
        return (SHOW,)  # 4.2, 4.3
    return (KEEP,) if state.replaced else _replacements(hand.sorted())  # 4.5, 3.1


@lru_cache(maxsize=1 << 15)  # room for every hand of three cards: a sixth of the time of making its selections anew
def _replacements(hand: Hand) -> tuple[Replace, ...]:
    return _replacing(hand, len(hand))


_replacing: Final = selection_moves(Replace)


def totals(rules: Rules, hand: Hand) -> tuple[int, ...]:
    """Return the totals that a player's hand can have, from low to high (2.1, 2.3)."""
    counts = rules.counts
    return tuple(sorted({sum(choice) for choice in product(*[counts[card] for card in hand])}))


def devils_total(rules: Rules, devil: Hand) -> int:
    """Return the total of the Devil's Hand, in which an ace has only one value (2.2)."""
    return sum([rules.counts[card][0] for card in devil])


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Dealing):
        return _deal(state, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Drawing):
        return _draw(state, chosen)
    if isinstance(state, Bidding):
        return _bid(state, chosen)
    if isinstance(state, Betting):
        return _bet(state, chosen)
    assert isinstance(state, Declaring)
    assert isinstance(chosen, Declare)
    return _declare(state, chosen.total)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(state, Betting):
        assert isinstance(move, (Bet, Raise))
        return state.betting.why_not(move, "5.2")
    if isinstance(state, Declaring):
        return because(f"this hand can count {_either(totals(state.rules, state.table.shown[state.to_act]))}", "6.3")
    assert isinstance(state, Drawing)
    assert isinstance(move, Replace)
    not_held = why_not_held(move.cards, state.table.hands[state.to_act], "3.1")
    assert not_held is not None
    return not_held


def _either(totals: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, totals[:-1]))} or {totals[-1]}"


def _deal(state: Dealing, deck: Deck) -> Drawing:
    table, rules, dealer = state.table, state.rules, state.dealer
    first = left_of(dealer, rules.players)
    hands, stock = deck.deal(rules.players, rules.hand_size, first=first)  # 1.4
    devil, aside, stock = _turn_up(stock, rules.hand_size)
    deal = Deal(rules, table.deal.number + 1, dealer, devil, aside, devils_total(rules, devil))
    balances = credit_each(table.balances, -rules.coin)  # 1.2
    return Drawing(_laid(deal, balances, table.pot + rules.coin * rules.players, stock, hands), first, replaced=False)


def _turn_up(stock: Deck, size: int) -> tuple[Hand, Hand, Deck]:
    """Return the Devil's Hand, the jokers that were turned up before it was complete, and the stock."""
    devil, jokers, cards = list[Card](), list[Card](), iter(stock)
    while len(devil) < size:
        card = next(cards)
        (jokers if card is JOKER else devil).append(card)  # 2.3
    _, stock = stock.draw(len(devil) + len(jokers))
    return Hand(devil), Hand(jokers), stock


def _draw(state: Drawing, move: Move) -> State:
    table, seat = state.table, state.to_act
    rules = table.deal.rules
    if isinstance(move, Show):  # 4.1
        return _next_draw(table.turned_up((seat,)).paid(seat, rules.coin), seat)
    if isinstance(move, Replace) and move.cards:
        table = _replace(table, seat, move.cards)
        if rules.instant_loss:
            return Drawing(table, seat, replaced=True)  # 4.5
    return _next_draw(table, seat)


def _replace(table: Table, seat: Seat, cards: Hand) -> Table:
    deal, pot = table.deal, table.pot
    new, stock = table.stock.draw(len(cards))
    hands = replaced(table.hands, seat, table.hands[seat].minus(cards).plus(new))
    thrown = replaced(table.thrown, seat, cards)
    balances = credit(table.balances, seat, -deal.rules.coin)
    if deal.rules.draw_fee_to == "pot":
        pot += deal.rules.coin
    else:
        balances = credit(balances, deal.dealer, deal.rules.coin)  # 3.2: the dealer's own coin comes back to him
    return Table(deal, balances, pot, stock, hands, thrown, table.shown, table.totals)


def _next_draw(table: Table, seat: Seat) -> State:
    rules = table.deal.rules
    following = left_of(seat, rules.players)
    if seat != table.deal.dealer:
        return Drawing(table, following, replaced=False)
    left = tuple(other for other in clockwise_from(following, rules.players) if not table.shown[other])
    if rules.betting == "bid":
        return Bidding(table, left, ()) if left else _showdown(table, ())
    betting = rules.terms.begin(left)
    return _showdown(table, left) if betting.over else Betting(table, betting)


def _bid(state: Bidding, move: Move) -> State:
    seat, waiting = state.waiting[0], state.waiting[1:]
    table, bidders = state.table, state.bidders
    if isinstance(move, Bid):
        table, bidders = table.paid(seat, state.rules.coin), (*bidders, seat)
    return Bidding(table, waiting, bidders) if waiting else _showdown(table, bidders)


def _bet(state: Betting, move: Move) -> State:
    assert isinstance(move, (Check, Bet, Call, Raise, Fold))
    price, betting = state.betting.after(move)
    table = state.table.paid(state.betting.to_act, price)
    return _showdown(table, betting.left) if betting.over else Betting(table, betting)


def _showdown(table: Table, bidders: tuple[Seat, ...]) -> State:
    """Turn up the hands of the bidders, who are given from the dealer's left (6.1)."""
    table = table.turned_up(bidders)
    stated: list[int | None] = [None] * len(table.hands)
    waiting: tuple[Seat, ...] = ()
    for seat in bidders:
        possible = totals(table.deal.rules, table.shown[seat])
        if len(possible) == 1:
            stated[seat] = possible[0]
        else:
            waiting += (seat,)
    if waiting and len(bidders) == 1:  # 6.3: alone, with a choice
        return _settle(table, waiting[0])
    return _stated(table, tuple(stated), waiting)


def _declare(state: Declaring, total: int) -> State:
    return _stated(state.table, replaced(state.table.totals, state.to_act, total), state.waiting[1:])


def _stated(table: Table, totals: tuple[int | None, ...], waiting: tuple[Seat, ...]) -> State:
    """Go on once these totals are stated, while the ``waiting`` seats have still to state theirs."""
    table = evolve(table, totals=totals)
    return Declaring(table, waiting) if waiting else _settle(table, closest(table.deal.target, totals))


def closest(target: int, totals: Sequence[int | None]) -> Seat | None:
    """Return the winner, whose distance is the smallest that is neither 0 nor shared (6.1, 6.2), or ``None``.

    ``totals`` are by seat, ``None`` for a seat that is out.
    """
    distances = [0 if total is None else abs(total - target) for total in totals]
    alone = [distance for distance in distances if distance and distances.count(distance) == 1]
    return distances.index(min(alone)) if alone else None


def _settle(table: Table, winner: Seat | None) -> Dealing | Finished[Table]:
    """Pay the pot to the winner, if there is one (6.4), and go on to the next deal, if there is one."""
    if winner is not None:
        table = table.paid(winner, -table.pot)
    deal = table.deal
    if deal.number == deal.rules.deals:
        return Finished(table)
    return Dealing(table, left_of(deal.dealer, deal.rules.players))  # 1.5


def outcome(state: State) -> Result | None:
    """Return the balances by seat, the seats with the highest, and the pot (7.2); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    balances = state.table.balances
    return Result(balances, leaders(balances), state.table.pot)


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, that money adds up, and what is alike."""
    require_rules(rules, Rules)
    players, terms = rules.players, rules.terms
    betting, dearest = (terms.max_moves(players), terms.max_cost) if rules.betting == "poker" else (players, rules.coin)
    choices = players if rules.jokers or rules.ace == "either" else 0
    stakes = rules.deals * (2 * rules.coin + dearest)  # the ante, new cards, and the betting or an instant loss
    return Promises(
        max_moves=rules.deals * (1 + players * (1 + rules.instant_loss) + betting + choices),
        score_range=(-stakes, (players - 1) * stakes),
        outcome_total=_total,
        money_total=lambda state: sum(state.table.balances) + state.table.pot,
        rotated=_rotated,
        symmetric_suits=tuple(Suit),
    )


def _total(result: Outcome) -> Amount:
    assert isinstance(result, Result)
    return sum(result.scores) + result.pot


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Dealing)
    return evolve(state, dealer=(state.dealer + seats) % state.rules.players)

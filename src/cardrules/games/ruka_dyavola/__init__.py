"""Ruka dyavola (Рука дьявола): the highest total of three cards takes the bank and is called the devil's hand.

Numbers such as 2.1 are those of the rules in the rulebook ``ruka_dyavola``.
"""

from collections.abc import Mapping
from typing import Final

from attrs import evolve, field, frozen

from cardrules.blocks.betting import Pass as Pass
from cardrules.blocks.betting import Stake as Stake
from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit, credit_each
from cardrules.blocks.phases import DrawingLots as DrawingLots
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import LotsDrawn as LotsDrawn
from cardrules.cards import ACE_LOW, JOKER, Card, Deck, Hand, Rank, Suit
from cardrules.game import (
    Amount,
    Outcome,
    Promises,
    Shuffled,
    cache_last,
    pack_for_play,
    refuse_state,
    require_rules,
    require_state,
    shuffled_deck,
)
from cardrules.games.ruka_dyavola.moves import Exchange as Exchange
from cardrules.games.ruka_dyavola.moves import Move as Move
from cardrules.games.ruka_dyavola.moves import Stop as Stop
from cardrules.games.ruka_dyavola.moves import all_one_by_one, one_by_one, together
from cardrules.games.ruka_dyavola.phases import Betting as Betting
from cardrules.games.ruka_dyavola.phases import Deal as Deal
from cardrules.games.ruka_dyavola.phases import DevilsHand as DevilsHand
from cardrules.games.ruka_dyavola.phases import Exchanging as Exchanging
from cardrules.games.ruka_dyavola.phases import State as State
from cardrules.games.ruka_dyavola.phases import Table as Table
from cardrules.games.ruka_dyavola.rules import CARDS, RANKS
from cardrules.games.ruka_dyavola.rules import Rules as Rules
from cardrules.labels import told
from cardrules.moves import Reason, because, require_legal, why_not_held
from cardrules.seats import NOT_BY_SEAT, Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


@frozen
class Result(Outcome):
    """The outcome of a match."""

    banks: tuple[int, ...] = field(metadata=NOT_BY_SEAT)
    """The money left in the bank of each hand (5.1)."""
    devils_hands: tuple[DevilsHand, ...] = field(metadata=told("Devil's Hands", by_seat=False))
    """The hands that won a bank (3.3)."""


def start(rules: Rules, pack: Hand | None = None) -> DrawingLots[Table]:
    """Return the state before lots are drawn for the first dealer (1.3).

    ``pack`` has the cards to play with instead of the usual ones. Where they are too few for everybody to exchange three
    cards, hands have two or one.
    """
    require_rules(rules, Rules)
    balances, banks, nobody = (0,) * rules.players, (0,) * rules.hands, _no_hands(rules)
    cards = Deck(pack_for_play(pack, rules.cards, least=2 * rules.players * rules.hands))
    return DrawingLots(Table(Deal(rules, 0, 0), 0, balances, banks, (), cards, nobody, nobody))


def _no_hands(rules: Rules) -> tuple[tuple[Hand, ...], ...]:
    return ((Hand(),) * rules.hands,) * rules.players


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: stakes from low to high; or selections of its cards, the smallest first."""
    match state:
        case Betting():
            return state.betting.legal_moves()  # 4.2
        case Exchanging():
            hand = state.table.hands[state.to_act][state.table.playing]
            if state.table.deal.rules.exchange == "one_by_one":
                return one_by_one(hand, state.taken[state.to_act])  # 2.3
            return together(hand.sorted())  # 2.1
        case DrawingLots() | LotsDrawn() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, DrawingLots):
        return _draw_lots(state, shuffled_deck(state.pack, move))
    if isinstance(state, LotsDrawn):
        return _deal(state, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Betting):
        return _stake(state, chosen)
    assert isinstance(state, Exchanging)
    return _exchange(state, chosen) if isinstance(chosen, Exchange) else _stop(state)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(move, Stake):
        assert isinstance(state, Betting)
        return state.betting.why_not(move, "4.2")
    assert isinstance(state, Exchanging)
    assert isinstance(move, Exchange)
    hand, taken = state.table.hands[state.to_act][state.table.playing], state.taken[state.to_act]
    if not_held := why_not_held(move.cards, hand.plus(taken), "2.1"):
        return not_held
    if state.rules.exchange == "one_by_one" and len(move.cards) != 1:
        return because(f"cards are exchanged one by one, not {len(move.cards)} at once", "2.3")
    dealt = move.cards.count(JOKER) if JOKER in hand else 0
    return because(f"the free cards are the jokers from the deal, here {dealt or 'none'}", "4.1")


def _draw_lots(state: DrawingLots[Table], cards: Deck) -> LotsDrawn[Table]:
    rules, table, nobody = state.rules, state.table, _no_hands(state.rules)
    jokers = cards_in(state).count(JOKER) if rules.jokers else 0  # a smaller pack may have fewer
    lots = Lots.draw(cards, rules.players, ACE_LOW, jokers)  # 1.3
    return LotsDrawn(Table(table.deal, 0, table.balances, table.banks, table.won, Deck(), nobody, nobody), lots)


def _deal(state: LotsDrawn[Table], stock: Deck) -> State:
    rules, table, dealer = state.rules, state.table, state.lots.lowest
    size = _hand_size(rules, len(stock))
    rounds: list[tuple[Hand, ...]] = []
    for _ in range(rules.hands):  # 4.3
        hands, stock = stock.deal(rules.players, size, first=left_of(dealer, rules.players))  # 1.4
        rounds.append(hands)
    by_seat = tuple(zip(*rounds, strict=True))
    balances = credit_each(table.balances, -rules.stake * rules.hands)  # 1.2, 4.3
    banks = tuple([bank + rules.stake * rules.players for bank in table.banks])
    deal = Deal(rules, table.deal.number + 1, dealer)
    return _begin(Table(deal, 0, balances, banks, table.won, stock, by_seat, table.shown))


def _hand_size(rules: Rules, cards: int) -> int:
    """Return how many of a number of cards each hand is dealt, so that as many are left to exchange (1.4, 2.1)."""
    return min(CARDS, cards // (2 * rules.players * rules.hands))


def _begin(table: Table) -> Betting | Exchanging:
    """Begin the play of a hand."""
    rules = table.deal.rules
    seats = clockwise_from(left_of(table.deal.dealer, rules.players), rules.players)
    if rules.betting == "poker":
        betting = rules.terms.begin(seats)
        if not betting.over:  # 4.2: two players do not stake
            return Betting(table, betting)
    return _exchanging(table, seats, seats[0])


def _exchanging(table: Table, left: tuple[Seat, ...], seat: Seat) -> Exchanging:
    return Exchanging(table, left, seat, (Hand(),) * table.deal.rules.players)


def _stake(state: Betting, move: Move) -> Betting | Exchanging:
    assert isinstance(move, (Pass, Stake))
    price, betting = state.betting.after(move)
    table = state.table.paid(state.betting.to_act, price)
    return _exchanging(table, betting.left, betting.left[0]) if betting.over else Betting(table, betting)


def _exchange(state: Exchanging, move: Exchange) -> State:
    table, seat, rules = state.table, state.to_act, state.table.deal.rules
    hand, taken = table.hands[seat][table.playing], state.taken[seat]
    for card in move.cards:
        if card in taken and not move.free:
            taken = taken.without(card)
        else:
            hand = hand.without(card)
    new, stock = table.stock.put_under(move.cards).draw(len(move.cards))  # 2.2
    price = rules.stake * (len(move.cards) - (move.free or 0))
    exchanged, taken = state.exchanged + 1, taken.plus(new)
    if rules.exchange == "one_by_one" and exchanged < len(hand) + len(taken):  # 2.3
        left, apart = state.left, replaced(state.taken, seat, taken)
        return Exchanging(table.exchanged(seat, hand, stock, price), left, seat, apart, exchanged)
    return _next_exchange(state, table.exchanged(seat, hand.plus(taken), stock, price))


def _stop(state: Exchanging) -> State:
    table, seat = state.table, state.to_act
    hand = table.hands[seat][table.playing].plus(state.taken[seat])
    return _next_exchange(state, table.exchanged(seat, hand, table.stock, 0))


def _next_exchange(state: Exchanging, table: Table) -> State:
    following = state.left.index(state.to_act) + 1
    if following < len(state.left):
        return _exchanging(table, state.left, state.left[following])
    return _show(table, state.left)


def _show(table: Table, left: tuple[Seat, ...]) -> State:
    deal, playing = table.deal, table.playing
    totals = {seat: total(deal.rules, table.hands[seat][playing]) for seat in left}
    winner = highest(totals)
    balances, banks, won = table.balances, table.banks, table.won
    if winner is not None:
        bank, banks = banks[playing], replaced(banks, playing, 0)
        balances = credit(balances, winner, bank)
        won = (*won, DevilsHand(deal.number, playing + 1, winner, totals[winner], bank))  # 3.3
    hands, shown = list(table.hands), list(table.shown)
    for seat in left:
        face_up = hands[seat][playing].sorted()  # the order of the hand would tell which cards are new
        shown[seat] = replaced(shown[seat], playing, face_up)
        hands[seat] = replaced(hands[seat], playing, Hand())
    table = Table(deal, playing, balances, banks, won, table.stock, tuple(hands), tuple(shown))
    if playing + 1 < deal.rules.hands:  # 4.3
        return _begin(evolve(table, playing=playing + 1))
    return Finished(table) if deal.number == deal.rules.deals else DrawingLots(table)


def total(rules: Rules, hand: Hand) -> int:
    """Return the total of a hand (3.1, 4.1)."""
    values = rules.values
    return sum([values[card] for card in hand])


def highest(totals: Mapping[Seat, int]) -> Seat | None:
    """Return the seat with the highest total, or ``None`` if several have it (3.1, 3.2)."""
    best = max(totals.values())
    seats = [seat for seat, total in totals.items() if total == best]
    return seats[0] if len(seats) == 1 else None


def outcome(state: State) -> Result | None:
    """Return the balances by seat, the seats with the highest, the banks and the devil's hands (5.1), or ``None``."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    table = state.table
    return Result(table.balances, leaders(table.balances), table.banks, table.won)


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, that money adds up and suits are alike."""
    require_rules(rules, Rules)
    players, terms = rules.players, rules.terms
    staked = rules.betting == "poker" and players > terms.enough
    betting, dearest = (terms.max_moves(players), terms.max_cost) if staked else (0, 0)
    turn = CARDS if rules.exchange == "one_by_one" else 1
    stakes = rules.deals * rules.hands * (rules.stake * (1 + CARDS) + dearest)
    return Promises(
        min_moves=rules.deals * (2 + (0 if staked else rules.hands * players)),
        max_moves=rules.deals * (2 + rules.hands * (betting + players * turn)),
        score_range=(-stakes, (players - 1) * stakes),
        leaders_win=True,
        outcome_total=_total,
        money_total=lambda state: sum(state.table.balances) + sum(state.table.banks),
        funds=lambda state: state.table.banks,
        scaled=_scaled,
        longer=lambda state: start(evolve(state.rules, deals=state.rules.deals + 1), cards_in(state)),
        rotated=_rotated,
        seats=players,
        standing=lambda state: state.table.balances,
        reached=_reached,
        moves=lambda: (*(terms.moves if staked else ()), *(all_one_by_one(rules) if turn > 1 else ())),
        by_place={} if turn > 1 else {Exchange: 2**CARDS},  # selections of different cards
        symmetric_ranks=((Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING),),  # 3.1
        symmetric_suits=tuple(Suit),
        alike=_kinds,
        unordered=("shown",),
    )


def _reached(state: State) -> range:
    """Return the places of the cards from which lots may be drawn, or of those that are dealt or exchanged for (2.1)."""
    if isinstance(state, DrawingLots):
        return range(Lots.reach(state.pack, state.rules.players))  # 1.3
    assert isinstance(state, LotsDrawn)
    rules = state.rules
    return range(2 * rules.players * rules.hands * _hand_size(rules, len(state.pack)))


def _kinds(state: State) -> Mapping[Card, object]:
    """Return the value of each card, or its rank if there are lots to be drawn yet (1.3); jokers are a kind of their own."""
    deal = state.table.deal
    last = deal.number + isinstance(state, LotsDrawn) == deal.rules.deals and not isinstance(state, DrawingLots)
    return deal.rules.kinds if last else RANKS


def _total(result: Outcome) -> Amount:
    assert isinstance(result, Result)
    return sum(result.scores) + sum(result.banks)


def _scaled(state: State, by: int) -> State:
    rules = state.rules
    limit = None if rules.stake_limit is None else by * rules.stake_limit
    return start(evolve(rules, stake=by * rules.stake, stake_limit=limit), cards_in(state))


def _rotated(state: State, seats: int) -> State | None:
    if not isinstance(state, LotsDrawn):  # 1.3: lots are drawn in the order of seats
        return None
    table, players = state.table, state.rules.players
    balances = tuple([table.balances[(seat - seats) % players] for seat in range(players)])
    return LotsDrawn(evolve(table, balances=balances), state.lots.rotated(seats))

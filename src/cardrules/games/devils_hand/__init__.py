"""Devil's Hand: come closest to the total of the cards turned up in the middle without hitting it.

Numbers such as 2.1 are those of the rules in the rulebook ``devils_hand``. :mod:`~cardrules.games.devils_hand.values`
has the totals of hands (2).
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from attrs import evolve, frozen

from cardrules.blocks.betting import FOLD
from cardrules.blocks.betting import Bet as Bet
from cardrules.blocks.betting import Call as Call
from cardrules.blocks.betting import Check as Check
from cardrules.blocks.betting import Fold as Fold
from cardrules.blocks.betting import Raise as Raise
from cardrules.blocks.money import credit, credit_each
from cardrules.blocks.phases import Finished as Finished
from cardrules.cards import JOKER, Card, Deck, Hand, Rank, Suit
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
from cardrules.games.devils_hand.moves import BID, KEEP, SHOW
from cardrules.games.devils_hand.moves import Bid as Bid
from cardrules.games.devils_hand.moves import Declare as Declare
from cardrules.games.devils_hand.moves import Keep as Keep
from cardrules.games.devils_hand.moves import Move as Move
from cardrules.games.devils_hand.moves import Replace as Replace
from cardrules.games.devils_hand.moves import Show as Show
from cardrules.games.devils_hand.phases import Betting as Betting
from cardrules.games.devils_hand.phases import Bidding as Bidding
from cardrules.games.devils_hand.phases import Deal as Deal
from cardrules.games.devils_hand.phases import Dealing as Dealing
from cardrules.games.devils_hand.phases import Declaring as Declaring
from cardrules.games.devils_hand.phases import Drawing as Drawing
from cardrules.games.devils_hand.phases import State as State
from cardrules.games.devils_hand.phases import Table as Table
from cardrules.games.devils_hand.rules import Ace as Ace
from cardrules.games.devils_hand.rules import Rules as Rules
from cardrules.games.devils_hand.values import closest as closest
from cardrules.games.devils_hand.values import devils_total as devils_total
from cardrules.games.devils_hand.values import totals as totals
from cardrules.moves import Reason, because, require_legal, selection_moves, why_not_held
from cardrules.seats import Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


@frozen
class Result(Outcome):
    """The outcome of a match."""

    pot: int
    """The money left in the pot (7.2)."""


def start(rules: Rules, pack: Hand | None = None) -> Dealing:
    """Return the state before the first shuffle; seat 0 deals first (1.5).

    ``pack`` has the cards to play with instead of the usual ones.
    """
    require_rules(rules, Rules)
    before = Deal(rules, 0, 0, Hand(), Hand(), 0)
    cards = Deck(pack_for_play(pack, rules.cards, least=_most_reached(rules)))
    return Dealing(_laid(before, (0,) * rules.players, 0, cards, (Hand(),) * rules.players), 0)


def _most_reached(rules: Rules) -> int:
    """Return how many cards are dealt or turned up if all jokers come to the Devil and all hands are replaced."""
    return rules.hand_size * (2 * rules.players + 1) + rules.jokers * rules.packs  # 1.3, 1.4, 2.3, 3.1


def _laid(deal: Deal, balances: tuple[int, ...], pot: int, stock: Deck, hands: tuple[Hand, ...]) -> Table:
    nobody = (Hand(),) * len(hands)
    return Table(deal, balances, pot, stock, hands, nobody, nobody, (None,) * len(hands))


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
        (jokers if card == JOKER else devil).append(card)  # 2.3
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
        min_moves=rules.deals * (1 + players),
        max_moves=rules.deals * (1 + players * (1 + rules.instant_loss) + betting + choices),
        score_range=(-stakes, (players - 1) * stakes),
        leaders_win=True,
        outcome_total=_total,
        money_total=lambda state: sum(state.table.balances) + state.table.pot,
        funds=lambda state: (state.table.pot,),
        longer=lambda state: start(evolve(state.rules, deals=state.rules.deals + 1), cards_in(state)),
        scaled=lambda state, by: start(evolve(state.rules, coin=by * state.rules.coin), cards_in(state)),
        seats=players,
        standing=lambda state: state.table.balances,
        reached=_reached,
        moves=lambda: _all_moves(rules),
        by_place={Replace: 2**rules.hand_size},  # selections of different cards
        rotated=_rotated,
        symmetric_ranks=((Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING),),  # 2.1
        symmetric_suits=tuple(Suit),
        alike=lambda _state: rules.counts,  # 2.1, 2.3
        unordered=("devil", "aside", "thrown", "shown"),
    )


def _total(result: Outcome) -> Amount:
    assert isinstance(result, Result)
    return sum(result.scores) + result.pot


def _reached(state: State) -> range:
    """Return the places of the cards that may be dealt or turned up."""
    assert isinstance(state, Dealing)
    return range(_most_reached(state.rules))


def _all_moves(rules: Rules) -> tuple[Move, ...]:
    """Return all moves that there are but the replacements."""
    drawn = (SHOW, KEEP) if rules.instant_loss else ()  # 4.2, 4.5
    betting = (BID, FOLD) if rules.betting == "bid" else rules.terms.moves
    return *drawn, *betting, *map(Declare, _all_totals(rules))


def _all_totals(rules: Rules) -> list[int]:
    """Return the totals that a player may have to state: those of hands that can have several (6.3)."""
    kinds = {values: card for card, values in rules.counts.items()}.values()
    hands = [Hand(cards) for cards in combinations_with_replacement(kinds, rules.hand_size)]
    dealt = [hand for hand in hands if hand.count(JOKER) <= rules.jokers * rules.packs]
    choices = [choice for hand in dealt if len(choice := totals(rules, hand)) > 1]
    return sorted({total for choice in choices for total in choice})


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Dealing)
    return evolve(state, dealer=(state.dealer + seats) % state.rules.players)

"""Polish Bank (Польский банчок): stake that one of three cards beats the next card of the stock in its suit.

Numbers such as 2.1 are those of the rules in the rulebook ``polish_bank``.
:mod:`cardrules.games.polish_bank.staking` has those on stakes, and on the hands that win them.
"""

from typing import Final

from attrs import evolve

from cardrules.blocks.betting import Stake as Stake
from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit, credit_amounts
from cardrules.blocks.phases import DrawingLots as DrawingLots
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import LotsDrawn as LotsDrawn
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.cards import ACE_HIGH, Deck, Hand, Suit
from cardrules.fastinit import unchecked
from cardrules.game import (
    NATURE,
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
from cardrules.games.polish_bank.moves import ALLOW as ALLOW
from cardrules.games.polish_bank.moves import CONCEDE as CONCEDE
from cardrules.games.polish_bank.moves import DECLINE as DECLINE
from cardrules.games.polish_bank.moves import EXPOSE as EXPOSE
from cardrules.games.polish_bank.moves import FORBID as FORBID
from cardrules.games.polish_bank.moves import HOLD_BANK as HOLD_BANK
from cardrules.games.polish_bank.moves import PASS_BANK as PASS_BANK
from cardrules.games.polish_bank.moves import TURN as TURN
from cardrules.games.polish_bank.moves import WAIT as WAIT
from cardrules.games.polish_bank.moves import AddBet as AddBet
from cardrules.games.polish_bank.moves import Allow as Allow
from cardrules.games.polish_bank.moves import Concede as Concede
from cardrules.games.polish_bank.moves import Decline as Decline
from cardrules.games.polish_bank.moves import Expose as Expose
from cardrules.games.polish_bank.moves import Forbid as Forbid
from cardrules.games.polish_bank.moves import HoldBank as HoldBank
from cardrules.games.polish_bank.moves import Move as Move
from cardrules.games.polish_bank.moves import PassBank as PassBank
from cardrules.games.polish_bank.moves import Show as Show
from cardrules.games.polish_bank.moves import Turn as Turn
from cardrules.games.polish_bank.moves import Wait as Wait
from cardrules.games.polish_bank.phases import Adding as Adding
from cardrules.games.polish_bank.phases import Agreeing as Agreeing
from cardrules.games.polish_bank.phases import Exposing as Exposing
from cardrules.games.polish_bank.phases import Gathering as Gathering
from cardrules.games.polish_bank.phases import Holding as Holding
from cardrules.games.polish_bank.phases import Money as Money
from cardrules.games.polish_bank.phases import Revealing as Revealing
from cardrules.games.polish_bank.phases import Staking as Staking
from cardrules.games.polish_bank.phases import State as State
from cardrules.games.polish_bank.phases import Table as Table
from cardrules.games.polish_bank.phases import Turning as Turning
from cardrules.games.polish_bank.rules import CARDS as CARDS
from cardrules.games.polish_bank.rules import FULL as FULL
from cardrules.games.polish_bank.rules import SLIPPERY_SAM as SLIPPERY_SAM
from cardrules.games.polish_bank.rules import Rules as Rules
from cardrules.games.polish_bank.staking import beats as beats
from cardrules.games.polish_bank.staking import (
    legal_answers,
    legal_bets,
    legal_stakes,
    why_not_bet,
    why_not_staked,
    winning_cards,
    winning_in_pack,
)
from cardrules.moves import Reason, because, require_legal
from cardrules.seats import Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


def start(rules: Rules, pack: Hand | None = None) -> DrawingLots[Table]:
    """Return the state before lots are drawn for the first bank (1.1).

    ``pack`` has the cards to play with instead of the usual pack, enough for a deal.
    """
    require_rules(rules, Rules)
    players = rules.players
    cards = pack_for_play(pack, rules.cards, rules.cards_in_deal)
    money = _new_money(rules, 0, 0, 0, (0,) * players, 0, (False,) * players)
    return DrawingLots(_table(money, cards, (Hand(),) * players))


# Both are made several times for each hand: a decision takes 0.95 of the time.
_new_money, _new_table = unchecked(Money), unchecked(Table)


def _table(money: Money, stock: Deck, unlooked: tuple[Hand, ...]) -> Table:
    """Return a table whose cards all lie in the stock and in hands that nobody has looked at yet."""
    nothing = (Hand(),) * len(unlooked)
    return _new_table(money, stock, unlooked, nothing, nothing, nothing, Hand())


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: stakes from low to high, the whole bank last; side bets, then to decline."""
    match state:
        case Staking():
            return legal_stakes(state)
        case Turning():
            return (TURN,)
        case Adding():
            return legal_bets(state)
        case Agreeing():
            return ALLOW, FORBID
        case Exposing():
            return EXPOSE, WAIT
        case Revealing():
            return legal_answers(state)
        case Holding():
            return HOLD_BANK, PASS_BANK
        case DrawingLots() | LotsDrawn() | Shuffling() | Gathering() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if state.to_act is NATURE:
        return _after_shuffle(state, move)
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Staking):
        assert isinstance(chosen, Stake)
        return _stake(state, chosen.amount)
    if isinstance(state, Turning):
        return _reveal(_with_card_turned(state.table, state.punter), state.punter, state.stakes)
    if isinstance(state, Adding):
        amount = chosen.amount if isinstance(chosen, AddBet) else 0
        return _ask(state, replaced(state.stakes, state.to_act, amount), state.waiting[1:])
    if isinstance(state, Agreeing):
        return _agree(state, allows=chosen is ALLOW)
    if isinstance(state, Exposing):
        table = _with_card_turned(state.table, state.punter) if chosen is EXPOSE else state.table
        return Staking(table, state.punter)
    if isinstance(state, Revealing):
        shown = (chosen.card,) if isinstance(chosen, Show) else ()
        return _settle(state.table, state.punter, state.stakes, Hand(shown), wins=bool(shown))
    assert isinstance(state, Holding)
    return Gathering(state.table) if chosen is HOLD_BANK else _end_bank(state.table)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(state, Adding):
        return why_not_bet(state)
    if isinstance(state, Staking) and isinstance(move, Stake):
        return why_not_staked(state, move)
    return because("only a card in this hand that beats the one turned is shown", "2.3")


def _after_shuffle(state: State, move: object) -> State:
    if isinstance(state, DrawingLots):
        return _draw_lots(state, shuffled_deck(state.pack, move))
    if isinstance(state, Gathering):
        return _deal_again(state, shuffled_deck(state.pack, move))
    assert isinstance(state, (LotsDrawn, Shuffling))
    return _open_bank(state, shuffled_deck(state.pack, move))


def _draw_lots(state: DrawingLots[Table], cards: Deck) -> LotsDrawn[Table]:
    lots = Lots.draw(cards, state.rules.players, ACE_HIGH)  # 1.1
    money = evolve(state.table.money, banker=lots.lowest)
    return LotsDrawn(evolve(state.table, money=money, stock=Deck()), lots)


def _open_bank(state: LotsDrawn[Table] | Shuffling[Table], cards: Deck) -> Agreeing | Exposing | Staking:
    money, put_in = state.table.money, state.rules.initial_bank
    balances = credit(money.balances, money.banker, -put_in)  # 1.1
    money = _new_money(state.rules, money.banker, money.number + 1, money.deals, balances, put_in, money.allowed)
    return _new_deal(money, cards)


def _new_deal(money: Money, stock: Deck) -> Agreeing | Exposing | Staking:
    """Begin a deal from the stock, which holds all the cards."""
    rules = money.rules
    nobody = (False,) * rules.players
    held = money.held if rules.bank_deals is None else money.held + 1  # 1.4
    money = _new_money(rules, money.banker, money.number, money.deals + 1, money.balances, money.bank, nobody, held)
    if rules.side_bets:
        return Agreeing(_table(money, stock, (Hand(),) * rules.players), left_of(money.banker, rules.players))
    return _deal(money, stock)


def _deal_again(state: Gathering, cards: Deck) -> Agreeing | Exposing | Staking:
    """Begin the next deal of a bank, from the rest of the stock or from all the cards (2.4, 2.5)."""
    table = state.table
    return _new_deal(table.money, cards if table.rules.reshuffle == "all" else table.stock.put_under(cards))


def _agree(state: Agreeing, *, allows: bool) -> Agreeing | Exposing | Staking:
    table = state.table
    money = evolve(table.money, allowed=replaced(table.money.allowed, state.to_act, allows))
    following = left_of(state.to_act, money.rules.players)
    return _deal(money, table.stock) if following == money.banker else Agreeing(evolve(table, money=money), following)


def _deal(money: Money, stock: Deck) -> Exposing | Staking:
    banker, players = money.banker, money.rules.players
    hands, stock = stock.deal(players - 1, CARDS)  # 2.1
    from_banker = (Hand(), *hands)
    by_seat = from_banker[players - banker :] + from_banker[: players - banker]
    return _begin(_table(money, stock, by_seat), left_of(banker, players))


def _begin(table: Table, punter: Seat) -> Exposing | Staking:
    """Begin the turn of a punter, who looks at his cards (2.2)."""
    hands = replaced(table.hands, punter, table.unlooked[punter])
    unlooked = replaced(table.unlooked, punter, Hand())
    table = _new_table(table.money, table.stock, unlooked, hands, table.turned, table.shown, table.unserved)
    return Exposing(table, punter) if table.money.rules.early_exposure else Staking(table, punter)


def _stake(state: Staking, amount: int) -> State:
    table, punter = state.table, state.punter
    players, allowed = table.money.rules.players, table.money.allowed
    stakes = replaced((0,) * players, punter, amount)
    if table.turned[punter]:
        return _reveal(table, punter, stakes)  # 4.2
    others = clockwise_from(punter, players)[1:] if allowed[punter] else ()
    return _ask(state, stakes, tuple(seat for seat in others if allowed[seat]))


def _ask(state: Staking | Adding, stakes: tuple[int, ...], waiting: tuple[Seat, ...]) -> Adding | Turning:
    money = state.table.money
    if waiting and money.bank - sum(stakes) >= money.rules.step:  # 3.2
        return Adding(state.table, state.punter, stakes, waiting)
    return Turning(state.table, state.punter, stakes)


def _with_card_turned(table: Table, punter: Seat) -> Table:
    card, stock = table.stock.draw()
    turned = replaced(table.turned, punter, card)
    return _new_table(table.money, stock, table.unlooked, table.hands, turned, table.shown, table.unserved)


def _reveal(table: Table, punter: Seat, stakes: tuple[int, ...]) -> State:
    """Show the punter's hand, or let him show a card that wins (2.3)."""
    if table.money.rules.reveal == "winning_card":
        return Revealing(table, punter, stakes)
    return _settle(table, punter, stakes, table.hands[punter].sorted(), wins=bool(winning_cards(table, punter)))


def _settle(table: Table, punter: Seat, stakes: tuple[int, ...], shown: Hand, *, wins: bool) -> State:
    """Pay or take all that was staked on the hand (2.3, 3.2), and go on to the next hand, deal or bank."""
    money, rules, hand = table.money, table.money.rules, table.hands[punter]
    sign = 1 if wins else -1
    balances = credit_amounts(money.balances, [sign * stake for stake in stakes])
    bank = money.bank - sign * sum(stakes)
    money = _new_money(rules, money.banker, money.number, money.deals, balances, bank, money.allowed, money.held)
    kept = Hand() if len(shown) == len(hand) else hand.minus(shown)
    hands, shown_by_seat = replaced(table.hands, punter, kept), replaced(table.shown, punter, shown)
    table = _new_table(money, table.stock, table.unlooked, hands, table.turned, shown_by_seat, table.unserved)
    following = left_of(punter, rules.players)
    all_served = following == money.banker
    full = bank >= rules.full_bank and rules.bank_deals is None  # 1.3, 1.4
    if bank == 0 or full or (all_served and money.deals == rules.max_deals):  # 1.3, 5.1
        return _end_bank(table)
    return _after_deal(table) if all_served else _begin(table, following)


def _after_deal(table: Table) -> Gathering | Holding | Shuffling[Table] | Finished[Table]:
    """Go on with the bank, or end it if it has had its deals (1.4)."""
    money, rules = table.money, table.money.rules
    if rules.bank_deals is None or money.held < rules.bank_deals:
        return Gathering(table)
    return _end_bank(table) if money.held == rules.longest_bank else Holding(table)


def _end_bank(table: Table) -> Shuffling[Table] | Finished[Table]:
    """End the bank: the banker takes what is in it (1.3, 5.1)."""
    money, rules, banker = table.money, table.rules, table.money.banker
    over = money.number == rules.last_bank or money.deals == rules.max_deals  # 5.1
    following = banker if over else left_of(banker, rules.players)
    balances = credit(money.balances, banker, money.bank)
    money = _new_money(rules, following, money.number, money.deals, balances, 0, money.allowed)
    unserved = Hand(card for hand in table.unlooked for card in hand)
    table = evolve(table, money=money, unlooked=(Hand(),) * rules.players, unserved=unserved)
    return Finished(table) if over else Shuffling(table)


def outcome(state: State) -> Outcome | None:
    """Return the balances by seat and the seats with the highest (5.1); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    balances = state.table.money.balances
    return Outcome(balances, leaders(balances))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, that money adds up and suits are alike."""
    require_rules(rules, Rules)
    scores = moves = None
    if rules.last_deal is not None:
        most = _most_won(rules, rules.last_deal)
        scores = (-most, most)
        moves = _most_moves(rules, rules.last_deal)
    largest = _largest_bank(rules)
    always_on_steps = rules.min_stake == rules.step == 1 and largest < rules.full_bank
    return Promises(
        seats=rules.players,
        standing=_standing,
        reached=_reached,
        moves=lambda: _all_moves(rules, largest),
        by_place={} if always_on_steps else {Stake: 1},  # 2.2: the whole bank
        max_moves=moves,
        score_range=scores,
        leaders_win=True,
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(state.table.money.balances) + state.table.money.bank,
        funds=lambda state: (state.table.money.bank,),
        scaled=_scaled,
        longer=lambda state: start(evolve(state.rules, banks=state.rules.last_bank + 1), cards_in(state)),
        rotated=_rotated,
        symmetric_suits=tuple(Suit),
    )


def _standing(state: State) -> tuple[int, ...]:
    """Return the balances by seat if the bank were over now: its money is the banker's (1.3)."""
    money = state.table.money
    return credit(money.balances, money.banker, money.bank)


def _reached(state: State) -> range:
    """Return the places of the cards that may be dealt or turned before they are shuffled again (2.4, 2.5)."""
    rules = state.rules
    if isinstance(state, DrawingLots):
        return range(Lots.reach(state.pack, rules.players))
    assert isinstance(state, (LotsDrawn, Shuffling, Gathering))
    if rules.reshuffle == "all":
        return range(rules.cards_in_deal)
    money = state.table.money
    above = len(state.table.stock) if isinstance(state, Gathering) else 0
    limits = ((rules.longest_bank, money.held), (rules.max_deals, money.deals))
    deals = min([limit - had for limit, had in limits if limit is not None], default=len(state.pack) + above)
    return range(max(0, min(deals * rules.cards_in_deal - above, len(state.pack))))


def _largest_bank(rules: Rules) -> int:
    """Return the most that is in a bank when a stake is made, or more than a stake that is not the whole bank can be (2.2)."""
    deals = [limit for limit in (rules.longest_bank, rules.max_deals) if limit is not None]
    before = min([count * (rules.players - 1) - 1 for count in deals], default=2)
    largest = rules.initial_bank << min(before, 2)  # each hand before can have doubled it
    return largest if rules.bank_deals else min(largest, rules.full_bank - 1)  # 1.3


def _all_moves(rules: Rules, largest_bank: int) -> list[Move]:
    """Return all moves that can be listed, in the order of the rules, stakes that are not the whole bank from low to high."""
    moves: list[Move] = [ALLOW, FORBID] if rules.side_bets else []
    if rules.early_exposure:
        moves += EXPOSE, WAIT
    moves += rules.stakes[: len(rules.amounts_below(largest_bank + 1))]
    if rules.side_bets and rules.players > 2:
        moves += *map(AddBet, rules.side_amounts(largest_bank - rules.min_stake)), DECLINE
    moves.append(TURN)
    if rules.reveal == "winning_card":
        moves += *map(Show, winning_in_pack(rules)), CONCEDE
    if rules.last_deal and _most_asked(rules, rules.last_deal):
        moves += HOLD_BANK, PASS_BANK
    return moves


def _most_won(rules: Rules, deals: int) -> int:
    """Return what a seat can win or lose in a number of deals: in each coup no more than the bank."""
    punters = rules.players - 1
    if rules.longest_bank is None:
        return deals * punters * (rules.full_bank - 1)
    banks, rest = divmod(deals, rules.longest_bank)  # a long bank grows more than two short ones
    doubled, doubled_in_rest = (1 << punters * count for count in (rules.longest_bank, rest))  # 1.4: once a coup
    return rules.initial_bank * (banks * (doubled - 1) + doubled_in_rest - 1)


def _most_moves(rules: Rules, deals: int) -> int:
    """Return how many moves a number of deals can have: shuffles, what punters allow, coups, and banks held or passed."""
    punters = rules.players - 1
    coup = 2 + rules.early_exposure + (rules.reveal == "winning_card") + rules.side_bets * (punters - 1)
    return 1 + deals * (1 + punters * (rules.side_bets + coup)) + _most_asked(rules, deals)


def _most_asked(rules: Rules, deals: int) -> int:
    """Return how often bankers can be asked whether they hold the bank: not after the last deal of the match (1.4)."""
    return min((deals - 1) // rules.bank_deals, rules.last_bank) if rules.bank_deals and rules.extra_deal else 0


def _scaled(state: State, by: int) -> State:
    rules = state.rules
    bank, least, step = by * rules.initial_bank, by * rules.min_stake, by * rules.step
    return start(evolve(rules, initial_bank=bank, min_stake=least, step=step), cards_in(state))


def _rotated(state: State, seats: int) -> State | None:
    if not isinstance(state, LotsDrawn):  # 1.1: lots are drawn in the order of seats
        return None
    lots = state.lots.rotated(seats)
    money = evolve(state.table.money, banker=lots.lowest)
    return LotsDrawn(evolve(state.table, money=money), lots)

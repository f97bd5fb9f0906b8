"""Thirteen: the banker turns cards while calling the ranks from two to ace, and wins when card and call agree.

Numbers such as 2.1 are those of the rules in the rulebook ``thirteen``.
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from attrs import evolve

from cardrules.blocks.betting import Stake as Stake
from cardrules.blocks.betting import amounts_in_words
from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit, credit_amounts
from cardrules.blocks.phases import DrawingLots as DrawingLots
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import LotsDrawn as LotsDrawn
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.cards import PACK_52, Card, Deck, Hand, Rank, Suit
from cardrules.game import (
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
from cardrules.games.thirteen.moves import SIT_OUT as SIT_OUT
from cardrules.games.thirteen.moves import TURN as TURN
from cardrules.games.thirteen.moves import Move as Move
from cardrules.games.thirteen.moves import SitOut as SitOut
from cardrules.games.thirteen.moves import Turn as Turn
from cardrules.games.thirteen.phases import Reshuffling as Reshuffling
from cardrules.games.thirteen.phases import Staking as Staking
from cardrules.games.thirteen.phases import State as State
from cardrules.games.thirteen.phases import Table as Table
from cardrules.games.thirteen.phases import Turning as Turning
from cardrules.games.thirteen.rules import TREIZE as TREIZE
from cardrules.games.thirteen.rules import Rules as Rules
from cardrules.moves import Reason, because, require_legal
from cardrules.options import LARGEST
from cardrules.seats import leaders, left_of, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


def start(rules: Rules, pack: Hand | None = None) -> DrawingLots[Table]:
    """Return the state before lots are drawn for the first bank (1.1).

    ``pack`` has the cards to play with instead of the usual pack, one for each player or more; only their ranks are called.
    """
    require_rules(rules, Rules)
    cards = pack_for_play(pack, rules.cards, rules.players)
    here = {card.rank for card in cards}
    ranks = () if len(here) == len(rules.calls) else tuple(rank for rank in rules.calls if rank in here)
    return DrawingLots(Table(rules, 0, (0,) * rules.players, 0, 0, 0, cards, Hand(), ranks))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: stakes from low to high, then to sit out; or the turn of a card."""
    match state:
        case Staking():
            return _stakes(state)
        case Turning():
            return (TURN,)
        case DrawingLots() | LotsDrawn() | Shuffling() | Reshuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _stakes(state: Staking) -> tuple[Stake | SitOut, ...]:
    rules, stakes = state.rules, state.rules.stakes
    if rules.bank is not None:
        covered = _covered(state)
        stakes = tuple(stake for stake in stakes if stake.amount <= covered)  # 2.1
    return stakes if stakes and not rules.sit_out else (*stakes, SIT_OUT)


def _covered(state: Staking) -> int:
    """Return what a limited bank can still pay, once it has paid all stakes made so far."""
    return state.table.bank - sum(stake or 0 for stake in state.stakes)


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, DrawingLots):
        return _draw_lots(state, shuffled_deck(state.pack, move))
    if isinstance(state, (LotsDrawn, Shuffling)):
        return _open_bank(state, shuffled_deck(state.pack, move))
    if isinstance(state, Reshuffling):
        return _go_on(state, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Turning):
        return _turn(state)
    assert isinstance(state, Staking)
    return _stake(state, chosen.amount if isinstance(chosen, Stake) else 0)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(state, Staking) and move in state.rules.stakes:
        return because(f"the rest of the bank covers only {_covered(state)}", "2.1")
    return because(amounts_in_words("stake", state.rules.amounts), "2.1")


def _draw_lots(state: DrawingLots[Table], cards: Deck) -> LotsDrawn[Table]:
    lots = Lots.draw(cards, state.rules.players, state.rules.ranking)  # 1.1
    return LotsDrawn(evolve(state.table, banker=lots.lowest, stock=Deck()), lots)


def _open_bank(state: LotsDrawn[Table] | Shuffling[Table], cards: Deck) -> Staking:
    table, bank = state.table, state.rules.bank or 0
    balances = credit(table.balances, table.banker, -bank)  # 2.1
    return _new_round(evolve(table, balances=balances, bank=bank, stock=cards, turned=Hand()))


def _new_round(table: Table) -> Staking:
    return Staking(table, (None,) * len(table.balances), left_of(table.banker, len(table.balances)))


def _stake(state: Staking, amount: int) -> State:
    stakes = replaced(state.stakes, state.to_act, amount)
    to_act = left_of(state.to_act, len(stakes))
    if to_act != state.table.banker:
        return Staking(state.table, stakes, to_act)
    return _to_turn(Turning(state.table, tuple(stake or 0 for stake in stakes)))


def _to_turn(turning: Turning) -> Turning | Reshuffling:
    return turning if turning.table.stock else Reshuffling(turning)  # 2.5


def _go_on(state: Reshuffling, cards: Deck) -> Turning:
    turning = state.turning
    calls = turning.calls if turning.rules.on_exhausted == "continue" else 0  # 2.5
    return Turning(evolve(turning.table, stock=cards, turned=Hand()), turning.stakes, calls)


def _turn(state: Turning) -> State:
    before = state.table
    (card,), stock = before.stock.draw()
    table = Table(
        before.rules,
        before.banker,
        before.balances,
        before.bank,
        before.lost,
        before.rounds,
        stock,
        before.turned.plus((card,)),
        before.ranks,
    )
    calls = table.calls
    if card.rank is calls[state.calls]:
        return _after_hit(_settled(table, state.stakes, hit=True))  # 2.3
    if state.calls + 1 < len(calls):
        return _to_turn(Turning(table, state.stakes, state.calls + 1))  # 2.2
    return _after_loss(_settled(table, state.stakes, hit=False))  # 2.4


def _settled(table: Table, stakes: tuple[int, ...], *, hit: bool) -> Table:
    """Return the table after the bank, or the banker if the bank has no limit, has taken or paid all stakes."""
    sign = 1 if hit else -1
    won = sign * sum(stakes)
    balances = credit_amounts(table.balances, [-sign * stake for stake in stakes])
    if table.rules.bank is None:
        return evolve(table, balances=credit(balances, table.banker, won))
    return evolve(table, balances=balances, bank=table.bank + won)


def _after_hit(table: Table) -> Staking | Finished[Table]:
    table = evolve(table, rounds=table.rounds + 1)
    if table.rounds == table.rules.max_rounds:  # 3.1
        return Finished(_with_bank_returned(table))
    return _new_round(table)


def _after_loss(table: Table) -> Shuffling[Table] | Finished[Table]:
    table = _with_bank_returned(evolve(table, rounds=table.rounds + 1, lost=table.lost + 1))
    if table.lost == table.rules.last_bank or table.rounds == table.rules.max_rounds:  # 3.1
        return Finished(table)
    return Shuffling(evolve(table, banker=left_of(table.banker, len(table.balances))))


def _with_bank_returned(table: Table) -> Table:
    """Return the table after the banker has taken back what is left in a limited bank (2.1)."""
    return evolve(table, balances=credit(table.balances, table.banker, table.bank), bank=0)


def outcome(state: State) -> Outcome | None:
    """Return the balances by seat and the seats with the highest (3.1); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    return Outcome(state.table.balances, leaders(state.table.balances))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, that money adds up and suits are alike.

    The longest match has a bank that is lost in each round: a shuffle for the lot, and then in each round a shuffle, the
    stakes and all calls. A pack that runs out is shuffled after four rounds that had no shuffle of their own. A banker who
    always wins has most. Least has who loses the first bank and then his stake in every round; to lose another bank he
    first has to win from all other bankers. A limited bank or fewer banks may leave less than these bounds.
    """
    require_rules(rules, Rules)
    scores = moves = None
    if rules.max_rounds is not None:
        others, stake = rules.players - 1, rules.amounts[-1]
        scores = (-stake * (others + rules.max_rounds - 1), stake * others * rules.max_rounds)
        moves = 1 + rules.max_rounds * (1 + others + len(rules.calls))
    return Promises(
        seats=rules.players,
        standing=_standing,
        reached=_reached,
        moves=lambda: _all_moves(rules),
        min_moves=_fewest_moves(rules),
        max_moves=moves,
        score_range=scores,
        leaders_win=True,
        outcome_total=lambda result: sum(result.scores),
        money_total=_money,
        funds=_funds,
        scaled=_scaled,
        longer=lambda state: start(evolve(state.rules, banks=state.rules.last_bank + 1), cards_in(state)),
        rotated=_rotated,
        symmetric_suits=tuple(Suit),
        alike=_kinds,
        unordered=("turned",),
    )


def _fewest_moves(rules: Rules) -> int:
    """Return the moves of a match of lost banks, or, if that is less, of as many rounds as there may be, all of them hits."""
    stakes = rules.players - 1
    lost = 1 + rules.last_bank * (1 + stakes + len(rules.calls))
    return lost if rules.max_rounds is None else min(lost, 2 + rules.max_rounds * (stakes + 1))


def _table(state: State) -> Table:
    return state.turning.table if isinstance(state, Reshuffling) else state.table


def _standing(state: State) -> tuple[int, ...]:
    """Return the balances by seat if the bank were over now: its money is the banker's (2.1)."""
    table = _table(state)
    return credit(table.balances, table.banker, table.bank)


def _money(state: State) -> int:
    table = _table(state)
    return sum(table.balances) + table.bank


def _reached(state: State) -> range:
    """Return the places of the cards that may be turned before all are shuffled again: in a round one a call (2.2)."""
    table = _table(state)
    if isinstance(state, DrawingLots):
        return range(Lots.reach(state.pack, table.rules.players))
    assert isinstance(state, (LotsDrawn, Shuffling, Reshuffling))
    cards = len(state.pack)
    if table.rules.max_rounds is None:
        return range(cards)
    called = state.turning.calls if isinstance(state, Reshuffling) and table.rules.on_exhausted == "continue" else 0
    return range(min(len(table.calls) * (table.rules.max_rounds - table.rounds) - called, cards))


def _kinds(state: State) -> Mapping[Card, Rank | None]:
    """Return the rank of each card; ``None`` for those whose rank is not called any more (2.2)."""
    table = _table(state)
    turning = state.turning if isinstance(state, Reshuffling) else state
    if not isinstance(turning, Turning) or table.rounds + 1 != table.rules.max_rounds:
        return _ranks_from(table.calls, 0)
    starts_again = table.rules.on_exhausted == "restart" and len(table.stock) < len(table.calls) - turning.calls
    return _ranks_from(table.calls, 0 if starts_again else turning.calls)  # 2.5


@cache
def _ranks_from(calls: tuple[Rank, ...], called: int) -> Mapping[Card, Rank | None]:
    left = calls[called:]
    return MappingProxyType({card: card.rank if card.rank in left else None for card in PACK_52})


def _all_moves(rules: Rules) -> list[Move]:
    """Return all moves that can be listed: stakes from low to high, to sit out, and to turn."""
    moves: list[Move] = list(rules.stakes)
    sits_out = rules.sit_out
    if rules.bank is not None:
        before = LARGEST.bit_length() if rules.max_rounds is None else rules.max_rounds - 1
        largest_bank = rules.bank << min(before, LARGEST.bit_length())  # each round before can have doubled it
        moves = [stake for stake in rules.stakes if stake.amount <= largest_bank]
        others = (rules.players - 2) * rules.amounts[-1]  # 2.1: staked by those who stake before the last punter
        sits_out = sits_out or rules.bank - others < rules.min_stake
    return [*moves, SIT_OUT, TURN] if sits_out else [*moves, TURN]


def _funds(state: State) -> tuple[int, ...]:
    """Return what lies in a limited bank, and what is left of it should it lose all stakes made so far (2.1)."""
    bank = _table(state).bank
    if state.rules.bank is None or not isinstance(state, (Staking, Turning)):
        return (bank,)
    return bank, bank - sum([stake or 0 for stake in state.stakes])


def _scaled(state: State, by: int) -> State:
    rules = state.rules
    bank = None if rules.bank is None else by * rules.bank
    amounts = by * rules.min_stake, by * rules.max_stake, by * rules.step
    scaled = evolve(rules, min_stake=amounts[0], max_stake=amounts[1], step=amounts[2], bank=bank)
    return start(scaled, cards_in(state))


def _rotated(state: State, seats: int) -> State | None:
    if not isinstance(state, LotsDrawn):  # 1.1: lots are drawn in the order of seats
        return None
    lots = state.lots.rotated(seats)
    return LotsDrawn(evolve(state.table, banker=lots.lowest), lots)

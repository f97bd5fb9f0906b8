"""Five-card draw: stake on five cards, throw away those you do not like for new ones, and stake again.

Numbers such as 2.1 are those of the rules in the rulebook ``draw_poker``. :mod:`cardrules.blocks.pokerhands` ranks the
hands.
"""

from typing import Final

from attrs import evolve

from cardrules.blocks.betting import CALL, CHECK, FOLD, PASS, Matching, Staking, StakingTerms
from cardrules.blocks.betting import Bet as Bet
from cardrules.blocks.betting import Call as Call
from cardrules.blocks.betting import Check as Check
from cardrules.blocks.betting import Fold as Fold
from cardrules.blocks.betting import Pass as Pass
from cardrules.blocks.betting import Raise as Raise
from cardrules.blocks.betting import Stake as Stake
from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit_each
from cardrules.blocks.phases import DrawingLots as DrawingLots
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.pokerhands import SIZE
from cardrules.blocks.pots import Chips as Chips
from cardrules.blocks.table_stakes import TableStakes
from cardrules.cards import ACE_HIGH, PACK_52, Deck, Hand, Rank
from cardrules.game import (
    Promises,
    Shuffled,
    cache_last,
    pack_for_play,
    refuse_state,
    require_rules,
    require_state,
    shuffled_deck,
)
from cardrules.games.draw_poker.rules import DEUCES_WILD as DEUCES_WILD
from cardrules.games.draw_poker.rules import MOST_WILD as MOST_WILD
from cardrules.games.draw_poker.rules import STANDARD as STANDARD
from cardrules.games.draw_poker.rules import Rules as Rules
from cardrules.games.draw_poker.settling import settle, show_down
from cardrules.games.draw_poker.table import Betting as Betting
from cardrules.games.draw_poker.table import Deal as Deal
from cardrules.games.draw_poker.table import Dealing as Dealing
from cardrules.games.draw_poker.table import Discard as Discard
from cardrules.games.draw_poker.table import Drawing as Drawing
from cardrules.games.draw_poker.table import Move as Move
from cardrules.games.draw_poker.table import Refilling as Refilling
from cardrules.games.draw_poker.table import Result as Result
from cardrules.games.draw_poker.table import State as State
from cardrules.games.draw_poker.table import Table as Table
from cardrules.games.draw_poker.table import Win as Win
from cardrules.moves import Reason, because, require_legal, selection_moves, why_not_held
from cardrules.seats import Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


def start(rules: Rules, pack: Hand | None = None) -> DrawingLots[Table]:
    """Return the state before lots are drawn for the first dealer (1.2).

    ``pack`` has the cards to play with instead of the usual pack, enough for the hands.
    """
    require_rules(rules, Rules)
    cards, nobody = pack_for_play(pack, rules.cards, rules.players * SIZE), (Hand(),) * rules.players
    deal = Deal(rules, 0, 0, len(cards) < len(rules.cards))
    pot = 0 if rules.stacks is None else Chips.brought(rules.brought)  # 1.4
    return DrawingLots(Table(deal, (0,) * rules.players, pot, (), cards, nobody, nobody, nobody))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: amounts from low to high; or selections of its cards, the smallest first."""
    match state:
        case Betting():
            if isinstance(state.betting, TableStakes):
                return state.betting.legal_moves(_chips(state.table))  # 2.4-2.7
            return state.betting.legal_moves()  # 2.1, 2.2
        case Drawing():
            return _discards(state)
        case DrawingLots() | Dealing() | Refilling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _chips(table: Table) -> Chips:
    assert isinstance(table.pot, Chips)
    return table.pot


def _discards(state: Drawing) -> tuple[Discard, ...]:
    table = state.table
    hand, most = table.hands[state.to_act], _replaceable(table)
    if table.rules.max_discards == SIZE:
        return _discarding(hand, most)  # 3.1
    return tuple([move for move in _discarding(hand, min(most, 4)) if not _is_too_much(hand, move.cards)])


def _is_too_much(hand: Hand, cards: Hand) -> bool:
    """Return whether more than three cards are thrown away, other than four beside an ace (3.1)."""
    return len(cards) > 4 or (len(cards) == 4 and hand.minus(cards)[0] not in ACES)


ACES: Final = frozenset(card for card in PACK_52 if card.rank is Rank.ACE)
"""The cards beside which four may be thrown away; no joker is one (3.1)."""


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
        return _why_not_discard(state, move.cards)
    assert isinstance(state, Betting)
    if isinstance(state.betting, TableStakes):
        return state.betting.why_not(move, _chips(state.table), "2.5")
    return state.betting.why_not(move, "2.1" if isinstance(state.betting, Staking) else "2.2")


def _why_not_discard(state: Drawing, cards: Hand) -> Reason:
    table = state.table
    hand = table.hands[state.to_act]
    not_held = why_not_held(cards, hand, "3.1")
    if not_held:
        return not_held
    if table.rules.max_discards < SIZE and _is_too_much(hand, cards):
        return because("no more than three may be thrown away, or four beside an ace", "3.1")
    return because(f"no more than {_replaceable(table)} can be replaced", "3.2")


def _draw_lots(state: DrawingLots[Table], cards: Deck) -> Dealing:
    rules, table = state.rules, state.table
    jokers = len(table.stock) - len(cards)
    lots = Lots.draw(cards, rules.players, ACE_HIGH, jokers)  # 1.2
    table = Table(table.deal, table.balances, table.pot, table.wins, Deck(), table.hands, table.thrown, table.shown)
    return Dealing(table, lots.lowest, lots)


def _deal(state: Dealing, deck: Deck) -> State:
    rules, table, dealer = state.rules, state.table, state.dealer
    deal = Deal(rules, table.deal.number + 1, dealer, table.deal.smaller_pack)
    nobody = (Hand(),) * rules.players
    if not isinstance(table.pot, int):
        return _deal_in(Table(deal, table.balances, table.pot, table.wins, Deck(), nobody, nobody, nobody), deck)
    first = left_of(dealer, rules.players)
    hands, stock = deck.deal(rules.players, SIZE, first=first)  # 1.3
    balances = credit_each(table.balances, -rules.ante)
    table = Table(deal, balances, rules.ante * rules.players, table.wins, stock, hands, nobody, nobody)
    return Betting(table, rules.terms[0].begin(clockwise_from(first, rules.players)), drawn=False)


def _deal_in(table: Table, deck: Deck) -> State:
    """Deal to the seats that are not broke, and begin to bet at table stakes; no card is dealt yet."""
    rules, chips, order, hands = table.rules, _chips(table), table.playing, table.hands
    dealt, stock = deck.deal(len(order), SIZE)  # 1.3, 6.2
    for seat, hand in zip(order, dealt, strict=True):
        hands, chips = replaced(hands, seat, hand), chips.put(seat, rules.ante)
    if rules.big_blind:  # 2.7
        big = 0 if len(order) == 2 else 1
        chips = chips.put(order[big - 1], rules.small_blind).put(order[big], rules.big_blind)
        order = order[big + 1 :] + order[: big + 1]
    betting = rules.stack_terms[0].begin(order, chips, opened=rules.big_blind > 0)
    return _begin(evolve(table.with_chips(chips), stock=stock, hands=hands), betting, drawn=False)


def _begin(table: Table, betting: TableStakes, *, drawn: bool) -> State:
    """Begin a betting at table stakes, which is over at once if nobody can bet (2.4)."""
    return _end_betting(table, betting, drawn=drawn) if betting.over else Betting(table, betting, drawn)


def _end_betting(table: Table, betting: Staking | Matching | TableStakes, *, drawn: bool) -> State:
    left = betting.left
    if isinstance(betting, TableStakes):
        table = table.with_chips(_chips(table).without_uncalled())  # 2.6
        left = tuple([seat for seat in table.playing if seat in left])  # after blinds another seat has acted first
    if len(left) == 1:
        return settle(table, Win(left, table.in_pot, None))  # 2.3
    return show_down(table, left) if drawn else Drawing(table, left, left)


def _bet(state: Betting, move: Move) -> State:
    assert not isinstance(move, Discard)
    before, table, drawn = state.betting, state.table, state.drawn
    betting: Staking | Matching | TableStakes
    if isinstance(before, TableStakes):
        price, betting = before.after(move, _chips(table))
    else:
        price, betting = before.after(move)
    table = table.folded(before.to_act) if move is PASS or move is FOLD else table.paid(before.to_act, price)
    return _end_betting(table, betting, drawn=drawn) if betting.over else Betting(table, betting, drawn)


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


def _next_draw(table: Table, left: tuple[Seat, ...], waiting: tuple[Seat, ...]) -> State:
    """Go on after the first of the ``waiting`` seats has drawn."""
    if waiting[1:]:
        return Drawing(table, left, waiting[1:])
    rules = table.deal.rules
    if isinstance(table.pot, int):
        return Betting(table, rules.terms[1].begin(left), drawn=True)  # 4.1
    return _begin(table, rules.stack_terms[1].begin(left, table.pot), drawn=True)


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
    bettings, cost = _longest(rules)
    return Promises(
        seats=rules.players,
        standing=lambda state: state.table.balances,
        reached=_reached,
        moves=lambda: _all_moves(rules),
        by_place=_most_by_place(rules),
        min_moves=1 + rules.deals * rules.players if rules.stacks is None else None,  # all but one drop out
        # each seat draws, perhaps from a new stock
        max_moves=None if bettings is None else 1 + rules.deals * (1 + bettings + 2 * rules.players),
        score_range=_range_of_scores(rules, cost),
        leaders_win=True,
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(state.table.balances) + state.table.in_pot,
        funds=_funds,
        scaled=_scaled
        if rules.suits and rules.packs == 1 and not rules.jokers + len(rules.wild)
        else None,  # no odd chips
        longer=lambda state: start(evolve(state.rules, deals=state.rules.deals + 1), cards_in(state)),
        rotated=None if isinstance(rules.stacks, tuple) else _rotated,
    )


def _reached(state: State) -> range:
    """Return the places of the cards that may be dealt or drawn before they are shuffled again (1.3, 3.1, 3.2)."""
    if isinstance(state, DrawingLots):
        return range(Lots.reach(state.pack, state.rules.players))
    assert isinstance(state, (Dealing, Refilling))
    if isinstance(state, Dealing):
        pot = state.table.pot
        drawing = state.rules.players if isinstance(pot, int) else sum(map(bool, pot.stacks))  # 6.2
        taken = drawing * SIZE
    else:
        drawing, taken = len(state.waiting) - 1, state.missing
    if state.rules.max_discards == SIZE:
        taken += drawing * SIZE
    else:
        taken += drawing * 3 + min(drawing, sum(card in ACES for card in cards_in(state)))
    return range(min(taken, len(state.pack)))


def _all_moves(rules: Rules) -> list[Move]:
    """Return all moves that can be listed, but discards, and but bets and raises at table stakes (2.1, 2.2)."""
    if rules.stacks is not None:
        return [CHECK, CALL, FOLD]
    terms = rules.terms[0]
    if isinstance(terms, StakingTerms):
        return [PASS, *terms.stakes]
    return [*terms.unopened, *terms.opened]


def _most_by_place(rules: Rules) -> dict[type, int]:
    """Return the most discards, and at table stakes the most bets and raises, that are ever listed at once."""
    discards = 2**SIZE if rules.max_discards == SIZE else 1 + 5 + 10 + 10 + 4  # 3.1: four beside each of four aces
    if rules.stacks is None:
        return {Discard: discards}
    wagers = max(terms.most_wagers(_most_left(rules)) for terms in rules.stack_terms)
    return {Bet: wagers, Raise: wagers, Discard: discards}


def _most_left(rules: Rules) -> int:
    """Return the most that a seat can have left after a call when it may bet or raise (2.4, 2.5)."""
    paid, everything = max(rules.ante, 1), sum(rules.brought)  # by it and, in the ante or a blind, by another seat
    left = everything - 2 * paid - 1  # the other seat has a chip left to answer with
    if rules.structure == "pot_limit":
        left = min(left, max((everything - 1) // 2, rules.least))  # no more than lies in the pot
    return min(left, max(rules.brought) - paid) if rules.deals == 1 else left


def _longest(rules: Rules) -> tuple[int | None, int | None]:
    """Return the most moves in the bettings of a deal, and the most that a seat can pay in a deal; ``None`` for no bound."""
    players, blind = rules.players, rules.big_blind
    if rules.stacks is None:
        first, second = rules.terms
        return first.max_moves(players) + second.max_moves(players), rules.ante + first.max_cost + second.max_cost
    before, after = rules.stack_terms
    moves = before.max_moves(players, opened=blind > 0), after.max_moves(players)
    costs = before.max_cost(blind), after.max_cost()
    return (
        None if moves[0] is None or moves[1] is None else moves[0] + moves[1],
        None if costs[0] is None or costs[1] is None else rules.ante + costs[0] + costs[1],
    )


def _range_of_scores(rules: Rules, cost: int | None) -> tuple[int, int]:
    """Return the lowest and the highest score, by the most that a seat can pay in a deal; no seat loses more than it has."""
    if rules.stacks is None:
        assert cost is not None
        return -rules.deals * cost, (rules.players - 1) * rules.deals * cost
    losses = [stack if cost is None else min(stack, rules.deals * cost) for stack in rules.brought]
    return -max(losses), sum(losses) - min(losses)


def _funds(state: State) -> tuple[int, ...]:
    """Return what lies in the pot, and at table stakes what each seat has left."""
    pot = state.table.pot
    return (pot,) if isinstance(pot, int) else (pot.pot, *pot.stacks)


def _scaled(state: State, by: int) -> State:
    rules = state.rules
    stacks = rules.stacks
    if stacks is not None:
        stacks = by * stacks if isinstance(stacks, int) else tuple([by * stack for stack in stacks])
    blinds = by * rules.small_blind, by * rules.big_blind
    scaled = evolve(
        rules,
        stacks=stacks,
        small_blind=blinds[0],
        big_blind=blinds[1],
        ante=by * rules.ante,
        limit=by * rules.limit,
        step=by * rules.step,
    )
    return start(scaled, cards_in(state))


def _rotated(state: State, seats: int) -> State | None:
    if not isinstance(state, Dealing) or state.lots is None:  # 1.2: lots are drawn in the order of seats
        return None
    lots = state.lots.rotated(seats)
    return evolve(state, dealer=lots.lowest, lots=lots)

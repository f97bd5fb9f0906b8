"""Macao: one card, and at most one more, against the banker's; nine is best, and a nine at once is paid threefold.

Numbers such as 2.1 are those of the rules in the rulebook ``macao``.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from attrs import evolve, frozen

from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit_amounts
from cardrules.blocks.phases import DrawingLots as DrawingLots
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import LotsDrawn as LotsDrawn
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.cards import ACE_LOW, PACK_52, Deck, Hand, Rank, Suit, rank_values
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
from cardrules.games.macao.moves import DRAW as DRAW
from cardrules.games.macao.moves import REPLACE as REPLACE
from cardrules.games.macao.moves import SHOW as SHOW
from cardrules.games.macao.moves import STAND as STAND
from cardrules.games.macao.moves import Draw as Draw
from cardrules.games.macao.moves import Move as Move
from cardrules.games.macao.moves import Replace as Replace
from cardrules.games.macao.moves import Show as Show
from cardrules.games.macao.moves import Stand as Stand
from cardrules.games.macao.phases import Drawing as Drawing
from cardrules.games.macao.phases import State as State
from cardrules.games.macao.phases import Table as Table
from cardrules.games.macao.rules import CARDS as CARDS
from cardrules.games.macao.rules import Rules as Rules
from cardrules.moves import require_legal
from cardrules.seats import Seat, leaders, left_of, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

VALUES: Final = rank_values(ACE=1, TEN=0)
"""The value of each rank (2.3)."""

POINTS: Final = MappingProxyType({card: VALUES[card.rank] for card in PACK_52})
"""The value of each card (2.3)."""

RANKS: Final = MappingProxyType({card: card.rank for card in PACK_52})
"""The rank of each card, by which lots are drawn (1.1)."""

BEST: Final = 9
"""The best total; a higher one is too high (2.5)."""

NATURALS: Final[Mapping[int, int]] = {9: 3, 8: 2}
"""What the totals of a first card alone are worth in stakes; any other total is worth one (3.1, 3.3)."""


@frozen
class Made:
    """The result of a seat in a coup."""

    total: int
    natural: bool
    """Whether the first card alone makes the total (3.1)."""

    @property
    def worth(self) -> int:
        """The number of stakes that it wins from a hand it beats (3.1, 3.3)."""
        return NATURALS.get(self.total, 1) if self.natural else 1


def start(rules: Rules, pack: Hand | None = None) -> DrawingLots[Table]:
    """Return the state before lots are drawn for the first bank (1.1).

    ``pack`` has the cards to play with instead of the usual pack, enough for a coup.
    """
    require_rules(rules, Rules)
    cards, nothing = pack_for_play(pack, CARDS, rules.reserve), (Hand(),) * rules.players
    return DrawingLots(Table(rules, 0, (0,) * rules.players, 0, cards, nothing, nothing, nothing, nothing, Hand()))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: draw, replace or stand; or to show a hand over nine."""
    match state:
        case Drawing():
            return _draws(state)
        case DrawingLots() | LotsDrawn() | Shuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _draws(state: Drawing) -> tuple[Move, ...]:
    table, rules = state.table, state.rules
    hand = table.hands[state.to_act]
    if len(hand) > 1:
        return _after_draw(state, hand)
    if rules.zero_card == "free" and total(rules, hand) == 0 and len(table.stock) > _unfinished(state):
        return DRAW, REPLACE, STAND  # 2.6
    return DRAW, STAND  # 2.4


def _after_draw(state: Drawing, hand: Hand) -> tuple[Move, ...]:
    table, rules = state.table, state.rules
    if points(hand) > BEST:
        return (SHOW,) if rules.overdraw == "bust" else (STAND,)  # 2.5
    may_draw = rules.draw_again and len(table.stock) >= _unfinished(state)  # 2.7
    return (DRAW, STAND) if may_draw else (STAND,)


def points(hand: Hand) -> int:
    """Return what all the cards of a hand count together, which may be more than nine (2.3)."""
    return sum([VALUES[card.rank] for card in hand])


def _unfinished(state: Drawing) -> int:
    """Return the number of seats that have not finished, including the one to act."""
    return (state.table.banker - state.to_act) % state.rules.players + 1


def total(rules: Rules, hand: Hand) -> int:
    """Return the total of a hand; more than nine only with the option ``overdraw="bust"`` (2.3, 2.5)."""
    whole = points(hand)
    return whole - VALUES[hand[-1].rank] if whole > BEST and rules.overdraw == "revert" else whole


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, DrawingLots):
        return _draw_lots(state, shuffled_deck(state.pack, move))
    if isinstance(state, (LotsDrawn, Shuffling)):
        return _open_bank(state, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move)  # no move has fields: none of a legal kind is refused
    assert isinstance(state, Drawing)
    return _move(state, chosen)


def _draw_lots(state: DrawingLots[Table], cards: Deck) -> LotsDrawn[Table]:
    lots = Lots.draw(cards, state.rules.players, ACE_LOW)  # 1.1
    return LotsDrawn(evolve(state.table, banker=lots.lowest, stock=Deck()), lots)


def _open_bank(state: LotsDrawn[Table] | Shuffling[Table], cards: Deck) -> Drawing:
    nothing = (Hand(),) * state.rules.players
    return _new_coup(evolve(state.table, stock=cards, settled=nothing, gone=Hand()))


def _new_coup(table: Table) -> Drawing:
    """Deal the next coup from the stock; nobody holds a card yet."""
    seats = table.rules.players
    first = left_of(table.banker, seats)
    hands, stock = table.stock.deal(seats, 1, first=first)  # 2.2
    return Drawing(evolve(table, stock=stock, hands=hands), first)


def _move(state: Drawing, move: Move) -> State:
    table, seat = state.table, state.to_act
    if isinstance(move, Replace):
        return Drawing(_drawn(table, seat, Hand(), table.hands[seat]), seat)
    if isinstance(move, Draw):
        table = _drawn(table, seat, table.hands[seat], Hand())
        if state.rules.draw_again or (state.rules.overdraw == "bust" and seat != table.banker):
            return Drawing(table, seat)  # 2.5, 2.7: only its owner knows whether the hand is over nine
    if isinstance(move, Show):
        hand = table.hands[seat]
        table = evolve(table, hands=replaced(table.hands, seat, Hand()), shown=replaced(table.shown, seat, hand))
    return _settle(table) if seat == table.banker else Drawing(table, left_of(seat, state.rules.players))


def _drawn(table: Table, seat: Seat, kept: Hand, thrown: Hand) -> Table:
    """Return the table after ``seat`` has kept and thrown aside these cards and drawn one."""
    card, stock = table.stock.draw()
    return Table(
        table.rules,
        table.banker,
        table.balances,
        table.held,
        stock,
        replaced(table.hands, seat, kept.plus(card)),
        replaced(table.thrown, seat, table.thrown[seat].plus(thrown)) if thrown else table.thrown,
        table.shown,
        table.settled,
        table.gone,
    )


def _settle(table: Table) -> State:
    """Show and pay all hands, and go on to the next coup or end the bank (1.2)."""
    rules, nothing = table.rules, (Hand(),) * table.rules.players
    hands = [shown or hand for shown, hand in zip(table.shown, table.hands, strict=True)]
    table = Table(
        rules,
        table.banker,
        _paid(table, [made(rules, hand, thrown) for hand, thrown in zip(hands, table.thrown, strict=True)]),
        table.held,
        table.stock,
        nothing,
        nothing,
        nothing,
        tuple([hand.plus(thrown) for hand, thrown in zip(hands, table.thrown, strict=True)]),
        table.gone.plus(tuple(chain.from_iterable(table.settled))),
    )
    return _new_coup(table) if len(table.stock) >= rules.reserve else _end_bank(table)


def made(rules: Rules, hand: Hand, thrown: Hand) -> Made:
    """Return the result of a hand whose owner has thrown these cards aside."""
    return Made(total(rules, hand), natural=len(hand) == 1 and not thrown)  # 3.1, 2.6


def _paid(table: Table, hands: Sequence[Made]) -> tuple[int, ...]:
    """Return the balances after each punter has settled with the banker."""
    rules, banker = table.rules, table.banker
    stakes = [0 if seat == banker else won(rules, hand, hands[banker]) for seat, hand in enumerate(hands)]
    stakes[banker] = -sum(stakes)
    return credit_amounts(table.balances, [rules.stake * gain for gain in stakes])


def won(rules: Rules, punter: Made, banker: Made) -> int:
    """Return the number of stakes that the punter wins from the banker; negative for what he pays."""
    if punter.total > BEST:
        return -1  # 2.5
    if banker.total > BEST or punter.total > banker.total:
        return punter.worth  # 3.1
    tied = punter.total == banker.total
    if tied and rules.ties == "nobody":
        return 0  # 3.3
    return -banker.worth if tied or rules.banker_natural == "all" else -1  # 3.2, 3.3


def _end_bank(table: Table) -> Shuffling[Table] | Finished[Table]:
    rules, held = table.rules, table.held + 1
    if held == rules.last_bank:  # 4.1
        return Finished(evolve(table, held=held))
    return Shuffling(evolve(table, held=held, banker=left_of(table.banker, rules.players)))  # 1.2


def outcome(state: State) -> Outcome | None:
    """Return the balances by seat and the seats with the highest (4.1); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    return Outcome(state.table.balances, leaders(state.table.balances))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, that money adds up and suits are alike."""
    require_rules(rules, Rules)
    coups = rules.last_bank * (len(CARDS) // rules.players - 1)  # 1.2: as many as when nobody draws
    most = coups * (rules.players - 1) * NATURALS[BEST] * rules.stake
    moves = coups * rules.players
    if rules.draw_again or rules.overdraw == "bust" or rules.zero_card == "free":
        moves = rules.last_bank * len(CARDS)  # a draw for each card drawn, and one last move for each card dealt
    return Promises(
        seats=rules.players,
        standing=lambda state: state.table.balances,
        reached=_reached,
        moves=lambda: _all_moves(rules),
        min_moves=1 + rules.last_bank * (1 + rules.players),  # of banks of one coup
        max_moves=1 + rules.last_bank + moves,
        score_range=(-most, most),
        leaders_win=True,
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(state.table.balances),
        longer=lambda state: start(evolve(state.rules, banks=state.rules.last_bank + 1), cards_in(state)),
        scaled=lambda state, by: start(evolve(state.rules, stake=by * state.rules.stake), cards_in(state)),
        rotated=_rotated,
        symmetric_ranks=((Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING),),  # 2.3
        symmetric_suits=tuple(Suit),
        alike=lambda state: RANKS if isinstance(state, DrawingLots) else POINTS,
        unordered=("thrown", "settled", "gone"),
        hand_order_matters=True,  # 2.5: over nine, the last card does not count
    )


def _reached(state: State) -> range:
    """Return the places of the cards that may be dealt or drawn before all are shuffled again (1.2)."""
    assert isinstance(state, (DrawingLots, LotsDrawn, Shuffling))
    rules, cards = state.rules, len(state.pack)
    if isinstance(state, DrawingLots):
        return range(Lots.reach(state.pack, rules.players))
    if rules.draw_again or cards - rules.reserve >= rules.players:
        return range(cards)  # the last coup may begin with just the cards that it needs, and use them up
    free = sum(VALUES[card.rank] == 0 for card in state.pack) if rules.zero_card == "free" else 0
    return range(min(rules.reserve + free, cards))  # there is one coup only, in which everybody draws one card


def _all_moves(rules: Rules) -> list[Move]:
    """Return all moves that can be listed (2.4 to 2.7)."""
    replaces: list[Move] = [REPLACE] if rules.zero_card == "free" else []
    shows: list[Move] = [SHOW] if rules.overdraw == "bust" else []
    return [DRAW, *replaces, STAND, *shows]


def _rotated(state: State, seats: int) -> State | None:
    if not isinstance(state, LotsDrawn):  # 1.1: lots are drawn in the order of seats
        return None
    lots = state.lots.rotated(seats)
    return LotsDrawn(evolve(state.table, banker=lots.lowest), lots)

"""Blackjack: come nearer to 21 than the dealer without passing it; the dealer never has a choice.

Numbers such as 2.1 are those of the rules in the rulebook ``blackjack``.
:mod:`cardrules.games.blackjack.basic_strategy` finds the best play and what it wins.
"""

from typing import Final

from attrs import evolve

from cardrules.blocks.betting import amounts_in_words
from cardrules.blocks.phases import Finished as Finished
from cardrules.cards import Deck, Hand, Rank, Suit
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
from cardrules.games.blackjack.bounds import all_moves, most_bets, places_reached
from cardrules.games.blackjack.boxes import Box as Box
from cardrules.games.blackjack.boxes import BoxHand as BoxHand
from cardrules.games.blackjack.boxes import exact, half, insurance_wins, settled
from cardrules.games.blackjack.hands import (
    NATURAL,
    is_asked,
    is_blackjack,
    may_be_blackjack,
    moves_of,
    must_draw,
    surrender_first,
    total,
    worth,
)
from cardrules.games.blackjack.moves import (
    BLACKJACK,
    DOUBLE,
    DRAW,
    INSURE,
    NO_BLACKJACK,
    NO_INSURANCE,
    NO_SURRENDER,
    SPLIT,
    STAND,
    STAY,
    SURRENDER,
)
from cardrules.games.blackjack.moves import Bet as Bet
from cardrules.games.blackjack.moves import Blackjack as Blackjack
from cardrules.games.blackjack.moves import Double as Double
from cardrules.games.blackjack.moves import Draw as Draw
from cardrules.games.blackjack.moves import Hit as Hit
from cardrules.games.blackjack.moves import Insure as Insure
from cardrules.games.blackjack.moves import Move as Move
from cardrules.games.blackjack.moves import NoBlackjack as NoBlackjack
from cardrules.games.blackjack.moves import NoInsurance as NoInsurance
from cardrules.games.blackjack.moves import NoSurrender as NoSurrender
from cardrules.games.blackjack.moves import Split as Split
from cardrules.games.blackjack.moves import Stand as Stand
from cardrules.games.blackjack.moves import Stay as Stay
from cardrules.games.blackjack.moves import Surrender as Surrender
from cardrules.games.blackjack.phases import Betting as Betting
from cardrules.games.blackjack.phases import Drawing as Drawing
from cardrules.games.blackjack.phases import Insuring as Insuring
from cardrules.games.blackjack.phases import Peeking as Peeking
from cardrules.games.blackjack.phases import Playing as Playing
from cardrules.games.blackjack.phases import Refilling as Refilling
from cardrules.games.blackjack.phases import Shuffling as Shuffling
from cardrules.games.blackjack.phases import State as State
from cardrules.games.blackjack.phases import Surrendering as Surrendering
from cardrules.games.blackjack.phases import Table as Table
from cardrules.games.blackjack.phases import table_of
from cardrules.games.blackjack.rules import ATLANTIC_CITY as ATLANTIC_CITY
from cardrules.games.blackjack.rules import EUROPEAN as EUROPEAN
from cardrules.games.blackjack.rules import VEGAS_STRIP as VEGAS_STRIP
from cardrules.games.blackjack.rules import Rules as Rules
from cardrules.moves import Reason, because, require_legal
from cardrules.seats import Seat, leaders, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


def start(rules: Rules, pack: Hand | None = None) -> Shuffling:
    """Return the state before the first shuffle.

    ``pack`` has the cards to play with instead of the usual shoe, enough to deal a round.
    """
    require_rules(rules, Rules)
    shoe = pack_for_play(pack, rules.shoe, rules.cards_dealt)
    return Shuffling(Table(rules, 0, (0,) * rules.seats, (), NONE, None, shoe, NONE))


NONE: Final = Hand()
"""No cards."""


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act, bets from low to high; the dealer always has exactly one."""
    match state:
        case Playing():
            table = state.table
            hands = table.boxes[state.to_act].hands
            return moves_of(table.rules, table.dealer[0], hands[state.hand].cards, len(hands), more=table.more)
        case Drawing():
            return (DRAW,) if _draws(state.table) else (STAY,)
        case Betting():
            return state.rules.bets
        case Insuring():
            return INSURE, NO_INSURANCE
        case Surrendering():
            return SURRENDER, NO_SURRENDER
        case Peeking():
            return (BLACKJACK,) if is_blackjack(_looked_at(state)) else (NO_BLACKJACK,)
        case Shuffling() | Refilling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _looked_at(state: Peeking) -> Hand:
    """Return the dealer's two cards."""
    card = state.looked[-1]
    assert card is not None
    return state.table.dealer.plus((card,))


def _draws(table: Table) -> bool:
    """Return whether the dealer takes a card (2.7)."""
    return table.more and must_draw(table.rules, total(table.dealer)) and _bets_depend(table)


def _bets_depend(table: Table) -> bool:
    """Return whether a bet still depends on the dealer's cards (2.7)."""
    blackjack = len(table.dealer) == 1 and may_be_blackjack(table.dealer)  # with the next card, or no more
    for box in table.boxes:
        if blackjack and box.insured:
            return True
        for hand in box.hands:
            if hand.won is None and (blackjack or worth(hand.cards, len(box.hands)) < NATURAL):
                return True
    return False


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Shuffling):
        return _open_table(state.table, shuffled_deck(state.pack, move))
    if isinstance(state, Refilling):
        return _refill(state.interrupted, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Playing):
        return _play(state, chosen)
    if isinstance(state, Drawing):
        return _give_dealer(state) if chosen is DRAW else _settle(state.table)
    if isinstance(state, Betting):
        assert isinstance(chosen, Bet)
        return _bet(state, chosen.amount)
    if isinstance(state, Insuring):
        return _insure(state, insured=chosen is INSURE)
    if isinstance(state, Surrendering):
        return _answer(state, surrenders=chosen is SURRENDER)
    assert isinstance(state, Peeking)
    return _say(state, blackjack=chosen is BLACKJACK)


def _why_not(state: State, _move: Move) -> Reason:
    return because(amounts_in_words("bet", state.rules.amounts), "2.1")


def _open_table(table: Table, deck: Deck) -> Betting:
    return Betting(Table(table.rules, table.number, table.balances, (), NONE, None, deck, NONE))


def _refill(state: Betting | Playing | Drawing, deck: Deck) -> State:
    table = evolve(state.table, shoe=state.table.shoe.put_under(deck), used=NONE)
    if isinstance(state, Betting):
        return _deal(table, state.bets)
    if isinstance(state, Playing):
        return _give(table, state.to_act, state.hand)
    return _give_dealer(Drawing(table))


def _bet(state: Betting, amount: int) -> State:
    table, bets = state.table, (*state.bets, amount)
    if len(bets) < table.rules.players:
        return Betting(table, bets)
    if table.boxes:
        table = Table(table.rules, table.number, table.balances, (), NONE, None, table.shoe, _swept(table))
    return _deal(table, bets)


def _swept(table: Table) -> Hand:
    """Return the used cards and those that lie on the table after a round."""
    played = (card for box in table.boxes for hand in box.hands for card in hand.cards)
    return Hand((*table.used, *played, *table.dealer))


def _deal(table: Table, bets: tuple[int, ...]) -> State:
    boxes, number = len(bets), table.rules.cards_dealt
    if number > len(table.shoe):
        return Refilling(Betting(table, bets))  # 4.1
    cards, shoe = table.shoe[:number], Deck(table.shoe[number:])
    dealt_to = [  # 2.1
        Box(bet, (BoxHand(Hand((cards[seat], cards[boxes + 1 + seat])), bet),)) for seat, bet in enumerate(bets)
    ]
    hole = cards[-1] if table.rules.hole_card else None
    dealer = Hand((cards[boxes],))
    laid = Table(table.rules, table.number + 1, table.balances, tuple(dealt_to), dealer, hole, shoe, table.used)
    if table.rules.insurance and dealer[0].rank is Rank.ACE:  # 2.2
        return Insuring(laid, 0)
    return _before_peek(laid, 0)


def _insure(state: Insuring, *, insured: bool) -> State:
    table, seat = state.table, state.to_act
    if insured:
        table = evolve(table, boxes=replaced(table.boxes, seat, evolve(table.boxes[seat], insured=True)))
    return Insuring(table, seat + 1) if seat + 1 < len(table.boxes) else _before_peek(table, 0)


def _before_peek(table: Table, seat: Seat) -> State:
    """Go on before the dealer looks for Blackjack: the boxes from ``seat`` on may still surrender."""
    if surrender_first(table.rules, table.dealer[0]):
        for asked in range(seat, len(table.boxes)):
            if not is_blackjack(table.boxes[asked].hands[0].cards):  # 2.1
                return Surrendering(table, asked)
    if table.rules.peek and may_be_blackjack(table.dealer):
        looked = (*(None for _ in table.boxes), table.hole)
        return Peeking(evolve(table, hole=None), looked)
    return _turn(table, 0, 0)


def _answer(state: Surrendering, *, surrenders: bool) -> State:
    table, seat = state.table, state.to_act
    return _before_peek(_give_up(table, seat) if surrenders else table, seat + 1)


def _give_up(table: Table, seat: Seat) -> Table:
    """Return the table after a box has surrendered and lost half its bet (2.3)."""
    box = table.boxes[seat]
    return _with_hands(table, seat, (BoxHand(box.hands[0].cards, box.bet, half(-box.bet)),), half(-box.bet))


def _with_hands(table: Table, seat: Seat, hands: tuple[BoxHand, ...], won: Amount = 0) -> Table:
    """Return the table with other hands in a box, which has ``won`` this amount."""
    box = table.boxes[seat]
    boxes = replaced(table.boxes, seat, Box(box.bet, hands, box.insured))
    balances = _paid(table.balances, seat, won) if won else table.balances
    return Table(table.rules, table.number, balances, boxes, table.dealer, table.hole, table.shoe, table.used)


def _paid(balances: tuple[Amount, ...], seat: Seat, won: Amount) -> tuple[Amount, ...]:
    """Return the balances after the dealer has paid ``won`` to a seat, or received it if it is negative."""
    paid = list(balances)
    paid[seat] = exact(paid[seat] + won)
    paid[-1] = exact(paid[-1] - won)
    return tuple(paid)


def _say(state: Peeking, *, blackjack: bool) -> State:
    if blackjack:
        return _settle(evolve(state.table, dealer=_looked_at(state)))
    table = evolve(state.table, hole=state.looked[-1])
    for seat, box in enumerate(table.boxes):
        if box.insured:
            table = evolve(table, balances=_paid(table.balances, seat, half(-box.bet)))  # 2.2
    return _turn(table, 0, 0)


def _play(state: Playing, move: Move) -> State:
    table, seat, place = state.table, state.to_act, state.hand
    hands = table.boxes[seat].hands
    hand = hands[place]
    if move is STAND:
        return _turn(table, seat, place + 1)
    if move is SURRENDER:
        return _turn(_give_up(table, seat), seat + 1, 0)
    if move is DOUBLE:  # 2.5
        table = _with_hands(table, seat, replaced(hands, place, BoxHand(hand.cards, 2 * hand.bet)))
    elif move is SPLIT:  # 2.6
        halves = (BoxHand(Hand((card,)), hand.bet) for card in hand.cards)
        table = _with_hands(table, seat, (*hands[:place], *halves, *hands[place + 1 :]))
    return _give(table, seat, place)


def _give(table: Table, seat: Seat, place: int) -> State:
    """Give a card to a hand; if the shoe is empty, the used cards are shuffled first (4.1)."""
    if not table.shoe:
        return Refilling(Playing(table, seat, place))
    box = table.boxes[seat]
    hand = box.hands[place]
    cards, balances = Hand((*hand.cards, table.shoe[0])), table.balances
    lost = None
    if total(cards).points > 21:  # 2.4
        lost = -hand.bet
        balances = _paid(balances, seat, lost)
    boxes = replaced(
        table.boxes, seat, Box(box.bet, replaced(box.hands, place, BoxHand(cards, hand.bet, lost)), box.insured)
    )
    shoe = Deck(table.shoe[1:])
    after = Table(table.rules, table.number, balances, boxes, table.dealer, table.hole, shoe, table.used)
    return _turn(after, seat, place)


def _turn(table: Table, seat: Seat, place: int) -> State:
    """Go on with this hand, or the next one that has a choice; after the last it is the dealer's turn."""
    rules, more = table.rules, table.more
    while seat < len(table.boxes):
        box = table.boxes[seat]
        while place < len(box.hands):
            hand = box.hands[place]
            if more and len(hand.cards) == 1:
                return _give(table, seat, place)  # 2.6
            doubled = hand.bet > box.bet
            if not doubled and hand.won is None and is_asked(rules, hand.cards, len(box.hands), more=more):
                return Playing(table, seat, place)
            place += 1
        seat, place = seat + 1, 0
    if table.hole is not None:
        table = evolve(table, dealer=table.dealer.plus((table.hole,)), hole=None)
    return Drawing(table)


def _give_dealer(state: Drawing) -> Drawing | Refilling:
    table = state.table
    if not table.shoe:
        return Refilling(state)  # 4.1
    dealer, shoe = Hand((*table.dealer, table.shoe[0])), Deck(table.shoe[1:])
    return Drawing(Table(table.rules, table.number, table.balances, table.boxes, dealer, None, shoe, table.used))


def _settle(table: Table) -> State:
    """Settle all remaining bets, and go on to the next round if there is one."""
    rules, balances = table.rules, table.balances
    boxes: list[Box] = []
    dealers = worth(table.dealer)
    for seat, before in enumerate(table.boxes):
        box, won = settled(rules, before, dealers)
        if box.insured and (dealers == NATURAL or not rules.peek):  # 2.2: a peek without Blackjack has settled it
            won += insurance_wins(box.bet, blackjack=dealers == NATURAL)
        boxes.append(box)
        if won:
            balances = _paid(balances, seat, won)
    after = Table(rules, table.number, balances, tuple(boxes), table.dealer, None, table.shoe, table.used)
    if table.number == rules.rounds:
        return Finished(after)
    return Shuffling(after) if _is_low(after) else Betting(after)


def _is_low(table: Table) -> bool:
    """Return whether no new round begins with the shoe (4.1)."""
    left = len(table.shoe)
    if left > table.rules.reserve(len(table.rules.shoe)):  # no smaller pack has a larger reserve
        return False
    return left <= table.rules.reserve(len(cards_in(table)))


def outcome(state: State) -> Outcome | None:
    """Return the balances by seat, the dealer's last, and the seats with the highest (2.1); ``None`` before the end."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    balances = state.table.balances
    return Outcome(balances, leaders(balances))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, that money adds up and suits are alike."""
    require_rules(rules, Rules)
    cards = len(rules.shoe)
    bet = rules.rounds * rules.max_bet
    most = bet * max(most_bets(rules), rules.blackjack_pays) + (bet if rules.insurance else 0)
    questions = 3 * rules.players + 2  # bet, insurance and surrender of each box; the dealer's peek and his stay
    return Promises(
        seats=rules.seats,
        deciding=tuple(range(rules.players)),
        standing=lambda state: table_of(state).balances,
        reached=places_reached,
        moves=lambda: all_moves(rules),
        min_moves=1 + rules.rounds * rules.players,
        max_moves=rules.rounds * (2 + questions + rules.players + 2 * cards),  # each card is a hit, each hand may stand
        score_range=(-rules.players * most, rules.players * most),
        leaders_win=True,
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(table_of(state).balances),
        scaled=_scaled,
        longer=lambda state: start(evolve(state.rules, rounds=state.rules.rounds + 1), cards_in(state)),
        symmetric_ranks=((Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING),),  # 1.1, 2.6
        symmetric_suits=tuple(Suit),
    )


def _scaled(state: State, by: int) -> State:
    rules = state.rules
    return start(
        evolve(rules, min_bet=by * rules.min_bet, max_bet=by * rules.max_bet, step=by * rules.step), cards_in(state)
    )

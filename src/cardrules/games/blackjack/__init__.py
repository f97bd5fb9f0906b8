"""Blackjack: come nearer to 21 than the dealer without passing it; the dealer never has a choice.

Numbers such as 2.1 are those of the rules in the rulebook ``blackjack``.
:mod:`cardrules.games.blackjack.basic_strategy` finds the best play and what it wins.
"""

from functools import cached_property
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.betting import amounts_in_words
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Phase
from cardrules.cards import PACK_52, Card, Deck, Hand, Rank, Suit
from cardrules.fastinit import FastInit
from cardrules.game import (
    NATURE,
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
from cardrules.games.blackjack.rules import ATLANTIC_CITY as ATLANTIC_CITY
from cardrules.games.blackjack.rules import EUROPEAN as EUROPEAN
from cardrules.games.blackjack.rules import VEGAS_STRIP as VEGAS_STRIP
from cardrules.games.blackjack.rules import Rules as Rules
from cardrules.moves import Reason, because, require_legal
from cardrules.seats import NOT_BY_SEAT, Seat, leaders, replaced
from cardrules.zones import Closed, Known, Open, Own, cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    rules: Rules
    number: int
    """The number of the round in the match, from 1; 0 before the first round."""
    balances: tuple[Amount, ...]
    """The winnings by seat, the dealer's last; bets that are not settled yet still belong to the boxes."""
    boxes: tuple[Box, ...]
    """The boxes by seat; none before the first round."""
    dealer: Open[Hand]
    hole: Closed[Card | None]
    shoe: Closed[Deck]
    used: Known[Hand]
    """The cards of earlier rounds since the last shuffle."""

    @property
    def more(self) -> bool:
        """Whether a card is left to deal (4.1)."""
        return bool(self.shoe or self.used)


@frozen
class Shuffling(Phase[Table]):
    """Chance shuffles all the cards before a round; those of the last round still lie on the table."""

    to_act = NATURE

    @cached_property
    def pack(self) -> Hand:
        """All the cards, sorted."""
        # Before the first round they are the shoe: to gather them takes a tenth of a match of one round from one pack.
        return self.table.shoe if self.table.number == 0 else cards_in(self)


@frozen
class Betting(Phase[Table]):
    """The boxes bet in turn; the cards of the last round still lie on the table."""

    bets: tuple[int, ...] = field(default=(), metadata=NOT_BY_SEAT)
    """The bets made so far, by seat."""

    @property
    def to_act(self) -> Seat:
        """The box that bets next."""
        return len(self.bets)


@frozen
class Insuring(Phase[Table]):
    """The boxes insure against the dealer's ace in turn, or do not."""

    to_act: Seat


@frozen
class Surrendering(Phase[Table]):
    """The boxes surrender in turn, or do not, before the dealer looks for Blackjack."""

    to_act: Seat


@frozen
class Peeking(Phase[Table]):
    """The dealer has looked at the hole card and says whether it makes Blackjack."""

    looked: Own[tuple[Card | None, ...]]
    """By seat, the dealer's last, who has looked at the hole card; ``None`` for the boxes."""

    @property
    def to_act(self) -> Seat:
        """The dealer."""
        return self.table.rules.players


@frozen
class Playing(Phase[Table]):
    """The boxes play in turn, each its hands one after the other."""

    to_act: Seat
    hand: int
    """The place of the hand that is played in its box, from 0."""


@frozen
class Drawing(Phase[Table]):
    """The dealer plays."""

    @property
    def to_act(self) -> Seat:
        """The dealer."""
        return self.table.rules.players


@frozen
class Refilling:
    """Chance shuffles the used cards, because the shoe has run out during a round (4.1)."""

    interrupted: Betting | Playing | Drawing
    """The phase that goes on with the missing card after the shuffle."""
    to_act = NATURE

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.interrupted.rules

    @cached_property
    def pack(self) -> Hand:
        """The used cards, sorted."""
        return self.interrupted.table.used.sorted()


State: TypeAlias = (
    Shuffling | Betting | Insuring | Surrendering | Peeking | Playing | Drawing | Refilling | Finished[Table]
)


def start(rules: Rules) -> Shuffling:
    """Return the state before the first shuffle."""
    require_rules(rules, Rules)
    return Shuffling(Table(rules, 0, (0,) * (rules.players + 1), (), NONE, None, rules.shoe, NONE))


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
    boxes = len(bets)
    number = 2 * boxes + 1 + table.rules.hole_card
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
    return Shuffling(after) if len(table.shoe) <= rules.reserve else Betting(after)  # 4.1


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
    cards = len(PACK_52) * rules.decks
    bet = rules.rounds * rules.max_bet
    most = bet * max(_most_bets(rules), rules.blackjack_pays) + (bet if rules.insurance else 0)
    questions = 3 * rules.players + 2  # bet, insurance and surrender of each box; the dealer's peek and his stay
    return Promises(
        max_moves=rules.rounds * (2 + questions + rules.players + 2 * cards),  # each card is a hit, each hand may stand
        score_range=(-rules.players * most, rules.players * most),
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(_table(state).balances),
        symmetric_suits=tuple(Suit),
    )


def _most_bets(rules: Rules) -> int:
    """Return how many times its first bet a box may have on its hands (2.5, 2.6)."""
    tens, others = _most_hands(rules, 16), _most_hands(rules, 4)
    if rules.double == "none":
        return tens
    if not rules.double_after_split:
        return max(tens, 2)
    return 2 * tens if rules.double == "any" else max(tens, 2 * others)  # a ten and another card make 12 or more


def _most_hands(rules: Rules, alike: int) -> int:
    """Return the most hands of a box that splits a value of which each pack has ``alike`` cards (2.6)."""
    cards = alike * rules.decks
    return cards if rules.max_hands is None else min(rules.max_hands, cards)


def _table(state: State) -> Table:
    return state.interrupted.table if isinstance(state, Refilling) else state.table

"""Polish Bank (Польский банчок): stake that one of three cards beats the next card of the stock in its suit.

Numbers such as 2.1 are those of the rules in the rulebook ``polish_bank``.
"""

from functools import cached_property
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.betting import Stake as Stake
from cardrules.blocks.betting import amounts_in_words
from cardrules.blocks.lots import Lots
from cardrules.blocks.money import credit, credit_amounts
from cardrules.blocks.phases import DrawingLots as DrawingLots
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import LotsDrawn as LotsDrawn
from cardrules.blocks.phases import Phase
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.cards import ACE_HIGH, Card, Deck, Hand, Suit, pack
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
from cardrules.moves import Reason, because, require_legal
from cardrules.options import Range, at_least, between, require_listable, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, clockwise_from, leaders, left_of, replaced
from cardrules.zones import Closed, Open, Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

CARDS: Final = 3
"""The number of cards in a punter's hand (2.1)."""

FULL: Final = 3
"""The bank is over once it holds this many times the sum put in (1.3)."""

TWO_PACKS: Final = Deck(pack(copies=2))
"""All the cards, unshuffled (1.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Polish Bank."""

    players: int = field(default=4, validator=between(2, 27))
    """The number of players, the banker included (1.1)."""

    initial_bank: int = field(default=60, validator=at_least(1))
    """The sum that each banker puts in; up to three times this, there are at most 1,000 different stakes (1.1)."""

    min_stake: int = field(default=1, validator=at_least(1))
    """The lowest stake (2.2)."""

    step: int = field(default=1, validator=at_least(1))
    """The difference between one stake or side bet and the next, and the lowest side bet (2.2, 3.2)."""

    side_bets: bool = False
    """Whether punters may bet on each other's hands (3.1)."""

    early_exposure: bool = False
    """Whether the banker may turn a card before the punter stakes (4.1)."""

    banks: int | None = field(default=None, validator=Range(1))
    """The number of banks in the match; by default one for each player (5.1)."""

    max_deals: int | None = field(default=200, validator=Range(1))
    """The number of deals after which the match ends in any case; ``None`` for no limit (5.1)."""

    def __attrs_post_init__(self) -> None:
        if self.initial_bank < self.min_stake:
            raise RulesError(f"initial_bank must be at least min_stake, {self.min_stake}, not {self.initial_bank}")
        require_listable("initial_bank", self.amounts_below(self.full_bank))
        if self.side_bets:
            require_listable("initial_bank", self.side_amounts(self.full_bank - 1))

    @property
    def last_bank(self) -> int:
        """The number of banks in the match."""
        return self.players if self.banks is None else self.banks

    @property
    def full_bank(self) -> int:
        """The sum at which a bank is over (1.3)."""
        return FULL * self.initial_bank

    def amounts_below(self, bank: int) -> range:
        """Return the amounts other than the whole bank that may be staked (2.2)."""
        return range(self.min_stake, bank, self.step)

    def side_amounts(self, rest: int) -> range:
        """Return the amounts that may be bet on another's cards when a ``rest`` of the bank is left (3.2)."""
        return range(self.step, rest + 1, self.step)

    @cached_property
    def stakes(self) -> tuple[Stake, ...]:
        """All stakes but the whole bank, from low to high, made once (2.2)."""
        return tuple(map(Stake, self.amounts_below(self.full_bank)))

    @cached_property
    def added_bets(self) -> "tuple[AddBet, ...]":
        """All side bets from low to high, made once (3.2)."""
        return tuple(map(AddBet, self.side_amounts(self.full_bank - 1)))


@frozen
class Allow:
    """Let others bet on your cards in this deal, and be allowed to bet on theirs."""


@frozen
class Forbid:
    """Let nobody bet on your cards in this deal, and do not bet on theirs."""


@frozen
class Expose:
    """Turn the card before the punter stakes."""


@frozen
class Wait:
    """Leave the card face down until the punter has staked."""


@frozen
class AddBet:
    """Bet an amount on the punter's cards."""

    amount: int


@frozen
class Decline:
    """Bet nothing on the punter's cards."""


@frozen
class Turn:
    """Turn the top card of the stock."""


Move: TypeAlias = Allow | Forbid | Stake | Expose | Wait | AddBet | Decline | Turn


@frozen
class Money(FastInit):
    """The banker, the bank and the balances."""

    rules: Rules
    banker: Seat
    number: int
    """The number of the bank in the match, from 1; 0 before the first bank."""
    deals: int
    """The number of deals that have begun."""
    balances: tuple[int, ...]
    """The winnings by seat, negative for losses; the banker's are less what he has put in the bank."""
    bank: int
    """The money in the bank."""
    allowed: tuple[bool, ...]
    """By seat, whether others may bet on its cards in this deal."""


@frozen
class Table(FastInit):
    """The money and the cards that the phases share."""

    money: Money
    stock: Closed[Deck]
    unlooked: Closed[tuple[Hand, ...]]
    """The hands that nobody has looked at yet, by seat."""
    hands: Own[tuple[Hand, ...]]
    """The hand that its punter has looked at, by seat; empty for the other seats."""
    turned: Open[tuple[Hand, ...]]
    """The card that was turned against each hand, by seat."""
    shown: Open[tuple[Hand, ...]]
    """The hands that have won or lost, by seat."""
    unserved: Closed[Hand]
    """The cards laid aside by punters who were not served before the bank was over."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.money.rules


@frozen
class Gathering(Phase[Table]):
    """Chance shuffles the used cards, which still lie on the table and then go under the stock (2.5)."""

    to_act = NATURE

    @cached_property
    def pack(self) -> Hand:
        """The hands shown and the cards turned in this deal, sorted."""
        return Hand(card for cards in (*self.table.shown, *self.table.turned) for card in cards).sorted()


@frozen
class Agreeing(Phase[Table]):
    """The punters say in turn whether others may bet on their cards in the next deal (3.1)."""

    to_act: Seat


@frozen
class _Coup(Phase[Table]):
    punter: Seat
    """The seat whose hand is played."""


@frozen
class Exposing(_Coup):
    """The banker may turn the card before the punter stakes (4.1)."""

    @property
    def to_act(self) -> Seat:
        """The banker."""
        return self.table.money.banker


@frozen
class Staking(_Coup):
    """The punter stakes; the card may already be turned (4.2)."""

    @property
    def to_act(self) -> Seat:
        """The punter."""
        return self.punter


@frozen
class Adding(_Coup):
    """The other punters bet on the punter's hand in turn, or decline (3.2)."""

    stakes: tuple[int, ...]
    """The money staked on the hand, by seat, the punter's own stake included."""
    waiting: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    """The seats still to be asked, the next first."""

    @property
    def to_act(self) -> Seat:
        """The seat that is asked next."""
        return self.waiting[0]


@frozen
class Turning(_Coup):
    """The banker turns the card."""

    stakes: tuple[int, ...]
    """The money staked on the hand, by seat."""

    @property
    def to_act(self) -> Seat:
        """The banker."""
        return self.table.money.banker


State: TypeAlias = (
    DrawingLots[Table]
    | LotsDrawn[Table]
    | Shuffling[Table]
    | Gathering
    | Agreeing
    | Exposing
    | Staking
    | Adding
    | Turning
    | Finished[Table]
)


def start(rules: Rules) -> DrawingLots[Table]:
    """Return the state before lots are drawn for the first bank (1.1)."""
    require_rules(rules, Rules)
    players = rules.players
    money = Money(rules, 0, 0, 0, (0,) * players, 0, (False,) * players)
    return DrawingLots(_table(money, TWO_PACKS, (Hand(),) * players))


def _table(money: Money, stock: Deck, unlooked: tuple[Hand, ...]) -> Table:
    """Return a table whose cards all lie in the stock and in hands that nobody has looked at yet."""
    nothing = (Hand(),) * len(unlooked)
    return Table(money, stock, unlooked, nothing, nothing, nothing, Hand())


ALLOW: Final = Allow()
FORBID: Final = Forbid()
EXPOSE: Final = Expose()
WAIT: Final = Wait()
DECLINE: Final = Decline()
TURN: Final = Turn()


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: stakes from low to high, the whole bank last; side bets, then to decline."""
    match state:
        case Staking():
            return _stakes(state)
        case Turning():
            return (TURN,)
        case Adding():
            return _bets(state)
        case Agreeing():
            return ALLOW, FORBID
        case Exposing():
            return EXPOSE, WAIT
        case DrawingLots() | LotsDrawn() | Shuffling() | Gathering() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _stakes(state: Staking) -> tuple[Stake, ...]:
    table, punter = state.table, state.punter
    rules, bank = table.money.rules, table.money.bank
    stakes = (*rules.stakes[: len(rules.amounts_below(bank))], Stake(bank))  # 2.2
    if not table.turned[punter]:
        return stakes
    most = bank // 2 if _beats_turned(state) else 0  # 4.2
    return stakes[:1] + tuple(stake for stake in stakes[1:] if stake.amount <= most)


def _beats_turned(state: Staking) -> bool:
    (card,) = state.table.turned[state.punter]
    return beats(state.table.hands[state.punter], card)


def beats(hand: Hand, card: Card) -> bool:
    """Return whether a hand wins against the turned card: it holds a card of that suit that is not lower (2.3)."""
    return any(own.suit is card.suit and ACE_HIGH.strength_of(own) >= ACE_HIGH.strength_of(card) for own in hand)


def _bets(state: Adding) -> tuple[AddBet | Decline, ...]:
    rules = state.table.money.rules
    return (*rules.added_bets[: _open_to_bets(state) // rules.step], DECLINE)  # 3.2


def _open_to_bets(state: Adding) -> int:
    """Return what is left of the bank after all that is staked on the hand."""
    return state.table.money.bank - sum(state.stakes)


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, DrawingLots):
        return _draw_lots(state, shuffled_deck(state.pack, move))
    if isinstance(state, (LotsDrawn, Shuffling)):
        return _open_bank(state, shuffled_deck(state.pack, move))
    if isinstance(state, Gathering):
        return _new_deal(state.table.money, state.table.stock.put_under(shuffled_deck(state.pack, move)))  # 2.4, 2.5
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Agreeing):
        return _agree(state, allows=chosen is ALLOW)
    if isinstance(state, Exposing):
        table = _with_card_turned(state.table, state.punter) if chosen is EXPOSE else state.table
        return Staking(table, state.punter)
    if isinstance(state, Turning):
        return _settle(_with_card_turned(state.table, state.punter), state.punter, state.stakes)
    if isinstance(state, Adding):
        amount = chosen.amount if isinstance(chosen, AddBet) else 0
        return _ask(state, replaced(state.stakes, state.to_act, amount), state.waiting[1:])
    assert isinstance(state, Staking)
    assert isinstance(chosen, Stake)
    return _stake(state, chosen.amount)


def _why_not(state: State, move: Move) -> Reason:
    rules, bank = state.rules, state.table.money.bank
    if isinstance(state, Adding):
        rest = _open_to_bets(state)
        return because(f"{amounts_in_words('side bet', rules.side_amounts(rest))}, with {rest} left in the bank", "3.2")
    assert isinstance(state, Staking)
    assert isinstance(move, Stake)
    below = rules.amounts_below(bank)
    if move.amount not in (*below, bank):
        others = f"{amounts_in_words('stake', below)}, or" if below else "a stake is"
        return because(f"{others} the whole bank, {bank}", "2.2")
    if _beats_turned(state):
        return because(f"once the card is turned, a stake is the least or at most half the bank, {bank // 2}", "4.2")
    return because(f"the turned card is not beaten, so the stake is the least, {below[0] if below else bank}", "4.2")


def _draw_lots(state: DrawingLots[Table], cards: Deck) -> LotsDrawn[Table]:
    lots = Lots.draw(cards, state.rules.players, ACE_HIGH)  # 1.1
    money = evolve(state.table.money, banker=lots.lowest)
    return LotsDrawn(evolve(state.table, money=money, stock=Deck()), lots)


def _open_bank(state: LotsDrawn[Table] | Shuffling[Table], cards: Deck) -> Agreeing | Exposing | Staking:
    money, put_in = state.table.money, state.rules.initial_bank
    balances = credit(money.balances, money.banker, -put_in)  # 1.1
    return _new_deal(evolve(money, number=money.number + 1, balances=balances, bank=put_in), cards)


def _new_deal(money: Money, stock: Deck) -> Agreeing | Exposing | Staking:
    """Begin a deal from the stock, which holds all the cards."""
    rules = money.rules
    nobody = (False,) * rules.players
    money = Money(rules, money.banker, money.number, money.deals + 1, money.balances, money.bank, nobody)
    if rules.side_bets:
        return Agreeing(_table(money, stock, (Hand(),) * rules.players), left_of(money.banker, rules.players))
    return _deal(money, stock)


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
    table = Table(table.money, table.stock, unlooked, hands, table.turned, table.shown, table.unserved)
    return Exposing(table, punter) if table.money.rules.early_exposure else Staking(table, punter)


def _stake(state: Staking, amount: int) -> State:
    table, punter = state.table, state.punter
    players, allowed = table.money.rules.players, table.money.allowed
    stakes = replaced((0,) * players, punter, amount)
    if table.turned[punter]:
        return _settle(table, punter, stakes)  # 4.2
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
    return Table(table.money, stock, table.unlooked, table.hands, turned, table.shown, table.unserved)


def _settle(table: Table, punter: Seat, stakes: tuple[int, ...]) -> State:
    """Pay or take all that was staked on the hand (2.3, 3.2), and go on to the next hand, deal or bank."""
    money, rules, hand = table.money, table.money.rules, table.hands[punter]
    (card,) = table.turned[punter]
    sign = 1 if beats(hand, card) else -1
    balances = credit_amounts(money.balances, [sign * stake for stake in stakes])
    bank = money.bank - sign * sum(stakes)
    money = Money(rules, money.banker, money.number, money.deals, balances, bank, money.allowed)
    hands, shown = replaced(table.hands, punter, Hand()), replaced(table.shown, punter, hand.sorted())
    table = Table(money, table.stock, table.unlooked, hands, table.turned, shown, table.unserved)
    following = left_of(punter, rules.players)
    all_served = following == money.banker
    if not 0 < bank < rules.full_bank or (all_served and money.deals == rules.max_deals):  # 1.3, 5.1
        return _end_bank(table)
    return Gathering(table) if all_served else _begin(table, following)


def _end_bank(table: Table) -> Shuffling[Table] | Finished[Table]:
    """End the bank: the banker takes what is in it (1.3, 5.1)."""
    money, rules, banker = table.money, table.rules, table.money.banker
    over = money.number == rules.last_bank or money.deals == rules.max_deals  # 5.1
    balances = credit(money.balances, banker, money.bank)
    money = evolve(money, balances=balances, bank=0, banker=banker if over else left_of(banker, rules.players))
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
    if rules.max_deals is not None:
        punters = rules.players - 1
        most = rules.max_deals * punters * (rules.full_bank - 1)  # a coup wins or loses no more than the bank
        scores = (-most, most)
        coup = 2 + rules.early_exposure + rules.side_bets * (punters - 1)
        # A shuffle for the lot; for each deal a shuffle, what the punters allow, and the coups.
        moves = 1 + rules.max_deals * (1 + punters * (rules.side_bets + coup))
    return Promises(
        max_moves=moves,
        score_range=scores,
        outcome_total=lambda result: sum(result.scores),
        money_total=lambda state: sum(state.table.money.balances) + state.table.money.bank,
        symmetric_suits=tuple(Suit),
    )

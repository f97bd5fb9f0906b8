"""Oh Hell: bid how many tricks you will take, then take exactly that many, in deals that grow by one card.

Numbers such as 3.2 are those of the rules in the rulebook ``oh_hell``.
"""

from functools import cached_property
from typing import Final, Literal, TypeAlias, assert_never

from attrs import Factory, evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import PLAYS, TrickOrder, TrickRules, first_lead
from cardrules.blocks.tricks import Play as Play
from cardrules.blocks.tricks import Playing as Playing
from cardrules.cards import PACK_52, Card, Deck, Hand, Suit
from cardrules.errors import RulesError
from cardrules.game import (
    OMITTABLE,
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
from cardrules.labels import told
from cardrules.moves import Reason, because, require_legal
from cardrules.options import Range, between, with_validators
from cardrules.seats import Seat, leaders, left_of, replaced
from cardrules.zones import Closed, Open, Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

DEALS: Final = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7}
"""The number of deals in a full match, and of the cards in its largest hands, by the number of players (1.1)."""

ORDER: Final = TrickOrder()
"""Which card takes a trick: the highest trump, else the highest card of the suit led, ace high (3.3)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Oh Hell."""

    players: int = field(default=4, validator=between(3, 7))
    """The number of players (1.1)."""

    deals: int | None = field(default=None, validator=Range(1))
    """The number of cards in the largest hands, and of the deals in one direction.

    It is at most that of :data:`DEALS`, which is also the default (1.1, 1.5).
    """

    order: Literal["up", "down", "up_down", "down_up"] = "up"
    """Whether the hands grow or shrink from deal to deal, or first the one and then the other (1.1, 1.5)."""

    last_turn_up: bool = False
    """Whether a card is turned up in the last deal too, if any are left (1.4)."""

    missed_bid: Literal["nothing", "tricks", "minus_difference"] = "nothing"
    """What a missed bid scores: nothing, the tricks taken, or minus the tricks by which it was missed (4.1)."""

    nil_scoring: Literal["flat", "five_plus"] = "flat"
    """What a kept bid of nil scores: 10, or 5 plus the number of tricks in the deal (4.2)."""

    hook: bool = False
    """Whether the last bidder may not make the bids add up to the number of tricks (2.3)."""

    def __attrs_post_init__(self) -> None:
        if self.deals is not None and self.deals > DEALS[self.players]:
            raise RulesError(
                f"deals must be at most {DEALS[self.players]} for {self.players} players, not {self.deals}"
            )

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand, deal by deal (1.1, 1.5)."""
        largest = DEALS[self.players] if self.deals is None else self.deals
        up = tuple(range(1, largest + 1))
        down = up[::-1]
        match self.order:
            case "up":
                return up
            case "down":
                return down
            case "up_down":
                return up + down[1:]
            case "down_up":
                return down + up[1:]
            case _:
                assert_never(self.order)


@frozen
class Bid:
    """Bid to take exactly this number of tricks."""

    tricks: int


Move: TypeAlias = Bid | Play


BidSum: TypeAlias = Literal["over", "under", "even"]
"""What the scorekeeper says about the sum of the bids (2.2)."""


def _compare_bids(table: "Table") -> BidSum | None:
    if not table.bids:
        return None
    total = sum(table.bids)
    return "even" if total == table.size else "over" if total > table.size else "under"


@frozen
class Table:
    """The facts of a deal that its phases share."""

    rules: Rules
    dealer: Seat
    size: int = field(metadata=told("hands of"))
    """The number of cards in each hand, and of tricks."""
    scores: tuple[int, ...] = field(metadata=told("score"))
    """The totals before this deal, by seat."""
    trump: Suit | None = field(metadata=told(empty="no trump"))
    turn_up: Open[Card | None] = field(metadata=told("turn-up"))
    stock: Closed[Deck]
    bids: tuple[int, ...] = field(default=(), metadata=told("bid"))
    """The bids by seat; empty until all have bid."""
    turned: bool = field(default=False, metadata=told("on the way back", omittable=True))
    """Whether there was a deal of this size before, in a match where the sizes turn (1.5)."""
    bid_sum: BidSum | None = field(init=False, default=Factory(_compare_bids, takes_self=True), metadata=OMITTABLE)
    """How the sum of the bids compares with the number of tricks; ``None`` until all have bid (2.2)."""

    @property
    def number(self) -> int:
        """The number of the deal in the match, from 1."""
        sizes = self.rules.sizes
        return len(sizes) - sizes[::-1].index(self.size) if self.turned else sizes.index(self.size) + 1


@frozen
class Bidding(Phase[Table]):
    """The seats bid in turn."""

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    bids: tuple[int | None, ...] = field(metadata=told("bid"))
    """The bids by seat; ``None`` for a seat that has not bid yet."""
    to_act: Seat


Match: TypeAlias = BetweenDeals[Rules, int, Playing[Table]]
State: TypeAlias = Shuffling[Match] | Bidding | Playing[Table] | Finished[Match]


def start(rules: Rules, pack: Hand | None = None) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.2).

    ``pack`` has the cards to play with instead of the usual pack, enough for the largest hands.
    """
    require_rules(rules, Rules)
    cards = pack_for_play(pack, ALL_CARDS, rules.players * max(rules.sizes))
    return Shuffling(BetweenDeals(rules, 0, (0,) * rules.players, cards))


ALL_CARDS: Final = Hand(PACK_52)
"""The usual pack."""


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: its bids from low to high, or its plays in the order of its hand."""
    if isinstance(state, Playing):  # the most frequent phase
        if type(state.table) is not Table:
            require_state(state, Rules)
        return state.following()  # 3.2
    match state:
        case Bidding():
            return _bids(state)
        case Shuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _bids(state: Bidding) -> tuple[Bid, ...]:
    table = state.table
    bids = BIDS[: table.size + 1]  # 2.1
    if table.rules.hook and state.to_act == table.dealer:  # 2.3: the dealer bids last
        return tuple(bid for bid in bids if bid.tricks != _tricks_left(state))
    return bids


BIDS: Final = tuple(map(Bid, range(max(DEALS.values()) + 1)))
"""All bids, made once."""


def _tricks_left(state: Bidding) -> int:
    """Return the bid that would make the bids add up to the number of tricks."""
    return state.table.size - sum(bid for bid in state.bids if bid is not None)


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Playing):
        play = require_legal(state, legal, move, _why_not)
        assert isinstance(play, Play)
        played = state.after(play.card, ORDER, state.table.trump)  # 3.3
        return _score(played) if played.over else played
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    assert isinstance(state, Bidding)
    assert isinstance(chosen, Bid)
    return _bid(state, chosen.tricks)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(state, Playing) and isinstance(move, Play):
        return state.why_not(move.card, TrickRules(follow="3.2"))
    assert isinstance(state, Bidding)
    assert isinstance(move, Bid)
    size = state.table.size
    if move in BIDS[: size + 1]:
        return because(f"bid {move.tricks} would make the bids add up to {size}, the number of tricks", "2.3")
    return because(f"a bid is a whole number from 0 to {size}", "2.1")


def _deal(match: Match, deck: Deck) -> Bidding:
    rules, players, number = match.rules, match.rules.players, _number(match)
    size, first = rules.sizes[number - 1], left_of(match.dealer, players)
    hands, stock = deck.deal(players, size, first=first)  # 1.2
    turn_up: Card | None = None
    if stock and _has_turn_up(rules, number):
        (turn_up,), stock = stock.draw()
    trump = turn_up.suit if turn_up else None  # 1.3
    turned = size in rules.sizes[: number - 1]
    table = Table(rules, match.dealer, size, match.scores, trump, turn_up, stock, turned=turned)
    return Bidding(table, hands, (None,) * players, first)


def _number(match: Match) -> int:
    """Return the number of the next deal, from 1."""
    return match.played.table.number + 1 if match.played else 1


def _has_turn_up(rules: Rules, number: int) -> bool:
    """Return whether a card is turned up in a deal if one is left (1.4)."""
    return rules.last_turn_up or number < len(rules.sizes)


def _bid(state: Bidding, tricks: int) -> Bidding | Playing[Table]:
    bids = replaced(state.bids, state.to_act, tricks)
    to_act = left_of(state.to_act, len(bids))
    known = tuple([bid for bid in bids if bid is not None])
    if len(known) < len(bids):
        return Bidding(state.table, state.hands, bids, to_act)
    return first_lead(evolve(state.table, bids=known), state.hands, to_act)  # 3.1


def _score(played: Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """Score a finished deal, and go on to the next deal if there is one."""
    table = played.table
    rules, size = table.rules, table.size
    points = (points_for(rules, size, bid, taken) for bid, taken in zip(table.bids, played.taken, strict=True))
    scores = tuple(map(sum, zip(table.scores, points, strict=True)))
    match = BetweenDeals(rules, left_of(table.dealer, len(scores)), scores, played=played)
    return Shuffling(match) if table.number < len(rules.sizes) else Finished(match)


def points_for(rules: Rules, size: int, bid: int, taken: int) -> int:
    """Return what a player scores in a deal of ``size`` tricks (4.1, 4.2)."""
    if bid == taken:
        return 5 + size if taken == 0 and rules.nil_scoring == "five_plus" else 10 + taken
    match rules.missed_bid:
        case "nothing":
            return 0
        case "tricks":
            return taken
        case "minus_difference":
            return -abs(bid - taken)
        case _:
            assert_never(rules.missed_bid)


def outcome(state: State) -> Outcome | None:
    """Return the totals by seat and the seats with the highest (4.3); ``None`` while the match goes on."""
    require_state(state, Rules)
    return Outcome(state.table.scores, leaders(state.table.scores)) if isinstance(state, Finished) else None


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of scores, and that seats and suits are alike."""
    require_rules(rules, Rules)
    moves = sum(1 + rules.players * (1 + size) for size in rules.sizes)
    return Promises(
        min_moves=moves,
        max_moves=moves,
        score_range=(
            -sum(rules.sizes) if rules.missed_bid == "minus_difference" else 0,  # no trick bid and all taken
            sum(10 + size for size in rules.sizes),
        ),
        seats=rules.players,
        standing=lambda state: state.table.scores,
        reached=_reached,
        moves=lambda: (*BIDS[: max(rules.sizes) + 1], *PLAYS),
        leaders_win=True,
        rotated=_rotated,
        symmetric_suits=tuple(Suit),
    )


def _reached(state: State) -> range:
    """Return the places in the pack of the cards that are dealt, and of the one that is turned up (1.2, 1.4)."""
    assert isinstance(state, Shuffling)
    rules, number = state.rules, _number(state.table)
    dealt = rules.players * rules.sizes[number - 1]
    return range(min(dealt + _has_turn_up(rules, number), len(state.pack)))


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

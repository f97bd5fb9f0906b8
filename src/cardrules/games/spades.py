"""Spades with nil: partners bid how many tricks they will take together, or one of them bids to take none.

Numbers such as 3.1 are those of the rules in the rulebook ``spades``.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, assert_never, final

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import Play as Play
from cardrules.blocks.tricks import Playing as Playing
from cardrules.blocks.tricks import TrickOrder, TrickRules, first_lead
from cardrules.cards import PACK_52, Card, Deck, Hand, Suit
from cardrules.game import (
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
from cardrules.options import Range, at_least, between, with_validators
from cardrules.seats import Seat, leaders, left_of, partner, replaced
from cardrules.zones import Closed, Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

TRUMP: Final = Suit.SPADES
"""Spades are always trump (1.1)."""

ORDER: Final = TrickOrder(trump_waits=True)
"""Which card takes a trick: the highest spade, else the highest of the suit led (3.2); when spades may be led (3.1)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Spades."""

    target: int = field(default=500, validator=at_least(1))
    """The points that win the match (5.1)."""

    max_deals: int | None = field(default=30, validator=Range(1))
    """The number of deals after which the match ends in any case, ``None`` for no limit (5.2)."""

    nil: bool = True
    """Whether nil may be bid (2.3, 2.5)."""

    double_nil: bool = True
    """Whether double nil may be bid, before looking at the cards (2.4, 2.5)."""

    exchange: int = field(default=3, validator=between(0, 13))
    """The number of cards that a nil bidder and the partner exchange (2.3, 2.6)."""

    both_nil_set: Literal["score_to_zero", "minus_200", "nothing"] = "score_to_zero"
    """What partners who both bid nil lose if either takes a trick: their score, 200, or nothing (4.3)."""

    two_double_nils: Literal[200, 400] = 200
    """What partners score for two kept double nils (4.3)."""

    first_bidder: Literal["dealer", "left_of_dealer"] = "dealer"
    """Who bids first (2.1)."""

    bag_limit: int | None = field(default=None, validator=Range(1))
    """The number of overtricks that costs a penalty, ``None`` for no penalty (4.1)."""

    bag_penalty: int = field(default=100, validator=at_least(0))
    """The points that ``bag_limit`` overtricks cost (4.1)."""

    failed_nil_tricks: Literal["nobody", "contract", "bags"] = "nobody"
    """What the tricks of a failed nil count for: nothing, the partner's contract, or as overtricks (4.2)."""


@frozen
class Look:
    """Look at your cards, which rules out a double nil."""


@final
@frozen
class Bid:
    """Bid to take at least this number of tricks."""

    tricks: int


@final
@frozen
class Nil:
    """Bid to take no trick."""


@final
@frozen
class DoubleNil:
    """Bid to take no trick, before looking at your cards."""


@frozen
class LayDown:
    """Lay a card down for your partner after bidding nil."""

    card: Own[Card]


@frozen
class Give:
    """Give a card to your partner, who bid nil."""

    card: Own[Card]


AnyBid: TypeAlias = Bid | Nil | DoubleNil
Move: TypeAlias = Look | AnyBid | LayDown | Give | Play


@final
@frozen
class Score:
    """The score of a side."""

    points: int = 0
    bags: int = 0
    """Overtricks that count towards the next penalty; always 0 without ``bag_limit``."""


@frozen
class Table:
    """The facts of a deal that its phases share."""

    rules: Rules
    dealer: Seat
    number: int
    """The number of the deal in the match, from 1."""
    scores: tuple[Score, ...]
    """The scores before this deal, by seat, partners the same."""
    bids: tuple[AnyBid, ...] = ()
    """The bids by seat; empty until all have bid."""


@frozen
class Bidding(Phase[Table]):
    """The seats look at their cards and bid in turn."""

    hands: Own[tuple[Hand, ...]]
    unlooked: Closed[tuple[Hand, ...]]
    """The hands that their owners have not looked at yet, by seat."""
    laid: Own[tuple[Hand, ...]]
    """The cards that each seat has laid down for its partner in an exchange, by seat."""
    bids: tuple[AnyBid | None, ...]
    """The bids by seat; ``None`` for a seat that has not bid yet."""
    to_act: Seat


@frozen
class Exchanging:
    """Two partners put down cards for each other, first the one who bid nil, then the other."""

    bidding: Bidding
    """The bidding, which goes on after the exchange."""
    to_act: Seat

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.bidding.rules


Match: TypeAlias = BetweenDeals[Rules, Score, Playing[Table]]
State: TypeAlias = Shuffling[Match] | Bidding | Exchanging | Playing[Table] | Finished[Match]


def start(rules: Rules) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.2)."""
    require_rules(rules, Rules)
    return Shuffling(BetweenDeals(rules, 0, (Score(),) * 4, Hand(PACK_52)))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: nil and its bids from low to high, or its cards in the order of its hand."""
    if isinstance(state, Playing):  # the most frequent phase
        if type(state.table) is not Table:
            require_state(state, Rules)
        return state.following(ORDER, TRUMP)  # 3.1, 3.2
    match state:
        case Bidding():
            return _bids(state)
        case Exchanging():
            return _exchanges(state)
        case Shuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _bids(state: Bidding) -> tuple[Move, ...]:
    if state.unlooked[state.to_act]:
        return UNLOOKED  # 2.4
    return NIL_AND_BIDS if state.rules.nil else BIDS


UNLOOKED: Final[tuple[Move, ...]] = (Look(), DoubleNil())
BIDS: Final = tuple(map(Bid, range(1, 14)))  # 2.2
NIL_AND_BIDS: Final[tuple[Move, ...]] = (Nil(), *BIDS)


def _exchanges(state: Exchanging) -> tuple[LayDown | Give, ...]:
    moves = LAY_DOWNS if is_nil(state.bidding.bids[state.to_act]) else GIVES
    return tuple([moves[card] for card in state.bidding.hands[state.to_act]])


LAY_DOWNS: Final = {card: LayDown(card) for card in PACK_52}
GIVES: Final = {card: Give(card) for card in PACK_52}


def is_nil(bid: AnyBid | None) -> bool:
    """Return whether ``bid`` is nil or double nil."""
    return isinstance(bid, (Nil, DoubleNil))


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Playing):
        return _play(state, require_legal(state, legal, move, _why_not))
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Bidding):
        return _bid(state, chosen) if isinstance(chosen, (Bid, Nil, DoubleNil)) else _look(state)
    assert isinstance(state, Exchanging)
    assert isinstance(chosen, (LayDown, Give))
    return _put_down(state, chosen.card)


def _why_not(state: State, move: Move) -> Reason:
    match move:
        case Play() if isinstance(state, Playing):
            return state.why_not(move.card, TrickRules(follow="3.2", lead="3.1"), ORDER, TRUMP)
        case LayDown(card=card):
            return because(f"{card} is not in this hand", "2.3")
        case Give(card=card):
            return because(f"{card} is not in this hand", "2.6")
        case _:
            return because("a bid is a whole number from 1 to 13", "2.2")


def _deal(match: Match, deck: Deck) -> Bidding:
    rules, number = match.rules, match.played.table.number + 1 if match.played else 1
    hands, _ = deck.deal(4, 13, first=left_of(match.dealer, 4))  # 1.1
    none = (Hand(),) * 4
    table = Table(rules, match.dealer, number, match.scores)
    to_act = match.dealer if rules.first_bidder == "dealer" else left_of(match.dealer, 4)  # 2.1
    if rules.double_nil:  # 2.5
        return Bidding(table, none, hands, none, (None,) * 4, to_act)
    return Bidding(table, hands, none, none, (None,) * 4, to_act)


def _look(state: Bidding) -> Bidding:
    seat = state.to_act
    hands = replaced(state.hands, seat, state.unlooked[seat])
    return Bidding(state.table, hands, replaced(state.unlooked, seat, Hand()), state.laid, state.bids, seat)


def _bid(state: Bidding, bid: AnyBid) -> State:
    seat, other = state.to_act, partner(state.to_act)
    if isinstance(bid, DoubleNil):
        state = _look(state)  # 2.4
    bids = replaced(state.bids, seat, bid)
    bidding = Bidding(state.table, state.hands, state.unlooked, state.laid, bids, left_of(seat, 4))
    nils = is_nil(bid) + is_nil(bidding.bids[other])
    if nils == 1 and bidding.rules.exchange:
        return Exchanging(bidding, seat)  # 2.3, 2.6
    if nils == 2:
        bidding = _take_up(bidding, other, other)  # 2.7
    return _bid_or_lead(bidding)


def _take_up(bidding: Bidding, seat: Seat, layer: Seat) -> Bidding:
    """Return the bidding after ``seat`` has taken up what ``layer`` laid down."""
    hands = replaced(bidding.hands, seat, bidding.hands[seat].plus(bidding.laid[layer].sorted()))
    laid = replaced(bidding.laid, layer, Hand())
    return Bidding(bidding.table, hands, bidding.unlooked, laid, bidding.bids, bidding.to_act)


def _put_down(state: Exchanging, card: Card) -> State:
    seat, other, bidding = state.to_act, partner(state.to_act), state.bidding
    hands = replaced(bidding.hands, seat, bidding.hands[seat].without(card))
    laid = replaced(bidding.laid, seat, bidding.laid[seat].plus((card,)))
    bidding = Bidding(bidding.table, hands, bidding.unlooked, laid, bidding.bids, bidding.to_act)
    if len(laid[seat]) < bidding.rules.exchange:
        return Exchanging(bidding, seat)
    if bidding.bids[other] is None:  # 2.6: the partner bids first, and then gives
        return bidding
    if not laid[other]:
        return Exchanging(bidding, other)
    return _bid_or_lead(_take_up(_take_up(bidding, seat, other), other, seat))


def _bid_or_lead(bidding: Bidding) -> Bidding | Playing[Table]:
    bids = tuple([bid for bid in bidding.bids if bid is not None])
    if len(bids) < len(bidding.bids):
        return bidding
    return first_lead(evolve(bidding.table, bids=bids), bidding.hands, left_of(bidding.table.dealer, 4))  # 3.1


def _play(state: Playing[Table], move: Move) -> State:
    assert isinstance(move, Play)
    played = state.after(move.card, ORDER, TRUMP)  # 3.2
    return _score(played) if played.over else played


def _score(played: Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """Score a finished deal, and go on to the next deal if there is one."""
    table, taken = played.table, played.taken
    rules = table.rules
    first, second = (
        scored(rules, table.scores[seat], table.bids[seat::2], taken[seat::2])  # 1.1: partners sit opposite
        for seat in (0, 1)
    )
    match = BetweenDeals(rules, left_of(table.dealer, 4), (first, second) * 2, played=played)
    won = max(first.points, second.points) >= rules.target and first.points != second.points  # 5.1
    return Finished(match) if won or table.number == rules.max_deals else Shuffling(match)  # 5.2


def scored(rules: Rules, score: Score, bids: Sequence[AnyBid], taken: Sequence[int]) -> Score:
    """Return the score of a side after a deal, from the bids of its two players and the tricks that each took (4)."""
    match tuple(zip(bids, taken, strict=True)):
        case ((Bid(first), mine), (Bid(second), yours)):
            return _with_contract(rules, score, first + second, mine + yours)
        case ((Bid(tricks), own), (nil, others)) | ((nil, others), (Bid(tricks), own)):
            premium = 200 if isinstance(nil, DoubleNil) else 100
            before = evolve(score, points=score.points + (premium if others == 0 else -premium))
            if rules.failed_nil_tricks == "contract":
                return _with_contract(rules, before, tricks, own + others)
            return _with_contract(rules, before, tricks, own, others if rules.failed_nil_tricks == "bags" else 0)
        case _:
            return evolve(score, points=_after_two_nils(rules, score.points, bids, taken))


def _with_contract(rules: Rules, score: Score, contract: int, tricks: int, more: int = 0) -> Score:
    """Return ``score`` with the points of a contract (4.1); ``more`` tricks are overtricks in any case."""
    points, bags = score.points - 10 * contract, more
    if tricks >= contract:
        points, bags = score.points + 10 * contract, tricks - contract + more
    if rules.bag_limit is None:
        return Score(points + bags)
    penalties, rest = divmod(score.bags + bags, rules.bag_limit)
    return Score(points + bags - penalties * rules.bag_penalty, rest)


def _after_two_nils(rules: Rules, points: int, bids: Sequence[AnyBid], taken: Sequence[int]) -> int:
    if not any(taken):
        return points + (rules.two_double_nils if all(isinstance(bid, DoubleNil) for bid in bids) else 200)
    match rules.both_nil_set:
        case "score_to_zero":
            return min(points, 0)
        case "minus_200":
            return points - 200
        case "nothing":
            return points
        case _:
            assert_never(rules.both_nil_set)


def outcome(state: State) -> Outcome | None:
    """Return the totals by seat and the seats with the highest (5.1, 5.2); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    points = tuple(score.points for score in state.table.scores)
    return Outcome(points, leaders(points))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of scores, and that seats and plain suits are alike."""
    require_rules(rules, Rules)
    moves, best, worst = 1 + 4 + 52, 130, -260  # contracts of 13 and of 26 tricks
    if rules.nil:
        best = 100 + 130
    if rules.double_nil:
        moves += 4  # looks
        best, worst = max(200 + 130, rules.two_double_nils), -200 - 130
    if rules.nil or rules.double_nil:
        moves += 4 * rules.exchange
    if rules.bag_limit is not None:
        worst -= (rules.bag_limit - 1 + 13) // rules.bag_limit * rules.bag_penalty
    deals = rules.max_deals
    return Promises(
        max_moves=None if deals is None else deals * moves,
        score_range=None if deals is None else (deals * worst, deals * best),
        rotated=_rotated,
        symmetric_suits=tuple(suit for suit in Suit if suit is not TRUMP),
    )


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

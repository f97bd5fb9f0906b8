"""Spades with nil: partners bid how many tricks they will take together, or one of them bids to take none.

Numbers such as 3.1 are those of the rules in the rulebook ``spades``. The options, the moves before the first lead (2)
and the score of a deal (4) have their own modules: :mod:`~cardrules.games.spades.rules`,
:mod:`~cardrules.games.spades.moves` and :mod:`~cardrules.games.spades.score`.
"""

from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import PLAYS, TrickOrder, TrickRules, first_lead
from cardrules.blocks.tricks import Play as Play
from cardrules.blocks.tricks import Playing as Playing
from cardrules.cards import PACK_52, Card, Deck, Hand, Suit
from cardrules.game import (
    Outcome,
    Promises,
    Shuffled,
    cache_last,
    pack_for_play,
    pack_of,
    refuse_state,
    require_rules,
    require_state,
    shuffled_deck,
)
from cardrules.games.spades.moves import BIDS, GIVES, LAY_DOWNS, NIL_AND_BIDS, UNLOOKED
from cardrules.games.spades.moves import AnyBid as AnyBid
from cardrules.games.spades.moves import Bid as Bid
from cardrules.games.spades.moves import DoubleNil as DoubleNil
from cardrules.games.spades.moves import Give as Give
from cardrules.games.spades.moves import LayDown as LayDown
from cardrules.games.spades.moves import Look as Look
from cardrules.games.spades.moves import Nil as Nil
from cardrules.games.spades.moves import is_nil as is_nil
from cardrules.games.spades.rules import Rules as Rules
from cardrules.games.spades.score import Score as Score
from cardrules.games.spades.score import extremes
from cardrules.games.spades.score import scored as scored
from cardrules.labels import told
from cardrules.moves import Reason, because, require_legal
from cardrules.seats import Seat, leaders, left_of, partner, replaced
from cardrules.zones import Closed, Own, cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

TRUMP: Final = Suit.SPADES
"""Spades are always trump (1.1)."""

ORDER: Final = TrickOrder(trump_waits=True)
"""Which card takes a trick: the highest spade, else the highest of the suit led (3.2); when spades may be led (3.1)."""

Move: TypeAlias = Look | AnyBid | LayDown | Give | Play


@frozen
class Table:
    """The facts of a deal that its phases share."""

    rules: Rules
    dealer: Seat
    number: int = field(metadata=told("deal"))
    """The number of the deal in the match, from 1."""
    scores: tuple[Score, ...]
    """The scores before this deal, by seat, partners the same."""
    bids: tuple[AnyBid, ...] = field(default=(), metadata=told("bid"))
    """The bids by seat; empty until all have bid."""


@frozen
class Bidding(Phase[Table]):
    """The seats look at their cards and bid in turn."""

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    unlooked: Closed[tuple[Hand, ...]] = field(metadata=told("not looked at"))
    """The hands that their owners have not looked at yet, by seat."""
    laid: Own[tuple[Hand, ...]] = field(metadata=told("laid down"))
    """The cards that each seat has laid down for its partner in an exchange, by seat."""
    bids: tuple[AnyBid | None, ...] = field(metadata=told("bid"))
    """The bids by seat; ``None`` for a seat that has not bid yet."""
    to_act: Seat


@frozen
class Exchanging:
    """Two partners put down cards for each other, first the one who bid nil, then the other."""

    phase = "exchanging cards"

    bidding: Bidding
    """The bidding, which goes on after the exchange."""
    to_act: Seat

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.bidding.rules


Match: TypeAlias = BetweenDeals[Rules, Score, Playing[Table]]
State: TypeAlias = Shuffling[Match] | Bidding | Exchanging | Playing[Table] | Finished[Match]


def start(rules: Rules, pack: Hand | None = None) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.2).

    ``pack`` has the cards to play with instead of the usual pack, a multiple of four: all are dealt, and as many tricks may
    be bid as each hand has cards. Each hand must have the cards that partners exchange.
    """
    require_rules(rules, Rules)
    cards = pack_for_play(pack, ALL_CARDS, 4 * max(1, rules.most_exchanged), shares=4)
    return Shuffling(BetweenDeals(rules, 0, (Score(),) * 4, cards))


ALL_CARDS: Final = Hand(PACK_52)
"""The usual pack."""


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
        return UNLOOKED  # 2.5
    tricks = len(state.hands[state.to_act])
    return NIL_AND_BIDS[: tricks + 1] if state.rules.nil else BIDS[:tricks]  # 2.2, 2.3


def _exchanges(state: Exchanging) -> tuple[LayDown | Give, ...]:
    moves = LAY_DOWNS if is_nil(state.bidding.bids[state.to_act]) else GIVES
    return tuple([moves[card] for card in state.bidding.hands[state.to_act]])


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Playing):
        play = require_legal(state, legal, move, _why_not)
        assert isinstance(play, Play)
        played = state.after(play.card, ORDER, TRUMP)  # 3.2
        return _score(played) if played.over else played
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
            assert isinstance(state, Bidding)
            return because(f"a bid is a whole number from 1 to {len(state.hands[state.to_act])}", "2.2")


def _deal(match: Match, deck: Deck) -> Bidding:
    rules, number = match.rules, match.played.table.number + 1 if match.played else 1
    hands, _ = deck.deal(4, len(deck) // 4, first=left_of(match.dealer, 4))  # 1.1
    unlooked = tuple([hand if _may_bid_double_nil(match, seat) else Hand() for seat, hand in enumerate(hands)])  # 2.5
    seen = tuple([Hand() if unlooked[seat] else hand for seat, hand in enumerate(hands)])
    table = Table(rules, match.dealer, number, match.scores)
    to_act = match.dealer if rules.first_bidder == "dealer" else left_of(match.dealer, 4)  # 2.1
    return Bidding(table, seen, unlooked, (Hand(),) * 4, (None,) * 4, to_act)


def _may_bid_double_nil(match: Match, seat: Seat) -> bool:
    """Return whether double nil is allowed (2.4), and the side of ``seat`` is far enough behind for it (2.8)."""
    behind = match.rules.double_nil_behind
    if not match.rules.double_nil or behind is None:
        return match.rules.double_nil
    return match.scores[left_of(seat, 4)].points - match.scores[seat].points >= behind


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
    if nils == 1 and _exchanged(bidding, seat):
        return Exchanging(bidding, seat)  # 2.3, 2.6
    if nils == 2:
        bidding = _take_up(bidding, other, other)  # 2.7
    return _bid_or_lead(bidding)


def _exchanged(bidding: Bidding, seat: Seat) -> int:
    """Return how many cards ``seat`` and its partner exchange for a nil of one of them (2.6)."""
    rules, bid, other = bidding.rules, bidding.bids[seat], bidding.bids[partner(seat)]
    return rules.for_double_nil if isinstance(bid, DoubleNil) or isinstance(other, DoubleNil) else rules.exchange


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
    if len(laid[seat]) < _exchanged(bidding, seat):
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


def _score(played: Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """Score a finished deal, and go on to the next deal if there is one."""
    table, taken = played.table, played.taken
    rules = table.rules
    first, second = (
        scored(rules, table.scores[seat], table.bids[seat::2], taken[seat::2])  # 1.1: partners sit opposite
        for seat in (0, 1)
    )
    match = BetweenDeals(rules, left_of(table.dealer, 4), (first, second) * 2, played=played)
    decided = first.points != second.points and _ends(rules, first.points, second.points)
    return Finished(match) if decided or table.number == rules.max_deals else Shuffling(match)  # 5.2


def _ends(rules: Rules, *points: int) -> bool:
    """Return whether a side has reached the score that wins the match, or the one that loses it."""
    lost = rules.losing_score is not None and min(points) <= rules.losing_score  # 5.3
    return lost or max(points) >= rules.target  # 5.1


def outcome(state: State) -> Outcome | None:
    """Return the totals by seat and the seats with the highest (5.1 to 5.3); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    points = tuple(score.points for score in state.table.scores)
    return Outcome(points, leaders(points))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of scores, and that seats and plain suits are alike."""
    require_rules(rules, Rules)
    deals = rules.max_deals
    return Promises(
        min_moves=(1 + 4 + 52) * _fewest_deals(rules),
        max_moves=None if deals is None else _most_moves(rules, deals),
        score_range=None if deals is None else _score_range(rules, deals),
        seats=4,
        standing=_standing,
        reached=lambda state: range(len(pack_of(state))),  # 1.1: all cards are dealt
        moves=lambda: _all_moves(rules),
        leaders_win=True,
        longer=None
        if deals is None
        else lambda state: start(evolve(state.rules, max_deals=deals + 1), cards_in(state)),
        rotated=_rotated,
        symmetric_suits=tuple(suit for suit in Suit if suit is not TRUMP),
    )


def _fewest_deals(rules: Rules) -> int:
    """Return the fewest deals after which a side can have won or lost (5.1, 5.3), or the most that there are (5.2)."""
    least, most = extremes(rules, double_nil=rules.double_nil)
    deals = [-(-rules.target // most)]
    if rules.losing_score is not None:
        deals.append(-(-rules.losing_score // least))
    if rules.max_deals is not None:
        deals.append(rules.max_deals)
    return max(1, min(deals))


def _most_moves(rules: Rules, deals: int) -> int:
    """Return the most moves of so many deals."""
    seeing = 2 * rules.exchange if rules.nil else 0  # of a side that sees its cards, besides its two bids
    blind = seeing
    if rules.double_nil:
        blind = max(2 + seeing, 1 + 2 * rules.for_double_nil)  # both look, or the one who does not bid double nil
    moves = deals * (1 + 4 + 52)  # shuffles, bids, plays
    if rules.double_nil_behind is None:
        return moves + deals * 2 * blind
    return moves + 2 * seeing + (deals - 1) * (seeing + blind)  # 2.8: nobody is behind at first, later one side


def _score_range(rules: Rules, deals: int) -> tuple[int, int]:
    """Return the least and the most that a side can have after so many deals."""
    least, most = extremes(rules, double_nil=rules.double_nil)
    if rules.double_nil_behind is None:
        return deals * least, deals * most
    first_least, first_most = extremes(rules, double_nil=False)  # 2.8: nobody is behind at first
    return first_least + (deals - 1) * least, first_most + (deals - 1) * most


def _standing(state: State) -> tuple[int, ...]:
    """Return the points by seat before this deal, or after it if it is scored."""
    table = state.bidding.table if isinstance(state, Exchanging) else state.table
    return tuple([score.points for score in table.scores])


def _all_moves(rules: Rules) -> list[Move]:
    """Return all moves that can be listed: before the first lead (2), and plays."""
    double_nil = rules.double_nil and _may_fall_behind(rules)
    moves: list[Move] = list(UNLOOKED) if double_nil else []
    moves += NIL_AND_BIDS if rules.nil else BIDS
    if (rules.nil and rules.exchange) or (double_nil and rules.for_double_nil):
        moves += *LAY_DOWNS.values(), *GIVES.values()
    return [*moves, *PLAYS]


def _may_fall_behind(rules: Rules) -> bool:
    """Return whether a side can be far enough behind for double nil before the last deal (2.8)."""
    if rules.double_nil_behind is None or rules.max_deals is None:
        return True
    least, most = _score_range(rules, rules.max_deals - 1)
    return most - least >= rules.double_nil_behind


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

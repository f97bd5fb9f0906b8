"""Konchinka: take many cards from the table, by rank or by sum, and above all the two konchinkas.

Numbers such as 2.5 are those of the rules in the rulebook ``konchinka``. Two parts of the rules have their own modules:
:mod:`~cardrules.games.konchinka.capturing` (2.1 to 2.4, and 3) and :mod:`~cardrules.games.konchinka.points` (4).
"""

from fractions import Fraction
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.cards import PACK_52, Card, Deck, Hand, Rank, Suit
from cardrules.fastinit import unchecked
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
from cardrules.games.konchinka.capturing import captures, most_captures, why_not_taken
from cardrules.games.konchinka.capturing import sums as sums
from cardrules.games.konchinka.moves import LAYS, REPLACES
from cardrules.games.konchinka.moves import Capture as Capture
from cardrules.games.konchinka.moves import Lay as Lay
from cardrules.games.konchinka.moves import Move as Move
from cardrules.games.konchinka.moves import Replace as Replace
from cardrules.games.konchinka.points import points_at_once
from cardrules.games.konchinka.points import points_for as points_for
from cardrules.games.konchinka.rules import FOUR
from cardrules.games.konchinka.rules import KONTSINA as KONTSINA
from cardrules.games.konchinka.rules import VALUES as VALUES
from cardrules.games.konchinka.rules import MajorityTie as MajorityTie
from cardrules.games.konchinka.rules import Rules as Rules
from cardrules.labels import UNTOLD, told
from cardrules.moves import Reason, because, require_legal
from cardrules.seats import NOT_BY_SEAT, Seat, leaders, left_of, replaced
from cardrules.zones import Closed, Known, Open, Own, cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


@frozen
class Table:
    """The facts of a pack that its phases share."""

    rules: Rules
    dealer: Seat
    number: int = field(metadata=told("pack"))
    """The number of the pack in the match, from 1."""
    scores: tuple[int, ...] = field(metadata=told("score"))
    """The totals before this pack, by seat."""
    share: int = field(default=FOUR, metadata=told("hands of", omittable=True))
    """The number of cards that each player is dealt at once, fewer than usual from a small pack."""


@frozen
class Cleaning(Phase[Table]):
    """The first table has a card that may not stay; the dealer replaces it (1.2)."""

    phase = "clearing the first table"

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    layout: Open[Hand] = field(metadata=told("table"))
    """The four cards on the table, by place."""
    opened: tuple[int, ...] = field(metadata=UNTOLD | NOT_BY_SEAT)
    """When the card of each place was opened: 0 to 3 for the first four, and then counting on."""
    stock: Closed[Deck]

    @property
    def to_act(self) -> Seat:
        """The dealer."""
        return self.table.dealer


@frozen
class Playing(Phase[Table]):
    """The seats play a card in turn and take from the table, until the pack is played out."""

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    to_act: Seat
    layout: Open[Hand] = field(metadata=told("table"))
    """The cards on the table."""
    taken: Known[tuple[Hand, ...]]
    """The cards that each seat has taken, sorted."""
    took: tuple[bool, ...] = field(metadata=told("just took"))
    """Whether each seat took in its last turn of this pack."""
    last_taker: Seat | None
    stock: Closed[Deck]


Match: TypeAlias = BetweenDeals[Rules, int, Playing]


@frozen
class Finished(Phase[Match]):
    """The match is over; the cards lie as they did at the end."""

    winners: tuple[Seat, ...] = field(metadata=NOT_BY_SEAT)
    to_act = None


State: TypeAlias = Shuffling[Match] | Cleaning | Playing | Finished


def start(rules: Rules, pack: Hand | None = None) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.1).

    ``pack`` has the cards to play with instead of the usual ones. Where they are too few for four to each player and the
    table, all get equally fewer.
    """
    require_rules(rules, Rules)
    cards = pack_for_play(pack, Hand(PACK_52), least=rules.players + 1)
    return Shuffling(BetweenDeals(rules, 0, (0,) * rules.players, cards))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: first the captures, then the lays, each in the order of its hand."""
    match state:
        case Playing():
            return _plays(state)
        case Cleaning():
            return (Replace(offenders(state.layout, state.opened)[0]),)
        case Shuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _plays(state: Playing) -> tuple[Capture | Lay, ...]:
    rules, hand = state.table.rules, state.hands[state.to_act]
    if state.took[state.to_act] and not rules.take_twice_running:  # 2.2
        return tuple([LAYS[card] for card in hand])
    takes = captures(rules, hand, state.layout)
    if rules.must_capture == "any" and takes:  # 2.5
        return takes
    able = {capture.card for capture in takes} if rules.must_capture == "played_card" else ()
    lays = tuple([LAYS[card] for card in hand if card not in able])
    return takes + lays


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Playing) and not isinstance(chosen, Replace):
        return _play(state, chosen.card, chosen.taken if isinstance(chosen, Capture) else Hand())
    assert isinstance(state, Cleaning)
    return _replace(state, chosen.card)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(state, Cleaning):
        return because(f"the first card to replace is {offenders(state.layout, state.opened)[0]}", "1.2")
    assert isinstance(state, Playing)
    if move.card not in state.hands[state.to_act]:
        return because(f"{move.card} is not in this hand", "2.1")
    if isinstance(move, Capture):
        return why_not_taken(state.rules, state.layout, move.card, move.taken)
    return because(f"{move.card} must take, since it can", "2.5")


def _deal(match: Match, deck: Deck) -> Cleaning | Playing:
    number = match.played.table.number + 1 if match.played else 1
    players, share = match.rules.players, match.rules.share(len(deck))
    hands, stock = deck.deal(players, share, packet=share, first=left_of(match.dealer, players))  # 1.1
    layout, stock = stock.draw(share)
    table = Table(match.rules, match.dealer, number, match.scores, share)
    return _checked(Cleaning(table, hands, layout, tuple(range(share)), stock))


def _checked(state: Cleaning) -> Cleaning | Playing:
    """Go on with the cleaning of the table, or if it is done, with the play from the dealer's left (1.3)."""
    replaced = max(state.opened) + 1 - len(state.layout)
    if offenders(state.layout, state.opened) and replaced < len(state.stock):
        return state
    players = state.rules.players
    return Playing(
        table=state.table,
        hands=state.hands,
        to_act=left_of(state.table.dealer, players),
        layout=state.layout.sorted(),
        taken=(Hand(),) * players,
        took=(False,) * players,
        last_taker=None,
        stock=state.stock,
    )


def offenders(layout: Hand, opened: tuple[int, ...]) -> tuple[Card, ...]:
    """Return the cards of the first table that may not stay, in the order of their places (1.2).

    ``opened`` says when the card of each place was opened: of two cards of a rank, the later may not stay.
    """
    cards = tuple(zip(layout, opened, strict=True))
    return tuple(
        card
        for card, when in cards
        if card.rank is Rank.JACK or any(other.rank is card.rank and then < when for other, then in cards)
    )


def _replace(state: Cleaning, card: Card) -> Cleaning | Playing:
    middle = len(state.stock) // 2
    (new,), stock = Deck((*state.stock[:middle], card, *state.stock[middle:])).draw()
    place = state.layout.index(card)
    layout = Hand(replaced(state.layout, place, new))
    opened = replaced(state.opened, place, max(state.opened) + 1)
    return _checked(Cleaning(state.table, state.hands, layout, opened, stock))


def _play(state: Playing, card: Card, captured: Hand) -> State:
    """Play ``card`` to take the cards ``captured``, or lay it if there are none."""
    seat, taken, last_taker = state.to_act, state.taken, state.last_taker
    if captured:
        layout = state.layout.minus(captured)
        taken = replaced(taken, seat, taken[seat].merged((card, *captured)))
        last_taker = seat
    else:
        layout = state.layout.merged((card,))
    hands = replaced(state.hands, seat, state.hands[seat].without(card))
    took = replaced(state.took, seat, bool(captured))
    to_act = left_of(seat, len(hands))
    played = _playing(state.table, hands, to_act, layout, taken, took, last_taker, state.stock)
    if captured and _has_enough(played, seat):  # 5.1
        return Finished(_between(played, replaced(state.table.scores, seat, state.rules.target)), (seat,))
    return played if any(hands) else _next_round(played)


_playing: Final = unchecked(Playing)  # a decision takes 0.98 of the time


def _between(played: Playing, scores: tuple[int, ...]) -> Match:
    """Return the table of the match after a pack, with these scores."""
    return BetweenDeals(played.rules, left_of(played.table.dealer, len(scores)), scores, played=played)


def _has_enough(state: Playing, seat: Seat) -> bool:
    """Return whether a seat that began the pack one or two points short has taken cards worth that many (5.1)."""
    lacking = state.table.rules.target - state.table.scores[seat]
    return 1 <= lacking <= 2 and points_at_once(state.taken[seat]) >= lacking


def _next_round(state: Playing) -> State:
    """Deal four more cards to each seat, or end the pack if the stock is too small (1.1)."""
    share = state.table.share
    if len(state.stock) >= share * len(state.hands):
        hands, stock = state.stock.deal(len(state.hands), share, packet=share, first=state.to_act)
        layout, taken, took = state.layout, state.taken, state.took
        return Playing(state.table, hands, state.to_act, layout, taken, took, state.last_taker, stock)
    if state.last_taker is not None:  # 2.6
        pile = state.taken[state.last_taker].plus(state.layout).sorted()
        state = evolve(state, layout=Hand(), taken=replaced(state.taken, state.last_taker, pile))
    return _score(state)


def _score(played: Playing) -> Shuffling[Match] | Finished:
    """Score a finished pack, and go on to the next pack if there is one."""
    table = played.table
    scores = tuple(map(sum, zip(table.scores, points_for(played.taken, table.rules.majority_tie), strict=True)))
    first = leaders(scores)
    won = len(first) == 1 and scores[first[0]] >= table.rules.target  # 5.1, 5.2
    match = _between(played, scores)
    return Finished(match, first) if won or table.number == table.rules.max_packs else Shuffling(match)  # 5.4


@frozen
class Settlement(Outcome):
    """How a match ended: ``scores`` are what each seat has won or lost, ``points`` the points written, by seat."""

    points: tuple[int, ...]


def outcome(state: State) -> Settlement | None:
    """Return the balances by seat, the winners and the points (5.3); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    winners, scores = state.winners, state.table.scores
    return Settlement(_balances(state.rules, winners, scores), winners, scores)


def _balances(rules: Rules, winners: tuple[Seat, ...], scores: tuple[int, ...]) -> tuple[Amount, ...]:
    """Return what each seat wins or loses if these seats win with these scores (5.3)."""
    paid = [0 if seat in winners else _paid_by_loser(rules, points) for seat, points in enumerate(scores)]
    each = Fraction(sum(paid), len(winners))
    won = each.numerator if each.denominator == 1 else each
    return tuple(won if seat in winners else -loss for seat, loss in enumerate(paid))


def _paid_by_loser(rules: Rules, points: int) -> int:
    if rules.payment == "pool":
        return rules.stake
    return rules.point_value * max(rules.target - points, 0)


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, and that seats and two suits are alike."""
    require_rules(rules, Rules)
    cards = FOUR * rules.players * rules.rounds
    stock = len(PACK_52) - FOUR * rules.players - FOUR
    most, packs = _paid_by_loser(rules, 0), rules.max_packs
    return Promises(
        max_moves=None if packs is None else packs * (1 + stock + cards),
        score_range=(-most, (rules.players - 1) * most),
        outcome_total=_balance,
        seats=rules.players,
        standing=_standing,
        reached=_reached,
        moves=lambda: (*(REPLACES if stock else ()), *LAYS.values()),
        by_place={Capture: most_captures(rules)},
        moves_coincide=True,  # 4.1: whoever took last gets what lies on the table at the end
        scaled=_scaled,
        longer=None
        if packs is None
        else lambda state: start(evolve(state.rules, max_packs=packs + 1), cards_in(state)),
        rotated=_rotated,
        symmetric_suits=(Suit.HEARTS, Suit.SPADES),
    )


def _balance(result: Outcome) -> Amount:
    return sum(result.scores)


def _standing(state: State) -> tuple[Amount, ...]:
    """Return the balances; before the end, those if the match ended here with the points written so far (5.3, 5.4)."""
    scores = state.table.scores
    return _balances(state.rules, state.winners if isinstance(state, Finished) else leaders(scores), scores)


def _reached(state: State) -> range:
    """Return the places of the cards that are dealt, or may come to the first table from the stock (1.1, 1.2).

    A card that is replaced goes below the upper half of the stock, and only cards above it are opened before it.
    """
    assert isinstance(state, Shuffling)
    players, cards = state.rules.players, len(state.pack)
    share = state.rules.share(cards)
    first = share * (players + 1)
    stock, more = cards - first, share * players
    return range(first + max(stock // more * more, stock // 2))


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))


def _scaled(state: State, by: int) -> State:
    rules = state.rules
    return start(evolve(rules, point_value=by * rules.point_value, stake=by * rules.stake), cards_in(state))

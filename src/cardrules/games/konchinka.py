"""Konchinka: take many cards from the table, by rank or by sum, and above all the two konchinkas.

Numbers such as 2.5 are those of the rules in the rulebook ``konchinka``.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.cards import PACK_52, Card, Deck, Hand, Rank, Suit, rank_values, sorted_hand
from cardrules.errors import RulesError
from cardrules.game import (
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
from cardrules.moves import Reason, because, require_legal
from cardrules.options import at_least, between, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, leaders, left_of, replaced
from cardrules.zones import Closed, Known, Open, Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

FOUR: Final = 4
"""The number of cards dealt to each player at once, and of cards on the first table (1.1)."""

KONCHINKAS: Final = Hand.parse("2C 10D")
"""The cards that score a point each (4.3)."""

VALUES: Final[Mapping[str, Mapping[Rank, int]]] = {
    "rank_only": rank_values(ACE=1),
    "valued": rank_values(ACE=1, JACK=11, QUEEN=12, KING=13),
}
"""What each rank adds to a set, by the option ``courts`` (2.1, 3.1); ranks with 0 are in no set."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Konchinka."""

    players: int = field(default=2, validator=between(2, 12))
    """The number of players (1.1)."""

    courts: Literal["rank_only", "valued"] = "rank_only"
    """Whether kings and queens take only their rank and jacks everything (2.3, 2.4), or courts have values (3.1)."""

    king_sum: Literal[13, 14] = 13
    """What a set must add up to for a king to take it; 14 only with valued courts (3.2)."""

    jack_takes: Literal["all", "one"] = "all"
    """What a jack takes: all cards on the table, or one; the latter only if courts have no values (2.4)."""

    must_capture: Literal["never", "played_card", "any"] = "never"
    """When a card may not be laid: if that card could take, or if any card of the hand could (2.5)."""

    take_twice_running: bool = True
    """Whether a player may take in two turns running (2.2)."""

    target: int = field(default=15, validator=at_least(1))
    """The points that win the match (5.1)."""

    payment: Literal["points", "pool"] = "points"
    """Whether the losers pay for the points that they lack, or all put in a stake for the winner (5.3)."""

    point_value: int = field(default=1, validator=at_least(1))
    """What a loser pays for each point that he lacks, if points are paid (5.3)."""

    stake: int = field(default=1, validator=at_least(1))
    """What each player puts in before the match, if there is a pool (5.3)."""

    max_packs: int | None = field(default=60, validator=at_least(1))
    """The number of packs after which the match ends, ``None`` for no limit (5.4)."""

    def __attrs_post_init__(self) -> None:
        if self.king_sum != 13 and self.courts == "rank_only":
            raise RulesError("king_sum must be 13 with courts='rank_only': such kings take no sets")
        if self.jack_takes != "all" and self.courts == "valued":
            raise RulesError("jack_takes must be 'all' with courts='valued': such jacks take their rank or sets")

    @cached_property
    def reach(self) -> Mapping[Rank, int]:
        """What the sets that a card takes add up to, by its rank; 0 if it takes no sets (2.1, 2.3, 3.1, 3.2)."""
        values = VALUES[self.courts]
        return {**values, Rank.KING: self.king_sum} if self.courts == "valued" else values

    @property
    def rounds(self) -> int:
        """The number of times that each seat is dealt four cards from one pack (1.1)."""
        return (len(PACK_52) - FOUR) // (FOUR * self.players)


@frozen
class Replace:
    """Put a card of the first table into the middle of the stock and open the top card of the stock in its place."""

    card: Open[Card]


@frozen
class Capture:
    """Play a card of your hand and take cards from the table, named in any order."""

    card: Open[Card]
    taken: Open[Hand] = field(converter=sorted_hand)


@frozen
class Lay:
    """Lay a card of your hand on the table."""

    card: Open[Card]


LAYS: Final = {card: Lay(card) for card in PACK_52}
"""The move that lays each card, made once."""

Move: TypeAlias = Replace | Capture | Lay


@frozen
class Table:
    """The facts of a pack that its phases share."""

    rules: Rules
    dealer: Seat
    number: int
    """The number of the pack in the match, from 1."""
    scores: tuple[int, ...]
    """The totals before this pack, by seat."""


@frozen
class Cleaning(Phase[Table]):
    """The first table has a card that may not stay; the dealer replaces it (1.2)."""

    hands: Own[tuple[Hand, ...]]
    layout: Open[Hand]
    """The four cards on the table, by place."""
    opened: tuple[int, ...] = field(metadata=NOT_BY_SEAT)
    """When the card of each place was opened: 0 to 3 for the first four, and then counting on."""
    stock: Closed[Deck]

    @property
    def to_act(self) -> Seat:
        """The dealer."""
        return self.table.dealer


@frozen
class Playing(Phase[Table]):
    """The seats play a card in turn and take from the table, until the pack is played out."""

    hands: Own[tuple[Hand, ...]]
    to_act: Seat
    layout: Open[Hand]
    """The cards on the table."""
    taken: Known[tuple[Hand, ...]]
    """The cards that each seat has taken, sorted."""
    took: tuple[bool, ...]
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


def start(rules: Rules) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.1)."""
    require_rules(rules, Rules)
    return Shuffling(BetweenDeals(rules, 0, (0,) * rules.players, Hand(PACK_52)))


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
    captures = _captures(rules, hand, state.layout)
    if rules.must_capture == "any" and captures:  # 2.5
        return captures
    able = {capture.card for capture in captures} if rules.must_capture == "played_card" else ()
    lays = tuple([LAYS[card] for card in hand if card not in able])
    return captures + lays


def _captures(rules: Rules, hand: Hand, layout: Hand) -> tuple[Capture, ...]:
    reach = rules.reach
    sets = sums(layout, VALUES[rules.courts], max([reach[card.rank] for card in hand]))
    captures: list[Capture] = []
    for card in hand:
        rank = card.rank
        if rank is not Rank.JACK or rules.courts == "valued":
            captures += [EQUALS[card][other] for other in layout if other.rank is rank]
            captures += [Capture(card, cards) for cards in sets[reach[rank]] if len(cards) > 1]  # 2.1, 2.3, 3.1
        elif rules.jack_takes == "one":  # 2.4
            captures += [Capture(card, (other,)) for other in layout]
        elif layout:
            captures.append(Capture(card, layout))
    return tuple(captures)


EQUALS: Final = {
    card: {other: Capture(card, (other,)) for other in PACK_52 if other.rank is card.rank} for card in PACK_52
}
"""The captures of a card by another of its rank, made once."""


def sums(cards: Iterable[Card], values: Mapping[Rank, int], most: int) -> list[list[tuple[Card, ...]]]:
    """Return all sets of ``cards`` by their sum, from 0 (the empty set) to ``most``, each in the order of the cards.

    A card without a value is in no set.
    """
    sets: list[list[tuple[Card, ...]]] = [[] for _ in range(most + 1)]
    sets[0].append(())
    for card in cards:
        if value := values[card.rank]:
            for total in range(most, value - 1, -1):  # from the top, so that no set has the card twice
                for others in sets[total - value]:
                    sets[total].append((*others, card))
    return sets


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
        return _why_not_taken(state, move.card, move.taken)
    return because(f"{move.card} must take, since it can", "2.5")


def _why_not_taken(state: Playing, card: Card, taken: Hand) -> Reason:
    rules, total = state.rules, state.rules.reach[card.rank]
    if len(set(taken) & set(state.layout)) < len(taken):
        return because("only cards on the table can be taken, each once", "2.1")
    if card.rank is Rank.JACK and rules.courts == "rank_only":
        return because(f"{card} takes {'all cards' if rules.jack_takes == 'all' else 'one card'} on the table", "2.4")
    if not total:
        return because(f"{card} takes only one card of its rank", "2.3")
    number = "2.1" if total <= 10 else "3.1" if total == VALUES[rules.courts][card.rank] else "3.2"
    return because(f"{card} takes one card of its rank or a set that adds up to {total}", number)


def _deal(match: Match, deck: Deck) -> Cleaning | Playing:
    number = match.played.table.number + 1 if match.played else 1
    players = match.rules.players
    hands, stock = deck.deal(players, FOUR, packet=FOUR, first=left_of(match.dealer, players))  # 1.1
    layout, stock = stock.draw(FOUR)
    table = Table(match.rules, match.dealer, number, match.scores)
    return _checked(Cleaning(table, hands, layout, tuple(range(FOUR)), stock))


def _checked(state: Cleaning) -> Cleaning | Playing:
    """Go on with the cleaning of the table, or if it is done, with the play from the dealer's left (1.3)."""
    replaced = max(state.opened) + 1 - FOUR
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
        layout = Hand([other for other in state.layout if other not in captured])
        taken = replaced(taken, seat, sorted_hand((*taken[seat], card, *captured)))
        last_taker = seat
    else:
        layout = sorted_hand((*state.layout, card))
    hands = replaced(state.hands, seat, state.hands[seat].without(card))
    took = replaced(state.took, seat, bool(captured))
    to_act = left_of(seat, len(hands))
    played = Playing(state.table, hands, to_act, layout, taken, took, last_taker, state.stock)
    if captured and _has_enough(played, seat):  # 5.1
        return Finished(_between(played, replaced(state.table.scores, seat, state.rules.target)), (seat,))
    return played if any(hands) else _next_round(played)


def _between(played: Playing, scores: tuple[int, ...]) -> Match:
    """Return the table of the match after a pack, with these scores."""
    return BetweenDeals(played.rules, left_of(played.table.dealer, len(scores)), scores, played=played)


def _has_enough(state: Playing, seat: Seat) -> bool:
    """Return whether a seat that began the pack one or two points short has taken cards worth that many (5.1)."""
    lacking = state.table.rules.target - state.table.scores[seat]
    if not 1 <= lacking <= 2:
        return False
    pile = state.taken[seat]
    return _konchinkas(pile) + (len(pile.of_suit(Suit.CLUBS)) >= 7) >= lacking


def _konchinkas(pile: Hand) -> int:
    return sum(card in pile for card in KONCHINKAS)


def _next_round(state: Playing) -> State:
    """Deal four more cards to each seat, or end the pack if the stock is too small (1.1)."""
    if len(state.stock) >= FOUR * len(state.hands):
        hands, stock = state.stock.deal(len(state.hands), FOUR, packet=FOUR, first=state.to_act)
        layout, taken, took = state.layout, state.taken, state.took
        return Playing(state.table, hands, state.to_act, layout, taken, took, state.last_taker, stock)
    if state.last_taker is not None:  # 2.6
        pile = state.taken[state.last_taker].plus(state.layout).sorted()
        state = evolve(state, layout=Hand(), taken=replaced(state.taken, state.last_taker, pile))
    return _score(state)


def _score(played: Playing) -> Shuffling[Match] | Finished:
    """Score a finished pack, and go on to the next pack if there is one."""
    table = played.table
    scores = tuple(map(sum, zip(table.scores, points_for(played.taken), strict=True)))
    first = leaders(scores)
    won = len(first) == 1 and scores[first[0]] >= table.rules.target  # 5.1, 5.2
    match = _between(played, scores)
    return Finished(match, first) if won or table.number == table.rules.max_packs else Shuffling(match)  # 5.4


def points_for(taken: tuple[Hand, ...]) -> tuple[int, ...]:
    """Return the points of each seat for the cards taken in a pack (4.1 to 4.4)."""
    points = [_konchinkas(pile) for pile in taken]
    clubs = [len(pile.of_suit(Suit.CLUBS)) for pile in taken]
    for worth, counts in ((2, list(map(len, taken))), (1, clubs)):
        most = leaders(counts)
        if len(most) == 1:
            points[most[0]] += worth
    return tuple(points)


@frozen
class Settlement(Outcome):
    """How a match ended: ``scores`` are what each seat has won or lost, ``points`` the points written, by seat."""

    points: tuple[int, ...]


def outcome(state: State) -> Settlement | None:
    """Return the balances by seat, the winners and the points (5.3); ``None`` while the match goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    rules, winners, scores = state.rules, state.winners, state.table.scores
    paid = [0 if seat in winners else _paid_by_loser(rules, points) for seat, points in enumerate(scores)]
    each = Fraction(sum(paid), len(winners))
    won = each.numerator if each.denominator == 1 else each
    balances = tuple(won if seat in winners else -loss for seat, loss in enumerate(paid))
    return Settlement(balances, winners, scores)


def _paid_by_loser(rules: Rules, points: int) -> int:
    if rules.payment == "pool":
        return rules.stake
    return rules.point_value * max(rules.target - points, 0)


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of balances, and that seats and two suits are alike."""
    require_rules(rules, Rules)
    cards = FOUR * rules.players * rules.rounds
    stock = len(PACK_52) - FOUR * rules.players - FOUR
    most = _paid_by_loser(rules, 0)
    return Promises(
        max_moves=None if rules.max_packs is None else rules.max_packs * (1 + stock + cards),
        score_range=(-most, (rules.players - 1) * most),
        outcome_total=_balance,
        rotated=_rotated,
        symmetric_suits=(Suit.HEARTS, Suit.SPADES),
    )


def _balance(result: Outcome) -> Amount:
    return sum(result.scores)


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

"""Hearts: take no hearts and not the queen of spades, or take them all; the lowest score wins."""

from enum import Enum
from typing import Final, Literal, TypeAlias, assert_never

from attrs import field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import Play as Play
from cardrules.blocks.tricks import Playing as Playing
from cardrules.blocks.tricks import TrickOrder, holder_leads
from cardrules.cards import PACK_52, Card, Deck, Hand, Suit
from cardrules.game import Outcome, Promises, Shuffled, cache_last, shuffled_deck
from cardrules.labels import told
from cardrules.moves import enum_name, require_legal
from cardrules.options import at_least, between, with_validators
from cardrules.seats import Seat, leaders, left_of, replaced
from cardrules.zones import Own

PLAYERS: Final = 4

FIRST_LEAD: Final = Card.parse("2C")
"""The card that opens every deal."""

POINTS: Final = {card: 1 for card in PACK_52 if card.suit is Suit.HEARTS} | {Card.parse("QS"): 13}
"""The penalty for each card that has one."""

ALL_POINTS: Final = sum(POINTS.values())

ORDER: Final = TrickOrder()
"""The highest card of the suit led takes the trick, ace high; there is no trump."""


class Direction(Enum):
    """Where the cards are passed; the value is the number of seats to the left."""

    LEFT = 1
    RIGHT = 3
    ACROSS = 2
    HOLD = 0


DIRECTIONS: Final = (Direction.LEFT, Direction.RIGHT, Direction.ACROSS, Direction.HOLD)
"""The directions of successive deals; then they begin again."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Hearts."""

    target: int = field(default=100, validator=at_least(1))
    """The penalty points that end the match when any seat has them after a deal."""

    passed: int = field(default=3, validator=between(0, 13))
    """The cards that each seat passes."""

    hold: bool = True
    """Whether every fourth deal is played without passing."""

    moon: Literal["others_add", "own_subtract", "nothing"] = "others_add"
    """What happens if a seat takes all the points: the others get them, the seat loses them, or nothing special."""


@frozen
class Pass:
    """Choose a card to pass to another seat."""

    card: Own[Card]


Move: TypeAlias = Pass | Play


@frozen
class Table:
    """The facts of a deal besides the cards."""

    rules: Rules
    dealer: Seat
    number: int = field(metadata=told("deal", from_one=True))
    """The number of the deal in the match, from 0."""
    scores: tuple[int, ...] = field(metadata=told("score"))
    """The penalty points of the deals before, by seat."""

    @property
    def direction(self) -> Direction:
        """Where the cards of this deal are passed."""
        if not self.rules.passed:
            return Direction.HOLD
        return DIRECTIONS[self.number % (4 if self.rules.hold else 3)]


@frozen
class Passing(Phase[Table]):
    """The seats choose the cards that they pass, the dealer's left first."""

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    chosen: Own[tuple[Hand, ...]] = field(metadata=told("passes"))
    """The cards that each seat passes; the others see them only after the exchange, if at all."""
    to_act: Seat


Match: TypeAlias = BetweenDeals[Rules, int, Playing[Table]]
State: TypeAlias = Shuffling[Match] | Passing | Playing[Table] | Finished[Match]


def start(rules: Rules) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals."""
    return Shuffling(BetweenDeals(rules, 0, (0,) * PLAYERS, Hand(PACK_52)))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act, in the order of its hand."""
    match state:
        case Playing():
            return _plays(state)
        case Passing():
            return tuple(PASSES[card] for card in state.hands[state.to_act])
        case Shuffling() | Finished():
            return ()
        case _:
            assert_never(state)


PASSES: Final = {card: Pass(card) for card in PACK_52}
"""The pass of each card, made once; a view that hides the hand has no such cards, which ``cache_last`` reports."""


def _plays(state: Playing[Table]) -> tuple[Play, ...]:
    plays = state.following(ORDER)
    if state.full and not state.broken(Suit.HEARTS):
        return tuple(play for play in plays if play.card.suit is not Suit.HEARTS) or plays
    if _first_trick(state):
        return tuple(play for play in plays if play.card not in POINTS) or plays
    return plays


def _first_trick(state: Playing[Table]) -> bool:
    return not state.gone and not state.full


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if it is not legal."""
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal_moves(state), move, _why_not)
    if isinstance(state, Passing):
        return _pass(state, chosen.card)
    assert isinstance(state, Playing)
    played = state.after(chosen.card, ORDER)
    return _score(played) if played.over else played


def _why_not(state: State, move: Move) -> str:
    assert isinstance(state, Passing | Playing)
    hand = state.hands[state.to_act]
    if move.card not in hand:
        return "no such card in this hand"
    assert isinstance(state, Playing)
    if state.full:
        return "hearts are not led before one was played"
    if hand.of_suit(state.trick[0].suit):
        return f"must follow {enum_name(state.trick[0].suit)}"
    return "no penalty card is played to the first trick"


def _deal(match: Match, deck: Deck) -> Passing | Playing[Table]:
    number = match.played.table.number + 1 if match.played else 0
    first = left_of(match.dealer, PLAYERS)
    hands, _ = deck.deal(PLAYERS, 13, first=first)
    table = Table(match.rules, match.dealer, number, match.scores)
    if table.direction is Direction.HOLD:
        return holder_leads(table, hands, FIRST_LEAD)
    return Passing(table, hands, (Hand(),) * PLAYERS, first)


def _pass(state: Passing, card: Card) -> Passing | Playing[Table]:
    seat, table = state.to_act, state.table
    hands = replaced(state.hands, seat, state.hands[seat].without(card))
    chosen = replaced(state.chosen, seat, state.chosen[seat].plus((card,)))
    if len(chosen[seat]) < table.rules.passed:
        return Passing(table, hands, chosen, seat)
    if seat != table.dealer:
        return Passing(table, hands, chosen, left_of(seat, PLAYERS))
    return holder_leads(table, _exchanged(hands, chosen, table.direction), FIRST_LEAD)


def _exchanged(hands: tuple[Hand, ...], chosen: tuple[Hand, ...], direction: Direction) -> tuple[Hand, ...]:
    """Return the hands after each seat has taken up the cards that were passed to it."""
    return tuple(hand.plus(chosen[seat - direction.value].sorted()) for seat, hand in enumerate(hands))


def _score(played: Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """Return the match after a deal is scored: the next deal begins unless a seat has reached the target."""
    table, rules = played.table, played.table.rules
    penalties = points_for(rules, played.cards_taken(ORDER))
    scores = tuple(map(sum, zip(table.scores, penalties, strict=True)))
    match = BetweenDeals(rules, left_of(table.dealer, PLAYERS), scores, played=played)
    return Finished(match) if max(scores) >= rules.target else Shuffling(match)


def points_for(rules: Rules, taken: tuple[Hand, ...]) -> tuple[int, ...]:
    """Return the penalty points of a deal by seat, given the cards that each seat took."""
    points = tuple(sum(POINTS.get(card, 0) for card in cards) for cards in taken)
    if max(points) < ALL_POINTS or rules.moon == "nothing":
        return points
    if rules.moon == "own_subtract":
        return tuple(-own for own in points)
    return tuple(ALL_POINTS - own for own in points)


@frozen
class Result(Outcome):
    """The penalty points, and the seats with the fewest."""

    lowest_wins = True


def outcome(state: State) -> Result | None:
    """Return the totals by seat and the seats with the lowest; ``None`` while the match goes on."""
    if not isinstance(state, Finished):
        return None
    scores = state.table.scores
    return Result(scores, leaders(scores, lowest=True))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: the symmetry, and unless points can be lost the length and the scores."""
    if rules.moon == "own_subtract":
        return Promises(rotated=_rotated)
    deals = PLAYERS * (rules.target - 1) // ALL_POINTS + 1  # all seats below the target, each deal adding all points
    moves = 1 + PLAYERS * rules.passed + len(PACK_52) - 1  # the first lead is no move
    return Promises(max_moves=deals * moves, score_range=(0, rules.target - 1 + ALL_POINTS), rotated=_rotated)


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

"""Semerik: partners count the combinations in their hands, and then take tricks for the honours in them.

Numbers such as 3.5 are those of the rules in the rulebook ``semerik``.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import PLAYS, TrickOrder, TrickRules, first_lead
from cardrules.blocks.tricks import Play as Play
from cardrules.blocks.tricks import Playing as Playing
from cardrules.cards import PACK_40, Card, Deck, Hand, Rank, Ranking, Suit
from cardrules.game import (
    Outcome,
    Promises,
    Ruling,
    Shuffled,
    cache_last,
    pack_for_play,
    refuse_state,
    require_rules,
    require_ruling,
    require_state,
    shuffled_deck,
)
from cardrules.labels import told
from cardrules.moves import Reason, because, require_legal
from cardrules.options import at_least, with_validators
from cardrules.seats import Seat, leaders, left_of, partner, replaced
from cardrules.zones import Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

RANKS: Final = Ranking.parse("4 5 6 7 J Q K A 2 3")
"""The ranks of each suit, from low to high (1.3)."""

ORDER: Final = TrickOrder(plain=RANKS, trump=RANKS)
"""Which card takes a trick: the highest heart, if hearts beat all suits, else the highest of the suit led (1.4)."""

CHIEF: Final = Suit.HEARTS
"""The suit that may beat all others (1.4)."""

HONOURS: Final = frozenset(card for card in PACK_40 if card.rank in RANKS.ranks[4:])
"""The cards that count in tricks: threes, twos, aces, kings, queens and jacks (3.3)."""

BABA: Final = frozenset((Rank.THREE, Rank.TWO, Rank.ACE))
"""The ranks that make a Baba in one suit (2.4); four cards of one of them may count more than three (2.3)."""

LOW: Final = frozenset((Rank.SIX, Rank.FIVE, Rank.FOUR))
"""The ranks below the seven, which by option count nothing before play either (2.2)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Semerik."""

    hearts_beat_all: bool = True
    """Whether a heart beats every other suit (1.4)."""

    low_cards_count: bool = True
    """Whether three sixes, fives or fours count 1 before play (2.2)."""

    four_of_a_kind: int | None = field(default=None, validator=at_least(3))
    """What four threes, twos or aces count, no less than three of them; ``None`` if they count as three (2.3)."""

    heart_baba_extends: bool = False
    """Whether an extended heart Baba too counts two more than another one (2.5)."""

    spare_partner: bool = False
    """Whether a trick must be left to the partner who is taking it, unless it has three or four honours (3.5)."""

    stop: Literal["at_once", "end_of_deal"] = "at_once"
    """When the scores decide the game: after every trick, or only after a deal (4.1)."""

    target: int = field(default=21, validator=at_least(1))
    """The points that win the game (4.1)."""

    double_below: int = field(default=11, validator=at_least(0))
    """The game counts double if the losers have fewer points than this (4.2)."""

    referee: bool = False
    """Whether a referee may fine the players (5.2)."""


@frozen
class Announce:
    """Announce the points of the combinations in your hand, without showing it."""

    points: int


@frozen
class Fine(Ruling):
    """Take points from the side of ``seat``, for talk, a hint or a wrong card."""

    seat: Seat
    points: int


Move: TypeAlias = Announce | Play | Fine

FINES: Final = tuple(Fine(seat, points) for seat in range(4) for points in (1, 2, 3))
"""The fines, from 1 to 3 points (5.2)."""


@frozen
class Table:
    """The facts of a deal that its phases share."""

    rules: Rules
    dealer: Seat
    scores: tuple[int, ...] = field(metadata=told("score"))
    """The current totals by seat, partners the same."""
    announced: tuple[int, ...] = ()
    """The points announced, by seat; empty until all have announced."""
    tricks: int = field(default=10, metadata=told("tricks to play", omittable=True))
    """The number of tricks in the deal, fewer than usual with a small pack."""


@frozen
class Announcing(Phase[Table]):
    """The seats announce in turn what their hands count."""

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    announced: tuple[int | None, ...]
    """The points announced, by seat; ``None`` for a seat that has not announced yet."""
    to_act: Seat


Match: TypeAlias = BetweenDeals[Rules, int, Playing[Table]]
State: TypeAlias = Shuffling[Match] | Announcing | Playing[Table] | Finished[Match]


@frozen
class Result(Outcome):
    """How a game ended."""

    value: int
    """What the winners write: the target, or twice that (4.2)."""


def start(rules: Rules, pack: Hand | None = None) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.2).

    ``pack`` has the cards to play with instead of the usual ones. All are dealt, and there are as many tricks as each
    player has cards.
    """
    require_rules(rules, Rules)
    return Shuffling(BetweenDeals(rules, 0, (0,) * 4, pack_for_play(pack, Hand(PACK_40), least=4, shares=4)))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: the announcement of its points, or its plays in the order of its hand."""
    if isinstance(state, Playing):  # the most frequent phase
        if type(state.table) is not Table:
            require_state(state, Rules)
        return _sparing(state) if state.rules.spare_partner else state.following()  # 3.1, 3.2
    match state:
        case Announcing():
            return (Announce(combinations(state.rules, state.hands[state.to_act])),)  # 2.7
        case Shuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _sparing(state: Playing[Table]) -> tuple[Play, ...]:
    """Return the plays that leave a trick to the partner who is taking it, or all plays if none has to (3.5)."""
    plays, trick, trump = state.following(), state.trick, chief(state.rules)
    mine, partners = len(trick), len(trick) - 2
    if partners < 0 or state.full or ORDER.winner(trick, trump) != partners:
        return plays
    tricks = {play: trick.plus((play.card,)) for play in plays}
    taking = {play for play in plays if ORDER.winner(tricks[play], trump) == mine}
    if len(taking) == len(plays):
        return plays
    return tuple(play for play in plays if play not in taking or trick_points(tricks[play]))


def chief(rules: Rules) -> Suit | None:
    """Return the suit that beats all others, if there is one (1.4)."""
    return CHIEF if rules.hearts_beat_all else None


def trick_points(trick: Sequence[Card]) -> int:
    """Return what a trick counts: 1 with three honours, 2 with four (3.3)."""
    return max(0, len(HONOURS.intersection(trick)) - 2)


def combinations(rules: Rules, hand: Sequence[Card]) -> int:
    """Return what the combinations in a hand count before play (2.1-2.6)."""
    babas = [baba(rules, hand, suit) for suit in Suit]
    counts = Counter(card.rank for card in hand)
    return sum(babas) + sum(_alike(rules, rank, count, any(babas)) for rank, count in counts.items())


def baba(rules: Rules, hand: Sequence[Card], suit: Suit) -> int:
    """Return what the Baba of ``suit`` in a hand counts, 0 if the hand has none (2.4, 2.5)."""
    ranks = {card.rank for card in hand if card.suit is suit}
    if not ranks >= BABA:
        return 0
    courts = sum(1 for _ in takewhile(ranks.__contains__, (Rank.KING, Rank.QUEEN, Rank.JACK)))
    more = 2 if suit is CHIEF and (courts == 0 or rules.heart_baba_extends) else 0  # 2.5
    return (3, 6, 9, 15)[courts] + more


def _alike(rules: Rules, rank: Rank, count: int, with_baba: bool) -> int:
    """Return what ``count`` cards of a rank count."""
    if count < 3:
        return 0
    if rank in LOW and not rules.low_cards_count:
        return 0  # 2.2
    if rank not in BABA:
        return 4 if rank is Rank.SEVEN else 1  # 2.1, 2.2
    if count == 4 and rules.four_of_a_kind is not None:
        return rules.four_of_a_kind  # 2.3
    return 4 if with_baba else 3  # 2.1, 2.6


def rulings(state: State) -> tuple[Fine, ...]:
    """Return the fines that a referee may impose while a seat is to act, if there is a referee (5.2)."""
    require_state(state, Rules)
    return FINES if state.rules.referee and isinstance(state, Announcing | Playing) else ()


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    if isinstance(move, Fine):
        return _fine(state, require_ruling(rulings(state), move))
    legal = legal_moves(state)
    if isinstance(state, Playing):
        return _play(state, require_legal(state, legal, move, _why_not))
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    assert isinstance(state, Announcing)
    assert isinstance(chosen, Announce)
    return _announce(state, chosen.points)


def _why_not(state: State, move: Move) -> Reason:
    if isinstance(state, Playing) and isinstance(move, Play):
        if move in state.following():
            return because("must leave the trick to the partner, who is taking it", "3.5")
        return state.why_not(move.card, TrickRules(follow="3.2"))
    return because("not what the combinations in this hand count", "2.7")


def _deal(match: Match, deck: Deck) -> Announcing:
    first = left_of(match.dealer, 4)
    tricks = len(deck) // 4
    hands, _ = deck.deal(4, tricks, first=first)  # 1.2
    return Announcing(Table(match.rules, match.dealer, match.scores, tricks=tricks), hands, (None,) * 4, first)


def _announce(state: Announcing, points: int) -> State:
    announced = replaced(state.announced, state.to_act, points)
    table = _credited(state.table, state.to_act, points)
    to_act = left_of(state.to_act, 4)
    known = tuple([each for each in announced if each is not None])
    if len(known) < 4:
        return Announcing(table, state.hands, announced, to_act)
    return _checked(first_lead(evolve(table, announced=known), state.hands, to_act))  # 3.1


def _credited(table: Table, seat: Seat, points: int) -> Table:
    """Return the table after ``points`` for the side of ``seat`` (1.1, 5.1)."""
    side = (seat, partner(seat))
    scores = tuple([score + points if seat in side else score for seat, score in enumerate(table.scores)])
    return evolve(table, scores=scores)


def _play(state: Playing[Table], move: Move) -> State:
    assert isinstance(move, Play)
    played = state.after(move.card, ORDER, chief(state.rules))  # 1.4
    if not played.full:
        return played
    taker = played.to_act
    points = trick_points(played.trick)
    if played.taken[taker] + played.taken[partner(taker)] == played.table.tricks:
        points += 4  # 3.4
    return _checked(played.with_table(_credited(played.table, taker, points)))


def _checked(played: Playing[Table]) -> State:
    """End the game if a side has won, and the deal if it is over (4.1)."""
    rules, scores, over = played.rules, played.table.scores, played.over
    won = max(scores) >= rules.target and scores[0] != scores[1]
    ended = won and (over or rules.stop == "at_once")
    if not ended and not over:
        return played
    match = BetweenDeals(rules, left_of(played.table.dealer, 4), scores, played=played)
    return Finished(match) if ended else Shuffling(match)


def _fine(state: State, fine: Fine) -> State:
    assert isinstance(state, Announcing | Playing)
    table = _credited(state.table, fine.seat, -fine.points)  # 5.2
    return evolve(state, table=table)


def outcome(state: State) -> Result | None:
    """Return the totals by seat, the winners and what they write (4.2); ``None`` while the game goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    rules, scores = state.rules, state.table.scores
    return Result(scores, leaders(scores), rules.target * (2 if min(scores) < rules.double_below else 1))


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every game: that seats and plain suits are alike; if it stops at once, also length and scores.

    The 24 honours count at least 4 points in ten tricks, so each deal brings a side nearer to the target.
    No deal ends with both sides there, since one of them wins first. Partners together can have three or four of each
    rank once, and each Baba once. The bound adds them all up, though they need more cards than two hands have: 110 points
    by the usual rules, of which 65 can be reached.
    """
    require_rules(rules, Rules)
    deals = (rules.target - 1) // 2 + 1
    alike = 3 * max(4, rules.four_of_a_kind or 0) + 4 + 6  # threes, twos and aces; sevens; the other ranks
    babas = 4 * 15 + 2
    at_once = rules.stop == "at_once" and not rules.referee  # who is fined again and again never has 21 points
    return Promises(
        max_moves=deals * (1 + 4 + 40) if at_once else None,
        score_range=(0, rules.target - 1 + alike + babas + 6) if at_once else None,
        seats=4,
        standing=lambda state: state.table.scores,
        reached=_reached,
        moves=lambda: tuple(PLAYS[card.index] for card in PACK_40),
        by_place={Announce: 1},
        leaders_win=True,
        moves_coincide=rules.referee,  # 5.2: partners are fined alike
        rotated=_rotated,
        symmetric_suits=tuple(suit for suit in Suit if suit is not CHIEF),
    )


def _reached(state: State) -> range:
    """Return the places of all cards: all are dealt (1.2)."""
    assert isinstance(state, Shuffling)
    return range(len(state.pack))


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

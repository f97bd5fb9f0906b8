"""Klaberjass for two: choose trump, show sequences, and win the cards that count in nine tricks.

Numbers such as 5.4 are those of the rules in the rulebook ``klaberjass``. Three parts of the rules have their own
modules: :mod:`~cardrules.games.klaberjass.choosing` (2), :mod:`~cardrules.games.klaberjass.sequences` (4) and
:mod:`~cardrules.games.klaberjass.points` (6 and 7).
"""

from typing import Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import Playing as Playing
from cardrules.blocks.tricks import TrickOrder, TrickRules, first_lead
from cardrules.cards import PACK_32, Card, Deck, Hand, Rank, Ranking, Suit
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
from cardrules.games.klaberjass.choosing import Accept as Accept
from cardrules.games.klaberjass.choosing import Call, legal_calls
from cardrules.games.klaberjass.choosing import Contract as Contract
from cardrules.games.klaberjass.choosing import Name as Name
from cardrules.games.klaberjass.choosing import Pass as Pass
from cardrules.games.klaberjass.choosing import Refuse as Refuse
from cardrules.games.klaberjass.choosing import Schmeiss as Schmeiss
from cardrules.games.klaberjass.choosing import Take as Take
from cardrules.games.klaberjass.points import BELLA, STICH, points_in, written_for
from cardrules.games.klaberjass.sequences import Ask as Ask
from cardrules.games.klaberjass.sequences import Declare as Declare
from cardrules.games.klaberjass.sequences import Equal as Equal
from cardrules.games.klaberjass.sequences import Good as Good
from cardrules.games.klaberjass.sequences import InTrump as InTrump
from cardrules.games.klaberjass.sequences import Lead as Lead
from cardrules.games.klaberjass.sequences import NotGood as NotGood
from cardrules.games.klaberjass.sequences import Plain as Plain
from cardrules.games.klaberjass.sequences import Show as Show
from cardrules.games.klaberjass.sequences import Standing, Word, best, legal_words, sequences, shows, value
from cardrules.games.klaberjass.sequences import Top as Top
from cardrules.moves import Reason, because, enum_name, require_legal
from cardrules.options import at_least, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, leaders, replaced
from cardrules.zones import Closed, Open, Own

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

ORDER: Final = TrickOrder(
    plain=Ranking.parse("7 8 9 J Q K 10 A"), trump=Ranking.parse("7 8 Q K 10 A 9 J"), must_trump=True, must_beat=True
)
"""The two orders of ranks (1.1), and the duties to trump and to beat (5.1, 5.2)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Klaberjass."""

    target: int = field(default=500, validator=at_least(1))
    """The points that win the match (7.4)."""

    max_deals: int | None = field(default=60, validator=at_least(1))
    """The number of deals after which the match ends, ``None`` for no limit (7.4)."""

    maker_fails: Literal["doubled", "combined"] = "doubled"
    """What the opponent of a maker with the lower total writes: twice his own total, or both totals (7.3)."""

    second_round_schmeiss: bool = False
    """Whether schmeiss may also be said in the second round (2.3)."""

    bella_on: Literal["queen", "second"] = "queen"
    """Whether bella is said with the queen, or with the second of king and queen that is played (5.4)."""

    equal_sequences: Literal["non_dealer", "nobody"] = "non_dealer"
    """Who scores when the best sequences are equal (4.2)."""

    show_bottom: bool = True
    """Whether the bottom card of the stock is shown once trump is chosen (2.4)."""


@frozen
class ExchangeDix:
    """Exchange the seven of trump for the card that was turned up."""


@frozen
class Play:
    """Play a card to the trick, with or without saying bella."""

    card: Open[Card]
    bella: bool = False


PLAYS: Final = {card: Play(card) for card in PACK_32}
"""The play of each card, made once."""

BELLAS: Final = {card: Play(card, bella=True) for card in PACK_32 if card.rank in (Rank.KING, Rank.QUEEN)}
"""The play of each king and queen with bella."""

Move: TypeAlias = (
    Pass
    | Take
    | Schmeiss
    | Accept
    | Refuse
    | Name
    | ExchangeDix
    | Declare
    | Lead
    | Good
    | NotGood
    | Ask
    | Top
    | Equal
    | InTrump
    | Plain
    | Show
    | Play
)


@frozen
class Deal:
    """The facts of a deal before trump is chosen."""

    rules: Rules
    dealer: Seat
    number: int
    """The number of the deal in the match, from 1; void deals count."""
    scores: tuple[int, ...]
    """The totals before this deal, by seat."""
    turn_up: Open[Card]
    """The card turned up, or the seven exchanged for it."""
    stock: Closed[Deck]
    bottom: Open[Card | None] = None
    """The bottom card of the stock; ``None`` until it is shown."""

    @property
    def non_dealer(self) -> Seat:
        """The player who is dealt to, speaks and leads first."""
        return 1 - self.dealer

    def speaker(self, turn: int) -> Seat:
        """Return who speaks at a ``turn``, from 0: the non-dealer and the dealer alternate."""
        return (self.non_dealer, self.dealer)[turn % 2]


@frozen
class Table:
    """The facts of a deal after trump is chosen."""

    deal: Deal
    contract: Contract
    shown: Open[tuple[Hand, ...]]
    """The cards that each player holds and the other has seen, by seat; all other cards held are in ``hands``."""
    totals: tuple[int, ...] = (0, 0)
    """The points of this deal, by seat: tricks, stich, sequences and bella."""
    royal: Seat | None = None
    """The last player of a king or queen of trump."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    @property
    def number(self) -> int:
        """The number of the deal in the match."""
        return self.deal.number


@frozen
class Choosing(Phase[Deal]):
    """The players choose trump: in turn they may take the turned suit, and then name another."""

    hands: Own[tuple[Hand, ...]]
    calls: tuple[Call, ...] = field(default=(), metadata=NOT_BY_SEAT)
    """The calls of this deal, in order."""

    @property
    def to_act(self) -> Seat:
        """The player who speaks next."""
        return self.table.speaker(len(self.calls))


@frozen
class Declaring(Phase[Table]):
    """The players find out in turn, and with as few words as possible, who has the better sequence."""

    hands: Own[tuple[Hand, ...]]
    words: tuple[Word, ...] = field(default=(), metadata=NOT_BY_SEAT)
    """The words about sequences in this deal, in order."""

    @property
    def to_act(self) -> Seat:
        """The player who speaks next."""
        return self.table.deal.speaker(len(self.words))


@frozen
class Showing(Phase[Table]):
    """The player with the better sequence shows it, and may show others."""

    hands: Own[tuple[Hand, ...]]
    to_act: Seat


Match: TypeAlias = BetweenDeals[Rules, int, Choosing | Playing[Table]]
State: TypeAlias = Shuffling[Match] | Choosing | Declaring | Showing | Playing[Table] | Finished[Match]


def start(rules: Rules) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.3)."""
    require_rules(rules, Rules)
    return Shuffling(BetweenDeals(rules, 0, (0, 0), Hand(PACK_32)))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: the exchange of the dix first, then what it may say, show or play."""
    if isinstance(state, Playing):  # the most frequent phase
        if type(state.table) is not Table:
            require_state(state, Rules)
        first_trick = not state.gone and not state.full
        return _exchanges(state, in_time=first_trick) + _plays(state)
    match state:
        case Declaring():
            words = legal_words(state.words, _standing(state))
            return _exchanges(state, in_time=len(state.words) < 2) + words  # 3.1: before its first word
        case Choosing():
            return legal_calls(state.calls, state.table.turn_up.suit, state.rules.second_round_schmeiss)
        case Showing():
            return shows(_held(state), state.table.contract.trump)
        case Shuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _held(state: Declaring | Showing | Playing[Table]) -> Hand:
    """Return all cards of the seat to act."""
    return state.hands[state.to_act].plus(state.table.shown[state.to_act])


def _standing(state: Declaring) -> Standing:
    """Return the standing of the best sequence of the seat to act."""
    return best(sequences(_held(state)), state.table.contract.trump)


def _exchanges(state: Declaring | Playing[Table], in_time: bool) -> tuple[ExchangeDix, ...]:
    """Return the exchange of the seven of trump, if the seat to act holds it and the turned suit is trump (3.1)."""
    trump = state.table.contract.trump
    if in_time and state.table.deal.turn_up.suit is trump and Card(Rank.SEVEN, trump) in _held(state):
        return (ExchangeDix(),)
    return ()


def _plays(state: Playing[Table]) -> tuple[Play, ...]:
    trump = state.table.contract.trump
    plays: list[Play] = []
    for play in _taken_up(state, state.table.shown[state.to_act]).following(ORDER, trump):  # 5.1, 5.2
        plays.append(PLAYS[play.card])
        if _may_say_bella(state, play.card):
            plays.append(BELLAS[play.card])
    return tuple(plays)


def _taken_up(state: Playing[Table], cards: Hand) -> Playing[Table]:
    """Return the play with these shown ``cards`` of the seat to act in its hand as well."""
    if not cards:
        return state
    seat = state.to_act
    return evolve(state, hands=replaced(state.hands, seat, state.hands[seat].plus(cards)))


def _may_say_bella(state: Playing[Table], card: Card) -> bool:
    """Return whether the seat to act has held king and queen of trump, and may say bella with ``card`` (5.4)."""
    if card.suit is not state.table.contract.trump or card not in BELLAS:
        return False
    other_played = state.table.royal == state.to_act
    if state.rules.bella_on == "second":
        return other_played
    return card.rank is Rank.QUEEN and (other_played or Card(Rank.KING, card.suit) in _held(state))


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    legal = legal_moves(state)
    if isinstance(state, Playing):
        chosen = require_legal(state, legal, move, _why_not)
        return _play(state, chosen) if isinstance(chosen, Play) else _exchange(state)
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Declaring) and isinstance(chosen, ExchangeDix):
        return _exchange(state)
    if isinstance(state, Choosing) and isinstance(chosen, Call):
        return _call(state, chosen)
    if isinstance(state, Declaring) and isinstance(chosen, Word):
        return _say(state, chosen)
    assert isinstance(state, Showing)
    assert isinstance(chosen, Show)
    return _show(state, chosen.sequences)


def _why_not(state: State, move: Move) -> Reason:
    match move:
        case Play() if isinstance(state, Playing):
            return _why_not_played(state, move.card)
        case Name() if isinstance(state, Choosing):
            return because(f"name a suit other than {enum_name(state.table.turn_up.suit)}, which was turned up", "2.3")
        case Declare() if isinstance(state, Declaring):
            counted = _standing(state).value
            if not counted:
                return because("no sequence in this hand", "4.5")
            return because(f"the best sequence in this hand counts {counted}", "4.3")
        case Show() if isinstance(state, Showing):
            runs = sequences(_held(state))
            if len(set(move.sequences) & set(runs)) < len(move.sequences):
                return because("only whole sequences in this hand are shown, each once", "4.1")
            return because("the best sequence in this hand must be shown", "4.4")
        case _:
            return because("not the top card of the best sequence in this hand", "4.3")


def _why_not_played(state: Playing[Table], card: Card) -> Reason:
    if Play(card) not in _plays(state):
        held = _taken_up(state, state.table.shown[state.to_act])
        return held.why_not(card, TrickRules(follow="5.1", beat="5.2"), ORDER, state.table.contract.trump)
    if state.rules.bella_on == "second":
        return because("bella needs king and queen of trump, and is said with the second of them", "5.4")
    return because("bella needs king and queen of trump, and is said with the queen", "5.4")


def _deal(match: Match, deck: Deck) -> Choosing:
    number = match.played.table.number + 1 if match.played else 1
    hands, stock = deck.deal(2, 6, packet=3, first=1 - match.dealer)  # 1.2
    (turn_up,), stock = stock.draw()
    return Choosing(Deal(match.rules, match.dealer, number, match.scores, turn_up, stock), hands)


def _call(state: Choosing, call: Call) -> State:
    deal, seat = state.table, state.to_act
    passes = state.calls.count(Pass())
    match call:
        case Take():
            return _chosen(state, Contract(deal.turn_up.suit, seat))
        case Name(suit=suit):
            return _chosen(state, Contract(suit, seat))
        case Refuse() if passes < 2:  # 2.2: in the first round
            return _chosen(state, Contract(deal.turn_up.suit, 1 - seat))
        case Accept():
            return _next(deal, deal.scores, state)  # 2.2
        case Pass() if passes == 3:
            return _next(deal, deal.scores, state)  # 2.3
        case _:
            return Choosing(deal, state.hands, (*state.calls, call))


def _chosen(state: Choosing, contract: Contract) -> Declaring:
    """Deal three more cards to each player after the choice of trump (2.4)."""
    deal = state.table
    more, stock = deal.stock.deal(2, 3, packet=3, first=deal.non_dealer)
    hands = tuple(hand.plus(three) for hand, three in zip(state.hands, more, strict=True))
    bottom: Card | None = None
    if deal.rules.show_bottom:
        *above, bottom = stock
        stock = Deck(above)
    return Declaring(Table(evolve(deal, stock=stock, bottom=bottom), contract, (Hand(), Hand())), hands)


def _exchange(state: Declaring | Playing[Table]) -> Declaring | Playing[Table]:
    """Exchange the seven of trump for the card turned up, which the other player has seen (3.1)."""
    seat, hands, shown = state.to_act, state.hands, state.table.shown
    seven = Card(Rank.SEVEN, state.table.contract.trump)
    if seven in shown[seat]:
        shown = replaced(shown, seat, shown[seat].without(seven))
    else:
        hands = replaced(hands, seat, hands[seat].without(seven))
    shown = replaced(shown, seat, shown[seat].plus((state.table.deal.turn_up,)))
    table = evolve(state.table, deal=evolve(state.table.deal, turn_up=seven), shown=shown)
    return evolve(state, table=table, hands=hands)


def _say(state: Declaring, word: Word) -> Declaring | Showing | Playing[Table]:
    table, hands = state.table, state.hands
    match word:
        case Lead():
            return _lead(table, hands)
        case Good() if state.words[-1] == Plain() and table.rules.equal_sequences == "nobody":
            return _lead(table, hands)  # 4.2: the dealer's is plain too, since he did not say "not good"
        case Good():
            return Showing(table, hands, table.deal.non_dealer)
        case NotGood():
            return Showing(table, hands, table.deal.dealer)
        case _:
            return Declaring(table, hands, (*state.words, word))


def _show(state: Showing, runs: tuple[Hand, ...]) -> Playing[Table]:
    """Show sequences of the seat to act, and score them (4.4)."""
    table, seat = state.table, state.to_act
    new = Hand(card for run in runs for card in run if card not in table.shown[seat])
    hands = replaced(state.hands, seat, state.hands[seat].minus(new))
    shown = replaced(table.shown, seat, table.shown[seat].plus(new))
    return _lead(evolve(table, shown=shown, totals=replaced((0, 0), seat, sum(map(value, runs)))), hands)


def _lead(table: Table, hands: tuple[Hand, ...]) -> Playing[Table]:
    """Return the state before the first lead (5.1)."""
    return first_lead(table, hands, table.deal.non_dealer)


def _play(state: Playing[Table], play: Play) -> State:
    card, seat, table, trump = play.card, state.to_act, state.table, state.table.contract.trump
    shown, totals, royal = table.shown, table.totals, table.royal
    if card in shown[seat]:
        state = _taken_up(state, Hand((card,)))
        shown = replaced(shown, seat, shown[seat].without(card))
    played = state.after(card, ORDER, trump)
    if play.bella:
        totals = replaced(totals, seat, totals[seat] + BELLA)
    if card.suit is trump and card in BELLAS:
        royal = seat
    over = played.over and not any(shown)
    if played.full:
        points = points_in(played.trick, trump) + (STICH if over else 0)
        totals = replaced(totals, played.to_act, totals[played.to_act] + points)
    if (shown, totals, royal) != (table.shown, table.totals, table.royal):
        played = played.with_table(Table(table.deal, table.contract, shown, totals, royal))
    return _score(played) if over else played


def _score(played: Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """Score a finished deal, and go on to the next deal if there is one."""
    table, deal = played.table, played.table.deal
    written = written_for(table.totals, table.contract.maker, combined=deal.rules.maker_fails == "combined")
    return _next(deal, tuple(map(sum, zip(deal.scores, written, strict=True))), played)


def _next(deal: Deal, scores: tuple[int, ...], played: Choosing | Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """End the deal with these scores, and the match if it is over."""
    match: Match = BetweenDeals(deal.rules, deal.non_dealer, scores, played=played)
    first = leaders(scores)
    won = len(first) == 1 and scores[first[0]] >= deal.rules.target
    return Finished(match) if won or deal.number == deal.rules.max_deals else Shuffling(match)  # 7.4


def outcome(state: State) -> Outcome | None:
    """Return the totals by seat and the seats with the highest (7.4); ``None`` while the match goes on."""
    require_state(state, Rules)
    return Outcome(state.table.scores, leaders(state.table.scores)) if isinstance(state, Finished) else None


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every match: its length, the range of scores, and that seats and suits are alike."""
    require_rules(rules, Rules)
    calls = 6 if rules.second_round_schmeiss else 4  # with an exchange of the dix there are three at most
    moves = 1 + calls + 6 + 1 + 18  # shuffle, calls, words, sequences shown, plays
    own = 156 + 100 + BELLA  # tricks and stich, sequences, bella
    most = own if rules.maker_fails == "combined" else 2 * own
    deals = rules.max_deals
    return Promises(
        max_moves=None if deals is None else deals * moves,
        score_range=None if deals is None else (0, deals * most),
        rotated=_rotated,
        symmetric_suits=tuple(Suit),
    )


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

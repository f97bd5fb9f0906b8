"""Klaberjass for two: choose trump, show sequences, and win the cards that count in nine tricks.

The rules are numbered in the rulebook ``klaberjass``; comments here name them. Three parts of them have modules of
their own: :mod:`~cardrules.games.klaberjass.choosing` (2), :mod:`~cardrules.games.klaberjass.sequences` (4) and
:mod:`~cardrules.games.klaberjass.points` (6 and 7).
"""

from typing import Final, Literal, TypeAlias, assert_never

from attrs import evolve, field, frozen

from cardrules.blocks.phases import BetweenDeals, Phase
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import Playing as Playing
from cardrules.blocks.tricks import TrickOrder, first_lead
from cardrules.cards import PACK_32, Card, Deck, Hand, Rank, Ranking, Suit
from cardrules.game import Outcome, Promises, Shuffled, cache_last, shuffled_deck
from cardrules.games.klaberjass.choosing import Accept as Accept
from cardrules.games.klaberjass.choosing import Call, calls
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
from cardrules.games.klaberjass.sequences import Top as Top
from cardrules.games.klaberjass.sequences import Word, answers, best, sequences, shows, value
from cardrules.moves import require_legal
from cardrules.options import at_least, with_validators
from cardrules.seats import NOT_BY_SEAT, Seat, leaders, replaced
from cardrules.zones import Closed, Open, Own

ORDER: Final = TrickOrder(
    plain=Ranking.parse("7 8 9 J Q K 10 A"), trump=Ranking.parse("7 8 Q K 10 A 9 J"), must_trump=True, must_beat=True
)
"""The two orders of ranks (1.1), and what one owes to a trick (5.1, 5.2)."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Klaberjass."""

    target: int = field(default=500, validator=at_least(1))
    """The points that win the match (7.4)."""

    max_deals: int | None = field(default=60, validator=at_least(1))
    """The deals after which the match ends; ``None`` for no limit (7.4)."""

    maker_fails: Literal["doubled", "combined"] = "doubled"
    """What is written against a maker who has less: the opponent's total twice, or the totals of both (7.3)."""

    second_round_schmeiss: bool = False
    """Whether one may also offer to throw the deal in when another suit is to be named (2.3)."""

    bella_on: Literal["queen", "second"] = "queen"
    """Whether bella is said with the queen, or with the second of king and queen (5.4)."""

    equal_sequences: Literal["non_dealer", "nobody"] = "non_dealer"
    """Who scores when the best sequences are equal (4.2)."""

    show_bottom: bool = True
    """Whether the bottom card of the stock is shown once trump is chosen (2.4)."""


@frozen
class ExchangeDix:
    """Give the seven of trump for the card that was turned up."""


@frozen
class Play:
    """Play a card to the trick, and say bella with it or not."""

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
    """What belongs to a deal besides the cards that are played."""

    rules: Rules
    dealer: Seat
    number: int
    """Which deal of the match it is, from 1; those that were thrown in count."""
    scores: tuple[int, ...]
    """Points of the deals before."""
    turn_up: Open[Card]
    """The card turned up, or the seven that was given for it."""
    stock: Closed[Deck]
    bottom: Open[Card | None] = None
    """The bottom card of the stock, once it is shown."""

    @property
    def non_dealer(self) -> Seat:
        """Who speaks first, is dealt to first and leads first."""
        return 1 - self.dealer

    def speaker(self, said: tuple[object, ...]) -> Seat:
        """Whose turn it is after so many words: the two speak in turn."""
        return (self.non_dealer, self.dealer)[len(said) % 2]


@frozen
class Table:
    """What belongs to a deal in which trump is chosen, besides the cards that are played."""

    deal: Deal
    contract: Contract
    shown: Open[tuple[Hand, ...]]
    """The cards that each holds besides and that the other has seen."""
    totals: tuple[int, ...] = (0, 0)
    """Points of this deal, by seat: tricks, stich, sequences and bella."""
    royal: Seat | None = None
    """Who has last played the king or queen of trump."""

    @property
    def rules(self) -> Rules:
        """The options of the match."""
        return self.deal.rules

    @property
    def number(self) -> int:
        """Which deal of the match it is."""
        return self.deal.number


@frozen
class Choosing(Phase[Deal]):
    """The players say in turn whether they take the turned suit as trump, and then, whether they name another."""

    hands: Own[tuple[Hand, ...]]
    said: tuple[Call, ...] = field(default=(), metadata=NOT_BY_SEAT)
    """What was said of trump in this deal, in order."""

    @property
    def to_act(self) -> Seat:
        """Who speaks next."""
        return self.table.speaker(self.said)


@frozen
class Declaring(Phase[Table]):
    """The players find out who has the best sequence, in turn and with no more words than that takes."""

    hands: Own[tuple[Hand, ...]]
    said: tuple[Word, ...] = field(default=(), metadata=NOT_BY_SEAT)
    """What was said of sequences in this deal, in order."""

    @property
    def to_act(self) -> Seat:
        """Who speaks next."""
        return self.table.deal.speaker(self.said)


@frozen
class Showing(Phase[Table]):
    """Whoever has the best sequence shows it, and others."""

    hands: Own[tuple[Hand, ...]]
    to_act: Seat


Match: TypeAlias = BetweenDeals[Rules, int, Choosing | Playing[Table]]
State: TypeAlias = Shuffling[Match] | Choosing | Declaring | Showing | Playing[Table] | Finished[Match]


def start(rules: Rules) -> Shuffling[Match]:
    """The state before the first shuffle; seat 0 deals (1.3)."""
    return Shuffling(BetweenDeals(rules, 0, (0, 0), Hand(PACK_32)))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """What the seat to act may say, show or play, an exchange of the dix before all else."""
    if isinstance(state, Playing):  # most often
        first_trick = not state.gone and not state.full
        return _exchanges(state, in_time=first_trick) + _plays(state)
    match state:
        case Declaring():
            first_word = len(state.said) < 2  # of the seat to act: the two speak in turn
            mine = best(sequences(_held(state)), state.table.contract.trump)
            return _exchanges(state, in_time=first_word) + answers(state.said, mine)
        case Choosing():
            return calls(state.said, state.table.turn_up.suit, state.rules.second_round_schmeiss)
        case Showing():
            return shows(_held(state), state.table.contract.trump)
        case Shuffling() | Finished():
            return ()
        case _:
            assert_never(state)


def _held(state: Declaring | Showing | Playing[Table]) -> Hand:
    """All the cards of the seat to act."""
    return state.hands[state.to_act].plus(state.table.shown[state.to_act])


def _exchanges(state: Declaring | Playing[Table], in_time: bool) -> tuple[ExchangeDix, ...]:
    """The exchange of the seven of trump for the card turned up, if that has become trump (3.1)."""
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
    """The play with those of the cards that the seat to act has shown back in its hand as well."""
    if not cards:
        return state
    seat = state.to_act
    return evolve(state, hands=replaced(state.hands, seat, state.hands[seat].plus(cards)))


def _may_say_bella(state: Playing[Table], card: Card) -> bool:
    """Whether the seat to act has held king and queen of trump, and now plays the one with which it says so (5.4)."""
    if card.suit is not state.table.contract.trump or card not in BELLAS:
        return False
    other_played = state.table.royal == state.to_act
    if state.rules.bella_on == "second":
        return other_played
    return card.rank is Rank.QUEEN and (other_played or Card(Rank.KING, card.suit) in _held(state))


def apply(state: State, move: Move | Shuffled) -> State:
    """The state after ``move``; raises :class:`~cardrules.moves.IllegalMoveError` if it is not allowed."""
    if isinstance(state, Playing):
        chosen = require_legal(state, legal_moves(state), move, _why_not)
        return _play(state, chosen) if isinstance(chosen, Play) else _exchange(state)
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal_moves(state), move, _why_not)
    if isinstance(state, Declaring) and isinstance(chosen, ExchangeDix):
        return _exchange(state)
    if isinstance(state, Choosing) and isinstance(chosen, Call):
        return _call(state, chosen)
    if isinstance(state, Declaring) and isinstance(chosen, Word):
        return _say(state, chosen)
    assert isinstance(state, Showing)
    assert isinstance(chosen, Show)
    return _show(state, chosen.sequences)


def _why_not(_state: State, move: Move) -> str:
    match move:
        case Play():
            return (
                "one follows suit, else trumps, and beats a trump that was led, if one can (rules 5.1, 5.2); "
                "bella is for who held king and queen of trump (rule 5.4)"
            )
        case Name():
            return "one names another suit than the one turned up (rule 2.3)"
        case Show():
            return "one shows one's best sequence, and any others that one holds, each whole (rule 4.4)"
        case _:  # what was declared, or the top card that was named
            return "one says what is true of one's best sequence, or keeps silent about it (rules 4.3, 4.5)"


def _deal(match: Match, deck: Deck) -> Choosing:
    number = match.played.table.number + 1 if match.played else 1
    hands, stock = deck.deal(2, 6, packet=3, first=1 - match.dealer)  # 1.2
    (turn_up,), stock = stock.draw()
    return Choosing(Deal(match.rules, match.dealer, number, match.scores, turn_up, stock), hands)


def _call(state: Choosing, call: Call) -> State:
    deal, seat = state.table, state.to_act
    passes = state.said.count(Pass())
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
            return Choosing(deal, state.hands, (*state.said, call))


def _chosen(state: Choosing, contract: Contract) -> Declaring:
    """The state after trump was chosen: three more cards each (2.4)."""
    deal = state.table
    more, stock = deal.stock.deal(2, 3, packet=3, first=deal.non_dealer)
    hands = tuple(hand.plus(three) for hand, three in zip(state.hands, more, strict=True))
    bottom: Card | None = None
    if deal.rules.show_bottom:
        *above, bottom = stock
        stock = Deck(above)
    return Declaring(Table(evolve(deal, stock=stock, bottom=bottom), contract, (Hand(), Hand())), hands)


def _exchange(state: Declaring | Playing[Table]) -> Declaring | Playing[Table]:
    """The seven of trump lies there instead of the card turned up, which the other has seen (3.1)."""
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
        case Good() if state.said[-1] == Plain() and table.rules.equal_sequences == "nobody":
            return _lead(table, hands)  # 4.2: the dealer's is equal and plain too, or he would have said "not good"
        case Good():
            return Showing(table, hands, table.deal.non_dealer)
        case NotGood():
            return Showing(table, hands, table.deal.dealer)
        case _:
            return Declaring(table, hands, (*state.said, word))


def _show(state: Showing, runs: tuple[Hand, ...]) -> Playing[Table]:
    """The state after the winner has shown sequences, for which he scores (4.4)."""
    table, seat = state.table, state.to_act
    new = Hand(card for run in runs for card in run if card not in table.shown[seat])
    hands = replaced(state.hands, seat, state.hands[seat].minus(new))
    shown = replaced(table.shown, seat, table.shown[seat].plus(new))
    return _lead(evolve(table, shown=shown, totals=replaced((0, 0), seat, sum(map(value, runs)))), hands)


def _lead(table: Table, hands: tuple[Hand, ...]) -> Playing[Table]:
    """The state before the first lead (5.1)."""
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
    """The match after a deal whose points are written."""
    table, deal = played.table, played.table.deal
    written = written_for(table.totals, table.contract.maker, combined=deal.rules.maker_fails == "combined")
    return _next(deal, tuple(map(sum, zip(deal.scores, written, strict=True))), played)


def _next(deal: Deal, scores: tuple[int, ...], played: Choosing | Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """The match with these scores: the next deal begins, if there is one."""
    match: Match = BetweenDeals(deal.rules, deal.non_dealer, scores, played=played)
    first = leaders(scores)
    won = len(first) == 1 and scores[first[0]] >= deal.rules.target
    return Finished(match) if won or deal.number == deal.rules.max_deals else Shuffling(match)  # 7.4


def outcome(state: State) -> Outcome | None:
    """The points by seat, and who has more (7.4); ``None`` while the match goes on."""
    return Outcome(state.table.scores, leaders(state.table.scores)) if isinstance(state, Finished) else None


def promises(rules: Rules) -> Promises[State]:
    """What is sure of every match: its length, the range of scores, and that seats and suits are alike."""
    calls = 6 if rules.second_round_schmeiss else 4  # a dix can only be exchanged after three at most
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

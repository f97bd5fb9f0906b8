"""Klaberjass for two: choose trump, show sequences, and win the cards that count in nine tricks.

Numbers such as 5.4 are those of the rules in the rulebook ``klaberjass``. Most parts of the rules have their own modules:
:mod:`~cardrules.games.klaberjass.choosing` (2), :mod:`~cardrules.games.klaberjass.dix` (3),
:mod:`~cardrules.games.klaberjass.sequences` (4), :mod:`~cardrules.games.klaberjass.plays` (5),
:mod:`~cardrules.games.klaberjass.points` (6 and 7) and :mod:`~cardrules.games.klaberjass.faults` (8).
"""

from operator import sub
from typing import Final, TypeAlias

from attrs import evolve

from cardrules.blocks.phases import BetweenDeals
from cardrules.blocks.phases import Finished as Finished
from cardrules.blocks.phases import Shuffling as Shuffling
from cardrules.blocks.tricks import Playing as Playing
from cardrules.blocks.tricks import first_lead
from cardrules.cards import PACK_32, Card, Deck, Hand, Suit
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
from cardrules.games.klaberjass.choosing import CALLS, Call, legal_calls
from cardrules.games.klaberjass.choosing import Accept as Accept
from cardrules.games.klaberjass.choosing import Contract as Contract
from cardrules.games.klaberjass.choosing import Name as Name
from cardrules.games.klaberjass.choosing import Pass as Pass
from cardrules.games.klaberjass.choosing import Refuse as Refuse
from cardrules.games.klaberjass.choosing import Schmeiss as Schmeiss
from cardrules.games.klaberjass.choosing import Take as Take
from cardrules.games.klaberjass.dix import EXCHANGE_DIX, exchange, legal_exchanges
from cardrules.games.klaberjass.dix import ExchangeDix as ExchangeDix
from cardrules.games.klaberjass.faults import FalseDeclaration as FalseDeclaration
from cardrules.games.klaberjass.faults import Fault, laid_open, rulings_on
from cardrules.games.klaberjass.faults import NewDeal as NewDeal
from cardrules.games.klaberjass.faults import Revoke as Revoke
from cardrules.games.klaberjass.plays import BELLAS as BELLAS
from cardrules.games.klaberjass.plays import ORDER as ORDER
from cardrules.games.klaberjass.plays import PLAYS as PLAYS
from cardrules.games.klaberjass.plays import Play as Play
from cardrules.games.klaberjass.plays import bellas, legal_plays, taken_up, why_not_played
from cardrules.games.klaberjass.points import BELLA, STICH, points_in, still_held, with_held, written_for
from cardrules.games.klaberjass.rules import Rules as Rules
from cardrules.games.klaberjass.sequences import WORDS, Standing, Word, best, legal_words, sequences, shows
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
from cardrules.games.klaberjass.states import Choosing as Choosing
from cardrules.games.klaberjass.states import Deal as Deal
from cardrules.games.klaberjass.states import Declaring as Declaring
from cardrules.games.klaberjass.states import Match as Match
from cardrules.games.klaberjass.states import Showing as Showing
from cardrules.games.klaberjass.states import State as State
from cardrules.games.klaberjass.states import Table as Table
from cardrules.games.klaberjass.states import whole_hand, with_sequences
from cardrules.moves import Reason, because, enum_name, require_legal
from cardrules.seats import Seat, leaders, replaced
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

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
    | NewDeal
    | FalseDeclaration
    | Revoke
)


def start(rules: Rules, pack: Hand | None = None) -> Shuffling[Match]:
    """Return the state before the first shuffle; seat 0 deals first (1.3).

    ``pack`` has the cards to play with instead of the usual ones. Fewer than 20 are dealt in packets of two or one.
    """
    require_rules(rules, Rules)
    cards = pack_for_play(pack, Hand(PACK_32), least=7 + rules.show_bottom)
    return Shuffling(BetweenDeals(rules, 0, (0, 0), cards))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the seat to act: the exchange of the dix first, then what it may say, show or play."""
    if isinstance(state, Playing):  # the most frequent phase
        if type(state.table) is not Table:
            require_state(state, Rules)
        return legal_exchanges(state) + legal_plays(state)
    match state:
        case Declaring():
            return legal_exchanges(state) + legal_words(state.words, _standing(state))
        case Choosing():
            return legal_calls(state.calls, state.table.turn_up.suit, state.rules.second_round_schmeiss)
        case Showing():
            return shows(whole_hand(state), state.table.contract.trump)
        case Shuffling() | Finished():
            require_state(state, Rules)
            return ()
        case _:
            refuse_state(state)


def _standing(state: Declaring) -> Standing:
    """Return the standing of the best sequence of the seat to act."""
    return best(sequences(whole_hand(state)), state.table.contract.trump)


def rulings(state: State) -> tuple[Fault, ...]:
    """Return what a referee may rule, if there is one."""
    require_state(state, Rules)
    return rulings_on(state) if state.rules.referee else ()


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    if isinstance(move, Ruling):
        return _rule(state, require_ruling(rulings(state), move))
    legal = legal_moves(state)
    if isinstance(state, Playing):
        chosen = require_legal(state, legal, move, _why_not)
        return _play(state, chosen) if isinstance(chosen, Play) else exchange(state)
    if isinstance(state, Shuffling):
        return _deal(state.table, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal, move, _why_not)
    if isinstance(state, Declaring) and isinstance(chosen, ExchangeDix):
        return exchange(state)
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
            return why_not_played(state, move.card)
        case Name() if isinstance(state, Choosing):
            return because(f"name a suit other than {enum_name(state.table.turn_up.suit)}, which was turned up", "2.3")
        case Declare() if isinstance(state, Declaring):
            counted = _standing(state).value
            if not counted:
                return because("no sequence in this hand", "4.5")
            return because(f"the best sequence in this hand counts {counted}", "4.3")
        case Show() if isinstance(state, Showing):
            runs = sequences(whole_hand(state))
            if len(set(move.sequences) & set(runs)) < len(move.sequences):
                return because("only whole sequences in this hand are shown, each once", "4.1")
            return because("the best sequence in this hand must be shown", "4.4")
        case _:
            return because("not the top card of the best sequence in this hand", "4.3")


def _deal(match: Match, deck: Deck) -> Choosing:
    number = match.played.table.number + 1 if match.played else 1
    packet = _packet(match.rules, len(deck))
    hands, stock = deck.deal(2, 2 * packet, packet=packet, first=1 - match.dealer)  # 1.2
    (turn_up,), stock = stock.draw()
    return Choosing(Deal(match.rules, match.dealer, number, match.scores, turn_up, stock, held=_held(match)), hands)


def _packet(rules: Rules, cards: int) -> int:
    """Return how many cards each player is dealt at once, twice before the choice of trump and once after it (1.2, 2.4)."""
    return min(3, (cards - 1 - rules.show_bottom) // 6)


def _held(match: Match) -> int:
    """Return the points of earlier deals that the winner of the next one gets (7.2)."""
    if match.rules.equal_totals == "opponent" or match.played is None:
        return 0
    if isinstance(match.played, Choosing):  # a void deal
        return match.played.table.held
    return still_held(match.played.table.totals, match.played.table.deal.held)


def _call(state: Choosing, call: Call) -> State:
    deal, seat = state.table, state.to_act
    match call:
        case Take():
            return _chosen(state, Contract(deal.turn_up.suit, seat))
        case Name(suit=suit):
            return _chosen(state, Contract(suit, seat))
        case Accept() | Refuse():
            return _answer(state, call)
        case Pass() if state.calls.count(Pass()) == 3:
            return _next(deal, deal.scores, state, deal.non_dealer)  # 2.3
        case _:
            return Choosing(deal, state.hands, (*state.calls, call))


def _answer(state: Choosing, answer: Accept | Refuse) -> State:
    """Make the deal void after schmeiss, or one of the players the maker, who in the second round names a suit."""
    deal, seat, refused = state.table, state.to_act, state.rules.refused_schmeiss
    if isinstance(answer, Refuse) == (refused == "void"):  # 2.2, 2.5
        same = state.rules.after_schmeiss == "same_dealer"  # 2.6
        return _next(deal, deal.scores, state, deal.dealer if same else deal.non_dealer)
    if state.calls.count(Pass()) >= 2:  # 2.3: in the second round
        return Choosing(deal, state.hands, (*state.calls, answer))
    return _chosen(state, Contract(deal.turn_up.suit, seat if refused == "refuser" else 1 - seat))


def _chosen(state: Choosing, contract: Contract) -> Declaring:
    """Deal one more packet to each player after the choice of trump (2.4)."""
    deal = state.table
    packet = len(state.hands[0]) // 2
    more, stock = deal.stock.deal(2, packet, packet=packet, first=deal.non_dealer)
    hands = tuple(hand.plus(three) for hand, three in zip(state.hands, more, strict=True))
    bottom: Card | None = None
    if deal.rules.show_bottom:
        *above, bottom = stock
        stock = Deck(above)
    return Declaring(Table(evolve(deal, stock=stock, bottom=bottom), contract, (Hand(), Hand())), hands)


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
    return _lead(with_sequences(evolve(table, shown=shown), seat, runs), hands)


def _lead(table: Table, hands: tuple[Hand, ...]) -> Playing[Table]:
    """Return the state before the first lead (5.1)."""
    return first_lead(table, hands, table.deal.non_dealer)


def _play(state: Playing[Table], play: Play) -> State:
    card, seat, table, trump = play.card, state.to_act, state.table, state.table.contract.trump
    shown, totals, royal, bella = table.shown, table.totals, table.royal, table.bella
    if card in shown[seat]:
        state = taken_up(state, Hand((card,)))
        shown = replaced(shown, seat, shown[seat].without(card))
    played = state.after(card, ORDER, trump)
    if play.bella:
        totals = replaced(totals, seat, totals[seat] + BELLA)
        bella = seat if table.rules.referee else None
    if card.suit is trump and card in BELLAS:
        royal = seat
    over = played.over and not any(shown)
    if played.full:
        points = points_in(played.trick, trump) + (STICH if over else 0)
        totals = replaced(totals, played.to_act, totals[played.to_act] + points)
    if (shown, totals, royal) != (table.shown, table.totals, table.royal):
        played = played.with_table(Table(table.deal, table.contract, shown, totals, royal, table.sequences, bella))
    return _score(played) if over else played


def _score(played: Playing[Table]) -> Shuffling[Match] | Finished[Match]:
    """Score a finished deal, and go on to the next deal if there is one."""
    rules = played.rules
    if rules.sequences_need_trick:
        played = _without_lost_sequences(played)
    table, deal = played.table, played.table.deal
    written = written_for(table.totals, table.contract.maker, combined=rules.maker_fails == "combined")
    if rules.equal_totals == "held":
        written = with_held(written, table.totals, deal.held)
    return _next(deal, tuple(map(sum, zip(deal.scores, written, strict=True))), played, deal.non_dealer)


def _without_lost_sequences(played: Playing[Table]) -> Playing[Table]:
    """Take the points of sequences back from a player without a trick (4.6)."""
    table = played.table
    lost = [0 if tricks else points for points, tricks in zip(table.sequences, played.taken, strict=True)]
    return played.with_table(evolve(table, totals=tuple(map(sub, table.totals, lost))))


def _rule(state: State, fault: Fault) -> Shuffling[Match] | Finished[Match]:
    """End the deal by the ruling of a referee: it is void, or all its points go to the player who made no fault."""
    if isinstance(state, Choosing):
        return _next(state.table, state.table.scores, state, state.table.dealer)  # 8.1, 8.2
    assert isinstance(state, Declaring | Showing | Playing)
    deal = state.table.deal
    if isinstance(fault, NewDeal):
        return _next(deal, deal.scores, _lead(state.table, state.hands), deal.dealer)
    played = laid_open(state, 1 - fault.seat)  # 8.3, 8.4
    written = with_held(played.table.totals, played.table.totals, deal.held)  # 7.2
    return _next(deal, tuple(map(sum, zip(deal.scores, written, strict=True))), played, deal.non_dealer)


def _next(
    deal: Deal, scores: tuple[int, ...], played: Choosing | Playing[Table], dealer: Seat
) -> Shuffling[Match] | Finished[Match]:
    """End the deal with these scores, and the match if it is over; else ``dealer`` deals next."""
    match: Match = BetweenDeals(deal.rules, dealer, scores, played=played)
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
        seats=2,
        standing=lambda state: state.table.scores,
        reached=_reached,
        moves=lambda: (*CALLS, EXCHANGE_DIX, *WORDS, *PLAYS.values(), *bellas(rules)),
        by_place={Show: 7},  # three plain sequences with equal top cards: each of them is the best
        leaders_win=True,
        moves_coincide=rules.referee,  # two faults may be scored alike
        longer=None
        if deals is None
        else lambda state: start(evolve(state.rules, max_deals=deals + 1), cards_in(state)),
        rotated=_rotated,
        symmetric_suits=tuple(Suit),
    )


def _reached(state: State) -> tuple[int, ...]:
    """Return the places of the cards that are dealt, of the one turned up, and of the bottom card (1.2, 2.4)."""
    assert isinstance(state, Shuffling)
    rules, cards = state.rules, len(state.pack)
    bottom = (cards - 1,) if rules.show_bottom else ()
    return *range(6 * _packet(rules, cards) + 1), *bottom


def _rotated(state: State, seats: int) -> State:
    assert isinstance(state, Shuffling)
    return Shuffling(state.table.rotated(seats))

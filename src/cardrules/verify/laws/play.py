"""Laws of play: of cards, moves, ends and scores."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from enum import Enum
from fractions import Fraction
from itertools import islice
from random import Random
from typing import TypeVar

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Hand
from cardrules.chance import choice, shuffled
from cardrules.game import NATURE, Outcome, Ruling, Shuffled, StateLike, pack_of, rulings_of, shuffle
from cardrules.moves import IllegalMoveError, words
from cardrules.play.parsing import parse_move, tokenize
from cardrules.play.text import to_ascii
from cardrules.seats import leaders
from cardrules.verify.playing import listed
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, require
from cardrules.verify.transform import rebuilt, replace_field, same
from cardrules.zones import cards_in

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def cards_are_conserved(moment: Moment[R, S, M]) -> None:
    """Every state has the cards of the first state, each in one place."""
    before, now = cards_in(moment.trace.states[0]), cards_in(moment.state)
    if now == before:  # at nearly every moment: counting takes four times as long
        return
    lost, new = Counter(before) - Counter(now), Counter(now) - Counter(before)
    require(not lost, f"lost: {_text(lost)}")
    require(not new, f"twice in the state, or from another pack: {_text(new)}")


def _text(cards: Counter[Card]) -> str:
    return " ".join(card.text for card in cards.elements())


def moves_are_listed_while_a_seat_acts(moment: Moment[R, S, M]) -> None:
    """While a seat acts there are legal moves, all different and always in the same order; afterwards there is an outcome."""
    state, seat = moment.state, moment.state.to_act
    legal = moment.game.legal_moves(rebuilt(state))
    require(isinstance(legal, tuple), f"legal_moves returns a {type(legal).__name__}, not a tuple")
    require(
        seat is None or seat is NATURE or type(seat) is int, f"to_act is {seat!r}, which is no seat, NATURE or None"
    )
    acts = seat is not None and seat is not NATURE
    require(bool(legal) == acts, f"{len(legal)} legal moves while to_act is {seat!r}")
    if len(set(legal)) < len(legal):
        twice = next(move for place, move in enumerate(legal) if move in legal[:place])
        raise BrokenLawError(f"{words(twice)} is listed twice")
    require(
        moment.game.legal_moves(rebuilt(state)) == legal,
        "asked again, legal_moves returns other moves, or another order",
    )
    outcome: object = moment.game.outcome(state)
    ended = outcome is not None
    require(not ended or isinstance(outcome, Outcome), f"outcome returns a {type(outcome).__name__}, not an Outcome")
    require(ended == (seat is None), f"outcome returns {'an Outcome' if ended else 'None'} while to_act is {seat!r}")


def listed_moves_apply(moment: Moment[R, S, M]) -> None:
    """Every listed move can be made, and so can every shuffle of the pack."""
    if moment.last and moment.trace.crash is not None:
        error = moment.trace.crash
        raise BrokenLawError(f"{type(error).__name__} at a move that the game itself lists: {error}") from error
    for move in _options(moment):
        try:
            moment.game.apply(moment.state, move)
        except Exception as error:
            raise BrokenLawError(f"{words(move)} is listed, yet {type(error).__name__}: {error}") from error


def _options(moment: Moment[R, S, M], most: int = 40) -> Sequence[M | Shuffled]:
    """Return what can happen at a moment: the listed moves and rulings, at most ``most`` random ones, or three shuffles."""
    state = moment.state
    if state.to_act is NATURE:
        pack = pack_of(state)
        return [Shuffled(pack), Shuffled(Hand(reversed(pack))), shuffle(state, moment.rng)]
    moves = listed(moment.game, state)
    return moves if len(moves) <= most else shuffled(moves, moment.rng)[:most]


def moves_differ(moment: Moment[R, S, M]) -> None:
    """Moves called differently lead to different states, and none to the state in which it is made."""
    state, promises = moment.state, moment.trace.promises
    if promises.moves_coincide:
        raise NotPromisedError("the game says that different moves can come to the same")
    if state.to_act is NATURE:  # a shuffle may be of equal cards, and of cards that are not reached
        return
    known: dict[S, M | Shuffled] = {}
    for move in _options(moment, most=8):
        after = moment.game.apply(state, move)
        require(after != state, f"{words(move)} changes nothing")
        require(after not in known, f"{words(move)} and {words(known.get(after))} lead to equal states")
        known[after] = move


def other_moves_are_refused(moment: Moment[R, S, M]) -> None:
    """Every move that is not listed raises IllegalMoveError, and changes nothing."""
    game, state, before = moment.game, moment.state, deepcopy(moment.state)
    moves = listed(game, state)
    for move in _unlisted(moment):
        if move in moves:
            continue
        try:
            game.apply(state, move)  # type: ignore[arg-type]  # whatever it is, it must be refused
        except IllegalMoveError:
            continue
        except Exception as error:
            raise BrokenLawError(f"{_described(move)} raises {type(error).__name__}, not IllegalMoveError") from error
        raise BrokenLawError(f"{_described(move)} is not listed, yet it is accepted")
    require(same(state, before), "a move that was refused changed the state")


def _described(move: object) -> str:
    return f"{words(move)} ({move!r})"


def _unlisted(moment: Moment[R, S, M]) -> Iterator[object]:
    """Yield moves most of which must be refused: near the listed ones, from other moments, and foreign objects."""
    state, rng = moment.state, moment.rng
    yield from (None, "", 0, object(), _Foreign(JOKER))
    pack = Hand(pack_of(state)) if state.to_act is NATURE else Hand()
    wrong = [
        Hand(),
        Hand((FACE_DOWN,)),
        Hand(PACK_52),
        Hand(pack[1:]),
        pack.plus(pack[:1]),
        Hand((*pack[1:], *pack[1:2])),
    ]
    yield from (Shuffled(cards) for cards in wrong if cards.sorted() != pack or not pack)
    cards = sorted(set(cards_in(moment.trace.states[0])), key=lambda card: card.index)
    for move in islice(shuffled(moment.game.legal_moves(state), rng), 10):
        yield from _near(move, cards, rng)
    for ruling in islice(rulings_of(moment.game, state), 5):
        yield from _near(ruling, cards, rng)
    for _ in range(6):
        elsewhere = choice(moment.trace.states, rng)
        if elsewhere.to_act is not NATURE:
            yield from islice(shuffled(moment.game.legal_moves(elsewhere), rng), 5)
            yield from islice(rulings_of(moment.game, elsewhere), 5)
    if state.to_act is not NATURE:
        yield from (move for move in moment.trace.moves[:1])


@frozen
class _Foreign:
    """A move of no game."""

    card: Card


def _near(move: attrs.AttrsInstance, cards: list[Card], rng: Random) -> Iterator[object]:
    """Yield moves like ``move``, each with one field changed."""
    for field in attrs.fields(type(move)):
        value = getattr(move, field.name)
        for other in _others(value, cards, rng):
            with suppress(Exception):  # a move that checks itself cannot be made wrong
                yield replace_field(move, field, other)


def _others(value: object, cards: list[Card], rng: Random) -> tuple[object, ...]:
    some = Hand(shuffled(cards, rng)[:3])
    match value:
        case bool():
            return (not value,)
        case int() | Fraction():
            return (value - 1, value + 1, -value - 1, value + 1000, value + Fraction(1, 2), None)
        case Card():
            return (*some, FACE_DOWN, None)
        case Hand():
            return (some, value.plus(some[:1]), value.plus(value[:1]), Hand(value[1:]), None)
        case Enum():
            return (*(member for member in type(value) if member is not value), None)
        case tuple():
            return (value[1:], (*value, *value[:1]), None)
        case _:
            return (None, "")


def functions_are_pure(moment: Moment[R, S, M]) -> None:
    """The functions are pure: the same call returns the same result, and changes no state and no random generator."""
    state, game = moment.state, moment.game
    before, python_random = deepcopy(state), random.getstate()
    try:
        key = hash(state)
    except TypeError as error:
        raise BrokenLawError(f"the state cannot be hashed: {error}") from error
    for move in _options(moment, most=6):
        random.seed(1)
        first = game.apply(rebuilt(state), move)
        random.seed(2)
        again = game.apply(rebuilt(state), rebuilt(move))
        require(same(first, again), f"{words(move)} leads to different states from equal ones")
        require(hash(first) == hash(again), f"{words(move)} leads to equal states that hash differently")
    require(game.outcome(state) == game.outcome(rebuilt(state)), "asked again, outcome returns another result")
    random.setstate(python_random)
    for move in _options(moment, most=2):
        game.apply(state, move)
    game.legal_moves(rebuilt(state))
    require(random.getstate() == python_random, "a function used the global random generator of Python")
    require(same(state, before), "a function changed the state that it was given")
    require(hash(state) == key, "the hash of the state has changed")


def play_ends(moment: Moment[R, S, M]) -> None:
    """Play ends within the number of moves that the game promises, and not before the least number."""
    least, most = moment.trace.promises.min_moves, moment.trace.promises.max_moves
    if least is None and most is None:
        raise NotPromisedError("the game promises no shortest or longest play")
    if most is not None:
        require(moment.place <= most, f"{moment.place} moves were made; the game promises to end after at most {most}")
        if moment.last and moment.trace.crash is None and moment.game.legal_moves(moment.state):
            raise BrokenLawError(f"play stops after {moment.place} moves, and the game is not over")
    if least is not None and moment.state.to_act is None:
        require(moment.place >= least, f"the game is over after {moment.place} moves; it promises at least {least}")


def scores_are_in_bounds(moment: Moment[R, S, M]) -> None:
    """Each seat has one score, an exact number within the bounds that the game promises, and the winners are seats."""
    outcome, promises = moment.game.outcome(moment.state), moment.trace.promises
    if outcome is None:
        return
    seats = range(moment.trace.seats)
    require(len(outcome.scores) == len(seats), f"there are {len(outcome.scores)} scores for {len(seats)} seats")
    for seat, score in enumerate(outcome.scores):
        require(type(score) in (int, Fraction), f"the score of seat {seat} is {score!r}, which is no exact number")
        if promises.score_range is not None:
            least, most = promises.score_range
            require(least <= score <= most, f"the score of seat {seat} is {score}, not from {least} to {most}")
    require(all(seat in seats for seat in outcome.winners), f"the winners {outcome.winners} are not all seats")
    require(len(set(outcome.winners)) == len(outcome.winners), f"the winners {outcome.winners} are named twice")


def leaders_win(moment: Moment[R, S, M]) -> None:
    """The winners are all the seats with the best score."""
    if not moment.trace.promises.leaders_win:
        raise NotPromisedError("the game does not promise that the best score wins")
    outcome = moment.game.outcome(moment.state)
    if outcome is None or len(outcome.scores) != moment.trace.seats:  # of other numbers another law tells
        return
    best = leaders(outcome.scores, lowest=outcome.lowest_wins)
    require(set(outcome.winners) == set(best), f"the winners are {outcome.winners}, and {best} have the best score")


def money_adds_up(moment: Moment[R, S, M]) -> None:
    """Money and points add up as the game promises, in every state and in the outcome."""
    promises = moment.trace.promises
    if promises.money_total is None and promises.outcome_total is None:
        raise NotPromisedError("the game promises no sum of money or points")
    if promises.money_total is not None:
        total = promises.money_total(moment.state)
        require(type(total) in (int, Fraction), f"{total!r} is no exact amount")
        require(total == 0, f"seats, pots and banks hold {total} together, not 0")
    outcome = moment.game.outcome(moment.state)
    if promises.outcome_total is not None and outcome is not None:
        total = promises.outcome_total(outcome)
        require(total == 0, f"the outcome adds up to {total}, not 0")


def funds_are_no_debts(moment: Moment[R, S, M]) -> None:
    """Pots, banks and stakes never hold less than nothing."""
    funds = moment.trace.promises.funds
    if funds is None:
        raise NotPromisedError("the game names no funds")
    for amount in funds(moment.state):
        require(type(amount) in (int, Fraction), f"{amount!r} is no exact amount")
        require(amount >= 0, f"a fund holds {amount}")


def only_the_referee_rules(moment: Moment[R, S, M]) -> None:
    """While a seat acts, the referee may make the rulings of a list; no seat may, and the list tells nothing hidden."""
    game, state = moment.game, moment.state
    if not hasattr(game, "rulings"):
        raise NotPromisedError("the game knows no rulings of a referee")
    rulings = rulings_of(game, rebuilt(state))
    require(isinstance(rulings, tuple), f"rulings returns a {type(rulings).__name__}, not a tuple")
    require(not rulings or isinstance(state.to_act, int), f"there are rulings while to_act is {state.to_act!r}")
    require(len(set(rulings)) == len(rulings), "a ruling is listed twice")
    require(rulings_of(game, rebuilt(state)) == rulings, "asked again, rulings returns others, or another order")
    for move in rulings:
        require(isinstance(move, Ruling), f"{words(move)} is listed as a ruling, and is no object of the class Ruling")
    for move in game.legal_moves(state):
        require(not isinstance(move, Ruling), f"{words(move)} is a ruling, and a seat may make it")
    for seat in (*range(moment.trace.seats), None):
        seen = moment.trace.view(moment.place, seat)
        require(rulings_of(game, seen) == rulings, "the rulings depend on cards that somebody does not see")


def moves_parse_from_their_words(moment: Moment[R, S, M]) -> None:
    """Every legal move is parsed back from its words, in symbols or letters, and so is every ruling."""
    for moves in (moment.game.legal_moves(moment.state), rulings_of(moment.game, moment.state)):
        _require_words(moves, moment.rng)


def _require_words(moves: tuple[M, ...], rng: Random) -> None:
    by_words: dict[tuple[str, ...], object] = {}
    for move in moves:
        tokens = tokenize(words(move))
        require(tokens not in by_words, f"{move!r} and {by_words.get(tokens)!r} are both called {words(move)!r}")
        by_words[tokens] = move
    for move in moves and [choice(moves, rng) for _ in range(3)]:
        text = to_ascii(words(move)).upper()
        require(parse_move(text, moves) == move, f"{text!r} is parsed as {parse_move(text, moves)!r}, not as {move!r}")

"""Laws of play: of cards, moves, ends, scores and symmetries."""

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

from cardrules.cards import FACE_DOWN, PACK_52, Card, Hand, Suit
from cardrules.chance import choice, shuffled
from cardrules.game import NATURE, Outcome, Shuffled, StateLike, pack_of, shuffle
from cardrules.moves import IllegalMoveError, words
from cardrules.play.parsing import parse_move, tokenize
from cardrules.play.text import to_ascii
from cardrules.verify.trace import BrokenLawError, Moment, NotPromisedError, require
from cardrules.verify.transform import as_tuples, rename_suits, replace_cards, replace_field
from cardrules.zones import cards_in

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def cards_are_conserved(moment: Moment[R, S, M]) -> None:
    """Every state has the cards of the first, each in one place."""
    before, now = Counter(cards_in(moment.line.states[0])), Counter(cards_in(moment.state))
    lost, new = before - now, now - before
    require(not lost, f"lost: {_text(lost)}")
    require(not new, f"there twice, or from another pack: {_text(new)}")


def _text(cards: Counter[Card]) -> str:
    return " ".join(card.text for card in cards.elements())


def moves_are_listed_while_a_seat_acts(moment: Moment[R, S, M]) -> None:
    """There are legal moves exactly while a seat acts, all different, in the same order each time; then an outcome."""
    state, seat = moment.state, moment.state.to_act
    legal = moment.game.legal_moves(deepcopy(state))
    require(isinstance(legal, tuple), f"legal_moves gives a {type(legal).__name__}, not a tuple")
    require(seat is None or seat is NATURE or type(seat) is int, f"to_act is {seat!r}: no seat, NATURE or None")
    acts = seat is not None and seat is not NATURE
    require(bool(legal) == acts, f"{len(legal)} legal moves while to_act is {seat!r}")
    if len(set(legal)) < len(legal):
        twice = next(move for place, move in enumerate(legal) if move in legal[:place])
        raise BrokenLawError(f"{words(twice)} is listed twice")
    require(
        moment.game.legal_moves(deepcopy(state)) == legal,
        "asked again, the legal moves are others, or in another order",
    )
    outcome: object = moment.game.outcome(state)
    ended = outcome is not None
    require(not ended or isinstance(outcome, Outcome), f"outcome gives a {type(outcome).__name__}, not an Outcome")
    require(ended == (seat is None), f"the outcome is {'there' if ended else 'missing'} while to_act is {seat!r}")


def listed_moves_apply(moment: Moment[R, S, M]) -> None:
    """Every listed move can be made, and so can every shuffle of the pack."""
    if moment.last and moment.line.crash is not None:
        error = moment.line.crash
        raise BrokenLawError(f"{type(error).__name__} at a move that the game itself allows: {error}") from error
    for move in _options(moment):
        try:
            moment.game.apply(moment.state, move)
        except Exception as error:
            raise BrokenLawError(f"{words(move)} is listed, yet {type(error).__name__}: {error}") from error


def _options(moment: Moment[R, S, M], most: int = 40) -> Sequence[M | Shuffled]:
    """What can happen at a moment: the listed moves, ``most`` of them at random if there are more, or three shuffles."""
    state = moment.state
    if state.to_act is NATURE:
        pack = pack_of(state)
        return [Shuffled(pack), Shuffled(Hand(reversed(pack))), shuffle(state, moment.rng)]
    legal = moment.game.legal_moves(state)
    return legal if len(legal) <= most else shuffled(legal, moment.rng)[:most]


def other_moves_are_refused(moment: Moment[R, S, M]) -> None:
    """Every move that is not listed raises IllegalMoveError, and changes nothing."""
    legal, before = moment.game.legal_moves(moment.state), as_tuples(deepcopy(moment.state))
    for move in _unlisted(moment):
        if move in legal:
            continue
        try:
            moment.game.apply(moment.state, move)  # type: ignore[arg-type]  # whatever it is, it has to be refused
        except IllegalMoveError:
            continue
        except Exception as error:
            raise BrokenLawError(f"{_said(move)} raises {type(error).__name__}, not IllegalMoveError") from error
        raise BrokenLawError(f"{_said(move)} is not listed, yet it is accepted")
    require(as_tuples(moment.state) == before, "a move that was refused has changed the state")


def _said(move: object) -> str:
    return f"{words(move)} ({move!r})"


def _unlisted(moment: Moment[R, S, M]) -> Iterator[object]:
    """Moves that ought to be refused, most of them: near the listed ones, from other moments, and foreign things."""
    state, rng = moment.state, moment.rng
    yield from (None, "", 0, object(), _Foreign(PACK_52[0]))
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
    cards = sorted(set(cards_in(moment.line.states[0])), key=lambda card: card.index)
    for move in islice(shuffled(moment.game.legal_moves(state), rng), 10):
        yield from _near(move, cards, rng)
    for _ in range(6):
        elsewhere = choice(moment.line.states, rng)
        if elsewhere.to_act is not NATURE:
            yield from islice(shuffled(moment.game.legal_moves(elsewhere), rng), 5)
    if state.to_act is not NATURE:
        yield from (move for move in moment.line.moves[:1])


@frozen
class _Foreign:
    """A move of no game."""

    card: Card


def _near(move: attrs.AttrsInstance, cards: list[Card], rng: Random) -> Iterator[object]:
    """Moves like ``move``, each with one field changed."""
    for field in attrs.fields(type(move)):
        held = getattr(move, field.name)
        for other in _others(held, cards, rng):
            with suppress(Exception):  # a move that checks itself cannot be made wrong
                yield replace_field(move, field, other)


def _others(held: object, cards: list[Card], rng: Random) -> tuple[object, ...]:
    some = Hand(shuffled(cards, rng)[:3])
    match held:
        case bool():
            return (not held,)
        case int() | Fraction():
            return (held - 1, held + 1, -held - 1, held + 1000, held + Fraction(1, 2), None)
        case Card():
            return (*some, FACE_DOWN, None)
        case Hand():
            return (some, held.plus(some[:1]), held.plus(held[:1]), Hand(held[1:]), None)
        case Enum():
            return (*(member for member in type(held) if member is not held), None)
        case tuple():
            return (held[1:], (*held, *held[:1]), None)
        case _:
            return (None, "")


def functions_are_pure(moment: Moment[R, S, M]) -> None:
    """The functions are pure: the same call gives the same result, and no state is changed, nor any random generator."""
    state, game = moment.state, moment.game
    before, chance = as_tuples(deepcopy(state)), random.getstate()
    try:
        key = hash(state)
    except TypeError as error:
        raise BrokenLawError(f"the state cannot be hashed: {error}") from error
    for move in _options(moment, most=6):
        random.seed(1)
        first = game.apply(deepcopy(state), move)
        random.seed(2)
        again = game.apply(deepcopy(state), deepcopy(move))
        require(as_tuples(first) == as_tuples(again), f"{words(move)} gives different states from equal ones")
        require(hash(first) == hash(again), f"{words(move)} gives states that hash differently")
    require(game.outcome(state) == game.outcome(deepcopy(state)), "the outcome differs when asked again")
    random.setstate(chance)
    for move in _options(moment, most=2):
        game.apply(state, move)
    game.legal_moves(deepcopy(state))
    require(random.getstate() == chance, "the random generator of Python's own has been used")
    require(as_tuples(state) == before, "the state was changed by a function that looked at it")
    require(hash(state) == key, "the hash of the state has changed")


def play_ends(moment: Moment[R, S, M]) -> None:
    """Play ends, within the number of moves that the game promises."""
    most = moment.line.promises.max_moves
    if most is None:
        raise NotPromisedError("the game promises no longest play")
    require(
        moment.place <= most, f"{moment.place} moves were made; the game promises that it ends after {most} at most"
    )
    if moment.last and moment.line.crash is None and moment.game.legal_moves(moment.state):
        raise BrokenLawError(f"the game was broken off after {moment.place} moves")


def scores_are_in_bounds(moment: Moment[R, S, M]) -> None:
    """Scores are exact numbers, one a seat, within the bounds that the game promises, and winners are seats."""
    outcome, promises = moment.game.outcome(moment.state), moment.line.promises
    if outcome is None:
        return
    for seat, score in enumerate(outcome.scores):
        require(type(score) in (int, Fraction), f"the score of seat {seat} is {score!r}, no exact number")
        if promises.score_range is not None:
            least, most = promises.score_range
            require(least <= score <= most, f"the score of seat {seat} is {score}, not from {least} to {most}")
    seats = range(len(outcome.scores))
    require(all(seat in seats for seat in outcome.winners), f"the winners {outcome.winners} are not all seats")
    require(len(set(outcome.winners)) == len(outcome.winners), f"the winners {outcome.winners} are named twice")


def money_adds_up(moment: Moment[R, S, M]) -> None:
    """What is paid adds up: in every state, and in the outcome."""
    promises = moment.line.promises
    if promises.money_total is None and promises.outcome_total is None:
        raise NotPromisedError("the game promises no sum of money or points")
    if promises.money_total is not None:
        held = promises.money_total(moment.state)
        require(type(held) in (int, Fraction), f"{held!r} is no exact amount")
        require(held == 0, f"seats, pots and banks hold {held} together, not 0")
    outcome = moment.game.outcome(moment.state)
    if promises.outcome_total is not None and outcome is not None:
        require(
            promises.outcome_total(outcome) == 0, f"the outcome adds up to {promises.outcome_total(outcome)}, not 0"
        )


def moves_parse_from_their_words(moment: Moment[R, S, M]) -> None:
    """Every legal move is read back from its words, in signs or letters."""
    moves = moment.game.legal_moves(moment.state)
    said: dict[tuple[str, ...], object] = {}
    for move in moves:
        typed = tokenize(words(move))
        require(typed not in said, f"{move!r} and {said.get(typed)!r} are both called {words(move)!r}")
        said[typed] = move
    for move in moves and [choice(moves, moment.rng) for _ in range(3)]:
        text = to_ascii(words(move)).upper()
        require(parse_move(text, moves) == move, f"{text!r} is read as {parse_move(text, moves)!r}, not as {move!r}")


def seats_are_symmetric(moment: Moment[R, S, M]) -> None:
    """With everything moved round the table, the scores move round with it."""
    line, turned = moment.line, moment.line.promises.rotated
    if turned is None:
        raise NotPromisedError("the game does not promise that the seats are alike")
    outcome = moment.game.outcome(moment.state)
    if outcome is None or line.seats < 2:
        return
    by = moment.rng.randrange(1, line.seats)
    state = _replayed(moment, turned(line.states[0], by), line.moves)
    other = moment.game.outcome(state)
    expected = tuple(outcome.scores[(seat - by) % line.seats] for seat in range(line.seats))
    scores = other.scores if other else "not there"
    require(scores == expected, f"turned by {by} seats, the scores are {scores}, not {expected}")


def suits_are_symmetric(moment: Moment[R, S, M]) -> None:
    """With suits renamed throughout, the outcome is the same."""
    line, suits = moment.line, moment.line.promises.symmetric_suits
    if not suits:
        raise NotPromisedError("the game does not promise that suits are alike")
    outcome = moment.game.outcome(moment.state)
    if outcome is None:
        return
    order: dict[Suit, Suit] = dict(zip(suits, shuffled(suits, moment.rng), strict=True))
    cards = rename_suits(order)
    state = _replayed(moment, line.states[0], tuple(replace_cards(move, cards, order) for move in line.moves))
    require(moment.game.outcome(state) == outcome, f"with the suits renamed {order}, the outcome is another")


def _replayed(moment: Moment[R, S, M], state: S, moves: tuple[M | Shuffled, ...]) -> S:
    for number, move in enumerate(moves, 1):
        try:
            state = moment.game.apply(state, move)
        except IllegalMoveError as error:
            raise BrokenLawError(f"move {number} is not allowed there: {error}") from error
    return state

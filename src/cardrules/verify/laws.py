"""The laws: what holds for every game, at every moment of it.

Each law is a function of a :class:`~cardrules.verify.line.Moment`. It returns when the law holds there, raises
:class:`~cardrules.verify.line.BrokenLawError` when it does not, and
:class:`~cardrules.verify.line.NotPromisedError` when the game says nothing that it could check. The first line of its
docstring states the law.
"""

import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from enum import Enum
from fractions import Fraction
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import FACE_DOWN, PACK_52, Card, Suit
from cardrules.chance import choice, shuffled
from cardrules.errors import MissingExtraError, RecordError
from cardrules.game import NATURE, Game, Shuffled, StateLike, pack_of, replay, shuffle
from cardrules.hands import Hand
from cardrules.moves import IllegalMoveError, words
from cardrules.reading import parse_move, tokens
from cardrules.text import plain
from cardrules.verify.elsewhere import digests, digests_elsewhere
from cardrules.verify.line import BrokenLawError, Line, Moment, NotPromisedError
from cardrules.verify.transform import bare, suits_renamed, with_cards, with_field
from cardrules.zones import Sight, Zone, cards_in, determinize, misdeclared, sights, view, view_of_move, zones

if TYPE_CHECKING:
    from cardrules.serial import Json

R = TypeVar("R")
T = TypeVar("T")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise BrokenLawError(message)


def cards_are_conserved(moment: Moment[R, S, M]) -> None:
    """Every state has the cards of the first, each in one place."""
    before, now = Counter(cards_in(moment.line.states[0])), Counter(cards_in(moment.state))
    lost, new = before - now, now - before
    _require(not lost, f"lost: {_text(lost)}")
    _require(not new, f"there twice, or from another pack: {_text(new)}")


def _text(cards: Counter[Card]) -> str:
    return " ".join(card.text for card in cards.elements())


def moves_are_listed_while_a_seat_acts(moment: Moment[R, S, M]) -> None:
    """There are legal moves exactly while a seat acts, all different, in the same order each time; then an outcome."""
    state, seat = moment.state, moment.state.to_act
    legal = moment.game.legal_moves(deepcopy(state))
    _require(isinstance(legal, tuple), f"legal_moves gives a {type(legal).__name__}, not a tuple")
    _require(seat is None or seat is NATURE or type(seat) is int, f"to_act is {seat!r}: no seat, NATURE or None")
    acts = seat is not None and seat is not NATURE
    _require(bool(legal) == acts, f"{len(legal)} legal moves while to_act is {seat!r}")
    if len(set(legal)) < len(legal):
        twice = next(move for place, move in enumerate(legal) if move in legal[:place])
        raise BrokenLawError(f"{words(twice)} is listed twice")
    _require(
        moment.game.legal_moves(deepcopy(state)) == legal,
        "asked again, the legal moves are others, or in another order",
    )
    ended = moment.game.outcome(state) is not None
    _require(ended == (seat is None), f"the outcome is {'there' if ended else 'missing'} while to_act is {seat!r}")


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
    legal, before = moment.game.legal_moves(moment.state), bare(deepcopy(moment.state))
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
    _require(bare(moment.state) == before, "a move that was refused has changed the state")


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
                yield with_field(move, field, other)


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


def nothing_changes_by_itself(moment: Moment[R, S, M]) -> None:
    """The functions are pure: the same call gives the same result, and no state is changed, nor any random generator."""
    state, game = moment.state, moment.game
    before, chance = bare(deepcopy(state)), random.getstate()
    try:
        key = hash(state)
    except TypeError as error:
        raise BrokenLawError(f"the state cannot be hashed: {error}") from error
    for move in _options(moment, most=6):
        random.seed(1)
        first = game.apply(deepcopy(state), move)
        random.seed(2)
        again = game.apply(deepcopy(state), deepcopy(move))
        _require(bare(first) == bare(again), f"{words(move)} gives different states from equal ones")
        _require(hash(first) == hash(again), f"{words(move)} gives states that hash differently")
    _require(game.outcome(state) == game.outcome(deepcopy(state)), "the outcome differs when asked again")
    random.setstate(chance)
    for move in _options(moment, most=2):
        game.apply(state, move)
    game.legal_moves(deepcopy(state))
    _require(random.getstate() == chance, "the random generator of Python's own has been used")
    _require(bare(state) == before, "the state was changed by a function that looked at it")
    _require(hash(state) == key, "the hash of the state has changed")


def play_ends(moment: Moment[R, S, M]) -> None:
    """Play ends, within the number of moves that the game promises."""
    most = moment.line.promises.moves
    if most is None:
        raise NotPromisedError("the game promises no longest play")
    _require(
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
        _require(type(score) in (int, Fraction), f"the score of seat {seat} is {score!r}, no exact number")
        if promises.scores is not None:
            least, most = promises.scores
            _require(least <= score <= most, f"the score of seat {seat} is {score}, not from {least} to {most}")
    seats = range(len(outcome.scores))
    _require(all(seat in seats for seat in outcome.winners), f"the winners {outcome.winners} are not all seats")
    _require(len(set(outcome.winners)) == len(outcome.winners), f"the winners {outcome.winners} are named twice")


def money_adds_up(moment: Moment[R, S, M]) -> None:
    """What is paid adds up: in every state, and in the outcome."""
    promises = moment.line.promises
    if promises.money is None and promises.total is None:
        raise NotPromisedError("the game promises no sum of money or points")
    if promises.money is not None:
        held = promises.money(moment.state)
        _require(type(held) in (int, Fraction), f"{held!r} is no exact amount")
        _require(held == 0, f"seats, pots and banks hold {held} together, not 0")
    outcome = moment.game.outcome(moment.state)
    if promises.total is not None and outcome is not None:
        _require(promises.total(outcome) == 0, f"the outcome adds up to {promises.total(outcome)}, not 0")


def views_hide_what_zones_say(moment: Moment[R, S, M]) -> None:
    """A view is the same phase with the same number of cards in each zone, and shows what the zones allow, no more."""
    state = moment.state
    for seat in (*range(moment.line.seats), None):
        seen = view(state, seat)
        _require(type(seen) is type(state), f"seat {seat} sees a {type(seen).__name__}")
        for whole, part in zip(zones(state), zones(seen), strict=True):
            _compare_zone(whole, part, seat)
        _require(_without_cards(state) == _without_cards(seen), f"seat {seat} sees other things than there are")
        _require(view(seen, seat) == seen, f"seat {seat} sees its own view in another way")


def _compare_zone(whole: Zone, part: Zone, seat: int | None) -> None:
    _require(len(whole.cards) == len(part.cards), f"seat {seat} sees {len(part.cards)} cards in {whole.name}")
    shown = [(card, seen) for card, seen in zip(whole.cards, part.cards, strict=True) if seen is not FACE_DOWN]
    _require(all(card is seen for card, seen in shown), f"seat {seat} sees other cards in {whole.name}")
    if whole.sight is Sight.OPEN:
        _require(len(shown) == len(whole.cards), f"{whole.name} lies open, but seat {seat} does not see all of it")
    if whole.sight is Sight.CLOSED or (whole.sight is Sight.OWNER and seat is None):
        _require(not shown, f"seat {seat} sees {shown and shown[0][0]} in {whole.name}, seen by {whole.sight.value}")


def _without_cards(state: StateLike) -> object:
    return bare(with_cards(state, dict.fromkeys(PACK_52, FACE_DOWN)))


def secrets_stay_secret(moment: Moment[R, S, M]) -> None:
    """What a seat has not seen does not show: with those cards changed among themselves its views are the same."""
    line = moment.line
    seat = choice(range(line.seats), moment.rng)
    start = _last_full_shuffle(line, moment.place)
    hidden = _unseen(line, start, moment.place, seat)
    _compare_views(line, start, moment.place, seat, _permuted(hidden, line, moment.rng))


def _last_full_shuffle(line: Line[R, S, M], place: int) -> int:
    """The place of the last shuffle of all the cards before ``place``; what came before it can no longer matter."""
    everything = len(cards_in(line.states[0]))
    full = (
        at
        for at in range(place - 1, -1, -1)
        if isinstance(move := line.moves[at], Shuffled) and len(move.cards) == everything
    )
    return next(full, 0)


def _unseen(line: Line[R, S, M], start: int, place: int, seat: int) -> list[Card]:
    """The cards, each once, of which ``seat`` saw no copy between the moments, nor moved one itself."""
    everything = cards_in(line.states[0])
    seen: set[Card] = set()
    if not line.moves[start:] or len(cards_in(line.moves[start])) < len(everything):
        seen.update(cards_in(view(line.states[start], seat)))
    for at in range(start, place):
        mover = line.states[at].to_act
        move = view_of_move(line.moves[at], mover if isinstance(mover, int) else None, seat)
        for shown in (move, view(line.states[at + 1], seat)):
            seen.update(card for zone in zones(shown) for card in zone.cards)
    return [card for card in dict.fromkeys(everything) if card not in seen]


def _permuted(hidden: list[Card], line: Line[R, S, M], rng: Random) -> dict[Card, Card]:
    """A permutation of all or some of the hidden cards, among those of which there are equally many copies."""
    copies = Counter(cards_in(line.states[0]))
    if rng.random() < 0.5:
        hidden = [card for card in hidden if rng.random() < 0.5]
    order: dict[Card, Card] = {}
    for count in sorted({copies[card] for card in hidden}):
        group = [card for card in hidden if copies[card] == count]
        order |= zip(group, shuffled(group, rng), strict=True)
    return order


def _compare_views(line: Line[R, S, M], start: int, place: int, seat: int, order: dict[Card, Card]) -> None:
    state = line.states[start]
    for at in range(start, place):
        try:
            state = line.game.apply(state, with_cards(line.moves[at], order))
        except IllegalMoveError:
            return  # with the other cards somebody could not have moved so: no more to compare
        theirs, ours = view(state, seat), view(line.states[at + 1], seat)
        _require(
            bare(theirs) == bare(ours), f"seat {seat} can tell from its view after {at + 1} moves{_why(ours, theirs)}"
        )


def _why(ours: StateLike, theirs: StateLike) -> str:
    if type(ours) is not type(theirs):
        return f": {type(ours).__name__}, with other hidden cards {type(theirs).__name__}"
    pairs = ((f.name, getattr(ours, f.name), getattr(theirs, f.name)) for f in attrs.fields(type(ours)))
    return "".join(
        f": {name} is {mine!r}, with other hidden cards {other!r}" for name, mine, other in pairs if mine != other
    )


def own_view_suffices(moment: Moment[R, S, M]) -> None:
    """The legal moves of a seat follow from what it sees."""
    state = moment.state
    if isinstance(state.to_act, int):
        seen = moment.game.legal_moves(view(state, state.to_act))
        _require(seen == moment.game.legal_moves(state), f"seat {state.to_act} sees other legal moves than it has")


def views_can_be_filled(moment: Moment[R, S, M]) -> None:
    """A view filled with the cards it hides is a state with that same view, and can be played on."""
    state, everything = moment.state, cards_in(moment.line.states[0])
    for seat in range(moment.line.seats):
        seen = view(state, seat)
        filled = determinize(seen, everything, moment.rng)
        _require(view(filled, seat) == seen, f"the view of seat {seat}, filled, looks different to it")
        _require(cards_in(filled) == everything, f"the view of seat {seat} was filled with other cards")
        if state.to_act == seat:
            for move in islice(moment.game.legal_moves(state), 5):
                moment.game.apply(filled, move)


def states_survive(moment: Moment[R, S, M]) -> None:
    """States survive copying and pickling, and records replay to equal states."""
    state = moment.state
    copies: dict[str, Callable[[], S]] = {
        "copied": lambda: copy(state),
        "copied deeply": lambda: deepcopy(state),
        "pickled": lambda: pickle.loads(pickle.dumps(state)),  # noqa: S301  # our own bytes
    }
    for done, again in copies.items():
        new = again()
        _require(new == state and bare(new) == bare(state), f"{done}, the state is another")
        _require(hash(new) == hash(state), f"{done}, the state hashes differently")
    if moment.last and moment.line.crash is None:
        record = pickle.loads(pickle.dumps(moment.line.record))  # noqa: S301  # our own bytes
        _require(replay(moment.game, record) == state, "replayed, the record gives another state")


def nothing_is_lost_in_json(moment: Moment[R, S, M]) -> None:
    """States, views, moves, outcomes and records come back from JSON as they were."""
    game, state = moment.game, moment.state
    form = _json(game)
    for seat in (None, *range(moment.line.seats)):
        _require_json(form.state, form.dumps, view(state, seat))
    _require_json(form.state, form.dumps, state)
    for move in islice(game.legal_moves(state), 5):
        _require_json(form.move, form.dumps, move)
    outcome = game.outcome(state)
    if outcome is not None:
        _require_json(form.outcome, form.dumps, outcome)
    if moment.last and moment.line.crash is None:
        _require_json(form.record, form.dumps, moment.line.record)


def _json(game: Game[R, S, M]) -> "Json[R, S, M]":
    try:
        from cardrules.serial import Json  # noqa: PLC0415  # it needs an extra of its own

        return Json(game)
    except (MissingExtraError, TypeError) as error:
        raise NotPromisedError(str(error)) from error


def _require_json(read: Callable[[str], object], write: Callable[[T], str], value: T) -> None:
    try:
        back = read(write(value))
    except (RecordError, TypeError) as error:
        raise BrokenLawError(f"the JSON of {value!r}: {error}") from error
    _require(back == value and bare(back) == bare(value), f"{value!r} comes back from JSON as {back!r}")


def moves_have_words(moment: Moment[R, S, M]) -> None:
    """Every legal move is read back from its words, in signs or letters."""
    moves = moment.game.legal_moves(moment.state)
    said: dict[tuple[str, ...], object] = {}
    for move in moves:
        typed = tokens(words(move))
        _require(typed not in said, f"{move!r} and {said.get(typed)!r} are both called {words(move)!r}")
        said[typed] = move
    for move in moves and [choice(moves, moment.rng) for _ in range(3)]:
        text = plain(words(move)).upper()
        _require(parse_move(text, moves) == move, f"{text!r} is read as {parse_move(text, moves)!r}, not as {move!r}")


def seats_are_alike(moment: Moment[R, S, M]) -> None:
    """With everything moved round the table, the scores move round with it."""
    line, turned = moment.line, moment.line.promises.turned
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
    _require(scores == expected, f"turned by {by} seats, the scores are {scores}, not {expected}")


def suits_are_alike(moment: Moment[R, S, M]) -> None:
    """With suits renamed throughout, the outcome is the same."""
    line, suits = moment.line, moment.line.promises.suits
    if not suits:
        raise NotPromisedError("the game does not promise that suits are alike")
    outcome = moment.game.outcome(moment.state)
    if outcome is None:
        return
    order: dict[Suit, Suit] = dict(zip(suits, shuffled(suits, moment.rng), strict=True))
    cards = suits_renamed(order)
    state = _replayed(moment, line.states[0], tuple(with_cards(move, cards, order) for move in line.moves))
    _require(moment.game.outcome(state) == outcome, f"with the suits renamed {order}, the outcome is another")


def _replayed(moment: Moment[R, S, M], state: S, moves: tuple[M | Shuffled, ...]) -> S:
    for number, move in enumerate(moves, 1):
        try:
            state = moment.game.apply(state, move)
        except IllegalMoveError as error:
            raise BrokenLawError(f"move {number} is not allowed there: {error}") from error
    return state


def zones_are_declared(moment: Moment[R, S, M]) -> None:
    """All cards lie in zones, a zone has one sight in all phases, and what owners see is a tuple by seat."""
    wrong = misdeclared(moment.state)
    _require(not wrong, f"{type(moment.state).__name__}: {'; '.join(wrong)}")
    if moment.last:
        known: dict[str, Sight] = {}
        for phase in dict.fromkeys(map(type, moment.line.states)):
            for name, sight in sights(phase).items():
                first = known.setdefault(name, sight)
                _require(first is sight, f"{name} is seen by {first.value}, in {phase.__name__} by {sight.value}")


def processes_agree(moment: Moment[R, S, M]) -> None:
    """Another process, with another hash seed, lists the same moves in the same order and comes to the same states."""
    line = moment.line
    if line.crash is not None:
        return
    for seed in (1, 2):
        there, here = digests_elsewhere(line, seed), digests(line.game, line.record)
        at = next((at for at, (one, other) in enumerate(zip(here, there, strict=False)) if one != other), None)
        _require(at is None, f"after {at} moves another process has other moves or another state")
        _require(len(here) == len(there), f"another process stops after {len(there) - 1} moves: {there[-1]}")


class Check(Protocol):
    """A law as a function."""

    __name__: str

    def __call__(self, moment: Moment[R, S, M], /) -> None:
        """Return if the law holds at the moment; raise if it does not, or if there is nothing to check."""
        ...


@frozen
class Law:
    """A law with its name and statement, and where in a line it is looked at."""

    check: Check
    moments: int | None
    """At how many moments of a line; ``None`` is at all. The last is always among them."""
    lines: int | None = None
    """On how many lines of a run; ``None`` is on all."""

    @property
    def name(self) -> str:
        """The name in words, "cards are conserved"."""
        return self.check.__name__.replace("_", " ")

    @property
    def statement(self) -> str:
        """What holds."""
        return (self.check.__doc__ or "").partition("\n")[0]

    def places(self, line: Line[R, S, M]) -> list[int]:
        """The places of the moments at which to look at ``line``, in order."""
        last = len(line.states) - 1
        if self.moments is None or self.moments > last:
            return list(range(last + 1))
        some = shuffled(range(last), Random(f"{line.seed}:{self.name}"))[: self.moments - 1]
        return sorted([*some, last])


LAWS: Final = (
    Law(cards_are_conserved, None),
    Law(moves_are_listed_while_a_seat_acts, 40),
    Law(listed_moves_apply, 20),
    Law(other_moves_are_refused, 6),
    Law(nothing_changes_by_itself, 8),
    Law(play_ends, 1),
    Law(scores_are_in_bounds, 1),
    Law(money_adds_up, None),
    Law(views_hide_what_zones_say, 4),
    Law(secrets_stay_secret, 6),
    Law(own_view_suffices, 40),
    Law(views_can_be_filled, 6),
    Law(states_survive, 6),
    Law(nothing_is_lost_in_json, 3),
    Law(moves_have_words, 20),
    Law(seats_are_alike, 1),
    Law(suits_are_alike, 1),
    Law(zones_are_declared, 40),
    Law(processes_agree, 1, lines=1),
)
"""All the laws, each with the number of moments of a line at which it is looked at."""

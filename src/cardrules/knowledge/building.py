"""Building a first world: play the evidence forward, and exchange hidden cards wherever it would end."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import floor, inf
from random import Random
from typing import Final, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.chance import choice, shuffled
from cardrules.game import Game, Shuffled, StateLike, pack_of, rulings_of
from cardrules.knowledge.drafts import Draft, Replay
from cardrules.knowledge.evidence import Evidence, Sighting
from cardrules.knowledge.guessing import Group, Guess, bits, take
from cardrules.knowledge.places import Key, Place, Tokens, codes, filled, landings, places
from cardrules.knowledge.tracing import landed, trace
from cardrules.seats import Seat
from cardrules.zones import Visibility, cards_in, view_of_move

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

TRIES: Final = 600
"""The number of random hands that are tried for a seat whose move would not be legal."""

DEALS: Final = 40
"""The most pairs of test shuffles that are made to learn where cards are dealt."""

ROUNDS: Final = 4
"""How often the cards that a move turns up are corrected before others are tried."""


class StuckError(Exception):
    """The evidence cannot be played on; the builder begins anew."""


class Builder(Guess[S, M]):
    """One attempt to build a draft that agrees with the evidence, and goes on with it as the evidence grows."""

    def __init__(self, game: Game[R, S, M], evidence: Evidence[S, M], before: S, rng: Random) -> None:
        """Begin in the state ``before`` the first sighting."""
        super().__init__(evidence, before, rng)
        self._game = game
        self._done = 0
        """The number of sightings that the draft leads through."""
        self.claims: dict[Seat | None, dict[Card, int]] = {}
        self.stirs: int = 0
        """The number of random hands that were tried."""

    def build(self) -> Draft:
        """Return a draft that leads through all sightings, those that were added since the last call too.

        Raises :class:`StuckError` if there is no way on, and :class:`~cardrules.moves.IllegalMoveError` if there is none since
        other cards were exchanged.
        """
        self.claims = _claims(self.evidence)
        for number, sighting in [*enumerate(self.evidence.sightings)][self._done :]:
            self.number = number
            self.past: tuple[S, list[int]] = self.state, self.tokens.at.copy()
            if isinstance(sighting.move, Shuffled):
                self._shuffle(number, sighting)
            else:
                self._move(number, sighting, sighting.move)
            self._look(number, sighting)
            self._done = number + 1
        return self.draft

    # Shuffles

    def _shuffle(self, number: int, sighting: Sighting[S, M]) -> None:
        pack = pack_of(self.state)
        if len(pack) == len(self.pack):
            self._deal(number, sighting, pack)
            return
        waiting = self._in_pack(pack)
        order = [waiting[card].pop() for card in shuffled(pack, self.rng)]
        self.draft.orders[number] = order
        was, self.state = self.state, self._game.apply(self.state, self.draft.shuffle(number))
        self.tokens: Tokens = landed(self._game, self.draft, number, self.tokens, was, self.state)

    def _in_pack(self, pack: Hand) -> dict[Card, list[int]]:
        """Return the physical cards that are shuffled: of copies those that the game offers, as far as they can be told apart."""
        here, apart = self.tokens.places, self.tokens.tell_apart()
        offered = set(map(id, pack_of(filled(self.state, apart))))
        copies = [
            (id(twin) not in offered, place.visibility is Visibility.CLOSED, token)
            for place, token, twin in zip(here, self.tokens.at, apart, strict=True)
        ]
        left, found = Counter(pack), defaultdict[Card, list[int]](list)
        for *_, token in sorted(copies):
            card = self.draft.cards[token]
            if take(left, card):
                found[card].append(token)
        return found

    def _trace(self, was: S, move: M) -> None:
        """Follow the cards through a move."""
        trace(self._game, self.tokens, was, move, self.state)

    def _deal(self, number: int, sighting: Sighting[S, M], pack: Hand) -> None:
        """Shuffle all the cards so that the seat sees what it saw, as far as test shuffles tell where positions go."""
        landing = self.draft.landing = self._landing(sighting, pack)
        rest = Counter(pack)
        order: list[Card | None] = [None] * len(pack)
        count: Counter[object] = Counter()
        for place in places(sighting.after):
            position = landing.get((place.key, count[place.key]))
            count[place.key] += 1
            if place.card is not FACE_DOWN and position is not None and order[position] is None and rest[place.card]:
                order[position] = place.card
                rest[place.card] -= 1
        others = iter(shuffled(rest.elements(), self.rng))
        self.draft.cards = [next(others) if card is None else card for card in order]
        self.draft.orders = {number: list(range(len(pack)))}
        self.state = self._game.apply(self.state, Shuffled(Hand(self.draft.cards)))
        self.tokens = Tokens.dealt(self.draft.cards, landing, places(self.state))
        self.seen: list[int] = [0] * len(pack)

    def _landing(self, sighting: Sighting[S, M], pack: Hand) -> Mapping[tuple[Key, int], int]:
        """Return where the positions of a shuffle go, by test shuffles of which one leads to the piles that the seat saw.

        Nearly always the first does; in others a card that is led at once tells who holds it.
        """
        wanted, order = places(sighting.after), list(range(len(pack)))
        found: Mapping[tuple[Key, int], int] = {}
        for _ in range(DEALS):
            tests = [Hand([code[position] for position in order]) for code in codes(pack)]
            first, second = (places(self._game.apply(self.state, Shuffled(test))) for test in tests)
            found = landings(tests, first, second)
            if _same_piles(first, wanted) and _same_piles(second, wanted):
                break
            order = shuffled(order, self.rng)
        return found

    # Moves

    def _move(self, number: int, sighting: Sighting[S, M], move: M) -> None:
        if sighting.mover is not None and sighting.mover != self.evidence.seat:
            self._hold(number, sighting)
            move = self._legal(number, sighting, move)
        before = self.state
        self.past = before, self.tokens.at.copy()
        self.state = self._game.apply(before, move)
        if not self._fits(sighting):
            before = self._turn(before, move, sighting)
        self._trace(before, move)

    def _fits(self, sighting: Sighting[S, M]) -> bool:
        """Return whether the state is of the phase that the seat saw, with as many cards in each pile."""
        same = type(self.state) is type(sighting.after)
        return same and _same_piles(places(self.state), places(sighting.after))

    def _hold(self, number: int, sighting: Sighting[S, M]) -> None:
        """Let the mover hold the cards that it names, and none of those that would have forbidden its move."""
        cards, seat = self.draft.cards, sighting.mover
        hand = self.hidden_hand(sighting)
        missing = Counter(sighting.named) - Counter(cards[token] for token in hand)
        for card in missing.elements():
            free = [token for token in hand if cards[token] not in sighting.named]
            free.sort(key=lambda token: (self.claims[seat].get(cards[token], -1) >= number, self.rng.random()))
            any(self.exchange(token, other) for token in free for other in self.copies(card, hand))
        excluded = bits(self.evidence.excluded(number, self.pack))
        if excluded:
            for token in hand:
                self.barred[token].append((number, excluded))
            self._clear(hand, excluded, sighting.named)

    def _clear(self, hand: Sequence[int], excluded: int, named: Sequence[Card]) -> None:
        cards = self.draft.cards
        outside = shuffled(set(self.tokens.at) - set(hand), self.rng)
        for token in hand:
            if 1 << cards[token].index & excluded and cards[token] not in named:
                fitting = [other for other in outside if not 1 << cards[other].index & excluded]
                any(self.exchange(token, other, fit=fit) for fit in (True, False) for other in fitting)

    def _legal(self, number: int, sighting: Sighting[S, M], move: M) -> M:
        """Return the move as it may have been made; try other hands for the mover until there is such a move."""
        found = self._matching(number, sighting, move)
        score = (0, 0) if found is not None else self._score(number, move)
        for _ in range(TRIES):
            if found is not None:
                break
            self.stirs += 1
            stirred = self._stir(sighting)
            now = self._score(number, move)
            if now < score:
                for one, other in reversed(stirred):
                    self.exchange(one, other)
            else:
                score, found = now, self._matching(number, sighting, move)
        if found is None:
            raise StuckError
        if sighting.hidden:
            self._put_down(number, sighting, move, found)
        return found

    def _score(self, number: int, move: M) -> tuple[int, float]:
        """Return how good the hand of the mover is: how far the draft still leads, and how near a listed move comes to ``move``.

        What is near can be told for moves with numbers, such as the points that are announced.
        """
        reached = Replay(self._game, self.evidence, self.before).run(self.draft, number)
        near = [_apart(listed, move) for listed in self._game.legal_moves(self.state) if type(listed) is type(move)]
        return reached if isinstance(reached, int) else number, -min(near, default=inf)

    def _matching(self, number: int, sighting: Sighting[S, M], move: M) -> M | None:
        legal = self._game.legal_moves(self.state)
        if not sighting.hidden:
            return move if move in legal or move in rulings_of(self._game, self.state) else None
        mover, seat = sighting.mover, self.evidence.seat
        kind = type(move)
        fitting = [made for made in legal if type(made) is kind and view_of_move(made, mover, seat) == move]
        claimed = {card for card, last in self.claims[mover].items() if last > number}
        scores = [sum(card in claimed for card in cards_in(made)) for made in fitting]
        best = [made for made, score in zip(fitting, scores, strict=True) if score == min(scores)]
        return choice(best, self.rng) if best else None

    def _stir(self, sighting: Sighting[S, M]) -> list[tuple[int, int]]:
        """Exchange some of the hidden cards of the mover, more often few than many, with others at random; return the pairs."""
        cards, draw = self.draft.cards, self.rng.random
        hand = [token for token in self.hidden_hand(sighting) if cards[token] not in sighting.named]
        outside = list(set(self.tokens.at) - set(hand))
        count = 1 + floor(draw() * draw() * len(hand)) if hand and outside else 0
        pairs = [(choice(hand, self.rng), choice(outside, self.rng)) for _ in range(count)]
        return [(one, other) for one, other in pairs if self.exchange(one, other, fit=True)]

    def _put_down(self, number: int, sighting: Sighting[S, M], move: M, made: M) -> None:
        """Note which physical cards a hidden move names."""
        pairs = zip(places(move), places(made), strict=True)
        held: dict[Card, list[int]] = defaultdict(list)
        for token in self.hidden_hand(sighting):
            held[self.draft.cards[token]].append(token)
        self.draft.orders[number] = [held[named.card].pop() for seen, named in pairs if seen.card is FACE_DOWN]

    def _turn(self, before: S, move: M, sighting: Sighting[S, M]) -> S:
        """Exchange cards that the move turns up before it is made, since others lead to another phase.

        Return the state before the move, then.
        """
        for _ in range(ROUNDS):
            wrong = self._wrong(before, move, sighting)
            self.state = before
            corrected = self.become(wrong, set())
            before = self.state
            if not corrected:
                break
            self.state = self._game.apply(before, move)
            if self._fits(sighting):
                return before
        self.state = before
        for tokens, cards in self._ways_up(sighting):
            groups = [([token], [card]) for token, card in zip(tokens, cards, strict=False)]
            if self.become(groups, set()):  # pragma: no branch  # nearly always the first way up can be gone
                before = self.state
                self.state = self._game.apply(before, move)
                if self._fits(sighting):
                    return before
                self.state = before
        raise StuckError

    def _wrong(self, before: S, move: M, sighting: Sighting[S, M]) -> list[Group]:
        """Return the cards that the move turned up and that are not what the seat saw, as far as piles are the same."""
        at, here = self.tokens.at, self.tokens.places
        self._trace(before, move)
        wrong = self.differences(places(sighting.after), in_order=self.evidence.ordered)
        self.tokens.at, self.tokens.places = at, here
        return wrong

    def _ways_up(self, sighting: Sighting[S, M]) -> Iterator[tuple[list[int], list[Card]]]:
        """Yield physical cards that may have been turned up, and what they are: the top cards of piles that got smaller."""
        was, now = (Counter(place.key for place in places(seen)) for seen in (sighting.before, sighting.after))
        known = Counter(cards_in(sighting.before)) + Counter(sighting.named)
        groups: dict[object, list[Card]] = defaultdict(list)
        for place in places(sighting.after):
            if place.card is not FACE_DOWN and not take(known, place.card):
                groups[place.key].append(place.card)
        piles: dict[Key, list[int]] = defaultdict(list)
        for place, token in zip(self.tokens.places, self.tokens.at, strict=True):
            if not place.shows(self.evidence.seat):
                piles[place.key].append(token)
        tops = [pile[: was[key] - now[key]] for key, pile in piles.items() if was[key] > now[key]]
        turned = sum(map(len, groups.values()))
        if turned > sum(map(len, tops)):  # what was turned up was replaced
            tops = [pile[:turned] for pile in piles.values()]
        for order in permutations(groups.values()) if len(groups) < 5 else ():
            for chosen in permutations(tops) if len(tops) < 5 else ():
                yield [token for top in chosen for token in top], [card for group in order for card in group]

    # What the seat sees

    def _look(self, number: int, sighting: Sighting[S, M]) -> None:
        """Exchange hidden cards until the seat sees what it saw."""
        for in_order in (self.evidence.ordered, True):
            if sighting.looks(self.state):
                break
            self._correct(number, sighting, in_order=in_order)
        if not sighting.looks(self.state):
            raise StuckError
        for token in self.shown():
            self.seen[token] = number + 1

    def _correct(self, number: int, sighting: Sighting[S, M], *, in_order: bool) -> None:
        """Exchange the cards that are not what the seat saw; a pile that is sorted need not have come in this order."""
        wanted = places(sighting.after)
        if not _same_piles(self.tokens.places, wanted):
            raise StuckError
        wrong = self.differences(wanted, in_order=in_order)
        right = self.shown().difference(token for tokens, _ in wrong for token in tokens)
        if not self.become(wrong, right):
            raise StuckError
        if not sighting.looks(self.state):
            self._redo(number, sighting)

    def _redo(self, number: int, sighting: Sighting[S, M]) -> None:
        """Make the last move again, with the cards as they are now: they may change what follows from it."""
        state, at = self.past
        before = filled(state, [self.draft.cards[token] for token in at])
        move = self.draft.move(number, sighting.move)
        self.state = self._game.apply(before, move)
        self.tokens = Tokens(at.copy(), places(before))
        if isinstance(move, Shuffled):
            self.tokens = landed(self._game, self.draft, number, self.tokens, before, self.state)
        else:
            self._trace(before, move)


def _claims(evidence: Evidence[S, M]) -> dict[Seat | None, dict[Card, int]]:
    """Return the cards that each seat will show by its moves, with the number of the last such move."""
    found: dict[Seat | None, dict[Card, int]] = defaultdict(dict)
    for number, sighting in enumerate(evidence.sightings):
        for card in sighting.named:
            found[sighting.mover][card] = number
    return found


def _apart(one: attrs.AttrsInstance, other: attrs.AttrsInstance) -> float:
    """Return how far the numbers in two moves of a kind are apart, such as the points that they announce."""
    pairs = [(getattr(one, field.name), getattr(other, field.name)) for field in attrs.fields(type(one))]
    return sum(abs(float(mine - theirs)) for mine, theirs in pairs if _is_number(mine) and _is_number(theirs))


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction)


def _same_piles(ours: Sequence[Place], theirs: Sequence[Place]) -> bool:
    return [place.key for place in ours] == [place.key for place in theirs]

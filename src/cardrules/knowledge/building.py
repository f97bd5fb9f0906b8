"""Building a first world: play the evidence forward, and exchange hidden cards wherever it would end."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Final, Generic, TypeVar

import attrs

from cardrules.cards import FACE_DOWN, Card, Hand
from cardrules.chance import choice, shuffled
from cardrules.game import Game, Shuffled, StateLike, pack_of, rulings_of
from cardrules.knowledge.alike import alike
from cardrules.knowledge.drafts import Draft
from cardrules.knowledge.evidence import Evidence, Sighting
from cardrules.knowledge.places import Key, Place, Tokens, codes, filled, landings, places
from cardrules.moves import IllegalMoveError
from cardrules.seats import Seat
from cardrules.zones import Visibility, cards_in, view_of_move

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

TRIES: Final = 300
"""The number of random hands that are tried for a seat whose move would not be legal."""


ROUNDS: Final = 4
"""How often the cards that a move turns up are corrected before others are tried."""

TRACELESS: Final = (IllegalMoveError, AttributeError, LookupError, TypeError, ValueError)
"""What a game may raise for cards that look like others and are not."""


def trace(game: Game[R, S, M], tokens: Tokens, was: S, move: M | Shuffled, state: S) -> None:
    """Follow the physical cards through a move that led from one state to another.

    If some cards look alike, the move is made once more with cards that can be told apart, as far as the game allows that.
    """
    now = places(state)
    if len({place.card for place in now}) < len(now):
        apart = tokens.tell_apart()
        shadow = filled(was, apart)
        try:
            if tokens.follow(now, apart, places(game.apply(shadow, move))):
                return
        except TRACELESS:
            pass
    tokens.move(now)


def landed(  # noqa: PLR0913, PLR0917  # a shuffle, its number, and the states around it
    game: Game[R, S, M], draft: Draft, number: int, tokens: Tokens, was: S, state: S
) -> Tokens:
    """Return where the physical cards lie after a shuffle of all or some of them."""
    now, order = places(state), draft.orders[number]
    if len(order) == len(now):
        return Tokens.dealt(draft.cards, draft.landing, now)
    apart = tokens.tell_apart()
    twins = {token: twin for twin, token in apart.items()}
    move: Shuffled = Shuffled(Hand([twins[token] for token in order]))
    try:
        if tokens.follow(now, apart, places(game.apply(filled(was, apart), move))):
            return tokens
    except TRACELESS:
        pass
    tokens.move(now)
    return tokens


class StuckError(Exception):
    """The evidence cannot be played on; the builder begins anew."""


class Builder(Generic[S, M]):
    """One attempt to build a draft that agrees with the evidence."""

    def __init__(self, game: Game[R, S, M], evidence: Evidence[S, M], before: S, rng: Random) -> None:
        """Begin in the state ``before`` the first sighting."""
        self._game: Game[R, S, M] = game
        self.evidence = evidence
        self.rng = rng
        self.state = before
        self.pack = cards_in(before)
        here = places(before)
        self.draft = Draft([place.card for place in here], {}, {})
        self.tokens = Tokens(list(range(len(here))), here)
        self.seen = [0] * len(here)
        """The number of the last state in which the seat saw each physical card; 0 for never."""
        self.barred: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """What each physical card cannot be: the numbers of sightings, and the bits of the cards."""
        self.claims = _claims(evidence)
        self.number = 0
        """The number of the sighting that is played."""
        self.past = self.state, self.tokens.at
        """The state before the last move, and the physical cards in its places."""

    def build(self) -> Draft:
        """Return a draft that leads through all sightings; raise :class:`StuckError` if there is no way on."""
        for number, sighting in enumerate(self.evidence.sightings):
            self.number = number
            self.past = self.state, self.tokens.at.copy()
            if isinstance(sighting.move, Shuffled):
                self._shuffle(number, sighting)
            else:
                self._move(number, sighting, sighting.move)
            self._look(number, sighting)
        return self.draft

    # Shuffles

    def _shuffle(self, number: int, sighting: Sighting[S, M]) -> None:
        pack = pack_of(self.state)
        if len(pack) == len(self.pack):
            self._deal(number, sighting, pack)
            return
        waiting: dict[Card, list[int]] = defaultdict(list)
        for card, count in Counter(pack).items():
            waiting[card] = self._in_pack(card, count)
        order = [waiting[card].pop() for card in shuffled(pack, self.rng)]
        self.draft.orders[number] = order
        was, self.state = self.state, self._game.apply(self.state, self.draft.shuffle(number))
        self.tokens = landed(self._game, self.draft, number, self.tokens, was, self.state)

    def _in_pack(self, card: Card, count: int) -> list[int]:
        """Return the copies of a card that are shuffled: those in a zone named ``pack``, or else those that lie open."""
        copies = [
            (place.key[0] != "pack", place.visibility is Visibility.CLOSED, token)
            for place, token in zip(self.tokens.places, self.tokens.at, strict=True)
            if place.card is card
        ]
        return [token for *_, token in sorted(copies)[:count]]

    def _trace(self, was: S, move: M) -> None:
        """Follow the cards through a move."""
        trace(self._game, self.tokens, was, move, self.state)

    def _deal(self, number: int, sighting: Sighting[S, M], pack: Hand) -> None:
        """Shuffle all the cards so that the seat sees what it saw, as far as test shuffles tell where positions go."""
        first, second = (places(self._game.apply(self.state, Shuffled(Hand(code)))) for code in codes(pack))
        landing = self.draft.landing = landings(pack, first, second)
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
        self.seen = [0] * len(pack)

    # Moves

    def _move(self, number: int, sighting: Sighting[S, M], move: M) -> None:
        if sighting.mover is not None and sighting.mover != self.evidence.seat:
            self._hold(number, sighting)
            move = self._legal(number, sighting, move)
        before = self.state
        self.past = before, self.tokens.at.copy()
        try:
            self.state = self._game.apply(before, move)
        except IllegalMoveError as error:
            raise StuckError from error
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
        hand = self._hidden_hand(seat)
        missing = Counter(sighting.named) - Counter(cards[token] for token in hand)
        for card in missing.elements():
            free = [token for token in hand if cards[token] not in sighting.named]
            free.sort(key=lambda token: (self.claims[seat].get(cards[token], -1) >= number, self.rng.random()))
            if not any(self._exchange(token, other) for token in free for other in self._copies(card, hand)):
                raise StuckError
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
                if not any(self._exchange(token, other, fit=fit) for fit in (True, False) for other in fitting):
                    raise StuckError

    def _legal(self, number: int, sighting: Sighting[S, M], move: M) -> M:
        """Return the move as it may have been made; try other hands for the mover until there is such a move."""
        found = self._matching(number, sighting, move)
        tries = TRIES
        while found is None:
            if not tries:
                raise StuckError
            tries -= 1
            self._stir(sighting.mover, sighting.named)
            found = self._matching(number, sighting, move)
        if sighting.hidden:
            self._put_down(number, sighting, move, found)
        return found

    def _matching(self, number: int, sighting: Sighting[S, M], move: M) -> M | None:
        legal = self._game.legal_moves(self.state)
        if not sighting.hidden:
            return move if move in legal or move in rulings_of(self._game, self.state) else None
        mover, seat = sighting.mover, self.evidence.seat
        kind = type(move)
        fitting = [made for made in legal if type(made) is kind and view_of_move(made, mover, seat) == move]
        if not fitting:
            return None
        claimed = {card for card, last in self.claims[mover].items() if last > number}
        scores = [sum(card in claimed for card in cards_in(made)) for made in fitting]
        return choice([made for made, score in zip(fitting, scores, strict=True) if score == min(scores)], self.rng)

    def _stir(self, seat: Seat | None, named: Sequence[Card]) -> None:
        """Exchange some of the hidden cards of a seat with others at random."""
        cards = self.draft.cards
        hand = [token for token in self._hidden_hand(seat) if cards[token] not in named]
        outside = list(set(self.tokens.at) - set(hand))
        if hand and outside:
            for _ in range(1 + int(self.rng.random() * len(hand))):
                self._exchange(choice(hand, self.rng), choice(outside, self.rng), fit=True)

    def _put_down(self, number: int, sighting: Sighting[S, M], move: M, made: M) -> None:
        """Note which physical cards a hidden move names."""
        shown, hand = places(move), self._hidden_hand(sighting.mover)
        order: list[int] = []
        for place, named in zip(shown, places(made), strict=True):
            if place.card is FACE_DOWN:
                order.append(
                    next(token for token in hand if self.draft.cards[token] is named.card and token not in order)
                )
        self.draft.orders[number] = order

    def _turn(self, before: S, move: M, sighting: Sighting[S, M]) -> S:
        """Exchange cards that the move turns up before it is made, since others lead to another phase.

        Return the state before the move, then.
        """
        for _ in range(ROUNDS):
            wrong = self._wrong(before, move, sighting)
            self.state = before
            if not all([self._becomes(token, card, ()) for token, card in wrong]):
                break
            self.state = self._game.apply(before := self.state, move)
            if self._fits(sighting):
                return before
        self.state = before
        for tokens, cards in self._ways_up(sighting):
            for token, card in zip(tokens, cards, strict=False):
                if not self._becomes(token, card, tokens):
                    break
            try:
                self.state = self._game.apply(before := self.state, move)
            except IllegalMoveError:
                continue
            if self._fits(sighting):
                return before
            self.state = before
        raise StuckError

    def _wrong(self, before: S, move: M, sighting: Sighting[S, M]) -> list[tuple[int, Card]]:
        """Return the cards that the move turned up and that are not what the seat saw, as far as piles are the same."""
        at, here = self.tokens.at, self.tokens.places
        self._trace(before, move)
        wrong = self._differences(places(sighting.after))
        self.tokens.at, self.tokens.places = at, here
        return [(token, card) for token, card in wrong if card is not FACE_DOWN]

    def _ways_up(self, sighting: Sighting[S, M]) -> Iterator[tuple[list[int], list[Card]]]:
        """Yield physical cards that may have been turned up, and what they are: the top cards of piles that got smaller."""
        was, now = (Counter(place.key for place in places(seen)) for seen in (sighting.before, sighting.after))
        known = Counter(cards_in(sighting.before)) + Counter(sighting.named)
        groups: dict[object, list[Card]] = defaultdict(list)
        for place in places(sighting.after):
            if place.card is not FACE_DOWN and not _take(known, place.card):
                groups[place.key].append(place.card)
        piles: dict[Key, list[int]] = defaultdict(list)
        for place, token in zip(self.tokens.places, self.tokens.at, strict=True):
            if not place.shows(self.evidence.seat):
                piles[place.key].append(token)
        tops = [pile[: was[key] - now[key]] for key, pile in piles.items() if was[key] > now[key]]
        for order in permutations(groups.values()) if len(groups) < 5 else ():
            for chosen in permutations(tops) if len(tops) < 5 else ():
                yield [token for top in chosen for token in top], [card for group in order for card in group]

    # What the seat sees

    def _look(self, number: int, sighting: Sighting[S, M]) -> None:
        """Exchange hidden cards until the seat sees what it saw."""
        seat, ordered = self.evidence.seat, self.evidence.ordered
        if not alike(self.state, sighting.after, seat, ordered=ordered):
            wanted = places(sighting.after)
            if not _same_piles(self.tokens.places, wanted):
                raise StuckError
            wrong = self._differences(wanted)
            right = self._shown().difference(token for token, _ in wrong)
            for token, card in wrong:
                if not self._becomes(token, card, right):
                    raise StuckError
                right.add(token)
            if not alike(self.state, sighting.after, seat, ordered=ordered):
                self._redo(number, sighting)
            if not alike(self.state, sighting.after, seat, ordered=ordered):
                raise StuckError
        for token in self._shown():
            self.seen[token] = number + 1

    def _shown(self) -> set[int]:
        """Return the physical cards that the seat sees now."""
        at = zip(self.tokens.places, self.tokens.at, strict=True)
        return {token for place, token in at if place.shows(self.evidence.seat)}

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

    def _differences(self, wanted: Sequence[Place]) -> list[tuple[int, Card]]:
        """Return the physical cards that are not what the seat saw in their places, and what they should be."""
        seen: dict[Key, list[Card]] = defaultdict(list)
        for place in wanted:
            seen[place.key].append(place.card)
        found: list[tuple[int, Card]] = []
        for key, (pile, sorted_) in self._visible_piles().items():
            cards = seen[key]
            if sorted_:
                missing = Counter(cards)
                wrong = [token for token in pile if not _take(missing, self.draft.cards[token])]
                found += zip(wrong, missing.elements(), strict=False)
            else:
                pairs = zip(pile, cards, strict=False)
                found += [(token, card) for token, card in pairs if self.draft.cards[token] is not card]
        return found

    def _visible_piles(self) -> dict[Key, tuple[list[int], bool]]:
        """Return the physical cards that the seat sees, by pile, and whether it knows no order in the pile."""
        found: dict[Key, tuple[list[int], bool]] = {}
        for place, token in zip(self.tokens.places, self.tokens.at, strict=True):
            if place.shows(self.evidence.seat):
                unordered = place.visibility is Visibility.OWNER and not self.evidence.ordered
                found.setdefault(place.key, ([], unordered))[0].append(token)
        return found

    def _becomes(self, token: int, card: Card, but: Iterable[int]) -> bool:
        """Let a physical card be ``card``, by an exchange with a copy of it elsewhere; return whether it is."""
        return self.draft.cards[token] is card or any(self._exchange(token, other) for other in self._copies(card, but))

    # Exchanges

    def _hidden_hand(self, seat: Seat | None) -> list[int]:
        """Return the physical cards in the zones of another seat."""
        return [
            token
            for place, token in zip(self.tokens.places, self.tokens.at, strict=True)
            if place.owner == seat and place.owner is not None
        ]

    def _copies(self, card: Card, but: Iterable[int]) -> list[int]:
        excluded = set(but)
        copies = [token for token in self.tokens.at if self.draft.cards[token] is card and token not in excluded]
        return shuffled(copies, self.rng)

    def _exchange(self, one: int, other: int, *, fit: bool = False) -> bool:
        """Let two physical cards change places or stories, if nobody can have noticed; return whether they did.

        If neither was ever seen, each becomes the card that the other was. If both went through a shuffle since, they
        change places in it. With ``fit`` neither may become a card that it cannot be.
        """
        cards = self.draft.cards
        if not self.seen[one] and not self.seen[other]:
            if fit and (self.bars(one, cards[other], 0) or self.bars(other, cards[one], 0)):
                return False
            cards[one], cards[other] = cards[other], cards[one]
        else:
            since = self._shuffle_of_both(one, other)
            if since is None:
                return False
            if fit and (self.bars(one, cards[other], since) or self.bars(other, cards[one], since)):
                return False
            self._trade(one, other, since)
        tokens = self.tokens
        self.state = filled(self.state, [cards[token] for token in tokens.at])
        tokens.places = places(self.state)
        return True

    def bars(self, token: int, card: Card, since: int = 0) -> bool:
        """Return whether a physical card cannot be ``card`` by what was seen from a sighting on."""
        return any(bits >> card.index & 1 for number, bits in self.barred[token] if number >= since)

    def _shuffle_of_both(self, one: int, other: int) -> int | None:
        """Return the number of a shuffle of both that came after the seat last saw either of them."""
        seen = max(self.seen[one], self.seen[other])
        fitting = [
            number
            for number, order in self.draft.orders.items()
            if number >= seen
            and isinstance(self.evidence.sightings[number].move, Shuffled)
            and one in order
            and other in order
        ]
        return choice(fitting, self.rng) if fitting else None

    def _trade(self, one: int, other: int, since: int) -> None:
        """Let two physical cards go each other's ways from a shuffle on."""
        swapped = {one: other, other: one}
        for number, order in self.draft.orders.items():
            if number >= since:
                order[:] = [swapped.get(token, token) for token in order]
        self.tokens.at = [swapped.get(token, token) for token in self.tokens.at]
        if since < self.number:
            self.past = self.past[0], [swapped.get(token, token) for token in self.past[1]]
        mine, theirs = self.barred[one], self.barred[other]
        self.barred[one] = [bar for bar in mine if bar[0] < since] + [bar for bar in theirs if bar[0] >= since]
        self.barred[other] = [bar for bar in theirs if bar[0] < since] + [bar for bar in mine if bar[0] >= since]


def _claims(evidence: Evidence[S, M]) -> dict[Seat | None, dict[Card, int]]:
    """Return the cards that each seat will show by its moves, with the number of the last such move."""
    found: dict[Seat | None, dict[Card, int]] = defaultdict(dict)
    for number, sighting in enumerate(evidence.sightings):
        for card in sighting.named:
            found[sighting.mover][card] = number
    return found


def bits(cards: Iterable[Card]) -> int:
    """Return a set of cards as an integer with a bit for each."""
    return sum(1 << card.index for card in set(cards))


def _take(cards: Counter[Card], card: Card) -> bool:
    """Take a card from those that are counted; return whether there was one."""
    if not cards[card]:
        return False
    cards[card] -= 1
    return True


def _same_piles(ours: Sequence[Place], theirs: Sequence[Place]) -> bool:
    return [place.key for place in ours] == [place.key for place in theirs]

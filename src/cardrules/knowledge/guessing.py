"""Guesses: a game as it may have come to a state, and exchanges of hidden cards that the seat cannot have noticed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from typing import Generic, TypeAlias, TypeVar

import attrs

from cardrules.cards import Card, Hand, by_index
from cardrules.chance import choice, shuffled
from cardrules.game import Shuffled, StateLike
from cardrules.knowledge.drafts import Draft
from cardrules.knowledge.evidence import Evidence, Sighting
from cardrules.knowledge.places import Key, Place, Tokens, filled, places
from cardrules.zones import Visibility, cards_in

S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

Group: TypeAlias = tuple[list[int], list[Card]]
"""Physical cards, and what they should be in some order."""


class Guess(Generic[S, M]):
    """A state to which the game may have come, and how; its hidden cards can be exchanged."""

    def __init__(self, evidence: Evidence[S, M], before: S, rng: Random) -> None:
        """Begin in the state ``before`` the first sighting."""
        self.evidence = evidence
        self.before = before
        self.rng = rng
        self.pack: Hand = cards_in(before)
        here = places(before)
        self.draft: Draft = Draft([place.card for place in here], {}, {})
        self.tokens: Tokens = Tokens(list(range(len(here))), here)
        self._state, self._stale = before, False
        self.seen: list[int] = [0] * len(here)
        """The number of the last state in which the seat saw each physical card; 0 for never."""
        self.barred: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """What each physical card cannot be: the numbers of sightings, and the bits of the cards."""
        self.number = 0
        """The number of the sighting that is played."""
        self.past: tuple[S, list[int]] = before, self.tokens.at
        """The state before the last move, and the physical cards in its places."""

    @property
    def state(self) -> S:
        """The state, with the cards as they are after all exchanges."""
        if self._stale:  # exchanges come in groups: to put the cards in place once halves the time
            self._state = filled(self._state, [self.draft.cards[token] for token in self.tokens.at])
            self.tokens.places = places(self._state)
            self._stale = False
        return self._state

    @state.setter
    def state(self, state: S) -> None:
        """Go on from another state, in which the cards lie where they should."""
        self._state, self._stale = state, False

    def hidden_hand(self, sighting: Sighting[S, M]) -> list[int]:
        """Return the physical cards in the hand of the mover."""
        at = list(zip(self.tokens.places, self.tokens.at, strict=True))
        return [token for place, token in at if place.key == sighting.hand] or [
            token for place, token in at if place.owner == sighting.mover and place.owner is not None
        ]

    def copies(self, card: Card, but: Iterable[int]) -> list[int]:
        """Return the copies of a card, in a random order."""
        excluded = set(but)
        copies = [token for token in self.tokens.at if self.draft.cards[token] is card and token not in excluded]
        return shuffled(copies, self.rng)

    def exchange(self, one: int, other: int, *, fit: bool = False) -> bool:
        """Let two physical cards change places or stories, if nobody can have noticed; return whether they did.

        If neither was ever seen, each becomes the card that the other was. If both went through a shuffle since, they
        change places in it. With ``fit`` neither may become a card that it cannot be.
        """
        cards = self.draft.cards
        never = not self.seen[one] and not self.seen[other]
        since = 0 if never else self._shuffle_of_both(one, other)
        if since is None or (fit and (self.bars(one, cards[other], since) or self.bars(other, cards[one], since))):
            return False
        if never:
            cards[one], cards[other] = cards[other], cards[one]
        else:
            self._trade(one, other, since)
        self._stale = True
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

    def shown(self) -> set[int]:
        """Return the physical cards that the seat sees now."""
        at = zip(self.tokens.places, self.tokens.at, strict=True)
        return {token for place, token in at if place.shows(self.evidence.seat)}

    def differences(self, wanted: Sequence[Place], *, in_order: bool) -> list[Group]:
        """Return the physical cards that are not what the seat saw in their places, and what they should be, by pile."""
        seen: dict[Key, list[Card]] = defaultdict(list)
        for place in wanted:
            seen[place.key].append(place.card)
        found: list[Group] = []
        for key, (pile, unordered) in self._visible_piles().items():
            cards = seen[key]
            if unordered or (not in_order and cards == sorted(cards, key=by_index)):
                missing = Counter(cards)
                wrong = [token for token in pile if not take(missing, self.draft.cards[token])]
                found.append((wrong, list(missing.elements())))
            else:
                found += [([token], [card]) for token, card in zip(pile, cards, strict=False)]
        return found

    def _visible_piles(self) -> dict[Key, tuple[list[int], bool]]:
        """Return the physical cards that the seat sees, by pile, and whether it knows no order in the pile."""
        found: dict[Key, tuple[list[int], bool]] = {}
        for place, token in zip(self.tokens.places, self.tokens.at, strict=True):
            if place.shows(self.evidence.seat):
                unordered = place.visibility is Visibility.OWNER and not self.evidence.ordered
                found.setdefault(place.key, ([], unordered))[0].append(token)
        return found

    def become(self, groups: Iterable[Group], right: set[int]) -> bool:
        """Let physical cards be others, in any order within a group, and leave those alone that are ``right``.

        Return whether they are. Cards that change places stand for each other from then on.
        """
        at = self.tokens.at
        place_of = {token: place for place, token in enumerate(at)}
        done = {place_of[token] for token in right}
        for tokens, cards in groups:
            waiting = shuffled(cards, self.rng)
            for place in [place_of[token] for token in tokens][: len(cards)]:
                but = {self.tokens.at[other] for other in done}
                card = next((card for card in waiting if self.becomes(self.tokens.at[place], card, but)), None)
                if card is None:
                    return False
                waiting.remove(card)
                done.add(place)
        return True

    def becomes(self, token: int, card: Card, but: Iterable[int]) -> bool:
        """Let a physical card be ``card``, by an exchange with a copy of it elsewhere; return whether it is."""
        if self.draft.cards[token] is card:
            return True
        copies = self.copies(card, but)
        return any(self.exchange(token, other) for other in copies) or self._by_way_of_another(token, copies, but)

    def _by_way_of_another(self, token: int, copies: Sequence[int], but: Iterable[int]) -> bool:
        """Let a card that was shuffled with this one be one of ``copies``, and then trade with it; return whether it did."""
        place = self.tokens.at.index(token)
        for mate in shuffled(self._shuffled_with(token).difference(but), self.rng):
            where = self.tokens.at.index(mate)
            for other in copies:
                if mate != other and self.exchange(mate, other):
                    return self.exchange(self.tokens.at[place], self.tokens.at[where])
        return False

    def _shuffled_with(self, token: int) -> set[int]:
        """Return the other cards that went through a shuffle with this one since the seat last saw it."""
        found: set[int] = set()
        for number, order in self.draft.orders.items():
            if number >= self.seen[token] and token in order:
                found.update(order)
        return found - {token}


def bits(cards: Iterable[Card]) -> int:
    """Return a set of cards as an integer with a bit for each."""
    return sum(1 << card.index for card in set(cards))


def take(cards: Counter[Card], card: Card) -> bool:
    """Take a card from those that are counted; return whether there was one."""
    if not cards[card]:
        return False
    cards[card] -= 1
    return True

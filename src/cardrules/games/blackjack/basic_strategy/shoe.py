"""Shoes by the number of cards of each value, and what comes from them: the dealer's hand, and insurance."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.cards import Card, Hand
from cardrules.errors import NoSuchCardError
from cardrules.games.blackjack.boxes import insurance_wins
from cardrules.games.blackjack.hands import VALUES, is_blackjack, must_draw, total, worth
from cardrules.games.blackjack.rules import Rules

FACES: Final = Hand.parse("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S")
"""One card of each value, which stands for all cards of that value."""

Chances: TypeAlias = Mapping[int, Fraction]
"""The probability of each :func:`~cardrules.games.blackjack.hands.worth`."""


def _are_counts(_: object, _attribute: object, counts: tuple[int, ...]) -> None:
    if len(counts) != len(FACES) or min(counts) < 0:
        raise ValueError(f"a shoe has {len(FACES)} numbers of cards, each 0 or more, not {counts}")


@frozen
class Shoe:
    """The number of cards of each value in a shoe; raises ``ValueError`` unless there are ten, each 0 or more."""

    cards: tuple[int, ...] = field(validator=_are_counts)
    """The numbers of cards that count 1 (the aces), 2, and so on to 10."""
    endless: bool = False
    """Whether drawing a card leaves all probabilities as they are."""

    @classmethod
    def of(cls, decks: int) -> "Shoe":
        """Return the shoe of some packs; raise ``ValueError`` for fewer than one."""
        if decks < 1:
            raise ValueError(f"a shoe has 1 pack or more, not {decks}")
        return cls((*(4 * decks for _ in range(9)), 16 * decks))

    def without(self, cards: Iterable[Card]) -> "Shoe":
        """Return the shoe without ``cards``.

        Raises :class:`~cardrules.errors.NoSuchCardError` if the shoe lacks one, and ``ValueError`` for a card that no
        shoe has, such as a joker.
        """
        counts = list(self.cards)
        for card in cards:
            if card not in VALUES:
                raise ValueError(f"a shoe has cards of the pack, not {card}")
            if not counts[VALUES[card] - 1]:
                raise NoSuchCardError(card, [face for face, count in zip(FACES, counts, strict=True) if count])
            counts[VALUES[card] - 1] -= not self.endless
        return self if self.endless else Shoe(tuple(counts))

    def draws(self) -> Iterator[tuple[Card, Fraction]]:
        """Yield one card of each value that is left, with its probability; raise ``ValueError`` if none is left."""
        number = sum(self.cards)
        if not number:
            raise ValueError("the shoe has no card left")
        for card, count in zip(FACES, self.cards, strict=True):
            if count:
                yield card, Fraction(count, number)


ENDLESS: Final = Shoe((1, 1, 1, 1, 1, 1, 1, 1, 1, 4), endless=True)
"""A shoe of so many packs that the cards drawn make no difference, as tables of basic strategy assume."""


def dealer_results(rules: Rules, dealer: Hand, shoe: Shoe = ENDLESS) -> Chances:
    """Return the probability of each final worth of a dealer who has the cards ``dealer`` and draws from ``shoe``.

    The keys are values of :func:`~cardrules.games.blackjack.hands.worth`: 0 for over 21, 22 for Blackjack. Raise
    ``ValueError`` if the shoe may run out of cards, and for cards that no shoe has.
    """
    ENDLESS.without(dealer)  # refuses cards that no shoe has
    return results_from(rules, dealer, shoe, {})


def results_from(rules: Rules, dealer: Hand, shoe: Shoe, known: dict[object, "Ways"]) -> Chances:
    """Return what :func:`dealer_results` does; ``known`` is a cache for any hands and shoes under the same rules."""
    orders, ways = _ways(rules, dealer, shoe, known)
    return {result: Fraction(number, orders) for result, number in sorted(ways.items())}


Ways: TypeAlias = tuple[int, Mapping[int, int]]
"""The number of orders in which the next cards may come, and how many of them lead to each worth."""


def _ways(rules: Rules, dealer: Hand, shoe: Shoe, known: dict[object, Ways]) -> Ways:
    if not must_draw(rules, total(dealer)):
        return 1, {worth(dealer): 1}
    cards = sum(shoe.cards)
    if not cards:
        raise ValueError(f"the shoe is empty, and the dealer, who has {dealer}, must draw")
    same = (total(dealer), min(len(dealer), 2), shoe)  # the result depends on nothing else
    if same not in known:
        # Whole numbers take a third of the time of fractions, which most of the time of a whole strategy is spent on.
        drawn = [(count, (card,)) for card, count in zip(FACES, shoe.cards, strict=True) if count]
        after = [(count, *_ways(rules, dealer.plus(card), shoe.without(card), known)) for count, card in drawn]
        most = max(orders for _, orders, _ in after)  # for the most cards, and a multiple of the others
        ways: dict[int, int] = defaultdict(int)
        for count, orders, found in after:
            times = count * (most // orders)
            for result, number in found.items():
                ways[result] += times * number
        known[same] = cards * most, ways
    return known[same]


def insurance_value(shoe: Shoe = ENDLESS) -> Fraction:
    """Return what 1 put on insurance wins on average, if the dealer's hidden or second card comes from ``shoe``."""
    ace = FACES[0]
    wins_of_two = (
        probability * insurance_wins(2, blackjack=is_blackjack(Hand((ace, card)))) for card, probability in shoe.draws()
    )
    return sum(wins_of_two, Fraction(0))

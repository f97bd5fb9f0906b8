"""Basic strategy: the best play in Blackjack with any options, and what it wins, as exact fractions.

The moves of a hand, the dealer's play and the settlement come from the functions that :mod:`cardrules.games.blackjack`
plays with; this module adds only chances and averages. All averages are for a bet of 1.

>>> from cardrules.games.blackjack.basic_strategy import expectation
>>> from cardrules.games.blackjack import Rules
>>> print(f"{float(expectation(Rules())):.6f}")
0.000980
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.cards import Card, Hand
from cardrules.errors import NoSuchCardError, RulesError
from cardrules.games.blackjack.boxes import half, insurance_wins
from cardrules.games.blackjack.hands import (
    NATURAL,
    VALUES,
    is_blackjack,
    moves_of,
    must_draw,
    surrender_first,
    total,
    wins,
    worth,
)
from cardrules.games.blackjack.moves import DOUBLE, HIT, SPLIT, STAND, SURRENDER, HandMove
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
    return _results(rules, dealer, shoe, {})


def _results(rules: Rules, dealer: Hand, shoe: Shoe, known: dict[object, Chances]) -> Chances:
    if not must_draw(rules, total(dealer)):
        return {worth(dealer): Fraction(1)}
    if not sum(shoe.cards):
        raise ValueError(f"the shoe is empty, and the dealer, who has {dealer}, must draw")
    same = (total(dealer), min(len(dealer), 2), shoe)  # the result depends on nothing else
    if same not in known:
        chances: dict[int, Fraction] = defaultdict(Fraction)
        for card, probability in shoe.draws():
            for result, chance in _results(rules, dealer.plus((card,)), shoe.without((card,)), known).items():
                chances[result] += probability * chance
        known[same] = dict(sorted(chances.items()))
    return known[same]


def insurance_value(shoe: Shoe = ENDLESS) -> Fraction:
    """Return what 1 put on insurance wins on average, if the dealer's hidden or second card comes from ``shoe``."""
    ace = FACES[0]
    wins_of_two = (
        probability * insurance_wins(2, blackjack=is_blackjack(Hand((ace, card)))) for card, probability in shoe.draws()
    )
    return sum(wins_of_two, Fraction(0))


def expectation(rules: Rules, shoe: Shoe = ENDLESS) -> Fraction:
    """Return what a box, alone at the table, wins on average by the best play in a round that begins with ``shoe``.

    The box insures where that pays, which it never does with an endless shoe. With any other shoe this takes minutes.
    Raises :class:`~cardrules.errors.RulesError` as :class:`Against` does, and where hands may be split from a shoe that
    is not endless; raise ``ValueError`` if the shoe may run out of cards.
    """
    return sum((probability * Against(rules, up, shoe).expectation for up, probability in shoe.draws()), Fraction(0))


@frozen(eq=False)
class Against:
    """The best play of a box, alone at the table, against a dealer who shows the card ``up``.

    Raises :class:`~cardrules.errors.RulesError` if hands may be split with ``original_bets_only``, where the best move
    of a hand depends on what the other hands of its box have lost. The methods raise it for a hand that may be split
    from a shoe that is not endless, because each half changes what the other can draw. All raise as
    :meth:`Shoe.without` does for cards that the shoe lacks.
    """

    rules: Rules
    up: Card
    shoe: Shoe = ENDLESS
    """The shoe that the round begins with; the card ``up`` and the cards of a hand come from it."""
    _standing: dict[object, Fraction] = field(factory=dict, init=False, repr=False)
    _played: dict[object, Fraction] = field(factory=dict, init=False, repr=False)
    _dealt: dict[object, Chances] = field(factory=dict, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.left(Hand())  # checks that the shoe has the dealer's card
        if self.rules.original_bets_only and self.rules.max_hands != 1:
            raise RulesError(
                "original_bets_only has no basic strategy where hands may be split, because the hands of a box depend on "
                "each other; use max_hands=1"
            )

    def left(self, cards: Hand) -> Shoe:
        """Return the rest of the shoe, the dealer's hidden card included, when a box has ``cards``."""
        return self.shoe.without((self.up, *cards))

    def blackjack(self, cards: Hand) -> Fraction:
        """Return the probability that the peek ends the round, when a box has ``cards``; 0 without a peek."""
        if not self.rules.peek:
            return Fraction(0)
        draws = self.left(cards).draws()
        return sum((probability for card, probability in draws if is_blackjack(Hand((self.up, card)))), Fraction(0))

    def results(self, cards: Hand) -> Chances:
        """Return the probability of each final worth of the dealer's hand when a box with ``cards`` plays.

        That is after the peek, if there is one. Raises ``ValueError`` if the dealer is sure to have Blackjack, and as
        :func:`dealer_results` does.
        """
        playing = self._playing(cards)
        results = _results(self.rules, Hand((self.up,)), self.left(cards), self._dealt).items()
        return {result: chance / playing for result, chance in results if result != NATURAL or not self.rules.peek}

    def _playing(self, cards: Hand) -> Fraction:
        """Return the probability, before the peek, that the peek does not end the round."""
        playing = 1 - self.blackjack(cards)
        if not playing:
            raise ValueError("no box plays: with the rest of the shoe the dealer is sure to have Blackjack")
        return playing

    def draws(self, cards: Hand) -> Iterator[tuple[Card, Fraction]]:
        """Yield one card of each value that a box with ``cards`` may draw next, with its probability.

        Raises ``ValueError`` if no card is left, or if the dealer is sure to have Blackjack.
        """
        rest = self.left(cards)
        if rest.endless or not self.rules.peek:
            yield from rest.draws()
            return
        number = sum(rest.cards)
        others = number * self._playing(cards)
        for card, probability in rest.draws():
            expected = number * probability
            if not is_blackjack(Hand((self.up, card))):
                expected -= expected / others  # after the peek, one of these cards is the dealer's
            if expected:
                yield card, expected / (number - 1)

    def values(self, cards: Hand, hands: int = 1) -> Mapping[HandMove, Fraction]:
        """Return what each move of a hand wins on average, followed by the best play; nothing if it has no choice.

        ``hands`` is the number of hands in its box. The value of a split is what both halves win, if no other hand of
        the box waits for its second card. After a peek the dealer does not have Blackjack.
        """
        return {move: self._value(move, cards, hands) for move in self._moves(cards, hands)}

    def _moves(self, cards: Hand, hands: int) -> tuple[HandMove, ...]:
        rest = self.left(cards)
        moves = moves_of(self.rules, cards, hands, more=rest.endless or sum(rest.cards) > self.rules.hole_card)
        if not self.shoe.endless and (hands > 1 or SPLIT in moves):
            raise RulesError(
                "the value of a split is known for an endless shoe only, because in any other the halves depend on "
                "each other; use ENDLESS, or rules with max_hands=1"
            )
        return moves

    def _value(self, move: HandMove, cards: Hand, hands: int) -> Fraction:
        if move is STAND:
            return self._stand(cards, hands)
        if move is HIT:
            return self._after_a_card(cards, hands, self._unsplit)
        if move is DOUBLE:
            return self._after_a_card(cards, hands, self._doubled)
        if move is SPLIT:
            return self._halves(cards, hands)
        return Fraction(half(-1))

    def _stand(self, cards: Hand, hands: int) -> Fraction:
        mine = worth(cards, hands)
        if not mine:
            return Fraction(-1)
        same = (mine, self.left(cards))
        if same not in self._standing:
            chances = self.results(cards).items()
            self._standing[same] = sum(
                (chance * wins(self.rules, mine, dealers) for dealers, chance in chances), Fraction(0)
            )
        return self._standing[same]

    def _doubled(self, cards: Hand, hands: int) -> Fraction:
        """Return what a hand wins that has been doubled and has got its card."""
        only_first = self.rules.original_bets_only and worth(cards, hands)  # 3.2
        back = self.results(cards).get(NATURAL, Fraction(0)) if only_first else 0
        return 2 * self._stand(cards, hands) + back

    def _after_a_card(self, cards: Hand, hands: int, value: Callable[[Hand, int], Fraction]) -> Fraction:
        """Return the average of ``value`` after a hand has taken a card."""
        drawn = ((cards.plus((card,)), probability) for card, probability in self.draws(cards))
        return sum((probability * value(more, hands) for more, probability in drawn), Fraction(0))

    def _unsplit(self, cards: Hand, hands: int) -> Fraction:
        """Return what a hand wins by its best move other than to split."""
        # Of a longer hand only the total matters; of a split hand it also matters whether it began with an ace.
        pair = cards if len(cards) == 2 else None
        same = (total(cards), pair, hands > 1, hands > 1 and VALUES[cards[0]] == 1, self.left(cards))
        if same not in self._played:
            moves = [move for move in self._moves(cards, hands) if move is not SPLIT] or [STAND]
            self._played[same] = max(self._value(move, cards, hands) for move in moves)
        return self._played[same]

    def _halves(self, pair: Hand, hands: int) -> Fraction:
        """Return what both halves of ``pair`` win, if its box has ``hands`` hands and no other waits for a card."""
        half_hand, alike = Hand(pair[:1]), VALUES[pair[0]]
        draws = list(ENDLESS.draws())
        others = ((half_hand.plus((card,)), probability) for card, probability in draws if VALUES[card] != alike)
        other = sum((probability * self._unsplit(cards, 2) for cards, probability in others), Fraction(0))
        again = next(probability for card, probability in draws if VALUES[card] == alike)
        kept = self._unsplit(pair, 2)
        most = self.rules.max_hands
        if SPLIT not in moves_of(self.rules, pair, hands + 1):  # 2.6: no split again
            return 2 * (other + again * kept)
        if most is None:
            # The value h of a half that is split again whenever it can be: h = other + again * 2h.
            return 2 * max(other + again * kept, other / (1 - 2 * again))
        # With a limit: the value of the hands that wait for their second card, by their number, from the limit down.
        waiting = [number * (other + again * kept) for number in range(most + 1)]
        for count in range(most - 1, hands, -1):
            fewer = [Fraction(0)]
            for number in range(1, count + 1):
                fewer.append(other + (1 - again) * fewer[-1] + again * max(kept + fewer[-1], waiting[number + 1]))
            waiting = fewer
        return waiting[2]

    def best(self, cards: Hand, hands: int = 1) -> Fraction:
        """Return what a hand wins on average by its best move, or as it is if it has no choice."""
        values = self.values(cards, hands)
        return max(values.values()) if values else self._stand(cards, hands)

    def before(self, cards: Hand) -> Fraction:
        """Return what the first two cards win on average before the peek, if the box does not surrender there."""
        blackjack = self.blackjack(cards)
        played = self.best(cards) if blackjack < 1 else 0
        return (1 - blackjack) * played + blackjack * wins(self.rules, worth(cards), NATURAL)

    def gives_up(self, cards: Hand) -> bool:
        """Return whether the best play is to surrender the first two cards before the peek."""
        return surrender_first(self.rules) and self.before(cards) < half(-1)

    @cached_property
    def expectation(self) -> Fraction:
        """The average win of a box."""
        return sum(
            (
                first * second * (self._insurance(cards) + (half(-1) if self.gives_up(cards) else self.before(cards)))
                for one, first in self.left(Hand()).draws()
                for other, second in self.left(Hand((one,))).draws()
                for cards in [Hand((one, other))]
            ),
            Fraction(0),
        )

    def _insurance(self, cards: Hand) -> Fraction:
        """Return what a box with these cards wins by insurance, 0 if that does not pay (2.2)."""
        offered = self.rules.insurance and VALUES[self.up] == 1
        return max(insurance_value(self.left(cards)) / 2, Fraction(0)) if offered else Fraction(0)


LETTERS: Final[Mapping[HandMove, str]] = {HIT: "h", STAND: "s", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
"""The letters of the moves in a table."""


def table(rules: Rules) -> str:
    """Return the best play of the first two cards as text: hard totals, soft totals and pairs, by the dealer's card.

    The letters are ``h`` for hit, ``s`` for stand, ``D`` for double, ``P`` for split and ``R`` for surrender; a second
    letter tells what to do where the first move is not allowed. Raises :class:`~cardrules.errors.RulesError` as
    :class:`Against` does.
    """
    ups = Hand((*FACES[1:], FACES[0]))
    against = [Against(rules, up) for up in ups]
    sections = [
        [
            _row(title, map(_short, ups)),
            *(_row(name, (_advice(play, cards) for play in against)) for name, cards in hands),
        ]
        for title, hands in (("hard", HARD), ("soft", SOFT), ("pair", PAIRS))
    ]
    return "\n\n".join(map("\n".join, sections))


def _row(name: str, cells: Iterable[str]) -> str:
    """Return a line of the table; names have up to five characters, cells up to two."""
    return f"{name:5}  {'  '.join(f'{cell:2}' for cell in cells)}".rstrip()


def _short(card: Card) -> str:
    return card.rank.value


HARD: Final = tuple(
    (str(points), Hand((FACES[max(points - 10, 2) - 1], FACES[points - max(points - 10, 2) - 1])))
    for points in range(5, 20)
)
"""A hand of two different cards, without an ace, for each possible total."""

SOFT: Final = tuple((f"A {_short(card)}", Hand((FACES[0], card))) for card in FACES[1:9])
"""The hands of an ace and another card, except Blackjack and two aces."""

PAIRS: Final = tuple((f"{_short(card)} {_short(card)}", Hand((card, card))) for card in (*FACES[1:], FACES[0]))
"""The hands of two cards of one value."""


def _advice(play: Against, cards: Hand) -> str:
    values = dict(play.values(cards))
    if play.gives_up(cards):
        values[SURRENDER] = max(values.values()) + 1
    best = max(values, key=values.__getitem__)
    if best in (HIT, STAND):
        return LETTERS[best]
    plain = max((move for move in (HIT, STAND) if move in values), key=values.__getitem__)
    return LETTERS[best] + LETTERS[plain]

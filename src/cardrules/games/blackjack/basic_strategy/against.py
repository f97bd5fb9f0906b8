"""The best play of a box against one card of the dealer, and what it wins."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeAlias

from attrs import field, frozen

from cardrules.cards import Card, Hand
from cardrules.errors import RulesError
from cardrules.games.blackjack.basic_strategy.shoe import ENDLESS, Chances, Shoe, Ways, insurance_value, results_from
from cardrules.games.blackjack.basic_strategy.splits import won_together
from cardrules.games.blackjack.boxes import half
from cardrules.games.blackjack.hands import (
    NATURAL,
    VALUES,
    is_blackjack,
    moves_of,
    surrender_first,
    total,
    wins,
    worth,
)
from cardrules.games.blackjack.moves import DOUBLE, HIT, SPLIT, STAND, HandMove
from cardrules.games.blackjack.rules import Rules

Played: TypeAlias = Callable[[Hand, int, Shoe, Shoe], Fraction]
"""The average win of a hand: by its cards, the hands of its box, the shoe it plays by, and the one it draws from."""


@frozen(eq=False)
class Against:
    """The best play of a box, alone at the table, against a dealer who shows the card ``up``.

    A hand is played by its own cards and the number of hands in its box. Each of these has begun with a card like the
    first of the others, and all these are gone from the shoe; the other cards of other hands count as unseen, unless
    ``shoe`` is without them. A pair is split again, where the rules allow it, as long as more hands win more.

    Raises :class:`~cardrules.errors.RulesError` if hands may be split with ``original_bets_only``, where the best move
    of a hand depends on what the other hands of its box have lost. All methods raise as
    :meth:`~cardrules.games.blackjack.basic_strategy.shoe.Shoe.without` does for cards that the shoe lacks.
    """

    rules: Rules
    up: Card
    shoe: Shoe = ENDLESS
    """The shoe that the round begins with; the card ``up`` and the cards of a hand come from it."""
    _standing: dict[object, Fraction] = field(factory=dict, init=False, repr=False)
    _played: dict[object, tuple[HandMove, Fraction]] = field(factory=dict, init=False, repr=False)
    _dealt: dict[object, Ways] = field(factory=dict, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.left(Hand())  # checks that the shoe has the dealer's card
        if self.rules.original_bets_only and self.rules.max_hands != 1:
            raise RulesError(
                "original_bets_only has no basic strategy where hands may be split, because the hands of a box depend on "
                "each other; use max_hands=1"
            )

    def left(self, cards: Hand, hands: int = 1) -> Shoe:
        """Return the rest of the shoe, the dealer's hidden card included, when a hand has ``cards``.

        ``hands`` is the number of hands in its box: the first cards of the others are gone too.
        """
        return self.shoe.without((self.up, *cards, *(hands - 1) * cards[:1]))

    def blackjack(self, cards: Hand, hands: int = 1) -> Fraction:
        """Return the probability that the peek ends the round, when a hand has ``cards``; 0 without a peek."""
        return self._blackjack(self.left(cards, hands))

    def _blackjack(self, rest: Shoe) -> Fraction:
        if not self.rules.peek:
            return Fraction(0)
        draws = rest.draws()
        return sum((probability for card, probability in draws if is_blackjack(Hand((self.up, card)))), Fraction(0))

    def results(self, cards: Hand, hands: int = 1) -> Chances:
        """Return the probability of each final worth of the dealer's hand when a hand with ``cards`` is played.

        That is after the peek, if there is one. Raises ``ValueError`` if the dealer is sure to have Blackjack, and as
        :func:`~cardrules.games.blackjack.basic_strategy.shoe.dealer_results` does.
        """
        return self._results(self.left(cards, hands))

    def _results(self, rest: Shoe) -> Chances:
        playing = self._playing(rest)
        results = results_from(self.rules, Hand((self.up,)), rest, self._dealt).items()
        return {result: chance / playing for result, chance in results if result != NATURAL or not self.rules.peek}

    def _playing(self, rest: Shoe) -> Fraction:
        """Return the probability, before the peek, that the peek does not end the round."""
        playing = 1 - self._blackjack(rest)
        if not playing:
            raise ValueError("no box plays: with the rest of the shoe the dealer is sure to have Blackjack")
        return playing

    def draws(self, cards: Hand, hands: int = 1) -> Iterator[tuple[Card, Fraction]]:
        """Yield one card of each value that a hand with ``cards`` may draw next, with its probability.

        Raises ``ValueError`` if no card is left, or if the dealer is sure to have Blackjack.
        """
        return self._draws(self.left(cards, hands))

    def _draws(self, rest: Shoe) -> Iterator[tuple[Card, Fraction]]:
        if rest.endless or not self.rules.peek:
            yield from rest.draws()
            return
        number = sum(rest.cards)
        others = number * self._playing(rest)
        for card, probability in rest.draws():
            expected = number * probability
            if not is_blackjack(Hand((self.up, card))):
                expected -= expected / others  # after the peek, one of these cards is the dealer's
            if expected:
                yield card, expected / (number - 1)

    def values(self, cards: Hand, hands: int = 1) -> Mapping[HandMove, Fraction]:
        """Return what each move of a hand wins on average, followed by the best play; nothing if it has no choice.

        ``hands`` is the number of hands in its box. The value of a split is what both halves win, if no other hand of
        the box waits for its second card. After a peek the dealer does not have Blackjack. Raises ``ValueError`` for a
        split after which the shoe might run out of cards.
        """
        rest = self.left(cards, hands)
        return {
            move: self._halves(cards, hands) if move is SPLIT else self._value(move, cards, hands, rest, rest)
            for move in self._moves(cards, hands, rest)
        }

    def _moves(self, cards: Hand, hands: int, rest: Shoe) -> tuple[HandMove, ...]:
        more = rest.endless or sum(rest.cards) > self.rules.hole_card
        return moves_of(self.rules, self.up, cards, hands, more=more)

    def _value(self, move: HandMove, cards: Hand, hands: int, known: Shoe, rest: Shoe) -> Fraction:
        """Return what a hand wins by a move other than a split, and then as :meth:`_unsplit` plays."""
        if move is STAND:
            return self._stand(cards, hands, rest)
        if move is HIT:
            return self._after_a_card(self._unsplit, cards, hands, known, rest)
        if move is DOUBLE:
            return self._after_a_card(self._doubled, cards, hands, known, rest)
        return Fraction(half(-1))

    def _stand(self, cards: Hand, hands: int, rest: Shoe) -> Fraction:
        mine = worth(cards, hands)
        if not mine:
            return Fraction(-1)
        same = (mine, rest)
        if same not in self._standing:
            chances = self._results(rest).items()
            self._standing[same] = sum(
                (chance * wins(self.rules, mine, dealers) for dealers, chance in chances), Fraction(0)
            )
        return self._standing[same]

    def _doubled(self, cards: Hand, hands: int, _known: Shoe, rest: Shoe) -> Fraction:
        """Return what a hand wins that has been doubled and has got its card."""
        only_first = self.rules.original_bets_only and worth(cards, hands)  # 3.2
        back = self._results(rest).get(NATURAL, Fraction(0)) if only_first else 0
        return 2 * self._stand(cards, hands, rest) + back

    def _after_a_card(self, value: Played, cards: Hand, hands: int, known: Shoe, rest: Shoe) -> Fraction:
        """Return the average of ``value`` after a hand has taken a card from ``rest``."""
        average = Fraction(0)
        for card, probability in self._draws(rest):
            then = rest.without((card,))
            knows = then if known is rest else known.without((card,))
            average += probability * value(cards.plus((card,)), hands, knows, then)
        return average

    def _unsplit(self, cards: Hand, hands: int, known: Shoe, rest: Shoe) -> Fraction:
        """Return what a hand wins that is not split, draws from ``rest``, and plays as if ``known`` were the rest."""
        return self._play(cards, hands, known, rest)[1]

    def _play(self, cards: Hand, hands: int, known: Shoe, rest: Shoe) -> tuple[HandMove, Fraction]:
        """Return the best move of a hand, other than to split, from the shoe ``known``, and what it wins from ``rest``."""
        # Of a longer hand only the total matters; of a split hand it also matters whether it began with an ace.
        pair = cards if len(cards) == 2 else None
        same: tuple[object, ...] = (total(cards), pair, hands > 1, hands > 1 and VALUES[cards[0]] == 1, rest)
        if known is not rest:
            same = (*same, known)
        if same not in self._played:
            if known is rest:
                moves = [move for move in self._moves(cards, hands, rest) if move is not SPLIT] or [STAND]
                values = {move: self._value(move, cards, hands, rest, rest) for move in moves}
                move = max(values, key=values.__getitem__)
                self._played[same] = move, values[move]
            else:
                move, _ = self._play(cards, hands, known, known)
                self._played[same] = move, self._value(move, cards, hands, known, rest)
        return self._played[same]

    def _halves(self, pair: Hand, hands: int) -> Fraction:
        """Return what both halves of ``pair`` win, if its box has ``hands`` hands and no other waits for a card."""
        first, after = Hand(pair[:1]), hands + 1
        if not self._lasts(first, after):
            raise ValueError(f"the shoe may run out of cards after {pair} are split")

        alike, value = partial(self._alike, first), partial(self._half, first)
        best = won_together(after, after, alike, value)
        if SPLIT not in moves_of(self.rules, self.up, pair, after):  # 2.6: no split again
            return best
        if self.shoe.endless and self.rules.max_hands is None:
            # The value h of a half that is split again whenever it can be: h = unlike + again * 2h.
            return max(best, 2 * value(after, after, True) / (1 - 2 * alike(after)))
        for most in self._limits(first, after):
            together = won_together(after, most, alike, value)
            if together <= best:
                break
            best = together
        return best

    def _alike(self, first: Hand, gone: int) -> Fraction:
        """Return the probability that the next card is like ``first``, when ``gone`` such cards are out of the shoe."""
        draws = self._draws(self.left(first, gone))
        return sum((part for card, part in draws if VALUES[card] == VALUES[first[0]]), Fraction(0))

    def _half(self, first: Hand, hands: int, gone: int, only_unlike: bool) -> Fraction:
        """Return what a hand wins that begins with ``first``, when ``gone`` cards like it are gone from the shoe.

        It plays as is best in a box of ``hands`` hands. With ``only_unlike`` it wins 0 if its second card is like the
        first.
        """

        def value(cards: Hand, hands: int, known: Shoe, rest: Shoe) -> Fraction:
            if only_unlike and VALUES[cards[1]] == VALUES[cards[0]]:
                return Fraction(0)
            return self._unsplit(cards, hands, known, rest)

        known = self.left(first, hands)
        rest = self.left(first, gone) if gone > hands else known
        return self._after_a_card(value, first, hands, known, rest)

    def _limits(self, first: Hand, hands: int) -> Iterator[int]:
        """Yield the numbers of hands, more than ``hands``, up to which a box may split cards like ``first``."""
        most = self.rules.max_hands
        if self.shoe.endless:
            assert most is not None
            yield most  # each further split wins or loses as much as the one before
            return
        number = hands + self.left(first, hands).cards[VALUES[first[0]] - 1]
        for limit in range(hands + 1, (number if most is None else min(most, number)) + 1):
            if not self._lasts(first, limit):
                return
            yield limit

    def _lasts(self, first: Hand, hands: int) -> bool:
        """Return whether the shoe lasts for so many hands and the dealer, however small the cards are that they draw."""
        rest = self.left(first, hands)
        if rest.endless:
            return True
        # Who takes a card has 20 points at most, aces counted as 1, and the dealer 16 (2.4, 2.7); besides the last card
        # of each, the others make no more than these points.
        one_card = VALUES[first[0]] == 1 and not self.rules.hit_split_aces  # 2.6
        points = (0 if one_card else hands * (20 - VALUES[first[0]])) + 16 - VALUES[self.up]
        most = hands + 1
        for value, count in enumerate(rest.cards, 1):
            small = min(count, points // value)
            points -= small * value
            most += small
        return most <= sum(rest.cards)

    def best(self, cards: Hand, hands: int = 1) -> Fraction:
        """Return what a hand wins on average by its best move, or as it is if it has no choice."""
        values = self.values(cards, hands)
        return max(values.values()) if values else self._stand(cards, hands, self.left(cards, hands))

    def before(self, cards: Hand) -> Fraction:
        """Return what the first two cards win on average before the peek, if the box does not surrender there."""
        blackjack = self.blackjack(cards)
        played = self.best(cards) if blackjack < 1 else 0
        return (1 - blackjack) * played + blackjack * wins(self.rules, worth(cards), NATURAL)

    def gives_up(self, cards: Hand) -> bool:
        """Return whether the best play is to surrender the first two cards before the peek."""
        return surrender_first(self.rules, self.up) and self.before(cards) < half(-1)

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

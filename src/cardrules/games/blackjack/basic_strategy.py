"""Basic strategy: the best play in Blackjack by whatever options, and what it is worth, as exact fractions.

What may be done with a hand, what the dealer does and what a bet wins are asked of the functions by which
:mod:`cardrules.games.blackjack` is played; here stand only chances and averages. All averages are for a bet of 1.

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
"""A card of each value, which stands for all that count the same."""

Chances: TypeAlias = Mapping[int, Fraction]
"""How likely each :func:`~cardrules.games.blackjack.hands.worth` is."""


def _are_counts(_: object, _attribute: object, counts: tuple[int, ...]) -> None:
    if len(counts) != len(FACES) or min(counts) < 0:
        raise ValueError(f"a shoe has {len(FACES)} numbers of cards, each 0 or more, not {counts}")


@frozen
class Shoe:
    """How many cards of each value there are, from the ace to those that count 10; raises ``ValueError`` for others."""

    cards: tuple[int, ...] = field(validator=_are_counts)
    endless: bool = False
    """Whether a card that is drawn leaves all chances as they are."""

    @classmethod
    def of(cls, decks: int) -> "Shoe":
        """The cards of so many packs; raises ``ValueError`` for less than one."""
        if decks < 1:
            raise ValueError(f"a shoe has 1 pack or more, not {decks}")
        return cls((*(4 * decks for _ in range(9)), 16 * decks))

    def without(self, cards: Iterable[Card]) -> "Shoe":
        """What is left without ``cards``.

        Raises :class:`~cardrules.errors.NoSuchCardError` if one is not there, ``ValueError`` for what no shoe has.
        """
        left = list(self.cards)
        for card in cards:
            if card not in VALUES:
                raise ValueError(f"a shoe has cards of the pack, not {card}")
            if not left[VALUES[card] - 1]:
                raise NoSuchCardError(card, [face for face, count in zip(FACES, left, strict=True) if count])
            left[VALUES[card] - 1] -= not self.endless
        return self if self.endless else Shoe(tuple(left))

    def draws(self) -> Iterator[tuple[Card, Fraction]]:
        """The cards that may be drawn next, one of each value, and how likely each is; ``ValueError`` if there is none."""
        number = sum(self.cards)
        if not number:
            raise ValueError("the shoe has no card left")
        for card, count in zip(FACES, self.cards, strict=True):
            if count:
                yield card, Fraction(count, number)


ENDLESS: Final = Shoe((1, 1, 1, 1, 1, 1, 1, 1, 1, 4), endless=True)
"""So many packs that it makes no difference which cards were drawn: what tables of best play are made for."""


def dealer_results(rules: Rules, dealer: Hand, shoe: Shoe = ENDLESS) -> Chances:
    """What the dealer's hand that now has the cards ``dealer`` will be worth when he has drawn to its end from ``shoe``.

    By its :func:`~cardrules.games.blackjack.hands.worth`, 0 if over 21, 22 for Blackjack. Raises ``ValueError`` if the
    cards of the shoe may not suffice, and for cards that no shoe has.
    """
    ENDLESS.without(dealer)  # refuses what no shoe has
    return _results(rules, dealer, shoe, {})


def _results(rules: Rules, dealer: Hand, shoe: Shoe, known: dict[object, Chances]) -> Chances:
    if not must_draw(rules, total(dealer)):
        return {worth(dealer): Fraction(1)}
    if not sum(shoe.cards):
        raise ValueError(f"the shoe has no card for the dealer, who has {dealer} and must draw")
    same = (total(dealer), min(len(dealer), 2), shoe)  # what is drawn next depends on no more
    if same not in known:
        chances: dict[int, Fraction] = defaultdict(Fraction)
        for card, likely in shoe.draws():
            for result, chance in _results(rules, dealer.plus((card,)), shoe.without((card,)), known).items():
                chances[result] += likely * chance
        known[same] = dict(sorted(chances.items()))
    return known[same]


def insurance_value(shoe: Shoe = ENDLESS) -> Fraction:
    """What 1 put on insurance wins on average, if the dealer's hidden or second card comes from ``shoe``."""
    ace = FACES[0]
    wins_of_two = (
        likely * insurance_wins(2, blackjack=is_blackjack(Hand((ace, card)))) for card, likely in shoe.draws()
    )
    return sum(wins_of_two, Fraction(0))


def expectation(rules: Rules, shoe: Shoe = ENDLESS) -> Fraction:
    """What a box wins on average in a round by the best play, if it is alone at the table and the round begins with ``shoe``.

    Insurance is taken where it is worth it, which from an endless shoe is never. From any other this takes minutes. Raises
    :class:`~cardrules.errors.RulesError` as :class:`Against` does, and where hands are split from a shoe that is not
    endless; ``ValueError`` if the cards of the shoe may not suffice.
    """
    return sum((likely * Against(rules, up, shoe).expectation for up, likely in shoe.draws()), Fraction(0))


@frozen(eq=False)
class Against:
    """The best play of a box, alone at the table, against a dealer who shows the card ``up``.

    Raises :class:`~cardrules.errors.RulesError` where hands may be split with ``original_bets_only``, by which what one
    hand of a box should do depends on what the others have lost; and, when it is asked about a hand that may be split,
    for a shoe that is not endless, because what one half draws is gone for the other. Raises as :meth:`Shoe.without` does
    for cards that are not there.
    """

    rules: Rules
    up: Card
    shoe: Shoe = ENDLESS
    """What the round begins with; that card and the cards of a hand are drawn from it."""
    _standing: dict[object, Fraction] = field(factory=dict, init=False, repr=False)
    _played: dict[object, Fraction] = field(factory=dict, init=False, repr=False)
    _dealt: dict[object, Chances] = field(factory=dict, init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self.left(Hand())  # the dealer's card is there
        if self.rules.original_bets_only and self.rules.max_hands != 1:
            raise RulesError(
                "there is no basic strategy for original_bets_only where hands may be split: they are not independent"
            )

    def left(self, cards: Hand) -> Shoe:
        """What is left of the shoe, the dealer's hidden card with it, when a box has ``cards``."""
        return self.shoe.without((self.up, *cards))

    def blackjack(self, cards: Hand) -> Fraction:
        """How likely the dealer turns out to have Blackjack before a box plays that has ``cards``; 0 if he does not look."""
        if not self.rules.peek:
            return Fraction(0)
        draws = self.left(cards).draws()
        return sum((likely for card, likely in draws if is_blackjack(Hand((self.up, card)))), Fraction(0))

    def results(self, cards: Hand) -> Chances:
        """What the dealer's hand will be worth, as likely as it is when a box that has ``cards`` plays.

        That is after the peek, if there is one. Raises ``ValueError`` if he is sure to have Blackjack, and as
        :func:`dealer_results` does.
        """
        playing = self._playing(cards)
        results = _results(self.rules, Hand((self.up,)), self.left(cards), self._dealt).items()
        return {result: chance / playing for result, chance in results if result != NATURAL or not self.rules.peek}

    def _playing(self, cards: Hand) -> Fraction:
        """How likely it was, before the peek, that a box plays."""
        playing = 1 - self.blackjack(cards)
        if not playing:
            raise ValueError("no box plays: with what is left the dealer is sure to have Blackjack")
        return playing

    def draws(self, cards: Hand) -> Iterator[tuple[Card, Fraction]]:
        """The cards that a box may draw next that has ``cards``, one of each value, and how likely each is.

        Raises ``ValueError`` if there is none, or the dealer is sure to have Blackjack.
        """
        left = self.left(cards)
        if left.endless or not self.rules.peek:
            yield from left.draws()
            return
        number = sum(left.cards)
        others = number * self._playing(cards)
        for card, likely in left.draws():
            there = number * likely
            if not is_blackjack(Hand((self.up, card))):
                there -= there / others  # the dealer has looked: one of these cards is his
            if there:
                yield card, there / (number - 1)

    def values(self, cards: Hand, hands: int = 1) -> Mapping[HandMove, Fraction]:
        """What each move wins on average for a hand of ``cards``, one of so many in its box, if all goes on at its best.

        Where one may split, that is what both halves win, if no other hand of the box is still to get its second card.
        Nothing for a hand that is not asked. That the dealer has Blackjack is out of question once he has looked.
        """
        return {move: self._value(move, cards, hands) for move in self._moves(cards, hands)}

    def _moves(self, cards: Hand, hands: int) -> tuple[HandMove, ...]:
        left = self.left(cards)
        moves = moves_of(self.rules, cards, hands, more=left.endless or sum(left.cards) > self.rules.hole_card)
        if not self.shoe.endless and (hands > 1 or SPLIT in moves):
            raise RulesError(
                "what a split wins is found for an endless shoe alone, as from another the halves are not independent; "
                "rules with max_hands=1 have none"
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
        """What a hand wins that has been doubled and got its card."""
        only_first = self.rules.original_bets_only and worth(cards, hands)  # 3.2
        back = self.results(cards).get(NATURAL, Fraction(0)) if only_first else 0
        return 2 * self._stand(cards, hands) + back

    def _after_a_card(self, cards: Hand, hands: int, value: Callable[[Hand, int], Fraction]) -> Fraction:
        """What a hand wins that takes a card and then has this ``value``."""
        drawn = ((cards.plus((card,)), likely) for card, likely in self.draws(cards))
        return sum((likely * value(more, hands) for more, likely in drawn), Fraction(0))

    def _unsplit(self, cards: Hand, hands: int) -> Fraction:
        """What a hand wins at its best without being split now."""
        # Of a longer hand only the total matters, of a split one also with which card it began.
        pair = cards if len(cards) == 2 else None
        same = (total(cards), pair, hands > 1, hands > 1 and VALUES[cards[0]] == 1, self.left(cards))
        if same not in self._played:
            moves = [move for move in self._moves(cards, hands) if move is not SPLIT] or [STAND]
            self._played[same] = max(self._value(move, cards, hands) for move in moves)
        return self._played[same]

    def _halves(self, pair: Hand, hands: int) -> Fraction:
        """What the two halves of ``pair`` win, if the box had so many hands before and none waits for its second card."""
        half_hand, alike = Hand(pair[:1]), VALUES[pair[0]]
        others = ((half_hand.plus((card,)), likely) for card, likely in ENDLESS.draws() if VALUES[card] != alike)
        other = sum((likely * self._unsplit(cards, 2) for cards, likely in others), Fraction(0))
        again = next(likely for card, likely in ENDLESS.draws() if VALUES[card] == alike)
        kept = self._unsplit(pair, 2)
        most = self.rules.max_hands
        if SPLIT not in moves_of(self.rules, pair, hands + 1):  # 2.6: not again
            return 2 * (other + again * kept)
        if most is None:
            # Of a half that is worth h and split again whenever it can be: h = other + again * 2h.
            return 2 * max(other + again * kept, other / (1 - 2 * again))
        # With a limit, by how many hands there are, and how many of them wait for their second card:
        waiting = [number * (other + again * kept) for number in range(most + 1)]
        for there in range(most - 1, hands, -1):
            fewer = [Fraction(0)]
            for number in range(1, there + 1):
                fewer.append(other + (1 - again) * fewer[-1] + again * max(kept + fewer[-1], waiting[number + 1]))
            waiting = fewer
        return waiting[2]

    def best(self, cards: Hand, hands: int = 1) -> Fraction:
        """What a hand wins on average by the best of its moves, or as it is if it is not asked."""
        values = self.values(cards, hands)
        return max(values.values()) if values else self._stand(cards, hands)

    def before(self, cards: Hand) -> Fraction:
        """What the first two cards win on average before the dealer looks for Blackjack, without surrender there."""
        blackjack = self.blackjack(cards)
        played = self.best(cards) if blackjack < 1 else 0
        return (1 - blackjack) * played + blackjack * wins(self.rules, worth(cards), NATURAL)

    def gives_up(self, cards: Hand) -> bool:
        """Whether one should surrender the first two cards before the dealer looks for Blackjack, where it is offered."""
        return surrender_first(self.rules) and self.before(cards) < half(-1)

    @cached_property
    def expectation(self) -> Fraction:
        """What a box wins on average."""
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
        """What a box with these cards wins by insurance, if it is worth it (2.2)."""
        offered = self.rules.insurance and VALUES[self.up] == 1
        return max(insurance_value(self.left(cards)) / 2, Fraction(0)) if offered else Fraction(0)


LETTERS: Final[Mapping[HandMove, str]] = {HIT: "h", STAND: "s", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
"""How a table calls the moves."""


def table(rules: Rules) -> str:
    """The best play of the first two cards, as text: hard totals, soft ones and pairs, by the dealer's card.

    ``h`` is to hit, ``s`` to stand, ``D`` to double, ``P`` to split and ``R`` to surrender; the letter after these is what
    to do where they are not allowed. Raises :class:`~cardrules.errors.RulesError` as :class:`Against` does.
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
    """A line of the table; names have up to five characters, cells up to two."""
    return f"{name:5}  {'  '.join(f'{cell:2}' for cell in cells)}".rstrip()


def _short(card: Card) -> str:
    return card.rank.value


HARD: Final = tuple(
    (str(points), Hand((FACES[max(points - 10, 2) - 1], FACES[points - max(points - 10, 2) - 1])))
    for points in range(5, 20)
)
"""Two different cards, none an ace, for each total that they can have."""

SOFT: Final = tuple((f"A {_short(card)}", Hand((FACES[0], card))) for card in FACES[1:9])
"""An ace and another card, other than Blackjack."""

PAIRS: Final = tuple((f"{_short(card)} {_short(card)}", Hand((card, card))) for card in (*FACES[1:], FACES[0]))
"""Two cards that count the same."""


def _advice(play: Against, cards: Hand) -> str:
    values = dict(play.values(cards))
    if play.gives_up(cards):
        values[SURRENDER] = max(values.values()) + 1
    best = max(values, key=values.__getitem__)
    if best in (HIT, STAND):
        return LETTERS[best]
    plain = max((move for move in (HIT, STAND) if move in values), key=values.__getitem__)
    return LETTERS[best] + LETTERS[plain]

"""Tricks: what may be played to them, who takes them, and how play goes round."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final, TypeVar

from attrs import field, frozen

from cardrules.blocks.phases import Phase, T_co
from cardrules.cards import ACE_HIGH, PACK_52, Card, Hand, Ranking, Suit
from cardrules.errors import NoSuchCardError
from cardrules.fastinit import unchecked
from cardrules.seats import Seat, replaced
from cardrules.zones import Known, Open, Own

T = TypeVar("T")


@frozen
class Play:
    """Play a card of one's hand to the trick."""

    card: Open[Card]


PLAYS: Final = tuple(map(Play, PACK_52))
"""The play of each card, by its index, made once: building moves anew costs a quarter of a random play-out."""

SUITED: Final = {suit: frozenset(card for card in PACK_52 if card.suit is suit) for suit in Suit}
"""The cards of each suit."""


@frozen(eq=False)
class TrickOrder:
    """Which card takes a trick: the highest trump, else the highest of the suit led; of equal cards the first.

    It says as well what one owes to a trick beyond following suit, and whether trumps may be led at once.
    """

    plain: Ranking = ACE_HIGH
    """The order of the suits that are not trump."""

    trump: Ranking = ACE_HIGH
    """The order of the trump suit."""

    must_trump: bool = False
    """Whether one who cannot follow suit must play a trump if he can."""

    must_beat: bool = False
    """Whether one must beat the trumps of a trick to which a trump was led if he can."""

    trump_waits: bool = False
    """Whether one who has other cards may lead a trump only after one was played to an earlier trick."""

    _tables: dict[tuple[Suit | None, Suit], Mapping[Card, int]] = field(init=False, factory=dict, repr=False)

    def winner(self, trick: Sequence[Card], trump: Suit | None = None) -> int:
        """The place in ``trick`` of the card that takes it."""
        strengths = self.strengths(trump, trick[0].suit)
        values = [strengths[card] for card in trick]
        return values.index(max(values))

    def strengths(self, trump: Suit | None, led: Suit) -> Mapping[Card, int]:
        """The strength of each card when ``led`` was led: -1 for one that can take nothing."""
        table = self._tables.get((trump, led))
        if table is None:
            table = self._tables[trump, led] = {card: self._strength(card, trump, led) for card in PACK_52}
        return table

    def _strength(self, card: Card, trump: Suit | None, led: Suit) -> int:
        if card.suit is trump:
            order, above = self.trump, len(self.plain.ranks)
        elif card.suit is led:
            order, above = self.plain, 0
        else:
            return -1
        return above + order.strength[card.rank] if card.rank in order.strength else -1


FOLLOW_SUIT: Final = TrickOrder()
"""Ace high in all suits; one owes nothing to a trick but to follow suit."""


@frozen
class Playing(Phase[T_co]):
    """The tricks of a deal, a phase of every trick game.

    ``table`` is what else belongs to the deal: its rules, who dealt, what was bid. ``hands`` are by seat; ``to_act`` plays
    next, after a full trick whoever took it; ``taken`` counts the tricks by seat. ``trick`` has the cards of the trick in
    the order played, and a full one lies there until the next is led; ``gone`` has the cards of earlier tricks.
    """

    hands: Own[tuple[Hand, ...]]
    to_act: Seat
    taken: tuple[int, ...]
    trick: Open[Hand]
    gone: Known[Hand]

    @property
    def full(self) -> bool:
        """Whether the trick that lies there is complete; the seat to act has taken it."""
        return len(self.trick) == len(self.hands)

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not self.hands[self.to_act]  # in a trick the next to play has a card, after the last trick nobody has

    def broken(self, suit: Suit) -> bool:
        """Whether a card of ``suit`` has been played, to this trick or to one before."""
        cards = SUITED[suit]
        return not (cards.isdisjoint(self.gone) and cards.isdisjoint(self.trick))

    def following(self, order: TrickOrder = FOLLOW_SUIT, trump: Suit | None = None) -> tuple[Play, ...]:
        """What the seat to act may play: it follows suit and does what else ``order`` asks of it.

        When it can do nothing of this it may play any card.
        """
        hand, trick = self.hands[self.to_act], self.trick
        due: list[Play] = []
        if trick and len(trick) < len(self.hands):
            led = trick[0].suit
            due = [PLAYS[card.index] for card in hand if card.suit is led]
            if not due and order.must_trump:
                due = [PLAYS[card.index] for card in hand if card.suit is trump]
            elif led is trump and order.must_beat:
                due = self._beating(due, order.strengths(trump, led)) or due
        elif order.trump_waits and trump is not None and not self.broken(trump):
            due = [PLAYS[card.index] for card in hand if card.suit is not trump]
        return tuple(due or [PLAYS[card.index] for card in hand])

    def _beating(self, plays: list[Play], strengths: Mapping[Card, int]) -> list[Play]:
        best = max(strengths[card] for card in self.trick)
        return [play for play in plays if strengths[play.card] > best]

    def after(self, card: Card, order: TrickOrder, trump: Suit | None = None) -> "Playing[T_co]":
        """The play after the seat to act has played ``card``; raises ``ValueError`` if it does not hold it."""
        hands, seat, trick, gone, taken = list(self.hands), self.to_act, self.trick, self.gone, self.taken
        players = len(hands)
        left = list(hands[seat])
        left.remove(card)
        hands[seat] = Hand(left)
        to_act = (seat + 1) % players
        if len(trick) == players:
            trick, gone = Hand((card,)), Hand(gone + trick)
        else:
            trick = Hand(trick + (card,))  # noqa: RUF005  # unpacking it makes this take 1.4 times as long
            if len(trick) == players:
                to_act = (to_act + order.winner(trick, trump)) % players
                taken = replaced(taken, to_act, taken[to_act] + 1)
        return _playing(self.table, tuple(hands), to_act, taken, trick, gone)

    def cards_taken(self, order: TrickOrder = FOLLOW_SUIT, trump: Suit | None = None) -> tuple[Hand, ...]:
        """Return the cards of the full tricks by the seat that took them, by the order and trump of the deal.

        No state has to remember this: the tricks lie in ``gone`` in the order played, and whoever took one led the next.
        """
        players = len(self.hands)
        cards = self.gone + self.trick if self.full else self.gone
        taken: list[tuple[Card, ...]] = [()] * players
        leader = self.to_act if self.full else (self.to_act - len(self.trick)) % players
        for end in range(len(cards), 0, -players):
            trick, taker = cards[end - players : end], leader
            taken[taker] = trick + taken[taker]
            leader = (taker - order.winner(trick, trump)) % players
        return tuple(map(Hand, taken))

    def with_table(self, table: T) -> "Playing[T]":
        """The same play with another table."""
        return Playing(table, self.hands, self.to_act, self.taken, self.trick, self.gone)


_playing: Final = unchecked(Playing)  # every card of every trick game passes here: 0.93 of a decision in Spades


def first_lead(table: T, hands: tuple[Hand, ...], leader: Seat) -> Playing[T]:
    """The play of ``hands`` before ``leader`` leads to the first trick."""
    return Playing(table, hands, leader, (0,) * len(hands), Hand(), Hand())


def holder_leads(table: T, hands: tuple[Hand, ...], card: Card) -> Playing[T]:
    """Return the play of ``hands`` after the seat that holds ``card`` has led it to the first trick.

    The lead is no move of its own. If the seat had to act while it still held the card, the others would know who holds
    it before they see it. Raises :class:`~cardrules.errors.NoSuchCardError` if no seat holds the card.
    """
    for leader, hand in enumerate(hands):
        if card in hand:
            return first_lead(table, hands, leader).after(card, FOLLOW_SUIT)
    raise NoSuchCardError(card, Hand(chain.from_iterable(hands)))

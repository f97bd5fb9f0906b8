"""Tricks: what may be played to them, who takes them, and how play goes round."""

from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar

from attrs import define, field, frozen

from cardrules.blocks.phases import OfRules, T_co
from cardrules.cards import ACE_HIGH, PACK_52, Card, Hand, Ranking, Suit
from cardrules.seats import Seat, put
from cardrules.zones import Open, Own, Seen

R = TypeVar("R")
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


@define(eq=False)
class _Tricks(Generic[T_co]):
    """The fields of :class:`Playing`, in a class that can be written to."""

    deal: T_co
    hands: Own[tuple[Hand, ...]]
    to_act: Seat
    taken: tuple[int, ...]
    trick: Open[Hand]
    gone: Seen[Hand]


@frozen  # pyright: ignore[reportGeneralTypeIssues]  # nothing is left that can be written to: see after()
class Playing(_Tricks[T_co]):
    """The tricks of a deal, a phase of every trick game.

    ``deal`` is what the game has to know besides: its rules, who dealt, what was bid. ``hands`` are by seat; ``to_act`` is
    who plays next, after a full trick whoever took it; ``taken`` are the tricks taken, by seat. ``trick`` has the cards of
    the trick in the order played, and a full one lies there until the next is led; ``gone`` has the cards of those before.
    """

    @property
    def rules(self: "Playing[OfRules[R]]") -> R:
        """The options of the game."""
        return self.deal.rules

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
        hands, seat, trick = list(self.hands), self.to_act, self.trick
        players = len(hands)
        left = list(hands[seat])
        left.remove(card)
        hands[seat] = Hand(left)
        # Every card of every trick game passes here. To make a frozen object takes a call for each field; written to first
        # and frozen then, a decision in Spades takes 0.92 of the time.
        made: _Tricks[T_co] = object.__new__(_Tricks)
        made.deal, made.hands, made.to_act = self.deal, tuple(hands), (seat + 1) % players
        made.taken, made.gone = self.taken, self.gone
        if len(trick) == players:
            made.trick, made.gone = Hand((card,)), Hand(self.gone + trick)
        else:
            made.trick = Hand(trick + (card,))  # noqa: RUF005  # to unpack it makes this take 1.4 times as long
            if len(made.trick) == players:
                made.to_act = taker = (made.to_act + order.winner(made.trick, trump)) % players
                made.taken = put(self.taken, taker, self.taken[taker] + 1)
        made.__class__ = Playing
        return made  # type: ignore[return-value]  # it is one now

    def with_deal(self, deal: T) -> "Playing[T]":
        """The same play with something else known of the deal."""
        return Playing(deal, self.hands, self.to_act, self.taken, self.trick, self.gone)


def first_lead(deal: T, hands: tuple[Hand, ...], leader: Seat) -> Playing[T]:
    """The play of ``hands`` before ``leader`` leads to the first trick."""
    return Playing(deal, hands, leader, (0,) * len(hands), Hand(), Hand())

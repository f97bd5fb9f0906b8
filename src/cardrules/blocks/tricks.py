"""Tricks: which cards may be played, who takes a trick, and whose turn is next."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeVar

from attrs import field, frozen

from cardrules.blocks.phases import Phase, T_co
from cardrules.cards import ACE_HIGH, PACK_52, Card, Hand, Ranking, Suit
from cardrules.errors import NoSuchCardError
from cardrules.fastinit import unchecked
from cardrules.labels import told
from cardrules.moves import Reason, because, enum_name
from cardrules.seats import Seat, replaced
from cardrules.zones import Known, Open, Own

T = TypeVar("T")


@frozen
class Play:
    """Play a card from the hand to the trick."""

    card: Open[Card]


PLAYS: Final = tuple(map(Play, PACK_52))
"""The play of each card, by its index. Making new moves each time would cost a quarter of a random play-out."""

SUITED: Final = {suit: frozenset(card for card in PACK_52 if card.suit is suit) for suit in Suit}
"""The cards of each suit."""


@frozen(eq=False)
class TrickOrder:
    """The rules of tricks: the highest trump takes a trick, else the highest card of the suit led.

    Of equal cards the first wins. Every seat must follow suit; flags add further duties.
    """

    plain: Ranking = ACE_HIGH
    """The order of ranks in the other suits."""

    trump: Ranking = ACE_HIGH
    """The order of ranks in the trump suit."""

    must_trump: bool = False
    """Whether a seat that cannot follow suit must play a trump if it has one."""

    must_beat: bool = False
    """Whether a seat must beat the trumps in the trick if it can, when a trump was led."""

    trump_waits: bool = False
    """Whether a seat with other cards may not lead a trump until one has been played to an earlier trick."""

    _tables: dict[tuple[Suit | None, Suit], Mapping[Card, int]] = field(init=False, factory=dict, repr=False)

    def winner(self, trick: Sequence[Card], trump: Suit | None = None) -> int:
        """Return the position in ``trick`` of the card that takes it."""
        return trick.index(max(trick, key=self.strengths(trump, trick[0].suit).__getitem__))

    def strengths(self, trump: Suit | None, led: Suit) -> Mapping[Card, int]:
        """Return the strength of each card when ``led`` was led: -1 for a card that cannot take the trick."""
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
"""Ace high in all suits, and no duty but to follow suit."""


@frozen
class TrickRules:
    """The numbers of a game's rules about what may be played to a trick, for :meth:`Playing.why_not`."""

    follow: str
    """The rule to follow suit, or else to trump."""
    beat: str = ""
    """The rule to beat a trump that was led."""
    lead: str = ""
    """The rule that a trump is not led at once."""


@frozen
class Playing(Phase[T_co]):
    """The tricks of a deal, a phase of every trick game.

    ``table`` has everything else about the deal, such as its rules, dealer and bids. ``hands`` and ``taken``, the numbers
    of tricks taken, are by seat. ``to_act`` plays next; after a full trick that is the seat that took it. ``trick`` has its
    cards in the order played, and stays when it is full until the next lead. ``gone`` has the cards of earlier tricks.
    """

    hands: Own[tuple[Hand, ...]] = field(metadata=told("hand"))
    to_act: Seat
    taken: tuple[int, ...] = field(metadata=told("tricks"))
    trick: Open[Hand]
    gone: Known[Hand]

    @property
    def full(self) -> bool:
        """Whether the trick is complete; the seat to act has taken it."""
        return len(self.trick) == len(self.hands)

    @property
    def over(self) -> bool:
        """Whether all cards have been played."""
        return not self.hands[self.to_act]  # in a trick the next to play has a card, after the last trick nobody has

    def broken(self, suit: Suit) -> bool:
        """Return whether a card of ``suit`` has been played to this trick or an earlier one."""
        cards = SUITED[suit]
        return not (cards.isdisjoint(self.gone) and cards.isdisjoint(self.trick))

    def following(self, order: TrickOrder = FOLLOW_SUIT, trump: Suit | None = None) -> tuple[Play, ...]:
        """Return the plays of the seat to act that follow suit and fulfil the duties in ``order``.

        If no card does, the seat may play any card.
        """
        hand, trick = self.hands[self.to_act], self.trick
        allowed: list[Play] = []
        if trick and len(trick) < len(self.hands):
            led = trick[0].suit
            allowed = [PLAYS[card.index] for card in hand if card.suit is led]
            if not allowed and order.must_trump:
                allowed = [PLAYS[card.index] for card in hand if card.suit is trump]
            elif led is trump and order.must_beat:
                allowed = self._beating(allowed, order.strengths(trump, led)) or allowed
        elif order.trump_waits and trump is not None and not self.broken(trump):
            allowed = [PLAYS[card.index] for card in hand if card.suit is not trump]
        return tuple(allowed or [PLAYS[card.index] for card in hand])

    def _beating(self, plays: list[Play], strengths: Mapping[Card, int]) -> list[Play]:
        best = max(strengths[card] for card in self.trick)
        return [play for play in plays if strengths[play.card] > best]

    def why_not(
        self, card: Card, rules: TrickRules, order: TrickOrder = FOLLOW_SUIT, trump: Suit | None = None
    ) -> Reason:
        """Return why the seat to act may not play ``card``, which is not among the plays of :meth:`following`."""
        hand, trick = self.hands[self.to_act], self.trick
        if card not in hand:
            return because(f"{card} is not in this hand", rules.follow)
        if not trick or self.full:
            return because(f"{enum_name(card.suit)} are not led before one was played to an earlier trick", rules.lead)
        led = trick[0].suit
        if card.suit is led:
            best = max(trick, key=order.strengths(trump, led).__getitem__)
            return because(f"must beat {best}", rules.beat)
        if trump is None or any(held.suit is led for held in hand):
            return because(f"must follow {enum_name(led)}", rules.follow)
        return because(f"must trump with {enum_name(trump)}", rules.follow)

    def after(self, card: Card, order: TrickOrder, trump: Suit | None = None) -> "Playing[T_co]":
        """Return the state after the seat to act plays ``card``; raises ``ValueError`` if the card is not in its hand."""
        hands, seat, trick, gone, taken = list(self.hands), self.to_act, self.trick, self.gone, self.taken
        players = len(hands)
        remaining = list(hands[seat])
        remaining.remove(card)
        hands[seat] = Hand(remaining)
        to_act = (seat + 1) % players
        if len(trick) == players:
            trick, gone = _LED[card.index], Hand(gone + trick)
        else:
            trick = Hand(trick + _LED[card.index])
            if len(trick) == players:
                to_act = (to_act + order.winner(trick, trump)) % players
                taken = replaced(taken, to_act, taken[to_act] + 1)
        return _playing(self.table, tuple(hands), to_act, taken, trick, gone)

    def cards_taken(self, order: TrickOrder = FOLLOW_SUIT, trump: Suit | None = None) -> tuple[Hand, ...]:
        """Return the cards of the full tricks by the seat that took them, with the order and the trump of the deal.

        The state need not store them: ``gone`` has the tricks in the order played, and the taker of a trick leads the next.
        """
        taken: list[tuple[Card, ...]] = [()] * len(self.hands)
        for _, trick, taker in self._tricks_backwards(order, trump):
            taken[taker] = trick + taken[taker]
        return tuple(map(Hand, taken))

    def cards_played(self, order: TrickOrder = FOLLOW_SUIT, trump: Suit | None = None) -> tuple[Hand, ...]:
        """Return the cards that each seat has played, by seat, with the order and the trump of the deal."""
        players = len(self.hands)
        played: list[tuple[Card, ...]] = [()] * players
        tricks = list(self._tricks_backwards(order, trump))
        if not self.full:
            tricks.insert(0, ((self.to_act - len(self.trick)) % players, self.trick, self.to_act))
        for leader, trick, _ in tricks:
            for place, card in enumerate(trick):
                seat = (leader + place) % players
                played[seat] = (card, *played[seat])
        return tuple(map(Hand, played))

    def _tricks_backwards(self, order: TrickOrder, trump: Suit | None) -> Iterator[tuple[Seat, tuple[Card, ...], Seat]]:
        """Yield the full tricks, the last one first: who led to it, its cards in the order played, and who took it."""
        players = len(self.hands)
        cards = self.gone + self.trick if self.full else self.gone
        taker = self.to_act if self.full else (self.to_act - len(self.trick)) % players
        for end in range(len(cards), 0, -players):
            trick = cards[end - players : end]
            leader = (taker - order.winner(trick, trump)) % players
            yield leader, trick, taker
            taker = leader

    def with_table(self, table: T) -> "Playing[T]":
        """Return the same state with another table."""
        return Playing(table, self.hands, self.to_act, self.taken, self.trick, self.gone)


_LED: Final = tuple(Hand((card,)) for card in PACK_52)
"""The trick of each card that can be led, by its index. Making new ones would make a decision take 1.015 of the time."""

_playing: Final = unchecked(Playing)  # called for every card of every trick game: a decision in Spades takes 0.93


def first_lead(table: T, hands: tuple[Hand, ...], leader: Seat) -> Playing[T]:
    """Return the state of ``hands`` before ``leader`` leads to the first trick."""
    return Playing(table, hands, leader, (0,) * len(hands), Hand(), Hand())


def holder_leads(table: T, hands: tuple[Hand, ...], card: Card) -> Playing[T]:
    """Return the state of ``hands`` after the seat that holds ``card`` has led it to the first trick.

    The lead is not a move: if the seat had to act before the card lies there, the others would know who holds it. Raises
    :class:`~cardrules.errors.NoSuchCardError` if no seat holds the card.
    """
    for leader, hand in enumerate(hands):
        if card in hand:
            return first_lead(table, hands, leader).after(card, FOLLOW_SUIT)
    raise NoSuchCardError(card, Hand(chain.from_iterable(hands)))

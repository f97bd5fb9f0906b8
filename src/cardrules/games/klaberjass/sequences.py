"""Sequences in Klaberjass: what they are, which is the best, and what may be said of them.

This is part 4 of the rulebook ``klaberjass``.
"""

from collections.abc import Iterable
from itertools import combinations
from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.cards import ACE_HIGH, Card, Hand, Rank, Suit, by_index
from cardrules.zones import Open


@frozen
class Declare:
    """Say what one's best sequence counts; 0 is "no sequence", or in other words "may I lead?"."""

    value: int


@frozen
class Lead:
    """Let the other lead; nobody has told of a sequence."""


@frozen
class Good:
    """Give way to the other's sequence."""


@frozen
class NotGood:
    """Claim the better sequence."""


@frozen
class Ask:
    """Ask for the top card of a sequence that counts as much as one's own."""


@frozen
class Top:
    """Name the rank of the top card of one's best sequence."""

    rank: Rank


@frozen
class Equal:
    """Say that one's own best sequence has the same top card."""


@frozen
class InTrump:
    """Say that one's best sequence is of trumps."""


@frozen
class Plain:
    """Say that one's best sequence is not of trumps."""


Word: TypeAlias = Declare | Lead | Good | NotGood | Ask | Top | Equal | InTrump | Plain
"""What is said of sequences before the first lead (4.3)."""


def _in_order(sequences: Iterable[Iterable[Card]]) -> tuple[Hand, ...]:
    return tuple(sorted((Hand(cards).sorted() for cards in sequences), key=lambda hand: [*map(by_index, hand)]))


@frozen
class Show:
    """Show one's best sequence, and others if one likes, in whatever order they are named."""

    sequences: Open[tuple[Hand, ...]] = field(converter=_in_order)


def sequences(cards: Iterable[Card]) -> tuple[Hand, ...]:
    """The runs of three or more cards of a suit by A K Q J 10 9 8 7, each whole and from low to high (4.1)."""
    runs: list[list[Card]] = []
    last: Card | None = None
    for card in sorted(cards, key=by_index):
        if last and last.suit is card.suit and last.index + 1 == card.index:
            runs[-1].append(card)
        else:
            runs.append([card])
        last = card
    return tuple([Hand(run) for run in runs if len(run) >= 3])


def value(sequence: Hand) -> int:
    """What a sequence counts (4.1)."""
    return 20 if len(sequence) == 3 else 50


@frozen(order=True)
class Standing:
    """What makes one sequence better than another: its class, then its top card, then trump (4.2)."""

    value: int
    top: int
    """The strength of the top card, ace high."""
    trump: bool


NOTHING: Final = Standing(0, -1, trump=False)
"""The standing of one who has no sequence."""


def best(sequences: Iterable[Hand], trump: Suit) -> Standing:
    """The standing of the best of some sequences (4.2)."""
    return max(
        [Standing(value(run), ACE_HIGH.strength_of(run[-1]), run[-1].suit is trump) for run in sequences],
        default=NOTHING,
    )


def answers(said: tuple[Word, ...], mine: Standing) -> tuple[Word, ...]:
    """What one may say next, after what was ``said`` by both in turn; the non-dealer speaks first (4.3).

    Nobody claims what he does not hold, but one may be silent about what one holds (4.5).
    """
    match said:
        case ():
            return (Declare(0), Declare(mine.value)) if mine.value else (Declare(0),)
        case (Declare(value=0),):
            return (Lead(), NotGood()) if mine.value else (Lead(),)
        case (Declare(value=value),):
            return _answer_to(value, mine.value, NotGood(), Ask())
        case (*_, Ask()):
            return (Top(ACE_HIGH.ranks[mine.top]),)
        case (*_, Top(rank=rank)):
            return _answer_to(ACE_HIGH.strength[rank], mine.top, NotGood(), Equal())
        case (*_, Equal()):
            return (InTrump() if mine.trump else Plain(),)
        case _:  # the other has said whether his is of trumps
            return (NotGood() if mine.trump else Good(),)


def _answer_to(theirs: int, mine: int, higher: Word, same: Word) -> tuple[Word, ...]:
    """To give way is always allowed; ``higher`` and ``same`` are said of one's own."""
    if mine < theirs:
        return (Good(),)
    return (Good(), higher if mine > theirs else same)


def shows(cards: Iterable[Card], trump: Suit) -> tuple[Show, ...]:
    """All ways to show the best sequence of a hand and any others, the most first (4.4)."""
    runs = sequences(cards)
    parts = [part for size in range(len(runs), -1, -1) for part in combinations(runs, size)]
    return tuple(Show(part) for part in parts if best(part, trump) == best(runs, trump))

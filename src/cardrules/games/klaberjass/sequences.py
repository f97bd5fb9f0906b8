"""Sequences in Klaberjass: which a hand has, which is the best, and what the players may say about them.

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
    """Say what your best sequence counts; 0 is "no sequence", or in other words "may I lead?"."""

    value: int


@frozen
class Lead:
    """Let the other player lead, since nobody has declared a sequence."""


@frozen
class Good:
    """Give way to the other player's sequence."""


@frozen
class NotGood:
    """Claim the better sequence."""


@frozen
class Ask:
    """Ask for the top card of a sequence that counts as much as your own."""


@frozen
class Top:
    """Name the rank of the top card of your best sequence."""

    rank: Rank


@frozen
class Equal:
    """Say that your best sequence has the same top card."""


@frozen
class InTrump:
    """Say that your best sequence is in trump."""


@frozen
class Plain:
    """Say that your best sequence is in a plain suit."""


Word: TypeAlias = Declare | Lead | Good | NotGood | Ask | Top | Equal | InTrump | Plain
"""A word about sequences before the first lead (4.3)."""

WORDS: Final[tuple[Word, ...]] = (
    *map(Declare, (0, 20, 50)),
    *(Lead(), Good(), NotGood(), Ask()),
    *map(Top, (Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)),
    *(Equal(), InTrump(), Plain()),
)
"""All the words; no sequence ends below the nine (4.1)."""


def _in_order(sequences: Iterable[Iterable[Card]]) -> tuple[Hand, ...]:
    return tuple(sorted((Hand(cards).sorted() for cards in sequences), key=lambda hand: [*map(by_index, hand)]))


@frozen
class Show:
    """Show your best sequence, and others if you like, named in any order."""

    sequences: Open[tuple[Hand, ...]] = field(converter=_in_order)


def sequences(cards: Iterable[Card]) -> tuple[Hand, ...]:
    """Return the runs of three or more cards of a suit by A K Q J 10 9 8 7, each whole and from low to high (4.1)."""
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
    """Return what a sequence counts (4.1)."""
    return 20 if len(sequence) == 3 else 50


@frozen(order=True)
class Standing:
    """The rank of a sequence among others: by its class, then its top card, then trump (4.2)."""

    value: int
    top: int
    """The strength of the top card, ace high."""
    trump: bool


NOTHING: Final = Standing(0, -1, trump=False)
"""The standing of a hand without a sequence."""


def best(sequences: Iterable[Hand], trump: Suit) -> Standing:
    """Return the standing of the best of ``sequences`` (4.2)."""
    return max(
        [Standing(value(run), ACE_HIGH.strength_of(run[-1]), run[-1].suit is trump) for run in sequences],
        default=NOTHING,
    )


def legal_words(words: tuple[Word, ...], mine: Standing) -> tuple[Word, ...]:
    """Return the words allowed after these ``words``, which the two players spoke in turn (4.3).

    ``mine`` is the standing of the player to speak. He may keep silent about what he holds, but never claim more (4.5).
    """
    match words:
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
        case _:  # the other has said whether his is in trump
            return (NotGood() if mine.trump else Good(),)


def _answer_to(theirs: int, mine: int, higher: Word, same: Word) -> tuple[Word, ...]:
    """Return the answers to ``theirs``: to give way always, and ``higher`` or ``same`` if that is true of ``mine``."""
    if mine < theirs:
        return (Good(),)
    return (Good(), higher if mine > theirs else same)


def shows(cards: Iterable[Card], trump: Suit) -> tuple[Show, ...]:
    """Return all ways to show the best sequence of a hand and any others, those that show most first (4.4)."""
    runs = sequences(cards)
    parts = [part for size in range(len(runs), -1, -1) for part in combinations(runs, size)]
    return tuple(Show(part) for part in parts if best(part, trump) == best(runs, trump))

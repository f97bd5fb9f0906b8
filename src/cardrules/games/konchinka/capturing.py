"""What a card may take from the table (rules 2.1 to 2.4, 2.8, and 3)."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Final

from cardrules.cards import PACK_52, Card, Hand, Rank, Suit
from cardrules.games.konchinka.moves import Capture
from cardrules.games.konchinka.rules import FOUR, VALUES, Rules
from cardrules.moves import Reason, because


def captures(rules: Rules, hand: Hand, layout: Hand) -> tuple[Capture, ...]:
    """Return what the cards of a hand may take from the table, in the order of the hand."""
    reach = rules.reach
    sets = sums(layout, VALUES[rules.courts], max([reach[card.rank] for card in hand]))
    found: list[Capture] = []
    for card in hand:
        rank = card.rank
        if rank is not Rank.JACK or rules.courts == "valued" or rules.jack_takes == "rank":  # 2.8
            found += [EQUALS[card][other] for other in layout if other.rank is rank]
            found += [Capture(card, cards) for cards in sets[reach[rank]] if len(cards) > 1]  # 2.1, 2.3, 3.1
        elif rules.jack_takes == "one":  # 2.4
            found += [Capture(card, (other,)) for other in layout]
        elif layout:
            found.append(Capture(card, layout))
    return tuple(found)


EQUALS: Final = {
    card: {other: Capture(card, (other,)) for other in PACK_52 if other.rank is card.rank} for card in PACK_52
}
"""The captures of a card by another of its rank, made once."""


def sums(cards: Iterable[Card], values: Mapping[Rank, int], most: int) -> list[list[tuple[Card, ...]]]:
    """Return all sets of ``cards`` by their sum, from 0 (the empty set) to ``most``, each in the order of the cards.

    A card without a value is in no set.
    """
    sets: list[list[tuple[Card, ...]]] = [[] for _ in range(most + 1)]
    sets[0].append(())
    for card in cards:
        if value := values[card.rank]:
            for total in range(most, value - 1, -1):  # from the top, so that no set has the card twice
                for others in sets[total - value]:
                    sets[total].append((*others, card))
    return sets


def most_captures(rules: Rules) -> int:
    """Return the most captures that one hand can have: it holds cards that reach far, and many low ones are on the table.

    It is the hand of the dealer in the last round, after all cards before it were laid. So of those dealt, only the other
    hands, each with a card less, are not on the table. Where cards must take, there are never so many there.
    """
    reach = max(rules.reach.values())
    ranks = [
        (rank, value or reach + 1) for rank, value in VALUES[rules.courts].items()
    ]  # what lies in no set comes last
    low = [value for _, value in sorted(ranks, key=itemgetter(1)) for _ in Suit]
    farthest = next(value for rank, value in ranks if rules.reach[rank] == reach)
    found = 0
    for size in range(1, FOUR + 1):
        layout = list(low)
        for _ in range(size):
            layout.remove(farthest)
        away = (rules.players - 1) * (size - 1)
        del layout[FOUR * (1 + rules.players * rules.rounds) - size - away :]
        equal = layout.count(farthest)
        found = max(found, size * (equal + _count_sums(layout, reach) - layout.count(reach)))
    return found


def _count_sums(values: Iterable[int], total: int) -> int:
    """Return the number of sets of these values, of one or more, that add up to ``total``."""
    counts = [1] + [0] * total
    for value in values:
        for reached in range(total, value - 1, -1):
            counts[reached] += counts[reached - value]
    return counts[total]


def why_not_taken(rules: Rules, layout: Hand, card: Card, taken: Hand) -> Reason:
    """Return the reason why ``card`` may not take these cards."""
    total = rules.reach[card.rank]
    if len(set(taken) & set(layout)) < len(taken):
        return because("only cards on the table can be taken, each once", "2.1")
    if not total and card.rank is Rank.JACK and rules.jack_takes != "rank":
        return because(f"{card} takes {'all cards' if rules.jack_takes == 'all' else 'one card'} on the table", "2.4")
    if not total:
        return because(f"{card} takes only one card of its rank", "2.8" if card.rank is Rank.JACK else "2.3")
    number = "2.1" if total <= 10 else "3.1" if total == VALUES[rules.courts][card.rank] else "3.2"
    return because(f"{card} takes one card of its rank or a set that adds up to {total}", number)

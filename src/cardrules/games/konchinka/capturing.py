"""What a card may take from the table (rules 2.1 to 2.4, 2.8, and 3)."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Final

from cardrules.cards import PACK_52, Card, Hand, Rank, Suit, sorted_hand
from cardrules.fastinit import unchecked
from cardrules.games.konchinka.moves import Capture
from cardrules.games.konchinka.rules import FOUR, VALUES, Rules
from cardrules.moves import Reason, because


def captures(rules: Rules, hand: Hand, layout: Hand) -> tuple[Capture, ...]:
    """Return what the cards of a hand may take from the table, in the order of the hand."""
    reach = rules.reach
    most = max([reach[card.rank] for card in hand])
    sets = [found for found in sums(layout, VALUES[rules.courts], most) if len(found[1]) > 1]
    found: list[Capture] = []
    for card in hand:
        rank = card.rank
        if rank is not Rank.JACK or rules.courts == "valued" or rules.jack_takes == "rank":  # 2.8
            found += [EQUALS[card][other] for other in layout if other.rank is rank]
            if sets:  # 2.1, 2.3, 3.1
                found += [_capture(card, sorted_hand(cards)) for total, cards in sets if total == reach[rank]]
        elif rules.jack_takes == "one":  # 2.4
            found += [Capture(card, (other,)) for other in layout]
        elif layout:
            found.append(_capture(card, layout.sorted()))
    return tuple(found)


_capture: Final = unchecked(Capture)  # a decision takes 0.94 of the time

EQUALS: Final = {
    card: {other: Capture(card, (other,)) for other in PACK_52 if other.rank is card.rank} for card in PACK_52
}
"""The captures of a card by another of its rank, made once."""


def sums(cards: Iterable[Card], values: Mapping[Rank, int], most: int) -> list[tuple[int, tuple[Card, ...]]]:
    """Return all sets of ``cards`` that add up to ``most`` or less, with their sums; the first is the empty set.

    The cards of a set are in their order. A card without a value is in no set.
    """
    found: list[tuple[int, tuple[Card, ...]]] = [(0, ())]
    for card in cards:
        value = values[card.rank]
        if 0 < value <= most:
            rest = most - value
            found += [(total + value, (*others, card)) for total, others in found if total <= rest]
    return found


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

"""The table of the best play of the first two cards."""

from collections.abc import Iterable, Mapping
from typing import Final

from cardrules.cards import Card, Hand
from cardrules.games.blackjack.basic_strategy.against import Against
from cardrules.games.blackjack.basic_strategy.shoe import FACES
from cardrules.games.blackjack.moves import DOUBLE, HIT, SPLIT, STAND, SURRENDER, HandMove
from cardrules.games.blackjack.rules import Rules

LETTERS: Final[Mapping[HandMove, str]] = {HIT: "h", STAND: "s", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
"""The letters of the moves in a table."""


def table(rules: Rules) -> str:
    """Return the best play of the first two cards as text: hard totals, soft totals and pairs, by the dealer's card.

    The letters are ``h`` for hit, ``s`` for stand, ``D`` for double, ``P`` for split and ``R`` for surrender; a second
    letter tells what to do where the first move is not allowed. Raises :class:`~cardrules.errors.RulesError` as
    :class:`~cardrules.games.blackjack.basic_strategy.against.Against` does.
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

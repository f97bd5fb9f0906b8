"""The pictures on the pages of the documentation, each by the name of its file.

The build of the documentation writes them all beside this module. Those of the README are committed, because package
indexes show it without a build. ``PYTHONPATH=docs/tutorial python docs/pictures/pages.py`` writes them all.
"""

from collections.abc import Iterator
from itertools import dropwhile, groupby
from pathlib import Path
from random import Random
from typing import Any, Final

import cuckoo

from cardrules import catalogue
from cardrules.cards import FACE_DOWN, JOKER, PACK_52, Card, Deck, Hand
from cardrules.game import StateLike, playout, shuffle, stacked, states
from cardrules.games import oh_hell
from cardrules.pictures import Theme, picture, pile
from cardrules.zones import Visibility, view, zones

HERE: Final = Path(__file__).parent

COMMITTED: Final = ("readme_table.svg", "readme_hand.svg")
"""The pictures of the README."""

SEED: Final = 2
"""The seed of the games on the pages."""

MOST: Final = 1_500
"""The number of moves after which a game is not played on."""


def pictures() -> dict[str, str]:
    """Return all the pictures by the names of their files."""
    return dict([*_readme(), *_guide(), *_tutorial(), *(pair for name in catalogue.NAMES for pair in _game(name))])


def write() -> None:
    """Write the pictures that have changed, and delete those that are no longer made."""
    made = pictures()
    for path in HERE.glob("*.svg"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        path = HERE / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def _game(name: str) -> Iterator[tuple[str, str]]:
    """Yield a table after the deal as a seat sees it, and one in the middle of this deal that shows all hands."""
    game = catalogue.game(name)
    dealt, later = moments(game, game.Rules(**OPTIONS.get(name, {})))
    yield f"{name}_dealt.svg", picture(view(dealt, 0), you=0, game=game)
    yield f"{name}_later.svg", picture(later, game=game)


OPTIONS: Final = {"blackjack": {"players": 4}}
"""The options of the games on their pages that are not the defaults."""


def moments(game: Any, rules: Any) -> tuple[Any, Any]:
    """Return the state after the largest deal of a random game, and one in the middle of what is played with it."""
    played = [*states(game, playout(game, rules, Random(SEED), MOST))]
    plays = [[*group] for seats, group in groupby(played, lambda state: isinstance(state.to_act, int)) if seats]
    deals = [deal for play in plays if (deal := [*dropwhile(lambda state: not _cards_dealt(state), play)])]
    largest = max(deals, key=lambda deal: _cards_dealt(deal[0]))
    return largest[0], largest[len(largest) // 2]


def _cards_dealt(state: StateLike) -> int:
    """Return how many cards lie elsewhere than in piles that nobody sees."""
    return sum(len(zone.cards) for zone in zones(state) if zone.visibility is not Visibility.CLOSED)


def _readme() -> Iterator[tuple[str, str]]:
    yield "readme_table.svg", picture(view(_oh_hell(), 0), you=0, names=NAMES)
    yield "readme_hand.svg", picture(Hand.parse("KS QH JC 10D 7S AH 2C"), width=420)


NAMES: Final = ("Ann", "Bo", "Cleo", "Dan", "Eve")


def _oh_hell() -> oh_hell.State:
    """Return a state of Oh Hell: the third trick of a deal of six cards, in which three cards have been played."""
    played = states(oh_hell, playout(oh_hell, oh_hell.Rules(players=5), Random(SEED)))
    return next(
        state
        for state in played
        if isinstance(state, oh_hell.Playing)
        and (len(state.gone), len(state.trick)) == (10, 3)
        and state.table.size == 6
    )


def _tutorial() -> Iterator[tuple[str, str]]:
    rules = oh_hell.Rules(players=3, deals=2)
    first = oh_hell.start(rules)
    dealt = oh_hell.apply(first, shuffle(first, Random(7)))
    yield "tutorial_deal.svg", picture(dealt)
    yield "tutorial_view.svg", picture(view(dealt, 1), you=1)
    dealing = cuckoo.start(cuckoo.Rules(players=3))
    swapping = cuckoo.apply(dealing, stacked(dealing, Hand.parse("2C QH 9S 5D")))
    yield "tutorial_cuckoo.svg", picture(view(swapping, 0), you=0)


def _guide() -> Iterator[tuple[str, str]]:
    hand = Hand.parse("KS QH JC 10D 7S AH 2C")
    for name, shown in (("queen", Card.parse("QS")), ("ten", Card.parse("10H")), ("joker", JOKER), ("back", FACE_DOWN)):
        yield f"guide_{name}.svg", picture(shown)
    yield "guide_hand.svg", picture(hand)
    yield "guide_four_colours.svg", picture(hand, theme=Theme(colours=4))
    yield "guide_dark.svg", picture(hand, theme=Theme(mode="dark"))
    yield "guide_pile.svg", picture(Deck(PACK_52))
    yield "guide_open_pile.svg", pile(hand, face_up=True)
    yield "guide_table.svg", picture(view(_oh_hell(), 0), you=0, names=NAMES)
    yield "guide_phone.svg", picture(view(_oh_hell(), 0), you=0, names=NAMES, width=390)


if __name__ == "__main__":
    write()

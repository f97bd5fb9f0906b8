"""Which option changes the banker's edge in Macao most: ``python docs/howto/exact.py`` prints the table of the guide."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from cardrules.cards import Hand
from cardrules.exact import BEST, Best, Exact, ExactError, Strategy
from cardrules.game import stacked
from cardrules.games import macao

LOWEST_KEPT: Final = 5
"""The total to which the usual player draws no card."""

TWICE: Final = 2
"""How often the usual player draws, or throws a card aside, where there is no limit to it."""


def usual(view: macao.State, moves: Sequence[macao.Move]) -> macao.Move:
    """Throw aside what is worth nothing where that is free, and draw to less than five; each twice at most."""
    assert isinstance(view, macao.Drawing)
    seat = view.to_act
    if macao.REPLACE in moves and len(view.table.thrown[seat]) < TWICE:
        return macao.REPLACE
    hand = view.table.hands[seat]
    draws = macao.DRAW in moves and len(hand) <= TWICE and macao.points(hand) < LOWEST_KEPT
    return macao.DRAW if draws else moves[-1]


def first_coup(rules: macao.Rules) -> macao.State:
    """Return the state before the first coup, in which seat 0 has the bank."""
    start = macao.start(rules)
    return macao.apply(start, stacked(start, Hand.parse("2C 3D")))


def settled(state: macao.State) -> bool:
    """Return whether the first coup is settled."""
    return any(state.table.settled)


def edge(rules: macao.Rules, *players: Strategy[macao.State, macao.Move] | Best) -> Fraction:
    """Return what the banker wins in a coup from one punter, in stakes: 1 is a stake a coup."""
    coup = Exact(macao, rules, players, until=settled, limit=LIMIT)
    return coup.expectation(first_coup(rules))[0]


LIMIT: Final = 100_000
"""The most lines of play for a number of the table: some seconds."""

VARIANTS: Final = {
    "the usual rules": macao.Rules(players=2),
    'overdraw="bust"': macao.Rules(players=2, overdraw="bust"),
    'zero_card="free"': macao.Rules(players=2, zero_card="free"),
    "draw_again=True": macao.Rules(players=2, draw_again=True),
    'ties="nobody"': macao.Rules(players=2, ties="nobody"),
    'banker_natural="all"': macao.Rules(players=2, banker_natural="all"),
}
"""The options, each changed alone."""


def row(rules: macao.Rules) -> list[str]:
    """Return the banker's edge if both play as usual, if the banker does his best, and if the punter does."""
    cells = []
    for players in ((usual, usual), (BEST, usual), (usual, BEST)):
        try:
            cells.append(f"{float(100 * edge(rules, *players)):+.2f} %")
        except ExactError:
            cells.append("out of reach")
    return cells


def main() -> None:
    """Print the table."""
    print(f"{'':22} {'both usual':>13} {'banker best':>13} {'punter best':>13}")  # noqa: T201  # a script
    for name, rules in VARIANTS.items():
        print(f"{name:22}", *(f"{cell:>13}" for cell in row(rules)))  # noqa: T201  # a script


if __name__ == "__main__":
    main()

"""Matches of players that think against random players and against each other.

Each match is played on the same deals from both sides, so that cards and seats favour nobody. A share is that of the games
that a side wins, shared wins in parts, with its 95 % interval (Wilson).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from math import sqrt
from typing import Any, Final

from attrs import evolve, frozen

from cardrules import catalogue
from cardrules.game import promises_of
from cardrules.play.observers import AnyPlayer
from cardrules.play.players import random_player
from cardrules.play.simulate import process_pool, simulate
from cardrules.seats import Seat
from cardrules.thinking.budgets import Budget
from cardrules.thinking.players import Method, Thinking

Z: Final = 1.959964
"""The standard deviations of a 95 % interval."""

OPTIONS: Final[Mapping[str, Mapping[str, object]]] = {"klaberjass": {"max_deals": 4}, "spades": {"max_deals": 2}}
"""Options that end long matches early."""

TARGETS: Final[Mapping[str, float]] = {
    "oh_hell": 0.86,
    "spades": 0.85,
    "klaberjass": 0.85,
    "konchinka": 0.94,
    "devils_hand": 0.54,
}
"""The share of the games that thinking players ought to win against random ones, with 150 iterations."""

METHODS: Final[tuple[Method, ...]] = ("tree", "flat")

ITERATIONS: Final = (150, 1000)
"""The budgets of the matches between players that think."""


@frozen
class Share:
    """The share of the games that a side won, and the share that would be fair."""

    won: float
    games: int
    fair: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, by Wilson."""
        n, share = self.games, self.won / self.games
        middle, width = share + Z * Z / (2 * n), Z * sqrt(share * (1 - share) / n + (Z / (2 * n)) ** 2)
        return (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)

    @property
    def verdict(self) -> str:
        """Whether the share differs from the fair one."""
        low, high = self.interval
        return "more" if low > self.fair else "less" if high < self.fair else "no difference"

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.won / self.games:.1%} ({low:.1%} to {high:.1%})"


@frozen
class Match:
    """One side against another, on the same deals from all sides of the table."""

    game: str
    one: Thinking | None
    """The players of the first side; ``None`` for random ones."""
    other: Thinking | None
    sides: tuple[tuple[Seat, ...], ...]
    """The seats of the first side, for each time that the deals are played."""

    def play(self, games: int, jobs: int, seed: int = 0) -> Share:
        """Play about so many games, and return how many of them the first side won."""
        game = catalogue.game(self.game)
        rules = game.Rules(**OPTIONS.get(self.game, {}))
        seats = promises_of(game, rules).seats or 0
        deals = max(1, games // len(self.sides))
        won, played, fair = 0.0, 0, len(self.sides[0]) / seats
        for mine in self.sides:
            players = [_player(self.one if seat in mine else self.other) for seat in range(seats)]
            with process_pool(jobs) if jobs > 1 else nullcontext() as executor:
                summary = simulate(game, rules, players, deals, seed, executor=executor)
            won += sum(_part(winners, mine, fair) * count for winners, count in summary.winners.items())
            played += summary.games
        return Share(won, played, fair)


def _player(thinking: Thinking | None) -> AnyPlayer[Any, Any, Any]:
    return random_player if thinking is None else thinking


def _part(winners: tuple[Seat, ...], mine: tuple[Seat, ...], fair: float) -> float:
    """Return the part of a win that a side has; where nobody wins, the ``fair`` one."""
    return sum(seat in mine for seat in winners) / len(winners) if winners else fair


def against_random(name: str, thinking: Thinking) -> Match:
    """Return the match of a thinking player, in Spades of two partners, against random players."""
    sides = ((0, 2), (1, 3)) if name == "spades" else tuple((seat,) for seat in range(_seats(name)))
    return Match(name, thinking, None, sides)


def against_each_other(name: str, one: Thinking, other: Thinking) -> Match:
    """Return the match of players at the even seats against players at the odd seats, and the other way round."""
    seats = range(_seats(name))
    return Match(name, one, other, (tuple(seats[::2]), tuple(seats[1::2])))


def _seats(name: str) -> int:
    game = catalogue.game(name)
    return promises_of(game, game.Rules()).seats or 0


def matches(games: Sequence[str]) -> Iterator[tuple[str, Match]]:
    """Yield what each match asks, and the match."""
    for name in games:
        for method in METHODS:
            yield f"{method}, 150i, against random", against_random(name, Thinking(Budget(iterations=150), method))
    for name in games:
        for iterations in ITERATIONS:
            tree = Thinking(Budget(iterations=iterations))
            yield f"tree against flat, {tree.budget}", against_each_other(name, tree, evolve(tree, method="flat"))
            yield (
                f"possible worlds against any, {tree.budget}",
                against_each_other(name, tree, evolve(tree, worlds="any")),
            )


def report(games: Sequence[str], count: int, jobs: int) -> None:
    """Play the matches and print a table of their results, each as soon as it is known."""
    print("| game | match | games | won | fair | |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    for asked, match in matches(games):
        share = match.play(count, jobs)
        row = (match.game, asked, f"{share.games}", f"{share}", f"{share.fair:.0%}", share.verdict)
        print(f"| {' | '.join(row)} |", flush=True)

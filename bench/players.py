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
from cardrules.thinking.players import Thinking
from cardrules.thinking.playouts import Aim

Z: Final = 1.959964
"""The standard deviations of a 95 % interval."""

MATCHES: Final[Mapping[str, Mapping[str, object]]] = {"klaberjass": {"max_deals": 4}, "spades": {"max_deals": 2}}
"""Options that end long matches early, against random players."""

SHORT: Final[Mapping[str, Mapping[str, object]]] = {
    "devils_hand": {},
    "klaberjass": {"max_deals": 1},
    "oh_hell": {"deals": 6},
    "spades": {"max_deals": 1},
}
"""The same for matches between players that think."""

TARGETS: Final[Mapping[str, float]] = {
    "oh_hell": 0.86,
    "spades": 0.85,
    "klaberjass": 0.85,
    "konchinka": 0.94,
    "devils_hand": 0.54,
}
"""The share of the games that thinking players ought to win against random ones, with 150 iterations."""

ITERATIONS: Final = (150, 1000)
"""The budgets of the matches between players that think."""

AIMS: Final[Mapping[str, Aim]] = {"devils_hand": "win"}
"""What players want, where it is not points: money that is won does not tell who wins."""


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
    options: Mapping[str, object]
    one: Thinking
    """The players of the first side."""
    other: Thinking | None
    """The players of the other side; ``None`` for random ones."""
    sides: tuple[tuple[Seat, ...], ...]
    """The seats of the first side, for each time that the deals are played."""

    def play(self, games: int, jobs: int, seed: int = 0) -> Share:
        """Play about so many games, and return how many of them the first side won."""
        game = catalogue.game(self.game)
        rules = game.Rules(**self.options)
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


def thinking(name: str, iterations: int) -> Thinking:
    """Return the player that searches a tree in a game."""
    return Thinking(Budget(iterations=iterations), aim=AIMS.get(name, "score"))


def against_random(name: str, player: Thinking) -> Match:
    """Return the match of a thinking player, in Spades of two partners, against random players."""
    sides = ((0, 2), (1, 3)) if name == "spades" else tuple((seat,) for seat in range(_seats(name)))
    return Match(name, MATCHES.get(name, {}), player, None, sides)


def against_each_other(name: str, one: Thinking, other: Thinking) -> Match:
    """Return the match of players at the even seats against players at the odd seats, and the other way round."""
    seats = range(_seats(name))
    return Match(name, SHORT[name], one, other, (tuple(seats[::2]), tuple(seats[1::2])))


def _seats(name: str) -> int:
    game = catalogue.game(name)
    return promises_of(game, game.Rules()).seats or 0


def matches(names: Sequence[str]) -> Iterator[tuple[str, Match]]:
    """Yield what each match asks, and the match."""
    for name in names:
        tree = thinking(name, 150)
        yield "tree search against random", against_random(name, tree)
        yield "flat sampling against random", against_random(name, evolve(tree, method="flat"))
    for name in filter(SHORT.__contains__, names):
        for iterations in ITERATIONS:
            tree = thinking(name, iterations)
            yield "tree search against flat sampling", against_each_other(name, tree, evolve(tree, method="flat"))
            yield "possible worlds against any", against_each_other(name, tree, evolve(tree, worlds="any"))
        more, less = (thinking(name, iterations) for iterations in reversed(ITERATIONS))
        yield f"{more.budget} against {less.budget}", against_each_other(name, more, less)


def report(names: Sequence[str], games: int, jobs: int) -> list[str]:
    """Play the matches and print a table of their results, each as soon as it is known.

    Return the games in which tree search surely won less than its target against random players.
    """
    missed = []
    print("| game | match | budget | games | won | fair | |")
    print("| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for asked, match in matches(names):
        share = match.play(games, jobs)
        row = (
            match.game,
            asked,
            f"{match.one.budget}",
            f"{share.games}",
            f"{share}",
            f"{share.fair:.0%}",
            share.verdict,
        )
        print(f"| {' | '.join(row)} |", flush=True)
        if match.other is None and match.one.method == "tree" and share.interval[1] < TARGETS[match.game]:
            missed.append(match.game)
    return missed

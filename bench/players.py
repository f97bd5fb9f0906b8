"""Matches of players that think against random players and against each other, and what they earn in games for money.

Each match is played on the same deals from all sides of the table, so that cards and seats favour nobody. A share is that
of the games that a side wins, shared wins in parts, with its 95 % interval.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from math import sqrt
from typing import Any, Final

from attrs import evolve, frozen

from cardrules import catalogue
from cardrules.game import promises_of
from cardrules.play.compare import NORMAL, Variant, compare
from cardrules.play.observers import AnyPlayer
from cardrules.play.players import random_player
from cardrules.play.simulate import process_pool, simulate
from cardrules.seats import Seat
from cardrules.thinking.budgets import Budget
from cardrules.thinking.players import Thinking
from cardrules.thinking.playouts import Aim

ROUND: Final = 20
"""The games of a round of a match."""

MATCHES: Final[Mapping[str, Mapping[str, object]]] = {
    "klaberjass": {"max_deals": 4},
    "konchinka": {"max_packs": 1},
    "spades": {"max_deals": 2},
}
"""Options that end long matches early, against random players."""

SHORT: Final[Mapping[str, Mapping[str, object]]] = {
    "devils_hand": {},
    "klaberjass": {"max_deals": 1},
    "oh_hell": {"deals": 6},
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

ITERATIONS: Final = 150
"""The budget of the targets, and of the weaker player in matches of two budgets."""

AGAINST_RANDOM: Final[Mapping[str, int]] = {
    "oh_hell": 40,
    "spades": 20,
    "klaberjass": 60,
    "konchinka": 20,
    "devils_hand": 280,
}
"""The number of games of each match against random players."""

AGAINST_EACH_OTHER: Final[Mapping[int, Mapping[str, int]]] = {
    150: {"oh_hell": 80, "klaberjass": 180, "devils_hand": 280},
    1000: {"oh_hell": 20, "klaberjass": 40, "devils_hand": 40},
}
"""The number of games of each match between players that think, by their budget in iterations."""

MONEY: Final[Mapping[str, int]] = {"blackjack": 100, "draw_poker": 60, "ruka_dyavola": 200}
"""Games for money of which a match is short, and the number of games of each player."""

RANDOM: Final = "random"
"""The player of a game for money with whom the others are compared."""

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
        """The 95 % interval of the share, by Wilson, as if no two games had the same deals; so it is rather too wide."""
        n, share = self.games, self.won / self.games
        middle, width = share + NORMAL**2 / (2 * n), NORMAL * sqrt(share * (1 - share) / n + (NORMAL / (2 * n)) ** 2)
        return (middle - width) / (1 + NORMAL**2 / n), (middle + width) / (1 + NORMAL**2 / n)

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

    def play(self, games: int, jobs: int) -> Share:
        """Play about so many games in some processes, in rounds, and return how many of them the first side won."""
        with process_pool(jobs) if jobs > 1 else nullcontext() as executor:
            rounds = [self.round(seed, executor) for seed in range(max(1, games // ROUND))]
        return Share(sum(share.won for share in rounds), sum(share.games for share in rounds), rounds[0].fair)

    def round(self, seed: int, executor: Executor | None = None) -> Share:
        """Play the deals of a seed from all sides."""
        game = catalogue.game(self.game)
        rules = game.Rules(**self.options)
        seats = _seats(self.game)
        won, played, fair = 0.0, 0, len(self.sides[0]) / seats
        for mine in self.sides:
            players = [_player(self.one if seat in mine else self.other) for seat in range(seats)]
            summary = simulate(game, rules, players, ROUND // len(self.sides), seed, executor=executor)
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


def matches(names: Sequence[str]) -> Iterator[tuple[str, Match, int]]:
    """Yield what each match asks, the match, and its number of games."""
    for name in filter(AGAINST_RANDOM.__contains__, names):
        yield "tree search against random", against_random(name, thinking(name, ITERATIONS)), AGAINST_RANDOM[name]
    for iterations, listed in AGAINST_EACH_OTHER.items():
        for name in filter(listed.__contains__, names):
            tree, games = thinking(name, iterations), listed[name]
            flat, forgetful = evolve(tree, method="flat"), evolve(tree, worlds="any")
            yield "tree search against flat sampling", against_each_other(name, tree, flat), games
            yield "possible worlds against any", against_each_other(name, tree, forgetful), games
            if iterations > ITERATIONS:
                less = thinking(name, ITERATIONS)
                yield f"{tree.budget} against {less.budget}", against_each_other(name, tree, less), games


def report(names: Sequence[str], games: int | None, jobs: int) -> list[str]:
    """Play the matches and print a table of their results, each as soon as it is known.

    Return the games in which tree search surely won less than its target against random players.
    """
    missed = []
    _row("game", "match", "budget", "games", "won", "fair", "")
    _row(*["---"] * 7)
    for asked, match, usual in matches(names):
        share = match.play(games or usual, jobs)
        _row(match.game, asked, match.one.budget, share.games, share, f"{share.fair:.0%}", share.verdict)
        if match.other is None and share.interval[1] < TARGETS[match.game]:
            missed.append(match.game)
    return missed


def report_money(names: Sequence[str], games: int | None) -> None:
    """Print a table of what seat 0 earns against random players, and how much more than a random one on the same deals."""
    _row("game", "seat 0", "games", "money a game", "more than random")
    _row(*["---"] * 5)
    for name in filter(MONEY.__contains__, names):
        game, tree = catalogue.game(name), thinking(name, ITERATIONS)
        first = {RANDOM: None, "tree search": tree, "flat sampling": evolve(tree, method="flat")}
        others = [_player(None)] * (_seats(name) - 1)
        variants = {who: Variant(game.Rules(), (_player(how), *others)) for who, how in first.items()}
        compared = compare(game, variants, games or MONEY[name])
        more = {gain.variant: gain for gain in compared.differences if gain.seat == 0}
        for who, summary in compared.summaries.items():
            gain = "" if who == RANDOM else _signed(float(more[who].mean), *more[who].interval)
            _row(name, who, summary.games, f"{float(summary.means[0]):+.2f}", gain)


def _signed(mean: float, low: float, high: float) -> str:
    return f"{mean:+.2f} ({low:+.2f} to {high:+.2f})"


def _row(*cells: object) -> None:
    """Print a row of a table, at once."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)

"""Run all benchmarks and print the results; with ``--check`` fail if a target is missed.

Times depend on the machine, so each is also given in turns of a fixed loop that runs just before it. Each result is the
median over several repeats. In each repeat everything is measured once, one after the other.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from platform import python_implementation, python_version
from random import Random
from statistics import median
from time import perf_counter, process_time

from attrs import frozen

from bench.faults import report_faults
from bench.players import MONEY, TARGETS, report_money
from bench.players import report as matches_report
from bench.playouts import INSTALLED, OPENSPIEL, OPTIONS, Playout, openspiel, playouts
from bench.races import Race, races
from bench.worlds import measure_worlds, missed_worlds, report_worlds
from cardrules import catalogue

TURNS = 1_000_000

DECISION = 1 / 60_000 / 45e-9
"""The turns of the loop that a decision may take: 60,000 decisions a second where a million turns take 45 ms."""

DECISIONS: Mapping[str, float] = dict.fromkeys(("devils_grip", "devils_hand", "ruka_dyavola"), 12e-6 / 45e-9)
"""The same for the games with a stricter target: 12 µs where a million turns take 45 ms."""

IMPORT = 60e-3
"""The seconds that importing the package may add to the start of the interpreter; attrs takes two thirds of them."""

VERIFY = 20
"""The seconds that the harness may take for one game with its default settings."""

IMPORTS = ("cardrules", "cardrules.games.oh_hell")


@frozen
class Times:
    """The time of each repeat in seconds, and the same in turns of the loop."""

    seconds: tuple[float, ...]
    turns: tuple[float, ...]

    @classmethod
    def of(cls, seconds: Sequence[float], turns: Sequence[float]) -> "Times":
        """Return the times of repeats that took ``seconds``, in which a turn of the loop took ``turns`` seconds."""
        return cls(tuple(seconds), tuple(time / turn for time, turn in zip(seconds, turns, strict=True)))

    def over(self, other: "Times") -> float:
        """Return the ratio of this time to the other: the median of the repeats."""
        return median(mine / theirs for mine, theirs in zip(self.seconds, other.seconds, strict=True))


@frozen
class Result:
    """The result of a race: the time that each side took for a game or a hand."""

    race: Race
    ours: Times
    theirs: Times

    @property
    def ratio(self) -> float:
        """The speed of our side as a multiple of theirs."""
        return self.theirs.over(self.ours)


def seconds_of(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return the seconds that ``work`` takes by a clock, usually that of this process, which other programs hardly change."""
    begin = clock()
    work()
    return clock() - begin


def loop() -> int:
    """Run the loop with which all times are compared."""
    total = 0
    for i in range(TURNS):
        total += i & 7
    return total


def seconds_each(play: Playout, rng: Random, least: float) -> float:
    """Return the mean time of a decision, or of whatever ``play`` counts; call it for more than ``least`` seconds."""
    begin = process_time()
    count = 0
    while True:
        count += play(rng)
        spent = process_time() - begin
        if spent > least:
            return spent / count


def interpreter(code: str) -> float:
    """Return the time of a new interpreter that runs ``code`` and caches bytecode, as it does for users."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # compiling takes a third of an import
    command = [sys.executable, "-c", code]
    start = partial(subprocess.run, command, check=True, env=environment)
    return seconds_of(start, perf_counter)


def measure(repeats: int, least: float) -> tuple[Mapping[str, Times], Mapping[str, Times]]:
    """Return the time of a decision for each game, and the time that each import adds to the start of Python."""
    contenders = playouts()
    turn: list[float] = []
    decisions: dict[str, list[float]] = defaultdict(list)
    imports: dict[str, list[float]] = defaultdict(list)
    for name in IMPORTS:
        interpreter(f"import {name}")  # compile it once, as pip does for most users
    for repeat in range(repeats):
        turn.append(seconds_of(loop) / TURNS)
        for name, play in contenders.items():
            decisions[name].append(seconds_each(play, Random(repeat), least))
        start = interpreter("pass")
        for name in IMPORTS:
            imports[f"import {name}"].append(interpreter(f"import {name}") - start)
    return (
        {name: Times.of(seconds, turn) for name, seconds in decisions.items()},
        {name: Times.of(seconds, turn) for name, seconds in imports.items()},
    )


def run(race: Race, repeats: int, least: float) -> Result:
    """Return the result of a race, after both sides have warmed up."""
    for play in (race.ours, race.theirs):
        seconds_each(play, Random(repeats), least)
    turn = [seconds_of(loop) / TURNS for _ in range(repeats)]
    pairs = [
        (seconds_each(race.ours, Random(repeat), least), seconds_each(race.theirs, Random(repeat), least))
        for repeat in range(repeats)
    ]
    ours, theirs = zip(*pairs, strict=True)
    return Result(race, Times.of(ours, turn), Times.of(theirs, turn))


def verifications() -> Mapping[str, Times]:
    """Return the time of the harness for each game with default settings; each is measured once."""
    return {f"verify {name}": Times.of([verification(name)], [seconds_of(loop) / TURNS]) for name in catalogue.NAMES}


def verification(name: str) -> float:
    """Return the time of the harness for a game."""
    from cardrules.verify import verify  # noqa: PLC0415  # needs an extra

    game = catalogue.game(name)
    return seconds_of(lambda: verify(game, game.Rules()), perf_counter)


def report(decisions: Mapping[str, Times], others: Mapping[str, Times], results: Sequence[Result]) -> None:
    """Print the results."""
    first = next(iter(decisions.values()))
    turn = median([seconds / turns for seconds, turns in zip(first.seconds, first.turns, strict=True)])
    print(f"{python_implementation()} {python_version()}, on which a turn of the loop takes {turn * 1e9:.0f} ns")
    print(f"{'random play-outs':32} {'decisions/s':>12} {'µs each':>8} {'turns of the loop':>18}")
    for name, times in decisions.items():
        one = median(times.seconds)
        print(f"{name:32} {1 / one:12,.0f} {one * 1e6:8.2f} {median(times.turns):18,.0f}")
    for name, options in OPTIONS.items():
        print(f"{name} is played with {', '.join(f'{option}={value}' for option, value in options.items())}")
    for name, clone in product(OPENSPIEL, (False, True)):
        other = openspiel(name, clone=clone)
        if INSTALLED:
            print(f"{name} takes {decisions[name].over(decisions[other]):.2f} of {other}")
    for result in results:
        rates = " and ".join(f"{1 / median(side.seconds):,.0f}" for side in (result.ours, result.theirs))
        print(f"{result.race.name}: {rates} a second, {result.ratio:.2f} times as fast")
    for name, times in others.items():
        print(f"{name}: {median(times.seconds):.3f} s, {median(times.turns):,.0f} turns")


def missed(decisions: Mapping[str, Times], others: Mapping[str, Times], results: Sequence[Result]) -> list[str]:
    """Return a sentence for each target that is missed."""
    slow = [
        f"a decision of {name} takes {turns:.0f} turns of the loop, more than {most:.0f}"
        for name in catalogue.NAMES
        if (turns := median(decisions[name].turns)) > (most := DECISIONS.get(name, DECISION))
    ]
    slow += [
        f"{name} takes {ratio:.2f} of {other}, more than 1"
        for name in (OPENSPIEL if INSTALLED else ())
        if (ratio := decisions[name].over(decisions[other := openspiel(name, clone=True)])) > 1
    ]
    slow += [
        f"{result.race.name}: {result.ratio:.2f} times as fast, less than {result.race.least}"
        for result in results
        if result.ratio < result.race.least
    ]
    slow += [
        f"{name} takes {seconds:.3f} s, more than {limit}"
        for name, times in others.items()
        if (limit := VERIFY if name.startswith("verify") else IMPORT if name == "import cardrules" else None)
        and (seconds := median(times.seconds)) > limit
    ]
    return slow


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks; return 1 if ``--check`` or ``--worlds`` finds a missed target, else 0."""
    parser = ArgumentParser(
        "bench", description="Measure decisions per second in whole random games, compared with other libraries."
    )
    parser.add_argument("--repeats", type=int, default=7, metavar="N", help="measure everything N times (7)")
    parser.add_argument(
        "--least", type=float, default=0.5, metavar="S", help="measure for at least S seconds each time (0.5)"
    )
    parser.add_argument("--verify", action="store_true", help="measure the harness for each game too")
    parser.add_argument("--worlds", action="store_true", help="measure only the worlds behind what seats know")
    parser.add_argument("--moments", type=int, default=40, metavar="N", help="look at N decisions of each game (40)")
    parser.add_argument("--check", action="store_true", help="fail if a target is missed")
    parser.add_argument(
        "--players",
        metavar="GAME",
        nargs="*",
        choices=(*TARGETS, *MONEY),
        help="measure nothing else, but let players that think play matches of these games, or of all of them",
    )
    parser.add_argument(
        "--faults",
        metavar="GAME",
        nargs="*",
        choices=catalogue.NAMES,
        help="measure nothing else, but plant faults in these games, in all if none is named, and see which the laws find",
    )
    parser.add_argument("--games", type=int, metavar="N", help="play N games for each match, not the usual number")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="play matches, or verify, in N processes (1)")
    chosen = parser.parse_args(arguments)
    if chosen.worlds:
        drawn = measure_worlds(chosen.moments)
        report_worlds(drawn)
        return _fail(missed_worlds(drawn))
    if chosen.faults is not None:
        report_faults(chosen.faults or catalogue.NAMES, chosen.jobs)
        return 0
    if chosen.players is not None:
        names = chosen.players or [*TARGETS, *MONEY]
        missed_by = matches_report(names, chosen.games, chosen.jobs)
        print()
        report_money(names, chosen.games)
        return int(chosen.check and bool(missed_by))
    decisions, others = measure(chosen.repeats, chosen.least)
    others = {**others, **(verifications() if chosen.verify else {})}
    results = [run(race, chosen.repeats, chosen.least) for race in races()]
    report(decisions, others, results)
    return _fail(missed(decisions, others, results) if chosen.check else [])


def _fail(misses: list[str]) -> int:
    """Print the targets that were missed; return 1 if there are any, else 0."""
    print(*misses, sep="\n", end="\n" * bool(misses))
    return int(bool(misses))


if __name__ == "__main__":
    sys.exit(main())

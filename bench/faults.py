"""Faults planted in the games: which of them the harness finds, with no test that knows the rules.

The sample in ``faults.toml`` has single changes of comparisons, signs, numbers, conditions and calls in the functions that
play the games: drawn at random, and kept if the tests of the rules notice them. Each is planted in a copy of the package.
There the game is verified by its default options, or by the first variant of them in which the fault changes play.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import Final

from attrs import asdict, evolve, field, frozen

import cardrules
from cardrules import catalogue
from cardrules.chance import stream

PLANTED: Final = Path(__file__).with_name("faults.toml")
"""The sample of faults."""

PACKAGE: Final = Path(cardrules.__file__).parent
"""The package that is copied."""

LIMIT: Final = 600
"""The seconds after which a copy is given up."""


@frozen
class Fault:
    """A fault: a line in a module of the games, and what stands there instead."""

    module: str
    """The file, below ``cardrules/games``."""
    kind: str
    """What is changed, such as a comparison."""
    old: str
    new: str
    options: Mapping[str, object] = field(factory=dict)
    """The options by which the game is verified, where they are not the defaults."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.module.partition("/")[0].removesuffix(".py")

    def planted_in(self, text: str) -> str:
        """Return the text of the module with the fault; raise ``ValueError`` unless the line is there just once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.module} has {text.count(self.old)} times, not once: {self.old}")
        return text.replace(self.old, self.new)


@frozen
class Found:
    """What the harness says of a game with a fault."""

    law: str = ""
    """The first law that is broken; empty if all are kept."""
    games: int = 0
    """The number of games that were looked at."""
    seconds: float = 0
    """The processor time that this took, without the start of Python."""
    unseen: tuple[str, ...] = ()
    """What was never seen, if all laws are kept."""

    @property
    def by(self) -> str:
        """What has found the fault, in words."""
        if self.law:
            return self.law
        return f"told: {self.unseen[0]}" if self.unseen else "nothing"


def faults() -> list[Fault]:
    """Return the sample."""
    return [Fault(**table) for table in tomllib.loads(PLANTED.read_text(encoding="utf-8"))["fault"]]


def verified(name: str, options: Mapping[str, object]) -> Found:
    """Return what the harness finds in a game; it looks at one game after the other until a law is broken."""
    from cardrules.verify import EXAMPLES, LAWS, never_seen  # noqa: PLC0415  # needs an extra
    from cardrules.verify.harness import Run  # noqa: PLC0415
    from cardrules.verify.playing import Randomly, play  # noqa: PLC0415

    game, begin = catalogue.game(name), process_time()
    try:
        rules = game.Rules(**options)
    except Exception as error:  # noqa: BLE001  # the fault may be there
        return Found(f"{type(error).__name__} when options are made")
    run = Run()  # type: ignore[var-annotated]  # games of a catalogue have no static types
    for number in range(EXAMPLES):
        run.check(play(game, rules, Randomly(stream(0, number)), seed=f"0:{number}"), LAWS)
        if run.broken:
            return Found(next(law.name for law in LAWS if law in run.broken), number + 1, process_time() - begin)
    return Found("", EXAMPLES, process_time() - begin, never_seen(game, rules))


def found_in_copy(fault: Fault) -> Found:
    """Return what the harness finds in a copy of the package with a fault."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, PACKAGE.name)
        shutil.copytree(PACKAGE, copy)
        module = copy / "games" / fault.module
        module.write_text(fault.planted_in(module.read_text(encoding="utf-8")), encoding="utf-8")
        ours = {
            name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")
        }  # a copy is not measured
        environment = {**ours, "PYTHONPATH": os.pathsep.join([place, str(PLANTED.parents[1])])}
        asked = json.dumps({"name": fault.game, "options": fault.options})
        try:
            done = subprocess.run(  # noqa: S603  # the command is ours
                [sys.executable, "-m", "bench.faults", asked],
                env=environment,
                capture_output=True,
                text=True,
                check=False,
                timeout=LIMIT,
            )
        except subprocess.TimeoutExpired:
            return Found("", 0, LIMIT)
    if done.returncode:
        return Found(f"{done.stderr.splitlines()[-1].partition(':')[0]} when the game is imported")
    answer = json.loads(done.stdout)
    return Found(**{**answer, "unseen": tuple(answer["unseen"])})


def unusual(fault: Fault, found: Found) -> Found:
    """Return what was found, and of what was never seen only that which is seen without the fault."""
    if not found.unseen:
        return found
    from cardrules.verify import never_seen  # noqa: PLC0415  # needs an extra

    game = catalogue.game(fault.game)
    usual = set(map(_subject, never_seen(game, game.Rules(**fault.options))))
    return evolve(found, unseen=tuple(text for text in found.unseen if _subject(text) not in usual))


def _subject(text: str) -> str:
    """Return what is told to be never seen, without numbers and values, which chance may change."""
    return text.partition(",")[0].partition(" is always ")[0]


def report_faults(names: Iterable[str], jobs: int) -> None:
    """Print what finds each fault of some games, and then how many are found by each law and of each kind."""
    chosen = [fault for fault in faults() if fault.game in names]
    with ThreadPoolExecutor(jobs) as executor:
        answers = executor.map(found_in_copy, chosen)
        results = [(fault, unusual(fault, found)) for fault, found in zip(chosen, answers, strict=True)]
    print("| module | fault | found by | games | seconds |\n| --- | --- | --- | ---: | ---: |")
    for fault, found in results:
        change = f"`{fault.old}` becomes `{fault.new}`".replace("|", r"\|")
        print(f"| {fault.module} | {change} | {found.by} | {found.games} | {found.seconds:.1f} |")
    _print_counts("law", [(fault, found) for fault, found in results if found.law], lambda _, found: found.law)
    _print_counts("game", results, lambda fault, _: fault.game)
    _print_counts("kind of fault", results, lambda fault, _: fault.kind)
    _print_counts("", results, lambda *_: "all")


Result = tuple[Fault, Found]


def _print_counts(title: str, results: Sequence[Result], group_of: Callable[[Fault, Found], str]) -> None:
    """Print a row for each group of faults: how many there are, break a law, and are told as never seen."""
    print(f"\n| {title} | faults | break a law | told | median games |\n| --- | ---: | ---: | ---: | ---: |")
    groups: dict[str, list[Found]] = {}
    for fault, found in results:
        groups.setdefault(group_of(fault, found), []).append(found)
    for group, of_group in sorted(groups.items(), key=lambda item: -len(item[1])):
        games = sorted(found.games for found in of_group if found.law)
        told = sum(bool(found.unseen) for found in of_group)
        middle = games[len(games) // 2] if games else ""
        print(f"| {group} | {len(of_group)} | {len(games)} | {told} | {middle} |")


if __name__ == "__main__":
    print(json.dumps(asdict(verified(**json.loads(sys.argv[1])))))

"""Faults planted in the games: which of them the laws find, with no test that knows the rules.

``faults.toml`` has a sample: single changes of comparisons, signs, numbers, conditions and calls in the functions that play
the games, drawn at random and kept if the tests of the rules notice them. Each fault is planted in a copy of the package, and
the game is verified there by its default options, or by the first variant of them in which the fault shows.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import process_time
from typing import Final

from attrs import field, frozen

import cardrules
from cardrules import catalogue
from cardrules.chance import stream

PLANTED: Final = Path(__file__).with_name("faults.toml")
"""The sample of faults."""

PACKAGE: Final = Path(cardrules.__file__).parent

LIMIT: Final = 300
"""The seconds after which a game is given up."""


@frozen
class Fault:
    """A fault: a text in a module of the games, and what stands there instead."""

    module: str
    """The file below ``cardrules/games``."""
    kind: str
    old: str
    new: str
    options: Mapping[str, object] = field(factory=dict)
    """The options by which the game is verified, where they are not the defaults."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.module.partition("/")[0].removesuffix(".py")

    def planted_in(self, text: str) -> str:
        """Return the text of the module with the fault; raise ``ValueError`` unless what it replaces is there once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.module}: {self.old!r} is there {text.count(self.old)} times, not once")
        return text.replace(self.old, self.new)


@frozen
class Found:
    """What the harness says of a game with a fault."""

    law: str | None = None
    """The first law that is broken; ``None`` if all are kept."""
    games: int = 0
    """The number of games that were played until then."""
    seconds: float = 0
    """The processor time until then, that of starting Python left out."""
    unseen: tuple[str, ...] = ()
    """What was never seen, if all laws are kept."""


def faults() -> list[Fault]:
    """Return the sample."""
    tables = tomllib.loads(PLANTED.read_text(encoding="utf-8"))["fault"]
    return [Fault(**table) for table in tables]


def verified(name: str, options: Mapping[str, object]) -> Found:
    """Return what the harness finds in a game: laws are checked until one is broken, in the order of games."""
    from cardrules.verify import EXAMPLES, LAWS, never_seen  # noqa: PLC0415  # needs an extra
    from cardrules.verify.harness import Run  # noqa: PLC0415
    from cardrules.verify.playing import Randomly, play  # noqa: PLC0415

    game = catalogue.game(name)
    rules = game.Rules(**options)
    begin = process_time()
    run = Run()  # type: ignore[var-annotated]  # games of a catalogue have no static types
    for number in range(EXAMPLES):
        run.check(play(game, rules, Randomly(stream(0, number)), seed=f"0:{number}"), LAWS)
        if run.broken:
            law = next(law for law in LAWS if law in run.broken)
            return Found(law.name, number + 1, process_time() - begin)
    return Found(None, EXAMPLES, process_time() - begin, never_seen(game, rules))


def found_in_copy(fault: Fault) -> Found:
    """Return what the harness finds in a copy of the package with a fault."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, PACKAGE.name)
        shutil.copytree(PACKAGE, copy)
        module = copy / "games" / fault.module
        module.write_text(fault.planted_in(module.read_text(encoding="utf-8")), encoding="utf-8")
        path = os.pathsep.join([place, str(PLANTED.parents[1])])
        command = [sys.executable, "-m", "bench.faults", fault.game, json.dumps(fault.options)]
        try:
            answer = subprocess.run(  # noqa: S603  # the command is ours
                command,
                env={**os.environ, "PYTHONPATH": path},
                capture_output=True,
                text=True,
                check=True,
                timeout=LIMIT,
            )
        except subprocess.CalledProcessError as error:
            return Found(f"the game cannot be imported: {error.stderr.splitlines()[-1]}", 1)
        except subprocess.TimeoutExpired:
            return Found(None, 0, LIMIT)
    return Found(**json.loads(answer.stdout))


def report_faults(names: Sequence[str], jobs: int) -> None:
    """Print a table of the faults of some games and what finds them, and then how many there are by law and by kind."""
    chosen = [fault for fault in faults() if fault.game in names]
    with ThreadPoolExecutor(jobs) as executor:
        results = list(zip(chosen, map(_told, chosen, executor.map(found_in_copy, chosen)), strict=True))
    print("| module | fault | found by | games | seconds |", "| --- | --- | --- | ---: | ---: |", sep="\n")
    for fault, found in results:
        print(f"| {fault.module} | `{_changed(fault)}` | {_by(found)} | {found.games} | {found.seconds:.1f} |")
    for title, groups in (
        ("found by", Counter(_by(found) for _, found in results)),
        ("kind of fault", Counter(fault.kind for fault, _ in results)),
    ):
        print(f"\n| {title} | faults | by laws | told |", "| --- | ---: | ---: | ---: |", sep="\n")
        for group, count in groups.most_common():
            of_group = [found for fault, found in results if group in (_by(found), fault.kind)]
            print(f"| {group} | {count} | {_lawful(of_group)} | {sum(bool(found.unseen) for found in of_group)} |")
    every = [found for _, found in results]
    print(
        f"\nOf {len(every)} faults laws find {_lawful(every)}, and {sum(bool(found.unseen) for found in every)} more are told."
    )


def _lawful(results: Sequence[Found]) -> int:
    return sum(found.law is not None for found in results)


def _told(fault: Fault, found: Found) -> Found:
    """Return what was found, of what was never seen only that which is seen without the fault."""
    if not found.unseen:
        return found
    usual = verified_unseen(fault.game, fault.options)
    return Found(found.law, found.games, found.seconds, tuple(text for text in found.unseen if text not in usual))


def verified_unseen(name: str, options: Mapping[str, object]) -> tuple[str, ...]:
    """Return what no game of a sound module shows."""
    from cardrules.verify import never_seen  # noqa: PLC0415  # needs an extra

    game = catalogue.game(name)
    return never_seen(game, game.Rules(**options))


def _by(found: Found) -> str:
    if found.law is not None:
        return found.law
    return f"told: {found.unseen[0]}" if found.unseen else "nothing"


def _changed(fault: Fault) -> str:
    """Return the text that changes, and what it becomes, without what is the same before and after them."""
    old, new = fault.old, fault.new
    return f"{old} → {new}"


def _answer(arguments: Sequence[str]) -> Iterator[str]:
    name, options = arguments
    found = verified(name, json.loads(options))
    yield json.dumps({"law": found.law, "games": found.games, "seconds": found.seconds, "unseen": found.unseen})


if __name__ == "__main__":
    print(*_answer(sys.argv[1:]))

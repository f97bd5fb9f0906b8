"""Worlds: how many of those that are drawn could not have been, and how long it takes to draw one."""

from collections.abc import Mapping
from functools import partial
from math import floor
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from attrs import evolve, frozen

from bench.playouts import played
from cardrules import catalogue
from cardrules.chance import shuffled
from cardrules.game import Record, playout, states
from cardrules.knowledge.information import information
from cardrules.knowledge.worlds import find, is_possible
from cardrules.zones import cards_in, determinize, view

RULES: Final[Mapping[str, tuple[str, Mapping[str, object]]]] = {
    **{name: (name, {}) for name in catalogue.NAMES},
    "oh_hell for 3": ("oh_hell", {"players": 3}),
    "spades without exchange": ("spades", {"exchange": 0}),
    "polish_bank with side bets": ("polish_bank", {"side_bets": True}),
    "devils_hand for 6": ("devils_hand", {"players": 6}),
    "ruka_dyavola one by one": ("ruka_dyavola", {"exchange": "one_by_one"}),
    "draw_poker for 8": ("draw_poker", {"players": 8}),
    "macao with bust": ("macao", {"overdraw": "bust"}),
}
"""The games that are measured: their names, and the options that differ from the defaults."""

DECISIONS: Final = 400
"""The decisions that a world may take, the median over many moments of a game."""

FAST: Final[Mapping[str, int]] = dict.fromkeys(("oh_hell", "spades", "klaberjass"), 60)
"""The same for the games with a stricter target."""

MOVES: Final = 400
"""The most moves of a game that is looked at."""

DRAWS: Final = 20
"""The number of worlds that are drawn at each moment."""

BATCHES: Final = 4
"""The batches in which they are drawn, of which the fastest counts; of decisions too, so a busy machine slows both alike."""


@frozen
class Drawn:
    """What was measured for one game."""

    moments: int
    memoryless: float
    """The share of the worlds of ``determinize`` that could not have been."""
    impossible: float
    """The share of the worlds that could not have been."""
    first: float
    """The decisions that the first world of a moment took, the median."""
    each: float
    """The decisions that each further world took, the median."""


def measure_worlds(moments: int) -> Mapping[str, Drawn]:
    """Return the measurements of every game, each at that many random decisions."""
    return {title: drawn(title, name, options, moments) for title, (name, options) in RULES.items()}


def drawn(title: str, name: str, options: Mapping[str, object], moments: int) -> Drawn:
    """Return what is measured for one game."""
    game = catalogue.game(name)
    rules = game.Rules(**options)
    rng = Random(title)
    first, each, impossible, memoryless = list[float](), list[float](), list[bool](), list[bool]()
    while len(first) < moments:
        record = playout(game, rules, rng, max_moves=MOVES)
        played_states = list(states(game, record))
        acting = [place for place, state in enumerate(played_states) if isinstance(state.to_act, int)]
        decision = min(seconds(partial(played, game, rules, rng)) for _ in range(BATCHES))
        for place in shuffled(acting, rng)[: min(4, moments - len(first))]:
            before: Record[Any, Any] = evolve(record, moves=record.moves[:place])
            seat = played_states[place].to_act
            known = information(game, before, seat)
            begin = process_time()
            sampler = find(game, rules, known, rng)
            first.append((process_time() - begin) / decision)
            seen, pack = view(played_states[place], seat), cards_in(played_states[0])
            memoryless += [not sampler.explains(determinize(seen, pack, rng)) for _ in range(DRAWS)]
            times = list[float]()
            for _ in range(BATCHES):
                begin = process_time()
                worlds = [sampler.draw() for _ in range(DRAWS // BATCHES)]
                times.append((process_time() - begin) / len(worlds))
                impossible.append(not is_possible(game, known, worlds[-1]))
            each.append(min(times) / min(decision, seconds(partial(played, game, rules, rng))))
    return Drawn(len(first), share(memoryless), share(impossible), median(first), median(each))


def seconds(play: "partial[int]") -> float:
    """Return the time of a decision in random games, the mean of a game or several."""
    begin, count = process_time(), 0
    while count < 100:
        count += play()
    return (process_time() - begin) / count


def share(cases: list[bool]) -> float:
    """Return the share of the cases that are true."""
    return sum(cases) / len(cases)


def report_worlds(results: Mapping[str, Drawn]) -> None:
    """Print the measurements."""
    print(f"{'worlds that could not have been':32} {'determinize':>12} {'worlds':>8} {'first':>8} {'each':>8}")
    for title, result in results.items():
        shares = f"{result.memoryless:12.0%} {result.impossible:8.0%}"
        print(f"{title:32} {shares} {floor(result.first):8,} {floor(result.each):8,}")
    print(f"times in decisions of random games, medians over {next(iter(results.values())).moments} moments")


def missed_worlds(results: Mapping[str, Drawn]) -> list[str]:
    """Return a sentence for each target that is missed."""
    wrong = [
        f"{result.impossible:.1%} of the worlds of {title} could not have been"
        for title, result in results.items()
        if result.impossible
    ]
    slow = [
        f"a world of {title} takes {result.each:.0f} decisions, more than {most}"
        for title, result in results.items()
        if result.each > (most := FAST.get(title, DECISIONS))
    ]
    return wrong + slow

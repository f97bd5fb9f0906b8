"""The harness: every law, on many games drawn by hypothesis."""

from collections.abc import Iterator
from random import Random
from typing import Final, Generic, Literal, TypeVar

import attrs
import hypothesis
from attrs import field, frozen
from hypothesis import HealthCheck, Phase
from hypothesis.errors import NoSuchExample

from cardrules.game import Game, StateLike
from cardrules.verify.laws import LAWS, Law
from cardrules.verify.program import program
from cardrules.verify.strategies import traces
from cardrules.verify.trace import BrokenLawError, NotPromisedError, Trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

EXAMPLES: Final = 25
"""How many games are played if nothing else is said."""

SHRUNK: Final = 100
"""A law broken in a longer game than this is shown by that game itself; a shorter one is shrunk."""


@frozen
class Verdict:
    """What came of a law: it is ``kept``, ``broken``, or was ``skipped`` since the game promises nothing that it checks.

    ``text`` says why it was skipped, or how it is broken, with a Python program that shows it.
    """

    law: str
    statement: str
    status: Literal["kept", "skipped", "broken"]
    text: str = ""

    def __str__(self) -> str:
        return f"{self.status:7}  {self.law}" + (f": {self.text}" if self.text else "")


def verify(
    game: Game[R, S, M], rules: R, *, examples: int = EXAMPLES, seed: int = 0, laws: tuple[Law, ...] = LAWS
) -> tuple[Verdict, ...]:
    """Hold a game to the laws, and give a verdict for each that was kept or skipped.

    ``examples`` games are played by these rules, with shuffles and moves drawn by hypothesis; the same ``seed`` plays
    the same games. Raises :class:`~cardrules.verify.trace.BrokenLawError` at the first law that is broken, with a short
    program that shows it.
    """
    found = []
    for verdict in verdicts(game, rules, examples=examples, seed=seed, laws=laws):
        if verdict.status == "broken":
            raise BrokenLawError(f"{verdict.law}: {verdict.text}")
        found.append(verdict)
    return tuple(found)


def verdicts(
    game: Game[R, S, M], rules: R, *, examples: int = EXAMPLES, seed: int = 0, laws: tuple[Law, ...] = LAWS
) -> Iterator[Verdict]:
    """The verdict on each law, in their order; a law that is broken is shown by the simplest game found.

    The games are as for :func:`verify`.
    """
    run = _Run(game, rules, examples, seed)
    run.look_at(laws)
    for law in laws:
        if law in run.broken:
            yield Verdict(law.name, law.statement, "broken", run.shown(law))
        elif law in run.skipped:
            yield Verdict(law.name, law.statement, "skipped", run.skipped[law])
        else:
            yield Verdict(law.name, law.statement, "kept")


@frozen(eq=False)
class _Run(Generic[R, S, M]):
    """The games of one run, and what the laws say of them."""

    game: Game[R, S, M]
    rules: R
    examples: int
    seed: int
    broken: dict[Law, Trace[R, S, M]] = field(init=False, factory=dict)
    """The laws that are broken, each with a line that shows it."""
    skipped: dict[Law, str] = field(init=False, factory=dict)
    """The laws that have nothing to check here, each with the reason."""

    def look_at(self, laws: tuple[Law, ...]) -> None:
        """Play the games, and hold each to the laws that are not broken yet."""
        looks = dict.fromkeys(laws, 0)

        def look(line: Trace[R, S, M]) -> None:
            for law in laws:
                if law in self.broken or law in self.skipped or looks[law] == law.lines:
                    continue
                looks[law] += 1
                self._look(law, line)

        settings = hypothesis.settings(_QUIET, max_examples=self.examples, phases=[Phase.generate])
        hypothesis.seed(self.seed)(settings(hypothesis.given(traces(self.game, self.rules))(look)))()

    def _look(self, law: Law, line: Trace[R, S, M]) -> None:
        try:
            if first_failure(law, line) is not None:
                self.broken[law] = line
        except NotPromisedError as reason:
            self.skipped[law] = str(reason)

    def shown(self, law: Law) -> str:
        """How a law is broken in the simplest game that hypothesis finds: the fault, and a program that shows it."""
        line = self._simplest(law)
        place, error = first_failure(law, line) or (0, BrokenLawError("it was broken once, and then not again"))
        fault = str(error) if isinstance(error, BrokenLawError) else f"{type(error).__name__}: {error}"
        return f"{fault}\n\n{program(line, place)}"

    def _simplest(self, law: Law) -> Trace[R, S, M]:
        known = self.broken[law]
        if law.lines is not None or len(known.moves) > SHRUNK:
            return known  # to look at it on hundreds of such lines would take minutes
        try:
            return hypothesis.find(
                traces(self.game, self.rules),
                lambda line: first_failure(law, line) is not None,
                settings=hypothesis.settings(_QUIET, max_examples=10 * self.examples),
                random=Random(self.seed),
            )
        except NoSuchExample:
            return known


_QUIET: Final = hypothesis.settings(
    database=None,
    deadline=None,
    print_blob=False,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def first_failure(law: Law, line: Trace[R, S, M]) -> tuple[int, Exception] | None:
    """The first moment of ``line`` at which ``law`` is broken, with how; ``None`` if it is kept.

    Raises :class:`~cardrules.verify.trace.NotPromisedError` where the law has nothing to check. Whatever else a function
    of the game raises while the law looks at it breaks the law.
    """
    for place in law.places(line):
        try:
            law.check(line.moment(place))
        except NotPromisedError:
            raise
        except Exception as error:  # noqa: BLE001  # a game may raise anything
            return place, error
    return None

"""The harness: every law, checked on many random games."""

from collections.abc import Iterator
from typing import Final, Generic, Literal, TypeVar

import attrs
from attrs import field, frozen

from cardrules.chance import Seed, stream
from cardrules.game import Amount, Game, StateLike, promises_of
from cardrules.verify.laws import LAWS, Law, play_ends, scores_are_in_bounds
from cardrules.verify.playing import Randomly, play
from cardrules.verify.program import program
from cardrules.verify.shrinking import Failure, error_at, first_failure, simplest
from cardrules.verify.trace import BrokenLawError, NotPromisedError, Trace

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

EXAMPLES: Final = 25
"""The default number of games that are played."""


@frozen
class Verdict:
    """The result of checking a law: it is ``kept`` or ``broken``, or it was ``skipped``.

    A law is skipped if the game promises nothing that it checks, or if a more basic law is broken. ``text`` says why it was
    skipped, or how it is broken, with a Python program that shows it. If a bound is kept it says how near the games came.
    """

    law: str
    statement: str
    status: Literal["kept", "skipped", "broken"]
    text: str = ""

    def __str__(self) -> str:
        return f"{self.status:7}  {self.law}" + (f": {self.text}" if self.text else "")


def verify(
    game: Game[R, S, M], rules: R, *, examples: int = EXAMPLES, seed: Seed = 0, laws: tuple[Law, ...] = LAWS
) -> tuple[Verdict, ...]:
    """Check that a game keeps the laws, and return a verdict for each law.

    ``examples`` games are played by these rules at random; the same ``seed`` plays the same games. Raises
    :class:`~cardrules.verify.trace.BrokenLawError` at the first law that is broken, with a short program that shows it.
    """
    found = []
    for verdict in verdicts(game, rules, examples=examples, seed=seed, laws=laws):
        if verdict.status == "broken":
            raise BrokenLawError(f"{verdict.law}: {verdict.text}")
        found.append(verdict)
    return tuple(found)


def verdicts(
    game: Game[R, S, M], rules: R, *, examples: int = EXAMPLES, seed: Seed = 0, laws: tuple[Law, ...] = LAWS
) -> Iterator[Verdict]:
    """Yield the verdict on each law in turn; a broken law is shown by the simplest game found.

    The games are as for :func:`verify`. If a basic law is broken, such as the one about zones, the others are skipped.
    """
    run = Run[R, S, M]()
    for number in range(examples):
        run.check(play(game, rules, Randomly(stream(seed, number)), seed=f"{seed}:{number}"), laws)
    for law in laws:
        if law in run.broken:
            yield Verdict(law.name, law.statement, "broken", run.shown(law))
        elif law in run.skipped:
            yield Verdict(law.name, law.statement, "skipped", run.skipped[law])
        else:
            yield Verdict(law.name, law.statement, "kept", run.near(law, game, rules))


@frozen(eq=False)
class Run(Generic[R, S, M]):
    """The games of one run, and what the laws say about them."""

    broken: dict[Law, Failure[R, S, M]] = field(init=False, factory=dict)
    """The laws that are broken."""
    skipped: dict[Law, str] = field(init=False, factory=dict)
    """The laws that have nothing to check here, each with the reason."""
    checked: dict[Law, int] = field(init=False, factory=dict)
    """The number of games on which each law was checked."""
    lengths: list[int] = field(init=False, factory=list)
    """The numbers of moves of the games whose length is promised."""
    scores: list[Amount] = field(init=False, factory=list)
    """The scores of all seats in the games that have an outcome."""

    def check(self, trace: Trace[R, S, M], laws: tuple[Law, ...]) -> None:
        """Check the laws that are not broken yet on a game, basic ones first; if one of these is broken, it alone counts."""
        for law in sorted(laws, key=lambda law: not law.basic):
            checked = self.checked.get(law, 0)
            if law in self.broken or law in self.skipped or checked == law.traces:
                continue
            self.checked[law] = checked + 1
            self._check(law, trace)
            if law.basic and law in self.broken:
                failure = self.broken[law]
                self.broken.clear()
                self.broken[law] = failure
                self.skipped.update(
                    {other: f"not checked, as {law.name!r} is broken" for other in laws if other != law}
                )
                return

    def _check(self, law: Law, trace: Trace[R, S, M]) -> None:
        try:
            failure = first_failure(law, trace)
        except NotPromisedError as reason:
            self.skipped[law] = str(reason)
            return
        if failure is not None:
            self.broken[law] = Failure(trace, *failure)
        elif law.check is play_ends:
            self.lengths.append(len(trace.moves))
        elif law.check is scores_are_in_bounds:
            outcome = trace.game.outcome(trace.states[-1])
            self.scores.extend(outcome.scores if outcome else ())

    def near(self, law: Law, game: Game[R, S, M], rules: R) -> str:
        """Return how near the games came to a bound that a law checks, in words; nothing if there is no bound."""
        if law.check is play_ends and self.lengths:
            most = promises_of(game, rules).max_moves
            return "" if most is None else f"{max(self.lengths)} moves at most, of {most} promised"
        bounds = promises_of(game, rules).score_range if law.check is scores_are_in_bounds and self.scores else None
        if bounds is None:
            return ""
        return f"from {min(self.scores)} to {max(self.scores)}, of {bounds[0]} to {bounds[1]} promised"

    def shown(self, law: Law) -> str:
        """Return how a law is broken in the simplest game found: the fault, and a program that shows it."""
        failure = self.broken[law] if law.traces else simplest(law, self.broken[law])
        error = failure.error
        fault = str(error) if isinstance(error, BrokenLawError) else f"{type(error).__name__}: {error}"
        if law.traces is None and error_at(law, failure.trace, failure.place) is None:
            fault += "; in the same game again the law was kept: the functions of the game are not pure"
        return f"{fault}\n\n{program(failure.trace, failure.place)}"

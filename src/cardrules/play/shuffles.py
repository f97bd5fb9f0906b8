"""The shuffles of a game that is played from a seed, as tables and simulations deal it."""

from collections.abc import Iterable
from operator import index

from cardrules.cards import Hand
from cardrules.chance import Seed, shuffled, stream
from cardrules.errors import CardRulesError
from cardrules.game import Shuffled, StateLike, pack_of


class SeedError(CardRulesError, ValueError):
    """A seed that is neither a whole number nor a string, or is too long."""

    code = "seed"


def checked_seed(seed: Seed) -> Seed:
    """Return the seed, as an ``int`` if it is a whole number of another library.

    Raises :class:`SeedError` for anything but a whole number or a string.
    """
    try:
        checked = str(seed) if isinstance(seed, str) else int(index(seed))
    except TypeError:
        raise SeedError(f"a seed must be a whole number or a string, not a {type(seed).__name__}") from None
    try:
        stream(checked)
    except ValueError as error:  # numbers of thousands of digits, strings that are no text
        raise SeedError(f"this seed cannot be used: {error}") from None
    return checked


class Shuffles:
    """The shuffles of one game, each drawn from a stream of its own.

    Full shuffle number ``i`` depends on the seed and on ``i`` alone, so neither moves nor players change which cards
    the next deal brings. A shuffle of fewer cards than the game has also depends on its number since the last full one.
    """

    def __init__(self, seed: Seed, cards: int, moves: Iterable[object] = ()) -> None:
        """Start after ``moves`` in a game with ``cards`` cards."""
        self.seed = seed
        self.cards = cards
        self._full = self._partial = -1
        for move in moves:
            if isinstance(move, Shuffled):
                self._next(len(move.cards))

    def draw(self, state: StateLike) -> Shuffled:
        """Return the next shuffle, of the pack of ``state``."""
        pack = pack_of(state)
        return Shuffled(Hand(shuffled(pack, stream(self.seed, "shuffle", *self._next(len(pack))))))

    def _next(self, size: int) -> tuple[int, ...]:
        """Return the number of the next shuffle, of ``size`` cards."""
        if size >= self.cards:
            self._full, self._partial = self._full + 1, -1
            return (self._full,)
        self._partial += 1
        return self._full, self._partial

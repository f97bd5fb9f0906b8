"""Chance: the one place that turns random numbers into shuffles and choices.

It calls ``rng.random()`` alone, the one method of :class:`random.Random` whose sequence Python promises to keep. So a seed
gives the same game on every version of Python.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import floor
from random import Random, SystemRandom
from typing import Final, TypeAlias, TypeVar

T = TypeVar("T")

Seed: TypeAlias = int | str
"""The seed of a random number generator; 0 is a seed like any other."""


def secret_seed() -> int:
    """Return a seed of 256 bits from the operating system, too many to guess or to try one by one."""
    return SystemRandom().getrandbits(256)


def stream(seed: Seed, *place: object) -> Random:
    """Return the random numbers for one ``place`` in a game, independent of those for all other places.

    The same seed and place give the same numbers on every version of Python. Numbers drawn from one stream neither change
    nor reveal those of another. The seed is hashed: the state of a ``Random`` reveals what it was seeded with.
    """
    text = ":".join(map(str, (seed, *place)))
    return Random(int.from_bytes(_hasher()(text.encode()), "big"))


@cache
def _hasher() -> Callable[[bytes], bytes]:
    """Return SHA-512; to look it up by ``import`` each time would make a stream take 1.15 of the time."""
    from hashlib import sha512  # noqa: PLC0415  # takes as long to load as half the library

    return lambda text: sha512(text).digest()


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """Return the items in a random order, every order equally likely (Fisher and Yates)."""
    order = list(items)
    draw = rng.random
    sizes: Sequence[float] = _SIZES if len(order) <= len(_SIZES) else range(1, len(order) + 1)
    for last in range(len(order) - 1, 0, -1):
        other = floor(draw() * sizes[last])  # int(), being a class, would make a shuffle take 1.4 times as long in 3.11
        order[last], order[other] = order[other], order[last]
    return order


_SIZES: Final = tuple(map(float, range(1, 8 * 54 + 1)))
"""The sizes of what is usually shuffled, up to eight packs with jokers, as floats: a shuffle takes 0.87 of the time."""


def choice(items: Sequence[T], rng: Random) -> T:
    """Return one of the items, every item equally likely; raises ``IndexError`` if there are none."""
    if not items:
        raise IndexError("there is nothing to choose from")
    return items[floor(rng.random() * len(items))]

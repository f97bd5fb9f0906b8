"""Chance: the one place that turns random numbers into shuffles and choices.

It calls ``rng.random()`` alone, the one method of :class:`random.Random` whose sequence Python promises to keep. So a seed
gives the same game on every version of Python.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import floor
from random import Random, SystemRandom
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Seed: TypeAlias = int | str
"""The seed of a random number generator; 0 is a seed like any other."""


def secret_seed() -> int:
    """Return a seed of 256 bits from the operating system, too many to guess or to try one by one."""
    return SystemRandom().getrandbits(256)


def stream(seed: Seed, *place: object) -> Random:
    """Return the random numbers for one ``place`` in a game, independent of those for all other places.

    The same seed and place give the same numbers on every version of Python. Numbers drawn from one stream neither change
    nor reveal those of another.
    """
    return Random(_hash(seed, place))


def restart(rng: Random, seed: Seed, *place: object) -> Random:
    """Return ``rng``, set to the beginning of a :func:`stream`, in half the time that a new one takes."""
    rng.seed(_hash(seed, place))
    return rng


def _hash(seed: Seed, place: tuple[object, ...]) -> int:
    """Return what a stream is seeded with: a hash, since the state of a ``Random`` tells the string that seeded it."""
    return int.from_bytes(_hasher()(":".join(map(str, (seed, *place))).encode()), "big")


@cache
def _hasher() -> Callable[[bytes], bytes]:
    """Return the function that hashes, BLAKE2 with 512 bits: in half the time of SHA-512."""
    from hashlib import blake2b  # noqa: PLC0415  # takes milliseconds to load

    return lambda text: blake2b(text).digest()


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """Return the items in a random order, every order equally likely (Fisher and Yates)."""
    order = list(items)
    draw = rng.random
    for last in range(len(order) - 1, 0, -1):
        other = floor(draw() * (last + 1))  # int(), being a class, would make a shuffle take 1.4 times as long in 3.11
        order[last], order[other] = order[other], order[last]
    return order


def choice(items: Sequence[T], rng: Random) -> T:
    """Return one of the items, every item equally likely; raises ``IndexError`` if there are none."""
    if not items:
        raise IndexError("there is nothing to choose from")
    return items[floor(rng.random() * len(items))]

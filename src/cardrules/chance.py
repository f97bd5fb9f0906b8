"""Chance: the one place where random numbers become orders of cards and choices.

Only ``rng.random()`` is used, the one method of :class:`random.Random` whose sequence Python promises to keep: the same
seed gives the same game on every version.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import floor
from random import Random, SystemRandom
from typing import TypeAlias, TypeVar

T = TypeVar("T")


Seed: TypeAlias = int | str
"""What random numbers start from; 0 is a seed like any other."""


def secret_seed() -> int:
    """A seed of 256 bits drawn from the system, which nobody can guess or find by counting."""
    return SystemRandom().getrandbits(256)


def stream(seed: Seed, *place: object) -> Random:
    """Return random numbers of their own for a ``place`` in a game, the same for the same seed and place on every version.

    What is drawn elsewhere does not change them or reveal them.
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
    """The items in an order drawn by ``rng``, each order as likely as any other (Fisher and Yates)."""
    order = list(items)
    draw = rng.random
    for last in range(len(order) - 1, 0, -1):
        other = floor(draw() * (last + 1))  # not int(), a class: to call it takes a shuffle 1.4 times as long in 3.11
        order[last], order[other] = order[other], order[last]
    return order


def choice(items: Sequence[T], rng: Random) -> T:
    """One of the items, each as likely as any other; raises ``IndexError`` if there are none."""
    if not items:
        raise IndexError("there is nothing to choose from")
    return items[floor(rng.random() * len(items))]

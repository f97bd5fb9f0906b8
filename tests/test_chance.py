"""Chance: equally likely shuffles and choices that are the same for the same seed on every version."""

import random
from collections import Counter
from hashlib import sha512
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.chance import choice, secret_seed, shuffled, stream


class OnlyRandom(Random):
    """A generator that returns the given numbers from ``random()`` and has no other method."""

    def __init__(self, *numbers: float) -> None:
        super().__init__()
        self.numbers = iter(numbers)

    def random(self) -> float:
        return next(self.numbers)

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError(k)


def test_a_shuffle_swaps_each_place_from_the_last_with_an_earlier_one_or_itself() -> None:
    # Places 3, 2 and 1 are swapped with int(0.5 * 4), int(0.9 * 3) and int(0.1 * 2).
    assert shuffled("abcd", OnlyRandom(0.5, 0.9, 0.1)) == ["b", "a", "d", "c"]
    assert shuffled("ab", OnlyRandom(0.5)) == ["a", "b"]
    assert shuffled("", OnlyRandom()) == []


@pytest.mark.parametrize("size", [52, 432, 433, 1_000])
def test_the_largest_random_numbers_leave_every_item_in_its_place(size: int) -> None:
    items = list(range(size))
    assert shuffled(items, OnlyRandom(*(0.9999 for _ in items))) == items


def test_the_same_seed_gives_the_same_order() -> None:
    # Random(0) draws 0.84, 0.76, 0.42, 0.26, 0.51: of six places, 5 and 5, 4 and 3, 3 and 1, 2 and 0, 1 and 1 are swapped.
    assert shuffled("abcdef", Random(0)) == ["c", "e", "a", "b", "d", "f"]
    assert [choice("abcdefghij", rng) for rng in [Random(0)] * 5] == ["i", "h", "e", "c", "f"]


@given(st.lists(st.integers()), st.randoms(use_true_random=True))
def test_a_shuffle_keeps_all_items_and_leaves_the_original(items: list[int], rng: Random) -> None:
    before = list(items)
    assert Counter(shuffled(items, rng)) == Counter(items)
    assert items == before


def test_all_orders_are_equally_likely() -> None:
    """Chi-square over the 24 orders of four cards: 49.7 is exceeded once in a thousand at 23 degrees of freedom."""
    rng = Random(2024)
    counts = Counter("".join(shuffled("abcd", rng)) for _ in range(24_000))
    assert set(counts) == set(map("".join, permutations("abcd")))
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 49.7


def test_all_choices_are_equally_likely() -> None:
    """Chi-square over five items: 18.5 is exceeded once in a thousand at 4 degrees of freedom."""
    rng = Random(2024)
    counts = Counter(choice("abcde", rng) for _ in range(5_000))
    assert set(counts) == set("abcde")
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts.values()) < 18.5


@pytest.mark.parametrize("draw", [0.0, 1 - 2**-53])
@given(size=st.integers(1, 10**6))
def test_the_smallest_and_largest_random_numbers_stay_in_range(draw: float, size: int) -> None:
    assert choice(range(size), OnlyRandom(draw)) == (0 if draw == 0 else size - 1)


def test_choosing_from_nothing_is_refused() -> None:
    with pytest.raises(IndexError, match="there is nothing to choose from"):
        choice((), Random(0))


def test_the_global_generator_is_neither_read_nor_changed() -> None:
    random.seed(1)
    before = random.getstate()
    shuffled(range(52), Random(5))
    choice(range(52), Random(5))
    assert random.getstate() == before


def test_a_stream_depends_only_on_its_seed_and_place() -> None:
    draws = [stream(seed, *place).random() for seed, *place in ((0,), (0, 1), (0, 1, 2), (1, 2), ("0",), ("0:1",))]
    assert draws[0] == draws[4]
    assert draws[1] == draws[5]  # a game of a series is seeded by the series and its number
    assert len(set(draws)) == 4
    hashed = Random(int(sha512(b"0").hexdigest(), 16))  # for ever: other numbers would be other games
    assert draws[0] == hashed.random()


def test_a_secret_seed_has_256_bits() -> None:
    seeds = [secret_seed() for _ in range(64)]
    assert len(set(seeds)) == 64
    assert max(seeds) < 2**256
    assert max(seeds) > 2**240  # fails once in 2**1024 times


def key(rng: Random, size: int) -> list[int]:
    """Return the whole numbers below 2**32, ``size`` of them, by which ``rng`` was seeded, from its state alone.

    It inverts the published ``init_by_array`` of the Mersenne Twister; the first two numbers are not computed.
    """
    words = list(rng.getstate()[1][:624])

    def mixed(word: int, factor: int) -> int:
        return (word ^ word >> 30) * factor

    words[0] = words[623]
    for place in (1, *range(623, 1, -1)):
        before = words[place - 1] if place != 1 else words[623]
        words[place] = (words[place] + place ^ mixed(before, 1566083941)) % 2**32
    first = [19650218]
    for place in range(1, 624):
        first.append((1812433253 * (first[-1] ^ first[-1] >> 30) + place) % 2**32)
    found = [0, 0]
    for place in range(3, size + 1):
        number = words[place] - (first[place] ^ mixed(words[place - 1], 1664525) % 2**32)
        found.append((number - (place - 1)) % 2**32)
    return found


def test_the_state_of_a_stream_does_not_tell_its_seed() -> None:
    text = "the secret of the table"
    hidden = int.from_bytes(text.encode(), "big")
    wanted = [hidden >> 32 * place & 0xFFFFFFFF for place in range(6)]
    hashed = 16  # a string is followed by its hash, of 512 bits
    assert key(Random(text), hashed + 6)[hashed:] == wanted
    assert not {*key(stream(text), hashed + 6)} & {*wanted}

"""Rules of the library's games with one option changed, for tests that go through all of them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from cardrules.catalogue import game
from cardrules.verify import variants_of

SHORT: Final[Mapping[str, Mapping[str, int]]] = {
    "klaberjass": {"max_deals": 10},
    "konchinka": {"max_packs": 10},
    "macao": {"banks": 2},
    "polish_bank": {"max_deals": 20},
    "spades": {"max_deals": 6},
    "thirteen": {"max_rounds": 40},
}
"""Options that end the matches early which take longest."""


def short_variants(name: str) -> Iterator[Any]:
    """Yield rules with one option changed, by which a match is short unless that option makes it long."""
    kind = game(name).Rules
    default = kind()
    for rules in variants_of(kind)[1:]:
        unchanged = (option for option in SHORT.get(name, ()) if getattr(rules, option) == getattr(default, option))
        yield evolve(rules, **{option: SHORT[name][option] for option in unchanged})

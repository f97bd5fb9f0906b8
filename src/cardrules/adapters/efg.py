"""Whole small games in Gambit's format ``.efg``, which the solvers of OpenSpiel and of Gambit read.

The tree follows from ``apply`` alone. Deals that differ only in the names of symmetric suits are one outcome of chance
with the weight of all, and what seats know is told apart only up to such names. Deals after which all seats know the same
whatever they do are one outcome too: its payoffs are the means of theirs. A seat with a single move makes it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, permutations, product
from operator import mul
from statistics import fmean
from typing import Any, Final, Generic, TypeAlias, TypeVar

import attrs
from attrs import frozen

from cardrules.adapters.episodes import Task
from cardrules.adapters.trails import Trail, begin
from cardrules.cards import Card, Hand, Suit
from cardrules.game import NATURE, Game, Record, Shuffled, StateLike, name_of, pack_of
from cardrules.knowledge.information import InformationSet
from cardrules.renaming import rename_suits, replace_cards
from cardrules.seats import Seat

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

_Node: TypeAlias = str | tuple[float, ...]
"""The line of a node, or the payoffs of an end."""

_Names: TypeAlias = Mapping[Suit, Suit]


@frozen
class Decision(Generic[S, M]):
    """What a seat may know when it has a choice, for one of the names that the suits can have, and its moves."""

    seat: Seat
    information: InformationSet[S, M]
    moves: tuple[M, ...]
    """The moves in the order of their numbers: the action ``a`` of a solver is the move ``moves[a]``."""


@frozen
class Extensive(Generic[S, M]):
    """A whole game as a tree."""

    text: str
    """The tree in the format ``.efg``."""
    deals: int
    """The number of outcomes of the first shuffle, up to the names of suits."""
    decisions: Mapping[str, Decision[S, M]]
    """The decisions by the name that OpenSpiel gives their information state."""

    def load(self) -> Any:
        """Return the tree as a game of OpenSpiel; needs the extra ``openspiel``."""
        from cardrules.adapters.openspiel import pyspiel  # noqa: PLC0415  # the text needs no extra

        return pyspiel.load_efg_game(self.text)


def extensive(
    game: Game[R, S, M], rules: R, pack: Hand | None = None, *, relative: bool = False
) -> Extensive[S, M]:
    """Return a whole game, played with the usual pack or another.

    The tree has a node for each decision of each deal, so it must be a game of a few cards. Its payoffs are what the
    players earned in all; if they are ``relative``, less the mean of all players, so that they add up to zero.
    """
    task = Task(game, rules, pack)
    tree = _Tree(task, relative=relative)
    players = " ".join(f'"seat {seat}"' for seat in task.players)
    lines = (_line(node, number) for number, node in enumerate(tree.nodes(begin(task)), 1))
    text = "\n".join((f'EFG 2 R "{name_of(game)}" {{ {players} }}', *lines, ""))
    return Extensive(text, tree.deals, tree.decisions)


def _line(node: _Node, number: int) -> str:
    return node if isinstance(node, str) else f't "" {number} "" {{ {" ".join(map(repr, node))} }}'


class _Tree(Generic[R, S, M]):
    def __init__(self, task: Task[R, S, M], *, relative: bool) -> None:
        self.task = task
        self._relative = relative
        self.deals = 0
        self.decisions: dict[str, Decision[S, M]] = {}
        self._classes = _alike(task)
        self._renamings = [dict(zip(sum(self._classes, ()), sum(named, ()))) for named in product(*map(permutations, self._classes))]
        self._numbers: dict[Seat, dict[str, int]] = {seat: {} for seat in task.players}
        self._known: dict[InformationSet[S, M], int] = {}
        self._shuffles = 0

    def nodes(self, trail: Trail[R, S, M]) -> list[_Node]:
        """Return the nodes from a moment of the game on, each before those that follow it."""
        while isinstance(trail.state.to_act, int) and len(trail.legal) == 1:
            trail = trail.moved(next(iter(trail.legal.values())))
        if trail.over:
            mean = fmean(trail.returns) if self._relative else 0.0
            return [tuple(earned - mean for earned in trail.returns)]
        if trail.state.to_act is NATURE:
            return self._chance(trail)
        player, actions = self.task.players.index(trail.state.to_act), _quoted(range(len(trail.legal)))
        nodes: list[_Node] = [f'p "" {player + 1} {self._number(trail)} {{ {actions} }} 0']
        for move in trail.legal.values():
            nodes += self.nodes(trail.moved(move))
        return nodes

    def _chance(self, trail: Trail[R, S, M]) -> list[_Node]:
        classes = () if trail.moves else self._classes  # later, what was dealt before tells the suits apart
        deals = list(_deals(Counter(pack_of(trail.state)), len(trail.reached), classes))
        self.deals = self.deals or len(deals)
        merged: dict[tuple[str | None, ...], list[tuple[Fraction, list[_Node]]]] = {}
        for cards, chance in deals:
            nodes = self.nodes(trail.dealt(cards))
            merged.setdefault(tuple(node if isinstance(node, str) else None for node in nodes), []).append((chance, nodes))
        chances = [sum(chance for chance, _ in alike) for alike in merged.values()]
        self._shuffles += 1
        outcomes = " ".join(f'"{place}" {float(chance)!r}' for place, chance in enumerate(chances))
        return [f'c "" {self._shuffles} {{ {outcomes} }} 0', *chain.from_iterable(map(_mean, merged.values()))]

    def _number(self, trail: Trail[R, S, M]) -> int:
        """Return the number of what the seat to act knows, among all that it may know when it has a choice."""
        seat = trail.state.to_act
        information = trail.information(seat)
        if information not in self._known:
            names = self._numbers[seat]
            name = min(str(self._renamed(trail, suits).information(seat)) for suits in self._renamings)
            number = self._known[information] = names.setdefault(name, len(names) + 1)
            player = self.task.players.index(seat)
            self.decisions.setdefault(f"{player}-{player}-{number}-", Decision(seat, information, tuple(trail.legal.values())))
        return self._known[information]

    def _renamed(self, trail: Trail[R, S, M], suits: _Names) -> Trail[R, S, M]:
        """Return the same game with other names for suits. The game sorts what it sorts, so only it can tell."""
        renamed, cards = begin(self.task), rename_suits(suits)
        for move in trail.moves:
            renamed = renamed.moved(replace_cards(move, cards, suits))
        return renamed


def _quoted(names: Iterable[object]) -> str:
    return " ".join(f'"{name}"' for name in names)


def _mean(alike: list[tuple[Fraction, list[_Node]]]) -> Iterator[_Node]:
    """Yield the nodes of trees that differ in their payoffs alone, with the means of these."""
    total = sum(chance for chance, _ in alike)
    weights = [float(chance / total) for chance, _ in alike]
    for nodes in zip(*(nodes for _, nodes in alike), strict=True):
        if isinstance(nodes[0], str):
            yield nodes[0]
        else:
            by_player = zip(*nodes, strict=True)
            yield tuple(sum(map(mul, weights, payoffs)) for payoffs in by_player)


def _alike(task: Task[Any, Any, Any]) -> tuple[tuple[Suit, ...], ...]:
    """Return the symmetric suits, those together of which the pack has the same ranks."""
    by_ranks: dict[frozenset[tuple[object, int]], list[Suit]] = {}
    for suit in task.promises.symmetric_suits:
        ranks = Counter(card.rank for card in task.cards if card.suit is suit)
        by_ranks.setdefault(frozenset(ranks.items()), []).append(suit)
    return tuple(map(tuple, by_ranks.values()))


def _deals(
    left: Counter[Card], places: int, classes: tuple[tuple[Suit, ...], ...]
) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Yield the cards that may come to some places, each with its probability.

    Of the suits in a class, those that have not come yet come in the order of the class.
    """
    if not places:
        yield (), Fraction(1)
        return
    total = left.total()
    for card, number in left.items():
        alike = next((suits for suits in classes if card.suit in suits), None)
        if alike is not None and card.suit is not alike[0]:
            continue
        weight = number * (1 if alike is None else len(alike))
        others = tuple(suits[1:] if suits is alike else suits for suits in classes)
        for cards, chance in _deals(left - Counter([card]), places - 1, others):
            yield (card, *cards), chance * weight / total

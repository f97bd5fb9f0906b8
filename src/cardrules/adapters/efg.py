"""Whole small games as trees in Gambit's format ``.efg``, which the solvers of OpenSpiel and of Gambit read.

The tree follows from ``apply`` alone. Deals that differ only in the names of symmetric suits are one outcome of chance
with the weight of all, and what seats know is told apart only up to such names. Deals after which all seats know the same
whatever they do are one outcome too: its payoffs are the means of theirs. A seat with a single move makes it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain, permutations, product
from operator import itemgetter, mul
from statistics import fmean
from typing import Any, Final, Generic, TypeAlias, TypeVar

import attrs
from attrs import frozen

from cardrules.adapters.episodes import Task
from cardrules.adapters.histories import History, begin
from cardrules.cards import Card, Hand, Suit
from cardrules.game import Game, StateLike, name_of, pack_of
from cardrules.knowledge.information import InformationSet
from cardrules.renaming import rename_suits, replace_cards
from cardrules.seats import Seat
from cardrules.zones import map_zones

R = TypeVar("R")
S = TypeVar("S", bound=StateLike)
M = TypeVar("M", bound=attrs.AttrsInstance)

_NUMBER: Final = "#"
"""What stands for the number of a node of chance: trees that are the same have the same text."""

_Node: TypeAlias = str | tuple[float, ...]
"""The line of a node, or the payoffs of an end."""

_Actions: TypeAlias = tuple[tuple[int, ...], ...]
"""The numbers of the moves of each action."""

_Names: TypeAlias = Mapping[Suit, Suit]


@frozen
class Decision(Generic[S, M]):
    """What a seat may know when it has a choice, for one of the names that the suits can have, and its moves."""

    seat: Seat
    information: InformationSet[S, M]
    moves: tuple[tuple[M, ...], ...]
    """The action ``a`` of a solver is any of ``moves[a]``, which differ only in suits that the seat cannot tell apart."""


@frozen
class GameTree(Generic[S, M]):
    """A whole game as a tree."""

    text: str
    """The tree in the format ``.efg``, as ``pyspiel.load_efg_game`` takes it."""
    deals: int
    """The number of outcomes of the first shuffle, up to the names of suits."""
    decisions: Mapping[str, Decision[S, M]]
    """The decisions by the name that OpenSpiel gives their information state."""


def game_tree(game: Game[R, S, M], rules: R, pack: Hand | None = None, *, zero_sum: bool = False) -> GameTree[S, M]:
    """Return a whole game, played with the usual pack or another.

    The tree has a node for each decision of each deal, so it must be a game of a few cards. Its payoffs are what the
    players earned in all; with ``zero_sum``, less the mean of all players: then what one gains costs the others, as it
    does where the highest total wins.
    """
    task = Task(game, rules, pack)
    tree = _Tree(task, zero_sum=zero_sum)
    players = " ".join(f'"seat {seat}"' for seat in task.players)
    lines = (_line(node, number) for number, node in enumerate(tree.nodes(begin(task)), 1))
    text = "\n".join((f'EFG 2 R "{name_of(game)}" {{ {players} }}', *lines, ""))
    return GameTree(text, tree.deals, tree.decisions)


def _line(node: _Node, number: int) -> str:
    return (
        node.replace(_NUMBER, str(number))
        if isinstance(node, str)
        else f't "" {number} "" {{ {" ".join(map(repr, node))} }}'
    )


class _Tree(Generic[R, S, M]):
    def __init__(self, task: Task[R, S, M], *, zero_sum: bool) -> None:
        self.task = task
        self._zero_sum = zero_sum
        self.deals = 0
        self.decisions: dict[str, Decision[S, M]] = {}
        self._classes = _alike(task)
        suits = list(chain.from_iterable(self._classes))
        orders = product(*map(permutations, self._classes))
        self._renamings = [dict(zip(suits, chain.from_iterable(order), strict=True)) for order in orders]
        self._numbers: dict[Seat, dict[str, int]] = {seat: {} for seat in task.players}
        self._known: dict[InformationSet[S, M], tuple[int, _Actions]] = {}

    def nodes(self, history: History[R, S, M]) -> list[_Node]:
        """Return the nodes from a moment of the game on, each before those that follow it."""
        while isinstance(history.state.to_act, int) and len(history.legal) == 1:
            history = history.moved(next(iter(history.legal.values())))
        if history.over:
            mean = fmean(history.returns) if self._zero_sum else 0.0
            return [tuple(earned - mean for earned in history.returns)]
        seat = history.state.to_act
        if not isinstance(seat, int):
            return self._chance(history)
        number, actions = self._known_to(history, seat)
        after = [
            self._merged([(history.moved(history.legal[move]), Fraction(1, len(alike))) for move in alike])
            for alike in actions
        ]
        if len(actions) == 1:
            return after[0]
        player = self.task.players.index(seat) + 1
        return [f'p "" {player} {number} {{ {_quoted(range(len(actions)))} }} 0', *chain.from_iterable(after)]

    def _chance(self, history: History[R, S, M]) -> list[_Node]:
        classes = () if history.moves else self._classes  # later, what was dealt before tells the suits apart
        deals = list(_deals(Counter(pack_of(history.state)), len(history.reached), classes))
        self.deals = self.deals or len(deals)
        return self._merged([(history.dealt(cards), chance) for cards, chance in deals])

    def _merged(self, outcomes: list[tuple[History[R, S, M], Fraction]]) -> list[_Node]:
        """Return the node of chance for these outcomes; none for a single one. Trees that differ in their payoffs alone are one."""
        merged: dict[tuple[str | None, ...], list[tuple[Fraction, list[_Node]]]] = {}
        for history, chance in outcomes:
            nodes = self.nodes(history)
            known = tuple(node if isinstance(node, str) else None for node in nodes)
            merged.setdefault(known, []).append((chance, nodes))
        trees = chain.from_iterable(map(_mean, merged.values()))
        if len(merged) == 1:
            return list(trees)
        chances = [float(sum(chance for chance, _ in alike)) for alike in merged.values()]
        listed = " ".join(f'"{place}" {chance!r}' for place, chance in enumerate(chances))
        return [f'c "" {_NUMBER} {{ {listed} }} 0', *trees]

    def _known_to(self, history: History[R, S, M], seat: Seat) -> tuple[int, _Actions]:
        """Return the number of what a seat knows, among all that it may know when it has a choice, and its actions.

        Moves that differ only in names of suits which the seat cannot tell apart are one action: the names in a deal
        follow from all hands, so the seat must not choose by them.
        """
        information = history.information(seat)
        if information not in self._known:
            renamed = [(suits, self._renamed(history, suits)) for suits in self._renamings]
            found = [(str(other.information(seat)), _numbers(history, suits, other)) for suits, other in renamed]
            name, order = min(found, key=itemgetter(0))
            same = [moves for text, moves in found if text == str(information)]
            orbits = {tuple(sorted({moves[move] for moves in same})) for move in history.legal}
            actions = tuple(sorted(orbits, key=lambda orbit: min(order[move] for move in orbit)))
            names = self._numbers[seat]
            number = names.setdefault(name, len(names) + 1) if len(actions) > 1 else 0
            self._known[information] = number, actions
            if number:
                player = self.task.players.index(seat)
                moves = tuple(tuple(history.legal[move] for move in alike) for alike in actions)
                self.decisions.setdefault(f"{player}-{player}-{number}-", Decision(seat, information, moves))
        return self._known[information]

    def _renamed(self, history: History[R, S, M], suits: _Names) -> History[R, S, M]:
        """Return the same game with other names for suits. The game sorts what it sorts, so only it can tell."""
        renamed, cards = begin(self.task), rename_suits(suits)
        for move in history.moves:
            renamed = renamed.moved(replace_cards(move, cards, suits))
        return renamed


def _numbers(history: History[Any, Any, M], suits: _Names, renamed: History[Any, Any, M]) -> dict[int, int]:
    """Return the number of each legal move after suits were renamed."""
    cards, numbers = rename_suits(suits), {_sorted(move): number for number, move in renamed.legal.items()}
    return {number: numbers[_sorted(replace_cards(move, cards, suits))] for number, move in history.legal.items()}


def _sorted(move: M) -> M:
    """Return a move with the cards that it names sorted."""
    return map_zones(move, lambda _, content: content.sorted() if isinstance(content, Hand) else content)


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

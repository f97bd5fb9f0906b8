"""Devil's Grip: a patience with two packs that builds 96 cards into 24 piles on a grid of three rows by eight.

Numbers such as 2.5 are those of the rules in the rulebook ``devils_grip``.
"""

from itertools import combinations, pairwise, permutations
from typing import Final, Literal, TypeAlias, TypeGuard, assert_never

from attrs import field, frozen

from cardrules.cards import PACK_96, Card, Deck, Hand, Ranking, Suit
from cardrules.game import (
    NATURE,
    Outcome,
    Promises,
    Shuffled,
    cache_last,
    refuse_state,
    require_rules,
    require_state,
    shuffled_deck,
)
from cardrules.moves import Reason, because, require_legal
from cardrules.options import Range, at_least, with_validators
from cardrules.zones import Closed, Known, Open, cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""

COLUMNS: Final = 8
"""The number of piles in each row (1.2)."""

ORDERS: Final = tuple(map(Ranking.parse, ("2 5 8 J", "3 6 9 Q", "4 7 10 K")))
"""The orders in which cards are built, each at home in one row of the grid, from the top row down (2.1, 4.3)."""

PLACES: Final = range(len(ORDERS) * COLUMNS)
"""The places of the grid, row by row from the left; 0 to 7 are the top row (1.2)."""

Place: TypeAlias = int
"""A place of the grid."""


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    """The options of Devil's Grip."""

    swaps: Literal["any", "homing", "none"] = "any"
    """Which piles may change places: any two, only if that brings a pile home and takes none away, or none (2.5)."""

    empty_stock: Literal["redeal", "waste"] = "redeal"
    """What fills a space when the stock is empty: the first card of a redeal, or the top card of the waste (3.2)."""

    partial_moves: bool = False
    """Whether the upper part of a pile may move onto an equal card (2.3)."""

    redeals: int | None = field(default=None, validator=Range(0))
    """The number of redeals allowed; with ``None`` only idle passes limit them (3.2, 3.4)."""

    turn: int = field(default=3, validator=at_least(1))
    """The number of cards turned from the stock at a time (3.3)."""


@frozen
class Build:
    """Put a whole pile, or the top card of the waste, on another pile."""

    source: Place | Literal["waste"]
    target: Place


@frozen
class MovePart:
    """Move the cards on top of a card in the pile ``source`` onto the equal card on top of the pile ``target``."""

    source: Place
    target: Place


@frozen
class Swap:
    """Exchange the places of two piles."""

    first: Place
    second: Place


@frozen
class Turn:
    """Turn the next cards of the stock onto the waste."""


@frozen
class Redeal:
    """Turn the waste over to make it the stock."""


@frozen
class GiveUp:
    """End the game."""


Move: TypeAlias = Build | MovePart | Swap | Turn | Redeal | GiveUp


@frozen
class Dealing:
    """Chance shuffles the pack."""

    rules: Rules
    pack: Closed[Hand]
    to_act = NATURE


@frozen
class Talon:
    """The stock and the waste. The stock lies in ``stock`` or ``redealt``; at least one of them is empty."""

    stock: Closed[Deck]
    """The stock of the first pass."""
    redealt: Known[Deck]
    """The stock after a redeal, its top card first; everybody knows its order."""
    waste: Open[Hand]
    """The cards turned from the stock, the top one last."""
    redeals: int
    """The number of times that the waste has been turned over."""
    idle: bool
    """Whether no card was played in the pass before this one (3.4)."""
    played: bool
    """Whether a card has been played in this pass (3.4)."""


@frozen
class Playing:
    """The player builds: the grid, and the cards outside it."""

    rules: Rules
    piles: Open[tuple[Hand, ...]]
    """The piles by place, each from its bottom card up; a space is an empty hand."""
    talon: Talon
    to_act = 0


@frozen
class Finished:
    """The game is over; the cards lie as they did at the end."""

    layout: Playing
    to_act = None

    @property
    def rules(self) -> Rules:
        """The options of the game."""
        return self.layout.rules


State: TypeAlias = Dealing | Playing | Finished


def start(rules: Rules) -> Dealing:
    """Return the state before the shuffle (1.1)."""
    require_rules(rules, Rules)
    return Dealing(rules, Hand(PACK_96))


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the moves of the player: builds first, swaps last."""
    match state:
        case Playing():
            return _moves(state)
        case Dealing() | Finished():
            return ()
        case _:
            refuse_state(state)


def _moves(state: Playing) -> tuple[Move, ...]:
    moves: list[Move] = _builds(state)
    if state.rules.partial_moves:
        moves += _partial_moves(state)
    if state.talon.stock or state.talon.redealt:
        moves.append(TURN)  # 3.3
    elif _may_redeal(state):
        moves.append(REDEAL)
    moves.append(GIVE_UP)  # 4.2
    if state.rules.swaps == "any":
        return tuple(moves) + _swaps(state)  # unpacking both into one tuple takes three times as long
    if state.rules.swaps == "homing":
        moves += _homing_swaps(state)
    return tuple(moves)


TURN: Final = Turn()
REDEAL: Final = Redeal()
GIVE_UP: Final = GiveUp()


ABOVE: Final = {
    Card(lower, suit): Card(upper, suit) for order in ORDERS for suit in Suit for lower, upper in pairwise(order.ranks)
}
"""The card that goes on each card but the last of an order (2.1)."""


def _builds(state: Playing) -> list[Move]:
    """Return the builds of whole piles, and those from the waste (2.1, 2.2, 3.3)."""
    wanted: dict[Card, list[Place]] = {}
    for place, pile in enumerate(state.piles):
        if pile and (above := ABOVE.get(pile[-1])):
            wanted.setdefault(above, []).append(place)
    found: list[Move] = [
        BUILDS[source][target]
        for source, pile in enumerate(state.piles)
        if pile and pile[0] in wanted
        for target in wanted[pile[0]]
    ]
    if waste := state.talon.waste:
        found += [FROM_WASTE[target] for target in wanted.get(waste[-1], ())]
    return found


BUILDS: Final = tuple(tuple(Build(source, target) for target in PLACES) for source in PLACES)
"""The builds of whole piles by source and target, made once."""

FROM_WASTE: Final = tuple(Build("waste", target) for target in PLACES)
"""The builds from the waste, by target."""


def _partial_moves(state: Playing) -> list[MovePart]:
    """Return the moves of upper parts of piles (2.3)."""
    covered: dict[Card, list[Place]] = {}
    for place, pile in enumerate(state.piles):
        for card in pile[:-1]:
            covered.setdefault(card, []).append(place)
    return [
        MovePart(source, target)
        for target, pile in enumerate(state.piles)
        if pile and pile[-1] in covered
        for source in covered[pile[-1]]
    ]


def _swaps(state: Playing) -> tuple[Swap, ...]:
    """Return all swaps of two piles (2.5)."""
    if all(state.piles):  # as always with 96 cards
        return SWAPS
    return tuple(swap for swap in SWAPS if state.piles[swap.first] and state.piles[swap.second])


SWAPS: Final = tuple(Swap(first, second) for first, second in combinations(PLACES, 2))
"""The swaps of any two places, made once."""


def _homing_swaps(state: Playing) -> list[Swap]:
    """Return the swaps that bring a pile home and take none away (2.5)."""
    away: dict[tuple[int, int], list[Place]] = {rows: [] for rows in AWAY}
    for place, pile in enumerate(state.piles):
        if pile and (home := HOME[pile[0]]) != (row := place // COLUMNS):
            away[row, home].append(place)
    return [SWAP[first][second] for one, other in HOMING for first in away[one] for second in away[other]]


HOME: Final = {Card(rank, suit): row for row, order in enumerate(ORDERS) for rank in order.ranks for suit in Suit}
"""The home row of a pile by its bottom card, 0 for the top row (2.5)."""

AWAY: Final = tuple(permutations(range(len(ORDERS)), 2))
"""The pairs of rows for a pile away from home: the row where it lies and its home row."""

HOMING: Final = tuple((one, other) for one, other in combinations(AWAY, 2) if one[1] == other[0] or other[1] == one[0])
"""The pairs of such rows for two piles of which a swap brings at least one home."""

SWAP: Final = tuple({swap.second: swap for swap in SWAPS if swap.first == first} for first in PLACES)
"""The swaps by their two places."""


def _may_redeal(state: Playing) -> bool:
    """Return whether the waste may be turned over, given that the stock is empty (3.4)."""
    talon = state.talon
    return bool(talon.waste) and _redeals_left(state.rules, talon) and (talon.played or not talon.idle)


def _redeals_left(rules: Rules, talon: Talon) -> bool:
    return rules.redeals is None or talon.redeals < rules.redeals


def apply(state: State, move: Move | Shuffled) -> State:
    """Return the state after ``move``; raise :class:`~cardrules.moves.IllegalMoveError` if the move is not legal."""
    if isinstance(state, Dealing):
        return _deal(state, shuffled_deck(state.pack, move))
    chosen = move if _is_free_swap(move, state) else require_legal(state, legal_moves(state), move, _why_not)
    assert isinstance(state, Playing)
    match chosen:
        case Swap():
            return _swap(state, chosen.first, chosen.second)
        case Turn():
            return _ended(_turn(state))
        case Build():
            return _ended(_build(state, chosen.source, chosen.target))
        case MovePart():
            return _move_part(state, chosen.source, chosen.target)
        case Redeal():
            return Playing(state.rules, state.piles, _turned_over(state.talon))
        case GiveUp():
            return Finished(state)
        case _:
            assert_never(chosen)


def _is_free_swap(move: object, state: Playing | Finished) -> TypeGuard[Swap]:
    """Return whether ``move`` is one of the swaps made once, and any two piles may change places.

    Nearly all random moves are swaps: searching 280 legal moves for them makes a decision a fifth slower.
    """
    return id(move) in FREE and isinstance(state, Playing) and state.rules.swaps == "any" and _swaps(state) is SWAPS


FREE: Final = frozenset(map(id, SWAPS))
"""The identities of the swaps made once."""


def _why_not(state: State, move: Move) -> Reason:
    assert isinstance(state, Playing)
    if isinstance(move, Build):
        return _why_not_built(state, move)
    if isinstance(move, MovePart):
        return _no_pile(state, "2.3", move.source, move.target) or because(
            f"no {state.piles[move.target][-1]} with cards on it in the pile at place {move.source}", "2.3"
        )
    assert isinstance(move, Swap)  # the other moves have no fields
    if missing := _no_pile(state, "2.5", move.first, move.second):
        return missing
    if move.first >= move.second:
        return because("the lower place is named first", "2.5")
    return because("must bring a pile to its home row and take none away from it", "2.5")


def _why_not_built(state: Playing, build: Build) -> Reason:
    source, waste = build.source, state.talon.waste
    if source == "waste" and not waste:
        return because("the waste is empty", "3.3")
    if missing := _no_pile(state, "2.1", build.target, *(() if source == "waste" else (source,))):
        return missing
    card = waste[-1] if source == "waste" else state.piles[source][0]
    return because(f"{card} does not go on {state.piles[build.target][-1]}", "2.1")


def _no_pile(state: Playing, rule: str, *places: object) -> Reason | None:
    """Return the reason why a move that needs piles at these places is refused, if one of them has no pile."""
    for place in places:
        if not isinstance(place, int) or place not in PLACES:
            return because(f"places are numbered from 0 to {PLACES[-1]}", "1.2")
        if not state.piles[place]:
            return because(f"there is no pile at place {place}", rule)
    return None


def _deal(state: Dealing, deck: Deck) -> Playing | Finished:
    cards, stock = deck.draw(min(len(PLACES), len(deck)))
    piles = tuple(Hand(cards[place : place + 1]) for place in PLACES)
    return _ended(Playing(state.rules, piles, Talon(stock, Deck(), Hand(), 0, idle=False, played=False)))


def _swap(state: Playing, first: Place, second: Place) -> Playing | Finished:
    piles, talon = list(state.piles), state.talon
    piles[first], piles[second] = piles[second], piles[first]
    swapped = Playing(state.rules, tuple(piles), talon)
    return swapped if talon.stock or talon.redealt or talon.waste else _ended(swapped)


def _move_part(state: Playing, source: Place, target: Place) -> Playing:
    piles = list(state.piles)
    stay = piles[source].index(piles[target][-1]) + 1
    piles[source], piles[target] = Hand(piles[source][:stay]), piles[target].plus(piles[source][stay:])
    return Playing(state.rules, tuple(piles), state.talon)


def _turn(state: Playing) -> Playing:
    talon = state.talon
    cards, stock, redealt = _drawn(talon, state.rules.turn)
    turned = Talon(stock, redealt, talon.waste.plus(cards), talon.redeals, talon.idle, talon.played)
    return Playing(state.rules, state.piles, turned)


def _drawn(talon: Talon, count: int) -> tuple[Hand, Deck, Deck]:
    """Return the next ``count`` cards of the stock, or all if it has fewer, and the rest of its two zones."""
    deck = talon.stock or talon.redealt
    cards, rest = deck.draw(min(count, len(deck)))
    return (cards, rest, talon.redealt) if talon.stock else (cards, talon.stock, rest)


def _build(state: Playing, source: Place | Literal["waste"], target: Place) -> Playing:
    piles = list(state.piles)
    if source == "waste":
        built, talon = _off_waste(state.talon)
    else:
        built = piles[source]
        piles[source], talon = _filling(state.rules, state.talon)
    piles[target] = piles[target].plus(built)
    return Playing(state.rules, tuple(piles), talon)


def _filling(rules: Rules, talon: Talon) -> tuple[Hand, Talon]:
    """Return the card that fills a space, and the stock and waste without it."""
    if talon.stock or talon.redealt:  # 3.1
        card, stock, redealt = _drawn(talon, 1)
        return card, Talon(stock, redealt, talon.waste, talon.redeals, talon.idle, played=True)
    if talon.waste and rules.empty_stock == "redeal" and _redeals_left(rules, talon):  # 3.2
        card, redealt = Deck(talon.waste).draw()
        return card, Talon(talon.stock, redealt, Hand(), talon.redeals + 1, idle=False, played=False)
    return _off_waste(talon)  # 3.2: if the waste is empty too, as only in smaller packs, the space remains


def _off_waste(talon: Talon) -> tuple[Hand, Talon]:
    """Return the top card of the waste, if there is one, and the stock and waste after it is played."""
    waste = talon.waste
    rest = Talon(talon.stock, talon.redealt, Hand(waste[:-1]), talon.redeals, talon.idle, played=True)
    return Hand(waste[-1:]), rest


def _turned_over(talon: Talon) -> Talon:
    """Make the waste the stock: the card that was turned first is on top again (3.4)."""
    return Talon(talon.stock, Deck(talon.waste), Hand(), talon.redeals + 1, idle=not talon.played, played=False)


def _ended(state: Playing) -> Playing | Finished:
    return Finished(state) if _is_over(state) else state


def _is_over(state: Playing) -> bool:
    """Return whether no more cards can come onto the grid and, if all lie there, the game is won (4.1, 4.3)."""
    talon = state.talon
    if talon.stock or talon.redealt or _builds(state):
        return False
    if not talon.waste:
        return _is_home(state)
    return not _may_redeal(state) or not (talon.played or _might_have_played(state))


def _might_have_played(state: Playing) -> bool:
    """Return whether a card could have been played in the pass that is over, in which none was.

    So the waste has all cards that were turned, and the grid allowed the same builds in the whole pass as it does now.
    """
    wanted = {ABOVE.get(pile[-1]) for pile in state.piles}
    return any(card in wanted for card in state.talon.waste[state.rules.turn - 1 :: state.rules.turn])


def _is_home(state: Playing) -> bool:
    """Return whether every pile lies in its home row, or need not because piles cannot change places (2.5, 4.3)."""
    return state.rules.swaps == "none" or all(
        HOME[pile[0]] == place // COLUMNS for place, pile in enumerate(state.piles) if pile
    )


Grade: TypeAlias = Literal["good", "excellent", "brilliant"]
"""The name of a low score (4.4)."""

GRADES: Final[tuple[tuple[int, Grade], ...]] = ((2, "brilliant"), (5, "excellent"), (10, "good"))
"""The highest score for each grade (4.4)."""


@frozen
class Result(Outcome):
    """How a game ended: the score is the number of cards left, the fewer the better; seat 0 wins if the game is won."""

    grade: Grade | None
    """``None`` for more than ten cards (4.4)."""


def outcome(state: State) -> Result | None:
    """Return the number of cards left, its grade, and whether the game is won (4.3, 4.4); ``None`` while it goes on."""
    require_state(state, Rules)
    if not isinstance(state, Finished):
        return None
    rest = len(cards_in(state.layout.talon))
    won = not rest and _is_over(state.layout)
    grade: Grade | None = next((grade for most, grade in GRADES if rest <= most), None)
    return Result((rest,), (0,) if won else (), grade)


def picture(state: State) -> str:
    """Return a drawing of the grid, row by row with numbered places and the row's home order, above stock and waste.

    A pile is shown by its bottom and top card: ``2-8♥`` is 2, 5 and 8.
    """
    match state:
        case Dealing():
            return f"stock {len(state.pack)} cards"
        case Finished():
            return picture(state.layout)
        case Playing():
            talon = state.talon
            rows = [_row(state.piles, row) for row in range(len(ORDERS))]
            stock = f"stock {len(talon.stock) + len(talon.redealt)} cards"
            top = (
                " ".join(map(str, reversed(talon.waste[-3:]))) or "-"
            )  # and the cards that come to light when it is played
            return "\n".join([*rows, f"{stock} · waste {len(talon.waste)} cards · on top {top}"])
        case _:
            assert_never(state)


def _row(piles: tuple[Hand, ...], row: int) -> str:
    places = PLACES[row * COLUMNS : (row + 1) * COLUMNS]
    return "".join(f"{place:>2} {_pile(piles[place]):<6}" for place in places) + str(ORDERS[row])


def _pile(pile: Hand) -> str:
    if not pile:
        return "-"
    return str(pile[0]) if len(pile) == 1 else f"{pile[0].rank}-{pile[-1]}"


def promises(rules: Rules) -> Promises[State]:
    """Return what holds for every game: its length, the range of scores, and that suits are alike."""
    require_rules(rules, Rules)
    left = len(PACK_96) - len(PLACES)
    return Promises(
        max_moves=None if rules.swaps == "any" or rules.partial_moves else _most_moves(rules),
        score_range=(0, left),
        symmetric_suits=tuple(Suit),
    )


def _most_moves(rules: Rules) -> int:
    """Return a bound on the number of moves, if piles change places only on their way home (4.2).

    Every build leaves one card fewer in stock and waste, so there are no more builds than cards there at the start.
    Between two builds at most two passes begin, as a third would follow two passes without a card played. Every swap
    brings a pile home, and only a card that fills a space can be away from home again.
    """
    left = len(PACK_96) - len(PLACES)
    passes = [cards for cards in range(left, 0, -1) for _ in range(2)]
    if rules.redeals is not None:
        passes = passes[: rules.redeals + 1]
    turns = sum(-(-cards // rules.turn) for cards in passes)
    swaps = len(PLACES) + left if rules.swaps == "homing" else 0
    return 1 + left + turns + len(passes) - 1 + swaps + 1

"""Devil's Grip: a patience with two packs that builds 96 cards into 24 piles on a grid of three rows by eight.

Numbers such as 2.5 are those of the rules in the rulebook ``devils_grip``. Two parts of the rules have their own modules:
:mod:`~cardrules.games.devils_grip.building` (2) and :mod:`~cardrules.games.devils_grip.talon` (3).
"""

from itertools import permutations
from typing import Final, Literal, TypeAlias, TypeGuard, assert_never

from attrs import frozen

from cardrules.cards import PACK_96, Deck, Hand, Suit
from cardrules.game import (
    Outcome,
    Promises,
    Shuffled,
    cache_last,
    pack_for_play,
    refuse_state,
    require_rules,
    require_state,
    shuffled_deck,
)
from cardrules.games.devils_grip.building import ABOVE as ABOVE
from cardrules.games.devils_grip.building import (
    BASE_HOME,
    BUILDS,
    FROM_WASTE,
    HOME,
    SWAPS,
    builds,
    homing_swaps,
    partial_moves,
    swaps,
)
from cardrules.games.devils_grip.moves import GIVE_UP, REDEAL, TURN
from cardrules.games.devils_grip.moves import Build as Build
from cardrules.games.devils_grip.moves import GiveUp as GiveUp
from cardrules.games.devils_grip.moves import Move as Move
from cardrules.games.devils_grip.moves import MovePart as MovePart
from cardrules.games.devils_grip.moves import Redeal as Redeal
from cardrules.games.devils_grip.moves import Swap as Swap
from cardrules.games.devils_grip.moves import Turn as Turn
from cardrules.games.devils_grip.phases import Dealing as Dealing
from cardrules.games.devils_grip.phases import Finished as Finished
from cardrules.games.devils_grip.phases import Playing as Playing
from cardrules.games.devils_grip.phases import State as State
from cardrules.games.devils_grip.rules import COLUMNS, ORDERS
from cardrules.games.devils_grip.rules import PLACES as PLACES
from cardrules.games.devils_grip.rules import PYSOL as PYSOL
from cardrules.games.devils_grip.rules import Place as Place
from cardrules.games.devils_grip.rules import Rules as Rules
from cardrules.games.devils_grip.talon import Talon as Talon
from cardrules.games.devils_grip.talon import filling, may_redeal, off_waste, turned, turned_over
from cardrules.moves import Reason, because, require_legal
from cardrules.zones import cards_in

RULES_VERSION: Final = 1
"""The version of these rules in records; raised when a change makes old records replay differently."""


def start(rules: Rules, pack: Hand | None = None) -> Dealing:
    """Return the state before the shuffle (1.1).

    ``pack`` has the cards to play with instead of the usual ones. A quarter of them is dealt to the three rows, in whole
    columns of which there is at least one; the other places of the grid stay without piles.
    """
    require_rules(rules, Rules)
    rows = len(ORDERS)
    cards = pack_for_play(pack, Hand(PACK_96), least=rows)
    return Dealing(rules, cards, max(1, len(cards) // 4 // rows))


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
    moves: list[Move] = builds(state)
    if state.rules.partial_moves:
        moves += partial_moves(state)
    if state.talon.stock or state.talon.redealt:
        moves.append(TURN)  # 3.3
    elif may_redeal(state.rules, state.talon):
        moves.append(REDEAL)
    moves.append(GIVE_UP)  # 4.2
    if state.rules.swaps == "any":
        return tuple(moves) + swaps(state)  # unpacking both into one tuple takes three times as long
    if state.rules.swaps != "none":
        moves += homing_swaps(state, BASE_HOME if state.rules.swaps == "base_homing" else HOME)
    return tuple(moves)


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
            return _ended(Playing(state.rules, state.piles, turned(state.rules, state.talon)))
        case Build():
            return _ended(_build(state, chosen.source, chosen.target))
        case MovePart():
            return _move_part(state, chosen.source, chosen.target)
        case Redeal():
            return Playing(state.rules, state.piles, turned_over(state.talon))
        case GiveUp():
            return Finished(state)
        case _:
            assert_never(chosen)


def _is_free_swap(move: object, state: Playing | Finished) -> TypeGuard[Swap]:
    """Return whether ``move`` is one of the swaps made once, and any two piles may change places.

    Nearly all random moves are swaps: searching 280 legal moves for them makes a decision a fifth slower.
    """
    return id(move) in FREE and isinstance(state, Playing) and state.rules.swaps == "any" and swaps(state) is SWAPS


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
    if state.rules.swaps == "base_homing":
        return because("must bring a base card to its home row and take none away from it", "2.6")
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
    places = [place for place in PLACES if place % COLUMNS < state.columns]
    cards, stock = deck.draw(min(len(places), len(deck)))
    piles = [Hand()] * len(PLACES)
    for place, card in zip(places, cards, strict=False):
        piles[place] = Hand((card,))
    return _ended(Playing(state.rules, tuple(piles), Talon(stock, Deck(), Hand(), 0, idle=False, played=False)))


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


def _build(state: Playing, source: Place | Literal["waste"], target: Place) -> Playing:
    piles = list(state.piles)
    if source == "waste":
        built, talon = off_waste(state.talon)
    else:
        built = piles[source]
        piles[source], talon = filling(state.rules, state.talon)
    piles[target] = piles[target].plus(built)
    return Playing(state.rules, tuple(piles), talon)


def _ended(state: Playing) -> Playing | Finished:
    return Finished(state) if _is_over(state) else state


def _is_over(state: Playing) -> bool:
    """Return whether no more cards can come onto the grid and, if all lie there, the game is won (4.1, 4.3)."""
    talon = state.talon
    if talon.stock or talon.redealt or builds(state):
        return False
    if not talon.waste:
        return _is_home(state)
    return not may_redeal(state.rules, talon) or not (talon.played or _might_have_played(state))


def _might_have_played(state: Playing) -> bool:
    """Return whether a card could have been played in the pass that is over, in which none was.

    So the waste has all cards that were turned, and the grid allowed the same builds in the whole pass as it does now.
    """
    wanted = {ABOVE.get(pile[-1]) for pile in state.piles if pile}
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

    lowest_wins = True
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
            shown = reversed(talon.waste[-3:])  # the top card, and those that come to light when it is played
            top = f"on top {' '.join(map(str, shown))}"
            piles = {"stock": len(talon.stock) + len(talon.redealt), "waste": len(talon.waste)}
            outside = [f"{name} {size} card{'s' * (size > 1)}" for name, size in piles.items() if size]
            return "\n".join([*rows, " · ".join([*outside, top] if talon.waste else outside)]).rstrip()
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
        moves_coincide=True,  # 1.1: of two packs, equal cards may change places
        max_moves=None if rules.swaps == "any" or rules.partial_moves else _most_moves(rules),
        score_range=(0, left),
        seats=1,
        standing=lambda state: (_cards_left(state),),
        reached=_reached,
        moves=lambda: _all_moves(rules),
        symmetric_suits=tuple(Suit),
    )


def _cards_left(state: State) -> int:
    """Return the number of cards outside the grid; before the deal, of those that will lie outside it (4.4)."""
    if isinstance(state, Dealing):
        return max(0, len(state.pack) - len(ORDERS) * state.columns)
    return len(cards_in((state.layout if isinstance(state, Finished) else state).talon))


def _reached(state: State) -> range:
    """Return the places of all cards: those that are not dealt are turned, or fill spaces (3.1, 3.3)."""
    assert isinstance(state, Dealing)
    return range(len(state.pack))


def _all_moves(rules: Rules) -> tuple[Move, ...]:
    """Return all moves that there are: no pile goes onto itself, and a swap that brings a pile home changes its row."""
    pairs = tuple(permutations(PLACES, 2))
    parts = tuple(MovePart(*pair) for pair in pairs) if rules.partial_moves else ()
    redeal = () if rules.redeals == 0 else (REDEAL,)
    free = {"any": SWAPS, "none": ()}.get(
        rules.swaps, tuple(swap for swap in SWAPS if swap.first // COLUMNS != swap.second // COLUMNS)
    )
    return *(BUILDS[source][target] for source, target in pairs), *FROM_WASTE, *parts, TURN, *redeal, GIVE_UP, *free


def _most_moves(rules: Rules) -> int:
    """Return a bound on the number of moves, if piles change places only on their way home (4.2).

    Every build leaves one card fewer in stock and waste, so there are no more builds than cards there at the start.
    Between two builds at most two passes begin, as a third would follow two passes without a card played. Every swap
    brings a pile home, and only a card that fills a space can be away from home again; a base card once at home stays.
    """
    left = len(PACK_96) - len(PLACES)
    passes = [cards for cards in range(left, 0, -1) for _ in range(2)]
    if rules.redeals is not None:
        passes = passes[: rules.redeals + 1]
    turns = sum(-(-cards // rules.turn) for cards in passes)
    bases = sum(card in BASE_HOME for card in PACK_96)
    swaps = {"homing": len(PLACES) + left, "base_homing": bases}.get(rules.swaps, 0)
    return 1 + left + turns + len(passes) - 1 + swaps + 1

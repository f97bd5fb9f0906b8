"""Devil's Grip, rule by rule."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice, pairwise, permutations, product
from random import Random

import pytest
from attrs import evolve, frozen

from cardrules.cards import FACE_DOWN, PACK_96, Card, Deck, Hand, Rank, Suit
from cardrules.chance import choice
from cardrules.errors import RulesError
from cardrules.game import NATURE, Record, Shuffled, replay, shuffle, states
from cardrules.games import devils_grip
from cardrules.games.devils_grip import (
    ABOVE,
    PLACES,
    PYSOL,
    Build,
    Finished,
    GiveUp,
    Move,
    MovePart,
    Playing,
    Redeal,
    Result,
    Rules,
    State,
    Swap,
    Talon,
    Turn,
)
from cardrules.moves import IllegalMoveError, because, words
from cardrules.verify import explore
from cardrules.zones import cards_in, view
from tests.sharpness import promised, reached, seen
from tests.sheets import after, hand, refusal, stacked

NONE = Rules(swaps="none")
HOMING = Rules(swaps="homing")
BASES = Rules(swaps="base_homing")
WASTE = Rules(swaps="none", fill_from="waste")
ANY = Rules()

ORDERS = (["2", "5", "8", "J"], ["3", "6", "9", "Q"], ["4", "7", "10", "K"])
"""The orders in which cards are built, by row."""

NEXT = {lower: upper for order in ORDERS for lower, upper in pairwise(order)}
ROW = {rank: row for row, order in enumerate(ORDERS) for rank in order}

COMPLETE = {
    row * 8 + column: " ".join(rank + suit for rank in order)
    for row, order in enumerate(ORDERS)
    for column, suit in enumerate("CCDDHHSS")
}
"""A grid of all 96 cards, each pile at home."""


def deal(cards: str, rules: Rules = NONE) -> State:
    """Return the state after a deal of only these cards, in this order: the grid row by row, then the stock."""
    before = evolve(devils_grip.start(rules), pack=hand(cards).sorted())
    return devils_grip.apply(before, Shuffled(hand(cards)))


def position(grid: Mapping[int, str], stock: str = "", waste: str = "", rules: Rules = NONE) -> Playing:
    """Return a position with these piles by place, from the bottom card up, and court cards at home elsewhere."""
    piles = tuple(hand(grid.get(place, ("JC", "QC", "KC")[place // 8])) for place in PLACES)
    return Playing(rules, piles, Talon(Deck.parse(stock), Deck(), hand(waste), redeals=0, idle=False, played=False))


def known(state: Playing) -> Playing:
    """Return the same position with a stock after a redeal."""
    return passing(state, stock=Deck(), redealt=state.talon.stock)


def passing(state: Playing, **talon: object) -> Playing:
    """Return the same position with a different talon."""
    return evolve(state, talon=evolve(state.talon, **talon))  # type: ignore[arg-type]  # the names say the types


def play(state: State, *moves: Move | Shuffled) -> Playing:
    """Return the state after these moves, which do not end the game."""
    state = after(devils_grip, state, *moves)
    assert isinstance(state, Playing)
    return state


def end(state: State, *moves: Move | Shuffled) -> Result:
    """Return the outcome after these moves, the last of which ends the game."""
    state = after(devils_grip, state, *moves)
    assert isinstance(state, Finished)
    assert state.rules == state.layout.rules
    assert devils_grip.legal_moves(state) == ()
    result = devils_grip.outcome(state)
    assert result is not None
    return result


def legal(state: State, *kinds: type[Move]) -> list[Move]:
    """Return the legal moves of these kinds."""
    return [move for move in devils_grip.legal_moves(state) if isinstance(move, kinds)]


def layouts(rules: Rules, seed: int, diligence: float) -> Iterator[Playing]:
    """Yield all positions of a game by a player who never gives up, and only sometimes builds when he can."""
    rng = Random(seed)
    state: State = devils_grip.start(rules)
    while state.to_act is not None:
        if state.to_act is NATURE:
            state = devils_grip.apply(state, shuffle(state, rng))
        else:
            built, other = legal(state, Build), legal(state, MovePart, Swap, Turn, Redeal)
            diligent = built and (rng.random() < diligence or not other)
            state = devils_grip.apply(state, choice(built if diligent else other, rng))
        yield state if isinstance(state, Playing) else layout(state)


def layout(state: State) -> Playing:
    """Return the position at the end of a game."""
    assert isinstance(state, Finished)
    return state.layout


@pytest.mark.rule("devils_grip", "1.1")
def test_two_packs_without_aces() -> None:
    pack = devils_grip.start(ANY).pack
    assert Counter(card.rank for card in pack) == {rank: 8 for rank in Rank if rank is not Rank.ACE}
    assert Counter(card.suit for card in pack) == dict.fromkeys(Suit, 24)


@pytest.mark.rule("devils_grip", "1.1")
@pytest.mark.parametrize("rules", [ANY, Rules(swaps="none", partial_moves=True), Rules(empty_stock="waste"), PYSOL])
def test_all_96_cards_lie_somewhere_at_any_time(rules: Rules) -> None:
    for state in islice(layouts(rules, 0, 0.5), 500):
        assert cards_in(state) == PACK_96


@pytest.mark.rule("devils_grip", "1.2")
def test_24_cards_are_dealt_row_by_row_and_the_stock_lies_face_down() -> None:
    before = devils_grip.start(ANY)
    rows = "2C 3C 4C 5C 6C 7C 8C 9C", "2D 3D 4D 5D 6D 7D 8D 9D", "2H 3H 4H 5H 6H 7H 8H 9H"
    state = play(before, stacked(before, " ".join(rows) + " KS QS"))
    assert [Hand(pile[0] for pile in state.piles[row * 8 : row * 8 + 8]) for row in range(3)] == [*map(hand, rows)]
    assert {len(pile) for pile in state.piles} == {1}
    assert (len(state.talon.stock), state.talon.stock[:2]) == (72, hand("KS QS"))
    seen = view(state, 0)
    assert (seen.piles, set(seen.talon.stock)) == (state.piles, {FACE_DOWN})


@pytest.mark.rule("devils_grip", "2.1")
def test_a_card_goes_on_the_one_before_it_in_its_suit_and_on_no_other() -> None:
    for lower, upper in product(PACK_96[::2], repeat=2):
        state = deal(f"{lower.ascii} {upper.ascii}", ANY)
        fits = lower.suit is upper.suit and NEXT.get(lower.rank.value) == upper.rank.value
        assert (Build(1, 0) in devils_grip.legal_moves(state)) == fits


@pytest.mark.rule("devils_grip", "2.1")
@pytest.mark.parametrize(
    ("target", "source", "fits"),
    [
        ("2H", "5H 8H", True),
        ("5H", "5H 8H", False),  # the 8 would fit, but the bottom card counts
        ("2D", "5H", False),
        ("JH", "2H", False),
        ("5H", "2H", False),
        ("2H 5H 8H", "JH", True),
        *[("2H 5H 8H JH", other.ascii, False) for other in hand("2H 5H 8H JH QH KH 3H")],  # a full pile
    ],
)
def test_only_the_next_card_of_the_order_fits_a_pile(target: str, source: str, fits: bool) -> None:
    state = position({0: target, 1: source}, stock="KC")
    before = repr(state)
    assert (Build(1, 0) in devils_grip.legal_moves(state)) == fits
    assert repr(state) == before


@pytest.mark.rule("devils_grip", "2.1")
def test_each_of_several_equal_cards_may_be_built_and_built_on() -> None:
    state = position({0: "2H", 1: "5H", 2: "2H", 3: "5H"}, "KC", "5H")
    builds = [Build(1, 0), Build(1, 2), Build(3, 0), Build(3, 2), Build("waste", 0), Build("waste", 2)]
    assert legal(state, Build) == builds


@pytest.mark.rule("devils_grip", "2.1")
def test_a_card_that_does_not_fit_is_refused() -> None:
    state = position({0: "2H", 1: "5H", 2: "5D"}, stock="KC")
    does_not_fit = because("5♦ does not go on 2♥", "2.1")
    assert refusal(devils_grip, state, Build(2, 0)) == does_not_fit
    assert refusal(devils_grip, passing(state, waste=hand("5D")), Build("waste", 0)) == does_not_fit
    assert refusal(devils_grip, state, Build("waste", 0)) == because("the waste is empty", "3.3")


@pytest.mark.rule("devils_grip", "1.2", "2.1", "2.5")
def test_a_move_needs_piles_on_the_grid() -> None:
    state = deal("2H 5H 8D", ANY)
    outside: tuple[Move, ...] = (Build(0, 24), Build(-1, 1), Build(0.0, 1), Build("waist", 1))  # type: ignore[arg-type]
    for move in (*outside, Swap(0, 24), Swap(-1, 1)):
        assert refusal(devils_grip, state, move) == because("places are numbered from 0 to 23", "1.2")
    assert refusal(devils_grip, state, Build(0, 3)) == because("there is no pile at place 3", "2.1")
    assert refusal(devils_grip, state, Build(4, 0)) == because("there is no pile at place 4", "2.1")
    assert refusal(devils_grip, state, Swap(0, 3)) == because("there is no pile at place 3", "2.5")


@pytest.mark.rule("devils_grip", "2.2")
def test_a_pile_moves_as_a_whole_even_before_it_lies_on_a_base_card() -> None:
    state = position({3: "5S", 9: "8S", 20: "2S"}, stock="KC KD KS")
    state = play(state, Build(9, 3))
    assert state.piles[3] == hand("5S 8S")
    state = play(state, Build(3, 20))
    assert (state.piles[20], state.piles[9], state.piles[3]) == (hand("2S 5S 8S"), hand("KC"), hand("KD"))


PARTS = Rules(swaps="none", partial_moves=True)


@pytest.mark.rule("devils_grip", "2.3")
def test_the_upper_part_of_a_pile_moves_onto_an_equal_card() -> None:
    grid = {0: "2H 5H 8H JH", 1: "2H 5H", 2: "8H", 3: "5D"}
    state = position(grid, "KC", rules=PARTS)
    assert legal(state, MovePart) == [MovePart(0, 1), MovePart(0, 2)]
    state = play(state, MovePart(0, 1))
    assert state.piles[:3] == (hand("2H 5H"), hand("2H 5H 8H JH"), hand("8H"))
    assert play(position(grid, "KC", rules=PARTS), MovePart(0, 2)).piles[:3] == (
        hand("2H 5H 8H"),
        hand("2H 5H"),
        hand("8H JH"),
    )
    state = position(grid, "KC", rules=PARTS)
    no_part = because("no J♥ with cards on it in the pile at place 1", "2.3")
    assert refusal(devils_grip, state, MovePart(1, 0)) == no_part


@pytest.mark.rule("devils_grip", "2.3")
def test_without_the_option_only_whole_piles_move() -> None:
    state = position({0: "2H 5H 8H JH", 1: "2H 5H"}, "KC")
    assert devils_grip.legal_moves(state) == (Turn(), GiveUp())


@pytest.mark.rule("devils_grip", "2.3")
def test_moving_a_part_makes_nothing_new_possible_and_plays_no_card() -> None:
    def possible(state: Playing) -> Counter[tuple[Card, Card]]:
        return Counter(
            (
                state.talon.waste[-1] if move.source == "waste" else state.piles[move.source][0],
                state.piles[move.target][-1],
            )
            for move in devils_grip.legal_moves(state)
            if isinstance(move, Build)
        )

    moves = [(state, move) for state in islice(layouts(PARTS, 2, 0.9), 300) for move in legal(state, MovePart)]
    assert len(moves) > 100
    for state, move in moves:
        moved = play(state, move)
        assert possible(moved) == possible(state)
        assert moved.talon.played == state.talon.played


@pytest.mark.rule("devils_grip", "2.4")
def test_the_row_of_a_pile_never_limits_building() -> None:
    for source, target in permutations(PLACES, 2):
        assert legal(position({source: "5H", target: "2H"}, "KC"), Build) == [Build(source, target)]


@pytest.mark.rule("devils_grip", "2.5")
def test_any_two_piles_may_change_places() -> None:
    state = position({0: "2H", 23: "5S 8S"}, "KC", rules=ANY)
    assert legal(state, Swap) == [Swap(first, second) for first, second in combinations(PLACES, 2)]
    swapped = play(state, Swap(0, 23))
    assert swapped == evolve(state, piles=(state.piles[23], *state.piles[1:23], state.piles[0]))
    for first, second in ((23, 0), (4, 4)):
        assert refusal(devils_grip, state, Swap(first, second)) == because("the lower place is named first", "2.5")


@pytest.mark.rule("devils_grip", "2.5", "4.3")
def test_a_swap_of_another_game_is_refused_where_it_is_not_allowed() -> None:
    (swap,) = (swap for swap in legal(position({}, "KC", rules=ANY), Swap) if swap == Swap(0, 8))
    over = after(devils_grip, position({}, "KC", rules=ANY), swap, GiveUp())
    for state in (
        position({}, "KC", rules=HOMING),
        position({}, "KC", rules=BASES),
        position({}, "KC"),
        deal("2H 5H", ANY),
        devils_grip.start(ANY),
        over,
    ):
        with pytest.raises(IllegalMoveError, match=r"^illegal move swap 0 8: "):
            devils_grip.apply(state, swap)


@pytest.mark.rule("devils_grip", "2.5")
def test_a_space_never_changes_places() -> None:
    assert legal(deal("2H 5H 8D", ANY), Swap) == [Swap(0, 1), Swap(0, 2), Swap(1, 2)]


def at_home(piles: tuple[Hand, ...], counting: str) -> set[int]:
    """Return the places of the piles with bottom cards of the ranks ``counting`` that lie in their home row."""
    bottoms = [pile[0].rank.value for pile in piles]
    return {place for place, rank in enumerate(bottoms) if rank in counting.split() and ROW[rank] == place // 8}


@pytest.mark.rule("devils_grip", "2.5", "2.6")
@pytest.mark.parametrize(("rules", "counting"), [(HOMING, "2 3 4 5 6 7 8 9 10 J Q K"), (BASES, "2 3 4")])
def test_a_homing_swap_brings_a_pile_home_and_takes_none_away(rules: Rules, counting: str) -> None:
    def homing(piles: tuple[Hand, ...], first: int, second: int) -> bool:
        swapped = list(piles)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        return at_home(piles, counting) < at_home(tuple(swapped), counting)

    swaps = 0
    for state in islice(layouts(rules, 1, 0.9), 0, 200, 4):
        expected = [Swap(*pair) for pair in combinations(PLACES, 2) if homing(state.piles, *pair)]
        assert sorted(legal(state, Swap), key=repr) == sorted(expected, key=repr)
        swaps += len(expected)
    assert swaps > 100


@pytest.mark.rule("devils_grip", "2.5")
def test_a_pile_is_at_home_by_its_bottom_card_base_or_not() -> None:
    state = position({0: "6H 9H", 8: "8S JS", 16: "2C"}, "KC", rules=HOMING)
    assert legal(state, Swap) == [Swap(0, 8), Swap(0, 16)]
    away = because("must bring a pile to its home row and take none away from it", "2.5")
    assert refusal(devils_grip, state, Swap(0, 1)) == away


@pytest.mark.rule("devils_grip", "2.6")
def test_with_the_option_only_base_cards_are_brought_home() -> None:
    state = position({0: "3H", 1: "8S JS", 2: "2D 5D", 8: "2C", 16: "4S"}, "KC", rules=BASES)
    three = [Swap(0, place) for place in range(8, 16)]  # whatever lies there
    deuce = [Swap(place, 8) for place in range(1, 8) if place != 2]  # but not the deuce at home
    assert set(legal(state, Swap)) == {*three, *deuce}
    no_base = because("must bring a base card to its home row and take none away from it", "2.6")
    for first, second in ((2, 8), (0, 16), (0, 1)):
        assert refusal(devils_grip, state, Swap(first, second)) == no_base
    assert legal(position({0: "6H 9H", 8: "8S JS"}, "KC", rules=BASES), Swap) == []  # as HOMING would


@pytest.mark.rule("devils_grip", "2.5")
def test_without_swaps_piles_stay_where_they_are() -> None:
    state = position({0: "3H", 8: "2H"}, "KC")
    assert devils_grip.legal_moves(state) == (Turn(), GiveUp())
    with pytest.raises(IllegalMoveError, match=r"illegal move swap 0 8: expected turn or give up"):
        play(state, Swap(0, 8))


@pytest.mark.rule("devils_grip", "3.1")
def test_a_space_is_filled_from_the_stock_in_the_same_move() -> None:
    state = position({0: "2H", 5: "5H"}, stock="KD 3S", waste="9C")
    built = play(state, Build(5, 0))
    assert (built.piles[0], built.piles[5], built.talon.stock, built.talon.waste) == (
        hand("2H 5H"),
        hand("KD"),
        hand("3S"),
        hand("9C"),
    )
    redealt = play(known(state), Build(5, 0))
    assert (redealt.piles[5], redealt.talon.redealt, redealt.talon.waste) == (hand("KD"), hand("3S"), hand("9C"))


@pytest.mark.rule("devils_grip", "3.1")
def test_one_step_back_undoes_the_build_and_what_filled_the_space() -> None:
    before = devils_grip.start(NONE)
    moves = (
        stacked(before, "2H 5H " + "KC KC KD KD KH KH KS KS QC QC QD QD QH QH QS QS JC JC JD JD JH JH"),
        Build(1, 0),
    )
    record: Record[Rules, Move] = Record(NONE, moves)
    _, dealt, built = states(devils_grip, record)
    assert isinstance(built, Playing)
    assert (built.piles[:2], len(built.talon.stock)) == ((hand("2H 5H"), hand("2C")), 71)
    assert replay(devils_grip, evolve(record, moves=moves[:1])) == dealt


@pytest.mark.rule("devils_grip", "3.1")
def test_base_cards_are_never_built() -> None:
    grid = dict(enumerate(["KH", "QH", "JH", "2H", "3H", "4H", "10H", "9H"]))
    for base in ("2H", "3H", "4H"):
        assert [
            move for move in legal(position(grid, "KC", base), Build) if words(move).startswith("build waste")
        ] == []
    for state in layouts(NONE, 3, 1):
        for move in legal(state, Build):
            assert isinstance(move, Build)
            built = state.talon.waste[-1] if move.source == "waste" else state.piles[move.source][0]
            assert built.rank not in (Rank.TWO, Rank.THREE, Rank.FOUR)


@pytest.mark.rule("devils_grip", "3.2")
def test_with_an_empty_stock_the_waste_is_turned_over_and_fills_the_space() -> None:
    state = position({0: "2H", 1: "5H"}, waste="2C 9D KH")
    for before in (
        state,
        passing(state, idle=True),
    ):  # the build is a card played, so two passes without one are not over
        built = play(before, Build(1, 0))
        assert (built.piles[1], built.talon.redealt, built.talon.waste) == (hand("2C"), hand("9D KH"), hand(""))
        assert (built.talon.redeals, built.talon.idle, built.talon.played) == (1, False, False)
        assert cards_in(built) == cards_in(state)


@pytest.mark.rule("devils_grip", "3.2")
@pytest.mark.parametrize(
    ("rules", "redeals"),
    [(Rules(swaps="none", empty_stock="waste"), 0), (Rules(redeals=0), 0), (Rules(redeals=2), 2)],
)
def test_the_top_of_the_waste_may_fill_the_space_instead(rules: Rules, redeals: int) -> None:
    state = passing(position({0: "2H", 1: "5H", 2: "8H"}, waste="2C 9D KH", rules=rules), redeals=redeals)
    built = play(state, Build(1, 0))
    assert (built.piles[1], built.talon.redealt, built.talon.waste) == (hand("KH"), hand(""), hand("2C 9D"))
    assert (built.talon.redeals, built.talon.played) == (redeals, True)
    assert cards_in(built) == cards_in(state)


@pytest.mark.rule("devils_grip", "3.2")
def test_the_redeal_that_fills_a_space_is_one_of_those_allowed() -> None:
    state = position({0: "2H", 1: "5H", 2: "8H"}, waste="2C 9D KH", rules=evolve(NONE, redeals=1))
    state = play(state, Build(2, 1), Turn())
    assert state.talon.waste == hand("9D KH")
    assert Redeal() not in devils_grip.legal_moves(state)


@pytest.mark.rule("devils_grip", "3.2")
def test_in_a_smaller_pack_the_space_stays_and_nothing_goes_there() -> None:
    state = play(deal("2H 5H 8H 3D", ANY), Build(1, 0))
    assert state.piles[:4] == (hand("2H 5H"), hand(""), hand("8H"), hand("3D"))
    assert legal(state, Build, Turn, Redeal) == [Build(2, 0)]


@pytest.mark.rule("devils_grip", "3.3")
@pytest.mark.parametrize(
    ("turn", "waste", "left"), [(3, "9C 4H 3D 2S", "JH"), (1, "9C 4H", "3D 2S JH"), (9, "9C 4H 3D 2S JH", "")]
)
def test_cards_are_turned_three_at_a_time_or_as_the_option_says(turn: int, waste: str, left: str) -> None:
    state = play(position({0: "8H"}, "4H 3D 2S JH", "9C", evolve(NONE, turn=turn)), Turn())
    assert (state.talon.waste, state.talon.stock) == (hand(waste), hand(left))


@pytest.mark.rule("devils_grip", "3.3")
def test_the_last_turn_takes_what_is_left_and_the_redeal_keeps_the_order() -> None:
    state = play(position({0: "2H", 1: "5H"}, "4S 3S"), Turn())
    assert (state.talon.waste, state.talon.stock) == (hand("4S 3S"), hand(""))
    assert legal(state, Turn, Redeal) == [Redeal()]
    state = play(state, Redeal())
    assert (state.talon.waste, state.talon.redealt) == (hand(""), hand("4S 3S"))
    assert play(state, Turn()).talon.waste == hand("4S 3S")


@pytest.mark.rule("devils_grip", "3.3")
def test_only_the_top_of_the_waste_is_played() -> None:
    state = position({0: "2H", 1: "2S"}, "KD", "KH 5H 5S")
    assert legal(state, Build) == [Build("waste", 1)]
    state = play(state, Build("waste", 1))
    assert (state.piles[1], state.talon.waste, state.talon.stock) == (hand("2S 5S"), hand("KH 5H"), hand("KD"))
    assert legal(state, Build) == [Build("waste", 0)]
    state = play(state, Build("waste", 0))
    assert (legal(state, Build), state.talon.played) == ([], True)


@pytest.mark.rule("devils_grip", "3.5")
def test_with_the_option_a_space_is_filled_from_the_waste_first() -> None:
    state = position({0: "2H", 5: "5H"}, stock="KD 3S", waste="9C 4S", rules=WASTE)
    for before in (state, known(state)):
        built = play(before, Build(5, 0))
        assert (built.piles[0], built.piles[5]) == (hand("2H 5H"), hand("4S"))
        assert built.talon == evolve(before.talon, waste=hand("9C"), played=True)


@pytest.mark.rule("devils_grip", "3.5")
def test_with_an_empty_waste_the_stock_fills_the_space_all_the_same() -> None:
    built = play(position({0: "2H", 5: "5H"}, stock="KD 3S", rules=WASTE), Build(5, 0))
    assert (built.piles[5], built.talon.stock, built.talon.waste) == (hand("KD"), hand("3S"), hand(""))
    state = play(deal("2H 5H 8H 3D", evolve(ANY, fill_from="waste")), Build(1, 0))  # in a smaller pack
    assert state.piles[1] == hand("")


@pytest.mark.rule("devils_grip", "3.5")
@pytest.mark.parametrize("rules", [WASTE, evolve(WASTE, empty_stock="waste")])
def test_a_space_filled_from_the_waste_first_needs_no_redeal(rules: Rules) -> None:
    built = play(position({0: "2H", 1: "5H", 2: "8H"}, waste="2C 9D KH", rules=rules), Build(1, 0))
    assert (built.piles[1], built.talon.waste, built.talon.redeals) == (hand("KH"), hand("2C 9D"), 0)


@pytest.mark.rule("devils_grip", "2.3", "2.6", "3.3", "3.4", "3.5")
def test_in_pysol_three_cards_are_turned_spaces_take_the_last_and_there_is_no_redeal() -> None:
    """By default the last card of the stock would fill the space, and after a redeal the game would go on."""
    grid, stock = {0: "3H", 1: "2H", 2: "5H", 3: "2D 5D 8D", 4: "2D 5D"}, "KD KS 9H KC"
    state = position(grid, stock, rules=PYSOL)
    assert legal(state, Swap) == [Swap(0, place) for place in range(8, 16)]
    state = play(state, Swap(0, 8), MovePart(3, 4), Turn())
    assert legal(state, Build, Turn, Redeal) == [Build(2, 1), Turn()]
    over = after(devils_grip, state, Build(2, 1), Turn())
    assert layout(over).piles[:5] == (hand("QC"), hand("2H 5H"), hand("9H"), hand("2D 5D"), hand("2D 5D 8D"))
    assert devils_grip.outcome(over) == Result((3,), (), "excellent")
    goes_on = play(position(grid, stock, rules=ANY), Turn(), Build(2, 1))
    assert (goes_on.piles[2], legal(goes_on, Turn, Redeal)) == (hand("KC"), [Redeal()])


FITS = {0: "2H", 1: "5H"}
"""A grid on which a pile can be built, so that the game goes on."""

REFUSED = {
    "with cards in the stock": position(FITS, "KH", "KD"),
    "with cards in the stock that was turned over": known(position(FITS, "KH", "KD")),
    "with an empty waste": position(FITS),
    "with no redeal left": passing(position(FITS, "", "KD", Rules(redeals=2)), redeals=2),
    "after two passes without a card played": passing(position(FITS, "", "KD"), idle=True),
}

ALLOWED = {
    "with redeals left": passing(position(FITS, "", "KD", Rules(redeals=2)), redeals=1),
    "after one pass without a card played": position(FITS, "", "KD"),
    "after a card was played again": passing(position(FITS, "", "KD"), idle=True, played=True),
    "with spaces filled from the waste": position(FITS, "", "KD", Rules(empty_stock="waste")),
}


@pytest.mark.rule("devils_grip", "3.4")
@pytest.mark.parametrize("when", REFUSED)
def test_no_redeal(when: str) -> None:
    assert Redeal() not in devils_grip.legal_moves(REFUSED[when])


@pytest.mark.rule("devils_grip", "3.4")
@pytest.mark.parametrize("when", ALLOWED)
def test_redeal(when: str) -> None:
    before, turned = ALLOWED[when].talon, play(ALLOWED[when], Redeal()).talon
    assert (turned.redealt, turned.waste, turned.redeals) == (hand("KD"), hand(""), before.redeals + 1)
    assert (turned.idle, turned.played) == (not before.played, False)


@pytest.mark.rule("devils_grip", "3.4")
def test_the_order_of_a_stock_that_was_turned_over_is_known() -> None:
    state = play(ALLOWED["after one pass without a card played"], Redeal())
    assert view(state, 0) == state


@pytest.mark.rule("devils_grip", "3.4")
@pytest.mark.parametrize("build", [Build(1, 0), Build("waste", 2)])
def test_a_third_pass_needs_a_card_played_in_one_of_the_two_before(build: Build) -> None:
    idle = position({0: "2H", 1: "5H", 2: "2D"}, "KH KH QH 8S 5D", rules=evolve(NONE, empty_stock="waste"))
    first = play(idle, Turn(), Turn(), Redeal())
    second = play(first, Turn(), Turn())
    assert devils_grip.legal_moves(second) == (Build(1, 0), Build("waste", 2), GiveUp())
    with pytest.raises(IllegalMoveError, match=r"illegal move redeal: expected build or give up"):
        play(second, Redeal())
    assert Redeal() in devils_grip.legal_moves(play(second, build))
    assert Redeal() in devils_grip.legal_moves(play(first, Turn(), Build(1, 0), Turn()))
    assert Redeal() in devils_grip.legal_moves(play(idle, Turn(), Build(1, 0), Turn(), Redeal(), Turn(), Turn()))


@pytest.mark.rule("devils_grip", "4.1")
def test_the_game_ends_when_a_pass_could_play_nothing() -> None:
    state = position({0: "2H"}, "5H KD KS", rules=evolve(NONE, turn=2))
    assert end(state, Turn(), Turn()) == Result((3,), (), "excellent")
    assert end(known(state), Turn(), Turn()) == Result((3,), (), "excellent")


@pytest.mark.rule("devils_grip", "4.1")
@pytest.mark.parametrize(("turn", "stock"), [(1, "5H KD"), (2, "KD 5H KS"), (3, "KD KS 5H KH"), (1, "KD 5H KS")])
def test_it_goes_on_if_a_card_could_have_been_played(turn: int, stock: str) -> None:
    state = play(position({0: "2H"}, stock, rules=evolve(NONE, turn=turn)), Turn(), Turn())
    while state.talon.stock:
        state = play(state, Turn())
    assert devils_grip.legal_moves(state) == (Redeal(), GiveUp())


@pytest.mark.rule("devils_grip", "4.1")
def test_it_goes_on_if_a_card_was_played_in_the_pass() -> None:
    state = play(position({0: "2H"}, "5H KD", rules=evolve(NONE, turn=1)), Turn(), Build("waste", 0), Turn())
    assert devils_grip.legal_moves(state) == (Redeal(), GiveUp())
    assert end(state, Redeal(), Turn()).scores == (1,)


@pytest.mark.rule("devils_grip", "4.1")
@pytest.mark.parametrize(
    ("rules", "idle"), [(Rules(swaps="none", turn=1, redeals=0), False), (Rules(swaps="none", turn=1), True)]
)
def test_it_ends_with_the_stock_when_no_redeal_is_allowed(rules: Rules, idle: bool) -> None:
    state = play(passing(position({0: "2H"}, "5H KD", rules=rules), idle=idle), Turn())
    assert end(state, Turn()).scores == (2,)


@pytest.mark.rule("devils_grip", "4.1")
def test_it_goes_on_while_a_pile_or_the_waste_fits() -> None:
    last = Rules(swaps="none", turn=1, redeals=0)
    assert devils_grip.legal_moves(play(position({0: "2H", 1: "5H"}, "KD", rules=last), Turn())) == (
        Build(1, 0),
        GiveUp(),
    )
    state = play(position({0: "2H"}, "KD 5H", rules=last), Turn(), Turn())
    assert devils_grip.legal_moves(state) == (Build("waste", 0), GiveUp())
    assert end(state, Build("waste", 0)).scores == (1,)


@pytest.mark.rule("devils_grip", "4.1")
@pytest.mark.parametrize("rules", [NONE, WASTE])
@pytest.mark.parametrize("turn", [1, 2, 3, 5])
def test_what_could_have_been_played_in_a_pass_is_what_a_spectator_has_seen(rules: Rules, turn: int) -> None:
    """The game works it out at the end of a pass, from waste and grid; the test notes it move by move."""
    for seed in range(25):
        *line, last = layouts(evolve(rules, turn=turn), seed, 0.6)
        could, redeals = False, 0
        for state in (*line, last):
            talon, fits = state.talon, bool(legal(state, Build))
            if talon.redeals != redeals:
                could, redeals = False, talon.redeals
            could = could or fits or talon.played
            goes_on = talon.stock or talon.redealt or fits or (could and (talon.played or not talon.idle))
            assert bool(goes_on) == (state is not last)


def swapped(grid: Mapping[int, str], first: int, second: int) -> dict[int, str]:
    """Return the grid with the piles of two places exchanged."""
    return {**grid, first: grid[second], second: grid[first]}


@pytest.mark.rule("devils_grip", "4.1", "4.3")
@pytest.mark.parametrize("rules", [ANY, HOMING, BASES, Rules(partial_moves=True)])
def test_with_all_cards_on_the_grid_piles_only_change_places_until_it_is_won(rules: Rules) -> None:
    state = position(swapped(swapped(COMPLETE, 0, 8), 1, 23), rules=rules)
    assert cards_in(state) == PACK_96
    assert {type(move) for move in devils_grip.legal_moves(state)} == {Swap, GiveUp}
    assert end(state, Swap(0, 8), Swap(1, 23)) == Result((0,), (0,), "brilliant")
    assert end(state, Swap(0, 8), GiveUp()) == Result((0,), (), "brilliant")


@pytest.mark.rule("devils_grip", "4.1", "4.3")
def test_the_move_that_puts_the_last_card_in_its_place_wins() -> None:
    last = {**COMPLETE, 4: "2H 5H 8H"}
    assert end(position(last, waste="JH", rules=ANY), Build("waste", 4)) == Result((0,), (0,), "brilliant")
    assert end(position({**last, 5: "8H JH", 4: "2H 5H"}, waste="2H 5H", rules=ANY), GiveUp()).winners == ()


@pytest.mark.rule("devils_grip", "4.3")
def test_without_swaps_piles_need_not_be_at_home_to_win() -> None:
    elsewhere = {**swapped(COMPLETE, 0, 8), 4: "2H 5H 8H"}
    assert end(position(elsewhere, waste="JH"), Build("waste", 4)) == Result((0,), (0,), "brilliant")
    assert play(position(elsewhere, waste="JH", rules=HOMING), Build("waste", 4)).talon.waste == hand("")


@pytest.mark.rule("devils_grip", "4.3")
def test_in_a_won_game_nothing_is_left_to_build() -> None:
    """With 96 cards this follows by itself; a smaller pack may lie on the grid from the start."""
    assert end(deal("2H 5D")) == Result((0,), (0,), "brilliant")
    state = play(deal("2H 5H"))
    assert end(state, GiveUp()).winners == ()
    assert end(state, Build(1, 0)).winners == (0,)


@pytest.mark.rule("devils_grip", "4.2")
def test_the_player_may_give_up_at_any_time() -> None:
    *line, _ = layouts(HOMING, 5, 0.9)
    for state in line:
        assert end(state, GiveUp()).winners == ()
        assert devils_grip.outcome(state) is None
        assert devils_grip.apply(state, GiveUp()) == Finished(state)
    before = devils_grip.start(ANY)
    assert end(before, shuffle(before, Random(6)), GiveUp()) == Result((72,), (), None)
    assert devils_grip.outcome(before) is None


@pytest.mark.rule("devils_grip", "4.2")
@pytest.mark.parametrize(
    ("rules", "most"),
    [
        # A shuffle, 72 builds and giving up; two passes with each number of cards from 72 down to 1; 143 redeals.
        (Rules(swaps="none"), 1 + 72 + 1 + 2 * 3 * sum(range(1, 25)) + 143),
        (Rules(swaps="none", turn=1), 1 + 72 + 1 + 2 * sum(range(1, 73)) + 143),
        (Rules(swaps="none", turn=72), 1 + 72 + 1 + 144 + 143),
        (Rules(swaps="none", redeals=0), 1 + 72 + 1 + 24),
        (Rules(swaps="none", redeals=2), 1 + 72 + 1 + 24 + 24 + 24 + 2),
        # 24 piles come home, and so does each of 72 that fill a space.
        (Rules(swaps="homing", redeals=0), 1 + 72 + 1 + 24 + 24 + 72),
        (Rules(swaps="base_homing", redeals=0), 1 + 72 + 1 + 24 + 24),  # 24 base cards come home
        (Rules(swaps="any"), None),
        (Rules(swaps="none", partial_moves=True), None),
        (Rules(swaps="homing", partial_moves=True), None),
    ],
)
def test_the_number_of_moves_is_bounded(rules: Rules, most: int | None) -> None:
    assert devils_grip.promises(rules).max_moves == most


@pytest.mark.rule("devils_grip", "4.2")
@pytest.mark.parametrize(
    "rules",
    [NONE, HOMING, evolve(BASES, fill_from="waste"), Rules(swaps="homing", turn=1, empty_stock="waste", redeals=30)],
)
def test_a_player_who_puts_off_all_building_keeps_within_the_bound(rules: Rules) -> None:
    most = devils_grip.promises(rules).max_moves
    assert most is not None
    longest = max(sum(1 for _ in islice(layouts(rules, seed, 0.02), most + 1)) for seed in range(10))
    assert 300 < longest <= most


@pytest.mark.rule("devils_grip", "4.2")
@pytest.mark.parametrize(
    ("rules", "bounded"),
    [
        *((NONE, True), (HOMING, True), (evolve(HOMING, empty_stock="waste"), True), (BASES, True), (WASTE, True)),
        *((ANY, False), (PARTS, False)),
    ],
)
def test_only_swaps_and_parts_lead_back_to_an_earlier_position(rules: Rules, bounded: bool) -> None:
    """All lines of play from the deal of a small pack; swaps of any piles need a smaller one, and so do base cards."""
    one = "QC" if rules == BASES else "2D"
    cards = "2H 3D QD 5H" if rules == ANY else f"2H 5H 2H {'JC ' * 4} 3H {'QC ' * 7} {one} {'KC ' * 8} 8H 5D"
    longest = explore(devils_grip, rules, deal(cards, rules)).longest
    most = devils_grip.promises(rules).max_moves
    assert (longest is not None) == (most is not None) == bounded
    assert longest is None or most is None or longest < most


@pytest.mark.rule("devils_grip", "4.4")
@pytest.mark.parametrize(
    ("left", "grade"),
    [(0, "brilliant"), (2, "brilliant"), (3, "excellent"), (5, "excellent"), (6, "good"), (10, "good"), (11, None)],
)
def test_the_score_is_the_number_of_cards_left(left: int, grade: str | None) -> None:
    """Each grade covers the numbers from above the grade before it up to its own."""
    cards = " ".join(["KH"] * left)
    away = {0: "3H", 8: "2H"}
    for state in (position(away, cards, rules=ANY), position(away, waste=cards), known(position(away, cards))):
        result = end(state, GiveUp())
        assert (result.scores, result.grade) == ((left,), grade)


@pytest.mark.rule("devils_grip", "4.4")
def test_stock_and_waste_count_together() -> None:
    assert end(position({0: "2H"}, "KH KH", "KS KS KS"), GiveUp()) == Result((5,), (), "excellent")
    assert devils_grip.promises(ANY).score_range == (0, 72)


@pytest.mark.parametrize("rules", [ANY, HOMING, PARTS, PYSOL, Rules(swaps="homing", partial_moves=True)])
def test_exactly_the_moves_listed_are_accepted(rules: Rules) -> None:
    everything: list[Move] = [Turn(), Redeal(), GiveUp(), *(Build("waste", target) for target in PLACES)]
    everything += [kind(*places) for kind in (Build, MovePart, Swap) for places in product(PLACES, repeat=2)]
    for state in islice(layouts(rules, 8, 0.7), 5, 400, 100):
        listed = devils_grip.legal_moves(state)
        assert len(set(listed)) == len(listed) == len(set(map(words, listed)))
        for move in everything:
            try:
                devils_grip.apply(state, move)
            except IllegalMoveError:
                assert move not in listed
            else:
                assert move in listed


def test_moves_of_other_games_are_refused() -> None:
    @frozen
    class Spin(Turn):
        """A move that only looks like one."""

    state = position({0: "2H"}, "KC")
    with pytest.raises(IllegalMoveError, match="illegal move spin: expected "):
        devils_grip.apply(state, Spin())
    with pytest.raises(IllegalMoveError, match="expected a shuffle of the pack"):
        devils_grip.apply(devils_grip.start(ANY), Turn())


def test_the_same_seed_always_gives_the_same_deal() -> None:
    before = devils_grip.start(ANY)
    deals = [devils_grip.apply(before, shuffle(before, Random(5)))]
    deals += islice(layouts(ANY, 5, 0.5), 1)
    deals += [devils_grip.apply(devils_grip.start(ANY), shuffle(before, Random(5)))]
    assert deals[0] == deals[1] == deals[2] != devils_grip.apply(before, shuffle(before, Random(6)))


@pytest.mark.parametrize(("option", "value"), [("swaps", "all"), ("redeals", -1), ("turn", 0), ("empty_stock", None)])
def test_options_out_of_range_are_refused(option: str, value: object) -> None:
    with pytest.raises(RulesError, match=f"^{option} must be "):
        Rules(**{option: value})  # type: ignore[arg-type]  # the point of the test


def test_the_picture_is_the_grid_above_stock_and_waste() -> None:
    state = position({0: "2H 5H 8H", 1: "", 23: "4C 7C 10C KC"}, "2C 3C", "QH 10D 9H 9S")
    assert devils_grip.picture(state).splitlines() == [
        " 0 2-8♥   1 -      2 J♣     3 J♣     4 J♣     5 J♣     6 J♣     7 J♣    2 5 8 J",
        " 8 Q♣     9 Q♣    10 Q♣    11 Q♣    12 Q♣    13 Q♣    14 Q♣    15 Q♣    3 6 9 Q",
        "16 K♣    17 K♣    18 K♣    19 K♣    20 K♣    21 K♣    22 K♣    23 4-K♣  4 7 10 K",
        "stock 2 cards · waste 4 cards · on top 9♠ 9♥ 10♦",
    ]
    assert devils_grip.picture(Finished(known(state))) == devils_grip.picture(state)
    assert devils_grip.picture(position({})).splitlines()[-1].endswith("4 7 10 K")  # neither stock nor waste
    assert devils_grip.picture(devils_grip.start(Rules())) == "stock 96 cards"
    assert devils_grip.picture(devils_grip.start(ANY)) == "stock 96 cards"


def test_expected_numbers_of_the_first_24_cards() -> None:
    """By linearity: each two places hold any two cards of the pack equally often."""
    pairs = Fraction(sum(ABOVE.get(lower) is upper for lower, upper in permutations(PACK_96, 2)), 96 * 95)
    assert 24 * 23 * pairs == Fraction(828, 95)
    assert 24 * Fraction(sum(card.rank.value in "234" for card in PACK_96), 96) == 6


def test_how_many_cards_a_greedy_player_has_left() -> None:
    """Known from thousands of deals: 22 to 23 cards on average, 10 or fewer in 6 to 8 of a hundred."""
    scores = []
    for seed in range(300):
        *_, last = layouts(NONE, seed, 1)
        scores.append(len(cards_in(last.talon)))
    assert 21 < sum(scores) / 300 < 24
    assert 0.03 < sum(score <= 10 for score in scores) / 300 < 0.12


BASE = ("2C", "3C", "4C")
"""A card that is at home in each row, and the lowest of its order."""


def allowing(move: Move) -> Playing:
    """Return the grid and waste of a position in which a move of this kind and these places is possible."""
    match move:
        case Build("waste", target):
            return position({target: "2C"}, waste="5C")
        case Build(source, target):
            return position({int(source): "5C", target: "2C"})
        case MovePart(source, target):
            return position({source: "2C 5C 8C", target: "2C 5C"})
        case Swap(first, second):
            return position({first: BASE[second // 8], second: BASE[first // 8]})
        case Turn():
            return position({}, stock="2C")
        case _:
            return position({}, waste="2C")


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (ANY, 24 * 23 + 24 + 3 + 276),
        (PYSOL, 2 * 24 * 23 + 24 + 2 + 192),  # no redeal, and only piles of different rows change places
        (HOMING, 24 * 23 + 24 + 3 + 192),
        (NONE, 24 * 23 + 24 + 3),
        (evolve(ANY, partial_moves=True, redeals=1), 2 * 24 * 23 + 24 + 3 + 276),
    ],
)
def test_all_moves_that_there_are(rules: Rules, count: int) -> None:
    moves = promised(devils_grip, rules)
    assert len(moves) == count
    for move in moves:
        assert move in devils_grip.legal_moves(evolve(allowing(move), rules=rules))


def test_all_cards_of_the_shuffle_come_to_light() -> None:
    state = devils_grip.start(ANY)
    assert reached(devils_grip, ANY) == set(range(96))
    half = Hand(dict.fromkeys(state.pack))
    turning = seen(devils_grip, devils_grip.start(ANY, half), half, next_turn)
    assert reached(devils_grip, ANY, devils_grip.start(ANY, half)) == turning == set(range(48))


def next_turn(legal: Sequence[Move]) -> Move:
    """Turn cards while there are some in the stock."""
    return Turn() if Turn() in legal else GiveUp()


@pytest.mark.rule("devils_grip", "1.2")
@pytest.mark.parametrize(("cards", "columns"), [(3, 1), (4, 1), (23, 1), (24, 2), (48, 4), (95, 7), (96, 8)])
def test_a_quarter_of_a_small_pack_is_dealt_to_the_grid_in_columns(cards: int, columns: int) -> None:
    start = devils_grip.start(ANY, Hand(PACK_96[:cards]))
    state = devils_grip.apply(start, Shuffled(start.pack))
    layout = state.layout if isinstance(state, Finished) else state
    assert isinstance(layout, Playing)
    assert [place for place in PLACES if layout.piles[place]] == [place for place in PLACES if place % 8 < columns]
    assert len(layout.talon.stock) == cards - 3 * columns
    assert devils_grip.promises(ANY).standing(start) == (cards - 3 * columns,)  # type: ignore[misc]  # it is promised


def test_the_player_stands_at_the_cards_left() -> None:
    """The fewer the better: before the deal they are those that will not lie on the grid."""
    standing = devils_grip.promises(ANY).standing
    assert standing is not None
    assert standing(devils_grip.start(ANY)) == (72,)
    state = position({0: "2C", 1: "5C"}, "8C 3D", "KS")
    assert standing(state) == standing(devils_grip.apply(state, Turn())) == (3,)
    ended = devils_grip.apply(state, GiveUp())
    result = devils_grip.outcome(ended)
    assert result is not None
    assert standing(ended) == result.scores == (3,)
    assert result.payoffs == (-3,)

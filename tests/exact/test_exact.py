"""What an exact answer depends on, and what it refuses."""

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve, frozen

from cardrules.cards import Hand, Suit
from cardrules.cards.unseen import LookedAtError, unseen_cards
from cardrules.errors import ViewError
from cardrules.exact import BEST, Exact, ExactError, uniform
from cardrules.exact.alike import named_suits
from cardrules.exact.positions import Position
from cardrules.game import NATURE, Outcome, Promises, Shuffled
from cardrules.games import klaberjass, macao, oh_hell, polish_bank, thirteen
from cardrules.zones import Closed, view
from tests.sheets import card, hand, stacked

TWO = macao.Rules(players=2, banks=1)
FOUR = hand("7C 10C KD 3C")
NOTHING = Fraction(0), Fraction(0)


def first(_seen: object, moves: tuple[Any, ...]) -> Any:
    """Make the first legal move."""
    return moves[0]


def altered(game: Any, **functions: Any) -> Any:
    """Return a game with some other functions."""
    return SimpleNamespace(**{**vars(game), **functions})


def test_without_players_all_moves_are_random() -> None:
    assert Exact(macao, TWO, pack=FOUR).expectation() == Exact(macao, TWO, [uniform] * 2, pack=FOUR).expectation()


def test_a_player_may_mix_moves() -> None:
    """Half of the time one move and half of the time the other is worth the average of both."""
    third = Fraction(1, 3)

    def mixes(_seen: object, moves: tuple[macao.Move, ...]) -> dict[macao.Move, Fraction]:
        if len(moves) == 1:
            return {moves[0]: Fraction(1)}
        return {moves[0]: third, moves[-1]: 1 - third}

    def last(_seen: object, moves: tuple[macao.Move, ...]) -> macao.Move:
        return moves[-1]

    mixed, one, other = (
        Exact(macao, TWO, [player, last], pack=FOUR).expectation()[0] for player in (mixes, first, last)
    )
    assert mixed == third * one + (1 - third) * other


def test_an_end_may_be_worth_anything() -> None:
    def cards(state: macao.State) -> tuple[int]:
        return (sum(map(len, state.table.settled)),)

    counted = Exact(macao, TWO, [first, first], pack=FOUR, worth=cards)
    assert counted.expectation() == (Fraction(4),)  # both draw
    assert counted.chances(cards) == {(4,): 1}


def test_a_finished_game_has_its_outcome() -> None:
    state = macao.start(TWO, FOUR)
    over = macao.Finished(evolve(state.table, balances=(3, -3)))
    assert Exact(macao, TWO, pack=FOUR).expectation(over) == (Fraction(3), Fraction(-3))


def test_until_ends_play_with_the_standings() -> None:
    def dealt(state: macao.State) -> bool:
        return isinstance(state, macao.Drawing)

    assert Exact(macao, TWO, pack=FOUR, until=dealt).expectation() == NOTHING
    told_nothing = altered(macao, promises=lambda _: Promises())
    with pytest.raises(ExactError, match="does not promise its standings"):
        Exact(told_nothing, TWO, pack=FOUR, until=dealt).expectation()


def test_values_of_moves_need_a_seat_to_act() -> None:
    with pytest.raises(ExactError, match="no seat is to act"):
        Exact(macao, TWO).move_values(macao.start(TWO))


def test_alike_moves_are_listed_all() -> None:
    """With two aces of three cards in Oh Hell each card is a move, though suits are symmetric."""
    rules = oh_hell.Rules(players=3, deals=1)
    start = oh_hell.start(rules)
    seen = view(oh_hell.apply(start, stacked(start, "2C 3C 4C")), 1)
    assert list(Exact(oh_hell, rules).move_values(seen)) == list(oh_hell.legal_moves(seen))


def test_a_view_must_show_the_hand_to_act() -> None:
    rules = polish_bank.Rules(players=2)
    with pytest.raises(ViewError):
        Exact(polish_bank, rules).expectation(evolve(polish_bank.start(rules, hand("2C 3C 4C 5C"))))


def test_the_limit() -> None:
    small = Exact(macao, TWO, pack=FOUR, limit=10)
    with pytest.raises(ExactError, match="takes more than 10 lines of play; the 4 cards have 24 orders"):
        small.expectation()
    with pytest.raises(ExactError, match=r"the 104 cards have about 10\^150 orders.*smaller pack.*simulate"):
        Exact(macao, TWO, limit=10).expectation()


def test_the_players() -> None:
    with pytest.raises(ExactError, match="3 players are given for 2 seats"):
        Exact(macao, TWO, [uniform] * 3).expectation()
    with pytest.raises(ExactError, match="only one seat can play its best"):
        Exact(macao, TWO, [BEST, BEST]).expectation()


@pytest.mark.parametrize("chances", [(1, 1), (Fraction(3, 2), Fraction(-1, 2))])
def test_probabilities_add_up_to_1(chances: tuple[Fraction, Fraction]) -> None:
    def odd(_seen: object, moves: tuple[macao.Move, ...]) -> Any:
        return dict(zip(moves, chances, strict=True))

    with pytest.raises(ExactError, match="are 0 or more and add up to 1, unlike"):
        Exact(macao, TWO, [odd, first], pack=FOUR).expectation()


def test_a_player_that_sees_a_difference_in_what_is_alike() -> None:
    def superstitious(seen: Any, moves: Any) -> Any:
        return moves[seen.table.hands[seen.to_act][0].suit is Suit.CLUBS] if len(moves) > 1 else moves[0]

    pack = hand("3C 3D 4C 4D")
    with pytest.raises(ExactError, match=r"the player of seat 1 makes the move .* instead of .* merged=False"):
        Exact(macao, TWO, [first, superstitious], pack=pack).expectation()
    assert Exact(macao, TWO, [first, superstitious], pack=pack, merged=False).expectation() != NOTHING


def test_a_player_that_prefers_a_suit() -> None:
    rules = oh_hell.Rules(players=3, deals=1)

    def low_clubs(_seen: object, moves: tuple[Any, ...]) -> Any:
        return min(moves, key=lambda move: move.card.index) if hasattr(moves[0], "card") else moves[0]

    pack = hand("2C 3C 2D 3D 4C 4D 5C 5D")
    players = [low_clubs] * 3
    assert Exact(oh_hell, rules, players, pack=pack, merged=False).expectation()


def test_rules_that_compare_by_identity_are_noticed() -> None:
    ace = card("AC")

    def apply(state: Any, move: Any) -> Any:
        after = macao.apply(state, move)
        held = isinstance(after, macao.Drawing) and any(card is ace for own in after.table.hands for card in own)
        return evolve(after, table=evolve(after.table, held=1)) if held else after

    with pytest.raises(ExactError, match="compare cards by ==, not by is"):
        Exact(altered(macao, apply=apply), TWO, pack=hand("AC 2C 3C 4C")).expectation()


def test_a_partial_shuffle_of_unknown_cards() -> None:
    """Three deals of a bank: used cards are shuffled under a stock that nobody knows yet, and both are drawn from."""
    rules = polish_bank.Rules(players=2, max_deals=2, initial_bank=1)
    pack = hand("2C 4D 6H 8S 10C")
    assert (
        Exact(polish_bank, rules, [first, first], pack=pack).expectation()
        == Exact(polish_bank, rules, [first, first], pack=pack, merged=False).expectation()
    )


@frozen
class Mixed:
    """A state in which only a part of the unknown cards is to be shuffled."""

    pack: Closed[Hand]
    rest: Closed[Hand]
    to_act = NATURE


def test_cards_of_a_mixed_pack_become_known_before_they_are_shuffled() -> None:
    one, other = unseen_cards(0, 2)
    mixed = Position(Mixed(Hand((card("4C"), one)), Hand((other,))), (hand("2C 3C"),))
    with pytest.raises(LookedAtError) as interruption:
        mixed.shuffled()
    assert interruption.value.card is one
    whole = Position(Mixed(Hand((card("4C"), one, other)), Hand()), (hand("2C 3C"),)).shuffled()
    assert whole.lots == (hand("2C 3C 4C"),)
    known = Position(Mixed(hand("4C 5C"), Hand((one, other))), (hand("2C 3C"),)).shuffled()
    assert known.lots == (hand("2C 3C"), hand("4C 5C"))


def test_a_player_may_name_a_suit() -> None:
    """That it chose another suit with other cards is no fault: which one is named is its own affair."""
    rules = klaberjass.Rules(max_deals=1, show_bottom=False)
    pack = hand("7C 7D 9C 9D 8H QC QD")
    dealt = klaberjass.apply(klaberjass.start(rules, pack), Shuffled(pack))

    def calls_a_suit(_seen: object, moves: Any) -> Any:
        named = [move for move in moves if any(named_suits(move))]
        return named[-1] if named else moves[0]

    def called(state: klaberjass.State) -> bool:
        return len(set(named_suits(state))) > 0

    players = [calls_a_suit] * 2
    assert Exact(klaberjass, rules, players, pack=pack, until=called).chances(called, dealt) == {True: 1}


def test_named_suits() -> None:
    assert set(named_suits((Suit.CLUBS, {Suit.HEARTS: frozenset({Suit.SPADES})}))) == {
        Suit.CLUBS,
        Suit.HEARTS,
        Suit.SPADES,
    }


def test_thirteen_without_a_last_round_tells_all_ranks_apart() -> None:
    """Called ranks are alike only where no other round can follow, and the stock cannot run out before the call begins anew."""
    rules = thirteen.Rules(players=2, max_rounds=1, on_exhausted="restart")
    pack = hand("2C 3C 4C")
    kinds = thirteen.promises(rules).alike
    assert kinds is not None
    start = thirteen.start(rules, pack)
    drawn = thirteen.apply(start, stacked(start, "2C 3C"))
    state: thirteen.State = thirteen.apply(drawn, Shuffled(Hand(pack[::-1])))
    for move in (thirteen.Stake(1), thirteen.Turn()):
        state = thirteen.apply(state, move)
    assert kinds(state)[card("2C")] is None
    assert isinstance(thirteen.apply(state, thirteen.Turn()), thirteen.Finished)
    assert Outcome((1, -1), (0,)) == thirteen.outcome(thirteen.apply(state, thirteen.Turn()))

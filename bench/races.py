"""Work that both this and another library do: evaluating poker hands, playing five-card draw and blackjack.

Cards are converted to each library's own form before the time is taken. Games are played with random moves.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from math import floor
from random import Random

from attrs import frozen

from bench.playouts import Playout, played
from cardrules.blocks.pokerhands import PokerRanking
from cardrules.cards import PACK_52, Card, Hand
from cardrules.chance import shuffled
from cardrules.games import blackjack, draw_poker


@frozen
class Race:
    """The same work done here and by another library; each side returns how much it did."""

    name: str
    ours: Playout
    theirs: Playout
    least: float
    """The target: our speed as a multiple of theirs."""


def races() -> Iterator[Race]:
    """Yield the races against the libraries that are installed."""
    rng = Random(0)
    hands = [Hand(shuffled(PACK_52, rng)[:5]) for _ in range(5_000)]
    if find_spec("treys"):
        yield Race("hands of five beside treys", our_hands(hands), treys_hands(hands), 0.4)
    if find_spec("pokerkit"):
        yield Race("hands of five beside PokerKit", our_hands(hands), pokerkit_hands(hands), 2.5)
        yield Race("games of five-card draw beside PokerKit", our_deals, pokerkit_game, 10)
    if find_spec("rlcard"):
        yield Race("games of blackjack beside RLCard", our_blackjack, rlcard_blackjack(), 1.5)


def our_hands(hands: list[Hand]) -> Playout:
    """Evaluate the hands, suits included."""
    value = PokerRanking().value

    def play(_: Random) -> int:
        for hand in hands:
            value(hand)
        return len(hands)

    return play


def name_of(card: Card) -> str:
    """Return the name of a card in both libraries: ``Th``."""
    return f"{card.ascii.replace('10', 'T')[0]}{card.suit.value.lower()}"


def treys_hands(hands: list[Hand]) -> Playout:
    """Evaluate the hands with treys, three cards on the board and two in the hand."""
    from treys import Card as Prepared  # noqa: PLC0415  # need not be installed
    from treys import Evaluator  # noqa: PLC0415

    evaluate = Evaluator().evaluate
    prepared = [[Prepared.new(name_of(card)) for card in hand] for hand in hands]
    split = [(cards[:2], cards[2:]) for cards in prepared]

    def play(_: Random) -> int:
        for own, board in split:
            evaluate(own, board)
        return len(split)

    return play


def pokerkit_hands(hands: list[Hand]) -> Playout:
    """Evaluate the hands with PokerKit."""
    from pokerkit import Card as Prepared  # noqa: PLC0415  # need not be installed
    from pokerkit import StandardHighHand  # noqa: PLC0415

    evaluate = StandardHighHand.from_game
    prepared = [tuple(Prepared.parse("".join(map(name_of, hand)))) for hand in hands]

    def play(_: Random) -> int:
        for cards in prepared:
            evaluate(cards)
        return len(prepared)

    return play


MATCHING = draw_poker.Rules(betting="matching", deals=100)


def our_deals(rng: Random) -> int:
    """Play a match of four players with matched stakes and return the number of deals.

    A game of PokerKit is one deal, without the lots that are drawn here for the first dealer of a match.
    """
    played(draw_poker, MATCHING, rng)
    return MATCHING.deals


def pokerkit_game(rng: Random) -> int:
    """Play one deal with PokerKit: raises of the minimum and up to nine more, a draw, and three raises after a bet."""
    from pokerkit import Automation, BettingStructure, Deck, Opening, StandardHighHand, State, Street  # noqa: PLC0415

    draw = rng.random
    automations = tuple(automation for automation in Automation if automation is not Automation.RUNOUT_COUNT_SELECTION)
    streets = tuple(
        Street(False, dealing, 0, drawing, Opening.POSITION, 1, 4)
        for dealing, drawing in (((False,) * 5, False), ((), True))
    )
    state = State(
        automations, Deck.STANDARD, (StandardHighHand,), streets, BettingStructure.NO_LIMIT, True, 1, 0, 0, 1_000, 4
    )
    while state.status:
        if state.can_stand_pat_or_discard():
            seat = state.stand_patter_or_discarder_index
            assert seat is not None
            state.stand_pat_or_discard([card for card in state.hole_cards[seat] if draw() < 0.5])
            continue
        bet = bool(state.checking_or_calling_amount)
        raises = 10 if state.can_complete_bet_or_raise_to() else 0
        chosen = floor(draw() * (1 + raises + bet))
        if chosen == 0:
            state.check_or_call()
        elif chosen > raises:
            state.fold()
        else:
            least = state.min_completion_betting_or_raising_to_amount
            assert least is not None
            state.complete_bet_or_raise_to(least + chosen - 1)
    return 1


HIT_OR_STAND = blackjack.Rules(decks=1, max_bet=1, double="none", max_hands=1, surrender="none", insurance=False)


def our_blackjack(rng: Random) -> int:
    """Play a round in which one box hits or stands, from one pack."""
    played(blackjack, HIT_OR_STAND, rng)
    return 1


def rlcard_blackjack() -> Playout:
    """Return the same with RLCard's game, without its wrapper for learning."""
    from rlcard.games.blackjack import Game  # noqa: PLC0415  # need not be installed

    game = Game()
    game.configure({"game_num_players": 1, "game_num_decks": 1})

    def play(rng: Random) -> int:
        draw = rng.random
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["actions"]
            state, _ = game.step(actions[floor(draw() * len(actions))])
        return 1

    return play

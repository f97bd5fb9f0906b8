"""A little game with eight cards, as a user would write one, to try the harness on.

Two or three seats get two cards each. In turn each throws a card away and draws the top of the stock, or keeps both. Then
they play two tricks, following suit; whoever takes a trick gets a coin from each of the others. All have two coins at first.
With a referee, a seat may be fined: it gives a coin to each of the others.
"""

from typing import TYPE_CHECKING, TypeAlias, assert_never

from attrs import evolve, field, frozen

from cardrules.blocks.tricks import Play, TrickOrder, first_lead
from cardrules.blocks.tricks import Playing as Tricks
from cardrules.cards import FACE_DOWN, Card, Deck, Hand, Suit
from cardrules.errors import ViewError
from cardrules.game import NATURE, Outcome, Promises, Ruling, Shuffled, cache_last, require_ruling, shuffled_deck
from cardrules.moves import require_legal
from cardrules.options import at_least, between, with_validators
from cardrules.seats import Seat, leaders, left_of, replaced
from cardrules.zones import Closed, Open, Own

PACK = Hand.parse("2C 3C 2D 3D 2H 3H 2S 3S")
ORDER = TrickOrder()


if TYPE_CHECKING:
    Note: TypeAlias = object  # tests note what may not be noted
else:
    Note = int | str | None


@frozen(kw_only=True, field_transformer=with_validators)
class Rules:
    players: int = field(default=2, validator=between(2, 3))
    referee: bool = False
    coin: int = field(default=1, validator=at_least(1))
    """What a coin is worth."""


@frozen
class Throw:
    card: Own[Card]


@frozen
class Keep:
    pass


@frozen
class Fine(Ruling):
    seat: Seat


Move: TypeAlias = Throw | Keep | Play | Fine


@frozen
class Dealing:
    rules: Rules
    dealer: Seat
    pack: Open[Hand]
    noted: Note = None
    """An ordinary field, in which tests plant what does not belong there."""
    to_act = NATURE


@frozen
class Changing:
    rules: Rules
    dealer: Seat
    hands: Own[tuple[Hand, ...]]
    thrown: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    to_act: Seat
    noted: Note = None


@frozen
class Playing:
    rules: Rules
    tricks: Tricks[None]
    thrown: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    coins: tuple[int, ...]
    noted: Note = None

    @property
    def to_act(self) -> Seat:
        return self.tricks.to_act


@frozen
class Finished:
    rules: Rules
    tricks: Tricks[None]
    thrown: Own[tuple[Hand, ...]]
    stock: Closed[Deck]
    coins: tuple[int, ...]
    noted: Note = None
    to_act = None


State: TypeAlias = Dealing | Changing | Playing | Finished


def start(rules: Rules) -> State:
    return Dealing(rules, 0, PACK)


@cache_last
def legal_moves(state: State) -> tuple[Move, ...]:
    match state:
        case Changing():
            hand = state.hands[state.to_act]
            if FACE_DOWN in hand:
                raise ViewError("this view does not show the hand to be played")
            throws = map(Throw, hand) if state.stock else ()
            return (*throws, Keep())
        case Playing():
            return state.tricks.following()
        case Dealing() | Finished():
            return ()
        case _:
            assert_never(state)


def rulings(state: State) -> tuple[Move, ...]:
    return tuple(map(Fine, range(state.rules.players))) if state.rules.referee and isinstance(state, Playing) else ()


def apply(state: State, move: Move | Shuffled) -> State:
    if isinstance(move, Ruling):
        ruling = require_ruling(rulings(state), move)
        assert isinstance(state, Playing)
        assert isinstance(ruling, Fine)
        return evolve(state, coins=paid(state.coins, ruling.seat, -state.rules.coin))
    if isinstance(state, Dealing):
        return deal(state, shuffled_deck(state.pack, move))
    chosen = require_legal(state, legal_moves(state), move, lambda *_: "the rules of the little game forbid it")
    if isinstance(chosen, Play):
        assert isinstance(state, Playing)
        return play(state, chosen.card)
    assert isinstance(state, Changing)
    return change(state, Hand((chosen.card,)) if isinstance(chosen, Throw) else Hand())


def deal(state: Dealing, deck: Deck) -> Changing:
    players = state.rules.players
    first = left_of(state.dealer, players)
    hands, stock = deck.deal(players, 2, first=first)
    return Changing(state.rules, state.dealer, hands, (Hand(),) * players, stock, first, state.noted)


def change(state: Changing, thrown: Hand) -> State:
    seat, players = state.to_act, state.rules.players
    drawn, stock = state.stock.draw(len(thrown))
    hands = replaced(state.hands, seat, state.hands[seat].minus(thrown).plus(drawn))
    piles = replaced(state.thrown, seat, thrown)
    if seat == state.dealer:
        tricks = first_lead(None, hands, left_of(seat, players))
        return Playing(state.rules, tricks, piles, stock, (0,) * players, state.noted)
    return evolve(state, hands=hands, thrown=piles, stock=stock, to_act=left_of(seat, players))


def play(state: Playing, card: Card) -> State:
    tricks, coins = state.tricks.after(card, ORDER), state.coins
    if tricks.full:
        coins = paid(coins, tricks.to_act, state.rules.coin)
    if tricks.over:
        return Finished(state.rules, tricks, state.thrown, state.stock, coins, state.noted)
    return evolve(state, tricks=tricks, coins=coins)


def paid(coins: tuple[int, ...], taker: Seat, coin: int = 1) -> tuple[int, ...]:
    """Return what the seats have won after each of the others has given a coin to ``taker``."""
    return tuple(count + (coin * (len(coins) - 1) if seat == taker else -coin) for seat, count in enumerate(coins))


def outcome(state: State) -> Outcome | None:
    return Outcome(state.coins, leaders(state.coins)) if isinstance(state, Finished) else None


def promises(rules: Rules) -> Promises[State]:
    most = 2 * rules.coin  # paid by each seat
    return Promises(
        min_moves=1 + 3 * rules.players,
        max_moves=None if rules.referee else 1 + 3 * rules.players,
        score_range=None if rules.referee else (-most, most * (rules.players - 1)),
        leaders_win=True,
        outcome_total=lambda outcome: sum(outcome.scores),
        money_total=lambda state: sum(state.coins) if isinstance(state, Playing | Finished) else 0,
        seats=rules.players,
        funds=None if rules.referee else purses,
        scaled=lambda state, by: start(evolve(state.rules, coin=by * state.rules.coin)),
        standing=won,
        reached=lambda _: range(3 * rules.players),
        moves=lambda: (*map(Throw, PACK), Keep(), *map(Play, PACK)),
        rotated=turned,
        symmetric_suits=tuple(Suit),
        alike=lambda state: dict.fromkeys(PACK) if isinstance(state, Finished) else {card: card for card in PACK},
        unordered=("thrown",),
    )


def won(state: State) -> tuple[int, ...]:
    return state.coins if isinstance(state, Playing | Finished) else (0,) * state.rules.players


def purses(state: State) -> tuple[int, ...]:
    """Return what each seat has left of its two coins and of what it has won."""
    return tuple(2 * state.rules.coin + coins for coins in won(state))


def turned(state: State, seats: int) -> State:
    assert isinstance(state, Dealing)
    return evolve(state, dealer=(state.dealer + seats) % state.rules.players)

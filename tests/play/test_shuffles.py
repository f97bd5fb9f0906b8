"""The shuffles of a game that is played from a seed."""

from attrs import frozen

from cardrules.cards import PACK_52, Hand
from cardrules.chance import shuffled, stream
from cardrules.game import NATURE, Shuffled
from cardrules.play.shuffles import Shuffles
from cardrules.zones import Closed


@frozen
class Shuffling:
    """A phase of chance."""

    pack: Closed[Hand]
    to_act = NATURE


WHOLE, PART = Hand(PACK_52), Hand(PACK_52[:9])


def drawn(pack: Hand, *place: int) -> Shuffled:
    """Return the shuffle of a pack that belongs to a place in the game of the seed 7."""
    return Shuffled(Hand(shuffled(pack, stream(7, "shuffle", *place))))


def test_full_shuffles_are_counted_and_partial_ones_since_the_last_full_one() -> None:
    shuffles = Shuffles(7, cards=52)
    moves = [shuffles.draw(Shuffling(pack)) for pack in (PART, PART, WHOLE, WHOLE, PART, PART, WHOLE, PART)]
    assert moves == [
        drawn(PART, -1, 0),
        drawn(PART, -1, 1),
        drawn(WHOLE, 0),
        drawn(WHOLE, 1),
        drawn(PART, 1, 0),
        drawn(PART, 1, 1),
        drawn(WHOLE, 2),
        drawn(PART, 2, 0),
    ]
    for number, move in enumerate(moves):  # and the same after the moves before
        assert Shuffles(7, 52, ["a bid", *moves[:number], "a card"]).draw(Shuffling(move.cards.sorted())) == move

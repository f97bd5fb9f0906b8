"""Rules of card games: typed, immutable, and verified.

A game is a module of :mod:`cardrules.games`, such as :mod:`cardrules.games.oh_hell`. It has options ``Rules``, moves,
phases, and the functions ``start``, ``legal_moves``, ``apply`` and ``outcome``. :mod:`cardrules.game` (shuffles,
play-outs, records) and :mod:`cardrules.zones` (what each seat sees) work with any game.

The names used most can be imported from here; each is documented in the module that defines it.
"""

import typing

from cardrules.cards import ACE_HIGH as ACE_HIGH
from cardrules.cards import ACE_LOW as ACE_LOW
from cardrules.cards import FACE_DOWN as FACE_DOWN
from cardrules.cards import JOKER as JOKER
from cardrules.cards import PACK_32 as PACK_32
from cardrules.cards import PACK_40 as PACK_40
from cardrules.cards import PACK_52 as PACK_52
from cardrules.cards import PACK_96 as PACK_96
from cardrules.cards import Card as Card
from cardrules.cards import Deck as Deck
from cardrules.cards import Hand as Hand
from cardrules.cards import Rank as Rank
from cardrules.cards import Ranking as Ranking
from cardrules.cards import Suit as Suit
from cardrules.cards import pack as pack
from cardrules.errors import CardRulesError as CardRulesError
from cardrules.errors import MissingExtraError as MissingExtraError
from cardrules.errors import NoSuchCardError as NoSuchCardError
from cardrules.errors import NotEnoughCardsError as NotEnoughCardsError
from cardrules.errors import RecordError as RecordError
from cardrules.errors import RulesError as RulesError
from cardrules.errors import TextError as TextError
from cardrules.errors import ViewError as ViewError
from cardrules.errors import WrongGameError as WrongGameError
from cardrules.game import NATURE as NATURE
from cardrules.game import Game as Game
from cardrules.game import Outcome as Outcome
from cardrules.game import Promises as Promises
from cardrules.game import Record as Record
from cardrules.game import Shuffled as Shuffled
from cardrules.game import playout as playout
from cardrules.game import replay as replay
from cardrules.game import shuffle as shuffle
from cardrules.game import stacked as stacked
from cardrules.game import states as states
from cardrules.moves import IllegalMoveError as IllegalMoveError
from cardrules.moves import words as words
from cardrules.seats import Seat as Seat
from cardrules.zones import Closed as Closed
from cardrules.zones import Known as Known
from cardrules.zones import Open as Open
from cardrules.zones import Own as Own
from cardrules.zones import cards_in as cards_in
from cardrules.zones import determinize as determinize
from cardrules.zones import view as view

__all__ = [
    "ACE_HIGH",
    "ACE_LOW",
    "FACE_DOWN",
    "JOKER",
    "NATURE",
    "PACK_32",
    "PACK_40",
    "PACK_52",
    "PACK_96",
    "Card",
    "CardRulesError",
    "Closed",
    "Deck",
    "Game",
    "Hand",
    "IllegalMoveError",
    "Known",
    "MissingExtraError",
    "NoSuchCardError",
    "NotEnoughCardsError",
    "Open",
    "Outcome",
    "Own",
    "Promises",
    "Rank",
    "Ranking",
    "Record",
    "RecordError",
    "RulesError",
    "Seat",
    "Shuffled",
    "Suit",
    "TextError",
    "ViewError",
    "WrongGameError",
    "cards_in",
    "determinize",
    "pack",
    "playout",
    "replay",
    "shuffle",
    "stacked",
    "states",
    "view",
    "words",
]

if typing.TYPE_CHECKING:
    __version__: str
    """The version of the installed library."""
else:  # checkers would take any name for one that the function knows

    def __getattr__(name: str) -> str:
        """Look up ``__version__`` in the metadata of the package, on demand: importing the reader takes its time."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version  # noqa: PLC0415  # see above

        return version(__name__)

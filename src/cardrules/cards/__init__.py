"""Cards, hands, decks and rankings of ranks.

Each name is documented in the module that defines it.
"""

from cardrules.cards.card import FACE_DOWN as FACE_DOWN
from cardrules.cards.card import JOKER as JOKER
from cardrules.cards.card import PACK_32 as PACK_32
from cardrules.cards.card import PACK_40 as PACK_40
from cardrules.cards.card import PACK_52 as PACK_52
from cardrules.cards.card import PACK_96 as PACK_96
from cardrules.cards.card import Card as Card
from cardrules.cards.card import Rank as Rank
from cardrules.cards.card import Suit as Suit
from cardrules.cards.card import by_index as by_index
from cardrules.cards.card import pack as pack
from cardrules.cards.deck import Deck as Deck
from cardrules.cards.hand import Hand as Hand
from cardrules.cards.hand import sorted_hand as sorted_hand
from cardrules.cards.ranking import ACE_HIGH as ACE_HIGH
from cardrules.cards.ranking import ACE_LOW as ACE_LOW
from cardrules.cards.ranking import COURTS_TEN as COURTS_TEN
from cardrules.cards.ranking import Ranking as Ranking
from cardrules.cards.ranking import rank_values as rank_values

"""A module that is not a game: it has no outcome."""

from cardrules.games.oh_hell import apply as apply
from cardrules.games.oh_hell import legal_moves as legal_moves
from cardrules.games.oh_hell import start as start

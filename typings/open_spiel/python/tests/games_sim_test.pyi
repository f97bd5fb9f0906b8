from pyspiel import Game

class GamesSimTest:
    def sim_game(self, game: Game, check_pyspiel_serialization: bool, check_pickle_serialization: bool) -> None: ...

from open_spiel.python.rl_agent import AbstractAgent

class RandomAgent(AbstractAgent):
    def __init__(self, player_id: int, num_actions: int) -> None: ...

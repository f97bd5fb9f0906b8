from open_spiel.python.rl_agent import AbstractAgent

class QLearner(AbstractAgent):
    def __init__(self, player_id: int, num_actions: int, step_size: float = 0.1) -> None: ...

from open_spiel.python.rl_environment import TimeStep

class StepOutput:
    action: int

class AbstractAgent:
    def step(self, time_step: TimeStep, is_evaluation: bool = False) -> StepOutput: ...

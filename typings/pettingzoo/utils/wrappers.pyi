from pettingzoo import AECEnv

class OrderEnforcingWrapper(AECEnv):
    def __init__(self, env: AECEnv) -> None: ...

class TerminateIllegalWrapper(AECEnv):
    def __init__(self, env: AECEnv, illegal_reward: float) -> None: ...

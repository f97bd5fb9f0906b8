"""Train OpenSpiel's tabular Q-learners on Oh Hell with one card each, and solve that game exactly.

``python learn.py train`` takes about three minutes on one core, ``python learn.py solve`` half a minute.
"""

import sys
from collections.abc import Sequence
from typing import Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms.random_agent import RandomAgent
from open_spiel.python.algorithms.tabular_qlearner import QLearner
from open_spiel.python.rl_agent import AbstractAgent
from open_spiel.python.rl_environment import Environment

import cardrules.adapters.openspiel  # noqa: F401  # registers the games
from cardrules.adapters.efg import game_tree
from cardrules.games import oh_hell

GAME: Final = "python_cardrules_oh_hell(players=3,deals=1,chance=sampled,rng_seed=0)"
SEATS: Final = range(3)


def play(table: Environment, agents: Sequence[AbstractAgent], *, learning: bool) -> list[float]:
    """Play a game; return what each agent earned."""
    step, earned = table.reset(), [0.0] * len(agents)
    while not step.last():
        agent = agents[step.observations["current_player"]]
        step = table.step([agent.step(step, is_evaluation=not learning).action])
        earned = [sum(both) for both in zip(earned, step.rewards, strict=True)]
    for agent in agents:
        agent.step(step, is_evaluation=not learning)
    return earned


def train(table: Environment, games: int) -> list[QLearner]:
    """Return three learners after so many games against each other."""
    actions = table.action_spec()["num_actions"]
    learners = [QLearner(seat, actions, step_size=0.05) for seat in SEATS]
    for _ in range(games):
        play(table, learners, learning=True)
    return learners


def compare(table: Environment, learners: Sequence[QLearner], games: int) -> tuple[float, float]:
    """Return the mean points of a learner and of its two random opponents, over so many games in each seat."""
    actions = table.action_spec()["num_actions"]
    own, others = 0.0, 0.0
    for seat in SEATS:
        agents: list[AbstractAgent] = [RandomAgent(other, actions) for other in SEATS]
        agents[seat] = learners[seat]
        for _ in range(games):
            earned = play(table, agents, learning=False)
            own += earned[seat]
            others += (sum(earned) - earned[seat]) / 2
    return own / games / len(SEATS), others / games / len(SEATS)


def solve(*, zero_sum: bool, iterations: int = 100) -> str:
    """Solve the game with all 52 cards; return how large it is and how much the players could still gain, all together."""
    tree = game_tree(oh_hell, oh_hell.Rules(players=3, deals=1), zero_sum=zero_sum)
    game = pyspiel.load_efg_game(tree.text)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average, last = (pyspiel.nash_conv(game, policy) for policy in (solver.average_policy(), solver.current_policy()))
    size = f"{tree.deals} deals, {len(tree.decisions)} information states"
    return f"{size}, NashConv {average:.4f}, last policy {last:.4f}"


def main(what: str) -> None:
    """Train or solve."""
    if what == "solve":
        print("points:", solve(zero_sum=False))  # noqa: T201  # a script
        print("zero-sum:", solve(zero_sum=True))  # noqa: T201  # a script
        return
    np.random.seed(0)  # noqa: NPY002  # what the learners draw from
    table = Environment(GAME)
    learners = train(table, 40_000)
    own, others = compare(table, learners, 1_000)
    print(f"learner {own:.2f}, random opponents {others:.2f}")  # noqa: T201  # a script


if __name__ == "__main__":
    main(*sys.argv[1:])

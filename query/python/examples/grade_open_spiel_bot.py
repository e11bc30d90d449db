"""Grades a bot of OpenSpiel: here Monte Carlo tree search with random rollouts.

    python grade_open_spiel_bot.py [--simulations N] [--sample DECISIONS]

The bot plays a sample of games against perfect play, with about DECISIONS decisions. The loss of each decision is
exact; the intervals show the error that comes from the sample.
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import tourne
import tourne.open_spiel

GAME = tourne.solution()
SPIEL = pyspiel.load_game("python_tourne_case")


def state_at(position: str, die: int) -> tourne.open_spiel.TourneCaseState:
    """Returns the OpenSpiel state for a position and a die, with player 0 on roll."""
    state: tourne.open_spiel.TourneCaseState = SPIEL.new_initial_state(position)
    state.apply_action(0)
    state.apply_action(die - 1)
    return state


def grade(bot: pyspiel.Bot, sample: int, seed: int = 0) -> tourne.Grade:
    def play(position: str, die: int, moves: list[str]) -> str:
        state = state_at(position, die)
        return str(state.action_to_string(bot.step(state)))

    return GAME.grade(play, sample=sample, seed=seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=20)
    parser.add_argument("--sample", type=int, default=200)
    arguments = parser.parse_args()
    random = np.random.RandomState(0)
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = mcts.MCTSBot(SPIEL, 1.0, arguments.simulations, rollouts, random_state=random)
    estimate = grade(bot, arguments.sample).estimate
    assert estimate is not None
    for what in ["agreement", "loss_per_decision", "loss_per_game"]:
        number = estimate[what]
        print(f"{what:18} {100 * number['estimate']:6.2f} %  ({100 * number['low']:.2f} to {100 * number['high']:.2f})")

"""MaskablePPO of sb3-contrib against itself, and the exact curve of what it is worth.

    python maskable_ppo.py [--rounds N] [--games N] [--slow]

After each round, the opponent becomes the policy so far. ``--slow`` uses one environment for each game, as
Stable-Baselines3 usually does.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_vec_env import TourneVecEnv
from stable_baselines3.common.env_util import make_vec_env

import tourne

GAME = tourne.solution()
OBSERVATIONS, MASKS = GAME.observations().reshape(-1, 90), GAME.is_legal.reshape(-1, 3).copy()


def men(model: MaskablePPO) -> NDArray[Any]:
    """Returns the man that the policy moves for each position and die."""
    parts = zip(np.array_split(OBSERVATIONS, 32), np.array_split(MASKS, 32))
    chosen = [model.predict(seen, action_masks=masks, deterministic=True)[0] for seen, masks in parts]
    return np.concatenate(chosen).reshape(-1, 6)


def main(rounds: int, games: int, slow: bool) -> None:
    options = {"opponent": "builtin:random"}
    envs: Any = make_vec_env("tourne/TourneCase-v0", games, env_kwargs=options) if slow else TourneVecEnv(games, **options)
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=1024, gae_lambda=0.9, gamma=1.0, ent_coef=0.02, learning_rate=1e-3, device="cpu", seed=1)
    for _ in range(rounds):
        model.learn(64 * games * 4, reset_num_timesteps=False)
        policy = men(model)
        played = sum(len(rewards) for rewards in envs.env_method("get_episode_rewards")) if slow else envs.finished
        exact = GAME.grade(policy, mistakes=0).exploitability
        print(f"{played:9,} games {model.num_timesteps:12,} throws   exploitable by {100 * (exact or 0):8.4f} %", flush=True)
        envs.env_method("set_opponent", policy)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=128, help="games side by side")
    parser.add_argument("--slow", action="store_true")
    main(**vars(parser.parse_args()))

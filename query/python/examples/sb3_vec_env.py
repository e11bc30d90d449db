"""The vector of games as a `VecEnv` of Stable-Baselines3: a hundred times as fast as one environment for each game."""

from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

import tourne  # registers the environment


class TourneVecEnv(VecEnv):
    """``num_envs`` games on `tourne.batch`, with the options of ``gymnasium.make``; ``action_masks`` is for MaskablePPO."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        made = gymnasium.make_vec("tourne/TourneCase-v0", num_envs, autoreset_mode="SameStep", **options)
        self.games: Any = made.unwrapped
        self.finished = 0
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> Any:
        return self.games.reset(seed=self._seeds[0])[0]

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        seen, rewards, over, truncated, infos = self.games.step(self.actions)
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for at in np.flatnonzero(over | truncated):
            told[at] = {"terminal_observation": infos["final_obs"][at], "TimeLimit.truncated": bool(truncated[at] and not over[at])}
        self.finished += int(over.sum())
        return seen, rewards.astype(np.float32), over | truncated, told

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        result = getattr(self.games, method_name)(*args, **options)
        return list(result) if method_name == "action_masks" else [result] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.games, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.games.close()

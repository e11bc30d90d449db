"""The usual calls of Stable-Baselines3 and sb3-contrib, unchanged."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import tourne
from conftest import EXAMPLES

pytest.importorskip("torch")
sb3: Any = pytest.importorskip("stable_baselines3")
contrib: Any = pytest.importorskip("sb3_contrib")
NAME = "tourne/TourneCase-v0"


def make(*arguments: Any, **options: Any) -> Any:
    from stable_baselines3.common.env_util import make_vec_env

    with warnings.catch_warnings():
        # It asks for rgb_array, which is a warning.
        warnings.filterwarnings("ignore", message=".*(render_mode|nothing is drawn)")
        return make_vec_env(*arguments, **options)


@pytest.mark.parametrize("one_hot", [True, False])
def test_its_checker_accepts_the_environment(one_hot: bool) -> None:
    import gymnasium
    from stable_baselines3.common.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(NAME, opponent="builtin:random", one_hot=one_hot).unwrapped)


def test_masked_learning_by_the_usual_call_and_self_play() -> None:
    envs = make(NAME, n_envs=2, seed=1, env_kwargs={"opponent": "builtin:random"})
    model = contrib.MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=64, n_epochs=1, device="cpu", seed=1)
    model.learn(256)
    game = tourne.solution()
    seen, masks = game.observations()[:50].reshape(-1, 90), game.is_legal[:50].reshape(-1, 3)
    men, _ = model.predict(seen, action_masks=masks, deterministic=True)
    assert masks[np.arange(300), men].all()
    envs.env_method("set_opponent", "builtin:front")
    model.learn(128, reset_num_timesteps=False)
    assert all(env.unwrapped._opponent.name == "builtin:front" for env in envs.envs)


def test_processes_play_and_learn() -> None:
    from stable_baselines3.common.vec_env import SubprocVecEnv

    # The processes begin anew, so the name says which module registers it.
    envs = make(f"tourne:{NAME}", n_envs=2, seed=1, vec_env_cls=SubprocVecEnv)
    try:
        contrib.MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=32, n_epochs=1, device="cpu").learn(64)
        sb3.PPO("MlpPolicy", envs, n_steps=32, batch_size=32, n_epochs=1, device="cpu").learn(64)
    finally:
        envs.close()


def test_the_fast_adapter_is_a_vector_of_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from sb3_vec_env import TourneVecEnv

    envs: Any = sb3.common.vec_env.VecMonitor(TourneVecEnv(64, opponent="builtin:random", max_episode_steps=30))
    envs.seed(1)
    seen = envs.reset()
    ends = 0
    for _ in range(100):
        masks = np.stack(envs.env_method("action_masks"))
        seen, rewards, done, infos = envs.step(masks.argmax(axis=1))
        assert seen.shape == (64, 90) and seen.any(axis=1).all()
        for at in np.flatnonzero(done):
            truncated = infos[at]["TimeLimit.truncated"]
            assert infos[at]["terminal_observation"].any() == truncated and abs(infos[at]["episode"]["r"]) == (not truncated)
            ends += 1
    assert ends > 100
    contrib.MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=256, n_epochs=1, device="cpu").learn(1024)

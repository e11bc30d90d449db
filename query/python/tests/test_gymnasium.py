"""The environments of Gymnasium, checked by Gymnasium's own tests and against the rules."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tourne

gymnasium: Any = pytest.importorskip("gymnasium")
checker: Any = pytest.importorskip("gymnasium.utils.env_checker")
NAME = "tourne/TourneCase-v0"
GAME = tourne.solution()


@pytest.mark.parametrize("rules", ["standard", "double-win", "course"])
def test_gymnasium_accepts_the_environment(rules: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(NAME, rules=rules, opponent="builtin:random")
        checker.check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize("modules", ["tourne, gymnasium", "gymnasium, tourne"])
def test_importing_the_package_registers_the_environment(modules: str) -> None:
    code = f"import {modules}; print(gymnasium.make('{NAME}').reset(seed=1)[1]['position'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("/") == 1


def test_without_gymnasium_the_package_works() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import tourne; print(tourne.solution().best('04h/007', 3))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "4/7*\n"


@pytest.mark.parametrize(
    ("package", "call", "extra"),
    [
        ("gymnasium", "import tourne.gymnasium", "gymnasium"),
        ("pettingzoo", "tourne.env()", "pettingzoo"),
        ("gymnasium", "tourne.raw_env()", "pettingzoo"),
        ("pyspiel", "import tourne.open_spiel", "open-spiel"),
        ("pandas", "tourne.solution().grade('builtin:hit').to_pandas()", "pandas"),
    ],
)
def test_without_a_package_the_error_names_the_extra_that_has_it(package: str, call: str, extra: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None; import tourne; {call}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ModuleNotFoundError: ") and last.endswith(f": install it, or this package with its extra [{extra}]"), done.stderr


@pytest.mark.parametrize("rules", ["standard", "double-win", "forced-entry"])
def test_games_against_a_policy_are_games_of_the_rules(rules: str) -> None:
    game = tourne.solution(rules)
    env = gymnasium.make(NAME, rules=rules, opponent="builtin:front", render_mode="ansi").unwrapped
    front = game.policy("builtin:front")
    random = np.random.default_rng(1)
    rewards = []
    for number in range(200):
        observation, info = env.reset(seed=number)
        ended = False
        while not ended:
            position, die = info["position"], info["die"]
            assert observation["observation"].tolist() == [*game.men[game.index(position)], die]
            assert info["moves"] == game.legal(position, die) and game.board(position) in env.render()
            assert (observation["action_mask"] == game.is_legal[game.index(position), die - 1]).all()
            action = int(random.choice(np.flatnonzero(observation["action_mask"])))
            then = game.next[game.index(position), die - 1, action]
            observation, reward, ended, truncated, info = env.step(action)
            assert not truncated
            if then >= len(game):
                assert ended and reward == then - len(game) + 1 and observation["observation"][:3].tolist() == [12] * 3
            elif ended:
                assert reward < 0 and observation["observation"][3:6].tolist() == [12] * 3
                assert sorted(observation["observation"][:3]) == sorted(game.men[then][3:])
            else:
                assert reward == 0
                # The opponent has made a move of its own.
                replies = [game.play(int(then), die, move) for die in range(1, 7) for move in front(int(then), die) or ()]
                assert info["position"] in replies
        assert observation["observation"][6] == 0 and not observation["action_mask"].any() and info == {}
        rewards.append(reward)
        with pytest.raises(ValueError, match="call reset"):
            env.step(0)
    expected = {1.0, -1.0} | ({2.0, -2.0} if rules == "double-win" else set())
    assert set(rewards) <= expected


def test_np_random_throws_the_dice() -> None:
    env, other = (gymnasium.make(NAME, opponent="builtin:random").unwrapped for _ in range(2))
    for one in (env, other):
        one.reset(seed=1)
        one.np_random = np.random.default_rng(7)
    for _ in range(30):
        infos = [one.reset()[1] for one in (env, other)]
        assert infos[0] == infos[1] and env.step(0)[1:] == other.step(0)[1:]
    # Without a seed, the next games are others; with the seed, they are the same again.
    begun = [env.reset(seed=4)[1], env.reset()[1], env.reset()[1], env.reset()[1]]
    assert begun == [env.reset(seed=4)[1], *(env.reset()[1] for _ in range(3))]
    many = gymnasium.make_vec(NAME, num_envs=100)
    dice = [many.reset(seed=4)[0]["observation"], many.reset()[0]["observation"]]
    assert (many.reset(seed=4)[0]["observation"] == dice[0]).all() and (many.reset()[0]["observation"] == dice[1]).all()
    assert (dice[0] != dice[1]).any()


def test_vectors_tell_illegal_actions_as_those_of_gymnasium_do() -> None:
    vectors = [
        gymnasium.make_vec(NAME, num_envs=3, opponent="builtin:random"),
        gymnasium.vector.SyncVectorEnv(
            [lambda: gymnasium.make(NAME, opponent="builtin:random")] * 3,
            autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
        ),
    ]
    for actions, illegal in [([0, 2, 1], [False, True, True]), ([0, 0, 0], None)]:
        for envs in vectors:
            envs.reset(seed=1)  # all men are off, so only action 0 is legal
            infos = envs.step(np.array(actions))[4]
            if illegal is None:
                assert "final_info" not in infos
                continue
            for told in (infos["_final_info"], infos["final_info"]["illegal"], infos["final_info"]["_illegal"]):
                assert told.dtype == bool and told.tolist() == illegal


def test_games_begin_where_the_options_say() -> None:
    env = gymnasium.make(NAME)
    for options in ({"position": "04h/007", "die": 3}, {"position": GAME.index("04h/007"), "die": "4-3"}):
        observation, info = env.reset(options=options)
        assert (info["position"], info["die"]) == ("04h/007", 3)
        assert observation["observation"].tolist() == [0, 4, 12, 0, 0, 7, 3]
    with pytest.raises(ValueError, match='unknown option "start" of reset'):
        env.reset(options={"start": "04h/007"})
    with pytest.raises(ValueError, match="not a position"):
        env.reset(options={"position": "44h/007"})


def test_the_mean_reward_is_that_of_the_exact_value() -> None:
    env = gymnasium.make(NAME, opponent="builtin:perfect").unwrapped
    best = GAME.policy("builtin:perfect").probabilities.argmax(axis=2)
    rewards = []
    for number in range(1500):
        _, info = env.reset(seed=number)
        reward, ended = 0.0, False
        while not ended:
            _, reward, ended, _, info = env.step(best[GAME.index(info["position"]), info["die"] - 1])
        rewards.append(reward)
    assert abs(np.mean(rewards)) < 4 / 1500**0.5


@pytest.mark.parametrize("rules", ["standard", "double-win"])
def test_vectors_of_games_are_games_of_the_rules(rules: str) -> None:
    game = tourne.solution(rules)
    opponent = game.policy("builtin:random")
    envs = gymnasium.make_vec(NAME, num_envs=500, rules=rules, opponent=opponent)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    front = game.policy("builtin:front").probabilities
    observations, _ = envs.reset(seed=1)
    total, ended = 0.0, 0
    for _ in range(400):
        seen = observations["observation"]
        assert envs.observation_space.contains(observations)
        index = game.index(men=seen[:, :6])
        assert (observations["action_mask"] == game.is_legal[index, seen[:, 6] - 1]).all()
        actions = front[index, seen[:, 6] - 1].argmax(axis=1)
        then = game.next[index, seen[:, 6] - 1, actions]
        observations, rewards, over, truncated, infos = envs.step(actions)
        assert not truncated.any() and (over == (rewards != 0)).all()
        won = then >= len(game)
        assert (rewards[won] == (then - len(game) + 1)[won]).all() and (rewards[~won] <= 0).all()
        if over.any():
            assert (infos["_final_obs"] == over).all() and (infos["_final_info"] == over).all() and infos["final_info"] == {}
            for at in np.flatnonzero(over):
                final = infos["final_obs"][at]["observation"]
                assert final[6] == 0 and final[:3].tolist() == [12] * 3 if rewards[at] > 0 else final[3:6].tolist() == [12] * 3
        total, ended = total + rewards.sum(), ended + over.sum()
    value = game.duel("builtin:front", opponent).value
    expected = value if game.unit == "points" else 2 * value - 1
    # Games that last long are a little rarer among those that have ended.
    assert abs(total / ended - expected) < 5 * 1.5 / ended**0.5


def test_vectors_begin_where_the_options_say_and_refuse_illegal_moves() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=50, opponent="builtin:random")
    with pytest.raises(ValueError, match="call reset"):
        envs.step(np.zeros(50, int))
    for position in ("04h/007", ["04h/007"] * 50):
        observations, _ = envs.reset(seed=1, options={"position": position})
        assert (observations["observation"][:, :6] == [0, 4, 12, 0, 0, 7]).all()
        illegal = np.full(50, 2)
        observations, rewards, over, _, _ = envs.step(illegal)
        assert (rewards == -1).all() and over.all() and (observations["observation"][:, :6] == [0, 4, 12, 0, 0, 7]).all()
    with pytest.raises(ValueError, match='unknown option "die"'):
        envs.reset(options={"die": 3})


@pytest.mark.parametrize("given", [True, np.True_])
def test_truth_is_no_seed_action_or_number(given: Any) -> None:
    env, many = gymnasium.make(NAME).unwrapped, gymnasium.make_vec(NAME, num_envs=2)
    env.reset(seed=1)
    many.reset(seed=1)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: env.step(given), "the action is True"),
        (lambda: env.reset(seed=given), "the seed is True"),
        (lambda: env.reset(options={"position": given}), "is not a position"),
        (lambda: env.reset(options={"die": given}), "is not a die"),
        (lambda: many.reset(seed=given), "the seed is True"),
        (lambda: gymnasium.make_vec(NAME, num_envs=given), "the number of games is True"),
    ]
    for call, sentence in calls:
        with pytest.raises(TypeError, match=sentence):
            call()
    with pytest.raises(ValueError, match="actions are integers, not bool"):
        many.step(np.array([given, given]))


@pytest.mark.parametrize("mode", gymnasium.vector.AutoresetMode)
def test_vectors_have_the_autoreset_modes_of_gymnasium(mode: Any) -> None:
    """Illegal actions end games at known steps, so that the vector can be compared with that of Gymnasium."""
    same_step = mode is gymnasium.vector.AutoresetMode.SAME_STEP
    ours = gymnasium.make_vec(NAME, num_envs=3, opponent="builtin:random", autoreset_mode=mode.value)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(NAME, opponent="builtin:random")] * 3, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] is mode is theirs.metadata["autoreset_mode"]
    for envs in (ours, theirs):
        observations, _ = envs.reset(seed=1)
        for ended in ([False, True, True], [False, False, False], [True, False, False]):
            legal = observations["action_mask"].argmax(axis=1)
            observations, rewards, over, truncated, infos = envs.step(np.where(ended, 3, legal))
            assert over.tolist() == ended and (rewards == -np.array(ended, float)).all() and not truncated.any()
            going = observations["observation"][:, 6] > 0
            assert (going == (True if same_step else ~over)).all() and (observations["action_mask"].any(axis=1) == going).all()
            told = infos.get("final_info", {}) if same_step else infos
            assert told.get("illegal", np.zeros(3, bool)).tolist() == ended
            if mode is gymnasium.vector.AutoresetMode.DISABLED and over.any():
                with pytest.raises((ValueError, AssertionError)):
                    envs.step(observations["action_mask"].argmax(axis=1))
                observations, _ = envs.reset(options={"reset_mask": over})
                assert (observations["observation"][:, 6] > 0).all()
            elif mode is gymnasium.vector.AutoresetMode.NEXT_STEP and over.any():
                assert not observations["observation"][over, 6].any()


def test_games_of_a_vector_are_reset_by_a_mask() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=4, opponent="builtin:random", autoreset_mode="Disabled")
    mask = np.array([True, False, True, False])
    with pytest.raises(ValueError, match="call reset without reset_mask first"):
        envs.reset(options={"reset_mask": mask})
    envs.reset(seed=1)
    seen = envs.step(np.zeros(4, int))[0]["observation"]
    after, _ = envs.reset(options={"reset_mask": mask, "position": "04h/007"})
    assert (after["observation"][mask, :6] == [0, 4, 12, 0, 0, 7]).all()
    assert (after["observation"][~mask] == seen[~mask]).all()
    envs.step(np.where([False, True, False, False], 3, after["action_mask"].argmax(axis=1)))
    with pytest.raises(ValueError, match="game 1 is over: begin it anew by reset"):
        envs.step(np.zeros(4, int))
    for wrong, error in [([True] * 4, TypeError), (np.array([1, 0, 1, 0]), TypeError), (np.ones(3, bool), ValueError)]:
        with pytest.raises(error):
            envs.reset(options={"reset_mask": wrong})


def test_action_masks_are_those_of_the_observations() -> None:
    env = gymnasium.make(NAME)
    observation, _ = env.reset(options={"position": "04h/007", "die": 3})
    masks = env.unwrapped.action_masks()
    assert masks.dtype == bool and masks.tolist() == observation["action_mask"].astype(bool).tolist() == [True, True, False]
    many = gymnasium.make_vec(NAME, num_envs=50)
    observations, _ = many.reset(seed=1, options={"position": "04h/007"})
    assert (many.action_masks() == observations["action_mask"].astype(bool)).all() and many.action_masks().shape == (50, 3)


def test_a_step_that_is_interrupted_before_the_reply_ends_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the agent would go on with the opponent's men."""
    many = gymnasium.make_vec(NAME, num_envs=20, opponent="builtin:random")
    observations, _ = many.reset(seed=1)
    actions = observations["action_mask"].argmax(axis=1)

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    calls: list[Callable[[], Any]] = [lambda: many.step(actions), lambda: many.reset(seed=1)]
    for call in calls:
        with monkeypatch.context() as patch:
            patch.setattr(type(many), "_reply", interrupt)
            with pytest.raises(KeyboardInterrupt):
                call()
        with pytest.raises(ValueError, match="interrupted in the middle: call reset"):
            many.step(actions)
        again, _ = many.reset(seed=1)
        assert (again["observation"] == observations["observation"]).all()
        many.step(actions)
    before = many.reset(seed=1)[0]["observation"]
    for wrong in (["04h/007"] * 3, np.zeros(3, int)):
        with pytest.raises(ValueError, match="there are 20 games, but positions of the shape"):
            many.reset(options={"reset_mask": np.ones(20, bool), "position": wrong})
    assert (many.action_masks().argmax(axis=1) == actions).all() and before.shape == (20, 7)


def test_an_opponent_without_a_move_ends_the_game() -> None:
    env = gymnasium.make(NAME, opponent={("04h/007", 3): "4/7"}, disable_env_checker=True)
    observation, _ = env.reset(options={"position": "000/000", "die": 1})
    for _ in range(20):
        try:
            observation, *_ = env.step(int(observation["action_mask"].argmax()))
        except ValueError as error:
            assert "the opponent has no move for" in str(error)
            break
    with pytest.raises(ValueError, match="no game is in progress: call reset"):
        env.step(0)


def test_modes_have_the_names_of_gymnasium_and_their_values() -> None:
    for name, mode in gymnasium.vector.AutoresetMode.__members__.items():
        for given in (name, mode.value, mode):
            made = gymnasium.make_vec(NAME, num_envs=2, autoreset_mode=given)
            assert made.unwrapped.metadata["autoreset_mode"] is mode
    with pytest.raises(ValueError, match="is not a valid AutoresetMode"):
        gymnasium.make_vec(NAME, num_envs=2, autoreset_mode="sometimes")

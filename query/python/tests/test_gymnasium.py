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
Mode = gymnasium.vector.AutoresetMode


@pytest.mark.parametrize("rules", ["standard", "double-win", "course"])
@pytest.mark.parametrize("one_hot", [True, False])
def test_gymnasium_accepts_the_environment(rules: str, one_hot: bool) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(NAME, rules=rules, opponent="builtin:random", one_hot=one_hot)
        checker.check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize("modules", ["tourne, gymnasium", "gymnasium, tourne"])
def test_importing_the_package_registers_the_environment(modules: str) -> None:
    code = f"import {modules}; print(gymnasium.make('{NAME}').reset(seed=1)[1]['position'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("/") == 1


@pytest.mark.parametrize(
    ("package", "call", "extra"),
    [
        ("gymnasium", "import tourne.gymnasium", "gymnasium"),
        ("pettingzoo", "tourne.env()", "pettingzoo"),
        ("gymnasium", "tourne.raw_env()", "pettingzoo"),
        ("pyspiel", "import tourne.open_spiel", "open-spiel"),
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
    env = gymnasium.make(NAME, rules=rules, opponent="builtin:front", render_mode="ansi", one_hot=False).unwrapped
    front = game.policy("builtin:front")
    random = np.random.default_rng(1)
    rewards = []
    for number in range(200):
        observation, info = env.reset(seed=number)
        ended = False
        while not ended:
            position, die = info["position"], info["die"]
            assert observation.tolist() == [*game.men[game.index(position)], die]
            assert info["moves"] == game.legal(position, die) and game.board(position) in env.render()
            assert (info["action_mask"] == game.is_legal[game.index(position), die - 1]).all()
            action = int(random.choice(np.flatnonzero(info["action_mask"])))
            then = game.next[game.index(position), die - 1, action]
            observation, reward, ended, truncated, info = env.step(action)
            assert not truncated
            if then >= len(game):
                assert ended and reward == then - len(game) + 1
            elif ended:
                assert reward < 0
            else:
                assert reward == 0
                # The opponent has made a move of its own.
                replies = [game.play(int(then), die, move) for die in range(1, 7) for move in front(int(then), die) or ()]
                assert info["position"] in replies
        assert not observation.any() and not info["action_mask"].any() and set(info) == {"action_mask"}
        rewards.append(reward)
        with pytest.raises(ValueError, match="call reset"):
            env.step(0)
    expected = {1.0, -1.0} | ({2.0, -2.0} if rules == "double-win" else set())
    assert set(rewards) <= expected


def test_np_random_throws_the_dice() -> None:
    for env in (gymnasium.make(NAME, opponent="builtin:random").unwrapped, gymnasium.make_vec(NAME, num_envs=100)):
        # Without a seed, the next games are others; with the seed, they are the same again.
        begun = [env.reset(seed=seed)[0].tolist() for seed in (4, None, None, None, None)]
        assert begun == [env.reset(seed=seed)[0].tolist() for seed in (4, None, None, None, None)]
        assert len(set(map(str, begun))) > 1
        env.np_random = np.random.default_rng(7)
        again = env.reset()[0]
        env.np_random = np.random.default_rng(7)
        assert (env.reset()[0] == again).all()


def test_games_begin_where_the_options_say() -> None:
    env = gymnasium.make(NAME, one_hot=False)
    for options in ({"position": "04h/007", "die": 3}, {"position": GAME.index("04h/007"), "die": "4-3"}):
        observation, info = env.reset(options=options)
        assert (info["position"], info["die"]) == ("04h/007", 3)
        assert observation.tolist() == [0, 4, 12, 0, 0, 7, 3]
    with pytest.raises(ValueError, match='unknown option "start" of reset'):
        env.reset(options={"start": "04h/007"})
    with pytest.raises(ValueError, match="not a position"):
        env.reset(options={"position": "44h/007"})


@pytest.mark.parametrize("rules", ["standard", "double-win"])
def test_vectors_of_games_are_games_of_the_rules(rules: str) -> None:
    game = tourne.solution(rules)
    opponent = game.policy("builtin:random")
    envs = gymnasium.make_vec(NAME, num_envs=500, rules=rules, opponent=opponent, one_hot=False, autoreset_mode="SameStep")
    front = game.policy("builtin:front").probabilities
    observations, infos = envs.reset(seed=1)
    total, ended = 0.0, 0
    for _ in range(400):
        seen = observations
        assert envs.observation_space.contains(observations)
        index = game.index(men=seen[:, :6])
        assert (infos["action_mask"] == game.is_legal[index, seen[:, 6] - 1]).all()
        actions = front[index, seen[:, 6] - 1].argmax(axis=1)
        then = game.next[index, seen[:, 6] - 1, actions]
        observations, rewards, over, truncated, infos = envs.step(actions)
        assert not truncated.any() and (over == (rewards != 0)).all()
        won = then >= len(game)
        assert (rewards[won] == (then - len(game) + 1)[won]).all() and (rewards[~won] <= 0).all()
        if over.any():
            assert (infos["_final_obs"] == over).all() and (infos["_final_info"] == over).all()
            assert not any(infos["final_obs"][at].any() for at in np.flatnonzero(over)) and "illegal" not in infos["final_info"]
        total, ended = total + rewards.sum(), ended + over.sum()
    value = game.duel("builtin:front", opponent)["value"]
    expected = value if game.unit == "points" else 2 * value - 1
    # Games that last long are a little rarer among those that have ended.
    assert abs(total / ended - expected) < 5 * 1.5 / ended**0.5


def test_vectors_begin_where_the_options_say_and_refuse_illegal_moves() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=50, opponent="builtin:random", one_hot=False, autoreset_mode="SameStep")
    with pytest.raises(ValueError, match="call reset"):
        envs.step(np.zeros(50, int))
    for position in ("04h/007", ["04h/007"] * 50):
        observations, _ = envs.reset(seed=1, options={"position": position})
        assert (observations[:, :6] == [0, 4, 12, 0, 0, 7]).all()
        illegal = np.full(50, 2)
        observations, rewards, over, _, _ = envs.step(illegal)
        assert (rewards == -1).all() and over.all() and (observations[:, :6] == [0, 4, 12, 0, 0, 7]).all()
    with pytest.raises(ValueError, match='unknown option "die"'):
        envs.reset(options={"die": 3})


def test_truth_is_no_seed_action_or_number() -> None:
    env, many = gymnasium.make(NAME).unwrapped, gymnasium.make_vec(NAME, num_envs=2)
    env.reset(seed=1)
    many.reset(seed=1)
    for call in (env.step, lambda given: env.reset(seed=given), lambda given: env.reset(options={"die": given}), lambda given: many.reset(seed=given)):
        with pytest.raises(TypeError, match="the action is True|the seed is True|is not a die"):
            call(True)
    with pytest.raises(ValueError, match="actions are integers, not bool"):
        many.step(np.array([True, False]))


@pytest.mark.parametrize("mode", Mode)
def test_vectors_have_the_autoreset_modes_of_gymnasium(mode: Any) -> None:
    """Illegal actions end games at known steps, so that the vector can be compared with that of Gymnasium."""
    ours = gymnasium.make_vec(NAME, num_envs=3, opponent="builtin:random", autoreset_mode=mode.value)
    theirs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(NAME, opponent="builtin:random")] * 3, autoreset_mode=mode)
    assert ours.metadata["autoreset_mode"] is mode is theirs.metadata["autoreset_mode"]
    for envs in (ours, theirs):
        _, infos = envs.reset(seed=1)
        for ended in ([False, True, True], [False, False, False], [True, False, False]):
            legal = infos["action_mask"].argmax(axis=1)
            observations, rewards, over, truncated, infos = envs.step(np.where(ended, 3, legal))
            assert over.tolist() == ended and (rewards == -np.array(ended, float)).all() and not truncated.any()
            going = observations.any(axis=1)
            assert (going == (True if mode is Mode.SAME_STEP else ~over)).all()
            assert (infos["action_mask"].any(axis=1) == going).all() and infos["_action_mask"].all()
            told = infos.get("final_info", {}) if mode is Mode.SAME_STEP else infos
            assert told.get("illegal", np.zeros(3, bool)).tolist() == ended
            if mode is Mode.DISABLED and over.any():
                with pytest.raises((ValueError, AssertionError)):
                    envs.step(infos["action_mask"].argmax(axis=1))
                observations, infos = envs.reset(options={"reset_mask": over})
                assert observations.any(axis=1).all()


def test_the_default_of_vectors_is_that_of_gymnasium_and_its_wrappers_work() -> None:
    made = gymnasium.make_vec(NAME, num_envs=20, opponent="builtin:random")
    assert made.metadata["autoreset_mode"] is Mode.NEXT_STEP is gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(NAME)]).metadata["autoreset_mode"]
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.wrappers.vector.NormalizeObservation(made))
    envs = gymnasium.wrappers.vector.DictInfoToList(envs)
    _, infos = envs.reset(seed=1)
    ended, before, started = [], np.zeros(20, bool), 0
    for _ in range(300):
        masks = np.array([info["action_mask"] for info in infos])
        _, rewards, over, _, infos = envs.step(masks.argmax(axis=1))
        # The step after the end begins a game, whatever the action.
        assert not (rewards[before].any() or over[before].any())
        started, before = started + before.sum(), over
        ended += [info["episode"]["r"] for info, end in zip(infos, over) if end]
    assert len(ended) > 100 and set(ended) == {-1.0, 1.0} and started > 100


def test_vectors_take_what_single_environments_take() -> None:
    made = gymnasium.make_vec(NAME, num_envs=2, render_mode=None)
    assert made.render() is None
    boards = gymnasium.make_vec(NAME, num_envs=2, render_mode="ansi")
    boards.reset(seed=1, options={"position": "04h/007"})
    assert boards.render() == (GAME.board("04h/007"),) * 2
    for mode in ("NextStep", "SameStep"):
        short = gymnasium.make_vec(NAME, num_envs=5, opponent="builtin:random", max_episode_steps=3, autoreset_mode=mode)
        _, infos = short.reset(seed=1)
        counts = []
        for _ in range(8):
            _, rewards, over, truncated, infos = short.step(infos["action_mask"].argmax(axis=1))
            assert not (rewards.any() or over.any())
            counts.append(int(truncated.sum()))
        assert counts == ([0, 0, 5, 0, 0, 0, 5, 0] if mode == "NextStep" else [0, 0, 5, 0, 0, 5, 0, 0])
        assert gymnasium.make(NAME, max_episode_steps=3).spec.max_episode_steps == 3


@pytest.mark.parametrize(
    "make",
    [lambda **mode: gymnasium.make(NAME, **mode), lambda **mode: gymnasium.make_vec(NAME, num_envs=2, **mode)],
)
def test_an_unknown_render_mode_is_a_warning(make: Callable[..., Any]) -> None:
    with pytest.warns(UserWarning, match='nothing is drawn: "rgb_array" is not a render mode, use ansi'):
        env = make(render_mode="rgb_array")
    env.reset(seed=1)
    assert env.unwrapped.render_mode is None and env.unwrapped.render() is None


def test_the_opponent_of_a_running_environment_can_be_changed() -> None:
    never = GAME.policy({})
    env = gymnasium.make(NAME, opponent=never)
    env.reset(options={"position": "000/000", "die": 1})
    env.unwrapped.set_opponent("builtin:perfect")
    assert not env.step(0)[2]
    many = gymnasium.make_vec(NAME, num_envs=200, opponent="builtin:random", autoreset_mode="SameStep")
    shares = []
    for opponent in ("builtin:random", "builtin:perfect", "builtin:random"):
        many.unwrapped.set_opponent(opponent)
        _, infos = many.reset(seed=1)
        rewards = []
        for _ in range(300):
            _, reward, _, _, infos = many.step(infos["action_mask"].argmax(axis=1))
            rewards += reward[reward != 0].tolist()
        shares.append(np.mean(rewards))
    assert shares[1] < min(shares[0], shares[2]) - 0.2


def test_games_of_a_vector_are_reset_by_a_mask() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=4, opponent="builtin:random", autoreset_mode="Disabled", one_hot=False)
    mask = np.array([True, False, True, False])
    with pytest.raises(ValueError, match="call reset without reset_mask first"):
        envs.reset(options={"reset_mask": mask})
    envs.reset(seed=1)
    seen = envs.step(np.zeros(4, int))[0]
    after, infos = envs.reset(options={"reset_mask": mask, "position": "04h/007"})
    assert (after[mask, :6] == [0, 4, 12, 0, 0, 7]).all() and (after[~mask] == seen[~mask]).all()
    envs.step(np.where([False, True, False, False], 3, infos["action_mask"].argmax(axis=1)))
    with pytest.raises(ValueError, match="game 1 is over: begin it anew by reset"):
        envs.step(np.zeros(4, int))
    for wrong, error in [([True] * 4, TypeError), (np.array([1, 0, 1, 0]), TypeError), (np.ones(3, bool), ValueError)]:
        with pytest.raises(error):
            envs.reset(options={"reset_mask": wrong})


def test_action_masks_are_those_of_the_infos() -> None:
    env = gymnasium.make(NAME)
    _, info = env.reset(options={"position": "04h/007", "die": 3})
    masks = env.unwrapped.action_masks()
    assert masks.dtype == bool and masks.tolist() == info["action_mask"].astype(bool).tolist() == [True, True, False]
    assert env.action_space.sample(info["action_mask"]) in (0, 1)
    many = gymnasium.make_vec(NAME, num_envs=50)
    _, infos = many.reset(seed=1, options={"position": "04h/007"})
    assert (many.action_masks() == infos["action_mask"].astype(bool)).all() and many.action_masks().shape == (50, 3)


def test_a_step_that_is_interrupted_before_the_reply_ends_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the agent would go on with the opponent's men."""
    many = gymnasium.make_vec(NAME, num_envs=20, opponent="builtin:random")
    observations, infos = many.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)

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
        assert (again == observations).all()
        many.step(actions)
    many.reset(seed=1)
    for wrong in (["04h/007"] * 3, np.zeros(3, int)):
        with pytest.raises(ValueError, match="there are 20 games, but positions of the shape"):
            many.reset(options={"reset_mask": np.ones(20, bool), "position": wrong})
    assert (many.action_masks().argmax(axis=1) == actions).all()


def test_an_opponent_without_a_move_ends_the_game() -> None:
    env = gymnasium.make(NAME, opponent={("04h/007", 3): "4/7"}, disable_env_checker=True)
    info = env.reset(options={"position": "000/000", "die": 1})[1]
    for _ in range(20):
        try:
            info = env.step(int(info["action_mask"].argmax()))[4]
        except ValueError as error:
            assert "the opponent has no move for" in str(error)
            break
    with pytest.raises(ValueError, match="no game is in progress: call reset"):
        env.step(0)

"""The environments of PettingZoo and OpenSpiel: the test suites of these projects, and games played to the end."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import tourne

zoo: Any = pytest.importorskip("pettingzoo.test")
pyspiel: Any = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("rules", ["standard", "double-win", "course"])
def test_pettingzoo_accepts_the_environment(rules: str) -> None:
    zoo.api_test(tourne.env(rules), num_cycles=300, verbose_progress=False)
    zoo.seed_test(lambda: tourne.env(rules), num_cycles=100)


@pytest.mark.parametrize("rules", [*tourne.RULES, "forced-entry+double-win"])
def test_games_of_the_environment_are_games_of_the_rules(rules: str) -> None:
    game = tourne.solution(rules)
    env = tourne.env(rules, render_mode="ansi", one_hot=False)
    random = np.random.default_rng(2)
    first: list[str] = []
    thrown: list[int] = []
    points: list[int] = []
    for seed in range(60):
        env.reset(seed=seed)
        first.append(env.agent_selection)
        position = "000/000"
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            assert not truncation and env.observation_space(agent).contains(observation)
            if termination:
                assert position.endswith("/hhh") and not observation["observation"].any()
                assert env.rewards[agent] == -points[-1] and sum(env.rewards.values()) == 0
                break
            assert info["position"] == position and info["moves"] == game.legal(position, info["die"])
            assert observation["observation"].tolist() == [*game.men[game.index(position)], info["die"]]
            mask = observation["action_mask"]
            assert (mask == game.is_legal[game.index(position), info["die"] - 1]).all()
            other = env.observe("player_1" if agent == "player_0" else "player_0")
            assert not other["action_mask"].any() and other["observation"].tolist() == [*np.roll(game.men[game.index(position)], 3), 0]
            assert game.board(position) in env.render()
            thrown.append(info["die"])
            man = random.choice(np.flatnonzero(mask))
            move = info["moves"][np.flatnonzero(mask).tolist().index(man)]
            points.append(next(ranked.wins for ranked in game.moves(position, info["die"]) if ranked.move == move))
            position = game.play(position, info["die"], move)
            env.step(int(man))
    assert {"player_0", "player_1"} == set(first)
    share = np.bincount(thrown, minlength=7)[1:] / len(thrown)
    assert np.abs(share - game.chances).max() < 5 * 0.5 / len(thrown) ** 0.5
    assert max(points) == -game.ends[-1] if game.unit == "points" else max(points) == 1


def test_the_winner_and_the_loser_are_told_at_the_end() -> None:
    env = tourne.env(render_mode="ansi")
    env.reset(seed=5)
    seen = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        if termination:
            seen[agent] = reward
            assert env.render() == f"{env.unwrapped._winner} has won"
        env.step(None if termination else int(observation["action_mask"].argmax()))
    assert sorted(seen.values()) == [-1, 1] and seen[env.unwrapped._winner] == 1


ILLEGAL = [1, 2, 3, -1, -3, 2**64, np.int64(2), np.array(-1)]


@pytest.mark.parametrize("action", ILLEGAL)
def test_illegal_actions_lose_by_a_point_in_all_environments(action: Any) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    for env in (tourne.env(render_mode="ansi"), tourne.raw_env(render_mode="ansi")):
        env.reset(seed=1)
        loser = env.agent_selection
        winner = env.possible_agents[loser == "player_0"]
        env.step(action)
        assert env.rewards == {loser: -1, winner: 1} and env.terminations == {loser: True, winner: True}
        assert env.infos == {loser: {"illegal": True}, winner: {}} and env.render() == f"{winner} has won"
    single = gymnasium.make("tourne/TourneCase-v0").unwrapped
    single.reset(seed=1)
    observation, *rest, info = single.step(action)
    assert rest == [-1.0, True, False] and info["illegal"] and not info["action_mask"].any() and not observation.any()
    many = gymnasium.make_vec("tourne/TourneCase-v0", num_envs=2)
    many.reset(seed=1)
    if action < 2**63:
        _, rewards, over, _, infos = many.step(np.array([0, action]))
        assert rewards.tolist() == [0, -1] and over.tolist() == infos["illegal"].tolist() == [False, True]


@pytest.mark.parametrize("action", [0.0, "0", None, True, np.True_, np.array([0])])
def test_actions_that_are_no_integers_are_type_errors_and_change_nothing(action: Any) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    for env in (tourne.raw_env(), gymnasium.make("tourne/TourneCase-v0").unwrapped):
        env.reset(seed=1)
        before = copy.deepcopy(env)
        with pytest.raises(TypeError):
            env.step(action)
        assert (env._game.index, env._game.die) == (before._game.index, before._game.die)


def test_copies_of_environments_go_on_with_the_game() -> None:
    gymnasium = pytest.importorskip("gymnasium")

    def played(env: Any) -> list[tuple[int, int]]:
        """Moves the foremost man 5 times; returns the positions and the dice."""
        seen = []
        for _ in range(5):
            seen.append((env.unwrapped._game.index, env.unwrapped._game.die))
            env.step(env.unwrapped._game.legal.bit_length() - 1)
        return seen

    for env in (tourne.env(), tourne.raw_env(), gymnasium.make("tourne/TourneCase-v0", opponent="builtin:random")):
        env.reset(seed=3)
        played(env)
        # A wrapper's own shallow copy shares the environment inside.
        copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), copy.copy(env.unwrapped)]
        expected = played(env)
        assert all(played(other) == expected for other in copies)
    many = gymnasium.make_vec("tourne/TourneCase-v0", num_envs=100, opponent="builtin:random")
    many.reset(seed=1)
    zeros = np.zeros(100, int)
    for _ in range(10):
        many.step(zeros)
    others = [copy.deepcopy(many), pickle.loads(pickle.dumps(many)), copy.copy(many)]
    expected = many.step(zeros)[0]
    assert all((other.step(zeros)[0] == expected).all() for other in others)


@pytest.mark.parametrize("rules", tourne.RULES)
def test_open_spiel_accepts_the_game(rules: str) -> None:
    import tourne.open_spiel

    game = pyspiel.load_game(f"python_tourne_case(rules={rules})")
    pyspiel.random_sim_test(game, num_sims=5, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", ["standard", "double-win", "forced-entry"])
def test_games_of_open_spiel_are_games_of_the_rules(rules: str) -> None:
    from open_spiel.python.observation import make_observation

    import tourne.open_spiel

    solution = tourne.solution(rules)
    game = pyspiel.load_game("python_tourne_case", {"rules": rules})
    observation = make_observation(game)
    random = np.random.default_rng(3)
    for _ in range(30):
        state, position = game.new_initial_state(), "000/000"
        assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                assert len(outcomes) == 2 or chances == tuple(solution.chances)
                state.apply_action(int(random.choice(outcomes, p=chances)))
                continue
            player = state.current_player()
            actions = state.legal_actions()
            moves = [state.action_to_string(player, action) for action in actions]
            assert moves == solution.legal(position, state.die)
            for seen in (0, 1):
                observation.set_from(state, seen)
                sides = observation.dict["men"] if seen == player else observation.dict["men"][::-1]
                men = [[place - 1] * int(count) for side in sides for place, count in enumerate(side)]
                order = sorted(solution.men[solution.index(position)].reshape(2, 3).tolist()[0])
                assert sorted(sum(men[:14], [])) == order
                assert observation.dict["die"].argmax() + 1 == state.die
            choice = int(random.integers(len(actions)))
            position = solution.play(position, state.die, moves[choice])
            state.apply_action(actions[choice])
            assert state.clone().history() == state.history()
        wins = abs(state.returns()[0])
        assert position.endswith("/hhh") and state.returns()[player] == wins and sum(state.returns()) == 0
        assert wins == (2 if "h" not in position[:3] and rules == "double-win" else 1)


def test_illegal_actions_of_open_spiel_raise_and_leave_the_state() -> None:
    import tourne.open_spiel

    state = pyspiel.load_game("python_tourne_case").new_initial_state()
    for action in (0, 2):
        state.apply_action(action)
    before = str(state)
    for action in (1, 2, 3, -2):
        with pytest.raises(Exception, match=f"action {action} is not legal in {before}: the legal actions are .0., for 0/3"):
            state.apply_action(action)
        assert str(state) == before and state.legal_actions() == [0]
    state.apply_action(0)
    assert state.position == "000/003"


def test_illegal_outcomes_of_chance_and_actions_after_the_end_are_refused() -> None:
    import tourne.open_spiel

    state = pyspiel.load_game("python_tourne_case").new_initial_state("9hh/01h")
    for legal in (1, 2, 0):
        before = str(state)
        if state.is_chance_node():
            for action in (99, -2, len(state.chance_outcomes())):
                with pytest.raises(Exception, match=f"action {action} is not an outcome of chance in {before}: the outcomes are .0, 1"):
                    state.apply_action(action)
        assert str(state) == before
        state.apply_action(legal)
    assert state.is_terminal() and state.returns() == [-1, 1]
    for action in (0, 99):
        with pytest.raises(Exception, match=f"action {action} comes too late: player 1 has won"):
            state.apply_action(action)
    assert state.legal_actions() == []


def test_an_unknown_render_mode_of_pettingzoo_is_a_warning() -> None:
    for make in (tourne.env, tourne.raw_env):
        with pytest.warns(UserWarning, match='nothing is drawn: "rgb_array" is not a render mode, use ansi, human or None'):
            env = make(render_mode="rgb_array")
        env.reset(seed=1)
        assert env.unwrapped.render_mode is None and env.render() is None


def test_games_begin_where_the_options_say() -> None:
    for env in (tourne.env(one_hot=False), tourne.raw_env("standard", one_hot=False)):
        env.reset(seed=1, options={"position": "04h/007", "die": "4-3"})
        observation, _, _, _, info = env.last()
        assert (info["position"], info["die"], info["moves"]) == ("04h/007", 3, ["0/3", "4/7*"])
        assert observation["observation"].tolist() == [0, 4, 12, 0, 0, 7, 3]
        with pytest.warns(UserWarning, match='does not know the option "start"'):
            env.reset(options={"start": "04h/007"})
        with pytest.raises(ValueError, match="not a position"):
            env.reset(options={"position": "44h/007"})


def test_games_of_open_spiel_begin_anywhere_and_are_replayed() -> None:
    import tourne.open_spiel

    spiel = pyspiel.load_game("python_tourne_case(rules=forced-entry)")
    with pytest.raises(ValueError, match="not a position"):
        spiel.new_initial_state("44h/007")
    random = np.random.default_rng(1)
    for start in ("04h/007", "xx3/04h"):
        state = spiel.new_initial_state(start)
        assert str(state) == start
        for _ in range(25):
            if state.is_terminal():
                break
            legal = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(int(random.choice(legal)))
        again = spiel.new_initial_state(state.start)
        for action in state.history():
            again.apply_action(action)
        restored = spiel.deserialize_state(state.serialize())
        assert str(again) == str(restored) == str(state.clone()) == str(state)
        assert str(pickle.loads(pickle.dumps(state))) == str(state)
        assert restored.start == state.start == tourne.solution("forced-entry").index(start)

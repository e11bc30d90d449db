"""Many games at once, compared with the arrays of the game."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import tourne
from conftest import RULES

GAME = tourne.solution()


@pytest.mark.parametrize("rules", RULES)
def test_games_are_games_of_the_rules(rules: str) -> None:
    game = tourne.solution(rules)
    games = tourne.batch(500, rules=rules, seed=1)
    random = np.random.default_rng(1)
    dice = np.zeros(7)
    rewards_seen: set[int] = set()
    at = np.arange(500)
    for turn in range(300):
        position, die, count, player = games.position, games.die, games.count, games.player
        legal = game.is_legal[position, die - 1]
        assert (count == legal.sum(axis=1)).all() and (games.legal == legal).all()
        assert (games.observation == np.column_stack([game.men[position], die])).all()
        dice += np.bincount(die, minlength=7)
        choice = random.integers(0, count)
        men = games.men(choice)
        assert legal[at, men].all() and (legal.cumsum(axis=1)[at, men] == choice + 1).all()
        assert (games.choice(men) == choice).all()
        then = game.next[position, die - 1, men]
        won = np.maximum(then - len(game) + 1, 0)
        reward = games.step(choice)
        rewards_seen |= set(reward.tolist())
        assert (reward == won).all()
        assert (games.position == np.where(won > 0, 0, then)).all()
        assert (games.player == 1 - player)[won == 0].all()
    assert rewards_seen == ({0, 1, 2} if game.unit == "points" else {0, 1})
    share = dice[1:] / dice.sum()
    assert np.abs(share - game.chances).max() < 5 * 0.5 / dice.sum() ** 0.5


def test_the_same_seed_gives_the_same_games() -> None:
    def played(seed: int | None) -> list[Any]:
        games = tourne.batch(100, seed=seed)
        return [(games.step(games.draw()).tolist(), games.position.tolist(), games.die.tolist()) for _ in range(50)]

    assert played(5) == played(5) != played(6)
    assert played(None) != played(None)


def test_who_begins_is_drawn_by_lot_each_time() -> None:
    games = tourne.batch(1000, seed=1)
    assert 400 < games.player.sum() < 600
    begun = []
    for _ in range(400):
        mover = games.player
        won = games.step(games.draw()) > 0
        begun += (games.player == mover)[won].tolist()
    assert 0.46 < np.mean(begun) < 0.54


def test_games_begin_where_they_are_told_and_again() -> None:
    starts = ["04h/007", "99h/01h", "course"]
    with pytest.raises(ValueError, match="not a position"):
        tourne.batch(3, start=starts)
    for start in (["04h/007", "9hh/01h"], ("04h/007", "9hh/01h"), GAME.indices(["04h/007", "9hh/01h"])):
        games = tourne.batch(2, start=start, seed=1)
        assert GAME.notation(games.position) == ["04h/007", "9hh/01h"]
        for _ in range(300):
            won = games.step(games.draw()) > 0
            assert (games.position == GAME.indices(["04h/007", "9hh/01h"]))[won].all()
    assert (tourne.batch(3, start="04h/007").position == GAME.index("04h/007")).all()
    for wrong in (["04h/007"], [-1, 0, 0], [0, 0, len(GAME)], np.zeros((3, 2), int)):
        with pytest.raises(ValueError):
            tourne.batch(3, start=wrong)
    with pytest.raises(ValueError, match="give 0 or more"):
        tourne.batch(-1)


def test_without_restart_games_stay_over() -> None:
    games = tourne.batch(200, rules="double-win", seed=4, restart=False)
    points, game = np.zeros(200, int), games.game
    for _ in range(600):
        points += games.step(games.draw())
    over = games.count == 0
    assert over.all() and set(points.tolist()) == {1, 2}
    assert (games.position == len(game) + points - 1).all() and not games.die.any() and not games.legal.any()
    before = games.position
    assert not games.step(np.full(200, 7)).any() and (games.position == before).all()


def test_games_outside_the_mask_wait() -> None:
    games = tourne.batch(1000, seed=4)
    for _ in range(30):
        position, die, player = games.position, games.die, games.player
        mask = player == 0
        choice = np.where(mask, games.draw(), 99)
        reward = games.step(choice, where=mask)
        assert (games.position == position)[~mask].all() and (games.die == die)[~mask].all() and not reward[~mask].any()
        if mask.all():
            break
        games.step(games.draw(), where=~mask)


@pytest.mark.parametrize(
    "choice", [np.full(10, 5), np.full(10, -1), np.full(10, -1, np.int8), np.zeros(9, int), np.zeros((10, 1), int), np.zeros(10)]
)
def test_wrong_choices_are_refused_and_change_nothing(choice: Any) -> None:
    games = tourne.batch(10, seed=1)
    before = games.position, games.die
    with pytest.raises(ValueError):
        games.step(choice)
    assert (games.position == before[0]).all() and (games.die == before[1]).all()
    with pytest.raises(ValueError):
        games.step(np.zeros(10, int), where=np.ones(9, bool))
    with pytest.raises(ValueError):
        games.choice(np.full(10, 2))


def test_choices_of_a_policy_have_its_probabilities() -> None:
    games = tourne.batch(20_000, start="04h/007", seed=3)
    with pytest.raises(ValueError, match="the policy has no legal move for 04h/007 with a"):
        games.draw({})
    mixed = GAME.policy({("04h/007", die): [0.25, 0.75] for die in (1, 2, 3)})
    assert 0.74 < games.draw(mixed)[games.count == 2].mean() < 0.76
    greedy = games.draw("builtin:perfect")
    assert (games.men(greedy) == GAME.best(games.position, games.die)).all()
    with pytest.raises(ValueError, match="the policy plays the rules course"):
        games.draw(tourne.solution("course").policy("builtin:random"))


def test_arrays_of_a_batch_are_not_changed_by_steps() -> None:
    games = tourne.batch(10, seed=1)
    position = games.position
    kept = position.copy()
    games.step(games.draw())
    assert (position == kept).all() and games.position is not position
    with pytest.raises(ValueError, match="read-only"):
        games.position[0] = 3
    with pytest.raises(AttributeError):
        games.position = position  # type: ignore[misc]


def test_random_play_makes_fifteen_million_steps_a_second() -> None:
    games, steps = tourne.batch(10_000, seed=1), 100
    rates = []
    for _ in range(10):
        start = time.process_time()
        for _ in range(steps):
            games.step(games.draw())
        rates.append(steps * len(games) / (time.process_time() - start))
    assert max(rates) > 15e6, rates

"""Calls with the types of arguments that the documentation names. mypy checks this file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import tourne


def test_calls_of_the_documentation_have_types() -> None:
    game = tourne.solution()
    by_notation = {("04h/007", 3): "4/7"}
    by_index = {(10354, 3): "4/7"}
    by_throw: dict[tuple[str, str], str] = {("04h/007", "4-3"): "4/7"}
    by_number = {(np.int64(10354), np.int64(3)): "4/7"}
    policies = [game.policy(by_notation), game.policy(by_index), game.policy(by_throw), game.policy(by_number)]
    assert all(policy("04h/007", 3) == {"4/7*": 1.0} for policy in policies)
    assert game.grade(by_notation).answered == game.grade(by_index).answered == 1
    index, die = np.int64(10354), np.arange(1, 7)[2]
    value: float = game.value(index)
    best: str = game.best(index, die)
    assert value == game.value("04h/007") and best == "4/7*"
    assert game.legal(index, die) == [move.move for move in game.moves(index, die)][::-1] == ["0/3", "4/7*"]
    assert game.play(index, die, best) == "000/07h" and game.notation(index) == "04h/007" and game.index(index) == 10354
    assert game.die(die) == 3 and game.board(index) and game.policy("builtin:hit")(index, die) == {"4/7*": 1.0}


def test_calls_with_arrays_have_types() -> None:
    game = tourne.solution()
    values: NDArray[np.float64] = game.value(["04h/007", "000/000"])
    index: NDArray[np.int64] = game.index(men=[[0, 4, 12, 0, 0, 7]])
    moves: list[str] = game.best(index, [3])
    names: list[str] = game.notation(np.array([0, 1]))
    assert values.shape == (2,) and moves == ["4/7*"] and names[0] == "000/000"
    games: tourne.Batch = tourne.batch(10, start=names[0], seed=1)
    rewards: NDArray[np.int64] = games.step(games.draw(game.policy("builtin:hit")))
    assert not rewards.any() and games.legal.shape == (10, 3)
    found: tourne.Evaluation = game.evaluate("builtin:hit", "builtin:perfect")
    value: float = found.value
    gradient: NDArray[np.float64] = found.gradient
    assert gradient.shape == (len(game), 6, 3) and 0 < value < 0.5
    exploitability: float | None = game.grade("builtin:hit").exploitability
    ranked: list[tourne.Move] = game.moves(np.int64(0), "4-3")
    assert exploitability is not None and ranked[0].move == "0/3"


def test_at_most_twenty_names_are_public() -> None:
    public = {name for name in vars(tourne) if not name.startswith("_")}
    modules = {"gymnasium", "open_spiel", "pettingzoo"}
    assert public - modules == set(tourne.__all__) and len(public | modules) <= 20
